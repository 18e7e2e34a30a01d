"""Clients of the ACPC protocol as agents of matches and tournaments, contained like others."""

import os
import socket
import sys
import threading
import time
from dataclasses import replace

import pytest

from equipoise.agents.hosting.process import close_hosts, take_host
from equipoise.agents.outside import HostedFault, HostEnded, Limits
from equipoise.agents.registry import find_agent
from equipoise.agents.remote.agent import RemoteAgent
from equipoise.base.errors import InputError
from equipoise.evaluation.tournament import hold_tournament
from equipoise.interfaces.cli.main import run
from equipoise.matches.faults import FaultRules
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
from equipoise.matches.seeds import choose_seed

#: a client without anything of this package: it answers whatever state it is sent last, because
#: a match sends the states between two questions with the second of them
CLIENT = """
import os, socket, sys, time
def answer(state, asked):
    {answer}
dealer = socket.create_connection((sys.argv[-2], int(sys.argv[-1])))
dealer.sendall({version})
{top}
rest, asked, position = b"", 0, None
def is_mine(state):
    {is_mine}
while data := dealer.recv(65536):
    *lines, rest = (rest + data).split(b"\\r\\n")
    for state in lines:
        if state and is_mine(state):
            said = answer(state, asked)
            asked += 1
            dealer.sendall(said)
"""
#: whose turn it is in heads-up games of calls and limit raises, by counting
MINE = """
    _, position, _, betting, cards = state.decode().split(":")
    rounds = betting.split("/")
    made = len(rounds[-1])
    over = "f" in betting or (made > 1 and rounds[-1][-1] == "c" and len(rounds) == {rounds})
    return not over and int(position) == (made + {first}) % 2
"""
LEDUC = MINE.format(rounds=2, first=0)
HOLDEM = MINE.format(rounds=4, first="(len(rounds) == 1)")


SPY = """
import os
from contextlib import suppress
from equipoise.agents import Agent, register
from equipoise.games import Action

@register("spy", "looks for the other's cards where it keeps them")
class Spy(Agent):
    def act(self, observation, rng):
        for name in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError), open(f"/proc/{name}/cmdline", "rb") as command:
                if b"VICTIM" in command.read():
                    open(f"/proc/{name}/mem", "rb").close()
                    raise SystemExit("its memory is open")
        return Action.call()
"""


@pytest.fixture
def client(tmp_path):
    """Writes a client and gives the command that starts it."""

    def write(
        answer='return state + b":c\\r\\n"', version='b"VERSION:2.0.0\\r\\n"', top="", mine=LEDUC
    ):
        path = tmp_path / f"client{len(list(tmp_path.iterdir()))}.py"
        text = CLIENT.format(answer=answer, version=version, top=top, is_mine=mine.strip())
        path.write_text(text, encoding="utf-8")
        return f"acpc:{sys.executable} {path}"

    return write


def meet(agent, hands=30, game="leduc", other="random", workers=1, **more):
    rules = more.pop("rules", FaultRules())
    plan = MatchPlan(game, (agent, other), hands, seed=1, faults=rules, **more)
    return play_match(plan, workers=workers)


@pytest.mark.parametrize(("game", "mine"), [("leduc", LEDUC), ("holdem-limit:2p", HOLDEM)])
def test_a_caller_behind_a_socket_plays_like_one_that_is_built_in(client, game, mine):
    """The same chips in every hand; so it was told every state it needed, in order."""
    far = meet(client(mine=mine), 60, game)
    near = meet("call", 60, game, session=60)
    assert (far.parts == near.parts).all() and not far.faults[0].total


def test_duplicate_matches_and_workers(client):
    command = client()
    plan = MatchPlan("leduc", (command, "raise"), 40, seed=3, duplicate=True, session=20)
    one = play_match(plan, workers=1)
    near = play_match(replace(plan, agents=("call", "raise")), workers=1)
    assert (one.parts == near.parts).all()
    assert (play_match(plan, workers=2).parts == one.parts).all()


def test_another_agent_cannot_read_the_memory_of_a_client(client, tmp_path):
    """A program that was started cannot keep its memory private, but need not be seen."""
    command = client()
    spy = tmp_path / "spy.py"
    spy.write_text(SPY.replace("VICTIM", command.rpartition(" ")[2]), encoding="utf-8")
    host = take_host(find_agent(str(spy)).entry.file)
    has_namespace = host.is_reusable
    host.kill()
    if not has_namespace:
        pytest.skip("the system has no namespaces for this user")
    result = meet(str(spy), other=command)
    close_hosts()
    assert not result.faults[0].total, result.faults[0].first
    assert not result.faults[1].total, result.faults[1].first


def test_a_tournament_of_commands(client):
    command = client()
    plan = MatchPlan("leduc", (f"{command},name=far", "call", "raise"), 20, seed=2)
    table = hold_tournament(plan, 1).table
    near = hold_tournament(replace(plan, agents=("call", "random", "raise")), 1).table
    assert table.names[0] == "far" and table.means[0, 2] == near.means[0, 2]


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        ('return state + b":x\\r\\n"', "illegal", "answered 'x'"),
        ('return state + b":r7\\r\\n"', "illegal", "answered 'r7'"),
        ('return b""', "slow", "took more than 0.5 s to act"),
        ('return b"half a line"', "slow", "took more than 0.5 s to act"),
        ('return b"x" * (1 << 20)', "slow", "took more than 0.5 s to act"),
        ('return b"garbage\\r\\n" * 1000', "slow", "took more than 0.5 s to act"),
        ("sys.exit(0)", "died", "its client left"),
        ("os.kill(os.getpid(), 9)", "died", "its client left"),
    ],
)
def test_what_clients_do_wrong_is_charged_and_the_match_goes_on(client, answer, kind, words):
    rules = FaultRules(seconds=0.5, forfeit_after=1)
    result = meet(client(answer), rules=rules, other="call")
    faults = result.faults[0]
    assert set(faults.counts) == {kind} and words in faults.first and faults.forfeits == 1
    # check or fold from then on costs at most the ante in each hand
    assert (result.parts[5:, 0, 0] >= -2520).all() and (result.parts.sum(axis=2) == 0).all()


def test_raises_out_of_range_are_illegal_here(client):
    """A match charges them; ``--on-fault acpc`` moves them to the nearest size, as a dealer does."""
    mine = "return b'::' in state and state.split(b':')[1] == b'1'"
    command = client('return state + b":r100000\\r\\n"', mine=mine)
    rules = FaultRules(seconds=0.5, instead="acpc", forfeit_after=1)
    result = meet(command, 4, "holdem-nolimit:100bb", "fold", rules=rules)
    assert result.faults[0].counts["illegal"] == 1 and result.faults[0].forfeits == 1


@pytest.mark.parametrize(
    ("version", "top", "words"),
    [
        ('b"hello\\r\\n"', "", "its first line is 'hello'"),
        ('b""', "", "its client sent no version"),
        ('b""', "sys.exit(0)", "its client left"),
    ],
)
def test_clients_that_do_not_begin(client, version, top, words):
    result = meet(f"{client(version=version, top=top)},wait=2")
    assert result.faults[0].counts == {"died": 1} and words in result.faults[0].first


def test_commands_that_do_not_connect():
    for command, words in (
        ("acpc:true", "its command ended before it connected"),
        ('acpc:sh -c "sleep 60",wait=1', "no client connected within 1 s"),
    ):
        faults = meet(command).faults[0]
        assert faults.counts == {"died": 1} and words in faults.first


def test_what_a_command_leaves_running_ends_with_the_session(client, tmp_path):
    """A helper in the background keeps a lock only as long as it lives."""
    import fcntl

    lock = tmp_path / "lock"
    lock.touch()
    helper = "import fcntl, sys, time; f = open(sys.argv[1]); fcntl.flock(f, 2); print(1); time.sleep(99)"
    top = (
        "import subprocess\n"
        f"subprocess.Popen([sys.executable, '-c', {helper!r}, {str(lock)!r}],"
        " stdout=subprocess.PIPE).stdout.readline()"
    )
    result = meet(client(top=top), 4)
    assert not result.faults[0].total
    deadline = time.monotonic() + 30
    with lock.open(encoding="ascii") as file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                assert time.monotonic() < deadline
                time.sleep(0.05)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def test_a_client_that_somebody_else_starts(capsys):
    """It connects to the match; in a tournament once for each of its matches."""
    port = free_port()
    ended = threading.Event()

    def keep_playing():
        while not ended.is_set():
            run(["acpc", "play", "call", "127.0.0.1", str(port), "--wait", "1"])

    thread = threading.Thread(target=keep_playing, daemon=True)
    thread.start()
    try:
        far = meet(f"acpc:127.0.0.1:{port}", 20)
        near = meet("call", 20, session=20)
        plan = MatchPlan("leduc", (f"acpc:127.0.0.1:{port}", "fold", "raise"), 10, seed=2)
        assert not any(one.total for one in hold_tournament(plan, 2).faults)
    finally:
        ended.set()
        thread.join(30)
    assert (far.parts == near.parts).all()


def test_an_address_that_is_taken_and_other_bad_names():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(InputError, match="cannot listen there"):
            meet(f"acpc:127.0.0.1:{port}")
    for text, words in (
        ("acpc", "which client is missing"),
        ("acpc:localhost:70000", "there is no port 70000"),
        ("acpc:./no-such-program", "there is no such program"),
        ("acpc:'", "not a command"),
        ("acpc:true,speed=1", "unknown option 'speed'"),
    ):
        with pytest.raises(InputError, match=words):
            find_agent(text)
    with pytest.raises(InputError, match="seed and forget are not for a client"):
        find_agent("acpc:true,seed=1").make()
    with pytest.raises(InputError, match="cannot express"):
        meet("acpc:true", game="jamfold:10bb")


def test_seeds_are_drawn_and_ports_belong_to_one_process():
    plan = MatchPlan("leduc", ("acpc:true", "call"), 10)
    assert choose_seed(None, plan, None) != choose_seed(None, plan, None)
    assert find_agent("acpc:true").entry.is_portable
    assert not find_agent("acpc:localhost:1").entry.is_portable
    assert len(find_agent("acpc:true").fingerprint) == 64


def test_an_agent_that_was_closed_says_so():
    from equipoise.agents.agent import HandStarted
    from equipoise.games import find_game

    agent = RemoteAgent(Limits(), words=("true",))
    agent.close()
    with pytest.raises(HostEnded, match="its connection is closed"):
        agent.observe(HandStarted(find_game("leduc"), 0, 0, ("a", "b")))
    assert issubclass(HostEnded, HostedFault) and os.name == "posix"
