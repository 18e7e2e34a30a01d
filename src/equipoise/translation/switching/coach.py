"""Coach players: follow one strategy until a bet requires another (Schnizlein 2009, 5.5).

The *defensive coach* plays the first strategy until the opponent makes a bet that only the second
has (in the thesis, half the pot), and the second from then on. The *full coach* also switches to
the second if that would itself make such a bet with a probability above 0.001. Neither switches
back within a hand.

This module has their common rule, which bets trigger the switch; the players are in
``policies.coach``.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from equipoise.abstraction.bets.betting import BettingAbstraction
from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.translation.mappings import find_mapping, reading
from equipoise.translation.situation import Situation

#: bets of the second strategy below this probability do not trigger the switch
SUGGESTED = 0.001
#: whether an action in a situation is a bet that triggers the switch
Trigger = Callable[[Situation, Action], bool]


def bets_only_in(second: str, first: str) -> Trigger:
    """Test for bets that only ``second`` has; real bets are read by hard translation.

    >>> from equipoise.games.betting import BettingState
    >>> from equipoise.games.catalogue import find_game
    >>> start = Situation.of_state(BettingState.start(find_game("leduc-nolimit:12")))
    >>> half = bets_only_in("fchpa", "fcpa")
    >>> [half(start, Action.raise_to(to)) for to in (2, 3, 12)]
    [True, False, False]
    """
    menu, known = BettingAbstraction.parse(second), BettingAbstraction.parse(first)
    rounds = range(max(len(menu.rounds), len(known.rounds)) + 1)  # r: none before the flop
    if all(_sizes(menu, number) <= _sizes(known, number) for number in rounds):
        raise InputError(
            f"{second} has no bet that is not in {first}",
            what="coach",
            expected="use an abstraction with at least one more",
        )
    mapping = find_mapping("hard")

    def triggers(real: Situation, action: Action) -> bool:
        if action.kind != Kind.RAISE:
            return False
        shared = _bets(known, real)
        bets = sorted(_bets(menu, real) | shared)
        if not bets:
            return False
        ((place, _),) = reading(mapping, action.to - real.call_to, bets)
        return bets[place] not in shared

    return triggers


def _sizes(bets: BettingAbstraction, number: int) -> set[Fraction | None]:
    """The bets of all menus of a round as pot fractions, and None for all-in."""
    menus = bets.rounds[min(number, len(bets.rounds) - 1)]
    sizes: set[Fraction | None] = {
        size.fraction
        for menu in menus
        for size in menu.sizes
        if number > 0 or not size.not_first_round
    }
    return sizes | {None} if any(menu.all_in for menu in menus) else sizes


def _bets(bets: BettingAbstraction, real: Situation) -> set[int]:
    """The bets an abstraction may have in a real situation, in chips beyond a call.

    A situation does not contain the number of raises or the sizes used in the round, so every menu
    of the round is included.
    """
    smallest, largest = real.legal.min_raise, real.legal.max_raise
    if smallest is None or largest is None:
        return set()

    smallest, largest = smallest - real.call_to, largest - real.call_to

    def bet(part: Fraction) -> int:
        return min(max(int(part * real.pot), smallest), largest)

    return {largest if part is None else bet(part) for part in _sizes(bets, real.round)}
