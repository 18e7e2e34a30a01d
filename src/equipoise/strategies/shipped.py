"""The strategy that ships with the package: heads-up no-limit hold'em, ready at once.

It brings the cut points of its buckets (``abstraction.buckets.cuts``), so that no table has to be
built before it plays. ``python -m equipoise.strategies.shipped DIR`` makes such a folder from a
strategy that was solved; its manifest has the command that solved it.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

#: its name as an agent, and in the catalogue of the page
SHIPPED = "blueprint"


def shipped_folder() -> Path:
    """Where it is."""
    return Path(__file__).with_name("shipped_blueprint")


def add_cuts(folder: Path) -> None:
    """Write the cut points of a strategy's buckets beside it; builds their tables if need be."""
    from equipoise.abstraction.buckets.build import build_bucketing
    from equipoise.abstraction.buckets.cuts import CUTS, cuts_of
    from equipoise.abstraction.buckets.strengths import Strengths
    from equipoise.abstraction.strength.memory import tables_in_memory
    from equipoise.base.files import write_atomically
    from equipoise.spine.cards.sequences.store import fingerprint
    from equipoise.strategies.store import load_manifest

    bucketing = build_bucketing(load_manifest(folder).cards)
    strengths = Strengths(tables_in_memory(0))
    cuts = cuts_of(bucketing, strengths, fingerprint(bucketing))
    write_atomically(folder / CUTS, cuts.text())


if __name__ == "__main__":
    solved = Path(sys.argv[1])
    add_cuts(solved)
    shutil.copytree(solved, shipped_folder(), dirs_exist_ok=True)
