"""Betting lines as text, ``cr6c/``: one codec for everything that reads or writes them.

``f`` folds, ``c`` checks or calls, ``r6`` bets or raises to 6 chips put in over the whole hand, as
in ACPC match states; a slash separates rounds. In typed lines ``r`` alone is enough if only one
raise is legal, ``a`` is all-in, and slashes may be omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind, Move
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules

ROUND_END = "/"
_STEP = re.compile(r"[fca/]|r[0-9]*", re.ASCII)
#: digits of an amount; no stack has more
_MOST_DIGITS = 10
_STEPS = "one of f, c, r<chips>, r, a, /"

#: the moves of each round, as ``State`` and ``Observation`` hold them
History = tuple[tuple[Move, ...], ...]


class Step(NamedTuple):
    """One token of a line, an action or the end of a round, and its position in the text."""

    at: int
    text: str


def action_text(action: Action, sized: bool = True) -> str:
    """An action as text; ``sized`` False omits the amount of raises.

    >>> action_text(Action.raise_to(6)), action_text(Action.raise_to(6), sized=False)
    ('r6', 'r')
    """
    if action.kind is Kind.RAISE:
        return f"r{action.to}" if sized else "r"
    return "f" if action.kind is Kind.FOLD else "c"


def line_text(rounds: Iterable[Iterable[Action]], sized: bool = True) -> str:
    """The actions of rounds as a line; a round without actions is empty.

    >>> line_text([[Action.call(), Action.raise_to(6), Action.call()], []])
    'cr6c/'
    """
    return ROUND_END.join(
        "".join(action_text(action, sized) for action in actions) for actions in rounds
    )


def split_line(text: str, what: str = "betting") -> Iterator[Step]:
    """The steps of a line, in order; raises InputError with the position of an invalid one."""
    at = 0
    for match in _STEP.finditer(text):
        if match.start() != at:
            break
        yield Step(at, match[0])
        at = match.end()
    if at < len(text):
        raise InputError(f"unknown action {text[at]!r}", what, text, at, _STEPS)


@lru_cache(maxsize=4096)
def read_action(text: str) -> Action:
    """Parse an action; the amount of a bare ``r`` is 0, to be filled in by the rules.

    >>> read_action("r6")
    Action(kind=<Kind.RAISE: 'raise'>, to=6)
    """
    match = _STEP.fullmatch(text)
    if match is None or text in ("a", ROUND_END):
        raise InputError("unknown action", "action", text, expected="one of f, c, r or r<chips>")
    if text == "f":
        return Action.fold()
    if text == "c":
        return Action.call()
    digits = text[1:]
    if len(digits) > _MOST_DIGITS:
        raise InputError(
            f"a raise to a number of {len(digits)} digits",
            "action",
            text,
            expected=f"at most {_MOST_DIGITS} are possible",
        )
    return Action.raise_to(int(digits or 0))


@dataclass(frozen=True)
class Line:
    """A legal betting line: the resulting betting state, and the moves by round."""

    betting: BettingState
    history: History

    def __str__(self) -> str:
        """The line with every amount and slash: parsing it gives the same line again."""
        rounds = [[move.action for move in moves] for moves in self.history]
        if self.betting.is_over:  # no slash for rounds without decisions
            return line_text(rounds).rstrip(ROUND_END)
        return line_text(rounds[: self.betting.round + 1])


def read_line(rules: GameRules, text: str) -> Line:
    """Parse a line from the start of a hand, every action checked.

    >>> from equipoise.games import find_game
    >>> line = read_line(find_game("holdem-limit:3p"), "rfc/r")
    >>> line.betting.round, line.betting.to_act, line.betting.pot, str(line)
    (1, 2, 11, 'r4fc/r6')
    """
    betting = BettingState.start(rules)
    history: list[list[Move]] = [[] for _ in range(rules.rounds)]
    round_ends = 0  # slashes allowed here
    for at, step in split_line(text):
        try:
            if step == ROUND_END:
                if not round_ends:
                    raise InputError("no round ends here", expected=_legal_words(betting))
                round_ends -= 1
                continue
            position, before = betting.to_act, betting.round
            if position is None:
                raise InputError("the betting is already over")
            action = _made(step, betting)
        except InputError as error:
            raise InputError(error.problem, "betting", text, at, error.expected) from None
        history[before].append(Move(position, action))
        betting = betting.after(action)
        round_ends = 0 if betting.is_over else betting.round - before
    return Line(betting, tuple(map(tuple, history)))


def _made(step: str, betting: BettingState) -> Action:
    """The action of a step in a betting state, with its amount."""
    legal = betting.legal()
    if step == "r" and legal.min_raise is not None:
        if legal.min_raise != legal.max_raise:
            raise InputError("a raise without a size", expected=legal.describe())
        return Action.raise_to(legal.min_raise)
    if step == "a":
        stack = betting.rules.stacks[legal.position]
        if legal.max_raise is None or legal.max_raise < stack:
            raise InputError("no raise here is all-in", expected=legal.describe())
        return Action.raise_to(stack)
    return legal.checked(read_action(step))


def _legal_words(betting: BettingState) -> str:
    return "" if betting.is_over else betting.legal().describe()
