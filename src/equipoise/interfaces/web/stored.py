"""Calls about stored strategies, and the hands of sittings at a table."""

from __future__ import annotations

import csv as csv_format
import io
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.base.errors import InputError
from equipoise.cards.card import parse_cards
from equipoise.formats.phh.read import PhhHand, read_phhs
from equipoise.formats.story import tell_hand
from equipoise.formats.text import read_text
from equipoise.games.record import HandRecord
from equipoise.interfaces.as_json.hands import hand_json
from equipoise.interfaces.as_json.strategies import node_json
from equipoise.interfaces.web.calls import MissingError, Text, text_of, whole_of
from equipoise.interfaces.web.catalogue import HANDS, SITTING, STRATEGY
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
