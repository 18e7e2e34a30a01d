"""The betting of a limit game as letters: f fold, c check or call, r bet or raise."""

from __future__ import annotations

from equipoise.errors import InputError
from equipoise.games.action import Action, Kind, Move
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules

_KINDS = {"f": Kind.FOLD, "c": Kind.CALL, "r": Kind.RAISE}
History = tuple[tuple[Move, ...], ...]


def read_line(rules: GameRules, text: str) -> tuple[BettingState, History]:
    """Where the betting stands after these letters, and the moves by round.

    A stroke may stand where a round ends.

    >>> from equipoise.games import find_game
    >>> betting, moves = read_line(find_game("holdem-limit:3p"), "rfc/r")
    >>> betting.round, betting.to_act, betting.pot, [len(made) for made in moves]
    (1, 2, 11, [3, 1, 0, 0])
    """
    betting = BettingState.start(rules)
    moves: list[list[Move]] = [[] for _ in range(rules.rounds)]
    for place, letter in enumerate(text, 1):
        at = betting.round
        if letter == "/" and not betting.is_over and at > 0 and not moves[at]:
            continue
        if letter not in _KINDS or betting.is_over:
            raise InputError(
                f"{letter!r} at place {place} cannot follow", "betting", text,
                expected="f, c or r for each player in turn, / where a round ends",
            )  # fmt: skip
        legal = betting.legal()
        kind = _KINDS[letter]
        try:
            action = legal.checked(
                Action(kind, legal.min_raise or 0) if kind is Kind.RAISE else Action(kind)
            )
        except InputError as error:
            raise InputError(
                f"{letter!r} at place {place}: {error.problem}", "betting", text,
                expected=error.expected,
            ) from None  # fmt: skip
        assert betting.to_act is not None
        moves[at].append(Move(betting.to_act, action))
        betting = betting.after(action)
    return betting, tuple(map(tuple, moves))
