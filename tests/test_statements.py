"""Statements of the documentation that can be checked: commands, options, names, targets, verdicts."""

import re
import shlex
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
import typer

from equipoise.experiments.catalogue import EXPERIMENTS
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.harness.registry import find_experiment
from equipoise.interfaces.cli.main import app
from equipoise.interfaces.cli.verbosity import QUIET_WORDS, VERBOSE_WORDS

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")],
)
COMMAND = typer.main.get_command(app)
EVERYWHERE = {"--help", "--version", "--install-completion", *QUIET_WORDS, *VERBOSE_WORDS}
#: run in the tests; the verdicts of the others stand as measured by hand
QUICK = (
    "papp-4.2", "papp-5.1", "papp-5.3", "schnizlein-1.1", "schnizlein-5.3", "schnizlein-6.1",
    "schnizlein-6.2", "slides-translation", "tartanian5-fig2", "tartanian5-fig3",
    "tartanian5-properties",
)  # fmt: skip
VERDICTS = {"agrees", "partly", "differs", "new"}


def name(page):
    return str(page.relative_to(ROOT))


def command_lines(text):
    """Command lines in code spans and shell blocks, whole or in part."""
    for block in re.findall(r"^```(?:bash|sh|console|)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            found = re.search(r"(?:^|\s)equipoise ([a-z].*)", line.partition(" # ")[0])
            if found and not line.lstrip().startswith("#"):
                yield found[1]
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"`equipoise ([a-z][^`]*)`", prose)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_and_options_exist(page):
    for line in command_lines(page.read_text(encoding="utf-8")):
        try:
            words = shlex.split(line.replace("...", ""))
        except ValueError:
            words = line.split()
        command = COMMAND
        while getattr(command, "commands", None) and words and not words[0].startswith("-"):
            if (
                words[0] not in command.commands
                and "solve" in command.commands
                and command is not COMMAND
            ):
                break  # a group whose first command may be left out
            assert words[0] in command.commands, f"{line!r}: no command {words[0]!r}"
            command, words = command.commands[words[0]], words[1:]
        if command is not COMMAND and getattr(command, "commands", None):
            command = command.commands.get("solve", command)
        known = {option for one in command.params for option in one.opts} | EVERYWHERE
        options = [word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)]
        assert set(options) <= known, f"{line!r}: {sorted(set(options) - known)}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_names_of_modules_exist(page):
    prose = page.read_text(encoding="utf-8")
    for dotted in sorted(set(re.findall(r"`(equipoise(?:\.[A-Za-z_]\w*)+)[`(]", prose))):
        parts = dotted.split(".")
        for length in range(len(parts), 0, -1):
            try:
                found = import_module(".".join(parts[:length]))
            except ImportError:
                continue
            for attribute in parts[length:]:
                assert hasattr(found, attribute), f"{dotted}: no {attribute!r}"
                found = getattr(found, attribute)
            break


def test_documented_modules_and_members_exist():
    text = (ROOT / "docs" / "modules.md").read_text(encoding="utf-8")
    found = re.findall(r"automodule:: (\S+)\n   :members:(.*)", text)
    assert found
    for module, members in found:
        loaded = import_module(module)
        for member in filter(None, (word.strip() for word in members.split(","))):
            assert hasattr(loaded, member), f"{module}.{member}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_make_targets_exist(page):
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`make ([a-z]+)[` ]", text) + re.findall(r"^make ([a-z]+)", text, re.M)
    assert set(named) <= targets


def test_results_are_a_table_of_every_experiment():
    rows = results()
    assert list(rows) == sorted(rows, key=str.lower)
    assert set(rows) == {experiment.id for experiment in EXPERIMENTS}
    for scale, verdict in rows.values():
        assert scale in ("quick", "full")
        assert verdict in VERDICTS
    assert {id_ for id_, (_, verdict) in rows.items() if verdict == "new"} == {
        experiment.id for experiment in EXPERIMENTS if experiment.id.startswith("new-")
    }


@pytest.mark.parametrize("chosen", QUICK)
def test_verdicts_are_those_of_a_run(chosen):
    claims = find_experiment(chosen).run(Setting()).claims
    holds = all(claim.holds for claim in claims)
    assert results()[chosen][1] == ("agrees" if holds else "partly")


def results():
    page = (ROOT / "docs" / "reproduce.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| .* \| (\w+) \| (\w+) \|$", page, re.MULTILINE)
    return {id_: (scale, verdict) for id_, scale, verdict in rows}


def test_the_architecture_page_lists_the_layers_that_the_linter_checks():
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [contract] = layers["tool"]["importlinter"]["contracts"]
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert listed == [layer for layer in contract["layers"] if layer != "__main__"]
