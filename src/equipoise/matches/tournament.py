"""Round robins: every agent against every other; at larger tables every set of agents once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from equipoise.base.artifacts import is_signed, signed
from equipoise.base.errors import InputError, argument
from equipoise.base.files import remove_leftovers, write_atomically
from equipoise.base.locks import locked
from equipoise.base.progress import Report, silent
from equipoise.base.reading import MissingFileError, read_json
from equipoise.matches.folder import KIND, MATCH
from equipoise.matches.match import MatchResult, play_match
from equipoise.matches.plan import MatchPlan

TOURNAMENT = "tournament.json"
_FEWEST, _MOST_TABLES = 3, 1000


@dataclass(frozen=True)
class Pairing:
    """One match of a round robin: its agents by number, and its plan."""

    players: tuple[int, ...]
    plan: MatchPlan

    @property
    def row(self) -> int:
        """The first agent of a pair."""
        return self.players[0]

    @property
    def column(self) -> int:
        """The second agent of a pair."""
        return self.players[1]

    @property
    def folder(self) -> str:
        """The folder of its hands, below the tournament's folder."""
        return "-".join(f"{player + 1:02d}" for player in self.players)


def pairings(plan: MatchPlan) -> list[Pairing]:
    """The matches of a round robin; ``plan`` names all its agents.

    Every match has its own cards, so that their errors are independent.
    """
    plan = plan.with_files()  # the same agents in all matches
    if len(plan.agents) < _FEWEST:
        raise InputError(
            f"{len(plan.agents)} agents in a tournament",
            expected=f"{_FEWEST} or more; two play a match",
        )
    seats = plan.rules().players
    if len(plan.agents) <= seats:
        raise InputError(
            f"{len(plan.agents)} agents in a tournament at tables of {seats}",
            expected=f"{seats + 1} or more; {seats} play a match",
        )
    tables = comb(len(plan.agents), seats)
    if tables > _MOST_TABLES:
        raise InputError(
            f"{len(plan.agents)} agents make {tables:,} tables of {seats}",
            expected=f"at most {_MOST_TABLES:,}; enter fewer agents",
        )
    if plan.hands < 2:
        raise InputError(f"{plan.hands} hands per pair", expected="at least 2, for an interval")
    for spec in plan.specs():
        if spec.entry.needs_terminal or spec.entry.long_lived:
            raise InputError(
                f"agent {spec.text!r} cannot play a tournament", expected="play a match"
            )
    twice = next((text for text in plan.agents if plan.agents.count(text) > 1), None)
    if twice is not None:
        raise InputError(f"agent {twice!r} enters twice", expected="each agent once")
    found = []
    for players in combinations(range(len(plan.agents)), seats):
        words = np.random.SeedSequence((plan.seed, *players)).generate_state(1, np.uint64)
        agents = tuple(plan.agents[player] for player in players)
        found.append(Pairing(players, replace(plan, agents=agents, seed=int(words[0]) >> 1)))
    for pairing in found:  # check everything before anything is dealt
        pairing.plan.checked()
    return found


def play_tournament(
    plan: MatchPlan,
    workers: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    report: Report = silent,
) -> Iterator[tuple[Pairing, MatchResult]]:
    """Play all matches one after the other, resuming a stopped tournament."""
    matches = pairings(plan)
    if out is None:
        yield from _play_all(matches, workers, None, False, report)
        return
    with locked(out, _name(out)):
        if out.exists() and any(out.iterdir()) and not resume:
            raise InputError(
                "the folder is not empty",
                _name(out),
                expected=f"{argument('resume')} resumes it, or choose another folder",
            )
        remove_leftovers(out)
        about = {"game": plan.game, "agents": list(plan.agents), "seed": plan.seed}
        kept = _kept(out)
        differing = [name for name in about if kept is not None and kept.get(name) != about[name]]
        if differing:
            raise InputError(
                f"it belongs to another tournament: {', '.join(differing)} differ", _name(out)
            )
        if kept is None:
            write_atomically(out / TOURNAMENT, json.dumps(signed(about), indent=1) + "\n")
        yield from _play_all(matches, workers, out, resume, report)


def kept_seed(out: Path) -> int:
    """The seed of the tournament in a folder; 0 for early versions, which did not store it."""
    about = _kept(out)
    return 0 if about is None else int(about["seed"])


def _kept(out: Path) -> dict[str, Any] | None:
    """The description of the tournament in a folder; None if there is none."""
    try:
        about = read_json(out / TOURNAMENT, _name(out))
    except MissingFileError:
        return None
    if not (
        isinstance(about, dict)
        and is_signed(about, KIND.may_be_unsigned)
        and type(about.get("seed")) is int
    ):
        raise InputError(f"its {TOURNAMENT} is damaged", _name(out))
    return about


def _name(out: Path) -> str:
    return f"tournament {str(out)!r}"


def _play_all(
    matches: list[Pairing], workers: int | None, out: Path | None, resume: bool, report: Report
) -> Iterator[tuple[Pairing, MatchResult]]:
    for number, pairing in enumerate(matches):
        playing = " against ".join(pairing.plan.names)

        def heard(done: float, total: float, doing: str = "", number: int = number) -> None:
            del doing
            report(number + done / total, len(matches), playing)  # noqa: B023

        folder = None if out is None else out / pairing.folder
        begun = folder is not None and resume and (folder / MATCH).exists()
        yield pairing, play_match(pairing.plan, workers, folder, begun, heard)
