"""Draws the pictures of README and documentation again: ``python docs/images/draw.py``."""

from __future__ import annotations

import os
import re
from pathlib import Path

from rich.console import Console

from equipoise.interfaces.cli import deal

HERE = Path(__file__).parent


def draw_deal() -> None:
    """``equipoise deal`` as it looks in a terminal; fonts are the reader's own."""
    with open(os.devnull, "w") as nowhere:
        screen = Console(record=True, width=100, highlight=False, force_terminal=True, file=nowhere)
        deal.console = lambda: screen  # type: ignore[attr-defined]
        deal.deal(players=3, seed=7)
        picture = screen.export_svg(title="equipoise deal")
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)
    picture = re.sub(r"<!--.*?-->\s*", "", picture, flags=re.DOTALL)
    picture = re.sub(r"[ \t]+$", "", picture, flags=re.MULTILINE)
    (HERE / "deal.svg").write_text(picture + "\n")


if __name__ == "__main__":
    draw_deal()
