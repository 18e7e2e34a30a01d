"""Hard translation: an abstract strategy as a strategy of the full game.

While the real hand is played the agent keeps one place in its abstract tree. An opponent's raise to
x chips is read as the abstract raise to A or B, the neighbours of x, whose ratio to x is nearer to
one; at the geometric mean itself as the larger (Schnizlein 2009, section 4.2). Amounts are total
chips of the hand. The agent's own raise is made to the abstract amount, so that the real pot comes
back in line where it was not ("fixing the pot" on the slides), or to the nearest legal amount.
Where the abstract hand is over, or has lost step with the real one, the agent checks and calls.
"""

from __future__ import annotations

import numpy as np

from equipoise.abstraction.card_model import Buckets
from equipoise.games.action import Action, Kind
from equipoise.kernels.types import Float64s, Int64s
from equipoise.trees.layout import Layout
from equipoise.trees.tree import DECISION, BettingTree


def nearest_raise(to: int, amounts: list[int]) -> int:
    """The place of the abstract raise that a real raise is read as; amounts ascend.

    >>> nearest_raise(5, [2, 12]), nearest_raise(4, [2, 12]), nearest_raise(6, [4, 9])
    (1, 0, 1)
    """
    above = next((i for i, amount in enumerate(amounts) if amount >= to), len(amounts))
    if above == 0:
        return 0
    if above == len(amounts):
        return above - 1
    lower, upper = amounts[above - 1], amounts[above]
    return above - 1 if to * to < lower * upper else above


def translate_seat(
    seat: int,
    source: Layout,
    probabilities: Float64s,
    buckets: Buckets,
    target: Layout,
    out: Float64s,
) -> None:
    """Fill one seat's part of a full-game strategy from an abstract one.

    ``buckets[player][round]`` maps the target's card states to the source's.
    """
    waiting: list[tuple[int, int | None]] = [(0, 0)]
    real, abstract = target.tree, source.tree
    while waiting:
        node, place = waiting.pop()
        if real.kind[node] != DECISION:
            continue
        in_step = (
            place is not None
            and abstract.kind[place] == DECISION
            and abstract.player[place] == real.player[node]
            and abstract.round[place] == real.round[node]
        )
        if not in_step:
            place = None
        if real.player[node] == seat:
            bucket_of = buckets[seat][int(real.round[node])]
            following = _fill_own(source, probabilities, bucket_of, target, node, place, out)
        else:
            following = [_read(abstract, place, action) for action in real.actions_of(node)]
        children = real.children_of(node)
        waiting += [(int(child), after) for child, after in zip(children, following, strict=True)]


def translate(
    source: Layout, probabilities: Float64s, buckets: Buckets, target: Layout
) -> Float64s:
    """Both seats of an abstract strategy as a strategy of the full game."""
    out = np.zeros(target.size)
    for seat in range(2):
        translate_seat(seat, source, probabilities, buckets, target, out)
    return out


def _fill_own(
    source: Layout,
    probabilities: Float64s,
    bucket_of: Int64s,
    target: Layout,
    node: int,
    place: int | None,
    out: Float64s,
) -> list[int | None]:
    """Write the block of an own node; returns the abstract place after each real action."""
    actions = target.tree.actions_of(node)
    block = target.block(out, node)
    if place is None:
        block[_call(actions)] = 1.0
        return [None] * len(actions)
    mine = source.block(probabilities, place)
    following: list[int | None] = [None] * len(actions)
    nearest: list[int] = [-1] * len(actions)
    menu = source.tree.actions_of(place)
    children = source.tree.children_of(place)
    for number, action in enumerate(menu):
        real = _make(action, actions)
        block[real] += mine[number][bucket_of]
        distance = abs(action.to - actions[real].to)
        if nearest[real] < 0 or distance <= nearest[real]:
            nearest[real] = distance
            following[real] = int(children[number])
    return following


def _make(action: Action, legal: tuple[Action, ...]) -> int:
    """The real action an abstract one is played as: the same, or the nearest of its kind."""
    kinds = [choice.kind for choice in legal]
    if action.kind == Kind.FOLD and Kind.FOLD in kinds:
        return kinds.index(Kind.FOLD)
    raises = [i for i, kind in enumerate(kinds) if kind == Kind.RAISE]
    if action.kind == Kind.RAISE and raises:
        return min(raises, key=lambda i: (abs(legal[i].to - action.to), -legal[i].to))
    return _call(legal)


def _call(legal: tuple[Action, ...]) -> int:
    return [choice.kind for choice in legal].index(Kind.CALL)


def _read(tree: BettingTree, place: int | None, action: Action) -> int | None:
    """The abstract place after an opponent's real action."""
    if place is None:
        return None
    menu = tree.actions_of(place)
    children = tree.children_of(place)
    if action.kind == Kind.RAISE:
        raises = [i for i, choice in enumerate(menu) if choice.kind == Kind.RAISE]
        if raises:
            return int(children[raises[nearest_raise(action.to, [menu[i].to for i in raises])]])
    kind = Kind.FOLD if action.kind == Kind.FOLD else Kind.CALL
    for number, choice in enumerate(menu):
        if choice.kind == kind:
            return int(children[number])
    return None
