"""Strength and one-card potential of a hand against weighted hands, fast enough for play.

The same numbers as ``hand_strength`` and ``hand_potential`` of :mod:`equipoise.cards.strength`
for one card, by one kernel call on plain weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.kernels.arrays import frozen
from equipoise.kernels.cards.outlook import AHEAD, ALL, BEHIND, TIED, weigh_outcomes
from equipoise.kernels.types import Float64s


@dataclass(frozen=True, slots=True)
class Outlook:
    """``strength`` against one opponent (HS_1), and the potentials PPOT1 and NPOT1.

    On the river both potentials are 0.
    """

    strength: float
    positive: float
    negative: float


def outlook(hole: Sequence[int], board: Sequence[int], weights: Float64s) -> Outlook:
    """The outlook of a hand on a board of 3 to 5 cards against an opponent's weights [1326].

    Weights of hands that share a card with ours or with the board are ignored.

    >>> from equipoise.cards import parse_cards
    >>> seen = outlook(parse_cards("AdQc"), parse_cards("3h4cJh"), np.ones(1326))
    >>> [round(x, 3) for x in (seen.strength, seen.positive, seen.negative)]
    [0.585, 0.108, 0.145]
    """
    table = np.empty((3, 4))
    weigh_outcomes(
        frozen(np.array(hole, dtype=np.uint8)),
        frozen(np.array(board, dtype=np.uint8)),
        frozen(weights),
        table,
    )
    ahead, tied, behind = table.tolist()  # plain numbers are faster, and a player asks often
    total = ahead[ALL] + tied[ALL] + behind[ALL]
    if not total > 0:
        raise InputError("no hand of positive weight is possible with our cards and the board")
    return Outlook(
        (ahead[ALL] + tied[ALL] / 2) / total,
        _share(behind[AHEAD] + (behind[TIED] + tied[AHEAD]) / 2, _after(behind) + _after(tied) / 2),
        _share(ahead[BEHIND] + (ahead[TIED] + tied[BEHIND]) / 2, _after(ahead) + _after(tied) / 2),
    )


def _after(row: list[float]) -> float:
    """The total weight of outcomes after the next card."""
    return sum(row[:ALL])


def _share(part: float, whole: float) -> float:
    """Equations 5.5 and 5.6; 0 if the denominator is 0."""
    return part / whole if whole else 0.0
