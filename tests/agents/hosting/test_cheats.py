"""Agents that cheat win what calling wins: nothing they try changes a hand."""

import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from equipoise.agents.hosting.process import close_hosts
from equipoise.base.errors import UnsolvedError
from equipoise.matches import match as module
from equipoise.matches.betting_cache import PARTS
from equipoise.matches.faults import Faults
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan, Session
from equipoise.matches.processes import checked_result
from equipoise.matches.session import Played
from equipoise.matches.tournament import play_tournament

CHEATS = Path(__file__).with_name("cheats.py")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="how a process looks is Linux's")


def play(how, **more):
    plan = MatchPlan("kuhn", (f"{CHEATS}:how={how}", "call"), 100, seed=5, **more)
    return play_match(plan, workers=1)


@pytest.fixture(autouse=True)
def _closed():
    yield
    close_hosts()


@pytest.fixture(scope="module")
def honest():
    return play_match(MatchPlan("kuhn", ("call", "call"), 100, seed=5), workers=1).parts


@pytest.mark.parametrize("how", ["frames", "memory", "patch"])
def test_the_cards_of_others_are_in_another_process(how, honest):
    result = play(how)
    assert (result.parts == honest).all() and result.faults[0].total == 0


@pytest.mark.parametrize("how", ["frames", "memory"])
def test_in_the_process_of_the_dealer_the_same_cheats_win(how, honest):
    """What the tests above would show if agents from files were made there."""
    runpy.run_path(str(CHEATS))
    result = play_match(MatchPlan("kuhn", (f"cheat:how={how}", "call"), 100, seed=5), workers=1)
    assert result.parts[:, 0, 0].sum() > honest[:, 0, 0].sum()


def test_sessions_know_nothing_of_each_other():
    """Not even by what a module remembers: the other side of a duplicate deal least of all."""
    result = play("state", duplicate=True, session=25)
    assert result.faults[0].total == 0 and result.hands_played == 200


@LINUX
@pytest.mark.parametrize("how", ["dealer", "descriptors"])
def test_the_dealer_cannot_be_looked_into(how, honest):
    """Neither its memory nor its files, by root's processes either."""
    result = play(how)
    assert result.faults[0].total == 0, result.faults[0].first
    assert (result.parts == honest).all()


@LINUX
def test_agents_cannot_look_into_each_other(honest):
    agents = (f"{CHEATS}:how=hosts", f"{CHEATS}:how=frames")
    result = play_match(MatchPlan("kuhn", agents, 100, seed=5), workers=1)
    assert result.faults[0].total == 0, result.faults[0].first
    assert (result.parts == honest).all()


_LOOKS = """
import os, sys
from equipoise.agents.hosting.confine import give_up_privileges, keep_memory_private
give_up_privileges()  # whoever has more is protected by that alone
if sys.argv[1] == "private":
    keep_memory_private()
child = os.fork()
if child == 0:
    try:
        open(f"/proc/{os.getppid()}/mem", "rb").close()
    except OSError:
        os._exit(3)
    os._exit(4)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@LINUX
def test_memory_is_private_without_a_namespace_too():
    """By what the dealer says of itself; what has not said so can be read."""
    for how, code in (("private", 3), ("open", 4)):
        done = subprocess.run([sys.executable, "-c", _LOOKS, how], check=False)
        if how == "open" and done.returncode == 3:
            pytest.skip("the system lets nobody look into other processes")
        assert done.returncode == code, how


def test_who_outlives_a_session_never_sees_the_other_side_of_its_deals():
    """Seatings have processes of their own, so that what is remembered is of no use."""
    agents = (f"{CHEATS}:how=outlive", "raise")
    plan = MatchPlan("kuhn", agents, 200, seed=5, duplicate=True, session=20)
    calling = play_match(MatchPlan("kuhn", ("call", "raise"), 200, seed=5, duplicate=True))
    assert (play_match(plan, workers=1).parts == calling.parts).all()


@pytest.mark.parametrize("how", ["turn", "vanish"])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_file_that_changes_in_a_match_is_played_as_it_was(workers, how, tmp_path, monkeypatch):
    """Else an agent that loses could end the match."""
    monkeypatch.setattr(module, "_ALONE", 0.01)  # workers take over after a session
    path = tmp_path / "copy" / "turncoat.py"
    path.parent.mkdir()
    shutil.copy(CHEATS, path)
    agents = (f"{path}:how={how}", "call")
    plan = MatchPlan("kuhn", agents, 60, seed=5, session=20, duplicate=True)
    result = play_match(plan, workers=workers)
    assert not path.exists() or path.read_bytes() != CHEATS.read_bytes()
    calling = play_match(MatchPlan("kuhn", ("call", "call"), 60, seed=5, duplicate=True), 1)
    assert result.faults[0].total == 0, result.faults[0].first
    assert (result.parts == calling.parts).all() and not result.plan.is_compiled


def test_a_file_that_changes_is_the_same_in_all_matches_of_a_tournament(tmp_path):
    path = tmp_path / "copy" / "turncoat.py"
    path.parent.mkdir()
    shutil.copy(CHEATS, path)
    plan = MatchPlan("kuhn", (f"{path}:how=turn", "call", "fold"), 20, seed=5)
    results = [result for _, result in play_tournament(plan, workers=1)]
    assert path.read_bytes() != CHEATS.read_bytes()
    assert results[0].plan.fingerprints[0] == results[1].plan.fingerprints[0] != ""


@LINUX
def test_forged_results_cost_the_forger_its_session():
    result = play("pipes")
    bad, good = result.faults
    assert bad.counts == {"died": 1} and bad.forfeits == 1 and "sent" in bad.first
    assert good.total == 0 and (result.parts.sum(axis=2) == 0).all()
    folding = play_match(MatchPlan("kuhn", ("fold", "call"), 100, seed=5), workers=1).parts
    assert (result.parts[1:] == folding[1:]).all()


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ([[3, -3], [1, 1]], "hand 11 does not add up"),
        ([[3 * PARTS, -3 * PARTS], [0, 0]], "hand 10 does not add up, or costs"),
        ([[0, 0]], "incomplete"),
    ],
)
def test_results_are_bounded_by_the_stacks_and_add_up(parts, words):
    plan = MatchPlan("kuhn", ("call", "call"), 100)
    played = Played(Session(0, 0, 10, 2), np.array(parts, np.int64), [Faults(), Faults()])
    with pytest.raises(UnsolvedError, match=words):
        checked_result(plan, played)
