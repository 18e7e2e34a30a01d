"""OpenSpiel both ways: exploitability and values agree to 1e-9."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import equipoise as eq
from equipoise.api.openspiel import (
    as_openspiel_game,
    openspiel_game,
    openspiel_policy,
    strategy_from_openspiel,
)
from equipoise.base.errors import InputError

pyspiel = pytest.importorskip("pyspiel")
exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
policies = pytest.importorskip("open_spiel.python.policy")

GAMES = ["kuhn", "leduc", "leduc-nolimit:3"]


def random_strategy(game: str, seed: int) -> eq.GameStrategy:
    problem = eq.AbstractGame(game)
    layout = problem.layout()
    rng = np.random.default_rng(seed)
    values = rng.exponential(size=layout.size)
    for node in layout.tree.decision_nodes():
        block = layout.block(values, int(node))
        block /= block.sum(axis=0)
    return eq.GameStrategy.of_array(problem, values)


@pytest.mark.parametrize("game", GAMES)
def test_our_strategies_there(game: str) -> None:
    strategy = random_strategy(game, 1)
    theirs = exploitability.exploitability(openspiel_game(game), openspiel_policy(strategy))
    assert theirs == pytest.approx(eq.exploitability(strategy).average, abs=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_there_and_back(game: str) -> None:
    strategy = random_strategy(game, 2)
    spiel = openspiel_game(game)
    policy = openspiel_policy(strategy, spiel)
    table = policies.tabular_policy_from_callable(spiel, policy.action_probabilities)
    back = strategy_from_openspiel(game, table, spiel)
    np.testing.assert_allclose(back.probabilities, strategy.probabilities, atol=1e-15)


SMALL = """GAMEDEF
nolimit
numPlayers = 2
numRounds = 2
stack = 5 5
blind = 2 1
firstPlayer = 2 1
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
"""


@pytest.mark.parametrize("game", ["leduc-nolimit:2", "file"])
def test_what_their_solver_finds_in_universal_poker(game: str, tmp_path: Path) -> None:
    from open_spiel.python.algorithms import cfr

    if game == "file":
        game = str(tmp_path / "small.game")
        Path(game).write_text(SMALL, encoding="ascii")
    spiel = openspiel_game(game)
    assert spiel.get_type().short_name == "universal_poker"
    solver = cfr.CFRPlusSolver(spiel)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    ours = strategy_from_openspiel(game, found, spiel)
    theirs = exploitability.exploitability(spiel, found)
    assert eq.exploitability(ours).average == pytest.approx(theirs, abs=1e-9)
    again = exploitability.exploitability(spiel, openspiel_policy(ours, spiel))
    assert again == pytest.approx(theirs, abs=1e-9)


def test_their_policies_here() -> None:
    from open_spiel.python.algorithms import cfr

    spiel = pyspiel.load_game("leduc_poker")
    solver = cfr.CFRSolver(pyspiel.load_game("kuhn_poker"))
    for _ in range(20):
        solver.evaluate_and_update_policy()
    kuhn = strategy_from_openspiel("kuhn", solver.average_policy())
    theirs = exploitability.exploitability(pyspiel.load_game("kuhn_poker"), solver.average_policy())
    assert eq.exploitability(kuhn).average == pytest.approx(theirs, abs=1e-9)
    uniform = strategy_from_openspiel("leduc", policies.UniformRandomPolicy(spiel))
    assert 2 * eq.exploitability(uniform).average == pytest.approx(4.747222222222222, abs=1e-9)


@pytest.mark.parametrize(("game", "conv"), [("kuhn", 11 / 12), ("leduc-nolimit:2", None)])
def test_our_games_there(game: str, conv: float | None) -> None:
    spiel = as_openspiel_game(game)
    theirs = exploitability.nash_conv(spiel, policies.UniformRandomPolicy(spiel))
    problem = eq.AbstractGame(game)
    uniform = eq.GameStrategy.of_array(problem, problem.layout().uniform())
    assert theirs == pytest.approx(2 * eq.exploitability(uniform).average, abs=1e-9)
    assert conv is None or theirs == pytest.approx(conv, abs=1e-9)


@pytest.mark.parametrize("game", ["leduc", "holdem-limit:3p", "holdem-nolimit:20bb"])
def test_random_play_of_our_games(game: str) -> None:
    spiel = as_openspiel_game(game)
    rng = np.random.default_rng(3)
    for _ in range(20):
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                assert sum(chances) == pytest.approx(1)
                state.apply_action(int(rng.choice(outcomes, p=chances)))
            else:
                assert state.information_state_string(state.current_player())
                state.apply_action(int(rng.choice(state.legal_actions())))
        assert sum(state.returns()) == pytest.approx(0)


def test_what_cannot_be_exchanged_is_refused() -> None:
    with pytest.raises(InputError, match="small deck"):
        openspiel_game("holdem-nolimit:20bb")
    with pytest.raises(InputError, match="every legal bet"):
        openspiel_game(eq.AbstractGame("leduc-nolimit:12", "fcpa"))
