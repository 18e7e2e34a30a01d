"""How long work tells what it has done, without knowing who listens."""

from __future__ import annotations

from typing import Protocol


class Report(Protocol):
    """Called as work goes on: steps done, of how many, and what is being done."""

    def __call__(self, done: float, total: float, doing: str = "") -> None:
        """Say that ``done`` of ``total`` steps are done."""


def portion(report: Report, start: float, share: float, name: str = "") -> Report:
    """A listener for one portion of a work, which is ``share`` of the whole from ``start`` on."""

    def said(done: float, total: float, doing: str = "") -> None:
        report(start + share * done / max(total, 1), 1.0, name or doing)

    return said


def silent(done: float, total: float, doing: str = "") -> None:
    """A listener that does nothing."""
