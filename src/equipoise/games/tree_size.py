"""How large the betting tree of a game is, counted without walking it.

Many paths lead to betting that goes on alike: what matters is who is in, what each owes and has
left, and how far the next raise must go. So subtrees are counted once for each such situation. For
two players with equal stacks and no limit even that is too much to enumerate raise by raise; there
the sum over raises is kept as a running sum (the idea of Johanson 2013, "Measuring the size of
large no-limit poker games", section 4), which needs a number for each pair of bet and raise.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from math import factorial, prod

from equipoise.errors import InputError
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.progress import Report, silent

#: steps of betting after which a count is given up: a minute or two of work
_MOST_STEPS = 2_000_000
_MOST_CHIPS_HEADS_UP = 2_000


@dataclass(frozen=True)
class TreeSize:
    """Nodes of a betting tree: decisions by round, and ends (folds and showdowns).

    Dealing is no node: where a round ends, the next decision follows.
    """

    decisions: tuple[int, ...]
    folds: int
    showdowns: int

    @property
    def terminal_nodes(self) -> int:
        """How many ways the betting of a hand can go from start to end."""
        return self.folds + self.showdowns

    @property
    def betting_nodes(self) -> int:
        """All nodes."""
        return sum(self.decisions) + self.terminal_nodes


# A count is one tuple: decisions of each round, folds, showdowns.
_Count = tuple[int, ...]


@dataclass
class _Visit:
    """A situation whose subtree is being counted: what is left to try, and the sum so far."""

    key: Hashable
    betting: BettingState
    actions: Iterator[Action]
    total: list[int]


def _add(total: list[int], count: _Count) -> None:
    for place, nodes in enumerate(count):
        total[place] += nodes


def situation(betting: BettingState) -> Hashable:
    """What decides how the betting can go on: equal situations have equal subtrees.

    Amounts are relative to the level; chips behind an unlimited stack are not counted, nor what
    was put in by whoever folded, except for a pot limit.
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


def _count_by_situation(rules: GameRules, report: Report) -> _Count:
    rounds = rules.rounds
    known: dict[Hashable, _Count] = {}
    fold_end: _Count = (0,) * rounds + (1, 0)
    showdown_end: _Count = (0,) * rounds + (0, 1)

    def end(betting: BettingState) -> _Count | None:
        if not betting.is_over:
            return None
        return fold_end if betting.is_folded_out else showdown_end

    def enter(key: Hashable, betting: BettingState) -> _Visit:
        legal = betting.legal()
        if (legal.max_raise or 0) - (legal.min_raise or 0) > _MOST_STEPS - steps:
            raise _too_large(rules)  # before a loop that would not end
        total = [int(number == betting.round) for number in range(rounds + 2)]
        return _Visit(key, betting, legal.actions(), total)

    # An explicit stack: a situation waits where it stands until all that follow are counted.
    steps = 0
    start = BettingState.start(rules)
    if (finished := end(start)) is not None:
        return finished
    visits = [enter(situation(start), start)]
    while True:
        visit = visits[-1]
        for action in visit.actions:
            after = visit.betting.after(action)
            steps += 1
            if steps > _MOST_STEPS:
                raise _too_large(rules)
            count = end(after)
            if count is None:
                child = situation(after)
                count = known.get(child)
                if count is None:
                    visits.append(enter(child, after))
                    break
            _add(visit.total, count)
        else:
            visits.pop()
            count = known[visit.key] = tuple(visit.total)
            report(steps, _MOST_STEPS, "counting betting situations")
            if not visits:
                return count
            _add(visits[-1].total, count)


def _too_large(rules: GameRules) -> InputError:
    return InputError(
        f"the betting tree of {rules.name} is too large to count",
        expected=f"counting takes more than {_MOST_STEPS:,} steps; a fixed limit, fewer players or "
        "smaller stacks are feasible",
    )


def _steps_at_least(rules: GameRules) -> int:
    """Fewer steps than counting takes, for a quick refusal; 0 where that is hard to say.

    Where bets can be of any size, about every split of the players' chips occurs in each round, in
    the order of the betting. Chips that no opponent could call make no further situations. The
    factors are below what was measured, for 2 and 3 players from 24 chips on, for 4 to 6 from 6 on;
    with fewer chips the steps are far below the limit either way.
    """
    betting = rules.betting
    if betting.kind not in ("no-limit", "pot-limit") or betting.all_in_only or betting.caps:
        return 0
    second = sorted(rules.stacks)[-2]
    splits = prod(min(stack, second) for stack in rules.stacks)
    return rules.rounds * max(12 * splits // factorial(rules.players), second**3 // 8)


def is_plain_heads_up(rules: GameRules) -> bool:
    """Two players with equal stacks, forced bets and antes below them, no limit and no caps."""
    betting = rules.betting
    return (
        rules.players == 2
        and betting.kind == "no-limit"
        and not any(cap is not None for cap in betting.caps)
        and betting.raisers is None
        and not betting.all_in_only
        and betting.limping
        and not rules.free_folds
        and len(set(rules.stacks)) == 1
        and len(set(rules.antes)) == 1
        and max(rules.antes) + max(rules.blinds) < rules.stacks[0]
    )


def _plus(*counts: _Count) -> _Count:
    return tuple(map(sum, zip(*counts, strict=True)))


def _sums_of_raises(
    stack: int, size: int, closed: list[_Count], decision: _Count, fold_end: _Count
) -> list[list[_Count]]:
    """For a level m and a smallest raise d: all subtrees that begin with a raise, added up.

    With R(m, d) the subtree of who faces a raise by d to m, which is this decision, a fold, a call
    and any raise by d or more (or all-in), the entry is the sum of R(m + e, e) over e >= d: a
    running sum, filled from the highest level down.
    """
    nothing = (0,) * len(decision)
    sums: list[list[_Count]] = [[nothing]] * (stack + 1)
    for level in range(stack - 1, -1, -1):
        most = stack - level
        row = [nothing] * (most + 1)
        for by in range(most, 0, -1):
            reached = level + by
            further = sums[reached][min(max(by, size), stack - reached)]
            answer = _plus(decision, fold_end, closed[reached], further)
            row[by] = _plus(answer, row[by + 1]) if by < most else answer
        sums[level] = row
    return sums


def _count_heads_up(rules: GameRules, report: Report) -> _Count:
    """Two players, equal stacks, no limit, round by round from the last."""
    rounds = rules.rounds
    stack = rules.stacks[0] - rules.antes[0]
    fold_end: _Count = (0,) * rounds + (1, 0)
    showdown_end: _Count = (0,) * rounds + (0, 1)
    blinds = max(rules.blinds)
    closed = [showdown_end] * (stack + 1)  # the subtree once a round is closed at each level
    for number in reversed(range(rounds)):
        decision = tuple(int(place == number) for place in range(rounds + 2))
        size = rules.betting.sizes[number]
        sums = _sums_of_raises(stack, size, closed, decision, fold_end)
        opened = [showdown_end] * (stack + 1)  # the same before this round is bet
        for level in range(stack) if number else (blinds,):
            bets = sums[level][min(size, stack - level)]
            owing = [rules.blinds[position] < level for position in (0, 1)] if not number else []
            second = _plus(decision, closed[level], bets)
            opened[level] = _plus(decision, second, bets, *[fold_end for owes in owing if owes])
        closed = opened
        report(rounds - number, rounds, "counting rounds")
    return closed[blinds]


def count_tree(rules: GameRules, report: Report = silent) -> TreeSize:
    """The size of the full betting tree of a game, or an error where it cannot be counted.

    >>> from equipoise.games import find_game
    >>> count_tree(find_game("leduc-nolimit:12")).decisions
    (556, 9164)
    """
    if is_plain_heads_up(rules) and rules.stacks[0] <= _MOST_CHIPS_HEADS_UP:
        count = _count_heads_up(rules, report)
    else:
        if _steps_at_least(rules) > _MOST_STEPS:
            raise _too_large(rules)
        count = _count_by_situation(rules, report)
    return TreeSize(count[:-2], count[-2], count[-1])


def walk_tree(rules: GameRules) -> TreeSize:
    """The same by visiting every node: the slow, obvious twin for small games."""
    decisions = [0] * rules.rounds
    ends = {True: 0, False: 0}

    def visit(betting: BettingState) -> None:
        if betting.is_over:
            ends[betting.is_folded_out] += 1
            return
        decisions[betting.round] += 1
        for action in betting.legal().actions():
            visit(betting.after(action))

    visit(BettingState.start(rules))
    return TreeSize(tuple(decisions), ends[True], ends[False])
