from itertools import pairwise

import numpy as np
import pytest

from equipoise.games import find_game
from equipoise.games.showdown import strength
from equipoise.matches.dealing import deal_cards, deal_hands
from equipoise.matches.seating import duplicate_seatings, players_by_position

GAMES = ("kuhn", "leduc", "clairvoyance:2", "holdem-nolimit:100bb,6p", "omaha-potlimit:100bb")


@pytest.mark.parametrize("name", GAMES)
def test_hands_depend_on_seed_and_number_only(name):
    rules = find_game(name)
    whole = deal_cards(rules, 5, 0, 300)
    for first, count in ((0, 1), (17, 40), (299, 1)):
        assert (deal_cards(rules, 5, first, count) == whole[first : first + count]).all()
    assert (deal_cards(rules, 6, 0, 300) != whole).any()
    assert all(len(set(row)) == len(row) for row in whole.tolist())
    assert set(whole.flatten().tolist()) == set(rules.deck.cards)


def test_every_deal_of_kuhn_is_as_likely():
    deals = deal_cards(find_game("kuhn"), 1, 0, 60_000)
    _, counts = np.unique(deals, axis=0, return_counts=True)
    assert len(counts) == 6
    chi_square = ((counts - 10_000) ** 2 / 10_000).sum()
    assert chi_square < 20.5  # 99.9% with 5 degrees


def test_cards_at_every_place_are_as_likely():
    deals = deal_cards(find_game("holdem-nolimit:100bb"), 2, 0, 52_000)
    for place in range(9):
        counts = np.bincount(deals[:, place], minlength=52)
        assert ((counts - 1000) ** 2 / 1000).sum() < 101  # 99.99% with 51 degrees


def test_strengths_are_those_of_the_showdown():
    rules = find_game("holdem-nolimit:100bb,6p")
    deals = deal_hands(rules, 3, 100, 20)
    for cards, found in zip(deals.hands, deals.strengths, strict=True):
        assert found == [strength("best", hole, cards.board) for hole in cards.hole]
    assert deal_hands(find_game("leduc"), 3, 0, 5).strengths is None


#: Papp 1998, Table 8.1: the seat of each player (columns) in each round (rows)
TABLE_8_1 = """
1 2 3 4 5 6 7 8 9 T
2 4 6 8 T 1 3 5 7 9
3 6 9 1 4 7 T 2 5 8
4 8 1 5 9 2 6 T 3 7
5 T 4 9 3 8 2 7 1 6
6 1 7 2 8 3 9 4 T 5
7 3 T 6 2 9 5 1 8 4
8 5 2 T 7 4 1 9 6 3
9 7 5 3 1 T 8 6 4 2
T 9 8 7 6 5 4 3 2 1
"""


def test_ten_players_sit_as_papp_had_them():
    published = [
        tuple("123456789T".index(seat) for seat in row.split())
        for row in TABLE_8_1.strip().splitlines()
    ]
    assert list(duplicate_seatings(10)) == published


@pytest.mark.parametrize("players", range(2, 11))
def test_seatings_are_balanced(players):
    """Everyone holds every hand equally often, and sits behind each other equally often."""
    seatings = duplicate_seatings(players)
    times = len(seatings) // players
    seats = np.zeros((players, players), dtype=int)
    behind = np.zeros((players, players), dtype=int)
    for seating in seatings:
        assert sorted(seating) == list(range(players))
        for player, seat in enumerate(seating):
            seats[player, seat] += 1
        order = [seating.index(seat) for seat in range(players)]
        for one, next_one in pairwise(order):
            behind[one, next_one] += 1
    assert (seats == times).all()
    assert (behind == times * (1 - np.eye(players, dtype=int))).all()


def test_seats_move_by_one_a_hand():
    assert [players_by_position((0, 1, 2), hand) for hand in range(3)] == [
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
    ]
