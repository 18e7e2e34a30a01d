"""The size of a game's betting tree, counted without walking it."""

from __future__ import annotations

from math import factorial, prod

from equipoise.base.progress import Report, silent
from equipoise.games.rules import GameRules
from equipoise.games.size.heads_up import MOST_CHIPS, count_heads_up, is_plain_heads_up
from equipoise.games.size.situations import (
    MOST_STEPS,
    TreeSize,
    count_situations,
    every_move,
    too_large,
)


def count_tree(rules: GameRules, report: Report = silent) -> TreeSize:
    """The size of the full betting tree of a game; raises if it is too large to count.

    >>> from equipoise.games import find_game
    >>> count_tree(find_game("leduc-nolimit:12")).decisions
    (556, 9164)
    """
    if is_plain_heads_up(rules) and rules.stacks[0] <= MOST_CHIPS:
        return count_heads_up(rules, report)
    if _steps_at_least(rules) > MOST_STEPS:
        raise too_large(rules)
    return count_situations(rules, every_move(), report)


def _steps_at_least(rules: GameRules) -> int:
    """A lower bound on the steps of counting, for a quick refusal; 0 if unknown.

    With bets of any size, nearly every split of the players' chips occurs in each round. Chips that
    no opponent could call add no situations. The factors are below measured ones, for 2 and 3
    players from 24 chips on, for 4 to 6 from 6 on; with fewer chips the steps are far below the
    limit either way.
    """
    betting = rules.betting
    if betting.kind not in ("no-limit", "pot-limit") or betting.all_in_only or betting.caps:
        return 0
    second = sorted(rules.stacks)[-2]
    splits = prod(min(stack, second) for stack in rules.stacks)
    return rules.rounds * max(12 * splits // factorial(rules.players), second**3 // 8)
