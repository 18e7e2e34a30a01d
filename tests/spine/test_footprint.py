"""Sizes known before any work, against what is built."""

import json

import pytest

from equipoise.abstraction.bets.betting import is_jam_fold
from equipoise.base.errors import InputError
from equipoise.cards import HandIndexer
from equipoise.games.catalogue import find_game
from equipoise.interfaces.cli.main import run
from equipoise.spine.cards.counts import HOLDEM_HANDS, card_states, is_perfect_recall
from equipoise.spine.footprint import footprint, layout_footprint
from equipoise.spine.game import AbstractGame
from equipoise.spine.size import tree_size


@pytest.mark.parametrize(
    ("game", "bets", "cards"),
    [
        ("kuhn", None, "full"),
        ("leduc", None, "JQ.K"),
        ("leduc-nolimit:12", "fchpa/fcpa+fca", "full"),
        ("jamfold:10bb", None, "full"),
        ("holdem-nolimit:10bb", "jamfold", "full"),
    ],
)
def test_the_counts_are_those_of_the_layout(game, bets, cards):
    problem = AbstractGame(game, bets, cards)
    states = card_states(problem.rules, cards, is_jam_fold(bets))
    counted = footprint(tree_size(problem.rules, bets), states)
    assert counted == layout_footprint(problem.layout())


def test_hands_of_holdem_are_those_of_the_indexer():
    indexer = HandIndexer((2, 3, 1, 1))
    assert tuple(indexer.size(number) for number in range(4)) == HOLDEM_HANDS


def test_buckets_multiply_with_perfect_recall_only():
    rules = find_game("holdem-nolimit:100bb")
    assert card_states(rules, "8.8.8.8")[0] == (8, 64, 512, 4096)
    assert card_states(rules, "ir169.64.8.8")[1] == (169, 64, 512, 4096)
    assert card_states(rules, "ir169.ir64.ir8.8")[1] == (169, 64, 8, 8)
    assert is_perfect_recall(rules, "8-12-4-4") and not is_perfect_recall(rules, "ir169.64.8.8")


def test_seats_with_different_cards_are_counted_by_building(capsys):
    assert run(["tree", "clairvoyance:2", "--cards", "full", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["card_states"], shown["infosets"]) == ([[2], [1]], 3)
    with pytest.raises(InputError, match="different numbers"):
        footprint(tree_size(find_game("clairvoyance:2"), None), ((2,), (1,)))


def test_the_command(capsys):
    arguments = ["tree", "holdem-nolimit:100bb", "--bets", "fcpa", "--cards", "8.8.8.8"]
    assert run([*arguments, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    sizes = (8, 64, 512, 4096)
    assert shown["infosets"] == sum(map(int.__mul__, shown["decision_nodes"], sizes))
    assert shown["numbers"] == sum(map(int.__mul__, shown["actions"], sizes))
    assert shown["strategy_bytes"]["uint16"] == 2 * shown["numbers"]
    assert run(arguments) == 0
    said = capsys.readouterr().out
    assert "4,096" in said and "information sets" in said and "MB" in said
    assert run([*arguments[:-1], "ir169.64.8.8"]) == 0
    assert "for two players with perfect recall" in capsys.readouterr().out
    assert run([*arguments[:-1], "8.8.8"]) == 2
    assert "the river is missing" in capsys.readouterr().err
