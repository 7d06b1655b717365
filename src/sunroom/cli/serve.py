"""Opening the table in a browser: at home, in the network, or for many."""

from __future__ import annotations

import os
import sys
import webbrowser
from threading import Thread

from sunroom.engine.referee import cores
from sunroom.rules.catalogue import FOLDERS
from sunroom.server.app.run import ANYWHERE, LOOPBACK, AlreadyRunning, Plan
from sunroom.server.app.run import serve as run
from sunroom.server.store import database

from .files import data_folder
from .voice import escaped, show, words


def usual_database() -> str:
    return str(data_folder() / database.FILE)


def at_home(*, lan: bool, port: int | None, browser: bool) -> None:
    """For a family on one machine: one address, and the browser opens by itself."""
    plan = Plan(
        usual_database(), data_folder(), host=ANYWHERE if lan else LOOPBACK, port=port,
        thinkers=max(cores() - 1, 2), quiet=True,
    )  # fmt: skip

    def listening(address: str) -> None:
        show(f"[bold yellow]☀[/] [bold]Sunroom[/]  {words('open_at', text=address)}")
        if lan:
            show_code(address)
        show(f"[dim]{words('how_to_stop')}[/]")
        if browser:
            Thread(target=open_browser, args=[address], daemon=True).start()

    try:
        run(plan, listening)
    except AlreadyRunning as there:
        show(words("already_open", text=escaped(str(there))))
        if port is not None or os.environ.get(FOLDERS):
            show(words("close_it_first"))
        if browser:
            open_browser(str(there))


def open_browser(address: str) -> None:
    """Where there is a screen: a browser for the terminal would take it over."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if screen or sys.platform in ("darwin", "win32"):
        webbrowser.open(address)


def show_code(address: str) -> None:
    """The address as a QR code, for phones."""
    import segno

    show(words("for_phones"))
    segno.make(address, micro=False).terminal(compact=True, border=2)


def for_many(
    url: str | None, *, host: str, port: int, workers: int, thinkers: int, limit: float,
    proxies: str, host_names: tuple[str, ...],
) -> None:  # fmt: skip
    plan = Plan(
        url or usual_database(), data_folder(), host=host, port=port, workers=workers,
        thinkers=thinkers, limit=limit, proxies=proxies,
        host_names=host_names,
    )  # fmt: skip
    try:
        run(plan, lambda address: show(f"Sunroom {words('open_at', text=address)}"))
    except AlreadyRunning as there:
        show(words("already_open", text=escaped(str(there))))
        raise SystemExit(1) from None
