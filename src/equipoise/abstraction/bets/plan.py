"""``BetPlan``: the bet and raise sizes of each player on each street, and rules that thin them.

At a decision the player's sizes are converted to amounts, and then, in this order:

1. *add all-in*: all-in is added if it is at most ``add_all_in`` pots.
2. Amounts are clipped to the legal range.
3. *force all-in*: an amount becomes all-in if a call would leave stacks of at most
   ``force_all_in`` pots.
4. Equal amounts are merged.
5. *merge*: from the largest down, a bet of y pots is dropped next to a larger one of x pots if
   (1 + x) / (1 + y) < 1 + ``merge``.
6. Lines removed or added by hand (``abstraction.bets.edits``).

Amounts and the pot are counted after calling the bet. All thresholds default to 0 (off).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from equipoise.abstraction.bets.edits import Edits
from equipoise.abstraction.bets.menus import Line, Option
from equipoise.abstraction.bets.point import BetPoint, bet_point, is_donk, street_start
from equipoise.abstraction.bets.sizes import PotShare, Size, Sizes
from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState

_NOTHING: dict[int, Fraction | None] = {}


@dataclass(frozen=True)
class StreetSizes:
    """A player's sizes on one street.

    ``donks`` are for the player out of position who acts first after having called on the street
    before; None takes ``bets``.
    """

    bets: Sizes = ()
    raises: Sizes = ()
    donks: Sizes | None = None


Players = tuple[StreetSizes, StreetSizes]


@dataclass(frozen=True)
class BetPlan:
    """Sizes by round (0 is before the flop) and player (0 is out of position), with thresholds.

    ``raise_cap`` limits the raises of a street, the bet not counted. Amounts are rounded to
    multiples of ``unit`` chips of the engine, None for the smallest bet of the rules. The tree must
    start at the start of a street.
    """

    streets: tuple[Players, Players, Players, Players]
    add_all_in: Fraction = Fraction(0)
    force_all_in: Fraction = Fraction(0)
    merge: Fraction = Fraction(0)
    raise_cap: int | None = None
    unit: int | None = None
    edits: Edits = field(default_factory=Edits)

    def __post_init__(self) -> None:
        for name in ("add_all_in", "force_all_in", "merge"):
            if getattr(self, name) < 0:
                raise InputError(f"{name} {getattr(self, name)}", expected="0 or more pots")
        if self.raise_cap is not None and self.raise_cap < 0:
            raise InputError(f"a raise cap of {self.raise_cap}", expected="0 or more raises")

    def actions(
        self,
        state: BettingState,
        used: frozenset[Fraction] = frozenset(),
        line: Line = (),
    ) -> list[Option]:
        """The actions of the player to act: fold, check or call, and the bets of the plan."""
        del used  # sizes may be repeated
        legal = state.legal()
        options: list[Option] = []
        if legal.can_fold:
            options.append((Action(Kind.FOLD, legal.put), None))
        if legal.call_to is not None:
            options.append((Action(Kind.CALL, legal.call_to), None))
        point = bet_point(state, line)
        if point is not None:
            base = street_start(state, line)
            bets = self.bets(point, self._sizes(state, line))
            options += [(Action(Kind.RAISE, base + to), bets[to]) for to in sorted(bets)]
        return self.edits.apply(options, state, line, self.one_amount)

    def one_amount(self, size: Size, point: BetPoint) -> int | None:
        """The amount a single size bets to, within the legal range; None if not applicable."""
        if self.unit is not None:
            point = replace(point, unit=self.unit)
        amount = size.amount(point)
        return None if amount is None else self._limited(amount, point)

    def bets(self, point: BetPoint, sizes: Sizes) -> dict[int, Fraction | None]:
        """The amounts that the sizes bet to, from the street's start, with their pot fractions."""
        if point.bets and self.raise_cap is not None and point.bets > self.raise_cap:
            return _NOTHING
        found: dict[int, Fraction | None] = {}
        for size in sizes:
            amount = self.one_amount(size, point)
            if amount is not None:
                found.setdefault(amount, size.fraction if isinstance(size, PotShare) else None)
        if self.add_all_in and point.behind <= self.add_all_in * point.pot:
            found.setdefault(point.largest, None)
        return self._merged(found, point)

    def _limited(self, amount: int, point: BetPoint) -> int:
        amount = min(max(amount, point.smallest), point.largest)
        called = point.pot + 2 * (amount - point.previous)
        return point.largest if point.largest <= amount + self.force_all_in * called else amount

    def _merged(
        self, found: dict[int, Fraction | None], point: BetPoint
    ) -> dict[int, Fraction | None]:
        kept: dict[int, Fraction | None] = {}
        last: Fraction | None = None
        for amount in sorted(found, reverse=True):
            pots = Fraction(amount - point.previous, point.pot)
            if last is None or (1 + last) / (1 + pots) >= 1 + self.merge:
                kept[amount] = found[amount]
                last = pots
        return kept

    def _sizes(self, state: BettingState, line: Line) -> Sizes:
        player = state.to_act
        assert player is not None
        sizes = self.streets[state.round][player]
        if state.round == 0 or state.raises:
            return sizes.raises
        return sizes.donks if sizes.donks is not None and is_donk(state, line) else sizes.bets

    @property
    def every_size(self) -> Sizes:
        """All sizes of all lists."""
        lists = (
            sizes
            for players in self.streets
            for street in players
            for sizes in (street.bets, street.raises, street.donks or ())
        )
        return tuple(size for sizes in lists for size in sizes)
