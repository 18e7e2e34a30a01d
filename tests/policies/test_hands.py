"""Policies followed along a line: the same as asked afresh at every public state."""

import numpy as np
import pytest
from tests.evaluation.bounds.ranked import ranked

from equipoise.games import find_game
from equipoise.games.action import Action, Kind
from equipoise.games.public_state import PublicState
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.exploiters import exploiter
from equipoise.policies.hands import AskedLine, Hands, fold_sums_one_by_one, follow
from equipoise.translation.options import Translation

RULES = find_game("holdem-nolimit:20bb")
BOARD = (3, 14, 25, 36, 47)
SIZES = {0: 0, 1: 3, 2: 4, 3: 5}


def policies():
    source = ranked()
    yield "hard", Blueprint(source)
    yield "soft", Blueprint(source, Translation("soft"))
    yield "real", Blueprint(source, Translation("pseudo-harmonic", "real"))
    yield "nd", Blueprint(source, Translation("soft", without_dominated=True))
    yield "sized", exploiter("plus-minus", source, Translation())


def walk(seed):
    """Actions of a hand that goes on, off the tree as well, with the public states between."""
    random = np.random.default_rng(seed)
    line = []
    while True:
        betting = PublicState.at(RULES, line, BOARD[: _size(line)]).betting
        if betting.is_over:
            return line[:-1]
        legal = betting.legal()
        raises = legal.min_raise is not None and random.random() < 0.4
        if raises:
            to = int(
                random.integers(legal.min_raise, min(legal.max_raise, 3 * legal.min_raise) + 1)
            )
        line.append(Action(Kind.RAISE, to) if raises else Action(Kind.CALL, legal.call_to))


def _size(line):
    from equipoise.games.betting import BettingState

    betting = BettingState.start(RULES)
    for action in line:
        betting = betting.apply(action)
    return SIZES[betting.round]


@pytest.mark.parametrize(("name", "policy"), list(policies()), ids=lambda value: str(value)[:5])
@pytest.mark.parametrize("position", [0, 1])
def test_following_is_asking(name, policy, position):
    for seed in range(3):
        actions = walk(seed)
        board = ()
        hands = Hands.on_board(RULES, position, board)
        line, asked = follow(policy, hands), AskedLine(policy, (), hands)
        for count in range(len(actions) + 1):
            now = BOARD[: _size(actions[:count])]
            if now != board:
                longer = Hands.on_board(RULES, position, now)
                origins = np.searchsorted(hands.indices, longer.indices)
                line, asked = (one.dealt(longer, origins) for one in (line, asked))
                hands, board = longer, now
            public = PublicState.at(RULES, actions[:count], board)
            if public.to_act == position:
                found, wanted = line.chances(), asked.chances()
                for action in {*found.actions, *wanted.actions}:
                    assert found.reach(action) == pytest.approx(wanted.reach(action), abs=1e-12)
            elif public.betting.legal().can_raise:
                _check_folds(line, public, len(hands))
            if count < len(actions):
                line, asked = line.after(actions[count]), asked.after(actions[count])


def _check_folds(line, public, hands):
    """Folds to many bets at once are those to each bet alone."""
    legal = public.betting.legal()
    sizes = np.unique(np.linspace(legal.min_raise, legal.max_raise, 6).astype(int))
    bets = [Action(Kind.RAISE, int(to)) for to in sizes]
    weights = np.random.default_rng(5).random((2, hands))
    found = line.fold_sums(bets, weights)
    assert found == pytest.approx(fold_sums_one_by_one(line, bets, weights), rel=1e-9, abs=1e-9)


def test_several_boards_at_once():
    policy = Blueprint(ranked(), Translation("soft"))
    start = Hands.on_board(RULES, 0)
    boards = ((3, 14, 25), (4, 15, 26))
    parts = [Hands.on_board(RULES, 0, board) for board in boards]
    both = Hands(
        RULES,
        0,
        boards,
        np.concatenate([part.indices for part in parts]),
        np.repeat([0, 1], [len(part) for part in parts]),
    )
    actions = [Action(Kind.RAISE, 5), Action(Kind.CALL, 5)]
    for line in (follow(policy, start), AskedLine(policy, (), start)):
        for action in actions:
            line = line.after(action)
        found = line.dealt(both, both.indices).chances()
        alone = [line.dealt(part, part.indices).chances() for part in parts]
        joined = np.concatenate([one.probabilities for one in alone], axis=1)
        assert found.actions == alone[0].actions
        assert found.probabilities == pytest.approx(joined)
