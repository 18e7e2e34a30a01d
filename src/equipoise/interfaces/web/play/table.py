"""A table: one person, some agents, and the hands they play.

Everything that decides a hand is elsewhere: dealing and stepping in ``matches``, what is typed in
``cli.typed``, records and stories in ``formats``. A table keeps the order of things, the stacks
that are carried on, and what each agent saw when it decided.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from equipoise.agents.agent import Agent, check_or_fold
from equipoise.agents.loki.explain import Explanation, decide_aloud
from equipoise.agents.loki.limit import legal_action
from equipoise.agents.loki.player import Loki
from equipoise.agents.registry import AgentSpec
from equipoise.base.errors import InputError, one_line
from equipoise.formats import resolve_game
from equipoise.games.action import Action
from equipoise.games.observation import Observation
from equipoise.games.record import HandRecord
from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.interfaces.as_json.thoughts import street_starts
from equipoise.interfaces.cli.typed import Turn, read_move
from equipoise.matches.betting_cache import PARTS, BettingNode
from equipoise.matches.dealing import deal_hands
from equipoise.matches.seating import plain_seatings, players_by_position
from equipoise.matches.stepper import HandStepper

YOU = "you"
PERSON = 0


@dataclass(frozen=True, eq=False)
class Decided:
    """A decision of an agent: what it saw, what it did, how long it took, what went wrong."""

    player: int
    observation: Observation
    action: Action
    seconds: float
    loki: Explanation | None = None
    problem: str = ""


@dataclass(eq=False)
class PlayedHand:
    """A hand at the table: who sat where, and the decisions of agents in it."""

    number: int
    order: tuple[int, ...]
    stepper: HandStepper
    decisions: list[Decided] = field(default_factory=list)
    record: HandRecord | None = None
    aivat: list[float] | None = None

    @property
    def position(self) -> int:
        """Where the person sits."""
        return self.order.index(PERSON)


class PlayTable:
    """Hands of one sitting.

    ``carry`` lets stacks go on from hand to hand; who is left with less than a big blind buys in
    again. Without it every hand begins with the stacks of the game.
    """

    def __init__(
        self, id_: str, game: str, specs: list[AgentSpec], names: list[str], seed: int,
        carry: bool = False, open_: bool = False,
    ) -> None:  # fmt: skip
        self.id, self.game, self.seed = id_, game, seed
        self.rules: GameRules = resolve_game(game)
        if self.rules.players != len(specs) + 1:
            raise InputError(
                f"{len(specs)} agents and you", "agents",
                expected=f"{self.rules.name} has {self.rules.players} players",
            )  # fmt: skip
        if carry and UNLIMITED in self.rules.stacks:
            raise InputError(
                f"{self.rules.name} has no stacks to carry on", "carry", expected="leave it out"
            )
        self.names = (YOU, *names)
        self.specs, self.carry, self.open = specs, carry, open_
        self.agents: list[Agent] = []
        for spec in specs:
            agent = spec.make()
            agent.check_game(self.rules)
            self.agents.append(agent)
        self._rngs = [Random(f"{seed}:{number}") for number in range(len(self.names))]
        self.hands: list[PlayedHand] = []
        self.bought = [Fraction(0)] * len(self.names)
        self.stacks = [self._full(player) for player in range(len(self.names))]
        self.lock = threading.RLock()
        self.version = 0  # of anything that is shown
        self.actions = 0  # of all hands so far
        self.folder: Path | None = None

    def _full(self, player: int) -> int:
        return self.rules.stacks[player % self.rules.players]

    @property
    def hand(self) -> PlayedHand:
        """The hand that is played, or was last."""
        if not self.hands:
            raise InputError("no hand was dealt yet")
        return self.hands[-1]

    def deal(self) -> PlayedHand:
        """Begin the next hand and let agents act until it is the person's turn."""
        if self.hands and not self.hand.stepper.is_over:
            raise InputError("the hand is not over", expected="play it first")
        number = len(self.hands)
        order = players_by_position(plain_seatings(len(self.names))[0], number)
        rules = self.rules
        if self.carry:
            self._buy_in()
            rules = replace(rules, stacks=tuple(self.stacks[player] for player in order))
        (cards,) = deal_hands(rules, self.seed, number, 1).hands
        root = BettingNode.start(rules)
        names = [self.names[player] for player in order]
        hand = PlayedHand(number, order, HandStepper(root, cards, number, names))
        self.hands.append(hand)
        for position, player in enumerate(order):
            self._tell(player, hand.stepper.started(position))
        self._run(hand)
        return hand

    def rebuy(self, player: int = PERSON) -> None:
        """Buy chips up to the full stack, between hands."""
        if not self.carry or (self.hands and not self.hand.stepper.is_over):
            raise InputError("chips are bought between hands, where stacks are carried on")
        more = self._full(player) - self.stacks[player]
        if more <= 0:
            raise InputError("the stack is full already")
        self.stacks[player] += more
        self.bought[player] += more
        self.version += 1

    def _buy_in(self) -> None:
        for player, stack in enumerate(self.stacks):
            if stack < self.rules.big_blind:
                self.bought[player] += self._full(player) - stack
                self.stacks[player] = self._full(player)

    def turn(self, hand: PlayedHand) -> Turn | None:
        """The decision of the person; None where it is not their turn."""
        stepper = hand.stepper
        if stepper.to_act != hand.position:
            return None
        return Turn(stepper.node.betting, street_starts(stepper.observation(hand.position)))

    def move(self, typed: str, expected: int | None = None) -> PlayedHand:
        """What the person does, as it is typed at the terminal; agents then act.

        ``expected`` are the actions that the person saw: a second tab may have moved already.
        """
        hand = self.hand
        turn = self.turn(hand)
        if turn is None:
            raise InputError("it is not your turn", expected="wait, or deal the next hand")
        if expected is not None and expected != self.actions:
            raise InputError("the hand has moved on", expected="look at it again")
        self._act(hand, read_move(typed, turn))
        self._run(hand)
        return hand

    def _run(self, hand: PlayedHand) -> None:
        stepper = hand.stepper
        while stepper.to_act is not None and stepper.to_act != hand.position:
            player = hand.order[stepper.to_act]
            hand.decisions.append(self._decide(player, stepper.observation(stepper.to_act)))
            self._act(hand, hand.decisions[-1].action)
        if stepper.is_over and hand.record is None:
            self._finish(hand)
        self.version += 1

    def _decide(self, player: int, seen: Observation) -> Decided:
        agent, rng = self.agents[player - 1], self._rngs[player]
        started = perf_counter()
        loki, problem = None, ""
        try:
            if isinstance(agent, Loki):
                loki = decide_aloud(agent, seen, rng)
                action = legal_action(loki.thought.decision.kind, seen.legal())
            else:
                action = agent.act(seen, rng)
            action = seen.legal().checked(action)
        except Exception as error:  # an agent that fails folds, and the page says so
            problem = one_line(f"{type(error).__name__}: {error}")
            action = seen.legal().checked(check_or_fold(seen.legal()))
        return Decided(player, seen, action, perf_counter() - started, loki, problem)

    def _act(self, hand: PlayedHand, action: Action) -> None:
        hand.stepper.act(action)
        self.actions += 1
        move = hand.stepper.moved()
        for player in hand.order:
            self._tell(player, move)

    def _tell(self, player: int, event: Any) -> None:
        if player != PERSON and self.agents[player - 1].listens:
            with suppress(Exception):  # what is wrong with it shows at its next decision
                self.agents[player - 1].observe(event)

    def _finish(self, hand: PlayedHand) -> None:
        stepper = hand.stepper
        parts = stepper.payoffs()
        for position, player in enumerate(hand.order):
            self._tell(player, stepper.ended(position))
            if self.carry:
                self.stacks[player] += int(Fraction(parts[position], PARTS))
        hand.record = HandRecord(
            rules=stepper.node.betting.rules,
            hole=stepper.cards.hole,
            board=stepper.cards.board[: stepper.node.dealt.board],
            actions=tuple(m.action for moves in stepper.node.history for m in moves),
            names=stepper.names,
            payoffs=tuple(Fraction(part, PARTS) for part in parts),
            hand=str(hand.number + 1),
        )

    def won(self) -> list[Fraction]:
        """What the person won in each finished hand, in chips of the engine."""
        finished = [hand for hand in self.hands if hand.record is not None]
        return [hand.record.payoffs[hand.position] for hand in finished]  # type: ignore[union-attr,index]
