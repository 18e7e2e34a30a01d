"""Betting paths as text, ``cr6c/``, and the node they lead to.

``f`` folds, ``c`` checks or calls, ``r6`` bets or raises to 6 chips put in over the whole hand, as
in ACPC match states. Where a node has one raise ``r`` is enough, and ``a`` is all-in. A slash
stands where a round ends; it may be left out.
"""

from __future__ import annotations

import re

from equipoise.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.trees.tree import DECISION, FOLD, BettingTree

_STEP = re.compile(r"[fca]|r[0-9]{0,9}", re.ASCII)


def step_text(action: Action) -> str:
    """An action as a path writes it."""
    return {Kind.FOLD: "f", Kind.CALL: "c"}.get(action.kind, f"r{action.to}")


def action_name(tree: BettingTree, node: int, action: Action) -> str:
    """An action of a node for people, in the units of the game."""
    player = int(tree.player[node])
    put = [int(chips) for chips in tree.put[node]]
    if action.kind == Kind.FOLD:
        return "fold"
    if action.kind == Kind.CALL:
        return "check" if action.to == put[player] else "call"
    if action.to >= tree.rules.stacks[player]:
        return "all-in"
    verb = "bet" if put[0] == put[1] else "raise"
    return f"{verb} to {float(tree.rules.units(action.to)):g}"


def find_decision(tree: BettingTree, path: str) -> int:
    """The decision node that a path leads to; errors name the step and what there is instead."""
    node, at, slashes = 0, 0, 0
    while at < len(path):
        if path[at] == "/":
            if not slashes:
                raise _refuse(tree, node, path, at, "no round ends here")
            slashes -= 1
            at += 1
            continue
        if tree.kind[node] != DECISION:
            raise _refuse(tree, node, path, at, _over(tree, node))
        match = _STEP.match(path, at)
        if match is None:
            raise _refuse(tree, node, path, at, f"{path[at]!r} is no step")
        place = _choice(tree, node, match[0])
        if place is None:
            raise _refuse(tree, node, path, at, f"there is no {match[0]} here")
        child = int(tree.children_of(node)[place])
        slashes = int(tree.round[child]) - int(tree.round[node])
        node, at = child, match.end()
    if tree.kind[node] != DECISION:
        raise _refuse(tree, node, path, None, _over(tree, node))
    return node


def _choice(tree: BettingTree, node: int, step: str) -> int | None:
    """The place of a step among a node's actions."""
    actions = tree.actions_of(node)
    texts = [step_text(action) for action in actions]
    raises = [place for place, action in enumerate(actions) if action.kind == Kind.RAISE]
    if step == "r":
        return raises[0] if len(raises) == 1 else None
    if step == "a":
        stack = tree.rules.stacks[int(tree.player[node])]
        return next((place for place in raises if actions[place].to >= stack), None)
    return texts.index(step) if step in texts else None


def _over(tree: BettingTree, node: int) -> str:
    how = "a fold" if tree.kind[node] == FOLD else "a showdown"
    return f"the betting is over after {tree.path(node)}, with {how}"


def _refuse(tree: BettingTree, node: int, path: str, at: int | None, problem: str) -> InputError:
    steps = ", ".join(step_text(action) for action in tree.actions_of(node))
    after = f"after {tree.path(node)} " if node else "at the start "
    expected = f"{after}there are {steps}" if steps else "a path to a decision"
    return InputError(problem, "path", path, at, expected)
