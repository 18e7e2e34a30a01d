"""Public states, and the index of private hands."""

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_cards
from equipoise.games import Action, PublicState, State, find_game
from equipoise.games.public_state import possible_hands, private_hands


def test_everybody_sees_the_same_of_a_hand():
    rules = find_game("holdem-nolimit:100bb")
    state = State.start(rules).deal(parse_cards("AsAhKdKc"))
    line = [Action.raise_to(6), Action.call(), Action.call(), Action.raise_to(20)]
    for action in line[:2]:
        state = state.apply(action)
    assert PublicState.of(state).to_act is None  # the flop is due
    state = state.deal(parse_cards("2c7d9h"))
    for action in line[2:]:
        state = state.apply(action)
    public = PublicState.of(state)
    assert public == PublicState.of(state.observe(0)) == PublicState.of(state.observe(1))
    assert public == PublicState.at(rules, line, parse_cards("2c7d9h"))
    assert (public.round, public.to_act, public.rules) == (1, 0, rules)
    assert [action.kind for action in public.line] == [action.kind for action in line]
    assert not hasattr(public, "hole")
    other = public.with_board(parse_cards("3c7d9h"))
    assert other.betting == public.betting and other.board != public.board


def test_boards_that_cannot_be():
    rules = find_game("leduc")
    line = [Action.call(), Action.call()]
    with pytest.raises(InputError, match="a board of 0 cards"):
        PublicState.at(rules, line)
    with pytest.raises(InputError, match="not in the deck"):
        PublicState.at(rules, line, parse_cards("2s"))
    with pytest.raises(InputError, match="below the minimum"):
        PublicState.at(find_game("leduc-nolimit:12"), [Action.raise_to(1)])


def test_the_index_of_private_hands():
    holdem, leduc = find_game("holdem-nolimit:100bb"), find_game("leduc")
    assert (private_hands(holdem, 0) == combo_cards()).all()
    assert private_hands(leduc, 1)[:, 0].tolist() == list(leduc.deck.cards)
    assert private_hands(find_game("kuhn"), 0).shape == (3, 1)
    assert possible_hands(holdem, 0, parse_cards("2c7d9h")).sum() == 49 * 48 // 2
    board = [leduc.deck.cards[2]]
    assert np.flatnonzero(~possible_hands(leduc, 0, board)).tolist() == [2]


def test_a_position_without_cards_has_one_hand():
    rules = find_game("clairvoyance:2")
    assert sorted(private_hands(rules, position).shape[1] for position in range(2)) == [0, 1]
    assert min(len(private_hands(rules, position)) for position in range(2)) == 1
