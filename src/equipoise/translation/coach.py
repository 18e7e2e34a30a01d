"""Coach players: follow one strategy until the hand calls for another (Schnizlein 2009, 5.5).

The *defensive coach* plays the first strategy until the opponent makes a bet that only the second
knows (in the thesis, half the pot), and the second from then on. The *full coach* also goes over to
the second when that would itself make such a bet with a probability above 0.001. Neither goes back
within a hand.

A coach is a player of the full game, and so are the two it chooses from; how these read real bets
is their own affair. The defensive coach decides by the public betting, the full coach by the
player's own cards too. Here what the second strategy would bet is judged by its real chips, because
a strategy of the full game has nothing else; ``agents.coach``, which has two abstract strategies,
goes by the bet that the abstract one means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from equipoise.abstraction.betting import BettingAbstraction
from equipoise.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Bools, Float64s
from equipoise.translation.mappings import find_mapping, reading
from equipoise.translation.player import Player, replayed
from equipoise.translation.situation import Situation
from equipoise.trees.layout import Layout
from equipoise.trees.tree import DECISION

#: a bet that the second strategy makes more rarely does not bring it in
SUGGESTED = 0.001
#: whether an action in a situation is a bet that brings the second strategy in
Trigger = Callable[[Situation, Action], bool]


def bets_only_in(second: str, first: str) -> Trigger:
    """The bets that one abstraction has and another has not, real ones read by hard translation.

    >>> from equipoise.games.betting import BettingState
    >>> from equipoise.games.catalogue import find_game
    >>> start = Situation.of_state(BettingState.start(find_game("leduc-nolimit:12")))
    >>> half = bets_only_in("fchpa", "fcpa")
    >>> [half(start, Action.raise_to(to)) for to in (2, 3, 12)]
    [True, False, False]
    """
    menu, known = BettingAbstraction.parse(second), BettingAbstraction.parse(first)
    rounds = range(max(len(menu.rounds), len(known.rounds)) + 1)  # r: none before the flop
    if all(_sizes(menu, number) <= _sizes(known, number) for number in rounds):
        raise InputError(
            f"{second} has no bet that {first} has not", what="coach", expected="one more at least"
        )
    mapping = find_mapping("hard")

    def triggers(real: Situation, action: Action) -> bool:
        if action.kind != Kind.RAISE:
            return False
        shared = _bets(known, real)
        bets = sorted(_bets(menu, real) | shared)
        if not bets:
            return False
        ((place, _),) = reading(mapping, action.to - real.call_to, bets)
        return bets[place] not in shared

    return triggers


def _sizes(bets: BettingAbstraction, number: int) -> set[Fraction | None]:
    """The bets of all menus of a round, as parts of the pot, and None for all-in."""
    menus = bets.rounds[min(number, len(bets.rounds) - 1)]
    sizes: set[Fraction | None] = {
        size.fraction
        for menu in menus
        for size in menu.sizes
        if number > 0 or not size.not_first_round
    }
    return sizes | {None} if any(menu.all_in for menu in menus) else sizes


def _bets(bets: BettingAbstraction, real: Situation) -> set[int]:
    """The bets that an abstraction may have in a real situation, in chips beyond a call.

    A situation does not tell how often somebody has raised or which sizes were used in the round,
    so every menu of the round counts.
    """
    smallest, largest = real.legal.min_raise, real.legal.max_raise
    if smallest is None or largest is None:
        return set()

    smallest, largest = smallest - real.call_to, largest - real.call_to

    def bet(part: Fraction) -> int:
        return min(max(int(part * real.pot), smallest), largest)

    return {largest if part is None else bet(part) for part in _sizes(bets, real.round)}


class Coach:
    """A coach on a full tree: ready for any two strategies of the full game."""

    def __init__(self, layout: Layout, trigger: Trigger, full: bool = False) -> None:
        self.layout, self.full = layout, full
        tree = layout.tree
        #: at each decision, which actions are bets that bring the second strategy in
        self._calls_for: dict[int, Bools] = {}
        for node in tree.decision_nodes().tolist():
            real = Situation.of_node(tree, node)
            marked = [trigger(real, action) for action in tree.actions_of(node)]
            self._calls_for[node] = np.array(marked, dtype=np.bool_)

    def strategy(self, first: Float64s, second: Float64s) -> Float64s:
        """What the coach does in the full game with these two."""
        out = np.array(first, dtype=np.float64)
        for seat in range(2):
            self._seat(seat, second, out)
        return out

    def _seat(self, seat: int, second: Float64s, out: Float64s) -> None:
        """Replace the first strategy by the second wherever a card state has gone over to it."""
        tree, layout = self.layout.tree, self.layout
        nobody = np.zeros(layout.model.states[seat][int(tree.round[0])], dtype=np.bool_)
        waiting: list[tuple[int, int, Bools]] = [(0, int(tree.round[0]), nobody)]
        while waiting:
            node, number, over = waiting.pop()
            if tree.kind[node] != DECISION:
                continue
            for later in range(number + 1, int(tree.round[node]) + 1):
                over = over[layout.card_model.parents[seat][later]]
            number = int(tree.round[node])
            marked = self._calls_for[node]
            mine = tree.player[node] == seat
            if mine:
                block = layout.block(second, node)
                if self.full:
                    over = over | (block[marked].sum(axis=0) > SUGGESTED)
                layout.block(out, node)[:, over] = block[:, over]
            for child, bet in zip(tree.children_of(node).tolist(), marked, strict=True):
                waiting.append((child, number, over | (bool(bet) and not mine)))


@dataclass(frozen=True)
class CoachPlayer:
    """The same coach in a hand that is being played."""

    rules: GameRules
    first: Player
    second: Player
    trigger: Trigger
    full: bool = False

    def chances(self, actions: Sequence[Action], states: Sequence[int]) -> dict[Action, float]:
        """How often each action is taken after these; ``states`` are one's own, a round each."""
        passed, now = replayed(self.rules, actions)
        over = any(
            self._suggested(actions[:count], real, states)
            if real.player == now.player
            else self.trigger(real, action)
            for count, (real, action) in enumerate(passed)
        )
        over = over or self._suggested(actions, now, states)
        return (self.second if over else self.first).chances(actions, states)

    def _suggested(self, actions: Sequence[Action], real: Situation, states: Sequence[int]) -> bool:
        """Whether the second strategy would bet what brings it in, at a decision of one's own."""
        if not self.full:
            return False
        chances = self.second.chances(actions, states[: real.round + 1])
        suggested = sum(p for action, p in chances.items() if self.trigger(real, action))
        return suggested > SUGGESTED
