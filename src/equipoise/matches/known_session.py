"""Sessions of a match of two compiled policies, played by kernels."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

import numpy as np

from equipoise.kernels.types import Int64s, UInt8s
from equipoise.matches.dealing import hand_cards
from equipoise.matches.faults import Faults
from equipoise.matches.folder import MatchFolder
from equipoise.matches.known import KnownTable, Pair, play_block
from equipoise.matches.plan import MatchPlan, Session
from equipoise.matches.processes import Heard
from equipoise.matches.seating import Seating, players_by_position
from equipoise.matches.session import HandLog, Played

_BLOCK = 10_000  # hands per batch


class KnownDealer:
    """Plays sessions of one match, as :class:`~equipoise.matches.session.Dealer` does."""

    def __init__(self, plan: MatchPlan, policies: Pair) -> None:
        self.plan = plan
        self.table = KnownTable(plan.rules(), policies)
        for trial, seating in enumerate(plan.seatings):  # load card tables beforehand
            play_block(self.table, plan.seed, trial, seating, 0, 2)

    def play(self, session: Session, log: list[HandLog] | None = None) -> Played:
        """Play a session; every hand is passed to ``log``."""
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
                log += self._logged(start, seating, ends, parts, rows)
        return Played(session, np.concatenate(blocks), [Faults(), Faults()])

    def play_all(
        self, sessions: Sequence[Session], workers: int, folder: MatchFolder | None, heard: Heard
    ) -> Iterator[Played]:
        """Play sessions in ``workers`` threads, in order, and save them.

        Threads share card tables and meeting trees; kernels run without the GIL.
        """
        left = iter(sessions)
        waiting: deque[tuple[list[HandLog] | None, Future[Played]]] = deque()
        with ThreadPoolExecutor(workers) as pool:
            try:
                while True:
                    for session in islice(left, 2 * workers - len(waiting)):
                        log: list[HandLog] | None = None if folder is None else []
                        waiting.append((log, pool.submit(self.play, session, log)))
                    if not waiting:
                        return
                    log, future = waiting.popleft()
                    played = future.result()
                    if folder is not None:
                        folder.write(self.plan, played, log or [])
                    heard(played.session.hands)
                    yield played
            finally:
                for _, future in waiting:
                    future.cancel()

    def _logged(
        self, start: int, seating: Seating, ends: Int64s, parts: Int64s, rows: UInt8s
    ) -> list[HandLog]:
        """Hands for the record."""
        orders = [players_by_position(seating, turn) for turn in range(2)]
        places = [self.table.meeting(order).places for order in orders]
        found = []
        won, last = parts.tolist(), ends.tolist()
        for offset, cards in enumerate(hand_cards(self.table.rules, rows)):
            hand = start + offset
            order, reached = orders[hand % 2], places[hand % 2]
            by_position = (won[offset][order[0]], won[offset][order[1]])
            found.append(HandLog(hand, cards, reached[last[offset]], order, by_position))
        return found
