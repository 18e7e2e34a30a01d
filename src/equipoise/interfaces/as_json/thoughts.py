"""What a policy thinks at a decision, as JSON types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from equipoise.cards.card import cards_text
from equipoise.cards.combos import COMBO_COUNT, type_text
from equipoise.formats.story import action_words

if TYPE_CHECKING:
    from equipoise.games.action import Action
    from equipoise.games.observation import Observation
    from equipoise.policies.thinking import PolicyThought, RangeThought


def thought_json(agent: str, thought: PolicyThought) -> dict[str, Any]:
    """The hand, its strategy, how bets were read, and the range by starting hand."""
    seen = thought.observation
    rules = seen.rules
    return {
        "kind": "policy",
        "agent": agent,
        "hand": cards_text(seen.hole),
        "board": cards_text(seen.board),
        "seat": seen.position + 1,
        "round": rules.round_name(seen.round),
        "real": {
            "pot": float(rules.units(seen.betting.pot)),
            "put": [float(rules.units(chips)) for chips in seen.betting.put],
        },
        "strategy": [
            {"action": decision_words(seen, action), "probability": chance}
            for action, chance in thought.chances.items()
        ],
        "abstract_game": thought.abstract_game,
        "mapping": thought.mapping,
        "buckets": [
            {"round": rules.round_name(number), "label": label, "bucket": bucket + 1, "of": count}
            for number, (label, bucket, count) in enumerate(thought.buckets)
        ],
        "histories": [
            {
                "share": history.share,
                "path": history.path,
                "put": list(history.put),
                "actions": [{"action": name, "probability": p} for name, p in history.actions],
            }
            for history in thought.histories
        ],
        "readings": [
            {
                "to": float(rules.units(reading.action.to)),
                "pots": float(reading.size),
                "read_as": [{"action": name, "probability": p} for name, p in reading.read_as],
            }
            for reading in thought.readings
        ],
        "range": None if thought.range is None else _range_json(seen, thought.range),
    }


def _range_json(seen: Observation, found: RangeThought) -> dict[str, Any]:
    totals = found.totals().tolist()
    actions = [decision_words(seen, action) for action in found.chances.actions]
    about = {
        "actions": [
            {"action": name, "frequency": total}
            for name, total in zip(actions, totals, strict=True)
        ]
    }
    if len(found.reach) != COMBO_COUNT:
        return {**about, "hands": None}
    frequencies, reach = found.by_type()
    return {
        **about,
        "hands": {
            type_text(hand): {"weight": float(reach[hand]), "strategy": row.tolist()}
            for hand, row in enumerate(frequencies)
        },
    }


def decision_words(seen: Observation, action: Action) -> str:
    """An action at a decision in words, with its amount on the street: ``raises to 6``."""
    made = seen.legal().checked(action)
    return action_words(seen.betting, street_starts(seen), made)


def street_starts(seen: Observation) -> list[int]:
    """What each player had put in when the street of a decision began."""
    rules = seen.rules
    if seen.round == 0:
        return [rules.ante_paid(seat) for seat in range(rules.players)]
    from equipoise.games.betting import BettingState

    betting = BettingState.start(rules)
    for moves in seen.history[: seen.round]:
        for move in moves:
            betting = betting.after(move.action)
    return list(betting.put)
