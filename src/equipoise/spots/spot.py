"""``Spot``: a postflop situation, with everything that determines its solution."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from equipoise.abstraction.bets.edits import Edits, Path, chips_text
from equipoise.abstraction.bets.plan import BetPlan, StreetSizes
from equipoise.abstraction.bets.sizes import Chips, Sizes
from equipoise.base.errors import InputError, argument
from equipoise.cards.card import cards_text, parse_cards
from equipoise.cards.ranges import Range
from equipoise.spots.amounts import Amount, Scale, number
from equipoise.spots.by_street import STREETS, print_streets, read_streets
from equipoise.spots.locking import SpotLock

if TYPE_CHECKING:
    from pathlib import Path as FilePath

    from equipoise.base.progress import Report
    from equipoise.spots.solution import SpotSolution

PLAYERS = ("oop", "ip")
DEFAULT_BETS, DEFAULT_RAISES = "50%", "2.5x, a"
DEFAULT_TARGET = 0.5
_FLOP = 1
_NO_SIZES: Sizes = ()


@dataclass(frozen=True)
class Spot:
    """Board, pot, the stack that each player has left, both ranges, and the bets they may make.

    ``oop`` is out of position and acts first. Sizes are texts of ``abstraction.bets.sizes``, by
    street with slashes; ``oop_bets`` and the like replace ``bets`` and ``raises`` for one player,
    ``donks`` are out of position's bets into the aggressor of the street before. Rake and
    thresholds (``add_all_in``, ``force_all_in``, ``merge``: see ``abstraction.bets.plan``) are
    percentages, the ``rake_cap`` is in chips. ``remove`` and ``add`` are lines like ``check, bet
    30%``, locks like ``check | QQ | bet 50%=80%``.

    >>> spot = Spot("Qs Jh 2h", 180, 910, "AA,KQs", "random", bets="52% / 55% / 70%")
    >>> spot.board, spot.street, str(spot.oop), spot.raises
    ('QsJh2h', 'flop', 'AA,KQs', '2.5x, a')
    """

    board: str
    pot: Fraction
    stack: Fraction
    oop: Range
    ip: Range
    bets: str = DEFAULT_BETS
    raises: str = DEFAULT_RAISES
    donks: str | None = None
    oop_bets: str | None = None
    oop_raises: str | None = None
    ip_bets: str | None = None
    ip_raises: str | None = None
    add_all_in: Fraction = Fraction(0)
    force_all_in: Fraction = Fraction(0)
    merge: Fraction = Fraction(0)
    raise_cap: int | None = None
    rake: Fraction = Fraction(0)
    rake_cap: Fraction | None = None
    remove: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    locks: tuple[SpotLock, ...] = ()

    def __init__(
        self,
        board: str,
        pot: Amount,
        stack: Amount,
        oop: str | Range,
        ip: str | Range,
        bets: str = DEFAULT_BETS,
        raises: str = DEFAULT_RAISES,
        donks: str | None = None,
        *,
        oop_bets: str | None = None,
        oop_raises: str | None = None,
        ip_bets: str | None = None,
        ip_raises: str | None = None,
        add_all_in: Amount = 0,
        force_all_in: Amount = 0,
        merge: Amount = 0,
        raise_cap: int | None = None,
        rake: Amount = 0,
        rake_cap: Amount | None = None,
        remove: tuple[str, ...] | list[str] = (),
        add: tuple[str, ...] | list[str] = (),
        locks: tuple[SpotLock | str, ...] | list[SpotLock | str] = (),
    ) -> None:
        cards = parse_cards(board, argument("board"), 3, 5, "three to five cards")
        percents = {"add_all_in": add_all_in, "force_all_in": force_all_in, "merge": merge}
        values: dict[str, object] = {
            "board": cards_text(cards),
            "pot": number(pot, argument("pot")),
            "stack": number(stack, argument("stack")),
            "oop": _range(oop, "oop"),
            "ip": _range(ip, "ip"),
            **{name: number(value, argument(name)) for name, value in percents.items()},
            "raise_cap": raise_cap,
            "rake": number(rake, argument("rake")),
            "rake_cap": None if rake_cap is None else number(rake_cap, argument("rake_cap")),
            "remove": tuple(str(Path.parse(line)) for line in remove),
            "add": tuple(str(Path.parse(line)) for line in add),
            "locks": tuple(k if isinstance(k, SpotLock) else SpotLock.parse(k) for k in locks),
        }
        streets = 6 - len(cards)
        for name, text in (
            ("bets", bets), ("raises", raises), ("donks", donks), ("oop_bets", oop_bets),
            ("oop_raises", oop_raises), ("ip_bets", ip_bets), ("ip_raises", ip_raises),
        ):  # fmt: skip
            values[name] = None if text is None else _canonical(name, text, streets)
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._check()

    def _check(self) -> None:
        if self.pot <= 0 or self.stack <= 0:
            name = "pot" if self.pot <= 0 else "stack"
            raise InputError("there are no chips in it", argument(name), expected="more than 0")
        if self.rake >= 100:
            raise InputError(f"{self.rake}%", argument("rake"), expected="below 100%")
        for size in self.plan.every_size:
            if isinstance(size, Chips) and size.chips > self.stack:
                raise InputError(
                    f"a bet of {size} is above the stack", argument("bets"),
                    expected=f"at most {chips_text(self.stack)} chips",
                )  # fmt: skip
        blocked = parse_cards(self.board)
        for name in PLAYERS:
            if not getattr(self, name).without(blocked).total:
                raise InputError(
                    f"it has no possible hand on {self.board}", argument(name),
                    expected="at least one hand without the cards of the board",
                )  # fmt: skip

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the board."""
        return tuple(parse_cards(self.board))

    @property
    def round(self) -> int:
        """The starting round: 1 on the flop."""
        return len(self.cards) - 2

    @property
    def street(self) -> str:
        """The name of that round."""
        return STREETS[self.round]

    @property
    def ranges(self) -> tuple[Range, Range]:
        """Both ranges, out of position first."""
        return self.oop, self.ip

    @cached_property
    def scale(self) -> Scale:
        """The scale of the engine's chips."""
        given = [size.chips for size in self.plan.every_size if isinstance(size, Chips)]
        lines = (Path.parse(line) for line in (*self.remove, *self.add))
        given += [step.chips for line in lines for step in line.steps if step.chips is not None]
        return Scale.of(self.pot, [self.stack, *given])

    @cached_property
    def plan(self) -> BetPlan:
        """The bet plan by round and player."""
        streets = 4 - self.round

        def read(player: str, kind: str) -> tuple[Sizes, ...]:
            own = getattr(self, f"{player}_{kind}")
            text = getattr(self, kind) if own is None else own
            return read_streets(text, argument(kind), streets, kind == "raises")

        donks = None if self.donks is None else read_streets(self.donks, argument("donks"), streets)
        by_player = []
        for player in PLAYERS:
            bets, raises = read(player, "bets"), read(player, "raises")
            own = donks if player == "oop" else None
            by_player.append(
                [
                    StreetSizes(bets[at], raises[at], None if own is None else own[at])
                    for at in range(streets)
                ]
            )
        nothing = (StreetSizes(), StreetSizes())
        rounds = [nothing] * self.round + list(zip(*by_player, strict=True))
        return BetPlan(
            (rounds[0], rounds[1], rounds[2], rounds[3]),
            self.add_all_in / 100,
            self.force_all_in / 100,
            self.merge / 100,
            self.raise_cap,
            edits=Edits(tuple(map(Path.parse, self.remove)), tuple(map(Path.parse, self.add))),
        )

    def described(self) -> dict[str, Any]:
        """The spot as plain values, by argument name, without defaults."""
        from equipoise.spots.file import plain_values

        return plain_values(self)

    def solve(
        self,
        target: float = DEFAULT_TARGET,
        *,
        method: str | None = None,
        iterations: int | None = None,
        seconds: float | None = None,
        precision: str = "single",
        out: str | FilePath | None = None,
        store: str = "river",
        resume: bool = False,
        report: Report | None = None,
    ) -> SpotSolution:
        """Solve to an exploitability of ``target`` percent of the pot (``spots.solving``)."""
        from equipoise.spots.solving import solve_spot

        return solve_spot(
            self, target, method=method, iterations=iterations, seconds=seconds,
            precision=precision, out=out, store=store, resume=resume, report=report,
        )  # fmt: skip


def _range(value: str | Range, name: str) -> Range:
    if isinstance(value, Range):
        return value
    try:
        return Range.parse(value)
    except InputError as error:
        raise InputError(
            error.problem, argument(name), error.text, error.position, error.expected
        ) from None


def _canonical(name: str, text: str, streets: int) -> str:
    sizes = read_streets(text, argument(name), streets, name.endswith("raises"))
    return print_streets(sizes)


FIELDS = tuple(field.name for field in fields(Spot))
