"""What both players see when somebody is to act, from a tree or from the betting of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from equipoise.games.action import Action, Kind, Legal
from equipoise.games.betting import BettingState
from equipoise.trees.tree import BettingTree


class Ratios(NamedTuple):
    """The two numbers a decision is judged by (Schnizlein 2009, section 5.4), exact.

    ``stack``: the starting stack over the pot. ``bet``: the last bet over the pot after calling it;
    None where nobody has bet. Each is a fraction in lowest terms, above and below. With equal
    stacks both follow from what the players have put in.
    """

    stack: tuple[int, int]
    bet: tuple[int, int] | None

    @classmethod
    def of(cls, stack: int, put: tuple[int, int]) -> Ratios:
        """The ratios of a situation.

        >>> Ratios.of(12, (2, 3))
        Ratios(stack=(12, 5), bet=(1, 4))
        """
        low, high = sorted(put)
        bet = None if low == high else Fraction(high - low, 2 * low).as_integer_ratio()
        return cls(Fraction(stack, low + high).as_integer_ratio(), bet)


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision in the full game without its cards; chips are totals of the hand."""

    player: int
    round: int
    put: tuple[int, int]
    stack: int
    legal: Legal

    @property
    def ratios(self) -> Ratios:
        """The stack and bet ratio."""
        return Ratios.of(self.stack, self.put)

    @property
    def level(self) -> int:
        """What a call brings this player's chips to."""
        return max(self.put)

    @property
    def call(self) -> Action:
        """To check or call."""
        assert self.legal.call_to is not None
        return Action(Kind.CALL, self.legal.call_to)

    def is_all_in(self, action: Action) -> bool:
        """Whether an action is a raise with the whole stack."""
        return action.kind == Kind.RAISE and action.to == self.legal.max_raise == self.stack


def situation_at(tree: BettingTree, node: int) -> Situation:
    """The situation at a decision node of a full tree."""
    player = int(tree.player[node])
    first, second = tree.put[node].tolist()
    put = (first, second)
    actions = tree.actions_of(node)
    raises = [action.to for action in actions if action.kind == Kind.RAISE]
    calls = [action.to for action in actions if action.kind == Kind.CALL]
    legal = Legal(
        position=player,
        put=put[player],
        can_fold=actions[0].kind == Kind.FOLD,
        call_to=calls[0] if calls else None,
        min_raise=raises[0] if raises else None,
        max_raise=raises[-1] if raises else None,
    )
    return Situation(player, int(tree.round[node]), put, min(tree.rules.stacks), legal)


def situation_of(state: BettingState) -> Situation:
    """The situation in a hand that is being played."""
    assert state.to_act is not None
    first, second = state.put
    stack = min(state.rules.stacks)
    return Situation(state.to_act, state.round, (first, second), stack, state.legal())
