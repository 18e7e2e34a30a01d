"""One hand at a table: agents are asked in turn, each sees its own observation and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from time import monotonic

from equipoise.agents.agent import Agent, Event, HandEnded, HandStarted, Leave, MoveMade
from equipoise.errors import InputError
from equipoise.games.observation import Observation
from equipoise.games.state import HandCards
from equipoise.matches.faults import FaultKind, FaultRules, Faults
from equipoise.matches.situation import PARTS, Situation
from equipoise.matches.watch import TooSlow, Watch


class Player:
    """An agent at work in a session: its generator, its faults, whether it is still asked."""

    def __init__(self, number: int, name: str, agent: Agent | None, rng: Random) -> None:
        self.number, self.name, self.rng = number, name, rng
        self.agent = agent
        self.faults = Faults()
        #: whether news must be sent to it
        self.listens = agent is not None and agent.listens

    @property
    def is_out(self) -> bool:
        """Whether it is not asked any more."""
        return self.agent is None

    def leave(self) -> None:
        """Forfeit the rest of the session."""
        self.agent, self.listens = None, False
        self.faults.forfeits += 1


class Table:
    """Plays hands with contained agents."""

    def __init__(self, players: Sequence[Player], rules: FaultRules, watch: Watch) -> None:
        self.players, self.rules, self.watch = players, rules, watch
        self._marks = watch.marks
        self._seconds = float("inf") if rules.seconds is None else rules.seconds

    def play(self, root: Situation, cards: HandCards, order: Sequence[int], hand: int) -> Situation:
        """The end of a hand; ``order`` names the player at each position."""
        seats = [self.players[number] for number in order]
        news = any(player.listens for player in seats)
        if news:
            names = tuple(player.name for player in seats)
            for seat, player in enumerate(seats):
                started = HandStarted(root.betting.rules, hand, seat, names)
                self._tell(player, started, hand)
        place = root
        while True:
            position = place.to_act
            if position is None:
                return place
            before = place
            place = self._step(place, cards, seats[position], position, hand)
            if news:
                move = MoveMade(before.betting.round, place.history[before.betting.round][-1])
                for player in seats:
                    self._tell(player, move, hand)

    def _step(
        self, place: Situation, cards: HandCards, player: Player, position: int, hand: int
    ) -> Situation:
        """Ask one agent, and put something legal in place of whatever is not."""
        legal = place.legal
        assert legal is not None
        agent, marks = player.agent, self._marks
        if agent is None:
            return place.after(self.rules.replacement(legal, None))
        answer: object = None
        observation = seen(place, cards, position)
        try:
            try:
                started = monotonic()
                marks[0] = player.number
                marks[1] = started
                answer = agent.act(observation, player.rng)
            finally:  # once this is done no alarm is raised any more
                marks[1] = 0.0
            if monotonic() - started > self._seconds:
                raise TooSlow
        except TooSlow:
            answer = None
            self._charge(player, hand, "slow", f"took more than {self._seconds:g} s to act")
        except BaseException as error:
            self._crash(player, hand, error)
        else:
            try:
                return place.after(answer)
            except InputError as error:
                self._charge(player, hand, "illegal", str(error))
        return place.after(self.rules.replacement(legal, answer))

    def _charge(self, player: Player, hand: int, kind: FaultKind, what: str) -> None:
        player.faults.add(kind, hand, what)
        most = self.rules.forfeit_after
        if most is not None and player.faults.total >= most and not player.is_out:
            player.leave()

    def _crash(self, player: Player, hand: int, error: BaseException) -> None:
        """Charge an exception, unless somebody wants the match itself to end."""
        if isinstance(error, KeyboardInterrupt | Leave) and not self.watch.is_walled:
            raise error
        self._charge(player, hand, "crash", f"{type(error).__name__}: {_words(error)}")

    def _tell(self, player: Player, event: Event, hand: int) -> None:
        agent, marks = player.agent, self._marks
        if agent is None or not player.listens:
            return
        try:
            try:
                marks[0] = player.number
                marks[1] = monotonic()
                agent.observe(event)
            finally:
                marks[1] = 0.0
        except TooSlow:
            self._charge(player, hand, "slow", f"took more than {self._seconds:g} s to observe")
        except BaseException as error:
            self._crash(player, hand, error)

    def end(
        self,
        place: Situation,
        cards: HandCards,
        order: Sequence[int],
        hand: int,
        parts: Sequence[int],
    ) -> None:
        """Tell those who listen how a hand ended."""
        seats = [self.players[number] for number in order]
        if not any(player.listens for player in seats):
            return
        payoffs = tuple(Fraction(part, PARTS) for part in parts)
        shown = tuple((p, cards.hole[p]) for p in place.betting.show_order())
        for position, player in enumerate(seats):
            event = HandEnded(seen(place, cards, position), shown, payoffs)
            self._tell(player, event, hand)


def seen(place: Situation, cards: HandCards, position: int) -> Observation:
    """What a position may see."""
    up = cards.up
    if any(place.up):
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
