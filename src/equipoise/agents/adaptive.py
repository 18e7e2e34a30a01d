"""Adaptive agents by name: learners, the bankroll agent, coaches, switchers.

As with strategies, nothing is loaded before an agent is created.
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
from equipoise.base.errors import InputError
from equipoise.strategies.folder import is_there

if TYPE_CHECKING:
    from equipoise.agents.opening import Spacing
    from equipoise.translation.options import Style

_REST, _NONE = "rest", "none"
_EXPLOITERS = ("naive-pa", "plus-minus")


def _folder_or_none(text: str) -> object:
    return None if text == _NONE else read_folder(text)


@register(
    "boundary-learner",
    "learns the boundary of an opponent with hard translation by trial bets",
    (
        Option("bets", "number of trial bets", "20", whole(2, 100)),
        Option("spacing", "spacing of the bets: even, ratio", "even", choice("even", "ratio")),
        Option("confidence", "confidence needed", "0.99", number(0.01, 0.9999)),
        Option("hands", "maximum number of trial bets", "500", whole(2, 10**6)),
        Option("expects", "expected answers: seen (to each bet) or model", "seen",
               choice("seen", "model")),
        Option("strategy", "folder of the strategy it plays otherwise; none: check or fold", _NONE,
               _folder_or_none),
        Option("then", f"what it plays afterwards: {', '.join((_REST, *_EXPLOITERS))}", _REST,
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
    from equipoise.agents.learner import BoundaryLearner
    from equipoise.agents.policy_agent import PolicyAgent
    from equipoise.policies.blueprint import Blueprint
    from equipoise.policies.exploiters import exploiter, naive
    from equipoise.policies.opened import open_for_play
    from equipoise.translation.boundary import Learner, answers_expected, answers_seen
    from equipoise.translation.options import Translation

    expectation = answers_seen if expects == "seen" else answers_expected
    learner = Learner(bets, confidence, hands, expectation)
    if strategy is None:
        if then != _REST:
            raise InputError(
                f"then={then} without a strategy",
                "agent boundary-learner",
                expected="give strategy=DIR, the strategy it attacks",
            )
        return BoundaryLearner(learner, spacing, Folder())
    opened = open_for_play(strategy.path)
    rest = PolicyAgent(Blueprint(opened, Translation("soft", style, fixes)))

    def exploit(mapping: str) -> Agent:
        attacked = Translation(mapping, style, fixes)
        if then == "naive-pa":
            return PolicyAgent(naive(opened, attacked))
        return PolicyAgent(exploiter(then, opened, attacked))

    return BoundaryLearner(learner, spacing, rest, None if then == _REST else exploit)


@register(
    "bankroll-2009",
    "explores, then exploits if that pays, or plays with soft translation",
    (
        Option("strategy", "folder of its strategy", "", read_folder),
        Option("bets", "number of trial bets", "6", whole(2, 50)),
        Option("explore", "trial bets of a period; at most three periods", "120", whole(2, 10**6)),
        Option("confidence", "confidence needed in a boundary", "0.95", number(0.01, 0.9999)),
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
    from equipoise.policies.opened import open_for_play
    from equipoise.translation.options import Translation

    opened = open_for_play(strategy.path)
    return Bankroll(opened, Translation("soft", style, fixes), bets, explore, confidence)


@register(
    "coach",
    "switches to a second strategy when the hand leaves the first one's bets",
    (
        Option("first", "folder of the strategy it begins with", "", read_folder),
        Option("second", "folder of the strategy with more bets", "", read_folder),
        Option("kind", "defensive: switch on the opponent's bets; full: also own", "defensive",
               choice("defensive", "full")),
        Option("translation", "mapping of both strategies", "hard", read_mapping),
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
    from equipoise.agents.policy_agent import PolicyAgent
    from equipoise.policies.blueprint import Blueprint
    from equipoise.policies.coach import Coach
    from equipoise.policies.opened import open_for_play
    from equipoise.translation.options import Translation

    how = Translation(translation, style, fixes)
    one, other = (Blueprint(open_for_play(folder.path), how) for folder in (first, second))
    return PolicyAgent(Coach(one, other, full=kind == "full"))


@register(
    "switching",
    "samples one of several strategies at each decision, by how well it fits",
    (
        Option("strategies", "strategy folders joined by +", "", lambda text: _folders(text)),
        Option("weights", "nearness, or match: only strategies that fit exactly", "nearness",
               choice("nearness", "match")),
    ),
)  # fmt: skip
def _switching(strategies: tuple[StrategyFolder, ...], weights: str) -> Agent:
    from equipoise.agents.policy_agent import PolicyAgent
    from equipoise.policies.opened import open_for_play
    from equipoise.policies.switcher import Switcher
    from equipoise.translation.switching.weights import by_match, by_nearness

    opened = [open_for_play(folder.path) for folder in strategies]
    return PolicyAgent(Switcher(opened, by_match if weights == "match" else by_nearness))


class _Folders(tuple[StrategyFolder, ...]):
    """Several strategy folders with a common fingerprint."""

    @property
    def fingerprint(self) -> str:
        """The fingerprint of all folders together."""
        return " ".join(folder.fingerprint for folder in self)


def _folders(text: str) -> object:
    if not text:
        raise InputError(
            "is missing", expected="give strategies=DIR+DIR, the folders of strategies"
        )
    parts = [text] if is_there(Path(text)) else text.split("+")
    found = [read_folder(part) for part in parts]
    return _Folders(folder for folder in found if isinstance(folder, StrategyFolder))
