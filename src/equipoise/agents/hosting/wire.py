"""A channel between two processes for plain data: length-prefixed JSON objects.

Nothing is ever unpickled, and nothing longer than ``MOST_BYTES`` is read, except the source of an
agent, which its host receives first.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from time import monotonic
from typing import Any

#: longest message: a generator's state takes 7 kB, a hand of a thousand raises about as much
MOST_BYTES = 1 << 22
#: longest message with an agent's source
MOST_SOURCE_BYTES = 1 << 25
_HEAD = 4
_CHUNK = 1 << 16
_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)

Message = dict[str, Any]


class ChannelError(Exception):
    """The other side is gone, silent, or sent an invalid message."""


class ClosedError(ChannelError):
    """The other side has closed the channel."""


class SilentError(ChannelError):
    """Nothing was received or accepted in time."""


class Channel:
    """One end of a connected stream socket."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._buffer = bytearray()

    def fileno(self) -> int:
        """The file descriptor of the socket."""
        return self._connection.fileno()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def send(
        self,
        message: Mapping[str, object],
        seconds: float | None = None,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        """Send a message; raise ChannelError if it is not received within ``seconds``."""
        data = _ENCODER.encode(message).encode()
        if len(data) > most_bytes:
            raise ChannelError(f"a message of {len(data)} bytes")
        self._connection.settimeout(seconds)
        try:
            self._connection.sendall(len(data).to_bytes(_HEAD, "little") + data)
        except TimeoutError:
            raise SilentError("nothing was read") from None
        except OSError as error:
            raise ClosedError(str(error)) from None

    def receive(self, seconds: float | None = None, most_bytes: int = MOST_BYTES) -> Message:
        """The next message, waiting at most ``seconds``."""
        end = None if seconds is None else monotonic() + seconds
        length = int.from_bytes(self._take(_HEAD, end), "little")
        if length > most_bytes:
            raise ChannelError(f"a message of {length} bytes")
        data = self._take(length, end)
        try:
            message = json.loads(data)
        except (ValueError, RecursionError):
            raise ChannelError("a message that is not JSON") from None
        if not isinstance(message, dict):
            raise ChannelError("a message that is not an object")
        return message

    def _take(self, count: int, end: float | None) -> bytes:
        buffer, connection = self._buffer, self._connection
        while len(buffer) < count:
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                raise SilentError("no answer")
            connection.settimeout(left)
            try:
                data = connection.recv(_CHUNK)
            except TimeoutError:
                raise SilentError("no answer") from None
            except OSError as error:
                raise ClosedError(str(error)) from None
            if not data:
                raise ClosedError("closed")
            buffer += data
        taken = bytes(buffer[:count])
        del buffer[:count]
        return taken
