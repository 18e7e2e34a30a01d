import numpy as np
import pytest

from equipoise.base.errors import InputError, UnsolvedError
from equipoise.games.catalogue import find_game
from equipoise.games.size.tree import count_tree
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
from equipoise.solvers.lp.program import LinearProgram, optimal_range, solve_form
from equipoise.solvers.lp.sequence_form import sequence_form
from equipoise.solvers.lp.size import (
    check_lp_size,
    check_size,
    program_size,
    program_size_from_counts,
)
from equipoise.solvers.run.loop import Stop, run
from equipoise.spine.cards.matrix import model_from_last_round
from equipoise.spine.game import AbstractGame
from equipoise.spine.passes import Passes

SMALL = ("kuhn", "leduc", "clairvoyance:2", "leduc-nolimit:4")


def random_strategy(passes, seed):
    rng = np.random.default_rng(seed)
    values = np.zeros(passes.layout.size)
    for node in passes.tree.decision_nodes():
        block = passes.layout.block(values, int(node))
        block[:] = rng.dirichlet(np.ones(len(block)), size=block.shape[1]).T
    return values


def solved(passes, **options):
    solver = LinearProgram(passes, **options)
    solver.step()
    return solver


def one_state_passes(outcome):
    """Limit Leduc's betting with cards that decide nothing, or everything."""
    none, zero = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
    labels = (("x",), ("x",))
    ones = np.ones((1, 1))
    model = model_from_last_round(
        "one", ((none, zero),) * 2, ones, outcome * ones, ((zero, zero),) * 2, (labels, labels)
    )
    return Passes(AbstractGame("leduc").passes().tree, model)


@pytest.mark.parametrize("game", SMALL)
def test_sequence_form_is_the_same_game_as_the_passes(game):
    passes = AbstractGame(game).passes()
    form = sequence_form(passes.layout)
    for seed in range(3):
        strategy = random_strategy(passes, seed)
        plans = tuple(form.players[player].plan(strategy) for player in range(2))
        assert form.value(*plans) == pytest.approx(passes.expected_value(strategy), abs=1e-12)
        for sequences, plan in zip(form.players, plans, strict=True):
            assert sequences.constraints @ plan == pytest.approx(sequences.right_side, abs=1e-12)
        again, chosen = form.behaviour(plans)
        assert again == pytest.approx(strategy, abs=1e-9) and chosen == 0


@pytest.mark.parametrize(
    ("game", "value"),
    [
        ("kuhn", -1 / 18),  # Kuhn 1950
        ("leduc", -0.085606424078),  # OpenSpiel
    ],
)
def test_published_values(game, value):
    passes = AbstractGame(game).passes()
    solver = solved(passes)
    seen = passes.exploitability(solver.average())
    assert solver.value == pytest.approx(value, abs=6e-13)
    assert seen.value == pytest.approx(value, abs=6e-13)
    assert abs(seen.average) < 1e-12 and solver.bounds()["duality gap"] < 1e-12


@pytest.mark.parametrize("size", ["0.25", "0.5", "1", "2", "4"])
def test_clairvoyance_in_closed_form(size):
    """Bet every winner, bluff s/(1+s), call 1/(1+s) (Ankenman and Chen 2006)."""
    s = float(size)
    passes = AbstractGame(f"clairvoyance:{size}").passes()
    solver = solved(passes)
    first, second = (int(passes.tree.decision_nodes(p)[0]) for p in range(2))
    bet = passes.layout.block(solver.average(), first)[-1]
    winning = list(passes.model.labels[0][0]).index("A")
    assert bet[winning] == pytest.approx(1)
    assert bet[1 - winning] == pytest.approx(s / (1 + s))
    assert passes.layout.block(solver.average(), second)[-1, 0] == pytest.approx(1 / (1 + s))
    # half the pot, and the pot the bluffs win: s / (1+s) of the pot more than an even split, halved
    assert solver.value / passes.tree.rules.scale == pytest.approx(s / (1 + s) / 2)


def test_the_whole_family_of_kuhn_equilibria():
    """Bet a jack with alpha in [0, 1/3], a king with 3 alpha, call with a queen 1/3 + alpha.

    Player 2 has one equilibrium: bluff a jack 1/3, call with a queen 1/3 (Kuhn 1950).
    """
    passes = AbstractGame("kuhn").passes()
    form = sequence_form(passes.layout)
    tree, layout = passes.tree, passes.layout
    nodes = {tree.path(int(node)): int(node) for node in tree.decision_nodes()}

    def place(path, action, card):
        node = nodes[path]
        labels = passes.model.labels[tree.player[node]][0]
        return int(layout.offsets[node]) + action * len(labels) + labels.index(card)

    def extent(player, **terms):
        coefficients = np.zeros(layout.size)
        for name, factor in terms.items():
            coefficients[places[name]] = factor
        return pytest.approx(optimal_range(form, player, coefficients), abs=1e-8)

    places = {
        "bet_jack": place("", 1, "J"),
        "bet_queen": place("", 1, "Q"),
        "bet_king": place("", 1, "K"),
        "call_queen": place("cr2", 1, "Q"),
        "bluff_jack": place("c", 1, "J"),
        "answer_queen": place("r2", 1, "Q"),
    }
    assert extent(0, bet_jack=1) == (0, 1 / 3)
    assert extent(0, bet_king=1) == (0, 1)
    assert extent(0, bet_queen=1) == (0, 0)
    assert extent(0, bet_king=1, bet_jack=-3) == (0, 0)
    # the queen always checks first, so the weight of calling is its probability
    assert extent(0, call_queen=1, bet_jack=-1) == (1 / 3, 1 / 3)
    assert extent(0, call_queen=1) == (1 / 3, 2 / 3)
    assert extent(0, call_queen=3, bet_king=-1) == (1, 1)
    assert extent(1, bluff_jack=1) == (1 / 3, 1 / 3)
    assert extent(1, answer_queen=1) == (1 / 3, 1 / 3)


def test_degenerate_cards():
    """Who always wins gains the ante, for the other will not put in more; ties gain nothing."""
    for outcome, value in ((1.0, 1.0), (0.0, 0.0), (-1.0, -1.0)):
        passes = one_state_passes(outcome)
        solver = solved(passes)
        assert solver.value == pytest.approx(value, abs=1e-12)
        assert passes.exploitability(solver.average()).average == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    "problem",
    [
        AbstractGame("leduc-nolimit:7"),
        AbstractGame("leduc", cards="JQ.K"),
        AbstractGame("leduc-nolimit:12", bets="fcpa"),
        AbstractGame("leduc-nolimit:8", bets="fcpa-fchpa"),
    ],
    ids=str,
)
def test_agrees_with_regret_minimization(problem):
    passes = problem.passes()
    solver = solved(passes)
    assert passes.exploitability(solver.average()).average < 1e-9
    regret = CounterfactualRegret(passes, SCHEDULES["cfr+"])
    for _ in range(300):
        regret.step()
    seen = passes.exploitability(regret.average())
    # best responses bracket the value of the game
    assert -seen.responses[1] <= solver.value <= seen.responses[0]
    assert abs(seen.value - solver.value) <= seen.nash_conv


@pytest.mark.parametrize("game", SMALL)
def test_a_best_response_is_never_below_the_value(game):
    passes = AbstractGame(game).passes()
    value = solved(passes).value
    for seed in range(20):
        responses = passes.exploitability(random_strategy(passes, seed)).responses
        assert responses[0] >= value - 1e-12 and responses[1] >= -value - 1e-12


def test_player_two_has_the_same_value():
    """His plan comes from multipliers; as a plan it satisfies the constraints and is optimal."""
    passes = AbstractGame("leduc").passes()
    form = sequence_form(passes.layout)
    found = solve_form(form)
    for sequences, plan in zip(form.players, found.plans, strict=True):
        assert plan.min() > -1e-12
        assert sequences.constraints @ plan == pytest.approx(sequences.right_side, abs=1e-10)
    assert form.value(*found.plans) == pytest.approx(found.value, abs=1e-12)


def test_unreached_information_sets_follow_the_rule():
    passes = AbstractGame("leduc").passes()
    layout, tree = passes.layout, passes.tree
    found = {rule: solved(passes, unreached=rule) for rule in ("uniform", "call", "fold")}
    counts = {solver.chosen for solver in found.values()}
    assert len(counts) == 1 and counts.pop() > 0
    for solver in found.values():
        assert passes.exploitability(solver.average()).average < 1e-12
    for node in tree.decision_nodes().tolist():
        kinds = [str(action.kind) for action in tree.actions_of(node)]
        blocks = {rule: layout.block(solver.average(), node) for rule, solver in found.items()}
        reached = np.isclose(blocks["call"], blocks["fold"]).all(axis=0)
        for state in np.flatnonzero(~reached):
            assert blocks["uniform"][:, state] == pytest.approx(1 / len(kinds))
            assert kinds[int(blocks["call"][:, state].argmax())] == "call"
            assert kinds[int(blocks["fold"][:, state].argmax())] == "fold"


@pytest.mark.parametrize("game", ["kuhn", "leduc", "leduc-nolimit:6"])
def test_the_size_is_known_beforehand(game):
    layout = AbstractGame(game).passes().layout
    size = program_size(layout)
    form = sequence_form(layout)
    first, second = form.players
    assert size.rows == second.count + first.rows
    assert size.columns == first.count + second.rows
    entries = form.payoffs.nnz + first.constraints.nnz + second.constraints.nnz
    assert entries <= size.nonzeros <= 1.5 * entries
    assert check_size(layout) == size


def test_too_large_is_said_before_any_work():
    passes = AbstractGame("leduc-nolimit:6").passes()
    with pytest.raises(InputError) as error:
        LinearProgram(passes, most_rows=1000)
    line = str(error.value)
    rows = program_size(passes.layout).rows
    assert f"{rows:,} rows" in line and "columns" in line and "nonzeros" in line
    assert "GB" in line and "minutes" in line
    assert "at most 1,000 rows" in line and "cfr+" in line and "\n" not in line


@pytest.mark.parametrize("game", ["kuhn", "leduc", "leduc-nolimit:5", "leduc-nolimit:9"])
def test_counts_of_the_betting_bound_the_size_from_below(game):
    problem = AbstractGame(game)
    layout = problem.passes().layout
    exact = program_size(layout)
    below = program_size_from_counts(count_tree(problem.rules), layout.model)
    both = exact.rows + exact.columns
    assert 0.97 * both <= 2 * below.rows == 2 * below.columns <= both
    assert 0.9 * exact.nonzeros <= below.nonzeros <= exact.nonzeros
    assert check_lp_size(problem.rules, layout.model) == below
    if game == "kuhn":
        assert below == exact


def test_games_without_enough_rounds_of_cards_are_counted_too():
    """In jam-fold the board is a round in which nobody decides."""
    problem = AbstractGame("jamfold:5bb")
    layout = problem.passes().layout
    exact, below = program_size(layout), check_lp_size(problem.rules, layout.model)
    assert 2 * below.rows == exact.rows + exact.columns


def test_too_large_is_said_before_the_tree_is_built():
    rules = find_game("leduc-nolimit:60")
    model = AbstractGame("leduc-nolimit:5").cards_and_buckets[0]
    with pytest.raises(InputError) as error:
        check_lp_size(rules, model)
    line = str(error.value)
    for part in ("at least", "rows", "columns", "nonzeros", "GB", "minutes", "cfr+"):
        assert part in line
    assert "\n" not in line


def test_a_program_out_of_time_is_no_bad_input():
    solver = LinearProgram(AbstractGame("leduc-nolimit:8").passes(), seconds=0.05)
    with pytest.raises(UnsolvedError, match="not solved within") as error:
        solver.step()
    assert not isinstance(error.value, ValueError) and "\n" not in str(error.value)
    assert not solver.finished
    in_time = LinearProgram(AbstractGame("kuhn").passes(), seconds=60)
    in_time.step()
    assert in_time.value == pytest.approx(-1 / 18)


def test_unknown_rule():
    with pytest.raises(InputError, match="one of uniform, call, fold"):
        LinearProgram(AbstractGame("kuhn").passes(), unreached="shove")


def test_the_run_loop_needs_one_iteration():
    passes = AbstractGame("leduc").passes()
    solver = LinearProgram(passes)
    finished = run(solver, passes, Stop(seconds=60))
    assert finished.trace[-1].iterations == 1
    assert finished.trace[-1].exploitability < 1e-12


def test_saved_solution_is_taken_over():
    passes = AbstractGame("kuhn").passes()
    solver = solved(passes)
    again = LinearProgram(passes)
    assert not again.finished
    again.load(solver.save())
    assert again.finished and again.value == solver.value
    assert (again.average() == solver.average()).all()
