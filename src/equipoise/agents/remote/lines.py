"""Lines of text over a stream socket: a deadline for each, and a bound on their length."""

from __future__ import annotations

import os
import select
import socket
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from equipoise.agents.hosting.wire import ClosedError, SilentError

#: bytes of a line; the reference dealer has 4,096, which long no-limit betting exceeds
LONGEST_LINE = 1 << 16
END = b"\r\n"
FOREVER = float("inf")
_CHUNK = 1 << 16
_MOST_CHUNKS = 64  # bytes read from a client after the end of the connection
_SOON = 1.0  # milliseconds to wait for a line before ``idle`` is called
#: seconds of polling before sleeping: waking up costs about as much as a fast client takes, more
#: on virtual machines (docs/decisions/acpc-dealer.md)
_LOOKING = 200e-6
#: lets other processes run; not every system has it
_give_way: Callable[[], None] = getattr(os, "sched_yield", lambda: None)


def _nothing() -> None:
    pass


class LineConnection:
    """One end of a connection; the other end may send anything, or nothing.

    Lines to send are queued, so that several leave in one packet.
    """

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        with suppress(OSError):  # not a TCP socket
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connection = connection
        self._poll = select.poll()
        self._poll.register(connection, select.POLLIN)
        self._buffer = bytearray()
        self._searched = 0  # bytes of the buffer already searched for an end of line
        self._is_skipping = False  # skip the rest of a line that was too long
        self._pending = b""
        self._waited = 0.0  # seconds for the bytes before

    def queue(self, data: bytes) -> None:
        """Queue bytes for the next :meth:`send` or :meth:`flush`."""
        self._pending += data

    def flush(self) -> None:
        """Send what can be sent without waiting; a closed connection is detected later."""
        if self._pending:
            try:
                sent = self._connection.send(self._pending)
            except OSError:
                return
            self._pending = self._pending[sent:]

    def send(self, deadline: float = FOREVER) -> None:
        """Send all that is queued, by a deadline of the monotonic clock."""
        while self._pending:
            try:
                sent = self._connection.send(self._pending)
            except BlockingIOError:
                self._await_room(deadline)
                continue
            except OSError as error:
                raise ClosedError(str(error)) from None
            self._pending = self._pending[sent:]

    def _await_room(self, deadline: float) -> None:
        room = select.poll()
        room.register(self._connection, select.POLLOUT)
        if not room.poll(_milliseconds(deadline)):
            raise SilentError("nothing was read")

    def line(self, deadline: float = FOREVER, idle: Callable[[], None] = _nothing) -> bytes:
        """The next line without its end, by a deadline; truncated if too long.

        ``idle`` is called when there is nothing to read for a moment.
        """
        buffer = self._buffer
        while True:
            if not buffer:
                data = self._receive(deadline, idle)
                if data and data.find(b"\n") == len(data) - 1 and not self._is_skipping:
                    return data[:-1].rstrip(b"\r")  # usually one whole line
                buffer += data
            end = buffer.find(b"\n", self._searched)
            if end >= 0:
                line, was_skipping = bytes(buffer[:end]), self._is_skipping
                del buffer[: end + 1]
                self._searched, self._is_skipping = 0, False
                if not was_skipping:
                    return line.rstrip(b"\r")
                continue
            if len(buffer) > LONGEST_LINE:
                line, was_skipping = bytes(buffer[:LONGEST_LINE]), self._is_skipping
                buffer.clear()
                self._searched, self._is_skipping = 0, True
                if not was_skipping:
                    return line
                check_time(deadline)
                continue
            self._searched = len(buffer)
            check_time(deadline)  # a client that never stops sending must not block forever
            buffer += self._receive(deadline, idle)

    def _receive(self, deadline: float, idle: Callable[[], None]) -> bytes:
        """The bytes received, waiting for some; polls first if the other end was fast before."""
        ready, started = self._poll.poll, monotonic()
        looking = self._waited < _LOOKING
        while not ready(0):
            if looking and monotonic() - started < _LOOKING:
                _give_way()
                continue
            if not ready(_SOON):
                idle()
                if not ready(_milliseconds(deadline)):
                    raise SilentError("no answer")
            break
        self._waited = monotonic() - started
        try:
            data = self._connection.recv(_CHUNK)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise ClosedError(str(error)) from None
        if not data:
            raise ClosedError("closed")
        return data

    def close(self, seconds: float = 0.0) -> None:
        """Close the connection; the other end has ``seconds`` to read what is still queued.

        Unread input is read: otherwise the system would reset the connection, and the last lines
        could be lost.
        """
        with suppress(OSError, ClosedError, SilentError):
            if seconds:
                self.send(monotonic() + seconds)
            self._connection.shutdown(socket.SHUT_WR)
            for _ in range(_MOST_CHUNKS):
                if not self._connection.recv(_CHUNK):
                    break
        self._connection.close()


def check_time(deadline: float) -> None:
    """Raise ``SilentError`` if a deadline has passed."""
    if monotonic() > deadline:
        raise SilentError("no answer")


def _milliseconds(deadline: float) -> float | None:
    """Milliseconds until a deadline, for ``poll``; None for no deadline."""
    return None if deadline == FOREVER else max(0.0, (deadline - monotonic()) * 1000)
