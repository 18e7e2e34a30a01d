"""Common parts of experiments with cover sets: equilibria of the cover games, and players.

Every cover game is small; its equilibria are drawn by ``solvers.equilibria``. A player of the suite
is one choice of a draw for each game. The first choices take the same draw in every game, so that a
player is homogeneous; the others pick draws at random, game by game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from equipoise.base.workers import run_blocks
from equipoise.experiments.harness.experiment import Setting

if TYPE_CHECKING:
    from equipoise.experiments.harness.partial import Partial
    from equipoise.kernels.types import Float64s, Int64s
    from equipoise.spine.passes import Passes
    from equipoise.translation.switching.cover import CoverGame
    from equipoise.translation.switching.suite import Member
    from equipoise.translation.switching.weights import Weigh


@dataclass(frozen=True)
class CoverPlayers:
    """Cover games, each as a member of a suite with sampled equilibria."""

    full: Passes
    games: Sequence[CoverGame]
    members: Sequence[Member]
    draws: Sequence[Sequence[Float64s]]

    def responses(
        self, games: Sequence[CoverGame], weigh: Weigh, choices: Int64s
    ) -> list[tuple[float, float]]:
        """Best-response values against the switching player of some games, for each choice.

        ``choices[c, g]`` is the draw of game g in choice c.
        """
        from equipoise.translation.switching.player import Switching
        from equipoise.translation.switching.suite import Suite

        places = [self.games.index(game) for game in games]
        suite = Suite(self.full.tree.rules, tuple(self.members[place] for place in places))
        switching = Switching(suite, weigh, self.full.layout)
        found = []
        for chosen in choices:
            real = switching.strategy([self.draws[place][chosen[place]] for place in places])
            found.append(self.full.exploitability(real).responses)
        return found


def cover_players(
    full: Passes,
    games: Sequence[CoverGame],
    draws: Sequence[int],
    tolerance: float,
    setting: Setting,
    partial: Partial,
) -> CoverPlayers:
    """Sample these equilibria of all games on all cores; ``tolerance`` in antes."""
    from equipoise.solvers.equilibria import EquilibriumSampler
    from equipoise.translation.switching.suite import Member

    def work(number: int) -> tuple[Member, list[Float64s]]:
        game = games[number]
        problem = game.problem()
        passes = problem.passes()
        member = Member(passes.layout, problem.cards_and_buckets[1])
        seed = len(games) * setting.seed + number
        sampler = EquilibriumSampler(passes, seed, tolerance=tolerance * game.ante)
        about = f"{problem} {seed} {tolerance}"
        kept = partial.get(f"game-{number + 1}", about) or {}
        strategies = {key: np.asarray(kept[key], dtype=np.float64) for key in kept}
        for draw in draws:
            if str(draw) not in strategies:
                strategies[str(draw)] = sampler.draw(draw).strategy
        if len(strategies) > len(kept):
            partial.put(f"game-{number + 1}", about, {**strategies})
        return member, [strategies[str(draw)] for draw in draws]

    def report(done: float, total: float, doing: str = "") -> None:
        setting.report(done, total, f"{done:.0f} of {total:.0f} games solved")

    made = run_blocks(work, range(len(games)), report)
    return CoverPlayers(full, games, [member for member, _ in made], [found for _, found in made])


def draw_choices(draws: int, games: int, count: int, seed: int) -> Int64s:
    """The draw of each game in each choice: first the same for all, then random ones.

    >>> draw_choices(2, 3, 2, 0).tolist()
    [[0, 0, 0], [1, 1, 1]]
    """
    rng = np.random.default_rng(seed)
    same = np.repeat(np.arange(draws), games).reshape(draws, games)
    mixed = rng.integers(draws, size=(max(0, count - draws), games))
    return np.concatenate([same, mixed])[:count].astype(np.int64)
