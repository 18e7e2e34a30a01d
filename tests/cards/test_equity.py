from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.hands import SHOWDOWNS
from tests.twins.ranking import classify

from equipoise.base.errors import InputError
from equipoise.base.progress import silent
from equipoise.cards import equity as module
from equipoise.cards.card import parse_cards
from equipoise.cards.combos import combo_cards
from equipoise.cards.dealing import can_be_dealt
from equipoise.cards.equity import (
    _alias_tables,
    _checked,
    _enumerate_boards,
    _enumerate_deals,
    equity,
    exact_seconds,
    weighted_boards,
)
from equipoise.cards.ranges import Range
from equipoise.cards.symmetry import ALL_RENAMINGS, symmetries


def slow_equity(texts, board, dead=()):
    """Every deal and every board, each hand by trying all fives."""
    lists = []
    for text in texts:
        player = Range.parse(text)
        lists.append(
            [(tuple(map(int, combo_cards()[c])), player.weights[c]) for c in player.combos()]
        )
    shares = np.zeros(len(texts))
    total = 0.0
    for deal in product(*lists):
        held = [card for hand, _ in deal for card in hand]
        gone = [*held, *board, *dead]
        if len(set(gone)) < len(gone):
            continue
        weight = float(np.prod([w for _, w in deal]))
        rest = [card for card in range(52) if card not in gone]
        for more in combinations(rest, 5 - len(board)):
            values = [classify([*hand, *board, *more]) for hand, _ in deal]
            winners = [i for i, value in enumerate(values) if value == max(values)]
            shares[winners] += weight / len(winners)
            total += weight
    return shares / total


def of(*texts, board="", dead="", **options):
    return equity([Range.parse(t) for t in texts], parse_cards(board), parse_cards(dead), **options)


@pytest.mark.parametrize("hands", SHOWDOWNS)
def test_every_board_counted_by_a_peer(hands):
    wins, ties = SHOWDOWNS[hands]
    result = of(*hands)
    assert result.exact and result.cases == 1712304
    assert result.wins[0] * result.cases == pytest.approx(wins, abs=1e-6)
    assert result.ties[0] * result.cases == pytest.approx(ties, abs=1e-6)
    assert result.equities == pytest.approx(
        [(wins + ties / 2) / 1712304, 1 - (wins + ties / 2) / 1712304]
    )


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (("AsAh", "KsKh"), "Kc7d2s3h", ""),
        (("AsKs", "QdQh", "7c7d"), "Ts9s2c4d", "Qs"),
        (("AK", "QQ,JJ:0.5"), "Qs7h2d3c", ""),
        (("AKs", "AKo", "KK"), "Ad7d5c5h", "2c"),
        (("76s", "TT+"), "8s9s2d3h4c", ""),
        (("22", "33", "33:0.25,44"), "9c9d9hTs", ""),
    ],
)
def test_agrees_with_the_slow_twin(hands, board, dead):
    expected = slow_equity(hands, parse_cards(board), parse_cards(dead))
    assert of(*hands, board=board, dead=dead, exact=True).equities == pytest.approx(list(expected))


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (("AKs,TT+:0.5", "QQ,76s"), "8h9h2c", ""),
        (("AsKs,AdQc", "22+"), "8h9h2c", "Ac"),
        (("random", "JJ+"), "8h9h2cKd", "2d2h"),
    ],
)
def test_both_exact_ways_agree(hands, board, dead):
    spot = _checked([Range.parse(t) for t in hands], parse_cards(board), parse_cards(dead))
    by_deals = _enumerate_deals(spot, silent, None)
    by_boards = _enumerate_boards(spot, silent, None)
    assert by_deals.equities == pytest.approx(by_boards.equities, abs=1e-12)
    assert by_deals.wins == pytest.approx(by_boards.wins, abs=1e-12)
    assert by_deals.ties == pytest.approx(by_boards.ties, abs=1e-12)
    assert by_deals.cases == by_boards.cases


@pytest.mark.parametrize("hands", [("AA", "KK"), ("AKs", "QQ", "76s:0.5,55"), ("random", "AsKd")])
def test_sampling_covers_the_exact_value(hands):
    board = "Qd7c2s"
    exact = of(*hands, board=board, exact=True)
    sampled = of(*hands, board=board, exact=False, samples=400_000, seed=5)
    assert not sampled.exact and sampled.cases == 400_000
    for truth, seen, half in zip(exact.equities, sampled.equities, sampled.ci95, strict=True):
        assert abs(truth - seen) < 2 * half
    assert sum(sampled.equities) == pytest.approx(1)


def test_interval_covers_as_often_as_it_says():
    truth = of("AA", "KQs", board="Qd7c2s", exact=True).equities[0]
    runs = [
        of("AA", "KQs", board="Qd7c2s", exact=False, samples=500, seed=seed) for seed in range(400)
    ]
    covered = np.mean([abs(run.equities[0] - truth) <= run.ci95[0] for run in runs])
    assert 0.91 <= covered <= 0.98


def test_same_seed_same_result_whatever_the_workers():
    results = [
        of("AK", "QQ", "random", exact=False, samples=150_001, seed=3, workers=workers)
        for workers in (1, 2, 5)
    ]
    assert results[0] == results[1] == results[2]
    assert results[0] != of("AK", "QQ", "random", exact=False, samples=150_001, seed=4)


def test_exact_or_sampled_does_not_depend_on_the_workers():
    for limit in (1e-9, 0.01, 40.0):
        results = [
            of("22+", "AKs", board="Qd7c2s", core_seconds=limit, samples=100, workers=workers)
            for workers in (1, 2, 64)
        ]
        assert results[0] == results[1] == results[2]


def test_players_who_need_the_same_cards_are_dealt_in_turn():
    """Ten pairs from twenty cards: a deal at random would collide a million times."""
    result = of(*["TT+"] * 10, samples=20_000, seed=2)
    assert result.cases == 20_000 and not result.exact
    for share, half in zip(result.equities, result.ci95, strict=True):
        assert abs(share - 0.1) < 2 * half


def test_drawing_in_turn_agrees_with_the_exact_value(monkeypatch):
    hands = ("AA,KK,QQ:0.3,AQs", "AK,QQ", "KK,AQ:0.5")
    exact = of(*hands, board="2c3c7dJh", exact=True)
    monkeypatch.setattr(module, "_FEWEST_OF_PILOT", 10**9)
    runs = [
        of(*hands, board="2c3c7dJh", exact=False, samples=1000, seed=seed) for seed in range(200)
    ]
    for player, truth in enumerate(exact.equities):
        seen = np.array([run.equities[player] for run in runs])
        inside = [abs(run.equities[player] - truth) <= run.ci95[player] for run in runs]
        assert abs(seen.mean() - truth) < 4 * seen.std() / len(runs) ** 0.5
        assert 0.9 <= np.mean(inside) <= 0.99
    assert of(*hands, exact=False, samples=1000, workers=1) == of(
        *hands, exact=False, samples=1000, workers=3
    )


def test_an_interval_never_vanishes():
    """All twenty deals are won; the rule of three alone would leave 14%."""
    result = of("AsAh", "KsKh", board="AdAc2d3c", exact=False, samples=20)
    assert result.equities == [1, 0]
    assert min(result.ci95) > 0.14


def test_tiny_weights_are_only_proportions():
    plain = of("AA,QQ:0.5", "KK", board="Qd7c2s")
    assert of("AA:1e-200,QQ:5e-201", "KK:1e-320", board="Qd7c2s").equities == pytest.approx(
        plain.equities
    )
    with pytest.raises(InputError, match="no deal is possible"):
        of("AsAh,KK:1e-200", "AsAd,KK:1e-200", "AsAc,KK:1e-200", board="Qd7c2s", exact=True)


@pytest.mark.parametrize("count", [0, 1, 10**12])
def test_absurd_numbers_of_samples_are_refused(count):
    with pytest.raises(InputError, match="10,000,000,000 are possible"):
        of("AA", "KK", exact=False, samples=count)


@pytest.mark.parametrize(
    ("hands", "dead", "possible"),
    [
        (["JJ+"] * 9, "", False),
        (["JJ+"] * 8, "", True),
        (["TT+"] * 10, "", True),
        (["TT+"] * 10, "Ts", False),
        (["TT+"] * 9, "TsJs", False),
        (["AA", "AK", "KK", "AsKs", "AK"], "", False),
        (["AsKs", "AA", "KK", "QQ", "AQ"], "", True),
    ],
)
def test_whether_all_can_be_dealt_a_hand(hands, dead, possible):
    ranges = [Range.parse(text).without(parse_cards(dead)) for text in hands]
    assert can_be_dealt(ranges) == possible


@settings(max_examples=60)
@given(st.lists(st.lists(st.integers(0, 14), min_size=1, max_size=4), min_size=2, max_size=4))
def test_dealing_against_trying_everything(lists):
    """Hands of the six lowest cards only, so that players are often in each other's way."""
    ranges = []
    for combos in lists:
        weights = np.zeros(1326)
        weights[combos] = 1
        ranges.append(Range(weights))
    hands = [[set(map(int, combo_cards()[c])) for c in combos] for combos in lists]
    tried = any(len(set().union(*deal)) == 2 * len(deal) for deal in product(*hands))
    assert can_be_dealt(ranges) == tried


def test_equal_hands_share_equally():
    result = of("random", "random", board="AsKsQs")
    assert result.exact
    assert result.equities == pytest.approx([0.5, 0.5])
    royal = of("2c3d", "4h5h", "7d8c", board="AsKsQsJsTs")
    assert royal.equities == pytest.approx([1 / 3] * 3)
    assert royal.ties == pytest.approx([1.0] * 3) and royal.cases == 1


def test_ten_players():
    result = of(*["random"] * 10, samples=100_000, seed=1)
    assert not result.exact
    assert sum(result.equities) == pytest.approx(1)
    for share, half in zip(result.equities, result.ci95, strict=True):
        assert abs(share - 0.1) < 3 * half


def test_boards_with_their_sizes_stand_for_all():
    boards, sizes = weighted_boards([], [], ALL_RENAMINGS)
    assert len(boards) == 134_459 and sizes.sum() == 2_598_960
    flop = parse_cards("AsKs2d")
    group = symmetries([flop], [Range.random().weights])
    assert len(group) == 2  # clubs and hearts can be exchanged
    boards, sizes = weighted_boards(flop, flop, group)
    assert sizes.sum() == 1176 and len(boards) < 1176


def test_estimates_grow_with_the_work():
    quick = exact_seconds([Range.parse("AsAh"), Range.parse("KsKh")])
    slow = exact_seconds([Range.parse("22+"), Range.parse("AK"), Range.parse("random")])
    assert 0 < quick < 1 < slow


@settings(max_examples=40)
@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=12))
def test_alias_tables_give_back_the_weights(weights):
    array = np.array(weights)
    accept, alias = _alias_tables(array, np.array([0, len(array)]))
    chance = np.zeros(len(array))
    for i in range(len(array)):
        chance[i] += min(accept[i], 1) / len(array)
        chance[alias[i]] += (1 - min(accept[i], 1)) / len(array)
    assert chance == pytest.approx(array / array.sum())


@pytest.mark.parametrize(
    ("hands", "board", "dead", "part"),
    [
        (("AsAh",), "", "", "equity of 1 players"),
        (("random",) * 11, "", "", "equity of 11 players"),
        (("AsAh", "AsKs"), "", "", "As is in both the hand of player 1 and the hand of player 2"),
        (("AsAh", "KsKh"), "As2c3c", "", "As is in both the board and the hand of player 1"),
        (("AA", "KK"), "AsAhAd", "Ac", "player 1 has no possible hand in AA"),
        (("AA", "KK"), "2c", "2c", "2c is in both the board and the dead cards"),
        (("AA", "AA", "AA"), "", "", "no deal is possible"),
        (("none", "AA"), "", "", "the range of player 1 is empty"),
        (("AA", "KK"), "2c3c4c5c6c7c", "", "a board of 6 cards"),
        (("JJ+",) * 9, "", "", "no deal is possible"),
    ],
)
def test_errors_say_what_is_wrong(hands, board, dead, part):
    with pytest.raises(InputError, match=part):
        of(*hands, board=board, dead=dead)


@pytest.mark.parametrize("cards", [[60], [-1], [0.5]])
def test_numbers_that_are_no_cards(cards):
    players = [Range.parse("AA"), Range.parse("KK")]
    for call in (lambda: equity(players, cards), lambda: equity(players, dead=cards)):
        with pytest.raises(InputError, match="is not a card"):
            call()
