"""Pictures of all pages, for people to look at: `python docs/screens.py FOLDER`.

At the sizes of a phone, a tablet and a desk, in both themes and languages; `--only TEXT` takes the
files whose name contains it, like `table-solaris` or `360x740-dark`. A server of its own is started.
With `--readme` it makes the pictures that README.md shows, in docs/pictures.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))  # for `served` and `browser`

SIZES = [(360, 740), (768, 1024), (1440, 900)]
THEMES = ["light", "dark"]
LANGUAGES = ["en", "de"]
SEATS = {"soluna": 2, "solenia": 2, "solaris": 3, "guild-solo": 1}
MOVES = 14  # that a table has behind it
QUIET = "localStorage['sunroom.sounds'] ??= 'false'"  # or the first table asks
SETTLE = 900  # milliseconds until nothing moves any more


class House:
    """Matches as far as pictures need them, played by one person over the API."""

    def __init__(self, request: Any) -> None:
        self.request = request
        self.ask("POST", "/api/me", {"name": "Ada"})

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        answer = self.request.fetch(path, method=method, data=data)
        if not answer.ok:
            sys.exit(f"{method} {path}: {answer.text()}")
        return answer.json()

    def match(self, game: str, kinds: list[str], moves: int = 0, **options: str) -> str:
        seats = [
            {"kind": "ai", "level": "novice"} if kind == "ai" else {"kind": kind} for kind in kinds
        ]
        id = str(
            self.ask("POST", "/api/matches", {"game": game, "seats": seats, "options": options})[
                "id"
            ]
        )
        chance = random.Random(3)
        tries = 0
        while moves > 0 and tries < 2000:
            state = self.ask("GET", f"/api/matches/{id}")["state"]
            tries += 1
            if state["status"] != "playing":
                break
            if state.get("legal") and (state["turn"] < 0 or kinds[state["turn"]] == "me"):
                self.ask(
                    "POST",
                    f"/api/matches/{id}/moves",
                    {"text": chance.choice(state["legal"]), "version": state["n"]},
                )
                moves -= 1
        return id


def pages(house: House) -> Iterator[tuple[str, str]]:
    """Every page by a name for its picture, and where it is."""
    yield "home", "/"
    yield "archive", "/archive"
    yield "puzzles", "/puzzles"
    for game, seats in SEATS.items():
        yield f"new-{game}", f"/new/{game}"
        yield f"rules-{game}", f"/rules/{game}"
        yield f"learn-{game}", f"/learn/{game}"
        id = house.match(game, ["me", *["ai"] * (seats - 1)], MOVES)
        yield f"table-{game}", f"/match/{id}"
    waiting = house.match("soluna", ["me", "open"])
    yield "gathering", f"/match/{waiting}"
    yield (
        "join",
        "/join/" + house.ask("POST", f"/api/matches/{waiting}/links", {"kind": "invite"})["key"],
    )
    over = house.match("soluna", ["me", "me"], 100, rounds="single")
    yield "end", f"/match/{over}"
    yield "look-back", f"/match/{over}/look-back"


def take(browser: Any, address: str, folder: Path, only: str) -> int:
    kept = browser.new_context(base_url=address)
    where = list(pages(House(kept.request)))
    cookies = kept.storage_state()
    kept.close()
    taken = 0
    for width, height in SIZES:
        for theme in THEMES:
            for language in LANGUAGES:
                names = {
                    name: f"{name}-{width}x{height}-{theme}-{language}.png" for name, _ in where
                }
                if not any(only in file for file in names.values()):
                    continue
                context = browser.new_context(
                    base_url=address, storage_state=cookies, locale=language, color_scheme=theme,
                    viewport={"width": width, "height": height}, has_touch=width < 500,
                )  # fmt: skip
                context.add_init_script(QUIET)
                page = context.new_page()
                for name, path in where:
                    if only in names[name]:
                        page.goto(path)
                        page.wait_for_load_state("networkidle")
                        page.wait_for_timeout(SETTLE)
                        page.screenshot(path=folder / names[name])
                        taken += 1
                context.close()
    return taken


def for_readme(browser: Any, address: str, folder: Path, _: str) -> int:
    """The start page and the four tables, small enough to be kept."""
    context = browser.new_context(
        base_url=address, color_scheme="light", viewport={"width": 1440, "height": 900}
    )
    context.add_init_script(QUIET)
    wanted = {"home": "home"} | {f"table-{game}": game for game in SEATS}
    where = [(wanted[name], path) for name, path in pages(House(context.request)) if name in wanted]
    page = context.new_page()
    for name, path in where:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(SETTLE)
        page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=80)
    context.close()
    return len(where)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "docs/pictures")
    parser.add_argument("--only", default="")
    parser.add_argument("--readme", action="store_true")
    asked = parser.parse_args()
    work = for_readme if asked.readme else take
    from playwright.sync_api import sync_playwright

    from browser import CHROMIUM
    from served import Served

    if CHROMIUM is None:
        sys.exit("Chromium is not installed here: apt-get install chromium")
    subprocess.run([sys.executable, ROOT / "web/build.py"], check=True)  # noqa: S603
    asked.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="sunroom-screens-") as data,
        Served(data) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        taken = work(browser, server.address, asked.folder, asked.only)
        print(f"{taken} pictures in {asked.folder}")
        browser.close()


if __name__ == "__main__":
    main()
