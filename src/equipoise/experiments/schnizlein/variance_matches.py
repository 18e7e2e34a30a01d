"""Matches like those of Tables 2.1 to 2.3 of Schnizlein 2009, with our agents, 500BB.

Four agents replace those of the competition: a blueprint, the same purified, an exploiter with
off-tree bets, and one that ignores its cards. Every pair plays the same number of deals in both
seatings, each pair with its own deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from equipoise.base.progress import portion
from equipoise.experiments.harness.blueprints import EXACT, Library, Recipe, quality_note
from equipoise.experiments.harness.experiment import Cell, Scale, Setting
from equipoise.experiments.harness.kept_matches import kept_folder
from equipoise.experiments.schnizlein.polaris_duels import CARDS, GAME
from equipoise.kernels.types import Float64s

if TYPE_CHECKING:
    from equipoise.evaluation.variance.matches import Opened

DEALS: dict[Scale, int] = {"quick": 10_000, "full": 250_000}
NAMES = ("blueprint", "purified", "plus-minus", "naive-pa")
PAIRS = ((0, 1), (0, 2), (1, 2), (3, 0), (3, 1), (3, 2))
_SOLVING = 0.5
Z95 = 1.959964


def recipe(setting: Setting) -> Recipe:
    """The recipe of the blueprint: the agent of chapter 3."""
    cards, iterations = CARDS[setting.scale]
    return Recipe(GAME, "fcpa", cards, EXACT, iterations, setting.seed)


def agents(folder: Path) -> list[str]:
    """The four agents, each under its name."""
    return [
        f"{folder}:name={NAMES[0]}",
        f"{folder}:purify=yes,name={NAMES[1]}",
        f"plus-minus:strategy={folder},name={NAMES[2]}",
        f"naive-pa:strategy={folder},name={NAMES[3]}",
    ]


@dataclass(frozen=True, eq=False)
class Pair:
    """A match of two, in small blinds per hand.

    ``money`` and ``divat`` [deals, seatings]: the first player's winnings, and DIVAT scores.
    """

    name: str
    money: Float64s
    divat: Float64s


def play(setting: Setting, pair: tuple[str, str], deals: int, number: int) -> Opened:
    """A match of two agents, stored in the run's work folder."""
    from equipoise.evaluation.variance.matches import open_match
    from equipoise.matches.match import play_match
    from equipoise.matches.plan import MatchPlan

    plan = MatchPlan(GAME, pair, deals, setting.seed + number, duplicate=True).checked()
    kept, begun = kept_folder(setting, f"match-{number}", plan)
    with TemporaryDirectory(prefix="equipoise-") as temporary:
        folder = kept or Path(temporary) / "match"
        play_match(plan, None, folder, begun, setting.report)
        return open_match(folder)


def pairs(setting: Setting) -> tuple[list[Pair], list[str]]:
    """All six matches, and notes."""
    from equipoise.evaluation.variance.divat import always_call

    library = Library(setting)
    wanted = [recipe(setting)]
    (folder,) = library.solve(wanted, portion(setting.report, 0.0, _SOLVING))
    seated = agents(folder)
    found = []
    for number, (one, other) in enumerate(PAIRS):
        start = _SOLVING + (1 - _SOLVING) * number / len(PAIRS)
        name = f"{NAMES[one]} v {NAMES[other]}"
        part = setting.part("matches", start, (1 - _SOLVING) / len(PAIRS))
        opened = play(part, (seated[one], seated[other]), DEALS[setting.scale], number)
        hands = opened.hands
        first = always_call(hands)
        scores = np.stack([first, -first], axis=1)
        found.append(Pair(name, _table(opened, hands.won), _table(opened, scores)))
    notes = [
        f"{GAME}, small blinds per hand; {DEALS[setting.scale]:,} deals per match, each in both "
        "seatings. Intervals of deviations by the fourth moment.",
        "In place of the competition's programs: a blueprint, the same purified, an exploiter "
        "that bets large with good hands and small with bad ones (plus-minus), and one that "
        "ignores its cards (naive-pa).",
        quality_note(library, wanted),
    ]
    return found, notes


def _table(opened: Opened, by_position: Float64s) -> Float64s:
    """The first player's winnings, [deals, seatings], in small blinds."""
    hands = opened.hands
    mine = hands.by_player(by_position)[:, 0] / min(hands.rules.blinds)
    order = np.lexsort((hands.trial, hands.deal))
    return mine[order].reshape(-1, int(hands.trial.max()) + 1)


@dataclass(frozen=True)
class Deviation:
    """A standard deviation and half of its 95% interval."""

    value: float
    half: float

    @classmethod
    def of(cls, values: Float64s) -> Deviation:
        """By the fourth moment: the variance of s**2 is about (m4 - s**4) / n."""
        centred = np.asarray(values).reshape(-1) - values.mean()
        square = float((centred**2).mean())
        fourth = float((centred**4).mean())
        if square <= 0.0:
            return cls(0.0, 0.0)
        error = sqrt(max(fourth - square**2, 0.0) / len(centred)) / (2 * sqrt(square))
        return cls(sqrt(square), Z95 * error)

    def cell(self, row: str, column: str, published: float | None = None) -> Cell:
        """A cell of a table."""
        low, high = self.value - self.half, self.value + self.half
        return Cell(row, column, published, self.value, low, high)


def rate_cell(row: str, column: str, values: Float64s, published: float | None = None) -> Cell:
    """A win rate with its interval over deals."""
    from equipoise.evaluation.estimates import estimate

    seen = estimate(np.asarray(values).mean(axis=1) if values.ndim == 2 else values)
    half = seen.half or 0.0
    return Cell(row, column, published, seen.mean, seen.mean - half, seen.mean + half)
