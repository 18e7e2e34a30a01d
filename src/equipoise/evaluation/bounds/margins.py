"""The margin of one private hand against each other hand if nobody bets any more.

The *margin* is the probability of winning minus that of losing over all cards still to come, given
both hands: 2 e - 1 for an equity of e. A stake of s chips is worth s times the margin.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.combos import COMBO_COUNT, combo_cards
from equipoise.cards.matchups import preflop_margins
from equipoise.games.public_state import private_hands
from equipoise.games.rules import GameRules
from equipoise.games.showdown import strength
from equipoise.kernels.arrays import frozen
from equipoise.kernels.cards.margins import margins_against
from equipoise.kernels.types import Float64s, UInt8s
from equipoise.spine.cards.preflop import is_holdem

_MOST_DECK = 12  # largest deck whose run-outs are enumerated in Python


def check_dealing(rules: GameRules) -> None:
    """Raise InputError unless the game has two players, private hands and a board."""
    if rules.players != 2:
        raise InputError(
            f"{rules.name} has {rules.players} players", "game", expected="one of two players"
        )
    plain = all(
        deal.up == 0 and deal.receivers is None and (number == 0 or deal.hole == 0)
        for number, deal in enumerate(rules.script)
    )
    if not plain or not (is_holdem(rules) or rules.deck.size <= _MOST_DECK):
        raise InputError(
            f"{rules.name} cannot be rolled out",
            "game",
            expected="hold'em, or a small deck with private cards dealt once (Kuhn, Leduc)",
        )


def margins(rules: GameRules, hole: tuple[int, ...], board: tuple[int, ...]) -> Float64s:
    """The margins of a hand on a board against every hand index of the opponent.

    0 for hands that share a card with this hand or the board.
    """
    if is_holdem(rules):
        if not board:
            high, low = max(hole), min(hole)
            row: Float64s = preflop_margins()[high * (high - 1) // 2 + low]
            return row
        return _rolled_out(hole, board)
    return _listed(rules, hole, board)


@lru_cache(maxsize=64)
def _rolled_out(hole: tuple[int, ...], board: tuple[int, ...]) -> Float64s:
    cards: UInt8s = np.array(board, dtype=np.uint8)
    theirs = np.empty(COMBO_COUNT)
    margins_against(frozen(cards), hole[0], hole[1], combo_cards(), theirs)
    return frozen(-theirs)


@lru_cache(maxsize=10_000)
def _listed(rules: GameRules, hole: tuple[int, ...], board: tuple[int, ...]) -> Float64s:
    hands = private_hands(rules, 1).tolist()
    found = np.zeros(len(hands))
    needed = rules.board_cards - len(board)
    for number, other in enumerate(hands):
        if set(other) & {*hole, *board} or set(hole) & set(board):
            continue
        left = [card for card in rules.deck.cards if card not in (*hole, *other, *board)]
        ends = list(combinations(left, needed))
        for cards in ends:
            whole = (*board, *cards)
            mine = strength(rules.showdown, hole, whole)
            theirs = strength(rules.showdown, tuple(other), whole)
            found[number] += int(mine > theirs) - int(mine < theirs)
        found[number] /= len(ends)
    return frozen(found)
