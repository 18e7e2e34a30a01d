"""The size of a betting tree, and of its strategies with cards, as JSON types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from equipoise.base.progress import Report, silent

if TYPE_CHECKING:
    from equipoise.games.rules import GameRules
    from equipoise.games.size.situations import TreeSize
    from equipoise.spine.cards.counts import States
    from equipoise.spine.footprint import Footprint


@dataclass(frozen=True)
class MeasuredTree:
    """A betting tree; with cards also its information sets and the memory of solvers."""

    rules: GameRules
    bets: str | None
    cards: str | None
    size: TreeSize
    states: States | None
    taken: Footprint | None
    memory: dict[str, int | None]


def measure_tree(
    rules: GameRules, bets: str | None, cards: str | None, report: Report = silent
) -> MeasuredTree:
    """Count a betting tree; nothing is built."""
    from equipoise.abstraction.bets.betting import bets_text, is_jam_fold, parse_bets
    from equipoise.spine.cards.counts import card_states, is_perfect_recall
    from equipoise.spine.cards.preflop import is_holdem
    from equipoise.spine.size import tree_size

    shown_bets = None if bets is None else bets_text(parse_bets(bets))
    states = None if cards is None else card_states(rules, cards, is_jam_fold(bets))
    exact = cards is not None and rules.players == 2 and is_perfect_recall(rules, cards)
    size = tree_size(rules, bets, report)
    taken = None if states is None else _footprint(rules, bets, size, states)
    memory: dict[str, int | None] = {}
    if taken is not None:
        buckets = cards != "full" and is_holdem(rules)
        memory = {
            "cfr_bytes": taken.memory("dcfr") if exact else None,
            "egt_bytes": taken.memory("egt") if exact else None,
            "sampled_bytes": taken.memory("mccfr-public", buckets=buckets),
        }
    return MeasuredTree(rules, shown_bets, cards, size, states, taken, memory)


def _footprint(rules: GameRules, bets: str | None, size: TreeSize, states: States) -> Footprint:
    from equipoise.spine.footprint import footprint, layout_footprint

    if states[0] == states[1]:
        return footprint(size, states)
    # only small games deal seats differently (clairvoyance): there building is quick
    from equipoise.abstraction.bets.betting import parse_bets
    from equipoise.spine.cards.choose import card_model
    from equipoise.spine.layout import make_layout
    from equipoise.spine.tree import build_tree

    return layout_footprint(make_layout(build_tree(rules, parse_bets(bets)), card_model(rules)[0]))


def tree_json(found: MeasuredTree) -> dict[str, Any]:
    """A measured tree."""
    size = found.size
    result: dict[str, Any] = {
        "game": found.rules.name,
        "bets": found.bets,
        "betting_nodes": size.betting_nodes,
        "decision_nodes": list(size.decisions),
        "terminal_nodes": size.terminal_nodes,
        "folds": size.folds,
        "showdowns": size.showdowns,
        "actions": list(size.actions),
    }
    if found.states is not None and found.taken is not None:
        result |= {
            "cards": found.cards,
            "card_states": [list(seat) for seat in found.states],
            "infosets": found.taken.infosets,
            "numbers": found.taken.numbers,
            "strategy_bytes": found.taken.strategy_bytes,
            **found.memory,
        }
    return result
