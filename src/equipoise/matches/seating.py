"""Seating: seats that rotate by one each hand, and the seatings of duplicate play.

Papp's ten-player tournament (1998, section 8.1, Table 8.1) seats player j in trial i at i times j
modulo 11. The same works wherever players + 1 is prime: everyone holds every hand once, and each
player sits directly behind each other player exactly once; with two players the seats are swapped.
Otherwise the designs of Williams (1949) are used: for an even number of players as many trials, for
an odd one twice as many, in which everyone holds every hand and follows each other player twice.
"""

from __future__ import annotations

from functools import lru_cache

Seating = tuple[int, ...]


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % factor for factor in range(2, number))


@lru_cache(maxsize=16)
def duplicate_seatings(players: int) -> tuple[Seating, ...]:
    """The seatings in which a deal is played: for each trial the seat of every player, from 0.

    >>> duplicate_seatings(2)
    ((0, 1), (1, 0))
    >>> [len(duplicate_seatings(players)) for players in range(2, 11)]
    [2, 6, 4, 10, 6, 14, 8, 18, 10]
    """
    prime = players + 1
    if _is_prime(prime):
        return tuple(
            tuple(trial * player % prime - 1 for player in range(1, prime))
            for trial in range(1, prime)
        )
    # a row 0, 1, n-1, 2, n-2, ...: the steps between neighbours are all different
    row = [0] + [(step + 1) // 2 if step % 2 else players - step // 2 for step in range(1, players)]
    orders = [[(place + shift) % players for place in row] for shift in range(players)]
    if players % 2:
        orders += [order[::-1] for order in orders]
    return tuple(tuple(order.index(player) for player in range(players)) for order in orders)


def plain_seatings(players: int) -> tuple[Seating, ...]:
    """The single seating of a non-duplicate match."""
    return (tuple(range(players)),)


def players_by_position(seating: Seating, hand: int) -> tuple[int, ...]:
    """The player at each position: seats rotate by one per hand, as in the ACPC dealer.

    >>> players_by_position((0, 1), 0), players_by_position((0, 1), 1)
    ((0, 1), (1, 0))
    """
    players = len(seating)
    holder = [seating.index(seat) for seat in range(players)]
    return tuple(holder[(position + hand) % players] for position in range(players))
