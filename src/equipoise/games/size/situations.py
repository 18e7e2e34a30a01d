"""Betting trees counted by situation: identical subtrees are counted once.

A subtree depends only on who is in, what each player owes and has left, and the size of the next
raise.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.rules import UNLIMITED, GameRules

#: steps after which a count is abandoned: a minute or two
MOST_STEPS = 2_000_000


@dataclass(frozen=True)
class TreeSize:
    """Nodes of a betting tree by round: decisions, their actions, folds and showdowns.

    A terminal node belongs to the round in which the betting ended. Deals are not nodes: a round's
    last action leads to the next decision.
    """

    decisions: tuple[int, ...]
    actions: tuple[int, ...]
    folds_by_round: tuple[int, ...]
    showdowns_by_round: tuple[int, ...]

    @property
    def folds(self) -> int:
        """Terminal nodes by a fold."""
        return sum(self.folds_by_round)

    @property
    def showdowns(self) -> int:
        """Terminal nodes with a showdown."""
        return sum(self.showdowns_by_round)

    @property
    def terminal_nodes(self) -> int:
        """All terminal nodes: the number of betting lines from start to end."""
        return self.folds + self.showdowns

    @property
    def betting_nodes(self) -> int:
        """All nodes."""
        return sum(self.decisions) + self.terminal_nodes


# A count is one tuple: decisions, actions, folds and showdowns, each by round.
_DECISIONS, _ACTIONS, _FOLDS, _SHOWDOWNS = range(4)
_Count = tuple[int, ...]
_Memory = TypeVar("_Memory", bound=Hashable)


@dataclass(frozen=True)
class Moves(Generic[_Memory]):
    """The actions of a tree, and which situations are equivalent.

    ``menu`` gives the actions at a point of the betting, each with the memory after it; memory
    starts as ``nothing`` in every round. ``alike`` is a key of equivalent situations, apart from
    memory. ``width`` bounds the number of actions of a menu, to give up before it is enumerated.
    """

    menu: Callable[[BettingState, _Memory], Iterable[tuple[Action, _Memory]]]
    alike: Callable[[BettingState], Hashable]
    nothing: _Memory
    width: Callable[[BettingState], int] = lambda betting: 0


@dataclass
class _Visit(Generic[_Memory]):
    """A situation whose subtree is being counted: the remaining children, and the sum so far."""

    key: Hashable
    betting: BettingState
    actions: Iterator[tuple[Action, _Memory]]
    total: list[int]


def count_situations(rules: GameRules, moves: Moves[_Memory], report: Report = silent) -> TreeSize:
    """The size of the tree with these moves."""
    rounds = rules.rounds

    def one(kind: int, number: int) -> list[int]:
        return [int(place == kind * rounds + number) for place in range(4 * rounds)]

    def end(betting: BettingState, number: int) -> _Count | None:
        if not betting.is_over:
            return None
        return tuple(one(_FOLDS if betting.is_folded_out else _SHOWDOWNS, number))

    def enter(key: Hashable, betting: BettingState, memory: _Memory) -> _Visit[_Memory]:
        if moves.width(betting) > MOST_STEPS - steps:
            raise too_large(rules)  # before a loop that would not end
        return _Visit(
            key, betting, iter(moves.menu(betting, memory)), one(_DECISIONS, betting.round)
        )

    # An explicit stack: a situation waits until all of its children are counted.
    known: dict[Hashable, _Count] = {}
    steps = 0
    start = BettingState.start(rules)
    if (finished := end(start, 0)) is not None:
        return _size(finished, rounds)
    visits = [enter((moves.alike(start), moves.nothing), start, moves.nothing)]
    while True:
        visit = visits[-1]
        number = visit.betting.round
        for action, memory in visit.actions:
            visit.total[_ACTIONS * rounds + number] += 1
            after = visit.betting.after(action)
            steps += 1
            if steps > MOST_STEPS:
                raise too_large(rules)
            count = end(after, number)
            if count is None:
                remembered = memory if after.round == number else moves.nothing
                child = (moves.alike(after), remembered)
                count = known.get(child)
                if count is None:
                    visits.append(enter(child, after, remembered))
                    break
            _add(visit.total, count)
        else:
            visits.pop()
            count = known[visit.key] = tuple(visit.total)
            report(steps, MOST_STEPS, "counting betting situations")
            if not visits:
                return _size(count, rounds)
            _add(visits[-1].total, count)


def _add(total: list[int], count: _Count) -> None:
    for place, nodes in enumerate(count):
        if nodes:
            total[place] += nodes


def _size(count: _Count, rounds: int) -> TreeSize:
    parts = [count[start : start + rounds] for start in range(0, 4 * rounds, rounds)]
    return TreeSize(*parts)


def too_large(rules: GameRules) -> InputError:
    """The error for a tree that takes too long to count."""
    return InputError(
        f"the betting tree of {rules.name} is too large to count",
        expected=f"counting takes more than {MOST_STEPS:,} steps; use a fixed limit, fewer "
        "players, smaller stacks or a betting abstraction",
    )


def situation(betting: BettingState) -> Hashable:
    """The key of a betting situation: equal situations have equal subtrees.

    Amounts are relative to the level; chips of an unlimited stack are ignored, and those of folded
    players too, except for a pot limit.
    """
    rules = betting.rules
    seats: list[object] = []
    for position in range(rules.players):
        if betting.folded[position]:
            seats.append(None)
            continue
        owed = max(betting.level - betting.live(position), 0)
        if rules.stacks[position] == UNLIMITED:
            seats.append((owed > 0, betting.acted[position]))
        else:
            left = rules.stacks[position] - betting.put[position]
            seats.append((owed, left, betting.acted[position]))
    raises = betting.raises if rules.betting.caps or not rules.betting.limping else 0
    pot = betting.pot if rules.betting.kind == "pot-limit" else 0
    return (
        betting.round,
        betting.to_act,
        raises,
        betting.min_to - betting.level,
        pot,
        tuple(seats),
    )


def every_move() -> Moves[None]:
    """The moves of the full game."""

    def width(betting: BettingState) -> int:
        legal = betting.legal()
        return (legal.max_raise or 0) - (legal.min_raise or 0)

    return Moves(
        menu=lambda betting, memory: ((action, None) for action in betting.legal().actions()),
        alike=situation,
        nothing=None,
        width=width,
    )
