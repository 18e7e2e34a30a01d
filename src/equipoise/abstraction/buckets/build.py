"""Building bucketings: loaded from the cache, or built round by round and cached."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.check import Part
from equipoise.abstraction.buckets.make import Maker, RoundBuckets
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.buckets.own import fingerprints
from equipoise.abstraction.buckets.river import RiverRule
from equipoise.abstraction.buckets.rounds import Universe
from equipoise.abstraction.buckets.store import (
    KIND,
    Entry,
    Origin,
    load_part,
    place_of,
    read_listing,
    save_part,
    write_listing,
)
from equipoise.abstraction.buckets.strengths import Strengths
from equipoise.abstraction.strength import store as strength_store
from equipoise.abstraction.strength.boards import RIVER, flops
from equipoise.abstraction.strength.features import MOST_BINS
from equipoise.abstraction.strength.memory import tables_in_memory
from equipoise.abstraction.strength.store import open_tables, tables_finished
from equipoise.abstraction.strength.tables import StrengthTables
from equipoise.base.artifacts import Artifact
from equipoise.base.errors import InputError, argument
from equipoise.base.folders import user_folder
from equipoise.base.progress import Report, portion, silent

_NEED_DISTRIBUTIONS = ("wave", "emd", "pa", "ochs")
#: share of the time per round, for progress and estimates; higher if clusters are built bottom-up
_SHARES = (0.02, 0.08, 0.3, 0.6)
_SHARES_BOTTOM_UP = (0.2, 0.25, 0.35, 0.2)
_LONGEST_NAME = 100


def needs_distributions(abstraction: CardAbstraction) -> bool:
    """True if a method needs the distributions of final strength (tables with bins)."""
    return any(
        part.kind in _NEED_DISTRIBUTIONS for spec in abstraction.rounds for part in spec.parts
    )


def origin_of(
    abstraction: CardAbstraction, seed: int, bins: int, flop_rows: Sequence[int] | None = None
) -> Origin:
    """The inputs of a bucketing; strength tables are exact, so their version suffices."""
    kept = f", {bins} bins" if needs_distributions(abstraction) else ""
    universe = Universe.of(flop_rows)
    own = fingerprints(part.kind for spec in abstraction.rounds for part in spec.parts)
    return Origin(
        str(abstraction),
        seed,
        f"exact strengths {strength_store.KIND.version}{kept}" + (f"; {own}" if own else ""),
        None if universe.whole else tuple(universe.flop_rows.tolist()),
    )


def cached_folder(origin: Origin) -> Path:
    """The default folder of a bucketing."""
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
    """The bucketing of a notation: loaded from the cache, or built and cached.

    ``tables`` are the strength tables; by default those of the user's cache, or, if there are none
    and no distributions are needed, tables in memory (a few seconds). ``folder`` is where the
    bucketing is stored, by default in the user's cache. ``flop_rows`` restricts it to some flops,
    which is quick, for tests. An interrupted build is resumed.
    """
    if isinstance(notation, str):
        notation = CardAbstraction.parse(notation)
    bins = tables.bins if tables is not None else MOST_BINS
    origin = origin_of(notation, seed, bins, flop_rows)
    cached, folder = folder is None, folder or cached_folder(origin)
    place = place_of(folder, origin)

    def find() -> Bucketing | None:
        return load_bucketing(folder) if not replace and _is_made(place, origin) else None

    def make() -> Bucketing:
        if replace:
            place.remove(KIND.manifest, KIND.journal)
        strengths = tables or _default_tables(notation, report, workers)
        maker = Maker(notation, Strengths(strengths), seed, Universe.of(flop_rows), workers)
        _make_rounds(maker, place, origin, report)
        return load_bucketing(folder)

    def waiting(holder: str) -> None:
        report(0, 1, f"waiting for another build: {holder}")

    # in the cache any command may need it, and another process builds the same
    return place.found_or_made(find, make, waiting if cached else None)


def _is_made(place: Artifact, origin: Origin) -> bool:
    """True if the bucketing is present; raise InputError if another one is in its folder."""
    if not place.is_finished:
        return False
    found, _ = read_listing(place.folder)
    if found != origin:
        raise InputError(
            _difference(found, origin),
            place.what,
            expected=f"choose another folder, or {argument('replace')}",
        )
    return True


def _difference(found: Origin, wanted: Origin) -> str:
    """How another bucketing in the same folder differs."""
    differs = []
    if found.seed != wanted.seed:
        differs.append(f"with seed {found.seed}, not {wanted.seed}")
    if found.strengths != wanted.strengths:
        differs.append(f"built from {found.strengths}, not {wanted.strengths}")
    if found.flops != wanted.flops:
        here, there = (
            "all flops" if one.flops is None else f"{len(one.flops):,} of {len(flops()):,} flops"
            for one in (found, wanted)
        )
        differs.append(f"on {here}, not {'others' if here == there else there}")
    if found.notation != wanted.notation:
        return "; ".join([f"it holds {found.notation}, not {wanted.notation}", *differs])
    return f"it holds {found.notation}, but {'; '.join(differs)}"


def _default_tables(
    abstraction: CardAbstraction, report: Report, workers: int | None
) -> StrengthTables:
    if tables_finished() or needs_distributions(abstraction):
        return open_tables()
    return tables_in_memory(0, portion(report, 0, 0, "strength tables"), workers)


def _make_rounds(maker: Maker, place: Artifact, origin: Origin, report: Report) -> None:
    entries = _finished_rounds(place.folder, origin)
    bottom_up = any(part.kind == "pa" for spec in maker.abstraction.rounds for part in spec.parts)
    shares = _SHARES_BOTTOM_UP if bottom_up else _SHARES
    previous: RoundBuckets | None = None
    for number in range(4):
        said = portion(report, sum(shares[:number]), shares[number], str(maker.abstraction))
        said(0, 1)
        part: Part | None = None
        if number < len(entries):
            part = _still_there(place.folder, number, entries, origin, previous)
        if part is None:
            if number < 3:
                part = maker.round(number, previous, said)
            else:
                part = maker.river(cast(RoundBuckets, previous), said)
            entries = [*entries[:number], save_part(place, number, part)]
            write_listing(place, KIND.journal, origin, entries)
        if isinstance(part, RoundBuckets):
            previous = part
    write_listing(place, KIND.manifest, origin, entries)
    place.finish()
    report(1.0, 1.0, str(maker.abstraction))


def _finished_rounds(folder: Path, origin: Origin) -> list[Entry]:
    """The rounds finished by an interrupted build of the same bucketing."""
    try:
        found, entries = read_listing(folder, KIND.journal)
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
    """Load a bucketing: verify checksums, memory-map tables."""
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
