import json
from fractions import Fraction

import pytest

from equipoise.errors import InputError
from equipoise.formats.replay import replay_files
from equipoise.games import HandRecord
from equipoise.interfaces.cli.main import run
from equipoise.matches.export import export_match
from equipoise.matches.folder import MatchFolder
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
from equipoise.matches.situation import PARTS

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
    assert "finish it with match --resume" in capsys.readouterr().err


def test_damaged_hands_are_refused(tmp_path):
    _, folder = stored(tmp_path, "kuhn", agents=("call", "random"))
    path = folder.path / "hands" / "00000000-01.parquet"
    duckdb.sql(
        f"COPY (SELECT * REPLACE ('r9' AS actions) FROM '{path}') TO '{path}.x' (FORMAT parquet)"
    )
    path.with_name(f"{path.name}.x").replace(path)
    with pytest.raises(InputError, match="hand 0"):
        list(folder.rows(folder.plan(), 0))
    path.write_bytes(b"no parquet")
    with pytest.raises(InputError, match="cannot be read"):
        list(folder.rows(folder.plan(), 0))
