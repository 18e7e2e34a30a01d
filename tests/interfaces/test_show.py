"""Looking at a stored strategy."""

import json

import numpy as np
import pytest

from equipoise.cards.combos import TYPE_COUNT, type_text
from equipoise.interfaces.cli.main import run
from equipoise.plots.actions import action_codes
from equipoise.solvers.jamfold import solve_jamfold
from equipoise.spine.game import AbstractGame
from equipoise.spine.path import find_decision
from equipoise.strategies.hand_map import hand_frequencies, starting_hand_map
from equipoise.strategies.look import look
from equipoise.strategies.opened import open_strategy


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    place = tmp_path_factory.mktemp("strategies")
    for name, game, target in (("jam", "jamfold:10bb", "1e-5"), ("leduc", "leduc", "1e-3")):
        arguments = ["solve", game, "--method", "cfr+", "--target", target]
        assert run([*arguments, "--out", str(place / name)]) == 0
    return place


@pytest.fixture
def cli(capsys):
    def call(*arguments):
        code = run(list(arguments))
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


def test_jam_fold_is_the_chart_of_the_jamfold_command(cli, folders):
    game = solve_jamfold("10bb")
    code, out, _ = cli("show", str(folders / "jam"), "--json")
    shown = json.loads(out)
    assert code == 0 and shown["actions"] == ["fold", "all-in"] and shown["seat"] == 1
    assert len(shown["states"]) == TYPE_COUNT and shown["reach"] == pytest.approx(1)
    assert shown["totals"][1] == pytest.approx(game.pushed, abs=2e-3)
    pushed = {state["cards"]: state["probabilities"][1] for state in shown["states"]}
    pure = [n for n in range(TYPE_COUNT) if min(game.push[n], 1 - game.push[n]) < 1e-3]
    assert len(pure) > 150
    for number in pure:
        assert pushed[type_text(number)] == pytest.approx(game.push[number], abs=0.05)
    shown = json.loads(cli("show", str(folders / "jam"), "--path", "a", "--json")[1])
    assert shown["totals"][1] == pytest.approx(game.called, abs=2e-3)


def test_the_grid_reads_without_colours(cli, folders):
    code, out, _ = cli("show", str(folders / "jam"))
    lines = out.splitlines()
    assert code == 0 and lines[3].startswith("AA a  AKsa  AQsa")
    assert lines[15].rstrip().endswith("22 a") and "·" in lines[15]
    assert "f fold, a all-in (" in out and "· always folded, * mixed" in out and "43s fold" in out


def test_other_cards_are_a_table(cli, folders):
    code, out, _ = cli("show", str(folders / "leduc"), "--path", "cr3c/")
    assert code == 0 and "first to act, flop, after cr3c/, pot 6" in out
    assert "bet to 7" in out and "K|Q" in out and "overall" in out


def test_weights_are_the_players_own_reach(folders):
    """Against the forward pass over the whole tree."""
    stored = open_strategy(folders / "leduc")
    passes = AbstractGame("leduc").passes()
    layout = passes.layout
    reach = [passes.forward(player, stored.strategy.probabilities) for player in range(2)]
    for path in ("", "c", "cr", "crr", "cr3c/", "cc/c", "r3c/cr7"):
        node = find_decision(layout.tree, path)
        view = look(stored.strategy, layout, node)
        start = layout.reach_starts[view.player][node]
        own = reach[view.player][start : start + len(view.labels)]
        chance = layout.model.fold[view.round].sum(axis=1 - view.player)
        assert view.weights * view.reach == pytest.approx(own * chance)
        assert view.totals.sum() == pytest.approx(1)
        exact = layout.block(stored.strategy.probabilities, node)
        assert (view.probabilities == exact).all()


def test_states_are_mapped_to_hands_by_a_matrix(folders):
    stored = open_strategy(folders / "jam")
    layout = stored.problem.layout()
    view = look(stored.strategy, layout, 0)
    hands = starting_hand_map(view.labels)
    assert (hand_frequencies(view, hands) == view.probabilities.T).all()
    assert starting_hand_map(("J", "Q", "K")) is None
    halves = np.full((TYPE_COUNT, TYPE_COUNT), 1 / TYPE_COUNT)
    mean = view.probabilities.mean(axis=1)
    assert hand_frequencies(view, halves)[5] == pytest.approx(mean)
    assert action_codes(["check", "bet to 4", "bet to 8", "all-in"]) == ["c", "1", "2", "a"]


@pytest.mark.parametrize(("name", "path"), [("jam", ""), ("leduc", "cr3c/")])
def test_pictures(cli, folders, tmp_path, name, path):
    file = tmp_path / "node.png"
    code, out, _ = cli("show", str(folders / name), "--path", path, "--picture", str(file))
    assert code == 0 and file.read_bytes().startswith(b"\x89PNG") and "drawn to" in out


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["--path", "cr4"], ["path 'cr4', character 2", "after c there are c, r3"]),
        (["--path", "cc/cc"], ["the betting is over"]),
        (["--picture", "x.gif"], ["not a PNG file"]),
    ],
)
def test_bad_input_is_one_line(cli, folders, arguments, parts):
    code, out, err = cli("show", str(folders / "leduc"), *arguments)
    assert (code, out) == (2, "") and err.count("\n") == 1
    for part in parts:
        assert part in err


def test_damage_outside_the_sample_is_found_when_asked(cli, tmp_path):
    """A small file is in the sample as a whole; see tests/strategies/test_store.py for large ones."""
    assert cli("solve", "kuhn", "--iterations", "5", "--out", str(tmp_path / "k"))[0] == 0
    assert cli("show", str(tmp_path / "k"), "--verify")[0] == 0
    path = tmp_path / "k" / "strategy.npy"
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    for more in ([], ["--verify"]):
        code, _, err = cli("show", str(tmp_path / "k"), *more)
        assert code == 2 and "its checksum is wrong" in err
