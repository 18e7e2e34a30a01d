"""Sources of hands: a match folder, or hand history files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import RANKS, SUITS
from equipoise.evaluation.variance.hands import NO_CARD, Lines, PlayedHands, of_records
from equipoise.formats.check import engine_payoffs
from equipoise.formats.hands import read_hands
from equipoise.games.action import Action
from equipoise.games.lines import ROUND_END, read_action, split_line
from equipoise.games.record import HandRecord
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Int64s, UInt8s
from equipoise.matches.folder import MATCH, MatchFolder
from equipoise.matches.plan import MatchPlan


def is_match(path: Path) -> bool:
    """True if the path is a match folder."""
    return path.is_dir() and (path / MATCH).exists()


def match_hands(folder: MatchFolder, plan: MatchPlan) -> PlayedHands:
    """The hands of a stored match; the plan must be the folder's own.

    Blocks are sessions if an agent has memory within them.
    """
    rules = plan.rules()
    lines = Lines()
    known: dict[str, int] = {}
    numbers = {name: number for number, name in enumerate(plan.names)}
    cards, line_of, players, won, deals, trials = [], [], [], [], [], []
    for trial in range(len(plan.seatings)):
        for table in folder.columns(plan, trial):
            for text in set(table.actions) - known.keys():
                known[text] = lines.add(rules, _actions(text))
            line_of.append(np.array([known[text] for text in table.actions], dtype=np.int64))
            seated = [[numbers[name] for name in column] for column in table.players]
            players.append(np.array(seated, dtype=np.int64).T)
            hole = [read_cards(texts, 2 * count) for texts, count in zip(
                table.hole, rules.whole_hand.hole, strict=True
            )]  # fmt: skip
            board = read_cards(table.board, 2 * rules.board_cards)
            cards.append(np.concatenate([*hole, board], axis=1))
            won.append(table.payoffs)
            deals.append(table.hand)
            trials.append(np.full(len(table.hand), trial, dtype=np.int64))
    deal = np.concatenate(deals)
    return PlayedHands(
        rules=rules,
        names=plan.names,
        cards=np.concatenate(cards),
        lines=tuple(lines.found),
        line_of=np.concatenate(line_of),
        players=np.concatenate(players),
        won=np.concatenate(won),
        deal=deal,
        trial=np.concatenate(trials),
        block=_blocks(plan, deal),
    )


def _blocks(plan: MatchPlan, deal: Int64s) -> Int64s | None:
    """The session of each hand if an agent has memory and there are several; else None."""
    if not plan.remembers:
        return None
    assert plan.session is not None
    found: Int64s = deal // plan.session
    return found if found.max() > 0 else None


def _actions(text: str) -> tuple[Action, ...]:
    return tuple(read_action(step) for _, step in split_line(text, "actions") if step != ROUND_END)


def _letters() -> tuple[Int64s, Int64s]:
    """Tables of rank and suit by character code; -1 if invalid."""
    ranks, suits = np.full(256, -1, dtype=np.int64), np.full(256, -1, dtype=np.int64)
    for place, letter in enumerate(RANKS):
        ranks[ord(letter)] = place
    for place, letter in enumerate(SUITS):
        suits[ord(letter)] = place
    return ranks, suits


def read_cards(texts: list[str], letters: int) -> UInt8s:
    """Parse cards from texts of at most ``letters`` characters, padded with ``NO_CARD``."""
    if letters == 0:
        return np.zeros((len(texts), 0), dtype=np.uint8)
    try:
        raw = np.array([text.encode("ascii") for text in texts], dtype=f"S{letters}")
    except UnicodeEncodeError:
        raise InputError("its cards are no cards") from None
    if max(map(len, texts), default=0) > letters:
        raise InputError("it has too many cards")
    table = raw.view(np.uint8).reshape(len(texts), letters)
    ranks, suits = _letters()
    high, low = ranks[table[:, ::2]], suits[table[:, 1::2]]
    absent = (table[:, ::2] == 0) & (table[:, 1::2] == 0)
    if (((high < 0) | (low < 0)) & ~absent).any():
        raise InputError("its cards are no cards")
    found: UInt8s = np.where(absent, NO_CARD, 4 * high + low).astype(np.uint8)
    return found


def file_hands(paths: list[Path], rules: GameRules | None = None) -> tuple[PlayedHands, list[str]]:
    """The hands of history files, and notes on hands left out.

    An illegal hand is an error; a hand whose result depends on unseen cards, or that stops before
    its end, is left out.
    """
    records: list[HandRecord] = []
    left_out: dict[str, int] = {}
    for path in paths:
        for entry in read_hands(path, rules):
            reason = ""
            if entry.error is not None:
                raise InputError(str(entry.error), f"{path.name}, {entry.where}")
            if entry.record is None:
                if not entry.is_hand:
                    continue
                reason = entry.skipped or "not read"
            else:
                record = entry.record
                state = entry.state or record.replay()
                payoffs = record.payoffs or engine_payoffs(record, state)
                if not state.is_over:
                    reason = "stops before the end of the hand"
                elif payoffs is None:
                    reason = "hidden cards decide it"
                else:
                    records.append(_with_payoffs(record, payoffs))
            if reason:
                left_out[reason] = left_out.get(reason, 0) + 1
    if not records:
        raise InputError("no hand that can be assessed", str(paths[0]))
    notes = [f"{count:,} hands left out: {reason}" for reason, count in left_out.items()]
    return of_records(records), notes


def _with_payoffs(record: HandRecord, payoffs: tuple[object, ...]) -> HandRecord:
    from dataclasses import replace

    return replace(record, payoffs=payoffs)  # type: ignore[arg-type]
