"""Faults of agents on the terminal: counts, the first in full, the others in a file."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.base.files import write_atomically
from equipoise.interfaces.cli.output import literal

if TYPE_CHECKING:
    from rich.console import Console

    from equipoise.matches.faults import Faults, StrictFault

FAULTS = "faults.txt"


def show_faults(
    screen: Console, names: Sequence[str], faults: Sequence[Faults], out: Path | None
) -> None:
    """Every agent's faults, the first of each with its traceback, and the file of the others."""
    for name, one in zip(names, faults, strict=True):
        if not one.total:
            continue
        counts = ", ".join(f"{kind} {count:,}x" for kind, count in one.counts.most_common())
        lost = f"; sessions forfeited: {one.forfeits:,}" if one.forfeits else ""
        screen.print(f"[red]{literal(name)}[/]: {counts}{lost}", soft_wrap=True)
        lines = one.notes[0].splitlines() if one.notes else [one.first]
        for line in lines:
            screen.print(f"  [dim]{literal(line)}[/]", soft_wrap=True)
    if any(one.total > 1 for one in faults):
        file = _write(names, faults, out)
        screen.print(f"[dim]the others: {literal(str(file))}[/]", soft_wrap=True)


def _write(names: Sequence[str], faults: Sequence[Faults], out: Path | None) -> Path:
    """Write all notes to a file: in the folder of the match, or a temporary one."""
    parts = []
    for name, one in zip(names, faults, strict=True):
        parts += [f"{name}, {note}" for note in one.notes]
        left = one.total - len(one.notes)
        if left > 0:
            parts.append(f"{name}: {left:,} more were counted only")
    text = "\n\n".join(parts) + "\n"
    if out is not None:
        write_atomically(out / FAULTS, text)
        return out / FAULTS
    handle, name = tempfile.mkstemp(prefix="equipoise-faults-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return Path(name)


def say_strict(fault: StrictFault) -> None:
    """Print the fault that ended a strict match, for the agent's author."""
    print(fault.note, file=sys.stderr)
