"""Agents that adapt, by what people write: learners, the bankroll agent, coaches, switchers.

As with strategies, nothing is loaded before an agent is made.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.agents.agent import Agent
from equipoise.agents.options import Option, choice, number, whole
from equipoise.agents.registry import register
from equipoise.agents.strategies import (
    FIX,
    STYLE,
    StrategyFolder,
    read_folder,
    read_mapping,
)
from equipoise.errors import InputError
from equipoise.strategy.folder import is_there

if TYPE_CHECKING:
    from equipoise.agents.opening import Spacing
    from equipoise.translation.options import Style

_REST, _NONE = "rest", "none"
_EXPLOITERS = ("naive-pa", "plus-minus")


def _folder_or_none(text: str) -> object:
    return None if text == _NONE else read_folder(text)


@register(
    "boundary-learner",
    "tries bets until it knows where a hard-translating opponent cuts them",
    (
        Option("bets", "how many bets it tries", "20", whole(2, 100)),
        Option("spacing", "of the bets: even, ratio", "even", choice("even", "ratio")),
        Option("confidence", "when it is sure", "0.99", number(0.01, 0.9999)),
        Option("hands", "after so many trial bets it gives up", "500", whole(2, 10**6)),
        Option("expects", "answers as seen to a bet, or by its model: seen, model", "seen",
               choice("seen", "model")),
        Option("strategy", "folder of what it plays otherwise; none checks and folds", _NONE,
               _folder_or_none),
        Option("then", f"once it knows: {', '.join((_REST, *_EXPLOITERS))}", _REST,
               choice(_REST, *_EXPLOITERS)),
        STYLE,
        FIX,
    ),
)  # fmt: skip
def _boundary_learner(
    bets: int,
    spacing: Spacing,
    confidence: float,
    hands: int,
    expects: str,
    strategy: StrategyFolder | None,
    then: str,
    style: Style,
    fixes: frozenset[str],
) -> Agent:
    from equipoise.agents.baselines import Folder
    from equipoise.agents.blueprint import Blueprint
    from equipoise.agents.exploiters import exploiter, naive
    from equipoise.agents.learner import BoundaryLearner
    from equipoise.agents.source import open_source
    from equipoise.translation.boundary import Learner, answers_expected, answers_seen
    from equipoise.translation.options import Translation

    expectation = answers_seen if expects == "seen" else answers_expected
    learner = Learner(bets, confidence, hands, expectation)
    if strategy is None:
        if then != _REST:
            raise InputError(
                f"then={then} without a strategy",
                "agent boundary-learner",
                expected="strategy=DIR, the strategy it attacks",
            )
        return BoundaryLearner(learner, spacing, Folder())
    source = open_source(strategy.path)
    rest = Blueprint(source, Translation("soft", style, fixes))

    def exploit(mapping: str) -> Agent:
        attacked = Translation(mapping, style, fixes)
        return naive(source, attacked) if then == "naive-pa" else exploiter(then, source, attacked)

    return BoundaryLearner(learner, spacing, rest, None if then == _REST else exploit)


@register(
    "bankroll-2009",
    "explores, then exploits as pays best, or plays soft-translated",
    (
        Option("strategy", "folder of its strategy", "", read_folder),
        Option("bets", "how many bets it tries", "6", whole(2, 50)),
        Option("explore", "trial bets of the first period, at most three", "120", whole(2, 10**6)),
        Option("confidence", "when it is sure of a boundary", "0.95", number(0.01, 0.9999)),
        STYLE,
        FIX,
    ),
)
def _bankroll(
    strategy: StrategyFolder,
    bets: int,
    explore: int,
    confidence: float,
    style: Style,
    fixes: frozenset[str],
) -> Agent:
    from equipoise.agents.bankroll import Bankroll
    from equipoise.agents.source import open_source
    from equipoise.translation.options import Translation

    source = open_source(strategy.path)
    return Bankroll(source, Translation("soft", style, fixes), bets, explore, confidence)


@register(
    "coach",
    "plays one strategy until the hand calls for another",
    (
        Option("first", "folder of the strategy it begins with", "", read_folder),
        Option("second", "folder of the one with more bets", "", read_folder),
        Option("kind", "defensive goes over on the other's bets, full on its own too", "defensive",
               choice("defensive", "full")),
        Option("translation", "how both read bets", "hard", read_mapping),
        STYLE,
        FIX,
    ),
)  # fmt: skip
def _coach(
    first: StrategyFolder,
    second: StrategyFolder,
    kind: str,
    translation: str,
    style: Style,
    fixes: frozenset[str],
) -> Agent:
    from equipoise.agents.blueprint import Blueprint
    from equipoise.agents.coach import Coach
    from equipoise.agents.source import open_source
    from equipoise.translation.options import Translation

    how = Translation(translation, style, fixes)
    one, other = (Blueprint(open_source(folder.path), how) for folder in (first, second))
    return Coach(one, other, full=kind == "full")


@register(
    "switching",
    "samples at each decision one of several strategies by how well it fits",
    (
        Option("strategies", "their folders, with + between", "", lambda text: _folders(text)),
        Option("weights", "nearness, or match: only those that fit exactly", "nearness",
               choice("nearness", "match")),
    ),
)  # fmt: skip
def _switching(strategies: tuple[StrategyFolder, ...], weights: str) -> Agent:
    from equipoise.agents.source import open_source
    from equipoise.agents.switching import Switcher
    from equipoise.translation.weights import by_match, by_nearness

    sources = [open_source(folder.path) for folder in strategies]
    return Switcher(sources, by_match if weights == "match" else by_nearness)


class _Folders(tuple[StrategyFolder, ...]):
    """Several folders, and what tells them from others."""

    @property
    def fingerprint(self) -> str:
        """Of all together."""
        return " ".join(folder.fingerprint for folder in self)


def _folders(text: str) -> object:
    if not text:
        raise InputError("is missing", expected="strategies=DIR+DIR names folders of strategies")
    parts = [text] if is_there(Path(text)) else text.split("+")
    found = [read_folder(part) for part in parts]
    return _Folders(folder for folder in found if isinstance(folder, StrategyFolder))
