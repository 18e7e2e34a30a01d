"""Equity: each player's expected share of the pot when everyone stays to the showdown.

Three methods. *Deals*: every combination of the players' hands with every board, boards counted by
rank and corrected for flushes; for single hands and small ranges. *Boards*: for two ranges, all
hands sorted once on every board up to suit renaming. *Sampling*, with a 95% interval, if both would
take too long. The cheapest exact method is used if its estimated time on one core is within the
limit; the number of cores is ignored, so that results are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import comb, inf, prod

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.base.workers import available_cores, run_blocks
from equipoise.cards.card import cards_text, check_distinct
from equipoise.cards.combos import combo_cards
from equipoise.cards.dealing import can_be_dealt
from equipoise.cards.intervals import share_half_width
from equipoise.cards.plain_equity import count_single_hands
from equipoise.cards.ranges import Range
from equipoise.cards.symmetry import symmetries
from equipoise.kernels.cards.equity import enumerate_deals
from equipoise.kernels.cards.sampled_equity import sample_deals, sample_in_turn
from equipoise.kernels.cards.showdown import distinct_boards, range_outcomes
from equipoise.kernels.compile import is_ready
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Float64s, Int64s, UInt8s, UInt64s

MOST_PLAYERS = 10
DEFAULT_SAMPLES = 2_000_000
MOST_SAMPLES = 10_000_000_000
DEFAULT_CORE_SECONDS = 40.0
_SAMPLE_BLOCK = 50_000
# players whose hands NumPy compares in about the time that the kernel takes to compile
_FEW_PLAYERS = 6
_MOST_BLOCKS = 10_000
# Deals with collisions are redrawn; if fewer than 1 in 500 has none, players draw in turn.
_PILOT_DEALS = 20_000
_FEWEST_OF_PILOT = 40
_ATTEMPTS_A_SAMPLE = 50_000

# Costs of the exact methods on a typical core, for choosing between them and for estimates. A deal
# costs more the more board cards are to come (index), per player.
_SECONDS_A_DEAL = (1e-6, 1.5e-6, 5e-6, 3e-5, 3e-4, 2e-3)
_SECONDS_A_BOARD = 3e-5
_SECONDS_NOT_WORTH_SAVING = 0.05

_NO_DEAL = "no deal is possible with these ranges: the players need the same cards"


@dataclass(frozen=True)
class Equity:
    """Equities in the order of the players.

    ``wins`` and ``ties`` are probabilities of winning alone and of splitting; ``cases`` is the
    number of showdowns evaluated; ``ci95`` the half-widths of the 95% intervals, zeros if exact.
    """

    equities: list[float]
    wins: list[float]
    ties: list[float]
    ci95: list[float]
    exact: bool
    cases: int


@dataclass(frozen=True)
class _Spot:
    """Players' ranges without impossible hands, the board, and all unavailable cards."""

    ranges: list[Range]
    board: list[int]
    gone: list[int]

    @property
    def players(self) -> int:
        return len(self.ranges)

    @property
    def needed(self) -> int:
        return 5 - len(self.board)

    @property
    def gone_bits(self) -> np.uint64:
        return np.uint64(sum(1 << card for card in self.gone))

    @property
    def board_array(self) -> UInt8s:
        return np.array(self.board, dtype=np.uint8)

    def hand_lists(self) -> tuple[UInt8s, Float64s, Int64s]:
        """Hands of all players one after the other, their weights, and the start of each list."""
        combos = [np.flatnonzero(player.weights) for player in self.ranges]
        weights = [player.weights[c] for player, c in zip(self.ranges, combos, strict=True)]
        starts = np.cumsum([0] + [len(c) for c in combos]).astype(np.int64)
        hands = np.ascontiguousarray(combo_cards()[np.concatenate(combos)])
        return hands, np.concatenate(weights), starts

    def boards(self, holding: int) -> int:
        """Number of possible boards given the players' cards."""
        return comb(52 - len(self.gone) - holding, self.needed)


def equity(
    players: Sequence[Range],
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    *,
    exact: bool | None = None,
    samples: int = DEFAULT_SAMPLES,
    core_seconds: float = DEFAULT_CORE_SECONDS,
    seed: int = 0,
    report: Report = silent,
    workers: int | None = None,
) -> Equity:
    """The players' equities.

    ``exact=True`` always enumerates, ``exact=False`` samples; by default the result is exact if
    that is estimated to take at most ``core_seconds`` on one core.

    >>> result = equity([Range.parse("AsAh"), Range.parse("KsKh")])
    >>> [round(share, 6) for share in result.equities], result.exact, result.cases
    ([0.826366, 0.173634], True, 1712304)
    """
    spot = _checked(players, board, dead)
    by_deals, by_boards = _costs(spot)
    if exact is None:
        exact = min(by_deals, by_boards) <= core_seconds
    if not exact:
        return _sample(spot, samples, seed, report, workers)
    if by_deals <= by_boards:
        return _enumerate_deals(spot, report, workers)
    return _enumerate_boards(spot, report, workers)


def exact_seconds(
    players: Sequence[Range], board: Sequence[int] = (), dead: Sequence[int] = ()
) -> float:
    """Estimated seconds of the exact equity on this machine's cores."""
    spot = _checked(players, board, dead)
    return min(_costs(spot)) / available_cores()


def _checked(players: Sequence[Range], board: Sequence[int], dead: Sequence[int]) -> _Spot:
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise InputError(
            f"equity of {len(players)} players", expected=f"2 to {MOST_PLAYERS} are needed"
        )
    if len(board) > 5:
        raise InputError(f"a board of {len(board)} cards", expected="at most five cards")
    single: list[tuple[str, Sequence[int]]] = []
    for number, player in enumerate(players, start=1):
        combos = player.combos()
        if not combos:
            raise InputError(f"the range of player {number} is empty")
        if len(combos) == 1:
            hand = [int(card) for card in combo_cards()[combos[0]]]
            single.append((f"the hand of player {number}", hand))
    check_distinct([("the board", board), ("the dead cards", dead), *single])
    gone = [*board, *dead]
    ranges = [player.without(gone).scaled() for player in players]
    for number, (before, after) in enumerate(zip(players, ranges, strict=True), start=1):
        if not after.combos():
            raise InputError(
                f"player {number} has no possible hand in {before}: {cards_text(gone, ' ')} are "
                "on the board or dead"
            )
    if 52 - len(gone) - 2 * len(ranges) < 5 - len(board):
        raise InputError("too many dead cards: not enough are left for the board")
    spot = _Spot(ranges, list(board), gone)
    if not can_be_dealt(ranges):
        raise InputError(_NO_DEAL)
    return spot


def _costs(spot: _Spot) -> tuple[float, float]:
    """Estimated core seconds of enumerating all deals, and all boards."""
    deals = prod(len(player.combos()) for player in spot.ranges)
    by_deals = deals * spot.players * _SECONDS_A_DEAL[spot.needed]
    if spot.players != 2 or by_deals < _SECONDS_NOT_WORTH_SAVING:
        return by_deals, inf
    boards = spot.boards(0) / len(_spot_symmetries(spot))
    return by_deals, boards * _SECONDS_A_BOARD


def _spot_symmetries(spot: _Spot) -> UInt8s:
    dead = [card for card in spot.gone if card not in spot.board]
    return symmetries([spot.board, dead], [player.weights for player in spot.ranges])


def _from_shares(totals: Float64s, cases: int, squares: Float64s | None = None) -> Equity:
    """Equities from ``totals[p, k]``, the weight of pots that p splits k ways.

    ``squares`` holds the squared weights of sampled pots; None if exact.
    """
    players = len(totals)
    part = 1.0 / np.arange(1, players + 1)
    all_pots = (totals[:, 1:] @ part).sum()
    if not all_pots > 0:
        raise InputError(_NO_DEAL, expected="or their weights are too small")
    equities = totals[:, 1:] @ part / all_pots
    half = np.zeros(players)
    if squares is not None:
        all_squares = (squares[:, 1:] @ part).sum()
        gone = all_squares - squares[:, 1:].sum(axis=1)
        distance = (part - equities[:, None]) ** 2
        variance = ((squares[:, 1:] * distance).sum(axis=1) + gone * equities**2) / all_squares
        half = share_half_width(equities, variance, all_pots**2 / all_squares)
    return Equity(
        equities=[float(share) for share in equities],
        wins=[float(weight) for weight in totals[:, 1] / all_pots],
        ties=[float(weight) for weight in totals[:, 2:].sum(axis=1) / all_pots],
        ci95=[float(width) for width in half],
        exact=squares is None,
        cases=cases,
    )


def _enumerate_deals(spot: _Spot, report: Report, workers: int | None) -> Equity:
    # work is split by the first player's hands, so the longest list comes first
    order = sorted(range(spot.players), key=lambda p: -len(spot.ranges[p].combos()))
    spot = replace(spot, ranges=[spot.ranges[p] for p in order])
    hands, weights, starts = spot.hand_lists()
    players = spot.players
    if len(hands) == players <= _FEW_PLAYERS and not is_ready(enumerate_deals):
        totals = np.zeros((players, players + 1))
        totals[order], cases = count_single_hands(hands.tolist(), spot.board, spot.gone)
        return _from_shares(totals, cases)

    def work(first: int) -> tuple[Float64s, int]:
        totals = np.zeros((players, players + 1))
        cases = enumerate_deals(
            hands, weights, starts, first, first + 1, spot.board_array, spot.gone_bits, totals
        )
        return totals, cases

    results = run_blocks(work, range(int(starts[1])), report, workers)
    totals = np.zeros((players, players + 1))
    totals[order] = np.sum([result[0] for result in results], axis=0)
    return _from_shares(totals, sum(result[1] for result in results))


def weighted_boards(
    board: Sequence[int], gone: Sequence[int], renamings: UInt8s
) -> tuple[UInt8s, Float64s]:
    """Five-card boards up to these suit renamings, and how many boards each represents."""
    most = comb(52 - len(gone), 5 - len(board))
    boards = np.zeros((most, 5), dtype=np.uint8)
    sizes = np.zeros(most)
    bits = np.uint64(sum(1 << card for card in gone))
    count = distinct_boards(np.array(board, dtype=np.uint8), bits, renamings, boards, sizes)
    return boards[:count].copy(), sizes[:count].copy()


def hand_outcomes(
    opponent: Range,
    boards: UInt8s,
    sizes: Float64s,
    report: Report = silent,
    workers: int | None = None,
) -> tuple[Float64s, Float64s, Float64s]:
    """For each of the 1,326 hands the weight of opposing hands it beats, ties with and can meet."""
    hands = combo_cards()
    step = max(1, min(1000, len(boards) // 16))

    def work(start: int) -> Float64s:
        block = np.zeros((3, len(hands)))
        part = slice(start, start + step)
        range_outcomes(
            boards[part], sizes[part], hands, opponent.weights, block[0], block[1], block[2]
        )
        return block

    total = np.zeros((3, len(hands)))
    for block in run_blocks(work, range(0, len(boards), step), report, workers):
        total += block
    return total[0], total[1], total[2]


def _enumerate_boards(spot: _Spot, report: Report, workers: int | None) -> Equity:
    boards, sizes = weighted_boards(spot.board, spot.gone, _spot_symmetries(spot))
    mine, theirs = spot.ranges
    wins, ties, totals = hand_outcomes(theirs, boards, sizes, report, workers)
    won, tied, met = (float(mine.weights @ values) for values in (wins, ties, totals))
    share = (won + tied / 2) / met
    return Equity(
        equities=[share, 1 - share],
        wins=[won / met, 1 - (won + tied) / met],
        ties=[tied / met, tied / met],
        ci95=[0.0, 0.0],
        exact=True,
        cases=_showdowns(spot),
    )


def _showdowns(spot: _Spot) -> int:
    """Number of showdowns of two ranges: pairs of disjoint hands times boards."""
    cards = combo_cards()
    first, second = (player.weights > 0 for player in spot.ranges)
    by_card = np.zeros(52, dtype=np.int64)
    np.add.at(by_card, cards[second].ravel(), 1)
    pairs = 0
    for combo in np.flatnonzero(first):
        a, b = cards[combo]
        pairs += int(second.sum() - by_card[a] - by_card[b] + second[combo])
    return pairs * spot.boards(4)


def _alias_tables(weights: Float64s, starts: Int64s) -> tuple[Float64s, Int64s]:
    """Alias tables (Walker, Vose) for drawing from each player's list in constant time."""
    accept = np.ones(len(weights))
    alias = np.arange(len(weights), dtype=np.int64)
    for start, stop in pairwise(starts):
        scaled = weights[start:stop] * (stop - start) / weights[start:stop].sum()
        small = [i for i in range(stop - start) if scaled[i] < 1]
        large = [i for i in range(stop - start) if scaled[i] >= 1]
        while small and large:
            less, more = small.pop(), large[-1]
            accept[start + less] = scaled[less]
            alias[start + less] = start + more
            scaled[more] -= 1 - scaled[less]
            if scaled[more] < 1:
                small.append(large.pop())
    return accept, alias


def _sample(spot: _Spot, samples: int, seed: int, report: Report, workers: int | None) -> Equity:
    if not 2 <= samples <= MOST_SAMPLES:
        raise InputError(f"{samples:,} samples", expected=f"2 to {MOST_SAMPLES:,} are possible")
    hands, weights, starts = spot.hand_lists()
    accept, alias = _alias_tables(weights, starts)
    size = (spot.players, spot.players + 1)
    board, gone = spot.board_array, spot.gone_bits

    def deal_again(count: int, attempts: int, state: UInt64s) -> tuple[Float64s, Float64s, int]:
        shares = np.zeros(size, dtype=np.int64)
        made = sample_deals(
            hands, accept, alias, starts, board, gone, count, attempts, state, shares
        )
        return shares.astype(np.float64), shares.astype(np.float64), made

    def deal_in_turn(count: int, state: UInt64s) -> tuple[Float64s, Float64s, int]:
        totals, squares = np.zeros(size), np.zeros(size)
        made = sample_in_turn(hands, weights, starts, board, gone, count, state, totals, squares)
        return totals, squares, made

    pilot = deal_again(_PILOT_DEALS, _PILOT_DEALS, seed_state(seed, _PILOT_DEALS, 0))
    in_turn = pilot[2] < _FEWEST_OF_PILOT
    block_size = max(_SAMPLE_BLOCK, -(-samples // _MOST_BLOCKS))

    def work(block: int) -> tuple[Float64s, Float64s, int]:
        count = min(block_size, samples - block * block_size)
        state = seed_state(seed, block)
        if in_turn:
            return deal_in_turn(count, state)
        return deal_again(count, count * _ATTEMPTS_A_SAMPLE, state)

    results = run_blocks(work, range(-(-samples // block_size)), report, workers)
    totals = np.sum([result[0] for result in results], axis=0)
    squares = np.sum([result[1] for result in results], axis=0)
    return _from_shares(totals, sum(result[2] for result in results), squares)
