"""The size of heads-up no-limit trees, which are too wide to enumerate raise by raise.

The sum over raises is kept as a running sum (the idea of Johanson 2013, "Measuring the size of
large no-limit poker games", section 4), which needs a number for each pair of bet and raise.

Only the decisions and entries of each round are counted; the rest follows. In a
round that is entered E times with D decisions, 2 E of them owe nothing (2 E - b where b = 1 blind
is owed before the first raise). Every other decision has one fold. Every call of a bet and every
second check closes the round (but not the call of the blind): so the closings, folds + E - b, are
the entries of the next round and the showdowns.
"""

from __future__ import annotations

from equipoise.base.progress import Report, silent
from equipoise.games.rules import GameRules
from equipoise.games.size.situations import TreeSize

MOST_CHIPS = 2_000

# A count is one tuple: decisions of each round, then entries of each round.
_Count = tuple[int, ...]


def is_plain_heads_up(rules: GameRules) -> bool:
    """True for two players with equal stacks above forced bets, no limit and no caps."""
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
    stack: int, size: int, closed: list[_Count], decision: _Count
) -> list[list[_Count]]:
    """For a level m and a smallest raise d: the sum of all subtrees that begin with a raise.

    With R(m, d) the subtree of a player facing a raise by d to m (this decision, a fold, a call and
    any raise by at least d, or all-in), the entry is the sum of R(m + e, e) over e >= d: a running
    sum, filled from the highest level down.
    """
    nothing = (0,) * len(decision)
    sums: list[list[_Count]] = [[nothing]] * (stack + 1)
    for level in range(stack - 1, -1, -1):
        most = stack - level
        row = [nothing] * (most + 1)
        for by in range(most, 0, -1):
            reached = level + by
            further = sums[reached][min(max(by, size), stack - reached)]
            answer = _plus(decision, closed[reached], further)
            row[by] = _plus(answer, row[by + 1]) if by < most else answer
        sums[level] = row
    return sums


def count_heads_up(rules: GameRules, report: Report = silent) -> TreeSize:
    """The size of a plain heads-up no-limit tree, round by round from the last."""
    rounds = rules.rounds
    stack = rules.stacks[0] - rules.antes[0]
    nothing: _Count = (0,) * (2 * rounds)
    blinds = max(rules.blinds)
    closed = [nothing] * (stack + 1)  # the subtree after a round is closed at each level
    for number in reversed(range(rounds)):
        decision = _unit(number, rounds)
        entry = _unit(rounds + number, rounds)
        size = rules.betting.sizes[number]
        sums = _sums_of_raises(stack, size, closed, decision)
        opened = [nothing] * (stack + 1)  # the same at the start of this round
        for level in range(stack) if number else (blinds,):
            bets = sums[level][min(size, stack - level)]
            second = _plus(decision, closed[level], bets)
            opened[level] = _plus(entry, decision, second, bets)
        closed = opened
        report(rounds - number, rounds, "counting rounds")
    count = closed[blinds]
    return _size(count[:rounds], count[rounds:], sum(blind < blinds for blind in rules.blinds))


def _unit(place: int, rounds: int) -> _Count:
    return tuple(int(other == place) for other in range(2 * rounds))


def _size(decisions: _Count, entries: _Count, owing: int) -> TreeSize:
    """The tree size from decisions and entries, given the blinds owed in the first round."""
    owed = (owing,) + (0,) * (len(decisions) - 1)
    folds = tuple(d - 2 * e + b for d, e, b in zip(decisions, entries, owed, strict=True))
    closings = [f + e - b for f, e, b in zip(folds, entries, owed, strict=True)]
    following = (*entries[1:], 0)
    return TreeSize(
        decisions,
        # children of decisions: decisions within the round, folds and closings
        tuple(
            d - e + f + c for d, e, f, c in zip(decisions, entries, folds, closings, strict=True)
        ),
        folds,
        tuple(c - e for c, e in zip(closings, following, strict=True)),
    )
