"""Main pot, side pots, and their winners."""

from __future__ import annotations

from collections.abc import Collection, Sequence
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
    """Each position's stake in the layers of the pot, and the dead money below them.

    If everyone owes the same ante, a short one makes a lower layer. Antes paid by some only (a big
    blind ante) are dead: they belong to the main pot.
    """
    rules = betting.rules
    if len(set(rules.antes)) == 1:
        return list(betting.put), 0
    stakes = [betting.live(position) for position in range(rules.players)]
    return stakes, betting.pot - sum(stakes)


def build_pots(betting: BettingState) -> tuple[Pot, ...]:
    """The main pot and the side pots, in this order.

    A last pot with one contender is an uncalled bet. Layers with the same contenders are merged.
    """
    stakes, dead = _stakes(betting)
    contenders = betting.contenders
    levels = sorted({stakes[position] for position in contenders})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        # includes chips of folded players above the level
        top = max(stakes) if level == levels[-1] else level
        amount = dead + sum(min(stake, top) - min(stake, below) for stake in stakes)
        dead = 0
        if amount:
            pots.append(Pot(amount, tuple(p for p in contenders if stakes[p] >= level)))
        below = level
    return tuple(pots)


def uncalled(betting: BettingState) -> tuple[int, ...]:
    """The uncalled chips of each position, which are returned.

    A fold gives up even that; possible only where folding is free.
    """
    stakes, _ = _stakes(betting)
    second, highest = sorted(stakes)[-2:]
    return tuple(
        highest - second if stake == highest > second and not folded else 0
        for stake, folded in zip(stakes, betting.folded, strict=True)
    )


def claimants(pot: Pot, gave_up: Collection[int], show_order: Sequence[int]) -> tuple[int, ...]:
    """The positions that can be paid from a pot: its contenders that did not muck.

    A mucked hand loses only to other contenders of the same pot. So an uncalled bet, a pot with one
    contender, is always returned; and if all contenders muck, the last in showing order takes the
    pot.

    >>> claimants(Pot(25, (0, 1, 2)), {1}, (2, 0, 1)), claimants(Pot(9, (0, 1)), {0, 1}, (1, 0))
    ((0, 2), (0,))
    """
    left = tuple(position for position in pot.contenders if position not in gave_up)
    if left:
        return left
    order = tuple(position for position in show_order if position in pot.contenders)
    return (order or pot.contenders)[-1:]


def award(
    pots: Sequence[Pot],
    strengths: Sequence[int | None],
    odd_chips: OddChips,
    show_order: Sequence[int] = (),
) -> tuple[Fraction, ...]:
    """The chips each position takes from the pots; strength None: mucked (``claimants``).

    >>> pots = [Pot(25, (0, 1)), Pot(10, (1,))]
    >>> [str(chips) for chips in award(pots, [3, 3], "fraction")]
    ['25/2', '45/2']
    >>> [str(chips) for chips in award(pots, [3, 3], "button")]
    ['13', '22']
    >>> [str(chips) for chips in award(pots, [3, None], "button")]
    ['25', '10']
    """
    won = [Fraction(0)] * len(strengths)
    gave_up = {position for position, value in enumerate(strengths) if value is None}
    for pot in pots:
        values = {p: strengths[p] or 0 for p in claimants(pot, gave_up, show_order)}
        best = max(values.values())
        winners = [position for position, value in values.items() if value == best]
        if odd_chips == "fraction":
            for position in winners:
                won[position] += Fraction(pot.amount, len(winners))
            continue
        share, rest = divmod(pot.amount, len(winners))
        for position in winners:
            won[position] += share
        won[winners[0]] += rest
    return tuple(won)
