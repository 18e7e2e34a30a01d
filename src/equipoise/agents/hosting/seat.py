"""Inside a host: one agent that receives and sends plain data.

What a message omits is derived here: the betting from the line of actions, and for a listening
agent every event between two messages.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from random import Random
from time import monotonic
from typing import Any

from equipoise.agents.agent import Agent, Event, HandEnded, HandStarted, MoveMade
from equipoise.agents.hosting.wire import Message
from equipoise.agents.trace import trace_text
from equipoise.agents.watch import TooSlow, Watch
from equipoise.base.errors import InputError, one_line
from equipoise.games.action import Action, Kind, Move
from equipoise.games.betting import BettingState
from equipoise.games.observation import Observation
from equipoise.games.plain import rules_from_plain
from equipoise.games.rules import GameRules

#: betting lines cached before the cache is cleared
_MOST_LINES = 50_000
_LONGEST_WORDS = 300
_MOST_CHIPS = 1 << 63  # Python refuses to print integers of thousands of digits
_MOST_FAULTS = 1000  # failed events between two answers that are reported individually

History = tuple[tuple[Move, ...], ...]
Line = Sequence[Sequence[int]]


class Lines:
    """Betting states and moves of action lines, cached."""

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self._known: dict[tuple[int, ...], tuple[BettingState, History]] = {}

    def after(self, line: tuple[int, ...]) -> tuple[BettingState, History]:
        """The betting and the moves after a line of codes: -1 fold, -2 call, else raise to."""
        known = len(line)
        while known and line[:known] not in self._known:
            known -= 1
        found = self._known.get(line[:known]) or (
            BettingState.start(self.rules),
            ((),) * self.rules.rounds,
        )
        if len(self._known) >= _MOST_LINES:
            self._known.clear()
        for count in range(known, len(line)):
            found = _after(*found, line[count])
            self._known[line[: count + 1]] = found
        return found


def _after(betting: BettingState, history: History, code: int) -> tuple[BettingState, History]:
    action = betting.legal().checked(decoded(code))
    position = betting.to_act
    assert position is not None
    at, moves = betting.round, list(history)
    moves[at] = (*moves[at], Move(position, action))
    return betting.after(action), tuple(moves)


_FOLD, _CALL = -1, -2


def encoded(action: Action) -> int:
    """An action as a number: -1 fold, -2 call, otherwise a raise to that many chips.

    >>> encoded(Action.fold()), encoded(Action.call()), encoded(Action.raise_to(300))
    (-1, -2, 300)
    """
    return action.to if action.kind == Kind.RAISE else _CALL if action.kind == Kind.CALL else _FOLD


def decoded(code: int) -> Action:
    """The action of a code; the inverse of :func:`encoded`."""
    if code < 0:
        return Action.fold() if code == _FOLD else Action.call()
    return Action.raise_to(code)


class Seat:
    """An agent during a session, and its faults since the last question."""

    def __init__(self, make: Callable[[], Agent], watch: Watch) -> None:
        self.rng, self.watch = Random(0), watch
        self._process = os.getpid()
        self._lines: Lines | None = None
        self._hand = -1
        self._told = 0  # actions of the hand delivered to the agent
        self._faults: list[tuple[int, str, str, str]] = []
        self.agent = make()  # limited by the table's timeout, not by the clock of decisions
        self.remembers = bool(self.agent.remembers)
        self.listens = bool(self.agent.listens)

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """A timed block in which the agent's own code runs; a forked copy exits with it."""
        try:
            self.watch.since = monotonic()
            yield
        finally:
            self.watch.since = 0.0
            if os.getpid() != self._process:
                os._exit(0)

    def check_game(self, message: Message) -> Message:
        """Whether the agent plays a game; its message if it does not."""
        rules = rules_from_plain(message["rules"])
        try:
            with self._asking():
                self.agent.check_game(rules)
        except InputError as error:
            return {"refused": one_line(str(error), _LONGEST_WORDS)}
        except BaseException as error:
            return {"failed": words_of(error)}
        return {}

    def answer(self, message: Message) -> Message:
        """The agent's action, after the pending events are delivered."""
        if message["rng"] is not None:
            self.rng = with_state(message["rng"])
        for news in message["news"]:
            self._hear(news)
        reply: Message = {}
        if message["act"] is not None:
            reply = self._act(message["act"])
        faults, self._faults = self._faults[:_MOST_FAULTS], []
        return {**reply, "faults": faults}

    def _act(self, values: Message) -> Message:
        observation = self._seen(values)
        try:
            with self._asking():
                answer = self.agent.act(observation, self.rng)
            return _plain(answer)
        except BaseException as error:
            return {"fault": [*fault_of(error, self.watch, "act")]}

    def _hear(self, values: Message) -> None:
        """Deliver the end of a hand."""
        observation = self._seen(values)
        shown = tuple((position, tuple(cards)) for position, cards in values["shown"])
        payoffs = tuple(Fraction(*parts) for parts in values["payoffs"])
        self._tell(HandEnded(observation, shown, payoffs))

    def _seen(self, values: Message) -> Observation:
        """The observation of a message; preceding events are delivered first."""
        if "rules" in values:
            self._lines = Lines(rules_from_plain(values["rules"]))
        assert self._lines is not None
        line = tuple(values["line"])
        betting, history = self._lines.after(line)
        if self.listens:
            self._catch_up(values, line)
        return Observation(
            values["position"],
            tuple(values["hole"]),
            tuple(map(tuple, values["up"])),
            tuple(values["board"]),
            betting,
            history,
        )

    def _catch_up(self, values: Message, line: tuple[int, ...]) -> None:
        assert self._lines is not None
        if values["hand"] != self._hand:
            self._hand, self._told = values["hand"], 0
            rules, names = self._lines.rules, tuple(values["names"])
            self._tell(HandStarted(rules, self._hand, values["position"], names))
        for count in range(self._told, len(line)):
            at = self._lines.after(line[:count])[0].round
            move = self._lines.after(line[: count + 1])[1][at][-1]
            self._tell(MoveMade(at, move))
        self._told = len(line)

    def _tell(self, event: Event) -> None:
        try:
            with self._asking():
                self.agent.observe(event)
        except BaseException as error:
            self._faults.append((self._hand, *fault_of(error, self.watch, "observe")))


def _plain(answer: object) -> Message:
    if type(answer) is Action and type(answer.to) is int and isinstance(answer.kind, Kind):
        if abs(answer.to) >= _MOST_CHIPS:
            return {"fault": ["illegal", "raises to more chips than fit in 63 bits", ""]}
        return {"answer": [str(answer.kind), answer.to]}
    return {"fault": ["illegal", f"answered {_shown(answer)}; expected an Action", ""]}


def _shown(answer: object) -> str:
    """An answer as text; its repr is untrusted."""
    try:
        text = repr(answer)
        return one_line(text, 80) if type(text) is str else f"a {type(answer).__name__}"
    except BaseException:
        return f"a {type(answer).__name__}"


def fault_of(error: BaseException, watch: Watch, doing: str) -> tuple[str, str, str]:
    """The kind of fault of an error, its text, and where it was raised."""
    if isinstance(error, TooSlow):
        return "slow", f"took more than {watch.seconds or 0:g} s to {doing}", trace_text(error)
    return "crash", words_of(error), trace_text(error)


def words_of(error: BaseException) -> str:
    """An exception as text; formatting an agent's own exception may fail."""
    name = type(error).__name__
    try:
        text = str(error)
    except BaseException:
        text = ""
    text = " ".join(text.split()) if type(text) is str else ""
    return one_line(f"{name}: {text}" if text else name, _LONGEST_WORDS)


def with_state(state: Any) -> Random:
    """A random generator with the given state, received as plain data."""
    version, words, gauss = state
    rng = Random()
    rng.setstate((version, tuple(words), gauss))
    return rng
