"""Strength tables and bucketings: loaded if present, built otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.build import (
    build_bucketing,
    cached_folder,
    load_bucketing,
    origin_of,
)
from equipoise.abstraction.buckets.estimate import estimated_seconds
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.buckets.sampled import sampled_flops, tables_over
from equipoise.abstraction.buckets.store import MANIFEST, check_place
from equipoise.abstraction.strength import build as strength_build
from equipoise.abstraction.strength.boards import BOARD_COUNTS, FLOP
from equipoise.abstraction.strength.store import default_folder, open_tables, tables_finished
from equipoise.abstraction.strength.tables import StrengthTables
from equipoise.base.errors import InputError, argument
from equipoise.base.progress import Report, silent
from equipoise.base.scratch import ScratchFolder

#: opens a stage of work by its title, and receives its progress until it is closed
Stage = Callable[[str], AbstractContextManager[Report]]
#: called before something is built: what, and the estimated seconds
Announce = Callable[[str, float], None]


@contextmanager
def silent_stage(title: str) -> Iterator[Report]:
    """A stage without progress output."""
    del title
    yield silent


def _unannounced(what: str, seconds: float) -> None:
    del what, seconds


class BucketProvider:
    """The strength tables and bucketings of one task.

    ``folder`` holds the strength tables (None: the user's cache). With ``flops`` everything is
    built from that many sampled flops, including the flop of ``board``.
    """

    def __init__(
        self,
        folder: Path | None,
        seed: int,
        flops: int | None = None,
        board: Sequence[int] = (),
        stage: Stage = silent_stage,
        announce: Announce = _unannounced,
    ) -> None:
        if flops is not None and not 1 <= flops <= BOARD_COUNTS[FLOP]:
            raise InputError(
                "out of range",
                argument("flops"),
                str(flops),
                expected=f"1 to {BOARD_COUNTS[FLOP]:,}",
            )
        self.folder = folder
        self._stage, self._announce = stage, announce
        self.seed = seed
        self.flop_rows = None if flops is None else sampled_flops(flops, seed, board)
        #: a sample that includes a given flop is of use for that board only: not cached
        self.kept = self.flop_rows is None or self.flop_rows == sampled_flops(
            len(self.flop_rows), seed
        )
        self.flop_count = BOARD_COUNTS[FLOP] if flops is None else flops
        #: strengths on the sampled flops suffice, unless a folder has its own flops
        self.flop_rows_only = self.flop_rows is not None
        self._tables: StrengthTables | None = None
        self._passing: list[ScratchFolder] = []

    def tables(self) -> StrengthTables:
        """The strength tables: opened, or built; for sampled flops in memory."""
        if self._tables is None:
            self._tables = self._open_tables()
        return self._tables

    def _open_tables(self) -> StrengthTables:
        folder = self.folder or default_folder()
        if tables_finished(folder):
            return open_tables(folder)
        if self.flop_rows_only and self.flop_rows is not None:
            with self._stage("strengths on the sampled flops") as report:
                return tables_over(self.flop_rows, report=report)
        strength_build.check_place(folder)
        self._announce(
            f"no strength tables yet: building 2.1 GB in {folder}",
            strength_build.estimated_seconds(),
        )
        with self._stage("strength tables") as report:
            return strength_build.build_tables(folder, report=report)

    def cached(self, abstraction: CardAbstraction) -> Path:
        """The default folder of a bucketing."""
        origin = origin_of(abstraction, self.seed, self.tables().bins, self.flop_rows)
        return cached_folder(origin)

    def build(
        self, abstraction: CardAbstraction, folder: Path | None = None, replace: bool = False
    ) -> Bucketing:
        """The bucketing of a notation: loaded if present, else built, with a notice."""
        tables = self.tables()  # may be refused: before anything is announced
        place = folder or self.cached(abstraction)
        if replace or not (place / MANIFEST).exists():
            check_place(place)
            self._announce(
                f"building {abstraction}", estimated_seconds(abstraction, self.flop_count)
            )
        with self._stage(str(abstraction)) as report:
            return build_bucketing(
                abstraction, self.seed, tables, folder, replace, self.flop_rows, report
            )

    def bucketings(self, *texts: str) -> list[Bucketing]:
        """The bucketings of folders or notations; all are parsed before one is built."""
        found: list[Bucketing | CardAbstraction] = []
        for text in texts:
            if Path(text).is_dir():
                found.append(load_bucketing(Path(text)))
                self.flop_rows_only = False
            elif "/" in text or "\\" in text:
                raise InputError("no such folder", "bucketing", text)
            else:
                found.append(CardAbstraction.parse(text))
        return [
            self.build(one, None if self.kept else self._passing_folder())
            if isinstance(one, CardAbstraction)
            else one
            for one in found
        ]

    def _passing_folder(self) -> Path:
        """A temporary folder that is removed with this object."""
        self._passing.append(ScratchFolder())
        return self._passing[-1].path
