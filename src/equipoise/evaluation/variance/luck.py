"""Luck features: changes of each player's pot share by the cards, with mean zero, any table size.

Each is the all-in equity after a deal minus that before it, times the pot at that time; before the
flop the strength of the starting hand minus the table's mean. They depend on chance only, so any
multiple may be subtracted from the money (``mivat``). They sum to zero over the players. In
two-player games with a small deck the strength of a starting hand is its equity against the
opponent's, and rounds replace streets.
"""

from __future__ import annotations

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.matchups import preflop_margins
from equipoise.evaluation.variance.hands import (
    NO_CARD,
    Board,
    Line,
    PlayedHands,
    check_private_cards,
    check_shown,
)
from equipoise.evaluation.variance.spots import margins
from equipoise.games.rules import GameRules
from equipoise.kernels.cards.equity import enumerate_deals
from equipoise.kernels.types import Float64s, UInt8s

#: the starting hand, flop, turn, river, and several streets at once after an all-in
FEATURES = ("start", "flop", "turn", "river", "run-out")
_STREETS = {(0, 3): 1, (3, 4): 2, (4, 5): 3}
_BLOCK = 50
_OPPONENTS = 1225
_SMALL = 12  # largest deck whose run-outs are enumerated


def check_luck(rules: GameRules, what: str) -> None:
    """Raise InputError unless it is hold'em or a two-player game with a small deck."""
    if is_small(rules):
        check_private_cards(rules, what)
        return
    dealt = [(deal.hole, deal.up, deal.board, deal.receivers) for deal in rules.script]
    holdem = [(2, 0, 0, None), (0, 0, 3, None), (0, 0, 1, None), (0, 0, 1, None)]
    if dealt != holdem or rules.deck.size != 52 or rules.showdown != "best":
        raise InputError(
            f"{what} cannot assess {rules.name}",
            expected="a game of hold'em, or of two players with a small deck",
        )


def is_small(rules: GameRules) -> bool:
    """True if the run-outs of a game can be enumerated hand by hand."""
    return rules.players == 2 and rules.deck.size <= _SMALL


def card_luck(hands: PlayedHands, report: Report = silent, workers: int | None = None) -> Float64s:
    """The features of every hand, [n, positions, features], in chips."""
    check_luck(hands.rules, "mivat")
    check_shown(hands, "mivat")
    if is_small(hands.rules):
        return _small_deck(hands)
    found = np.zeros((len(hands), hands.rules.players, len(FEATURES)))
    found[:, :, 0] = _starting(hands)

    def work(start: int) -> None:
        for row in range(start, min(start + _BLOCK, len(hands))):
            _fill(hands, row, found[row])

    run_blocks(work, range(0, len(hands), _BLOCK), report, workers)
    return found


def _small_deck(hands: PlayedHands) -> Float64s:
    """The features of a two-player game with a small deck, from the margins of both hands."""
    rules = hands.rules
    found = np.zeros((len(hands), 2, len(FEATURES)))
    own, other = (hands.hand_numbers(position).tolist() for position in range(2))
    for row, (mine, theirs) in enumerate(zip(own, other, strict=True)):
        board = hands.board(row)

        def margin(
            count: int, board: Board = board, mine: int = mine, other: int = theirs
        ) -> float:
            return float(margins(rules, 0, board[:count], other)[mine])

        found[row, 0, 0] = margin(0) * rules.big_blind / 2
        dealt = _deals(hands.lines[hands.line_of[row]])
        for number, (before, after, pot, _) in enumerate(dealt, start=1):
            feature = min(number, len(FEATURES) - 1)
            found[row, 0, feature] += pot * (margin(after) - margin(before)) / 2
    found[:, 1] = -found[:, 0]
    return found


def _starting(hands: PlayedHands) -> Float64s:
    """The strength of each starting hand minus the table's mean, times the big blind, in chips."""
    strength = (1.0 + preflop_margins().sum(axis=1) / _OPPONENTS) / 2
    numbers = [hands.hand_numbers(position) for position in range(hands.rules.players)]
    held = strength[np.stack(numbers, axis=1)]
    luck: Float64s = (held - held.mean(axis=1, keepdims=True)) * hands.rules.big_blind
    return luck


def _fill(hands: PlayedHands, row: int, out: Float64s) -> None:
    line = hands.lines[hands.line_of[row]]
    board = hands.boards[row]
    dead = hands.cards[row, : 2 * hands.rules.players]
    known: dict[tuple[int, tuple[int, ...]], Float64s] = {}
    for before, after, pot, staying in _deals(line):
        shares = []
        for count in (before, after):
            key = count, staying
            if key not in known:
                known[key] = _shares(dead, board[:count], staying)
            shares.append(known[key])
        feature = _STREETS.get((before, after), len(FEATURES) - 1)
        out[list(staying), feature] += pot * (shares[1] - shares[0])


def _deals(line: Line) -> list[tuple[int, int, int, tuple[int, ...]]]:
    """Each deal of board cards: number of cards before and after, pot, contenders."""
    found = []
    before = 0
    for place in line.places:
        if place.dealt.board > before:
            betting = place.betting
            found.append((before, place.dealt.board, betting.pot, betting.contenders))
            before = place.dealt.board
    return found


def _shares(dead: UInt8s, board: UInt8s, staying: tuple[int, ...]) -> Float64s:
    """Each contender's equity over all run-outs, all cards known."""
    if (board == NO_CARD).any():
        raise InputError("a board lacks cards that were dealt")
    if len(staying) == 2 and len(dead) == 4 and len(board) == 0:
        margin = float(preflop_margins()[_combo(dead[:2]), _combo(dead[2:])])
        return np.array([(1 + margin) / 2, (1 - margin) / 2])
    players = len(staying)
    hands = np.stack([dead[2 * p : 2 * p + 2] for p in staying])
    gone = np.setdiff1d(dead, hands.reshape(-1))
    bits = np.uint64(sum(1 << int(card) for card in [*gone, *board]))
    totals = np.zeros((players, players + 1))
    enumerate_deals(
        np.ascontiguousarray(hands), np.ones(players), np.arange(players + 1), 0, 1,
        np.ascontiguousarray(board), bits, totals,
    )  # fmt: skip
    part = 1.0 / np.arange(1, players + 1)
    won = totals[:, 1:] @ part
    shares: Float64s = won / won.sum()
    return shares


def _combo(hand: UInt8s) -> int:
    high, low = int(max(hand)), int(min(hand))
    return high * (high - 1) // 2 + low
