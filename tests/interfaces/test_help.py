"""Help pages: every command explains itself with examples that its own parser accepts."""

import shlex

import pytest
import typer

from equipoise.interfaces.cli.help_pages import dress, examples
from equipoise.interfaces.cli.main import app, run
from equipoise.interfaces.cli.verbosity import take_verbosity


def pages(command, path=()):
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from pages(below, (*path, name))


ROOT = typer.main.get_command(app)
dress(ROOT)
PAGES = [pytest.param(path, command, id=" ".join(path) or "root") for path, command in pages(ROOT)]


@pytest.mark.parametrize(("path", "command"), PAGES)
def test_every_page_has_a_short_title_and_examples(path, command):
    title = command.help.splitlines()[0]
    assert title.endswith(".")
    assert len(title) <= 80
    lines = examples(command.help)
    assert lines
    assert (
        len(command.help.split("\n\n")) > 2
    )  # a description: without one, examples lose their indent
    for line in lines:
        words = shlex.split(line.replace("\\[", "["))
        assert words[0] == "equipoise"
        assert tuple(words[1 : len(path) + 1]) == path or command is not ROOT or not path


@pytest.mark.parametrize(("path", "command"), PAGES)
def test_examples_are_accepted(path, command):
    """Parsed to the last option, without running anything."""
    for line in examples(command.help):
        words = take_verbosity(shlex.split(line.replace("\\[", "["))[1:])
        found = ROOT
        while getattr(found, "commands", None):
            if words[0] not in found.commands:  # a group whose first command may be left out
                words = ["solve", *words]
            found, words = found.commands[words[0]], words[1:]
        found.make_context("example", words)


@pytest.mark.parametrize(("path", "command"), PAGES)
def test_every_option_says_what_it_is(path, command):
    for parameter in command.params:
        assert parameter.help, (path, parameter.name)
        assert "if left" not in parameter.help
        assert " so many" not in parameter.help


def test_pages_are_readable_at_80_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERMINAL_WIDTH", "80")
    for path, _ in pages(ROOT):
        assert run([*path, "--help"]) == 0
        shown = capsys.readouterr().out
        assert max(map(len, shown.splitlines())) <= 80
        assert "…" not in shown
        assert "<str>" not in shown and "<list" not in shown  # arguments are GAME, not Python types


def test_quiet_and_verbose_stand_anywhere(capsys, tmp_path):
    assert run(["solve", "kuhn", "--iterations", "10", "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    assert run(["-v", "solve", "kuhn", "--iterations", "10"]) == 0
    assert " s\n" in capsys.readouterr().err  # how long the stage took
    assert run(["solve", "kuhn", "--iterations", "10", "--json", "-q"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("{")
    assert shown.err == ""


def test_completion_offers_commands_and_names(capsys, monkeypatch):
    def offered(words, place):
        monkeypatch.setenv("_EQUIPOISE_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(place))
        run([])
        return capsys.readouterr().out.split()

    assert "solve" in offered("equipoise so", 1)
    assert "leduc" in offered("equipoise solve le", 2)
    assert "mccfr-public" in offered("equipoise solve leduc --method mccfr-p", 4)
    assert "papp-5.1" in offered("equipoise reproduce papp-5", 2)
    assert "loki-gom" in offered("equipoise match loki-g", 2)
    assert "pseudo-harmonic" in offered("equipoise exploit x --translation pseudo", 4)


def test_reproduce_lists_and_asks_on_a_terminal(capsys, monkeypatch, tmp_path):
    from equipoise.interfaces.cli import reproduce as module

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module.sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(module.sys.stdout, "isatty", lambda: True, raising=False)
    answers = iter(["nonsense", "slides-transl*"])
    monkeypatch.setattr(module.typer, "prompt", lambda *_, **__: next(answers))
    assert run(["reproduce", "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert "papp-5.1" in shown
    assert "unknown experiment 'nonsense'" in shown
    assert (tmp_path / "results" / "slides-translation").is_dir()
    assert list((tmp_path / "results").iterdir()) == [tmp_path / "results" / "slides-translation"]
    monkeypatch.setattr(module.typer, "prompt", lambda *_, **__: "")
    assert run(["reproduce", "--quiet"]) == 0


@pytest.mark.parametrize("width", [40, 80, 200])
def test_wide_tables_fit_and_lose_nothing(width):
    from io import StringIO

    from rich.console import Console

    from equipoise.interfaces.cli.wide import print_wide

    header = ["", *(f"column {number}" for number in range(12))]
    rows = [
        [f"row {row}", *(f"{row * 100 + number:.3f}" for number in range(12))] for row in range(3)
    ]
    written = StringIO()
    print_wide(Console(file=written, width=width), header, rows, "title")
    shown = written.getvalue()
    assert max(map(len, shown.splitlines())) <= width
    for row in rows:
        for cell in row[1:]:
            assert cell in shown


def test_games_and_lists_fit_80_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for words in (["games"], ["agents"], ["reproduce", "--list"]):
        assert run(words) == 0
        shown = capsys.readouterr().out
        assert max(map(len, shown.splitlines())) <= 80
        assert "…" not in shown
        assert "<str>" not in shown and "<list" not in shown  # arguments are GAME, not Python types
    assert run(["games"]) == 0
    shown = capsys.readouterr().out
    for pattern in ("leduc-nolimit:STACK[,ANTE]", "holdem-nolimit:STACKbb[,PLAYERSp]"):
        assert pattern in shown
