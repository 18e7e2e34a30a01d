"""Replayed hands as JSON types: amounts in units of their source, cards as text."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from equipoise.formats.replay import Tally
    from equipoise.formats.story import HandStory
    from equipoise.games.rules import GameRules


def hand_json(story: HandStory) -> dict[str, Any]:
    """One hand."""
    rules = story.record.rules

    def number(chips: int | Fraction) -> float | int:
        return _number(rules, chips)

    return {
        "id": story.record.hand,
        "game": rules.name,
        "blinds": [number(chips) for chips in rules.blinds],
        "antes": [number(chips) for chips in rules.antes],
        "players": [
            {
                "name": seat.name,
                "position": seat.position,
                "stack": None if seat.stack is None else number(seat.stack),
                "hole": seat.hole,
                "payoff": None if seat.payoff is None else number(seat.payoff),
            }
            for seat in story.seats
        ],
        "streets": [
            {
                "name": street.name,
                "board": street.board,
                "dealt": street.dealt,
                "pot": number(street.pot),
                "actions": [
                    {
                        "player": deed.player,
                        "kind": str(deed.kind),
                        "to": number(deed.to),
                        "text": deed.text,
                        "pot": number(deed.pot),
                    }
                    for deed in street.deeds
                ],
            }
            for street in story.streets
        ],
        "showdown": [
            {"player": one.player, "hole": one.hole, "mucked": one.mucked, "hand": one.hand}
            for one in story.showdown
        ],
        "over": story.is_over,
        "pot": number(story.pot),
        "rake": number(story.rake),
        "stated": story.stated,
        "note": story.note,
        "problem": story.problem,
    }


def _number(rules: GameRules, chips: int | Fraction) -> float | int:
    units = rules.units(chips)
    return int(units) if units.denominator == 1 else float(units)


def tally_json(tally: Tally, seconds: float) -> dict[str, Any]:
    """Counts of files of hands."""
    return {
        "hands": tally.hands,
        "ok": tally.ok,
        "failed": len(tally.failures),
        "skipped": tally.skipped,
        "failures": [
            {"hand": failure.hand, "reason": failure.reason, "file": failure.file}
            for failure in tally.failures
        ],
        "conventions": [
            {
                "convention": one.convention.name,
                "text": one.convention.text,
                "hands": one.hands,
                "venue": one.venue,
                "file": one.file,
            }
            for one in tally.conventions
        ],
        "disagreements": [
            {"hand": one.hand, "reason": one.reason, "file": one.file}
            for one in tally.disagreements
        ],
        "scores": [
            {"score": failure.hand, "reason": failure.reason, "file": failure.file}
            for failure in tally.scores
        ],
        "skips": dict(tally.skips),
        "compared": tally.compared,
        "unfinished": tally.unfinished,
        "rake": float(tally.rake),
        "raked": tally.raked,
        "largest_rake": float(tally.largest_rake),
        "notes": [{"hand": n.hand, "note": n.text, "file": n.file} for n in tally.notes],
        "files": tally.files,
        "damaged": [{"file": one.file, "reason": one.reason} for one in tally.damaged],
        "seconds": round(seconds, 3),
    }
