"""The server itself: a socket, uvicorn, and an end that waits for nobody."""

from __future__ import annotations

import ipaddress
import socket
import subprocess
import sys
import webbrowser
from pathlib import Path

import uvicorn

from equipoise.base.errors import InputError, argument
from equipoise.interfaces.web.app import make_app
from equipoise.interfaces.web.desk import Desk
from equipoise.interfaces.web.guard import Door

PORT = 8737
_TRIES = 20
_GRACE = 2


def is_loopback(host: str) -> bool:
    """True for an address that only this machine reaches."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens; without a port the usual one, or the next that is free."""
    wanted = [port] if port is not None else [*range(PORT, PORT + _TRIES), 0]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    reason = ""
    for one in wanted:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, one))
            listener.listen(128)
        except OSError as error:
            listener.close()
            reason = error.strerror or str(error)
            continue
        return listener
    place = host if port is None else f"{host}:{port}"
    raise InputError(
        f"cannot listen at {place}: {reason}", argument("port"), expected="another port, or none"
    )


class Server(uvicorn.Server):
    """Ends the streams of pages as soon as it is asked to stop."""

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self._desk = desk

    def handle_exit(self, sig: int, frame: object) -> None:
        """Ctrl-C or a request to end."""
        self._desk.hub.stopping.set()
        super().handle_exit(sig, frame)  # type: ignore[arg-type]


def address(listener: socket.socket, host: str, token: str) -> str:
    """What a browser opens."""
    port = listener.getsockname()[1]
    name = "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host == "::" else host
    if ":" in name and not name.startswith("["):
        name = f"[{name}]"
    return f"http://{name}:{port}/?token={token}"


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
