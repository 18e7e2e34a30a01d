"""Papp 1998, section 5.2.1: errors of two approximations for several opponents.

The thesis took its situations from play against people. Those are not available, so situations are
random here, and opponents' weights come from the thesis' own re-weighting function (section 7.2):
before the flop from its income rates with sigma = 330, after it with sigma = 0.4 (1 - mu), each
with a random share of hands that the opponent continues with. After the flop the thesis weighs by
EHS'; here by the hand rank, which needs no look-ahead for each of a thousand hands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equipoise.cards.intervals import Z95, share_half_width
from equipoise.experiments.harness.experiment import (
    Cell,
    Claim,
    Outcome,
    Scale,
    Setting,
)
from equipoise.experiments.papp.income import IR_7
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

    rates = np.array(IR_7).ravel()[combo_types()]
    plays = rng.uniform(0.15, 0.6)
    weights = reweight(rates, float(np.quantile(rates, 1 - plays)), _PREFLOP_SIGMA)
    mu = 1 - rng.uniform(0.2, 0.7)
    weights = weights * reweight(hand_ranks(board), mu, 0.4 * (1 - mu))
    weights[combos_with(board)] = 0
    return weights


def hand_ranks(board: list[int]) -> Float64s:
    """The hand rank of every combo among the hands possible on a board."""
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


def _mean(values: Float64s) -> tuple[float, float]:
    """A mean and the half-width of its 95% interval."""
    return float(values.mean()), Z95 * float(values.std(ddof=1)) / len(values) ** 0.5


def _share(cases: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """A share of cases and the half-width of its 95% interval."""
    share = np.array(cases.mean())
    return float(share), float(share_half_width(share, share * (1 - share), len(cases)))


def _cells(opponents: int, seen: _Errors) -> list[Cell]:
    row = f"{opponents} opponents"
    cells = []
    for column, published in PUBLISHED[opponents].items():
        size = np.abs(seen.product if column.startswith("product") else seen.field)
        if "largest" in column:
            cells.append(Cell(row, column, published, float(size.max())))
        else:
            mean, half = _mean(size)
            cells.append(Cell(row, column, published, mean, mean - half, mean + half))
    share, half = (100 * value for value in _share(np.abs(seen.field) > 2))
    low, high = max(share - half, 0.0), share + half
    return [*cells, Cell(row, "field, above 2%", PUBLISHED_ABOVE_2[opponents], share, low, high)]


def _interval(mean: float, half: float) -> str:
    return f"[{mean - half:.3f}, {mean + half:.3f}]"


def _claims(errors: dict[int, _Errors]) -> list[Claim]:
    """The text's statements; a comparison holds if the interval excludes 0."""
    two, three = errors[2], errors[3]
    better = [_mean(np.abs(seen.field) - np.abs(seen.product)) for seen in (two, three)]
    worse = []
    for few, many in ((two.product, three.product), (two.field, three.field)):
        (mean_2, half_2), (mean_3, half_3) = _mean(np.abs(few)), _mean(np.abs(many))
        worse.append((mean_3 - mean_2, float(np.hypot(half_2, half_3))))
    over = [_share(e > 0) for e in (two.product, three.product, two.field, three.field)]
    limits = (
        ("the product's error never exceeded 2.19%", [two.product, three.product], 2.19),
        ("with two opponents the field array's error never exceeded 5.79%", [two.field], 5.79),
        ("with three opponents the field array's error never exceeded 4.15%", [three.field], 4.15),
    )
    return [
        Claim(
            "the product of strengths (5.4) is better than the field array (5.3)",
            all(mean > half for mean, half in better),
            f"mean error smaller by {_interval(*better[0])}% with two, "
            f"{_interval(*better[1])}% with three opponents",
        ),
        Claim(
            "the error gets slightly worse with additional opponents",
            all(mean > half for mean, half in worse),
            f"with a third it grows by {_interval(*worse[0])}% (product), "
            f"{_interval(*worse[1])}% (field)",
        ),
        Claim(
            "the estimates are usually overestimates",
            all(share - half > 0.5 for share, half in over),
            "above the exact value in "
            + ", ".join(f"{share:.0%} ± {half:.0%}" for share, half in over)
            + " of cases (product with two and three, field with two and three)",
        ),
        *(
            Claim(text, largest <= limit, f"the largest is {largest:.2f}%")
            for text, cases, limit in limits
            for largest in [max(float(np.abs(e).max()) for e in cases)]
        ),
    ]


def run(setting: Setting) -> Outcome:
    """Both approximations against full enumeration for two and three opponents."""
    cases = CASES[setting.scale]
    total = sum(cases.values())
    errors: dict[int, _Errors] = {}
    for opponents, count in cases.items():
        done = sum(len(seen.product) for seen in errors.values())
        errors[opponents] = _measure(opponents, count, setting, done, total)
    cells = [cell for opponents, seen in errors.items() for cell in _cells(opponents, seen)]
    counts = ", ".join(f"{count} cases with {n} opponents" for n, count in cases.items())
    notes = [
        f"{counts}, a third each on flop, turn and river; the thesis had 888 and 390 from play "
        "against people, which are not published: figures are comparable in size, not in detail.",
        "After the flop weights are based on the hand rank; in the thesis on EHS'.",
        "A largest error grows with the number of cases, so 'never exceeded' depends on it.",
        "A tie counts one half against each opponent, in the exact value and in the "
        "approximations.",
    ]
    return Outcome(cells, _claims(errors), notes, digits=3)
