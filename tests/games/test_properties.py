"""What holds in every hand of every game, by random play."""

from __future__ import annotations

import dataclasses
import itertools
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fuzz_rules import random_action, random_rules

from equipoise.base.errors import InputError
from equipoise.games import Action, HandRecord, Observation, State, find_game
from equipoise.games.catalogue import listed_games
from equipoise.games.pots import build_pots, uncalled
from equipoise.games.rules import GameRules
from equipoise.games.scripts import SEVEN_CARD_STUD

GAMES = listed_games()
seeds = st.integers(0, 2**32)


def stud(players: int) -> GameRules:
    """Seven-card stud as a script; only its first to act is not that of the casino."""
    limit = find_game(f"holdem-limit:{players}p")
    betting = dataclasses.replace(limit.betting, sizes=(2, 2, 4, 4, 4), caps=(4,) * 5)
    return dataclasses.replace(
        limit,
        name="stud",
        script=SEVEN_CARD_STUD,
        betting=betting,
        blinds=(0,) * players,
        antes=(1,) * players,
        first=(0,) * 5,
    )


@st.composite
def any_rules(draw: st.DrawFn) -> GameRules:
    if draw(st.booleans()):
        return draw(st.sampled_from([*GAMES, stud(2), stud(7)]))
    rng = random.Random(draw(seeds))
    kind = draw(st.sampled_from(["no-limit", "fixed-limit", "pot-limit", "spread-limit"]))
    dialect = draw(st.sampled_from(["casino", "acpc"]))
    rules = random_rules(rng, kind, draw(st.integers(2, 10)), dialect)
    return dataclasses.replace(rules, odd_chips=draw(st.sampled_from(["button", "fraction"])))


def play(rules: GameRules, seed: int) -> list[State]:
    """All states of a random hand."""
    rng = random.Random(seed)
    deck = list(rules.deck.cards)
    rng.shuffle(deck)
    states = [State.start(rules)]
    while not states[-1].is_over:
        state = states[-1]
        if state.awaits_deal:
            state = state.deal([deck.pop() for _ in range(state.cards_awaited())])
        else:
            state = state.apply(random_action(rng, state.legal()))
        states.append(state)
    return states


@settings(max_examples=150, deadline=None)
@given(any_rules(), seeds)
def test_chips_are_conserved_and_nobody_bets_what_they_lack(rules: GameRules, seed: int) -> None:
    states = play(rules, seed)
    for state in states:
        put = state.betting.put
        assert all(0 <= chips <= stack for chips, stack in zip(put, rules.stacks, strict=True))
        assert sum(pot.amount for pot in state.pots()) == sum(put)
    last = states[-1]
    payoffs = last.payoffs()
    assert sum(payoffs) == 0
    assert all(won >= -put for won, put in zip(payoffs, last.betting.put, strict=True))
    if rules.odd_chips == "button":
        assert all(chips.denominator == 1 for chips in payoffs)
    assert all(r <= p for r, p in zip(uncalled(last.betting), last.betting.put, strict=True))


@settings(max_examples=150, deadline=None)
@given(any_rules(), seeds, st.sets(st.integers(0, 9)))
def test_nobody_wins_more_than_was_put_against_them(
    rules: GameRules, seed: int, mucked: set[int]
) -> None:
    last = play(rules, seed)[-1]
    betting = last.betting
    won = last.winnings(mucked)
    assert sum(won) == betting.pot
    equal = len(set(rules.antes)) == 1
    stakes = betting.put if equal else [betting.live(p) for p in range(rules.players)]
    dead = betting.pot - sum(stakes)
    returned = uncalled(betting)
    for position, stake in enumerate(stakes):
        assert won[position] <= dead + sum(min(stake, other) for other in stakes)
        assert won[position] >= returned[position]  # whether mucked or not


@settings(max_examples=100, deadline=None)
@given(any_rules(), seeds)
def test_every_state_that_is_not_over_can_go_on(rules: GameRules, seed: int) -> None:
    for state in play(rules, seed):
        if state.is_over:
            assert state.to_act is None
            with pytest.raises(InputError):
                state.legal()
            continue
        assert state.awaits_deal == (state.cards_awaited() > 0)
        if state.awaits_deal:
            continue
        legal = state.legal()
        assert legal.call_to is not None or legal.can_raise
        assert legal.position not in {p for p, folded in enumerate(state.betting.folded) if folded}
        if legal.min_raise is not None:
            assert legal.max_raise is not None
            assert legal.put < legal.min_raise <= legal.max_raise <= rules.stacks[legal.position]
            for wrong in (legal.min_raise - 1, legal.max_raise + 1):
                with pytest.raises(InputError, match=f"raises to {wrong}, (below|above)"):
                    state.apply(Action.raise_to(wrong))


def cards_within(value: object) -> set[int]:
    """Every integer that a field of an observation holds outside the betting, at any depth."""
    if isinstance(value, int):
        return {value}
    if isinstance(value, tuple):
        return set().union(*(cards_within(part) for part in value))
    return set()


@settings(max_examples=100, deadline=None)
@given(any_rules(), seeds)
def test_an_observation_has_no_cards_of_others(rules: GameRules, seed: int) -> None:
    for state in play(rules, seed):
        for position in range(rules.players):
            seen = state.observe(position)
            assert seen.is_my_turn == (state.to_act == position)
            if seen.is_my_turn:
                assert seen.legal() == state.legal()
            else:
                with pytest.raises(InputError, match="is not to act"):
                    seen.legal()
            hidden = {card for p, hand in enumerate(state.hole) for card in hand if p != position}
            for field in ("hole", "up", "board"):
                assert not cards_within(getattr(seen, field)) & hidden
            assert not any(
                isinstance(getattr(seen, field.name), State | HandRecord)
                for field in dataclasses.fields(seen)
            )


def test_an_observation_cannot_be_made_to_hold_them() -> None:
    state = State.start(find_game("holdem-nolimit:100bb")).deal([0, 1, 2, 3])
    seen = state.observe(0)
    rest = (seen.up, seen.board, seen.betting, seen.history)
    for hole in ((0, 1, 2, 3), ((0, 1), (2, 3))):
        with pytest.raises(InputError, match="cannot see hole cards"):
            Observation(0, hole, *rest)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="face up"):
        Observation(0, (0, 1), ((), (2, 3)), *rest[1:])
    with pytest.raises(InputError, match="face up"):
        Observation(0, (0, 1), seen.up, (2, 3, 4, 5, 6, 7), *rest[2:])
    with pytest.raises((AttributeError, TypeError)):
        seen.other_hole = (2, 3)  # type: ignore[attr-defined]


@settings(max_examples=60, deadline=None)
@given(any_rules(), seeds)
def test_a_record_replays_to_the_same_hand(rules: GameRules, seed: int) -> None:
    last = play(rules, seed)[-1]
    record = HandRecord.of(last, tuple(f"p{p}" for p in range(rules.players)), "7")
    assert record.replay() == last
    assert record.payoffs == last.payoffs()
    assert sum(record.payoffs) == Fraction(0)


@settings(max_examples=60, deadline=None)
@given(any_rules(), seeds)
def test_each_pot_is_above_the_one_below(rules: GameRules, seed: int) -> None:
    betting = play(rules, seed)[-1].betting
    pots = build_pots(betting)
    for lower, upper in itertools.pairwise(pots):
        assert set(upper.contenders) < set(lower.contenders)
