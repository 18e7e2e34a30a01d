"""Names, files and values that mean harm: shown and never obeyed, or refused in one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.formats.test_acpc_game import LEDUC
from tests.formats.test_replay import GOOD, WRONG_RESULT
from tests.names import any_name

from equipoise.interfaces.cli.main import run
from equipoise.interfaces.cli.screen import Screen

#: clears the screen, rings, turns the direction of writing, ends a line where nobody expects it
RAW = "\x1b[2J\x07\u202e\x9b1m\u2028"
SEEN = "\\x1b[2J\\x07\\u202e\\x9b1m\\u2028"
MARKUP = "[red]x[/] :skull: [/]"
HUGE = "1" + "0" * 30


@pytest.fixture
def cli(capsys):
    def call(*arguments):
        code = run([str(argument) for argument in arguments])
        shown = capsys.readouterr()
        for line in (shown.out + shown.err).splitlines():
            assert line.isprintable(), line
        return code, shown.out, shown.err

    return call


def refused(outcome: tuple[int, str, str], *parts: str) -> None:
    code, out, err = outcome
    assert code == 2 and out == ""
    assert err.startswith("error: ") and err.count("\n") == 1 and len(err) < 620
    assert all(part in err for part in parts), err


def toml(text: str) -> str:
    return json.dumps(text)  # a string of JSON is one of TOML


def test_names_of_players_are_shown_and_not_obeyed(cli, tmp_path) -> None:
    path = tmp_path / "x.phh"
    names = ", ".join(map(toml, (RAW, MARKUP, "two\nlines")))
    text = GOOD.replace("'Ann', 'Bob', 'Cy'", names) + f"hand = {toml(RAW)}\n"
    path.write_text(text, encoding="utf-8")
    code, out, _ = cli("replay", path, "--show", 1)
    assert code == 0 and SEEN in out and MARKUP in out and "two\\nlines" in out
    shown = json.loads(cli("replay", path, "--show", 1, "--json")[1])
    assert [player["name"] for player in shown["players"]] == [RAW, MARKUP, "two\nlines"]
    path.write_text(text.replace("2100, 900", "2000, 1000"), encoding="utf-8")
    code, out, err = cli("replay", path)
    assert code == 1 and SEEN in out and SEEN in err and err.count("\n") == 1


def test_names_of_hands_and_variants(cli, tmp_path) -> None:
    path = tmp_path / "x.phhs"
    path.write_text(
        f"[{toml(RAW)}]\n{WRONG_RESULT}\n[2]\nvariant = {toml(RAW)}\n", encoding="utf-8"
    )
    code, out, err = cli("replay", path)
    assert code == 1 and out.count(SEEN) == 2 and SEEN in err


def test_names_in_logs(cli, tmp_path) -> None:
    path = tmp_path / "x.log"
    path.write_text(
        f"STATE:0:r6f:AsAh|KsKh:-2|2:{RAW[:-1]}|b\nSCORE:5|-5:{RAW[:-1]}|b\n", encoding="utf-8"
    )
    code, out, err = cli("replay", path, "--game", "holdem-nolimit:100bb")
    assert code == 1 and SEEN[:-6] in out and SEEN[:-6] in err


@any_name
def test_names_of_files(cli, tmp_path) -> None:
    name = f"{RAW}{MARKUP}\n".replace("/", "")
    seen = f"{SEEN}{MARKUP}\\n".replace("/", "")
    path = tmp_path / f"{name}.game"
    path.write_text(LEDUC, encoding="utf-8")
    code, out, _ = cli("tree", path)
    assert code == 0 and f"{seen}.game" in out.replace("\n", "")
    assert json.loads(cli("tree", path, "--json")[1])["game"] == f"{seen}.game"
    refused(cli("tree", tmp_path / f"{name}no.game"), "no such file", seen)
    folder = tmp_path / name
    code, out, _ = cli("match", "call", "fold", "--game", "kuhn", "--hands", 4, "--out", folder)
    assert code == 0 and seen in out


def test_names_of_agents(cli, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    play = ("--game", "kuhn", "--hands", 4)
    code, out, _ = cli("match", f"call:name={MARKUP}", "fold", *play)
    assert code == 0 and MARKUP in out
    for name in (RAW, "two\nlines", "\udcff", "x" * 41):
        refused(cli("match", f"call:name={name}", "fold", *play), "at most 40 printable letters")
    refused(cli("match", f"{RAW}", "fold", *play), "unknown agent", SEEN)


def test_names_that_are_formulas_are_drawn(cli, tmp_path) -> None:
    pytest.importorskip("matplotlib")
    folder, name = tmp_path / "m", r"$\frac$"
    play = ("--game", "kuhn", "--hands", 4, "--out", folder)
    assert cli("match", f"call:name={name}", "fold", *play)[0] == 0
    assert (folder / "bankrolls.png").stat().st_size > 0


@pytest.mark.parametrize(
    "arguments",
    [
        [RAW],
        ["games", f"--{RAW}"],
        ["agents", RAW],
        ["equity", RAW, "KsKh"],
        ["deal", RAW],
        ["evaluate", RAW],
        ["replay", RAW],
        ["tree", "kuhn", "--bets", RAW],
        ["tree", "leduc", "--cards", RAW],
        ["loki", "AdTd", "--history", RAW],
        ["match", "call", "fold", "--on-fault", RAW],
        ["reproduce", RAW],
        ["reproduce", "--scale", RAW],
        ["solve", "kuhn", "--method", RAW],
        pytest.param(["show", RAW], marks=any_name),
        pytest.param(["export", RAW], marks=any_name),
        ["buckets", "build", RAW],
    ],
)
def test_errors_quote_what_cannot_be_printed(cli, arguments: list[str]) -> None:
    refused(cli(*arguments), "\\x1b[2J\\x07\\u202e")


@pytest.mark.parametrize("text", ["", " ", "x" * 100_000, "9" * 5000, "\udcff", "x/" * 3000])
@pytest.mark.parametrize(
    "arguments",
    [
        ["tree", "@"],
        ["tree", "kuhn", "--bets", "@"],
        ["tree", "leduc", "--cards", "@"],
        ["equity", "@", "KsKh"],
        ["evaluate", "@"],
        ["replay", "@"],
        ["agents", "@"],
        ["loki", "@"],
        ["jamfold", "@"],
        ["match", "call", "fold", "--game", "@"],
        ["match", "call", "call:seed=@"],
        ["solve", "kuhn", "--method", "@"],
        ["exploit", "@"],
        ["reproduce", "--scale", "@"],
    ],
)
def test_values_that_mean_nothing(cli, arguments: list[str], text: str) -> None:
    if (arguments, text) == (["match", "call", "call:seed=@"], ""):
        pytest.skip("an option without a value is as if it were left out")
    refused(cli(*(argument.replace("@", text) for argument in arguments)))


@pytest.mark.parametrize("number", ["nan", "inf", HUGE, "9" * 5000, "٣", "-1", "1e400"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "call", "fold", "--game", "kuhn", "--hands"],
        ["match", "call", "fold", "--game", "kuhn", "--act-seconds"],
        ["match", "call", "fold", "--game", "kuhn", "--seed"],
        ["match", "call", "fold", "--game", "kuhn", "--session"],
        ["solve", "kuhn", "--iterations"],
        ["solve", "kuhn", "--seconds"],
        ["equity", "AsAh", "KsKh", "--samples"],
        ["purify", "x", "--out", "y", "--threshold"],
        ["replay", "x", "--show"],
        ["loki", "AdTd", "--players"],
    ],
)
def test_numbers_that_mean_nothing(cli, arguments: list[str], number: str) -> None:
    refused(cli(*arguments, number))
    refused(cli(*arguments[:-1], f"{arguments[-1]}={number}"))


def test_a_decision_may_not_take_years(cli) -> None:
    refused(cli("match", "call", "fold", "--act-seconds", 10**17), "seconds for a decision")


def test_numbers_of_other_scripts_are_named(cli) -> None:
    refused(cli("match", "call", "fold", "--hands", "٣"), "'٣': digits that are not ASCII")


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")
def test_only_ordinary_files_are_replaced(cli, tmp_path) -> None:
    """Output is moved to its place, which would put a file where a pipe or device was."""
    pipe, folder = tmp_path / "pipe.png", tmp_path / "folder.png"
    os.mkfifo(pipe)
    folder.mkdir()
    solving = ("solve", "kuhn", "--iterations", 5)
    for place in (pipe, folder, tmp_path / ("n" * 300 + ".png"), tmp_path / "no" / "x.png"):
        for arguments in ((*solving, "--trace"), (*solving, "--picture"), ("jamfold", "--chart")):
            refused(cli(*arguments, place), "no file can be written there")
    assert pipe.is_fifo() and folder.is_dir()


def test_a_file_where_a_folder_is_expected(cli, tmp_path) -> None:
    path = tmp_path / "file"
    path.write_text("x", encoding="utf-8")
    for place in (path, path / "below", tmp_path / ("n" * 300)):
        for arguments in (("exploit",), ("show",), ("export",), ("adversary",)):
            refused(cli(*arguments, place))
        refused(cli("solve", "kuhn", "--iterations", 5, "--out", place))
        refused(cli("match", "call", "fold", "--game", "kuhn", "--hands", 4, "--out", place))
        refused(cli("tables", "build", "--tables", place))
        refused(cli("buckets", "build", "8.8.8.8", "--flops", 2, "--out", place))


def command(*arguments: bytes, **options: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "equipoise", *arguments],
        check=False,
        capture_output=True,
        **options,  # type: ignore[call-overload]
    )


@pytest.mark.skipif(sys.platform != "linux", reason="needs names of files that are any bytes")
def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    done = command(b"tree", b"\xff\xfe\x1b[2J")
    assert done.returncode == 2 and done.stdout == b""
    assert done.stderr.startswith(b"error: game '\\udcff\\udcfe\\x1b[2J': not in the catalogue")
    path = os.fsencode(tmp_path) + b"/\xff.game"
    with open(path, "w", encoding="utf-8") as file:
        file.write(LEDUC)
    done = command(b"tree", path)
    assert done.returncode == 0 and b"\\udcff.game" in done.stdout and done.stderr == b""
    done = command(b"tree", path, b"--json")
    assert done.returncode == 0 and json.loads(done.stdout)["game"] == "\\udcff.game"


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/zero")
def test_an_endless_standard_input() -> None:
    with open("/dev/zero", "rb") as endless:
        done = command(b"replay", b"-", stdin=endless)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: standard input: is larger than")


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("arguments", ["games", "games --json", "tree kuhn"])
def test_closed_output_is_no_failure(arguments: str) -> None:
    line = f"{sys.executable} -m equipoise {arguments} >&-"
    done = subprocess.run(["sh", "-c", line], check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="no name for the standard output")
@pytest.mark.parametrize("kind", ["pipe", "file"])
def test_a_trace_to_the_standard_output(kind, tmp_path) -> None:
    """Behind what is printed, in a pipe and in a file, which stays the one it was."""
    words = [sys.executable, "-m", "equipoise", "solve", "kuhn", "--iterations", "3"]
    words += ["--json", "--trace", "/dev/stdout"]
    if kind == "pipe":
        said = subprocess.run(words, capture_output=True, encoding="utf-8", check=True).stdout
    else:
        path = tmp_path / "said"
        with path.open("w", encoding="utf-8") as file:
            file.write("before\n")
            file.flush()
            subprocess.run(words, stdout=file, check=True)
        said = path.read_text(encoding="utf-8")
        assert said.startswith("before\n")
    assert "iterations,seconds" in said and '"exploitability"' in said
    assert Path("/dev/stdout").is_symlink()


def test_reasons_to_skip_a_hand_are_short(cli, tmp_path) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(f"variant = '{'A' * 100_000}'\n", encoding="utf-8")
    code, out, _ = cli("replay", path)
    assert code == 0 and "is not known" in out and max(map(len, out.splitlines())) < 700
    assert len(cli("replay", path, "--json")[1]) < 2000


def test_a_bucketing_never_replaces_a_strategy(cli, tmp_path) -> None:
    out = tmp_path / "s"
    assert cli("solve", "kuhn", "--iterations", 3, "--out", out)[0] == 0
    build = ("buckets", "build", "2.2.2.2", "--flops", 1, "--out", out, "--replace")
    refused(cli(*build), "the folder holds something that is not a bucketing")
    assert cli("show", out)[0] == 0


def test_a_strategy_behind_a_link_and_here(cli, tmp_path, monkeypatch) -> None:
    there, link, here = tmp_path / "there", tmp_path / "link", tmp_path / "here"
    there.mkdir()
    here.mkdir()
    link.symlink_to(there)
    monkeypatch.chdir(here)
    for _ in range(2):
        assert cli("solve", "kuhn", "--iterations", 3, "--out", link)[0] == 0
        assert cli("show", link)[0] == 0
    assert link.is_symlink() and (there / "manifest.json").exists()
    refused(cli("solve", "kuhn", "--iterations", 3, "--out", "."), "the current folder")
    refused(cli("purify", link, "--out", here), "the current folder")
    assert not list(here.iterdir())


@any_name
def test_folders_may_have_any_digits(cli, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli("solve", "kuhn", "--iterations", 3, "--out", "y２０２４")[0] == 0
    (tmp_path / "y２０２４").rename(tmp_path / "２０２４")
    assert cli("show", "２０２４")[0] == 0


def test_the_screen_itself_shows_nothing_raw(capsys) -> None:
    """Also where nobody thought of it."""
    Screen().print("name \x1b[2J\u202e :smile:", markup=False)
    assert capsys.readouterr().out == "name \\x1b[2J\\u202e :smile:\n"
