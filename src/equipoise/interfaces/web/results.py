"""Calls about published tables: the catalogue of experiments, and ours beside theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from equipoise.base.errors import InputError
from equipoise.base.reading import read_json
from equipoise.experiments.harness.experiment import SCALES
from equipoise.experiments.harness.registry import all_experiments, find_experiment
from equipoise.experiments.harness.store import PICTURE, RESULT
from equipoise.interfaces.web.calls import Call, MissingError, Picture, text_of, whole_of
from equipoise.interfaces.web.catalogue import RESULT as KIND
from equipoise.interfaces.web.catalogue import Stored

if TYPE_CHECKING:
    from equipoise.interfaces.web.desk import Desk

_ROOT = "results"


def results(desk: Desk, values: dict[str, Any]) -> Any:
    """The published tables that can be made here, each with the runs that there are."""
    kept: dict[str, list[dict[str, Any]]] = {}
    for one in desk.catalogue.all(KIND):
        try:
            about = _content(one)
        except InputError:
            continue
        claims = about["claims"]
        entry = {
            "id": one.id,
            "name": one.name,
            "scale": about.get("scale"),
            "seed": about.get("seed"),
            "seconds": about.get("seconds"),
            "finished": about.get("finished"),
            "claims": len(claims),
            "hold": sum(_verdict(claim) == "holds" for claim in claims),
            "open": sum(_verdict(claim) == "not decided" for claim in claims),
        }
        kept.setdefault(str(about.get("id")), []).append(entry)
    return {
        "experiments": [
            {
                "id": one.id,
                "title": one.title,
                "source": one.source,
                "seconds": dict(one.seconds),
                "results": kept.get(one.id, []),
            }
            for one in all_experiments()
        ]
    }


def _verdict(claim: Any) -> str:
    """As ``Claim.verdict`` says it."""
    if claim.get("is_open"):
        return "not decided"
    return "holds" if claim.get("holds") else "does not hold"


def _content(one: Stored) -> dict[str, Any]:
    found = read_json(one.path / RESULT, "result")
    lists = ("cells", "claims")
    if not isinstance(found, dict) or not all(isinstance(found.get(n), list) for n in lists):
        raise InputError("is damaged", str(one.path / RESULT))
    return found


def result(desk: Desk, values: dict[str, Any]) -> Any:
    """One result as its command wrote it, every claim with its verdict."""
    one = _find(desk, values)
    found = _content(one)
    found["claims"] = [{**claim, "verdict": _verdict(claim)} for claim in found["claims"]]
    return {
        **found,
        "experiment": found.get("id"),
        "id": one.id,
        "name": one.name,
        "picture": (one.path / PICTURE).is_file(),
    }


def picture(desk: Desk, values: dict[str, Any]) -> Any:
    """The picture of a result."""
    path = _find(desk, values).path / PICTURE
    if not path.is_file():
        raise MissingError("this result has no picture")
    return Picture(path.read_bytes())


def _find(desk: Desk, values: dict[str, Any]) -> Stored:
    return desk.catalogue.find(text_of(values, "id", most=40), KIND)


def start(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue ``equipoise reproduce ID --scale S --seed N --out results``."""
    wanted = text_of(values, "id", most=80)
    if any(sign in wanted for sign in "*?["):
        raise InputError("is more than one experiment", "id", wanted, expected="one id")
    experiment = find_experiment(wanted)
    scale = text_of(values, "scale", "quick", 10)
    if scale not in SCALES:
        raise InputError("unknown scale", "scale", scale, expected="quick or full")
    seed = whole_of(values, "seed", 0, 0, 2**31)
    words = ["reproduce", experiment.id, "--scale", scale, "--seed", str(seed), "--out", _ROOT]
    about = {"id": experiment.id, "scale": scale, "seed": seed}
    title = f"{experiment.id}, {scale}"
    return desk.jobs.add("reproduce", title, words, None, about).described()


CALLS: list[tuple[str, str, Call]] = [
    ("GET", "/api/results", results),
    ("POST", "/api/results", start),
    ("GET", "/api/results/{id}", result),
    ("GET", "/api/results/{id}/picture", picture),
]
