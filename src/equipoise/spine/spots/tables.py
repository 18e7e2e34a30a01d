"""The hands of a spot on all boards of a round, in the layout of the kernels."""

from __future__ import annotations

import numpy as np

from equipoise.cards.combos import combo_cards
from equipoise.kernels.spots.plan import BoardHands
from equipoise.kernels.spots.vectors import WIDTH
from equipoise.kernels.types import Int64s, UInt8s, UInt16s
from equipoise.spine.cards.hands import HandCards
from equipoise.spine.cards.runouts import RIVER, Boards, Hands, card_classes

_NONE = 65535


def board_hands_of(model: HandCards, number: int) -> tuple[BoardHands, BoardHands]:
    """Both players' states in a round."""
    at = number - model.begin
    boards = model.boards[at]
    hands = (model.hands[0][at], model.hands[1][at])
    before = model.boards[at - 1] if at else None
    first, second = (
        _table(
            boards, before, hands[player], hands[1 - player],
            model.hands[player][at - 1] if at else None,
        )
        for player in (0, 1)
    )  # fmt: skip
    return first, second


def width_of(tables: tuple[BoardHands, BoardHands]) -> int:
    """The length of a row: the most hands of a player on a board, rounded up to whole vectors."""
    most = max(int(np.diff(table.starts).max()) for table in tables)
    return -(-most // WIDTH) * WIDTH


def _table(
    boards: Boards, before: Boards | None, mine: Hands, theirs: Hands, earlier: Hands | None
) -> BoardHands:
    board, combo = mine.board, mine.combo
    first, second, shares, plain = _cards(boards, mine)
    parent: UInt16s = np.zeros(len(mine), dtype=np.uint16)
    back = np.ones(len(mine), dtype=np.float32)
    if before is not None and earlier is not None:
        above = boards.parent[board]
        parent = (mine.parent - earlier.starts[above]).astype(np.uint16)
        copies = boards.copies[board] / before.copies[above]
        back = (copies * mine.size / earlier.size[mine.parent]).astype(np.float32)
    place = theirs.places[board, combo].astype(np.int64)
    same = np.where(place >= 0, place - theirs.starts[board], _NONE).astype(np.uint16)
    below, upto = (np.zeros(len(mine), dtype=np.uint16) for _ in range(2))
    if boards.cards.shape[1] == RIVER:
        keys = (theirs.board << 32) + theirs.value
        own = (board << 32) + mine.value
        below, upto = (
            (np.searchsorted(keys, own, side) - theirs.starts[board]).astype(np.uint16)
            for side in ("left", "right")
        )
    return BoardHands(mine.starts, first, second, parent, back, same, below, upto, shares, plain)


def _cards(
    boards: Boards, hands: Hands
) -> tuple[UInt8s, UInt8s, np.ndarray[tuple[int], np.dtype[np.float32]], UInt8s]:
    """The classes of both cards of each state, its shares, and the boards where these are all 1."""
    names = sorted(set(boards.groups))
    classes, counts = np.array([card_classes(name) for name in names]).transpose(1, 0, 2)
    name: Int64s = np.array([names.index(group) for group in boards.groups])
    cards = combo_cards()[hands.combo]
    kinds = name[hands.board]
    plain = np.array([len(group) == 1 for group in boards.groups], dtype=np.uint8)
    if plain.all():  # not read then
        shares = np.zeros(0, dtype=np.float32)
    else:
        size = hands.size[:, None]
        each = np.concatenate([size, size / counts[kinds[:, None], cards]], axis=1)
        shares = each.astype(np.float32).reshape(-1)
    first, second = classes[kinds[:, None], cards].astype(np.uint8).T
    return np.ascontiguousarray(first), np.ascontiguousarray(second), shares, plain
