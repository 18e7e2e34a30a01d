"""The settings of a match over sockets: game, players, hands, seed, and clocks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from equipoise.base.errors import InputError, argument
from equipoise.formats.acpc.game import write_game
from equipoise.games.rules import GameRules
from equipoise.matches.seating import Seating, duplicate_seatings, plain_seatings

Outcome = Literal["abort", "forfeit"]
OUTCOMES: tuple[Outcome, ...] = ("abort", "forfeit")
_MOST_HANDS, _MOST_SEED = 2**32, 2**63
_NAME = re.compile(r"[^\s:|]{1,100}")


@dataclass(frozen=True)
class Clocks:
    """Time limits of a client in seconds; the defaults are the reference dealer's.

    ``action`` for one answer, ``hand`` for all answers of a hand, ``per_hand`` times the number of
    hands for all answers of a match.
    """

    action: float = 600.0
    hand: float = 600.0
    per_hand: float = 7.0

    def __post_init__(self) -> None:
        for value, what in (
            (self.action, "action_seconds"),
            (self.hand, "hand_seconds"),
            (self.per_hand, "seconds_per_hand"),
        ):
            if not 0.0 < value <= 1e6:
                raise InputError(
                    f"{value:g} seconds", argument(what), expected="above 0, at most a million"
                )


@dataclass(frozen=True)
class Terms:
    """A match of some clients.

    ``game``: the name of the game in the log. ``on_timeout``: the action when a client exceeds a
    clock; the reference dealer aborts the match without a score. ``on_leave``: the same when a
    client closes its connection. A client that forfeits checks or folds to the end.
    """

    game: str
    rules: GameRules
    players: tuple[str, ...]
    hands: int
    seed: int
    name: str = "match"
    clocks: Clocks = Clocks()
    duplicate: bool = False
    on_timeout: Outcome = "abort"
    on_leave: Outcome = "forfeit"

    def __post_init__(self) -> None:
        write_game(self.rules)  # raises InputError for games that match states cannot express
        if len(self.players) != self.rules.players:
            raise InputError(
                f"{len(self.players)} players for {self.rules.name}",
                argument("players"),
                expected=f"{self.rules.players} names, separated by spaces",
            )
        for name in (*self.players, self.name):
            if not _NAME.fullmatch(name) or not name.isprintable():
                raise InputError(
                    f"the name {name!r} cannot stand in a log",
                    expected="at most 100 letters, without spaces, ':' or '|'",
                )
        twice = next((name for name in self.players if self.players.count(name) > 1), None)
        if twice is not None:
            raise InputError(f"two players are called {twice}", argument("players"))
        if not 1 <= self.hands < _MOST_HANDS:
            raise InputError(f"{self.hands} hands", argument("hands"), expected="at least 1")
        if not 0 <= self.seed < _MOST_SEED:
            raise InputError(
                f"a seed of {self.seed}",
                argument("seed"),
                expected="0 or more, below 2 to the 63rd",
            )

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings in which all hands are dealt, each a match of its own."""
        count = len(self.players)
        return duplicate_seatings(count) if self.duplicate else plain_seatings(count)

    def seated(self, seating: Seating) -> tuple[str, ...]:
        """The names in the order of seats."""
        return tuple(self.players[seating.index(seat)] for seat in range(len(self.players)))
