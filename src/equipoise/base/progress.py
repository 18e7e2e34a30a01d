"""Progress callbacks of long-running work."""

from __future__ import annotations

from typing import Protocol


class Report(Protocol):
    """Progress callback: steps done, steps in total, and a description."""

    def __call__(self, done: float, total: float, doing: str = "") -> None:
        """Report that ``done`` of ``total`` steps are finished."""


def portion(report: Report, start: float, share: float, name: str = "") -> Report:
    """A callback for one part of the work: ``share`` of the whole, beginning at ``start``."""

    def said(done: float, total: float, doing: str = "") -> None:
        report(start + share * done / max(total, 1), 1.0, name or doing)

    return said


def silent(done: float, total: float, doing: str = "") -> None:
    """A callback that does nothing."""
