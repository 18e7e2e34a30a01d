import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_cards, combo_index, combos_with
from equipoise.cards.evaluator import evaluate, evaluate_many
from equipoise.cards.income import sampled_income_rates
from equipoise.cards.income_table import OPPONENTS, income_by_combo, stored_income
from equipoise.cards.outlook import outlook


def slow(hole, board, weights):
    """Every hand now and after every next card, one after the other (figures 5.1 and 5.2)."""
    mine = evaluate([*hole, *board])
    live = np.flatnonzero(~combos_with([*hole, *board]))
    hands = combo_cards()[live].astype(np.int64)
    theirs = evaluate_many([[*hand, *board] for hand in hands.tolist()])
    now = np.where(mine > theirs, 0, np.where(mine == theirs, 1, 2))
    strength = (weights[live] * np.array([1, 0.5, 0])[now]).sum() / weights[live].sum()
    table, total = np.zeros((3, 3)), np.zeros(3)
    for card in set(range(52)) - {*hole, *board}:
        if len(board) == 5:
            return strength, 0.0, 0.0
        free = ~(hands == card).any(axis=1)
        mine = evaluate([*hole, *board, card])
        theirs = evaluate_many([[*hand, *board, card] for hand in hands[free].tolist()])
        after = np.where(mine > theirs, 0, np.where(mine == theirs, 1, 2))
        np.add.at(table, (now[free], after), weights[live][free])
        np.add.at(total, now[free], weights[live][free])
    positive = (table[2, 0] + table[2, 1] / 2 + table[1, 0] / 2) / (total[2] + total[1] / 2)
    negative = (table[0, 2] + table[0, 1] / 2 + table[1, 2] / 2) / (total[0] + total[1] / 2)
    return strength, positive, negative


@pytest.mark.parametrize("size", [3, 4, 5])
def test_against_its_slow_twin(size):
    rng = np.random.default_rng(size)
    for _ in range(4):
        cards = rng.permutation(52)[: 2 + size].tolist()
        weights = rng.random(1326) ** 3
        seen = outlook(cards[:2], cards[2:], weights)
        expected = slow(cards[:2], cards[2:], weights)
        assert (seen.strength, seen.positive, seen.negative) == pytest.approx(expected)


def test_one_hand_and_the_nuts():
    """Against one set a flush draw has the 9 flush cards less the pairing ones, of 45."""
    weights = np.zeros(1326)
    weights[combo_index(*parse_cards("KsKh"))] = 0.3
    seen = outlook(parse_cards("AdTd"), parse_cards("Kd7d2c"), weights)
    # 9 diamonds; 2d pairs the board for a full house, 7d is on it, Kd too
    assert (seen.strength, seen.positive, seen.negative) == (0.0, pytest.approx(8 / 45), 0.0)
    nuts = outlook(parse_cards("AsKs"), parse_cards("QsJsTs"), np.ones(1326))
    assert (nuts.strength, nuts.positive, nuts.negative) == (1.0, 0.0, 0.0)
    with pytest.raises(InputError, match="no hand of positive weight"):
        outlook(parse_cards("AdTd"), parse_cards("Kd7d2c"), np.zeros(1326))


def test_stored_income_rates_against_a_short_simulation():
    """The file is from 2,000,000 deals, so that the short one has nearly all of the error."""
    for opponents in OPPONENTS:
        seen = sampled_income_rates(opponents, 5_000, seed=4)
        inside = np.abs(seen.rates - stored_income()[opponents]) <= seen.ci95
        assert 0.89 <= inside.mean() <= 0.995
    assert income_by_combo(6)[combo_index(*parse_cards("AsAd"))] == stored_income()[6][12, 12]
