"""Our agents as clients: of a scripted dealer that follows the protocol, and of our own."""

import random
import re
import socket
import threading
from dataclasses import replace

import pytest
from tests.interfaces.acpc.tables import PATIENCE, Dealing, Script, calls, terms_for

from equipoise.agents.agent import Agent, HandEnded, HandStarted, MoveMade
from equipoise.agents.registry import find_agent, register
from equipoise.agents.remote.game_query import answer, answering, ask_game, game_answer
from equipoise.base.errors import InputError, UnsolvedError
from equipoise.formats import read_game, read_log
from equipoise.games import Action, find_game
from equipoise.interfaces.acpc.client import Client, told_game
from equipoise.interfaces.acpc.follow import Follower
from equipoise.interfaces.cli.main import run

NOLIMIT = read_game(
    """GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 20000 20000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF"""
)


class FakeDealer(threading.Thread):
    """Sends lines, and after each that has a reply expects exactly its bytes."""

    def __init__(self, lines, opening=b"VERSION:2.0.0\r\n"):
        super().__init__(daemon=True)
        self.lines, self.opening, self.wrong = lines, opening, None
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.start()

    def run(self):
        connection, _ = self.listening.accept()
        with self.listening, connection:
            connection.settimeout(PATIENCE)
            self._expect(connection, self.opening)
            for line, action in self.lines:
                connection.sendall(line.encode() + b"\r\n")
                if action is not None:
                    self._expect(connection, f"{line}:{action}\r\n".encode())

    def _expect(self, connection, expected):
        seen = b""
        while len(seen) < len(expected) and (data := connection.recv(65536)):
            seen += data
        if seen != expected and self.wrong is None:
            self.wrong = seen, expected


def play(agent, lines, game, **more):
    """Play a script; what the client has to say, and the dealer's complaint."""
    dealer = FakeDealer(lines)
    try:
        return Client(find_agent(agent), game, **more).play("127.0.0.1", dealer.port)
    finally:
        dealer.join(PATIENCE)
        assert dealer.wrong is None, dealer.wrong


def test_heads_up_no_limit():
    """The small blind is the button and acts first before the flop, last after it; an all-in."""
    lines = [
        ("# welcome", None),
        ("MATCHSTATE:0:0::9s8h|", None),
        ("MATCHSTATE:0:0:c:9s8h|", "r300"),
        ("MATCHSTATE:0:0:cr300:9s8h|", None),
        ("MATCHSTATE:0:0:cr300c/:9s8h|/8c8d5c", "r900"),
        ("MATCHSTATE:0:0:cr300c/r900:9s8h|/8c8d5c", None),
        ("MATCHSTATE:0:0:cr300c/r900f:9s8h|/8c8d5c", None),
        ("; a comment in between", None),
        ("MATCHSTATE:1:1::|JdTc", "r300"),
        ("MATCHSTATE:1:1:r300:|JdTc", None),
        ("MATCHSTATE:1:1:r300r20000:|JdTc", "c"),
        ("MATCHSTATE:1:1:r300r20000c///:KsJs|JdTc/6dJc9c/Kh/Qc", None),
    ]
    result = play("raise", lines, NOLIMIT)
    assert result.hands == 2 and not result.faults.total
    assert result.won == 300 + 20000  # a straight beats two pairs


def test_three_players_with_a_limit():
    lines = [
        ("MATCHSTATE:2:55::||AsTs", "r"),
        ("MATCHSTATE:2:55:r:||AsTs", None),
        ("MATCHSTATE:2:55:rc:||AsTs", None),
        ("MATCHSTATE:2:55:rcc/:||AsTs/4cJh8h", None),
        ("MATCHSTATE:2:55:rcc/r:||AsTs/4cJh8h", None),
        ("MATCHSTATE:2:55:rcc/rf:||AsTs/4cJh8h", "r"),
        ("MATCHSTATE:2:55:rcc/rfr:||AsTs/4cJh8h", None),
        ("MATCHSTATE:2:55:rcc/rfrf:||AsTs/4cJh8h", None),
        ("MATCHSTATE:0:90::Ad6h||", None),
        ("MATCHSTATE:0:90:f:Ad6h||", "r"),
        ("MATCHSTATE:0:90:fr:Ad6h||", None),
        ("MATCHSTATE:0:90:frf:Ad6h||", None),
    ]
    result = play("raise", lines, find_game("holdem-limit:3p"))
    assert result.hands == 2 and result.won == (4 + 4 + 2) + 2


def test_what_the_dealer_made_of_an_answer_counts():
    """An answer that a dealer changes is followed as it was changed."""
    lines = [
        ("MATCHSTATE:1:0::|JdTc", "r300"),
        ("MATCHSTATE:1:0:c:|JdTc", None),
        ("MATCHSTATE:1:0:cr200:|JdTc", "r600"),
        ("MATCHSTATE:1:0:cr200f:|JdTc", None),
    ]
    assert play("raise", lines, NOLIMIT).won == -100


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("MATCHSTATE:0:0:r3:9s8h|", "below the minimum"),
        ("MATCHSTATE:2:0::9s8h|", "there is no position 2"),
        ("MATCHSTATE:0:0:c:|9s8h", "one's own cards are missing"),
        ("MATCHSTATE:0:0:cc/:9s8h|", "0 cards on the board; 3 are dealt"),
        ("MATCHSTATE:0:0:c:9s8h|||", "4 hands"),
        ("MATCHSTATE:0:0:cc:9s8h|/8c8d5c", "by the rules the betting is 'cc/'"),
        ("MATCHSTATE:0:0:r:9s8h|", "a raise without a size"),
        ("STATE:0:0", "not a match state"),
    ],
)
def test_states_that_do_not_fit_the_game_are_named(line, words):
    with pytest.raises(InputError, match=re.escape(words)):
        play("call", [(line, None)], NOLIMIT)
    follower = Follower(NOLIMIT)
    list(follower.hear("MATCHSTATE:0:0:c:9s8h|"))
    with pytest.raises(InputError, match="the betting was 'c' before"):
        list(follower.hear("MATCHSTATE:0:0:r300:9s8h|"))
    with pytest.raises(InputError, match="position 1 in a hand that was dealt to 0"):
        list(follower.hear("MATCHSTATE:1:0:c:9s8h|"))


def test_damaged_states_are_input_errors():
    """Whatever a dealer sends, the client says what is wrong with it, and nothing else happens."""
    rng = random.Random(1)
    line = "MATCHSTATE:1:1:r300r900c/r1800r3600c/c:|JdTc/6dJc9c/Kh"
    letters = "MATCHSTE0123456789:|/fcrAKQJThdcs \x00é"
    problems = []
    for _ in range(3000):
        place, length = rng.randrange(len(line)), rng.choice((0, 1, 1, 2, 9))
        noise = "".join(rng.choice(letters) for _ in range(rng.choice((0, 1, 1, 3))))
        follower = Follower(NOLIMIT)
        try:
            list(follower.hear(line[:place] + noise + line[place + length :]))
        except InputError as error:
            problems.append(str(error))
    assert 1000 < len(problems) < 3000 and not any("\n" in problem for problem in problems)


def test_a_dealer_that_ends_in_the_middle_of_a_hand():
    with pytest.raises(UnsolvedError, match="in hand 3"):
        play("call", [("MATCHSTATE:0:3::9s8h|", None)], NOLIMIT)
    with pytest.raises(UnsolvedError, match="before the first hand"):
        play("call", [], NOLIMIT)


def test_a_game_that_nobody_names_is_assumed_with_a_warning():
    heard = []
    result = play("call", [("MATCHSTATE:2:0:ff:||JdTc", None)], None, warn=heard.append)
    assert result.game == "holdem-nolimit:100bb,3p" and result.won == 0
    assert len(heard) == 1 and "holdem-nolimit:100bb,3p is assumed" in heard[0]


def test_a_stored_strategy_knows_its_game(tmp_path):
    """The jack of Kuhn, which folds to a bet, is a queen in ACPC text."""
    strategy = tmp_path / "kuhn"
    assert run(["solve", "kuhn", "--method", "lp", "--out", str(strategy)]) == 0
    lines = [
        ("MATCHSTATE:1:0::|Qs", None),
        ("MATCHSTATE:1:0:r:|Qs", "f"),
        ("MATCHSTATE:1:0:rf:|Qs", None),
    ]
    dealer = FakeDealer(lines)
    result = Client(find_agent(str(strategy))).play("127.0.0.1", dealer.port)
    dealer.join(PATIENCE)
    assert (dealer.wrong, result.won, result.game) == (None, -1.0, "kuhn")


@pytest.mark.parametrize("game", ["leduc", "holdem-limit:4p", "holdem-nolimit:100bb"])
def test_a_game_that_was_told_is_the_game(game):
    text = game_answer(find_game(game)).decode()
    assert told_game(text) == find_game(game)
    first, rest = text.split("\n", 1)
    other = told_game(f"{first.replace(game, 'leduc:x')}\n{rest}")  # a name that we do not know
    assert replace(other, name=game) == replace(told_game(rest), name=game)
    assert other.players == find_game(game).players


def test_questions_are_answered_to_whoever_asks_right():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        assert ask_game("127.0.0.1", port) is None  # nobody answers
        questions = answering(listening)
        assert answering(listening) is None  # taken
        with questions, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect(("127.0.0.1", port))
            asking.settimeout(0.1)
            for wrong in (b"", b"which game?", b"equipoise: which game?", b"x" * 5000):
                asking.send(wrong)
                answer(questions, b"leduc")
                with pytest.raises(TimeoutError):
                    asking.recv(100)
            answer(questions, b"leduc")  # nothing was asked
    assert ask_game("no.such.host.invalid", 1) is None


class Listening(Agent):
    """Calls, and keeps what it hears."""

    remembers = True
    made = 0

    def __init__(self):
        type(self).made += 1
        self.heard = []

    def observe(self, event):
        self.heard.append(event)

    def act(self, observation, rng):
        return Action.call()


def test_one_agent_hears_the_whole_match(tmp_path):
    """The same events as at a table here, hand by hand, and the results of the log."""
    made = []

    @register("listening", "calls")
    def make():
        made.append(Listening())
        return made[-1]

    log = tmp_path / "test.log"
    with Dealing(terms_for("holdem-limit:2p", hands=30), log) as dealing:
        Script(dealing, 1, calls)
        client = Client(find_agent("listening"))
        client.play("127.0.0.1", dealing.ports.numbers[0])
    assert len(made) == 1
    heard = made[0].heard
    records = read_log(log.read_text(encoding="ascii"), find_game("holdem-limit:2p")).records
    for record in records:
        start, *moves = heard[: len(record.actions) + 1]
        end = heard[len(record.actions) + 1]
        heard = heard[len(record.actions) + 2 :]
        position = record.names.index("p1")
        assert isinstance(start, HandStarted) and isinstance(end, HandEnded)
        assert (start.hand, start.position) == (int(record.hand), position)
        assert start.names == (("me", "opponent1") if position == 0 else ("opponent1", "me"))
        assert all(isinstance(move, MoveMade) for move in moves)
        assert tuple(move.move.action for move in moves) == record.actions
        assert end.payoffs == record.payoffs
        assert dict(end.shown) == dict(enumerate(record.hole))
        assert end.observation.hole == record.hole[position]
    assert heard == []


def test_an_agent_that_fails_checks_or_folds_and_is_charged():
    @register("failing", "fails")
    class Failing(Listening):
        def act(self, observation, rng):
            raise RuntimeError("no idea")

    lines = [
        ("MATCHSTATE:0:0:c:9s8h|", "c"),
        ("MATCHSTATE:0:0:cc/:9s8h|/8c8d5c", "c"),
        ("MATCHSTATE:0:0:cc/cr300:9s8h|/8c8d5c", "f"),
        ("MATCHSTATE:0:0:cc/cr300f:9s8h|/8c8d5c", None),
    ]
    result = play("failing", lines, NOLIMIT)
    assert result.faults.counts == {"crash": 3} and "no idea" in result.faults.first
    assert result.won == -100


def test_bad_input_is_one_line(capsys):
    for arguments, words in (
        (["play", "call", "127.0.0.1", "1"], "cannot connect"),
        (["play", "nobody", "127.0.0.1", "1"], "unknown agent"),
        (["deal", "leduc", "--players", "a"], "1 players for leduc"),
        (["deal", "jamfold:10bb"], "a .game file cannot express"),
        (["deal", "leduc", "--ports", "1,x"], "--ports"),
        (["deal", "leduc", "--on-leave", "cry"], "--on-leave"),
        (["deal", "leduc", "--hands", "0"], "--hands"),
        (["deal", "leduc", "--host", "no.such.host.invalid"], "cannot listen"),
        (["deal", "leduc", "--log", "no-such-folder/match.log"], "--log"),
        (["script", "nobody"], "unknown agent"),
        (["script", "call", "--out", "no-such-folder/startme.sh"], "--out"),
    ):
        assert run(["acpc", *arguments]) == 2
        out, err = capsys.readouterr()
        assert out == "" and words in err and len(err.splitlines()) == 1
