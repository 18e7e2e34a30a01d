"""The dealer's end of one client: its version, the states it is sent, the answers it gives.

Client input is untrusted: an answer counts only after the state it responds to, other lines are
skipped with a warning, and everything has a deadline.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from equipoise.agents.hosting.wire import ChannelError
from equipoise.agents.remote.lines import END, FOREVER, LineConnection, check_time
from equipoise.base.errors import one_line

VERSION = b"VERSION:2.0.0"
_VERSION = re.compile(rb"VERSION:([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})")
_LONGEST_WORDS = 100

Warn = Callable[[str], None]
#: called for every line: whether it was sent to the client, and the line
Trace = Callable[[bool, bytes], None]


class VersionError(ChannelError):
    """A client whose first line is not a version of the protocol."""


def _ignore(words: str) -> None:
    del words


class ClientSeat:
    """A client at the table.

    ``warn`` gets a text for irregular input. A missed deadline raises ``SilentError``, a closed
    connection ``ClosedError``.
    """

    def __init__(
        self,
        connection: LineConnection,
        warn: Warn = _ignore,
        trace: Trace | None = None,
    ) -> None:
        self._connection, self._warn, self._trace = connection, warn, trace

    def greet(self, deadline: float = FOREVER) -> None:
        """Read the version."""
        line = self._connection.line(deadline)
        if self._trace is not None:
            self._trace(False, line)
        match = _VERSION.match(line)
        if match is None:
            raise VersionError(f"its first line is {_shown(line)}; expected {VERSION.decode()}")
        if int(match[1]) != 2 or int(match[2]) > 0:
            self._warn(f"speaks version {match[0].decode()[8:]}; this dealer speaks 2.0.0")

    def tell(self, state: bytes) -> None:
        """Queue a state; it is sent with the next decision or :meth:`flush`."""
        if self._trace is not None:
            self._trace(True, state)
        self._connection.queue(state + END)

    def flush(self) -> None:
        """Send queued states as far as possible without waiting."""
        self._connection.flush()

    def ask(
        self, state: bytes, deadline: float = FOREVER, idle: Callable[[], None] = lambda: None
    ) -> bytes:
        """The client's answer to the last state; empty if it contains no action.

        ``idle`` is called when there is nothing to read for a moment.
        """
        connection = self._connection
        connection.send(deadline)
        while True:
            line = connection.line(deadline, idle)
            if self._trace is not None:
                self._trace(False, line)
            if line.startswith(state):
                rest = line[len(state) :]
                return rest[1:] if rest.startswith(b":") else b""
            if not line.startswith((b"#", b";")):
                self._warn(f"a line that answers nothing is ignored: {_shown(line)}")
            check_time(deadline)

    def close(self, seconds: float = 0.0) -> None:
        """Close the connection; the client has ``seconds`` to read the last states."""
        self._connection.close(seconds)


def _shown(line: bytes) -> str:
    return repr(one_line(line[: 2 * _LONGEST_WORDS].decode("ascii", "replace"), _LONGEST_WORDS))
