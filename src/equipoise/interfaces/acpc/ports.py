"""Ports for clients: one per player, on this machine unless another address is given."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Sequence
from time import monotonic

from equipoise.agents.remote.game_query import answer, answering
from equipoise.agents.remote.lines import FOREVER
from equipoise.agents.remote.listen import listen
from equipoise.base.errors import InputError, UnsolvedError

_TRIES = 10


class Ports:
    """The listening sockets of a match, in the order of players."""

    def __init__(self, host: str, ports: Sequence[int], players: int) -> None:
        if ports and len(ports) != players:
            raise InputError(f"{len(ports)} ports", expected=f"{players} players have one each")
        self._sockets: list[socket.socket] = []
        self._questions: list[socket.socket] = []
        try:
            for port in ports or (0,) * players:
                self._listen(host, port)
        except BaseException:
            self.close()
            raise

    def _listen(self, host: str, port: int) -> None:
        """Listen for a client and for game queries; a free port must be free for both."""
        for number in range(1 if port else _TRIES):
            listening = listen(host, port)
            questions = answering(listening)
            if questions is not None or port or number == _TRIES - 1:
                break
            listening.close()
        self._sockets.append(listening)
        self._questions += [] if questions is None else [questions]

    @property
    def numbers(self) -> list[int]:
        """The ports."""
        return [int(one.getsockname()[1]) for one in self._sockets]

    def accept(self, seconds: float | None, game: bytes) -> list[socket.socket]:
        """A connection for each player; an error if a client does not connect in time.

        Game queries before the connection are answered with ``game``.
        """
        deadline = FOREVER if seconds is None else monotonic() + seconds
        found: dict[int, socket.socket] = {}
        try:
            with selectors.DefaultSelector() as ready:
                for number, one in enumerate(self._sockets):
                    ready.register(one, selectors.EVENT_READ, number)
                for one in self._questions:
                    ready.register(one, selectors.EVENT_READ, one)
                while len(found) < len(self._sockets):
                    left = None if deadline == FOREVER else deadline - monotonic()
                    if left is not None and left <= 0:
                        missing = [n + 1 for n in range(len(self._sockets)) if n not in found]
                        raise UnsolvedError(
                            f"player {missing[0]} did not connect within {seconds:g} s"
                        )
                    for key, _ in ready.select(left):
                        if isinstance(key.data, socket.socket):
                            answer(key.data, game)
                            continue
                        found[key.data], _ = self._sockets[key.data].accept()
                        ready.unregister(key.fileobj)
        except BaseException:
            for connection in found.values():
                connection.close()
            raise
        return [found[number] for number in range(len(found))]

    def close(self) -> None:
        """Close the listening sockets."""
        for one in (*self._sockets, *self._questions):
            one.close()
