"""The rules of a poker game as frozen data: players, dealing, betting, showdown.

Positions count from 0, the first seat left of the button; the last position is the button. Heads-up
that makes position 0 the big blind and position 1 the button and small blind, as in ACPC files.
Chips are integers; if the external unit is larger (6.67 big blinds, dollars with cents), ``scale``
is the number of engine chips per external unit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Literal

from equipoise.base.errors import InputError
from equipoise.cards.deck import HOLDEM_DECK, Deck
from equipoise.games.dealing import CardCounts, Deal, no_cards

FEWEST_PLAYERS, MOST_PLAYERS = 2, 10
#: an inexhaustible stack: the largest 32-bit integer, as in the reference ACPC dealer
UNLIMITED = 2**31 - 1

BettingKind = Literal["fixed-limit", "no-limit", "pot-limit", "spread-limit"]
AllInRule = Literal["casino", "acpc"]
OddChips = Literal["button", "fraction"]
ShowdownRule = Literal["best", "omaha", "clairvoyance"]

BETTING_KINDS = ("fixed-limit", "no-limit", "pot-limit", "spread-limit")
ALL_IN_RULES = ("casino", "acpc")
ODD_CHIPS = ("button", "fraction")
SHOWDOWN_RULES = ("best", "omaha", "clairvoyance")


@dataclass(frozen=True)
class Betting:
    """The betting limits, one number per round.

    ``sizes``: the bet of a fixed limit; otherwise the smallest bet, which is also the smallest
    first raise. ``largest``: the largest bet or raise of a spread limit. ``caps``: how many raises
    (bets included, blinds not) a round allows; None for no cap.

    The rest restricts the actions in theoretical games: only some positions may raise
    (``raisers``), a raise must be all-in (``all_in_only``), a blind may not be called without a
    raise (``limping`` false).
    """

    kind: BettingKind
    sizes: tuple[int, ...]
    largest: tuple[int, ...] = ()
    caps: tuple[int | None, ...] = ()
    raisers: tuple[int, ...] | None = None
    all_in_only: bool = False
    limping: bool = True

    def cap(self, round_number: int) -> int | None:
        """Maximum number of raises in a round, or None."""
        return self.caps[round_number] if self.caps else None


@dataclass(frozen=True)
class GameRules:
    """Everything that determines how a hand is played and paid.

    ``first`` is the position asked first in each round. ``all_in_rule`` names how an all-in below a
    full raise is treated: ``casino`` requires the next raise to be a full one above it and does not
    reopen the betting to players who have acted; ``acpc`` is what the reference dealer does: the
    minimum raise is unchanged, everyone may raise again, and a player whom nobody can answer is
    still asked. ``odd_chips``: ``button`` gives odd chips to the first winner left of the button,
    ``fraction`` splits exactly. ``free_folds`` allows folding when a check is free.
    """

    name: str
    players: int
    script: tuple[Deal, ...]
    betting: Betting
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    antes: tuple[int, ...]
    first: tuple[int, ...]
    deck: Deck = HOLDEM_DECK
    showdown: ShowdownRule = "best"
    all_in_rule: AllInRule = "casino"
    odd_chips: OddChips = "button"
    free_folds: bool = False
    scale: int = 1

    def __post_init__(self) -> None:
        self._check_players()
        self._check_script()
        self._check_betting()
        for value, known, what in (
            (self.betting.kind, BETTING_KINDS, "betting"),
            (self.showdown, SHOWDOWN_RULES, "showdown rule"),
            (self.all_in_rule, ALL_IN_RULES, "all-in rule"),
            (self.odd_chips, ODD_CHIPS, "rule for odd chips"),
        ):
            if value not in known:
                self._refuse(f"unknown {what} {value!r}", f"one of {', '.join(known)}")
        if self.scale < 1:
            self._refuse(f"a scale of {self.scale}", "a unit is at least 1 chip")

    def _refuse(self, problem: str, expected: str = "") -> None:
        raise InputError(f"{self.name or 'game'}: {problem}", expected=expected)

    def _check_players(self) -> None:
        if not FEWEST_PLAYERS <= self.players <= MOST_PLAYERS:
            self._refuse(f"{self.players} players", f"{FEWEST_PLAYERS} to {MOST_PLAYERS} can play")
        for values, what in (
            (self.stacks, "stacks"),
            (self.blinds, "blinds"),
            (self.antes, "antes"),
        ):
            if len(values) != self.players:
                self._refuse(
                    f"{len(values)} {what} for {self.players} players", "one per player is needed"
                )
            if min(values) < 0 or max(values) > UNLIMITED:
                self._refuse(f"{what} {values}", f"chips are 0 to {UNLIMITED}")
        if min(self.stacks) == 0:
            self._refuse(f"stacks {self.stacks}", "every player needs at least one chip")

    def _check_script(self) -> None:
        if not self.script:
            self._refuse("no rounds", "a script needs at least one round")
        for number, deal in enumerate(self.script, 1):
            if min(deal.hole, deal.up, deal.board) < 0:
                self._refuse(f"round {number} deals a negative number of cards")
            if deal.receivers is not None and not set(deal.receivers) <= set(range(self.players)):
                self._refuse(f"round {number} deals to positions that do not exist")
        needed = self.cards_dealt
        if needed > self.deck.size:
            self._refuse(
                f"{self.players} players need {needed} cards", f"the deck has {self.deck.size}"
            )
        if self.showdown == "omaha" and (self.hole_cards < 2 or self.board_cards < 3):
            self._refuse("omaha hands need two hole cards and three on the board")

    def _check_betting(self) -> None:
        betting = self.betting
        for values, what in (
            (betting.sizes, "bet sizes"),
            (betting.largest, "largest bets"),
            (betting.caps, "caps"),
            (self.first, "first positions"),
        ):
            optional = values in (betting.largest, betting.caps) and not values
            if len(values) != self.rounds and not optional:
                self._refuse(
                    f"{len(values)} {what} for {self.rounds} rounds", "one per round is needed"
                )
        if min(betting.sizes) < 1:
            self._refuse(f"bet sizes {betting.sizes}", "a bet is at least one chip")
        if betting.kind == "spread-limit" and any(
            most < least for least, most in zip(betting.sizes, betting.largest, strict=False)
        ):
            self._refuse("a largest bet is below the smallest")
        if (betting.kind == "spread-limit") != bool(betting.largest):
            self._refuse("largest bets belong to a spread limit, which needs them")
        if any(cap is not None and cap < 0 for cap in betting.caps):
            self._refuse(f"caps {betting.caps}", "a cap is 0 or more raises")
        if not all(0 <= position < self.players for position in self.first):
            self._refuse(
                f"first positions {self.first}", f"positions run from 0 to {self.players - 1}"
            )

    @property
    def rounds(self) -> int:
        """Number of betting rounds."""
        return len(self.script)

    @cached_property
    def whole_hand(self) -> CardCounts:
        """The cards of a hand without folds; cached, because every observation needs it."""
        everybody = tuple(range(self.players))
        dealt = no_cards(self.players)
        for deal in self.script:
            dealt += deal.due(self.players, everybody)
        return dealt

    @property
    def hole_cards(self) -> int:
        """The largest number of own cards (face down and up) of a player."""
        return sum(deal.hole + deal.up for deal in self.script)

    @property
    def board_cards(self) -> int:
        """Board cards at the end of a hand."""
        return self.whole_hand.board

    @property
    def board_sizes(self) -> tuple[int, ...]:
        """Board cards in each round."""
        return tuple(accumulate(deal.board for deal in self.script))

    @property
    def cards_dealt(self) -> int:
        """Number of cards of a hand without folds."""
        return self.whole_hand.total

    @property
    def big_blind(self) -> int:
        """The unit of win rates in chips: the largest blind, or the ante without blinds."""
        return max(self.blinds) or max(self.antes) or 1

    def ante_paid(self, position: int) -> int:
        """The ante of a position, limited by its stack."""
        return min(self.antes[position], self.stacks[position])

    def blind_paid(self, position: int) -> int:
        """The blind of a position, limited by its stack after the ante."""
        return min(self.blinds[position], self.stacks[position] - self.ante_paid(position))

    def units(self, chips: int | Fraction) -> Fraction:
        """Engine chips in external units."""
        return Fraction(chips) / self.scale

    def with_stacks(self, stacks: tuple[int, ...]) -> GameRules:
        """The same game with other stacks."""
        return replace(self, stacks=stacks)

    def round_name(self, number: int) -> str:
        """The name of a round."""
        return self.script[number].name or f"round {number + 1}"
