"""Two agents at a table, as plain objects, and opponents made up to be learnt about."""

from random import Random

from equipoise.agents.agent import Agent
from equipoise.agents.watch import Watch
from equipoise.games import Action, Kind, find_game
from equipoise.matches.betting_cache import PARTS, BettingCache
from equipoise.matches.dealing import deal_hands
from equipoise.matches.faults import FaultRules
from equipoise.matches.table import Player, Table


def sit(agent, opponent, game, hands, seed=0):
    """What the agent wins in each hand, in chips; seats move, and nobody may be at fault."""
    rules = find_game(game)
    agent.check_game(rules)
    players = [
        Player(0, "agent", agent, Random(seed)),
        Player(1, "opponent", opponent, Random(seed + 1)),
    ]
    table = Table(players, FaultRules(seconds=None, forfeit_after=None), Watch(None))
    root, won = BettingCache(rules).root(), []
    for hand, cards in enumerate(deal_hands(rules, seed, 0, hands).hands):
        order = (hand % 2, 1 - hand % 2)
        played = table.play(root, cards, order, hand)
        parts = played.payoffs()
        table.end(played, order)
        won.append(parts[order.index(0)] / PARTS)
    assert [player.faults.first for player in players] == ["", ""]
    return won


class HardReader(Agent):
    """Answers first bets up to a total from one distribution, larger ones from another.

    To a later bet of the other it folds with a chance of its own, or ``springs`` a raise on who
    holds nothing; else it checks and calls.
    """

    def __init__(self, boundary, lower, upper, later=0.9, springs=False):
        self.boundary, self.lower, self.upper, self.later = boundary, lower, upper, later
        self.springs = springs

    def act(self, observation, rng):
        legal = observation.legal()
        bets = [
            move.action.to
            for moves in observation.history
            for move in moves
            if move.position != observation.position and move.action.kind == Kind.RAISE
        ]
        if not bets or legal.is_check:
            return Action.call()
        if len(bets) > 1 and self.springs and legal.can_raise:
            return Action.raise_to(legal.max_raise)
        if len(bets) > 1:
            return Action.fold() if rng.random() < self.later else Action.call()
        chances = self.lower if bets[0] <= self.boundary else self.upper
        drawn = rng.random()
        if drawn < chances[0]:
            return Action.fold()
        if drawn < chances[0] + chances[1] or not legal.can_raise:
            return Action.call()
        return Action.raise_to(legal.min_raise)
