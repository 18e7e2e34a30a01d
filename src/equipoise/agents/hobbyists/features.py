"""Hand features of rules of thumb: made hands and draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from equipoise.cards.evaluator import evaluate, hand_class
from equipoise.cards.ranking import STRAIGHT

_ACE = 12


class Feature(StrEnum):
    """Features, best first."""

    STRONG = "two pair or better"
    TOP_PAIR = "top pair"
    DRAW = "four to a flush or an open straight"
    PAIR = "pair"
    NOTHING = "nothing"


def feature(hole: Sequence[int], board: Sequence[int]) -> Feature:
    """The feature of a hand; hands made by the board alone do not count.

    Top pair is a pair with the highest card of the board, or a pocket pair above it (figure 4.1).
    """
    on_board = Counter(card >> 2 for card in board)
    first, second = (card >> 2 for card in hole)
    top = max(on_board)
    matched = {rank for rank in (first, second) if rank in on_board}
    value = evaluate([*hole, *board])
    plays = len(board) < 5 or value > evaluate(board)
    trips = any(on_board[rank] + (2 if first == second else 1) >= 3 for rank in matched)
    if plays and (trips or len(matched) == 2 or hand_class(value).category >= STRAIGHT):
        return Feature.STRONG
    if top in matched or (first == second and first > top):
        return Feature.TOP_PAIR
    if len(board) < 5 and (_four_flush(hole, board) or _open_straight(hole, board)):
        return Feature.DRAW
    return Feature.PAIR if matched or first == second else Feature.NOTHING


def _four_flush(hole: Sequence[int], board: Sequence[int]) -> bool:
    suits = Counter(card & 3 for card in [*hole, *board])
    return any(suits[card & 3] == 4 for card in hole)


def _open_straight(hole: Sequence[int], board: Sequence[int]) -> bool:
    """Four ranks in a row, one of them ours, that a card at either end completes."""
    own = {card >> 2 for card in hole}
    ranks = own | {card >> 2 for card in board}
    return any(
        {low, low + 1, low + 2, low + 3} <= ranks and own & {low, low + 1, low + 2, low + 3}
        for low in range(_ACE - 3)
    )
