"""Betting states to start from other than the deal: after a betting line, or at a spot.

A *spot* is the start of a later round: a pot, the chips each player has behind, and the position
that acts first, which is out of position.
"""

from __future__ import annotations

from equipoise.base.errors import InputError
from equipoise.games.betting import BettingState
from equipoise.games.lines import read_line
from equipoise.games.rules import GameRules


def betting_after(rules: GameRules, line: str) -> BettingState:
    """The betting state after a line such as ``cr6c/``; a player must be to act.

    >>> from equipoise.games import find_game
    >>> flop = betting_after(find_game("holdem-nolimit:100bb"), "r6c/")
    >>> flop.round, flop.to_act, flop.put
    (1, 0, (6, 6))
    """
    read = read_line(rules, line)
    betting = read.betting
    if betting.is_over:
        how = "a fold" if betting.is_folded_out else "a showdown"
        raise InputError(
            f"the betting is over after {read}, with {how}",
            "betting",
            line,
            expected="give a line after which somebody is to act",
        )
    return betting


def spot_betting(rules: GameRules, round: int, pot: int, stack: int) -> BettingState:
    """The start of a later round of a two-player game, by its pot and the stack behind.

    ``round`` counts from 0, chips are the engine's, ``stack`` is what each player has left (the
    effective stack). The result has the same game with adjusted stacks: use its
    ``BettingState.rules`` from there on.

    >>> from equipoise.games import find_game
    >>> river = spot_betting(find_game("holdem-nolimit:100bb"), round=3, pot=40, stack=60)
    >>> river.put, river.rules.stacks, river.legal().describe()
    ((20, 20), (80, 80), 'legal: check, raise to 22..80')
    """
    if rules.players != 2:
        raise InputError(
            f"{rules.name} has {rules.players} players", expected="spots are for two players"
        )
    if not 1 <= round < rules.rounds:
        names = ", ".join(f"{n} ({rules.round_name(n)})" for n in range(1, rules.rounds))
        raise InputError(
            f"a spot in round {round} of {rules.name}",
            expected=f"one of {names}" if names else "a game with more than one round",
        )
    if stack < 1:
        raise InputError(f"a stack of {stack}", expected="at least one chip for each player")
    dead, blind = sum(rules.antes), max(rules.blinds)
    live, odd = divmod(pot - dead, 2)
    if odd:
        raise InputError(
            f"a pot of {pot} chips does not divide between two players who have put in the same",
            expected="multiply all chips of the game by 2",
        )
    if live < blind:
        raise InputError(
            f"a pot of {pot}",
            expected=f"blinds and antes of {rules.name} make it {dead + 2 * blind} at least",
        )
    deeper = rules.with_stacks((rules.antes[0] + live + stack, rules.antes[1] + live + stack))
    return BettingState.opening(deeper, round, live)
