"""A table as its person may see it, as JSON: the hand so far, what may be done, the result."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import cards_text
from equipoise.evaluation.estimates import estimate
from equipoise.formats.story import tell_hand
from equipoise.games.action import Kind
from equipoise.games.positions import position_name
from equipoise.games.record import HandRecord
from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.games.state import UNKNOWN
from equipoise.interfaces.as_json.hands import hand_json
from equipoise.interfaces.cli.typed import Turn, read_move
from equipoise.interfaces.web.play.table import PERSON, PlayedHand, PlayTable

_SIZES = (
    ("min", "min"), ("⅓ pot", "third"), ("½ pot", "half"), ("⅔ pot", "2/3"), ("pot", "pot"),
    ("all-in", "all in"),
)  # fmt: skip


def table_json(table: PlayTable) -> dict[str, Any]:
    """The table: its hand, the choices of the person, and the result so far."""
    found: dict[str, Any] = {
        "id": table.id,
        "game": table.game,
        "names": list(table.names),
        "agents": [spec.text for spec in table.specs],
        "seed": table.seed,
        "carry": table.carry,
        "open": table.open,
        "version": table.version,
        "actions": table.actions,
        "hands": len([hand for hand in table.hands if hand.record is not None]),
        "big_blind": _units(table.rules, table.rules.big_blind),
        "kind": table.rules.betting.kind,
        "result": result_json(table),
        "stacks": None if not table.carry else [_units(table.rules, one) for one in table.stacks],
        "bought": [_units(table.rules, one) for one in table.bought],
        "hand": None,
    }
    if table.hands:
        found["hand"] = live_json(table, table.hand)
    return found


def seen_record(table: PlayTable, hand: PlayedHand) -> HandRecord:
    """The hand so far as the person may see it: cards of others only where they were shown."""
    stepper = hand.stepper
    node = stepper.node
    whole = table.open
    shown: set[int] = {hand.position}
    if stepper.is_over:
        shown |= set(node.betting.show_order())
    hole = tuple(
        cards if whole or position in shown else (UNKNOWN,) * len(cards)
        for position, cards in enumerate(stepper.cards.hole)
    )
    record = hand.record
    return HandRecord(
        rules=node.betting.rules,
        hole=hole,
        board=stepper.cards.board[: node.dealt.board],
        actions=tuple(move.action for moves in node.history for move in moves),
        names=stepper.names,
        payoffs=None if record is None else record.payoffs,
        hand=str(hand.number + 1),
    )


def live_json(table: PlayTable, hand: PlayedHand) -> dict[str, Any]:
    """One hand: the story of ``replay --json``, seats, and what may be done."""
    stepper, rules = hand.stepper, hand.stepper.node.betting.rules
    betting = stepper.node.betting
    story = hand_json(tell_hand(seen_record(table, hand)))
    turn = table.turn(hand)
    starts = turn.before if turn is not None else _starts(hand)
    last = _last_words(story)
    seats = []
    for position, player in enumerate(hand.order):
        stack = rules.stacks[position]
        put = betting.put[position]
        seats.append(
            {
                "player": player,
                "name": table.names[player],
                "you": player == PERSON,
                "position": position_name(rules, position),
                "button": position_name(rules, position) == "BTN",
                "hole": story["players"][position]["hole"],
                "stack": None if stack == UNLIMITED else _units(rules, stack - put),
                "street": 0 if stepper.is_over else _units(rules, put - starts[position]),
                "put": _units(rules, put),
                "folded": position not in betting.contenders,
                "to_act": stepper.to_act == position,
                "won": None if hand.record is None else story["players"][position]["payoff"],
                "last": last.get(table.names[player], ""),
            }
        )
    return {
        **story,
        "number": hand.number + 1,
        "position": hand.position,
        "seats": seats,
        "table_pot": _units(rules, betting.pot),
        "round": rules.round_name(betting.round),
        "to_act": stepper.to_act,
        "choices": None if turn is None else choices_json(rules, turn),
        "decisions": [
            {
                "number": number,
                "player": one.player,
                "name": table.names[one.player],
                "round": rules.round_name(one.observation.round),
                "seconds": round(one.seconds, 4),
                "problem": one.problem,
            }
            for number, one in enumerate(hand.decisions)
        ],
    }


def _last_words(story: dict[str, Any]) -> dict[str, str]:
    """The last action of each player on the street that is played."""
    street = story["streets"][-1]
    return {deed["player"]: deed["text"] for deed in street["actions"]}


def _starts(hand: PlayedHand) -> list[int]:
    from equipoise.interfaces.as_json.thoughts import street_starts

    return street_starts(hand.stepper.observation(hand.position))


def choices_json(rules: GameRules, turn: Turn) -> dict[str, Any]:
    """What may be done, amounts as chips on this street, each with what is typed for it."""
    legal = turn.legal
    sizes: list[dict[str, Any]] = []
    if legal.min_raise is not None and legal.max_raise is not None:
        for label, typed in _SIZES:
            try:
                action = read_move(typed, turn)
            except InputError:
                continue
            if action.kind == Kind.RAISE:
                to = _units(rules, turn.street(action.to))
                if all(one["to"] != to for one in sizes):
                    sizes.append({"label": label, "to": to, "typed": f"r {to:g}"})
    return {
        "fold": legal.can_fold and not legal.is_check,
        "check": legal.is_check,
        "call": None if legal.call_to is None else _units(rules, turn.to_call),
        "opening": turn.is_opening,
        "min": None if legal.min_raise is None else _units(rules, turn.street(legal.min_raise)),
        "max": None if legal.max_raise is None else _units(rules, turn.street(legal.max_raise)),
        "step": float(Fraction(1, rules.scale)),
        "sizes": sizes,
        "pot": _units(rules, turn.betting.pot),
        "words": turn.choices(),
    }


def _units(rules: GameRules, chips: int | Fraction) -> float | int:
    units = rules.units(chips)
    return int(units) if units.denominator == 1 else float(units)


def result_json(table: PlayTable) -> dict[str, Any]:
    """Money and AIVAT so far, in big blinds a hundred hands, with 95% intervals."""
    blind = table.rules.big_blind
    won = [float(chips / blind) for chips in table.won()]
    curve = np.cumsum(won).tolist() if won else []
    found: dict[str, Any] = {
        "hands": len(won),
        "won": float(sum(won) * float(table.rules.units(blind))),
        "won_bb": float(sum(won)),
        "money": _rate(won),
        "curve": [round(value, 6) for value in curve],
        "aivat": None,
        "aivat_curve": [],
    }
    finished = [hand for hand in table.hands if hand.record is not None]
    known = [hand.aivat[PERSON] / 1000 for hand in finished if hand.aivat is not None]
    if known and len(known) == len(finished):
        found["aivat"] = _rate(known)
        found["aivat_curve"] = [round(value, 6) for value in np.cumsum(known).tolist()]
    return found


def _rate(values: list[float]) -> dict[str, Any] | None:
    """A mean in big blinds a hundred hands."""
    if not values:
        return None
    seen = estimate(np.array(values))
    low, high = seen.interval
    return {
        "bb_per_100": 100 * seen.mean,
        "ci95": None if low is None or high is None else [100 * low, 100 * high],
        "hands": seen.count,
    }


def summary_json(table: PlayTable) -> dict[str, Any]:
    """A table in the list of tables."""
    result = result_json(table)
    return {
        "id": table.id,
        "game": table.game,
        "names": list(table.names),
        "hands": result["hands"],
        "won_bb": result["won_bb"],
    }


def hands_json(table: PlayTable) -> list[dict[str, Any]]:
    """Every hand of the sitting in one line each."""
    rows = []
    for hand in table.hands:
        if hand.record is None or hand.record.payoffs is None:
            continue
        blind = table.rules.big_blind
        won = hand.record.payoffs[hand.position]
        rows.append(
            {
                "number": hand.number + 1,
                "hole": cards_text(hand.stepper.cards.hole[hand.position]),
                "board": cards_text(hand.record.board),
                "won_bb": float(won / blind),
                "aivat_bb": None if hand.aivat is None else hand.aivat[PERSON] / 1000,
            }
        )
    return rows


def replayed_json(table: PlayTable, number: int) -> dict[str, Any]:
    """A finished hand with all cards, as ``replay --json`` has it."""
    hand = next((one for one in table.hands if one.number + 1 == number), None)
    if hand is None or hand.record is None:
        raise InputError("there is no such finished hand", "hand", str(number))
    return {**live_json(table, hand), **hand_json(tell_hand(hand.record))}
