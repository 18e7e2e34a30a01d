"""A hold'em hand dealt face up: equity and strength of each hand, by street."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.cards.deck import HOLDEM_DECK
from equipoise.cards.equity import equity
from equipoise.cards.evaluator import describe
from equipoise.cards.ranges import Range
from equipoise.cards.strength import Assessment, assess

STREETS = (("before the flop", 0), ("flop", 3), ("turn", 4), ("river", 5))


@dataclass(frozen=True)
class FaceUpHand:
    """A player's cards and equity; from the flop on the made hand and its strength."""

    hole: tuple[int, ...]
    equity: float
    description: str | None
    strength: Assessment | None


@dataclass(frozen=True)
class FaceUpStreet:
    """All hands on one street; ``cases`` is the number of possible boards."""

    name: str
    board: tuple[int, ...]
    cases: int
    hands: tuple[FaceUpHand, ...]


def deal_face_up(players: int, seed: int) -> list[FaceUpStreet]:
    """Deal two cards to each player and a board; equities are exact."""
    cards = HOLDEM_DECK.deal(2 * players + 5, np.random.default_rng(seed))
    holes = [cards[2 * player : 2 * player + 2] for player in range(players)]
    board = cards[2 * players :]
    return [_street(name, holes, board[:size]) for name, size in STREETS]


def _street(name: str, holes: list[list[int]], board: list[int]) -> FaceUpStreet:
    shares = equity([Range.of_hand(hole) for hole in holes], board, exact=True)
    hands = tuple(
        FaceUpHand(
            tuple(hole),
            share,
            describe([*hole, *board]) if board else None,
            assess(hole, board) if board else None,
        )
        for hole, share in zip(holes, shares.equities, strict=True)
    )
    return FaceUpStreet(name, tuple(board), shares.cases, hands)
