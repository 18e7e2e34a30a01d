import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from threading import Thread
from unittest.mock import Mock

import pytest
from tests.names import any_name

from equipoise.base.artifacts import CHECKSUM, signed
from equipoise.base.errors import InputError
from equipoise.base.locks import locked
from equipoise.base.reading import file_checksum
from equipoise.formats import write_game
from equipoise.formats.replay import replay_files
from equipoise.games import HandRecord, find_game
from equipoise.interfaces.cli.main import run
from equipoise.matches import records
from equipoise.matches.betting_cache import PARTS
from equipoise.matches.export import export_match
from equipoise.matches.folder import MatchFolder
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
from equipoise.matches.tournament import play_tournament

duckdb = pytest.importorskip("duckdb")

GAMES = {
    "kuhn": 2,
    "leduc-nolimit:12": 2,
    "jamfold:6.67bb": 2,
    "clairvoyance:2": 2,
    "holdem-limit:3p": 6,
    "omaha-potlimit:20bb": 2,
}


def stored(tmp_path, game, hands=40, agents=None, **more):
    players = MatchPlan(game, (), 1).rules().players
    plan = MatchPlan(game, agents or ("random",) * players, hands, seed=3, **more)
    return play_match(plan, workers=1, out=tmp_path / "match"), MatchFolder(tmp_path / "match")


@pytest.mark.parametrize("game", GAMES)
def test_every_hand_is_kept_as_a_record(game, tmp_path):
    result, folder = stored(tmp_path, game, duplicate=True, session=15)
    plan = folder.plan()
    assert plan == result.plan and len(plan.seatings) == GAMES[game]
    for trial in range(len(plan.seatings)):
        rows = list(folder.rows(plan, trial))
        assert [row.hand for row in rows] == list(range(40))
        for row in rows:
            record = row.record
            end = record.replay()
            assert HandRecord.of(end, record.names, record.hand) == record
            for player, name in enumerate(result.names):
                part = int(result.parts[row.hand, trial, player])
                assert record.payoffs[record.names.index(name)] == Fraction(part, PARTS)


def test_hands_are_read_with_duckdb(tmp_path):
    result, folder = stored(tmp_path, "holdem-nolimit:100bb", 50, ("random", "call"), session=20)
    hands = f"'{folder.path}/hands/*.parquet'"
    totals = duckdb.sql(
        f"SELECT player, sum(chips) FROM (SELECT unnest(players) AS player, unnest(payoffs) AS "
        f"chips FROM {hands}) GROUP BY player ORDER BY player"
    ).fetchall()
    won = dict(zip(result.names, (result.parts.sum(axis=(0, 1)) / PARTS).tolist(), strict=True))
    assert dict(totals) == won
    columns = duckdb.sql(f"DESCRIBE SELECT * FROM {hands}").fetchall()
    assert [column[0] for column in columns] == [
        "hand", "trial", "players", "hole", "board", "actions", "payoffs",
    ]  # fmt: skip


def test_exports_replay(tmp_path):
    result, folder = stored(
        tmp_path, "holdem-nolimit:20bb", 30, ("random", "raise:size=min"), duplicate=True
    )
    written = export_match(folder, "phh", tmp_path) + export_match(folder, "acpc", tmp_path)
    assert [path.name for path in written] == [
        "match-1.phhs", "match-2.phhs", "match-1.log", "match-2.log",
    ]  # fmt: skip
    tally = replay_files(written)
    assert (tally.hands, tally.ok, tally.compared) == (120, 120, 120)
    assert not tally.failures and not tally.scores and not tally.skipped
    totals = written[2].read_text(encoding="utf-8").splitlines()[-1].split(":")[1].split("|")
    assert float(totals[0]) == pytest.approx(result.parts[:, 0, 0].sum() / PARTS)


def test_small_games_have_logs_too(tmp_path):
    _, folder = stored(tmp_path, "leduc", agents=("random", "random"))
    assert replay_files(export_match(folder, "acpc", tmp_path)).ok == 40
    with pytest.raises(InputError, match="PHH has no variant"):
        export_match(folder, "phh", tmp_path)
    with pytest.raises(InputError, match="one of phh, acpc"):
        export_match(folder, "csv", tmp_path)


def test_the_command(tmp_path, capsys):
    out = tmp_path / "m"
    assert run(["match", "call", "random", "--hands", "20", "--out", str(out)]) == 0
    assert run(["export", str(out), "--format", "acpc", "--json"]) == 0
    shown = capsys.readouterr().out.splitlines()[-1]
    files = json.loads(shown)["files"]
    assert run(["replay", *files]) == 0
    assert run(["export", str(tmp_path / "none")]) == 2
    (out / "hands" / "00000000-01.parquet").unlink()
    assert run(["export", str(out)]) == 2
    assert "finish the match with --resume" in capsys.readouterr().err


def test_damaged_hands_are_refused(tmp_path):
    _, folder = stored(tmp_path, "kuhn", agents=("call", "random"))
    path = folder.path / "hands" / "00000000-01.parquet"
    duckdb.sql(
        f"COPY (SELECT * REPLACE ('r9' AS actions) FROM '{path}') TO '{path}.x' (FORMAT parquet)"
    )
    path.with_name(f"{path.name}.x").replace(path)
    with pytest.raises(InputError, match="hands 0 to 39 are damaged; use resume to replay"):
        list(folder.rows(folder.plan(), 0))
    note = path.with_suffix(".json")  # and where the checksum is right, the rules are asked
    about = json.loads(note.read_text(encoding="utf-8"))
    about["sha256"] = file_checksum(path)
    note.write_text(json.dumps(signed(about)), encoding="utf-8")
    with pytest.raises(InputError, match="hand 0"):
        list(folder.rows(folder.plan(), 0))
    path.write_bytes(b"no parquet")
    about["sha256"] = file_checksum(path)
    note.write_text(json.dumps(signed(about)), encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        list(folder.rows(folder.plan(), 0))


NAMES = (
    "m[1]",
    "m?",
    "m*",
    "~m",
    "trial=7",
    "a'b",
    "**",
    "back\\[1]",
    "{a,b}",
    "s3:",
    pytest.param("é", marks=any_name),
    "%20",
    "#",
)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_folders_are_no_patterns(name, tmp_path, monkeypatch):
    """Beside folders that a pattern would find, in the home folder and below a relative name."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for seed, other in enumerate(("m1", "mx", "a", "b", "home/m")):
        play_match(MatchPlan("kuhn", ("random", "call"), 30, seed=seed), workers=1, out=Path(other))
    plan = MatchPlan("kuhn", ("random", "call"), 20, seed=9, session=10)
    played = play_match(plan, workers=1, out=Path(name))
    assert sorted(path.name for path in (tmp_path / name / "hands").iterdir()) == [
        f"0000000{number}-01.{kind}" for number in range(2) for kind in ("json", "parquet")
    ]
    again = play_match(plan, workers=1, out=Path(name), resume=True)
    assert again.played_now == 0 and (again.parts == played.parts).all()
    rows = list(MatchFolder(Path(name)).rows(plan.checked(), 0))
    assert [int(row.record.payoffs[row.record.names.index("call")] * PARTS) for row in rows] == (
        played.parts[:, 0, 1].tolist()
    )


def test_flipped_bits_are_never_exported(tmp_path):
    """Every bit of some bytes of every file of a match: the same hands, or an error."""
    _, folder = stored(tmp_path, "kuhn", 20, ("random", "call"))
    plan = folder.plan()
    right = list(folder.rows(plan, 0))
    rng = Random(1)
    for path in sorted(folder.path.rglob("*.*")):
        data = path.read_bytes()
        for _ in range(40):
            at = rng.randrange(len(data) * 8)
            wrong = bytearray(data)
            wrong[at // 8] ^= 1 << at % 8
            path.write_bytes(bytes(wrong))
            with suppress(InputError):
                assert folder.plan() == plan
                assert list(folder.rows(folder.plan(), 0)) == right
        path.write_bytes(data)


@pytest.mark.parametrize(
    "change",
    [
        {"hands": 10**12},
        {"hands": 0},
        {"hands": True},
        {"hands": "many"},
        {"hands": 1.5},
        {"identity": []},
        {"identity": {}},
        {"format": [1]},
        {"session": 0},
        {"session": 10**30},
        {"agents": ["call"] * 100_000},
        {"agents": "call"},
        {"agents": [1, 2]},
        {"faults": {"seconds": "x"}},
        {"faults": {"patience": 1}},
        {"faults": {"instead": {}}},
        {"seed": -1},
        {"seed": 10**39},
        {"duplicate": 1},
        {"game": 7},
        {"game": "chess"},
        {"game": "/dev/zero"},
    ],
)
def test_plans_that_are_none(change, tmp_path):
    """Even where the checksum fits: one line, and nothing grows with a number from a file."""
    _, folder = stored(tmp_path, "kuhn", 20, ("random", "call"))
    path = folder.path / "match.json"
    about = json.loads(path.read_text(encoding="utf-8"))
    (about if change.keys() & about.keys() else about["identity"]).update(change)
    path.write_text(json.dumps(signed(about)), encoding="utf-8")
    with pytest.raises(InputError) as error:
        export_match(folder, "phh", tmp_path)
    assert len(str(error.value)) < 700 and "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "1" * 5000, "{}", "null", "\xff", "", '{"a": NaN}']
)
def test_files_that_are_no_plans(text, tmp_path):
    _, folder = stored(tmp_path, "kuhn", 20, ("random", "call"))
    for name in ("match.json", "hands/00000000-01.json"):
        path = folder.path / name
        whole = path.read_bytes()
        path.write_text(text, encoding="latin-1")
        with pytest.raises(InputError):
            export_match(folder, "phh", tmp_path)
        path.write_bytes(whole)
    path.unlink()
    path.mkdir()
    with pytest.raises(InputError, match="damaged"):
        export_match(folder, "phh", tmp_path)


def test_an_enormous_file_is_not_read(tmp_path):
    result, folder = stored(tmp_path, "kuhn", 20, ("random", "call"))
    path = folder.path / "hands" / "00000000-01.parquet"
    os.truncate(path, 1 << 40)  # it takes no room on disk, and days to read
    with pytest.raises(InputError, match="hands 0 to 19 are damaged"):
        export_match(folder, "phh", tmp_path)
    assert play_match(result.plan, workers=1, out=folder.path, resume=True).played_now == 20


def test_leftovers_of_a_killed_run_are_removed(tmp_path):
    result, folder = stored(tmp_path, "kuhn", 20, ("random", "call"))
    for name in (".match.json.new-abcd1234", "hands/.00000000-01.parquet.new-a_c_1234"):
        (folder.path / name).touch()
    play_match(result.plan, workers=1, out=folder.path, resume=True)
    assert not list(folder.path.rglob(".*"))


_KILLED = """
import resource, signal, sys
from pathlib import Path
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
play_match(MatchPlan("kuhn", ("random", "call"), 1000), workers=1, out=Path(sys.argv[1]))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no limit on the length of files")
def test_killed_while_the_database_writes_nothing_is_left_after_the_next_run(tmp_path):
    """The system kills a process that writes beyond the limit: in the middle of its hands."""
    out = tmp_path / "m"
    command = [sys.executable, "-c", _KILLED, str(out)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert done.returncode == -signal.SIGXFSZ, done.stderr
    assert len(list((out / "hands").iterdir())) > 0
    plan = MatchPlan("kuhn", ("random", "call"), 1000)
    assert play_match(plan, workers=1, out=out, resume=True).played_now == 1000
    names = {path.suffix for path in (out / "hands").iterdir()}
    assert names == {".parquet", ".json"} and not list(out.rglob("*new-*"))


def test_a_match_killed_before_its_first_file_starts_afresh(tmp_path, capfd):
    out = tmp_path / "m"
    out.mkdir()
    (out / ".match.json.new-abcd1234").touch()
    assert run(["match", "random", "call", "--game", "kuhn", "--out", str(out), "--resume"]) == 2
    assert "play without --resume to start over" in capfd.readouterr().err
    plan = MatchPlan("kuhn", ("random", "call"), 20)
    assert play_match(plan, workers=1, out=out).played_now == 20


def test_tournaments_go_on_from_anywhere(tmp_path):
    plan = MatchPlan("kuhn", ("random", "call", "fold"), 20, seed=7)
    out = tmp_path / "t"
    whole = [result.parts.tolist() for _, result in play_tournament(plan)]
    runs = play_tournament(plan, out=out)
    next(runs)
    runs.close()
    (out / "01-03").mkdir()  # killed before its first file
    with pytest.raises(InputError, match="seed differ"):
        list(play_tournament(replace(plan, seed=8), out=out, resume=True))
    again = [result.parts.tolist() for _, result in play_tournament(plan, out=out, resume=True)]
    assert again == whole
    (out / "tournament.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="damaged"):
        list(play_tournament(plan, out=out, resume=True))


def test_matches_of_early_versions_are_read(tmp_path):
    """They had no checksums of their JSON and fewer rules of charges."""
    result, folder = stored(tmp_path, "kuhn", 20, ("random", "call"))
    for path in folder.path.rglob("*.json"):
        about = json.loads(path.read_text(encoding="utf-8"))
        del about[CHECKSUM]
        if "identity" in about:
            for name in ("hand_seconds", "match_seconds", "megabytes"):
                del about["identity"]["faults"][name]
        path.write_text(json.dumps(about), encoding="utf-8")
    assert len(list(folder.rows(folder.plan(), 0))) == 20
    again = play_match(result.plan, workers=1, out=folder.path, resume=True)
    assert again.played_now == 0 and (again.parts == result.parts).all()


@pytest.mark.parametrize(
    "said",
    [
        "Could not write all bytes to file: No space left on device",
        'Async write failed for range [offset=0, size=3321]: {"exception_message":"Could not write '
        'file \\"/x/tmp_.0.parquet\\": No space left on device","errno":"28"}',
    ],
)
def test_a_full_disk_names_the_file(said, tmp_path, monkeypatch, capfd):
    def full(path, *_):
        raise duckdb.IOException(said)

    monkeypatch.setattr(records, "_database", lambda: Mock(execute=full))
    out = tmp_path / "m"
    assert run(["match", "call", "fold", "--hands", "10", "--out", str(out), "--workers", "1"]) == 1
    error = capfd.readouterr().err.splitlines()
    assert len(error) == 1 and error[0].endswith("00000000-01.parquet': No space left on device")


def test_hands_are_never_read_by_other_rules(tmp_path):
    """Those of the same actions and other blinds would give records that look right."""
    game = tmp_path / "mine.game"
    game.write_text(write_game(find_game("holdem-limit:2p")), encoding="utf-8")
    _, folder = stored(tmp_path, str(game), 20, ("random", "call"))
    assert len(list(folder.rows(folder.plan(), 0))) == 20
    text = game.read_text(encoding="utf-8").replace("blind = 2 1", "blind = 2 2")
    assert text != game.read_text(encoding="utf-8")
    game.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"rules of .*mine\.game have changed"):
        export_match(folder, "acpc", tmp_path)


def test_one_writer_at_a_time(tmp_path):
    plan = MatchPlan("kuhn", ("random", "call"), 20)
    with locked(tmp_path / "m", "somebody"):
        # another thread is somebody else
        found = []
        thread = Thread(target=lambda: found.append(_outcome(plan, tmp_path / "m")))
        thread.start()
        thread.join()
    assert f"process {os.getpid()}" in found[0] and not (tmp_path / "m").exists()
    assert _outcome(plan, tmp_path / "m") == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m"]


def _outcome(plan, out):
    try:
        play_match(plan, workers=1, out=out)
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "change",
    [
        "'nan'::DOUBLE[] AS payoffs",
        "[NULL, NULL]::DOUBLE[] AS payoffs",
        "[1e300, -1e300] AS payoffs",
        "['xx', 'yy'] AS hole",
        "['Ks'] AS hole",
        "NULL AS hole",
        "NULL AS board",
        "NULL AS players",
        "['a', 'b'] AS players",
        "7 AS actions",
        "NULL AS actions",
        "'rrrr' AS actions",
        "NULL AS hand",
        "-1 AS hand",
    ],
)
def test_hands_that_no_match_wrote(change, tmp_path):
    """Right checksums, other content: one line, whatever it is."""
    _, folder = stored(tmp_path, "kuhn", 10, ("random", "call"))
    path = folder.path / "hands" / "00000000-01.parquet"
    fresh = path.with_suffix(".x")
    change = change.replace("'nan'::DOUBLE[]", "['nan'::DOUBLE, 'nan'::DOUBLE]")
    duckdb.sql(f"COPY (SELECT * REPLACE ({change}) FROM '{path}') TO '{fresh}' (FORMAT parquet)")
    fresh.replace(path)
    note = path.with_suffix(".json")
    about = json.loads(note.read_text(encoding="utf-8"))
    about["sha256"] = file_checksum(path)
    note.write_text(json.dumps(signed(about)), encoding="utf-8")
    with pytest.raises(InputError) as error:
        export_match(folder, "phh", tmp_path)
    assert "\n" not in str(error.value)
    again = folder.read(folder.plan(), folder.plan().sessions()[0])
    assert again is None or again.parts.shape == (10, 2)
