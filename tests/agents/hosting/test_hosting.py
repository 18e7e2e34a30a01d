"""What agents from files do wrong is named and charged, and the match goes on."""

import json
import os
import runpy
import shutil
import socket
import subprocess
import time

import pytest

from equipoise.agents.hosting import hosted, process
from equipoise.agents.hosting.wire import (
    MOST_BYTES,
    Channel,
    ChannelError,
    ClosedError,
    SilentError,
)
from equipoise.agents.registry import find_agent
from equipoise.base.errors import InputError
from equipoise.games import find_game
from equipoise.games.plain import rules_from_plain, rules_to_plain
from equipoise.interfaces.cli.main import run
from equipoise.matches.faults import FaultRules
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan

HEAD = """
import ctypes, os, signal, sys, threading, time
from equipoise.agents import Agent, HandEnded, HandStarted, MoveMade, register
from equipoise.games import Action
"""
CLASS = """
@register("mine", "as it is told")
class Mine(Agent):
    def __init__(self):
        {make}
    {body}
    def act(self, observation, rng):
        {act}
        return Action.call()
"""
CRASH = "ctypes.string_at(0)"


def write(path, make="pass", act="pass", body="", top="", bottom=""):
    text = HEAD + top + CLASS.format(make=make, act=act, body=body) + bottom
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.fixture
def file(tmp_path):
    yield tmp_path / "mine.py"
    process.close_hosts()


def meet(agent, hands=30, rules=None, game="leduc", **more):
    plan = MatchPlan(game, (agent, "call"), hands, seed=1, faults=rules or FaultRules(), **more)
    return play_match(plan, workers=1)


@pytest.mark.parametrize(
    ("top", "words"),
    [
        ("raise OSError('no model')", r"cannot be loaded \(OSError: no model, line 5\)"),
        ("sys.exit(0)", r"cannot be loaded \(SystemExit: 0, line 5\)"),
        ("os._exit(0)", "its process ended"),
        (CRASH, "its process ended"),
        ("os.kill(os.getpid(), 9); time.sleep(60)", "cannot be loaded"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("class E(Exception):\n    __str__ = None\nraise E", r"cannot be loaded \(E, line 7\)"),
        ("x = [0] * 10**10", "MemoryError"),
        ("import nothing_of_this_name", "ModuleNotFoundError"),
        ("time.sleep(60)", "not within 1 s"),
        ("def f(:", "SyntaxError"),
    ],
)
def test_files_that_cannot_be_loaded(top, words, file, monkeypatch):
    if "sleep" in top:
        monkeypatch.setattr(process, "_LOADING_SECONDS", 1.0)
    with pytest.raises(InputError, match=words) as error:
        find_agent(write(file, top=top))
    assert "\n" not in str(error.value) and len(str(error.value)) < 600


def test_a_command_with_such_a_file_ends_with_one_line(file, capfd):
    for top in ("sys.exit(0)", "os._exit(0)", "print('{}')\nsys.exit(3)"):
        assert run(["match", write(file, top=top), "call", "--hands", "10", "--json"]) == 2
        out, err = capfd.readouterr()
        assert out == "" and "cannot be loaded" in err.splitlines()[-1]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        ("raise OSError('no\\nmodel')", r"cannot be made \(OSError: no model\)"),
        ("sys.exit(0)", "SystemExit: 0"),
        ("os._exit(0)", "exit code 0"),
        (CRASH, "signal 11"),
        ("time.sleep(60)", "did not answer"),
        ("self.remembers = 7; self.x = bytearray(5 * 10**9)", "MemoryError"),
        ("os.closerange(3, 1000)", "its process ended"),
    ],
)
def test_agents_that_cannot_be_made(make, words, file, monkeypatch):
    if "sleep" in make:
        monkeypatch.setattr(hosted, "MAKING_SECONDS", 1.0)
    with pytest.raises(InputError, match=words):
        meet(write(file, make=make))


def test_a_session_that_could_not_begin_is_not_held_against_the_next(file):
    """The process is used again, and has nothing left to say of the one before."""
    made = "path = __file__ + '.made'\n        if not os.path.exists(path): open(path, 'x'); 1 / 0"
    spec = find_agent(write(file, make=made))
    with pytest.raises(hosted.HostedFault, match="ZeroDivisionError"):
        spec.make()
    agent = spec.make()
    agent.check_game(find_game("kuhn"))
    agent.finish()


@pytest.mark.parametrize(
    ("act", "kind", "words"),
    [
        ("os._exit(0)", "died", "exit code 0"),
        (CRASH, "died", "signal 11"),
        ("return type('A', (), {'__repr__': lambda s: 1 / 0})()", "illegal", "answered a A"),
        ("return type('A', (), {'__repr__': lambda s: '\\x1b[2J' * 999})()", "illegal", "x1b"),
        (
            "raise type('E', (Exception,), {'__str__': lambda s: os._exit(4)})",
            "died",
            "exit code 4",
        ),
        ("raise type('E', (Exception,), {'__str__': lambda s: time.sleep(60)})", "died", "did not"),
        ("self.x = bytearray(5 * 10**9)", "crash", "MemoryError"),
        ("os.closerange(3, 1000)", "died", "its process ended"),
        ("return Action.raise_to(10**4000)", "illegal", "raises to"),
        ("return Action.raise_to(10**6000)", "illegal", "raises to"),
        ("return Action('raise', True)", "illegal", "answered"),
    ],
)
def test_faults_are_named_and_charged(act, kind, words, file):
    result = meet(write(file, act=act), rules=FaultRules(seconds=0.5, forfeit_after=3))
    bad, good = result.faults
    assert bad.counts[kind] == bad.total == (1 if kind == "died" else 3) and bad.forfeits == 1
    assert words in bad.first and bad.first.isprintable() and len(bad.first) < 400
    folding = play_match(MatchPlan("leduc", ("fold", "call"), 30, seed=1), workers=1)
    assert good.total == 0 and (result.parts == folding.parts).all()


@pytest.mark.parametrize(
    "act",
    [
        "print('{' * 5000); sys.stdout.flush(); os.write(1, b'\\x1b[2J')",
        "os.fork()",
        "os.fork() or os.fork()",
        "threading.Thread(target=time.sleep, args=(60,), daemon=False).start()",
        "signal.signal(signal.SIGALRM, signal.SIG_IGN)",
        "os.environ.clear(); os.chdir('/'); sys.path.clear(); sys.modules.clear()",
    ],
)
def test_what_harms_nobody_else(act, file):
    """It plays as if it had called."""
    result = meet(write(file, act=act), hands=5)
    calling = play_match(MatchPlan("leduc", ("call", "call"), 5, seed=1), workers=1)
    assert result.faults[0].total == 0, result.faults[0].first
    assert (result.parts == calling.parts).all()


def test_a_file_is_described(file, capfd):
    assert run(["agents", write(file), "--json"]) == 0
    (agent,) = json.loads(capfd.readouterr().out)["agents"]
    assert agent["name"] == str(file) and agent["description"] == "as it is told"


def test_prints_do_not_reach_the_output(file, capfd):
    agent = write(file, act="print('hello\\x1b[2J'); print('x' * 9999)", top="print('loading')\n")
    assert run(["match", agent, "call", "--hands", "100", "--json", "--workers", "1"]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)["hands"] == 100
    assert "mine.py: loading" in err and "mine.py: hello" in err and "\x1b" not in err
    assert err.count("\n") < 70 and "more is not shown" in err


@pytest.mark.parametrize(
    "body",
    [
        "remembers = property(lambda self: 1 / 0)",
        "listens = property(lambda self: os._exit(5))",
        "listens = property(lambda self: sys.exit())",
    ],
)
def test_hostile_properties(body, file):
    with pytest.raises(InputError, match="cannot be made"):
        meet(write(file, body=body))


def test_news_reach_an_agent_in_its_process(file):
    """The same events in the same order as at the table; what it says of them is charged."""
    body = """
    heard = ()
    def observe(self, event):
        self.heard += (event,)
        if isinstance(event, HandEnded):
            start, *moves, end = self.heard
            assert isinstance(start, HandStarted) and start.names[start.position].endswith(".py")
            assert [m.move for m in moves] == [m for ms in end.observation.history for m in ms]
            assert start.position == end.observation.position and sum(end.payoffs) == 0
            assert len(end.shown) == 2 and dict(end.shown)[start.position] == end.observation.hole
            self.heard = ()
            if start.hand % 10 == 3:
                raise RuntimeError("bad news")
    """
    result = meet(
        write(file, body=body), hands=45, rules=FaultRules(forfeit_after=None), session=45
    )
    bad = result.faults[0]
    assert bad.counts == {"crash": 5} and bad.first == "hand 3: RuntimeError: bad news"


def test_it_plays_as_it_would_here(file):
    """The same dice, options and wrappers: an agent of its own process is the same agent."""
    text = (
        "from equipoise.agents import baselines, register\nfrom equipoise.agents.options import *\n"
    )
    text += "register('mine', 'dice', (Option('fold', '', '1', number(0, 9)),))"
    text += "(lambda fold: baselines.Dice(fold=fold))\n"
    file.write_text(text, encoding="utf-8")
    for more in ("", ":seed=3", ":forget=yes,fold=2"):
        here = MatchPlan("leduc", (f"random{more}", "call"), 60, seed=2, session=25)
        there = MatchPlan("leduc", (f"{file}{more}", "call"), 60, seed=2, session=25)
        assert (play_match(here, workers=1).parts == play_match(there, workers=1).parts).all()
    for options, words in (("fold=many", "a number, 0 to 9"), ("gold=1", "it knows fold")):
        with pytest.raises(InputError, match=words):
            meet(f"{file}:{options}")


def test_a_listener_plays_as_it_would_here(file):
    """News, answers by them, and faults with them, in games of two and three."""
    text = (
        HEAD
        + """
@register("mine", "raises after news of an even sum, and now and then fails to listen")
class Mine(Agent):
    sum = 0
    def observe(self, event):
        if isinstance(event, HandStarted):
            self.sum += event.hand + event.position
        elif isinstance(event, MoveMade):
            self.sum += event.move.action.to
        else:
            self.sum += int(100 * event.payoffs[0]) + len(event.shown)
            if self.sum % 13 == 0:
                raise RuntimeError("unlucky")
    def act(self, observation, rng):
        self.sum += rng.randrange(5)
        legal = observation.legal()
        even = self.sum % 2 == 0 and legal.can_raise
        return Action.raise_to(legal.min_raise) if even else Action.call()
"""
    )
    file.write_text(text, encoding="utf-8")
    for game, others in (("leduc", ("random",)), ("holdem-nolimit:20bb,3p", ("random", "fold"))):
        results = []
        for agent in (str(file), "mine"):
            runpy.run_path(str(file))
            faults = FaultRules(forfeit_after=None)
            plan = MatchPlan(game, (agent, *others), 60, 3, True, 25, faults)
            results.append(play_match(plan, workers=1))
        there, here = results
        assert (there.parts == here.parts).all()
        assert there.faults[0].counts == here.faults[0].counts and there.faults[0].total


def test_a_long_hand_is_heard_of(file):
    """A listener that has folded hears of a thousand raises at once."""
    path = write(file, act="return Action.fold()", body="def observe(self, event): pass")
    agents = (path, "raise:size=min", "raise:size=min")
    result = play_match(MatchPlan("holdem-nolimit:1500bb,3p", agents, 3, seed=1), workers=1)
    assert result.faults[0].total == 0, result.faults[0].first


def test_any_number_of_workers(file, monkeypatch):
    from equipoise.matches import match as module

    monkeypatch.setattr(module, "_ALONE", 0.0)
    path = write(file, act="return Action.raise_to(4) if rng.random() < 0.3 and "
                           "observation.legal().can_raise else Action.call()")  # fmt: skip
    plan = MatchPlan("leduc", (path, path), 40, seed=4, session=10, duplicate=True)
    rules = FaultRules(forfeit_after=None)
    plan = MatchPlan(plan.game, plan.agents, 40, 4, True, 10, rules)
    assert (play_match(plan, workers=2).parts == play_match(plan, workers=1).parts).all()


def test_games_are_refused_there(file):
    body = "def check_game(self, rules):\n        raise ValueError(f'not {rules.name}')"
    with pytest.raises(InputError, match=r"cannot be made \(ValueError: not leduc"):
        meet(write(file, body=body))


def test_budgets_of_a_hand_and_of_a_match(file):
    slow = write(file, act="time.sleep(0.05)")
    hand = meet(slow, hands=4, rules=FaultRules(hand_seconds=0.01, forfeit_after=None))
    assert hand.faults[0].counts == {"slow": 4} and "of the hand" in hand.faults[0].first
    whole = meet(slow, hands=40, rules=FaultRules(match_seconds=0.2, forfeit_after=None))
    assert whole.faults[0].counts == {"slow": 1} and whole.faults[0].forfeits == 1
    assert "of the match" in whole.faults[0].first


def test_making_counts_for_the_match(file):
    slow = write(file, make="time.sleep(0.2)")
    result = meet(slow, hands=40, rules=FaultRules(match_seconds=0.1), session=20)
    assert result.faults[0].counts == {"slow": 2} and result.faults[0].forfeits == 2


def test_time_to_listen_is_not_time_to_act(file):
    slow = write(file, body="def observe(self, event): time.sleep(0.06)")
    result = meet(slow, hands=4, rules=FaultRules(seconds=0.2))
    assert result.faults[0].total == 0, result.faults[0].first


def test_memory_is_limited_as_it_is_said(file):
    """Also what is shared; and no limit is none."""
    shared = write(file, act="import mmap; self.x = mmap.mmap(-1, 2 * 10**9)")
    result = meet(shared, hands=2, rules=FaultRules(megabytes=256))
    assert result.faults[0].counts["crash"] and "memory" in result.faults[0].first.lower()
    private = write(file, act="self.x = bytearray(10**9)[:1]")
    assert meet(private, hands=2, rules=FaultRules(megabytes=256)).faults[0].counts["crash"]
    assert meet(private, hands=2, rules=FaultRules(megabytes=None)).faults[0].total == 0


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc to tell how much it is")
def test_memory_taken_while_loading_counts(file):
    large = write(file, top="x = bytearray(5 * 10**8)")
    with pytest.raises(InputError, match=r"cannot be made \(.* took 4\d\d MB of memory, 256"):
        meet(large, hands=2, rules=FaultRules(megabytes=256))
    assert meet(large, hands=2).faults[0].total == 0


@pytest.mark.skipif(shutil.which("unshare") is None, reason="no unshare to ask")
def test_hosts_have_processes_of_their_own_where_the_system_lets_them(file):
    command = ["unshare", "--map-current-user", "--user", "--pid", "--fork", "true"]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("the system has no namespaces for this user")
    host = process.take_host(find_agent(write(file)).entry.file)
    assert host.is_reusable
    host.kill()


def test_a_changed_file_is_another_agent(file):
    one = find_agent(write(file))
    two = find_agent(write(file, act="x = 1"))
    assert one.fingerprint != two.fingerprint
    assert find_agent(str(file), [one.entry.file]).fingerprint == one.fingerprint


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc to tell who runs")
def test_nothing_is_left_running(file, tmp_path):
    """Not even what has left its session; numbers of processes are those outside."""
    note = tmp_path / "note"
    top = f"""
def stay():
    os.setsid()
    with open({str(note)!r}, "a") as file:
        file.write(os.readlink("/proc/self") + "\\n")
    time.sleep(600)
    os._exit(0)
"""
    act = f"os.fork() or stay(); t = time.time()\n        while not os.path.exists({str(note)!r}) "
    act += "and time.time() < t + 30: time.sleep(0.01)"
    assert meet(write(file, act=act, top=top), hands=2).faults[0].total == 0
    process.close_hosts()
    left = note.read_text(encoding="ascii").split()
    until = time.monotonic() + 30  # the kernel ends them when it gets to it
    while any(map(_runs, left)) and time.monotonic() < until:
        time.sleep(0.05)
    assert left and not any(map(_runs, left))


def _runs(number):
    try:
        with open(f"/proc/{number}/cmdline", "rb") as file:
            return b"hosting.host" in file.read()
    except OSError:
        return False


GAMES = (
    "kuhn",
    "leduc",
    "leduc-nolimit:12",
    "clairvoyance:2",
    "jamfold:6.67bb",
    "holdem-limit:10p",
)
GAMES += ("holdem-nolimit:100bb,6p", "omaha-potlimit:100bb")


@pytest.mark.parametrize("game", GAMES)
def test_rules_as_plain_data(game):
    rules = find_game(game)
    assert rules_from_plain(json.loads(json.dumps(rules_to_plain(rules)))) == rules


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", ClosedError),
        (b"\x05\x00\x00", ClosedError),
        ((MOST_BYTES + 1).to_bytes(4, "little"), ChannelError),
        (b"\x02\x00\x00\x00[]", ChannelError),
        (b"\x02\x00\x00\x00{]", ChannelError),
        ((1 << 17).to_bytes(4, "little") + b"[" * (1 << 17), ChannelError),
        ((1 << 13).to_bytes(4, "little") + b"1" * (1 << 13), ChannelError),
    ],
)
def test_what_is_no_message(data, error):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(data)
        theirs.shutdown(socket.SHUT_WR)
        with pytest.raises(error):
            Channel(ours).receive(5)


def test_silence_is_not_waited_for():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        with pytest.raises(SilentError):
            Channel(ours).receive(0.01)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        with pytest.raises(SilentError):
            Channel(ours).send({"x": "y" * (MOST_BYTES - 100)}, 0.01)


def test_python_of_the_working_directory_is_not_run(file, tmp_path, monkeypatch):
    (tmp_path / "socket.py").write_text("raise SystemExit('planted')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert meet(write(file), hands=2).faults[0].total == 0


def test_seeds_are_not_to_be_guessed(file, tmp_path, capfd):
    """Who knows the seed can deal the cards himself; so none is taken for granted."""
    agent = write(file)

    def seed_of(*arguments):
        assert run([*arguments, "--hands", "4", "--game", "kuhn", "--json", "--workers", "1"]) == 0
        return json.loads(capfd.readouterr().out)["seed"]

    assert seed_of("match", "call", "fold") == 0
    seeds = {seed_of("match", agent, "call") for _ in range(2)}
    assert len(seeds) == 2 and min(seeds) > 2**32
    assert seed_of("match", agent, "call", "--seed", "7") == 7
    kept = seed_of("match", agent, "call", "--out", str(tmp_path / "m"))
    assert seed_of("match", agent, "call", "--out", str(tmp_path / "m"), "--resume") == kept
    three = ("tournament", agent, "call", "fold")
    kept = seed_of(*three, "--out", str(tmp_path / "t"))
    assert kept > 2**32 and seed_of(*three, "--out", str(tmp_path / "t"), "--resume") == kept
