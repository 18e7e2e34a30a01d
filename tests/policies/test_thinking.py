"""What policies think: the hand, the range and the readings agree with the policy itself."""

import numpy as np
import pytest

from equipoise.agents.registry import find_agent
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_index, combo_types
from equipoise.games import Action, State, find_game
from equipoise.games.public_state import PublicState
from equipoise.policies.thinking import think

GAME = find_game("holdem-nolimit:100bb")


def after(*actions, hole="AsAhKdKc", board="2c7dTh3s9d"):
    """The state after these actions, cards dealt as they are due."""
    cards = parse_cards(board)
    state = State.start(GAME).deal(parse_cards(hole))
    for action in actions:
        state = state.apply(action)
        while state.awaits_deal:
            count = 3 if not state.board else 1
            state = state.deal(cards[len(state.board) : len(state.board) + count])
    return state


def policy(**options):
    text = ",".join(f"{name}={value}" for name, value in options.items())
    return find_agent(f"blueprint:{text}" if text else "blueprint").make().policy


LINES = [
    (),
    (Action.raise_to(7),),
    (Action.raise_to(5), Action.call()),
    (Action.call(), Action.call(), Action.raise_to(5), Action.call(), Action.raise_to(13)),
]


@pytest.mark.parametrize("line", LINES, ids=["start", "raise", "flop", "turn"])
@pytest.mark.parametrize("translation", ["hard", "soft"])
def test_the_range_has_the_hand_in_it(line, translation):
    one = policy(translation=translation)
    seen = (state := after(*line)).observe(state.to_act)
    thought = think(one, seen)
    combo = combo_index(*seen.hole)
    assert thought.range.chances.of_hand(combo) == pytest.approx(thought.chances)
    whole = one.range_chances(PublicState.of(seen))
    for action, row in zip(whole.actions, whole.probabilities, strict=True):
        assert thought.range.chances.reach(action) == pytest.approx(row)


def test_reach_is_the_product_of_own_chances():
    one = policy()
    state = after(Action.raise_to(6), Action.call(), Action.call())
    first = after()
    earlier = one.range_chances(PublicState.of(first)).reach(Action.raise_to(6))
    seen = state.observe(state.to_act)
    assert state.to_act == first.to_act
    reach = think(one, seen).range.reach
    free = ~np.isin(np.arange(1326), [c for c in range(1326) if reach[c] == 0])
    assert reach[free] == pytest.approx(earlier[free])


def test_types_average_their_hands():
    thought = think(policy(), (state := after()).observe(state.to_act)).range
    frequencies, reach = thought.by_type()
    types = combo_types()
    for hand in (0, 50, 168):
        mine = np.flatnonzero(types == hand)
        assert frequencies[hand] == pytest.approx(
            thought.chances.probabilities[:, mine].mean(axis=1)
        )
        assert reach[hand] == pytest.approx(thought.reach[mine].mean())
    assert thought.totals().sum() == pytest.approx(1)


def test_readings_are_those_of_the_mapping():
    state = after(Action.raise_to(30))
    hard = think(policy(translation="hard"), state.observe(state.to_act), False)
    soft = think(policy(translation="soft"), state.observe(state.to_act), False)
    (reading,) = hard.readings
    assert [p for _, p in reading.read_as] == [1.0]
    (reading,) = soft.readings
    assert {name.split(" (")[0] for name, _ in reading.read_as} == {"raise to 6", "all-in"}
    assert sum(p for _, p in reading.read_as) == pytest.approx(1)
    shares = {history.path: history.share for history in soft.histories}
    assert sum(shares.values()) == pytest.approx(1)
    assert len(shares) == 2


def test_histories_mix_to_the_real_strategy():
    state = after(Action.raise_to(30))
    thought = think(policy(translation="soft"), state.observe(state.to_act), False)
    folds = sum(h.share * dict(h.actions)["fold"] for h in thought.histories)
    real = sum(p for action, p in thought.chances.items() if action.kind == "fold")
    assert folds == pytest.approx(real)


def test_a_policy_that_is_no_blueprint_still_has_a_range():
    state = after()
    thought = think(find_agent("call").make().policy, state.observe(state.to_act))
    assert thought.histories == ()
    assert thought.range.totals().tolist() == [1.0]
