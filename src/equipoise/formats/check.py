"""Checks that a recorded hand is legal and that its stated result follows from the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from equipoise.base.errors import InputError
from equipoise.formats.text import decimal_text
from equipoise.games.pots import claimants, uncalled
from equipoise.games.record import HandRecord
from equipoise.games.showdown import strength
from equipoise.games.state import UNKNOWN, State

#: decimals to which results are rounded in files
ROUNDED_TO = 6

Chips = tuple[Fraction, ...]


class WrongResult(InputError):  # noqa: N818 - an InputError by another reason, not another name
    """A legal hand whose stated result differs from the rules."""


@dataclass(frozen=True)
class Verdict:
    """The result of replaying a hand.

    ``state``: its last state; ``payoffs``: the engine's payoffs, None if hidden cards decide;
    ``compared``: True if the record states a result; ``rake``: in chips.
    """

    state: State
    payoffs: Chips | None
    compared: bool
    rake: Fraction = Fraction(0)

    @property
    def is_over(self) -> bool:
        """True if the record goes to the end of the hand."""
        return self.state.is_over


def engine_payoffs(record: HandRecord, state: State) -> Chips | None:
    """The engine's payoffs at the end of a record, or None if hidden cards decide.

    In a record that stops before the end each player loses the chips put in so far.
    """
    if not state.is_over:
        return tuple(Fraction(-put) for put in state.betting.put)
    contenders = [p for p in state.betting.contenders if p not in record.mucked]
    if len(contenders) > 1 and any(UNKNOWN in state.hole[p] for p in contenders):
        return None
    return state.payoffs(record.mucked)


def settle(stated: Chips, exact: Chips | None, unit: int = 1) -> Chips:
    """Exact results from stated ones: files round thirds, so values equal after rounding agree.

    ``unit``: chips per rounded unit.
    """
    if exact is None or exact == stated:
        return stated
    half = Fraction(unit, 2 * 10**ROUNDED_TO)
    if all(abs(ours - theirs) <= half for ours, theirs in zip(exact, stated, strict=True)):
        return exact
    return stated


def check_hand(record: HandRecord, state: State | None = None) -> Verdict:
    """Replay a record and compare its result with the engine's.

    ``state`` is the last state where the record was replayed already, as reading does.
    An illegal action raises an :class:`InputError`, a wrong result a :class:`WrongResult`, which
    does not name the hand: whoever asks knows it. Results
    that lose chips are raked: nobody may collect more than the engine awards, and those who collect
    must be its winners. Where hidden cards decide, the known ones still bound who may collect what.
    """
    state = state or record.replay()
    exact = engine_payoffs(record, state)
    stated = record.payoffs
    if stated is None:
        return Verdict(state, exact, compared=False)
    rake = -sum(stated, Fraction(0)) if state.is_over else Fraction(0)
    if rake < 0:
        raise WrongResult(f"{_units(record, -rake)} more is paid out than was put in")
    if exact is not None and (rake == 0 or not state.is_over):
        for position, (ours, theirs) in enumerate(zip(exact, stated, strict=True)):
            if ours != theirs:
                raise WrongResult(
                    f"{_who(record, position)} {_outcome(record, theirs)}",
                    expected=f"by the rules {_outcome(record, ours)}",
                )
        return Verdict(state, exact, compared=True)
    if rake and rake == state.betting.pot - sum(uncalled(state.betting)):
        raise WrongResult("nobody collects the pot")
    _check_collected(record, state, stated, exact)
    return Verdict(state, exact, compared=True, rake=rake)


def collected(payoffs: Sequence[Fraction], state: State) -> Chips:
    """What each position took from the pot: an uncalled bet is returned outside it."""
    return tuple(
        payoff + put - returned
        for payoff, put, returned in zip(
            payoffs, state.betting.put, uncalled(state.betting), strict=True
        )
    )


def _check_collected(record: HandRecord, state: State, stated: Chips, exact: Chips | None) -> None:
    took = collected(stated, state)
    most = _bounds(record, state) if exact is None else collected(exact, state)
    for position, (ours, theirs) in enumerate(zip(most, took, strict=True)):
        who = _who(record, position)
        if theirs < 0:
            raise WrongResult(f"{who} loses {_units(record, -theirs)} more than was put in")
        if theirs > ours:
            expected = (
                f"at most {_units(record, ours)} can be won" if ours else "the hand is beaten"
            )
            raise WrongResult(f"{who} collects {_units(record, theirs)}", expected=expected)
        if exact is not None and ours > 0 and theirs == 0:
            expected = f"by the rules {_units(record, ours)}"
            raise WrongResult(f"{who} collects nothing", expected=expected)


def _bounds(record: HandRecord, state: State) -> Chips:
    """The most each position can collect, given the hands that are known."""
    rules = state.rules
    known = {
        position: strength(rules.showdown, state.hole[position] + state.up[position], state.board)
        for position in state.betting.contenders
        if position not in record.mucked and UNKNOWN not in state.hole[position]
    }
    most = [Fraction(0)] * rules.players
    for pot in state.pots():
        able = claimants(pot, record.mucked, state.betting.show_order())
        best = max((known[p] for p in able if p in known), default=None)
        for position in able:
            if best is None or known.get(position, best) >= best:
                most[position] += pot.amount
    return tuple(
        max(chips - returned, Fraction(0))
        for chips, returned in zip(most, uncalled(state.betting), strict=True)
    )


def _units(record: HandRecord, chips: Fraction) -> str:
    return decimal_text(record.rules.units(chips), ROUNDED_TO)


def _who(record: HandRecord, position: int) -> str:
    return record.names[position] or f"p{position + 1}"


def _outcome(record: HandRecord, chips: Fraction) -> str:
    if chips == 0:
        return "breaks even"
    return f"{'wins' if chips > 0 else 'loses'} {_units(record, abs(chips))}"
