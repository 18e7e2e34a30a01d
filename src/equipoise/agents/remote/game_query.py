"""Which game a dealer of ours deals: asked by a datagram to the port, before a client connects.

Match states do not say which game is played, and the protocol has no place to ask. A comment on the
connection would do by the letter, but not every dealer passes over comments. Datagrams leave the
connection alone: a dealer that knows nothing of them refuses or is silent.
"""

from __future__ import annotations

import socket
from contextlib import suppress

from equipoise.base.errors import printable
from equipoise.formats.acpc.game import write_game
from equipoise.games.rules import GameRules

#: what stands before the name of the game in the answer
GAME_NAME = "# game "
_QUESTION = b"equipoise: which game?"
#: of a question; an answer is never longer, so that nobody can be flooded by asking in his name
_LENGTH = 1400
_TRY_SECONDS, _TRIES = 0.25, 4


def game_answer(rules: GameRules) -> bytes:
    """The answer: the name of the game, and what its file would say."""
    lines = [GAME_NAME + printable(rules.name)[:100], *write_game(rules).splitlines()]
    return "\n".join(lines).encode()[:_LENGTH]


def answering(listening: socket.socket) -> socket.socket | None:
    """A socket for questions, with the address of one that listens; None if it is taken."""
    questions = socket.socket(listening.family, socket.SOCK_DGRAM)
    try:
        questions.bind(listening.getsockname())
        questions.setblocking(False)
    except OSError:
        questions.close()
        return None
    return questions


def answer(questions: socket.socket, text: bytes) -> None:
    """Answer one datagram, if it is a question."""
    with suppress(OSError):
        data, sender = questions.recvfrom(_LENGTH + 1)
        if data.startswith(_QUESTION) and len(data) == _LENGTH:
            questions.sendto(text, sender)


def ask_game(host: str, port: int) -> str | None:
    """What a dealer answers; None if it does not, which takes a second at most for an address."""
    with suppress(OSError, UnicodeError, OverflowError):
        for family, _, _, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM):
            with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect(address)
                if (told := _asked(asking)) is not None:
                    return told
    return None


def _asked(asking: socket.socket) -> str | None:
    """What comes back on a connected socket; where nobody is, the system says so at once."""
    asking.settimeout(_TRY_SECONDS)
    for _ in range(_TRIES):
        asking.send(_QUESTION.ljust(_LENGTH))
        with suppress(TimeoutError):
            return asking.recv(_LENGTH).decode("utf-8", "replace")
    return None
