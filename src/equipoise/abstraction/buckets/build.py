"""Building a bucketing once: from the cache if it is there, else round by round into it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import cast

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.check import Part
from equipoise.abstraction.buckets.make import Maker, RoundBuckets
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.buckets.river import RiverRule
from equipoise.abstraction.buckets.rounds import Universe
from equipoise.abstraction.buckets.store import (
    JOURNAL,
    MANIFEST,
    Entry,
    Origin,
    check_place,
    clean,
    load_part,
    read_listing,
    save_part,
    where,
    write_listing,
)
from equipoise.abstraction.buckets.strengths import Strengths
from equipoise.abstraction.strength import store as strength_store
from equipoise.abstraction.strength.boards import RIVER, flops
from equipoise.abstraction.strength.features import MOST_BINS
from equipoise.abstraction.strength.memory import tables_in_memory
from equipoise.abstraction.strength.store import open_tables, tables_finished
from equipoise.abstraction.strength.tables import StrengthTables
from equipoise.errors import InputError
from equipoise.folders import user_folder
from equipoise.locks import locked
from equipoise.progress import Report, portion, silent
from equipoise.reading import folder_names, remove_file

_NEED_DISTRIBUTIONS = ("wave", "emd", "pa", "ochs")
#: of the time, that the rounds take, for progress and estimate; where clusters are made bottom-up
_SHARES = (0.02, 0.08, 0.3, 0.6)
_SHARES_BOTTOM_UP = (0.2, 0.25, 0.35, 0.2)
_LONGEST_NAME = 100


def needs_distributions(abstraction: CardAbstraction) -> bool:
    """Whether a method reads the distributions of final strength (tables with bins)."""
    return any(
        part.kind in _NEED_DISTRIBUTIONS for spec in abstraction.rounds for part in spec.parts
    )


def origin_of(
    abstraction: CardAbstraction, seed: int, bins: int, flop_rows: Sequence[int] | None = None
) -> Origin:
    """What a bucketing follows from; strength tables are exact, so their version says it all."""
    kept = f", {bins} bins" if needs_distributions(abstraction) else ""
    universe = Universe.of(flop_rows)
    return Origin(
        str(abstraction),
        seed,
        f"exact strengths {strength_store.VERSION}{kept}",
        None if universe.whole else tuple(universe.flop_rows.tolist()),
    )


def cached_folder(origin: Origin) -> Path:
    """Where a bucketing is kept unless something else is said."""
    return user_folder("buckets") / f"{origin.notation[:_LONGEST_NAME]}-{origin.key}"


def build_bucketing(
    notation: str | CardAbstraction,
    seed: int = 0,
    tables: StrengthTables | None = None,
    folder: Path | None = None,
    replace: bool = False,
    flop_rows: Sequence[int] | None = None,
    report: Report = silent,
    workers: int | None = None,
) -> Bucketing:
    """The bucketing that a notation names: loaded if it was made before, else made and stored.

    ``tables`` are the strength tables; by default those of the user's cache, or where there are
    none and no distributions are needed, tables in memory (some seconds). ``folder`` is where the
    bucketing is kept, by default in the user's cache. ``flop_rows`` makes it for some flops only,
    which is quick and for tests. What an interrupted build has finished is not made again.
    """
    if isinstance(notation, str):
        notation = CardAbstraction.parse(notation)
    bins = tables.bins if tables is not None else MOST_BINS
    origin = origin_of(notation, seed, bins, flop_rows)
    cached, folder = folder is None, folder or cached_folder(origin)
    if not replace and _is_made(folder, origin):
        if (folder / JOURNAL).exists():  # of a build that was killed at the very end
            with suppress(InputError, OSError), locked(folder, where(folder)):
                _finish(folder)
        return load_bucketing(folder)
    check_place(folder)

    def waiting(holder: str) -> None:
        report(0, 1, f"waiting for another build: {holder}")

    # in the cache any command may need it, and whoever is making it makes the same
    with locked(folder, where(folder), waiting=waiting if cached else None):
        if not replace and _is_made(folder, origin):
            return load_bucketing(folder)
        check_place(folder)
        clean(folder)
        for name in (MANIFEST, JOURNAL) if replace else ():
            remove_file(folder / name, where(folder))
        if tables is None:
            tables = _default_tables(notation, report, workers)
        maker = Maker(notation, Strengths(tables), seed, Universe.of(flop_rows), workers)
        _make_rounds(maker, folder, origin, report)
        return load_bucketing(folder)


def _is_made(folder: Path, origin: Origin) -> bool:
    """Whether a bucketing is there; another one in its place is refused."""
    if MANIFEST not in (folder_names(folder, where(folder)) or ()):
        return False
    found, _ = read_listing(folder)
    if found != origin:
        raise InputError(
            _difference(found, origin),
            what=where(folder),
            expected="choose another folder, or --replace",
        )
    return True


def _difference(found: Origin, wanted: Origin) -> str:
    """What another bucketing in the same place differs in."""
    differs = []
    if found.seed != wanted.seed:
        differs.append(f"with seed {found.seed}, not {wanted.seed}")
    if found.strengths != wanted.strengths:
        differs.append(f"made from {found.strengths}, not {wanted.strengths}")
    if found.flops != wanted.flops:
        here, there = (
            "all flops" if one.flops is None else f"{len(one.flops):,} of {len(flops()):,} flops"
            for one in (found, wanted)
        )
        differs.append(f"on {here}, not {'other ones' if here == there else there}")
    if found.notation != wanted.notation:
        return "; ".join([f"it holds {found.notation}, not {wanted.notation}", *differs])
    return f"it holds {found.notation}, but {'; '.join(differs)}"


def _default_tables(
    abstraction: CardAbstraction, report: Report, workers: int | None
) -> StrengthTables:
    if tables_finished() or needs_distributions(abstraction):
        return open_tables()
    return tables_in_memory(0, portion(report, 0, 0, "strength tables"), workers)


def _make_rounds(maker: Maker, folder: Path, origin: Origin, report: Report) -> None:
    entries = _finished_rounds(folder, origin)
    bottom_up = any(part.kind == "pa" for spec in maker.abstraction.rounds for part in spec.parts)
    shares = _SHARES_BOTTOM_UP if bottom_up else _SHARES
    previous: RoundBuckets | None = None
    for number in range(4):
        said = portion(report, sum(shares[:number]), shares[number], str(maker.abstraction))
        said(0, 1)
        part: Part | None = None
        if number < len(entries):
            part = _still_there(folder, number, entries, origin, previous)
        if part is None:
            if number < 3:
                part = maker.round(number, previous, said)
            else:
                part = maker.river(cast(RoundBuckets, previous), said)
            entries = [*entries[:number], save_part(folder, number, part)]
            write_listing(folder, JOURNAL, origin, entries)
        if isinstance(part, RoundBuckets):
            previous = part
    write_listing(folder, MANIFEST, origin, entries)
    _finish(folder)
    report(1.0, 1.0, str(maker.abstraction))


def _finish(folder: Path) -> None:
    """Remove what only an unfinished build needs."""
    clean(folder)
    remove_file(folder / JOURNAL, where(folder))


def _finished_rounds(folder: Path, origin: Origin) -> list[Entry]:
    """The rounds that an interrupted build of the same bucketing has finished."""
    try:
        found, entries = read_listing(folder, JOURNAL)
    except InputError:
        return []
    return entries if found == origin else []


def _still_there(
    folder: Path,
    number: int,
    entries: list[Entry],
    origin: Origin,
    before: RoundBuckets | None,
) -> Part | None:
    try:
        return load_part(folder, number, entries[number], origin, before)
    except InputError:
        return None


def load_bucketing(folder: Path) -> Bucketing:
    """A stored bucketing, its checksums compared and its tables memory-mapped."""
    origin, entries = read_listing(folder)
    rounds: list[RoundBuckets] = []
    for number, entry in enumerate(entries[:RIVER]):
        part = load_part(folder, number, entry, origin, rounds[-1] if rounds else None)
        rounds.append(cast(RoundBuckets, part))
    river = load_part(folder, RIVER, entries[RIVER], origin, rounds[-1])
    return Bucketing(
        CardAbstraction.parse(origin.notation),
        origin.seed,
        (rounds[0], rounds[1], rounds[2]),
        cast(RiverRule, river),
        sampled=origin.flops is not None,
    )
