"""Expected value of one policy against another, computed instead of played.

All probabilities are known, so no action is sampled. In hold'em, boards are sampled, and on each
all pairs of hands are computed in both seats (``kernels.play.meeting_ranges``); the variance over
boards gives the interval. With a small deck all deals are enumerated, and the result is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import perm
from threading import Lock

import numpy as np

from equipoise.abstraction.buckets.sampled_boards import dealt_flops, sample_boards
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.combos import combo_cards
from equipoise.evaluation.estimates import Estimate, estimate
from equipoise.games.rules import GameRules
from equipoise.kernels.arrays import frozen
from equipoise.kernels.boards.hands import HANDS, arrange_hands
from equipoise.kernels.play.meeting_ranges import MeetingCards, meeting_value
from equipoise.kernels.types import Float64s, Int8s, UInt8s, UInt32s
from equipoise.matches.known import KnownTable, Pair, winners
from equipoise.matches.walking import WalkedMeeting

_BOARD = 5
_HOLDEM_DECK = 52
_MOST_DEALS = 50_000
#: in big blinds: below this weight actions are sampled; see docs/decisions/expected-value.md
LEAST = 0.03
_ROOM = 4096
_ORDERS = ((0, 1), (1, 0))


@dataclass(frozen=True)
class Expected:
    """The first player's win rate, in mb per hand.

    ``mean``: over both seats, with its interval over boards (none if ``exact``). ``seats``: in
    seat 1 and in seat 2. ``nodes``: real betting nodes reached. ``rates`` [boards]: the mean of
    both seats on each board.
    """

    mean: Estimate
    seats: tuple[float, float]
    boards: int
    nodes: int
    exact: bool
    rates: Float64s = field(repr=False)


class ExpectedValue:
    """The expected value of two policies; meeting trees grow as boards need them."""

    def __init__(self, rules: GameRules, policies: Pair, least: float = LEAST) -> None:
        self.rules = rules
        self.table = KnownTable(rules, policies)
        self.least = least * rules.big_blind
        self._walked = [WalkedMeeting(self.table.meeting(order)) for order in _ORDERS]
        self._growth = Lock()

    @property
    def nodes(self) -> int:
        """The number of nodes of both trees so far."""
        return sum(len(walked.meeting) for walked in self._walked)

    def run(
        self, boards: int, seed: int = 0, report: Report = silent, workers: int | None = None
    ) -> Expected:
        """The value: exact for small decks, otherwise on ``boards`` sampled boards."""
        if self.rules.deck.size < _HOLDEM_DECK:
            return self._summary(self._exact(report)[None, :], exact=True)
        if boards < 2:
            raise InputError(f"{boards} boards", expected="at least 2, for an interval")
        return self._summary(self.on_boards(self.boards(boards, seed), seed, report, workers))

    def _summary(self, won: Float64s, exact: bool = False) -> Expected:
        """The result from the first player's chips on each board in each seat, [boards, 2]."""
        rates = won * (1000 / self.rules.big_blind)
        both = rates.mean(axis=1)
        mean = estimate(both)
        if exact:
            mean = Estimate(mean.mean, 0.0, 0.0, 1, 1)
        seats = rates.mean(axis=0)
        boards = 0 if exact else len(won)
        return Expected(mean, (float(seats[0]), float(seats[1])), boards, self.nodes, exact, both)

    def boards(self, count: int, seed: int) -> UInt8s:
        """Independent boards; only flops covered by both players' buckets."""
        made = [player.strategy.cards.bucketing for player in self.table.players]
        partial = [bucketing for bucketing in made if bucketing is not None and bucketing.sampled]
        if any(not np.array_equal(dealt_flops(b), dealt_flops(partial[0])) for b in partial):
            raise InputError(
                "both players have bucketings of sampled flops",
                expected="bucketings of all flops, or over the same ones",
            )
        if partial:
            return sample_boards(partial[0], count, seed)
        keys = np.random.default_rng(seed).random((count, _HOLDEM_DECK))
        dealt: UInt8s = np.argsort(keys, axis=1)[:, :_BOARD].astype(np.uint8)
        return frozen(dealt)

    def on_boards(
        self,
        boards: UInt8s,
        seed: int = 0,
        report: Report = silent,
        workers: int | None = None,
        seats: Sequence[int] = (0, 1),
    ) -> Float64s:
        """The first player's chips on each board in each seat, [boards, 2]."""

        def work(number: int) -> list[float]:
            row = boards[number]
            arranged = _arranged(row)
            key = int(np.random.SeedSequence((seed, number)).generate_state(1, np.uint64)[0])
            won = []
            for seat in seats:
                cards = self._board_cards(row, arranged, _ORDERS[seat])
                value = self._value(seat, cards, self.least, key)
                won.append(value if seat == 0 else -value)
            return won

        return np.array(run_blocks(work, range(len(boards)), report, workers))

    def _value(self, place: int, cards: MeetingCards, least: float, key: int) -> float:
        """Position 0's chips with these cards in one seating."""
        walked, order = self._walked[place], _ORDERS[place]
        first, second = (self.table.players[player].table for player in order)
        missing = np.zeros(_ROOM, dtype=np.int64)
        while True:
            with self._growth:
                meeting = walked.meeting
                tree, numbers = meeting.tree, walked.numbers
                widths = meeting.most_histories, meeting.most_options
            value, _, absent = meeting_value(
                tree, numbers, first, second, cards, least, np.uint64(key), *widths, missing
            )
            if not absent:
                return float(value)
            with self._growth:
                walked.grow(missing[: min(absent, _ROOM)])

    def _board_cards(
        self, board: UInt8s, arranged: tuple[UInt8s, UInt8s, UInt32s], order: tuple[int, ...]
    ) -> MeetingCards:
        first, second, values = arranged
        # both positions get the same hand: a player's card state does not depend on the
        # other's
        hands = np.stack([first, second], axis=1)
        rows = np.concatenate([hands, hands, np.tile(board, (HANDS, 1))], axis=1)
        states, good = self.table.cards(np.ascontiguousarray(rows), order)
        nothing: Int8s = np.zeros(0, dtype=np.int8)
        return MeetingCards(
            frozen(np.ascontiguousarray(states.transpose(1, 2, 0))),
            frozen(np.ascontiguousarray(good.transpose(1, 2, 0))),
            frozen(first), frozen(second), frozen(values), frozen(np.zeros(0)), frozen(nothing),
        )  # fmt: skip

    def _exact(self, report: Report) -> Float64s:
        """The first player's expected chips in each seat, over all deals of a small deck."""
        deck, needed = self.rules.deck.cards, self.rules.cards_dealt
        if perm(len(deck), needed) > _MOST_DEALS:
            raise InputError(
                f"{self.rules.name} has {perm(len(deck), needed):,} deals",
                expected=f"hold'em, or at most {_MOST_DEALS:,}",
            )
        rows: UInt8s = np.array(list(permutations(deck, needed)), dtype=np.uint8)
        ahead = winners(self.rules, rows)
        won = []
        for place, order in enumerate(_ORDERS):
            report(place, len(_ORDERS))
            states, good = self.table.cards(rows, order)
            flat = np.column_stack(
                [states.reshape(len(rows), -1), good.reshape(len(rows), -1), ahead]
            )
            _, chosen, counts = np.unique(flat, axis=0, return_index=True, return_counts=True)
            cards = MeetingCards(
                frozen(np.ascontiguousarray(states[chosen].transpose(1, 2, 0))),
                frozen(np.ascontiguousarray(good[chosen].transpose(1, 2, 0))),
                frozen(np.zeros(0, dtype=np.uint8)), frozen(np.zeros(0, dtype=np.uint8)),
                frozen(np.zeros(0, dtype=np.uint32)), frozen(counts / len(rows)),
                frozen(ahead[chosen].astype(np.int8)),
            )  # fmt: skip
            won.append(self._value(place, cards, 0.0, 0))
        return np.array([won[0], -won[1]])


def _arranged(board: UInt8s) -> tuple[UInt8s, UInt8s, UInt32s]:
    """The hands on a board in ascending order of strength: their cards and ranks."""
    first, second = np.empty(HANDS, dtype=np.uint8), np.empty(HANDS, dtype=np.uint8)
    values = np.empty(HANDS, dtype=np.uint32)
    combos = combo_cards()
    nothing = np.zeros((1, 0, len(combos)), dtype=np.int32)
    arrange_hands(
        frozen(np.ascontiguousarray(board[None, :])), combos, nothing, first, second, values,
        np.zeros((0, HANDS), dtype=np.uint32),
    )  # fmt: skip
    return first, second, values
