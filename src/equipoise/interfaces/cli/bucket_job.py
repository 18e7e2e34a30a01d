"""What all commands about buckets need: strength tables and bucketings, built where missing."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.errors import InputError
from equipoise.interfaces.cli.output import progress, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from equipoise.abstraction.buckets.bucketing import Bucketing
    from equipoise.abstraction.buckets.notation import CardAbstraction
    from equipoise.abstraction.strength.tables import StrengthTables


class BucketJob:
    """The strength tables and bucketings of one command."""

    def __init__(
        self, folder: Path | None, seed: int, flops: int | None, board: Sequence[int] = ()
    ) -> None:
        from equipoise.abstraction.buckets.sampled import sampled_flops
        from equipoise.abstraction.strength.boards import BOARD_COUNTS, FLOP

        if flops is not None and not 1 <= flops <= BOARD_COUNTS[FLOP]:
            raise InputError(
                "so many flops cannot be sampled",
                "--flops",
                str(flops),
                expected=f"1 to {BOARD_COUNTS[FLOP]:,}",
            )
        self.folder = folder
        self.seed = seed
        self.flop_rows = None if flops is None else sampled_flops(flops, seed, board)
        #: a sample with the flop of a board put into it is of use for that board only: not kept
        self.kept = self.flop_rows is None or self.flop_rows == sampled_flops(
            len(self.flop_rows), seed
        )
        self.flop_count = BOARD_COUNTS[FLOP] if flops is None else flops
        #: strengths on the sampled flops are enough, unless a folder brings flops of its own
        self.flop_rows_only = self.flop_rows is not None
        self._tables: StrengthTables | None = None

    def tables(self) -> StrengthTables:
        """The strength tables: opened, or built; those of sampled flops are made in memory."""
        if self._tables is None:
            self._tables = self._open_tables()
        return self._tables

    def _open_tables(self) -> StrengthTables:
        from equipoise.abstraction.buckets.sampled import tables_over
        from equipoise.abstraction.strength.build import build_tables, check_place
        from equipoise.abstraction.strength.build import estimated_seconds as table_seconds
        from equipoise.abstraction.strength.store import (
            default_folder,
            open_tables,
            tables_finished,
        )

        folder = self.folder or default_folder()
        if tables_finished(folder):
            return open_tables(folder)
        if self.flop_rows_only and self.flop_rows is not None:
            with progress("strengths on the sampled flops") as report:
                return tables_over(self.flop_rows, report=report)
        check_place(folder)
        _announce(f"no strength tables yet: building 2.1 GB in {folder}", table_seconds())
        with progress("strength tables") as report:
            return build_tables(folder, report=report)

    def cached(self, abstraction: CardAbstraction) -> Path:
        """Where a bucketing is kept unless something else is said."""
        from equipoise.abstraction.buckets.build import cached_folder, origin_of

        origin = origin_of(abstraction, self.seed, self.tables().bins, self.flop_rows)
        return cached_folder(origin)

    def build(
        self, abstraction: CardAbstraction, folder: Path | None = None, replace: bool = False
    ) -> Bucketing:
        """The bucketing of a notation: loaded if it was made before, else made, with a notice."""
        from equipoise.abstraction.buckets.build import build_bucketing
        from equipoise.abstraction.buckets.estimate import estimated_seconds
        from equipoise.abstraction.buckets.store import MANIFEST, check_place

        tables = self.tables()  # refused, if they are, before anything is announced
        place = folder or self.cached(abstraction)
        if replace or not (place / MANIFEST).exists():
            check_place(place)
            _announce(f"building {abstraction}", estimated_seconds(abstraction, self.flop_count))
        with progress(str(abstraction)) as report:
            return build_bucketing(
                abstraction, self.seed, tables, folder, replace, self.flop_rows, report
            )

    def bucketings(self, *texts: str) -> list[Bucketing]:
        """The bucketings that folders hold or notations name; all are read before one is built."""
        from equipoise.abstraction.buckets.build import load_bucketing
        from equipoise.abstraction.buckets.notation import CardAbstraction

        found: list[Bucketing | CardAbstraction] = []
        for text in texts:
            if Path(text).is_dir():
                found.append(load_bucketing(Path(text)))
                self.flop_rows_only = False
            elif "/" in text or "\\" in text:
                raise InputError("there is no such folder", "bucketing", text)
            else:
                found.append(CardAbstraction.parse(text))
        return [
            self.build(one, None if self.kept else self._passing_folder())
            if isinstance(one, CardAbstraction)
            else one
            for one in found
        ]

    def _passing_folder(self) -> Path:
        """A folder that goes when this job does."""
        folder = tempfile.mkdtemp(prefix="equipoise-buckets-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        return Path(folder)


def _announce(what: str, seconds: float) -> None:
    warn(f"{what}: about {max(seconds, 1):.0f} s")
