"""The catalogue of games: ``NAME[:PARAM[,PARAM...]]``.

All of them follow the reference ACPC dealer where rules differ (``all_in_rule="acpc"``, pots split
exactly), so that payoffs do not depend on the seat. Hold'em in whole chips can be written as
``.game`` files, Kuhn and Leduc as an equivalent twin (``formats.acpc.twin``); pot limits, the menus
of jam-fold and clairvoyance and scaled stacks cannot.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from equipoise.base.errors import InputError
from equipoise.cards.deck import KUHN_DECK, LEDUC_DECK, Deck
from equipoise.games.dealing import Deal
from equipoise.games.rules import MOST_PLAYERS, UNLIMITED, Betting, GameRules
from equipoise.games.scripts import HOLDEM, KUHN, LEDUC, OMAHA

_SMALLEST_PIECE = 1000
_LARGEST_STACK = 1_000_000
_MOST_DIGITS = 40


@dataclass(frozen=True)
class Family:
    """A family of games in the catalogue: its name, description and constructor."""

    name: str
    parameters: str
    description: str
    examples: tuple[str, ...]
    make: Callable[[str, list[str]], GameRules]


def _number(text: str, suffix: str, what: str, like: str) -> Fraction:
    """A positive number with a suffix, exactly; decimals and fractions are accepted."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?|[0-9]+/[0-9]+)" + suffix, text)
    if match is None:
        raise InputError(f"is not {what}", "game", text, expected=f"write it like {like}")
    try:
        number = Fraction(match[1]) if len(match[1]) <= _MOST_DIGITS else Fraction(0)
    except ZeroDivisionError:
        number = Fraction(0)
    if not 0 < number <= _LARGEST_STACK or number.denominator > _SMALLEST_PIECE:
        raise InputError(
            f"is out of range for {what}",
            "game",
            text,
            expected=f"above 0, at most {_LARGEST_STACK}, in thousandths at most",
        )
    return number


def _players(text: str, like: str) -> int:
    match = re.fullmatch(r"([0-9]{1,3})p", text)
    if match is None:
        raise InputError(
            "is not a number of players", "game", text, expected=f"write it like {like}"
        )
    players = int(match[1])
    if not 2 <= players <= MOST_PLAYERS:
        raise InputError(f"{players} players", what="game", expected=f"2 to {MOST_PLAYERS}")
    return players


def _take(name: str, parameters: list[str], fewest: int, most: int, like: str) -> None:
    if not fewest <= len(parameters) <= most:
        given = ",".join(parameters)
        problem = f"{name} takes no {given!r}" if parameters else f"{name} needs a parameter"
        raise InputError(problem, what="game", expected=f"write it like {like}")


def blinds_for(players: int, small: int, big: int) -> tuple[int, ...]:
    """Blinds by position; heads-up the button, last in position, pays the small one."""
    return (big, small) if players == 2 else (small, big) + (0,) * (players - 2)


def first_positions(players: int, rounds: int) -> tuple[int, ...]:
    """The first position to act: after the blinds in the first round, then left of the button."""
    return (1 if players == 2 else 2 % players,) + (0,) * (rounds - 1)


def _kuhn(name: str, parameters: list[str]) -> GameRules:
    _take(name, parameters, 0, 0, "kuhn")
    return GameRules(
        name=name,
        players=2,
        script=KUHN,
        betting=Betting("fixed-limit", sizes=(1,), caps=(1,)),
        stacks=(2, 2),
        blinds=(0, 0),
        antes=(1, 1),
        first=(0,),
        deck=KUHN_DECK,
        all_in_rule="acpc",
        odd_chips="fraction",
    )


def _leduc(name: str, parameters: list[str]) -> GameRules:
    _take(name, parameters, 0, 0, "leduc")
    return GameRules(
        name=name,
        players=2,
        script=LEDUC,
        betting=Betting("fixed-limit", sizes=(2, 4), caps=(2, 2)),
        stacks=(13, 13),
        blinds=(0, 0),
        antes=(1, 1),
        first=(0, 0),
        deck=LEDUC_DECK,
        all_in_rule="acpc",
        odd_chips="fraction",
    )


def _leduc_nolimit(name: str, parameters: list[str]) -> GameRules:
    """No-limit Leduc; bets are whole chips, at least one, even if the ante is larger."""
    _take(name, parameters, 1, 2, "leduc-nolimit:12")
    stack, ante = (
        _number(text, "", what, "leduc-nolimit:12 or, with an ante of 100, leduc-nolimit:708,100")
        for text, what in zip(
            [*parameters, "1"][:2], ("a stack in chips, ante included", "an ante in chips"),
            strict=True,
        )
    )  # fmt: skip
    if stack.denominator != 1 or ante.denominator != 1 or stack <= ante:
        raise InputError(
            f"a stack of {parameters[0]} chips" + ("" if ante == 1 else f", ante {ante}"),
            what="game",
            expected=f"{int(ante) + 1} or more whole chips",
        )
    return GameRules(
        name=f"{name}:{stack}" + ("" if ante == 1 else f",{ante}"),
        players=2,
        script=LEDUC,
        betting=Betting("no-limit", sizes=(1, 1)),
        stacks=(int(stack),) * 2,
        blinds=(0, 0),
        antes=(int(ante),) * 2,
        first=(0, 0),
        deck=LEDUC_DECK,
        all_in_rule="acpc",
        odd_chips="fraction",
    )


def _clairvoyance(name: str, parameters: list[str]) -> GameRules:
    _take(name, parameters, 1, 1, "clairvoyance:2")
    size = _number(parameters[0], "", "a bet in pots", "clairvoyance:2")
    # The pot is one unit, half from each player, so a unit is at least two chips, and a multiple
    # that makes the bet an integer.
    ante = size.denominator // gcd(size.denominator, 2)
    bet = int(size * 2 * ante)
    return GameRules(
        name=f"{name}:{parameters[0]}",
        players=2,
        script=(Deal(hole=1, receivers=(0,)),),
        betting=Betting("fixed-limit", sizes=(bet,), caps=(1,), raisers=(0,)),
        stacks=(ante + bet,) * 2,
        blinds=(0, 0),
        antes=(ante, ante),
        first=(0,),
        deck=Deck("2A", "s"),
        showdown="clairvoyance",
        all_in_rule="acpc",
        odd_chips="fraction",
        scale=2 * ante,
    )


def _in_big_blinds(text: str, like: str) -> tuple[int, int]:
    """A stack in big blinds as chips, and the scale for integers with blinds of 1 and 2."""
    stack = 2 * _number(text, "bb", "a stack in big blinds", like)
    return int(stack * stack.denominator), stack.denominator


def _jamfold(name: str, parameters: list[str]) -> GameRules:
    _take(name, parameters, 1, 1, "jamfold:10bb")
    stack, scale = _in_big_blinds(parameters[0], "jamfold:10bb")
    return GameRules(
        name=f"{name}:{parameters[0]}",
        players=2,
        script=(Deal(hole=2, name="preflop"), Deal(board=5, name="board")),
        betting=Betting(
            "no-limit", sizes=(2 * scale,) * 2, caps=(1, 0), all_in_only=True, limping=False
        ),
        stacks=(stack, stack),
        blinds=(scale, 2 * scale),
        antes=(0, 0),
        first=(0, 0),
        all_in_rule="acpc",
        odd_chips="fraction",
        scale=scale,
    )


def _holdem_limit(name: str, parameters: list[str]) -> GameRules:
    _take(name, parameters, 1, 1, "holdem-limit:2p")
    players = _players(parameters[0], "holdem-limit:2p")
    return GameRules(
        name=f"{name}:{players}p",
        players=players,
        script=HOLDEM,
        # four bets per round; the big blind is the first of them before the flop
        betting=Betting("fixed-limit", sizes=(2, 2, 4, 4), caps=(3, 4, 4, 4)),
        stacks=(UNLIMITED,) * players,
        blinds=blinds_for(players, 1, 2),
        antes=(0,) * players,
        first=first_positions(players, 4),
        all_in_rule="acpc",
        odd_chips="fraction",
    )


def _with_stacks(
    name: str, parameters: list[str], script: tuple[Deal, ...], omaha: bool
) -> GameRules:
    like = f"{name}:100bb or {name}:100bb,6p"
    _take(name, parameters, 1, 2, like)
    stack, scale = _in_big_blinds(parameters[0], like)
    players = _players(parameters[1], like) if len(parameters) == 2 else 2
    return GameRules(
        name=f"{name}:{parameters[0]}" + (f",{players}p" if players > 2 else ""),
        players=players,
        script=script,
        betting=Betting("pot-limit" if omaha else "no-limit", sizes=(2 * scale,) * len(script)),
        stacks=(stack,) * players,
        blinds=blinds_for(players, scale, 2 * scale),
        antes=(0,) * players,
        first=first_positions(players, len(script)),
        showdown="omaha" if omaha else "best",
        all_in_rule="acpc",
        odd_chips="fraction",
        scale=scale,
    )


def _holdem_nolimit(name: str, parameters: list[str]) -> GameRules:
    return _with_stacks(name, parameters, HOLDEM, omaha=False)


def _omaha_potlimit(name: str, parameters: list[str]) -> GameRules:
    return _with_stacks(name, parameters, OMAHA, omaha=True)


CATALOGUE = {
    family.name: family
    for family in (
        Family("kuhn", "", "three cards, one bet", ("kuhn",), _kuhn),
        Family("leduc", "", "six cards, two rounds", ("leduc",), _leduc),
        Family(
            "leduc-nolimit",
            "STACK[,ANTE]",
            "no-limit Leduc; stack in chips, ante included",
            ("leduc-nolimit:12",),
            _leduc_nolimit,
        ),
        Family(
            "clairvoyance",
            "BET",
            "half-street game: seat 1 knows who wins and may bet; bet in pots",
            ("clairvoyance:2",),
            _clairvoyance,
        ),
        Family(
            "jamfold",
            "STACKbb",
            "heads-up hold'em, all-in or fold; seat 1 is the small blind",
            ("jamfold:10bb",),
            _jamfold,
        ),
        Family(
            "holdem-limit",
            "PLAYERSp",
            "Texas hold'em, blinds 1/2, bets 2/2/4/4, four bets per round",
            tuple(f"holdem-limit:{players}p" for players in range(2, MOST_PLAYERS + 1)),
            _holdem_limit,
        ),
        Family(
            "holdem-nolimit",
            "STACKbb[,PLAYERSp]",
            "Texas hold'em, blinds 1/2",
            (
                "holdem-nolimit:100bb",
                "holdem-nolimit:200bb",
                "holdem-nolimit:500bb",
                "holdem-nolimit:100bb,6p",
            ),
            _holdem_nolimit,
        ),
        Family(
            "omaha-potlimit",
            "STACKbb[,PLAYERSp]",
            "Omaha hold'em, blinds 1/2",
            ("omaha-potlimit:100bb", "omaha-potlimit:100bb,6p"),
            _omaha_potlimit,
        ),
    )
}


def find_game(text: str) -> GameRules:
    """Find a game of the catalogue.

    >>> find_game("holdem-nolimit:100bb").stacks
    (200, 200)
    >>> game = find_game("jamfold:6.67bb")  # blinds of 50 and 100 chips: 50 chips a unit
    >>> game.stacks, game.blinds, game.scale
    ((667, 667), (50, 100), 50)
    >>> find_game("chess")
    Traceback (most recent call last):
    equipoise.base.errors.InputError: game 'chess': not in the catalogue; one of kuhn, leduc, ...
    """
    name, _, rest = text.strip().partition(":")
    family = CATALOGUE.get(name)
    if family is None:
        raise InputError(
            "not in the catalogue", "game", text, expected=f"one of {', '.join(CATALOGUE)}"
        )
    return family.make(name, [part.strip() for part in rest.split(",")] if rest else [])


def listed_games() -> list[GameRules]:
    """The games that the catalogue lists: every family, at common sizes."""
    return [find_game(text) for family in CATALOGUE.values() for text in family.examples]
