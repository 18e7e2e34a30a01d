"""The data of a real decision that translation needs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from equipoise.games.action import Action, Kind, Legal
from equipoise.games.betting import BettingState
from equipoise.spine.tree import BettingTree

#: which action of its round it is: the first, the second after a check, or a later one
FIRST, AFTER_CHECK, LATER = range(3)


@dataclass(frozen=True, slots=True)
class Situation:
    """A real decision: who acts, what is legal, and the pot after a call.

    ``call_to`` are the total chips that match the opponent's, whether or not a call is legal.
    ``order`` is FIRST, AFTER_CHECK or later within the round. With two
    players a call ends the round unless it is its first action.
    """

    round: int
    legal: Legal
    call_to: int
    pot: int
    order: int

    @property
    def player(self) -> int:
        """Who is to act."""
        return self.legal.position

    def part_of(self, to: int) -> Fraction:
        """A raise to ``to`` chips as a fraction of the pot after a call."""
        return Fraction(to - self.call_to, self.pot)

    @property
    def call_ends_round(self) -> bool:
        """True if a call is the last action of the round."""
        return self.order != FIRST

    @classmethod
    def of_state(cls, state: BettingState) -> Situation:
        """The situation of a live hand of two players."""
        legal = state.legal()
        acted = sum(state.acted)
        order = LATER if state.raises or acted > 1 else (AFTER_CHECK if acted else FIRST)
        return cls(state.round, legal, *_called(state.put, legal), order)

    @classmethod
    def of_node(cls, tree: BettingTree, node: int) -> Situation:
        """The situation at a decision node of a tree without abstraction."""
        actions = tree.actions_of(node)
        player = int(tree.player[node])
        put = (int(tree.put[node, 0]), int(tree.put[node, 1]))
        by_kind: dict[Kind, list[Action]] = {kind: [] for kind in Kind}
        for action in actions:
            by_kind[action.kind].append(action)
        calls, raises = by_kind[Kind.CALL], by_kind[Kind.RAISE]
        legal = Legal(
            player,
            put[player],
            bool(by_kind[Kind.FOLD]),
            calls[0].to if calls else None,
            raises[0].to if raises else None,
            raises[-1].to if raises else None,
        )
        return cls(int(tree.round[node]), legal, *_called(put, legal), _order(tree, node))


def _called(put: tuple[int, ...], legal: Legal) -> tuple[int, int]:
    """The total chips of a call and the pot after it."""
    called = max(put) if legal.call_to is None else legal.call_to
    return called, sum(put) + called - legal.put


def _order(tree: BettingTree, node: int) -> int:
    parent = int(tree.parents[node])
    if parent < 0 or tree.round[parent] != tree.round[node]:
        return FIRST
    before = int(tree.parents[parent])
    started = before < 0 or tree.round[before] != tree.round[parent]
    first, end = tree.child_starts[parent], tree.child_starts[parent + 1]
    place = next(i for i in range(first, end) if tree.children[i] == node)
    checked = tree.actions[place].kind == Kind.CALL
    return AFTER_CHECK if started and checked else LATER
