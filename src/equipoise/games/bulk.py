"""Hold'em hands in bulk by the compiled engine, for benchmarks, baselines and statistics.

The readable engine (:class:`~equipoise.games.state.State`) is the reference; ``play_recorded``
returns hands of the compiled one as records, which the tests replay through it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.deck import HOLDEM_DECK
from equipoise.games.action import Action, Kind, Legal
from equipoise.games.record import HandRecord
from equipoise.games.rules import BETTING_KINDS, GameRules
from equipoise.kernels.play import playout
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Float64s, Int64s, UInt8s, UInt64s

Policy = Literal["call", "random"]
_POLICIES = {"call": playout.CHECK_OR_CALL, "random": playout.RANDOM}
#: the kernel's codes of the betting kinds
_KINDS = {kind: number for number, kind in enumerate(BETTING_KINDS)}
_KINDS_OF_ACTION = (Kind.FOLD, Kind.CALL, Kind.RAISE)
_MOST_MOVES = 512


@dataclass(frozen=True)
class BulkResult:
    """Payoffs in chips, [hands, positions], and the number of decisions."""

    payoffs: Float64s
    decisions: int


@dataclass(frozen=True)
class RecordedHand:
    """A hand of the compiled engine, with its legal raises at each decision."""

    record: HandRecord
    offers: tuple[Legal, ...]


def check_supported(rules: GameRules) -> None:
    """Raise InputError unless the compiled engine supports the game."""
    betting = rules.betting
    plain = betting.raisers is None and not betting.all_in_only and betting.limping
    holds_two = rules.script[0].hole == 2 == rules.hole_cards and rules.board_cards == playout.BOARD
    if (
        rules.deck != HOLDEM_DECK
        or rules.showdown != "best"
        or rules.free_folds
        or not (plain and holds_two)
    ):
        raise InputError(
            f"{rules.name} cannot be played in bulk",
            expected="only hold'em with two hole cards, five on the board and its full betting",
        )


def _play(
    rules: GameRules, policy: Policy, random: UInt64s, payoffs: Float64s, cards: UInt8s, log: Int64s
) -> int:
    check_supported(rules)
    if policy not in _POLICIES:
        raise InputError(f"unknown policy {policy!r}", expected=f"one of {', '.join(_POLICIES)}")
    rounds = range(rules.rounds)
    caps = [rules.betting.cap(number) for number in rounds]
    return playout.play_hands(
        np.array(rules.stacks, dtype=np.int64),
        np.array(rules.blinds, dtype=np.int64),
        np.array(rules.antes, dtype=np.int64),
        np.array(rules.first, dtype=np.int64),
        _KINDS[rules.betting.kind],
        np.array(rules.betting.sizes, dtype=np.int64),
        np.array(rules.betting.largest or (0,) * rules.rounds, dtype=np.int64),
        np.array([-1 if cap is None else cap for cap in caps], dtype=np.int64),
        rules.all_in_rule == "acpc",
        rules.odd_chips == "fraction",
        _POLICIES[policy],
        np.array(rules.deck.cards, dtype=np.uint8),
        random,
        payoffs,
        cards,
        log,
    )


def play_many(rules: GameRules, hands: int, policy: Policy = "random", seed: int = 0) -> BulkResult:
    """Play hands with every seat following the same simple policy.

    >>> from equipoise.games import find_game
    >>> result = play_many(find_game("holdem-nolimit:100bb"), 1000, "call", seed=1)
    >>> result.decisions, float(abs(result.payoffs).max())
    (8000, 2.0)
    """
    payoffs = np.zeros((hands, rules.players))
    nothing = np.zeros((0, 0), dtype=np.uint8), np.zeros((0, 0, 5), dtype=np.int64)
    return BulkResult(payoffs, _play(rules, policy, seed_state(seed), payoffs, *nothing))


def play_recorded(
    rules: GameRules, hands: int, policy: Policy = "random", seed: int = 0
) -> list[RecordedHand]:
    """The same, with the cards and actions of every hand."""
    players = rules.players
    payoffs = np.zeros((hands, players))
    whole = rules.whole_hand
    cards = np.zeros((hands, whole.total), dtype=np.uint8)
    log = np.zeros((hands, _MOST_MOVES, 5), dtype=np.int64)
    _play(rules, policy, seed_state(seed), payoffs, cards, log)
    names = tuple(f"seat {position + 1}" for position in range(players))
    recorded = []
    for number in range(hands):
        if log[number, :, 0].min() >= 0:
            raise InputError(f"a hand of {rules.name} took more than {_MOST_MOVES} actions")
        dealt = whole.split(cards[number].tolist())
        moves = log[number][: int(np.argmax(log[number, :, 0] < 0))].tolist()
        record = HandRecord(
            rules=rules,
            hole=dealt.hole,
            board=dealt.board,
            actions=tuple(Action(_KINDS_OF_ACTION[move[1]], move[2]) for move in moves),
            names=names,
            payoffs=tuple(Fraction(float(chips)) for chips in payoffs[number]),
            hand=str(number),
        )
        offers = tuple(
            Legal(move[0], 0, False, None, *(None if to < 0 else to for to in move[3:]))
            for move in moves
        )
        recorded.append(RecordedHand(record, offers))
    return recorded
