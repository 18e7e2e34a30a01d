"""Tables with many columns, split into pieces that fit the width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_GAP = 2


def pieces(widths: Sequence[int], room: int) -> list[range]:
    """Consecutive columns that fit into ``room`` characters together, at least one in each piece.

    >>> pieces([4, 4, 4, 20], 12)
    [range(0, 2), range(2, 3), range(3, 4)]
    """
    found, start, used = [], 0, 0
    for place, width in enumerate(widths):
        if place > start and used + width + _GAP > room:
            found.append(range(start, place))
            start, used = place, 0
        used += width + _GAP
    found.append(range(start, len(widths)))
    return found


def print_wide(
    screen: Console,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    title: str = "",
    styles: Sequence[str] = (),
) -> None:
    """Print a table in pieces, each with the first column. Cells are plain text."""
    from rich.table import Table
    from rich.text import Text

    every = [list(header), *(list(row) for row in rows)]
    words = [max((len(w) for row in every for w in row[0].split()), default=1), screen.width // 3]
    first = min(max(len(row[0]) for row in every), max(words))
    widths = [
        max(
            max((len(row[place]) for row in rows if place < len(row)), default=0),
            max((len(word) for word in header[place].split()), default=0),
        )
        for place in range(1, len(header))
    ]
    room = screen.width - first - _GAP
    for number, chosen in enumerate(pieces(widths, room)):
        shown = title if number == 0 else f"{title} (continued)" if title else None
        table = Table(title=shown or None, box=None, header_style="bold", pad_edge=False)
        table.add_column(Text(header[0]), width=first, overflow="fold")
        used = sum(widths[place] + _GAP for place in chosen)
        for place in chosen:
            # headings take the remaining width
            more = min(max(len(header[place + 1]) - widths[place], 0), max(room - used, 0))
            used += more
            table.add_column(
                Text(header[place + 1]),
                justify="right",
                overflow="fold",
                width=widths[place] + more,
            )
        for line, row in enumerate(rows):
            cells = [row[0], *(row[place + 1] if place + 1 < len(row) else "" for place in chosen)]
            table.add_row(*map(Text, cells), style=styles[line] if styles else "")
        screen.print(table)
