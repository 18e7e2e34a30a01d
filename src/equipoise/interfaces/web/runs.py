"""Calls about runs that were stopped, here or at the command line: what they are, and going on.

A run is the checkpoint folder of a solve or a spot. Its identity says what was solved, so the
command that resumes it follows from the folder alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.base.errors import InputError
from equipoise.base.files import write_atomically
from equipoise.base.reading import read_json
from equipoise.interfaces.web.calls import number_of, text_of
from equipoise.interfaces.web.catalogue import RUN, Stored
from equipoise.solvers.run.checkpoint import ABOUT, newest_iterations
from equipoise.spots.file import print_spot, spot_from

if TYPE_CHECKING:
    from equipoise.interfaces.web.desk import Desk

_SUFFIX = ".checkpoint"
_BUSY = ("queued", "running", "pausing", "cancelling", "paused", "failed")


def stopped(desk: Desk, values: dict[str, Any]) -> Any:
    """Runs with a checkpoint that are in no job of this server and did not reach their end."""
    known = {job.out for job in desk.jobs.all() if job.state in _BUSY}
    rows = []
    for one in desk.catalogue.all(RUN):
        out = _out(one)
        if out in known:
            continue
        try:
            about, iterations = _about(one)
        except InputError:
            continue
        if _finished(out) == iterations:
            continue
        identity = about["identity"]
        spot = identity.get("spot")
        rows.append(
            {
                "id": one.id,
                "name": one.name.removesuffix(_SUFFIX),
                "kind": "solve" if spot is None else "spot",
                "game": identity.get("game") if spot is None else spot.get("board"),
                "bets": identity.get("bets"),
                "cards": identity.get("cards"),
                "method": identity.get("method"),
                "iterations": iterations,
                "seconds": about.get("seconds"),
                "exploitability": _last(about),
            }
        )
    return {"runs": rows}


def resume(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue a stopped run: the command that began it, with ``--resume`` and a new limit."""
    one = desk.catalogue.find(text_of(values, "id", most=40), RUN)
    about, _ = _about(one)
    identity, out = about["identity"], _out(one)
    place = out.relative_to(desk.catalogue.folder)
    seconds = number_of(values, "seconds", None, 0.001, 1e9)
    target = number_of(values, "target", None, 1e-12, 1e9)
    limits = [] if seconds is None else ["--seconds", f"{seconds:g}"]
    limits += [] if target is None else ["--target", f"{target:g}"]
    if not limits:
        raise InputError("nothing says when to stop", "seconds", expected="seconds or a target")
    if "spot" in identity:
        spot = spot_from(identity["spot"])
        file = out.with_suffix(f"{out.suffix}.toml")
        if not file.exists():
            write_atomically(file, print_spot(spot))
        words = ["spot", "solve", f"{place}.toml", "--out", str(place), *limits]
        words += ["--method", str(identity["method"]), "--precision", str(identity["precision"])]
        found = {"spot": spot.described(), "target": target, "name": place.as_posix()}
        job = desk.jobs.add("spot", f"{spot.street} {spot.board}", words, out, found, resume=True)
        return job.described()
    words = ["solve", str(identity["game"]), "--method", str(identity["method"])]
    if identity["bets"] != [None, None]:
        words += ["--bets", "-".join(text or "full" for text in dict.fromkeys(identity["bets"]))]
    words += [] if identity["cards"] == "full" else ["--cards", str(identity["cards"])]
    words += ["--seed", str(identity["seed"]), *limits, "--out", str(place)]
    words += ["--precision", {"float32": "single"}.get(str(identity["precision"]), "double")]
    found = {key: identity[key] for key in ("game", "bets", "cards", "method")}
    job = desk.jobs.add("solve", str(identity["game"]), words, out, found, resume=True)
    return job.described()


def _out(one: Stored) -> Path:
    return one.path.with_name(one.path.name.removesuffix(_SUFFIX))


def _about(one: Stored) -> tuple[dict[str, Any], int]:
    """What the newest checkpoint of a run says, and its iterations."""
    iterations = newest_iterations(one.path)
    if iterations is None:
        raise InputError("there is no checkpoint in it", "run", one.name)
    about = read_json(one.path / f"iteration-{iterations}" / ABOUT, "checkpoint")
    if not isinstance(about, dict) or not isinstance(about.get("identity"), dict):
        raise InputError("its checkpoint is damaged", "run", one.name)
    return about, iterations


def _finished(out: Path) -> int | None:
    """The iterations of what a run has written, if it has."""
    try:
        found = read_json(out / "manifest.json", "manifest")
        return int(found.get("iterations") or found["summary"]["iterations"])
    except (InputError, KeyError, TypeError, ValueError, AttributeError):
        return None


def _last(about: dict[str, Any]) -> float | None:
    trace = about.get("trace") or [{}]
    found = trace[-1].get("exploitability")
    return None if found is None else float(found)
