"""Records as PHH text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from equipoise.base.errors import InputError
from equipoise.formats.check import ROUNDED_TO, collected
from equipoise.formats.phh.actions import write_cards
from equipoise.formats.phh.rules import (
    ALL_IN_FIELD,
    CAPS_FIELD,
    FIXED_LIMIT_CAPS,
    FREE_FOLDS_FIELD,
    MOST_DECIMALS,
    ODD_CHIPS_FIELD,
    VARIANTS,
    Variant,
    first_to_act,
    rules_from_fields,
)
from equipoise.formats.text import decimal_text, fixed_text
from equipoise.formats.toml import Literal, toml_table
from equipoise.games.action import Action, Kind
from equipoise.games.dealing import board_by_round
from equipoise.games.record import HandRecord
from equipoise.games.rules import UNLIMITED, Betting, GameRules
from equipoise.games.state import State


class _Writer:
    """Chips as numbers with the decimals that the scale of the rules asks for."""

    def __init__(self, rules: GameRules) -> None:
        self.scale = rules.scale
        for places in range(MOST_DECIMALS + 1):
            if 10**places % rules.scale == 0:
                self.places = places
                return
        raise InputError(f"{rules.scale} chips a unit cannot be written with decimals", rules.name)

    @property
    def factor(self) -> int:
        """The number of chips that one chip becomes when the text is read."""
        return int(10**self.places) // self.scale

    def number(self, chips: int) -> Literal:
        if chips == UNLIMITED:
            return Literal("inf")
        text = fixed_text(Fraction(chips, self.scale), self.places) if chips else "0"
        assert text is not None
        return Literal(text)

    def numbers(self, chips: Iterable[int]) -> list[Literal]:
        return [self.number(value) for value in chips]

    def result(self, chips: Fraction) -> Literal:
        return Literal(decimal_text(chips / self.scale, max(ROUNDED_TO, self.places)))


def write_phh(record: HandRecord, fields: Mapping[str, Any] | None = None) -> str:
    """A record as the text of a ``.phh`` file; ``fields`` are added behind what the record says.

    A result without a rake becomes ``finishing_stacks``, one with a rake (or without known stacks)
    becomes ``winnings``. What the format cannot say is refused.
    """
    return toml_table(_table(record, fields or {}))


def write_phhs(hands: Iterable[tuple[HandRecord, Mapping[str, Any]]]) -> str:
    """Records with their other fields as the text of a ``.phhs`` file."""
    return "\n".join(
        f"[{number}]\n{toml_table(_table(record, fields))}"
        for number, (record, fields) in enumerate(hands, 1)
    )


def _table(record: HandRecord, others: Mapping[str, Any]) -> dict[str, Any]:
    rules = record.rules
    writer = _Writer(rules)
    table = _rules_table(rules, writer)
    states = list(record.states())
    last = states[-1]
    table["actions"] = list(_actions(record, states, writer))
    if record.hand:
        number = re.fullmatch(r"0|[1-9][0-9]{0,17}", record.hand)  # TOML has 64 bits
        table["hand"] = Literal(record.hand) if number else record.hand
    if any(record.names):
        table["players"] = list(record.names)
    payoffs = record.payoffs
    if payoffs is not None:
        if (sum(payoffs) == 0 and UNLIMITED not in rules.stacks) or not last.is_over:
            ends = [stack + chips for stack, chips in zip(rules.stacks, payoffs, strict=True)]
            table["finishing_stacks"] = [writer.result(chips) for chips in ends]
        else:
            table["winnings"] = [writer.result(chips) for chips in collected(payoffs, last)]
    table |= {key: value for key, value in others.items() if key not in table}
    _check_expressible(rules, writer, table)
    return table


def _variant(rules: GameRules) -> Variant:
    for variant in VARIANTS.values():
        if (
            variant.betting == rules.betting.kind
            and variant.showdown == rules.showdown
            and [replace(deal, name="") for deal in variant.script]
            == [replace(deal, name="") for deal in rules.script]
        ):
            return variant
    known = ", ".join(f"{variant.code} ({variant.name})" for variant in VARIANTS.values())
    raise InputError("PHH has no variant for this game", rules.name, expected=f"it has {known}")


def _rules_table(rules: GameRules, writer: _Writer) -> dict[str, Any]:
    variant = _variant(rules)
    antes, blinds = writer.numbers(rules.antes), writer.numbers(_blinds_and_posts(rules))
    if rules.players == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    table: dict[str, Any] = {"variant": variant.code}
    if any(rules.antes):
        table["ante_trimming_status"] = len(set(rules.antes)) == 1
    table |= {"antes": antes, "blinds_or_straddles": blinds}
    sizes = rules.betting.sizes
    caps = tuple(rules.betting.cap(number) for number in range(rules.rounds))
    if variant.betting == "fixed-limit":
        table |= {"small_bet": writer.number(sizes[0]), "big_bet": writer.number(sizes[-1])}
        default: tuple[int | None, ...] = FIXED_LIMIT_CAPS
    else:
        table["min_bet"] = writer.number(sizes[0])
        default = (None,) * rules.rounds
    table["starting_stacks"] = writer.numbers(rules.stacks)
    for key, value, usual in (
        (CAPS_FIELD, caps, default),
        (ALL_IN_FIELD, rules.all_in_rule, "casino"),
        (ODD_CHIPS_FIELD, rules.odd_chips, "button"),
        (FREE_FOLDS_FIELD, rules.free_folds, False),
    ):
        if value != usual:
            table[key] = value
    if CAPS_FIELD in table:
        table[CAPS_FIELD] = [-1 if cap is None else cap for cap in caps]
    return table


def _blinds_and_posts(rules: GameRules) -> tuple[int, ...]:
    """The blinds as PHH lists them: posts behind the first to act are no blinds, and negative."""
    first = rules.first[0]
    if first == 0 or first_to_act(rules.blinds) == first:
        return rules.blinds
    return tuple(-b if place >= first else b for place, b in enumerate(rules.blinds))


def _actions(record: HandRecord, states: list[State], writer: _Writer) -> Iterable[str]:
    rules = record.rules
    for position, cards in enumerate(states[0].hole, 1):
        yield f"d dh p{position} {write_cards(cards)}"
    yield from _boards(rules, states[0], 0)
    for before, after, action in zip(states, states[1:], record.actions, strict=False):
        yield _action(before, action, writer)
        yield from _boards(rules, after, before.rounds_dealt)
    for position, cards in states[-1].shown():
        shown = "" if position in record.mucked else f" {write_cards(cards)}"
        yield f"p{position + 1} sm{shown}"


def _boards(rules: GameRules, state: State, dealt: int) -> Iterable[str]:
    """The board cards of a state after so many rounds, a line for each deal."""
    for cards in board_by_round(rules.script, state.board)[dealt : state.rounds_dealt]:
        if cards:
            yield f"d db {write_cards(cards)}"


def _action(state: State, action: Action, writer: _Writer) -> str:
    position = state.to_act
    assert position is not None
    verb = {Kind.FOLD: "f", Kind.CALL: "cc", Kind.RAISE: "cbr"}[action.kind]
    street = action.to - state.put_before_round(position)
    return f"p{position + 1} {verb}" + (f" {writer.number(street)}" if verb == "cbr" else "")


def _check_expressible(rules: GameRules, writer: _Writer, table: Mapping[str, Any]) -> None:
    """Raise InputError for rules that would be read back as another game."""
    fields = tomllib.loads(toml_table(table), parse_float=Decimal)
    back = rules_from_fields(fields, [])
    ours = _rescaled(rules, writer.factor)
    for name in (
        "players",
        "stacks",
        "blinds",
        "antes",
        "first",
        "deck",
        "showdown",
        "all_in_rule",
        "odd_chips",
        "free_folds",
        "betting",
        "scale",
    ):
        if getattr(ours, name) != getattr(back, name):
            raise InputError(
                f"PHH cannot express {name} {getattr(ours, name)}",
                rules.name,
                expected=f"there it would be {getattr(back, name)}",
            )


def _rescaled(rules: GameRules, factor: int) -> GameRules:
    """The same rules with each chip split into ``factor`` chips."""

    def cut(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(value if value == UNLIMITED else value * factor for value in values)

    betting = rules.betting
    caps = tuple(betting.cap(number) for number in range(rules.rounds))
    fields = {**betting.__dict__, "sizes": cut(betting.sizes)}
    fields["caps"] = caps if any(cap is not None for cap in caps) else ()
    return replace(
        rules,
        betting=Betting(**fields),
        stacks=cut(rules.stacks),
        blinds=cut(rules.blinds),
        antes=cut(rules.antes),
        scale=rules.scale * factor,
    )
