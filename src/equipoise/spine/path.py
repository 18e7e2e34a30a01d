"""The node of a betting tree that a betting line leads to (:mod:`equipoise.games.lines`).

``r`` suffices if a node has a single raise, and ``a`` is the all-in raise.
"""

from __future__ import annotations

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.games.lines import ROUND_END, action_text, split_line
from equipoise.spine.tree import DECISION, FOLD, BettingTree


def action_name(tree: BettingTree, node: int, action: Action) -> str:
    """The name of an action at a node, in the units of the game."""
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
    """The decision node of a path; errors name the step and the possible ones."""
    node, round_ends = 0, 0
    for at, step in split_line(path, "path"):
        if step == ROUND_END:
            if not round_ends:
                raise _refuse(tree, node, path, at, "no round ends here")
            round_ends -= 1
            continue
        if tree.kind[node] != DECISION:
            raise _refuse(tree, node, path, at, _over(tree, node))
        place = _choice(tree, node, step)
        if place is None:
            raise _refuse(tree, node, path, at, f"there is no {step} here")
        child = int(tree.children_of(node)[place])
        round_ends = int(tree.round[child]) - int(tree.round[node])
        node = child
    if tree.kind[node] != DECISION:
        raise _refuse(tree, node, path, None, _over(tree, node))
    return node


def _choice(tree: BettingTree, node: int, step: str) -> int | None:
    """The index of a step among a node's actions."""
    actions = tree.actions_of(node)
    texts = [action_text(action) for action in actions]
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
    steps = ", ".join(action_text(action) for action in tree.actions_of(node))
    after = f"after {tree.path(node)} " if node else "at the start "
    expected = f"{after}there are {steps}" if steps else "give a path to a decision"
    return InputError(problem, "path", path, at, expected)
