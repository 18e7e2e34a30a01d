"""PHH fields and the rules of the game they describe.

PHH counts in units that may have decimals; they become whole chips exactly. The number of decimals
written sets the scale: where a file says 0.50 a chip is a cent, so that odd chips are cents too.
Player 1 is the first left of the button, which is the engine's position 0; heads-up, PHH lists
blinds and antes in reverse.

The format does not name its dialect of the rules. Hands are read by casino rules, with four bets
and raises a round where the limit is fixed; ours say in fields of their own, which start with an
underscore as the format asks of additions, where they differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from equipoise.base.errors import InputError, shortened
from equipoise.formats.text import decimal_places
from equipoise.games.dealing import Deal
from equipoise.games.rules import (
    ALL_IN_RULES,
    ODD_CHIPS,
    UNLIMITED,
    AllInRule,
    Betting,
    BettingKind,
    GameRules,
    OddChips,
    ShowdownRule,
)
from equipoise.games.scripts import HOLDEM, OMAHA

ALL_IN_FIELD = "_all_in_rule"
ODD_CHIPS_FIELD = "_odd_chips"
FREE_FOLDS_FIELD = "_free_folds"
CAPS_FIELD = "_max_raises"
DIALECT_FIELDS = (ALL_IN_FIELD, ODD_CHIPS_FIELD, FREE_FOLDS_FIELD, CAPS_FIELD)
FIXED_LIMIT_CAPS = (4, 4, 4, 4)
#: finer than any currency; more would be a mistake
MOST_DECIMALS = 9


@dataclass(frozen=True)
class Variant:
    """A variant of PHH that the engine can play."""

    code: str
    name: str
    betting: BettingKind
    script: tuple[Deal, ...]
    showdown: ShowdownRule = "best"

    @property
    def required(self) -> tuple[str, ...]:
        """The fields such a hand must have."""
        bets = ("small_bet", "big_bet") if self.betting == "fixed-limit" else ("min_bet",)
        return ("antes", "blinds_or_straddles", *bets, "starting_stacks", "actions")


VARIANTS = {
    variant.code: variant
    for variant in (
        Variant("NT", "no-limit hold'em", "no-limit", HOLDEM),
        Variant("FT", "limit hold'em", "fixed-limit", HOLDEM),
        Variant("PO", "pot-limit Omaha", "pot-limit", OMAHA, "omaha"),
    )
}

#: what the format knows beside them, and the engine does not play
OTHER_VARIANTS = {
    "NS": "no-limit short-deck hold'em",
    "FO/8": "limit Omaha high-low",
    "F7S": "limit seven-card stud",
    "F7S/8": "limit seven-card stud high-low",
    "FR": "limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "limit deuce-to-seven triple draw",
    "FB": "limit badugi",
}


class NotSupported(Exception):  # noqa: N818 - it is no error of the file's
    """A hand that is right as far as anyone can tell, and that the engine cannot play."""


def find_variant(fields: Mapping[str, Any]) -> Variant:
    """The variant of a hand; one that the engine does not play is no error of the file's."""
    code = fields.get("variant")
    if not isinstance(code, str):
        raise InputError(
            "variant is missing" if code is None else f"variant = {shortened(repr(code))}",
            expected="every hand names one, like 'NT'",
        )
    if code in VARIANTS:
        return VARIANTS[code]
    if code in OTHER_VARIANTS:
        raise NotSupported(f"variant {code} ({OTHER_VARIANTS[code]}) is not supported")
    raise NotSupported(f"variant {shortened(repr(code))} is not known")


def amount(value: Any, what: str, infinite: bool = False) -> int | Decimal:
    """A number of the file; only a post that is no blind is below 0."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise InputError(f"{what} has {value!r}", expected="a number is needed")
    if isinstance(value, Decimal) and not value.is_finite():
        if infinite and value == Decimal("inf"):
            return value
        raise InputError(f"{what} has {value}", expected="a number is needed")
    if decimal_places(value) > MOST_DECIMALS or not -(10**18) <= value <= 10**18:
        raise InputError(f"{what} has {value}", expected=f"at most {MOST_DECIMALS} decimals")
    if value < 0 and what != "blinds_or_straddles":
        raise InputError(f"{what} has {value}", expected="0 or more")
    return value


def amounts(
    fields: Mapping[str, Any], key: str, players: int | None = None, infinite: bool = False
) -> list[int | Decimal]:
    """A list of numbers, one for each player."""
    values = fields.get(key)
    if not isinstance(values, list):
        raise InputError(f"{key} = {values!r}", expected="a list with a number for each player")
    if players is not None and len(values) != players:
        raise InputError(
            f"{key} has {len(values)} numbers", expected=f"there are {players} starting stacks"
        )
    return [amount(value, key, infinite) for value in values]


class Converter:
    """Numbers of a file as chips: ``scale`` chips are one unit."""

    def __init__(self, scale: int) -> None:
        self.scale = scale

    def chips(self, value: int | Decimal, what: str) -> int:
        """A number of units as whole chips."""
        if isinstance(value, Decimal) and value.is_infinite():
            return UNLIMITED
        chips = int(value * self.scale)  # exact: decimals have 28 digits
        if chips > UNLIMITED:
            raise NotSupported(f"{what} above {UNLIMITED} chips are not supported")
        return chips


def first_to_act(blinds: Sequence[int]) -> int:
    """The first to act before the flop: the player after the largest blind or straddle.

    A post that is no blind (below 0) moves nobody's turn.

    >>> first_to_act((50, 100, 0, 0)), first_to_act((100, 50)), first_to_act((0, 0, 0))
    (2, 1, 0)
    >>> first_to_act((50, 100, 0, -100))
    2
    """
    players = len(blinds)
    last = max(range(players), key=lambda position: (max(blinds[position], 0), position))
    return (last + 1) % players


def posted(
    antes: Sequence[int], blinds: Sequence[int], stacks: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Dead and live chips of every player.

    Of a post that is no blind, a big blind is live and the rest dead; less than a big blind is the
    small blind that was missed, and dead, unless it is all that the player has.

    >>> posted((0, 0, 0, 0), (50, 100, 0, -150), (1000,) * 4)
    ((0, 0, 0, 50), (50, 100, 0, 100))
    >>> posted((0, 0, 0, 0), (50, 100, -50, -30), (1000, 1000, 1000, 30))
    ((0, 0, 50, 0), (50, 100, 0, 30))
    """
    largest = max(0, *blinds) or max(abs(blind) for blind in blinds)
    live = []
    for blind, ante, stack in zip(blinds, antes, stacks, strict=True):
        is_dead = blind < 0 and -blind < min(largest, stack - ante)
        live.append(0 if is_dead else min(abs(blind), largest))
    dead = [
        ante + abs(blind) - there for ante, blind, there in zip(antes, blinds, live, strict=True)
    ]
    return tuple(dead), tuple(live)


def rules_from_fields(fields: Mapping[str, Any], bets: Sequence[Decimal]) -> GameRules:
    """The rules of a hand; ``bets`` are the amounts in its actions, which set the scale too."""
    variant = find_variant(fields)
    for key in variant.required:
        if key not in fields:
            raise InputError(
                f"{key} is missing",
                expected=f"{variant.code} hands need {', '.join(variant.required)}",
            )
    stacks = amounts(fields, "starting_stacks", infinite=True)
    players = len(stacks)
    antes = amounts(fields, "antes", players)
    blinds = amounts(fields, "blinds_or_straddles", players)
    if variant.betting == "fixed-limit":
        small, big = (amount(fields[key], key) for key in ("small_bet", "big_bet"))
        sizes = [small, small, big, big]
    else:
        sizes = [amount(fields["min_bet"], "min_bet")] * len(variant.script)
    places = max(decimal_places(v) for v in (*stacks, *antes, *blinds, *sizes, *bets))
    converter = Converter(10**places)
    _check_antes(fields, antes, stacks)
    paid = [tuple(converter.chips(v, "blinds and antes") for v in row) for row in (antes, blinds)]
    if players == 2:
        paid = [row[::-1] for row in paid]
    chips = tuple(converter.chips(v, "stacks") for v in stacks)
    dead, live = posted(paid[0], paid[1], chips)
    return GameRules(
        name=variant.name,
        players=players,
        script=variant.script,
        betting=Betting(
            variant.betting,
            sizes=tuple(converter.chips(v, "bets") for v in sizes),
            caps=_caps(fields, variant),
        ),
        stacks=chips,
        antes=dead,
        blinds=live,
        first=(first_to_act(paid[1]), 0, 0, 0),
        showdown=variant.showdown,
        all_in_rule=_all_in_rule(fields),
        odd_chips=_odd_chips(fields),
        free_folds=_yes_or_no(fields, FREE_FOLDS_FIELD),
        scale=converter.scale,
    )


def _yes_or_no(fields: Mapping[str, Any], key: str) -> bool:
    value = fields.get(key, False)
    if not isinstance(value, bool):
        raise InputError(f"{key} = {value!r}", expected="true or false")
    return value


def _check_antes(
    fields: Mapping[str, Any],
    antes: Sequence[int | Decimal],
    stacks: Sequence[int | Decimal],
) -> None:
    """The engine trims equal antes and not others; hands where that matters cannot be played."""
    trimmed = _yes_or_no(fields, "ante_trimming_status")
    equal = len(set(antes)) == 1
    short = any(stack < ante for ante, stack in zip(antes, stacks, strict=True))
    if equal and short and not trimmed:
        raise NotSupported("antes that are not trimmed to a short stack are not supported")
    if not equal and trimmed:
        raise NotSupported("antes that differ and are trimmed are not supported")


def _caps(fields: Mapping[str, Any], variant: Variant) -> tuple[int | None, ...]:
    given = fields.get(CAPS_FIELD)
    if given is None:
        return FIXED_LIMIT_CAPS if variant.betting == "fixed-limit" else ()
    if not isinstance(given, list) or not all(
        isinstance(cap, int) and not isinstance(cap, bool) for cap in given
    ):
        raise InputError(f"{CAPS_FIELD} = {given!r}", expected="a number a round; -1 for no cap")
    return tuple(None if cap < 0 else cap for cap in given)


def _all_in_rule(fields: Mapping[str, Any]) -> AllInRule:
    value: Literal["casino", "acpc"] = fields.get(ALL_IN_FIELD, "casino")
    if value not in ALL_IN_RULES:
        raise InputError(
            f"{ALL_IN_FIELD} = {value!r}", expected=f"one of {', '.join(ALL_IN_RULES)}"
        )
    return value


def _odd_chips(fields: Mapping[str, Any]) -> OddChips:
    value: Literal["button", "fraction"] = fields.get(ODD_CHIPS_FIELD, "button")
    if value not in ODD_CHIPS:
        raise InputError(
            f"{ODD_CHIPS_FIELD} = {value!r}", expected=f"one of {', '.join(ODD_CHIPS)}"
        )
    return value
