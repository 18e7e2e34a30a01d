"""Agents as a page names them: built-in ones by name, stored strategies by id, options beside.

A page cannot name a path. Where an option of an agent is the folder of a strategy, its id stands
in for it.
"""

from __future__ import annotations

from typing import Any

from equipoise.agents.registry import AgentSpec, Entry, all_agents, find_agent
from equipoise.agents.strategies import FOLDER
from equipoise.base.errors import InputError
from equipoise.formats import resolve_game
from equipoise.games.rules import GameRules
from equipoise.interfaces.web.catalogue import STRATEGY, Catalogue
from equipoise.strategies.shipped import SHIPPED
from equipoise.strategies.store import load_manifest

_FOLDERS = ("strategy",)  # options that name the folder of a strategy
_NOT_OFFERED = ("person",)


def offered(catalogue: Catalogue, rules: GameRules | None = None) -> list[dict[str, Any]]:
    """The agents that a page may name, those for a game only where one is given."""
    found = []
    for stored in catalogue.all(STRATEGY):
        if stored.id != SHIPPED:
            found.append(_described(stored.id, stored.name, "a stored strategy", FOLDER))
    for name, entry in all_agents().items():
        if _is_offered(entry):
            found.append(_described(name, name, entry.description, entry))
    if rules is not None:
        found = [one for one in found if _plays(catalogue, one, rules)]
    return sorted(found, key=lambda one: (one["id"] != SHIPPED, not one["stored"], one["name"]))


def _is_offered(entry: Entry) -> bool:
    usable = not (entry.needs_terminal or entry.is_outside or entry.exclusive)
    return usable and entry.name not in _NOT_OFFERED


def _described(id_: str, name: str, about: str, entry: Entry) -> dict[str, Any]:
    return {
        "id": id_,
        "name": name,
        "description": about,
        "stored": entry is FOLDER,
        "options": [
            {"name": option.name, "meaning": option.meaning, "default": option.default}
            for option in entry.options
        ],
    }


def _plays(catalogue: Catalogue, described: dict[str, Any], rules: GameRules) -> bool:
    if any(option["name"] in _FOLDERS for option in described["options"]):
        return False  # needs a strategy that the page has to choose first
    try:
        if described["stored"]:  # without opening it, which may build its buckets
            own = resolve_game(load_manifest(catalogue.find(described["id"], STRATEGY).path).game)
            return _alike(own, rules)
        spec_of(catalogue, described["id"]).make().check_game(rules)
    except Exception:  # whatever is wrong with it, it does not play here
        return False
    return True


def _alike(own: GameRules, rules: GameRules) -> bool:
    """True for games of one kind; stacks may differ."""
    return all(
        getattr(own, name) == getattr(rules, name)
        for name in ("players", "deck", "blinds", "antes", "script", "showdown")
    ) and (own.betting.kind == rules.betting.kind)


def spec_text(catalogue: Catalogue, asked: Any) -> str:
    """The specification of what a page asked for: ``ID[:OPTION=VALUE,...]``, ids become folders."""
    if not isinstance(asked, str) or len(asked) > 2000:
        raise InputError(f"{str(asked)[:80]!r} is no agent", expected="a name or an id")
    name, _, rest = asked.strip().partition(":")
    known = all_agents()
    if name in known:
        if not _is_offered(known[name]):
            raise InputError("this agent cannot play in the page", "agent", name)
        first = name
    else:
        first = str(catalogue.find(name, STRATEGY).path)
    options = []
    for part in filter(None, rest.split(",")):
        key, _, value = part.partition("=")
        if key.strip() in _FOLDERS:
            value = str(catalogue.find(value.strip(), STRATEGY).path)
        elif "/" in value or "\\" in value:
            raise InputError(f"{value!r} is a path", "agent", asked, expected="ids, no paths")
        options.append(f"{key}={value}")
    return f"{first}:{','.join(options)}" if options else first


def spec_of(catalogue: Catalogue, asked: Any) -> AgentSpec:
    """The agent that a page asked for."""
    return find_agent(spec_text(catalogue, asked))


def label_of(catalogue: Catalogue, asked: str) -> str:
    """What a page calls an agent: names of strategies instead of ids."""
    name, colon, rest = asked.partition(":")
    for stored in catalogue.all(STRATEGY):
        if stored.id == name:
            return f"{stored.name}{colon}{rest}"
    return asked
