"""Calls about postflop spots: ranges, what a solve takes, solving, and solved spots by node."""

from __future__ import annotations

import threading
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.files import write_atomically
from equipoise.cards.combos import TYPE_COUNT, combo_types, type_text
from equipoise.cards.ranges import Range
from equipoise.interfaces.as_json.spots import report_json, view_json
from equipoise.interfaces.cli.spot_view import hands_csv
from equipoise.interfaces.web.calls import Text, number_of, text_of, whole_of
from equipoise.interfaces.web.catalogue import SPOT
from equipoise.solvers.run.admission import check_needs, solving_needs
from equipoise.spots.file import print_spot, spot_from
from equipoise.spots.solution import SpotSolution
from equipoise.spots.solving import METHOD, SpotJob
from equipoise.spots.spot import DEFAULT_TARGET, FIELDS, PLAYERS, Spot
from equipoise.spots.store import load_solution

if TYPE_CHECKING:
    from equipoise.interfaces.web.desk import Desk

_ONE_AT_A_TIME = threading.Lock()
_NUMBERS = ("pot", "stack", "rake", "rake_cap", "add_all_in", "force_all_in", "merge")
_MOST_LOCKS = 200


def read_range(desk: Desk, values: dict[str, Any]) -> Any:
    """A range both ways: from its text, or from weights by starting hand, to both.

    ``text`` is read; ``hands`` are weights 0 to 1 by type that replace those of the text.
    """
    found = Range.parse(text_of(values, "text", "none") or "none")
    painted = values.get("hands")
    if painted is not None:
        weights = found.weights.copy()
        types = {type_text(number): number for number in range(TYPE_COUNT)}
        if not isinstance(painted, dict) or len(painted) > TYPE_COUNT:
            raise InputError("are no weights by starting hand", "hands")
        for name, weight in painted.items():
            if name not in types:
                raise InputError(f"{str(name)[:20]!r} is no starting hand", "hands")
            weights[combo_types() == types[name]] = number_of({"w": weight}, "w", 0.0, 0, 1)
        found = Range(weights)
    means = found.grid().reshape(-1)
    return {
        "text": str(found),
        "combos": found.total,
        "share": found.total / len(found.weights),
        "hands": {type_text(number): float(means[number]) for number in range(TYPE_COUNT)},
    }


def asked_spot(values: dict[str, Any]) -> Spot:
    """The spot of a form; empty fields are left at their defaults."""
    given = values.get("spot")
    if not isinstance(given, dict):
        raise InputError("is missing", "spot", expected="an object with board, pot, stack, ranges")
    fields: dict[str, Any] = {}
    for name, value in given.items():
        if value in (None, "", []):
            continue
        if name not in FIELDS:
            raise InputError(f"unknown name {str(name)[:40]!r}", "spot")
        if name in ("locks", "remove", "add"):
            if not isinstance(value, list) or len(value) > _MOST_LOCKS:
                raise InputError("is no list of lines", name)
            fields[name] = [text_of({"line": line}, "line") for line in value]
        elif name == "raise_cap":
            fields[name] = whole_of(given, name, None, 0, 100)
        elif name in _NUMBERS:
            fields[name] = str(value) if isinstance(value, int | float) else text_of(given, name)
        else:
            fields[name] = text_of(given, name)
    return spot_from(fields)


def asked_job(values: dict[str, Any], out: Path | None = None) -> SpotJob:
    """A solve of a form."""
    return SpotJob(
        asked_spot(values),
        number_of(values, "target", DEFAULT_TARGET, 1e-9, 100),
        text_of(values, "method", METHOD, 40),
        None,
        number_of(values, "seconds", None, 0.001, 1e7),
        text_of(values, "precision", "single", 20),
        out,
    )


def check(desk: Desk, values: dict[str, Any]) -> Any:
    """What a solve would take, before it starts, and the spot as it was understood."""
    job = asked_job(values)
    with _ONE_AT_A_TIME:
        engine = job.engine()
        needs = solving_needs(engine, job.method)
        problem = ""
        try:
            check_needs(needs, None)
        except InputError as error:
            problem = str(error)
    tree = engine.tree
    return {
        "spot": job.spot.described(),
        "text": print_spot(job.spot),
        "infosets": needs.infosets,
        "memory_bytes": needs.memory,
        "strategy_bytes": needs.strategy,
        "nodes": len(tree.kind),
        "hands": [float(np.count_nonzero(one.without(job.spot.cards).weights)) for one in
                  job.spot.ranges],
        "problem": problem,
    }  # fmt: skip


def solve(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue a solve: ``equipoise spot solve FILE --out DIR``."""
    job = asked_job(values)
    spot = job.spot
    name = text_of(values, "name", "", 80) or f"{spot.street}-{spot.board}"
    out = desk.catalogue.new("spots", name)
    settings: dict[str, Any] = {"target": job.target, "method": job.method}
    settings["precision"] = job.precision
    if job.seconds is not None:
        settings["seconds"] = job.seconds
    file = out.with_suffix(f"{out.suffix}.toml")
    write_atomically(file, print_spot(spot, settings))
    place = out.relative_to(desk.catalogue.folder)
    words = ["spot", "solve", str(place) + ".toml", "--out", str(place)]
    about = {"spot": spot.described(), "target": job.target, "name": place.as_posix()}
    return desk.jobs.add("spot", f"{spot.street} {spot.board}", words, out, about).described()


def stored(desk: Desk, values: dict[str, Any]) -> Any:
    """All solved spots."""
    rows: list[dict[str, Any]] = []
    for one in desk.catalogue.all(SPOT):
        try:
            solution = load_solution(one.path)
        except InputError as error:
            rows.append({"id": one.id, "name": one.name, "problem": str(error)})
            continue
        rows.append(
            {
                "id": one.id,
                "name": one.name,
                "spot": solution.spot.described(),
                "street": solution.spot.street,
                **solution.summary.as_json(),
            }
        )
    return {"spots": rows}


def node(desk: Desk, values: dict[str, Any]) -> Any:
    """A node of a solved spot: ``equipoise spot show DIR --line LINE --json``."""
    solution = _opened(desk, values)
    return view_json(solution.node(text_of(values, "line", "", 2000)))


def place(desk: Desk, values: dict[str, Any]) -> Any:
    """Where a line leads: whether a card has to be dealt, or the betting is over."""
    from equipoise.spine.tree import DECISION
    from equipoise.spots.lines import SpotLine

    solution = _opened(desk, values)
    found = solution.walker.find(SpotLine.of(text_of(values, "line", "", 2000)))
    decision = int(solution.layout.tree.kind[found.node]) == DECISION
    return {"line": list(found.line), "missing": found.missing, "decision": decision}


def report(desk: Desk, values: dict[str, Any]) -> Any:
    """A report by next card: ``equipoise spot report DIR --line LINE --json``."""
    return report_json(_opened(desk, values).cards(text_of(values, "line", "", 2000)))


def csv(desk: Desk, values: dict[str, Any]) -> Any:
    """The hands of a node: ``equipoise spot show DIR --csv``."""
    view = _opened(desk, values).node(text_of(values, "line", "", 2000))
    player = text_of(values, "player", "oop", 10)
    if player not in PLAYERS:
        raise InputError("unknown player", "player", player, expected="oop or ip")
    return Text(hands_csv(view, PLAYERS.index(player)), "hands.csv")


def _opened(desk: Desk, values: dict[str, Any]) -> SpotSolution:
    found = desk.catalogue.find(text_of(values, "id", most=40), SPOT)
    return _solution(found.path, (found.path / "manifest.json").stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _solution(path: Path, changed: int) -> SpotSolution:
    """A solution, kept open until its files change."""
    return load_solution(path)
