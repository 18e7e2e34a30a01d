"""Several abstract games that follow one real hand, each in its own tree.

A member of the suite has one bet size besides all-in, as cover games do. It reads every real bet,
its own and the opponent's, as that size, and all-in as all-in (Schnizlein 2009, section 5.4). It
plays its bet as the same fraction of the real pot, rounded down to whole chips and to the nearest
legal amount. A member whose abstract hand is over, or is at another player or round than the real
one, drops out of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.games.rules import GameRules
from equipoise.spine.cards.matrix import Buckets
from equipoise.spine.layout import Layout
from equipoise.spine.tree import BettingTree
from equipoise.translation.situation import Situation
from equipoise.translation.switching.weights import Ratios

_CALL, _BET, _ALL_IN = range(3)
_GONE = -1
#: each member's node in its own tree; -1 for members out of the hand
Places = tuple[int, ...]


class Member:
    """An abstract game and the map from real card states to its card states.

    ``steps[place]`` are the nodes after a call, a bet and all-in, -1 for none; ``ratios[place]``
    are the member's ratios there and ``turns[place]`` the player and round. All are None at
    terminal nodes.
    """

    def __init__(self, layout: Layout, buckets: Buckets) -> None:
        tree = layout.tree
        sizes = {size.fraction for bets in tree.abstractions if bets for size in bets.sizes}
        if len(sizes) > 1:
            raise _several_sizes(tree)
        self.layout, self.buckets = layout, buckets
        self.stack = min(tree.rules.stacks)
        self.bet = next((size.as_integer_ratio() for size in sizes), None)
        self.steps: list[tuple[int, int, int] | None] = [None] * tree.size
        self.ratios: list[Ratios | None] = [None] * tree.size
        self.turns: list[tuple[int, int] | None] = [None] * tree.size
        for node in tree.decision_nodes().tolist():
            first, second = tree.put[node].tolist()
            self.ratios[node] = Ratios.of(self.stack, (first, second))
            self.steps[node] = _steps(tree, node)
            self.turns[node] = (int(tree.player[node]), int(tree.round[node]))

    def in_step(self, place: int, real: Situation) -> bool:
        """True if the member is at a decision of the same player in the same round."""
        return place != _GONE and self.turns[place] == (real.player, real.round)

    def made(self, place: int, real: Situation) -> Iterator[Action]:
        """The real action for each abstract one at a node."""
        legal = real.legal
        for action in self.layout.tree.actions_of(place):
            if action.kind == Kind.FOLD and legal.can_fold:
                yield Action(Kind.FOLD, legal.put)
            elif action.kind == Kind.RAISE and legal.min_raise is not None:
                assert legal.max_raise is not None
                to = legal.max_raise
                if action.to < self.stack and self.bet is not None:
                    above, below = self.bet
                    to = min(max(real.call_to + real.pot * above // below, legal.min_raise), to)
                yield Action(Kind.RAISE, to)
            else:
                yield called(real)


def called(real: Situation) -> Action:
    """The check or call."""
    return Action(Kind.CALL, real.call_to)


def _steps(tree: BettingTree, node: int) -> tuple[int, int, int]:
    """The nodes after a call, a bet and all-in."""
    stack = min(tree.rules.stacks)
    call = bet = all_in = _GONE
    for action, child in zip(tree.actions_of(node), tree.children_of(node).tolist(), strict=True):
        if action.kind == Kind.CALL:
            call = child
        elif action.kind == Kind.RAISE and action.to == stack:
            all_in = child
        elif action.kind == Kind.RAISE:
            if bet != _GONE:
                raise _several_sizes(tree)
            bet = child
    # if the size exceeds the stack, a bet is all-in
    return call, all_in if bet == _GONE else bet, all_in


def _several_sizes(tree: BettingTree) -> InputError:
    return InputError(
        "several bet sizes besides all-in",
        what=tree.rules.name,
        expected="a member of a switching player needs exactly one, as in fcpa or fc1/6a",
    )


@dataclass(frozen=True)
class Suite:
    """Members that follow the same hand of a game, whose players have equal stacks."""

    rules: GameRules
    members: tuple[Member, ...]

    def __post_init__(self) -> None:
        if not self.members:
            raise InputError("a switching player without members", expected="one at least")
        if self.rules.players != 2 or len(set(self.rules.stacks)) != 1:
            raise InputError(
                "ratios need a single stack size", what=self.rules.name, expected="two equal stacks"
            )

    @property
    def stack(self) -> int:
        """The starting stack of the real game."""
        return self.rules.stacks[0]

    def start(self) -> Places:
        """Every member at the root of its tree."""
        return (0,) * len(self.members)

    def present(self, places: Places, real: Situation) -> Places:
        """The nodes, with -1 for members that are out of step with the real hand."""
        return tuple(
            place if member.in_step(place, real) else _GONE
            for member, place in zip(self.members, places, strict=True)
        )

    def after(self, places: Places, action: Action) -> Places:
        """The nodes of members after a real call or raise."""
        step = _CALL
        if action.kind == Kind.RAISE:
            step = _ALL_IN if action.to == self.stack else _BET
        return tuple(
            _GONE if place == _GONE or (steps := member.steps[place]) is None else steps[step]
            for member, place in zip(self.members, places, strict=True)
        )

    def real_ratios(self, real: Situation) -> Ratios:
        """The ratios of the real hand."""
        return Ratios.of(self.stack, (real.legal.put, real.call_to))

    def ratios(self, places: Places) -> Sequence[Ratios | None]:
        """The members' ratios; None for those out of the hand."""
        return [
            None if place == _GONE else member.ratios[place]
            for member, place in zip(self.members, places, strict=True)
        ]
