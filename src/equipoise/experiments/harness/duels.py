"""Win rates between known policies for tables of experiments, computed range by range.

Only boards are sampled (``evaluation.expected``), so that a few dozen boards are worth very many
played hands. Every result is stored, and a killed run resumes with the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from equipoise.base.progress import Report, portion
from equipoise.experiments.harness.experiment import Cell, Claim, Setting
from equipoise.experiments.harness.partial import Partial
from equipoise.kernels.types import Float64s

if TYPE_CHECKING:
    from equipoise.policies.policy import Policy

BOARDS = {"quick": 20, "full": 600}
Z95 = 1.959964
#: mb/h; the smallest differences called better or worse in Tables 3.1 to 3.3 are 20
LEVEL = 20.0


@dataclass(frozen=True)
class Won:
    """A win rate in mb/h, averaged over both seats, with half of its 95% interval.

    ``boards`` [n]: the win rate on each board.
    """

    mean: float
    half: float
    boards: Float64s

    @classmethod
    def of(cls, boards: Float64s) -> Won:
        """The result from values on boards."""
        from equipoise.evaluation.estimates import estimate

        seen = estimate(boards)
        return cls(seen.mean, seen.half or 0.0, boards)

    def __neg__(self) -> Won:
        return Won(-self.mean, self.half, -self.boards)

    def times(self, factor: float) -> Won:
        """The win rate times a factor."""
        return Won(factor * self.mean, abs(factor) * self.half, factor * self.boards)

    def __sub__(self, other: Won) -> Won:
        """The difference, paired by board if both have the same boards."""
        if len(self.boards) == len(other.boards):
            return Won.of(self.boards - other.boards)
        return Won(self.mean - other.mean, hypot(self.half, other.half), np.zeros(0))

    def cell(self, row: str, column: str, published: float | None) -> Cell:
        """A cell of a table."""
        low, high = self.mean - self.half, self.mean + self.half
        return Cell(row, column, published, self.mean, low, high)

    def __str__(self) -> str:
        return f"{self.mean:+,.0f} ± {self.half:,.0f}"


class Duels:
    """Matches of an experiment, all on the same boards to make differences more precise."""

    def __init__(self, setting: Setting, game: str) -> None:
        from equipoise.formats import resolve_game

        self.rules = resolve_game(game)
        self.game, self.setting = game, setting
        self.boards = BOARDS[setting.scale]
        self.kept = Partial(setting.work)

    def play(self, name: str, about: str, first: Policy, second: Policy, report: Report) -> Won:
        """The first player's win rate; ``name`` and ``about`` identify the match within the run."""
        from equipoise.evaluation.expected import ExpectedValue

        seed = self.setting.seed
        about = f"{self.game} {about} {self.boards} {seed}"
        kept = self.kept.get(name, about)
        if kept is not None and "boards" in kept:
            return Won.of(kept["boards"].astype(np.float64))
        rates = ExpectedValue(self.rules, (first, second)).run(self.boards, seed, report).rates
        self.kept.put(name, about, {"boards": rates})
        return Won.of(rates)

    def finish(self) -> None:
        """Remove stored results once the table is complete, so that they are not reused later."""
        self.kept.clear()


def crosstable(
    duels: Duels,
    names: Sequence[str],
    players: Sequence[Policy],
    abouts: Sequence[str],
    report: Report,
) -> dict[tuple[int, int], Won]:
    """Every pair of players, in both orders."""
    pairs = [(i, j) for i in range(len(players)) for j in range(i)]
    found: dict[tuple[int, int], Won] = {}
    for done, (i, j) in enumerate(pairs):
        part = portion(report, done / len(pairs), 1 / len(pairs), f"{names[i]} against {names[j]}")
        about = f"{abouts[i]} | {abouts[j]}"
        won = duels.play(f"pair-{i}-{j}", about, players[i], players[j], part)
        found[i, j], found[j, i] = won, -won
    return found


def crosstable_cells(
    labels: Sequence[str], published: Sequence[Sequence[float]], found: dict[tuple[int, int], Won]
) -> list[Cell]:
    """The cells of a crosstable; averaged over both seats a player is even against itself."""
    cells = []
    for i, label in enumerate(labels):
        for j in range(len(labels)):
            column = f"({j + 1})"
            even = Cell(label, column, published[i][j], 0.0)
            cells.append(even if i == j else found[i, j].cell(label, column, published[i][j]))
    return cells


def more(text: str, larger: Won, smaller: Won) -> Claim:
    """A claim that one result is larger than another, by the interval of the difference."""
    difference = larger - smaller
    evidence = f"{larger} against {smaller}, difference {difference} mb/h"
    return _above(text, difference, evidence)


def wins(text: str, won: Won) -> Claim:
    """A claim that a player wins; not decided if 0 is in the interval."""
    return _above(text, won, f"{won} mb/h")


def loses(text: str, won: Won) -> Claim:
    """A claim that a player loses; not decided if 0 is in the interval."""
    return _above(text, -won, f"{won} mb/h")


def keeps_level(text: str, won: Won) -> Claim:
    """A claim that a player does not lose: less than ``LEVEL``.

    If the interval reaches further down it is not decided.
    """
    low, high = won.mean - won.half, won.mean + won.half
    return Claim(
        f"{text} (loses less than {LEVEL:g} mb/h)",
        low > -LEVEL,
        f"{won} mb/h",
        is_open=low <= -LEVEL <= high,
    )


def _above(text: str, won: Won, evidence: str) -> Claim:
    return Claim(text, won.mean > won.half, evidence, is_open=abs(won.mean) <= won.half)


def boards_note(duels: Duels) -> str:
    """A note on how results were computed."""
    return (
        f"mb/h, averaged over both seats. Computed, not played: on {duels.boards} random boards "
        "all hands of one player meet all hands of the other; 95% intervals are over boards, "
        "and differences are paired by board."
    )
