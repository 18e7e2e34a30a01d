"""A spot as a game of the spine."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np

from equipoise.abstraction.bets.edits import Path, Step
from equipoise.base.errors import InputError, argument
from equipoise.games.betting import BettingState
from equipoise.games.catalogue import find_game
from equipoise.games.rules import Betting
from equipoise.games.start import spot_betting
from equipoise.spine.game import AbstractGame, Start
from equipoise.spine.locks import Lock
from equipoise.spine.spot_node import met_by
from equipoise.spine.tree import DECISION, BettingTree, Rake, build_tree
from equipoise.spots.lines import SpotLine
from equipoise.spots.locking import SpotLock
from equipoise.spots.spot import Spot
from equipoise.spots.walk import Walker, action_names

_NAME = "spot"
_RULES = "holdem-nolimit:100bb"


def spot_start(spot: Spot) -> BettingState:
    """The betting at the start of a spot, in chips of the engine."""
    scale = spot.scale
    rules = find_game(_RULES)
    rules = replace(
        rules,
        name=_NAME,
        betting=Betting("no-limit", sizes=(scale.unit,) * rules.rounds),
        blinds=(0, 0),
        scale=scale.chips,
    )
    return spot_betting(rules, spot.round, scale.engine(spot.pot), scale.engine(spot.stack))


def spot_tree(spot: Spot) -> BettingTree:
    """The betting tree of a spot; edited lines must exist in it."""
    start = spot_start(spot)
    tree = build_tree(start.rules, spot.plan, start)
    if spot.remove or spot.add:
        plain = replace(spot.plan, edits=replace(spot.plan.edits, removed=()))
        walker = Walker(build_tree(start.rules, plain, start), plain, start, spot.cards)
        for line in (*spot.remove, *spot.add):
            walker.find(SpotLine(Path.parse(line).steps), cards_needed=False)
    return tree


def spot_walker(spot: Spot, tree: BettingTree) -> Walker:
    """The walker of lines through the tree of a spot."""
    return Walker(tree, spot.plan, spot_start(spot), spot.cards)


def spot_game(spot: Spot) -> AbstractGame:
    """The game for the solver."""
    tree = spot_tree(spot)
    walker = spot_walker(spot, tree)
    locks = tuple(_lock(lock, walker) for lock in spot.locks)
    rake = None
    if spot.rake:
        cap = inf if spot.rake_cap is None else float(spot.rake_cap * spot.scale.chips)
        rake = Rake(float(spot.rake) / 100, cap)
    if not pairs_of(spot):
        raise InputError(
            "no two hands of the ranges can be dealt together",
            f"{argument('oop')} and {argument('ip')}",
        )
    ranges = (spot.oop.weights, spot.ip.weights)
    start = Start(spot_start(spot), spot.cards, ranges, rake, locks)
    return AbstractGame(_NAME, start=start, menus=spot.plan)


def pairs_of(spot: Spot) -> float:
    """The number of pairs of hands of the ranges that can be dealt together, weighted."""
    first, second = (given.without(spot.cards).weights for given in spot.ranges)
    return float(first @ met_by(spot.cards, second))


def _lock(lock: SpotLock, walker: Walker) -> Lock:
    """A lock at its node, in the engine's form."""
    tree = walker.tree
    place = walker.find(lock.line, cards_needed=False)
    if tree.kind[place.node] != DECISION:
        raise InputError("nobody acts there", "lock", str(lock.line))
    names = action_names(tree, place.node)
    shares: list[float | None] = [None] * len(names)
    for name, share in lock.shares:
        at = walker.choice(Step.parse(name), place)
        if at is None:
            raise InputError(
                f"there is no {name}", "lock", str(lock), expected=f"one of {', '.join(names)}"
            )
        shares[at] = float(share)
    rest = 1.0 - sum(share or 0.0 for share in shares)
    left = [at for at, share in enumerate(shares) if share is None]
    if rest > 1e-9:
        if len(left) != 1:
            raise InputError(
                f"shares of {1 - rest:.4%}", "lock", str(lock),
                expected="use 100%, or omit one action, which gets the rest",
            )  # fmt: skip
        shares[left[0]] = rest
    column = np.array([share or 0.0 for share in shares])
    strategy = column[:, None] * (lock.hands.weights > 0)[None, :]
    return Lock(tree.path(place.node), strategy, None if place.missing else place.cards)
