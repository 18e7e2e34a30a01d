"""Parse what a person types at the table.

A number is the player's total on this street: "raise to 6". The engine counts over the whole hand,
including antes and earlier streets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from equipoise.base.errors import InputError, shortened
from equipoise.formats.story import amount_text, big_blinds_text, opens
from equipoise.games.action import Action, Kind, Legal
from equipoise.games.betting import BettingState
from equipoise.games.rules import UNLIMITED

HELP = (
    "f             fold",
    "c             check or call (also: check, call)",
    "b 6, r 6      bet 6, raise to 6: all your chips in front of you on this street",
    "r 3bb         the same in big blinds",
    "r 2.5x        2.5 times the bet you face",
    "pot, half     a bet of the pot after your call; also third, 2/3, 75%",
    "min, all in   the smallest raise, all your chips",
    "u             undo a bet before the second Enter sends it",
    "q             leave: the hands so far are saved and counted",
)
_SHARES = {
    "pot": Fraction(1),
    "half": Fraction(1, 2),
    "third": Fraction(1, 3),
    "quarter": Fraction(1, 4),
}
_NUMBER = r"[0-9]{1,12}(?:\.[0-9]{1,6})?"
_ALL_IN = ("a", "all", "allin", "all-in", "all in", "shove", "jam", "max")


@dataclass(frozen=True)
class Turn:
    """A decision of a person: ``before`` are everybody's chips before this street's bets."""

    betting: BettingState
    before: Sequence[int]

    @property
    def legal(self) -> Legal:
        """The legal actions, in totals of the hand."""
        return self.betting.legal()

    @property
    def is_opening(self) -> bool:
        """True if a raise would be called a bet."""
        return opens(self.betting, self.before)

    @property
    def to_call(self) -> int:
        """The chips that a call costs."""
        legal = self.legal
        return 0 if legal.call_to is None else legal.call_to - legal.put

    def street(self, to: int) -> int:
        """A total of the hand as chips on this street."""
        return to - self.before[self.legal.position]

    def choices(self) -> str:
        """The legal actions, as they are typed."""
        rules, legal = self.betting.rules, self.legal
        parts = ["f fold"] if legal.can_fold and not legal.is_check else []
        if legal.call_to is not None:
            cost = amount_text(rules, self.to_call)
            parts.append("c check" if legal.is_check else f"c call {cost}")
        if legal.min_raise is not None and legal.max_raise is not None:
            letter, word = ("b", "bet") if self.is_opening else ("r", "raise to")
            low, high = (
                amount_text(rules, self.street(to)) for to in (legal.min_raise, legal.max_raise)
            )
            parts.append(f"{letter} {word} {low}" + (f"..{high}" if low != high else ""))
        return ", ".join(parts)

    def words(self, action: Action) -> str:
        """An unambiguous description of an action and its amount."""
        rules, legal = self.betting.rules, self.legal
        if action.kind == Kind.FOLD:
            return "fold"
        if action.kind == Kind.CALL:
            return "check" if legal.is_check else f"call {amount_text(rules, self.to_call)}"
        street = self.street(action.to)
        word = "bet" if self.is_opening else "raise to"
        more = [big_blinds_text(rules, street), f"{amount_text(rules, action.to - legal.put)} more"]
        all_in = "all-in: " if action.to == rules.stacks[legal.position] else ""
        return f"{all_in}{word} {amount_text(rules, street)} ({', '.join(filter(None, more))})"


def read_move(text: str, turn: Turn) -> Action:
    """Parse a typed action; raises InputError with the possible ones.

    >>> from equipoise.games import find_game
    >>> turn = Turn(BettingState.start(find_game("holdem-nolimit:100bb")), (0, 0))
    >>> read_move("r 3bb", turn).to, read_move("pot", turn).to, read_move("all in", turn).to
    (6, 6, 200)
    >>> read_move("check", turn)
    Traceback (most recent call last):
    equipoise.base.errors.InputError: there is something to call; f fold, c call 1, r raise to 4...
    """
    typed = " ".join(text.replace(",", "").lower().split())
    word, _, rest = re.sub(r"^([a-z]+)([0-9])", r"\1 \2", typed).partition(" ")
    legal = turn.legal
    if word in ("f", "fold"):
        return _checked(turn, Action.fold())
    if word in ("c", "call", "check", "k", "x"):
        if word in ("check", "k", "x") and not legal.is_check:
            raise InputError("there is something to call", expected=turn.choices())
        return _checked(turn, Action.call())
    if typed in _ALL_IN:
        return _all_in(turn)
    if word in ("r", "raise", "b", "bet", "to"):
        rest = rest.removeprefix("to ").strip()
        if rest in _ALL_IN:
            return _all_in(turn)
        if not rest and legal.min_raise is not None and legal.min_raise == legal.max_raise:
            rest = "min"
        if not rest:
            raise InputError("a bet needs an amount", expected="like 6, 3bb, half, pot, all in")
        return _raise(turn, rest, text)
    return _raise(turn, typed, text)


def _raise(turn: Turn, amount: str, text: str) -> Action:
    legal, rules = turn.legal, turn.betting.rules
    before = turn.before[legal.position]
    calling = legal.put if legal.call_to is None else legal.call_to
    amount = amount.removesuffix(" chips").removesuffix(" pot").strip()
    exact: Fraction
    if amount == "min" and legal.min_raise is not None:
        exact = Fraction(legal.min_raise)
    elif (share := _share(amount)) is not None:
        exact = calling + share * (turn.betting.pot + calling - legal.put)
    elif match := re.fullmatch(rf"({_NUMBER}) ?x", amount):
        exact = before + Fraction(match[1]) * (calling - before)
    elif match := re.fullmatch(rf"({_NUMBER}) ?bbs?", amount):
        exact = before + Fraction(match[1]) * rules.big_blind
    elif re.fullmatch(_NUMBER, amount):
        exact = before + Fraction(amount) * rules.scale
    else:
        raise InputError(
            f"cannot understand {shortened(text.strip())!r}", expected="type ? for help"
        )
    return _checked(turn, Action.raise_to(max(int(exact), 1)))


def _share(amount: str) -> Fraction | None:
    """A fraction of the pot."""
    if amount in _SHARES:
        return _SHARES[amount]
    if match := re.fullmatch(r"([1-9])/([1-9])", amount):
        return Fraction(int(match[1]), int(match[2]))
    if match := re.fullmatch(rf"({_NUMBER}) ?%", amount):
        return Fraction(match[1]) / 100
    return None


def _all_in(turn: Turn) -> Action:
    """All chips, by a raise or a call, if legal."""
    legal, stack = turn.legal, turn.betting.rules.stacks[turn.legal.position]
    if stack != UNLIMITED and legal.max_raise == stack:
        return Action.raise_to(stack)
    if stack != UNLIMITED and legal.call_to == stack:
        return _checked(turn, Action.call())
    raise InputError("all-in is not possible here", expected=turn.choices())


def _checked(turn: Turn, action: Action) -> Action:
    """The action if it is legal; errors give chips on this street."""
    legal, rules = turn.legal, turn.betting.rules
    if action.kind == Kind.FOLD and legal.is_check:
        raise InputError("nothing to fold to: checking is free", expected=turn.choices())
    if action.kind == Kind.RAISE and legal.min_raise is not None and legal.max_raise is not None:
        if not legal.min_raise <= action.to <= legal.max_raise:
            side = "below the minimum" if action.to < legal.min_raise else "above the maximum"
            amount = amount_text(rules, turn.street(action.to))
            raise InputError(f"{amount} is {side}", expected=turn.choices())
    elif action.kind == Kind.RAISE:
        raise InputError("no raise is allowed here", expected=turn.choices())
    return legal.checked(action)
