from random import Random

import pytest
from tests.agents.loki.spots import spot

from equipoise.agents.hobbyists.features import feature
from equipoise.agents.hobbyists.rules import RULES
from equipoise.agents.hobbyists.simulation import share_against_random
from equipoise.agents.hobbyists.starting import group_of, starting_action
from equipoise.agents.loki.situation import situation_of
from equipoise.agents.registry import find_agent
from equipoise.cards import parse_cards
from equipoise.cards.equity import equity
from equipoise.cards.ranges import Range
from equipoise.games.action import Kind


@pytest.mark.parametrize(
    ("hole", "board", "name"),
    [
        ("AsKs", "AdKd2c", "STRONG"),
        ("2s2d", "AdKd2c", "STRONG"),
        ("9s8s", "JdTh7c", "STRONG"),
        ("AsKd", "7h8h9hThJh", "NOTHING"),  # the board plays
        ("AsQd", "Ad7h2c", "TOP_PAIR"),
        ("KsKd", "Qd7h2c", "TOP_PAIR"),
        ("9s8s", "As2s7d", "DRAW"),
        ("9s8d", "Th7c2s", "DRAW"),
        ("9s8d", "Th7c2sKcQd", "NOTHING"),
        ("7s6d", "Th7c2s", "PAIR"),
        ("3s3d", "Th7c2s", "PAIR"),
        ("AsKd", "QhJc2s", "NOTHING"),  # a straight at one end only
        ("AsKd", "QhQc2s", "NOTHING"),
    ],
)
def test_features(hole, board, name):
    assert feature(parse_cards(hole), parse_cards(board)).name == name


def test_the_rule_of_figure_4_1():
    """Two bets to call with less than top pair: raise 10, call 10, fold 80."""
    player, seen = find_agent("rules").make(), spot("ffccrccc/rr", hole="6d5d", board="Kh9s2c")
    rng = Random(5)
    kinds = [player.act(seen, rng).kind for _ in range(4000)]
    for kind, share in ((Kind.RAISE, 0.1), (Kind.CALL, 0.1), (Kind.FOLD, 0.8)):
        assert abs(kinds.count(kind) - 4000 * share) < 5 * (4000 * share * (1 - share)) ** 0.5
    assert all(raises + calls <= 100 for rows in RULES.values() for raises, calls in rows)


@pytest.mark.parametrize(
    ("hole", "line", "kind"),
    [
        ("AdAh", "rr", Kind.RAISE),
        ("AdAh", "rrr", Kind.CALL),
        ("TdTh", "r", Kind.RAISE),
        ("9d9h", "r", Kind.CALL),
        ("8d8h", "r", Kind.FOLD),
        ("8d8h", "", Kind.CALL),
        ("Kd2h", "", Kind.FOLD),
        ("Kd2d", "ffff", Kind.CALL),  # the small blind has half a bet to pay
        ("Kd2h", "ccccc", Kind.CALL),
        ("8d8h", "crffff", Kind.CALL),  # has put in one bet, owes one more
    ],
)
def test_starting_hands(hole, line, kind):
    assert starting_action(tuple(parse_cards(hole)), situation_of(spot(line))) is kind


def test_groups():
    assert [group_of(tuple(parse_cards(hand))) for hand in ("AsAh", "KdTd", "Tc8d", "7h2c")] == [
        1,
        4,
        8,
        9,
    ]


def test_shares_of_simulation_are_equities():
    """Against one random hand on a flop and a river, by enumeration."""
    for line, board in (("ffffcc/", "Kd7d2c"), ("ffffcc/cc/cc/", "Kd7d2c9s4h")):
        seen = spot(line, hole="AdTd", board=board)
        exact = equity(
            [Range.parse("AdTd"), Range.random()], parse_cards(board), exact=True
        ).equities[0]
        found = share_against_random(seen, 1, 20_000, Random(2))
        assert abs(found - exact) < 5 * (exact * (1 - exact) / 20_000) ** 0.5


def test_simulation_acts_on_its_share():
    sure, hopeless = (
        spot("ffffcc/r", hole="AdAh", board="AsAcKd"),
        spot("ffffcc/r", hole="3d2h", board="AsAcKd"),
    )
    player = find_agent("simulation:deals=200").make()
    assert player.act(sure, Random(1)).kind is Kind.RAISE
    assert player.act(hopeless, Random(1)).kind is Kind.FOLD
    assert find_agent("simulation:raise=1,deals=200").make().act(sure, Random(1)).kind is Kind.RAISE
