"""``equipoise spot``: what scripts rely on, and what people see."""

import csv
import io
import json

import pytest

from equipoise.interfaces.cli.main import run

RIVER = (
    "--board", "QsJh2h5d5c", "--pot", "100", "--stack", "200",
    "--oop", "AA,QJs,T9s", "--ip", "22,JJ,AQs,98s",
)  # fmt: skip


@pytest.fixture
def cli(capsys):
    def call(*arguments):
        code = run(["spot", *arguments])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("spots") / "turn"
    arguments = [*RIVER, "--bets", "50%", "--raises", "a", "--target", "0.3", "--out", str(out)]
    arguments[1] = "QsJh2h5d"
    assert run(["spot", *arguments, "--json"]) == 0
    return str(out)


def test_the_keys_of_the_contract(cli):
    code, out, err = cli(*RIVER, "--bets", "50%,a", "--raises", "a", "--target", "0.2", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert {
        "oop_value", "ip_value", "oop_equity", "exploitability", "exploitability_percent",
        "iterations", "seconds", "memory_bytes", "actions",
    } <= set(found)  # fmt: skip
    assert found["oop_value"] + found["ip_value"] == pytest.approx(100, abs=1e-3)
    assert found["exploitability_percent"] == pytest.approx(found["exploitability"])
    assert found["exploitability_percent"] <= 0.2
    assert [action["action"] for action in found["actions"]] == ["check", "bet 50", "all-in 200"]
    assert all({"action", "frequency", "value"} <= set(action) for action in found["actions"])
    value = sum(action["frequency"] * action["value"] for action in found["actions"])
    assert value == pytest.approx(found["oop_value"], abs=1e-3)


def test_a_file_with_the_same_keys(cli, tmp_path):
    file = tmp_path / "spot.toml"
    file.write_text(
        """
        board = "QsJh2h5d5c"
        pot = 100
        stack = 200
        oop = "AA,QJs,T9s"
        ip = "22,JJ,AQs,98s"
        target = 0.2
        [river]
        bets = "50%, a"
        raises = "a"
        """,
        encoding="utf-8",
    )
    code, out, _ = cli(str(file), "--json")
    found = json.loads(out)
    assert code == 0 and found["exploitability_percent"] <= 0.2
    other = json.loads(
        cli(*RIVER, "--bets", "50%, a", "--raises", "a", "--target", "0.2", "--json")[1]
    )
    assert found["oop_value"] == pytest.approx(other["oop_value"])
    # options replace what the file says
    out = cli(str(file), "--bets", "a", "--iterations", "3", "--json")[1]
    assert [action["action"] for action in json.loads(out)["actions"]] == ["check", "all-in 200"]


def test_for_people(cli):
    code, out, _ = cli(*RIVER, "--bets", "50%", "--iterations", "20")
    assert code == 0
    assert "out of position to act" in out and "bet 50" in out and "exploitability" in out


def test_walking_through_a_solution(cli, folder):
    code, out, _ = cli("show", folder, "--line", "check, bet 50%", "--json")
    found = json.loads(out)
    assert code == 0 and found["player"] == "oop" and found["pot"] == 150
    assert [action["action"] for action in found["actions"]] == ["fold", "call", "all-in 200"]
    hand = found["ranges"]["oop"]["hands"][0]
    assert set(hand) == {"hand", "weight", "share", "equity", "value", "eqr", "strategy", "values"}
    assert sum(hand["strategy"].values()) == pytest.approx(1, abs=1e-5)
    code, out, _ = cli("show", folder, "--line", "check, check, Ah", "--hands", "--of", "value")
    assert code == 0 and "QcJc" in out and "value, out of position" in out
    code, out, _ = cli("show", folder, "--csv", "-", "--player", "ip")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0 and {"hand", "equity", "value", "eqr"} <= set(rows[0])
    assert sum(float(row["share"]) for row in rows) == pytest.approx(1)


def test_a_report_by_card(cli, folder, tmp_path):
    code, out, _ = cli("report", folder, "--line", "check, check", "--json")
    found = json.loads(out)
    assert code == 0 and len(found["cards"]) == 48
    assert sum(card["chance"] for card in found["cards"]) == pytest.approx(1)
    pictures = [tmp_path / name for name in ("cards.png", "node.png", "equity.png")]
    assert cli("report", folder, "--picture", str(pictures[0]))[0] == 0
    assert cli("show", folder, "--picture", str(pictures[1]))[0] == 0
    assert cli("show", folder, "--of", "equity", "--picture", str(pictures[2]))[0] == 0
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)


def test_flops_are_listed(cli):
    code, out, _ = cli("flops", "--list", "--flops", "25", "--json")
    flops = json.loads(out)["flops"]
    assert code == 0 and len(flops) == 25 and sum(flop["weight"] for flop in flops) == 22_100
    assert "represents" in cli("flops", "--list", "--flops", "6")[1]
    assert cli("flops", *RIVER[2:])[0] == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--board", "QsQs2h"), "--board 'QsQs2h', character 3: Qs"),
        (("--pot", "none"), "--pot 'none': not a number"),
        (("--oop", "A"), "--oop 'A'"),
        (("--oop", "AsAh", "--ip", "AsAd"), "no two hands of the ranges can be dealt together"),
        (("--bets", "500c"), "--bets: a bet of 500c is above the stack"),
        (("--bets", "half"), "--bets 'half', character 1: 'half' is not a bet size"),
        (("--target", "0.00001"), "--target: 1e-05% of the pot is below what single numbers can"),
        (("--target", "0.05", "--precision", "16-bit"), "at least 0.1"),
        (("--precision", "8"), "--precision '8': unknown precision"),
        (("--method", "magic"), "--method: unknown method 'magic'"),
        (("--lock", "check | AA | fold=1"), "there is no fold"),
        (("--resume",), "--resume: there is no folder to resume from"),
        (("--store", "flop"), "--store 'flop': unknown street"),
        (("missing.toml",), "missing.toml"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(cli, arguments, says):
    code, out, err = cli(*RIVER, *arguments)
    assert (code, out) == (2, "") and err.count("\n") == 1 and says in err


def test_what_is_missing(cli, folder):
    code, _, err = cli("--board", "QsJh2h")
    assert code == 2 and "--pot, --stack, --oop, --ip missing" in err
    for arguments, says in (
        (("show", folder, "--line", "hop"), "unknown step 'hop'"),
        (("show", folder, "--line", "bet 40%"), "the actions here are check, bet 50"),
        (("show", folder, "--of", "luck"), "--of 'luck'"),
        (("report", folder, "--line", "check"), "no card is dealt"),
        (("show", "nowhere"), "nowhere"),
    ):
        code, out, err = cli(*arguments)
        assert (code, out) == (2, "") and err.count("\n") == 1 and says in err


def test_locks_from_a_file(cli, tmp_path):
    file = tmp_path / "locks"
    file.write_text("# bluff never\n | T9s | check=100%\n", encoding="utf-8")
    code, out, err = cli(*RIVER, "--bets", "50%", "--lock", str(file), "--target", "1", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["spot"]["locks"] == [" | T9s | check=100%"]
