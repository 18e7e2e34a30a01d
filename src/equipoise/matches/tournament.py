"""A round robin: every agent against every other, heads-up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from equipoise.errors import InputError
from equipoise.files import remove_leftovers, write_atomically
from equipoise.locks import locked
from equipoise.matches.folder import MATCH, has_checksum, with_checksum
from equipoise.matches.match import MatchResult, play_match
from equipoise.matches.plan import MatchPlan
from equipoise.progress import Report, silent
from equipoise.reading import MissingFileError, read_json

TOURNAMENT = "tournament.json"
_FEWEST = 3


@dataclass(frozen=True)
class Pairing:
    """One match of a round robin: who by number, and its plan."""

    row: int
    column: int
    plan: MatchPlan

    @property
    def folder(self) -> str:
        """Where its hands are kept, below the folder of the tournament."""
        return f"{self.row + 1:02d}-{self.column + 1:02d}"


def pairings(plan: MatchPlan) -> list[Pairing]:
    """The matches of a round robin; ``plan`` names all its agents.

    Every match has cards of its own, so that their errors are independent.
    """
    if len(plan.agents) < _FEWEST:
        raise InputError(
            f"{len(plan.agents)} agents in a tournament",
            expected=f"{_FEWEST} or more; two play a match",
        )
    if plan.rules().players != 2:
        raise InputError(
            f"{plan.game} is not played by two", expected="a tournament pairs its agents heads-up"
        )
    if plan.hands < 2:
        raise InputError(
            f"{plan.hands} hands a pair", expected="two or more, for there to be an interval"
        )
    if any(spec.entry.interactive for spec in plan.specs()):
        raise InputError("a person cannot play a tournament", expected="play a match")
    twice = next((text for text in plan.agents if plan.agents.count(text) > 1), None)
    if twice is not None:
        raise InputError(f"agent {twice!r} enters twice", expected="everyone once")
    found = []
    for row, column in combinations(range(len(plan.agents)), 2):
        words = np.random.SeedSequence((plan.seed, row, column)).generate_state(1, np.uint64)
        pair = (plan.agents[row], plan.agents[column])
        found.append(Pairing(row, column, replace(plan, agents=pair, seed=int(words[0]) >> 1)))
    for pairing in found:  # nothing is dealt before everything is right
        pairing.plan.checked()
    return found


def play_tournament(
    plan: MatchPlan,
    workers: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    report: Report = silent,
) -> Iterator[tuple[Pairing, MatchResult]]:
    """Play all matches, one after the other; a tournament that was stopped goes on likewise."""
    matches = pairings(plan)
    if out is None:
        yield from _play_all(matches, workers, None, False, report)
        return
    with locked(out, _name(out)):
        if out.exists() and any(out.iterdir()) and not resume:
            raise InputError(
                "something is there already",
                _name(out),
                expected="--resume goes on with it, or choose another folder",
            )
        remove_leftovers(out)
        about = {"game": plan.game, "agents": list(plan.agents), "seed": plan.seed}
        kept = _kept(out)
        differing = [name for name in about if kept is not None and kept.get(name) != about[name]]
        if differing:
            raise InputError(f"it is another one: {', '.join(differing)} differ", _name(out))
        if kept is None:
            write_atomically(out / TOURNAMENT, json.dumps(with_checksum(about), indent=1) + "\n")
        yield from _play_all(matches, workers, out, resume, report)


def kept_seed(out: Path) -> int:
    """The seed of the tournament in a folder; 0 where an early version left no word of it."""
    about = _kept(out)
    return 0 if about is None else int(about["seed"])


def _kept(out: Path) -> dict[str, Any] | None:
    """What is said of the tournament in a folder; None where nothing is."""
    try:
        about = read_json(out / TOURNAMENT, _name(out))
    except MissingFileError:
        return None
    if not (isinstance(about, dict) and has_checksum(about) and type(about.get("seed")) is int):
        raise InputError(f"its {TOURNAMENT} is damaged", _name(out))
    return about


def _name(out: Path) -> str:
    return f"tournament {str(out)!r}"


def _play_all(
    matches: list[Pairing], workers: int | None, out: Path | None, resume: bool, report: Report
) -> Iterator[tuple[Pairing, MatchResult]]:
    for number, pairing in enumerate(matches):
        one, other = pairing.plan.names

        def heard(done: float, total: float, doing: str = "", number: int = number) -> None:
            del doing
            report(number + done / total, len(matches), f"{one} against {other}")  # noqa: B023

        folder = None if out is None else out / pairing.folder
        begun = folder is not None and resume and (folder / MATCH).exists()
        yield pairing, play_match(pairing.plan, workers, folder, begun, heard)
