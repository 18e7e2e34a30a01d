import json
import os
import subprocess
import sys

import pytest

from equipoise import __version__
from equipoise.interfaces.cli.main import run
from equipoise.interfaces.cli.output import log_lines


@pytest.fixture
def cli(capsys):
    def call(*arguments):
        code = run(list(arguments))
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


def test_first_page(cli):
    code, out, _ = cli("--help")
    assert code == 0
    for word in ("equity", "strength", "reproduce", "warmup", "laboratory"):
        assert word in out
    assert cli("--version")[1].strip() == f"equipoise {__version__}"


def test_the_package_is_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "equipoise", "--version"],
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.stdout.strip() == f"equipoise {__version__}"


def test_equity_json(cli):
    code, out, err = cli("equity", "AsAh", "KsKh", "--json")
    result = json.loads(out)
    assert (code, err) == (0, "")
    assert result["exact"] is True and result["cases"] == 1712304
    assert result["equities"] == pytest.approx([0.826366, 0.173634], abs=1e-6)


def test_equity_sampled_follows_the_seed(cli):
    arguments = ["equity", "AA", "KK", "--samples", "1000", "--json", "--seed"]
    first, again, other = (json.loads(cli(*arguments, seed)[1]) for seed in ("1", "1", "2"))
    assert first["equities"] == again["equities"] != other["equities"]
    assert first["exact"] is False and first["cases"] == 1000 and first["ci95"][0] > 0


def test_equity_for_people(cli):
    code, out, _ = cli("equity", "AA", "KK", "--board", "Kc7d2s", "--dead", "Ac")
    assert code == 0 and "showdowns" in out and "KK" in out


def test_strength_json(cli):
    result = json.loads(cli("strength", "AdQc", "3h4cJh", "--json")[1])
    assert {"hs", "ppot1", "npot1", "ppot2", "npot2", "ehs", "ehs_optimistic"} <= set(result)
    assert round(result["hs"], 3) == 0.585
    river = json.loads(cli("strength", "AdQc", "3h4cJh2s2d", "--opponents", "2", "--json")[1])
    assert river["ppot1"] is None and river["ehs"] == river["hs"]


def test_strength_for_people(cli):
    code, out, _ = cli("strength", "AdQc", "3h4cJh", "--opponents", "3", "--against", "TT+,AK")
    assert code == 0 and "PPOT2" in out and "3 opponents" in out


def test_strength_against_several_ranges(cli):
    spot = ["strength", "AdQc", "3h4cJh", "--json"]
    first, second = (json.loads(cli(*spot, "--against", r)[1]) for r in ("TT+,AJ+,KQs", "random"))
    both = json.loads(cli(*spot, "--against", "TT+,AJ+,KQs", "--against", "random")[1])
    assert both["opponents"] == 2
    assert both["hs_product"] == pytest.approx(first["hs"] * second["hs"])
    assert first["hs"] == first["hs_product"]
    assert round(both["hs"], 3) == 0.131  # the field array, as in docs/strength.md
    shown = cli(*spot[:-1], "--against", "AA", "--against", "random")[1]
    assert "product" in shown and "2 opponents with AA; random" in shown


def test_evaluate(cli):
    code, out, _ = cli("evaluate", "As8dAh8c9s2c3d", "KsKhKd2c3d")
    assert code == 0 and "two pair, aces and eights, nine kicker" in out and "* K♠" in out
    result = json.loads(cli("evaluate", "AsKsQsJsTs", "--json")[1])
    assert result["hands"][0]["value"] == 7461


def test_deal(cli):
    first = json.loads(cli("deal", "--seed", "3", "--json")[1])
    assert first == json.loads(cli("deal", "--seed", "3", "--json")[1])
    assert [street["cases"] for street in first["streets"]] == [1370754, 903, 42, 1]
    for street in first["streets"]:
        assert sum(hand["equity"] for hand in street["hands"]) == pytest.approx(1)
    code, out, _ = cli("deal", "--players", "2")
    assert code == 0 and "river" in out


def test_reproduce(cli, tmp_path):
    code, out, _ = cli("reproduce", "papp-5.1", "--json", "--out", str(tmp_path))
    result = json.loads(out)["results"][0]
    assert code == 0 and result["id"] == "papp-5.1"
    assert all(claim["holds"] for claim in result["claims"])
    assert (tmp_path / "papp-5.1" / "quick-seed0" / "result.json").exists()
    code, out, _ = cli("reproduce", "papp-5.1", "--out", str(tmp_path))
    assert code == 0 and "449,005" in out and "holds" in out
    assert "papp-A.1" in cli("reproduce", "--list")[1]
    assert "papp-A.1" in [
        e["id"] for e in json.loads(cli("reproduce", "--list", "--json")[1])["experiments"]
    ]


def test_warmup(cli):
    result = json.loads(cli("warmup", "--json")[1])
    assert "evaluate_rows" in result["kernels"] and result["seconds"] >= 0
    assert "kernels ready" in cli("warmup")[1]


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (
            ["equity", "AsAh", "KsAs"],
            ["hand 2 'KsAs', character 3", "hand 1 'AsAh' too, character 1"],
        ),
        (["equity", "AsAh", "KK", "--board", "2cAs3d"], ["hand 1 'AsAh', character 1", "--board"]),
        (
            ["equity", "AA", "KK", "--board", "2c3c4c", "--dead", "5d2c"],
            ["--dead '5d2c', character 3"],
        ),
        (["equity", "AA:0_1", "KK"], ["character 4", "'0_1' is not a weight"]),
        (["equity", "AA:٠", "KK"], ["character 4", "is not a weight"]),
        (["equity", "AA", "KK", "--samples", "1000000000000"], ["1,000,000,000,000 samples"]),
        (["equity", *["JJ+"] * 9], ["no deal is possible"]),
        (["equity", "AsAs", "KK"], ["character 3", "As occurs twice"]),
        (["equity", "AXs", "KK"], ["character 2", "unknown rank 'X'", "23456789TJQKA"]),
        (["equity", "AA,KXs", "KK"], ["range 'AA,KXs', character 5"]),
        (["equity", "AA", "KK", "--board", "2c3c4c5c6c7c"], ["--board", "character 11", "6 cards"]),
        (["equity", "AA", "KK", "--board", "2c2c3d"], ["--board", "character 3", "twice"]),
        (["equity", "AA"], ["equity of 1 players"]),
        (["equity"], ["Missing argument", "equipoise equity --help"]),
        (["equity", "AA", "KK", "--exact", "--samples", "9"], ["cannot be combined"]),
        (["equity", "AA", "KK", "--samples", "1"], ["--samples"]),
        (["strength", "AdQc", "3h4c"], ["board '3h4c', character 5: 2 cards", "3 to 5"]),
        (["strength", "AdQc", "2c3c4c5c6c7c"], ["board '2c3c4c5c6c7c', character 11: 6 cards"]),
        (
            ["strength", "AdQc", "3hAdJh"],
            ["board '3hAdJh', character 3", "hand 'AdQc' too, character 1"],
        ),
        (["strength", "", ""], ["hand '', character 1: 0 cards", "two hole cards"]),
        (["strength", "AdQcKh", "2c3c4c"], ["hand 'AdQcKh', character 5: 3 cards"]),
        (["strength", "AdQ", "3h4cJh"], ["hand 'AdQ', character 3", "no suit"]),
        (["strength", "AdQc", "3h4cJh", "--opponents", "0"], ["--opponents"]),
        (
            [
                "strength",
                "AdQc",
                "3h4cJh",
                "--opponents",
                "3",
                "--against",
                "AA",
                "--against",
                "KK",
            ],
            ["2 ranges for 3 opponents"],
        ),
        (["evaluate", "AsKsQsJsTs", "AsKs"], ["hand 2 'AsKs', character 5: 2 cards", "5, 6 or 7"]),
        (["deal", "--players", "11"], ["--players"]),
        (["reproduce", "papp-9"], ["unknown experiment 'papp-9'", "papp-5.1"]),
        (["reproduce", "papp-5.1", "--scale", "huge"], ["--scale", "quick or full"]),
        (["nonsense"], ["nonsense"]),
        (["equity", "AA", "KK", "--nonsense"], ["--nonsense"]),
    ],
)
def test_bad_input_is_one_line_and_exit_2(cli, arguments, parts):
    code, out, err = cli(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and err.count("\n") == 1
    for part in parts:
        assert part in err


def test_a_file_in_the_way_is_one_line(cli, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, _, err = cli("reproduce", "papp-5.1", "--out", str(tmp_path / "file"))
    assert code == 2 and err.count("\n") == 1 and "file" in err


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["reproduce", "--list"]])
def test_commands_without_kernels_do_not_load_numba(arguments):
    program = (
        "import sys\nfrom equipoise.interfaces.cli.main import run\n"
        f"assert run({arguments!r}) == 0\nassert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_tens_and_spaces_are_understood_in_hands(cli):
    first = json.loads(cli("equity", "10sKh", "As Kd", "--board", "2c3c4c", "--json")[1])
    second = json.loads(cli("equity", "TsKh", "AsKd", "--board", "2c3c4c", "--json")[1])
    assert first["equities"] == second["equities"]


def test_tiny_weights(cli):
    code, out, _ = cli("equity", "AA:1e-200", "KK:1e-200", "--board", "2c3d4h", "--json")
    assert code == 0 and sum(json.loads(out)["equities"]) == pytest.approx(1)


def test_a_listing_has_the_keys_of_results(cli):
    listed = json.loads(cli("reproduce", "--list", "--json")[1])
    assert [r["id"] for r in listed["results"]] == [e["id"] for e in listed["experiments"]]
    assert {"id", "title", "cells", "claims", "seconds"} <= set(listed["results"][0])


def test_text_of_the_user_is_not_markup(cli, tmp_path):
    code, out, _ = cli("reproduce", "papp-4.2", "--out", str(tmp_path / "x[/b]"))
    assert code == 0 and "x[/b]" in out
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, out, _ = cli("reproduce", "papp-4.2", "--out", str(tmp_path / "file"))
    assert (code, out) == (2, "")  # refused before the work


def test_any_other_failure_is_one_line(cli, monkeypatch):
    def fail(patterns):
        raise RuntimeError("it broke\nin two lines")

    monkeypatch.setattr("equipoise.experiments.harness.registry.choose", fail)
    code, out, err = cli("reproduce", "--list")
    assert (code, out) == (1, "") and err.count("\n") == 1
    assert "RuntimeError: it broke in two lines" in err and "--verbose shows where" in err
    monkeypatch.setenv("EQUIPOISE_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        cli("reproduce", "--list")


MAIN = [sys.executable, "-c", "from equipoise.interfaces.cli.main import main; main()"]


@pytest.mark.parametrize(
    "arguments",
    [["games"], ["games", "--json"], ["reproduce", "--list"], ["--help"], ["--version"]],
)
def test_a_reader_that_leaves_is_no_failure(arguments):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*MAIN, *arguments], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [["reproduce", "--list"], ["reproduce", "--list", "--json"]])
def test_output_where_only_ascii_can_be_shown(arguments):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*MAIN, *arguments], env=environment, capture_output=True)
    assert done.returncode == 0 and done.stdout.isascii() and b"papp-5.1" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["evaluate", "As8dAh8c9s2c3d"], b"As 8d Ah 8c 9s 2c 3d  two pair"),
        (["deal", "--seed", "1"], b"flop"),
        (["strength", "AdQc", "3h4cJh"], b"Ad Qc on 3h 4c Jh"),
        (["match", "raise", "fold", "--hands", "10"], b" +- "),
        (["--help"], b"equipoise"),
    ],
)
def test_commands_in_an_ascii_locale(arguments, shown):
    """Suits are letters where their symbols cannot be encoded, and nothing fails."""
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = subprocess.run([*MAIN, *arguments], env=environment, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii() and shown in done.stdout


def test_listing_does_not_load_matplotlib():
    program = (
        "import sys\nfrom equipoise.interfaces.cli.main import run\n"
        "assert run(['reproduce', '--list']) == 0\nassert 'matplotlib' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_results_are_written_without_matplotlib(tmp_path):
    program = (
        "import sys\nsys.modules['matplotlib'] = None\n"
        "from equipoise.experiments.papp import income as papp_income\n"
        "papp_income.DEALS['quick'] = 100\n"
        "from equipoise.interfaces.cli.main import run\n"
        f"sys.exit(run(['reproduce', 'papp-A.3', '--out', {str(tmp_path)!r}]))\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    folder = tmp_path / "papp-A.3" / "quick-seed0"
    assert sorted(path.name for path in folder.iterdir()) == ["result.json", "table.md"]


def test_the_tree_says_bets_as_they_are_printed(capsys):
    assert run(["tree", "leduc-nolimit:12", "--bets", "fc75pa-fc100a", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bets"] == "fcqpa-fcpa"


def test_progress_into_a_file_is_a_line_a_minute(capsys):
    now = 0.0
    report = log_lines("solving", clock=lambda: now)
    for now in (1.0, 59.0, 61.0, 100.0, 122.0):
        report(now, 200.0, f"iteration {now:g}")
    assert capsys.readouterr().err.splitlines() == ["iteration 61 (30%)", "iteration 122 (61%)"]
    now = 300.0
    report(0, 0)
    assert capsys.readouterr().err == "solving\n"
