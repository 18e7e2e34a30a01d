"""Clients that hang, send garbage, half a line or a megabyte, or leave: each by the match's rules."""

import contextlib
import socket
import threading
import time

import pytest
from tests.interfaces.acpc.tables import (
    PATIENCE,
    VERSION,
    Dealing,
    Script,
    calls,
    expected_bytes,
    reply,
    terms_for,
)

from equipoise.base.errors import UnsolvedError
from equipoise.formats import read_log
from equipoise.formats.replay import replay_files
from equipoise.interfaces.acpc.dealer import deal_match
from equipoise.interfaces.acpc.ports import Ports
from equipoise.interfaces.acpc.terms import Clocks
from equipoise.matches.betting_cache import PARTS

MEGABYTE = 1 << 20


def deal(answers, tmp_path, hands=6, **more):
    """A match against a caller; ``answers`` is what the first player does."""
    terms = terms_for(hands=hands, **more)
    with Dealing(terms, tmp_path / "test.log") as dealing:
        hostile = Script(dealing, 0, answers)
        honest = Script(dealing, 1, calls)
    honest.join(PATIENCE)
    assert not honest.is_alive()
    dealing.honest, dealing.hostile = honest, hostile
    return dealing


@pytest.mark.parametrize(
    "garbage",
    [
        b"hello\r\n",
        b"\r\n\n\n",
        b"\x00\xff\xfe" * 50 + b"\r\n",
        b"MATCHSTATE:0:0:\r\n",
        b"MATCHSTATE:9:9:ccccc:AsAs|AsAs:c\r\n",
        b"x" * MEGABYTE + b"\r\n",
        b"x" * (3 * MEGABYTE + 7) + b"\n",
        b"MATCHSTATE:" * 5000 + b":c\r\n",
        b"\x1b[2J\x07\r\n" * 2000,
    ],
)
def test_garbage_before_an_answer_changes_nothing(garbage, tmp_path):
    """Lines that answer nothing are ignored with a warning, however long they are."""
    dealing = deal(lambda asked, state: garbage + reply(state, "c"), tmp_path)
    assert dealing.error is None
    assert dealing.warnings and all(player == 0 for player, _ in dealing.warnings)
    assert all(len(words) < 300 and words.isprintable() for _, words in dealing.warnings)
    assert dealing.honest.seen == expected_bytes(tmp_path / "test.log", "p2")
    assert replay_files([tmp_path / "test.log"]).ok == 6
    assert not any(seat.invalid for seat in dealing.result.seatings[0])


def test_answers_to_other_states_are_ignored(tmp_path):
    def answers(asked, state):
        head, hand, *rest = state.split(":", 3)
        other = f"{head}:{hand}:{int(rest[0]) + 1}:{rest[1]}"
        return reply(other, "r200") + reply(state, "c")

    dealing = deal(answers, tmp_path)
    assert dealing.error is None and "ignored" in dealing.warnings[0][1]
    for record in read_log((tmp_path / "test.log").read_text(encoding="ascii")).records:
        assert all(action.kind == "call" for action in record.actions)


@pytest.mark.parametrize(
    ("action", "played", "invalid", "resized"),
    [
        ("", "c", 1, 0),
        ("x", "c", 1, 0),
        ("r", "c", 1, 0),  # no size
        ("rr", "c", 1, 0),
        ("raise", "c", 1, 0),
        ("r3", "r4", 0, 1),  # below the minimum
        ("r-7", "r4", 0, 1),
        ("r0", "r4", 0, 1),
        ("r999", "r200", 0, 1),
        ("r" + "9" * 5000, "r200", 0, 1),
        ("r6 and more", "r6", 0, 0),
        ("call", "c", 0, 0),
        ("fold", "f", 0, 0),
    ],
)
def test_actions_are_corrected_and_counted_as_the_reference_dealer_does(
    action, played, invalid, resized, tmp_path
):
    """Seat 0 opens the second hand: sizes are moved to a legal one, all else becomes a call."""

    def answers(asked, state):
        return reply(state, action if state.split(":")[2:4] == ["1", ""] else "c")

    dealing = deal(answers, tmp_path, hands=2)
    counts = dealing.result.seatings[0][0]
    assert (counts.invalid, counts.resized) == (invalid, resized)
    line = (tmp_path / "test.log").read_text(encoding="ascii").splitlines()[-2]
    betting = line.split(":")[2]
    assert betting.startswith(played) and not betting[len(played) :][:1].isdigit()
    assert len(dealing.warnings) == invalid + resized
    assert replay_files([tmp_path / "test.log"]).ok == 2


def test_an_answer_without_an_action_is_a_call(tmp_path):
    dealing = deal(lambda asked, state: state.encode() + b"\r\n", tmp_path, hands=1)
    assert dealing.result.seatings[0][0].invalid == 4


def test_folds_that_owe_nothing_and_sizes_of_a_limit_game_become_calls(tmp_path):
    dealing = deal(lambda asked, state: reply(state, "f"), tmp_path, hands=1)
    assert dealing.result.seatings[0][0].invalid == 4  # the big blind is called to the end
    other = tmp_path / "limit"
    other.mkdir()
    dealing = deal(lambda asked, state: reply(state, "r4"), other, hands=1, game="holdem-limit:2p")
    assert dealing.result.seatings[0][0].invalid == 4


def test_a_line_that_comes_in_halves_is_one_line(tmp_path):
    class Halves(Script):
        def send(self, data):
            self.connection.sendall(data[:10])
            time.sleep(0.01)
            self.connection.sendall(data[10:])

    with Dealing(terms_for(hands=3), tmp_path / "test.log") as dealing:
        Halves(dealing, 0, calls)
        Script(dealing, 1, calls)
    assert dealing.error is None and dealing.warnings == []


@pytest.mark.parametrize("last", [b"", b"MATCHSTATE:0:", b"x" * MEGABYTE])
def test_a_client_that_leaves_checks_or_folds_to_the_end(last, tmp_path):
    """Its opponent plays on, and the match has a score."""

    def leaves(asked, state):
        if asked == 6:
            client.connection.sendall(last)
            return None
        return reply(state, "c")

    with Dealing(terms_for(hands=20), tmp_path / "test.log") as dealing:
        client = Script(dealing, 0, leaves)
        honest = Script(dealing, 1, calls)
    honest.join(PATIENCE)
    counts = dealing.result.seatings[0][0]
    assert counts.out == "left" and counts.forfeited > 0
    assert honest.seen == expected_bytes(tmp_path / "test.log", "p2")
    tally = replay_files([tmp_path / "test.log"])
    assert (tally.ok, tally.hands, tally.scores) == (20, 20, [])
    # from then on it pays a blind each hand or checks the hand down
    log = read_log((tmp_path / "test.log").read_text(encoding="ascii"))
    for record in log.records[3:]:
        place = record.names.index("p1")
        assert record.actions[0].kind == "fold" if place == 1 else record.payoffs[place] >= -2


def test_a_client_that_leaves_aborts_the_match_where_that_is_asked_for(tmp_path):
    def leaves(asked, state):
        return reply(state, "c") if asked < 10 else None

    dealing = deal(leaves, tmp_path, on_leave="abort")
    assert isinstance(dealing.error, UnsolvedError)
    assert "player 1 (p1) left in hand 2; the match is aborted" in str(dealing.error)
    text = (tmp_path / "test.log").read_text(encoding="ascii")
    assert ("SCORE" not in text and text.endswith("p1|p2\n")) or text.endswith("p2|p1\n")
    assert replay_files([tmp_path / "test.log"]).ok == 2


def test_a_match_whose_clients_have_all_left_has_no_score(tmp_path):
    with Dealing(terms_for(hands=20), tmp_path / "test.log") as dealing:
        Script(dealing, 0, lambda asked, state: None)
        Script(dealing, 1, lambda asked, state: None)
    assert "the last client" in str(dealing.error)


def hangs(asked, state):
    return reply(state, "c") if asked < 6 else b""


@pytest.mark.parametrize(
    ("clocks", "words"),
    [
        (Clocks(0.7, 20, 20), "took more than 0.7 s for an action in hand 1"),
        (Clocks(20, 0.7, 20), "took more than 0.7 s for a hand in hand 1"),
        (Clocks(20, 20, 0.2), "took more than 1.2 s for the match in hand 1"),
    ],
)
def test_a_client_that_hangs_ends_the_match_without_a_score(clocks, words, tmp_path):
    """As the reference dealer does, whichever clock has run down; the hands before are logged."""
    dealing = deal(hangs, tmp_path, clocks=clocks)
    assert isinstance(dealing.error, UnsolvedError) and words in str(dealing.error)
    text = (tmp_path / "test.log").read_text(encoding="ascii")
    assert "SCORE" not in text and replay_files([tmp_path / "test.log"]).ok == 1


def test_a_client_that_hangs_forfeits_where_that_is_asked_for(tmp_path):
    dealing = deal(hangs, tmp_path, clocks=Clocks(0.7, 20, 20), on_timeout="forfeit")
    assert dealing.error is None and dealing.result.seatings[0][0].forfeited > 0
    assert replay_files([tmp_path / "test.log"]).ok == 6


class Answering(Script):
    """Answers every state at once, asked or not, in a game of any number of players."""

    def _play(self):
        asked, rest = 0, b""
        while data := self.connection.recv(65536):
            self.seen += data
            *lines, rest = (rest + data).split(b"\r\n")
            for state in filter(None, lines):
                answer = self.answers(asked, state.decode())
                if answer is None:
                    return
                self.send(answer)
                asked += 1


def test_ten_players_one_leaves_one_hangs_one_talks_nonsense(tmp_path):
    """The others play on, see every byte that they should, and there is a score."""
    log = tmp_path / "test.log"
    terms = terms_for("holdem-limit:10p", 8, clocks=Clocks(0.7, 20, 20), on_timeout="forfeit")

    def leaves(asked, state):
        return reply(state, "c") if asked < 12 else None

    with Dealing(terms, log) as dealing:
        doers = [leaves, lambda asked, state: b"", lambda asked, state: reply(state, "x")]
        clients = [Answering(dealing, n, (doers + [calls] * 7)[n]) for n in range(10)]
    for client in clients:
        client.join(PATIENCE)
    assert dealing.error is None
    left, hung, foolish, *honest = dealing.result.seatings[0]
    assert left.out == "left" and "0.7 s for an action" in hung.out
    assert left.forfeited and hung.forfeited and foolish.invalid and not foolish.out
    assert not any(seat.out or seat.invalid or seat.resized for seat in honest)
    for number in range(3, 10):
        assert clients[number].seen == expected_bytes(log, f"p{number + 1}")
    tally = replay_files([log])
    assert (tally.ok, tally.hands, tally.scores) == (8, 8, [])


def test_whoever_connects_to_a_taken_seat_changes_nothing(tmp_path):
    with Dealing(terms_for(hands=3), tmp_path / "test.log") as dealing:
        first = Script(dealing, 0, calls)
        second = dealing.connect(0)
        second.sendall(b"garbage\r\n" + VERSION)
        other = Script(dealing, 1, calls)
        other.join(PATIENCE)
    second.close()
    first.join(PATIENCE)
    assert dealing.error is None and dealing.warnings == []
    assert first.seen == expected_bytes(tmp_path / "test.log", "p1")


@pytest.mark.parametrize("noise", [b"x", b"x\r\n", b"# busy\r\n"])
def test_a_client_that_never_stops_talking_runs_out_of_time(noise, tmp_path):
    """Bytes without an end, lines that answer nothing, and comments do not stop the clock."""

    class Flood(Script):
        def send(self, data):
            while True:
                self.connection.sendall(noise * 1000)

    with Dealing(terms_for(clocks=Clocks(0.7, 20, 20))) as dealing:
        flood = Flood(dealing, 0, calls)
        Script(dealing, 1, calls)
    flood.join(PATIENCE)
    assert "took more than 0.7 s for an action" in str(dealing.error)


def test_a_client_that_reads_nothing_runs_out_of_time():
    with Dealing(terms_for(clocks=Clocks(0.7, 20, 20))) as dealing:
        deaf = dealing.connect(0)
        deaf.sendall(VERSION)
        Script(dealing, 1, calls)
    deaf.close()
    assert "player 1 (p1) took more than 0.7 s" in str(dealing.error)


@pytest.mark.parametrize(
    ("version", "words"),
    [
        (b"hello\r\n", "its first line is 'hello'; expected VERSION:2.0.0"),
        (b"VERSION:2\r\n", "expected VERSION:2.0.0"),
        (b"\xff" * MEGABYTE, "expected VERSION:2.0.0"),
        (b"VERSION:2.0", "sent no version within 0.7 s"),
    ],
)
def test_a_first_line_that_is_no_version_ends_the_match(version, words):
    with Dealing(terms_for(clocks=Clocks(0.7, 20, 20))) as dealing:
        Script(dealing, 0, calls, version)
        Script(dealing, 1, calls)
    assert isinstance(dealing.error, UnsolvedError) and words in str(dealing.error)


def test_a_version_that_comes_byte_by_byte_for_ever_does_not_hold_the_match():
    ports = Ports("127.0.0.1", (), 2)
    ended = threading.Event()

    def drip(connection):
        with connection, contextlib.suppress(OSError):
            while not ended.wait(0.05):
                connection.sendall(b"V")

    addresses = [("127.0.0.1", number) for number in ports.numbers]
    first, second = (socket.create_connection(address, PATIENCE) for address in addresses)
    dripping = threading.Thread(target=drip, args=(first,), daemon=True)
    dripping.start()
    try:
        with second, pytest.raises(UnsolvedError, match=r"p1\) sent no version within 0.5 s"):
            deal_match(terms_for(), ports, start_seconds=0.5)
    finally:
        ended.set()
        ports.close()
        dripping.join(PATIENCE)


def test_another_version_is_played_with_a_warning():
    with Dealing(terms_for()) as dealing:
        Script(dealing, 0, calls, b"VERSION:2.1.0\r\n")
        Script(dealing, 1, calls)
    assert dealing.error is None and "speaks version 2.1.0" in dealing.warnings[0][1]


def test_a_client_that_leaves_at_once_and_one_that_never_comes():
    with Dealing(terms_for()) as dealing:
        dealing.connect(0).close()
        Script(dealing, 1, calls)
    assert "left before the first hand" in str(dealing.error)
    ports = Ports("127.0.0.1", (), 2)
    try:
        with (
            socket.create_connection(("127.0.0.1", ports.numbers[0])),
            pytest.raises(UnsolvedError, match="player 2 did not connect within 1 s"),
        ):
            deal_match(terms_for(), ports, start_seconds=1)
    finally:
        ports.close()


def test_states_reach_those_who_wait_while_somebody_thinks():
    """What the others are told does not wait for a slow answer."""
    thinking, seen = threading.Event(), threading.Event()

    def thinks(asked, state):
        thinking.set()
        assert seen.wait(PATIENCE)
        return reply(state, "c")

    with Dealing(terms_for(hands=1)) as dealing:
        opener = Script(dealing, 1, thinks)  # position 1 opens the first hand
        waiting = dealing.connect(0)
        waiting.sendall(VERSION)
        assert thinking.wait(PATIENCE)
        assert waiting.recv(100).startswith(b"MATCHSTATE:0:0::")
        seen.set()
        waiting.close()
    opener.join(PATIENCE)
    assert dealing.error is None and sum(dealing.result.totals) == 0
    assert abs(dealing.result.totals[0]) <= 2 * PARTS
