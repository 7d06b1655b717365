"""What whoever runs a server leans on: names, health, locks, and that nothing is left behind."""

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from player import asked, guest
from served import Served


@pytest.fixture(autouse=True)
def _interpreted_rules(monkeypatch):
    """Servers start in half the time where no compiled rules are loaded."""
    monkeypatch.setenv("SUNROOM_INTERPRETED", "1")


# Names


def test_by_a_name_that_is_not_its_own_nothing_is_to_be_had(tmp_path):
    """A page elsewhere may let its own name lead here and then read what is answered."""
    with Served(tmp_path, more=["--host-name", "Sunroom.example.org"]) as served:
        token = guest(served.address, "Ann")
        match = asked(served.address, token, "matches", {"game": "guild-solo", "seats": [{"kind": "me"}]})["id"]  # fmt: skip
        paths = ["/", "/api/me", f"/api/matches/{match}", "/healthz", "/page/none.js", "/nothing"]
        for host in ("evil.example", f"evil.example:{served.port}", "sunroom.example.org.evil.example", "[", ""):  # fmt: skip
            answers = [httpx.get(served.address + path, headers={"Host": host}) for path in paths]
            assert {answer.status_code for answer in answers} == {421}, host
            assert not socket_opens(served, match, token, host)
        refused = httpx.post(f"{served.address}/api/me", json={}, headers={"Host": "evil.example"})
        assert refused.status_code == 421
        assert refused.json()["id"] == "foreign_host"
        assert "'evil.example'" in refused.json()["text"]
        assert "set-cookie" not in refused.headers
        for host in ("sunroom.example.org", "SUNROOM.example.org:443", "localhost", "127.0.0.1:1"):
            assert httpx.get(f"{served.address}/healthz", headers={"Host": host}).is_success, host
            assert socket_opens(served, match, token, host)


def socket_opens(served, match, token, host):
    address = f"ws://127.0.0.1:{served.port}/api/matches/{match}/socket"
    headers = {"Authorization": f"Bearer {token}", "Host": host}
    try:
        with connect(address, additional_headers=headers, proxy=None) as socket:
            return '"t":"match"' in socket.recv(timeout=20)
    except InvalidStatus as why:
        return why.response.status_code != 403
