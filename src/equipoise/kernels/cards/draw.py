"""Random cards from the remaining deck, as the sums that the evaluator takes."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.cards.evaluate import CARD_BITS, CARD_KEYS
from equipoise.kernels.compile import inlined
from equipoise.kernels.random import next_below

_0, _1, _52 = np.array([0, 1, 52], dtype=np.uint64)


@inlined
def draw_cards(state, used, count, key, bits):
    """Add ``count`` random cards that are not ``used`` to the sums of keys and bits.

    Returns the updated used cards and both sums. Used cards are redrawn.
    """
    while count:
        card = next_below(state, _52)
        if (used >> card) & _1 == _0:
            used |= _1 << card
            key += CARD_KEYS[card]
            bits += CARD_BITS[card]
            count -= 1
    return used, key, bits
