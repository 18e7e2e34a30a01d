"""Whole hold'em hands in bulk: deal, bet by a simple policy, settle."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.cards.evaluate import CARD_BITS, CARD_KEYS, KEY_START, ROWS_7, hand_value
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.play.betting import (
    FIXED_LIMIT,
    NO_RAISE,
    largest_raise,
    may_raise,
    next_min_to,
    next_position,
    pay_pots,
)
from equipoise.kernels.random import next_below
from equipoise.kernels.types import Float64s, Int64s, UInt8s, UInt64s

CHECK_OR_CALL, RANDOM = range(2)
FOLD, CALL, RAISE = range(3)
BOARD = 5

_0, _1 = np.uint64(0), np.uint64(1)


@inlined
def deal_cards(deck, needed, random):
    """Move ``needed`` random cards to the front of the deck."""
    size = np.uint64(len(deck))
    for place in range(_0, np.uint64(needed)):
        other = place + next_below(random, size - place)
        card = deck[place]
        deck[place] = deck[other]
        deck[other] = card


@inlined
def showdown_values(deck, folded, values):
    """Hand values at showdown; the deck starts with the positions' pairs, then the board."""
    players = len(folded)
    key, bits = KEY_START, _0
    for place in range(2 * players, 2 * players + BOARD):
        key += CARD_KEYS[deck[place]]
        bits += CARD_BITS[deck[place]]
    for position in range(players):
        if not folded[position]:
            one, two = deck[2 * position], deck[2 * position + 1]
            values[position] = hand_value(
                key + CARD_KEYS[one] + CARD_KEYS[two],
                bits + CARD_BITS[one] + CARD_BITS[two],
                ROWS_7,
            )


@kernel
def play_hands(
    stacks: Int64s,
    blinds: Int64s,
    antes: Int64s,
    first: Int64s,
    kind: int,
    sizes: Int64s,
    most: Int64s,
    caps: Int64s,
    acpc: bool,
    exact: bool,
    policy: int,
    deck: UInt8s,
    random: UInt64s,
    payoffs: Float64s,
    cards: UInt8s,
    log: Int64s,
) -> int:
    """Play a hand for each row of ``payoffs`` ([hands, players], chips) and count the decisions.

    ``cards`` ([hands, 2 * players + 5]) and ``log`` ([hands, moves, 5]: position, action, to,
    smallest raise, largest raise, as totals; -1 where none) are filled as far as they have rows.
    The random policy picks uniformly among the legal ones of fold, call and raise, and then a
    uniform amount.
    """
    players = len(stacks)
    rounds = len(sizes)
    live = np.zeros(players, dtype=np.int64)
    room = np.zeros(players, dtype=np.int64)
    paid = np.zeros(players, dtype=np.int64)
    stakes = np.zeros(players, dtype=np.int64)
    values = np.zeros(players, dtype=np.int64)
    folded = np.zeros(players, dtype=np.uint8)
    won = np.zeros(players, dtype=np.float64)
    uniform = True
    top_blind = np.int64(0)
    dead_antes = np.int64(0)
    for position in range(players):
        paid[position] = min(antes[position], stacks[position])
        room[position] = stacks[position] - paid[position]
        top_blind = max(top_blind, blinds[position])
        dead_antes += paid[position]
        if antes[position] != antes[0]:
            uniform = False
    decisions = 0
    for hand in range(len(payoffs)):
        deal_cards(deck, 2 * players + BOARD, random)
        recording = hand < len(log)
        moves = 0
        pot = dead_antes
        staying = (1 << players) - 1  # sets of positions: not folded; of these, those with chips
        with_chips = 0
        for position in range(players):
            live[position] = min(blinds[position], room[position])
            pot += live[position]
            if live[position] < room[position]:
                with_chips |= 1 << position
            folded[position] = 0
            won[position] = 0.0
            values[position] = 0
        remaining = players
        level = top_blind
        for turn in range(rounds):
            if turn > 0 and with_chips & (with_chips - 1) == 0:
                break  # fewer than two players can bet
            raises = np.int64(0)
            min_to = level + sizes[turn]
            acted = 0
            waiting = with_chips
            at = first[turn]
            while remaining > 1:
                actor = next_position(waiting, at, players)
                if actor < 0:
                    break
                bit = 1 << actor
                most_room = np.int64(0)  # of the others
                for other in range(players):
                    if other != actor and staying >> other & 1:
                        most_room = max(most_room, room[other])
                at = actor + 1 if actor + 1 < players else 0
                if not acpc and most_room <= live[actor]:
                    waiting &= ~bit  # nobody else can put in more: nothing to decide
                    continue
                decisions += 1
                owed = max(level - live[actor], 0)
                answered = with_chips & ~bit != 0 if acpc else most_room > level
                low, high = np.int64(NO_RAISE), np.int64(NO_RAISE)
                if answered and may_raise(
                    owed, level, min_to, raises, caps[turn], room[actor], acted & bit != 0, acpc
                ):
                    low = min(min_to, room[actor])
                    high = low
                    if kind != FIXED_LIMIT:
                        high = max(
                            low, largest_raise(kind, owed, level, pot, most[turn], room[actor])
                        )
                action, to = CALL, max(live[actor], min(level, room[actor]))
                if policy == RANDOM:
                    can_fold = owed > 0
                    choices = 1 + (1 if can_fold else 0) + (1 if low >= 0 else 0)
                    choice = next_below(random, np.uint64(choices))
                    if choice == _1 and can_fold:
                        action, to = FOLD, live[actor]
                    elif choice != _0:
                        action = RAISE
                        to = low + np.int64(next_below(random, np.uint64(high - low + 1)))
                if recording and moves < log.shape[1]:
                    ante = paid[actor]
                    log[hand, moves, 0] = actor
                    log[hand, moves, 1] = action
                    log[hand, moves, 2] = to + ante
                    log[hand, moves, 3] = low + ante if low >= 0 else NO_RAISE
                    log[hand, moves, 4] = high + ante if high >= 0 else NO_RAISE
                moves += 1
                acted |= bit
                waiting &= ~bit
                pot += to - live[actor]
                live[actor] = to
                if to == room[actor]:
                    with_chips &= ~bit
                if action == RAISE:
                    min_to = next_min_to(kind, sizes[turn], to, level, min_to, acpc)
                    level = to
                    raises += 1
                    waiting = with_chips & ~bit
                elif action == FOLD:
                    folded[actor] = 1
                    staying &= ~bit
                    with_chips &= ~bit
                    remaining -= 1
            if remaining == 1:
                break
        if remaining > 1:
            showdown_values(deck, folded, values)
        for position in range(players):
            stakes[position] = live[position] + (paid[position] if uniform else 0)
        pay_pots(stakes, 0 if uniform else dead_antes, folded, values, exact, won)
        for position in range(players):
            payoffs[hand, position] = won[position] - live[position] - paid[position]
        if hand < len(cards):
            for place in range(2 * players + BOARD):
                cards[hand, place] = deck[place]
        if recording and moves < log.shape[1]:
            log[hand, moves, 0] = -1
    return decisions
