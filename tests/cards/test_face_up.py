"""Hands dealt face up."""

import pytest

from equipoise.cards.evaluator import evaluate
from equipoise.cards.face_up import deal_face_up


@pytest.mark.parametrize("players", [2, 4])
def test_equities_are_shares_of_one_pot(players):
    streets = deal_face_up(players, seed=3)
    assert [len(street.board) for street in streets] == [0, 3, 4, 5]
    for street in streets:
        assert sum(hand.equity for hand in street.hands) == pytest.approx(1)
        assert all((hand.strength is None) == (not street.board) for hand in street.hands)
    river = streets[-1]
    values = [evaluate([*hand.hole, *river.board]) for hand in river.hands]
    winners = [value == max(values) for value in values]
    assert [hand.equity for hand in river.hands] == [won / sum(winners) for won in winners]
    assert len({card for hand in river.hands for card in hand.hole} | set(river.board)) == (
        2 * players + 5
    )
