"""A person at the terminal as an agent: sees what a seat may see, and types what to do."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, ClassVar

from equipoise.agents.agent import Agent, Event, HandEnded, HandStarted, Leave, MoveMade
from equipoise.agents.registry import register
from equipoise.errors import InputError, printable
from equipoise.games.action import Action, Kind, Legal
from equipoise.games.observation import Observation
from equipoise.interfaces.cli.output import console

if TYPE_CHECKING:
    from rich.console import Console

_HELP = "f to fold, c to check or call, r CHIPS to raise to so many in all, q to leave"


def read_move(text: str, legal: Legal) -> Action:
    """What a person typed as an action, or an error that says what would do.

    >>> read_move("r 6", Legal(0, 1, True, 2, 4, 200))
    Action(kind=<Kind.RAISE: 'raise'>, to=6)
    >>> read_move("check", Legal(0, 1, True, 2, 4, 200))
    Traceback (most recent call last):
    equipoise.errors.InputError: there is something to call; legal: fold, call to 2, raise to 4..200
    """
    word, _, rest = re.sub(r"^([a-z]+)([0-9])", r"\1 \2", text.strip().lower()).partition(" ")
    if word in ("f", "fold"):
        return legal.checked(Action.fold())
    if word in ("c", "call", "check", "k"):
        if word in ("check", "k") and not legal.is_check:
            raise InputError("there is something to call", expected=legal.describe())
        return legal.checked(Action.call())
    if word in ("r", "raise", "b", "bet", "to"):
        amount = rest.replace("to", "").replace(",", "").strip()
        if not amount and legal.min_raise is not None and legal.min_raise == legal.max_raise:
            amount = str(legal.min_raise)
        if not re.fullmatch(r"[0-9]{1,12}", amount):
            raise InputError("a raise needs an amount", expected=legal.describe())
        return legal.checked(Action.raise_to(int(amount)))
    if word in ("a", "all-in", "allin") and legal.max_raise is not None:
        return Action.raise_to(legal.max_raise)
    raise InputError(f"{text.strip()!r} is not understood", expected=_HELP)


@register("person", "you, at the terminal", interactive=True)
class Person(Agent):
    """Asks at the terminal; shows the table before and what happened after."""

    #: what was won since the program started: people remember, whoever sits for them
    total: ClassVar[float] = 0.0

    def __init__(self, screen: Console | None = None) -> None:
        self._screen = screen
        self._names: tuple[str, ...] = ()
        self._position = 0

    @property
    def screen(self) -> Console:
        """Where the person looks."""
        if self._screen is None:
            self._screen = console()
        return self._screen

    def observe(self, event: Event) -> None:
        """Tell the person what happens."""
        from rich.text import Text

        from equipoise.cards.card import cards_symbols

        if isinstance(event, HandStarted):
            self._names, self._position = tuple(map(printable, event.names)), event.position
            self.screen.print(Text(f"\nhand {event.hand}, you are position {event.position + 1}"))
        elif isinstance(event, MoveMade) and event.move.position != self._position:
            who = self._names[event.move.position]
            self.screen.print(Text(f"  {who}: {event.move.action}"))
        elif isinstance(event, HandEnded):
            for position, hole in event.shown:
                line = f"  {self._names[position]} shows {cards_symbols(hole)}"
                self.screen.print(Text(f"{line}  on {cards_symbols(event.observation.board)}"))
            won = float(event.payoffs[self._position])
            Person.total += won
            style = "green" if won > 0 else "red" if won < 0 else ""
            self.screen.print(Text(f"  you win {won:+g} chips, {Person.total:+g} in all", style))

    def act(self, observation: Observation, rng: Random) -> Action:
        """Ask until the answer is legal."""
        from rich.text import Text

        from equipoise.cards.card import cards_symbols

        rules, betting = observation.rules, observation.betting
        board = cards_symbols(observation.board) or "–"
        line = Text(f"  {rules.round_name(observation.round)}  ", "dim")
        line.append(cards_symbols(observation.hole), "bold")
        line.append(f"   board {board}   pot {betting.pot}   you have put in ")
        line.append(f"{betting.put[self._position]} of {rules.stacks[observation.position]}")
        self.screen.print(line)
        legal = observation.legal()
        while True:
            try:
                typed = self.screen.input(Text(f"  {legal.describe()} > ", "cyan"))
            except EOFError:
                raise Leave from None
            if typed.strip().lower() in ("q", "quit"):
                raise Leave
            try:
                action = read_move(typed, legal)
            except InputError as error:
                self.screen.print(Text(f"  {error}", "yellow"))
                continue
            if action.kind == Kind.FOLD and legal.is_check:
                self.screen.print(Text("  checking is free", "yellow"))
                continue
            return action
