import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from equipoise.agents.agent import Agent, HandEnded, HandStarted, MoveMade
from equipoise.agents.registry import Entry, find_agent, register
from equipoise.base.errors import InputError
from equipoise.evaluation.scores import score_match
from equipoise.games import Action, Observation
from equipoise.matches import match as module
from equipoise.matches.betting_cache import PARTS
from equipoise.matches.faults import FaultRules
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan, Session
from equipoise.matches.session import Dealer

BAD = Path(__file__).with_name("agents_for_tests.py")
GAMES = ("kuhn", "leduc", "jamfold:10bb", "holdem-limit:4p", "holdem-nolimit:20bb,3p")


def plan_for(game, hands=200, agent="random", **more):
    players = MatchPlan(game, (), 1).rules().players
    return MatchPlan(game, (agent,) * players, hands, **more)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("duplicate", [False, True])
def test_chips_add_up_to_nothing(game, duplicate):
    parts = play_match(plan_for(game, seed=1, duplicate=duplicate), workers=1).parts
    assert (parts.sum(axis=2) == 0).all() and parts.any()


@pytest.mark.parametrize("game", GAMES)
def test_whoever_plays_the_same_breaks_even_in_duplicate(game):
    """Agents without dice: every deal comes out even, not only the match."""
    for agent in ("call", "fold", "raise"):
        result = play_match(plan_for(game, 50, agent, duplicate=True), workers=1)
        assert (result.parts.sum(axis=1) == 0).all()


def test_folding_costs_the_blinds():
    """750 mb per hand against who always raises: the mean of half a blind and a whole one."""
    plan = MatchPlan("holdem-nolimit:100bb", ("raise", "fold"), 100, duplicate=True)
    score = score_match(play_match(plan, workers=1))
    assert [one.rate.mean for one in score.scores] == [750.0, -750.0]
    assert score.scores[0].rate.half == 0.0 and score.verdict.winner == "raise"
    plain = score_match(play_match(replace(plan, duplicate=False), workers=1))
    assert plain.scores[1].rate.mean == -750.0 and plain.scores[1].rate.half > 0
    six = MatchPlan("holdem-nolimit:100bb,6p", ("fold",) * 5 + ("raise",), 60)
    means = [one.rate.mean for one in score_match(play_match(six, workers=1)).scores]
    # whoever folds pays 1.5 blinds in six hands, unless all others fold to its big blind
    assert means[5] > 0 and all(mean == -250.0 for mean in means[:5])


def test_plain_and_duplicate_agree():
    plan = MatchPlan("leduc", ("random", "call"), 4000, seed=2)
    plain = score_match(play_match(plan, workers=1)).scores[0].rate
    twice = score_match(play_match(replace(plan, duplicate=True), workers=1)).scores[0].rate
    assert twice.half < plain.half
    assert abs(plain.mean - twice.mean) < plain.half + twice.half


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_played_results_agree_with_the_exact_value(game):
    """Dice against callers: what was played beside expected values of the same two strategies."""
    from equipoise.spine.game import AbstractGame

    passes = AbstractGame(game).passes()
    uniform = passes.layout.uniform()
    calling = uniform.copy()
    for player in range(2):
        for node in passes.tree.decision_nodes(player):
            kinds = [action.kind for action in passes.tree.actions_of(int(node))]
            passes.layout.block(calling, int(node))[:] = [[kind == "call"] for kind in kinds]

    def mixed(first, second):
        strategy = first.copy()
        for node in passes.tree.decision_nodes(1):
            passes.layout.block(strategy, int(node))[:] = passes.layout.block(second, int(node))
        return passes.expected_value(strategy)

    exact = 1000 * (mixed(uniform, calling) - mixed(calling, uniform)) / 2
    for duplicate in (False, True):
        plan = MatchPlan(game, ("random", "call"), 8000, seed=11, duplicate=duplicate)
        rate = score_match(play_match(plan, workers=1)).scores[0].rate
        assert abs(rate.mean - exact) < 4 * rate.error
    # and by seat, where nothing cancels
    result = play_match(MatchPlan(game, ("random", "call"), 8000, seed=11), workers=1)
    first_seat = result.parts[::2, 0, 0] / PARTS
    error = first_seat.std(ddof=1) / len(first_seat) ** 0.5
    assert abs(first_seat.mean() - mixed(uniform, calling)) < 4 * error


def test_any_number_of_workers_gives_the_same(monkeypatch, tmp_path):
    plan = MatchPlan("leduc", ("random", "random:fold=0"), 250, seed=4, duplicate=True, session=100)
    alone = play_match(plan, workers=1)
    monkeypatch.setattr(module, "_ALONE", 0.0)
    seen = []
    both = play_match(
        plan, workers=2, out=tmp_path / "m", report=lambda done, total, doing="": seen.append(done)
    )
    assert (alone.parts == both.parts).all() and seen[-1] == 500
    # a match of fewer hands is the beginning of one of more
    assert (play_match(replace(plan, hands=120), workers=1).parts == alone.parts[:120]).all()


def test_resuming(tmp_path, monkeypatch):
    plan = MatchPlan("kuhn", ("random", "call"), 250, seed=4, session=100)
    whole = play_match(plan, workers=1)
    out = tmp_path / "match"
    kept = []
    usual = module.play_here

    def stop_in_the_middle(*arguments):
        if len(kept) == 2:
            raise KeyboardInterrupt
        kept.append(usual(*arguments))
        return kept[-1]

    monkeypatch.setattr(module, "play_here", stop_in_the_middle)
    with pytest.raises(KeyboardInterrupt):
        play_match(plan, workers=1, out=out)
    monkeypatch.setattr(module, "play_here", usual)
    with pytest.raises(InputError, match="resume resumes it"):
        play_match(plan, workers=1, out=out)
    again = play_match(plan, workers=1, out=out, resume=True)
    assert again.played_now == 50 and (again.parts == whole.parts).all()
    # what is damaged is played again
    (out / "hands" / "00000001-01.parquet").write_bytes(b"nonsense")
    (out / "hands" / "00000000-01.json").write_text("{", encoding="utf-8")
    healed = play_match(plan, workers=1, out=out, resume=True)
    assert healed.played_now == 200 and (healed.parts == whole.parts).all()
    # and a match can be gone on with for more hands: only a last session cut short is redone
    longer = replace(plan, hands=320)
    more = play_match(longer, workers=1, out=out, resume=True)
    assert more.played_now == 120 and (more.parts == play_match(longer, workers=1).parts).all()


def test_folders_of_other_things_are_left_alone(tmp_path):
    plan = MatchPlan("kuhn", ("call", "fold"), 10)
    with pytest.raises(InputError, match="there is none"):
        play_match(plan, out=tmp_path / "none", resume=True)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="something else"):
        play_match(plan, out=tmp_path / "notes")
    out = tmp_path / "match"
    play_match(plan, workers=1, out=out)
    for other, words in (
        (replace(plan, seed=1), "seed differ"),
        (replace(plan, agents=("call", "call")), "agents"),
    ):
        with pytest.raises(InputError, match=words):
            play_match(other, out=out, resume=True)
    (out / "match.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="damaged"):
        play_match(plan, out=out, resume=True)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (MatchPlan("kuhn", ("call",), 10), "2 can play it"),
        (MatchPlan("kuhn", ("call", "call"), 0), "0 hands"),
        (MatchPlan("kuhn", ("call", "call"), 5, session=0), "in a session"),
        (MatchPlan("kuhn", ("call", "call"), 5, seed=-1), "seed"),
        (MatchPlan("chess", ("call", "call"), 5), "catalogue"),
        (MatchPlan("kuhn", ("call", "shark"), 5), "unknown agent"),
    ],
)
def test_bad_plans_deal_nothing(plan, words, tmp_path):
    with pytest.raises(InputError, match=words):
        play_match(plan, out=tmp_path / "m")
    assert not (tmp_path / "m").exists()


def contained(how, rules=FaultRules(), hands=40, often=1.0, game="leduc"):  # noqa: B008
    """A session against a bad agent, which plays in a process of its own."""
    plan = MatchPlan(game, (f"{BAD}:how={how},often={often}", "call"), hands, seed=1, faults=rules)
    return Dealer(plan.checked()).play(Session(0, 0, 0, hands))


@pytest.mark.parametrize(
    ("how", "kind", "words"),
    [
        ("crash", "crash", "ZeroDivisionError: no luck"),
        ("exit", "crash", "SystemExit"),
        ("keys", "crash", "KeyboardInterrupt"),
        ("illegal", "illegal", "raises to 1000000000"),
        ("type", "illegal", "answered 'call'"),
        ("news", "crash", "RuntimeError: bad news"),
    ],
)
def test_faults_are_contained_counted_and_named(how, kind, words):
    played = contained(how, FaultRules(forfeit_after=None))
    bad, good = played.faults
    assert bad.counts[kind] >= 40 and bad.forfeits == 0 and words in bad.first
    assert good.total == 0 and (played.parts.sum(axis=1) == 0).all()
    out = contained(how, FaultRules(forfeit_after=3)).faults[0]
    assert out.counts == {kind: 3} and out.forfeits == 1


class Stopper(Agent):
    def act(self, observation, rng):
        raise KeyboardInterrupt


def test_a_match_can_be_interrupted():
    register("stopper", "as Ctrl-C does")(Stopper)
    with pytest.raises(KeyboardInterrupt):
        play_match(MatchPlan("leduc", ("stopper", "call"), 10))


def test_a_fault_is_charged_as_a_check_or_fold():
    """An agent that always fails plays exactly as one that always checks or folds."""
    broken = contained("crash", FaultRules(forfeit_after=None)).parts
    assert (broken == contained("crash", FaultRules(forfeit_after=1)).parts).all()
    plan = MatchPlan("leduc", ("fold", "call"), 40, seed=1)
    assert (play_match(plan, workers=1).parts[:, 0] == broken).all()


def test_or_as_the_reference_dealer_does():
    """Sizes out of range move to the nearest, all else becomes a call."""
    rules = FaultRules(instead="acpc", forfeit_after=None)
    game = "leduc-nolimit:12"
    plan = MatchPlan(game, ("raise:size=all-in", "call"), 40, seed=1)
    parts = contained("illegal", rules, game=game).parts
    assert (parts == play_match(plan, workers=1).parts[:, 0]).all()
    calling = play_match(replace(plan, agents=("call", "call")), workers=1)
    assert (contained("type", rules, game=game).parts == calling.parts[:, 0]).all()


def test_slow_agents_are_interrupted():
    played = contained("slow", FaultRules(seconds=0.05, forfeit_after=2), hands=10)
    assert played.faults[0].counts == {"slow": 2} and "0.05 s" in played.faults[0].first


@pytest.mark.parametrize("how", ["die", "hang"])
def test_processes_that_die_or_hang_cost_the_session(how, tmp_path):
    rules = FaultRules(seconds=0.2)
    agents = ("call", f"{BAD}:how={how},often=0.2")
    plan = MatchPlan("kuhn", agents, 40, seed=3, session=20, faults=rules)
    result = play_match(plan, workers=2, out=tmp_path / "m")
    bad = result.faults[1]
    assert bad.counts["died"] >= 1 and bad.forfeits == bad.counts["died"]
    assert result.faults[0].total == 0 and (result.parts.sum(axis=2) == 0).all()
    read = play_match(plan, workers=2, out=tmp_path / "m", resume=True)
    assert read.played_now == 0 and read.faults[1].counts == bad.counts


def test_agents_that_cannot_be_made(tmp_path):
    path = tmp_path / "broken.py"
    text = BAD.read_text(encoding="utf-8").replace(
        "self.how, self.often = how, often", "raise OSError('no model')"
    )
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"cannot be made \(OSError: no model\)"):
        play_match(MatchPlan("kuhn", (str(path), "call"), 5))


class Spy(Agent):
    remembers = True
    heard: list = []  # noqa: RUF012

    def observe(self, event):
        Spy.heard.append((id(self), event))

    def act(self, observation, rng):
        assert type(observation) is Observation
        return Action.call()


@pytest.fixture
def spy():
    register("spy", "listens")(Spy)
    Spy.heard.clear()
    return Spy.heard


def test_news_of_a_hand(spy):
    plan = MatchPlan("leduc", ("spy", "raise"), 30, seed=1, duplicate=True).checked()
    assert plan.session == 30
    play_match(plan)
    # an agent of its own for each side of the match: nothing is known of the other side
    assert len({who for who, _ in spy}) == 2
    events = [event for _, event in spy]
    starts = [event for event in events if isinstance(event, HandStarted)]
    ends = [event for event in events if isinstance(event, HandEnded)]
    assert [start.hand for start in starts] == [*range(30), *range(30)]
    assert [start.position for start in starts] == [0, 1] * 15 + [1, 0] * 15
    assert len(ends) == 60
    moves = []
    for event in events:
        if isinstance(event, HandStarted):
            start, moves = event, []
        elif isinstance(event, MoveMade):
            moves.append(event.move)
        else:
            assert moves == [move for moves in event.observation.history for move in moves]
            assert event.observation.position == start.position
    for start, end in zip(starts, ends, strict=True):
        assert sum(end.payoffs) == 0 and len(end.observation.hole) == 1
        assert len(end.shown) == 2 and dict(end.shown)[start.position] == end.observation.hole


class Caller(Agent):
    made: list = []  # noqa: RUF012

    def __init__(self):
        self.asked = 0
        Caller.made.append(self)

    def act(self, observation, rng):
        self.asked += 1
        return Action.call()


@pytest.mark.parametrize(("long_lived", "needs_terminal"), [(True, False), (False, True)])
def test_one_instance_over_all_sessions_and_the_terminal_are_two_things(long_lived, needs_terminal):
    register("caller", "calls", needs_terminal=needs_terminal, long_lived=long_lived)(Caller)
    plan = MatchPlan("kuhn", ("caller", "call"), 12, seed=1)
    checked = plan.checked()
    assert (checked.session == 1) == long_lived
    assert (checked.faults.seconds is None) == needs_terminal
    assert not find_agent("caller").entry.is_portable
    Caller.made.clear()
    play_match(replace(plan, session=3), workers=2)
    asked = [caller.asked for caller in Caller.made if caller.asked]
    assert sum(asked) == 12
    assert len(asked) == (1 if long_lived else 4)
    if long_lived:
        with pytest.raises(InputError, match="'caller' cannot play a duplicate match"):
            replace(plan, duplicate=True).checked()
    else:
        assert replace(plan, duplicate=True).checked().seatings


def test_intervals_of_those_who_remember_come_from_sessions(spy):
    plan = MatchPlan("kuhn", ("spy", "random"), 60, seed=1)
    whole = score_match(play_match(plan))
    assert whole.is_single and not whole.by_session
    score = score_match(play_match(replace(plan, session=10)))
    assert score.by_session and score.scores[0].rate.groups == 6


def test_wrong_folder_is_named(tmp_path):
    out = tmp_path / "match"
    play_match(MatchPlan("kuhn", ("call", "fold"), 10), workers=1, out=out)
    about = json.loads((out / "match.json").read_text(encoding="utf-8"))
    about["format"] = 99
    (out / "match.json").write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(InputError, match="format 99"):
        play_match(MatchPlan("kuhn", ("call", "fold"), 10), workers=1, out=out, resume=True)
    shutil.rmtree(out)


def test_entries_of_other_packages_are_not_trusted():
    assert not Entry("spy", "", Spy).trusted
    assert find_agent("raise").entry.trusted


def test_ten_players_in_papps_seatings():
    plan = MatchPlan("holdem-limit:10p", ("call",) * 9 + ("fold",), 5, duplicate=True)
    result = play_match(plan, workers=1)
    assert result.parts.shape == (5, 10, 10) and result.hands_played == 50
    assert np.all(result.parts.sum(axis=2) == 0)
