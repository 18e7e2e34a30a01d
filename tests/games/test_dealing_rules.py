"""Dealing: every card of the row goes to one place, whoever folds, and no two get the same."""

from __future__ import annotations

import random

from hypothesis import given, settings
from tests.games.test_properties import any_rules, play, seeds

from equipoise.games import Deal, GameRules, State, find_game
from equipoise.games.dealing import CardCounts, board_by_round, no_cards


def flat(cards) -> list[int]:
    return [*sum(cards.hole, ()), *sum(cards.up, ()), *cards.board]


@settings(max_examples=60, deadline=None)
@given(any_rules(), seeds)
def test_a_row_of_cards_makes_a_whole_hand(rules: GameRules, seed: int) -> None:
    row = random.Random(seed).sample(rules.deck.cards, rules.cards_dealt)
    cards = rules.whole_hand.split(row)
    assert flat(cards) == row
    assert rules.whole_hand.row(cards, no_cards(rules.players).split([])) == row
    assert len(cards.board) == rules.board_cards == rules.board_sizes[-1]
    for position, (hole, up) in enumerate(zip(cards.hole, cards.up, strict=True)):
        deals = [deal for deal in rules.script if deal.receives(position)]
        assert (len(hole), len(up)) == (sum(d.hole for d in deals), sum(d.up for d in deals))


@settings(max_examples=60, deadline=None)
@given(any_rules(), seeds)
def test_players_get_the_cards_of_the_row_until_they_fold(rules: GameRules, seed: int) -> None:
    moves = [move.action for moves in play(rules, seed)[-1].history for move in moves]
    row = random.Random(seed).sample(rules.deck.cards, rules.cards_dealt)
    cards = rules.whole_hand.split(row)
    state = State.start(rules).deal_from(cards)
    for action in moves:
        state = state.apply(action).deal_from(cards)
    assert state.is_over
    for position in range(rules.players):
        for own, whole in ((state.hole, cards.hole), (state.up, cards.up)):
            assert own[position] == whole[position][: len(own[position])]
            assert state.betting.is_folded_out or (
                state.betting.folded[position] or own[position] == whole[position]
            )
    assert state.board == cards.board[: len(state.board)]
    parts = board_by_round(rules.script, state.board)
    assert sum(parts, ()) == state.board
    assert [len(part) for part in parts] == [deal.board for deal in rules.script[: len(parts)]]


def test_what_is_due() -> None:
    stud = Deal(hole=2, up=1)
    assert stud.due(3, (0, 2)) == CardCounts((2, 0, 2), (1, 0, 1), 0)
    assert stud.due(3, (0, 2)) + Deal(board=3).due(3, (2,)) == CardCounts((2, 0, 2), (1, 0, 1), 3)
    assert Deal(hole=1, receivers=(0,)).due(2, (0, 1)).hole == (1, 0)
    assert no_cards(4).total == 0
    holdem = find_game("holdem-limit:10p").whole_hand
    assert (holdem.hole, holdem.up, holdem.board, holdem.total) == ((2,) * 10, (0,) * 10, 5, 25)
