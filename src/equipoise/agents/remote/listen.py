"""Sockets that wait for a client, on this machine unless another address is given."""

from __future__ import annotations

import socket

from equipoise.base.errors import InputError

LOCALHOST = "127.0.0.1"


def listen(host: str, port: int = 0) -> socket.socket:
    """A listening socket; port 0: a free port chosen by the system."""
    where = f"{host}:{port}"
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address[:2], family=family, backlog=1)
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"cannot listen there ({why})", "address", where, expected="a free port of this machine"
        ) from None
