"""The dealer with clients over real sockets: bytes, scores, logs, duplicate play."""

import re
import subprocess
import sys
import threading
from dataclasses import replace
from fractions import Fraction
from zlib import crc32

import pytest
from tests.formats.playouts import play
from tests.interfaces.acpc.tables import (
    PATIENCE,
    Dealing,
    Script,
    calls,
    expected_bytes,
    reply,
    terms_for,
)

from equipoise.agents.registry import find_agent
from equipoise.base.errors import InputError
from equipoise.formats import read_log, write_match_state
from equipoise.formats.acpc.hand_text import CardTexts
from equipoise.formats.acpc.state import betting_text
from equipoise.formats.replay import replay_files
from equipoise.games import find_game
from equipoise.games.dealing import HandCards
from equipoise.interfaces.acpc.client import Client
from equipoise.interfaces.acpc.ports import Ports
from equipoise.interfaces.acpc.terms import Clocks
from equipoise.interfaces.cli.main import run
from equipoise.matches.betting_cache import PARTS, BettingNode
from equipoise.matches.dealing import deal_hands

GAMES = (
    "kuhn",
    "leduc",
    "leduc-nolimit:12",
    "holdem-limit:2p",
    "holdem-nolimit:100bb",
    "holdem-limit:3p",
    "holdem-nolimit:100bb,6p",
    "holdem-limit:10p",
)


def play_agents(terms, agents, log=None, seed=0):
    """A match of our dealer with our clients, which are told the game by it; what each won."""
    results = [None] * len(agents)

    def run(number, port):
        client = Client(find_agent(agents[number]), None, seed=seed + number)
        results[number] = client.play("127.0.0.1", port)

    with Dealing(terms, log) as dealing:
        threads = [
            threading.Thread(target=run, args=(number, port), daemon=True)
            for number, port in enumerate(dealing.ports.numbers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
    assert dealing.error is None
    return dealing.result, results


@pytest.mark.parametrize("game", GAMES)
def test_states_are_those_of_the_readable_writer(game):
    """Texts of cards and betting that are kept beside the slow twin, at every point of a hand."""
    rules = find_game(game)
    texts = CardTexts(rules)
    for seed in range(20):
        states = play(rules, seed)
        last = states[-1]
        board = last.board + tuple(
            card
            for card in rules.deck.cards
            if card not in last.board and card not in sum(last.hole, ())
        )
        text = texts.hand(HandCards(last.hole, board[: rules.board_cards], last.up))
        node = BettingNode.start(rules)
        for state in states:
            while sum(map(len, node.history)) < sum(map(len, state.history)):
                made = [move.action for moves in state.history for move in moves]
                node = node.after(made[sum(map(len, node.history))])
            assert node.line == betting_text(state)
            for position in range(rules.players):
                shown = node.betting.show_order() if state.is_over else ()
                cards = (
                    text.shown(position, shown, node.rounds)
                    if state.is_over
                    else text.seen_by(position, node.rounds)
                )
                line = f"MATCHSTATE:{position}:7:{node.line}:{cards.decode()}"
                assert line == write_match_state(state, position, 7)


def test_a_client_that_sends_byte_by_byte(tmp_path):
    """Every byte in a packet of its own; every byte received is what the protocol says."""
    log = tmp_path / "test.log"

    class Slow(Script):
        def send(self, data):
            for place in range(len(data)):
                self.connection.sendall(data[place : place + 1])

    def raises(asked, state):
        return reply(state, ("r6", "c", "r20", "c", "c", "f")[asked % 6])

    with Dealing(terms_for(hands=20), log) as dealing:
        slow, quick = Slow(dealing, 0, raises), Script(dealing, 1, calls)
    slow.join(PATIENCE)
    quick.join(PATIENCE)
    assert dealing.error is None and dealing.result is not None
    assert slow.seen == expected_bytes(log, "p1")
    assert quick.seen == expected_bytes(log, "p2")
    assert slow.seen.startswith(b"MATCHSTATE:0:0::") and b"\n" not in slow.seen.replace(
        b"\r\n", b""
    )
    # seat 0 is position 0 in hand 0 and moves by one a hand
    states = slow.seen.decode().splitlines()
    assert {(s.split(":")[1], int(s.split(":")[2]) % 2) for s in states} == {("0", 0), ("1", 1)}


def test_a_bare_line_feed_and_comments_are_taken(tmp_path):
    def answers(asked, state):
        return b"# thinking\n;\r\n" + reply(state, "c", b"\n")

    with Dealing(terms_for(hands=4), tmp_path / "test.log") as dealing:
        Script(dealing, 0, answers, b"VERSION:2.0.0\n")
        Script(dealing, 1, calls)
    assert dealing.error is None and dealing.warnings == []


@pytest.mark.parametrize("game", GAMES)
def test_logged_and_replayed_results_are_the_same(game, tmp_path):
    rules = find_game(game)
    log = tmp_path / "test.log"
    agents = ["random"] * (rules.players - 1) + ["raise"]
    hands = 150 if rules.players < 6 else 40
    dealt, results = play_agents(terms_for(game, hands, seed=5), agents, log)
    tally = replay_files([log])
    assert (tally.hands, tally.ok, tally.compared) == (hands, hands, hands)
    assert not tally.failures and not tally.scores and not tally.notes
    # the clients have counted the same, each from what it saw
    assert [result.hands for result in results] == [hands] * rules.players
    assert [result.won for result in results] == pytest.approx([t / PARTS for t in dealt.totals])
    assert sum(dealt.totals) == 0
    assert all(result.game == game and not result.faults.total for result in results)


def test_ten_thousand_hands_without_a_difference(tmp_path):
    """Leduc between two clients in plain sockets that fold, call and raise by a checksum."""
    log = tmp_path / "test.log"
    over = [0, 0]

    class Quick(Script):
        def _play(self):
            rest, hand = b"", b""
            while data := self.connection.recv(65536):
                *lines, rest = (rest + data).split(b"\r\n")
                for state in lines:
                    _, position, number, betting, _ = state.split(b":")
                    made = len(betting.rpartition(b"/")[2])
                    called = b"/" in betting and made > 1 and betting[-1:] == b"c"
                    if b"f" in betting or called:
                        assert number != hand
                        hand = number
                        over[self.player] += 1
                    elif made % 2 == int(position):
                        action = b"ccrf"[crc32(state) % 4 :][:1]
                        self.send(state + b":" + action + b"\r\n")

    with Dealing(terms_for("leduc", 10_000, seed=3), log) as dealing:
        clients = [Quick(dealing, player, None) for player in (0, 1)]
    for client in clients:
        client.join(PATIENCE)
    assert dealing.error is None and over == [10_000, 10_000]
    counts = dealing.result.seatings[0]
    assert all(seat.invalid > 1000 for seat in counts)  # folds that owe nothing, raises past four
    assert len(dealing.warnings) == sum(seat.invalid for seat in counts)
    tally = replay_files([log])
    assert (tally.hands, tally.ok, tally.compared) == (10_000,) * 3
    assert not tally.failures and not tally.scores and not tally.disagreements
    assert sum(dealing.result.totals) == 0


def test_cards_are_those_of_a_match_with_the_same_seed(tmp_path):
    log = tmp_path / "test.log"
    terms = terms_for("holdem-limit:2p", 30, seed=9)
    play_agents(terms, ["call", "call"], log)
    dealt = deal_hands(terms.rules, 9, 0, 30).hands
    for record, cards in zip(
        read_log(log.read_text(encoding="ascii"), terms.rules).records, dealt, strict=True
    ):
        assert (record.hole, record.board) == (cards.hole, cards.board)


def test_the_log_has_the_header_and_score_of_the_reference_dealer(tmp_path):
    log = tmp_path / "test.log"
    dealt, _ = play_agents(terms_for(hands=7, clocks=Clocks()), ["call", "raise"], log)
    lines = log.read_text(encoding="ascii").splitlines()
    assert lines[:4] == [
        "# name/game/hands/seed test holdem-nolimit:100bb 7 1",
        "#--t_response 600000",
        "#--t_hand 600000",
        "#--t_per_hand 7000",
    ]
    assert lines[4] == "# GAMEDEF" and "# END GAMEDEF" in lines
    assert [line.split(":")[1] for line in lines if line.startswith("STATE")] == list("0123456")
    totals = [Fraction(total, PARTS) for total in dealt.totals]
    assert lines[-1] == f"SCORE:{float(totals[0]):g}|{float(totals[1]):g}:p1|p2"


def test_thirds_of_a_pot_are_written_with_six_decimals():
    from equipoise.interfaces.acpc.log import score_line

    assert score_line([PARTS // 3, -PARTS // 2, 5 * PARTS // 6 - PARTS // 3 * 2], "abc") == (
        "SCORE:0.333333|-0.5|0.166667:a|b|c"
    )


@pytest.mark.parametrize(("game", "seatings"), [("leduc", 2), ("holdem-limit:4p", 4)])
def test_duplicate_play_swaps_seats_with_the_same_cards(game, seatings, tmp_path):
    log = tmp_path / "test.log"
    terms = terms_for(game, 20, seed=2, duplicate=True)
    players = terms.rules.players
    with Dealing(terms, log) as dealing:

        def run(port):
            client = Client(find_agent("call"))
            for _ in range(seatings):
                client.play("127.0.0.1", port)

        for port in dealing.ports.numbers:
            threading.Thread(target=run, args=(port,), daemon=True).start()
    assert dealing.error is None
    logs = [
        read_log((tmp_path / f"test-{n + 1}.log").read_text(encoding="ascii"))
        for n in range(seatings)
    ]
    for records in zip(*(one.records for one in logs), strict=True):
        assert len({(record.hole, record.board) for record in records}) == 1
        for position in range(players):  # everybody holds every hand once
            assert sorted(record.names[position] for record in records) == sorted(terms.players)
    # who plays the same breaks even over the seatings, in every deal and so in the match
    assert dealing.result.totals == [0] * players
    assert any(any(one.score.totals) for one in logs)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": ("a",)}, "1 players"),
        ({"players": ("a", "a")}, "two players are called a"),
        ({"players": ("a", "b c")}, "cannot stand in a log"),
        ({"players": ("a", "b|")}, "cannot stand in a log"),
        ({"name": "a:b"}, "cannot stand in a log"),
        ({"hands": 0}, "0 hands"),
        ({"seed": -1}, "a seed of -1"),
        ({"rules": find_game("jamfold:10bb")}, "a .game file cannot express"),
    ],
)
def test_terms_that_no_match_can_have(change, words):
    with pytest.raises(InputError, match=re.escape(words)):
        replace(terms_for(), **change)


@pytest.mark.parametrize("clock", ["action", "hand", "per_hand"])
def test_clocks_run_forward(clock):
    with pytest.raises(InputError, match="0 seconds"):
        Clocks(**{clock: 0})


def test_ports_are_of_this_machine_and_free():
    ports = Ports("127.0.0.1", (), 2)
    try:
        assert all(s.getsockname()[0] == "127.0.0.1" for s in ports._sockets)
        with pytest.raises(InputError, match="cannot listen there"):
            Ports("127.0.0.1", ports.numbers, 2)
        with pytest.raises(InputError, match="3 ports"):
            Ports("127.0.0.1", (1, 2, 3), 2)
        with pytest.raises(InputError, match="cannot listen there"):
            Ports("no.such.host.invalid", (), 2)
    finally:
        ports.close()


def test_a_log_is_never_written_over(tmp_path):
    log = tmp_path / "test.log"
    log.write_text("mine", encoding="ascii")
    with Dealing(terms_for(), log) as dealing:
        pass
    assert isinstance(dealing.error, InputError) and "is there already" in str(dealing.error)
    assert log.read_text(encoding="ascii") == "mine"


def test_the_command_lines_as_start_scripts_use_them(tmp_path):
    """Ports first, the score last; a script in the form that servers start; one agent a match."""
    command = [sys.executable, "-m", "equipoise", "acpc"]
    made = subprocess.run(
        [*command, "script", "call", "--out", str(tmp_path / "startme.sh")],
        check=True, capture_output=True, encoding="utf-8", timeout=60,
    )  # fmt: skip
    assert made.stdout.strip() == str(tmp_path / "startme.sh")
    log = tmp_path / "match.log"
    dealer = subprocess.Popen(
        [*command, "deal", "leduc", "--hands", "50", "--seed", "4", "--players", "Ann", "Bob",
         "--log", str(log), "--start-seconds", "60"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    ports = dealer.stdout.readline()
    assert re.fullmatch(r"\d+ \d+\n", ports)
    first, second = ports.split()
    clients = [
        subprocess.Popen([*words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        for words in (
            [str(tmp_path / "startme.sh"), "127.0.0.1", first],
            [*command, "play", "random", "localhost", second, "--seed", "1"],
        )
    ]
    out, err = dealer.communicate(timeout=60)
    assert dealer.returncode == 0, err
    assert re.fullmatch(r"SCORE:(-?[0-9.]+)\|(-?[0-9.]+):Ann\|Bob\n", out)
    assert log.read_text(encoding="ascii").splitlines()[-1] == out.strip()
    for client in clients:
        told, complaints = client.communicate(timeout=60)
        assert client.returncode == 0 and "leduc: 50 hands" in told and complaints == ""
    assert replay_files([log]).ok == 50


def test_what_the_command_says_of_a_client_that_answers_wrongly(capsys):
    """Ports and the score on stdout; messages, the first warnings and the counts on stderr."""
    free = Ports("127.0.0.1", (), 2)
    numbers = free.numbers
    free.close()
    words = ["acpc", "deal", "holdem-nolimit:100bb", "--hands", "10", "--seed", "1", "--messages"]
    words += ["--ports", ",".join(map(str, numbers)), "--players", "Ann", "Bob"]
    codes = []
    dealer = threading.Thread(target=lambda: codes.append(run(words)), daemon=True)
    dealer.start()
    wrong = threading.Thread(
        target=lambda: Wrong(find_agent("call"), find_game("holdem-nolimit:100bb")).play(
            "127.0.0.1", numbers[0], PATIENCE
        ),
        daemon=True,
    )
    wrong.start()
    Client(find_agent("call"), find_game("holdem-nolimit:100bb")).play(
        "127.0.0.1", numbers[1], PATIENCE
    )
    wrong.join(PATIENCE)
    dealer.join(PATIENCE)
    out, err = capsys.readouterr()
    assert codes == [0]
    assert re.fullmatch(rf"{numbers[0]} {numbers[1]}\nSCORE:\S+:Ann\|Bob\n", out)
    assert re.search(r"^TO 1 at \d+\.\d{6} MATCHSTATE:0:0::", err, re.MULTILINE)
    assert re.search(r"^FROM 2 at \d+\.\d{6} MATCHSTATE:1:0::\|\w{4}:c$", err, re.MULTILINE)
    assert err.count("warning: player 1 (Ann): hand") == 20  # of 40
    assert "warning: player 1 (Ann): more is not shown" in err
    assert "player 1 (Ann): 40 invalid actions changed to calls" in err
    assert "# name/game/hands/seed match holdem-nolimit:100bb 10 1" in err


class Wrong(Client):
    """Answers what no dealer can read."""

    def _hear(self, table, player, follower, line, connection):
        list(follower.hear(line))
        if follower.is_my_turn:
            connection.queue(f"{line}:?\r\n".encode())
            connection.send()
