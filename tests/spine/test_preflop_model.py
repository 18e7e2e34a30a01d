import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.cards.combos import combo_cards, combo_types, type_text
from equipoise.games.catalogue import find_game, listed_games
from equipoise.spine.cards.exact import card_model_for
from equipoise.spine.cards.preflop import is_preflop_only, preflop_model
from equipoise.spine.passes import Passes
from equipoise.spine.tree import build_tree


@pytest.fixture(scope="module")
def model():
    return preflop_model(find_game("jamfold:10bb"))


def test_joint_probabilities_with_card_removal(model):
    cards = combo_cards()
    types = combo_types()
    apart = np.ones((1326, 1326), dtype=bool)
    for i in range(2):
        for j in range(2):
            apart &= cards[:, i, None] != cards[None, :, j]
    joint = np.zeros((169, 169))
    np.add.at(joint, (types[:, None], types[None, :]), apart)
    assert model.fold[0] == pytest.approx(joint / apart.sum(), abs=1e-18)
    assert model.fold[0].sum() == pytest.approx(1)


def test_showdowns_are_zero_sum(model):
    assert model.showdown[0] == pytest.approx(-model.showdown[0].T, abs=0)
    assert (np.abs(model.showdown[0]) <= model.fold[0]).all()
    assert model.labels[0][0][168] == "AA" == type_text(168)


def test_which_games_end_before_the_flop():
    names = [rules.name for rules in listed_games() if is_preflop_only(rules)]
    assert names == ["jamfold:10bb"]
    with pytest.raises(InputError, match="holdem-nolimit:100bb has play after the flop"):
        preflop_model(find_game("holdem-nolimit:100bb"))


@pytest.mark.parametrize(
    ("game", "states"),
    [("kuhn", (3,)), ("leduc", (3, 9)), ("clairvoyance:2", (2,)), ("jamfold:3bb", (169,))],
)
def test_every_small_game_has_its_exact_model(game, states):
    assert card_model_for(find_game(game)).states[0] == states


def test_games_without_one_say_what_they_need():
    with pytest.raises(InputError, match=r"5\.6e\+13 deals, .* use a card abstraction"):
        card_model_for(find_game("holdem-limit:2p"))
    with pytest.raises(InputError, match="has 3 players"):
        card_model_for(find_game("holdem-limit:3p"))


def test_always_jam_always_call_is_worth_nothing(model):
    """Both all-in with every hand is a fair game; jamming into folds wins the big blind."""
    rules = find_game("jamfold:10bb")
    passes = Passes(build_tree(rules), model)
    strategy = passes.layout.uniform()
    jam, answer = (passes.layout.block(strategy, int(n)) for n in passes.tree.decision_nodes())
    jam[:] = [[0.0], [1.0]]
    answer[:] = [[0.0], [1.0]]
    assert passes.expected_value(strategy) == pytest.approx(0, abs=1e-12)
    answer[:] = [[1.0], [0.0]]
    assert passes.expected_value(strategy) == pytest.approx(2)
    jam[:] = [[1.0], [0.0]]
    assert passes.expected_value(strategy) == pytest.approx(-1)
