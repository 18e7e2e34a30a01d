import json

import pytest

from equipoise.interfaces.cli.main import run
from equipoise.interfaces.cli.person import Person, read_move


@pytest.fixture
def cli(capsys):
    def call(*arguments):
        code = run(list(arguments))
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


def test_match_as_json(cli):
    arguments = ("match", "call", "random", "--game", "leduc", "--hands", "300", "--json")
    code, out, err = cli(*arguments, "--seed", "5")
    result = json.loads(out)
    assert (code, err) == (0, "")
    assert {"agents", "hands", "mb_per_hand", "ci95", "hands_per_second"} <= set(result)
    assert result["agents"] == ["call", "random"] and result["hands"] == 300
    for mean, (low, high) in zip(result["mb_per_hand"], result["ci95"], strict=True):
        assert low < mean < high
    again = json.loads(cli(*arguments, "--seed", "5", "--workers", "1")[1])
    assert again["mb_per_hand"] == result["mb_per_hand"]
    assert json.loads(cli(*arguments, "--seed", "6")[1])["mb_per_hand"] != again["mb_per_hand"]


def test_match_for_people(cli):
    code, out, _ = cli("match", "raise", "fold", "--hands", "100", "--duplicate")
    assert code == 0 and "-750.0" in out and "raise wins" in out
    code, out, _ = cli("match", "random", "random", "--game", "kuhn", "--hands", "50")
    assert code == 0 and "not decided" in out and "more hands would" in out
    assert "nobody is ahead" in cli("match", "call", "call", "--hands", "9", "--duplicate")[1]


def test_resume_goes_on(cli, tmp_path):
    out = str(tmp_path / "m")
    arguments = ("match", "call", "random", "--game", "kuhn", "--out", out, "--json")
    short = json.loads(cli(*arguments, "--hands", "1500")[1])
    long = json.loads(cli(*arguments, "--hands", "2500", "--resume")[1])
    assert (short["hands"], long["hands"]) == (1500, 2500)
    straight = json.loads(
        cli("match", "call", "random", "--game", "kuhn", "--hands", "2500", "--json")[1]
    )
    assert long["mb_per_hand"] == straight["mb_per_hand"]
    assert json.loads((tmp_path / "m" / "result.json").read_text(encoding="utf-8")) == long


def test_agents_are_called_what_they_are_named(cli):
    kuhn = ("--game", "kuhn", "--hands", "20", "--json")
    assert json.loads(cli("tournament", "call:name=patient", "fold", "raise", *kuhn)[1])[
        "agents"
    ] == ["patient", "fold", "raise"]
    twins = ("call:name=one", "call:name=one")
    assert json.loads(cli("match", *twins, *kuhn)[1])["agents"] == ["one", "one#2"]
    code, _, err = cli("match", f"call:name={'x' * 41}", "fold", *kuhn)
    assert code == 2 and "at most 40 printable letters" in err


def test_people_see_the_last_part_of_a_path(cli, tmp_path):
    """Files keep the whole name."""
    source = tmp_path / "deep and" / "fierce.py"
    source.parent.mkdir()
    source.write_text(
        "from equipoise.agents.baselines import Raiser\n"
        "from equipoise.agents.registry import register\n"
        "register('fierce', 'raises')(Raiser)\n",
        encoding="utf-8",
    )
    arguments = (str(source), "fold", "raise", "--game", "leduc", "--hands", "40")
    code, out, _ = cli("tournament", *arguments)
    assert code == 0 and "(1) fierce.py" in out and "deep" not in out
    code, out, _ = cli("match", *arguments[:2], *arguments[3:])
    assert code == 0 and "fierce.py wins" in out and "deep" not in out
    code, out, _ = cli("match", *arguments[:2], *arguments[3:], "--json")
    assert json.loads(out)["agents"] == [str(source), "fold"]
    named = cli("match", "call:name=A/B", "fold", *arguments[3:])[1]
    assert "A/B" in named  # a name that people chose is no path


def test_tournament(cli, tmp_path):
    arguments = ("tournament", "call", "fold", "raise", "--game", "leduc", "--hands", "60")
    code, out, err = cli(*arguments, "--out", str(tmp_path / "t"), "--json")
    result = json.loads(out)
    assert (code, err) == (0, "")
    means = result["mb_per_hand"]
    assert all(means[i][j] == -means[j][i] for i in range(3) for j in range(3))
    assert sorted(name for place in result["runoff"]["places"] for name in place) == [
        "call",
        "fold",
        "raise",
    ]
    assert result["hands_played"] == 180
    again = cli(*arguments, "--out", str(tmp_path / "t"), "--resume")
    assert again[0] == 0 and "row against column" in again[1] and "bankroll run-off" in again[1]
    assert cli(*arguments, "--out", str(tmp_path / "t"))[0] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("match", "shark", "call"), "none of this name"),
        (("match", "call"), "2 can play it"),
        (("match", "call", "call", "--hands", "0"), "0 hands"),
        (("match", "call", "call", "--hands", "x"), "--hands"),
        (("match", "raise:size=9", "call"), "one of min, pot, all-in"),
        (("match", "call", "call", "--resume"), "--resume needs --out"),
        (("match", "call", "call", "--on-fault", "cry"), "check-fold, acpc"),
        (("match", "call", "call", "--act-seconds", "-1"), "at least 0.001"),
        (("match", "call", "call", "--forfeit-after", "-1"), "at least one"),
        (("match", "person", "call", "--json"), "cannot play with --json"),
        (("match", "person", "call", "--duplicate"), "remembers them"),
        (("match", "[red]", "call"), "[red]"),
        (("match", "call", "call", "--hands", "9999999999"), "too many"),
        (("agents", "shark"), "none of this name"),
        (("tournament", "call", "fold", "person"), "play a match"),
        (("tournament", "call", "fold"), "3 or more"),
        (("tournament", "call", "fold", "call"), "enters twice"),
        (("tournament", "call", "fold", "raise", "--game", "holdem-limit:3p"), "heads-up"),
        (("tournament", "call", "fold", "raise", "--hands", "1"), "two or more"),
    ],
)
def test_bad_input_is_one_line(cli, arguments, words):
    code, out, err = cli(*arguments)
    assert code == 2 and out == "" and words in err and len(err.splitlines()) == 1


def test_agents_are_listed(cli):
    listed = json.loads(cli("agents", "--json")[1])["agents"]
    assert {"call", "fold", "raise", "random", "person"} <= {agent["name"] for agent in listed}
    assert "size" in cli("agents")[1]
    code, out, _ = cli("agents", "raise", "DIR")
    assert (
        code == 0
        and "translation" in out
        and "how much: min" in out
        and "how much: min" not in cli("agents")[1]
    )
    assert [one["name"] for one in json.loads(cli("agents", "raise", "--json")[1])["agents"]] == [
        "raise"
    ]


def typing(monkeypatch, *lines):
    answers = iter(lines)

    def read(*_, **__):
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setattr(Person, "total", 0.0)


def test_a_person_plays(cli, monkeypatch):
    typing(monkeypatch, "hello", "r 999", "c", "r", "k", "q")
    code, out, err = cli("match", "person", "call", "--game", "leduc", "--hands", "50")
    assert (code, err) == (0, "")
    assert "is not understood" in out and "above the maximum" in out
    assert "you win" in out and "1 deals" in out


def test_a_person_leaves_at_once(cli, monkeypatch):
    typing(monkeypatch)
    code, out, _ = cli("match", "person", "call", "--game", "kuhn")
    assert code not in (0, 2) and "mb/hand" not in out


def test_moves_as_people_type_them():
    from equipoise.games import Action, Legal

    legal = Legal(0, 2, True, 4, 6, 200)
    for text, action in (
        ("f", Action(Action.fold().kind, 2)),
        ("CALL", Action(Action.call().kind, 4)),
        ("r6", Action.raise_to(6)),
        ("raise to 1,0", Action.raise_to(10)),
        ("bet 20", Action.raise_to(20)),
        ("a", Action.raise_to(200)),
    ):
        assert read_move(text, legal) == action
    assert read_move("r", Legal(0, 2, True, 4, 6, 6)) == Action.raise_to(6)
