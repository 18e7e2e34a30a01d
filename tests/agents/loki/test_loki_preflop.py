from itertools import pairwise, product

import numpy as np
import pytest
from tests.agents.loki.spots import spot

from equipoise.agents.loki.preflop import (
    TABLE_B1,
    Group,
    PreflopStrategy,
    choose,
    expected_players,
    group_of,
    play,
    thresholds,
)
from equipoise.agents.loki.settings import Settings
from equipoise.agents.loki.situation import situation_of
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_index, combo_types
from equipoise.experiments.papp.income import IR_4
from equipoise.games.action import Kind

TIGHT = Settings(tightness="tight")
ANY = dict.fromkeys(Group, 0.0)


def test_the_example_of_section_6_1():
    """AdTd, tight, fifth of six: 100, 250, 580; 491 in the thesis' table IR_4, so Make2."""
    printed = np.array(IR_4).ravel()[combo_types()[combo_index(*parse_cards("AdTd"))]]
    assert printed == 491
    seen = situation_of(spot("ff"))
    assert expected_players(seen) == pytest.approx(3.6)
    chosen = choose(TIGHT, seen, {**ANY, Group.THREE_OR_FOUR: float(printed)})
    assert chosen.group is Group.THREE_OR_FOUR and chosen.strategy is PreflopStrategy.MAKE2
    assert [
        chosen.thresholds[s]
        for s in (PreflopStrategy.MAKE1, PreflopStrategy.MAKE2, PreflopStrategy.MAKE4)
    ] == [
        100,
        250,
        580,
    ]
    assert play(chosen.strategy, seen).kind is Kind.RAISE


@pytest.mark.parametrize(
    ("rate", "strategy"),
    [
        (580, "MAKE4"),
        (579.9, "MAKE2"),
        (250, "MAKE2"),
        (249.9, "MAKE1"),
        (100, "MAKE1"),
        (99.9, "MAKE0"),
    ],
)
def test_thresholds_at_their_corners(rate, strategy):
    chosen = choose(TIGHT, situation_of(spot("ff")), {**ANY, Group.THREE_OR_FOUR: rate})
    assert chosen.strategy is PreflopStrategy[strategy]


@pytest.mark.parametrize(
    ("line", "players", "group", "calls"),
    [
        ("fffffcff", 10, Group.THREE_OR_FOUR, (-75, 200)),
        ("ccffffff", 10, Group.THREE_OR_FOUR, (-75, 200)),
        ("cccfffff", 10, Group.FIVE_OR_MORE, (0, 450)),
        ("ffffffff", 10, Group.TWO, (0, 200)),  # as Make1 and Make2: -50 + 50, 150 + 50
    ],
)
def test_the_small_blind(line, players, group, calls):
    seen = situation_of(spot(line, players))
    found = thresholds(group_of(seen), TIGHT, seen)
    assert group_of(seen) is group
    assert (found[PreflopStrategy.CALL1], found[PreflopStrategy.CALL2]) == calls


def test_a_shift_moves_every_threshold():
    seen = situation_of(spot("cccfffff", 10))
    usual = thresholds(Group.FIVE_OR_MORE, TIGHT, seen)
    moved = thresholds(Group.FIVE_OR_MORE, Settings(tightness="tight", shift=-100), seen)
    assert {s: value - 100 for s, value in usual.items()} == moved


def test_groups_of_the_figure_and_of_the_text_are_the_same():
    """Whoever has not acted yet: rounding the expected number agrees.

    A raise puts a player into the pot as a call does, so openings are of folds and calls.
    """
    for players in range(2, 11):
        openings = (moves for length in range(players) for moves in product("fc", repeat=length))
        for moves in openings:
            if moves.count("f") == players - 1:
                continue  # the hand is over
            seen = situation_of(spot("".join(moves), players))
            expected = int(expected_players(seen) + 0.5)
            text = (
                Group.TWO
                if expected == 2
                else Group.THREE_OR_FOUR
                if expected < 5
                else Group.FIVE_OR_MORE
            )
            assert group_of(seen) is text


def test_tables_are_monotone():
    """A stronger strategy needs more; so does a tighter player, and an earlier position."""
    for by_tightness in TABLE_B1.values():
        for position in range(10):
            rows = [
                [b + i * position for b, i in by_tightness[t]]
                for t in ("tight", "moderate", "loose")
            ]
            assert all(
                tight >= loose for a, b in pairwise(rows) for tight, loose in zip(a, b, strict=True)
            )
            if position < 2:
                assert all(row == sorted(row) for row in rows)


@pytest.mark.parametrize(
    ("strategy", "line", "kind"),
    [
        ("MAKE0", "", Kind.FOLD),
        ("MAKE0", "ccccc", Kind.CALL),  # the big blind checks
        ("MAKE1", "", Kind.CALL),
        ("MAKE1", "r", Kind.FOLD),  # two bets
        ("MAKE1", "rffff", Kind.CALL),  # the big blind owes one
        ("MAKE1", "crr", Kind.FOLD),
        ("MAKE1", "cfrrff", Kind.CALL),  # has put money in already
        ("CALL1", "ffff", Kind.CALL),  # half a bet
        ("CALL1", "fffr", Kind.FOLD),  # one and a half
        ("CALL2", "fffr", Kind.CALL),
        ("CALL2", "rrr", Kind.CALL),
        ("MAKE2", "", Kind.RAISE),
        ("MAKE2", "r", Kind.CALL),
        ("MAKE2", "rr", Kind.CALL),
        ("MAKE4", "rr", Kind.RAISE),
        ("MAKE4", "rrr", Kind.CALL),  # capped
    ],
)
def test_what_strategies_do(strategy, line, kind):
    assert play(PreflopStrategy[strategy], situation_of(spot(line))).kind is kind
