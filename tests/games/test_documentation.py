"""What docs/rules.md shows is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_snippets_run() -> None:
    page = Path(__file__).parents[2] / "docs" / "rules.md"
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.testfile(str(page), module_relative=False, optionflags=flags)
    assert result.attempted > 10
    assert result.failed == 0
