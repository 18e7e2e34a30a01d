import json
import re

import pytest

from equipoise.base.errors import InputError
from equipoise.base.version import __version__
from equipoise.interfaces.cli.main import run


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


def test_match_for_people(cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    code, out, _ = cli("match", "raise", "fold", "--hands", "100", "--duplicate")
    assert code == 0 and "-750.0" in out and "raise wins" in out
    code, out, _ = cli("match", "random", "random", "--game", "kuhn", "--hands", "50")
    assert code == 0 and "not decided" in out and "more hands needed" in out
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
    kept = json.loads((tmp_path / "m" / "result.json").read_text(encoding="utf-8"))
    assert kept.pop("command").startswith("equipoise match call random --game kuhn")
    assert kept.pop("version") == __version__
    assert re.fullmatch(r"[0-9a-f]{40}(-changed)?|None", str(kept.pop("commit")))
    assert kept == long


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
        (("match", "shark", "call"), "unknown agent"),
        (("match", "call"), "2 can play it"),
        (("match", "call", "call", "--hands", "0"), "0 hands"),
        (("match", "call", "call", "--hands", "x"), "--hands"),
        (("match", "raise:size=9", "call"), "one of min, pot, all-in"),
        (("match", "call", "call", "--resume"), "--resume needs --out"),
        (("match", "call", "call", "--on-fault", "cry"), "check-fold, acpc"),
        (("match", "call", "call", "--act-seconds", "-1"), "at least 0.001"),
        (("match", "call", "call", "--forfeit-after", "-1"), "at least one"),
        (("match", "person", "call", "--json"), "cannot play with --json"),
        (("match", "person", "call", "--duplicate"), "remember the cards"),
        (("match", "[red]", "call"), "[red]"),
        (("match", "call", "call", "--hands", "9999999999"), "too many"),
        (("agents", "shark"), "unknown agent"),
        (("tournament", "call", "fold", "person"), "play a match"),
        (("tournament", "call", "fold"), "3 or more"),
        (("tournament", "call", "fold", "call"), "enters twice"),
        (("tournament", "call", "fold", "raise", "--game", "holdem-limit:3p"), "4 or more"),
        (("tournament", "call", "fold", "raise", "--hands", "1"), "at least 2"),
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
        and "size of its raises: min" in out
        and "size of its raises: min" not in cli("agents")[1]
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


@pytest.fixture
def at_the_table(cli, monkeypatch, tmp_path):
    """A person who types some lines, in an empty working directory."""
    monkeypatch.chdir(tmp_path)

    def sit(*lines, game="holdem-nolimit:100bb", agent="person", arguments=()):
        typing(monkeypatch, *lines)
        return cli("match", agent, "call", "--game", game, "--hands", "50", *arguments)

    return sit


def test_a_person_plays(at_the_table):
    lines = ("hello", "r 999", "c", "r", "k", "q")
    code, out, err = at_the_table(*lines, game="leduc", arguments=("--seed", "3"))
    assert (code, err) == (0, "")
    assert "cannot understand" in out and "above the maximum" in out
    assert "you are first" in out and "showdown" in out and "high" in out
    assert "you lose" in out or "you win" in out
    assert "in 1 hand" in out and "one hand is too few" in out


def test_a_sitting_is_saved_and_can_be_seen_again(at_the_table, cli):
    calls = ("c",) * 12
    code, out, _ = at_the_table(*calls, arguments=("--seed", "5"))
    assert code == 0 and "bb/100 hands, 95% interval [" in out
    again = out.splitlines()[-1].partition("equipoise ")[2].split()
    assert again[0] == "replay" and again[1].startswith("played")
    code, shown, _ = cli(*again)
    assert code == 0 and "person" in shown and "result" in shown
    same = at_the_table(*calls, arguments=("--seed", "5", "--out", "mine"))[1]
    assert same.splitlines()[1:6] == out.splitlines()[1:6]  # the same cards
    other = at_the_table(*calls)[1], at_the_table(*calls, arguments=("--out", "three"))[1]
    assert other[0].splitlines()[0] != other[1].splitlines()[0]  # another seed each time


def test_the_table_as_a_person_sees_it(at_the_table):
    out = at_the_table("c", "b 4", "", "q", arguments=("--seed", "3"))[1]
    before, _, flop = out.partition("\nflop")
    assert "BTN  call  200 (100 bb)" in before and "BB   you   200 (100 bb)" in before
    assert "you   check" in before and "call  calls 1" in before
    assert "pot 4 (2 bb)" in flop.splitlines()[0] and "bet 4 (2 bb, 4 more)" in flop
    assert flop.index("you   bet 4") < flop.index("call  calls 4")


def test_a_bet_can_be_typed_over_before_it_is_sent(at_the_table):
    lines = ("r 40", "u", "r 400", "r 10", "r 6", "", "q")
    _, out, _ = at_the_table(*lines, arguments=("--seed", "3"))
    assert "you   raise to 6" in out and "you   raise to 10" not in out
    assert "400 is above the maximum" in out
    at_once = at_the_table("r 6", "q", agent="person:confirm=none")[1]
    assert "Enter to send" not in at_once and "you   raise to 6" in at_once


def test_no_stack_without_limit_is_shown(at_the_table):
    out = at_the_table("c", "c", "q", game="holdem-limit:2p")[1]
    assert "2147483647" not in out and "you have" not in out


def test_a_person_leaves_at_once(at_the_table, tmp_path):
    code, out, err = at_the_table(game="kuhn")
    assert code == 1 and "the sitting" not in out and err == "stopped: no hand was finished\n"
    assert not any((tmp_path / "played").iterdir())


def test_help_at_the_table(at_the_table):
    out = at_the_table("?", "q")[1]
    assert "r 2.5x" in out and "leave" in out and "undo" in out
    from equipoise.interfaces.cli.typed import HELP

    assert max(map(len, HELP)) <= 78  # indented by two, on a terminal of 80 columns


def test_moves_as_people_type_them():
    from equipoise.games import Action, find_game
    from equipoise.games.betting import BettingState
    from equipoise.interfaces.cli.typed import Turn, read_move

    start = BettingState.start(find_game("holdem-nolimit:100bb"))
    raised = start.after(Action.raise_to(6))
    flop = raised.after(raised.legal().checked(Action.call()))
    for turn, typed, action in (
        (Turn(start, (0, 0)), "f", "fold"),
        (Turn(start, (0, 0)), "CALL", "call to 2"),
        (Turn(start, (0, 0)), "r6", "raise to 6"),
        (Turn(start, (0, 0)), "raise to 1,0", "raise to 10"),
        (Turn(start, (0, 0)), "r 2.5 bb", "raise to 5"),
        (Turn(start, (0, 0)), "all in", "raise to 200"),
        (Turn(raised, (0, 0)), "pot", "raise to 18"),
        (Turn(raised, (0, 0)), "3x", "raise to 18"),
        (Turn(raised, (0, 0)), "min", "raise to 10"),
        (Turn(flop, (6, 6)), "b 2", "raise to 8"),
        (Turn(flop, (6, 6)), "half", "raise to 12"),
        (Turn(flop, (6, 6)), "bet 2/3", "raise to 14"),
        (Turn(flop, (6, 6)), "75%", "raise to 15"),
        (Turn(flop, (6, 6)), "x", "call to 6"),
        (Turn(flop, (6, 6)), "a", "raise to 200"),
    ):
        assert str(read_move(typed, turn)) == action, typed
    limit = BettingState.start(find_game("holdem-limit:2p"))
    assert read_move("r", Turn(limit, (0, 0))) == Action.raise_to(4)
    for typed, words in (("all in", "not possible"), ("b 7", "above")):
        with pytest.raises(InputError, match=words):
            read_move(typed, Turn(limit, (0, 0)))
    for typed, words in (("f", "checking is free"), ("b 1", "below"), ("b", "needs an amount")):
        with pytest.raises(InputError, match=words):
            read_move(typed, Turn(flop, (6, 6)))
    all_in = raised.after(Action.raise_to(200))
    assert str(read_move("all in", Turn(all_in, (0, 0)))) == "call to 200"
