"""Where a server listens, known before anything large is imported: the address is told at once."""

from __future__ import annotations

import ipaddress
import secrets
import socket

from equipoise.base.errors import InputError, argument

PORT = 8737
#: a token to use instead of a new one, for scripts and tests that start the server again
TOKEN_VARIABLE = "EQUIPOISE_TOKEN"
_TRIES = 20


def new_token() -> str:
    """A token of 128 random bits."""
    return secrets.token_urlsafe(16)


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


def address(listener: socket.socket, host: str, token: str) -> str:
    """What a browser opens."""
    port = listener.getsockname()[1]
    name = "127.0.0.1" if host in ("0.0.0.0", "") else "[::1]" if host == "::" else host
    if ":" in name and not name.startswith("["):
        name = f"[{name}]"
    return f"http://{name}:{port}/?token={token}"
