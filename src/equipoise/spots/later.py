"""Re-solving later streets of a spot: subgames after a line, with the ranges that reach it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from equipoise.abstraction.bets.menus import Line, Menus, Option
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.games.betting import BettingState
from equipoise.kernels.types import Float64s, Floats
from equipoise.solvers.methods import usual_method
from equipoise.solvers.run.loop import Stop
from equipoise.solvers.run.solving import solve
from equipoise.spine.game import AbstractGame, Start
from equipoise.spine.layout import Layout
from equipoise.spine.locks import Lock
from equipoise.spine.spot_node import SpotNode, met_by, spot_node
from equipoise.spine.tree import BettingTree


@dataclass(frozen=True)
class After:
    """Menus after a line: those of the whole tree, which may depend on earlier betting."""

    menus: Menus
    begun: Line

    def actions(
        self,
        state: BettingState,
        used: frozenset[Fraction] = frozenset(),
        line: Line = (),
    ) -> list[Option]:
        """The actions of the player to act."""
        return self.menus.actions(state, used, (*self.begun, *line))


class NeverPlayedError(InputError):
    """A line that the ranges never reach together, so that nothing can be solved after it."""


@dataclass(frozen=True, eq=False)
class Later:
    """A solved subgame: node 0 of its layout is ``entry`` of the whole tree.

    Its ranges have weights up to 1; ``most`` are the largest of the whole game at the entry.
    """

    layout: Layout
    strategy: Floats
    entry: int
    most: Float64s

    def seen(self, node: int, cards: tuple[int, ...]) -> SpotNode:
        """A node of the whole tree, with the reach of the whole game."""
        found = spot_node(self.layout, self.strategy, node - self.entry, cards)
        most = self.most[:, None]
        return replace(found, reach=found.reach * most, met=found.met * most[::-1])


def solve_later(
    game: AbstractGame,
    tree: BettingTree,
    entry: int,
    cards: tuple[int, ...],
    reach: Float64s,
    percent: float,
    report: Report = silent,
) -> Later:
    """Solve the subgame from the start of a street, to ``percent`` of its pot.

    ``cards`` are those dealt since the start of the game, ``reach`` [2, 1326] the ranges there.
    """
    start, menus = game.start, game.menus
    assert start is not None and menus is not None  # noqa: PT018
    state, begun = start.betting, Line()
    for action, _ in tree.steps_to(entry):
        begun = (*begun, (state, action))
        state = state.after(action)
    if not reach[0] @ met_by((*start.board, *cards), reach[1]) > 0:
        raise NeverPlayedError(
            "this line is never played", expected="a line that both ranges reach"
        )
    most = reach.max(axis=1)
    ranges = (reach[0] / most[0], reach[1] / most[1])
    path = tree.path(entry)
    locks = [_below(lock, path, cards) for lock in start.locks]
    below = AbstractGame(
        game.game,
        start=Start(
            state, (*start.board, *cards), ranges, start.rake, tuple(lock for lock in locks if lock)
        ),
        menus=After(menus, begun),
    )
    engine, method = below.engine(), usual_method(has_matrices=True, has_hands=True)
    pot = float(np.sum(state.put)) / tree.rules.scale
    found = solve(engine, method, Stop(target=percent / 100 * pot), report=report)
    return Later(engine.layout, found.strategy, entry, most)


def _below(lock: Lock, path: str, cards: tuple[int, ...]) -> Lock | None:
    """A lock in the subgame after a path; None if it is elsewhere."""
    if not lock.path.startswith(path):
        return None
    rest = lock.path[len(path) :]
    if lock.cards is None:
        return Lock(rest, lock.strategy)
    dealt = lock.cards[: len(cards)]
    return Lock(rest, lock.strategy, lock.cards[len(cards) :]) if dealt == cards else None
