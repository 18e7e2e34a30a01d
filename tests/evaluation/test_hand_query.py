"""Queries on hands: frequencies counted by hand, intervals, and conditions that are refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.formats.test_pokerstars import CASH, LIMIT, STRADDLE, TOURNAMENT

from equipoise.base.errors import InputError
from equipoise.evaluation.hand_query import matching_rows
from equipoise.evaluation.hand_rows import SeatRow, as_columns, seat_rows
from equipoise.evaluation.hand_stats import Frequency, grouped, hands_in, stats_of
from equipoise.formats import read_hands
from equipoise.interfaces.cli.main import run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "histories"
    place.mkdir()
    (place / "one.txt").write_text(CASH + "\n\n" + TOURNAMENT, encoding="utf-8")
    (place / "two.txt").write_text(LIMIT + "\n\n" + STRADDLE, encoding="utf-8")
    (place / "bad.txt").write_text("nothing\n", encoding="utf-8")
    return place


def rows_of(folder: Path) -> list[SeatRow]:
    files = [folder / "one.txt", folder / "two.txt"]
    entries = [entry for file in files for entry in read_hands(file)]
    return [row for n, entry in enumerate(entries) for row in seat_rows("f", entry, n)]


#: a limp, a raise, a call, a 3-bet from the small blind, a 4-bet; a check-raise on the flop
FOUR_BETS = """variant = 'NT'
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0, 0, 0]
min_bet = 2
starting_stacks = [inf, 400, 400, 400, 400, 400]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', 'd dh p5 ????', 'd dh p6 ????',
  'p3 cc', 'p4 cbr 8', 'p5 cc', 'p6 f', 'p1 cbr 30', 'p2 f', 'p3 f', 'p4 cbr 70', 'p5 f', 'p1 cc',
  'd db 2c3d4h', 'p1 cc', 'p4 cbr 40', 'p1 cbr 90', 'p4 cc', 'd db 9s', 'p1 cbr 100', 'p4 f']
hand = 1
"""


def test_frequencies_of_a_hand_counted_at_the_table(tmp_path: Path) -> None:
    path = tmp_path / "one.phh"
    path.write_text(FOUR_BETS, encoding="utf-8")
    [entry] = read_hands(path)
    columns = as_columns(list(seat_rows("f", entry)))
    stats = {one.name: one for one in grouped(columns, np.arange(6), "position")}
    done = {name: (s.vpip.count, s.pfr.count, s.threebet) for name, s in stats.items()}
    assert done == {
        "SB": (1, 1, Frequency(1, 1)),
        "BB": (0, 0, Frequency(0, 0)),  # asked after two raises
        "UTG": (1, 0, Frequency(0, 0)),  # limps, and is asked again after two raises
        "HJ": (1, 1, Frequency(0, 0)),  # a 4-bet is no 3-bet
        "CO": (1, 0, Frequency(0, 1)),
        "BTN": (0, 0, Frequency(0, 1)),
    }
    small, raiser = stats["SB"], stats["HJ"]
    assert small.aggression == Frequency(2, 2) and small.aggression_factor is None  # no call
    assert raiser.aggression == Frequency(1, 3) and raiser.aggression_factor == 1.0
    assert small.wtsd == raiser.wtsd == Frequency(0, 1) and stats["CO"].wtsd == Frequency(0, 0)
    assert np.isnan(columns["stack"][0]) and len(matching_rows(columns, "stack is null")) == 1


def test_games_without_a_flop_and_hands_of_the_same_number(tmp_path: Path, capsys) -> None:
    """Kuhn's showdowns follow no flop; two hands called 1 in one file are two hands."""
    log = "STATE:{}:cc:{}:{}:Ann|Bob\n"
    kuhn = [log.format(n, "As|Ks", "1|-1") for n in range(3)]
    (tmp_path / "kuhn.log").write_text("".join(kuhn), encoding="ascii")
    assert run(["hands", str(tmp_path / "kuhn.log"), "--game", "kuhn"]) == 0
    assert "3 hands, 6 seats" in capsys.readouterr().out
    many = f"[1]\n{FOUR_BETS}\n[2]\n{FOUR_BETS}"
    (tmp_path / "two.phhs").write_text(many, encoding="utf-8")
    assert run(["hands", str(tmp_path / "two.phhs"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == 2


def test_nothing_that_matches(folder: Path, tmp_path: Path, capsys) -> None:
    picture, table = tmp_path / "x.png", tmp_path / "x.parquet"
    arguments = ["hands", str(folder), "--where", "pot < 0", "--chart", str(picture)]
    assert run([*arguments, "--parquet", str(table), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == 0
    import duckdb

    names = [row[0] for row in duckdb.sql(f"DESCRIBE SELECT * FROM '{table}'").fetchall()]
    assert names[:3] == ["file", "number", "hand"] and picture.exists()


def test_what_players_did(folder: Path) -> None:
    rows = {(row.hand, row.name): row for row in rows_of(folder)}
    ed, bob, dee = (rows["1001", name] for name in ("Ed", "Bob", "Dee"))
    assert (ed.position, ed.vpip, ed.pfr, ed.threebet_chance) == ("BTN", True, True, False)
    assert (ed.bets, ed.calls, ed.showdown, ed.saw_flop) == (1, 0, True, True)
    assert (bob.position, bob.vpip, bob.pfr, bob.threebet_chance) == ("BB", True, False, True)
    assert (bob.bets, bob.calls, bob.result, bob.street) == (1, 1, "won", "river")
    assert not dee.vpip and not dee.saw_flop and dee.won == -1.5  # posted, checked, folded
    assert ed.pot == 83 - 0.5 and bob.won == pytest.approx(80 - 40.25)
    threebet = rows["1003", "Bob"]
    assert threebet.threebet and threebet.pfr and threebet.position == "BB"
    straddler = rows["1004", "Cy"]
    assert straddler.position == "STR" and straddler.pfr


def test_frequencies_and_groups(folder: Path) -> None:
    columns = as_columns(rows_of(folder))
    everything = np.arange(len(columns["name"]))
    stats = stats_of("all", columns, everything)
    assert stats.hands == 13 and hands_in(columns, everything) == 4
    assert (stats.vpip.count, stats.pfr.count) == (8, 5)
    assert stats.wtsd == Frequency(4, 6) and stats.threebet.count == 1
    by_position = grouped(columns, everything, "position")
    assert [one.name for one in by_position] == ["SB", "BB", "STR", "CO", "BTN"]
    assert sum(one.hands for one in by_position) == 13
    names = grouped(columns, everything, "name")
    assert names[0].name == "Bob" and names[0].hands == 4


def test_the_interval_of_a_win_rate_is_students(folder: Path) -> None:
    """Bob's four results in big blinds, worked out apart."""
    columns = as_columns(rows_of(folder))
    bob = next(one for one in grouped(columns, np.arange(13), "name") if one.name == "Bob")
    won = [39.75, 2.16, 3.7, -1.0]  # cash, tournament, limit, straddle
    assert bob.bb100 == pytest.approx(100 * sum(won) / 4)
    spread = 100 * 3.182446305 * np.std(won, ddof=1) / 2  # t of 3 degrees of freedom
    assert bob.bb100_interval == pytest.approx((bob.bb100 - spread, bob.bb100 + spread))
    one = stats_of("one", columns, np.array([0]))
    assert one.bb100 is not None and one.bb100_interval is None


def test_wilsons_interval_inverts_the_score_test() -> None:
    for k, n in ((3, 10), (50, 80), (1, 1000)):
        interval = Frequency(k, n).interval
        assert interval is not None
        for bound in interval:  # at the bounds the score statistic is the quantile
            score = (k / n - bound) / (bound * (1 - bound) / n) ** 0.5
            assert abs(score) == pytest.approx(1.959963984540054)
    assert Frequency(0, 0).interval is None and Frequency(0, 0).rate is None


def test_conditions(folder: Path) -> None:
    columns = as_columns(rows_of(folder))
    slow = [n for n, name in enumerate(columns["name"]) if name == "Bob"]
    assert list(matching_rows(columns, "name = 'Bob'")) == slow
    assert len(matching_rows(columns, "pot > 50 -- a remark")) == 7
    assert len(matching_rows(columns, "players between 2 and 3 and showdown")) == 2
    assert len(matching_rows(columns, None)) == 13


@pytest.mark.parametrize(
    "where",
    [
        "1=1); DROP TABLE hands; --",
        "1=1) UNION SELECT 1 FROM (SELECT 1",
        "1=1) ORDER BY (1",
        "name IN (SELECT name FROM hands)",
        "exists (select * from read_csv('/etc/passwd'))",
        "1=1) AND EXISTS (FROM '/etc/passwd'",
        "(SELECT count(*) FROM duckdb_settings()) > 0",
        "row_number > 0; ATTACH 'x.db'",
        "COPY hands TO 'x.csv'",
        "no_such_column = 1",
        "read_text('/etc/passwd') = ''",
        "true) LIMIT (1",
        "",
        "pot >",
        "pot > $1",
        "pot > 1 \udcff",
        "getenv('HOME') = ''",
    ],
)
def test_what_is_no_condition_is_refused(folder: Path, where: str) -> None:
    columns = as_columns(rows_of(folder))
    with pytest.raises(InputError, match=r"where: .*the columns are file, number"):
        matching_rows(columns, where)


def test_the_command(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, table = tmp_path / "x.png", tmp_path / "x.parquet"
    arguments = ["hands", str(folder), "--where", "players > 2", "--chart", str(picture)]
    assert run([*arguments, "--parquet", str(table), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["hands"] == 3 and result["rows"] == 11 and len(result["damaged"]) == 1
    assert {"name", "hands", "won", "vpip", "pfr"} <= set(result["players"][0])
    assert result["players"][0]["name"] == "Bob" and result["players"][0]["hands"] == 3
    assert picture.read_bytes().startswith(b"\x89PNG")
    import duckdb

    [(count, known)] = duckdb.sql(f"SELECT count(*), count(won) FROM '{table}'").fetchall()
    assert (count, known) == (11, 11)
    assert run(["hands", str(folder)]) == 0
    shown = capsys.readouterr()
    assert "4 hands, 13 seats" in shown.out and "bad.txt" in shown.err and "VPIP" in shown.out
    assert run(["hands", str(folder), "--where", "nonsense ="]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_converting(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "all.phhs"
    assert run(["convert", str(folder), "--out", str(out), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["hands"], result["skipped"], len(result["damaged"])) == (4, 0, 1)
    assert run(["replay", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["compared"] == 4
