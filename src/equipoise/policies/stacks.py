"""Notice about a policy solved for other stacks than those played."""

from __future__ import annotations

from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.policies.policy import Policy
from equipoise.policies.resolving.resolver import blueprint_of


def stack_notice(policy: Policy, rules: GameRules) -> str:
    """A sentence if a blueprint was solved for other stacks; else empty."""
    blueprint = blueprint_of(policy)
    if blueprint is None:
        return ""
    own = blueprint.strategy.rules
    theirs, mine = (max(game.stacks) / game.big_blind for game in (rules, own))
    if UNLIMITED in (*rules.stacks, *own.stacks) or theirs == mine:
        return ""
    return (
        f"{blueprint.strategy.name} was solved for stacks of {mine:g} big blinds; this game has "
        f"{theirs:g}, so it misjudges large bets"
    )
