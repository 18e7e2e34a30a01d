"""Calls about solves: what they take, starting and resuming them, their curves.

A run is a folder of ``equipoise solve --out DIR`` with its checkpoints beside it, whoever started
it: a job of this page, a command in a terminal, or an earlier server.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from equipoise.base.errors import InputError
from equipoise.base.files import write_atomically
from equipoise.base.locks import holder_of
from equipoise.base.reading import read_json
from equipoise.base.workers import available_memory
from equipoise.games.catalogue import find_game
from equipoise.interfaces.as_json.trees import measure_tree, tree_json
from equipoise.interfaces.cli.told import POINTS
from equipoise.interfaces.web.calls import Call, MissingError, number_of, text_of, whole_of
from equipoise.interfaces.web.catalogue import RUN, STRATEGY, Catalogue
from equipoise.interfaces.web.jobs import Job, points
from equipoise.solvers.methods import METHODS, check_method, usual_method
from equipoise.solvers.run.checkpoint import KeptRun, read_kept
from equipoise.solvers.run.job import checkpoint_folder
from equipoise.spine.game import AbstractGame
from equipoise.spots.file import print_spot, spot_from
from equipoise.strategies.shipped import SHIPPED
from equipoise.strategies.store import load_manifest
from equipoise.strategies.strategy import Manifest

if TYPE_CHECKING:
    from equipoise.interfaces.web.desk import Desk

_SUFFIX = ".checkpoint"
_PRECISIONS = {"float32": "single", "float64": "double"}
_LIMITS = ("iterations", "seconds", "target")


def _asked(values: dict[str, Any]) -> AbstractGame:
    """The game of a form, everything about it read."""
    game = text_of(values, "game", most=100)
    find_game(game)  # of the catalogue: a page names no path
    bets = text_of(values, "bets", "", 1000) or None
    cards = text_of(values, "cards", "", 200) or "full"
    if "/" in cards or "\\" in cards:
        raise InputError("is a path", "cards", cards, expected="a notation such as 8.8.8.8")
    asked = AbstractGame(game, bets, cards)
    asked.bets_by_seat  # noqa: B018 - refuses what is no betting abstraction
    return asked


def check(desk: Desk, values: dict[str, Any]) -> Any:
    """What a solve would take, nothing built: ``equipoise tree GAME --bets B --cards C``."""
    asked = _asked(values)
    found = tree_json(measure_tree(asked.rules, asked.bets, asked.cards))
    return {**found, "free_bytes": available_memory(), "method": usual_method(asked.has_matrices)}


def start(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue ``equipoise solve GAME ... --out solves/NAME``."""
    asked = _asked(values)
    words = ["solve", asked.game]
    words += ["--bets", asked.bets] if asked.bets else []
    words += ["--cards", asked.cards] if asked.cards != "full" else []
    method = text_of(values, "method", "", 40)
    if method:
        check_method(method)
        words += ["--method", method]
    limits = _limits(values)
    words += _limit_words(limits)
    seed = whole_of(values, "seed", 0, 0, 2**31)
    words += ["--seed", str(seed)]
    title = _title(asked.game, asked.bets, asked.cards)
    usual = title.replace(" ", "-")
    out = desk.catalogue.new("solves", text_of(values, "name", "", 80) or usual)
    words += ["--out", str(out.relative_to(desk.catalogue.folder))]
    about = {
        "game": asked.game, "bets": asked.bets, "cards": asked.cards, "method": method or None,
        "run": desk.catalogue.id_of(out), **limits,
    }  # fmt: skip
    return desk.jobs.add("solve", title, words, out, about).described()


def _title(game: str, bets: str | None, cards: str) -> str:
    return " ".join(filter(None, (game, bets, "" if cards == "full" else cards)))


def _limits(values: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"iterations": whole_of(values, "iterations", None, 1)}
    for name in ("seconds", "target"):
        found[name] = number_of(values, name, None, 1e-12, 1e9)
    return found


def _limit_words(limits: dict[str, Any]) -> list[str]:
    return [word for name in _LIMITS if limits[name] is not None
            for word in (f"--{name}", f"{limits[name]:.12g}")]  # fmt: skip


def _name(catalogue: Catalogue, out: Path) -> str:
    return out.relative_to(catalogue.folder).as_posix()


def _outs(desk: Desk) -> dict[Path, list[Job]]:
    """The folders of all runs, with the jobs that wrote to each, newest first."""
    found: dict[Path, list[Job]] = {}
    for job in desk.jobs.all():
        if job.kind in ("solve", "spot") and job.out is not None:
            found.setdefault(job.out, []).append(job)
    for one in desk.catalogue.all(RUN):
        found.setdefault(one.path.with_name(one.path.name.removesuffix(_SUFFIX)), [])
    for one in desk.catalogue.all(STRATEGY):
        if one.id != SHIPPED:
            found.setdefault(one.path, [])
    return found


def runs(desk: Desk, values: dict[str, Any]) -> Any:
    """All runs: what is solved, how far it has come, and who is at work on it."""
    rows = [_described(desk, out, jobs) for out, jobs in _outs(desk).items()]
    found = sorted((row for row in rows if row is not None), key=lambda row: row["name"])
    return {"runs": found, "methods": list(METHODS)}


def run(desk: Desk, values: dict[str, Any]) -> Any:
    """One run with its trace: every measurement of exploitability and value so far."""
    out, jobs = _find(desk, values)
    about = _described(desk, out, jobs)
    assert about is not None
    kept = read_kept(checkpoint_folder(out))
    by_iteration = {} if kept is None else {p.iterations: asdict(p) for p in kept.progress.trace}
    for job in reversed(jobs):
        for point in points(job.folder / POINTS):
            by_iteration[int(point["iterations"])] = point
    return {**about, "trace": [by_iteration[number] for number in sorted(by_iteration)]}


def _find(desk: Desk, values: dict[str, Any]) -> tuple[Path, list[Job]]:
    wanted = text_of(values, "id", most=40)
    for out, jobs in _outs(desk).items():
        if desk.catalogue.id_of(out) == wanted and _described(desk, out, jobs) is not None:
            return out, jobs
    raise MissingError("there is no run of this id", "id", wanted)


def _described(desk: Desk, out: Path, jobs: list[Job]) -> dict[str, Any] | None:
    """What is known of a run; None for a strategy that was not solved here, such as a purified."""
    kept = read_kept(checkpoint_folder(out))
    made = _manifest(out)
    job = jobs[0] if jobs else None
    about: dict[str, Any] = {
        "id": desk.catalogue.id_of(out),
        "kind": "spot" if kept is not None and "spot" in kept.identity else "solve",
        "name": _name(desk.catalogue, out),
        "job": None if job is None else job.id,
        "strategy": None if made is None else desk.catalogue.id_of(out),
        "checkpoint": None if kept is None else _checkpoint(kept),
    }
    if kept is not None:
        same = {key: kept.identity.get(key) for key in ("game", "cards", "method", "seed")}
        about |= {**same, "bets": _bets(kept.identity.get("bets")), "iterations": kept.iterations}
        if about["kind"] == "spot":
            about["game"] = _board(kept.identity["spot"])
        about["seconds"] = kept.progress.seconds
        if kept.progress.trace:
            last = kept.progress.trace[-1]
            about |= {"value": last.value, "exploitability": last.exploitability}
            about["interval"] = last.measures.get("interval")
    elif made is not None:
        about |= {
            "game": made.game, "cards": made.cards, "method": made.method, "seed": made.seed,
            "bets": _bets(made.bets), "iterations": made.iterations, "seconds": made.seconds,
            "value": made.value, "exploitability": made.exploitability, "interval": made.interval,
        }  # fmt: skip
    elif job is not None:
        about |= {key: job.about.get(key) for key in ("game", "bets", "cards", "method")}
    else:
        return None
    about["state"] = _state(out, job, kept)
    return about


def _board(spot: Any) -> str | None:
    board = spot.get("board") if isinstance(spot, dict) else None
    return None if board is None else str(board)


def _checkpoint(kept: KeptRun) -> dict[str, Any]:
    return {"iterations": kept.iterations, "bytes": kept.bytes, "written": kept.written}


def _manifest(out: Path) -> Manifest | None:
    try:
        return load_manifest(out)
    except InputError:
        return None


def _bets(both: Any) -> str | None:
    """The betting abstraction as it is typed: one for both seats, or one for each."""
    texts = [str(text) if text else "full" for text in both or ()]
    if set(texts) <= {"full"}:
        return None
    return texts[0] if len(set(texts)) == 1 else "-".join(texts)


def _written(out: Path) -> int | None:
    """The iterations of the strategy or spot that a run has written; None before its end."""
    try:
        found = read_json(out / "manifest.json", "manifest")
        return int(found.get("iterations") or found["summary"]["iterations"])
    except (InputError, KeyError, TypeError, ValueError, AttributeError):
        return None


def _state(out: Path, job: Job | None, kept: KeptRun | None) -> str:
    if job is not None and job.state not in ("done", "cancelled", "failed"):
        return job.state
    if holder_of(out) is not None:
        return "running elsewhere"
    if job is not None and job.state == "failed":
        return job.state
    written = _written(out)
    if written is not None and (kept is None or written == kept.iterations):
        return "done"
    return "stopped" if kept is not None else "cancelled"


def resume(desk: Desk, values: dict[str, Any]) -> Any:
    """Go on with a run: its paused job, or ``equipoise solve ... --resume`` with new limits."""
    out, jobs = _find(desk, values)
    limits = _limits(values)
    about = _described(desk, out, jobs)
    assert about is not None
    if about["state"] in ("running", "queued", "pausing", "cancelling", "running elsewhere"):
        raise InputError(f"the run is {about['state']}", expected="pause it first")
    asked = any(limits[name] is not None for name in _LIMITS)
    if jobs and jobs[0].state in ("paused", "failed") and not asked:
        return desk.jobs.resume(jobs[0].id).described()
    kept = read_kept(checkpoint_folder(out))
    if kept is None:
        raise InputError("it has no checkpoint to resume from", "run", about["name"])
    if not asked:
        raise InputError("no limit is given", expected="iterations, seconds or a target")
    identity = kept.identity
    if about["kind"] == "spot":
        return _resume_spot(desk, out, kept, limits)
    words = ["solve", str(identity["game"])]
    if about["bets"]:
        words += ["--bets", about["bets"]]
    words += ["--cards", str(identity["cards"])] if identity["cards"] != "full" else []
    words += ["--method", str(identity["method"]), "--seed", str(identity["seed"])]
    precision = _PRECISIONS.get(str(identity.get("precision")))
    words += ["--precision", precision] if precision and identity["method"] != "lp" else []
    words += ["--rivers", str(identity["rivers"])] if identity.get("rivers") else []
    words += [*_limit_words(limits), "--out", _name(desk.catalogue, out)]
    keys = ("game", "bets", "cards", "method")
    more = {**{key: about.get(key) for key in keys}, "run": about["id"], **limits}
    title = _title(str(identity["game"]), about["bets"], str(identity["cards"]))
    return desk.jobs.add("solve", title, words, out, more, resume=True).described()


def _resume_spot(desk: Desk, out: Path, kept: KeptRun, limits: dict[str, Any]) -> Any:
    """Queue ``equipoise spot solve FILE --resume``; the file is written if it is gone."""
    identity = kept.identity
    spot = spot_from(cast(dict[str, Any], identity["spot"]))
    file = out.with_suffix(f"{out.suffix}.toml")
    if not file.exists():
        write_atomically(file, print_spot(spot))
    place = _name(desk.catalogue, out)
    words = ["spot", "solve", f"{place}.toml", "--out", place, *_limit_words(limits)]
    words += ["--method", str(identity["method"]), "--precision", str(identity["precision"])]
    about = {"spot": spot.described(), "target": limits["target"], "name": place}
    about["run"] = desk.catalogue.id_of(out)
    title = f"{spot.street} {spot.board}"
    return desk.jobs.add("spot", title, words, out, about, resume=True).described()


CALLS: list[tuple[str, str, Call]] = [
    ("POST", "/api/solves", start),
    ("POST", "/api/solves/check", check),
    ("GET", "/api/runs", runs),
    ("GET", "/api/runs/{id}", run),
    ("POST", "/api/runs/{id}/resume", resume),
]
