"""Solved spots on disk: a manifest, the strategy, and values of nodes if streets are omitted.

The arrays are memory-mapped when a solution is loaded, and only the checksum of a sample of the
strategy is compared; ``verify`` checks all of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from equipoise.base.artifacts import Artifact, Kind
from equipoise.base.errors import InputError, argument
from equipoise.base.files import write_atomically
from equipoise.base.provenance import made_by
from equipoise.base.reading import sample_checksum
from equipoise.base.replacing import recover, replace_whole
from equipoise.spots.by_street import STREETS
from equipoise.spots.file import print_spot, spot_from
from equipoise.spots.kept import kept_strategy, packed_nodes
from equipoise.spots.solution import RIVER, SpotSolution, Summary

STRATEGY, NODES, TEXT = "strategy.npy", "nodes.npy", "spot.toml"
KIND = Kind(
    "spot",
    version=1,
    title="equipoise spot",
    phrase="a solved spot",
    files=(STRATEGY, NODES, TEXT),
)


def place_of(folder: Path) -> Artifact:
    """The place of a solved spot."""
    return Artifact(KIND, folder, make="the folder that spot --out wrote", make_again="solve again")


def street_number(store: str, first: int) -> int:
    """The round of the last stored street, from that of the board on."""
    names = STREETS[first:]
    if store not in names:
        raise InputError("unknown street", argument("store"), store, expected=" or ".join(names))
    return STREETS.index(store)


def save_solution(solution: SpotSolution, folder: Path, store: str = STREETS[RIVER]) -> None:
    """Write a solution; an existing one is replaced, anything else is left alone."""
    last = min(street_number(store, solution.spot.round), solution.last)
    strategy, numbers = solution.strategy, solution.numbers
    if last != solution.last:
        if solution.last != RIVER:
            raise InputError(f"it is stored only up to the {STREETS[solution.last]}", "spot")
        numbers = packed_nodes(solution.layout, solution.strategy, last, solution.report)
        strategy = kept_strategy(solution.layout, solution.strategy, last)

    def fill(fresh: Artifact) -> None:
        checksums = {
            STRATEGY: fresh.save(STRATEGY, np.asarray(strategy, dtype=np.float32)),
            NODES: fresh.save(NODES, np.asarray(numbers, dtype=np.float32)),
        }
        write_atomically(fresh.folder / TEXT, print_spot(solution.spot))
        fresh.write(
            {
                **made_by(),
                "spot": solution.spot.described(),
                "summary": solution.summary.as_json(),
                "store": STREETS[last],
                "checksums": checksums,
                "sample": sample_checksum(fresh.folder / STRATEGY),
            }
        )

    replace_whole(place_of(folder), fill)


def load_solution(folder: Path, verify: bool = False) -> SpotSolution:
    """A stored solution; ``verify`` checks the checksum of the whole strategy."""
    place = place_of(folder)
    recover(place)
    content = place.read()
    try:
        summary = dict(content["summary"])
        summary["actions"] = tuple(summary["actions"])
        spot = spot_from(content["spot"])
        last = street_number(content["store"], spot.round)
        found = Summary(**summary)
        checksums: dict[str, Any] = content["checksums"]
        strategy = place.array(
            STRATEGY, checksums[STRATEGY] if verify else content["sample"], "float32",
            sample=not verify,
        )  # fmt: skip
        numbers = place.array(NODES, checksums[NODES], "float32")
    except (KeyError, TypeError) as error:
        raise place.damaged(f"its manifest is damaged ({error})") from None
    return SpotSolution(spot, found, strategy, numbers, last)
