"""The most damaging off-tree bet: the value of one more bet size against a translated strategy.

The strategy plays the full game by its translation. Its opponent is restricted to a menu: the bets
of the abstraction as fractions of the real pot, plus one more size, which may be off-tree:
everywhere, or only as the first raise of a hand. In this smaller game the opponent's best response
is exact. Between the menu alone (exploitation on the tree) and every legal bet (the full best
response), it shows which size hurts, and how much it wins.

Only the opponent's menu is restricted: the strategy keeps all of its real actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

import numpy as np

from equipoise.abstraction.bets.betting import BetSize, BettingAbstraction
from equipoise.abstraction.bets.menus import Line, Option
from equipoise.base.errors import InputError, argument
from equipoise.base.progress import Report, silent
from equipoise.games.action import Kind
from equipoise.games.betting import BettingState
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.layout import Layout
from equipoise.spine.passes import Passes
from equipoise.spine.tree import BettingTree, build_tree
from equipoise.translation.mappings import in_pots

Where = Literal["everywhere", "first"]
PLACES: tuple[Where, ...] = ("everywhere", "first")


@dataclass(frozen=True)
class OneMoreBet(BettingAbstraction):
    """A menu with one more size; with ``first_only`` only as the first raise of the hand."""

    extra: BetSize
    first_only: bool

    def actions(
        self, state: BettingState, used: frozenset[Fraction] = frozenset(), line: Line = ()
    ) -> list[Option]:
        """The actions on the menu, as of every betting abstraction."""
        raised = max(state.put) > max(BettingState.start(state.rules).put)
        if self.first_only and raised:
            return super().actions(state, used, line)
        wider = BettingAbstraction(
            tuple(
                tuple(replace(menu, sizes=(*menu.sizes, self.extra)) for menu in menus)
                for menus in self.rounds
            )
        )
        return wider.actions(state, used, line)


@dataclass(frozen=True)
class Damage:
    """Best-response values in each seat with one more size, in engine chips per hand."""

    size: Fraction
    responses: tuple[float, float]


@dataclass(frozen=True)
class Findings:
    """Best-response values against one strategy, in engine chips per hand, by seat.

    ``on_tree`` with the menu alone, ``full`` with every legal bet, and ``damages`` with each size
    added to the menu.
    """

    on_tree: tuple[float, float]
    full: tuple[float, float]
    damages: list[Damage]

    def gains(self, damage: Damage) -> tuple[float, float]:
        """The gain of a size over the menu alone, by seat."""
        first, second = (
            more - less for more, less in zip(damage.responses, self.on_tree, strict=True)
        )
        return first, second

    @property
    def worst(self) -> Damage:
        """The size with the largest mean over both seats; the smallest among equals."""
        return max(self.damages, key=lambda damage: sum(damage.responses))


class Adversary:
    """The restricted games against strategies of one abstraction, for any translation."""

    def __init__(
        self,
        source: Layout,
        full: Passes,
        sizes: Sequence[Fraction] | None = None,
        where: Where = "everywhere",
        report: Report = silent,
    ) -> None:
        """Build one game for each seat and size; by default all possible first bets."""
        if where not in PLACES:
            raise InputError(
                f"{where!r} is not a place for a bet", expected=f"one of {', '.join(PLACES)}"
            )
        self.full, self.where = full, where
        self.sizes = opening_sizes(full.tree) if sizes is None else sorted(set(sizes))
        menus = source.tree.abstractions
        self._games: list[list[_Restricted]] = []
        for seat, menu in enumerate(menus):
            if menu is None:
                raise InputError(
                    f"the bets of seat {seat + 1} are not abstracted",
                    expected=f"use a strategy that was solved with {argument('bets')} such as fcpa",
                )
            extras = [
                OneMoreBet(menu.rounds, BetSize(Fraction(size)), where == "first")
                for size in self.sizes
            ]
            games = []
            for number, bets in enumerate([menu, *extras]):
                report(seat + number / (1 + len(extras)), 2, "building the restricted games")
                games.append(_Restricted(full.layout, seat, bets))
            self._games.append(games)

    def against(self, real: Float64s) -> Findings:
        """The values of the sizes against a strategy of the full game."""
        values = np.array([[game.value(real) for game in games] for games in self._games])
        pairs = [(float(first), float(second)) for first, second in values.T]
        first, second = (self.full.best_response_value(seat, real) for seat in range(2))
        damages = [Damage(size, pair) for size, pair in zip(self.sizes, pairs[1:], strict=True)]
        return Findings(pairs[0], (first, second), damages)


def opening_sizes(tree: BettingTree) -> list[Fraction]:
    """Every legal first bet of the first player, in pots after calling, smallest first.

    All-in is excluded: it is the size at or above which every bet is all-in.
    """
    called = int(tree.put[0].max())
    raises = [action.to for action in tree.actions_of(0) if action.kind == Kind.RAISE]
    return [in_pots(to, called) for to in raises[:-1]]


class _Restricted:
    """The full game with one seat restricted to a menu, and indices of the other's strategy."""

    def __init__(self, full: Layout, seat: int, menu: BettingAbstraction) -> None:
        bets = (menu, None) if seat == 0 else (None, menu)
        self.seat = seat
        self.passes = Passes(build_tree(full.tree.rules, bets), full.card_model)
        self._strategy = np.zeros(self.passes.layout.size)
        self._here, self._there = _common(self.passes.layout, full, 1 - seat)

    def value(self, real: Float64s) -> float:
        """The seat's best-response value against a strategy of the full game."""
        self._strategy[self._here] = real[self._there]
        return self.passes.best_response_value(self.seat, self._strategy)


def _common(part: Layout, full: Layout, player: int) -> tuple[Int64s, Int64s]:
    """Indices of a player's probabilities in a restricted game, and the same in the full game."""
    here, there = [], []
    waiting = [(0, 0)]
    while waiting:
        node, whole = waiting.pop()
        actions = part.tree.actions_of(node)
        if not actions:
            continue
        known = dict(zip(full.tree.actions_of(whole), full.tree.children_of(whole), strict=True))
        if part.tree.player[node] == player:
            length = len(actions) * full.model.states[player][int(part.tree.round[node])]
            here.append(np.arange(length) + part.offsets[node])
            there.append(np.arange(length) + full.offsets[whole])
        children = part.tree.children_of(node)
        waiting += [(int(c), int(known[a])) for a, c in zip(actions, children, strict=True)]
    return np.concatenate(here), np.concatenate(there)
