"""Sessions of two blueprints, in place of asking them: what a match calls a dealer, compiled."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.matches.dealing import hand_cards
from equipoise.matches.faults import Faults
from equipoise.matches.known import KnownTable, Pair, play_block
from equipoise.matches.plan import MatchPlan, Session
from equipoise.matches.seating import players_by_position
from equipoise.matches.session import HandLog, Played

_BLOCK = 10_000  # hands played at once


class KnownDealer:
    """Plays sessions of one match as :class:`~equipoise.matches.session.Dealer` does."""

    def __init__(self, plan: MatchPlan, players: Pair) -> None:
        self.plan = plan
        self.table = KnownTable(plan.rules(), players)

    def play(
        self,
        session: Session,
        log: list[HandLog] | None = None,
        heard: Callable[[int], None] | None = None,
    ) -> Played:
        """Play a session; every hand goes to ``log``, and how many were played to ``heard``."""
        plan = self.plan
        seating = plan.seatings[session.trial]
        last = session.first + session.hands
        blocks = []
        for start in range(session.first, last, _BLOCK):
            count = min(_BLOCK, last - start)
            ends, parts, rows = play_block(
                self.table, plan.seed, session.trial, seating, start, count
            )
            blocks.append(parts)
            if log is not None:
                orders = [players_by_position(seating, turn) for turn in range(2)]
                cards = hand_cards(self.table.rules, rows)
                for offset, (end, won) in enumerate(
                    zip(ends.tolist(), parts.tolist(), strict=True)
                ):
                    hand = start + offset
                    order = orders[hand % 2]
                    place = self.table.meeting(order).places[end]
                    by_position = tuple([won[player] for player in order])
                    log.append(HandLog(hand, cards[offset], place, order, by_position))
            if heard is not None:
                heard(count)
        return Played(session, np.concatenate(blocks), [Faults(), Faults()])
