"""The deals that walks use: a pair of hands, or rectangles of card states.

There are two types, dispatched when a kernel is compiled: ``Deals``, drawn from the tables of a
card model, and ``BucketDeals``, hold'em dealt card by card for a bucketing.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numba.extending import overload

from equipoise.kernels.buckets.dealing import ROUNDS, BucketDeals, deal_hands
from equipoise.kernels.types import Float64s, Int64s, UInt64s
from equipoise.kernels.walks.dealing import Deals, draw

AnyDeals = Deals | BucketDeals
#: members, origins and blocks of rectangles, as in ``Deals``
Room = tuple[Int64s, Int64s, Float64s]


def deal_pair(
    deals: AnyDeals, rounds: int, random: UInt64s, states: Int64s, payoffs: Float64s
) -> None:
    """Deal one pair of states: player p's in round r to ``states[p * rounds + r]``.

    ``payoffs[r]`` is 1, for folds; ``payoffs[rounds + r]`` player 1's result at a unit stake for a
    showdown in round r, either expected over the cards to come or with the cards dealt.
    """
    raise NotImplementedError("deal_pair can only be called from a kernel")


def deal_room(deals: AnyDeals) -> Room:
    """Storage for the rectangles of a deal, allocated once for many deals."""
    raise NotImplementedError("deal_room can only be called from a kernel")


def deal_width(deals: AnyDeals) -> int:
    """The largest number of states on a side of a rectangle."""
    raise NotImplementedError("deal_width can only be called from a kernel")


def deal_rectangles(
    deals: AnyDeals, rounds: int, random: UInt64s, room: Room, starts: Int64s, counts: Int64s,
    blocks: Int64s,
) -> None:  # fmt: skip
    """Deal a rectangle of states per round.

    Player p's states in round r are ``counts[p * rounds + r]`` members of the room from
    ``starts[p * rounds + r]`` on; the matrices for folds and showdowns start at ``blocks[r]`` and
    ``blocks[rounds + r]``.
    """
    raise NotImplementedError("deal_rectangles can only be called from a kernel")


def _choose(function: Callable[..., object], tabled, dealt) -> None:
    """Let kernels call ``tabled`` for ``Deals`` and ``dealt`` for ``BucketDeals``."""

    def pick(deals, *rest):
        kind = getattr(deals, "instance_class", None)
        return {Deals: tabled, BucketDeals: dealt}.get(kind)

    overload(function, strict=False)(pick)


def _tabled_pair(deals, rounds, random, states, payoffs):
    first = draw(deals.thresholds, deals.aliases, random) * rounds
    for r in range(rounds):
        rectangle = deals.rectangles[first + r]
        for side in range(2):
            states[side * rounds + r] = deals.members[deals.member_starts[2 * rectangle + side]]
            payoffs[side * rounds + r] = deals.blocks[deals.block_starts[2 * rectangle + side]]


def _dealt_pair(deals, rounds, random, states, payoffs):
    result = deal_hands(deals, random, states)
    for r in range(rounds):
        payoffs[r] = 1.0
        payoffs[rounds + r] = result


def _tabled_room(deals):
    return deals.members, deals.origins, deals.blocks


def _dealt_room(deals):
    members = np.zeros(2 * ROUNDS, dtype=np.int64)
    return members, np.zeros_like(members), np.ones(2 * ROUNDS)


def _tabled_width(deals):
    return np.max(np.diff(deals.member_starts))


def _dealt_width(deals):
    return 1


def _tabled_rectangles(deals, rounds, random, room, starts, counts, blocks):
    first = draw(deals.thresholds, deals.aliases, random) * rounds
    for r in range(rounds):
        rectangle = deals.rectangles[first + r]
        for side in range(2):
            start = deals.member_starts[2 * rectangle + side]
            starts[side * rounds + r] = start
            counts[side * rounds + r] = deals.member_starts[2 * rectangle + side + 1] - start
            blocks[side * rounds + r] = deals.block_starts[2 * rectangle + side]


def _dealt_rectangles(deals, rounds, random, room, starts, counts, blocks):
    deal_pair(deals, rounds, random, room[0], room[2])
    for i in range(2 * rounds):
        starts[i] = i
        counts[i] = 1
        blocks[i] = i


_choose(deal_pair, _tabled_pair, _dealt_pair)
_choose(deal_room, _tabled_room, _dealt_room)
_choose(deal_width, _tabled_width, _dealt_width)
_choose(deal_rectangles, _tabled_rectangles, _dealt_rectangles)
