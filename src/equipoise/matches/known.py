"""Hands between two compiled policies, played by kernels at tens of thousands per second.

All probabilities are known and there is no memory, so no agent is queried. Cards are those of an
ordinary match with the same seed. A player's random numbers depend on the seed, the seating, the
player and the hand number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock

import numpy as np

from equipoise.agents.agent import Agent
from equipoise.agents.policy_agent import policy_of
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.games.rules import GameRules
from equipoise.kernels.arrays import frozen
from equipoise.kernels.play.meeting import play_meeting
from equipoise.kernels.types import Bools, Int32s, Int64s, UInt8s, UInt64s
from equipoise.matches.dealing import deal_cards, dealt_strengths, hand_cards, strengths_of
from equipoise.matches.meeting import Meeting
from equipoise.matches.seating import duplicate_seatings, plain_seatings, players_by_position
from equipoise.policies.compiled import compiled_pair
from equipoise.policies.policy import Policy

_BLOCK = 10_000
Pair = tuple[Policy, Policy]


def known_pair(agents: Sequence[Agent]) -> Pair:
    """The policies of two agents registered as known."""
    first, second = (policy_of(agent) for agent in agents)
    assert first is not None
    assert second is not None
    return first, second


class KnownTable:
    """Two compiled policies at a table; grows one meeting tree per seating."""

    def __init__(self, rules: GameRules, policies: Pair) -> None:
        self.rules, self.players = rules, compiled_pair(policies)
        for player in self.players:
            player.strategy.check_game(rules)  # expected values do not need every board
        self._meetings: dict[tuple[int, ...], Meeting] = {}
        self._growth = Lock()

    def meeting(self, order: tuple[int, ...]) -> Meeting:
        """The tree of a seating; ``order`` gives the player at each position."""
        with self._growth:
            if order not in self._meetings:
                pair = self.players[order[0]], self.players[order[1]]
                self._meetings[order] = Meeting(self.rules, pair)
            return self._meetings[order]

    def play(
        self, rows: UInt8s, numbers: Int64s, order: tuple[int, ...], keys: UInt64s
    ) -> tuple[Int64s, Int64s]:
        """Play dealt hands; returns their terminal nodes, and the positions' winnings in parts.

        ``rows`` are cards from ``deal_cards``, ``numbers`` the hand numbers, ``keys`` each
        position's random key.
        """
        meeting = self.meeting(order)
        states, good = self.cards(rows, order)
        ends = np.full(len(rows), -1, dtype=np.int64)
        missing = np.zeros(len(rows), dtype=np.int64)
        first, second = (self.players[player].table for player in order)
        while True:
            with self._growth:
                tree = meeting.tree
                histories, options = meeting.most_histories, meeting.most_options
            aside = play_meeting(
                tree, first, second, frozen(states), frozen(good), frozen(numbers), frozen(keys),
                histories, options, ends, missing,
            )  # fmt: skip
            if not aside:
                break
            with self._growth:
                meeting.grow(missing[ends < 0])
        return ends, meeting.payoffs(ends, winners(self.rules, rows))

    def cards(self, rows: UInt8s, order: tuple[int, ...]) -> tuple[Int32s, Bools]:
        """Card states of both positions and whether they are good hands, [hands, 2, rounds]."""
        seen = {
            player.strategy.reader: player.strategy.reader.deals(rows) for player in self.players
        }
        rounds = max(states.shape[2] for states in seen.values())
        both = np.zeros((len(rows), 2, rounds), dtype=np.int32)
        good: Bools = np.zeros(both.shape, dtype=np.bool_)
        for position, number in enumerate(order):
            player = self.players[number]
            states = seen[player.strategy.reader][:, position]
            both[:, position, : states.shape[1]] = states
            if player.looks_at_hands:
                for r, table in enumerate(player.strategy.good[position]):
                    good[:, position, r] = table[states[:, r]]
        return both, good


def winners(rules: GameRules, rows: UInt8s) -> Int64s:
    """The showdown winner: 1 for position 0, -1 for position 1, 0 for a tie."""
    held = dealt_strengths(rules, rows)
    if held is None:  # a small deck: each distinct deal is evaluated once
        different, places = np.unique(rows, axis=0, return_inverse=True)
        table = [strengths_of(rules, cards) for cards in hand_cards(rules, different)]
        held = np.array(table, dtype=np.int64)[places.reshape(-1)]
    winners: Int64s = np.sign(held[:, 0] - held[:, 1])
    return winners


@lru_cache(maxsize=64)
def luck(seed: int, trial: int, player: int) -> int:
    """The key of a player's random numbers in one seating of a match."""
    return int(np.random.SeedSequence((seed, 2, trial, player)).generate_state(1, np.uint64)[0])


def play_block(
    table: KnownTable, seed: int, trial: int, seating: tuple[int, ...], first: int, count: int
) -> tuple[Int64s, Int64s, UInt8s]:
    """Consecutive hands of a match: terminal nodes, each *player's* winnings in parts, cards."""
    rows = deal_cards(table.rules, seed, first, count)
    numbers = np.arange(first, first + count)
    ends = np.empty(count, dtype=np.int64)
    parts = np.empty((count, 2), dtype=np.int64)
    for turn in range(2):
        mine = np.flatnonzero(numbers % 2 == turn)
        order = players_by_position(seating, turn)
        keys = np.array([luck(seed, trial, player) for player in order], dtype=np.uint64)
        if len(mine):
            ends[mine], won = table.play(rows[mine], numbers[mine], order, keys)
            for position, player in enumerate(order):
                parts[mine, player] = won[:, position]
    return ends, parts, rows


def play_policies(
    rules: GameRules,
    policies: Pair,
    hands: int,
    seed: int = 0,
    duplicate: bool = True,
    report: Report = silent,
    workers: int | None = None,
) -> Int64s:
    """Winnings [deals, seatings, player], in parts of a chip (``betting_cache.PARTS``).

    Identical to a match with the same seed, for any number of threads.
    """
    table = KnownTable(rules, policies)
    seatings = duplicate_seatings(2) if duplicate else plain_seatings(2)
    parts = np.empty((hands, len(seatings), 2), dtype=np.int64)

    def work(block: tuple[int, int]) -> None:
        first, trial = block
        count = min(_BLOCK, hands - first)
        _, won, _ = play_block(table, seed, trial, seatings[trial], first, count)
        parts[first : first + count, trial] = won

    blocks = [(first, t) for first in range(0, hands, _BLOCK) for t in range(len(seatings))]
    run_blocks(work, blocks, report, workers)
    return parts
