"""The application: guard, calls, stream of events, and the files of the page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from equipoise.base.version import __version__
from equipoise.interfaces.web.calls import answer, endpoint
from equipoise.interfaces.web.desk import Desk
from equipoise.interfaces.web.guard import HEALTH, Door, Guard
from equipoise.interfaces.web.routes import CALLS

STATIC = Path(__file__).with_name("static")


def make_app(desk: Desk, door: Door) -> Starlette:
    """The application of a desk behind a door."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        desk.start()
        yield
        await run_in_threadpool(desk.close)

    routes: list[BaseRoute] = [
        Route("/", _page, methods=["GET"]),
        Route(HEALTH, _health, methods=["GET"]),
        Route("/api/events", _events, methods=["GET"]),
        *(Route(path, endpoint(call), methods=[method]) for method, path, call in CALLS),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, middleware=[Middleware(Guard, door=door)])
    app.state.desk = desk
    return app


async def _page(request: Request) -> Response:
    return FileResponse(STATIC / "index.html", media_type="text/html")


async def _health(request: Request) -> Response:
    return answer({"equipoise": __version__, "run": request.app.state.desk.hub.run})


async def _events(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    last = request.headers.get("last-event-id") or request.query_params.get("since", "")
    stream = desk.hub.stream(last)
    return StreamingResponse(stream, media_type="text/event-stream")
