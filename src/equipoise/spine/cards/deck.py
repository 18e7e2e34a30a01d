"""Card models of small games by dealing every deal: Kuhn, Leduc, the clairvoyance game.

Where no showdown can see five cards of a player, suits cannot matter and states are told apart by
ranks alone; otherwise by the smallest renaming of suits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb, prod

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import RANKS, card_text
from equipoise.games.rules import GameRules
from equipoise.games.showdown import strength
from equipoise.kernels.types import Int64s
from equipoise.spine.cards.matrix import MatrixCards, model_from_last_round
from equipoise.spine.cards.ranks import rank_model

MOST_DEALS = 2_000_000
_FLUSH = 5

State = tuple[tuple[int, ...], ...]  # own cards, then the board cards of each round


def count_deals(rules: GameRules) -> int:
    """How many ways there are to deal two hands and the board, round by round."""
    left = rules.deck.size
    ways = 1
    for size in _sizes(rules):
        ways *= comb(left, size)
        left -= size
    return ways


def _sizes(rules: GameRules) -> list[int]:
    """Cards dealt at each step: both hands, then the board of every round."""
    return [*rules.whole_hand.hole, *(deal.board for deal in rules.script)]


def deck_model(rules: GameRules) -> MatrixCards:
    """The exact card model of a two-player game with a small deck."""
    if any(deal.hole or deal.up for deal in rules.script[1:]) or rules.script[0].up:
        raise InputError(
            f"{rules.name} deals players' cards after the first round",
            expected="card models are for games with all hole cards first",
        )
    deals = count_deals(rules)
    if deals > MOST_DEALS and not _suits_matter(rules) and _count_ranks(rules) <= MOST_DEALS:
        return rank_model(rules)
    if deals > MOST_DEALS:
        raise InputError(
            f"{rules.name} has {deals:.1e} deals, at most {MOST_DEALS:,} can be enumerated",
            expected="it needs a card abstraction",
        )
    return _Enumeration(rules).model()


def _count_ranks(rules: GameRules) -> int:
    """Pairs of states in the last round, if they are told apart by ranks: an upper bound."""
    ranks = len(rules.deck.ranks)
    hole, _, *boards = (comb(ranks + size - 1, size) for size in _sizes(rules))
    return hole**2 * prod(boards) ** 2


class _Enumeration:
    """Goes through all deals twice: to find the states, and to count pairs of last ones."""

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.suits_matter = _suits_matter(rules)
        before: list[list[dict[State, State]]] = [[{} for _ in rules.script] for _ in range(2)]
        for hands, boards in _deals(rules):
            for player in range(2):
                keys = self._keys(hands[player], boards)
                for number, key in enumerate(keys):
                    before[player][number][key] = keys[number - 1] if number else ()
        self.before = before
        self.numbers = [
            [{key: number for number, key in enumerate(sorted(found))} for found in by_round]
            for by_round in before
        ]

    def model(self) -> MatrixCards:
        last = self.rules.rounds - 1
        shape = (len(self.numbers[0][last]), len(self.numbers[1][last]))
        fold, showdown = np.zeros(shape), np.zeros(shape)
        for hands, boards in _deals(self.rules):
            place = tuple(
                self.numbers[player][last][self._keys(hands[player], boards)[last]]
                for player in range(2)
            )
            board = [card for cards in boards for card in cards]
            values = [strength(self.rules.showdown, hand, board) for hand in hands]
            fold[place] += 1
            showdown[place] += (values[0] > values[1]) - (values[0] < values[1])
        total = fold.sum()
        return model_from_last_round(
            "full",
            (self._parents(0), self._parents(1)),
            fold / total,
            showdown / total,
            (self._public(0), self._public(1)),
            (self._labels(0), self._labels(1)),
        )

    def _keys(self, hand: tuple[int, ...], boards: list[tuple[int, ...]]) -> list[State]:
        """A player's state after each round of a deal."""
        return [self._key((hand, *boards[: number + 1])) for number in range(self.rules.rounds)]

    def _parents(self, player: int) -> tuple[Int64s, ...]:
        numbers = self.numbers[player]
        return tuple(
            np.array(
                [numbers[r - 1][self.before[player][r][key]] for key in numbers[r]] if r else [],
                dtype=np.int64,
            )
            for r in range(self.rules.rounds)
        )

    def _public(self, player: int) -> tuple[Int64s, ...]:
        """The number of the board in each state."""
        result = []
        for numbers in self.numbers[player]:
            boards = [key[1:] for key in numbers]
            if self.suits_matter:
                boards = [self._key(((), *board)) for board in boards]
            order = {board: number for number, board in enumerate(sorted(set(boards)))}
            result.append(np.array([order[board] for board in boards], dtype=np.int64))
        return tuple(result)

    def _key(self, cards: State) -> State:
        return _state(self.rules, cards, self.suits_matter)

    def _labels(self, player: int) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(_label(key, self.suits_matter) for key in numbers)
            for numbers in self.numbers[player]
        )


def state_label(rules: GameRules, hand: tuple[int, ...], boards: list[tuple[int, ...]]) -> str:
    """The label, in the model of the game, of a hand with the board cards of each round so far."""
    suits_matter = _suits_matter(rules)
    return _label(_state(rules, (hand, *boards), suits_matter), suits_matter)


def board_number(rules: GameRules, model: MatrixCards, board: Sequence[int]) -> int | None:
    """The number (``public``) of a board in the model of a game; None where there is no board."""
    if not board:
        return None
    parts: list[tuple[int, ...]] = []
    left = list(board)
    for deal in rules.script:
        if left or not deal.board:
            parts.append(tuple(left[: deal.board]))
            left = left[deal.board :]
    number = max(place for place, part in enumerate(parts) if part)
    size = _sizes(rules)[0]
    hand = tuple(card for card in rules.deck.cards if card not in board)[:size]
    label = state_label(rules, hand, parts[: number + 1])
    state = model.labels[0][number].index(label)
    return int(model.public[0][number][state])


def _suits_matter(rules: GameRules) -> bool:
    return _sizes(rules)[0] + rules.board_cards >= _FLUSH


def _state(rules: GameRules, cards: State, suits_matter: bool) -> State:
    """Cards as ranks, or with the renaming of suits that makes them largest."""
    if not suits_matter:
        return tuple(tuple(sorted((card >> 2 for card in part), reverse=True)) for part in cards)
    suits = ["cdhs".index(suit) for suit in rules.deck.suits]
    best: State | None = None
    for names in permutations(suits):
        renaming = dict(zip(suits, names, strict=True))
        renamed = tuple(
            tuple(sorted((card & ~3 | renaming[card & 3] for card in part), reverse=True))
            for part in cards
        )
        best = renamed if best is None or renamed > best else best
    assert best is not None
    return best


def _label(key: State, suits_matter: bool) -> str:
    def text(part: tuple[int, ...]) -> str:
        if suits_matter:
            return "".join(card_text(card) for card in part)
        return "".join(RANKS[rank] for rank in part)

    return "|".join(filter(None, map(text, key))) or "-"


def _deals(rules: GameRules) -> Iterator[tuple[list[tuple[int, ...]], list[tuple[int, ...]]]]:
    """Every way to deal both hands and the boards of all rounds."""

    def go(sizes: list[int], left: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
        if not sizes:
            yield []
            return
        for chosen in combinations(left, sizes[0]):
            rest = tuple(card for card in left if card not in chosen)
            for more in go(sizes[1:], rest):
                yield [chosen, *more]

    for parts in go(_sizes(rules), rules.deck.cards):
        yield parts[:2], parts[2:]
