"""A played hand: the common record of matches, formats and evaluation."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction

from equipoise.base.errors import InputError
from equipoise.games.action import Action
from equipoise.games.dealing import HandCards, Hands
from equipoise.games.rules import GameRules
from equipoise.games.state import State


@dataclass(frozen=True)
class HandRecord:
    """The complete record of a hand, by position.

    ``hole`` holds ``UNKNOWN`` for unseen cards, ``actions`` are in order (positions and rounds
    follow from the rules), ``payoffs`` are chips of the engine, None if the source does not state
    them. ``mucked`` are positions that gave up at the showdown.
    """

    rules: GameRules
    hole: Hands
    board: tuple[int, ...]
    actions: tuple[Action, ...]
    names: tuple[str, ...]
    payoffs: tuple[Fraction, ...] | None = None
    hand: str = ""
    up: Hands = ()
    mucked: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        for values, what in ((self.hole, "hands"), (self.names, "names")):
            if len(values) != self.rules.players:
                raise InputError(
                    f"{len(values)} {what}",
                    f"hand {self.hand}" if self.hand else "",
                    expected=f"{self.rules.players} players have one each",
                )

    @classmethod
    def of(
        cls,
        state: State,
        names: tuple[str, ...],
        hand: str = "",
        mucked: Collection[int] = (),
    ) -> HandRecord:
        """The record of a hand that is over."""
        return cls(
            rules=state.rules,
            hole=state.hole,
            board=state.board,
            actions=tuple(move.action for moves in state.history for move in moves),
            names=names,
            payoffs=state.payoffs(mucked),
            hand=hand,
            up=state.up,
            mucked=frozenset(mucked),
        )

    @property
    def cards(self) -> HandCards:
        """All cards of the hand."""
        return HandCards(self.hole, self.board, self.up)

    def states(self) -> Iterator[State]:
        """The hand replayed: the state before each action, and the last one.

        Illegal actions, missing or doubled cards raise an error that names the hand. A record may
        stop before the end of its hand; cards after its last action may then be missing.
        """
        number, count = 0, len(self.actions)
        try:
            state = State.start(self.rules).deal_from(self.cards)
            yield state
            for number, action in enumerate(self.actions, 1):
                last = number == count
                state = state.apply(action).deal_from(self.cards, as_far_as_known=last)
                yield state
        except InputError as error:
            parts = ([f"hand {self.hand}"] if self.hand else []) + [f"action {number}"] * (
                number > 0
            )
            raise InputError(str(error), ", ".join(parts)) from None

    def replay(self) -> State:
        """The last state of the hand, every action checked."""
        state = None
        for state in self.states():  # noqa: B007
            pass
        assert state is not None
        return state
