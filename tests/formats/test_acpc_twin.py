"""Small games in ACPC text: the twin that is written is played and paid exactly alike."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.playouts import play, seeds
from tests.formats.test_acpc_log import a_match

from equipoise.base.errors import InputError
from equipoise.formats import (
    read_game,
    read_log,
    read_match_state,
    write_game,
    write_log,
    write_match_state,
)
from equipoise.formats.acpc.log import write_hand
from equipoise.formats.acpc.twin import acpc_twin, from_twin, to_twin
from equipoise.games import Action, State, find_game
from equipoise.games.size.tree import count_tree

CALL = Action.call()
SMALL = ["kuhn", "leduc", "leduc-nolimit:2", "leduc-nolimit:12", "leduc-nolimit:13"]


@pytest.mark.parametrize("name", SMALL)
def test_the_file_is_read_as_the_twin(name: str) -> None:
    rules = find_game(name)
    twin = acpc_twin(rules)
    back = read_game(write_game(rules), name)
    assert dataclasses.replace(back, script=twin.script) == twin
    assert write_game(back) == write_game(rules)
    assert count_tree(back) == count_tree(rules)


@settings(max_examples=150)
@given(st.sampled_from(SMALL), seeds)
def test_every_hand_is_played_and_paid_alike(name: str, seed: int) -> None:
    rules = find_game(name)
    states = play(rules, seed)
    twin = State.start(acpc_twin(rules)).deal(to_twin(rules, sum(states[0].hole, ())))
    for before, after in itertools.pairwise(states):
        assert (twin.to_act, twin.legal()) == (before.to_act, before.legal())
        move = [moves for moves in after.history if moves][-1][-1]
        twin = twin.apply(move.action, move.position)
        if after.rounds_dealt > before.rounds_dealt:
            twin = twin.deal(to_twin(rules, after.board))
    assert twin.is_over and twin.payoffs() == states[-1].payoffs()


@pytest.mark.parametrize("name", SMALL)
def test_all_showdowns_are_alike(name: str) -> None:
    rules = find_game(name)
    twin = acpc_twin(rules)
    for cards in itertools.permutations(rules.deck.cards, rules.cards_dealt):
        payoffs = []
        for game, dealt in ((rules, cards), (twin, to_twin(rules, cards))):
            state = State.start(game).deal(dealt[:2])
            while not state.is_over:
                state = state.deal(dealt[2:]) if state.awaits_deal else state.apply(CALL)
            payoffs.append(state.payoffs())
        assert payoffs[0] == payoffs[1]
        assert from_twin(rules, to_twin(rules, cards)) == cards


@settings(max_examples=40)
@given(st.sampled_from(SMALL), seeds)
def test_matches_survive(name: str, seed: int) -> None:
    rules = find_game(name)
    records = a_match(rules, seed, 5)
    text = write_log(records)
    assert list(read_log(text, rules).records) == records
    alone = read_log(text).records  # the header has the twin
    assert [write_hand(record) for record in alone] == [write_hand(r) for r in records]
    assert [record.payoffs for record in alone] == [record.payoffs for record in records]


def test_cards_of_the_text_are_those_of_the_reference_dealer() -> None:
    leduc = find_game("leduc")
    state = play(leduc, 1)[0]
    line = write_match_state(state, 0)
    assert line.split(":")[-1][0] in "QKA"
    assert read_match_state(leduc, line).state.hole[0] == state.hole[0]
    with pytest.raises(InputError, match="Jh is not in the deck that ACPC text has for leduc"):
        read_match_state(leduc, "MATCHSTATE:0:0::Jh|")


@pytest.mark.parametrize("name", ["holdem-nolimit:100bb", "omaha-potlimit:100bb", "jamfold:10bb"])
def test_other_games_are_their_own_twin(name: str) -> None:
    rules = find_game(name)
    assert acpc_twin(rules) == rules
    assert to_twin(rules, rules.deck.cards) == rules.deck.cards


def test_games_that_would_differ_have_no_twin() -> None:
    leduc = find_game("leduc-nolimit:12")
    large = dataclasses.replace(leduc.betting, sizes=(2, 2))  # the file would make it 1
    for rules in (
        dataclasses.replace(leduc, betting=large),
        dataclasses.replace(leduc, antes=(1, 2)),
        dataclasses.replace(leduc, blinds=(1, 2)),
    ):
        assert acpc_twin(rules).antes == rules.antes
        with pytest.raises(InputError, match="antes"):
            write_game(rules)
