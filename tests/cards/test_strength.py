from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.twins.ranking import classify

from equipoise.base.errors import InputError
from equipoise.cards.card import parse_cards
from equipoise.cards.combos import combo_cards, combo_index
from equipoise.cards.ranges import Range
from equipoise.cards.strength import (
    assess,
    effective_strength,
    field_array,
    hand_potential,
    hand_strength,
    outcome_counts,
    strength_against_each,
    strength_against_field,
    strength_exact,
)
from equipoise.kernels.cards.strength import disjoint_sum_three, disjoint_sum_two

HOLE, FLOP = parse_cards("AdQc"), parse_cards("3h4cJh")


def test_papp_table_5_1_in_full():
    table = hand_potential(HOLE, FLOP, cards=2).table
    assert table.tolist() == [
        [449005, 3211, 169504],
        [0, 8370, 540],
        [91981, 1036, 346543],
    ]
    counts = outcome_counts(HOLE, FLOP).sum(axis=0)
    assert counts.tolist() == [628, 9, 444]


def test_papp_figures():
    seen = assess(HOLE, FLOP)
    assert round(seen.hr, 3) == round(seen.hs, 3) == 0.585
    assert (round(seen.ppot2, 3), round(seen.npot2, 3)) == (0.208, 0.274)
    assert (round(seen.ppot1, 3), round(seen.npot1, 3)) == (0.108, 0.145)
    assert round(assess(HOLE, FLOP, opponents=5).hs, 3) == 0.069
    assert round(hand_strength(parse_cards("8d7d"), parse_cards("9d6c2d")), 3) == 0.115


def slow_table(hole, board, more, weights):
    """Figure 5.2 as it is written."""
    table = np.zeros((3, 3))
    rest = [card for card in range(52) if card not in (*hole, *board)]

    def place(ours, theirs):
        return 0 if ours > theirs else 1 if ours == theirs else 2

    ours_now = classify([*hole, *board])
    for hand in combinations(rest, 2):
        weight = weights[combo_index(*hand)]
        if weight == 0:
            continue
        now = place(ours_now, classify([*hand, *board]))
        left = [card for card in rest if card not in hand]
        for cards in combinations(left, more):
            later = place(classify([*hole, *board, *cards]), classify([*hand, *board, *cards]))
            table[now, later] += weight
    return table


@pytest.mark.parametrize(
    ("hole", "board", "more", "against"),
    [
        ("AdQc", "3h4cJh", 1, "AA,KJ:0.5,76s,AQ"),
        ("8d7d", "9d6c2d", 2, "AKs,99"),
        ("KcTd", "6h3dThKs", 1, "JJ+,QJ:0.25,KT"),
    ],
)
def test_potential_agrees_with_the_slow_twin(hole, board, more, against):
    hole, board, opponent = parse_cards(hole), parse_cards(board), Range.parse(against)
    table = hand_potential(hole, board, more, opponent).table
    assert table == pytest.approx(slow_table(hole, board, more, opponent.weights))


spots = st.lists(st.integers(0, 51), unique=True, min_size=5, max_size=7)


@settings(max_examples=30)
@given(spots)
def test_strength_is_a_share_and_opponents_have_the_rest(cards):
    hole, board = cards[:2], cards[2:]
    counts = outcome_counts(hole, board)
    assert counts.sum() == {3: 1081, 4: 1035, 5: 990}[len(board)]
    seen = assess(hole, board, opponents=2)
    assert 0 <= seen.hs <= seen.hr <= 1
    assert 0 <= seen.ehs <= seen.ehs_optimistic <= 1
    if len(board) == 5:
        assert seen.ehs == seen.ehs_optimistic == seen.hs
        assert seen.ppot1 is None and seen.npot1 is None
    if len(board) == 4:
        assert seen.ppot2 is None and seen.ppot1 is not None


def test_the_nuts_and_the_worst_hand():
    nuts = assess(parse_cards("AsKs"), parse_cards("QsJsTs"))
    assert nuts.hs == 1 and nuts.npot1 == nuts.npot2 == 0 and nuts.ppot1 == nuts.ppot2 == 0
    split = assess(parse_cards("2c3d"), parse_cards("AsKsQsJsTs"))
    assert split.hs == 0.5


def test_effective_strength_formulas():
    assert effective_strength(0.4, 0.2, 0.1) == pytest.approx(0.4 + 0.6 * 0.2 - 0.4 * 0.1)
    two = assess(HOLE, FLOP, opponents=3, lookahead=2)
    assert two.ehs == pytest.approx(effective_strength(two.hr**3, two.ppot2, two.npot2))
    assert two.ehs_optimistic == pytest.approx(two.hs + (1 - two.hs) * two.ppot2)


def slow_exact(hole, board, ranges):
    ours = classify([*hole, *board])
    lists = []
    for player in ranges:
        hands = [tuple(map(int, combo_cards()[c])) for c in player.combos()]
        hands = [h for h in hands if not set(h) & {*hole, *board}]
        scored = []
        for hand in hands:
            theirs = classify([*hand, *board])
            score = 1 if ours > theirs else 0.5 if ours == theirs else 0
            scored.append((set(hand), player.weights[combo_index(*hand)], score))
        lists.append(scored)
    won = total = 0.0

    def go(player, used, weight, score):
        nonlocal won, total
        if player == len(lists):
            won += weight * score
            total += weight
            return
        for hand, w, s in lists[player]:
            if not hand & used:
                go(player + 1, used | hand, weight * w, score * s)

    go(0, set(), 1.0, 1.0)
    return won / total


@pytest.mark.parametrize(
    "texts", [("AA,KQ",), ("AA,KQ:0.5,AQ", "JJ+,AQ,76s"), ("AQs,JJ", "QJ:0.5,KK", "A5s-A2s,AQ")]
)
def test_exact_strength_against_the_slow_twin(texts):
    ranges = [Range.parse(text) for text in texts]
    assert strength_exact(HOLE, FLOP, ranges) == pytest.approx(slow_exact(HOLE, FLOP, ranges))


def test_shortcuts_are_exact_for_one_opponent():
    for text in ("random", "AA,KQ:0.5,76s"):
        one = [Range.parse(text)]
        exact = strength_exact(HOLE, FLOP, one)
        assert exact == pytest.approx(strength_against_each(HOLE, FLOP, one))
        assert exact == pytest.approx(strength_against_field(HOLE, FLOP, one))


def test_field_array_is_the_mean_of_equal_sums():
    first, second = Range.parse("AA"), Range.parse("KK,QQ:0.5")
    field = field_array([first, second], [], parse_cards("2c3d4h")).weights
    aces = field[combo_index(*parse_cards("AsAh"))]
    kings = field[combo_index(*parse_cards("KsKh"))]
    queens = field[combo_index(*parse_cards("QsQh"))]
    assert (kings / aces, queens / aces) == pytest.approx((6 / 9, 3 / 9))


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_disjoint_sums_against_loops(seed):
    rng = np.random.default_rng(seed)
    chosen = rng.choice(1326, 9, replace=False)
    hands = np.ascontiguousarray(combo_cards()[chosen])
    a, b, c = rng.random((3, len(hands)))
    sets = [set(hand) for hand in hands.tolist()]
    n = range(len(hands))
    two = sum(a[i] * b[j] for i in n for j in n if not sets[i] & sets[j])
    three = sum(
        a[i] * b[j] * c[k]
        for i in n for j in n for k in n
        if not sets[i] & sets[j] and not sets[i] & sets[k] and not sets[j] & sets[k]
    )  # fmt: skip
    assert disjoint_sum_two(hands, a, b) == pytest.approx(two, abs=1e-9)
    assert disjoint_sum_three(hands, a, b, c) == pytest.approx(three, abs=1e-9)


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (lambda: assess(HOLE, parse_cards("3h4c")), "a board of 2 cards"),
        (lambda: assess(parse_cards("Ad"), FLOP), "a hand of 1 cards"),
        (lambda: assess(HOLE, parse_cards("Ad4cJh")), "Ad is in both the hand and the board"),
        (lambda: assess(HOLE, FLOP, opponents=0), "0 opponents"),
        (lambda: assess(HOLE, FLOP, lookahead=3), "look-ahead of 3"),
        (lambda: hand_potential(HOLE, FLOP, 3), "potential over 3 cards"),
        (lambda: hand_potential(HOLE, [*FLOP, 0, 1], 1), "1 more cards cannot follow"),
        (lambda: hand_strength(HOLE, FLOP, Range.parse("AdQc")), "no hand of the opponent's range"),
        (lambda: strength_exact(HOLE, FLOP, [Range.random()] * 4), "against 4 opponents"),
        (lambda: field_array([], HOLE, FLOP), "no opponents"),
        (lambda: strength_exact(HOLE, FLOP, [Range.parse("KsKh")] * 2), "cannot be dealt together"),
        (
            lambda: strength_exact(HOLE, FLOP, [Range.parse("KK:0.3")] * 3),
            "cannot be dealt together",
        ),
        (lambda: hand_strength([0, 52], FLOP), "52 in the cards is not a card"),
        (lambda: outcome_counts([0, 52], FLOP), "52 in the hand is not a card"),
        (lambda: outcome_counts(HOLE, [-1, 2, 3]), "-1 in the board is not a card"),
    ],
)
def test_errors_say_what_is_wrong(call, part):
    with pytest.raises(InputError, match=part):
        call()
