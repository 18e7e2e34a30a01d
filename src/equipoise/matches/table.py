"""One hand at a table: agents act in turn, each on its own observation only."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic

from equipoise.agents.agent import Agent, Event, Leave
from equipoise.agents.outside import HostedFault, HostEnded, OutsideAgent
from equipoise.agents.trace import trace_text
from equipoise.agents.watch import TooSlow, Watch
from equipoise.base.errors import InputError
from equipoise.formats.seen import observation_text
from equipoise.games.dealing import HandCards
from equipoise.games.observation import Observation
from equipoise.matches.betting_cache import BettingNode
from equipoise.matches.faults import FaultRules, Faults, StrictFault, kind_of
from equipoise.matches.stepper import HandStepper

_NEVER = float("inf")


class Player:
    """An agent in a session: its generator, faults, time, and whether it is still asked."""

    def __init__(self, number: int, name: str, agent: Agent | None, rng: Random) -> None:
        self.number, self.name, self.rng = number, name, rng
        self.agent = agent
        #: the agent, if it plays outside this process, where it has its own clock
        self.hosted = agent if isinstance(agent, OutsideAgent) else None
        self.faults = Faults()
        #: seconds used by its decisions: in the hand, in the session
        self.hand_seconds = self.session_seconds = 0.0
        #: whether it receives events
        self.listens = agent is not None and agent.listens

    @property
    def is_out(self) -> bool:
        """True if it is no longer asked."""
        return self.agent is None

    def leave(self) -> None:
        """Forfeit the rest of the session."""
        if self.hosted is not None:
            self.hosted.close()
        self.agent, self.hosted, self.listens = None, None, False
        self.faults.forfeits += 1


class Table:
    """Plays hands with contained agents.

    ``share`` is the session's share of the match, and of its time limit.
    A ``strict`` table raises ``StrictFault`` at the first fault instead of counting it.
    """

    def __init__(
        self,
        players: Sequence[Player],
        rules: FaultRules,
        watch: Watch,
        share: float = 1.0,
        strict: bool = False,
    ) -> None:
        self.players, self.rules, self.watch = players, rules, watch
        self.strict = strict
        #: the observation of the agent being asked, for notes on its faults
        self._seen: Observation | None = None
        self.hand = 0  # number of the current hand
        self._seconds = _NEVER if rules.seconds is None else rules.seconds
        self._hand_seconds = _NEVER if rules.hand_seconds is None else rules.hand_seconds
        whole = rules.match_seconds
        self._session_seconds = _NEVER if whole is None else whole * share

    def play(
        self, root: BettingNode, cards: HandCards, order: Sequence[int], number: int
    ) -> HandStepper:
        """Play a hand; ``order`` gives the player at each position."""
        self.hand = number
        seats = [self.players[one] for one in order]
        news = any(player.listens for player in seats)
        for player in seats:
            player.hand_seconds = 0.0
        hand = HandStepper(root, cards, number, [player.name for player in seats] if news else ())
        if news:
            for seat, player in enumerate(seats):
                self.tell(player, hand.started(seat))
        while (position := hand.node.to_act) is not None:
            self.step(hand, seats[position], position)
            if news:
                move = hand.moved()
                for player in seats:
                    self.tell(player, move)
        return hand

    def step(self, hand: HandStepper, player: Player, position: int) -> None:
        """Ask one agent for an action, and replace faults by a legal action."""
        answer: object = None
        if player.agent is not None and player.hand_seconds <= self._hand_seconds:
            self._seen = hand.observation(position)
            fine, answer = self._ask(player, self._seen)
            if fine:
                try:
                    return hand.act(answer)
                except InputError as error:
                    self._charge(player, self.hand, HostedFault("illegal", str(error)))
        legal = hand.legal
        assert legal is not None
        return hand.act(self.rules.replacement(legal, answer))

    def _ask(self, player: Player, observation: Observation) -> tuple[bool, object]:
        """Whether an agent answered in time, and its answer; otherwise it is charged."""
        agent, watch = player.agent, self.watch
        assert agent is not None
        if self._has_used_up_the_match(player, True):  # by its construction
            return False, None
        answer: object = None
        failure: BaseException | None = None
        started = monotonic()
        try:
            try:
                watch.since = started if player.hosted is None else 0.0
                answer = agent.act(observation, player.rng)
            finally:  # after this no alarm is raised
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
            self._charge(player, self.hand, HostedFault("slow", what))
            return False, None
        return failure is None and not player.is_out, answer

    def _has_used_up_the_match(self, player: Player, is_charged: bool) -> bool:
        """True if an agent has no time left in this session; it then forfeits the rest."""
        if player.is_out or player.session_seconds <= self._session_seconds:
            return False
        if is_charged:  # not if it was charged already
            what = f"used up its {self._session_seconds:g} s of the match"
            self._charge(player, self.hand, HostedFault("slow", what))
        if not player.is_out:
            player.leave()
        return True

    def _charge(self, player: Player, hand: int, fault: HostedFault) -> None:
        if player.is_out:
            return
        seen = "" if self._seen is None or hand != self.hand else observation_text(self._seen)
        note = "\n".join(filter(None, (f"saw: {seen}" if seen else "", fault.trace)))
        player.faults.add(kind_of(fault.kind), hand, fault.words, note)
        if self.strict:
            self.strict = False  # closing the table must not raise again
            raise StrictFault(player.name, player.faults.first, player.faults.notes[-1])
        most = self.rules.forfeit_after
        if most is not None and player.faults.total >= most:
            player.leave()

    def _charge_news(self, player: Player) -> None:
        """Charge faults of an agent in its own process since the last question."""
        hosted = player.hosted
        for hand, fault in hosted.take_faults() if hosted is not None else ():
            self._charge(player, hand, fault)

    def _failed(self, player: Player, error: BaseException, doing: str) -> None:
        """Charge an exception as a fault, unless it ends the match."""
        if isinstance(error, KeyboardInterrupt | Leave):
            raise error
        if isinstance(error, HostedFault):
            self._charge(player, self.hand, error)
            if isinstance(error, HostEnded) and not player.is_out:
                player.leave()
        elif isinstance(error, TooSlow):
            words = f"took more than {self._seconds:g} s to {doing}"
            self._charge(player, self.hand, HostedFault("slow", words, trace_text(error)))
        else:
            words = f"{type(error).__name__}: {_words(error)}"
            self._charge(player, self.hand, HostedFault("crash", words, trace_text(error)))

    def tell(self, player: Player, event: Event) -> None:
        """Send an event to an agent that observes."""
        agent = player.agent
        if agent is None or not player.listens:
            return
        self._seen = None
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

    def end(self, hand: HandStepper, order: Sequence[int]) -> None:
        """Send the end of a hand to agents that observe."""
        for position, number in enumerate(order):
            player = self.players[number]
            if player.listens:
                self.tell(player, hand.ended(position))

    def close(self) -> None:
        """End the session: collect the last faults, and release processes."""
        for player in self.players:
            if player.hosted is None:
                continue
            try:
                player.hosted.finish()
            except HostedFault as error:
                self._failed(player, error, "observe")
            self._charge_news(player)


def _words(error: BaseException) -> str:
    """The text of an error; an agent's own exceptions may fail to format."""
    try:
        return str(error)
    except Exception:
        return ""
