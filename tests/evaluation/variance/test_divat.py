"""DIVAT: the kernels against the plain engine and slow walks; bet-for-value by its betting rules."""

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_cards, combo_index
from equipoise.cards.equity import equity
from equipoise.cards.matchups import Matchups, _read_counts, preflop_margins
from equipoise.cards.ranges import Range
from equipoise.evaluation.variance import divat
from equipoise.evaluation.variance.divat import (
    always_call,
    baseline_values,
    bet_for_value,
    limit_baseline,
)
from equipoise.evaluation.variance.hands import PlayedHands
from equipoise.evaluation.variance.matches import open_match
from equipoise.games import find_game
from equipoise.kernels.arrays import frozen
from equipoise.kernels.assess.divat import start_values
from equipoise.kernels.cards.margins import margins_against, pair_margins
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Hands with raises, folds, all-ins and showdowns."""

    def hands(game, agents, count=150) -> PlayedHands:
        folder = tmp_path_factory.mktemp("match") / "m"
        play_match(MatchPlan(game, agents, count, 3), 1, folder)
        return open_match(folder).hands

    return hands


def exact(hands, board):
    ranges = [Range.of_hand(hand) for hand in hands]
    return 2 * equity(ranges, board, exact=True).equities[0] - 1


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_margins_are_twice_the_equity_less_one(cards):
    dealt = np.random.default_rng(cards).permuted(np.tile(np.arange(52), (12, 1)), axis=1)
    rows = np.ascontiguousarray(dealt[:, :9].astype(np.uint8))
    out = np.zeros(len(rows))
    counts = np.full(len(rows), cards)
    pair_margins(frozen(rows[:, :4].copy()), frozen(rows[:, 4:].copy()), frozen(counts), out)
    for row, margin in zip(rows.tolist(), out, strict=True):
        assert margin == pytest.approx(exact([row[:2], row[2:4]], row[4 : 4 + cards]), abs=1e-12)
    against = np.zeros(1326)
    first, second = rows[0, 2:4].tolist()
    board = frozen(rows[0, 4 : 4 + cards].copy())
    margins_against(board, first, second, combo_cards(), against)
    assert against[combo_index(*rows[0, :2].tolist())] == pytest.approx(out[0], abs=1e-12)
    assert against[combo_index(first, int(board[0]))] == 0.0


def test_preflop_margins_are_exact_suit_for_suit():
    margins = preflop_margins()
    for pair in ("AsAh KsKh", "AsKs AhKh", "7c2d AsKs", "9h8h 9d8d"):
        hands = [parse_cards(text) for text in pair.split()]
        one, other = (combo_index(*hand) for hand in hands)
        assert margins[one, other] == pytest.approx(exact(hands, []), abs=1e-12)
    assert np.array_equal(margins, -margins.T)


def test_stored_matchups_are_those_of_an_enumeration():
    matchups, stored = Matchups(), _read_counts()
    chosen = np.arange(0, matchups.size, 9973)
    assert np.array_equal(matchups.outcomes(chosen), stored[chosen])


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("holdem-nolimit:20bb", ("random:seed=1", "random:seed=2")),
        ("holdem-limit:2p", ("random:seed=1", "call")),
        ("holdem-nolimit:3bb", ("raise", "random:seed=5")),
    ],
)
def test_the_kernel_gives_what_the_engine_gives(played, game, agents):
    hands = played(game, agents)
    found = always_call(hands)
    slow = divat._small_deck(hands)
    assert found == pytest.approx(slow, abs=1e-9)
    assert len({len(line.end.history) for line in hands.lines}) >= 1
    assert np.abs(found - hands.won[:, 0]).max() > 1.0


def test_small_decks_are_assessed_too(played):
    hands = played("leduc", ("random:seed=1", "call"))
    assert always_call(hands).shape == (150,)


def reference(baseline, street, stake, strengths, margin):
    """The betting of the bet-for-value baseline, written out."""
    put = [stake, stake] if street else [int(chips) for chips in baseline.blinds]
    actor, raises, acted = int(baseline.first[street]), 0, set()
    while True:
        now, later = strengths[actor]
        owed = max(put) - put[actor]
        if raises < baseline.caps[street] and max(now, later) >= baseline.thresholds[raises]:
            put[actor] = max(put) + int(baseline.sizes[street])
            raises, acted = raises + 1, {actor}
        else:
            odds = owed / (sum(put) + owed) - (baseline.offset if street < 3 else 0.0)
            if owed and raises and later < odds:
                return -put[0] if actor == 0 else put[1]
            put[actor] += owed
            acted.add(actor)
            if acted == {0, 1}:
                return margin * put[0]
        actor = 1 - actor


def test_bet_for_value_bets_as_its_rules_say():
    rules = find_game("holdem-limit:2p")
    baseline = limit_baseline(rules)
    margins = preflop_margins()
    random = np.random.default_rng(2)
    rows = np.argsort(random.random((400, 52)), axis=1)[:, :9].astype(np.uint8)
    hands, boards = frozen(rows[:, :4].copy()), frozen(rows[:, 4:].copy())
    out = np.zeros(len(rows))
    start_values(baseline, 0, 0, hands, frozen(boards[:, :0].copy()), margins, out)
    for row, value in zip(hands.tolist(), out, strict=True):
        one, other = combo_index(*row[:2]), combo_index(*row[2:])
        strengths = [baseline.starting[one], baseline.starting[other]]
        assert value == pytest.approx(reference(baseline, 0, 0, strengths, margins[one, other]))
    start_values(baseline, 3, 10, hands, boards, margins, out)
    counts = frozen(np.full(len(rows), 5))
    signs = np.zeros(len(rows))
    pair_margins(hands, boards, counts, signs)
    strong = [_river_strength(row[:2], row[4:]) for row in rows[:40].tolist()]
    weak = [_river_strength(row[2:4], row[4:]) for row in rows[:40].tolist()]
    for i in range(40):
        strengths = [(strong[i], strong[i]), (weak[i], weak[i])]
        assert out[i] == pytest.approx(reference(baseline, 3, 10, strengths, signs[i]))
    assert len(set(out.tolist())) > 4


def _river_strength(hand, board):
    against = np.zeros(1326)
    cards = frozen(np.array(board, dtype=np.uint8))
    margins_against(cards, hand[0], hand[1], combo_cards(), against)
    return (1 - against.sum() / 990) / 2


def slow_bet_for_value(hands, row, mean):
    """The money less what cards added to the baseline's value, board by board."""
    rules, line = hands.rules, hands.lines[hands.line_of[row]]
    pair, board = hands.cards[row, :4], hands.boards[row]
    left = [card for card in range(52) if card not in pair]
    score = hands.won[row, 0] + mean
    score -= baseline_values(rules, 0, 0, pair[None], board[None, :0])[0]
    for number, stake in enumerate(divat.matched(line)[:-1]):
        street = number + 1
        if street == 1:
            pool = divat.drawn_flops()
            start = row * 2 * divat.FLOPS % (len(pool) - 4 * divat.FLOPS)
            possible = [flop for flop in pool[start : start + 200] if not np.isin(flop, pair).any()]
            boards = np.array(possible[: divat.FLOPS])
        else:
            before = board[: street + 1].tolist()
            boards = np.array(
                [[*before, card] for card in left if card not in before], dtype=np.uint8
            )
        pairs = np.tile(pair, (len(boards), 1))
        score += baseline_values(rules, street, stake, pairs, boards).mean()
        score -= baseline_values(rules, street, stake, pair[None], board[None, : street + 2])[0]
    return score


def test_bet_for_value_is_the_money_less_luck_of_mean_zero(played):
    hands = played("holdem-limit:2p", ("random:seed=1", "call"), 120)
    found = bet_for_value(hands)
    mean = divat._deal_mean(hands.rules)
    slow = [slow_bet_for_value(hands, row, mean) for row in range(0, 120, 4)]
    assert found[::4] == pytest.approx(slow, abs=1e-9)
    luck = hands.won[:, 0] - found
    assert luck.std() > 1.0
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))
    assert found.std() < hands.won[:, 0].std()
    assert np.array_equal(found, bet_for_value(hands, workers=1))


def test_what_the_estimators_need_is_said():
    for game in ("holdem-nolimit:20bb", "leduc"):
        with pytest.raises(InputError, match="limit hold'em of two"):
            limit_baseline(find_game(game))
