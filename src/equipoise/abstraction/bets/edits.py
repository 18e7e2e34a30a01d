"""Steps of a betting line in words, and edits of a tree: lines removed or added by hand.

A line is written in words, with commas between its steps: ``check, bet 50%, raise 2.5x,
call``. The steps are ``fold``, ``check``, ``call``, ``all-in``, and ``bet`` or ``raise`` with a
number of chips (counted from the start of the street: ``raise 300`` raises to 300) or a size of
``abstraction.bets.sizes``. Betting is the same whatever cards come, so lines name none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from equipoise.abstraction.bets.menus import Line, Option
from equipoise.abstraction.bets.point import BetPoint, bet_point
from equipoise.abstraction.bets.sizes import AllIn, Size, parse_size
from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState

_PLAIN = ("fold", "check", "call", "all-in")
_SHORT = {"f": "fold", "x": "check", "c": "call", "a": "all-in", "allin": "all-in"}
_SIZED = re.compile(r"(bet|raise|all-in)(?: to)? +([^ ]+)")
_CHIPS = re.compile(r"[0-9]{1,10}(\.[0-9]{1,6})?")
STEP_HINT = "steps are fold, check, call, all-in, bet 50%, bet 120, raise 2.5x, raise 300"

#: the amount that a size bets to at a point
Amount = Callable[[Size, BetPoint], int | None]


@dataclass(frozen=True)
class Step:
    """One step: a word, and for a bet or raise its chips (from the street's start) or its size.

    >>> [str(Step.parse(text)) for text in ("Check", "bet 50%", "raise to 300", "a")]
    ['check', 'bet 50%', 'raise 300', 'all-in']
    """

    word: str
    chips: Fraction | None = None
    size: Size | None = None

    @classmethod
    def parse(cls, text: str) -> Step:
        """Parse a step."""
        step = cls.read(text)
        if step is None:
            raise InputError("unknown step", "line", text.strip(), expected=STEP_HINT)
        return step

    @classmethod
    def read(cls, text: str) -> Step | None:
        """Parse a step; None if the text is not one."""
        text = " ".join(text.lower().split())
        text = _SHORT.get(text, text).replace("allin", "all-in")
        if text in _PLAIN:
            return cls(text)
        found = _SIZED.fullmatch(text)
        if found is None:
            return None
        word, much = found[1], found[2]
        if _CHIPS.fullmatch(much):
            return cls("all-in") if word == "all-in" else cls(word, chips=Fraction(much))
        size = parse_size(much)
        if size is None or word == "all-in":
            return None
        return cls("all-in") if isinstance(size, AllIn) else cls(word, size=size)

    def __str__(self) -> str:
        if self.chips is not None:
            return f"{self.word} {chips_text(self.chips)}"
        return self.word if self.size is None else f"{self.word} {self.size}"

    def action(self, state: BettingState, point: BetPoint | None, amount: Amount) -> Action | None:
        """The action of the step at a point of the betting; None if it does not apply."""
        legal = state.legal()
        if self.word == "fold":
            return Action(Kind.FOLD, legal.put) if legal.can_fold else None
        if self.word in ("check", "call"):
            applies = legal.call_to is not None and legal.is_check == (self.word == "check")
            return Action(Kind.CALL, legal.call_to or 0) if applies else None
        if point is None or legal.max_raise is None:
            return None
        if self.word == "all-in":
            return Action(Kind.RAISE, legal.max_raise)
        if (self.word == "bet") != (point.previous == 0):
            return None
        to = _counted(self, point) if self.size is None else amount(self.size, point)
        return None if to is None else Action(Kind.RAISE, legal.max_raise - point.largest + to)


def _counted(step: Step, point: BetPoint) -> int | None:
    """Chips of a step in the engine's units; None if it has no amount."""
    assert step.chips is not None
    chips = step.chips * point.scale
    return int(chips) if chips.denominator == 1 else None


def chips_text(chips: Fraction | float) -> str:
    """An amount of chips as text, with at most six decimals.

    >>> chips_text(Fraction(5, 2)), chips_text(120)
    ('2.5', '120')
    """
    text = format(Decimal(float(chips)).quantize(Decimal("0.000001")), "f")
    return text.rstrip("0").rstrip(".")


@dataclass(frozen=True)
class Path:
    """A line to an edge of the tree: at least one step.

    >>> str(Path.parse("check , bet 50%"))
    'check, bet 50%'
    """

    steps: tuple[Step, ...]

    @classmethod
    def parse(cls, text: str) -> Path:
        """Parse a line."""
        return cls(tuple(Step.parse(part) for part in text.split(",")))

    def __str__(self) -> str:
        return ", ".join(map(str, self.steps))


@dataclass(frozen=True)
class Edits:
    """Lines to remove from a tree, with everything after them, and bets to add."""

    removed: tuple[Path, ...] = ()
    added: tuple[Path, ...] = ()

    def apply(
        self, options: list[Option], state: BettingState, line: Line, amount: Amount
    ) -> list[Option]:
        """The options at a point of the betting after the edits that apply there."""
        for path in self._here(self.added, line, amount):
            options = self._with(path, options, state, line, amount)
        for path in self._here(self.removed, line, amount):
            gone = path.steps[-1].action(state, bet_point(state, line), amount)
            options = [option for option in options if option[0] != gone]
            if not options:
                raise InputError("no action would be left there", "removed line", str(path))
        return options

    def _here(self, paths: tuple[Path, ...], line: Line, amount: Amount) -> list[Path]:
        return [p for p in paths if len(p.steps) == len(line) + 1 and leads(p, line, amount)]

    def _with(
        self, path: Path, options: list[Option], state: BettingState, line: Line, amount: Amount
    ) -> list[Option]:
        point, step = bet_point(state, line), path.steps[-1]
        action = step.action(state, point, amount)
        legal = state.legal()
        if action is None or action.kind != Kind.RAISE:
            raise InputError(
                f"{step} cannot be added there", "added line", str(path), expected=legal.describe()
            )
        assert legal.min_raise is not None
        assert legal.max_raise is not None
        assert point is not None
        if not legal.min_raise <= action.to <= legal.max_raise:
            side = "above the stack" if action.to > legal.max_raise else "below the smallest raise"
            lowest, highest = (
                chips_text(Fraction(to, point.scale)) for to in (point.smallest, point.largest)
            )
            raise InputError(
                f"{step} is {side}", "added line", str(path), expected=f"from {lowest} to {highest}"
            )
        if any(option[0] == action for option in options):
            return options
        calls = [option for option in options if option[0].kind != Kind.RAISE]
        raises = [option for option in options if option[0].kind == Kind.RAISE]
        return calls + sorted([*raises, (action, None)], key=lambda option: option[0].to)


def leads(path: Path, line: Line, amount: Amount) -> bool:
    """True if a line is a prefix of a path."""
    for at, (state, action) in enumerate(line):
        if path.steps[at].action(state, bet_point(state, line[:at]), amount) != action:
            return False
    return True
