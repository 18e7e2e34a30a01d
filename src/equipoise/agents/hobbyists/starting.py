"""Starting hands by the groups of Sklansky and Malmuth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from equipoise.agents.loki.situation import LokiSituation
from equipoise.cards.combos import combo_index, combo_types, type_text
from equipoise.cards.groups import GROUP_OF, REST
from equipoise.games.action import Kind

#: the worst group to enter an unraised pot with, by the number of players to act (more: early)
_ENTER = {0: 7, 1: 6, 2: 6, 3: 5, 4: 5, 5: 5}
_EARLY = 4
_SMALL_BLIND = 7
#: the worst groups to enter with for two bets, and for more; the worst that raises in each case
_COLD_CALL, _RAISE = {2: 3, 3: 2}, {1: 3, 2: 2, 3: 1}


@lru_cache(maxsize=1326)
def group_of(hole: tuple[int, ...]) -> int:
    """The group of a hand, 1 to 9."""
    return GROUP_OF.get(type_text(int(combo_types()[combo_index(hole[0], hole[1])])), REST)


def starting_action(hole: Sequence[int], situation: LokiSituation) -> Kind:
    """The groups' recommendation before the flop, like the book's tables."""
    group = group_of(tuple(hole))
    bets = min(situation.bets_made, 3)
    if group <= _RAISE[bets]:
        return Kind.RAISE if situation.can_raise else Kind.CALL
    if not situation.to_call:
        return Kind.CALL
    if bets == 1:
        worst = _ENTER.get(situation.position, _EARLY)
        if situation.is_small_blind:
            worst = _SMALL_BLIND
        return Kind.CALL if group <= worst else Kind.FOLD
    if situation.put_in and situation.bets_to_call <= 1:
        return Kind.CALL
    return Kind.CALL if group <= _COLD_CALL[bets] else Kind.FOLD
