"""Quality of strategies and policies: exploitability, best responses, expected values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from equipoise.api.strategies import GameStrategy, replace_method
from equipoise.base.errors import InputError, argument
from equipoise.base.progress import Report, silent
from equipoise.evaluation.bounds.responses import SMALL, LocalDeals, quick_menus, response_to
from equipoise.evaluation.estimates import Estimate, estimate
from equipoise.evaluation.expected import Expected, ExpectedValue
from equipoise.evaluation.full_game import InFullGame
from equipoise.evaluation.measured import Measured
from equipoise.evaluation.policy_value import exact_value
from equipoise.evaluation.variance.assess import Assessed, How, parse_estimators
from equipoise.evaluation.variance.known import KnownPlayers
from equipoise.evaluation.variance.matches import assess_opened, open_hands
from equipoise.formats import resolve_game
from equipoise.games.rules import GameRules
from equipoise.policies.policy import Policy
from equipoise.translation.options import Translation


def exploitability(
    strategy: GameStrategy, boards: int | None = None, seed: int = 0, report: Report = silent
) -> Measured:
    """Best-response values against a strategy in the game it was solved for, chips per hand.

    Exact, unless the cards have imperfect recall or a number of sampled ``boards`` is given: then a
    lower bound, with half of its 95% interval in ``extra["interval"]``.
    """
    game = replace(strategy.game, report=report)
    engine = game.measuring_engine(boards, seed=seed)
    return Measured.of(engine.exploitability(strategy.probabilities), game.rules.scale)


def exploit(
    strategy: GameStrategy,
    translation: str = "hard",
    style: str = "abstract",
    fixes: str = "all",
) -> Measured:
    """Exact best-response values in the *full* game, with off-tree bets translated."""
    source, full = strategy.game.passes(), strategy.game.full().passes()
    beside = InFullGame(strategy.game, source, full, strategy.probabilities)
    return beside.exploit(Translation.parse(translation, style, fixes))


def best_response(strategy: GameStrategy, seat: int) -> GameStrategy:
    """The strategy with this seat's part (1 or 2) replaced by a best response; exact games only.

    >>> import equipoise as eq
    >>> uniform = eq.uniform_strategy(eq.AbstractGame("kuhn"))
    >>> answer = eq.best_response(uniform, seat=1)
    >>> round(eq.game_value(answer), 6) == round(eq.exploitability(uniform).responses[0], 6)
    True
    """
    if seat not in (1, 2):
        raise InputError(f"{seat!r} is not a seat", argument("seat"), expected="1 or 2")
    passes = strategy.game.passes("float64")
    answer = passes.best_response(seat - 1, strategy.probabilities)
    made = GameStrategy.of_array(strategy.game, answer)
    return GameStrategy(strategy.game, replace_method(made.stored, f"best response, seat {seat}"))


def game_value(strategy: GameStrategy) -> float:
    """Seat 1's chips per hand when both seats play the strategy; exact games only."""
    passes = strategy.game.passes("float64")
    return passes.expected_value(strategy.probabilities) / strategy.game.rules.scale


def expected_value(
    game: GameRules | str,
    first: Policy,
    second: Policy,
    boards: int = 30,
    seed: int = 0,
    report: Report = silent,
) -> Expected:
    """The first policy's win rate against the second in the real game, mb/hand, computed.

    In hold'em over sampled ``boards``, with a 95% interval; exact for small decks.
    """
    rules = resolve_game(game) if isinstance(game, str) else game
    if first.compiled is not None and second.compiled is not None:
        return ExpectedValue(rules, (first, second)).run(boards, seed, report)
    unit = 1000 / rules.big_blind
    seats = (
        exact_value(rules, (first, second)) * unit,
        -exact_value(rules, (second, first)) * unit,
    )
    mean = sum(seats) / 2
    return Expected(Estimate(mean, 0.0, 0.0, 1, 1), seats, 0, 0, True, np.array([mean]))


def lower_bound(
    game: GameRules | str,
    policy: Policy,
    response: str | None = None,
    deals: int = 200,
    seed: int = 0,
    report: Report = silent,
) -> Estimate:
    """A response's win rate in the real game, mb/hand: a lower bound for best responses.

    ``response`` as in ``equipoise bound``, by default local best response. Each deal is played in
    both seats; small decks are enumerated.

    >>> import equipoise as eq
    >>> bound = eq.lower_bound("holdem-nolimit:100bb", eq.find_agent("fold").make().policy, deals=3)
    >>> bound.mean
    750.0
    """
    rules = resolve_game(game) if isinstance(game, str) else game
    chosen = response_to(rules, policy, response or f"lbr:{quick_menus(rules)}")
    unit = 1000 / rules.big_blind
    if isinstance(chosen, LocalDeals) and rules.deck.size < SMALL:
        return Estimate(sum(chosen.exact()) / 2 * unit, 0.0, 0.0, 1, 1)
    won = []
    for number in range(deals):
        won.append(sum(chosen.deal(seed, number)) / 2 * unit)
        report(number + 1, deals, "lower bound")
    return estimate(np.array(won))


def assess_hands(
    *paths: Path | str,
    by: str = "money,divat",
    game: GameRules | str | None = None,
    policies: Sequence[str] = (),
    values: str = "auto",
    report: Report = silent,
) -> list[Assessed]:
    """Win rates of played hands by variance-reduced estimators, as in ``assess``.

    ``paths`` are the folder of a match or files of hands; ``by`` names estimators. ``policies`` are
    ``NAME=AGENT``, ``values`` the value function of aivat. Each result has ``rates`` (mb/hand by
    player), ``hand_std`` and ``fewer_hands``.
    """
    names = parse_estimators(by)
    rules = resolve_game(game) if isinstance(game, str) else game
    opened = open_hands([Path(path) for path in paths], rules)
    return assess_opened(opened, names, How(KnownPlayers(values=values)), policies, report)
