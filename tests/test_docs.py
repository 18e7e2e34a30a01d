"""Every snippet of the documentation runs and gives what the page shows."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from equipoise.interfaces.cli.main import run

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCE = re.compile(r"^```(python|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def snippets(kind):
    for page in PAGES:
        blocks = [
            match[2]
            for match in FENCE.finditer(page.read_text(encoding="utf-8"))
            if match[1] == kind
        ]
        if blocks:
            yield pytest.param("\n".join(blocks), id=str(page.relative_to(ROOT)))


@pytest.mark.parametrize("text", list(snippets("python")))
def test_python(text):
    assert ">>>" in text
    example = doctest.DocTestParser().get_doctest(text, {}, "page", None, 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    report = []
    runner.run(example, out=report.append)
    assert runner.failures == 0, "".join(report)


@pytest.mark.parametrize("text", list(snippets("console")))
def test_console(text, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")  # the width of the pages
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        words = shlex.split(command)
        assert words[0] == "equipoise"
        code = run(words[1:])
        shown = capsys.readouterr()
        assert code in (0, 2)
        seen = (shown.out + shown.err).strip()
        assert doctest.OutputChecker().check_output(expected.strip(), seen, FLAGS), seen


def test_pages_are_all_reachable():
    """Every page stands in a table of contents, so that nobody has to guess its name."""
    listed = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs").glob("*.md"):
        assert page.stem == "index" or re.search(rf"^{page.stem}$", listed, re.MULTILINE), page
