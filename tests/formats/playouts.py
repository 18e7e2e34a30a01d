"""Random hands as records, for round trips."""

from __future__ import annotations

import dataclasses
import random

from hypothesis import strategies as st
from tests.fuzz_rules import random_action, random_rules

from equipoise.games import UNKNOWN, HandRecord, State
from equipoise.games.rules import GameRules

seeds = st.integers(0, 2**32)


def play(rules: GameRules, seed: int) -> list[State]:
    """All states of a random hand in which no cards are due."""
    rng = random.Random(seed)
    deck = list(rules.deck.cards)
    rng.shuffle(deck)
    state, states = State.start(rules), []
    while True:
        while state.awaits_deal:
            state = state.deal([deck.pop() for _ in range(state.cards_awaited())])
        states.append(state)
        if state.is_over:
            return states
        state = state.apply(random_action(rng, state.legal()))


def rules_of(kind: str, players: int, dialect: str, seed: int, scale: int = 1) -> GameRules:
    rules = random_rules(random.Random(seed), kind, players, dialect)
    return dataclasses.replace(rules, scale=scale)


@st.composite
def phh_records(draw: st.DrawFn) -> HandRecord:
    """Hands that PHH can hold: any dialect, decimals, some mucked and some hidden hands."""
    rules = rules_of(
        draw(st.sampled_from(["no-limit", "fixed-limit", "pot-limit"])),
        draw(st.integers(2, 10)),
        draw(st.sampled_from(["casino", "acpc"])),
        draw(seeds),
        draw(st.sampled_from([1, 10, 100])),
    )
    state = play(rules, draw(seeds))[-1]
    rng = random.Random(draw(seeds))
    names = tuple(rng.choice(["Ann", "Bob's", "Zoë", "", 'x"y\\z']) for _ in range(rules.players))
    contenders = [p for p, _ in state.shown()]
    mucked = [p for p in contenders if rng.random() < 0.2]
    record = HandRecord.of(state, names, rng.choice(["", "7", "007", "final"]), mucked)
    hidden = {p for p in range(rules.players) if p not in contenders and rng.random() < 0.5}
    hole = tuple(
        (UNKNOWN,) * len(cards) if p in hidden else cards for p, cards in enumerate(record.hole)
    )
    return dataclasses.replace(record, hole=hole)


def same_hand(one: HandRecord, other: HandRecord) -> bool:
    """Whether records are equal but for the name of the game."""
    rules = dataclasses.replace(other.rules, name=one.rules.name)
    return one == dataclasses.replace(other, rules=rules)
