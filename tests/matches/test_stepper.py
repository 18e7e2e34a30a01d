"""A hand driven from outside: what it tells is what the reference engine says."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from tests.fuzz_rules import random_action
from tests.games.test_properties import any_rules, seeds

from equipoise.agents.agent import HandEnded, HandStarted, MoveMade
from equipoise.base.errors import InputError
from equipoise.games import Action, GameRules, State, find_game
from equipoise.matches.betting_cache import PARTS, BettingNode
from equipoise.matches.stepper import HandStepper


@settings(max_examples=60, deadline=None)
@given(any_rules(), seeds)
def test_a_driven_hand_is_the_engines(rules: GameRules, seed: int) -> None:
    rng = random.Random(seed)
    cards = rules.whole_hand.split(rng.sample(rules.deck.cards, rules.cards_dealt))
    names = [f"player {position}" for position in range(rules.players)]
    hand = HandStepper(BettingNode.start(rules), cards, 7, names)
    state = State.start(rules).deal_from(cards)
    told = [[hand.started(position)] for position in range(rules.players)]
    while not hand.is_over:
        assert (hand.to_act, hand.legal) == (state.to_act, state.legal())
        for position in range(rules.players):
            assert hand.observation(position) == state.observe(position)
            assert list(hand.events(position)) == told[position]
        action = random_action(rng, state.legal())
        hand.act(action)
        state = state.apply(action).deal_from(cards)
        for events in told:
            events.append(hand.moved())
    assert state.is_over
    assert tuple(Fraction(part, PARTS) for part in hand.payoffs()) == state.payoffs()
    for position, events in enumerate(told):
        assert list(hand.events(position)) == [*events, hand.ended(position)]
        last = hand.ended(position)
        assert last.observation == state.observe(position)
        assert (last.shown, last.payoffs) == (state.shown(), state.payoffs())


def test_what_is_not_legal_changes_nothing() -> None:
    rules = find_game("leduc")
    hand = HandStepper(BettingNode.start(rules), rules.whole_hand.split(rules.deck.cards[:3]))
    for answer in (None, "call", Action.raise_to(99), Action.fold(), Action(7, 0)):
        before = hand.node
        with pytest.raises(InputError):
            hand.act(answer)
        assert hand.node is before
    with pytest.raises(InputError, match="not over"):
        hand.payoffs()
    for _ in range(4):
        hand.act(Action.call())
    assert hand.is_over
    with pytest.raises(InputError, match="over"):
        hand.act(Action.call())
    kinds = [type(event) for event in hand.events(1)]
    assert kinds == [HandStarted, *[MoveMade] * 4, HandEnded]
