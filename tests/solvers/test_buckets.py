"""Sampled solving of hold'em with bucketings, on three flops, where the matrices are exact."""

import tracemalloc
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables
from tests.spine.test_bucket_deals import whole_deck

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.base.errors import InputError
from equipoise.games.catalogue import find_game
from equipoise.kernels.random import seed_state
from equipoise.kernels.walks.watching import watch_hands
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
from equipoise.solvers.methods import make_solver, make_watch
from equipoise.solvers.run import loop as runs
from equipoise.solvers.run.checkpoint import CheckpointWriter, resume
from equipoise.solvers.run.loop import Stop, run
from equipoise.solvers.sampling import dealt
from equipoise.solvers.sampling.dealt import LANES, DealtRegret, most_changes
from equipoise.solvers.sampling.kinds import SAMPLINGS
from equipoise.spine import board_engine as sampled
from equipoise.spine.board_engine import BoardEngine
from equipoise.spine.cards.bucket_deals import bucket_deals, sample_deals
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.cards.preflop import preflop_model
from equipoise.spine.cards.sequences.counts import PairCounts
from equipoise.spine.cards.sequences.model import sequence_model
from equipoise.spine.layout import make_layout
from equipoise.spine.passes import Passes
from equipoise.spine.tree import DECISION, build_tree
from equipoise.spine.tree_arrays import walked


class Small:
    """A game on three flops."""

    def __init__(self, folder, notation, game="holdem-nolimit:5bb", bets="fca"):
        self.bucketing = build_bucketing(
            notation, tables=small_tables(), folder=folder, flop_rows=FLOPS
        )
        self.tree = build_tree(find_game(game), parse_bets(bets))
        self.states = BucketStates(self.bucketing)
        self.states.__dict__["deals"] = bucket_deals(self.bucketing, small_tables())
        self.layout = make_layout(self.tree, self.states)

    def solver(self, method, seed=0, workers=None):
        if method == "mccfr-public":
            engine = BoardEngine(self.layout, self.states, workers=workers)
            return CounterfactualRegret(engine, SCHEDULES["lcfr"], seed)
        deals = self.states.deals
        return DealtRegret(self.layout, deals, SAMPLINGS[method], seed, workers=workers)


@pytest.fixture(scope="module")
def perfect(tmp_path_factory):
    return Small(tmp_path_factory.mktemp("buckets") / "b", "2.2.2.2")


@pytest.fixture(scope="module")
def passes(perfect):
    """Exact passes of the same game."""
    counts = PairCounts(perfect.bucketing)
    counts.count()
    model = sequence_model(perfect.bucketing, counts.halves.sum(axis=0), counts.total)
    return Passes(perfect.tree, model)


@pytest.fixture(scope="module")
def forgetful(tmp_path_factory):
    return Small(tmp_path_factory.mktemp("buckets") / "b", "ir169.4.2.2")


def run_to(solver, iterations):
    while solver.iterations < iterations:
        solver.step(iterations - solver.iterations)
    return solver


# --- the same game by matrices and by sampling ---------------------------------------------------


@cache
def exact_value(passes):
    solver = CounterfactualRegret(passes, SCHEDULES["cfr+"])
    for _ in range(300):
        solver.step()
    seen = passes.exploitability(solver.average())
    assert seen.average < 2e-3
    return seen.value


@pytest.mark.parametrize(
    ("method", "iterations", "share"),
    [
        ("mccfr-external", 100_000, 0.06),
        ("mccfr-chance", 60_000, 0.08),
        ("mccfr-outcome", 300_000, 0.2),
        ("mccfr-public", 300, 0.06),
    ],
)
def test_every_method_comes_near_the_equilibrium_of_the_matrices(
    perfect, passes, method, iterations, share
):
    solver = run_to(perfect.solver(method), iterations)
    seen = passes.exploitability(solver.average())
    assert seen.average < share * passes.exploitability(perfect.layout.uniform()).average
    # uniform play is worth 0.22 chips, this -0.02
    assert seen.value == pytest.approx(exact_value(passes), abs=0.02)


@pytest.mark.parametrize("method", SCHEDULES)
def test_every_schedule_trains_on_sampled_boards(perfect, passes, method):
    """The schedules of vector CFR, a board an iteration, near the equilibrium of the matrices."""
    solver = make_solver(method, BoardEngine(perfect.layout, perfect.states), 3)
    run_to(solver, 400)
    seen = passes.exploitability(solver.average())
    assert seen.average < 0.15 * passes.exploitability(passes.layout.uniform()).average
    assert abs(seen.value - exact_value(passes)) <= 2 * seen.average
    again = make_solver(method, BoardEngine(perfect.layout, perfect.states), 99)
    again.tables.seed = 3
    again.load(run_to(make_solver(method, solver.engine, 3), 5).save())
    other = run_to(make_solver(method, solver.engine, 3), 7)
    assert (run_to(again, 7).sums == other.sums).all()


def test_linear_weights_and_discounts_are_the_same_schedule(perfect):
    """Discounting regrets by t/(t+1) is, up to a scale, weighing gains by t."""
    engine = BoardEngine(perfect.layout, perfect.states, dtype=np.float64)
    linear, tables = SCHEDULES["lcfr"], engine.tables(False, 4)
    solver = CounterfactualRegret(engine, linear, 4)
    for t in range(1, 30):
        rule = linear.rule(t)
        assert rule.keep_positive == rule.keep_negative == (t - 1) / t or t == 1
        for player in range(2):
            engine.turn(player, t, rule, tables, tables.current)
        solver.step()
        # strategies on a board are in single precision
        size = 1e-5 * np.abs(solver.regrets).max()
        assert t * tables.regrets == pytest.approx(solver.regrets, abs=size)


def test_what_needs_matrices_says_so(forgetful):
    for method in ("lp", "egt"):
        with pytest.raises(InputError, match="needs the matrices of a card model"):
            make_solver(method, BoardEngine(forgetful.layout, forgetful.states))


@pytest.mark.parametrize("trained", [0, 3000])
def test_responses_on_sampled_boards_against_the_exact_one(perfect, passes, trained):
    """A lower bound that is unbiased on fresh boards, an upper one where it was learned."""
    solver = run_to(perfect.solver("mccfr-external"), trained)
    exact = passes.exploitability(solver.average())
    engine = BoardEngine(perfect.layout, perfect.states, 300, both=True)
    seen = engine.exploitability(solver.weights())
    assert seen.average <= exact.average + 1.5 * seen.interval
    assert seen.average >= 0.9 * exact.average - 1.5 * seen.interval
    assert seen.same_boards == pytest.approx(exact.average, abs=3 * seen.interval)
    assert seen.value == pytest.approx(exact.value, abs=1.5 * seen.value_interval + 1e-6)
    assert 0 < seen.interval < 0.05 * exact.average + 0.01
    assert seen.measures()["same_boards"] == seen.same_boards


@dataclass(frozen=True)
class StartingHands:
    """The 169 starting hands, and nothing told apart later."""

    name: str = "ir169.1.1.1"
    rounds: int = 4
    states: tuple = ((169, 1, 1, 1), (169, 1, 1, 1))


def test_jam_fold_bets_agree_with_the_exact_core():
    rules = find_game("holdem-nolimit:10bb")
    tree = build_tree(rules, parse_bets("jamfold"))
    exact = Passes(tree, preflop_model(rules, jam_fold=True))
    layout = make_layout(tree, StartingHands())
    solver = run_to(DealtRegret(layout, whole_deck(), SAMPLINGS["mccfr-external"]), 1_500_000)
    seen = exact.exploitability(solver.average())
    assert seen.average < 0.03
    reference = CounterfactualRegret(exact, SCHEDULES["cfr+"])
    for _ in range(200):
        reference.step()
    value = exact.exploitability(reference.average()).value
    assert seen.value == pytest.approx(value, abs=0.03)


# --- imperfect recall ----------------------------------------------------------------------------


def test_training_helps_where_buckets_are_forgotten(forgetful):
    engine = BoardEngine(forgetful.layout, forgetful.states, 150)
    before = engine.exploitability(forgetful.layout.uniform())
    for method, iterations in (("mccfr-external", 60_000), ("mccfr-public", 150)):
        solver = run_to(forgetful.solver(method), iterations)
        after = engine.exploitability(solver.weights())
        assert after.average < before.average / 4
        again = engine.exploitability(solver.average())
        assert again.average == pytest.approx(after.average, abs=1e-5)


def test_histories_of_a_bucketing(forgetful, perfect, passes):
    hands, likely = forgetful.states.histories(0, 0)
    assert hands.shape == (169, 1) and likely.sum() == pytest.approx(1)
    assert likely.max() == pytest.approx(12 / 1326) and likely.min() == pytest.approx(4 / 1326)
    assert set(forgetful.states.labels[0][0]) >= {"AKs", "72o", "AA"}
    assert forgetful.states.labels[1][3][0] == "bucket 1"
    rows, likely = forgetful.states.histories(1, 1)
    assert len(rows) > 169 and likely.sum() == pytest.approx(1)  # many hands lead to one bucket
    # where nothing is forgotten, what is sampled is near what the matrices say
    rows, likely = perfect.states.histories(0, 3)
    exact_rows, exact = passes.model.histories(0, 3)
    assert np.array_equal(rows, exact_rows[np.lexsort(exact_rows.T[::-1])])
    assert likely == pytest.approx(exact[rows[:, 3]], abs=0.01)


# --- runs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["mccfr-external", "mccfr-outcome", "mccfr-chance"])
def test_the_seed_decides_and_workers_do_not(forgetful, method):
    one, two, three = (run_to(forgetful.solver(method, 3, workers), 2000) for workers in (1, 2, 3))
    assert (one.numbers == two.numbers).all() and (one.numbers == three.numbers).all()
    assert one.nodes == two.nodes
    other = run_to(forgetful.solver(method, 4, 1), 2000)
    assert (one.numbers != other.numbers).any()


def test_public_sampling_does_not_depend_on_workers(tmp_path):
    game = Small(tmp_path / "b", "ir169.4.2.2", "holdem-nolimit:30bb", "fcpa")
    one, three = (run_to(game.solver("mccfr-public", 3, workers), 3) for workers in (1, 3))
    assert len(three.engine._walks._roots) > 5 and not one.engine._walks._roots
    assert (one.regrets == three.regrets).all() and (one.sums == three.sums).all()
    assert np.abs(one.regrets).max() > 0
    other = run_to(game.solver("mccfr-public", 4, 1), 3)
    assert (one.sums != other.sums).any()


@pytest.mark.parametrize("method", ["mccfr-external", "mccfr-public"])
def test_saved_state_goes_on_exactly(forgetful, method):
    middle, end = (300, 700) if method == "mccfr-external" else (2, 4)
    whole, half = forgetful.solver(method, 5), forgetful.solver(method, 5)
    run_to(whole, middle)
    run_to(whole, end)
    kept = {name: array.copy() for name, array in run_to(half, middle).save().items()}
    run_to(half, middle + 1)
    again = forgetful.solver(method, 5)
    again.load(kept)
    run_to(again, end)
    for name, array in whole.save().items():
        assert (array == again.save()[name]).all(), name


@pytest.mark.parametrize("what", ["external", "outcome", "chance"])
def test_walks_never_note_more_than_there_is_room_for(forgetful, what):
    solver = forgetful.solver(f"mccfr-{what}", workers=1)
    most = sum(most_changes(forgetful.tree, who, what) for who in range(2))
    assert solver._places.shape == (LANES, solver._most_a_lane * most)
    solver.step(1)
    assert 0 < solver._used.max() <= most
    everything = int(np.diff(forgetful.tree.child_starts).sum())
    assert most_changes(forgetful.tree, 0, "chance") == everything
    assert (
        most_changes(forgetful.tree, 0, "outcome")
        < most_changes(forgetful.tree, 0, "external")
        < everything
    )


def test_matches_between_strategies(perfect, passes):
    """What seat 1 wins is the exact value; a strategy wins nothing from itself."""
    engine = BoardEngine(perfect.layout, perfect.states, 200)
    good = run_to(perfect.solver("mccfr-external"), 20_000).average()
    even = perfect.layout.uniform()
    won, interval = engine.match(good, even)
    mixed = [even.copy(), good.copy()]  # seat 1 plays the good one in the first
    for node in perfect.tree.decision_nodes(0):
        for values, source in zip(mixed, (good, even), strict=True):
            perfect.layout.block(values, node)[:] = perfect.layout.block(source, node)
    exact = (passes.expected_value(mixed[0]) - passes.expected_value(mixed[1])) / 2
    assert won == pytest.approx(exact, abs=1.5 * interval)
    assert won > 0.1
    assert engine.match(good, good)[0] == pytest.approx(0, abs=1e-6)
    assert engine.match(even, good)[0] == pytest.approx(-won, abs=1e-6)


def test_a_run_is_judged_and_watched(forgetful):
    engine = BoardEngine(forgetful.layout, forgetful.states, 20)
    solver = make_solver("mccfr-external", engine, 1)
    watch = make_watch("mccfr-external", engine)
    assert watch is not None
    finished = run(solver, engine, Stop(iterations=500), watch=watch)
    more = run(solver, engine, Stop(iterations=20_000), watch=watch)
    first, last = finished.trace[-1], more.trace[-1]
    assert set(first.measures) == {"interval", "value_interval", "saturation"}
    assert set(last.measures) == {*first.measures, "change", "edge"}
    assert 0 < first.measures["saturation"] < last.measures["saturation"] <= 1
    assert 0 < last.measures["change"] < 2
    third = run(solver, engine, Stop(iterations=21_000), watch=watch)
    assert "change" not in third.trace[-1].measures  # iterations have not doubled
    assert make_watch("mccfr-public", engine) is not None


def test_watched_hands_against_plain_play(forgetful):
    """Other deals and random numbers, every decision looked up by hand: means within 5 errors."""
    layout, tree, deals = forgetful.layout, forgetful.tree, forgetful.states.deals
    sums = run_to(forgetful.solver("mccfr-external"), 3000).sums.copy()
    before = run_to(forgetful.solver("mccfr-external"), 200).sums.copy()
    enough, hands = 1e5, 20_000
    seen = watch_hands(walked(layout), deals, hands, enough, seed_state(7), sums, before)
    rng = np.random.default_rng(3)
    found = np.zeros((800, 3))  # decisions, known ones and distance of each hand
    for hand, states in enumerate(sample_deals(deals, len(found), 5).buckets):
        node = 0
        while tree.kind[node] == DECISION:
            state = states[tree.player[node], tree.round[node]]
            now, then = (
                layout.block(part, node)[:, state].astype(float) for part in (sums, before)
            )
            plays = now / now.sum() if now.sum() else np.full(len(now), 1 / len(now))
            visited = now.sum() > 0 and then.sum() > 0
            distance = np.abs(plays - then / then.sum()).sum() if visited else 2
            found[hand] += 1, now.sum() >= enough, distance
            node = rng.choice(tree.children_of(node), p=plays)
    error = found.std(axis=0, ddof=1) * np.sqrt(1 / len(found) + 1 / hands)
    assert (np.abs(np.array(seen) / hands - found.mean(axis=0)) < 5 * error).all()
    assert 0 < found[:, 1].sum() < found[:, 0].sum()
    nothing, even = np.zeros_like(sums), np.ones_like(sums)
    for now, then, apart in ((even, even, 0), (even, nothing, 2), (nothing, nothing, 2)):
        count, _, moved = watch_hands(walked(layout), deals, 50, 1.0, seed_state(7), now, then)
        assert moved == apart * count


def test_what_is_watched_goes_on_after_a_stop(forgetful, tmp_path):
    """Change and edge of a run that was stopped are those of one that was not."""
    engine = BoardEngine(forgetful.layout, forgetful.states, 4)

    def parts():
        solver = make_solver("mccfr-external", engine, 1)
        return solver, make_watch("mccfr-external", engine)

    def go_on(solver, watch, iterations, **options):
        return run(run_to(solver, iterations), engine, Stop(iterations=1), watch=watch, **options)

    solver, watch = parts()
    go_on(solver, watch, 400)
    last = go_on(solver, watch, 1000).trace[-1].measures
    assert last["change"] > 0
    stopped, watch = parts()
    writer = CheckpointWriter(tmp_path, {}, pytest.fail)
    go_on(stopped, watch, 400, writer=writer)
    again, watch = parts()
    before = resume(tmp_path, again, {}, watch)
    assert again.iterations == 400
    resumed = go_on(again, watch, 1000, before=before).trace
    assert resumed[-1].measures == last


def test_what_walks_cannot_note_is_refused(forgetful, monkeypatch):
    monkeypatch.setattr(dealt, "_MOST_NUMBERS", forgetful.layout.size)
    with pytest.raises(InputError, match="mccfr-public has no limit"):
        forgetful.solver("mccfr-external")


def test_boards_that_do_not_fit_are_refused(forgetful, monkeypatch):
    monkeypatch.setattr(sampled, "available_memory", lambda: 10**8)
    with pytest.raises(InputError, match=r"boards '1,000': they need about .* GB") as told:
        BoardEngine(forgetful.layout, forgetful.states, 1000)
    most = int(str(told.value).rsplit(" ", 1)[1])
    assert 2 < most < 1000
    tracemalloc.start()
    try:
        engine = BoardEngine(forgetful.layout, forgetful.states, most)
        engine.exploitability(forgetful.layout.uniform())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 10**8 / 2 < peak < 1.5 * 10**8


def test_a_run_stops_when_its_average_changes_no_more(forgetful, monkeypatch):
    monkeypatch.setattr(runs, "_FIRST_WAIT", 0.0)
    monkeypatch.setattr(runs, "_FREE_MEASURING", 1e9)
    engine = BoardEngine(forgetful.layout, forgetful.states, 4)
    solver = make_solver("mccfr-external", engine, 1)
    watch = make_watch("mccfr-external", engine)
    finished = run(solver, engine, Stop(iterations=10**6, change=0.3), watch=watch)
    changes = {p.iterations: p.measures["change"] for p in finished.trace if "change" in p.measures}
    assert solver.iterations < 10**6 and list(changes)[-1] == solver.iterations
    *before, last = changes.values()
    assert len(before) > 5 and before[0] > 1  # what was not seen before counts as changed
    assert last <= 0.3 < min(before)
    assert all(b >= 2 * a for a, b in pairwise(changes))
    with pytest.raises(InputError, match="more than 0"):
        Stop(change=0)
