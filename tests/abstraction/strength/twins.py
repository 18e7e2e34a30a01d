"""Slow and obvious: the strengths of one hand over all runouts, by evaluating every showdown."""

from itertools import combinations

import numpy as np

from equipoise.cards import evaluate_many


def final_strengths(hole, board):
    """2 x wins + ties against the 990 hands, for every way to complete the board."""
    rest = [card for card in range(52) if card not in {*hole, *board}]
    found = []
    for more in combinations(rest, 5 - len(board)):
        full = [*board, *more]
        theirs = [
            [*pair, *full] for pair in combinations([card for card in rest if card not in more], 2)
        ]
        values = evaluate_many(np.array([[*hole, *full], *theirs], dtype=np.uint8))
        mine, others = values[0], values[1:]
        assert len(others) == 990
        found.append(int(2 * (others < mine).sum() + (others == mine).sum()))
    return found
