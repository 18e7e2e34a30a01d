"""Local best response (Lisý and Bowling 2017): the best action if it is checked down afterwards.

The responder knows the agent's policy and tracks the agent's range exactly: the probability of the
agent's actions so far with each hand. At each decision it takes the action of the highest value
under the assumption that nobody bets afterwards. With w the range, m the margins of its hand
(:mod:`equipoise.evaluation.bounds.margins`) and f the probability that a hand folds to the bet,

- fold: its chips are lost,
- call: stake x sum of w m,
- bet:  the agent's chips x sum of w f  +  stake after the bet is called x sum of w (1 - f) m,

each divided by the sum of w. This is a legal strategy, so its win rate is a lower bound on that of
a best response. It may be negative.

The agent is dealt no hand: values are sums over its range. Its actions are sampled from the whole
range; those that end the hand are weighted by their probability instead of sampled (imaginary
observations, Bowling et al. 2008). Without random numbers all its actions and all boards are
enumerated: exact, for small games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from equipoise.cards.combos import COMBO_COUNT, combo_index
from equipoise.evaluation.bounds.margins import check_dealing, margins
from equipoise.evaluation.bounds.menus import LATER, Menus
from equipoise.evaluation.bounds.subgame import response_subgame
from equipoise.games.action import Action, Kind
from equipoise.games.public_state import private_hands
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s
from equipoise.matches.betting_cache import PARTS, BettingCache, BettingNode
from equipoise.policies.hands import Hands, PolicyLine, follow
from equipoise.policies.policy import Policy
from equipoise.spine.cards.preflop import is_holdem

#: values that differ by less than this fraction of the pot are ties: the first action is taken
_EQUAL = 1e-9
_MOST_NODES = 200_000
_HANDS_BETWEEN = 500


@dataclass(frozen=True, eq=False)
class Spot:
    """A public state and the agent's range there.

    ``weights`` [hands] are not normalised: the value of a spot is the sum over the agent's hands of
    weight times the chips won by the responder.
    """

    place: BettingNode
    line: PolicyLine
    board: tuple[int, ...]
    hands: Hands
    weights: Float64s

    def after(self, action: Action, weights: Float64s | None = None) -> Spot:
        """The spot after an action; ``weights``: the new range after an action of the agent."""
        place = self.place.after(action)
        line = self.line if place.to_act is None else self.line.after(action)
        kept = self.weights if weights is None else weights
        return Spot(place, line, self.board, self.hands, kept)

    def dealt(self, board: tuple[int, ...]) -> Spot:
        """The spot on a longer board."""
        hands = Hands.on_board(self.hands.rules, self.hands.position, board)
        origins = np.searchsorted(self.hands.indices, hands.indices)
        line = self.line.dealt(hands, origins)
        return Spot(self.place, line, board, hands, self.weights[origins])


@dataclass
class Chance:
    """The random numbers of one hand: the agent's actions, and one order of the deck per round.

    A single order would be biased: cards skipped on the flop, because the hand sampled from the
    range holds them, would lie on top of the deck for the turn, where another hand is sampled.
    """

    random: np.random.Generator
    decks: Sequence[Sequence[int]]

    def draw(self, sums: Float64s) -> int:
        """An index sampled in proportion to the weights."""
        ends = np.cumsum(sums)
        place = int(np.searchsorted(ends, self.random.random() * ends[-1], side="right"))
        return min(place, int(np.flatnonzero(sums)[-1]))


class LocalResponse:
    """Local best response against a policy, with a menu of actions per street.

    From the round ``exact_from`` on it plays an exact best response within its menus: the street's
    menu for its first bet of a round; fold, call and all-in (``LATER``) afterwards, since lines
    with a second raise are rarely reached.
    """

    def __init__(
        self, rules: GameRules, policy: Policy, menus: Menus, exact_from: int | None = None
    ) -> None:
        check_dealing(rules)
        menus.check_rounds(rules.rounds)
        policy.check_game(rules)
        self.rules, self.policy, self.menus = rules, policy, menus
        self.exact_from = rules.rounds if exact_from is None else exact_from
        self._cache = BettingCache(rules, _MOST_NODES)
        self._root = self._cache.root()
        self._actions: dict[BettingNode, list[Action]] = {}
        self._hands = 0

    def play(self, position: int, hole: Sequence[int], chance: Chance | None) -> float:
        """The chips won by the responder with a hand; exact if ``chance`` is None."""
        self._hands += 1
        if self._hands % _HANDS_BETWEEN == 0 and self._cache.root() is not self._root:
            self._root = self._cache.root()
            self._actions.clear()
        spot = self.start(position, hole)
        hand = _Held(self, position, tuple(hole), chance)
        return hand.value(spot) / float(spot.weights.sum())

    def start(self, position: int, hole: Sequence[int]) -> Spot:
        """The first spot: the agent may hold any hand disjoint from the responder's."""
        agent = 1 - position
        hands = Hands.on_board(self.rules, agent)
        shared = np.isin(private_hands(self.rules, agent), np.array(hole, dtype=np.uint8))
        apart = np.logical_not(shared.any(axis=1))
        line = follow(self.policy, hands)
        return Spot(self._root, line, (), hands, apart[hands.indices].astype(np.float64))

    def actions(self, place: BettingNode) -> list[Action]:
        """The responder's actions at its own decision."""
        if place not in self._actions:
            self._actions[place] = self.menus.of(place.betting.round).actions(place.betting)
        return self._actions[place]

    def choose(self, spot: Spot, position: int, hole: tuple[int, ...]) -> Action:
        """The best action if it is checked down afterwards; the first among ties."""
        actions = self.actions(spot.place)
        if len(actions) == 1:
            return actions[0]
        values = self.values(spot, position, hole, actions)
        pot = spot.place.betting.pot * float(spot.weights.sum())
        return actions[int(np.argmax(values >= values.max() - _EQUAL * pot))]

    def values(
        self, spot: Spot, position: int, hole: tuple[int, ...], actions: Sequence[Action]
    ) -> Float64s:
        """The value of each action if it is checked down afterwards, summed over the range."""
        betting = spot.place.betting
        mine, theirs = betting.put[position], betting.put[1 - position]
        most = self.rules.stacks[1 - position]
        weights = spot.weights
        ahead = weights * margins(self.rules, hole, spot.board)[spot.hands.indices]
        total, margin = float(weights.sum()), float(ahead.sum())
        bets = [action for action in actions if action.kind == Kind.RAISE]
        sums = spot.line.fold_sums(bets, np.stack([weights, ahead])) if bets else np.zeros((0, 2))
        values = []
        for action in actions:
            if action.kind == Kind.FOLD:
                values.append(-mine * total)
            elif action.kind == Kind.CALL:
                values.append(min(action.to, theirs) * margin)
        for bet, (folded, ahead_folded) in zip(bets, sums, strict=True):
            values.append(theirs * folded + min(bet.to, most) * (margin - ahead_folded))
        return np.array(values)


@dataclass(frozen=True, eq=False)
class _Held:
    """One hand of the responder."""

    response: LocalResponse
    position: int
    hole: tuple[int, ...]
    chance: Chance | None

    def value(self, spot: Spot) -> float:
        """The responder's value from here, summed over the agent's hands."""
        place = spot.place
        if place.to_act is None:
            return self._ended(spot)
        if place.dealt.board > len(spot.board):
            return self._dealt(spot)
        if place.betting.round >= self.response.exact_from:
            return self.subgame(spot) if self._is_early(place) else self.best(spot)
        if place.to_act != self.position:
            return self._answered(spot)
        action = self.response.choose(spot, self.position, self.hole)
        return self.value(spot.after(action))

    def best(self, spot: Spot, raised: bool = False) -> float:
        """The value of an exact best response within the menus from here; nothing is sampled.

        ``raised``: the responder has already bet in this round.
        """
        place = spot.place
        if place.to_act is None:
            return self._ended(spot)
        if place.dealt.board > len(spot.board):
            return self._every_board(spot, self.best)
        if place.to_act != self.position:
            found = spot.line.chances()
            ways = zip(found.actions, spot.weights * found.probabilities, strict=True)
            return sum(self.best(spot.after(*way), raised) for way in ways if way[1].any())
        menu = LATER if raised else self.response.menus.of(place.betting.round)
        return max(
            self.best(spot.after(action), raised or action.kind == Kind.RAISE)
            for action in menu.actions(place.betting)
        )

    def _is_early(self, place: BettingNode) -> bool:
        """True if many hold'em boards are still to come: they are computed in one pass."""
        rules = self.response.rules
        return is_holdem(rules) and place.betting.round < rules.rounds - 1

    def subgame(self, spot: Spot) -> float:
        """Same as :meth:`best`, by passes over all boards at once."""
        own, theirs = np.zeros(COMBO_COUNT), np.zeros(COMBO_COUNT)
        own[combo_index(*self.hole)] = 1.0
        theirs[spot.hands.indices] = spot.weights
        ranges = (own, theirs) if self.position == 0 else (theirs, own)
        game = response_subgame(
            spot.place.betting, spot.board, spot.line, spot.hands, ranges, self.response.menus
        )
        return game.value() * float(spot.weights.sum())

    def _every_board(self, spot: Spot, value: Callable[[Spot], float]) -> float:
        needed = spot.place.dealt.board - len(spot.board)
        known = {*self.hole, *spot.board}
        left = [card for card in self.response.rules.deck.cards if card not in known]
        hidden = private_hands(self.response.rules, 1 - self.position).shape[1]
        ways = comb(len(left) - hidden, needed)
        boards = [(*spot.board, *cards) for cards in combinations(left, needed)]
        return sum(value(spot.dealt(board)) for board in boards) / ways

    def _ended(self, spot: Spot) -> float:
        """The payoff of a terminal state, averaged over all cards still to come."""
        lost, tied, won = (
            place_payoff / PARTS for place_payoff in outcomes(spot.place, self.position)
        )
        total = float(spot.weights.sum())
        if spot.place.betting.is_folded_out:
            return tied * total
        rows = margins(self.response.rules, self.hole, spot.board)[spot.hands.indices]
        return (won + lost) / 2 * total + (won - lost) / 2 * float(spot.weights @ rows)

    def _answered(self, spot: Spot) -> float:
        """A decision of the agent: folds are weighted, one of the other actions is sampled."""
        found = spot.line.chances()
        total = 0.0
        going: list[tuple[Action, Float64s]] = []
        for action, chances in zip(found.actions, found.probabilities, strict=True):
            weights = spot.weights * chances
            if not weights.any():
                continue
            if spot.place.after(action).to_act is None:
                total += self._ended(spot.after(action, weights))
            else:
                going.append((action, weights))
        if self.chance is None:
            return total + sum(self.value(spot.after(*one)) for one in going)
        if going:
            sums = np.array([weights.sum() for _, weights in going])
            drawn = self.chance.draw(sums)
            total += sums.sum() / sums[drawn] * self.value(spot.after(*going[drawn]))
        return total

    def _dealt(self, spot: Spot) -> float:
        """A deal: all cards, or sampled ones that leave some hand of the range possible."""
        if self.chance is None:
            return self._every_board(spot, self.value)
        needed = spot.place.dealt.board - len(spot.board)
        # a hand sampled from the range blocks its cards; afterwards the range is whole again
        drawn = self.chance.draw(spot.weights)
        hand = private_hands(self.response.rules, 1 - self.position)[spot.hands.indices[drawn]]
        known = {*self.hole, *spot.board, *hand.tolist()}
        deck = self.chance.decks[spot.place.betting.round]
        coming = [card for card in deck if card not in known][:needed]
        after = spot.dealt((*spot.board, *coming))
        return float(spot.weights.sum() / after.weights.sum()) * self.value(after)


def outcomes(place: BettingNode, position: int) -> tuple[int, int, int]:
    """Payoffs of a terminal state to a position with the worse, an equal, the better hand."""
    worse, same, better = (
        place.payoffs(held if position == 0 else held[::-1])[position]
        for held in ((0, 1), (0, 0), (1, 0))
    )
    return worse, same, better
