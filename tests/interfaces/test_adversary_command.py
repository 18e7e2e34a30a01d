import json

import pytest

from equipoise.interfaces.cli.main import run


@pytest.fixture(scope="module")
def strategy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("adversary") / "fcpa"
    options = ["--bets", "fcpa", "--cards", "JQ.K", "--iterations", "100", "--out", str(folder)]
    assert run(["solve", "leduc-nolimit:6", *options]) == 0
    return folder


@pytest.fixture
def cli(capsys):
    def call(*arguments):
        code = run([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


def test_all_mappings_as_json_and_as_a_picture(cli, strategy, tmp_path):
    chart = tmp_path / "gains.png"
    code, shown, err = cli("adversary", strategy, "--sizes", "50,150", "--chart", chart, "--json")
    result = json.loads(shown)
    assert (code, err) == (0, "")
    assert (result["bets"], result["where"], result["chart"]) == ("fcpa", "everywhere", str(chart))
    assert chart.read_bytes().startswith(b"\x89PNG")
    assert len(result["results"]) == 6
    for entry in result["results"]:
        assert [size["size"] for size in entry["sizes"]] == [0.5, 1.5]
        assert entry["worst"] in entry["sizes"]
        assert entry["worst"]["average"] == max(size["average"] for size in entry["sizes"])
        worst, inside, outside = (entry[key]["average"] for key in ("worst", "on_tree", "full"))
        assert inside <= worst <= outside
        assert entry["worst"]["gain"] == pytest.approx(worst - inside)
    code, shown, _ = cli("exploit", strategy, "--translation", "hard", "--json")
    hard = next(e for e in result["results"] if e["translation"] == "geometric")
    assert json.loads(shown)["average"] == pytest.approx(hard["full"]["average"])


def test_one_mapping_shows_every_size(cli, strategy, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    code, shown, _ = cli(
        "adversary", strategy, "--translation", "soft", "--style", "real", "--where", "first"
    )
    assert code == 0
    assert "real style" in shown and "as the first raise of a hand" in shown
    rows = [line.split()[0] for line in shown.splitlines() if line.strip()[:1].isdigit()]
    assert rows == ["0.5", "1", "1.5", "2"]


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--where", "last"], "--where: unknown place 'last'; everywhere or first"),
        (["--sizes", "0"], "--sizes '0': not percentages of the pot; whole numbers like 25,75,150"),
        (["--sizes", "50,,75"], "--sizes '50,,75': not percentages of the pot"),
        (["--sizes", ",".join(map(str, range(1, 300)))], "--sizes: 299 sizes; at most 200"),
        (["--translation", "harmonic"], "unknown mapping 'harmonic'; one of arithmetic"),
        (["--style", "fancy"], "unknown style 'fancy'; one of abstract, real"),
        (["--chart", "gains.pdf"], "--chart 'gains.pdf': not a PNG file; a name like chart.png"),
    ],
)
def test_bad_input_is_one_line(cli, strategy, options, line):
    code, shown, err = cli("adversary", strategy, *options)
    assert (code, shown) == (2, "")
    assert line in err and err.count("\n") == 1


def test_a_strategy_without_abstract_bets_is_refused(cli, tmp_path):
    folder = tmp_path / "full"
    assert run(["solve", "leduc-nolimit:4", "--iterations", "5", "--out", str(folder)]) == 0
    cli()
    code, _, err = cli("adversary", folder)
    assert code == 2
    assert (
        "the bets of seat 1 are not abstracted; use a strategy that was solved with --bets" in err
    )
