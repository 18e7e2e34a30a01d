"""Players with known policies, and the estimators that use them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from equipoise.agents.registry import find_agent
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.evaluation.variance.abstract_values import AbstractValues
from equipoise.evaluation.variance.divat import views_of
from equipoise.evaluation.variance.engine import Aivat, View
from equipoise.evaluation.variance.hands import PlayedHands, check_private_cards, check_shown
from equipoise.evaluation.variance.importance import ImportanceSampling, Scored
from equipoise.evaluation.variance.ranges import ranges_of
from equipoise.evaluation.variance.spots import Spot
from equipoise.evaluation.variance.values import (
    AllInEquity,
    NoValue,
    PolicyValues,
    ValueFunction,
)
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Bools, Float64s
from equipoise.policies.opened import open_for_play
from equipoise.policies.policy import Policy
from equipoise.policies.resolving.resolver import blueprint_of
from equipoise.spine.cards.preflop import is_holdem
from equipoise.spine.cards.readers import HandBuckets

Imaginary = Literal["none", "endings", "cards", "both"]
IMAGINARY: tuple[Imaginary, ...] = ("none", "endings", "cards", "both")
#: named value functions of AIVAT; anything else is the folder of a strategy
NO_VALUES, EQUITY, AUTOMATIC = "none", "equity", "auto"
_EVERY = 50  # hands between reports of progress


@dataclass(frozen=True)
class KnownPlayers:
    """Known policies by player index, and the settings of their estimators.

    ``values``: the value function of AIVAT by name, or the folder of a strategy. ``evaluated``: the
    policy for importance sampling to evaluate instead of the one that played.
    """

    policies: dict[int, Policy] = field(default_factory=dict)
    values: str = AUTOMATIC
    imaginary: Imaginary = "both"
    scored: Scored = "money"
    evaluated: Policy | None = None


def named_policy(agent: str) -> Policy | None:
    """The policy of an agent by its specification, or None."""
    spec = find_agent(agent)
    if spec.entry.file is not None or spec.entry.needs_terminal:
        return None
    return spec.make().policy


def check_policies(
    rules: GameRules, names: Sequence[str], policies: dict[int, Policy], what: str
) -> None:
    """Raise InputError unless an estimator can use these policies in this game."""
    check_private_cards(rules, what)
    if not policies:
        raise InputError(
            f"{what} needs the policy of a player: {' and '.join(names)} have none",
            expected="a player that is a stored strategy, or --policy NAME=AGENT",
        )
    for policy in policies.values():
        policy.check_game(rules)


def _checked(hands: PlayedHands, known: KnownPlayers, what: str) -> dict[int, Policy]:
    """The known policies; InputError if there are none."""
    check_policies(hands.rules, hands.names, known.policies, what)
    return known.policies


def value_function(
    hands: PlayedHands, known: KnownPlayers, player: int, report: Report = silent
) -> ValueFunction:
    """The value function of a player's estimates.

    Automatic: the values of the player's strategy if it has buckets, or of the other known
    player's; exact values with a small deck; else all-in equity.
    """
    if known.values == NO_VALUES:
        return NoValue()
    if known.values == EQUITY:
        return AllInEquity()
    if known.values != AUTOMATIC:
        strategy = open_for_play(Path(known.values))
        strategy.check_game(hands.rules)
        return AbstractValues(strategy, report)
    own = known.policies[player]
    if not is_holdem(hands.rules):
        return _SeatedValues(own, known.policies.get(1 - player, own))
    for policy in (own, *known.policies.values()):
        blueprint = blueprint_of(policy)
        if blueprint is not None and isinstance(blueprint.strategy.reader, HandBuckets):
            return AbstractValues(blueprint.strategy, report)
    return AllInEquity()


class _SeatedValues(ValueFunction):
    """Exact values of a player at either position."""

    def __init__(self, own: Policy, other: Policy) -> None:
        mine, theirs = ranges_of(own), ranges_of(other)
        self._by_position = PolicyValues((mine, theirs)), PolicyValues((theirs, mine))

    def values(self, spot: Spot) -> Float64s:
        """The value at the position of the spot."""
        return self._by_position[spot.position].values(spot)


def aivat_scores(
    hands: PlayedHands, known: KnownPlayers, report: Report = silent
) -> tuple[Float64s, list[str]]:
    """AIVAT scores by position [n, 2], in chips, and a note."""
    policies = _checked(hands, known, "aivat")
    check_shown(hands, "aivat")
    shared: dict[int, ValueFunction] = {}
    for player in policies:
        # one value function serves both positions, except exact ones, which depend on the seats
        again = shared and is_holdem(hands.rules)
        made = next(iter(shared.values())) if again else value_function(hands, known, player)
        shared[player] = made
    ranges = {player: ranges_of(policy) for player, policy in policies.items()}
    estimates = {
        player: Aivat(shared[player], own, ranges.get(1 - player)) for player, own in ranges.items()
    }

    def of_view(player: int, row: int, view: View) -> float:
        shared[player].start(row)
        return estimates[player].terms(view).total

    names = " and ".join(hands.names[player] for player in policies)
    kind = type(next(iter(shared.values()))).__name__
    notes = [f"aivat: known {names}; values: {_VALUE_NAMES.get(kind, 'exact')}"]
    return _by_position(hands, policies, of_view, report), notes


_VALUE_NAMES = {
    "NoValue": "none",
    "AllInEquity": "all-in equity",
    "AbstractValues": "of the abstract strategy",
}


def importance_scores(
    hands: PlayedHands, known: KnownPlayers, report: Report = silent
) -> tuple[Float64s, dict[str, float], list[str]]:
    """Importance sampling: scores by position [n, 2], details, and notes.

    Details: the effective sample size and, off-policy, the share of the evaluated policy's outcomes
    that cannot be observed. Of two known players the first is used; off-policy the other's policy
    stays.
    """
    policies = _checked(hands, known, "importance")
    player, played = next(iter(policies.items()))
    partial = not bool(hands.shows_all.all())
    if partial and not bool((hands.shows_all | _folded(hands)).all()):
        raise InputError(
            "importance needs the cards of both players at every showdown",
            expected="hands with the cards that were shown",
        )
    if known.evaluated is not None:
        known.evaluated.check_game(hands.rules)
    estimate = ImportanceSampling(
        played,
        known.evaluated,
        endings=known.imaginary in ("endings", "both"),
        cards=known.imaginary in ("cards", "both"),
        scored=known.scored,
        partial=partial,
    )
    weights, unseen = np.zeros(len(hands)), np.zeros(len(hands))

    def of_view(_: int, row: int, view: View) -> float:
        found = estimate.of_hand(view)
        weights[row], unseen[row] = found.weight, found.unseen
        return found.value

    scores = _by_position(hands, {player: played}, of_view, report)
    size = float(weights.sum() ** 2 / (weights**2).sum())
    how = "off-policy" if known.evaluated is not None else "on-policy"
    notes = [
        f"importance: {hands.names[player]} {how}, imaginary observations: {known.imaginary}, "
        f"scores: {known.scored}; effective sample size {size:,.0f} of {len(hands):,}"
    ]
    details = {"effective_sample_size": size}
    if known.evaluated is not None:
        details["unseen"] = float(unseen.mean())
    if unseen.any():
        notes.append(
            f"importance: {hands.names[player]} never does what the evaluated policy does in "
            f"{unseen.mean():.1%} of its hands, which the estimate leaves out: a bias; let a "
            "policy play that sometimes does everything"
        )
    if partial:
        notes.append(
            "importance: some cards are hidden; folds are averaged over own hands without removing "
            "the opponent's cards, a small bias"
        )
    return scores, details, notes


def _folded(hands: PlayedHands) -> Bools:
    """True for hands that ended with a fold."""
    ended: Bools = np.array([line.end.betting.is_folded_out for line in hands.lines])
    return ended[hands.line_of]


def _by_position(
    hands: PlayedHands,
    policies: dict[int, Policy],
    of_view: Callable[[int, int, View], float],
    report: Report,
) -> Float64s:
    """Scores by position: the mean over the known players' estimates."""
    scores = np.zeros((len(hands), 2))
    for row, views in enumerate(_views(hands, tuple(policies))):
        total = 0.0
        for player, view in views:
            try:
                value = of_view(player, row, view)
            except InputError as error:
                what = f"hand {hands.deal[row]}, {hands.names[player]}"
                raise InputError(error.problem, what, expected=error.expected) from None
            total += value if view.position == 0 else -value
        # a hand without a known player scores the money
        scores[row, 0] = total / len(views) if views else hands.won[row, 0]
        if row % _EVERY == 0:
            report(row, len(hands))
    scores[:, 1] = -scores[:, 0]
    return scores


def _views(hands: PlayedHands, players: tuple[int, ...]) -> Iterator[list[tuple[int, View]]]:
    numbers = [hands.hand_numbers(position).tolist() for position in range(2)]
    seats = {player: hands.seats_of(player).tolist() for player in players}
    for row in range(len(hands)):
        pair = numbers[0][row], numbers[1][row]
        yield [
            (player, views_of(hands, row, pair, seats[player][row]))
            for player in players
            if seats[player][row] >= 0
        ]
