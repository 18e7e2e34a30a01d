"""One hand at a table: agents are asked in turn, each sees its own observation and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from time import monotonic

from equipoise.agents.agent import Agent, Event, HandEnded, HandStarted, Leave, MoveMade
from equipoise.agents.hosting.hosted import HostedAgent, HostedFault, HostEnded
from equipoise.agents.watch import TooSlow, Watch
from equipoise.errors import InputError
from equipoise.games.observation import Observation
from equipoise.games.state import HandCards
from equipoise.matches.faults import FaultRules, Faults, kind_of
from equipoise.matches.situation import PARTS, Situation

_NEVER = float("inf")


class Player:
    """An agent at work in a session: its generator, its faults, its time, whether it is asked."""

    def __init__(self, number: int, name: str, agent: Agent | None, rng: Random) -> None:
        self.number, self.name, self.rng = number, name, rng
        self.agent = agent
        #: the agent, if it plays in a process of its own, which has its own clock
        self.hosted = agent if isinstance(agent, HostedAgent) else None
        self.faults = Faults()
        #: seconds that its decisions took: of the hand, of the session
        self.hand_seconds = self.session_seconds = 0.0
        #: whether news must be sent to it
        self.listens = agent is not None and agent.listens

    @property
    def is_out(self) -> bool:
        """Whether it is not asked any more."""
        return self.agent is None

    def leave(self) -> None:
        """Forfeit the rest of the session."""
        if self.hosted is not None:
            self.hosted.close()
        self.agent, self.hosted, self.listens = None, None, False
        self.faults.forfeits += 1


class Table:
    """Plays hands with contained agents.

    ``share`` is the session's part of the match, by which it has a part of the match's seconds.
    """

    def __init__(
        self, players: Sequence[Player], rules: FaultRules, watch: Watch, share: float = 1.0
    ) -> None:
        self.players, self.rules, self.watch = players, rules, watch
        self.hand = 0  # the one that is played
        self._seconds = _NEVER if rules.seconds is None else rules.seconds
        self._hand_seconds = _NEVER if rules.hand_seconds is None else rules.hand_seconds
        whole = rules.match_seconds
        self._session_seconds = _NEVER if whole is None else whole * share

    def play(self, root: Situation, cards: HandCards, order: Sequence[int], hand: int) -> Situation:
        """The end of a hand; ``order`` names the player at each position."""
        self.hand = hand
        seats = [self.players[number] for number in order]
        news = any(player.listens for player in seats)
        for player in seats:
            player.hand_seconds = 0.0
        if news:
            names = tuple(player.name for player in seats)
            for seat, player in enumerate(seats):
                started = HandStarted(root.betting.rules, hand, seat, names)
                self._tell(player, started)
        place = root
        while True:
            position = place.to_act
            if position is None:
                return place
            before = place
            place = self._step(place, cards, seats[position], position)
            if news:
                move = MoveMade(before.betting.round, place.history[before.betting.round][-1])
                for player in seats:
                    self._tell(player, move)

    def _step(self, place: Situation, cards: HandCards, player: Player, position: int) -> Situation:
        """Ask one agent, and put something legal in place of whatever is not."""
        legal = place.legal
        assert legal is not None
        answer: object = None
        if player.agent is not None and player.hand_seconds <= self._hand_seconds:
            fine, answer = self._ask(player, seen(place, cards, position))
            if fine:
                try:
                    return place.after(answer)
                except InputError as error:
                    self._charge(player, self.hand, "illegal", str(error))
        return place.after(self.rules.replacement(legal, answer))

    def _ask(self, player: Player, observation: Observation) -> tuple[bool, object]:
        """Whether an agent has answered, within its time, and what; else it is charged."""
        agent, watch = player.agent, self.watch
        assert agent is not None
        if self._has_used_up_the_match(player, True):  # by being made
            return False, None
        answer: object = None
        failure: BaseException | None = None
        started = monotonic()
        try:
            try:
                watch.since = started if player.hosted is None else 0.0
                answer = agent.act(observation, player.rng)
            finally:  # once this is done no alarm is raised any more
                watch.since = 0.0
        except BaseException as error:
            failure = error
        took = monotonic() - started
        player.hand_seconds += took
        player.session_seconds += took
        if failure is None and player.hosted is None and took > self._seconds:
            failure = TooSlow()
        self._charge_news(player)
        if failure is not None:
            self._failed(player, failure, "act")
        if self._has_used_up_the_match(player, failure is None):
            return False, None
        if failure is None and player.hand_seconds > self._hand_seconds:
            what = f"used up its {self._hand_seconds:g} s of the hand"
            self._charge(player, self.hand, "slow", what)
            return False, None
        return failure is None and not player.is_out, answer

    def _has_used_up_the_match(self, player: Player, is_charged: bool) -> bool:
        """Whether an agent has no time left in this session; then it forfeits the rest of it."""
        if player.is_out or player.session_seconds <= self._session_seconds:
            return False
        if is_charged:  # not what has cost it something already
            what = f"used up its {self._session_seconds:g} s of the match"
            player.faults.add("slow", self.hand, what)
        player.leave()
        return True

    def _charge(self, player: Player, hand: int, kind: str, what: str) -> None:
        if player.is_out:
            return
        player.faults.add(kind_of(kind), hand, what)
        most = self.rules.forfeit_after
        if most is not None and player.faults.total >= most:
            player.leave()

    def _charge_news(self, player: Player) -> None:
        """Charge what an agent in a process of its own failed at since it was last asked."""
        hosted = player.hosted
        for hand, kind, what in hosted.take_faults() if hosted is not None else ():
            self._charge(player, hand, kind, what)

    def _failed(self, player: Player, error: BaseException, doing: str) -> None:
        """Charge an exception, unless somebody wants the match itself to end."""
        if isinstance(error, KeyboardInterrupt | Leave):
            raise error
        if isinstance(error, HostedFault):
            self._charge(player, self.hand, error.kind, error.words)
            if isinstance(error, HostEnded) and not player.is_out:
                player.leave()
        elif isinstance(error, TooSlow):
            self._charge(
                player, self.hand, "slow", f"took more than {self._seconds:g} s to {doing}"
            )
        else:
            self._charge(player, self.hand, "crash", f"{type(error).__name__}: {_words(error)}")

    def _tell(self, player: Player, event: Event) -> None:
        agent = player.agent
        if agent is None or not player.listens:
            return
        try:
            try:
                self.watch.since = monotonic() if player.hosted is None else 0.0
                agent.observe(event)
            finally:
                self.watch.since = 0.0
        except BaseException as error:
            self._failed(player, error, "observe")
        if player.hosted is not None:
            self._charge_news(player)

    def end(
        self,
        place: Situation,
        cards: HandCards,
        order: Sequence[int],
        parts: Sequence[int],
    ) -> None:
        """Tell those who listen how a hand ended."""
        seats = [self.players[number] for number in order]
        if not any(player.listens for player in seats):
            return
        payoffs = tuple(Fraction(part, PARTS) for part in parts)
        shown = tuple((p, cards.hole[p]) for p in place.betting.show_order())
        for position, player in enumerate(seats):
            if player.listens:
                event = HandEnded(seen(place, cards, position), shown, payoffs)
                self._tell(player, event)

    def close(self) -> None:
        """The session is over: hear of the last faults, and let processes go."""
        for player in self.players:
            if player.hosted is None:
                continue
            try:
                player.hosted.finish()
            except HostedFault as error:
                self._failed(player, error, "observe")
            self._charge_news(player)


def seen(place: Situation, cards: HandCards, position: int) -> Observation:
    """What a position may see."""
    up = cards.up
    if any(up):
        up = tuple(hand[:count] for hand, count in zip(up, place.up, strict=True))
    return Observation(
        position,
        cards.hole[position][: place.hole[position]],
        up,
        cards.board[: place.board],
        place.betting,
        place.history,
    )


def _words(error: BaseException) -> str:
    """What an error says; an agent's own exceptions may not even do that."""
    try:
        return str(error)
    except Exception:
        return ""
