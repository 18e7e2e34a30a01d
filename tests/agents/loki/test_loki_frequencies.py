"""Counts in twelve contexts, and what equation 7.4 makes of them."""

import pytest

from equipoise.agents.loki.frequencies import (
    DEFAULTS,
    Frequencies,
    call_threshold,
    context,
    raise_threshold,
)
from equipoise.agents.loki.public import PublicAction
from equipoise.games.action import Kind


def action(kind, in_round=0, to_call=2, size=2, seat=1, pot=6, paid=0):
    return PublicAction(seat, kind, in_round, (), to_call, size, pot, paid, False)


def seen(**counts):
    """Frequencies after so many actions of each kind with two bets to call before the flop."""
    known = Frequencies()
    for kind, many in counts.items():
        for _ in range(many):
            known.add(action(Kind(kind.rstrip("_")), to_call=4))
    return known


@pytest.mark.parametrize(
    ("to_call", "size", "bets"), [(0, 2, 0), (1, 2, 1), (2, 2, 1), (3, 2, 2), (8, 4, 2), (16, 4, 2)]
)
def test_bets_to_call_are_rounded_up_and_two_stands_for_more(to_call, size, bets):
    """The small blind owes half a bet at first, one and a half after a raise."""
    assert context(action(Kind.CALL, 2, to_call, size)) == (2, bets)


def test_the_example_of_section_7_2_1():
    """100 actions with two bets to call: 20 raises, 70 calls, 10 folds."""
    known = seen(raise_=20, call=70, fold=10)
    shares = known.shares(0, 2)
    assert shares == pytest.approx((0.1, 0.7, 0.2))
    assert raise_threshold(shares) == pytest.approx(0.8)
    assert call_threshold(shares) == pytest.approx(0.1)


def test_defaults_are_those_of_table_b_2_and_shares():
    assert Frequencies().shares(3, 1) == DEFAULTS[1] == (0.5, 0.3, 0.2)
    assert all(sum(row) == pytest.approx(1) for row in DEFAULTS)


def test_few_counts_are_mixed_with_the_round_before():
    """5 of 20 counts on the flop: a quarter is theirs, the rest is that of the round before."""
    known = Frequencies()
    for _ in range(10):  # before the flop: half of what is needed, all raises
        known.add(action(Kind.RAISE, 0))
    for _ in range(5):
        known.add(action(Kind.CALL, 1))
    before = [0.5 * d + 0.5 * f for d, f in zip(DEFAULTS[1], (0, 0, 1), strict=True)]
    expected = [0.25 * f + 0.75 * b for f, b in zip((0, 1, 0), before, strict=True)]
    assert known.shares(0, 1) == pytest.approx(before)
    assert known.shares(1, 1) == pytest.approx(expected)
    assert known.shares(3, 1) == pytest.approx(expected)  # nothing seen on turn and river
    assert known.shares(1, 0) == DEFAULTS[0]


@pytest.mark.parametrize("many", [20, 21, 500])
def test_with_twenty_counts_nothing_else_is_asked(many):
    assert seen(fold=many).shares(0, 2) == (1, 0, 0)
