"""Calls about what is stored: strategies, matches, tournaments, sittings, published results."""

from __future__ import annotations

import csv as csv_format
import io
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.base.errors import InputError
from equipoise.base.reading import read_json
from equipoise.cards.card import parse_cards
from equipoise.evaluation.bankrolls import bankrolls_over
from equipoise.evaluation.scores import score_match
from equipoise.experiments.harness.registry import choose
from equipoise.formats.phh.read import PhhHand, read_phhs
from equipoise.formats.story import tell_hand
from equipoise.formats.text import read_text
from equipoise.games.record import HandRecord
from equipoise.interfaces.as_json.hands import hand_json
from equipoise.interfaces.as_json.matches import match_json
from equipoise.interfaces.as_json.strategies import node_json
from equipoise.interfaces.web.calls import MissingError, Text, text_of, whole_of
from equipoise.interfaces.web.catalogue import HANDS, MATCH, RESULT, SITTING, STRATEGY, TOURNAMENT
from equipoise.matches.folder import MatchFolder
from equipoise.matches.match import MatchResult, read_match
from equipoise.strategies.opened import StoredStrategy, open_strategy
from equipoise.strategies.shown import show_node
from equipoise.strategies.store import load_manifest

if TYPE_CHECKING:
    from equipoise.interfaces.web.desk import Desk

_PAGE = 100


def strategies(desk: Desk, values: dict[str, Any]) -> Any:
    """All stored strategies, with what their manifests say."""
    rows = []
    for one in desk.catalogue.all(STRATEGY):
        try:
            about = load_manifest(one.path).as_json()
        except InputError as error:
            rows.append({"id": one.id, "name": one.name, "problem": str(error)})
            continue
        about.pop("checksums")
        rows.append({"id": one.id, "name": one.name, **about})
    return {"strategies": rows}


def strategy_node(desk: Desk, values: dict[str, Any]) -> Any:
    """A decision node: ``equipoise show DIR --path P --board B --json``."""
    stored, shown = _shown(desk, values)
    return node_json(shown, stored.strategy.manifest, None)


def strategy_csv(desk: Desk, values: dict[str, Any]) -> Any:
    """The hands or card states of a node with their frequencies."""
    _, shown = _shown(desk, values)
    view = shown.view
    out = io.StringIO()
    writer = csv_format.writer(out, lineterminator="\n")
    writer.writerow(["cards", "weight", *view.actions])
    for label, weight, row in zip(view.labels, view.weights, view.probabilities.T, strict=True):
        writer.writerow([label, float(weight), *row.tolist()])
    return Text(out.getvalue(), "node.csv")


def _shown(desk: Desk, values: dict[str, Any]) -> Any:
    found = desk.catalogue.find(text_of(values, "id", most=40), STRATEGY)
    stored = _opened(found.path, (found.path / "manifest.json").stat().st_mtime_ns)
    board = parse_cards(text_of(values, "board", "", 40), "board", 0, 5, "up to five cards")
    return stored, show_node(stored, text_of(values, "path", "", 2000), board)


@lru_cache(maxsize=4)
def _opened(path: Path, changed: int) -> StoredStrategy:
    return open_strategy(path)


def matches(desk: Desk, values: dict[str, Any]) -> Any:
    """Stored matches and tournaments."""
    rows: list[dict[str, Any]] = []
    for one in desk.catalogue.all(MATCH):
        try:
            folder = MatchFolder(one.path)
            plan = folder.plan()
        except InputError as error:
            rows.append({"id": one.id, "name": one.name, "problem": str(error)})
            continue
        rows.append(
            {
                "id": one.id,
                "name": one.name,
                "kind": MATCH,
                "game": plan.game,
                "agents": list(plan.names),
                "hands": plan.hands,
                "duplicate": plan.duplicate,
                "done": (one.path / "result.json").exists(),
            }
        )
    for one in desk.catalogue.all(TOURNAMENT):
        about = read_json(one.path / "result.json", "result")
        rows.append(
            {
                "id": one.id,
                "name": one.name,
                "kind": TOURNAMENT,
                "game": about.get("game"),
                "agents": about.get("agents"),
                "hands": about.get("hands"),
                "duplicate": about.get("duplicate"),
                "done": True,
            }
        )
    return {"matches": rows}


def tournament(desk: Desk, values: dict[str, Any]) -> Any:
    """A tournament as its command printed it."""
    found = desk.catalogue.find(text_of(values, "id", most=40), TOURNAMENT)
    return read_json(found.path / "result.json", "result")


def match(desk: Desk, values: dict[str, Any]) -> Any:
    """A match: scores with intervals, estimators where they were asked for, bankroll curves."""
    found = desk.catalogue.find(text_of(values, "id", most=40), MATCH)
    result = _match_result(found.path, (found.path / "match.json").stat().st_mtime_ns)
    curve = bankrolls_over(result)
    kept: dict[str, Any] = {}
    if (found.path / "result.json").exists():
        kept = read_json(found.path / "result.json", "result")
    return {
        **match_json(result, score_match(result), None),
        "name": found.name,
        "estimators": kept.get("estimators"),
        "curve": {
            "hands": curve.hands.tolist(),
            "totals_bb": curve.totals.T.tolist(),
            "halves_bb": curve.halves.T.tolist(),
        },
    }


@lru_cache(maxsize=4)
def _match_result(path: Path, changed: int) -> MatchResult:
    """A stored match, kept until its folder changes."""
    return read_match(path)


def match_hands(desk: Desk, values: dict[str, Any]) -> Any:
    """A page of the hands of a match, one line each."""
    found = desk.catalogue.find(text_of(values, "id", most=40), MATCH)
    start = whole_of(values, "start", 0) or 0
    folder = MatchFolder(found.path)
    plan = folder.plan()
    rows = islice(folder.rows(plan, 0), start, start + _PAGE)
    hands = []
    for row in rows:
        record = row.record
        units = record.rules.units
        hands.append(
            {
                "number": row.hand + 1,
                "players": list(record.names),
                "won": [float(units(chips)) for chips in record.payoffs or ()],
            }
        )
    return {"start": start, "of": plan.hands, "hands": hands}


def match_hand(desk: Desk, values: dict[str, Any]) -> Any:
    """One hand of a match: ``equipoise replay --show`` as JSON."""
    found = desk.catalogue.find(text_of(values, "id", most=40), MATCH)
    number = whole_of(values, "number", 1, 1) or 1
    folder = MatchFolder(found.path)
    for row in islice(folder.rows(folder.plan(), 0), number - 1, number):
        return hand_json(tell_hand(row.record))
    raise MissingError("there is no such hand", "hand", str(number))


def sittings(desk: Desk, values: dict[str, Any]) -> Any:
    """Hands that were played here by somebody, a file a sitting."""
    rows = []
    for one in desk.catalogue.all(SITTING):
        records = _records(one.path / HANDS, (one.path / HANDS).stat().st_mtime_ns)
        names = records[0].names if records else ()
        rows.append(
            {
                "id": one.id,
                "name": one.name,
                "hands": len(records),
                "players": sorted(names),
                "game": records[0].rules.name if records else "",
            }
        )
    return {"sittings": list(reversed(rows))}


def sitting_hand(desk: Desk, values: dict[str, Any]) -> Any:
    """One hand of a sitting: ``equipoise replay --show`` as JSON."""
    found = desk.catalogue.find(text_of(values, "id", most=40), SITTING)
    records = _records(found.path / HANDS, (found.path / HANDS).stat().st_mtime_ns)
    number = whole_of(values, "number", 1, 1) or 1
    if number > len(records):
        raise MissingError("there is no such hand", "hand", str(number))
    return {**hand_json(tell_hand(records[number - 1])), "of": len(records)}


@lru_cache(maxsize=64)
def _records(path: Path, changed: int) -> list[HandRecord]:
    """The hands of a file, kept until it changes."""
    found = read_phhs(read_text(path), path.name)
    return [hand.record for _, hand in found if isinstance(hand, PhhHand)]


def results(desk: Desk, values: dict[str, Any]) -> Any:
    """Published tables: the catalogue, and what was measured here."""
    kept: dict[str, list[dict[str, Any]]] = {}
    for one in desk.catalogue.all(RESULT):
        about = read_json(one.path / "result.json", "result")
        entry = {"id": one.id, "scale": about.get("scale"), "seed": about.get("seed")}
        claims = about.get("claims", [])
        entry["holds"] = sum(claim.get("holds") is True for claim in claims)
        entry["claims"] = len(claims)
        kept.setdefault(str(about.get("id")), []).append(entry)
    return {
        "experiments": [
            {
                "id": one.id,
                "title": one.title,
                "source": one.source,
                "seconds": {scale: one.seconds[scale] for scale in one.seconds},
                "results": kept.get(one.id, []),
            }
            for one in choose([])
        ]
    }


def result(desk: Desk, values: dict[str, Any]) -> Any:
    """One result, published cells beside measured ones."""
    found = desk.catalogue.find(text_of(values, "id", most=40), RESULT)
    return read_json(found.path / "result.json", "result")
