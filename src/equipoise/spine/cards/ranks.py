"""Card models of small games where suits cannot matter, by counting ranks instead of deals.

With r cards of a rank left, a set of n of them can be dealt in C(r, n) ways. So two hole cards and
a board of one from 52 cards, 78 million deals, are 91 hands times 91 hands times 13 boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import RANKS
from equipoise.games.rules import GameRules
from equipoise.games.showdown import strength
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.cards.matrix import MatrixCards, model_from_last_round

_Ranks = tuple[int, ...]  # highest first
_State = tuple[_Ranks, ...]  # own cards, then the board cards of each round


def rank_model(rules: GameRules) -> MatrixCards:
    """The exact card model of a two-player game in which no flush can be held."""
    suits = len(rules.deck.suits)
    ranks = sorted({card >> 2 for card in rules.deck.cards})
    if len(ranks) * suits != rules.deck.size:
        raise InputError(f"{rules.name} has a deck with gaps", expected="all suits of every rank")
    hole = rules.whole_hand.hole
    if len(set(hole)) != 1 or rules.players != 2:
        raise InputError(f"{rules.name} deals hands of different sizes", expected="two alike")
    hands = _sets(ranks, hole[0], suits)
    parts = [_sets(ranks, deal.board, suits) for deal in rules.script]
    boards = list(_boards(parts, suits))
    states = sorted(
        (hand, *board) for board in boards for hand in hands if _fits(hand, board, suits)
    )
    number = {state: place for place, state in enumerate(states)}
    values = np.array([_strength(rules, state) for state in states])
    shape = (len(states), len(states))
    fold, showdown = np.zeros(shape), np.zeros(shape)
    full = Counter(dict.fromkeys(ranks, suits))
    for board in boards:
        here = [hand for hand in hands if (hand, *board) in number]
        for mine in here:
            left, ways = _dealt(full, [*board, mine])
            place = number[(mine, *board)]
            for theirs in here:
                more = _ways(left, theirs)
                if more:
                    fold[place, number[(theirs, *board)]] = ways * more
    ahead = np.sign(values[:, None] - values[None, :])
    total = fold.sum()
    showdown = fold * ahead / total
    return _model(rules, states, fold / total, showdown)


def _model(
    rules: GameRules, states: list[_State], fold: Float64s, showdown: Float64s
) -> MatrixCards:
    """The model from the states and matrices of the last round."""
    rounds = rules.rounds
    by_round = [sorted({state[: number + 2] for state in states}) for number in range(rounds)]
    places = [{state: place for place, state in enumerate(row)} for row in by_round]
    parents: list[Int64s] = [np.zeros(0, dtype=np.int64)]
    for number in range(1, rounds):
        row = [places[number - 1][state[:-1]] for state in by_round[number]]
        parents.append(np.array(row, dtype=np.int64))
    public, labels = [], []
    for found in by_round:
        boards = sorted({state[1:] for state in found})
        order = {board: place for place, board in enumerate(boards)}
        public.append(np.array([order[state[1:]] for state in found], dtype=np.int64))
        labels.append(tuple(_label(state) for state in found))
    return model_from_last_round(
        "full", (tuple(parents), tuple(parents)), fold, showdown,
        (tuple(public), tuple(public)), (tuple(labels), tuple(labels)),
    )  # fmt: skip


def _sets(ranks: list[int], size: int, suits: int) -> list[_Ranks]:
    return [
        tuple(reversed(chosen))
        for chosen in combinations_with_replacement(ranks, size)
        if not chosen or max(Counter(chosen).values()) <= suits
    ]


def _boards(parts: list[list[_Ranks]], suits: int) -> Iterator[_State]:
    """All boards, round by round."""
    if not parts:
        yield ()
        return
    for rest in _boards(parts[:-1], suits):
        for last in parts[-1]:
            if _fits(last, rest, suits):
                yield (*rest, last)


def _fits(cards: _Ranks, others: _State, suits: int) -> bool:
    counts = Counter(rank for part in (cards, *others) for rank in part)
    return not counts or max(counts.values()) <= suits


def _dealt(deck: Counter[int], parts: list[_Ranks]) -> tuple[Counter[int], int]:
    """What is left of a deck after some cards, and in how many ways they can be dealt."""
    left, ways = Counter(deck), 1
    for part in parts:
        ways *= _ways(left, part)
        left.subtract(part)
    return left, ways


def _ways(left: Counter[int], cards: _Ranks) -> int:
    ways = 1
    for rank, count in Counter(cards).items():
        ways *= comb(left[rank], count)
    return ways


def _strength(rules: GameRules, state: _State) -> int:
    """The strength at the showdown, with any suits: they do not matter."""
    seen: Counter[int] = Counter()
    cards: list[list[int]] = []
    for part in state:
        row = []
        for rank in part:
            row.append(rank << 2 | seen[rank])
            seen[rank] += 1
        cards.append(row)
    return strength(rules.showdown, cards[0], [card for part in cards[1:] for card in part])


def _label(state: _State) -> str:
    texts = ("".join(RANKS[rank] for rank in part) for part in state)
    return "|".join(filter(None, texts)) or "-"
