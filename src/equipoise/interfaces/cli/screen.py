"""A Rich console that escapes control characters in text from files and users.

Names of agents and players, paths and file contents are printed through here. Rich writes its own
colours as control segments and styles, so unprintable characters in the *text* of a segment are
foreign, and are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from equipoise.base.errors import printable

_NEWLINE = "\n"


class Screen(Console):
    """A console with printable text only, and without ``:name:`` emoji."""

    def __init__(self, width: int | None = None, stderr: bool = False) -> None:
        super().__init__(width=width, stderr=stderr, highlight=False, emoji=False)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The rendered segments, their text made printable."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(printable(segment.text, keep=_NEWLINE), segment.style)
