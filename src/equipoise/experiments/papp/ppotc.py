"""Papp 1998, section 7.2.3: accuracy of the crude potential PPOTC as an estimate of PPOT1.

The thesis does not print its heuristics, so our own crude estimate is measured
(``kernels.boards.order.crude_potential``), which has no parameter to fit.
"""

from __future__ import annotations

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
from equipoise.kernels.types import Float64s

CASES: dict[Scale, int] = {"quick": 2_000, "full": 40_000}
#: "within 5% of PPOT1, 95% of the time (this is from a random sampling of five card unweighted
#: cases)"
WITHIN, PUBLISHED = 0.05, 0.95
_BOARDS = {"flop": 3, "turn": 4}


def _errors(board_cards: int, cases: int, setting: Setting, done: int, total: int) -> Float64s:
    """PPOTC minus PPOT1 for random hands on random boards, and PPOT1 itself."""
    from equipoise.agents.loki.boards import crude_potentials
    from equipoise.cards.combos import COMBO_COUNT, combo_index
    from equipoise.cards.deck import HOLDEM_DECK
    from equipoise.cards.outlook import outlook

    rng = np.random.default_rng([setting.seed, board_cards])
    uniform = np.ones(COMBO_COUNT)
    pairs = np.zeros((2, cases))
    for case in range(cases):
        cards = HOLDEM_DECK.deal(2 + board_cards, rng)
        hole, board = cards[:2], cards[2:]
        exact = outlook(hole, board, uniform).positive
        crude = crude_potentials(tuple(board))[combo_index(*hole)]
        pairs[:, case] = crude - exact, exact
        setting.report(done + case + 1, total)
    return pairs


def _share(cases: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """A share of cases and the half-width of its 95% interval."""
    share = np.array(cases.mean())
    return float(share), float(share_half_width(share, share * (1 - share), len(cases)))


def run(setting: Setting) -> Outcome:
    """Random hands on flops, as in the thesis, and on turn boards."""
    cases = CASES[setting.scale]
    cells = []
    seen: dict[str, tuple[float, float]] = {}
    for number, (name, cards) in enumerate(_BOARDS.items()):
        errors, exact = _errors(cards, cases, setting, number * cases, len(_BOARDS) * cases)
        share, half = seen[name] = _share(np.abs(errors) <= WITHIN)
        published = PUBLISHED if name == "flop" else None
        cells.append(Cell(name, "within 0.05", published, share, share - half, share + half))
        for column, values in (
            ("error, mean size", np.abs(errors)),
            ("error, mean", errors),
            ("PPOT1, mean", exact),
        ):
            mean = float(values.mean())
            spread = Z95 * float(values.std(ddof=1)) / cases**0.5
            cells.append(Cell(name, column, None, mean, mean - spread, mean + spread))
        usual = float((np.abs(exact - np.median(exact)) <= WITHIN).mean())
        cells.append(Cell(name, "the median instead, within 0.05", None, usual))
    share, half = seen["flop"]
    claims = [
        Claim(
            "the crude estimate is within 5% of PPOT1, 95% of the time",
            share + half >= PUBLISHED,
            f"on flops {share:.2%} ± {half:.2%}; "
            f"on turn boards {seen['turn'][0]:.2%} ± {seen['turn'][1]:.2%}",
        )
    ]
    notes = [
        f"{cases:,} random hands each on random flops and turn boards, opponents' hands "
        f"unweighted, seed {setting.seed}. 5% is taken as 0.05 of the probability.",
        "The thesis' estimate is not printed; ours has no tuned parameter: the share of the "
        "hands ahead that the next card would let us overtake if their ranks did not change.",
        "The last column is the accuracy of a single number for all hands.",
    ]
    return Outcome(cells, claims, notes, digits=4)
