"""The server itself: a socket, uvicorn, and an end that waits for nobody."""

from __future__ import annotations

import socket
import subprocess
import sys
import webbrowser
from pathlib import Path

import uvicorn

from equipoise.interfaces.web.app import make_app
from equipoise.interfaces.web.desk import Desk
from equipoise.interfaces.web.guard import Door

_GRACE = 2


class Server(uvicorn.Server):
    """Ends the streams of pages as soon as it is asked to stop."""

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self._desk = desk

    def handle_exit(self, sig: int, frame: object) -> None:
        """Ctrl-C or a request to end."""
        self._desk.hub.stopping.set()
        super().handle_exit(sig, frame)  # type: ignore[arg-type]


def warm_up() -> subprocess.Popen[bytes]:
    """Compile what the first hand needs in a process of its own, so that the page stays quick."""
    return subprocess.Popen(
        [sys.executable, "-m", "equipoise.interfaces.web.warm"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip


def serve(listener: socket.socket, host: str, token: str, folder: Path, browser: str = "") -> None:
    """Serve until Ctrl-C; ``browser`` is an address to open first."""
    desk = Desk(folder)
    app = make_app(desk, Door.of(host, listener.getsockname()[1], token))
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=_GRACE,
        server_header=False, date_header=False, lifespan="on", ws="none",
    )  # fmt: skip
    warming = warm_up()
    if browser:
        webbrowser.open(browser)
    try:
        Server(config, desk).run(sockets=[listener])
    finally:
        if warming.poll() is None:
            warming.terminate()
        warming.wait()
