"""Hands as rows for queries, one per player of each hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from equipoise.cards.card import cards_text
from equipoise.formats.check import engine_payoffs
from equipoise.formats.hands import Entry
from equipoise.games.action import Kind
from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.games.state import UNKNOWN, State

#: rows as columns: one array each
Columns = dict[str, npt.NDArray[np.generic]]
#: from the button backwards
_LATE = ("BTN", "CO", "HJ")
#: from the first after the button; the third is a straddle
_BLINDS = ("SB", "BB", "STR")


@dataclass(frozen=True)
class SeatRow:
    """One player's part in a hand.

    ``number`` counts the hands of all files that were read, from 1, as ``replay --show`` does.
    ``street`` is the last one dealt, ``pot`` all chips put in. ``stack`` is NaN if unknown, ``won``
    if hidden cards decide. ``vpip``: called or raised before the flop; ``pfr``: raised there;
    ``threebet``: re-raised the first raise, ``threebet_chance``: had to act after exactly one raise
    by another player. ``bets`` (raises included), ``calls`` and ``folds`` count actions after the
    flop.
    """

    file: str
    number: int
    hand: str
    venue: str
    game: str
    name: str
    position: str
    players: int
    street: str
    pot: float
    stack: float
    big_blind: float
    won: float
    won_bb: float
    result: str
    hole: str
    board: str
    vpip: bool
    pfr: bool
    threebet: bool
    threebet_chance: bool
    saw_flop: bool
    showdown: bool
    bets: int
    calls: int
    folds: int


@dataclass
class _Deeds:
    """A player's actions in a hand."""

    vpip: bool = False
    pfr: bool = False
    threebet: bool = False
    threebet_chance: bool = False
    folded_at: int = -1
    bets: int = 0
    calls: int = 0
    folds: int = 0


def seat_names(rules: GameRules) -> list[str]:
    """The names of the positions.

    >>> from equipoise.games import find_game
    >>> seat_names(find_game("holdem-limit:6p")), seat_names(find_game("holdem-limit:2p"))
    (['SB', 'BB', 'UTG', 'HJ', 'CO', 'BTN'], ['BB', 'BTN'])
    """
    count = rules.players
    if count == 2:
        return ["BB", "BTN"]
    first = rules.first[0] or min(2, count - 1)
    names = list(_BLINDS[:first]) + ["STR"] * (first - len(_BLINDS))
    if first == 1:  # a dead small blind
        names = ["BB"]
    behind = count - first
    early = ["UTG", *(f"UTG+{n}" for n in range(1, behind))][: max(behind - len(_LATE), 0)]
    return names + early + list(_LATE[: behind - len(early)][::-1])


def seat_rows(file: str, entry: Entry, number: int = 1) -> Iterator[SeatRow]:
    """The rows of the hand with this number."""
    record = entry.record
    if record is None:
        return
    state = entry.state or record.replay()
    rules = record.rules
    exact = engine_payoffs(record, state) if state.is_over else None
    stated = None if entry.disagreements else record.payoffs
    payoffs = stated if stated is not None else exact
    deeds = _deeds(state)
    street = rules.round_name(max(state.rounds_dealt - 1, 0))
    for position, name in enumerate(seat_names(rules)):
        did = deeds[position]
        won = float("nan") if payoffs is None else float(rules.units(payoffs[position]))
        big = _big_blind(rules)
        hole = state.hole[position]
        stays = did.folded_at < 0
        yield SeatRow(
            file=file,
            number=number,
            hand=record.hand or entry.label,
            venue=str(entry.fields.get("venue", "")),
            game=rules.name,
            name=record.names[position] or f"p{position + 1}",
            position=name,
            players=rules.players,
            street=street,
            pot=float(rules.units(state.betting.pot)),
            stack=_stack(rules, position),
            big_blind=big,
            won=won,
            won_bb=won / big,
            result="" if won != won else ("won" if won > 0 else "lost" if won < 0 else "even"),
            hole="" if UNKNOWN in hole else cards_text(hole),
            board=cards_text(state.board),
            vpip=did.vpip,
            pfr=did.pfr,
            threebet=did.threebet,
            threebet_chance=did.threebet_chance,
            saw_flop=state.rounds_dealt > 1 and did.folded_at != 0,
            showdown=state.is_over and not state.betting.is_folded_out and stays,
            bets=did.bets,
            calls=did.calls,
            folds=did.folds,
        )


def _big_blind(rules: GameRules) -> float:
    """The big blind, even with a larger straddle: it equals the smallest bet."""
    return float(rules.units(min(rules.big_blind, rules.betting.sizes[0])))


def _stack(rules: GameRules, position: int) -> float:
    stack = rules.stacks[position]
    return float("nan") if stack == UNLIMITED else float(rules.units(stack))


def _deeds(state: State) -> list[_Deeds]:
    rules = state.rules
    deeds = [_Deeds() for _ in range(rules.players)]
    put = [rules.ante_paid(p) + rules.blind_paid(p) for p in range(rules.players)]
    for number, moves in enumerate(state.history):
        raises, raiser = 0, -1
        for move in moves:
            did, action = deeds[move.position], move.action
            paid = action.to > put[move.position]
            put[move.position] = max(put[move.position], action.to)
            if number == 0:
                chance = raises == 1 and raiser != move.position
                did.threebet_chance |= chance
                did.threebet |= chance and action.kind == Kind.RAISE
                did.pfr |= action.kind == Kind.RAISE
                did.vpip |= paid and action.kind != Kind.FOLD
            else:
                did.bets += action.kind == Kind.RAISE
                did.calls += action.kind == Kind.CALL and paid
                did.folds += action.kind == Kind.FOLD
            if action.kind == Kind.FOLD:
                did.folded_at = number
            elif action.kind == Kind.RAISE:
                raises, raiser = raises + 1, move.position
    return deeds


def as_columns(rows: list[SeatRow]) -> Columns:
    """Rows as one array per column; text as objects."""
    kinds = {"str": object, "int": np.int64, "float": np.float64, "bool": np.bool_}
    return {
        one.name: np.array([getattr(row, one.name) for row in rows], dtype=kinds[str(one.type)])
        for one in fields(SeatRow)
    }
