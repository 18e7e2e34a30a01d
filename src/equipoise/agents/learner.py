"""The boundary learner: finds out where a hard-translating opponent cuts the bets, and uses it.

Schnizlein (2009, section 4.5) as an agent. Whenever a hand begins with its own decision it makes
one of its trial bets, whatever it holds, and counts the answer; Algorithm 1 (or our variant of it)
chooses the bet, Algorithm 2 says when it is enough. In all other decisions, and once it has
learnt nothing, it plays like the agent it was given to rest on.
"""

from __future__ import annotations

from random import Random

from equipoise.agents.agent import Agent, Event, HandStarted
from equipoise.agents.opening import SPACINGS, Answer, Opening, Spacing, situation
from equipoise.agents.options import Option, choice, number, whole
from equipoise.agents.registry import find_agent, register
from equipoise.errors import InputError
from equipoise.games.action import Action
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules
from equipoise.translation.boundary import (
    CONFIDENCE,
    MOST_HANDS,
    Estimate,
    Expectation,
    Learner,
    answers_expected,
    answers_seen,
)
from equipoise.translation.options import STYLES

EXPECTATIONS: dict[str, Expectation] = {"seen": answers_seen, "model": answers_expected}
REST, NONE = "rest", "none"
EXPLOITERS = ("naive-pa", "plus-minus")
_BETS = 20


def check_two(agent: str, rules: GameRules) -> None:
    """Refuse a game in which there is no opponent to learn of, or no bet to choose."""
    if rules.players != 2 or rules.betting == "limit":
        raise InputError(
            f"it does not play {rules.name}", f"agent {agent}", expected="two players, no limit"
        )


@register(
    "boundary-learner",
    "tries bets until it knows where a hard-translating opponent cuts them",
    (
        Option("bets", "how many bets it tries", str(_BETS), whole(2, 100)),
        Option("spacing", "of the bets: even or ratio", "even", choice(*SPACINGS)),
        Option("confidence", "when it is sure", str(CONFIDENCE), number(0.5, 0.9999)),
        Option("hands", "after so many it gives up", str(MOST_HANDS), whole(2, 1_000_000)),
        Option("expects", "answers as seen to a bet, or by its model", "seen",
               choice(*EXPECTATIONS)),
        Option("strategy", "folder it plays otherwise; none checks and folds", NONE, str),
        Option("then", f"what it does with it: {REST}, {', '.join(EXPLOITERS)}", REST,
               choice(REST, *EXPLOITERS)),
        Option("style", "style of the opponent that is exploited", STYLES[0], choice(*STYLES)),
    ),
)  # fmt: skip
class BoundaryLearner(Agent):
    """Learns one boundary, between pot and all-in at the opening of a hand."""

    remembers = True

    def __init__(
        self,
        bets: int = _BETS,
        spacing: Spacing = "even",
        confidence: float = CONFIDENCE,
        hands: int = MOST_HANDS,
        expects: str = "seen",
        strategy: str = NONE,
        then: str = REST,
        style: str = STYLES[0],
    ) -> None:
        if then != REST and strategy == NONE:
            raise InputError(
                f"{then} without a strategy", "agent boundary-learner", expected="strategy=DIR"
            )
        self.spacing = spacing
        self.learner = Learner(bets, confidence, hands, EXPECTATIONS[expects])
        self.opening: Opening | None = None
        self._answer = Answer()
        self._rest = find_agent("fold" if strategy == NONE else f"{strategy}:translation=soft").make()
        self._then, self._strategy, self._style = then, strategy, style
        self._now = self._rest

    @property
    def estimate(self) -> Estimate:
        """What it has learnt so far."""
        return self.learner.estimate()

    @property
    def mapping(self) -> str | None:
        """How the opponent reads bets; None as long as that is not known."""
        seen = self.estimate
        return self.opening.mapping(seen.place) if self.opening and seen.converged else None

    def act(self, observation: Observation, rng: Random) -> Action:
        """Try a bet where one can be tried, else play on."""
        if not self.learner.is_done:
            real = situation(observation)
            bets = self.learner.counts.shape[1]
            opening = None if real is None else Opening.of(real, bets, self.spacing)
            if opening is not None:
                self.opening = opening
                self._answer.place = self.learner.next_bet()
                return Action.raise_to(opening.bets[self._answer.place])
        return self._now.act(observation, rng)

    def observe(self, event: Event) -> None:
        """Count the answers; a new hand is the time to change over to what was learnt."""
        heard = self._answer.heard(event)
        if heard is not None:
            self.learner.heard(*heard)
        if isinstance(event, HandStarted) and self.learner.is_done and self._now is self._rest:
            self._change()
        if self._now.listens:
            self._now.observe(event)

    def _change(self) -> None:
        mapping = self.mapping
        if self._then != REST and mapping is not None:
            options = f"strategy={self._strategy},style={self._style},boundary={mapping}"
            self._now = find_agent(f"{self._then}:{options}").make()

    def check_game(self, rules: GameRules) -> None:
        """Two players and bets to choose; and what it rests on must play it too."""
        check_two("boundary-learner", rules)
        self._rest.check_game(rules)
