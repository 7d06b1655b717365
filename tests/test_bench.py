"""The page of all results, and the scripts in `bench/`: what they say, not how fast anything is."""

import json
import re
import sys
from importlib import import_module
from itertools import pairwise
from math import log10
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sunroom import load
from sunroom.bench.measure import Part, measured
from sunroom.engine import runner

BENCH = Path(__file__).parent.parent / "bench"
sys.path.insert(0, str(BENCH))  # its scripts import each other by plain name
import results  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"


def rate(value, unit="decisions/s", **more):
    return {"median": value, "least": 0.9 * value, "most": 1.1 * value, "unit": unit} | more


BESIDE = {
    results.STEPS: rate(3.24e6),
    results.PLAYOUTS: rate(20e6, "steps/s", decisions=0.5),
    results.DRAWN: rate(2e6),
    **{what: rate(r, "steps/s", decisions=0.5) for what, r in zip(results.OPENSPIEL, (1e5, 5e5), strict=True)},
    **{what: rate(r) for what, r in zip(results.PGX, (50e3, 125e3), strict=True)},
}  # fmt: skip


def part(kind, figures, **more):
    return {"kind": kind, "machine": {"processor": "abacus"}, "figures": figures} | more


def page(folder, *parts):
    for one in parts:
        results.record(one, folder)
    return (folder / "RESULTS.md").read_text("utf-8")


def aims(text):
    """What is measured and how it is judged, by aim."""
    rows = text.split("## Aims")[1].split("\n## ")[0].splitlines()[4:]
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows if row]
    return [(least, measured, verdict) for _, least, measured, verdict, _ in cells]


# The page


def test_the_page_begins_with_the_aims_and_what_was_reached(tmp_path):
    there = {
        "solenia: 1,024 tables, cuda, random actions drawn there": rate(290e6),
        "solenia: 2,048 tables, cuda, random actions drawn there": rate(299e6),
        "solenia: 2,048 tables, cuda, steps alone": rate(900e6),
        "soluna: 2,048 tables, cuda, random actions drawn there": rate(900e6),
    }
    batches = part("batches", there) | {"machine": {"gpu": "NVIDIA H200"}}
    text = page(tmp_path, part("beside", BESIDE), batches)

    assert aims(text) == [
        ("3 M decisions/s", "3.24", "reached"),
        ("10 times the decisions", "40.0", "reached"),
        ("20 times the decisions", "16.0", "missed"),
        ("300 M decisions/s", "299.0", "missed"),
    ]
    assert text.index("## Aims") < text.index("## Beside others")


def test_an_aim_without_a_figure_is_missing(tmp_path):
    only = {results.STEPS: BESIDE[results.STEPS], results.PLAYOUTS: BESIDE[results.PLAYOUTS]}
    some = only | {results.OPENSPIEL[0]: BESIDE[results.OPENSPIEL[0]]}

    assert [found for _, *found in aims(page(tmp_path, part("beside", some)))] == [
        ["3.24", "reached"],
        ["missing", ""],  # one of two games would be an easier aim
        ["missing", ""],
        ["missing", ""],
    ]


def test_an_aim_leads_to_its_part_if_that_is_there(tmp_path):
    text = page(tmp_path, part("beside", BESIDE))

    assert "| [Beside others](#beside-others) |" in text
    assert "| Batches on a GPU |" in text


def test_another_gpu_is_no_h200(tmp_path):
    there = {"solenia: 8 tables, cuda, random actions drawn there": rate(900e6)}
    batches = part("batches", there) | {"machine": {"gpu": "NVIDIA Something"}}

    assert aims(page(tmp_path, batches))[3][1:] == ("missing", "")


def test_a_share_of_matches_is_shown_with_its_interval(tmp_path):
    won = {"Solenia, 64 simulations against 16": {"share": 0.79, "low": 0.67, "high": 0.88}}
    text = page(tmp_path, part("growth", {}, won=won))

    assert "| Solenia, 64 simulations against 16 | 79 % | 67 % – 88 % |" in text


def test_the_recorded_page_is_the_one_of_the_recorded_figures(tmp_path):
    for file in BENCH.glob("*.json"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    results.write_page(tmp_path)

    assert (tmp_path / "RESULTS.md").read_text("utf-8") == (BENCH / "RESULTS.md").read_text("utf-8")


# Progress


def test_what_is_measured_is_reported_with_how_far_it_is():
    parts = [
        Part("rules", 1, dict),
        Part("first", 3, lambda: rate(1)),
        Part("second", 4, lambda: rate(2)),
    ]
    told = []
    figures = measured(parts, lambda *report: told.append(report))

    assert told == [("rules", 0, 8), ("first", 1, 8), ("second", 4, 8)]
    assert figures == {"first": rate(1), "second": rate(2)}


def test_a_script_says_how_far_it_is_and_the_time_left(capsys, monkeypatch):
    import pace

    now = iter([0, 0, 30])
    monkeypatch.setattr(pace, "monotonic", lambda: next(now))
    one = pace.Pace(100)
    one.begin("this")
    one.end(10)
    one.begin("that")  # which took three times what was expected

    assert capsys.readouterr().err.splitlines() == [
        "  0 %  this … about 2 min left",
        " 10 %  that … about 3 min left",
    ]


# Beside others


def test_steps_alone_are_named_so_and_each_ratio_says_what_both_sides_do():
    import beside

    alone, *ratios = beside.aims(BESIDE)

    assert "steps alone" in alone
    assert "choosing actions is not in the time" in alone
    assert len(ratios) == 4
    for ratio in ratios:
        assert "the games differ" in ratio
        assert ("list all" in ratio) == ("OpenSpiel" in ratio)
        assert ("on the CPU only" in ratio) == ("Pgx" in ratio)


def test_a_peer_that_cannot_be_installed_is_told_of(monkeypatch, tmp_path, capfd):
    import beside

    monkeypatch.setenv("SUNROOM_CACHE", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")  # nobody is asked for it, with or without a network
    nobody = beside.Peer("Nobody", "peer_nobody.py", ("sunroom-no-such-package==1.0",), 1, 1)
    monkeypatch.setattr(beside, "PEERS", (nobody,))
    monkeypatch.setattr(beside, "told_by", lambda *_: ({"Sunroom": rate(1)}, True))
    figures, missing, versions = beside.measured()

    assert missing == ["Nobody is missing: it could not be installed here."]
    assert versions == {}
    assert list(figures) == ["Sunroom"]
    assert "Installing Nobody" in capfd.readouterr().err


def test_a_script_that_fails_or_hangs_keeps_the_figures_it_told(monkeypatch, tmp_path):
    import beside

    line = '{"what": "one", "values": [1, 3, 2], "decisions": 1.0, "unit": "steps/s"}'
    (tmp_path / "fails.py").write_text(f"print({line!r}, flush=True)\nraise SystemExit(3)\n")
    (tmp_path / "hangs.py").write_text(
        f"print({line!r}, flush=True)\nimport time\ntime.sleep(60)\n"
    )
    monkeypatch.setattr(beside, "HERE", tmp_path)
    monkeypatch.setattr(beside, "LONGEST", 3)
    heard = []
    for script in ("fails.py", "hangs.py"):
        told, well = beside.told_by(sys.executable, script, lambda: heard.append("one"))
        assert told == {"one": {"median": 2, "least": 1, "most": 3, "unit": "decisions/s"}}
        assert not well
    assert heard == ["one", "one"]


def chart():
    import beside

    return ET.fromstring(beside.chart(BESIDE))


def test_the_axis_of_rates_has_whole_decades():
    said = [text.text for text in chart().iter(f"{SVG}text") if text.get("text-anchor") == "middle"]
    powers = [log10(float(n) * {"k": 1e3, "M": 1e6}[unit]) for n, unit in map(str.split, said)]

    assert said[0] == "10 k"
    assert powers == pytest.approx(range(4, 4 + len(powers)))


def test_no_number_of_a_row_lies_on_another():
    from sunroom.arena.charts import LETTER

    rows = {}
    for text in chart().iter(f"{SVG}text"):
        if text.get("text-anchor") == "end":
            right = float(text.get("x"))
            rows.setdefault(text.get("y"), []).append((right - LETTER * len(text.text), right))
    assert sum(len(row) == 3 for row in rows.values()) == len(BESIDE)
    for row in rows.values():
        for (_, right), (left, _) in pairwise(row):
            assert right < left


# Growth


def test_a_share_of_matches_is_known_within_wilsons_interval():
    import growth

    assert growth.wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert growth.wilson(1.0, 60) == pytest.approx((0.9398, 1.0), abs=1e-4)
    assert growth.wilson(0.0, 60) == pytest.approx((0.0, 0.0602), abs=1e-4)


def test_the_chart_of_strength_shows_the_intervals():
    import growth

    shares = {growth.against(64): {"share": 0.79, "low": 0.67, "high": 0.88}}
    picture = ET.fromstring(growth.strength_chart(shares))

    assert "67 % – 88 %" in [text.text for text in picture.iter(f"{SVG}text")]


@pytest.mark.parametrize("busy", [0.2, 1.3])
def test_figures_by_cores_are_not_to_be_trusted_on_a_busy_machine(monkeypatch, busy):
    import growth

    monkeypatch.setattr(growth, "cores", lambda: 2)
    figures = {
        growth.by_cores(n, jobs): rate(jobs * 0.9e6) for n in growth.GAMES for jobs in (1, 2)
    }
    first, *gains = growth.told_of_cores(figures, busy)

    assert ("not to be trusted" in first) == (busy > 1)
    assert ("calm" in first) == (busy < 1)
    assert len(gains) == len(growth.GAMES)
    assert all(re.search(r"65,536 tables: 2 cores give 2.0 times", gain) for gain in gains)


def test_what_else_the_machine_does_is_no_negative_number():
    import growth

    assert growth.others() >= 0


# What is run by hand, and so breaks unseen

ELSEWHERE = {"peer_pgx", "peer_rlcard"}  # these run in environments of their own


@pytest.mark.parametrize(
    "script", sorted(path.stem for path in BENCH.glob("*.py") if path.stem not in ELSEWHERE)
)
def test_every_script_can_be_begun(script):
    import_module(script)


def test_the_proof_of_levels(monkeypatch):
    import proof

    monkeypatch.setattr(proof, "DEALS", 10)
    assert re.fullmatch(
        r"club – novice (\d+\.\d) % of 20", proof.duel(load("soluna"), "club", "novice")
    )
    assert "not measured here" in proof.ladder(load("solaris"))


# Crowds


def test_a_siege_of_some_seconds_loses_nothing(monkeypatch):
    import siege

    if siege.served.postgres_programs() is None:
        pytest.skip("PostgreSQL is not installed here: apt-get install postgresql")
    monkeypatch.setenv("SUNROOM_INTERPRETED", "1")
    monkeypatch.setattr(siege, "CALM", (0.5, 1.0))
    monkeypatch.setattr(siege, "AWAY", (0.1, 0.2))
    monkeypatch.setattr(siege, "UNTOUCHED", 1.0)
    faults = ("worker killed", "database backend killed", "disk full")
    tables = (siege.TABLES[1], siege.TABLES[9])
    besieged, logged = siege.besiege(4, 1, tables=tables, faults=faults, floods=("chat",))

    assert besieged.found == []
    assert besieged.faults
    assert all(player.over for player in besieged.players)
    told = siege.page(besieged, 4, "siege.py", "", logged)
    assert siege.PASSED in told
    assert "| a match is created |" in told


def test_an_attack_of_some_seconds_is_noticed_by_nobody_and_late_is_late(monkeypatch):
    import attacks

    monkeypatch.setenv("SUNROOM_INTERPRETED", "1")
    monkeypatch.setattr(attacks, "SEATS", {"soluna": ("me", "novice")})
    for what, n in {"IDLE": 8, "ANSWERS": 2, "HINTS": 1, "NEWCOMERS": 2}.items():
        monkeypatch.setattr(attacks, what, n)
    trial = attacks.run(["connections"], "sqlite", rounds=1)["connections"]

    assert trial.missed == []
    assert len(attacks.together(trial.crowd.waits, attacks.NOVICE)) == 2
    assert len(attacks.together(trial.crowd.waits, attacks.HINT)) == 1
    assert trial.attack.crowd.answers["flood: half a header"]["opened"] >= 8
    assert attacks.PASSED in attacks.page({"connections": trial}, "SQLite", "attacks.py", "", "0")
    trial.attacked = trial.attacked._replace(aims={attacks.NOVICE: 0.0})
    told = attacks.page({"connections": trial}, "SQLite", "attacks.py", "", "0")
    assert f"{attacks.NOVICE}, 0 s" in told
    assert "| missed |" in told


def test_some_matches_over_the_stream(monkeypatch):
    import streams

    monkeypatch.setenv("SUNROOM_INTERPRETED", "1")
    found, wrong = streams.play(3, seed=5)

    assert wrong == []
    assert found["stored"] > 5


# Two versions in turns


def test_who_begins_changes_and_neighbours_are_compared(monkeypatch, tmp_path):
    import versions

    asked = []

    def told_by(sources, game, *, gpu):
        asked.append(sources)
        return {"steps/s": {"before": 100.0, "now": 150.0}[sources] * len(asked)}

    monkeypatch.setattr(versions, "told_by", told_by)
    before, now = versions.in_turns(("before", "now"), ["soluna"], 2, gpu=False)

    assert asked == ["before", "now", "now", "before"]
    assert (before["steps/s"], now["steps/s"]) == ([100, 400], [300, 450])
    assert versions.row("steps/s", [100, 400], [300, 450]).split(" | ")[1:4] == [
        "250",
        "375",
        "2.062",
    ]
    assert versions.commit_of(tmp_path) == tmp_path.name


@pytest.mark.skipif(not runner.available(), reason="without numba nothing is compiled")
def test_one_version_says_what_it_does(monkeypatch, capsys):
    import peer_version

    monkeypatch.setattr(peer_version, "SECONDS", 0.01)
    monkeypatch.setattr(peer_version, "on_one_core", lambda: None)
    peer_version.on_cpu(load("soluna"))

    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["unit"] for one in told] == ["steps/s", "decisions/s", "simulations/s"]
    assert all(one["values"][0] > 0 for one in told)
