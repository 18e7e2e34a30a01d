"""Whether all players can be dealt a hand of their ranges at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

from equipoise.cards.combos import combo_cards
from equipoise.cards.ranges import Range

_MOST_STEPS = 500_000


@lru_cache(maxsize=1)
def _combo_bits() -> list[int]:
    """The cards of every combo as the bits of an integer."""
    return [1 << high | 1 << low for high, low in combo_cards().tolist()]


def can_be_dealt(ranges: Sequence[Range]) -> bool:
    """False only if no deal gives every player a hand of the range.

    A backtracking search, narrowest range first, that prunes if too few cards are left and memoises
    dead ends. The problem is hard in general; after half a million steps the answer is True, and
    dealing will show.

    >>> can_be_dealt([Range.parse("AA")] * 2), can_be_dealt([Range.parse("AA")] * 3)
    (True, False)
    """
    bits = _combo_bits()
    options = sorted(([bits[combo] for combo in player.combos()] for player in ranges), key=len)
    last = len(options)
    #: cards that the players from this one on could hold
    wanted = [reduce(or_, (reduce(or_, hands, 0) for hands in options[i:]), 0) for i in range(last)]
    failed: set[tuple[int, int]] = set()
    steps = 0

    def place(player: int, used: int) -> bool:
        nonlocal steps
        if player == last:
            return True
        left = wanted[player] & ~used
        if left.bit_count() < 2 * (last - player) or (player, left) in failed:
            return False
        for hand in options[player]:
            steps += 1
            if not used & hand and place(player + 1, used | hand):
                return True
            if steps > _MOST_STEPS:
                return True
        failed.add((player, left))
        return False

    return place(0, 0)
