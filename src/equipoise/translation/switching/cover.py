"""Cover sets: abstract games that together contain every bet and stack ratio of the full game.

Schnizlein 2009, section 5.4. A decision is described by two numbers: the *stack ratio*, the
starting stack over the pot, and the *bet ratio*, the last bet over the pot after calling it. A
cover game has one bet size besides all-in, a fraction of the pot, and reads every real bet as that
one; its stack is chosen so that after the same betting its stack ratio is the real one. Walking the
full game and adding a game wherever none matches gives a cover of all decisions: for 12 chips 172
games (Table A.1).

Details that the thesis leaves open and its table determines: bets are rounded down to whole chips
with an ante of 100 or more; the ante is the smallest for which the stack is an integer and the bet
is exactly the fraction; a bet may be smaller than the ante; all-in bets need no game of their own,
since every game has them. ``docs/decisions/switching.md`` derives each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

import numpy as np

from equipoise.abstraction.bets.betting import BetSize
from equipoise.base.errors import InputError
from equipoise.games.action import Kind
from equipoise.games.rules import GameRules
from equipoise.spine.game import AbstractGame
from equipoise.spine.tree import DECISION, BettingTree

_SMALLEST_ANTE = 100
FAMILY = "leduc-nolimit"


@dataclass(frozen=True)
class CoverGame:
    """No-limit Leduc with this stack and ante in chips, and one bet besides all-in.

    >>> CoverGame(708, 100, Fraction(1, 6)).problem()
    AbstractGame(game='leduc-nolimit:708,100', bets='fc1/6a', cards='full')
    """

    stack: int
    ante: int
    bet: Fraction

    @property
    def stack_ratio(self) -> Fraction:
        """Stack over ante: identifies a cover game together with the bet."""
        return Fraction(self.stack, self.ante)

    def problem(self) -> AbstractGame:
        """The game to solve."""
        return AbstractGame(f"{FAMILY}:{self.stack},{self.ante}", f"fc{BetSize(self.bet)}a")

    def __str__(self) -> str:
        return f"stack {float(self.stack_ratio):.6f}, bet {float(self.bet):.6f}"


@dataclass(frozen=True)
class Need:
    """The ratios that a decision requires, after ``bets`` bets, the last called or not."""

    stack_ratio: Fraction
    bet: Fraction
    bets: int
    called: bool

    def pot(self, ante: int) -> int | None:
        """The pot of a game with this ante here; None if its bet is not exactly the fraction.

        Each bet is the fraction of the pot after calling, so only their number matters.
        """
        level = before = ante
        for _ in range(self.bets):
            before, level = level, level + int(self.bet * 2 * level)
        asked = level if self.called else before
        if (self.bet * 2 * asked).denominator != 1:
            return None
        return 2 * level if self.called else before + level

    def is_met_by(self, game: CoverGame) -> bool:
        """True if a game has these ratios here."""
        if game.bet != self.bet:
            return False
        pot = self.pot(game.ante)
        return pot is not None and Fraction(game.stack, pot) == self.stack_ratio

    def game(self) -> CoverGame:
        """The game with the smallest ante that has these ratios here."""
        for ante in count(_SMALLEST_ANTE):
            pot = self.pot(ante)
            if pot is not None and (self.stack_ratio * pot).denominator == 1:
                return CoverGame(int(self.stack_ratio * pot), ante, self.bet)
        raise AssertionError("some ante makes everything whole")


def cover_set(tree: BettingTree) -> list[CoverGame]:
    """The cover games of full no-limit Leduc, in the order they are needed."""
    check_covered(tree.rules)
    games: list[CoverGame] = []
    for need in dict.fromkeys(_needs(tree)):
        if not any(need.is_met_by(game) for game in games):
            games.append(need.game())
    return games


def check_covered(rules: GameRules) -> None:
    """Raise InputError for a game without cover games."""
    if rules.name.partition(":")[0] != FAMILY:
        raise InputError(f"{rules.name} has no cover set", expected=f"{FAMILY}:12 or another stack")


def _needs(tree: BettingTree) -> Iterator[Need]:
    """The requirements of all decisions, node by node; facing no bet, for every possible bet."""
    stack = tree.rules.stacks[0]
    bets = [0] * tree.size
    for node in range(tree.size):
        if tree.kind[node] != DECISION:
            continue
        actions = tree.actions_of(node)
        for action, child in zip(actions, tree.children_of(node).tolist(), strict=True):
            bets[child] = bets[node] + (action.kind == Kind.RAISE)
        low, high = sorted(tree.put[node].tolist())
        ratio = Fraction(stack, low + high)
        if low < high < stack:
            yield Need(ratio, Fraction(high - low, 2 * low), bets[node], called=False)
        elif low == high:
            for action in actions:
                if action.kind == Kind.RAISE and action.to < stack:
                    bet = Fraction(action.to - high, 2 * high)
                    yield Need(ratio, bet, bets[node], called=True)


def find_games(
    cover: Sequence[CoverGame], pairs: Sequence[tuple[float, float]], tolerance: float = 5e-7
) -> list[CoverGame]:
    """The games of a cover with these stack and bet ratios, printed to six decimals."""
    found = []
    for stack, bet in pairs:
        fitting = [
            game
            for game in cover
            if abs(game.stack_ratio - stack) <= tolerance and abs(game.bet - bet) <= tolerance
        ]
        if len(fitting) != 1:
            raise InputError(f"the cover has {len(fitting)} games with stack {stack}, bet {bet}")
        found += fitting
    return found


def sample_cover(cover: Sequence[CoverGame], size: int, seed: int, number: int) -> list[CoverGame]:
    """The game with pot bets and the full stack, and others sampled without replacement.

    ``number`` distinguishes samples of one seed. Schnizlein 2009, section 5.5: the fcpa
    player and 14 others.
    """
    if not 1 <= size <= len(cover):
        raise InputError(f"a sample of {size} of {len(cover)} games")
    first = next((game for game in cover if game.bet == 1), None)
    if first is None:
        raise InputError("no game of this cover bets the pot", expected="use a larger stack")
    others = [game for game in cover if game != first]
    rng = np.random.default_rng([seed, number])
    picked = sorted(rng.choice(len(others), size - 1, replace=False).tolist())
    return [first, *(others[place] for place in picked)]
