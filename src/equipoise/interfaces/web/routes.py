"""Every JSON call of the page: method, path, and the function behind it (``docs/page.md``)."""

from __future__ import annotations

from typing import Any

from equipoise.games.catalogue import find_game
from equipoise.interfaces.web.agents import offered
from equipoise.interfaces.web.calls import Call, text_of
from equipoise.interfaces.web.desk import Desk


def _room(name: str) -> Call:
    def call(desk: Desk, values: dict[str, Any]) -> Any:
        return getattr(desk.room, name)(values)

    return call


def _tables(desk: Desk, values: dict[str, Any]) -> Any:
    return {"tables": desk.room.list()}


def _agents(desk: Desk, values: dict[str, Any]) -> Any:
    game = text_of(values, "game", "", 200)
    rules = find_game(game) if game else None
    return {"agents": offered(desk.catalogue, rules)}


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
]
