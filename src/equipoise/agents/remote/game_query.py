"""The game of one of our dealers: queried by a datagram to the port before a client connects.

Match states do not name the game, and the protocol has no query for it. A comment on the connection
would be legal, but not every dealer skips comments. Datagrams leave the connection alone: other
dealers refuse or ignore them.
"""

from __future__ import annotations

import socket
from contextlib import suppress

from equipoise.base.errors import printable
from equipoise.formats.acpc.game import write_game
from equipoise.games.rules import GameRules

#: prefix of the name of the game in the answer
GAME_NAME = "# game "
_QUESTION = b"equipoise: which game?"
#: bytes of a query; answers are never longer, so forged senders cannot be flooded
_LENGTH = 1400
_TRY_SECONDS, _TRIES = 0.25, 4


def game_answer(rules: GameRules) -> bytes:
    """The answer: the name of the game and its definition."""
    lines = [GAME_NAME + printable(rules.name)[:100], *write_game(rules).splitlines()]
    return "\n".join(lines).encode()[:_LENGTH]


def answering(listening: socket.socket) -> socket.socket | None:
    """A socket for queries at the address of a listening one; None if it is taken."""
    questions = socket.socket(listening.family, socket.SOCK_DGRAM)
    try:
        questions.bind(listening.getsockname())
        questions.setblocking(False)
    except OSError:
        questions.close()
        return None
    return questions


def answer(questions: socket.socket, text: bytes) -> None:
    """Answer one datagram if it is a query."""
    with suppress(OSError):
        data, sender = questions.recvfrom(_LENGTH + 1)
        if data.startswith(_QUESTION) and len(data) == _LENGTH:
            questions.sendto(text, sender)


def ask_game(host: str, port: int) -> str | None:
    """A dealer's answer, or None; waits at most a second per address."""
    with suppress(OSError, UnicodeError, OverflowError):
        for family, _, _, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM):
            with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect(address)
                if (told := _asked(asking)) is not None:
                    return told
    return None


def _asked(asking: socket.socket) -> str | None:
    """The answer on a connected socket; fails at once if nobody listens."""
    asking.settimeout(_TRY_SECONDS)
    for _ in range(_TRIES):
        asking.send(_QUESTION.ljust(_LENGTH))
        with suppress(TimeoutError):
            return asking.recv(_LENGTH).decode("utf-8", "replace")
    return None
