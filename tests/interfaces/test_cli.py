import json
import subprocess
import sys

import pytest

from equipoise import __version__
from equipoise.interfaces.cli.main import run


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
        (["equity", "AsAh", "AsKs"], ["As is in both the hand of player 1"]),
        (["equity", "AsAs", "KK"], ["character 3", "As stands here twice"]),
        (["equity", "AXs", "KK"], ["character 2", "unknown rank 'X'", "23456789TJQKA"]),
        (["equity", "AA,KXs", "KK"], ["range 'AA,KXs', character 5"]),
        (["equity", "AA", "KK", "--board", "2c3c4c5c6c7c"], ["--board", "character 11", "6 cards"]),
        (["equity", "AA", "KK", "--board", "2c2c3d"], ["--board", "character 3", "twice"]),
        (["equity", "AA"], ["equity of 1 players"]),
        (["equity"], ["Missing argument", "equipoise equity --help"]),
        (["equity", "AA", "KK", "--exact", "--samples", "9"], ["exclude each other"]),
        (["equity", "AA", "KK", "--samples", "1"], ["--samples"]),
        (["strength", "AdQc", "3h4c"], ["a board of 2 cards", "3 to 5"]),
        (["strength", "AdQc", "AdQcJh"], ["in both the hand and the board"]),
        (["strength", "AdQ", "3h4cJh"], ["hand 'AdQ', character 3", "no suit"]),
        (["strength", "AdQc", "3h4cJh", "--opponents", "0"], ["--opponents"]),
        (["evaluate", "AsKs"], ["2 cards cannot be evaluated"]),
        (["deal", "--players", "11"], ["--players"]),
        (["reproduce", "papp-9"], ["there is no experiment 'papp-9'", "papp-5.1"]),
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
    (tmp_path / "file").write_text("")
    code, _, err = cli("reproduce", "papp-5.1", "--out", str(tmp_path / "file"))
    assert code == 1 and err.count("\n") == 1 and "file" in err


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["reproduce", "--list"]])
def test_commands_without_kernels_do_not_load_numba(arguments):
    program = (
        "import sys\nfrom equipoise.interfaces.cli.main import run\n"
        f"assert run({arguments!r}) == 0\nassert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_listing_does_not_load_matplotlib():
    program = (
        "import sys\nfrom equipoise.interfaces.cli.main import run\n"
        "assert run(['reproduce', '--list']) == 0\nassert 'matplotlib' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_results_are_written_without_matplotlib(tmp_path):
    program = (
        "import sys\nsys.modules['matplotlib'] = None\n"
        "from equipoise.experiments import papp_income\n"
        "papp_income.DEALS['quick'] = 100\n"
        "from equipoise.interfaces.cli.main import run\n"
        f"sys.exit(run(['reproduce', 'papp-A.3', '--out', {str(tmp_path)!r}]))\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    folder = tmp_path / "papp-A.3" / "quick-seed0"
    assert sorted(path.name for path in folder.iterdir()) == ["result.json", "table.md"]
