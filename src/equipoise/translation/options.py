"""``Translation``: the settings that turn an abstract strategy into one of the real game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from equipoise.base.errors import InputError
from equipoise.translation.mappings import find_mapping

Style = Literal["abstract", "real"]
STYLES: tuple[Style, ...] = ("abstract", "real")
ABSTRACT_ACTIONS, CALL_IS_CALL, EXTEND_CALL = "abstract-actions", "call-is-call", "extend-call"
#: the fixes of Schnizlein 2009, section 3.3.2, in order
FIXES = (ABSTRACT_ACTIONS, CALL_IS_CALL, EXTEND_CALL)
_GROUPS = {"all": frozenset(FIXES), "none": frozenset[str]()}


@dataclass(frozen=True)
class Translation:
    """How real bets are read and abstract bets are made.

    ``mapping`` reads a real bet between two abstract ones (a name of ``mappings.MAPPINGS``; the
    thesis' ``hard`` and ``soft`` also work). ``style`` is the meaning of sizes: *abstract* brings
    the real pot back to the abstract one, *real* keeps bets in proportion to the real pot (section
    3.4). ``fixes`` are those of section 3.3.2. ``without_dominated`` removes the actions that some
    of the possible histories would never take (section 4.3.3).

    >>> print(Translation("soft", "real"))
    geometric-random, real style, fixes all
    >>> Translation.parse("hard", "abstract", "call-is-call").fixes
    frozenset({'call-is-call'})
    """

    mapping: str = "geometric"
    style: Style = "abstract"
    fixes: frozenset[str] = _GROUPS["all"]
    without_dominated: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "mapping", find_mapping(self.mapping).name)
        if self.style not in STYLES:
            raise InputError(
                f"unknown style {self.style!r}",
                "translation",
                expected=f"one of {', '.join(STYLES)}",
            )
        for fix in sorted(self.fixes):
            if fix not in FIXES:
                raise InputError(
                    f"unknown fix {fix!r}",
                    "translation",
                    expected=f"any of {', '.join(FIXES)} separated by commas, or all, or none",
                )

    @classmethod
    def parse(
        cls,
        mapping: str = "hard",
        style: str = "abstract",
        fixes: str = "all",
        without_dominated: bool = False,
    ) -> Translation:
        """Parse the settings; raise InputError for unknown ones."""
        chosen = _GROUPS.get(fixes)
        if chosen is None:
            chosen = frozenset(name.strip() for name in fixes.split(","))
        # an unknown style is refused by the constructor, like any other setting
        return cls(mapping, cast("Style", style), chosen, without_dominated)

    @property
    def fixes_text(self) -> str:
        """The fixes as text, which :meth:`parse` reads back."""
        named = [fix for fix in FIXES if fix in self.fixes]
        if len(named) == len(FIXES):
            return "all"
        return ",".join(named) if named else "none"

    def __str__(self) -> str:
        text = f"{self.mapping}, {self.style} style, fixes {self.fixes_text}"
        return text + (", without dominated actions" if self.without_dominated else "")
