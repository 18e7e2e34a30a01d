"""A decision of Loki with its inputs as JSON types."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from equipoise.agents.loki.explain import Explanation
    from equipoise.games.observation import Observation


def explanation_json(agent: str, observation: Observation, seen: Explanation) -> dict[str, Any]:
    """Loki's decision, its rule, values and weights."""
    from equipoise.agents.loki.explain import weight_grids
    from equipoise.cards.card import cards_text
    from equipoise.cards.combos import type_text

    thought = seen.thought
    situation, choice, values = thought.situation, thought.choice, thought.values
    return {
        "agent": agent,
        "hand": cards_text(observation.hole),
        "board": cards_text(observation.board),
        "seat": observation.position + 1,
        "round": observation.rules.round_name(situation.round),
        "situation": asdict(situation),
        "action": seen.action,
        "rule": thought.decision.rule,
        "why": thought.decision.why,
        "odds": None
        if values is None
        else {
            "pot_odds": situation.pot_odds,
            "raise_odds": situation.raise_odds,
            "showdown_odds": situation.showdown_odds,
        },
        "values": None if values is None else asdict(values),
        "preflop": None
        if choice is None
        else {
            "strategy": choice.strategy.label,
            "group": choice.group.name.lower(),
            "expected_players": choice.expected_players,
            "position": choice.position,
            "income_rate": choice.income_rate,
            "thresholds": {s.label: value for s, value in choice.thresholds.items()},
        },
        "weights": {
            seat: {
                type_text(number): float(weight)
                for number, weight in enumerate(grid)
                if weight == weight
            }
            for seat, grid in weight_grids(observation, seen).items()
        },
    }
