"""The named games: what they are, how large their trees are, and names that are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from tests.fuzz_rules import universal_poker
from tests.twins.tree import walk_tree

from equipoise.base.errors import InputError
from equipoise.games import find_game
from equipoise.games.catalogue import CATALOGUE, listed_games
from equipoise.games.size.heads_up import is_plain_heads_up
from equipoise.games.size.sequences import first_round, later_round
from equipoise.games.size.situations import count_situations, every_move
from equipoise.games.size.tree import count_tree
from equipoise.interfaces.cli.main import run


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", "not in the catalogue; one of kuhn, leduc"),
        ("", "not in the catalogue"),
        ("kuhn:3", "kuhn takes no '3'; write it like kuhn"),
        ("leduc-nolimit", "needs a parameter; write it like leduc-nolimit:12"),
        ("leduc-nolimit:1", "2 or more whole chips"),
        ("leduc-nolimit:12.5", "2 or more whole chips"),
        ("leduc-nolimit:100,100", "ante 100; 101 or more whole chips"),
        ("leduc-nolimit:12,1.5", "ante 3/2; 2 or more whole chips"),
        ("leduc-nolimit:12,x", "is not an ante in chips"),
        ("holdem-limit:23p", "23 players; 2 to 10"),
        ("holdem-limit:1p", "1 players; 2 to 10"),
        ("holdem-limit:six", "not a number of players; write it like holdem-limit:2p"),
        ("holdem-nolimit:100", "not a stack in big blinds"),
        ("holdem-nolimit:100bb,6p,7", "write it like holdem-nolimit:100bb"),
        ("jamfold:0bb", "is out of range for a stack in big blinds"),
        ("jamfold:-3bb", "is not a stack in big blinds"),
        ("clairvoyance:1/0", "is out of range for a bet in pots"),
        ("clairvoyance:x", "is not a bet in pots; write it like clairvoyance:2"),
    ],
)
def test_names_that_are_refused_say_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        find_game(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("rules", listed_games(), ids=lambda rules: rules.name)
def test_names_are_stable(rules) -> None:
    assert find_game(rules.name) == rules


def test_an_ante_of_leduc_is_named_only_where_it_is_not_one() -> None:
    game = find_game("leduc-nolimit:708,100")
    assert (game.name, game.antes, game.stacks) == ("leduc-nolimit:708,100", (100,) * 2, (708,) * 2)
    assert find_game("leduc-nolimit:12,1") == find_game("leduc-nolimit:12")


def test_units_of_odd_stacks_are_exact() -> None:
    game = find_game("jamfold:6.67bb")
    assert game.units(game.stacks[0]) == Fraction("13.34")
    assert game.units(game.blinds[1]) == 2
    third = find_game("clairvoyance:1/3")
    assert third.units(sum(third.antes)) == 1
    assert third.units(third.betting.sizes[0]) * 3 == 1


def openspiel_betting_nodes(game) -> tuple[int, int]:
    """Decisions and ends of OpenSpiel's tree with one fixed deal, dealing not counted."""
    decisions = ends = 0
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            ends += 1
        elif state.is_chance_node():
            waiting.append(state.child(state.legal_actions()[0]))
        else:
            decisions += 1
            waiting += [state.child(action) for action in state.legal_actions()]
    return decisions, ends


@pytest.mark.parametrize(("name", "peer"), [("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")])
def test_small_trees_are_those_of_openspiel(name: str, peer: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    size = count_tree(find_game(name))
    assert (sum(size.decisions), size.terminal_nodes) == openspiel_betting_nodes(
        pyspiel.load_game(peer)
    )


@pytest.mark.parametrize("stack", [5, 12])
def test_no_limit_leduc_is_that_of_universal_poker(stack: int) -> None:
    pytest.importorskip("pyspiel")
    rules = find_game(f"leduc-nolimit:{stack}")
    size = count_tree(rules)
    peer = openspiel_betting_nodes(universal_poker(rules))
    assert (sum(size.decisions), size.terminal_nodes) == peer


def test_twelve_chip_leduc_has_the_published_size() -> None:
    size = count_tree(find_game("leduc-nolimit:12"))  # facts/leduc.md
    assert size.betting_nodes == 28_049
    assert size.decisions == (556, 9_164)


@pytest.mark.parametrize(
    "name",
    [
        "kuhn",
        "leduc",
        "leduc-nolimit:9",
        "clairvoyance:2",
        "jamfold:10bb",
        "holdem-limit:2p",
        "holdem-nolimit:5bb",
        "holdem-nolimit:3.5bb",
        "holdem-nolimit:2bb,3p",
        "omaha-potlimit:4bb",
    ],
)
def test_counting_agrees_with_walking(name: str) -> None:
    rules = find_game(name)
    assert count_tree(rules) == walk_tree(rules)
    assert count_situations(rules, every_move()) == walk_tree(rules)


def test_the_quick_count_is_only_for_plain_games() -> None:
    rules = find_game("holdem-nolimit:5bb")
    assert is_plain_heads_up(rules)
    unequal = rules.with_stacks((10, 7))
    assert not is_plain_heads_up(unequal)
    assert count_tree(unequal) == walk_tree(unequal)
    big_first = replace(rules, first=(0, 0, 0, 0))
    assert count_tree(big_first) == walk_tree(big_first)


@pytest.mark.parametrize(
    ("name", "stacks"),
    [
        ("holdem-nolimit:100bb,3p", None),
        ("holdem-nolimit:100bb", (110, 2**31 - 1)),
        ("holdem-nolimit:100bb", (2**31 - 1, 110)),
        ("holdem-nolimit:100bb,3p", (9, 10, 2**31 - 1)),
        ("omaha-potlimit:100bb,3p", None),
    ],
)
def test_trees_that_are_too_large_are_refused_before_they_are_counted(
    name: str, stacks: tuple[int, ...] | None
) -> None:
    rules = find_game(name)
    counted: list[float] = []
    with pytest.raises(InputError, match="too large to count"):
        count_tree(
            rules if stacks is None else rules.with_stacks(stacks),
            lambda done, total, doing="": counted.append(done),
        )
    assert max(counted, default=0) < 1000


def test_a_short_menu_is_counted_whatever_the_stacks() -> None:
    size = count_tree(find_game("jamfold:123.456bb"))
    assert (size.folds, size.showdowns) == (2, 1)


def test_papp_counts_betting_sequences() -> None:
    assert dict(first_round(2)) == {1: 15 - 7, 2: 7}  # Figure 4.2
    assert dict(later_round(2)) == {1: 19 - 9, 2: 9}
    assert dict(later_round(3)) == {1: 93, 2: 138, 3: 46}
    assert dict(later_round(4)) == {1: 792, 2: 1504, 3: 874, 4: 161}


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["games"]
    assert {"name", "players", "betting"} <= set(listed[0])
    assert {game["name"].partition(":")[0] for game in listed} == set(CATALOGUE)
    assert run(["tree", "leduc-nolimit:12", "--json"]) == 0
    tree = json.loads(capsys.readouterr().out)
    assert tree["betting_nodes"] == sum(tree["decision_nodes"]) + tree["terminal_nodes"]
    assert run(["games"]) == 0
    assert run(["tree", "leduc"]) == 0
    assert "ended by folding" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["holdem-nolimit:100bb,6p", "holdem-limit:23p", "nothing"])
def test_commands_fail_in_one_line(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tree", game]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert error.count("\n") == 1


def test_experiment_papp_4_2_holds() -> None:
    from equipoise.experiments.harness.experiment import Setting
    from equipoise.experiments.papp.fig_4_2 import run

    outcome = run(Setting())
    assert all(claim.holds for claim in outcome.claims)
    assert all(cell.published == cell.measured for cell in outcome.cells)
