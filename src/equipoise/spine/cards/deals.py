"""The deals of a card model, as kernels sample them (``kernels.walks.dealing``)."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.types import Float64s, Int64s
from equipoise.kernels.walks.dealing import Deals, alias_table
from equipoise.spine.cards.matrix import MatrixCards
from equipoise.spine.cards.model import first_round


def deals_by_state(model: MatrixCards) -> Deals:
    """Deal every pair of states that can meet separately: chance sampling."""
    last, begin = model.rounds - 1, first_round(model)
    cells = [np.flatnonzero(fold) for fold in model.fold]
    pairs = [np.divmod(cells[r], model.fold[r].shape[1]) for r in range(model.rounds)]
    states = pairs[last]
    rectangles: list[Int64s] = []
    starts = np.cumsum([0] + [len(part) for part in cells])
    for r in range(last, -1, -1):
        if r < begin:
            rectangles.insert(0, 0 * rectangles[0])  # nobody acts there
            continue
        if r < last:
            states = (model.parents[0][r + 1][states[0]], model.parents[1][r + 1][states[1]])
        cell = states[0] * model.fold[r].shape[1] + states[1]
        rectangles.insert(0, starts[r] + np.searchsorted(cells[r], cell))
    members = np.concatenate([np.stack(pair, axis=1).ravel() for pair in pairs])
    fold = np.concatenate([model.fold[r].ravel()[cells[r]] for r in range(model.rounds)])
    showdown = np.concatenate([model.showdown[r].ravel()[cells[r]] for r in range(model.rounds)])
    return _deals(
        model.fold[last].ravel()[cells[last]].astype(np.float64),
        np.stack(rectangles, axis=1),
        np.arange(len(members) + 1),
        members,
        np.zeros(len(members), dtype=np.int64),
        np.arange(len(members)),
        np.stack([np.ones(len(fold)), showdown / fold], axis=1).ravel(),
    )


def deals_by_board(model: MatrixCards) -> Deals:
    """Deal all states with the same public cards at once: public chance sampling."""
    boards, before = _boards(model)
    member_starts = [0]
    members: list[Int64s] = []
    origins: list[Int64s] = []
    block_starts: list[int] = []
    blocks: list[Float64s] = []
    probabilities: list[float] = []
    size = 0
    places: list[Int64s] = []  # of each player's states of the round before in their rectangle
    begin = first_round(model)
    for r in range(begin, model.rounds):
        inside = [np.zeros(len(boards[player][r]), dtype=np.int64) for player in range(2)]
        probabilities = []
        for board in np.union1d(boards[0][r], boards[1][r]):
            sides = [np.flatnonzero(boards[player][r] == board) for player in range(2)]
            for player, mine in enumerate(sides):
                inside[player][mine] = np.arange(len(mine))
                members.append(mine)
                member_starts.append(member_starts[-1] + len(mine))
                origins.append(
                    places[player][model.parents[player][r][mine]] if r > begin else 0 * mine
                )
            block = np.ix_(sides[0], sides[1])
            probabilities.append(float(model.fold[r][block].sum()))
            for matrix in (model.fold[r], model.showdown[r]):
                block_values = matrix[block].ravel().astype(np.float64)
                blocks.append(block_values / (probabilities[-1] or 1.0))
                block_starts.append(size)
                size += len(blocks[-1])
        places = inside
    chains = [np.arange(len(before) - len(probabilities), len(before))]
    for r in range(model.rounds - 2, -1, -1):
        chains.insert(0, np.array(before)[chains[0]] if r >= begin else 0 * chains[0])
    dealt = np.flatnonzero(probabilities)
    return _deals(
        np.array(probabilities)[dealt],
        np.stack(chains, axis=1)[dealt],
        np.array(member_starts),
        np.concatenate(members),
        np.concatenate(origins),
        np.array(block_starts),
        np.concatenate(blocks),
    )


def _boards(model: MatrixCards) -> tuple[tuple[list[Int64s], list[Int64s]], list[int]]:
    """For each player, round and state the number of the board; for each board its predecessor.

    Boards are distinguished by everything both players have seen, and numbered round by round.
    """
    numbers: dict[tuple[int, int], int] = {}
    boards: tuple[list[Int64s], list[Int64s]] = ([], [])
    begin = first_round(model)
    for r in range(model.rounds):
        for player in range(2):
            public = model.public[player][r].tolist()
            before = [-1] * len(public)
            if r > begin:
                before = boards[player][r - 1][model.parents[player][r]].tolist()
            keys = zip(before, public, strict=True)
            boards[player].append(
                np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)
            )
    return boards, [before for before, _ in numbers]


def _deals(
    probabilities: Float64s,
    rectangles: Int64s,
    member_starts: Int64s,
    members: Int64s,
    origins: Int64s,
    block_starts: Int64s,
    blocks: Float64s,
) -> Deals:
    thresholds, aliases = np.empty(len(probabilities)), np.empty(len(probabilities), dtype=np.int64)
    alias_table(probabilities, thresholds, aliases)
    return Deals(
        thresholds,
        aliases,
        np.ascontiguousarray(rectangles).ravel(),
        member_starts,
        members,
        origins,
        block_starts,
        blocks,
    )
