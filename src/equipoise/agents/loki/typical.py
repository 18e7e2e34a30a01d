"""Default weights for opponents without a model.

The thesis gives its players without a model "a fixed weight array [...], a 'reasonable' set of
weights" (Papp 1998, section 8.3) and does not print it; section 5.2 says it would be based on the
income rates. Here it is the thesis' own generic model of an opponent who called one bet before the
flop: the re-weighting of figure 7.1 with sigma = 330 on the income rates against six, and mu at the
median, because by Table B.2 half of all hands call or raise one bet.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from equipoise.agents.loki.beliefs import Fixed
from equipoise.agents.loki.reweighting import preflop_line
from equipoise.cards.income_table import income_by_combo
from equipoise.kernels.loki.reweighting import LEAST
from equipoise.kernels.types import Float64s

_PLAYED = 0.5


@lru_cache(maxsize=1)
def typical_weights() -> Float64s:
    """The weights of the 1,326 hands, 0.01 to 1."""
    rates = income_by_combo(6)
    line = preflop_line(np.sort(rates), 1 - _PLAYED)
    weights: Float64s = np.clip(line.start + line.slope * rates, LEAST, 1.0)
    weights.setflags(write=False)
    return weights


class Typical(Fixed):
    """Assumes that every opponent holds a hand worth a preflop call."""

    def __init__(self) -> None:
        super().__init__(typical_weights())
