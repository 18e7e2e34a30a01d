"""A rule-based no-limit hold'em player for two to ten players, like the hobbyists' programs.

Before the flop hands are played by Sklansky group, more of them in later position. After it the
hand is simulated against random hands, more of them the more and the larger the bets it faces
(r00lbot's idea, Papp 1998, section 4.6), and it bets, raises, calls or folds by comparing its share
of the pots with a fair share and with the pot odds. Sizes are fractions of the pot. The numbers are
ours: a better opponent than dice for full tables, not a strong player.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from equipoise.agents.agent import Agent, check_or_fold
from equipoise.agents.hobbyists.simulation import share_against_random
from equipoise.agents.hobbyists.starting import group_of
from equipoise.base.errors import InputError
from equipoise.games.action import Action, Legal
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules

_HOLES, _BOARDS = (2, 0, 0, 0), (0, 3, 1, 1)
_MOST_OPPONENTS = 20
_COMMITTED = 0.4  # a raise of more than this fraction of the stack is made all-in


@dataclass(frozen=True)
class Style:
    """How many hands are played, and how aggressively.

    ``wider``: additional groups to enter with. ``bet``, ``raises``: minimum share of the pots, in
    fair shares, to bet or raise. ``bluff``: bluffing frequency heads-up. ``margin``: required
    margin of the share over the pot odds to call.
    """

    wider: int
    bet: float
    raises: float
    bluff: float
    margin: float


STYLES = {
    "tight": Style(0, 1.35, 1.75, 0.10, 0.04),
    "loose": Style(2, 1.15, 1.60, 0.20, 0.00),
}
#: the worst group to open with, by the number of players to act; the worst to call a raise with
_OPEN = {0: 7, 1: 6, 2: 5, 3: 5}
_EARLY, _CALL_RAISE, _REOPEN = 4, 4, 2
_CHEAP = 0.12  # fraction of the stack up to which hands that may improve call
_HEADS_UP = 3  # additional groups heads-up


class NoLimit(Agent):
    """Plays no-limit hold'em by rules; ``deals`` are simulated per decision after the flop."""

    def __init__(self, style: str = "tight", deals: int = 200) -> None:
        self.style, self.deals = STYLES[style], deals

    def check_game(self, rules: GameRules) -> None:
        """Raise InputError for anything but no-limit and pot-limit hold'em with blinds."""
        if (
            rules.betting.kind not in ("no-limit", "pot-limit")
            or tuple(deal.board for deal in rules.script) != _BOARDS
            or tuple(deal.hole for deal in rules.script) != _HOLES
            or not any(rules.blinds)
        ):
            raise InputError(
                f"the no-limit rule player cannot play {rules.name}",
                expected="no-limit hold'em, like holdem-nolimit:100bb,6p",
            )

    def act(self, observation: Observation, rng: Random) -> Action:
        """Decide."""
        legal = observation.legal()
        if observation.round == 0:
            return self._before_flop(observation, legal)
        return self._after_flop(observation, legal, rng)

    def _before_flop(self, observation: Observation, legal: Legal) -> Action:
        rules, betting = observation.rules, observation.betting
        group = group_of(observation.hole)
        wider = self.style.wider + (_HEADS_UP if rules.players == 2 else 0)
        if betting.raises == 0:
            later = sum(not done for done in betting.acted) - 1
            if group <= _OPEN.get(later, _EARLY) + wider:
                callers = sum(betting.acted) - sum(betting.folded)
                return _raised_to(legal, rules.big_blind * (3 + max(callers, 0)))
        elif betting.raises == 1:
            if group <= _REOPEN - 1 + wider // 3:
                return _raised_to(legal, 3 * betting.level)
            worst = _CALL_RAISE if _price(observation, legal) <= _CHEAP else _REOPEN
            if group <= worst + wider // 2:
                return Action.call()
        elif group <= 1 + wider // 3:
            return _raised_to(legal, 3 * betting.level)
        return check_or_fold(legal)

    def _after_flop(self, observation: Observation, legal: Legal, rng: Random) -> Action:
        betting, style = observation.betting, self.style
        opponents = len(betting.contenders) - 1
        owed = 0 if legal.call_to is None else legal.call_to - legal.put
        before = betting.pot - owed
        # a bet indicates a better hand, a large one a much better hand
        doubts = betting.raises + (owed > 0.8 * before) + (owed > 1.6 * before)
        field = min(opponents + doubts, _MOST_OPPONENTS)
        share = share_against_random(observation, field, self.deals, rng)
        fair = 1.0 / (field + 1)
        pot = betting.pot + owed
        call_to = legal.put if legal.call_to is None else legal.call_to
        if not owed:
            if share >= style.bet * fair:
                return _raised_to(legal, call_to + (2 * pot) // 3)
            if opponents == 1 and rng.random() < style.bluff:
                return _raised_to(legal, call_to + pot // 2)
            return Action.call()
        if share >= style.raises * fair and betting.raises < 3:
            return _raised_to(legal, call_to + (4 * pot) // 5)
        if share >= owed / pot + style.margin:
            return Action.call()
        return check_or_fold(legal)


def _price(observation: Observation, legal: Legal) -> float:
    """The cost of a call as a fraction of the stack."""
    left = observation.rules.stacks[observation.position] - legal.put
    return 1.0 if legal.call_to is None else (legal.call_to - legal.put) / max(left, 1)


def _raised_to(legal: Legal, to: int) -> Action:
    """A raise of about this size, all-in if little would be left; a call if none is legal."""
    if legal.min_raise is None or legal.max_raise is None:
        return Action.call() if legal.call_to is not None else check_or_fold(legal)
    to = max(legal.min_raise, min(to, legal.max_raise))
    left = legal.max_raise - legal.put
    return Action.raise_to(legal.max_raise if to - legal.put > _COMMITTED * left else to)
