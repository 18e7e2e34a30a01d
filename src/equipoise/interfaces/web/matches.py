"""Calls about matches and tournaments: scores with intervals, bankrolls, estimators, every hand."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.reading import read_json
from equipoise.evaluation.bankrolls import bankrolls_over
from equipoise.evaluation.labels import labels
from equipoise.evaluation.scores import score_match
from equipoise.evaluation.variance.assess import ESTIMATORS, parse_estimators
from equipoise.formats.phh.write import write_phh
from equipoise.formats.story import tell_hand
from equipoise.games.catalogue import find_game
from equipoise.interfaces.as_json.hands import hand_json
from equipoise.interfaces.as_json.matches import scores_json
from equipoise.interfaces.web.agents import label_of, spec_text
from equipoise.interfaces.web.calls import Call, MissingError, Text, flag_of, text_of, whole_of
from equipoise.interfaces.web.catalogue import MATCH, TOURNAMENT, Stored
from equipoise.matches.folder import HANDS, MatchFolder
from equipoise.matches.match import MatchResult, read_match
from equipoise.matches.plan import MatchPlan
from equipoise.matches.tournament import TOURNAMENT as ABOUT

if TYPE_CHECKING:
    from equipoise.interfaces.web.desk import Desk
    from equipoise.kernels.types import Int64s

_RESULT = "result.json"
_PAGE = 50
_ORDERS = ("hand", "won", "lost", "swing")


def matches(desk: Desk, values: dict[str, Any]) -> Any:
    """Stored matches and tournaments; matches of a tournament name it."""
    tournaments = desk.catalogue.all(TOURNAMENT)
    rows = []
    for one in desk.catalogue.all(MATCH):
        about: dict[str, Any] = {"id": one.id, "name": one.name, "kind": MATCH}
        about["part_of"] = next((t.id for t in tournaments if t.path == one.path.parent), None)
        try:
            folder = MatchFolder(one.path)
            plan = folder.plan()
            about |= {
                "game": plan.game,
                "agents": _labels(plan.names),
                "hands": plan.hands,
                "duplicate": plan.duplicate,
                "seed": plan.seed,
                "finished": folder.is_whole(plan),
            }
        except InputError as error:
            about["problem"] = str(error)
        rows.append(about)
    for one in tournaments:
        rows.append({"id": one.id, "name": one.name, "kind": TOURNAMENT, **_tournament_about(one)})
    return {"matches": rows, "estimators": list(ESTIMATORS)}


def _tournament_about(one: Stored) -> dict[str, Any]:
    try:
        kept = _kept(one.path)
        about = kept or read_json(one.path / ABOUT, "tournament")
        return {
            "game": str(about["game"]),
            "agents": _labels([str(name) for name in about["agents"]]),
            "hands": about.get("hands"),
            "duplicate": about.get("duplicate"),
            "seed": about.get("seed"),
            "finished": bool(kept),
        }
    except (InputError, KeyError, TypeError) as error:
        return {"problem": f"it cannot be read ({error})"}


def _labels(names: Any) -> list[str]:
    called = labels(names)
    return [called[name] for name in names]


def _kept(path: Path) -> dict[str, Any]:
    """What the command wrote at its end; empty before."""
    if not (path / _RESULT).exists():
        return {}
    found = read_json(path / _RESULT, "result")
    if not isinstance(found, dict):
        raise InputError("is damaged", str(path / _RESULT))
    return found


def tournament(desk: Desk, values: dict[str, Any]) -> Any:
    """A tournament as its command printed it, and the ids of its matches by folder."""
    found = desk.catalogue.find(text_of(values, "id", most=40), TOURNAMENT)
    parts = {
        one.path.name: one.id for one in desk.catalogue.all(MATCH) if one.path.parent == found.path
    }
    about = {**_tournament_about(found), **_kept(found.path)}
    about["labels"] = _labels(about["agents"]) if "agents" in about else []
    return {"id": found.id, "name": found.name, **about, "matches": parts}


def match(desk: Desk, values: dict[str, Any]) -> Any:
    """A match: what its command printed, or the score so far, and the bankrolls over its hands."""
    found = _find(desk, values)
    folder = MatchFolder(found.path)
    plan = folder.plan()
    kept = _kept(found.path)
    about = {
        "id": found.id,
        "name": found.name,
        "game": plan.game,
        "agents": list(plan.names),
        "labels": _labels(plan.names),
        "hands": plan.hands,
        "seatings": len(plan.seatings),
        "duplicate": plan.duplicate,
        "seed": plan.seed,
        "finished": folder.is_whole(plan),
        "played": 0,
        "curve": None,
    }
    result = _read(found.path)
    if result is not None:
        about |= {"played": result.plan.hands, "curve": _curve(result)}
        # the numbers of the command where it has ended; those of all whole sessions before
        about |= kept or {**scores_json(result, score_match(result)), "hands": plan.hands}
        about["intervals_by_deal"] = not kept
    return about


def _curve(result: MatchResult) -> dict[str, Any]:
    found = bankrolls_over(result)
    known = found.known
    return {
        "hands": found.hands.tolist(),
        "totals_bb": [part.tolist() for part in found.totals.T],
        "halves_bb": [
            [float(half) if seen else None for half, seen in zip(part, known, strict=True)]
            for part in found.halves.T
        ],
    }


def _find(desk: Desk, values: dict[str, Any]) -> Stored:
    return desk.catalogue.find(text_of(values, "id", most=40), MATCH)


def _read(path: Path) -> MatchResult | None:
    place = path / HANDS
    changed = place.stat().st_mtime_ns if place.is_dir() else 0
    return _read_once(path, changed, (path / "match.json").stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _read_once(path: Path, changed: int, begun: int) -> MatchResult | None:
    return read_match(path)


def hands(desk: Desk, values: dict[str, Any]) -> Any:
    """A page of the hands of a match: in order, or the largest results of a player first."""
    found = _find(desk, values)
    result = _read(found.path)
    if result is None:
        return {"start": 0, "of": 0, "page": _PAGE, "hands": []}
    folder, plan = MatchFolder(found.path), result.plan
    order, player = text_of(values, "order", "hand", 10), 0
    if order not in _ORDERS:
        raise InputError("unknown order", "order", order, expected=f"one of {', '.join(_ORDERS)}")
    player = whole_of(values, "player", 0, 0, len(plan.agents) - 1) or 0
    start = whole_of(values, "start", 0) or 0
    seats = len(plan.seatings)
    chosen = _ordered(result, order, player)[start : start + _PAGE]
    full = folder.plan()
    rows, sessions = [], {}
    won = result.millis()
    for place in chosen.tolist():
        deal, trial = divmod(place, seats)
        session = folder.session_of(full, deal, trial)
        if session not in sessions:
            sessions[session] = folder.session_columns(full, session)
        columns = sessions[session]
        at = deal - session.first
        holding = {names[at]: hole[at] for names, hole in
                   zip(columns.players, columns.hole, strict=True)}  # fmt: skip
        rows.append(
            {
                "number": deal + 1,
                "seating": trial + 1,
                "first": columns.players[0][at],
                "holes": [holding[name] for name in plan.names],
                "board": columns.board[at],
                "actions": columns.actions[at],
                "won_bb": [float(amount) / 1000 for amount in won[deal, trial]],
            }
        )
    return {"start": start, "of": plan.hands * seats, "page": _PAGE, "hands": rows}


def _ordered(result: MatchResult, order: str, player: int) -> Int64s:
    """Hands by number, deal times seatings plus seating, in an order."""
    parts = result.parts
    won = parts[:, :, player].reshape(-1)
    numbers: Int64s = np.arange(len(won), dtype=np.int64)
    if order == "hand":
        return numbers
    keys = {"won": -won, "lost": won, "swing": -np.abs(won)}
    return np.argsort(keys[order], kind="stable").astype(np.int64)


def _row(desk: Desk, values: dict[str, Any]) -> tuple[MatchPlan, Any]:
    found = _find(desk, values)
    deal = (whole_of(values, "number", 1, 1) or 1) - 1
    trial = (whole_of(values, "seating", 1, 1) or 1) - 1
    folder = MatchFolder(found.path)
    plan = folder.plan()
    if deal >= plan.hands or trial >= len(plan.seatings):
        last = f"hands 1 to {plan.hands}, seatings 1 to {len(plan.seatings)}"
        raise MissingError("there is no such hand", "hand", str(deal + 1), expected=last)
    return plan, folder.row(plan, deal, trial)


def hand(desk: Desk, values: dict[str, Any]) -> Any:
    """One hand of a match, as ``equipoise replay --show`` tells it."""
    plan, row = _row(desk, values)
    story = hand_json(tell_hand(row.record))
    return {
        **story,
        "number": row.hand + 1,
        "seating": row.trial + 1,
        "of": plan.hands,
        "seatings": len(plan.seatings),
        "labels": labels(plan.names),
        "big_blind": float(plan.rules().units(plan.rules().big_blind)),
    }


def hand_phh(desk: Desk, values: dict[str, Any]) -> Any:
    """One hand of a match as a PHH file."""
    _, row = _row(desk, values)
    return Text(write_phh(row.record, {}), f"hand-{row.hand + 1}-{row.trial + 1}.phh", "text/plain")


def start_match(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue ``equipoise match`` or, with more agents than seats, ``equipoise tournament``."""
    game = text_of(values, "game", most=100)
    rules = find_game(game)
    asked = values.get("agents")
    if not isinstance(asked, list) or not rules.players <= len(asked) <= 20:
        raise InputError(
            f"{game} has {rules.players} players", "agents", expected="one each, or up to 20"
        )
    kind = MATCH if len(asked) == rules.players else TOURNAMENT
    agents = [spec_text(desk.catalogue, one) for one in asked]
    count = whole_of(values, "hands", 1000, 1, 10**9)
    words = [kind, *agents, "--game", game, "--hands", str(count)]
    words += ["--duplicate"] if flag_of(values, "duplicate") else []
    words += ["--seed", str(whole_of(values, "seed", 0))]
    estimator = text_of(values, "estimator", "", 60)
    if estimator:
        parse_estimators(estimator)
        words += ["--estimator", estimator]
    called = [label_of(desk.catalogue, str(one)) for one in asked]
    short = "-".join(one.split(":")[0] for one in called)
    out = desk.catalogue.new("matches", text_of(values, "name", "", 80) or short)
    words += ["--out", str(out.relative_to(desk.catalogue.folder))]
    about = {"game": game, "agents": called, "hands": count, "match": desk.catalogue.id_of(out)}
    return desk.jobs.add(kind, " v ".join(called), words, out, about).described()


def resume(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue the rest of a stopped match, or more hands: ``equipoise match ... --resume``."""
    found = _find(desk, values)
    plan = MatchFolder(found.path).plan()
    old = desk.jobs.at_work(found.path)
    if old is not None and old.state not in ("paused", "failed", "done", "cancelled"):
        raise InputError(f"a job is at work on it: {old.id}", expected="wait for it")
    count = whole_of(values, "hands", plan.hands, 1, 10**9)
    words = [MATCH, *plan.agents, "--game", plan.game, "--hands", str(count)]
    words += ["--duplicate"] if plan.duplicate else []
    words += ["--seed", str(plan.seed), "--session", str(plan.session)]
    words += ["--out", str(found.path.relative_to(desk.catalogue.folder))]
    called = _labels(plan.names)
    about = {"game": plan.game, "agents": called, "hands": count, "match": found.id}
    return desk.jobs.add(
        MATCH, " v ".join(called), words, found.path, about, resume=True
    ).described()


def assess(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue ``equipoise assess DIR --by LIST``: estimators side by side."""
    found = _find(desk, values)
    names = parse_estimators(text_of(values, "by", "money,divat", 200))
    place = str(found.path.relative_to(desk.catalogue.folder))
    words = ["assess", place, "--by", ",".join(names)]
    about = {"match": found.id, "by": names}
    return desk.jobs.add("assess", f"estimators of {found.name}", words, None, about).described()


CALLS: list[tuple[str, str, Call]] = [
    ("GET", "/api/matches", matches),
    ("POST", "/api/matches", start_match),
    ("GET", "/api/matches/{id}", match),
    ("POST", "/api/matches/{id}/resume", resume),
    ("POST", "/api/matches/{id}/assess", assess),
    ("GET", "/api/matches/{id}/hands", hands),
    ("GET", "/api/matches/{id}/hands/{number}", hand),
    ("GET", "/api/matches/{id}/hands/{number}/phh", hand_phh),
    ("GET", "/api/tournaments/{id}", tournament),
]
