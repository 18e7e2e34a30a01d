"""``new-nested-river`` and ``new-nested-turn``: tables of the spots of ``nested_spots``."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from equipoise.base.progress import Report, portion
from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Scale, Setting
from equipoise.experiments.harness.partial import Partial
from equipoise.experiments.new.nested_spots import (
    BETS,
    IN_TREE,
    LATER,
    MAPPINGS,
    NESTED,
    POT,
    STACK,
    NestedSpot,
    Work,
)
from equipoise.kernels.types import Float64s
from equipoise.solvers.solver import Arrays

SIZES = (Fraction(3, 4), Fraction(3, 2), Fraction(5, 2))
SAFE = ("resolve", "maxmargin")
BOARDS = ("Ks7d2c5hTs", "QsJh2h8d3c", "Ah9h4c4d7s", "8s7s6d2hKc", "TcTd3s5cAd", "Jd6c2sQhQd")
PUBLISHED = (
    "Published for flop hold'em without a 0.75 pot bet in one player's tree, mb/h (Brown and "
    "Sandholm 2017): randomized pseudo-harmonic translation 1,465; nested resolve 150.2, unsafe "
    "148.3, maxmargin 122.0, reach-maxmargin 119.1. The game is another, so the order is what can "
    "be compared."
)


def spots(street: int, scale: Scale) -> list[NestedSpot]:
    """The spots that start on a street."""
    if street == 3:
        work = Work(600, 300) if scale == "quick" else Work(4000, 1000)
        count = 3 if scale == "quick" else len(BOARDS)
    else:
        work = Work(250, 100) if scale == "quick" else Work(800, 300)
        count = 1 if scale == "quick" else len(BOARDS)
    return [NestedSpot(board[: 2 * (street + 2)], work) for board in BOARDS[:count]]


def run_street(setting: Setting, street: int) -> Outcome:
    """All answers to all sizes; the mean over boards."""
    chosen = spots(street, setting.scale)
    sizes = SIZES[:2] if setting.scale == "quick" and street < 3 else SIZES
    kept = Partial(setting.work)
    rows = (*MAPPINGS, *NESTED, IN_TREE)
    found: list[Float64s] = []
    on_tree: list[float] = []
    for number, spot in enumerate(chosen):
        report = portion(setting.report, number / len(chosen), 1 / len(chosen))
        about = f"{spot.board} {spot.work} {BETS} {LATER} {POT} {STACK} {sizes} {rows}"
        stored = kept.get(spot.board, about)
        if stored is None:
            stored = _measured(spot, sizes, rows, report)
            kept.put(spot.board, about, stored)
        found.append(stored["prices"].astype(np.float64))
        on_tree.append(float(stored["on_tree"]))
    kept.clear()
    prices: Float64s = np.mean(found, axis=0)
    columns = [f"{float(size):g} pots" for size in sizes]
    cells = [
        Cell(row, column, None, float(prices[i, j]))
        for i, row in enumerate(rows)
        for j, column in enumerate(columns)
    ]
    notes = [
        f"What an exact best response wins above the value of the game, % of the pot, when it may "
        f"bet one size more than {BETS} at its first decision; the mean over boards "
        f"({', '.join(spot.board for spot in chosen)}), pot {POT}, stack {STACK}, ranges of a "
        "three-bet pot. Nothing is sampled. The answers that are solved again start after the bet, "
        "unsafe before it.",
        f"The strategy that is translated or nested is an equilibrium without the size, within "
        f"{np.mean(on_tree):.3f}% of the pot of one; {chosen[0].work.nested} iterations of each "
        "nested solve.",
        PUBLISHED,
    ]
    return Outcome(cells, _claims(rows, columns, prices), notes, digits=3, unit="% of the pot")


def _measured(
    spot: NestedSpot, sizes: tuple[Fraction, ...], rows: tuple[str, ...], report: Report
) -> Arrays:
    report(0, len(sizes) + 1, spot.board)
    on_tree = spot.on_tree()
    prices = np.zeros((len(rows), len(sizes)))
    for column, size in enumerate(sizes):
        report(column + 1, len(sizes) + 1, f"{spot.board}, {float(size):g} pots")
        found = spot.prices(size)
        prices[:, column] = [found[row] for row in rows]
    return {"prices": prices, "on_tree": np.array(on_tree)}


def _claims(rows: tuple[str, ...], columns: list[str], prices: Float64s) -> list[Claim]:
    by_row = dict(zip(rows, prices, strict=True))
    mappings = np.array([by_row[name] for name in MAPPINGS])
    worst_safe = np.max([by_row[name] for name in SAFE], axis=0)

    def said(names: tuple[str, ...]) -> str:
        return "; ".join(
            f"{name} " + ", ".join(f"{value:.3f}" for value in by_row[name]) for name in names
        )

    return [
        Claim(
            "nested re-solving by resolve and maxmargin loses less than every translation, for "
            "every size",
            bool((worst_safe < mappings.min(axis=0)).all()),
            f"{', '.join(columns)}: {said((*MAPPINGS, *SAFE))}",
        ),
        Claim(
            "pseudo-harmonic translation loses less than hard translation",
            bool((by_row["pseudo-harmonic"] <= by_row["hard"]).all()),
            said(("hard", "pseudo-harmonic")),
        ),
        Claim(
            "unsafe nested solving, from before the bet, loses less than pseudo-harmonic "
            "translation on average",
            float(by_row["unsafe"].mean()) < float(by_row["pseudo-harmonic"].mean()),
            said(("unsafe", "pseudo-harmonic")),
        ),
    ]
