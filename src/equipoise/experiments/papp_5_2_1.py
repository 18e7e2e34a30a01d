"""Papp 1998, section 5.2.1: how wrong two shortcuts for several opponents are.

The thesis took its situations from play against people. Those are lost, so situations are dealt at
random here, and opponents' weights are made by the thesis' own re-weighting function (section 7.2):
before the flop from its income rates with sigma = 330, after it from the hand rank with
sigma = 0.4 (1 - mu), each with a random share of hands that the opponent continues with.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.experiments.experiment import Cell, Claim, Experiment, Outcome, Scale, Setting
from equipoise.experiments.papp_income import IR_7
from equipoise.kernels.types import Float64s

CASES: dict[Scale, dict[int, int]] = {
    "quick": {2: 888, 3: 390},
    "full": {2: 8_880, 3: 3_900},
}
#: opponents -> figures in percent; the largest error of the product is given for both together
PUBLISHED: dict[int, dict[str, float | None]] = {
    2: {
        "product, mean": 0.307,
        "product, largest": 2.19,
        "field, mean": 0.671,
        "field, largest": 5.79,
    },
    3: {
        "product, mean": 0.502,
        "product, largest": 2.19,
        "field, mean": 0.751,
        "field, largest": 4.15,
    },
}
PUBLISHED_ABOVE_2 = {2: 100 * 59 / 888, 3: 100 * 20 / 390}
_FLOOR = 0.01
_PREFLOP_SIGMA = 330.0


def reweight(values: Float64s, mu: float, sigma: float) -> Float64s:
    """1 well above mu, 0.01 well below, linear within sigma of it (figure 7.1)."""
    weights: Float64s = np.clip((values - mu + sigma) / (2 * sigma), _FLOOR, 1.0)
    return weights


@dataclass(frozen=True)
class _Errors:
    """Signed errors of both methods over all cases, in percent."""

    product: Float64s
    field: Float64s


def _random_weights(rng: np.random.Generator, board: list[int]) -> Float64s:
    """An opponent's weights after an action before the flop and one after it."""
    from equipoise.cards.combos import combo_types, combos_with
    from equipoise.cards.equity import hand_outcomes
    from equipoise.cards.ranges import Range

    rates = np.array(IR_7).ravel()[combo_types()]
    plays = rng.uniform(0.15, 0.6)
    weights = reweight(rates, float(np.quantile(rates, 1 - plays)), _PREFLOP_SIGMA)
    if len(board) == 5:
        wins, ties, met = hand_outcomes(
            Range.random(), np.array([board], dtype=np.uint8), np.ones(1), workers=1
        )
        rank = np.divide(wins + ties / 2, met, out=np.zeros_like(met), where=met > 0)
    else:
        rank = _ranks_now(board)
    mu = 1 - rng.uniform(0.2, 0.7)
    weights = weights * reweight(rank, mu, 0.4 * (1 - mu))
    weights[combos_with(board)] = 0
    return weights


def _ranks_now(board: list[int]) -> Float64s:
    """The hand rank of every combo on a flop or turn, among the hands the board leaves."""
    from equipoise.cards.combos import combo_cards, combos_with
    from equipoise.cards.evaluator import evaluate_many

    possible = ~combos_with(board)
    hands = combo_cards()[possible]
    rows = np.hstack([hands, np.tile(np.array(board, dtype=np.uint8), (len(hands), 1))])
    values = evaluate_many(rows)
    ordered = np.sort(values)
    below = np.searchsorted(ordered, values, side="left")
    upto = np.searchsorted(ordered, values, side="right")
    ranks = np.zeros(len(possible))
    ranks[possible] = (below + upto) / 2 / len(values)
    return ranks


def _measure(opponents: int, cases: int, setting: Setting, done: int, total: int) -> _Errors:
    from equipoise.cards.deck import HOLDEM_DECK
    from equipoise.cards.ranges import Range
    from equipoise.cards.strength import (
        strength_against_each,
        strength_against_field,
        strength_exact,
    )

    rng = np.random.default_rng([setting.seed, opponents])
    product, field = np.zeros(cases), np.zeros(cases)
    for case in range(cases):
        cards = HOLDEM_DECK.deal(2 + 3 + case % 3, rng)
        hole, board = cards[:2], cards[2:]
        ranges = [Range(_random_weights(rng, board)) for _ in range(opponents)]
        exact = strength_exact(hole, board, ranges)
        product[case] = 100 * (strength_against_each(hole, board, ranges) - exact)
        field[case] = 100 * (strength_against_field(hole, board, ranges) - exact)
        setting.report(done + case + 1, total)
    return _Errors(product, field)


def _cell(row: str, column: str, published: float | None, errors: Float64s) -> Cell:
    """A mean with its interval, or a largest value, of absolute errors."""
    size = np.abs(errors)
    if "largest" in column:
        return Cell(row, column, published, float(size.max()))
    mean, half = float(size.mean()), 1.959964 * float(size.std(ddof=1)) / len(size) ** 0.5
    return Cell(row, column, published, mean, mean - half, mean + half)


def run(setting: Setting) -> Outcome:
    """Both shortcuts against full enumeration for two and three opponents."""
    cases = CASES[setting.scale]
    total = sum(cases.values())
    errors: dict[int, _Errors] = {}
    for opponents, count in cases.items():
        done = sum(len(seen.product) for seen in errors.values())
        errors[opponents] = _measure(opponents, count, setting, done, total)
    cells = []
    for opponents, seen in errors.items():
        row = f"{opponents} opponents"
        for column, published in PUBLISHED[opponents].items():
            method = seen.product if column.startswith("product") else seen.field
            cells.append(_cell(row, column, published, method))
        share = 100 * float((np.abs(seen.field) > 2).mean())
        cells.append(Cell(row, "field, above 2%", PUBLISHED_ABOVE_2[opponents], share))
    two, three = errors[2], errors[3]
    pairs = {"product": (two.product, three.product), "field": (two.field, three.field)}
    mean = {name: [float(np.abs(e).mean()) for e in pair] for name, pair in pairs.items()}
    over = [float((e > 0).mean()) for e in (two.product, three.product, two.field, three.field)]
    claims = [
        Claim(
            "the product of strengths (5.4) is better than the field array (5.3)",
            all(p < f for p, f in zip(mean["product"], mean["field"], strict=True)),
            f"mean errors {mean['product'][0]:.3f}% and {mean['field'][0]:.3f}% with two, "
            f"{mean['product'][1]:.3f}% and {mean['field'][1]:.3f}% with three opponents",
        ),
        Claim(
            "the error gets slightly worse with additional opponents",
            all(values[1] > values[0] for values in mean.values()),
            f"product {mean['product'][0]:.3f}% to {mean['product'][1]:.3f}%, "
            f"field {mean['field'][0]:.3f}% to {mean['field'][1]:.3f}%",
        ),
        Claim(
            "the estimates are usually overestimates",
            all(share > 0.5 for share in over),
            f"above the exact value in {over[0]:.0%} and {over[1]:.0%} (product), "
            f"{over[2]:.0%} and {over[3]:.0%} (field) of cases",
        ),
    ]
    counts = ", ".join(f"{count} cases with {n} opponents" for n, count in cases.items())
    notes = [
        f"{counts}, a third each on flop, turn and river; the thesis had 888 and 390 from play "
        "against people, which are not published: figures are comparable in size, not in detail.",
        "A tie counts one half against each opponent, in the exact value as in the shortcuts.",
    ]
    return Outcome(cells, claims, notes, digits=3)


EXPERIMENT = Experiment(
    id="papp-5.2.1",
    title="Errors of two estimates of strength against several opponents (percent)",
    source="Papp 1998, Dealing with Imperfect Information in Poker, section 5.2.1",
    run=run,
    seconds={"quick": 5, "full": 50},
)
