"""A PokerStars hand as the fields of a PHH hand, which the one reader of hands then plays.

Seats become positions from the left of the button. The first small and big blind are blinds; later
posts are no blinds: a big blind of them is live, the rest dead. ``raises A to B`` counts the chips
of the street, as PHH does. What was collected is ``winnings``: the uncalled bet is returned
outside them, the rake is gone.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from equipoise.base.errors import InputError, shortened
from equipoise.formats.phh.rules import NotSupported
from equipoise.formats.pokerstars.lines import (
    AMOUNT,
    DATE,
    HEADER,
    SEAT,
    STREET,
    TABLE,
    Block,
    amount,
    cards_of,
    is_noise,
    who_says,
)

VENUE = "PokerStars"
#: lines that were not understood, kept beside the record
UNKNOWN_FIELD = "_unknown_lines"
_NO_CENTS = Decimal("0.00")  # adds decimals and nothing else
_VARIANTS = {"Hold'em No Limit": "NT", "Hold'em Limit": "FT"}
_BOARDS = {"FLOP": 6, "TURN": 2, "RIVER": 2}
_POST = re.compile(
    rf"posts (?P<what>small & big blinds|small blind|big blind|the ante|(?:a |the )?straddle|"
    rf"dead(?: small)?(?: blind)?|button blind) {AMOUNT}(?P<all_in> and is all-in)?"
)
_RAISE = re.compile(rf"raises {AMOUNT} to {AMOUNT}( and is all-in)?")
_BET = re.compile(rf"bets {AMOUNT}( and is all-in)?")
_CALL = re.compile(rf"calls {AMOUNT}( and is all-in)?")
_COLLECTED = re.compile(rf"(?P<name>.+) collected {AMOUNT} from (?:the )?(?:main |side )?pot.*")
_UNCALLED = re.compile(rf"Uncalled bet \({AMOUNT}\) returned to .+")
_SUMMARY_SEAT = re.compile(r"Seat (?P<seat>[0-9]{1,3}): .*?(?:mucked|showed) (?P<cards>\[.*?\])")


@dataclass
class _Hand:
    """The state of a hand while its lines are parsed."""

    stacks: dict[str, Decimal] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)
    away: set[str] = field(default_factory=set)
    antes: Counter[str] = field(default_factory=Counter)
    dead: Counter[str] = field(default_factory=Counter)
    blinds: dict[str, Decimal] = field(default_factory=dict)
    small: str = ""
    big: str = ""
    acted: set[str] = field(default_factory=set)
    cards: dict[str, str] = field(default_factory=dict)
    actions: list[tuple[str, str]] = field(default_factory=list)
    won: Counter[str] = field(default_factory=Counter)
    collected: bool = False
    unknown: list[str] = field(default_factory=list)


def fields_of(block: Block) -> dict[str, Any]:
    """The PHH fields of a hand; hands that the engine does not play raise ``NotSupported``."""
    header = HEADER.fullmatch(block.lines[0])
    if header is None:
        raise NotSupported("the header is not understood")
    game = header["of_mix"] or header["game"].removesuffix("-").strip()
    variant = _VARIANTS.get(game)
    if variant is None:
        raise NotSupported(f"{shortened(game)} is not supported")
    table = next((found for line in block.lines[1:3] if (found := TABLE.match(line))), None)
    if table is None:
        raise InputError(f"line {block.line}: no table line", expected="it names the button")
    hand = _Hand()
    low, high = amount(header["low"]), amount(header["high"])
    # the header of a limit game names its bets: the big blind is the smaller one, the small half
    _read_lines(hand, block, *((low / 2, low) if variant == "FT" else (low, high)))
    if header["cap"]:  # of what a player can lose in a hand
        cap = amount(header["cap"])
        hand.stacks = {name: min(stack, cap) for name, stack in hand.stacks.items()}
    if header["sign"]:  # money is split to the cent, whether or not an amount has cents
        hand.stacks = {name: stack + _NO_CENTS for name, stack in hand.stacks.items()}
    order = _positions(hand, int(table["button"]))
    fields = _rules_fields(hand, order, variant, amount(header["high"]), amount(header["low"]))
    fields |= {
        "actions": _actions(hand, order),
        "hand": int(header["hand"]),
        "players": order,
        "seats": [hand.seats[name] for name in order],
        "table": table["table"],
        "venue": VENUE,
    }
    if hand.collected:
        fields["winnings"] = [hand.won[name] for name in order]
    fields |= _background(header, table)
    if hand.unknown:
        fields[UNKNOWN_FIELD] = hand.unknown
    return fields


def _background(header: re.Match[str], table: re.Match[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if table["most"]:
        found["seat_count"] = int(table["most"])
    if header["currency"]:
        found["currency"] = header["currency"]
    if header["sign"]:
        found["currency_symbol"] = header["sign"]
    if header["tournament"]:
        found["event"] = f"Tournament #{header['tournament']}"
        found["_buy_in"] = header["fee"]
    date = DATE.match(header["date"] or "")
    if date is not None:
        try:
            year, month, day, hour, minute, second = (int(date[n]) for n in range(1, 7))
            when = datetime.datetime(year, month, day, hour, minute, second)
        except ValueError:
            return found
        found |= {"year": when.year, "month": when.month, "day": when.day, "time": when.time()}
        if date["zone"]:
            found["time_zone_abbreviation"] = date["zone"]
    return found


def _read_lines(hand: _Hand, block: Block, low: Decimal, high: Decimal) -> None:
    summary = dealt = False
    names: list[str] = []
    for line in block.lines[1:]:
        street = STREET.match(line)
        if street is not None:
            name = street["name"]
            if name.startswith(("FIRST ", "SECOND ")):
                raise NotSupported("a board that is run twice is not supported")
            summary = summary or name == "SUMMARY"
            dealt = True
            _street(hand, name, street["cards"], line)
        elif summary:
            _summary(hand, line)
        elif not dealt and (seat := SEAT.match(line)):
            hand.seats[seat["name"]] = int(seat["seat"])
            hand.stacks[seat["name"]] = amount(seat[3])
            if "out" in seat["rest"]:
                hand.away.add(seat["name"])
            names = sorted(hand.seats, key=len, reverse=True)
        elif TABLE.match(line) is None:
            _line(hand, line, names, low, high)
    if not dealt or not summary:
        raise NotSupported("the hand is cut off before its summary")


def _street(hand: _Hand, name: str, text: str, line: str) -> None:
    if name in _BOARDS:
        cards = cards_of(text)
        if len(cards) != _BOARDS[name]:
            raise InputError(f"{shortened(line)}: {len(cards) // 2} cards for the {name.lower()}")
        hand.actions.append(("", f"d db {cards}"))
    elif name not in ("HOLE CARDS", "SHOW DOWN", "SUMMARY"):
        hand.unknown.append(shortened(line))


def _summary(hand: _Hand, line: str) -> None:
    if "Hand was run twice" in line:
        raise NotSupported("a board that is run twice is not supported")
    seat = _SUMMARY_SEAT.match(line)
    if seat is None:
        return
    for name, number in hand.seats.items():
        if number == int(seat["seat"]) and cards_of(seat["cards"]):
            _see(hand, name, cards_of(seat["cards"]))


def _line(hand: _Hand, line: str, names: Sequence[str], low: Decimal, high: Decimal) -> None:
    if line == "Hand cancelled":
        raise NotSupported("the hand was cancelled")
    said = who_says(line, names)
    if said is not None and _deed(hand, *said, low, high):
        return
    if line.startswith("Dealt to "):
        for name in names:
            if line.startswith(f"Dealt to {name} ["):
                hand.cards[name] = cards_of(line)
                hand.acted.add(name)
                return
    collected = _COLLECTED.match(line)
    if collected is not None and collected["name"] in hand.seats:
        hand.won[collected["name"]] += amount(collected[2])  # type: ignore[assignment]
        hand.collected = True
    elif _UNCALLED.match(line) is None:
        if "sitting out" in line or "sits out" in line:
            hand.away |= {name for name in names if line.startswith(name)}
        if not is_noise(line):
            hand.unknown.append(shortened(line))


def _deed(hand: _Hand, name: str, words: str, low: Decimal, high: Decimal) -> bool:
    """Record an action of a player; False if the text is unknown."""
    post = _POST.fullmatch(words)
    if post is not None:
        _post(hand, name, post["what"], amount(post[2]), post["all_in"] is not None, low, high)
        return True
    verb = ""
    if words.startswith("folds") and (words == "folds" or cards_of(words)):
        verb = "f"
        if cards_of(words):
            _see(hand, name, cards_of(words))
    elif words == "checks" or _CALL.fullmatch(words):
        verb = "cc"
    elif made := _RAISE.fullmatch(words):
        verb = f"cbr {amount(made[2])}"
    elif made := _BET.fullmatch(words):
        verb = f"cbr {amount(made[1])}"
    elif words.startswith("shows [") and cards_of(words):
        _see(hand, name, cards_of(words.partition("(")[0]))
        verb = f"sm {hand.cards[name]}"
    elif words == "mucks hand":
        verb = "sm"
    if not verb:
        return False
    hand.actions.append((name, verb))
    hand.acted.add(name)
    return True


def _see(hand: _Hand, name: str, cards: str) -> None:
    """Record the cards of a player; a player may show one of two."""
    if "?" in hand.cards.get(name, "?"):
        hand.cards[name] = cards.ljust(4, "?")


def _post(
    hand: _Hand, name: str, what: str, paid: Decimal, all_in: bool, low: Decimal, high: Decimal
) -> None:
    """Record a post; an all-in post counts as the full amount, which the stack then limits."""
    if what == "the ante":
        hand.antes[name] += paid  # type: ignore[assignment]
    elif what == "small blind" and not hand.small:
        hand.small = name
        hand.blinds[name] = max(low, paid) if all_in else paid
    elif what == "big blind" and not hand.big:
        hand.big = name
        hand.blinds[name] = max(high, paid) if all_in else paid
    elif what in ("big blind", "small & big blinds", "button blind"):
        hand.blinds[name] = hand.blinds.get(name, Decimal(0)) - paid
    elif "straddle" in what:
        hand.blinds[name] = paid
    else:
        hand.dead[name] += paid  # type: ignore[assignment]


def _positions(hand: _Hand, button: int) -> list[str]:
    """Who plays, from the left of the button; those who posted nothing and did nothing are out."""
    posted = {*hand.antes, *hand.dead, *hand.blinds}
    playing = [name for name in hand.seats if name in hand.acted or name in posted]
    playing.sort(key=lambda name: (hand.seats[name] <= button, hand.seats[name]))
    if len(playing) == 2 and (playing[0] == hand.small or playing[1] == hand.big):
        playing.reverse()  # of two the button comes last, and has the small blind or none
    return playing


def _rules_fields(
    hand: _Hand, order: Sequence[str], variant: str, high: Decimal, low: Decimal
) -> dict[str, Any]:
    if len(order) < 2:
        raise InputError(f"{len(order)} players take part", expected="two at least")
    largest = max(hand.antes.values(), default=Decimal(0))
    owing = [name for name in order if hand.antes[name]]
    everyone = len(owing) == len(order)
    antes = [
        (largest if everyone and hand.antes[n] == hand.stacks[n] else Decimal(hand.antes[n]))
        + hand.dead[n]
        for n in order
    ]
    blinds = [hand.blinds.get(name, Decimal(0)) for name in order]
    if len(order) == 2:  # PHH lists those of two players in reverse
        antes.reverse()
        blinds.reverse()
    big = hand.blinds.get(hand.big, low if variant == "FT" else high)
    sizes = {"small_bet": big, "big_bet": 2 * big} if variant == "FT" else {"min_bet": big}
    return {
        "variant": variant,
        "ante_trimming_status": any(antes) and len(set(antes)) == 1,
        "antes": antes,
        "blinds_or_straddles": blinds,
        **sizes,
        "starting_stacks": [hand.stacks[name] for name in order],
    }


def _actions(hand: _Hand, order: Sequence[str]) -> list[str]:
    """The actions of PHH; whoever posted and left is dealt nothing, and so counts as absent."""
    places = {name: f"p{number}" for number, name in enumerate(order, 1)}
    dealt = [name for name in order if name in hand.acted or name not in hand.away]
    lines = [f"d dh {places[name]} {hand.cards.get(name, '????')}" for name in dealt]
    return lines + [f"{places[name]} {deed}" if name else deed for name, deed in hand.actions]
