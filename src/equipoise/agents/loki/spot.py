"""The observation at a described point of a hand: cards, and the betting as letters."""

from __future__ import annotations

from collections.abc import Sequence

from equipoise.base.errors import InputError, argument
from equipoise.games.catalogue import find_game
from equipoise.games.lines import read_line
from equipoise.games.observation import Observation


def observation_after(
    hole: Sequence[int], board: Sequence[int], players: int, history: str
) -> Observation:
    """The observation of the player to act after this betting of ``holdem-limit``."""
    rules = find_game(f"holdem-limit:{players}p")
    line = read_line(rules, history)
    betting = line.betting
    needed = rules.board_sizes[betting.round]
    if betting.to_act is None:
        raise InputError("the betting is over: nobody is to act", argument("history"), history)
    if len(board) != needed:
        raise InputError(
            f"{len(board)} cards on the board, but the betting is on the "
            f"{rules.round_name(betting.round)}",
            expected=f"{needed} cards, or another {argument('history')} (now {history!r})",
        )
    return Observation(
        betting.to_act, tuple(hole), ((),) * players, tuple(board), betting, line.history
    )
