"""Step functions of a player who may make bets larger or smaller than the abstract ones.

Hard translation reads many real bets as one abstract bet. A player who knows the boundaries can bet
any of them (Schnizlein 2009, sections 3.3.1 and 4.6.1): a *large* bet is the largest real one that
is read as the intended abstract bet, a *small* one the smallest. Readings are those of a hard
mapping (default: geometric) in the style and with the fixes of these steps, at the player's own
abstract history. The own bet is remembered as the intended abstract one.

Results are cached, since agents meet the same betting repeatedly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, get_args

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.translation.mappings import find_mapping
from equipoise.translation.menus import ALL_IN, Menu
from equipoise.translation.situation import Situation
from equipoise.translation.steps import History, Option, Step, Steps

Size = Literal["meant", "large", "small", "one-more", "one-less"]
SIZES: tuple[Size, ...] = get_args(Size)
_MOST_KEPT = 100_000
HARD = "geometric"
_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class SizedSteps(Steps):
    """Step functions with bets made ``bets`` and all-in made ``all_in`` (one of ``SIZES``).

    With ``gives_up`` the player folds to any bet after the abstract hand is over, instead of
    calling.
    """

    bets: Size = "meant"
    all_in: Size = "meant"
    gives_up: bool = False
    hard: str = HARD
    _kept: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        for size in (self.bets, self.all_in):
            if size not in SIZES:
                raise InputError(f"a bet size {size!r}", expected=f"one of {', '.join(SIZES)}")

    @classmethod
    def around(
        cls,
        steps: Steps,
        bets: Size = "meant",
        all_in: Size = "meant",
        gives_up: bool = False,
        hard: str = HARD,
    ) -> SizedSteps:
        """The same step functions with these sizes, against a hard mapping."""
        return cls(
            steps.tree, steps.menus, steps.style, steps.abstract_actions, steps.call_is_call,
            steps.extend_call, bets, all_in, gives_up, hard,
        )  # fmt: skip

    @property
    def is_plain(self) -> bool:
        """True if every bet is made at its intended size."""
        return self.bets == self.all_in == "meant"

    @property
    def remembers_own(self) -> bool:
        """True: bets of another size are remembered as intended, with any fixes."""
        return self.abstract_actions or not self.is_plain

    def read(self, history: History, real: Situation, action: Action) -> list[Step]:
        """As :meth:`Steps.read`."""
        plain = super().read
        return self._keep((history, real, action), lambda: plain(history, real, action))

    def options(self, history: History, real: Situation) -> list[Option]:
        """As :meth:`Steps.options`."""
        plain = super().options
        return self._keep((history, real), lambda: plain(history, real))

    def own(
        self, histories: Iterable[History], real: Situation, action: Action
    ) -> list[tuple[History, list[Step]]]:
        """As :meth:`Steps.own`."""
        before, plain = tuple(histories), super().own
        return self._keep((before, real, action, 0), lambda: plain(before, real, action))

    def _keep(self, key: object, answer: Callable[[], _Answer]) -> _Answer:
        # keyed by identity: hashing a situation takes most of the time
        found: _Answer | None = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = answer()
        return found

    def make(self, history: History, real: Situation, option: int | None) -> Action:
        """The real action for an abstract one, in the size that is played."""
        meant = Steps.make(self, history, real, option)
        menu = self.menu(history, real)
        if menu is None:
            folds = self.gives_up and real.legal.can_fold and not real.legal.is_check
            return Action(Kind.FOLD, real.legal.put) if folds else meant
        if option not in menu.raises or meant.kind != Kind.RAISE:
            return meant
        assert option is not None
        size = self.all_in if menu.names[option] == ALL_IN else self.bets
        smallest, largest = real.legal.min_raise, real.legal.max_raise
        assert smallest is not None
        assert largest is not None
        if size == "one-more":
            return Action(Kind.RAISE, min(meant.to + 1, largest))
        if size == "one-less":
            return Action(Kind.RAISE, max(meant.to - 1, smallest))
        if size == "meant" or not self._is_read_as(history, menu, real, meant.to, option):
            return meant
        to, end = meant.to, largest if size == "large" else smallest
        # readings increase with the bet: find the last bet that is still read as intended
        while to != end:
            middle = (to + end + (end > to)) // 2
            if self._is_read_as(history, menu, real, middle, option):
                to = middle
            else:
                end = middle - 1 if end > to else middle + 1
        return Action(Kind.RAISE, to)

    def _is_read_as(
        self, history: History, menu: Menu, real: Situation, to: int, option: int
    ) -> bool:
        """True if hard translation reads a raise as this abstract one with certainty."""
        hard = find_mapping(self.hard)
        for step in Steps.read(self, history, real, Action(Kind.RAISE, to)):
            chance = step.chance
            if chance is not None:
                lower = hard(chance.bet, chance.lower, chance.upper) == 1
                if lower == chance.as_upper:
                    continue
            return step.history == History(menu.children[option])
        return False
