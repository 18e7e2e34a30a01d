"""Equity of a hand against random hands, all going to the showdown."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.cards.draw import draw_cards
from equipoise.kernels.cards.evaluate import CARD_BITS, CARD_KEYS, KEY_START, ROWS_7, hand_value
from equipoise.kernels.compile import kernel
from equipoise.kernels.types import Int64s, UInt8s, UInt64s

_0, _1 = np.array([0, 1], dtype=np.uint64)


@kernel
def sample_against_random(
    hole: UInt8s, board: UInt8s, opponents: int, deals: int, state: UInt64s, shared: Int64s
) -> None:
    """Deal random boards and opponents; ``shared[k]`` counts the pots we split k ways.

    A deal stops as soon as one opponent is ahead: the remaining hands cannot change the result.
    """
    my_key = CARD_KEYS[hole[0]] + CARD_KEYS[hole[1]]
    my_bits = CARD_BITS[hole[0]] + CARD_BITS[hole[1]]
    gone = (_1 << np.uint64(hole[0])) | (_1 << np.uint64(hole[1]))
    start_key, start_bits = KEY_START, _0
    for card in board:
        start_key += CARD_KEYS[card]
        start_bits += CARD_BITS[card]
        gone |= _1 << np.uint64(card)
    for _ in range(deals):
        used, key, bits = draw_cards(state, gone, 5 - len(board), start_key, start_bits)
        mine = hand_value(key + my_key, bits + my_bits, ROWS_7)
        winners = 1
        for _opponent in range(opponents):
            used, their_key, their_bits = draw_cards(state, used, 2, key, bits)
            theirs = hand_value(their_key, their_bits, ROWS_7)
            if theirs > mine:
                winners = 0
                break
            if theirs == mine:
                winners += 1
        if winners:
            shared[winners] += 1
