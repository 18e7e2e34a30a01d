"""Every JSON call of the page: method, path, and the function behind it (``docs/page.md``)."""

from __future__ import annotations

from typing import Any

from equipoise.games.catalogue import find_game
from equipoise.interfaces.web import buckets, matches, results, spots, stored, training
from equipoise.interfaces.web.agents import offered
from equipoise.interfaces.web.calls import Call, text_of
from equipoise.interfaces.web.desk import Desk

Values = dict[str, Any]


def _room(name: str) -> Call:
    def call(desk: Desk, values: Values) -> Any:
        return getattr(desk.room, name)(values)

    return call


def _tables(desk: Desk, values: Values) -> Any:
    return {"tables": desk.room.list()}


def _agents(desk: Desk, values: Values) -> Any:
    game = text_of(values, "game", "", 200)
    rules = find_game(game) if game else None
    return {"agents": offered(desk.catalogue, rules)}


def _jobs(desk: Desk, values: Values) -> Any:
    return {"jobs": [job.described() for job in desk.jobs.all()]}


def _job(desk: Desk, values: Values) -> Any:
    job = desk.jobs.find(text_of(values, "job"))
    made = None if job.out is None else desk.catalogue.stored(job.out)
    return {**job.described(), "result": job.result(), "made": None if made is None else made.id}


def _change(name: str) -> Call:
    def call(desk: Desk, values: Values) -> Any:
        job = getattr(desk.jobs, name)(text_of(values, "job"))
        return {} if job is None else job.described()

    return call


CALLS: list[tuple[str, str, Call]] = [
    ("GET", "/api/agents", _agents),
    ("GET", "/api/tables", _tables),
    ("POST", "/api/tables", _room("sit")),
    ("GET", "/api/tables/{table}", _room("look")),
    ("POST", "/api/tables/{table}/move", _room("move")),
    ("POST", "/api/tables/{table}/deal", _room("deal")),
    ("POST", "/api/tables/{table}/rebuy", _room("rebuy")),
    ("POST", "/api/tables/{table}/settings", _room("settings")),
    ("GET", "/api/tables/{table}/hands", _room("hands")),
    ("GET", "/api/tables/{table}/hands/{number}", _room("replay")),
    ("GET", "/api/tables/{table}/hands/{number}/decisions/{decision}", _room("thought")),
    ("GET", "/api/tables/{table}/phh", _room("export")),
    ("GET", "/api/jobs", _jobs),
    ("GET", "/api/jobs/{job}", _job),
    ("POST", "/api/jobs/{job}/pause", _change("pause")),
    ("POST", "/api/jobs/{job}/resume", _change("resume")),
    ("POST", "/api/jobs/{job}/cancel", _change("cancel")),
    ("DELETE", "/api/jobs/{job}", _change("forget")),
    ("POST", "/api/ranges", spots.read_range),
    ("GET", "/api/spots", spots.stored),
    ("POST", "/api/spots", spots.solve),
    ("POST", "/api/spots/check", spots.check),
    ("GET", "/api/spots/{id}/node", spots.node),
    ("GET", "/api/spots/{id}/place", spots.place),
    ("GET", "/api/spots/{id}/report", spots.report),
    ("GET", "/api/spots/{id}/csv", spots.csv),
    ("GET", "/api/strategies", stored.strategies),
    ("GET", "/api/strategies/{id}/node", stored.strategy_node),
    ("GET", "/api/strategies/{id}/csv", stored.strategy_csv),
    ("GET", "/api/sittings", stored.sittings),
    ("GET", "/api/sittings/{id}/hands/{number}", stored.sitting_hand),
    *training.CALLS,
    *matches.CALLS,
    *results.CALLS,
    *buckets.CALLS,
]
