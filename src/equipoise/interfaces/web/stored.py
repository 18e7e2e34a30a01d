"""Calls about stored strategies."""

from __future__ import annotations

import csv as csv_format
import io
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.base.errors import InputError
from equipoise.cards.card import parse_cards
from equipoise.interfaces.as_json.strategies import node_json
from equipoise.interfaces.web.calls import Text, text_of
from equipoise.interfaces.web.catalogue import STRATEGY
from equipoise.strategies.opened import StoredStrategy, open_strategy
from equipoise.strategies.shown import show_node
from equipoise.strategies.store import load_manifest

if TYPE_CHECKING:
    from equipoise.interfaces.web.desk import Desk


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
