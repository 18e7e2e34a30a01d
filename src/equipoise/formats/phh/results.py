"""The stated results of a PHH hand: finishing stacks and winnings, checked separately.

``finishing_stacks`` are exact. ``winnings`` mean different things at different venues; the meaning
recognised for a file is its :class:`Convention`. A stated result that no convention explains is a
disagreement: the actions of the hand are still legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from equipoise.base.errors import InputError
from equipoise.formats.check import Chips, WrongResult, check_hand, engine_payoffs, settle
from equipoise.formats.phh.rules import ODD_CHIPS_FIELD, amounts
from equipoise.formats.text import decimal_text
from equipoise.games.pots import uncalled
from equipoise.games.record import HandRecord
from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.games.state import State

#: the largest share of the contested pot that a house is taken to rake
_MOST_RAKED = Fraction(1, 5)
#: in big blinds, the most that posts which a file leaves out may add to a pot
_MOST_POSTED = 2


@dataclass(frozen=True)
class Convention:
    """A venue's meaning of winnings other than the chips collected from the pot."""

    name: str
    text: str


UNCALLED_COUNTED = Convention(
    "uncalled-counted", "winnings include the uncalled bet that was returned"
)
SILENT_FOLDS = Convention(
    "no-showdown-no-winnings", "no winnings are stated for pots won without a showdown"
)
SILENT_SHOWDOWNS = Convention(
    "hidden-cards-no-winnings", "no winnings are stated for showdowns with hidden cards"
)
#: the share of the hands in which a convention would show, from which it is one
_CONVENTIONAL = {
    # what was collected is at most the pot less the bet, so either reading excludes the other
    UNCALLED_COUNTED: Fraction(1, 2),
    # some rooms state winnings only of winners outside the blinds and the button
    SILENT_FOLDS: Fraction(1, 5),
    SILENT_SHOWDOWNS: Fraction(1, 5),
}


@dataclass(frozen=True)
class Stated:
    """The results a file states, in chips: the change of each stack, and the winnings as listed."""

    stacks: Chips | None = None
    winnings: Chips | None = None
    odd_chips: bool = False  # the file names the rule for odd chips

    @classmethod
    def of(cls, rules: GameRules, fields: Mapping[str, Any]) -> Stated:
        """The stated results of a hand's fields."""
        won = amounts(fields, "winnings", rules.players) if "winnings" in fields else None
        return cls(
            _from_stacks(rules, fields) if "finishing_stacks" in fields else None,
            None if won is None else tuple(Fraction(value) * rules.scale for value in won),
            ODD_CHIPS_FIELD in fields,
        )

    @property
    def collectors(self) -> tuple[int, ...]:
        """The players with positive winnings."""
        return tuple(p for p, chips in enumerate(self.winnings or ()) if chips)


@dataclass(frozen=True)
class Judged:
    """A hand with the result that was accepted (or the stated one, if none was).

    ``convention`` is the reading of winnings that was needed, ``note`` an excuse that was found,
    ``disagreements`` say which stated results differ from the rules.
    """

    record: HandRecord
    state: State
    convention: Convention | None = None
    note: str = ""
    disagreements: tuple[str, ...] = ()


def _from_stacks(rules: GameRules, fields: Mapping[str, Any]) -> Chips | None:
    values = amounts(fields, "finishing_stacks", rules.players, infinite=True)
    if UNLIMITED in rules.stacks:
        return None
    if not all(isinstance(value, int) or value.is_finite() for value in values):
        raise InputError("finishing_stacks has inf", expected="all starting stacks are known")
    return tuple(
        Fraction(value) * rules.scale - stack
        for value, stack in zip(values, rules.stacks, strict=True)
    )


def recognise(hands: Iterable[tuple[HandRecord, State, Stated]]) -> frozenset[Convention]:
    """The conventions that a good part of the hands in which they would show follow."""
    shown, followed = Counter[Convention](), Counter[Convention]()
    for record, state, stated in hands:
        won = stated.winnings
        if won is None or not state.is_over:
            continue
        silent = _silence(record, state)
        if silent is not None:
            shown[silent] += 1
            followed[silent] += not any(won)
        back = sum(uncalled(state.betting))
        if any(won) and back and state.betting.raises:
            if sum(won) <= state.betting.pot - back:
                shown[UNCALLED_COUNTED] += 1
            elif _counts_uncalled(record, state, stated) is not None:
                shown[UNCALLED_COUNTED] += 1
                followed[UNCALLED_COUNTED] += 1
    return frozenset(
        convention
        for convention, count in shown.items()
        if followed[convention] > _CONVENTIONAL[convention] * count
    )


def _silence(record: HandRecord, state: State) -> Convention | None:
    """The convention by which a hand that is over may state winnings of 0 for everyone."""
    if state.betting.is_folded_out:
        return SILENT_FOLDS
    return SILENT_SHOWDOWNS if engine_payoffs(record, state) is None else None


def judge(
    record: HandRecord, state: State, stated: Stated, conventions: Collection[Convention] = ()
) -> Judged:
    """Check stated stacks and winnings separately, the winnings by the file's conventions."""
    wrong: list[str] = []
    by_stacks = _by_stacks(record, state, stated, wrong)
    by_winnings = _by_winnings(record, state, stated, conventions, wrong)
    best = by_stacks or by_winnings
    if (
        by_stacks
        and by_winnings
        and by_winnings.record.payoffs
        not in (
            None,
            by_stacks.record.payoffs,
        )
    ):
        wrong.append("finishing_stacks and winnings do not agree")
    if best is None:
        payoffs = stated.stacks
        if payoffs is None and stated.winnings is not None:
            payoffs = _payoffs(state, stated)
        best = Judged(replace(record, payoffs=payoffs), state)
    convention = by_winnings.convention if by_winnings else None
    note = by_winnings.note if by_winnings else ""
    return replace(best, convention=convention, note=note, disagreements=tuple(wrong))


def _by_stacks(record: HandRecord, state: State, stated: Stated, wrong: list[str]) -> Judged | None:
    if stated.stacks is None:
        return None
    lost = -sum(stated.stacks, Fraction(0)) if state.is_over else Fraction(0)
    # thirds are rounded, so a little may be missing
    if stated.winnings is None and lost > Fraction(
        record.rules.scale * record.rules.players, 10**6
    ):
        units = decimal_text(record.rules.units(lost), 6)
        wrong.append(
            f"finishing_stacks are {units} short of the starting stacks; "
            "a rake is stated by winnings"
        )
        return None
    found = _fit(record, state, stated, stated.stacks)
    if isinstance(found, Judged):
        return found
    wrong.append(f"finishing_stacks: {found}")
    return None


def _by_winnings(
    record: HandRecord,
    state: State,
    stated: Stated,
    conventions: Collection[Convention],
    wrong: list[str],
) -> Judged | None:
    won = stated.winnings
    if won is None:
        return None
    if state.is_over and not any(won):
        silent = _silence(record, state)
        if silent in conventions:
            return Judged(record, state, silent)
    if UNCALLED_COUNTED in conventions:
        counted = _counts_uncalled(record, state, stated)
        if counted is not None:
            return counted
    surplus = _surplus(record, state, stated)
    if surplus:
        units = decimal_text(record.rules.units(surplus), 6)
        note = f"{units} more is collected than the pot holds: perhaps a post that is not recorded"
        return Judged(record, state, note=note)
    read = _fit(record, state, stated, _payoffs(state, stated))
    if isinstance(read, Judged):
        return read
    wrong.append(f"winnings: {read}")
    return None


def _counts_uncalled(record: HandRecord, state: State, stated: Stated) -> Judged | None:
    """The hand with the uncalled bet counted as won, if that explains it with a plausible rake."""
    betting, won = state.betting, stated.winnings
    back = sum(uncalled(betting))
    if won is None or not state.is_over or not betting.raises or not back:
        return None
    if betting.pot - sum(won) > _MOST_RAKED * (betting.pot - back):
        return None
    read = _fit(record, state, stated, _payoffs(state, stated, counted=True))
    return replace(read, convention=UNCALLED_COUNTED) if isinstance(read, Judged) else None


def _payoffs(state: State, stated: Stated, counted: bool = False) -> Chips:
    """What was won or lost, from winnings that leave out the uncalled bet or have it counted."""
    won = stated.winnings
    assert won is not None
    back = (0,) * len(won) if counted else _returned(state, won)
    return tuple(
        chips + returned - put
        for chips, returned, put in zip(won, back, state.betting.put, strict=True)
    )


def _fit(record: HandRecord, state: State, stated: Stated, payoffs: Chips) -> Judged | WrongResult:
    """The hand with this result, or what is wrong with it.

    Where the file does not name the rule for odd chips and only splitting them exactly gives its
    result, that was the rule.
    """
    choices = [record.rules]
    if not stated.odd_chips:
        choices.append(replace(record.rules, odd_chips="fraction"))
    for rules in choices:
        last = _under(rules, state)
        exact = engine_payoffs(record, last)
        settled = settle(payoffs, exact, rules.scale)
        if settled == exact:
            return Judged(replace(record, rules=rules, payoffs=settled), last)
    wrong: WrongResult | None = None
    for rules in choices:
        raked, last = replace(record, rules=rules, payoffs=payoffs), _under(rules, state)
        try:
            check_hand(raked, last)
        except WrongResult as error:
            wrong = wrong or error
        else:
            return Judged(raked, last)
    assert wrong is not None
    return wrong


def _under(rules: GameRules, state: State) -> State:
    """The same state with another payoff rule."""
    if rules is state.rules:
        return state
    return replace(state, betting=replace(state.betting, rules=rules))


def _returned(state: State, won: Chips) -> tuple[int, ...]:
    """What each player got back outside the winnings: a bet or raise that nobody called.

    A big blind that nobody called is collected with the pot, unless the winnings leave it out.
    """
    outside = uncalled(state.betting)
    if state.is_over and (state.betting.raises or sum(won) <= state.betting.pot - sum(outside)):
        return outside
    return (0,) * state.rules.players


def _surplus(record: HandRecord, state: State, stated: Stated) -> Fraction:
    """By how much the winnings exceed the pot, where chips the file does not show may explain it.

    Players who return to a table post a blind, or a big and a small one, that some files leave out,
    so a pot can hold a little more than the actions put in. Nobody may collect more than the engine
    awards all the same, uncalled bet included; what exceeds that, or two big blinds, or stands
    beside finishing stacks that tell what everyone won, has no such excuse and is found wrong.
    """
    won = stated.winnings
    assert won is not None
    surplus = sum(won, Fraction(0)) - state.betting.pot + sum(_returned(state, won))
    if not state.is_over or not 0 < surplus <= _MOST_POSTED * record.rules.big_blind:
        return Fraction(0)
    if stated.stacks is not None:
        return Fraction(0)
    exact = engine_payoffs(record, state)
    if exact is None:
        return Fraction(0)
    most = [chips + put for chips, put in zip(exact, state.betting.put, strict=True)]
    excused = all(chips <= limit for chips, limit in zip(won, most, strict=True))
    return surplus if excused else Fraction(0)
