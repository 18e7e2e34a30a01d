"""The figures' formulas at their corners, and the kernels against a slow twin."""

import numpy as np
import pytest

from equipoise.agents.loki.boards import crude_potentials, hand_ranks, hands_in_order
from equipoise.agents.loki.reweighting import (
    FLAT,
    falling,
    postflop_ceiling,
    postflop_line,
    postflop_sigma,
    preflop_line,
    rate_at,
    rising,
)
from equipoise.agents.loki.weights import NO_ODDS, WeightArrays
from equipoise.cards.card import parse_cards
from equipoise.cards.combos import combo_cards, combo_index, combo_types, combos_with
from equipoise.cards.evaluator import evaluate
from equipoise.cards.strength import hand_strength
from equipoise.experiments.papp.income import IR_7

LEAST = 0.01
RATES = np.array(IR_7).ravel()[combo_types()].astype(float)
ORDERED = np.sort(RATES)


def cut(line, value):
    return min(max(line.start + line.slope * value, LEAST), 1.0)


def area(line, count=20_000):
    middles = (np.arange(count) + 0.5) / count
    return np.clip(line.start + line.slope * middles, 0, 1).mean()


def test_the_window_of_figure_7_2():
    line = rising(0.6, 0.2)
    assert cut(line, 0.6) == pytest.approx(0.5)
    assert cut(line, 0.8) == pytest.approx(1) and cut(line, 0.95) == 1
    assert cut(line, 0.4) == LEAST and cut(line, 0.1) == LEAST
    assert cut(line, 0.5) == pytest.approx(0.25)
    mirrored = falling(0.6, 0.2)
    for value in (0.1, 0.45, 0.6, 0.7):
        assert mirrored.start + mirrored.slope * value == pytest.approx(
            1 - line.start - line.slope * value
        )


def test_sigma_after_the_flop():
    assert postflop_sigma(0.5) == pytest.approx(0.2)
    assert postflop_sigma(1) == 0


@pytest.mark.parametrize("mu", [0.0, 0.05, 0.2, 0.28, 0.2857, 0.29, 0.5, 0.8, 0.95])
def test_the_area_is_one_less_mu(mu):
    """Equations 7.5 and 7.7: with the correction below mu = 0.2857 no less than above it."""
    assert area(postflop_line(mu)) == pytest.approx(1 - mu, abs=1e-4)


@pytest.mark.parametrize("mu", [0.0, 0.05, 0.2, 0.28, 0.2857, 0.29, 0.5, 0.8, 0.95])
def test_the_area_of_the_falling_window_is_mu(mu):
    """Who raises with nearly all hands and did not holds one of the weakest, which lose nothing."""
    line = postflop_ceiling(mu)
    assert area(line) == pytest.approx(mu, abs=1e-4)
    assert cut(line, 0.0) == 1


def test_the_corner_of_figure_7_4():
    """mu = 0.1, sigma = 0.36: r = 1 - 0.2 / 0.46, and 1 from 0.46 on."""
    line = postflop_line(0.1)
    assert line.start == pytest.approx(1 - 0.2 / 0.46)
    assert line.start + line.slope * 0.46 == pytest.approx(1)
    everything = postflop_line(0.0)
    assert cut(everything, 0.0) == cut(everything, 1.0) == 1


def test_a_threshold_of_one_is_a_step():
    line = postflop_line(1.0)
    assert cut(line, 0.999) == LEAST
    assert cut(line, 1.0) == pytest.approx(0.5)


def test_the_percentiles_of_section_7_2_2():
    """With the thesis' table: 30% of hands is +118, the 5th percentile -433, the lowest -495."""
    assert rate_at(ORDERED, 0.7) == 118
    assert rate_at(ORDERED, 0.05) == -433
    assert rate_at(ORDERED, 0.0) == -495
    assert preflop_line(ORDERED, 0.049) == FLAT
    line = preflop_line(ORDERED, 0.7)
    assert cut(line, 118) == pytest.approx(0.5)
    assert cut(line, 118 + 330) == pytest.approx(1)
    assert cut(line, 118 - 330) == LEAST


def slow_reweight(saved, values, potential, odds, mu):
    """Figure 7.3 with the correction of figure 7.4, hand by hand."""
    sigma = 0.4 * (1 - mu)
    new = saved.copy()
    for combo in np.flatnonzero(saved):
        if potential[combo] >= odds:
            continue
        if mu < sigma:
            r = 1 - 2 * mu / (mu + sigma)
            factor = r + (1 - r) * values[combo] / (mu + sigma)
        else:
            factor = (values[combo] - mu + sigma) / (2 * sigma)
        new[combo] = max(new[combo] * min(max(factor, LEAST), 1.0), LEAST)
    return new


def slow_field(weights, seats):
    return np.mean([weights[seat] / weights[seat].sum() for seat in seats], axis=0)


def slow_values(board, field, potential):
    """EHS' of every hand against the field, by comparing it with every other."""
    live = np.flatnonzero(~combos_with(board))
    hands = combo_cards()[live].astype(int)
    worth = np.array([evaluate([*hand, *board]) for hand in hands.tolist()])
    apart = (hands[:, None, :, None] != hands[None, :, None, :]).all(axis=(2, 3))
    met = apart * field[live]
    beaten = (worth[:, None] > worth) + 0.5 * (worth[:, None] == worth)
    strengths = (met * beaten).sum(axis=1) / met.sum(axis=1)
    values = np.zeros(1326)
    values[live] = strengths + (1 - strengths) * potential[live]
    return values


@pytest.mark.parametrize("cards", ["Ah7h2c", "QsQd8h3h", "9c8c7d2s5h"])
def test_weight_arrays_against_the_slow_twin(cards):
    """Three players: one calls and later raises in a round, another bets; one has folded."""
    board = tuple(parse_cards(cards))
    arrays = WeightArrays(4)
    arrays.reweight_preflop(1, RATES, preflop_line(ORDERED, 0.5), FLAT)
    arrays.reweight_preflop(2, RATES, preflop_line(ORDERED, 0.8), FLAT)
    arrays.fold(3)
    expected = np.ones((4, 1326))
    for seat, mark in ((1, 0.5), (2, 0.8)):
        factor = (RATES - rate_at(ORDERED, mark) + 330) / 660
        expected[seat] = np.clip(factor, LEAST, 1)
    assert np.allclose(arrays.weights, expected, atol=1e-12)
    arrays.deal(board)
    expected[:3, combos_with(board)] = 0
    saved = expected.copy()
    potential = crude_potentials(board)
    river = len(board) == 5
    for seat, odds, mu in ((1, 0.2, 0.5), (2, 0.15, 0.2), (1, 0.1, 0.8)):
        field = slow_field(expected, [other for other in range(3) if other != seat])
        assert np.allclose(arrays.field(seat), field, atol=1e-12)
        values = slow_values(board, field, potential)
        expected[seat] = slow_reweight(saved[seat], values, potential, 9 if river else odds, mu)
        got = arrays.reweight_postflop(seat, odds, postflop_line(mu), FLAT)
        live = ~combos_with(board)
        assert np.allclose(got[live], values[live], atol=1e-10)
        assert np.allclose(arrays.weights[:3], expected[:3], atol=1e-10)
    assert arrays.weights[:3][:, live].min() >= LEAST


def test_one_reweighting_a_round_from_the_saved_array():
    arrays = WeightArrays(2)
    assert arrays.is_news(0, 0.5)
    assert not arrays.is_news(0, 0.5) and not arrays.is_news(0, 0.2)
    assert arrays.is_news(0, 0.8) and arrays.is_news(1, 0.0)
    arrays.deal(tuple(parse_cards("Ah7h2c")))
    assert arrays.is_news(0, 0.1)


def test_strength_is_that_of_the_cards_module():
    """Against random hands the values are the hand rank with the potential on top."""
    board = tuple(parse_cards("3h4cJh"))
    arrays = WeightArrays(2)
    arrays.deal(board)
    values = arrays.reweight_postflop(0, NO_ODDS, FLAT, FLAT)
    hole = parse_cards("AdQc")
    combo = combo_index(*hole)
    strength = hand_strength(hole, board)
    potential = crude_potentials(board)[combo]
    assert values[combo] == pytest.approx(strength + (1 - strength) * potential)
    assert round(strength, 3) == 0.585
    assert np.all(arrays.weights[0] == arrays.weights[1])  # a flat window changes nothing


def slow_potential(board):
    """The mean over next cards of (r' - r)+ / (1 - r), each rank counted in full."""
    gains, counts = np.zeros(1326), np.zeros(1326)
    now = slow_ranks(board)
    for card in range(52):
        if card in board:
            continue
        later = slow_ranks([*board, card])
        live = ~combos_with([*board, card])
        gains[live] += np.maximum(later[live] - now[live], 0) / (1 - now[live])
        counts[live] += 1
    return np.divide(gains, counts, out=np.zeros(1326), where=counts > 0)


def slow_ranks(board):
    live = np.flatnonzero(~combos_with(board))
    worth = np.array([evaluate([*combo_cards()[c].tolist(), *board]) for c in live.tolist()])
    ordered = np.sort(worth)
    ranks = np.zeros(1326)
    below, upto = (np.searchsorted(ordered, worth, side) for side in ("left", "right"))
    ranks[live] = (below + upto) / 2 / len(live)
    return ranks


@pytest.mark.parametrize("cards", ["Ah7h2c", "2c2d2h", "KsKd9d4d"])
def test_crude_potential_against_the_slow_twin(cards):
    """A rainbow flop goes together by rank; pairs and suits on the board are looked at singly."""
    board = tuple(parse_cards(cards))
    live = ~combos_with(board)
    assert np.allclose(hand_ranks(board), slow_ranks(board), atol=1e-12)
    assert np.allclose(crude_potentials(board)[live], slow_potential(board)[live], atol=1e-12)


def test_what_depends_on_the_board_alone_is_kept():
    board = tuple(parse_cards("Ah7h2c"))
    assert hands_in_order(board) is hands_in_order(board)
    for shared in (hands_in_order(board), hand_ranks(board), crude_potentials(board)):
        assert not shared.flags.writeable
    assert len(hands_in_order(board)) == 1176
    assert not crude_potentials(tuple(parse_cards("Ah7h2c2d2h"))).any()
