"""The re-solving agent: ``resolve:strategy=DIR,from=turn,method=mixed``.

This module is imported wherever an agent is named, so what needs kernels is loaded when one is
made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from equipoise.agents.agent import Agent
from equipoise.agents.options import Option, choice, number, whole
from equipoise.agents.registry import register
from equipoise.agents.strategies import FIX, STYLE, StrategyFolder, read_folder, read_mapping
from equipoise.base.errors import InputError

if TYPE_CHECKING:
    from equipoise.policies.resolving.plan import ResolvePlan

STREETS = ("flop", "turn", "river")
NAMES = ("unsafe", "resolve", "maxmargin", "reach", "floor", "mixed", "combined")
_SAME = "same"
_BETS = "fcpa+fca/fcpa+fca/fcpa+fca/fchpa+fcpa+fca"
_MOST_ITERATIONS, _MOST_SECONDS = 1_000_000, 3600.0


def _menu(text: str) -> object:
    """A menu of bets, as text that can be read."""
    from equipoise.abstraction.bets.betting import BettingAbstraction

    try:
        BettingAbstraction.parse(text)
    except InputError as error:
        raise InputError(f"is {text!r}: {error.problem}", expected=error.expected) from None
    return text


OPTIONS = (
    Option("strategy", "folder of the blueprint", "", read_folder),
    Option("from", "first street that is re-solved: flop, turn, river", "turn", choice(*STREETS)),
    Option("method", f"how: {', '.join(NAMES)}", "mixed", choice(*NAMES)),
    Option("first", "method of a hand's first solve", _SAME, choice(_SAME, *NAMES)),
    Option(
        "again",
        "when it solves again: off-tree bets, every street, always",
        "street",
        choice("off-tree", "street", "always"),
    ),
    Option(
        "nested", "an off-tree bet is solved from after or before it", "after",
        choice("after", "before"),
    ),
    Option("bets", "menu of the street that is solved", _BETS, _menu),
    Option("later", "menu of streets after it inside a solve", "fcpa+fca", _menu),
    Option(
        "iterations", "of a solve; 0: 600 on the flop, 150 on the turn, 300 on the river", "0",
        whole(0, _MOST_ITERATIONS),
    ),
    Option(
        "seconds", "of a solve instead of iterations; 0: iterations (reproducible)", "0",
        number(0.0, _MOST_SECONDS),
    ),
    Option(
        "translation", "how off-tree bets are read before that street", "hard", read_mapping
    ),
    STYLE,
    FIX,
)  # fmt: skip


@register("resolve", "plays a strategy, and re-solves late streets with the real bets", OPTIONS)
def _resolve(**given: Any) -> Agent:
    from equipoise.agents.policy_agent import PolicyAgent
    from equipoise.policies.blueprint import Blueprint
    from equipoise.policies.opened import open_for_play
    from equipoise.policies.resolving.resolver import Resolver
    from equipoise.translation.options import Translation

    folder: StrategyFolder = given["strategy"]
    translation = Translation(given["translation"], given["style"], given["fixes"])
    return PolicyAgent(Resolver(Blueprint(open_for_play(folder.path), translation), _plan(given)))


def _plan(given: dict[str, Any]) -> ResolvePlan:
    """What the options say; ``from`` is no name in Python, so they come as a dictionary."""
    from equipoise.abstraction.bets.betting import BettingAbstraction
    from equipoise.policies.resolving.plan import METHODS, ResolvePlan

    method, gifts = METHODS[given["method"]]
    first = given["first"]
    return ResolvePlan(
        start=1 + STREETS.index(given["from"]),
        method=method,
        first=None if first == _SAME else METHODS[first][0],
        again=given["again"],
        nested=given["nested"],
        gifts=gifts,
        bets=BettingAbstraction.parse(given["bets"]),
        later=BettingAbstraction.parse(given["later"]),
        iterations=given["iterations"] or None,
        seconds=given["seconds"] or None,
    )
