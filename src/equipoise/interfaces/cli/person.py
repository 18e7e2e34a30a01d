"""A person at the terminal as an agent."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from equipoise.agents.agent import Agent, Event, HandEnded, HandStarted, Leave, MoveMade
from equipoise.agents.options import Option, choice
from equipoise.agents.registry import register
from equipoise.base.errors import InputError, printable
from equipoise.formats.story import amount_text, big_blinds_text
from equipoise.games.action import Action, Kind
from equipoise.games.observation import Observation
from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.interfaces.cli.live_hand import LiveHand, both_units
from equipoise.interfaces.cli.output import console
from equipoise.interfaces.cli.typed import HELP, Turn, read_move

if TYPE_CHECKING:
    from rich.console import Console

_ALL, _BETS, _NONE = "all", "bets", "none"
_CONFIRM = Option(
    "confirm",
    "what waits for Enter before it is sent, so that a mistake can be typed over: all, bets, none",
    _BETS,
    choice(_ALL, _BETS, _NONE),
)


@register(
    "person", "you, at the terminal", options=(_CONFIRM,), needs_terminal=True, long_lived=True
)
class Person(Agent):
    """Prompts at the terminal; shows the table before and the events after."""

    def __init__(self, confirm: str = _BETS, screen: Console | None = None) -> None:
        self._screen = screen
        self._confirm = confirm
        self._hand: LiveHand | None = None
        self._hands = 0
        self._total = Fraction(0)  # chips won in the match
        self._has_said_how = False

    @property
    def screen(self) -> Console:
        """The console."""
        if self._screen is None:
            self._screen = console()
        return self._screen

    def observe(self, event: Event) -> None:
        """Print an event."""
        if isinstance(event, HandStarted):
            self._hand = self._new_hand(event)
        elif self._hand is None:
            return
        elif isinstance(event, MoveMade):
            self._hand.heard(event.round, event.move)
        else:
            self._hand.end(event)
            self._say_result(event, self._hand.position)

    def _new_hand(self, event: HandStarted) -> LiveHand:
        from equipoise.evaluation.labels import labels

        called = labels(event.names)
        names = [printable(called[name]) for name in event.names]
        return LiveHand(self.screen, event.rules, event.hand, event.position, names)

    def _say_result(self, event: HandEnded, position: int) -> None:
        from rich.text import Text

        rules, won = event.observation.rules, event.payoffs[position]
        self._hands += 1
        self._total += won
        amount = _amount(rules, abs(won))
        words = f"you win {amount}" if won > 0 else f"you lose {amount}" if won else "nobody wins"
        style = "bold green" if won > 0 else "bold red" if won else "bold"
        hands = "1 hand" if self._hands == 1 else f"{self._hands:,} hands"
        score = _amount(rules, self._total, sign=True)
        self.screen.print(Text.assemble("\n", (words, style), f"   score {score} after {hands}"))

    def act(self, observation: Observation, rng: Random) -> Action:
        """Prompt until the answer is legal and, for an amount, confirmed."""
        from rich.text import Text

        if self._hand is None:
            names = [f"seat {number + 1}" for number in range(observation.rules.players)]
            self._hand = LiveHand(
                self.screen, observation.rules, 0, observation.position, names
            )  # pragma: no cover - a match sends news
        hand = self._hand
        hand.catch_up(observation)
        turn = Turn(observation.betting, hand.before)
        self._say_turn(observation, turn)
        if not self._has_said_how:
            self._has_said_how = True
            how = "? for help"
            if observation.rules.betting.kind != "fixed-limit":
                how = "amounts are chips on this street; also 3bb, half, pot, all in; ? for help"
            self.screen.print(Text(f"  {how}", "dim"))
        pending: Action | None = None
        while True:
            ask = turn.choices() if pending is None else "Enter to send, or type another"
            typed = self._read(f"  {ask} > ")
            if typed == "?" or typed in ("h", "help"):
                for line in HELP:
                    self.screen.print(Text(f"  {line}", "dim"))
                continue
            if not typed and pending is not None:
                return pending
            if typed in ("u", "undo", "no", "n"):
                pending = None
                continue
            try:
                action = read_move(typed, turn) if typed else None
            except InputError as error:
                self.screen.print(Text(f"  {error}", "yellow"))
                pending = None
                continue
            if action is None:
                continue
            if not self._waits(action, turn):
                return action
            pending = action
            self.screen.print(Text(f"  {turn.words(action)}", "bold"))

    def _waits(self, action: Action, turn: Turn) -> bool:
        """True if an action needs another Enter to be sent."""
        stack = turn.betting.rules.stacks[turn.legal.position]
        amount = turn.legal.min_raise != turn.legal.max_raise and action.kind == Kind.RAISE
        risky = amount or (action.kind != Kind.FOLD and action.to == stack)
        return self._confirm == _ALL or (self._confirm == _BETS and risky)

    def _say_turn(self, observation: Observation, turn: Turn) -> None:
        """Print the person's cards, the pot, the cost of a call and the stack, on one line."""
        from equipoise.cards.card import cards_text
        from equipoise.interfaces.cli.hand_view import coloured

        rules, betting = observation.rules, observation.betting
        parts = [coloured(cards_text(observation.hole))] if observation.hole else []
        parts.append(f"pot {both_units(rules, betting.pot)}")
        if turn.to_call:
            parts.append(f"{both_units(rules, turn.to_call)} to call")
        stack = rules.stacks[observation.position]
        if stack != UNLIMITED:
            left = stack - betting.put[observation.position]
            parts.append(f"you have {both_units(rules, left)}")
        self.screen.print("  [dim]·[/] " + " [dim]·[/] ".join(parts))

    def _read(self, ask: str) -> str:
        """A typed line; end of input or Ctrl-C means leaving."""
        from rich.text import Text

        try:
            typed = self.screen.input(Text(ask, "cyan")).strip().lower()
        except (EOFError, KeyboardInterrupt):
            self.screen.print()
            raise Leave from None
        if typed in ("q", "quit", "exit"):
            raise Leave
        return typed


def _amount(rules: GameRules, chips: Fraction, sign: bool = False) -> str:
    blinds = big_blinds_text(rules, chips, sign)
    return amount_text(rules, chips, sign) + (f" ({blinds})" if blinds else "")
