"""The command: whole files, what fails and why, exit codes, and a hand on the terminal."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from tests.formats.playouts import play
from tests.formats.test_acpc_game import LEDUC

from equipoise.formats import write_log, write_match_state, write_phhs
from equipoise.games import HandRecord, find_game
from equipoise.interfaces.cli.main import run

GOOD = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 1000, 1000]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 QsQh', 'p3 cbr 300', 'p1 cbr 1000', 'p2 f', 'p3 cc', 'd db 2c3d4h', 'd db 9s', 'd db Tc', 'p1 sm AsAh', 'p3 sm QsQh']
players = ['Ann', 'Bob', 'Cy']
finishing_stacks = [2100, 900, 0]
"""
OUT_OF_TURN = GOOD.replace("'p3 cbr 300', ", "'p1 f', ")
TOO_SMALL = GOOD.replace("cbr 300", "cbr 150")
WRONG_RESULT = GOOD.replace("2100, 900", "2000, 1000")
STUD = "variant = 'F7S'\nantes = [1, 1]\nactions = []\n"


@pytest.fixture
def cli(capsys):
    def call(*arguments):
        code = run([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


def many(*hands: str) -> str:
    return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))


def shared_data() -> Path | None:
    """The real hands beside the checkout; they are not part of the project."""
    root = Path(__file__).resolve().parents[2]
    for folder in (root.parent, root.parent.parent):
        if (folder / "shared" / "data").is_dir():
            return folder / "shared" / "data"
    return None


needs_data = pytest.mark.skipif(shared_data() is None, reason="no hand histories beside checkout")


@needs_data
def test_all_real_hands_replay(cli) -> None:
    data = shared_data()
    assert data is not None
    files = [data / "pluribus-sessions-30-53.phhs", data / "handhq-abs-50nl-1.phhs"]
    code, out, err = cli("replay", *files, "--json")
    result = json.loads(out)
    assert (code, err) == (0, "")
    counts = {key: result[key] for key in ("hands", "ok", "failed", "skipped", "failures")}
    assert counts == {"hands": 3502, "ok": 3502, "failed": 0, "skipped": 0, "failures": []}
    assert result["compared"] == 2502 + 710 and len(result["notes"]) == 9
    assert result["raked"] == 432 and result["rake"] == pytest.approx(168.55)
    assert result["largest_rake"] == 0.15


@needs_data
def test_real_hands_survive_writing() -> None:
    from equipoise.formats import check_hand, read_phh, write_phh
    from equipoise.formats.phh.read import read_fields, tables_of

    data = shared_data()
    assert data is not None
    for path in sorted(data.glob("*.phhs")):
        for fields in list(tables_of(path.read_text(encoding="utf-8"), path.name).values())[::20]:
            hand = read_fields(fields)
            text = write_phh(hand.record, hand.fields)
            back = read_phh(text)
            assert (back.record, back.note) == (hand.record, hand.note)
            assert write_phh(back.record, back.fields) == text
            assert check_hand(back.record).rake == check_hand(hand.record).rake


def test_counts_failures_and_skips(cli, tmp_path) -> None:
    path = tmp_path / "some.phhs"
    path.write_text(many(GOOD, OUT_OF_TURN, STUD, TOO_SMALL, WRONG_RESULT, GOOD), encoding="utf-8")
    code, out, err = cli("replay", path, "--json")
    result = json.loads(out)
    assert code == 2
    assert [result[key] for key in ("hands", "ok", "failed", "skipped")] == [6, 3, 2, 1]
    assert [failure["hand"] for failure in result["failures"]] == ["2", "4"]
    reasons = [failure["reason"] for failure in result["failures"]]
    assert reasons[0] == "action 4 'p1 f': p1 acts out of turn; p3 is to act"
    assert "below the minimum; legal: f, cc, cbr 200 to 1000" in reasons[1]
    [wrong] = result["disagreements"]
    assert wrong["hand"] == "5" and "Ann wins 1000; by the rules wins 1100" in wrong["reason"]
    assert result["skips"] == {"variant F7S (limit seven-card stud) is not supported": 1}
    assert err.count("\n") == 1 and f"{path}, hand 2: " in err and "(and 2 more)" in err
    code, out, _ = cli("replay", path)
    assert code == 2 and "skipped" in out and "hand 4" in out


@pytest.mark.parametrize(
    ("text", "code"), [(GOOD, 0), (WRONG_RESULT, 1), (OUT_OF_TURN, 2), (TOO_SMALL, 2), (STUD, 0)]
)
def test_exit_codes(cli, tmp_path, text: str, code: int) -> None:
    path = tmp_path / "one.phh"
    path.write_text(text, encoding="utf-8")
    outcome, _, err = cli("replay", path, "--json")
    assert outcome == code
    assert (err == "") == (code == 0) and "Traceback" not in err


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("cut.phh", GOOD[:250].encode(), "cut.phh, line 6: not TOML"),
        (
            "latin.phh",
            GOOD.replace("Ann", "Zoë").encode("latin-1"),
            "line 7: byte 0xeb is not UTF-8",
        ),
        ("empty.phh", b"", "empty.phh: is empty"),
        ("blank.log", b" \n\n", "blank.log: is empty"),
        ("none.log", b"# only comments\n", "does not name its game"),
        ("photo.png", b"hello", "has no hands in a known format"),
        ("mixed.phhs", (many(GOOD) + "\n").replace("[1]", "x = 1\n[1]").encode(), "outside a hand"),
        ("keys.phh", GOOD.replace("min_bet = 100\n", "").encode(), "min_bet is missing"),
    ],
)
def test_unreadable_files(cli, tmp_path, name: str, content: bytes, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    good = tmp_path / "good.phh"
    good.write_text(GOOD, encoding="utf-8")
    code, out, err = cli("replay", good, path, "--json")
    assert code == 2 and err.count("\n") == 1
    assert message in err and str(path) in err
    if "is missing" not in message:  # a hand without a key is a hand that failed
        assert out == ""


def test_directories_and_missing_files(cli, tmp_path) -> None:
    code, _, err = cli("replay", tmp_path)
    assert code == 2 and f"error: {tmp_path}: holds no files of hands; files end .phh" in err
    code, _, err = cli("replay", tmp_path / "no.phh")
    assert code == 2 and "no such file" in err


def test_folders_skip_what_is_damaged(cli, tmp_path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "good.phh").write_text(GOOD, encoding="utf-8")
    (tmp_path / "cut.phh").write_text(GOOD[:250], encoding="utf-8")
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    code, out, err = cli("replay", tmp_path, "--json")
    result = json.loads(out)
    assert (code, err) == (0, "") and result["ok"] == 1
    [damaged] = result["damaged"]
    assert damaged["file"] == str(tmp_path / "cut.phh") and "line 6: not TOML" in damaged["reason"]
    code, _, err = cli("replay", tmp_path)
    assert code == 0 and f"skipped {tmp_path / 'cut.phh'}" in err


def test_standard_input(cli, monkeypatch) -> None:
    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BytesIO(many(GOOD, GOOD).encode()), encoding="utf-8")
    )
    code, out, _ = cli("replay", "-", "--json")
    assert code == 0 and json.loads(out)["ok"] == 2


GAME = find_game("holdem-nolimit:100bb")


def a_log() -> str:
    return write_log(
        [
            HandRecord.of(
                play(GAME, seed)[-1], ("a", "b") if seed % 2 == 0 else ("b", "a"), str(seed)
            )
            for seed in range(6)
        ]
    )


def test_logs(cli, tmp_path) -> None:
    path = tmp_path / "match.log"
    path.write_text(a_log(), encoding="utf-8")
    code, out, _ = cli("replay", path, "--json")
    assert code == 0 and json.loads(out)["ok"] == 6 and json.loads(out)["compared"] == 6
    lines = [line for line in a_log().splitlines() if not line.startswith("#")]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert "name it with --game" in cli("replay", path)[2]
    assert cli("replay", path, "--game", "holdem-nolimit:100bb")[0] == 0
    parts = lines[2].split(":")
    parts[4] = "1|-1" if parts[4] != "1|-1" else "2|-2"
    path.write_text("\n".join([*lines[:2], ":".join(parts), *lines[3:-1]]), encoding="utf-8")
    code, out, err = cli("replay", path, "--game", "holdem-nolimit:100bb", "--json")
    assert code == 1 and json.loads(out)["disagreements"][0]["hand"] == "2 (line 3)"
    path.write_text("\n".join(lines)[:-60], encoding="utf-8")
    code, out, err = cli("replay", path, "--game", "holdem-nolimit:100bb", "--json")
    assert code == 2 and "line" in err


def scored(score: str) -> str:
    return "\n".join([*a_log().splitlines()[:-1], score, ""])


@pytest.mark.parametrize(
    ("score", "code", "reason"),
    [
        ("SCORE:12345|-12345:a|b", 1, "a has 12345; the hands add up to"),
        ("SCORE:{1}|{0}:b|a", 1, "names b|a; in the order of seats a|b play"),
        ("SCORE:{0}|{1}:a|c", 1, "names a|c; in the order of seats a|b play"),
        ("SCORE:{0}|x:a|b", 2, "not the chips of every player"),
    ],
)
def test_a_wrong_score_is_no_hand(cli, tmp_path, score: str, code: int, reason: str) -> None:
    totals = a_log().splitlines()[-1].split(":")[1].split("|")
    path = tmp_path / "match.log"
    path.write_text(scored(score.format(*totals)), encoding="utf-8")
    outcome, out, err = cli("replay", path, "--json")
    result = json.loads(out)
    assert outcome == code and reason in err and f"{path}, score (line " in err
    assert [result[key] for key in ("hands", "ok", "failed")] == [6, 6, 0]
    assert len(result["scores"]) == 1 and reason in result["scores"][0]["reason"]
    assert "there is no hand 7; the files hold 6" in cli("replay", path, "--show", 7)[2]
    assert "wrong scores" in cli("replay", path)[1]


def test_a_score_alone_is_no_match(cli, tmp_path) -> None:
    path = tmp_path / "match.log"
    path.write_text("SCORE:1|-1:a|b\n", encoding="utf-8")
    code, out, err = cli("replay", path, "--game", "holdem-nolimit:100bb", "--json")
    assert (code, out) == (2, "") and "holds no hands, only a score" in err


def test_a_score_is_not_checked_where_hands_are_missing(cli, tmp_path) -> None:
    path = tmp_path / "match.log"
    path.write_text(a_log().replace("STATE:3:", "STATE:3:q"), encoding="utf-8")
    code, out, _ = cli("replay", path, "--json")
    result = json.loads(out)
    assert code == 2 and result["failed"] == 1 and result["hands"] == 6
    assert "not all hands can be read" in result["notes"][0]["note"]


def test_seats_move_or_stay(cli, tmp_path) -> None:
    path = tmp_path / "match.log"
    game = ("--game", "holdem-nolimit:100bb")
    hands = [f"STATE:{hand}:r6f:AsAh|KsKh:-2|2:" for hand in range(3)]
    for names, score, code in (
        (("a|b", "b|a", "a|b"), "-2|2:a|b", 0),
        (("a|b", "a|b", "a|b"), "-6|6:a|b", 0),
        (("a|a", "a|a", "a|a"), "-2|2:a|a", 0),
        (("a|b", "b|a", "b|a"), "-2|2:a|b", 1),
    ):
        lines = [hand + name for hand, name in zip(hands, names, strict=True)]
        path.write_text("\n".join([*lines, f"SCORE:{score}"]), encoding="utf-8")
        outcome, _, err = cli("replay", path, *game, "--json")
        assert outcome == code, err
        assert (code == 0) == ("seats move by one" not in err)


def test_names_of_files_are_no_markup(cli, tmp_path) -> None:
    game = tmp_path / "x[b]y.game"
    game.write_text(LEDUC, encoding="utf-8")
    code, out, _ = cli("tree", game)
    assert code == 0 and game.name in out
    hand = tmp_path / "x[b].phh"
    hand.write_text(WRONG_RESULT + "hand = '[/red]'\n", encoding="utf-8")
    code, out, _ = cli("replay", hand, "--show", 1)
    assert code == 1 and "x[b].phh, hand 1, number [/red]" in out.replace("\n", "")
    code, out, err = cli("replay", hand)
    assert code == 1 and "hand 1: finishing_stacks: Ann wins 1000; by the rules wins 1100" in out
    assert err.startswith(f"error: {hand}, hand 1: finishing_stacks: Ann wins")


def test_a_log_finds_the_game_beside_it(cli, tmp_path) -> None:
    from equipoise.formats import write_game

    hands = [line for line in a_log().splitlines() if not line.startswith("#")]
    header = "# name/game/hands/seed match rules/two.game 6 0"
    path = tmp_path / "match.log"
    path.write_text("\n".join([header, *hands]), encoding="utf-8")
    assert "its game is two.game, which is not beside it" in cli("replay", path)[2]
    (tmp_path / "two.game").write_text(write_game(GAME), encoding="utf-8")
    assert cli("replay", path)[0] == 0


def test_a_game_file_is_a_game(cli, tmp_path) -> None:
    path = tmp_path / "leduc.game"
    path.write_text(LEDUC, encoding="utf-8")
    code, out, _ = cli("tree", path, "--json")
    ours, named = json.loads(out), json.loads(cli("tree", "leduc", "--json")[1])
    assert code == 0 and ours["game"] == "leduc.game"
    assert {**ours, "game": ""} == {**named, "game": ""}  # antes or blinds of 1: the same tree
    path.write_text(LEDUC.replace("numRounds = 2\n", ""), encoding="utf-8")
    code, _, err = cli("tree", path)
    assert code == 2 and "numRounds is missing" in err and err.count("\n") == 1


def test_transcripts_of_a_player(cli, tmp_path) -> None:
    lines = [
        write_match_state(state, hand % 2, hand) for hand in range(3) for state in play(GAME, hand)
    ]
    path = tmp_path / "seen.acpc"
    path.write_text("\r\n".join(lines), encoding="utf-8")
    code, out, _ = cli("replay", path, "--game", "holdem-nolimit:100bb", "--json")
    assert code == 0 and json.loads(out)["ok"] == 3


def test_a_hand_shown(cli, tmp_path) -> None:
    path = tmp_path / "one.phh"
    path.write_text(GOOD, encoding="utf-8")
    code, out, _ = cli("replay", path, "--show", 1)
    assert code == 0
    for words in (
        "no-limit hold'em · blinds 50/100 · 3 players",
        "Cy   raises to 300",
        "Ann  raises to 1,000, all-in",
        "Cy   calls 700, all-in",
        "river  2♣ 3♦ 4♥ 9♠ 10♣  pot 2,100",
        "pair of aces",
        "+1,100",
    ):
        assert words in out, words
    code, out, _ = cli("replay", path, "--show", 1, "--json")
    hand = json.loads(out)
    assert hand["players"][0] == {
        "name": "Ann",
        "position": "SB",
        "stack": 1000,
        "hole": "AsAh",
        "payoff": 1100,
    }
    assert [street["name"] for street in hand["streets"]] == ["preflop", "flop", "turn", "river"]
    code, _, err = cli("replay", path, "--show", 2)
    assert code == 2 and "there is no hand 2; the files hold 1" in err


@pytest.mark.parametrize(("text", "code"), [(WRONG_RESULT, 1), (OUT_OF_TURN, 2), (STUD, 2)])
def test_showing_a_hand_that_failed(cli, tmp_path, text: str, code: int) -> None:
    path = tmp_path / "one.phh"
    path.write_text(text, encoding="utf-8")
    outcome, out, err = cli("replay", path, "--show", 1)
    assert outcome == code and ("by the rules" in out or "one.phh, hand 1" in err)


def test_every_catalogue_hand_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    from equipoise.formats.story import tell_hand
    from equipoise.games.catalogue import listed_games
    from equipoise.interfaces.cli.hand_view import print_hand

    for rules in listed_games():
        for seed in range(3):
            names = tuple(f"[{n}]" for n in range(rules.players))
            record = HandRecord.of(play(rules, seed)[-1], names)
            print_hand(tell_hand(record), "here")
            shown = capsys.readouterr().out
            assert all(name in shown for name in names)


def test_written_files_replay(cli, tmp_path) -> None:
    path = tmp_path / "out.phhs"
    records = [HandRecord.of(play(GAME, seed)[-1], ("a", "b"), str(seed)) for seed in range(20)]
    path.write_text(write_phhs([(record, {}) for record in records]), encoding="utf-8")
    code, out, _ = cli("replay", path, "--json")
    assert code == 0 and json.loads(out)["compared"] == 20
