"""Hold'em with buckets from the command line; the bucketing is one of three flops."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables
from tests.evaluation.bounds.ranked import ranked

from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.base.artifacts import signed
from equipoise.base.errors import InputError
from equipoise.cards.card import parse_cards
from equipoise.cards.combos import combo_index, type_combos
from equipoise.evaluation.bounds import strongest
from equipoise.interfaces.cli import solve as solving
from equipoise.interfaces.cli.main import run
from equipoise.interfaces.cli.solve_bound import real_bound
from equipoise.policies.blueprint import Blueprint
from equipoise.spine import board_engine as sampled
from equipoise.spine import game as problems
from equipoise.spine.cards import buckets as bucket_states
from equipoise.spine.cards import choose as models
from equipoise.spine.cards.bucket_deals import bucket_deals
from equipoise.spine.path import find_decision
from equipoise.strategies.opened import open_strategy
from equipoise.strategies.store import load_manifest, load_strategy, save_strategy
from equipoise.strategies.strategy import Strategy

GAME = ("holdem-nolimit:5bb", "--bets", "fca", "--cards", "ir169.4.2.2")


@pytest.fixture(autouse=True)
def small_buckets(monkeypatch, tmp_path):
    def build(notation, report=None):
        return build_bucketing(
            notation, tables=small_tables(), folder=tmp_path / str(notation), flop_rows=FLOPS
        )

    monkeypatch.setattr(problems, "build_bucketing", build)
    monkeypatch.setattr(sampled, "default_boards", lambda tree: 60)
    monkeypatch.setattr(
        bucket_states, "bucket_deals", lambda bucketing: bucket_deals(bucketing, small_tables())
    )


def called(capsys, *arguments):
    code = run([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    assert code == 0, printed.err
    return printed.out


def solved(capsys, *arguments):
    return json.loads(called(capsys, "solve", *GAME, *arguments, "--json"))


def test_solve_resume_exploit_and_show(capsys, tmp_path):
    out = tmp_path / "strategy"
    method = ("--method", "mccfr-external", "--out", out)
    first = solved(capsys, *method, "--iterations", 2000)
    assert first["iterations"] == 2000 and first["precision"] == "float32"
    assert first["infosets"] > 169
    assert 0 < first["measures"]["saturation"] <= 1 and first["measures"]["interval"] > 0
    again = solved(capsys, *method, "--iterations", 6000, "--resume")
    assert again["iterations"] == 6000
    assert again["trace"][0]["saturation"] == first["measures"]["saturation"]
    assert [point["iterations"] for point in again["trace"]] == [2000, 6000]
    assert again["exploitability"] < first["exploitability"]
    straight = solved(capsys, "--method", "mccfr-external", "--iterations", 6000)
    assert straight["exploitability"] == pytest.approx(again["exploitability"], abs=0.2)

    found = json.loads(called(capsys, "exploit", out, "--boards", 40, "--json"))
    assert found["boards"] == 40 and found["exact"] is False
    assert found["average"] == pytest.approx((found["p1"] + found["p2"]) / 2)
    assert found["same_boards"] > 0 and found["interval"] > 0
    said = " ".join(called(capsys, "exploit", out, "--boards", 40).split())
    assert "learned on 40 boards" in said and "a lower bound" in said

    shown = json.loads(called(capsys, "show", out, "--json"))
    assert len(shown["states"]) == 1326 and sum(shown["totals"]) == pytest.approx(1, abs=1e-3)
    assert len(shown["hands"]) == 169 and shown["interval"] > 0
    assert "exploitability at least" in called(capsys, "show", out)
    later = json.loads(called(capsys, "show", out, "--path", "cc/", "--json"))
    assert len(later["states"]) == 4 and 0 < later["reach"] <= 1
    assert sum(state["weight"] for state in later["states"]) == pytest.approx(1)

    arguments = ("purify", out, "--out", tmp_path / "pure", "--boards", 40)
    made = json.loads(called(capsys, *arguments, "--json"))
    assert made["before"]["exploitability"] != made["after"]["exploitability"]
    assert made["before"]["interval"] > 0 and made["after"]["interval"] > 0
    assert load_manifest(tmp_path / "pure").interval == made["after"]["interval"]
    assert "95% interval, ±" in called(capsys, *arguments)


def test_other_buckets_of_the_same_notation_are_told_apart(capsys, tmp_path):
    out = tmp_path / "strategy"
    method = ("--method", "mccfr-external", "--out", out)
    solved(capsys, *method, "--iterations", 50)
    stored = load_strategy(out)
    about = stored.manifest
    assert about.rivers is None
    assert about.bucketing == open_strategy(out).problem.buckets_fingerprint is not None
    save_strategy(Strategy(replace(about, bucketing="0" * 64), stored.values), out)
    assert run(["show", str(out)]) == 2
    assert "the buckets of ir169.4.2.2 have changed since it was solved" in capsys.readouterr().err
    save_strategy(Strategy(replace(about, bucketing=None), stored.values), out)  # not known
    called(capsys, "show", out)
    # and so is a checkpoint
    place = tmp_path / "strategy.checkpoint" / "iteration-50" / "about.json"
    kept = json.loads(place.read_text(encoding="utf-8"))
    kept["identity"]["bucketing"] = "0" * 64
    place.write_text(json.dumps(signed(kept)), encoding="utf-8")
    assert run(["solve", *map(str, (*GAME, *method, "--iterations", 60, "--resume"))]) == 2
    assert "another run: bucketing differ" in capsys.readouterr().err


def test_a_minute_without_a_rule_and_no_target(capsys, monkeypatch):
    stops = []

    def stopped(job, with_strategy):
        stops.append(job.stop)
        raise InputError("enough")

    monkeypatch.setattr(solving, "_with_cards", lambda problem, method: problem)
    monkeypatch.setattr(solving, "_solve", stopped)
    run(["solve", *GAME])
    run(["solve", "kuhn"])
    assert [(stop.seconds, stop.target) for stop in stops] == [(60, None), (60, 0.001)]


@pytest.mark.parametrize(("found", "says_nothing"), [(-3.0, True), (3.0, False)])
def test_a_bound_that_says_nothing_is_called_so(capsys, monkeypatch, found, says_nothing):
    result = {
        "infosets": 1, "value": 0.0, "exploitability": found, "iterations": 1, "seconds": 1.0,
        "bounds": {}, "measures": {"interval": 1.1}, "rivers": None, "out": None,
    }  # fmt: skip
    monkeypatch.setattr(solving, "_with_cards", lambda problem, method: problem)
    monkeypatch.setattr(solving, "_solve", lambda job, with_strategy: (None, None, None, result))
    assert run(["solve", *GAME]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert ("too few boards" in said) is says_nothing
    assert f"exploitability at least {max(found, 0):g} ± 1.1" in said


@pytest.mark.parametrize(("low", "says"), [(100.0, "loses at least"), (-100.0, "no loss is shown")])
def test_a_bound_in_the_real_game_is_said(capsys, monkeypatch, low, says):
    result = {
        "infosets": 1, "value": 0.0, "exploitability": 3.0, "iterations": 1, "seconds": 1.0,
        "bounds": {}, "measures": {"interval": 1.1}, "rivers": None, "out": None,
    }  # fmt: skip
    bound = {
        "mb_per_hand": 500.0, "ci95": [low, 1000.0 - low], "by": "lbr:fc/c/56/56", "hands": 9,
        "tried": [{}, {}],
    }  # fmt: skip
    monkeypatch.setattr(solving, "_with_cards", lambda problem, method: problem)
    monkeypatch.setattr(solving, "_solve", lambda job, with_strategy: (None, "s", None, result))
    monkeypatch.setattr(solving, "real_bound", lambda *given: {"bound": bound})
    assert run(["solve", *GAME]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert says in said and "500 ±" in said and "lbr:fc/c/56/56 on 9 deals" in said
    assert "the strongest of 2 responses" in said


@pytest.mark.parametrize("kept", [False, True])
def test_buckets_over_some_flops_have_no_bound_in_the_real_game(capsys, tmp_path, kept):
    method = ("--method", "mccfr-external", "--iterations", 50)
    out = ("--out", tmp_path / "strategy") if kept else ()
    found = solved(capsys, *method, *out)
    assert found["bound"] is None and "sampled flops only" in found["bound_note"]
    assert found["exploitability"] >= 0.0
    assert "no lower bound in the real game" in called(capsys, "solve", *GAME, *method)
    assert solved(capsys, *method, "--bound", 0)["bound_note"] is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((*GAME, "--iterations", "1", "--bound", "29"), "--bound: 29 deals; 0, or 30 or more"),
        (("kuhn", "--bound", "100"), "--bound: only works with hold'em buckets"),
    ],
)
def test_bounds_that_cannot_be_had(capsys, arguments, says):
    assert run(["solve", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_strategy_in_memory_is_bounded_like_its_policy(monkeypatch):
    """Without --out: the policy is answered where it is, and the choice is reported."""
    source = ranked("holdem-nolimit:5bb", "fca")
    monkeypatch.setattr("equipoise.policies.opened.reader_of", lambda problem: source.reader)
    responses = ("lbr:fc/c/fca/fca", "lbr:fc")
    monkeypatch.setattr(strongest, "usual_responses", lambda answered, thorough: responses)
    problem = SimpleNamespace(game="holdem-nolimit:5bb")
    job = SimpleNamespace(problem=problem, out=None, seed=4)
    found = real_bound(job, source.layout, SimpleNamespace(values=source.values), 30)
    bound = found["bound"]
    answered = strongest.Answered(problem.game, "same", Blueprint(source))
    wanted = strongest.strongest_bound(answered, 30, responses, 4)
    assert bound["mb_per_hand"] == wanted.rate.mean and bound["by"] == wanted.by
    assert [one["by"] for one in bound["tried"]] == list(responses)
    assert bound["hands"] == 30 and found["bound_note"] is None
    monkeypatch.setattr(strongest, "strongest_bound", _stop)
    assert real_bound(job, source.layout, SimpleNamespace(values=source.values), 30) == {
        "bound": None, "bound_note": "stopped",
    }  # fmt: skip


def _stop(*given, **named):
    raise KeyboardInterrupt


def test_the_tree_states_what_solve_states(capsys, monkeypatch):
    monkeypatch.setattr("equipoise.interfaces.cli.estimate._WORTH_SAYING", 0)
    monkeypatch.setattr("equipoise.solvers.run.admission.gigabytes", lambda size: f"<{size}>")
    assert run(["solve", *GAME, "--method", "mccfr-public", "--iterations", "1"]) == 0
    printed = capsys.readouterr()
    assert "exploitability at least" in printed.out and "±" in printed.out
    stated = json.loads(called(capsys, "tree", *GAME, "--json"))
    assert f"about <{stated['sampled_bytes']}> of memory" in " ".join(printed.err.split())


def test_hands_in_buckets_are_shown_on_a_board(capsys, tmp_path):
    out, file = tmp_path / "strategy", tmp_path / "grid.png"
    solved(capsys, "--method", "mccfr-external", "--iterations", 3000, "--out", out)
    arguments = ("show", out, "--path", "cc/", "--board", "AsKd7c")
    shown = json.loads(called(capsys, *arguments, "--picture", file, "--json"))
    assert shown["board"] == "AsKd7c" and file.read_bytes().startswith(b"\x89PNG")
    assert len(shown["states"]) == 1176 and sum(shown["totals"]) == pytest.approx(1)
    # by hand: the buckets of each hand, and his part of the path, a call before the flop
    stored = open_strategy(out)
    layout = stored.problem.layout()
    buckets = layout.model.bucketing.on_board(parse_cards("AsKd7c"))
    node = find_decision(layout.tree, "cc/")
    first = find_decision(layout.tree, "c")
    assert layout.tree.player[node] == layout.tree.player[first]
    here, before = (stored.strategy.block(layout, n) for n in (node, first))
    weights = {}
    for state in shown["states"]:
        combo = combo_index(*parse_cards(state["cards"]))
        assert state["probabilities"] == here[:, buckets[1, combo]].tolist()
        weights[combo] = before[0, buckets[0, combo]]
    total = sum(weights.values())
    assert shown["reach"] == pytest.approx(total / 1176)
    assert [s["weight"] for s in shown["states"]] == pytest.approx(
        [w / total for w in weights.values()]
    )
    # the suits of a type are averaged by how often they come here
    mine = [c for c in type_combos(12, 11, False) if c in weights]
    mean = sum(weights[c] * here[:, buckets[1, c]] for c in mine) / sum(weights[c] for c in mine)
    assert len(mine) == 7 and shown["hands"]["AKo"] == pytest.approx(mean.tolist())
    assert "board As Kd 7c" in called(capsys, *arguments)
    assert "--board CARDS shows the hands" in called(capsys, "show", out, "--path", "cc/")
    for board, path, words in (
        ("AsKd", "cc/", "the path ends on the flop, where there are 3"),
        ("AsKd7c", "", "the path ends before the flop: leave it out"),
        ("2c2d2h", "cc/", "built from sampled flops"),
    ):
        assert run(["show", str(out), "--path", path, "--board", board]) == 2
        assert words in capsys.readouterr().err


def test_changes_are_in_trace_picture_and_json(capsys, tmp_path):
    out, trace, file = (tmp_path / name for name in ("strategy", "trace.csv", "trace.png"))
    method = ("--method", "mccfr-external", "--out", out, "--change", 1e-9)
    first = solved(capsys, *method, "--iterations", 400)
    assert "change" not in first["measures"]
    rest = ("--iterations", 1000, "--resume", "--trace", trace, "--picture", file)
    seen = solved(capsys, *method, *rest)
    assert seen["iterations"] == 1000
    assert 0 < seen["measures"]["change"] == seen["trace"][-1]["change"] < 2
    assert {"change", "edge", "saturation"} <= set(
        trace.read_text(encoding="utf-8").splitlines()[0].split(",")
    )
    assert file.read_bytes().startswith(b"\x89PNG")


def test_exact_matrices_on_request(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("EQUIPOISE_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(models, "build_bucketing", problems.build_bucketing)
    game = ("holdem-nolimit:5bb", "--bets", "fca", "--cards", "2.2.2.2", "--iterations", "20")
    values, used = {}, []
    out = tmp_path / "strategy"
    for rivers in ("", "2", "48", ""):
        option = ("--rivers", rivers) if rivers else ()
        found = json.loads(called(capsys, "solve", *game, *option, "--out", out, "--json"))
        values.setdefault(rivers, []).append(found["value"])
        used.append((found["rivers"], load_manifest(out).rivers))
    assert used == [(12, 12), (2, 2), (48, 48), (48, 48)]
    seen = {}
    for rivers in ("12", ""):
        option = ("--rivers", rivers) if rivers else ()
        seen[rivers] = json.loads(called(capsys, "exploit", out, *option, "--json"))
    assert [(one["exact"], one["rivers"]) for one in seen.values()] == [(False, 12), (True, 48)]
    assert seen["12"]["average"] != seen[""]["average"]
    assert seen[""]["average"] == pytest.approx(load_manifest(out).exploitability)
    said = " ".join(called(capsys, "exploit", out, "--rivers", 12).split())
    assert "measured with 12 of 48 rivers" in said
    assert run(["exploit", str(out), "--rivers", "12", "--boards", "9"]) == 2
    assert "there are no matrices in this case" in capsys.readouterr().err
    # a run that was stopped cannot go on with better matrices
    assert run(["solve", *game[:-1], "30", "--rivers", "2", "--out", str(out), "--resume"]) == 2
    assert "another run: rivers differ" in capsys.readouterr().err
    assert values["48"][0] == values[""][1]  # the best that there is
    assert len({values[""][0], values["2"][0], values["48"][0]}) == 3


def test_other_methods(capsys):
    seen = solved(capsys, "--method", "mccfr-public", "--iterations", 3)
    assert seen["iterations"] == 3 and "saturation" not in seen["measures"]
    text = called(
        capsys, "solve", *GAME, "--method", "mccfr-chance", "--iterations", 300, "--seed", 3
    )
    assert "95% interval of the exploitability" in text


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((*GAME, "--method", "cfr+"), "has imperfect recall"),
        ((*GAME[:-1], "ir169.4.2", "--method", "mccfr-external"), "the river is missing"),
        (("holdem-nolimit:5bb", "--bets", "fca", "--method", "mccfr-external"), "card abstraction"),
        (("leduc", "--change", "0.1"), "use --target to stop"),
        ((*GAME, "--method", "mccfr-external", "--rivers", "4"), "only works with exact methods"),
        ((*GAME[:-1], "2.2.2.2", "--rivers", "5"), "an even number from 2 to 48"),
    ],
)
def test_what_cannot_be_solved_is_said(capsys, arguments, line):
    assert run(["solve", *arguments]) == 2
    assert line in capsys.readouterr().err


def test_what_exploit_cannot_do_is_said(capsys, tmp_path):
    out = tmp_path / "strategy"
    solved(capsys, "--method", "mccfr-external", "--iterations", 50, "--out", out)
    assert run(["exploit", str(out), "--boards", "1"]) == 2
    assert "at least 2" in capsys.readouterr().err
    assert run(["exploit", str(out), "--unreached", "fold"]) == 2
    assert "omit it" in capsys.readouterr().err
    run(["solve", "kuhn", "--method", "cfr+", "--iterations", "5", "--out", str(tmp_path / "k")])
    assert run(["exploit", str(tmp_path / "k"), "--boards", "9"]) == 2
    assert "measured exactly" in capsys.readouterr().err
