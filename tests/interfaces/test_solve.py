import json

import pytest

from equipoise.interfaces.cli.main import run


@pytest.fixture
def cli(capsys):
    def call(*arguments):
        code = run(list(arguments))
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


def test_solve_and_exploit(cli, tmp_path):
    out = str(tmp_path / "leduc")
    code, shown, err = cli(
        "solve", "leduc", "--method", "cfr+", "--target", "0.01", "--out", out, "--json"
    )
    result = json.loads(shown)
    assert (code, err) == (0, "")
    assert {"value", "exploitability", "iterations", "seconds", "infosets", "method", "out"} <= set(
        result
    )
    assert result["exploitability"] <= 0.01 and result["infosets"] == 288
    code, shown, _ = cli("exploit", out, "--json")
    seen = json.loads(shown)
    assert code == 0
    assert seen["average"] == pytest.approx(result["exploitability"])
    assert seen["average"] == pytest.approx((seen["p1"] + seen["p2"]) / 2)


def test_abstract_strategies_lose_more_in_the_full_game(cli, tmp_path):
    out = str(tmp_path / "small")
    assert (
        cli(
            "solve",
            "leduc-nolimit:6",
            "--bets",
            "fcpa",
            "--cards",
            "JQ.K",
            "--iterations",
            "300",
            "--out",
            out,
        )[0]
        == 0
    )
    inside = json.loads((tmp_path / "small" / "manifest.json").read_text(encoding="utf-8"))
    assert inside["bets"] == ["fcpa", "fcpa"] and inside["cards"] == "JQ.K"
    code, shown, _ = cli("exploit", out)
    assert code == 0 and "best response" in shown
    hard = json.loads(cli("exploit", out, "--json")[1])
    assert hard["average"] > inside["exploitability"]
    assert (hard["translation"], hard["style"], hard["fixes"]) == ("geometric", "abstract", "all")
    words = ["--translation", "soft", "--style", "real", "--fixes", "none", "--no-dominated"]
    soft = json.loads(cli("exploit", out, *words, "--json")[1])
    assert (soft["translation"], soft["style"]) == ("geometric-random", "real")
    assert (soft["fixes"], soft["no_dominated"]) == ("none", True)
    assert soft["average"] != hard["average"]
    for option in ("--translation", "--style", "--fixes"):
        code, shown, errors = cli("exploit", out, option, "nonsense")
        assert code == 2 and shown == "" and errors.count("\n") == 1 and "nonsense" in errors


def test_units_are_those_of_the_game(cli):
    """Clairvoyance counts pots; the value for a bet of one pot is known: half a pot and a quarter."""
    result = json.loads(
        cli("solve", "clairvoyance:1", "--target", "1e-6", "--method", "pcfr+", "--json")[1]
    )
    # seat 1 put in half a pot: wins half the pot with winners, and s/(2(1+s)) more by betting
    assert result["value"] == pytest.approx(0.25, abs=1e-4)


def test_resume(cli, tmp_path):
    out = str(tmp_path / "run")
    whole = json.loads(cli("solve", "leduc", "--iterations", "40", "--json")[1])
    assert cli("solve", "leduc", "--iterations", "15", "--out", out)[0] == 0
    again = json.loads(
        cli("solve", "leduc", "--iterations", "40", "--out", out, "--resume", "--json")[1]
    )
    assert again["iterations"] == 40
    assert again["exploitability"] == whole["exploitability"]
    code, _, err = cli("solve", "leduc", "--method", "cfr", "--out", out, "--resume")
    assert code == 2 and "another run: method" in err


def test_compare(cli, tmp_path):
    picture = tmp_path / "compare.png"
    code, shown, _ = cli(
        "compare", "kuhn", "--methods", "cfr,dcfr", "--seconds", "0.05", "--picture", str(picture)
    )
    assert code == 0 and "dcfr" in shown
    assert picture.read_bytes().startswith(b"\x89PNG")
    result = json.loads(
        cli("compare", "kuhn", "--methods", "cfr+", "--seconds", "0.05", "--json")[1]
    )
    assert result["results"][0]["method"] == "cfr+" and result["results"][0]["trace"]


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["solve", "kuhn", "--method", "magic"], ["unknown method 'magic'", "cfr+"]),
        (["solve", "kuhn", "--target", "1e-20"], ["below double precision", "1e-12"]),
        (["solve", "kuhn", "--iterations", "0"], ["0 iterations"]),
        (["solve", "poker"], ["poker"]),
        (["solve", "leduc-nolimit:12", "--bets", "fcza"], ["character 3", "unknown letter 'z'"]),
        (["solve", "leduc", "--cards", "JQ"], ["K missing"]),
        (["solve", "holdem-nolimit:100bb"], ["holdem-nolimit:100bb", "card abstraction"]),
        (["solve", "holdem-limit:2p"], ["holdem-limit:2p"]),
        (["solve", "holdem-limit:3p"], ["3 players"]),
        (["solve", "jamfold:0.5bb"], ["a stack of 0.5bb is less than the big blind; at least 1bb"]),
        (["solve", "leduc", "--bets", "fcp,a"], ["character 4", "only between two numbers"]),
        (["solve", "kuhn", "--resume"], ["--resume needs --out"]),
        (["exploit", "nowhere"], ["there is no manifest.json"]),
        (["compare", "kuhn", "--methods", ""], ["no method"]),
    ],
)
def test_bad_input_is_one_line_and_exit_2(cli, arguments, parts):
    code, out, err = cli(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ") and err.count("\n") == 1
    for part in parts:
        assert part in err
