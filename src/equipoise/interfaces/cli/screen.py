"""A Rich console that shows text from files and users, and never lets a terminal act on it.

Names of agents and players, paths and file contents come to the terminal through here. Rich writes
its own colours as control segments and styles, so whatever is in the *text* of a segment and cannot
be printed was given by somebody, and is shown escaped.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from equipoise.base.errors import printable

_NEWLINE = "\n"


class Screen(Console):
    """A console whose text is printable, and in which ``:name:`` is no emoji."""

    def __init__(self, width: int | None = None, stderr: bool = False) -> None:
        super().__init__(width=width, stderr=stderr, highlight=False, emoji=False)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The segments of what is drawn, their text made printable."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(printable(segment.text, keep=_NEWLINE), segment.style)
