"""Hands as stories."""

from itertools import pairwise

import pytest
from tests.formats.playouts import play

from equipoise.formats.story import amount_text, tell_hand
from equipoise.games import find_game
from equipoise.games.record import HandRecord
from equipoise.interfaces.as_json.hands import hand_json


@pytest.mark.parametrize("game", ["leduc", "holdem-limit:3p", "holdem-nolimit:20bb,4p"])
@pytest.mark.parametrize("seed", range(5))
def test_pots_grow_and_payoffs_add_up(game, seed):
    rules = find_game(game)
    last = play(rules, seed)[-1]
    story = tell_hand(HandRecord.of(last, ("",) * rules.players))
    deeds = [deed for street in story.streets for deed in street.deeds]
    assert len(deeds) == sum(map(len, last.history)) and story.is_over and not story.problem
    assert all(before.pot <= after.pot for before, after in pairwise(deeds))
    assert all(before.pot <= after.pot for before, after in pairwise(story.streets))
    assert story.pot == deeds[-1].pot and sum(seat.payoff for seat in story.seats) == 0
    assert all(street.board.endswith(street.dealt) for street in story.streets)
    shown = hand_json(story)
    assert shown["pot"] == rules.units(story.pot) and shown["players"][0]["name"] == "p1"
    assert [len(street["actions"]) for street in shown["streets"]] == [
        len(street.deeds) for street in story.streets
    ]


def test_amounts_have_the_decimals_of_their_game():
    assert amount_text(find_game("leduc"), 1234) == "1,234"
