"""Runouts of a board and the hands of a range on them, up to suit renaming.

A group of renamings leaves the first board and both ranges unchanged. A card dealt next represents
all cards of its orbit, and the group after it is the subgroup that fixes it (the stabilizer), so
the order of dealing matters. On every board two hands in one orbit of its group are one state.

With G the group of a board, H that of a board that follows, and |h| the number of hands in a state,
a board stands for [G : H] boards that follow the one before, and a hand's value on the first is

    v(g) = sum over following boards and states h inside g of [G : H] |h| / |g| v(h).

Multiplied by the number of hands and boards that a state represents, values simply add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import cards_text
from equipoise.cards.combos import COMBO_COUNT, combo_cards
from equipoise.cards.evaluator import evaluate_many
from equipoise.cards.symmetry import ALL_RENAMINGS, renamed_combos
from equipoise.kernels.types import Int32s, Int64s, UInt8s

RIVER = 5  # cards on the board
#: suit renamings by their indices in ``ALL_RENAMINGS``, ascending
Group = tuple[int, ...]
ALONE: Group = (0,)  # the trivial group


@cache
def _renamed_cards() -> Int64s:
    """Every card under every renaming, [24, 52]."""
    cards = np.arange(52)
    return (cards & ~3)[None, :] | ALL_RENAMINGS.astype(np.int64)[:, cards & 3]


@cache
def _renamed_combos() -> Int64s:
    return np.array([renamed_combos(renaming) for renaming in ALL_RENAMINGS])


@cache
def _lowest_combos(group: Group) -> Int64s:
    """For every combo the lowest combo of its orbit."""
    lowest: Int64s = _renamed_combos()[list(group)].min(axis=0)
    return lowest


@cache
def card_classes(group: Group) -> tuple[Int64s, Int64s]:
    """For every card the lowest card of its orbit, and the size of the orbit."""
    lowest = _renamed_cards()[list(group)].min(axis=0)
    return lowest, np.bincount(lowest, minlength=52)[lowest]


@dataclass(frozen=True, eq=False)
class Boards:
    """The boards of one round in the order dealt: ``cards`` [n, 3 to 5], by the board before.

    ``parent`` is the number of the board before, ``copies`` how many boards of the round each
    represents, ``groups`` the renamings that fix each.
    """

    cards: UInt8s
    parent: Int64s
    copies: Int64s
    groups: tuple[Group, ...]

    def __len__(self) -> int:
        return len(self.cards)


def first_boards(board: Sequence[int], group: Group) -> Boards:
    """The starting board."""
    cards = np.array([board], dtype=np.uint8)
    return Boards(cards, np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64), (group,))


def next_boards(before: Boards) -> Boards:
    """The boards with one more card."""
    renamed = _renamed_cards()
    rows, parents, copies, groups = [], [], [], []
    for number, (row, group) in enumerate(zip(before.cards.tolist(), before.groups, strict=True)):
        lowest, _ = card_classes(group)
        for card in range(52):
            if card in row or lowest[card] != card:
                continue
            rows.append([*row, card])
            parents.append(number)
            kept = tuple(g for g in group if renamed[g, card] == card)
            copies.append(int(before.copies[number]) * (len(group) // len(kept)))
            groups.append(kept)
    return Boards(
        np.array(rows, dtype=np.uint8), np.array(parents), np.array(copies), tuple(groups)
    )


@dataclass(frozen=True, eq=False)
class Hands:
    """A player's states in one round, board after board: on the river by strength, else by combo.

    ``starts`` bounds the boards. For each state ``combo`` is the first of its hands, ``size`` their
    number, ``parent`` the state of the round before (empty in the first) and ``value`` the strength
    (higher wins; 0 before the river). ``places`` [boards, 1326] is the state of each first hand, -1
    elsewhere.
    """

    starts: Int64s
    combo: Int64s
    board: Int64s
    size: Int64s
    parent: Int64s
    value: Int64s
    places: Int32s

    def __len__(self) -> int:
        return len(self.combo)

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        arrays = (self.starts, self.combo, self.board, self.size, self.parent, self.value)
        return sum(array.nbytes for array in arrays) + self.places.nbytes


def hands_on(boards: Boards, combos: Int64s, before: tuple[Boards, Hands] | None) -> Hands:
    """The states of a player with these hands; ``before`` is the round before."""
    held = np.zeros(COMBO_COUNT, dtype=np.int64)
    held[combos] = 1
    cards = combo_cards()
    found: list[Int64s] = []
    sizes: list[Int64s] = []
    kinds: dict[Group, tuple[Int64s, Int64s]] = {}
    for group in set(boards.groups):
        lowest = _lowest_combos(group)
        counts = np.bincount(lowest, held, COMBO_COUNT).astype(np.int64)
        kinds[group] = np.flatnonzero(counts), counts
    for row, group in zip(boards.cards, boards.groups, strict=True):
        kept, counts = kinds[group]
        taken = np.zeros(52, dtype=np.bool_)
        taken[row] = True
        kept = kept[~taken[cards[kept]].any(axis=1)]
        found.append(kept)
        sizes.append(counts[kept])
    lengths = [len(kept) for kept in found]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    combo, size = np.concatenate(found), np.concatenate(sizes)
    board = np.repeat(np.arange(len(boards)), lengths)
    value: Int64s = np.zeros(len(combo), dtype=np.int64)
    if boards.cards.shape[1] == RIVER and len(combo):
        seven = np.concatenate([cards[combo], boards.cards[board]], axis=1)
        value = evaluate_many(seven).astype(np.int64)
        order = np.argsort((board << 32) + (value << 11) + combo)
        combo, size, value = combo[order], size[order], value[order]
    places: Int32s = np.full((len(boards), COMBO_COUNT), -1, dtype=np.int32)
    places[board, combo] = np.arange(len(combo))
    parent: Int64s = np.zeros(0, dtype=np.int64)
    if before is not None:
        above, earlier = before
        names = sorted(set(above.groups))
        lowest = np.array([_lowest_combos(name) for name in names])
        name = np.array([names.index(group) for group in above.groups])
        came = boards.parent[board]
        parent = earlier.places[came, lowest[name[came], combo]].astype(np.int64)
    return Hands(starts, combo, board, size, parent, value, places)


def kept_board(rounds: Sequence[Boards], board: Sequence[int]) -> tuple[int, int]:
    """The representative of a real board: its number, and the suit renaming that maps to it.

    ``rounds`` are the boards of all rounds from the first; ``board`` begins with the first of them.
    """
    begin = rounds[0].cards.shape[1]
    if list(board[:begin]) != rounds[0].cards[0].tolist() or len(set(board)) != len(board):
        raise InputError(
            f"the board {cards_text(board)}", "board",
            expected=f"different cards after {cards_text(rounds[0].cards[0].tolist())}",
        )  # fmt: skip
    renamed = _renamed_cards()
    number, renaming = 0, 0
    for boards, before, card in zip(rounds[1:], rounds, board[begin:], strict=False):
        seen = int(renamed[renaming, card])
        best = min(before.groups[number], key=lambda g: int(renamed[g, seen]))
        kept = renamed[best, seen]
        renaming = int(np.flatnonzero((renamed == renamed[best][renamed[renaming]]).all(axis=1))[0])
        rows = np.flatnonzero(boards.parent == number)
        number = int(rows[np.flatnonzero(boards.cards[rows, -1] == kept)[0]])
    return number, renaming


def states_on(rounds: Sequence[Boards], hands: Sequence[Hands], board: Sequence[int]) -> Int64s:
    """The state of each of the 1,326 hands on a real board, -1 if there is none."""
    number, renaming = kept_board(rounds, board)
    at = len(board) - rounds[0].cards.shape[1]
    lowest = _lowest_combos(rounds[at].groups[number])
    states: Int32s = hands[at].places[number, lowest[_renamed_combos()[renaming]]]
    return states.astype(np.int64)
