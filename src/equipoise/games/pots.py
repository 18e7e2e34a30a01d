"""Main pot, side pots, and who is paid from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from equipoise.games.betting import BettingState
from equipoise.games.rules import OddChips


@dataclass(frozen=True)
class Pot:
    """Chips, and the positions that can win them."""

    amount: int
    contenders: tuple[int, ...]


def _stakes(betting: BettingState) -> tuple[list[int], int]:
    """What each position has at stake in layers of the pot, and the dead money below them.

    When everyone owes the same ante, a short one simply makes a lower layer. Antes that only some
    pay (a big blind ante) are dead: they belong to the main pot whoever paid them.
    """
    rules = betting.rules
    if len(set(rules.antes)) == 1:
        return list(betting.put), 0
    stakes = [betting.live(position) for position in range(rules.players)]
    return stakes, betting.pot - sum(stakes)


def build_pots(betting: BettingState) -> tuple[Pot, ...]:
    """The main pot and the side pots, in this order.

    A last pot with one contender is a bet that nobody called. Layers that the same players can win
    are one pot.
    """
    stakes, dead = _stakes(betting)
    contenders = betting.contenders
    levels = sorted({stakes[position] for position in contenders})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        top = max(stakes) if level == levels[-1] else level  # what a folder put in on top
        amount = dead + sum(min(stake, top) - min(stake, below) for stake in stakes)
        dead = 0
        if amount:
            pots.append(Pot(amount, tuple(p for p in contenders if stakes[p] >= level)))
        below = level
    return tuple(pots)


def uncalled(betting: BettingState) -> tuple[int, ...]:
    """What each position put in beyond everybody else, and so takes back."""
    stakes, _ = _stakes(betting)
    second, highest = sorted(stakes)[-2:]
    return tuple(highest - second if stake == highest > second else 0 for stake in stakes)


def award(
    pots: Sequence[Pot], strengths: Sequence[int | None], odd_chips: OddChips
) -> tuple[Fraction, ...]:
    """What each position takes from the pots; a strength of None cannot win.

    Where every contender of a pot gave up, its chips go to the best of the others still in the
    pot below, and at last are split by those who contend for it.

    >>> pots = [Pot(25, (0, 1)), Pot(10, (1,))]
    >>> [str(chips) for chips in award(pots, [3, 3], "fraction")]
    ['25/2', '45/2']
    >>> [str(chips) for chips in award(pots, [3, 3], "button")]
    ['13', '22']
    """
    won = [Fraction(0)] * len(strengths)
    for number, pot in enumerate(pots):
        values = _claims(pots, number, strengths)
        best = max(values.values())
        winners = sorted(position for position, value in values.items() if value == best)
        if odd_chips == "fraction":
            for position in winners:
                won[position] += Fraction(pot.amount, len(winners))
            continue
        share, rest = divmod(pot.amount, len(winners))
        for position in winners:
            won[position] += share
        won[winners[0]] += rest
    return tuple(won)


def _claims(pots: Sequence[Pot], number: int, strengths: Sequence[int | None]) -> dict[int, int]:
    for pot in reversed(pots[: number + 1]):
        values = {
            position: strength
            for position in pot.contenders
            if (strength := strengths[position]) is not None
        }
        if values:
            return values
    return dict.fromkeys(pots[number].contenders, 0)
