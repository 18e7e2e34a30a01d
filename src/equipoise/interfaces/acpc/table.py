"""The dealer's table: deals hands to clients and corrects answers like the reference dealer.

Every state goes to every client, in order. The client to act gets its states at once; those of the
others are sent with their own next decision, or when an answer takes longer than a moment. So a
hand among fast clients takes one packet per decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from equipoise.agents.agent import check_or_fold
from equipoise.agents.hosting.wire import ClosedError, SilentError
from equipoise.agents.remote.seat import ClientSeat
from equipoise.base.errors import InputError, UnsolvedError
from equipoise.base.progress import Report, silent
from equipoise.formats.acpc.hand_text import CardTexts, HandText
from equipoise.formats.acpc.state import has_sizes, replied_action
from equipoise.games.action import Action, Kind
from equipoise.games.dealing import HandCards
from equipoise.interfaces.acpc.log import LogFile, score_line, values_text
from equipoise.interfaces.acpc.terms import Outcome, Terms
from equipoise.matches.betting_cache import BettingCache, BettingNode
from equipoise.matches.dealing import deal_hands
from equipoise.matches.faults import FaultRules
from equipoise.matches.seating import Seating, players_by_position
from equipoise.matches.stepper import HandStepper

_BLOCK = 1000  # hands dealt at once
_REPORT_EVERY = 100
_CORRECTION = FaultRules(instead="acpc")

#: callback for warnings: player number from 0, and the text
Warn = Callable[[int, str], None]


def no_warning(player: int, words: str) -> None:
    """Ignore warnings."""


@dataclass
class Seated:
    """A player of a match: its client (None once it is out), clocks and counts.

    ``invalid``: answers changed to calls; ``resized``: raises moved to the nearest legal size;
    ``forfeited``: decisions made for a client that is out, for the reason in ``out``.
    """

    number: int
    client: ClientSeat | None
    hand_seconds: float = 0.0
    match_seconds: float = 0.0
    invalid: int = 0
    resized: int = 0
    forfeited: int = 0
    out: str = ""


class DealerTable:
    """Plays one seating of a match with clients in the order of players."""

    def __init__(
        self,
        terms: Terms,
        clients: Sequence[ClientSeat],
        seating: Seating,
        log: LogFile | None = None,
        warn: Warn = no_warning,
        report: Report = silent,
    ) -> None:
        self.terms, self.rules = terms, terms.rules
        self.players = [Seated(number, client) for number, client in enumerate(clients)]
        #: results of the players so far, in fractions of a chip
        self.totals = [0] * len(self.players)
        #: number of decisions
        self.asked = 0
        self._seating, self._log, self._warn, self._report = seating, log, warn, report
        self._texts, self._sized = CardTexts(terms.rules), has_sizes(terms.rules)
        self._orders = [players_by_position(seating, turn) for turn in range(len(self.players))]
        self._match_seconds = terms.clocks.per_hand * terms.hands
        self._hand = 0

    def play(self) -> list[int]:
        """Play all hands; returns each player's result in fractions of a chip.

        Raises ``UnsolvedError`` if the match is aborted; the log keeps the earlier hands.
        """
        terms = self.terms
        cache = BettingCache(self.rules)
        for start in range(0, terms.hands, _BLOCK):
            count = min(_BLOCK, terms.hands - start)
            deals = deal_hands(self.rules, terms.seed, start, count)
            root = cache.root()
            for offset, cards in enumerate(deals.hands):
                known = None if deals.strengths is None else deals.strengths[offset]
                self._play(root, start + offset, cards, known)
        if self._log is not None:
            seats = [self._seating.index(seat) for seat in range(len(self.players))]
            totals = [self.totals[player] for player in seats]
            self._log.write(score_line(totals, terms.seated(self._seating)).encode())
        self._report(terms.hands, terms.hands)
        return self.totals

    def _play(
        self, root: BettingNode, number: int, cards: HandCards, strengths: list[int] | None
    ) -> None:
        self._hand = number
        if number % _REPORT_EVERY == 0:
            self._report(number, self.terms.hands, f"hand {number:,} of {self.terms.hands:,}")
        order = self._orders[number % len(self._orders)]
        seats = [self.players[player] for player in order]
        heads = [b"MATCHSTATE:%d:%d:" % (position, number) for position in range(len(seats))]
        text = self._texts.hand(cards)
        hand = HandStepper(root, cards, number)
        for seat in seats:
            seat.hand_seconds = 0.0
        while (position := hand.to_act) is not None:
            node = hand.node
            betting, rounds = node.line.encode() + b":", node.rounds
            asked = heads[position] + betting + text.seen_by(position, rounds)
            client = seats[position].client
            if client is not None:  # it computes while the states of the others are written
                client.tell(asked)
                client.flush()
            for place, seat in enumerate(seats):
                if seat.client is not None and place != position:
                    seat.client.tell(heads[place] + betting + text.seen_by(place, rounds))
            self._decide(hand, seats[position], asked)
        parts = hand.payoffs(strengths)
        for player, part in zip(order, parts, strict=True):
            self.totals[player] += part
        self._end(hand, seats, heads, text, parts)

    def _end(
        self,
        hand: HandStepper,
        seats: list[Seated],
        heads: list[bytes],
        text: HandText,
        parts: tuple[int, ...],
    ) -> None:
        """Log a finished hand and send its end to all clients."""
        node = hand.node
        betting, rounds = node.line.encode(), node.rounds
        if self._log is not None:
            names = "|".join([self.terms.players[seat.number] for seat in seats])
            results = f"{values_text(parts)}:{names}".encode()
            state = b"STATE:%d:%s:%s:" % (hand.number, betting, text.all(rounds))
            self._log.write(state + results)
        shown = node.betting.show_order()
        for place, seat in enumerate(seats):
            if seat.client is not None:
                seat.client.tell(heads[place] + betting + b":" + text.shown(place, shown, rounds))

    def _decide(self, hand: HandStepper, seat: Seated, state: bytes) -> None:
        """Get the answer of the player to act; check or fold for one that is out."""
        answer = self._ask(seat, state)
        legal = hand.legal
        assert legal is not None
        if answer is None:
            seat.forfeited += 1
            hand.act(check_or_fold(legal))
            return
        action = replied_action(self.rules, answer)
        if action is not None and action.kind is Kind.RAISE and not self._sized:
            action = Action.raise_to(legal.min_raise or 0)
        try:
            hand.act(action)
        except InputError as error:
            made = _CORRECTION.replacement(legal, action)
            hand.act(made)
            if made.kind is Kind.RAISE:
                seat.resized += 1
            else:
                seat.invalid += 1
            words = "no action" if action is None else error.problem
            self._warn(seat.number, f"hand {self._hand}: {words}; changed to {made}")

    def _ask(self, seat: Seated, state: bytes) -> bytes | None:
        """The answer of a player, or None if it is out."""
        if seat.client is None:
            return None
        self.asked += 1
        clocks, started = self.terms.clocks, monotonic()
        left = min(
            clocks.action,
            clocks.hand - seat.hand_seconds,
            self._match_seconds - seat.match_seconds,
        )
        try:
            answer = seat.client.ask(state, started + left, self._flush)
        except SilentError:
            self._fail(seat, self._clock(seat, left), self.terms.on_timeout)
            return None
        except ClosedError:
            self._fail(seat, "left", self.terms.on_leave)
            return None
        took = monotonic() - started
        seat.hand_seconds += took
        seat.match_seconds += took
        return answer

    def _clock(self, seat: Seated, left: float) -> str:
        """A text on the clock that a player has exceeded."""
        clocks = self.terms.clocks
        if left == clocks.action:
            return f"took more than {clocks.action:g} s for an action"
        if left == clocks.hand - seat.hand_seconds:
            return f"took more than {clocks.hand:g} s for a hand"
        return f"took more than {self._match_seconds:g} s for the match"

    def _fail(self, seat: Seated, words: str, outcome: Outcome) -> None:
        """Abort the match, or have a player forfeit the rest of it."""
        name = self.terms.players[seat.number]
        what = f"player {seat.number + 1} ({name}) {words} in hand {self._hand}"
        if outcome == "abort":
            raise UnsolvedError(f"{what}; the match is aborted, without a score")
        assert seat.client is not None
        seat.client.close()
        seat.client, seat.out = None, words
        self._warn(seat.number, f"{words} in hand {self._hand}; checks or folds from here on")
        if all(one.client is None for one in self.players):
            raise UnsolvedError(f"{what}, the last client; the match is aborted, without a score")

    def _flush(self) -> None:
        """Send all queued states."""
        for player in self.players:
            if player.client is not None:
                player.client.flush()
