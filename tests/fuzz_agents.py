"""Agents against random real bets: none may answer illegally, fail, or lose count of the chips.

``python tests/fuzz_agents.py --hands 1000000`` plays so many hands in all. Strategies are random
and look at no cards, which do not matter to what is legal; solved ones hardly ever come to most of
what can happen. Every round of cases takes other random strategies, games that are deeper or
shallower than those of the strategies, and another combination of options. An agent that is charged
with anything ends the run, with what it takes to play the hand again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cached_property

import numpy as np

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.agents.agent import Agent
from equipoise.agents.bankroll import Bankroll
from equipoise.agents.baselines import Dice
from equipoise.agents.learner import BoundaryLearner
from equipoise.agents.policy_agent import PolicyAgent
from equipoise.agents.watch import Watch
from equipoise.games import GameRules, find_game
from equipoise.kernels.types import Bools
from equipoise.matches.betting_cache import BettingCache
from equipoise.matches.dealing import deal_hands
from equipoise.matches.faults import FaultRules
from equipoise.matches.table import Player, Table
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.coach import Coach
from equipoise.policies.exploiters import SIZINGS, BlindStates, exploiter, naive
from equipoise.policies.opened import OpenedStrategy
from equipoise.policies.switcher import Switcher
from equipoise.spine.cards.readers import Blind
from equipoise.spine.layout import make_layout
from equipoise.spine.tree import build_tree
from equipoise.strategies.purify import Purification
from equipoise.translation.boundary import Learner, answers_expected, answers_seen
from equipoise.translation.mappings import MAPPINGS
from equipoise.translation.options import FIXES, Translation
from equipoise.translation.switching.weights import by_match, by_nearness

#: hands that one agent plays before another takes its place
SESSION = 500
#: where strategies are from: the stack in big blinds, and the bets
SOLVED = (
    (500, "fcpa"),
    (100, "fcpta"),
    (100, "fc75a"),
    (20, "fcpa"),
    (50, "fchpa"),
    (50, "fc75pa"),
    (20, "fchrpa"),
    (20, "tartanian5"),
    (10, "jamfold"),
)
#: stacks that are played, in big blinds
STACKS = (5, 10, 20, 50, 100, 200, 500)
#: stacks in which openings have room for the bets that learners try
DEEP = (100, 200, 500)
TRIED = 6
#: bets that a member of a switching player may have: one size beside all-in
ONE_SIZE = ("fcpa", "fc75a")


class RandomStrategy(OpenedStrategy):
    """Which hands are good is random too; an exploiter that is not blind asks."""

    @cached_property
    def good(self) -> tuple[tuple[Bools, ...], tuple[Bools, ...]]:
        drawn = np.random.default_rng(self.layout.size)
        one, other = drawn.random((2, self.rules.rounds, 1)) < 0.5
        return tuple(one), tuple(other)


def tree_source(stack: int, bets: str, seed: int) -> OpenedStrategy:
    """A random strategy that looks at no cards; many of its actions are never taken."""
    rules = find_game(f"holdem-nolimit:{stack}bb")
    layout = make_layout(build_tree(rules, parse_bets(bets)), BlindStates(rules.rounds))
    source = RandomStrategy(f"{bets} {stack}BB", layout, np.zeros(layout.size), Blind(rules.rounds))
    shuffle(source, seed)
    return source


def shuffle(source: OpenedStrategy, seed: int) -> None:
    """Other probabilities in the same place."""
    drawn = np.random.default_rng(seed)
    values = np.asarray(source.values)
    for node in source.layout.tree.decision_nodes().tolist():
        block = source.layout.block(values, node)
        block[:] = drawn.random(block.shape) * (drawn.random(block.shape) > 0.3) + 1e-9
        block /= block.sum(axis=0)


def some_translation(rng: random.Random) -> Translation:
    """Any way to read bets, in any style, with any fixes."""
    fixes = frozenset(fix for fix in FIXES if rng.random() < 0.6)
    style = rng.choice(("abstract", "real"))
    return Translation(rng.choice(sorted(MAPPINGS)), style, fixes, rng.random() < 0.3)


Make = Callable[[random.Random, list[OpenedStrategy]], Agent]


def _blueprint(rng: random.Random, sources: list[OpenedStrategy]) -> Agent:
    how = rng.choice([None, None, Purification(), Purification(rng.uniform(0.01, 0.5))])
    return PolicyAgent(Blueprint(rng.choice(sources), some_translation(rng), how))


def _exploiter(rng: random.Random, sources: list[OpenedStrategy]) -> Agent:
    name, source = rng.choice(sorted(SIZINGS)), rng.choice(sources)
    return PolicyAgent(exploiter(name, source, some_translation(rng)))


def _naive(rng: random.Random, sources: list[OpenedStrategy]) -> Agent:
    variant = "slides" if rng.random() < 0.5 else "thesis"
    source, translation = rng.choice(sources), some_translation(rng)
    return PolicyAgent(naive(source, translation, variant, rng.random() < 0.5))


def _coach(rng: random.Random, sources: list[OpenedStrategy]) -> Agent:
    by_bets = {str(source.layout.tree.bets[0]): source for source in sources}
    how = some_translation(rng)
    first, second = (Blueprint(by_bets[bets], how) for bets in ("fcpa", "fchpa"))
    return PolicyAgent(Coach(first, second, full=rng.random() < 0.5))


def _switcher(rng: random.Random, sources: list[OpenedStrategy]) -> Agent:
    chosen = rng.sample([s for s in sources if s.name.startswith(ONE_SIZE)], 2)
    return PolicyAgent(Switcher(chosen, by_match if rng.random() < 0.5 else by_nearness))


def _learner(rng: random.Random, sources: list[OpenedStrategy]) -> Agent:
    source, how = rng.choice(sources), some_translation(rng)
    expectation = answers_seen if rng.random() < 0.5 else answers_expected
    learner = Learner(TRIED, rng.uniform(0.5, 0.99), rng.randint(20, 300), expectation)

    def exploit(mapping: str) -> Agent:
        attacked = Translation(mapping, how.style, how.fixes)
        if rng.random() < 0.5:
            return PolicyAgent(naive(source, attacked))
        return PolicyAgent(exploiter("plus-minus", source, attacked))

    spacing = "even" if rng.random() < 0.5 else "ratio"
    return BoundaryLearner(learner, spacing, PolicyAgent(Blueprint(source, how)), exploit)


def _bankroll(rng: random.Random, sources: list[OpenedStrategy]) -> Agent:
    explore = rng.randint(5, 60)
    return Bankroll(rng.choice(sources), some_translation(rng), TRIED, explore, 0.5)


#: agents, how many in a round, and the stacks they can play
KINDS: dict[str, tuple[Make, int, tuple[int, ...]]] = {
    "blueprint": (_blueprint, 4, STACKS),
    "exploiter": (_exploiter, 3, STACKS),
    "naive": (_naive, 1, STACKS),
    "coach": (_coach, 1, STACKS),
    "switcher": (_switcher, 1, STACKS),
    "learner": (_learner, 1, DEEP),
    "bankroll": (_bankroll, 1, DEEP),
}


def some_opponent(rng: random.Random) -> Dice:
    """Dice with bets of any size, more or less wild."""
    size = rng.choice(("any", "any", "any", "min", "pot", "all-in"))
    return Dice(size, **{"fold": rng.uniform(0.05, 0.5), "call": 1.0, "raise": rng.uniform(0.3, 3)})


def play(rules: GameRules, agent: Agent, opponent: Agent, hands: int, seed: int) -> None:
    """Hands through the ordinary table, seats moving; an assertion where anything is charged."""
    agent.check_game(rules)
    players = [
        Player(0, "agent", agent, random.Random(seed)),
        Player(1, "dice", opponent, random.Random(seed + 1)),
    ]
    table = Table(players, FaultRules(seconds=None, forfeit_after=None), Watch(None))
    cache = BettingCache(rules)
    for number, cards in enumerate(deal_hands(rules, seed, 0, hands).hands):
        root = cache.root()
        hand = table.play(root, cards, (number % 2, 1 - number % 2), number)
        assert sum(hand.payoffs()) == 0, f"chips of hand {number}"
        assert players[0].faults.total == 0, f"hand {number}: {players[0].faults.first}"


def fuzz(hands: int, seed: int = 1, say: Callable[[str], None] = print) -> Counter[str]:
    """Play so many hands in all; returns how many of each kind of agent."""
    played: Counter[str] = Counter()
    sources = [tree_source(stack, bets, seed) for stack, bets in SOLVED]
    started, round_number = time.perf_counter(), 0
    while played.total() < hands:
        rng = random.Random(f"{seed} {round_number}")
        for source in sources:
            shuffle(source, rng.randrange(2**32))
        for kind, (make, count, stacks) in KINDS.items():
            for _ in range(count):
                left = min(SESSION, hands - played.total())
                if left <= 0:
                    break
                rules = find_game(f"holdem-nolimit:{rng.choice(stacks)}bb")
                luck = rng.randrange(2**31)
                where = f"--seed {seed}, round {round_number}, {kind}, {rules.name}"
                try:
                    play(rules, make(rng, sources), some_opponent(rng), left, luck)
                except Exception as error:
                    raise AssertionError(f"{where}: {error}") from error
                played[kind] += left
        round_number += 1
        if round_number % 20 == 0:
            say(f"{played.total():,} hands in {time.perf_counter() - started:.0f} s")
    return played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000, help="hands in all")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    def say(text: str) -> None:
        print(text)
        sys.stdout.flush()

    started = time.perf_counter()
    played = fuzz(options.hands, options.seed, say)
    seconds = time.perf_counter() - started
    print(f"{played.total():,} hands, no fault: {dict(played)} in {seconds:.0f} s")


if __name__ == "__main__":
    main()
