"""A stored match as hand histories that other programs read: PHH files and ACPC logs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from equipoise.base.errors import InputError
from equipoise.base.files import write_atomically
from equipoise.formats.acpc.log import write_log
from equipoise.formats.phh.write import write_phhs
from equipoise.games.record import HandRecord
from equipoise.matches.folder import MatchFolder
from equipoise.matches.plan import MatchPlan

FORMATS: dict[str, str] = {"phh": "phhs", "acpc": "log"}


def export_match(
    folder: MatchFolder, kind: str, out: Path, plan: MatchPlan | None = None
) -> list[Path]:
    """Write a match, a file for each of its seatings; returns the files.

    ``plan`` covers the available hands, if the match is incomplete.

    In a log seats rotate by one per hand, so each seating becomes a separate match.
    """
    if kind not in FORMATS:
        raise InputError(f"unknown format {kind!r}", expected=f"one of {', '.join(FORMATS)}")
    plan = plan or folder.plan()
    written = []
    for trial in range(len(plan.seatings)):
        records = [row.record for row in folder.rows(plan, trial)]
        if kind == "phh":
            text = write_phhs((record, {}) for record in records)
        else:
            comments = [f"seed {plan.seed}, seating {trial + 1} of {len(plan.seatings)}"]
            text = write_log(list(_renamed(plan, records)), comments)
        path = out / f"match-{trial + 1}.{FORMATS[kind]}"
        write_atomically(path, text)
        written.append(path)
    return written


def _renamed(plan: MatchPlan, records: list[HandRecord]) -> Iterator[HandRecord]:
    """Records with names that are allowed in a log: no colons, bars or blanks."""
    names = {name: re.sub(r"[:|\s]", "-", name) for name in plan.names}
    if len(set(names.values())) < len(names):
        names = {name: f"{text}#{place}" for place, (name, text) in enumerate(names.items(), 1)}
    for record in records:
        yield replace(record, names=tuple(names[name] for name in record.names))
