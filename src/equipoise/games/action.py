"""Actions in the common unit: the total chips a player has put in this hand.

A check is a call and a bet is a raise. Formats that count per street, or by how much a bet is
raised, convert on reading and writing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from equipoise.base.errors import InputError


class Kind(StrEnum):
    """Kinds of actions."""

    FOLD = "fold"
    CALL = "call"
    RAISE = "raise"


@dataclass(frozen=True, slots=True)
class Action:
    """A kind, and ``to``: the player's total chips in this hand after the action.

    Only a raise needs it. A fold or call may leave it at 0; the engine fills it in, so that
    histories always have amounts.

    >>> Action.raise_to(300), Action.call()
    (Action(kind=<Kind.RAISE: 'raise'>, to=300), Action(kind=<Kind.CALL: 'call'>, to=0))
    >>> print(Action.raise_to(300))
    raise to 300
    """

    kind: Kind
    to: int = 0

    @classmethod
    def fold(cls) -> Action:
        """Fold."""
        return cls(Kind.FOLD)

    @classmethod
    def call(cls) -> Action:
        """Call, or check if there is no bet."""
        return cls(Kind.CALL)

    @classmethod
    def raise_to(cls, to: int) -> Action:
        """Raise or bet to a total of ``to`` chips put in over the whole hand."""
        return cls(Kind.RAISE, to)

    def __str__(self) -> str:
        return f"{self.kind} to {self.to}" if self.to and self.kind != Kind.FOLD else str(self.kind)


@dataclass(frozen=True, slots=True)
class Move:
    """An action and the position that made it."""

    position: int
    action: Action


@dataclass(frozen=True, slots=True)
class Legal:
    """The legal actions at a decision; amounts are totals of the hand, as in :class:`Action`.

    ``call_to`` is None if calling is not allowed (jam or fold), ``min_raise`` and ``max_raise``
    are None if raising is not allowed; with a fixed limit they are equal. ``put`` is the player's
    total chips so far.
    """

    position: int
    put: int
    can_fold: bool
    call_to: int | None
    min_raise: int | None
    max_raise: int | None

    @property
    def can_raise(self) -> bool:
        """True if any raise is allowed."""
        return self.min_raise is not None

    @property
    def is_check(self) -> bool:
        """True if a call would cost nothing."""
        return self.call_to == self.put

    def actions(self) -> Iterator[Action]:
        """Every legal action: fold, call, then all raises from the smallest."""
        if self.can_fold:
            yield Action(Kind.FOLD, self.put)
        if self.call_to is not None:
            yield Action(Kind.CALL, self.call_to)
        if self.min_raise is not None and self.max_raise is not None:
            for to in range(self.min_raise, self.max_raise + 1):
                yield Action(Kind.RAISE, to)

    def checked(self, action: Action) -> Action:
        """The action with its amount filled in; raises InputError with the legal ones."""
        who = f"position {self.position + 1}"
        if action.kind == Kind.FOLD:
            if not self.can_fold:
                raise InputError(f"{who} folds but owes nothing", expected=self.describe())
            to = self.put
        elif action.kind == Kind.CALL:
            if self.call_to is None:
                raise InputError(f"{who} may not call here", expected=self.describe())
            to = self.call_to
        else:
            if self.min_raise is None or self.max_raise is None:
                raise InputError(f"{who} may not raise here", expected=self.describe())
            to = action.to
            if not self.min_raise <= to <= self.max_raise:
                side = "below the minimum" if to < self.min_raise else "above the maximum"
                raise InputError(f"{who} raises to {to}, {side}", expected=self.describe())
        if action.to not in (0, to):
            raise InputError(
                f"{who}: a {action.kind} to {action.to}", expected=f"here it is to {to} chips"
            )
        return Action(action.kind, to)

    def describe(self) -> str:
        """The legal actions as text.

        >>> Legal(0, 50, True, 100, 200, 1000).describe()
        'legal: fold, call to 100, raise to 200..1000'
        """
        parts = ["fold"] if self.can_fold else []
        if self.call_to is not None:
            parts.append("check" if self.is_check else f"call to {self.call_to}")
        if self.min_raise is not None:
            span = f"{self.min_raise}"
            if self.max_raise != self.min_raise:
                span += f"..{self.max_raise}"
            parts.append(f"raise to {span}")
        return "legal: " + ", ".join(parts)
