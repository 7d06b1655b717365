"""The web application, put together."""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import structlog
from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import (
    ClientException,
    HTTPException,
    InternalServerException,
    ValidationException,
)
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Reference, SecurityScheme
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, Receive, Scope, Send
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from sunroom.players.workers import end_with_parent
from sunroom.rules.words import Refusal
from sunroom.server.backend import Backend
from sunroom.server.http import HANDLERS, connection
from sunroom.server.http.request import Problem, language_of
from sunroom.server.http.socket import socket
from sunroom.server.limits import CONNECTIONS
from sunroom.server.lobby.links import game_at
from sunroom.server.refusals import (
    Away,
    BadRequest,
    ComeAgain,
    ForeignHost,
    TooLarge,
    Unknown,
    rules_of,
)
from sunroom.server.security import is_ours, keep_keys_out_of_the_log, with_headers
from sunroom.server.store import database
from sunroom.server.store.store import Unavailable
from sunroom.server.wire import LARGEST_BODY
from sunroom.table.refusals import status_of

from . import descriptors, logs

log = structlog.get_logger()
HANDED_ON = "SUNROOM_SERVER"  # the variable in which workers find their settings
SIGNED_IN: dict[str, SecurityScheme | Reference] = {
    "token": SecurityScheme(
        type="http",
        scheme="bearer",
        description="The token of POST /api/me; browsers have a cookie.",
    )
}
PAGE = Path(__file__).parents[1] / "page"


class Settings(msgspec.Struct):
    """How a server runs. Workers get it through the environment."""

    database: str
    secret: str
    folder: str  # for boxes
    thinkers: int = 1
    limit: float = 50.0  # requests a second from one address
    quiet: bool = False
    host_names: tuple[str, ...] = ()  # what the server goes by; any name where none is said

    @classmethod
    def of_environment(cls) -> Settings:
        return msgspec.json.decode(os.environ[HANDED_ON], type=cls)

    def hand_on(self) -> None:
        os.environ[HANDED_ON] = msgspec.json.encode(self).decode()


def from_environment() -> Any:
    """What uvicorn calls in every worker."""
    end_with_parent()
    settings = Settings.of_environment()
    logs.set_up(quiet=settings.quiet)
    connection.OPEN.most = descriptors.most_connections()
    connection.OPEN.of_address.most = CONNECTIONS.address if settings.limit else 0
    return build(settings)


def build(settings: Settings) -> Any:
    """The application; all games are loaded before it listens."""
    keep_keys_out_of_the_log()
    backend = Backend(
        database.store(settings.database), settings.secret, Path(settings.folder),
        thinkers=settings.thinkers, limit=settings.limit,
    )  # fmt: skip
    boxes = backend.boxes

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        boxes.load_all()
        settle_memory()
        await backend.open()
        backend.thinkers.start()
        backend.chores.later(boxes.warm_up())
        try:
            yield
        finally:
            await backend.close()

    app = Litestar(
        [*HANDLERS, socket, livez, healthz, metrics, index, home, at_table, worker, static_files()],
        lifespan=[opened],
        state=State({"backend": backend}),
        exception_handlers={
            Refusal: refuse,
            Unavailable: refuse_unavailable,
            HTTPException: refuse_http,
            Exception: fail,
        },
        openapi_config=DESCRIPTION,
        request_class=JsonRequest,
        request_max_body_size=2 * LARGEST_BODY,
        compression_config=CompressionConfig(backend="gzip", exclude=["/stream"]),
        logging_config=None,
    )  # fmt: skip
    return with_headers(only_for(app, settings.host_names) if settings.host_names else app)


DESCRIPTION = OpenAPIConfig(
    title="Sunroom", version="1", path="/api/schema",
    description="Matches for programs: create, join, move, and a stream of what happens.",
    render_plugins=[JsonRenderPlugin()],
    components=Components(security_schemes=SIGNED_IN), security=[{"token": []}, {}],
)  # fmt: skip


def settle_memory() -> None:
    """What is here before anybody comes stays; whoever plays does not wait until it has been looked
    through for garbage again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


class JsonRequest(Request[Any, Any, Any]):
    async def json(self) -> Any:
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError) as why:  # Litestar takes them for its own
            raise ClientException(str(why)) from None


# Refusals


def refuse(request: Request[Any, Any, Any], why: Refusal) -> Response[Problem]:
    """A sentence for whoever asked; a refused command comes with the state as it is."""
    said = why.say(language_of(request))
    text = said.encode("utf-8", "replace").decode()  # half characters cannot be sent back
    problem = Problem(why.message.id, text, rules_of(why))
    problem.state = getattr(request.state, "shown", None)
    headers = {"retry-after": str(why.after)} if isinstance(why, ComeAgain) else {}
    return Response(problem, status_code=status_of(why), headers=headers)


def only_for(app: ASGIApp, names: Collection[str]) -> ASGIApp:
    """The application for whoever asks for it by one of its names."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if "headers" not in scope or is_ours(scope["headers"], names):
            await app(scope, receive, send)
        elif scope["type"] == ScopeType.HTTP:
            request = JsonRequest(scope, receive, send)
            why = ForeignHost("foreign_host", text=request.headers.get("host", ""))
            answer = refuse(request, why).to_asgi_response(None, request)
            await answer(scope, receive, send)
        else:  # before it is accepted: a 403
            await send({"type": "websocket.close", "code": 1008, "reason": ""})

    return guarded


def refuse_unavailable(request: Request[Any, Any, Any], _: Unavailable) -> Response[Problem]:
    return refuse(request, Away("database_away"))


def refuse_http(request: Request[Any, Any, Any], why: HTTPException) -> Response[Problem]:
    """What Litestar itself refuses: unknown pages, bodies that do not fit their types."""
    if isinstance(why, ValidationException | ClientException) and why.status_code == 400:
        parts = why.extra if isinstance(why.extra, list) else []
        details = "; ".join(str(part.get("message", "")) for part in parts)
        return refuse(request, BadRequest("not_understood", why=f"{why.detail} {details}".strip()))
    if why.status_code == 404:
        return refuse(request, Unknown("no_page"))
    if why.status_code == 413:
        return refuse(request, TooLarge("too_long", n=2 * LARGEST_BODY))
    return Response(
        Problem(f"http_{why.status_code}", why.detail), status_code=why.status_code,
        headers=why.headers or {},
    )  # fmt: skip


def fail(request: Request[Any, Any, Any], why: Exception) -> Response[Problem]:
    log.error("a request failed", route=request.scope.get("path_template"), exc_info=why)
    text = BadRequest("our_fault").say(language_of(request))
    return Response(Problem("our_fault", text), status_code=500)


# For whoever runs the server


@get("/livez", include_in_schema=False, sync_to_thread=False)
def livez() -> dict[str, bool]:
    """That this process answers at all; nothing else is asked for it."""
    return {"alive": True}


@get("/healthz", include_in_schema=False)
async def healthz(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """Whether moves can be stored."""
    backend: Backend = request.app.state.backend
    if not await backend.health.is_ready():
        return Response({"database": "away"}, status_code=503)
    return Response({"database": "ok", "matches": len(backend.registry.rooms)})


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics() -> Response[bytes]:
    """For Prometheus; over all workers where there are several."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


# The page


def static_files() -> Any:
    missing: Any = dict.fromkeys((InternalServerException, ValueError), not_a_file)
    return create_static_files_router(
        "/page", [PAGE], include_in_schema=False, exception_handlers=missing
    )


def not_a_file(request: Request[Any, Any, Any], _: Exception) -> Response[Problem]:
    """A path that no file system takes."""
    return refuse(request, Unknown("no_page"))


PATHS = [
    "/match/{id:str}/look-back", "/join/{key:str}", "/new/{game:str}", "/archive",
    "/box/{game:str}", "/box/{game:str}/{digest:str}",
    "/rules/{game:str}", "/learn/{game:str}", "/puzzles", "/puzzles/{game:str}",
    "/puzzles/{game:str}/{which:str}",
]  # fmt: skip


@get(PATHS, include_in_schema=False, sync_to_thread=False)
def index() -> Response[bytes]:
    """One page for all: it knows itself where an address leads."""
    return built("index.html", "text/html")


@get("/", include_in_schema=False, sync_to_thread=False)
def home() -> Response[bytes]:
    """The same page; what the start page needs is fetched along with it."""
    return built("home.html", "text/html")


@get("/match/{id:str}", include_in_schema=False)
async def at_table(request: Request[Any, Any, Any], id: FromPath[str]) -> Response[bytes]:
    """The same page; what a table needs is fetched along with it."""
    page = built("match.html", "text/html")
    try:
        game = await game_at(request.app.state.backend.log, id)
    except Away:  # the page opens without the database, and says so
        game = None
    if game is not None:
        more = ahead().get(game, {}).get(language_of(request), "")
        page.content = page.content.replace(b"  </head>", f"{more}  </head>".encode())
    return page


def ahead() -> dict[str, dict[str, str]]:
    """Links to the board and the words of each game, in each language."""
    read: dict[str, dict[str, str]] = msgspec.json.decode((PAGE / "ahead.json").read_bytes())
    return read


@get("/worker.js", include_in_schema=False, sync_to_thread=False)
def worker() -> Response[bytes]:
    """The service worker; from the root, because that is what it looks after."""
    return built("worker.js", "text/javascript")


def built(name: str, kind: str) -> Response[bytes]:
    try:
        return Response((PAGE / name).read_bytes(), media_type=kind)
    except FileNotFoundError:
        raise Away("page_not_built") from None
