import pytest

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.base.errors import InputError
from equipoise.games.catalogue import find_game
from equipoise.spine.path import action_name, find_decision
from equipoise.spine.tree import build_tree


def tree(game, bets=None):
    return build_tree(find_game(game), parse_bets(bets))


@pytest.mark.parametrize(
    ("game", "bets"), [("leduc", None), ("leduc-nolimit:5", None), ("holdem-nolimit:10bb", "fcpa")]
)
def test_every_printed_path_leads_back(game, bets):
    shown = tree(game, bets)
    for node in shown.decision_nodes().tolist():
        path = shown.path(node)
        assert find_decision(shown, path) == node
        assert find_decision(shown, path.replace("/", "")) == node


def test_short_steps():
    shown = tree("leduc")
    assert find_decision(shown, "crc/") == find_decision(shown, "cr3c/")
    hands = tree("holdem-nolimit:10bb", "fcpa")
    assert find_decision(hands, "a") == find_decision(hands, "r20")
    with pytest.raises(InputError, match="there is no r here"):
        find_decision(hands, "r")  # two raises


@pytest.mark.parametrize(
    ("path", "position", "parts"),
    [
        ("x", 0, ["unknown action 'x'", "one of f, c, r<chips>, r, a, /"]),
        ("r9", 0, ["there is no r9 here", "at the start there are c, r3"]),
        ("cr4", 1, ["there is no r4 here", "after c there are c, r3"]),
        ("f", 0, ["there is no f here"]),
        ("ca", 1, ["there is no a here"]),
        ("c/", 1, ["no round ends here", "after c there are"]),
        ("cc//", 3, ["no round ends here"]),
        ("cr3f", None, ["over after cr3f, with a fold"]),
        ("cc/cc", None, ["over after cc/cc, with a showdown", "a path to a decision"]),
        ("cc/ccr5", 5, ["over after cc/cc"]),
        ("r3r5r7", 4, ["there is no r7", "after r3r5 there are f, c"]),
    ],
)
def test_errors_name_the_step_and_what_there_is(path, position, parts):
    with pytest.raises(InputError) as caught:
        find_decision(tree("leduc"), path)
    assert caught.value.position == position
    for part in parts:
        assert part in str(caught.value)


def test_names_of_actions():
    shown = tree("holdem-nolimit:10bb", "fcpa")

    def names(path):
        node = find_decision(shown, path)
        return [action_name(shown, node, action) for action in shown.actions_of(node)]

    assert names("") == ["fold", "call", "raise to 6", "all-in"]
    assert names("c") == ["check", "bet to 6", "all-in"]
    assert names("cc") == ["check", "bet to 6", "all-in"]
