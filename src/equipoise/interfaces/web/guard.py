"""What every request has to pass before a page or a call sees it.

The danger of a server on this machine is any web page that its user visits, and other users of the
machine. So the name in ``Host`` has to be ours (DNS rebinding), a browser must say that the request
comes from our own page (``Sec-Fetch-Site``, ``Origin``), everything but ``/health`` needs the token
of this start, and what changes something is JSON of limited size, which no form of another site
can send.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 1 << 20
HEALTH = "/health"
_READING = ("GET", "HEAD")
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_EVERYWHERE = ("0.0.0.0", "::")
_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
_NO_TOKEN = (
    "This page needs the token of the running server.\n\n"
    "Open the address that equipoise serve printed; a new start has a new one.\n"
)


@dataclass(frozen=True)
class Door:
    """Who may come in: the port, the names of this machine, and the token."""

    port: int
    token: str
    names: tuple[str, ...] = _LOOPBACK
    anywhere: bool = False

    @classmethod
    def of(cls, host: str, port: int, token: str) -> Door:
        """The door of an address to listen at.

        A browser may know a server on all addresses by any name, so there only the token decides:
        a name that leads here by rebinding has no cookie of ours.
        """
        plain = f"[{host}]" if ":" in host else host
        return cls(port, token, tuple(dict.fromkeys((*_LOOPBACK, plain))), host in _EVERYWHERE)

    def is_named(self, host: str) -> bool:
        """True if a ``Host`` header is a name of this server."""
        name, colon, port = host.rpartition(":")
        if not colon or name.endswith(":"):
            name, port = host, "80"
        return port == str(self.port) and (self.anywhere or name in self.names)

    @property
    def cookie(self) -> str:
        """The name of the cookie; it has the port, because cookies are shared by all ports."""
        return f"equipoise-{self.port}"

    def knows(self, token: str) -> bool:
        """True for the token of this start, compared in constant time."""
        return hmac.compare_digest(token.encode(), self.token.encode())


class Guard:
    """The middleware that refuses, and adds the headers of safety to every answer."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self.app, self.door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request here, or hand it on."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return None  # no web sockets here
        refusal = self._refusal(scope)
        if refusal is not None:
            return await refusal(scope, receive, _dressed(send))
        if scope["method"] not in _READING:
            body = await _body(receive)
            if body is None:
                refusal = _refused(413, f"a body of more than {LARGEST_BODY:,} bytes")
                return await refusal(scope, receive, _dressed(send))
            receive = _replayed(body, receive)
        return await self.app(scope, receive, _dressed(send))

    def _refusal(self, scope: Scope) -> Response | None:
        headers = _headers(scope)
        host = headers.get("host", "").lower()
        if not self.door.is_named(host):
            return _refused(400, "this name is not one of this server")
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return _refused(403, "requests of other sites are refused")
        reading = scope["method"] in _READING
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return _refused(403, "requests of other sites are refused")
        if scope["path"] == HEALTH:
            return None if reading else _refused(405, "this address is only read")
        given = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token")
        if given and scope["path"] == "/" and reading:
            return self._welcome(given[-1])
        if not self._is_known(headers):
            return PlainTextResponse(_NO_TOKEN, 401)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if not reading and kind != "application/json":
            return _refused(415, "what changes something is sent as application/json")
        return None

    def _welcome(self, token: str) -> Response:
        """The token of the address becomes a cookie, and leaves the address."""
        if not self.door.knows(token):
            return PlainTextResponse(_NO_TOKEN, 401)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(
            self.door.cookie, self.door.token, path="/", httponly=True, samesite="strict"
        )
        return answer

    def _is_known(self, headers: MutableMapping[str, str]) -> bool:
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return self.door.knows(token.strip())
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(headers.get("cookie", ""))
        except Exception:
            return False
        found = cookies.get(self.door.cookie)
        return found is not None and self.door.knows(found.value)


def _headers(scope: Scope) -> dict[str, str]:
    """Headers by name; of those that decide, none may come twice: then it is as if it were wrong.

    >>> _headers({"headers": [(b"host", b"a"), (b"host", b"b")]})["host"]
    'a, b'
    """
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found


def _refused(code: int, why: str) -> Response:
    return PlainTextResponse(f"{why}\n", code)


async def _body(receive: Receive) -> bytes | None:
    """The whole body; None where it is too long."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST_BODY:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _dressed(send: Send) -> Send:
    """Send with the headers of safety on every answer."""

    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            more: Iterable[tuple[bytes, bytes]] = (
                (name.encode(), value.encode()) for name, value in _HEADERS.items()
            )
            headers: list[Any] = list(message["headers"])
            headers += [pair for pair in more if pair[0] not in present]
            if b"cache-control" not in present:
                headers.append((b"cache-control", b"no-store"))
            message = {**message, "headers": headers}
        await send(message)

    return dressed
