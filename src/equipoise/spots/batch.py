"""One spot on many flops: a resumable batch, and its means over flops.

A batch is a folder: its manifest holds the spot and the flops with their weights, and below it is a
solved spot for each flop. A flop is weighted by its weight times the pairs of hands of the ranges
that are possible on it, so that means are those before the flop is dealt.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import nan
from pathlib import Path
from typing import Any

from equipoise.base.artifacts import Artifact, Content, Kind, differing
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, portion, silent
from equipoise.base.provenance import made_by
from equipoise.solvers.run.checkpoint import newest_iterations
from equipoise.solvers.run.job import checkpoint_folder
from equipoise.spots.file import spot_from
from equipoise.spots.flops import WeightedFlop
from equipoise.spots.game import pairs_of
from equipoise.spots.solution import SpotSolution, Summary
from equipoise.spots.solving import SpotJob
from equipoise.spots.spot import Spot
from equipoise.spots.store import load_solution

KIND = Kind(
    "batch",
    version=1,
    title="equipoise spots on flops",
    phrase="a batch of spots",
    manifest="batch.json",
    files=("??????", "??????.checkpoint"),
)


@dataclass(frozen=True)
class FlopLine:
    """The result of one flop of a batch; ``chance`` is its probability for these ranges.

    ``pot`` is the starting pot, in chips.
    """

    board: str
    weight: int
    chance: float
    summary: Summary
    pot: float

    @property
    def oop_eqr(self) -> float:
        """The equity realisation out of position: value / (pot x equity); nan without equity."""
        fair = self.pot * self.summary.oop_equity
        return self.summary.oop_value / fair if fair > 0 else nan


@dataclass(frozen=True)
class FlopReport:
    """All solved flops of a batch, and their means.

    ``actions`` are those at the start: name, mean frequency, and mean value when taken.
    """

    flops: tuple[FlopLine, ...]
    missing: int
    oop_value: float
    ip_value: float
    oop_equity: float
    exploitability_percent: float
    actions: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class FlopBatch:
    """A spot without its board, the flops to solve it on, and the folder of the results.

    ``job`` has the settings of each solve; its spot, folder and ``resume`` are set flop by flop.
    """

    job: SpotJob
    flops: tuple[WeightedFlop, ...]
    folder: Path

    def spot(self, flop: WeightedFlop) -> Spot:
        """The spot on a flop."""
        return spot_from({**self.job.spot.described(), "board": flop.board})

    def _content(self) -> Content:
        values = {k: v for k, v in self.job.spot.described().items() if k != "board"}
        how = {name: getattr(self.job, name) for name in _SETTINGS}
        return {"spot": values, "how": how, "flops": [asdict(flop) for flop in self.flops]}

    def run(
        self, report: Report = silent, warn: Callable[[str], None] = lambda _: None
    ) -> FlopReport:
        """Solve the flops that are not solved yet."""
        place = _place(self.folder)
        place.check_place()
        with place.lock():
            if place.is_finished:
                names = differing(_about(place.read()), self._content())
                if names:
                    raise InputError(
                        f"it belongs to another batch: {', '.join(names)} differ", place.what,
                        expected="choose another folder",
                    )  # fmt: skip
            else:
                self.folder.mkdir(parents=True, exist_ok=True)
                place.write({**made_by(), **self._content()})
            share = 1 / len(self.flops)
            for done, flop in enumerate(self.flops):
                name = f"flop {done + 1} of {len(self.flops)}, {flop.board}"
                self._solve(flop, portion(report, done * share, share, name), warn)
        return read_batch(self.folder)

    def _solve(self, flop: WeightedFlop, report: Report, warn: Callable[[str], None]) -> None:
        out = self.folder / flop.board
        spot = self.spot(flop)
        try:
            if load_solution(out).spot == spot:
                return
        except InputError:
            pass  # missing or damaged: it is solved again
        begun = newest_iterations(checkpoint_folder(out)) is not None
        job = replace(self.job, spot=spot, out=out, resume=begun)
        job.run(job.engine(), report, warn)
        shutil.rmtree(checkpoint_folder(out), ignore_errors=True)


_SETTINGS = ("target", "method", "iterations", "seconds", "precision", "store")


def _place(folder: Path) -> Artifact:
    return Artifact(KIND, folder, make="the folder that spot flops --out wrote")


def _about(content: Content) -> Content:
    return {name: content[name] for name in ("spot", "how", "flops")}


def batch_solutions(folder: Path) -> Iterator[tuple[WeightedFlop, SpotSolution | None]]:
    """The flops of a batch with their solutions, None if not solved yet."""
    content = _place(folder).read()
    for entry in content["flops"]:
        flop = WeightedFlop(**entry)
        try:
            yield flop, load_solution(folder / flop.board)
        except InputError:
            yield flop, None


def read_batch(folder: Path) -> FlopReport:
    """The report of the solved flops of a batch."""
    found, missing = [], 0
    for flop, solution in batch_solutions(folder):
        if solution is None:
            missing += 1
            continue
        mass = flop.weight * pairs_of(solution.spot)
        found.append((flop, mass, solution.summary, float(solution.spot.pot)))
    if not found:
        raise InputError("no flop is solved yet", _place(folder).what)
    total = sum(mass for _, mass, _, _ in found)
    lines = tuple(
        FlopLine(flop.board, flop.weight, mass / total, summary, pot)
        for flop, mass, summary, pot in found
    )

    def mean(of: Callable[[Summary], float]) -> float:
        return sum(line.chance * of(line.summary) for line in lines)

    return FlopReport(
        lines,
        missing,
        mean(lambda s: s.oop_value),
        mean(lambda s: s.ip_value),
        mean(lambda s: s.oop_equity),
        mean(lambda s: s.exploitability_percent),
        tuple(_mean_actions(lines)),
    )


def _mean_actions(lines: Sequence[FlopLine]) -> Iterator[dict[str, Any]]:
    names = dict.fromkeys(a["action"] for line in lines for a in line.summary.actions)
    for name in names:
        seen = [
            (line.chance * action["frequency"], action["value"])
            for line in lines
            for action in line.summary.actions
            if action["action"] == name
        ]
        frequency = sum(often for often, _ in seen)
        value = sum(often * value for often, value in seen) / frequency if frequency else 0.0
        yield {"action": name, "frequency": frequency, "value": value}
