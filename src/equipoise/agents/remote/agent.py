"""A client of the ACPC protocol as an agent of a match: ``acpc:HOST:PORT`` or ``acpc:COMMAND``.

In this protocol clients connect to dealers, so the match listens: at HOST:PORT for a client started
elsewhere, or at a free port for one that it starts itself. The client receives only match states
with the cards its seat may see. Table events contain no cards, so the states between two decisions
are built at the next decision or the end of the hand.
"""

from __future__ import annotations

import re
import select
import socket
from random import Random
from time import monotonic

from equipoise.agents.agent import Agent, Event, HandEnded, HandStarted
from equipoise.agents.hosting.process import Confined
from equipoise.agents.hosting.seat import Lines, encoded
from equipoise.agents.hosting.wire import ChannelError, ClosedError, SilentError
from equipoise.agents.options import Option, number
from equipoise.agents.outside import HostedFault, HostEnded, Limits, OutsideAgent
from equipoise.agents.registry import TARGETS, Entry, register
from equipoise.agents.remote.command import command_digest, command_words, start_command
from equipoise.agents.remote.game_query import answer, answering, game_answer
from equipoise.agents.remote.lines import FOREVER, LineConnection
from equipoise.agents.remote.listen import LOCALHOST, listen
from equipoise.agents.remote.seat import ClientSeat
from equipoise.base.errors import InputError
from equipoise.formats.acpc.game import write_game
from equipoise.formats.acpc.state import (
    board_text,
    has_sizes,
    hole_text,
    match_state_line,
    replied_action,
)
from equipoise.games.action import Action, Kind
from equipoise.games.dealing import Hands
from equipoise.games.lines import line_text
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules
from equipoise.games.state import UNKNOWN

_NAME = "acpc"
_ADDRESS = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):([0-9]{1,5})")
_LOOK = 0.2  # seconds between checks that the command is still running
_LAST_SECONDS = 2.0  # seconds to read the last states
_OPTIONS = (Option("wait", "seconds to wait for the client to connect", "60", number(0.1, 1e6)),)


class RemoteAgent(OutsideAgent):
    """A client for one session: a connection, and its process if started here.

    With ``words`` that command is started, otherwise it waits for a client at ``host``:``port``.
    """

    remembers = True

    def __init__(
        self,
        limits: Limits,
        host: str = LOCALHOST,
        port: int = 0,
        words: tuple[str, ...] = (),
        wait: float = 60.0,
    ) -> None:
        self._limits, self._words, self._wait = limits, words, wait
        self._host, self._port = host, port
        self._listening: socket.socket | None = listen(host, port)
        self._questions: socket.socket | None = None
        self._process: Confined | None = None
        self._seat: ClientSeat | None = None
        self._lines: Lines | None = None
        self._started: HandStarted | None = None
        self._told = 0  # states of the hand already sent to the client

    @property
    def listens(self) -> bool:
        """Always: a client is told of every hand."""
        return True

    def check_game(self, rules: GameRules) -> None:
        """Raise InputError for a game that match states cannot express."""
        write_game(rules)

    def observe(self, event: Event) -> None:
        """Open the connection with the first hand; send the end of finished hands."""
        if isinstance(event, HandStarted):
            if self._lines is None:
                self._begin(event.rules)
            self._started, self._told = event, 0
        elif isinstance(event, HandEnded) and self._seat is not None:
            self._tell(event.observation, dict(event.shown))
            self._seat.flush()

    def act(self, observation: Observation, rng: Random) -> Action:
        """The client's answer to its last state; late answers to earlier ones are ignored."""
        del rng
        state = self._tell(observation)
        seconds = self._limits.seconds
        assert self._seat is not None
        try:
            said = self._seat.ask(state, FOREVER if seconds is None else monotonic() + seconds)
        except SilentError:
            raise HostedFault("slow", f"took more than {seconds:g} s to act") from None
        except ClosedError:
            raise self._gone("its client left") from None
        action = replied_action(observation.rules, said)
        if action is None:
            shown = said[:40].decode("ascii", "replace")
            raise HostedFault("illegal", f"answered {shown!r}; expected f, c or r")
        if action.kind is Kind.RAISE and not has_sizes(observation.rules):
            action = Action.raise_to(observation.legal().min_raise or 0)
        return action

    def close(self) -> None:
        """Close the connection and end the process if started here."""
        if self._seat is not None:
            self._seat.close(_LAST_SECONDS)
        self._listen_no_more()
        if self._process is not None:
            self._process.kill()
        self._seat = self._process = None

    def _listen_no_more(self) -> None:
        for one in (self._listening, self._questions):
            if one is not None:
                one.close()
        self._listening = self._questions = None

    def _gone(self, words: str) -> HostEnded:
        self.close()
        return HostEnded(words)

    def _begin(self, rules: GameRules) -> None:
        """Start the command, if any, wait for the client, and read its version."""
        listening, deadline = self._listening, monotonic() + self._wait
        if listening is None:
            raise HostEnded("its connection is closed")
        if self._words:
            port = int(listening.getsockname()[1])
            self._process = start_command(self._words, LOCALHOST, port, self._limits.megabytes)
        connection = self._accept(listening, deadline, game_answer(rules))
        self._seat = ClientSeat(LineConnection(connection))
        try:
            self._seat.greet(deadline)
        except SilentError:
            raise self._gone("its client sent no version") from None
        except ClosedError:
            raise self._gone("its client left") from None
        except ChannelError as error:
            raise self._gone(str(error)) from None
        self._listen_no_more()
        self._lines = Lines(rules)

    def _accept(self, listening: socket.socket, deadline: float, game: bytes) -> socket.socket:
        """The client's connection; game queries are answered while waiting."""
        questions = self._questions = answering(listening)
        waiting = [listening] if questions is None else [listening, questions]
        while (left := deadline - monotonic()) > 0:
            ready, _, _ = select.select(waiting, [], [], min(left, _LOOK))
            if questions in ready and questions is not None:
                answer(questions, game)
            if listening in ready:
                return listening.accept()[0]
            if not ready and self._process is not None and self._process.has_ended:
                raise self._gone("its command ended before it connected")
        raise self._gone(f"no client connected within {self._wait:g} s")

    def _tell(
        self, observation: Observation, shown: dict[int, tuple[int, ...]] | None = None
    ) -> bytes:
        """Send the states that the client has not seen; returns the last one.

        At the end of a hand the last state contains the ``shown`` hands.
        """
        if self._seat is None or self._lines is None or self._started is None:
            raise HostEnded("its connection is closed")
        line = tuple([encoded(move.action) for moves in observation.history for move in moves])
        state = b""
        for count in range(self._told, len(line) + 1):
            hands = shown if shown is not None and count == len(line) else {}
            state = self._state(observation, line[:count], hands)
            self._seat.tell(state)
        self._told = len(line) + 1
        return state

    def _state(
        self, observation: Observation, line: tuple[int, ...], shown: dict[int, tuple[int, ...]]
    ) -> bytes:
        """The match state after the first actions of the hand."""
        rules, position = observation.rules, observation.position
        assert self._lines is not None
        assert self._started is not None
        betting, history = self._lines.after(line)
        rounds = betting.round + 1
        actions = [[move.action for move in moves] for moves in history[:rounds]]
        holes = {**shown, position: observation.hole}
        unseen = (UNKNOWN,) * len(observation.hole)
        hands: Hands = tuple(holes.get(place, unseen) for place in range(rules.players))
        cards = hole_text(rules, hands) + board_text(rules, observation.board, rounds)
        text = line_text(actions, has_sizes(rules))
        return match_state_line(position, self._started.hand, text, cards).encode()


def remote_entry(target: str) -> Entry:
    """The agent at an address, or of a start command."""
    if not target:
        raise InputError(
            "which client is missing", "agent", _NAME, expected="acpc:HOST:PORT or acpc:COMMAND"
        )
    name = f"{_NAME}:{target}"
    match = _ADDRESS.fullmatch(target)
    if match is not None:
        host, port = match[1].strip("[]"), int(match[2])
        if not 0 < port < 1 << 16:
            raise InputError(f"there is no port {port}", "agent", name, expected="1 to 65535")

        def waiting(limits: Limits, wait: float) -> OutsideAgent:
            return RemoteAgent(limits, host, port, (), wait)

        return Entry(name, "", _named, _OPTIONS, outside=waiting, exclusive=True)
    words = command_words(target)

    def starting(limits: Limits, wait: float) -> OutsideAgent:
        return RemoteAgent(limits, words=words, wait=wait)

    return Entry(name, "", _named, _OPTIONS, fingerprint=command_digest(words), outside=starting)


@register(
    _NAME,
    "an ACPC client: acpc:HOST:PORT waits for it there, acpc:COMMAND starts it",
    _OPTIONS,
)
def _named(**options: object) -> Agent:
    raise TypeError("a client is made by its specification, outside this process")


TARGETS[_NAME] = remote_entry
