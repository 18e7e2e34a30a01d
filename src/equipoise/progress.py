"""How long work tells what it has done, without knowing who listens."""

from __future__ import annotations

from typing import Protocol


class Report(Protocol):
    """Called as work goes on: steps done, of how many, and what is being done."""

    def __call__(self, done: float, total: float, doing: str = "") -> None:
        """Say that ``done`` of ``total`` steps are done."""


def silent(done: float, total: float, doing: str = "") -> None:
    """A listener that does nothing."""
