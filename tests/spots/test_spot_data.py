"""Spots as data: what is read, checked, and written back."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equipoise.base.errors import InputError
from equipoise.cards.ranges import Range
from equipoise.spine.tree import SHOWDOWN
from equipoise.spots.amounts import Scale
from equipoise.spots.file import parse_spot, print_spot
from equipoise.spots.game import spot_game, spot_tree
from equipoise.spots.lines import SpotLine
from equipoise.spots.locking import SpotLock
from equipoise.spots.spot import Spot
from equipoise.spots.walk import action_names

FLOP = {"board": "QsJh2h", "pot": 180, "stack": 910, "oop": "AA,KQs", "ip": "99-22"}


def flop(**more):
    return Spot(**{**FLOP, **more})


sizes = st.sampled_from(["50%", "33.5%, a", "e", "2e, 75%", "20c", "none", "3e200%"])
raises = st.sampled_from(["2.5x", "60%, a", "20c3r", "none"])
numbers = st.integers(1, 10**5).map(lambda n: Fraction(n, 100))
spots = st.builds(
    Spot,
    st.sampled_from(["QsJh2h", "QsJh2h5d", "QsJh2h5d5c"]),
    numbers,
    numbers.map(lambda n: n + 20),
    st.sampled_from(["AA", "TT+,AK:0.5", "random"]),
    st.sampled_from(["KK", "76s,A5s-A2s:0.25"]),
    sizes,
    raises,
    donks=st.none() | sizes,
    oop_bets=st.none() | sizes,
    ip_raises=st.none() | raises,
    add_all_in=numbers,
    merge=numbers,
    rake=numbers.filter(lambda n: n < 100),
    rake_cap=st.none() | numbers,
    raise_cap=st.none() | st.integers(0, 4),
    remove=st.sampled_from([(), ("check, bet 50%",)]),
    locks=st.sampled_from([(), ("check | QQ+ | bet 50%=20%, check=80%",)]),
)


@settings(max_examples=25, deadline=None)
@given(spots)
def test_what_is_written_is_read_again(spot):
    again, given_too = parse_spot(print_spot(spot, {"target": 0.3}))
    assert again == spot and float(given_too["target"]) == 0.3
    assert print_spot(again) == print_spot(spot)


def test_sizes_by_street_and_player():
    text = """
    board = "QsJh2h"
    pot = 180
    stack = 910
    ip = "99-22"
    bets = "50%"
    [oop]
    range = "AA"
    raises = "3x"
    [flop]
    bets = "52%"
    [turn.ip]
    bets = "55%, a"
    [river]
    raises = "45%"
    donks = "none"
    [[lock]]
    line = "check"
    hands = "99"
    strategy = { check = 75, "bet 52%" = 25 }
    """
    spot, _ = parse_spot(text)
    assert spot.bets == "52% / 50%"
    assert spot.ip_bets == "52% / 55%, a / 50%"
    assert spot.raises == "2.5x, a / 2.5x, a / 45%"
    assert spot.oop_raises == "3x"
    assert spot.donks == "52% / 50% / none"
    assert str(spot.locks[0]) == "check | 99 | check=75%, bet 52%=25%"
    first, second = spot.plan.streets[2]
    assert list(map(str, first.bets)) == ["50%"] and list(map(str, second.bets)) == ["55%", "a"]
    assert spot.plan.streets[3][0].donks == () and spot.plan.streets[3][1].donks is None
    again, _ = parse_spot(print_spot(spot))
    assert again == spot


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"board": "QsQs2h"}, "character 3: Qs"),
        ({"board": "QsJh"}, "three to five cards"),
        ({"board": "QsJh2x"}, "unknown suit"),
        ({"pot": 0}, "there are no chips"),
        ({"pot": -5}, "a number from 0"),
        ({"pot": "1e3"}, "not a number"),
        ({"stack": "0.00000001"}, "more than 6 decimals"),
        ({"oop": "XX"}, "unknown rank"),
        ({"oop": "QsJh,2h3c"}, "it has no possible hand on QsJh2h"),
        ({"bets": "1000c"}, "a bet of 1000c is above the stack"),
        ({"bets": "50% / a / a / a"}, "sizes for 4 streets"),
        ({"bets": "2x"}, "only for raises"),
        ({"add": ("bet 911",)}, "above the stack"),
        ({"add": ("bet 50%, call, call",)}, "cannot be added|there is no call"),
        ({"remove": ("check, bet 49%",)}, "there is no bet 49%"),
        ({"rake": 100}, "below 100%"),
        ({"locks": ("bet 50% | 99",)}, "2 parts"),
        ({"locks": ("bet 50% | 99 | fold=120%",)}, "100% together"),
        ({"locks": ("bet 50% | 99 | fold=20%",)}, "or omit one action"),
        ({"locks": ("bet 40% | 99 | fold=100%",)}, "there is no bet 40%"),
        ({"locks": ("bet 50%, fold | 99 | fold=100%",)}, "nobody acts there"),
        ({"locks": ("bet 50% | 99 | check=100%",)}, "there is no check"),
        ({"oop": "AsAh", "ip": "AsAd,AhAc"}, "no two hands of the ranges can be dealt together"),
    ],
)
def test_bad_input_is_one_clear_line(change, says):
    with pytest.raises(InputError, match=says) as caught:
        spot_game(flop(**change))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pot = 3", "board is missing"),
        ("board = 3", "pot is missing"),
        ("colour = 3", "unknown name 'colour'"),
        ("board = ", "not TOML"),
        ("[flop]\nbet = 3", "unknown name 'bet'"),
        ("[flop]\nbets = 3", "is not a text"),
        ("[[lock]]\nline = 3", "is not a lock"),
        ("[ip]\ndonks = 'a'\nrange='KK'", "in position never acts first"),
        ("[flop]\nbets = 'a'", "the board is past the flop"),
    ],
)
def test_bad_files_are_one_clear_line(text, says):
    whole = text if "past" not in says and "never acts" not in says else (
        "board='QsJh2h5d'\npot=2\nstack=3\noop='AA'\n" + ("ip='KK'\n" if "[ip]" not in text else "")
        + text
    )  # fmt: skip
    with pytest.raises(InputError, match=says) as caught:
        parse_spot(whole)
    assert "\n" not in str(caught.value)


def test_chips_inside_are_never_seen():
    assert Scale.of(Fraction(55, 10), [Fraction(97)]) == Scale(100, 1)
    assert Scale.of(5, [97]) == Scale(2, 2)
    odd, even = (
        flop(pot=181, bets="50%", raises="a"),
        flop(pot="5.5", stack="97.25", bets="33%, 2c", raises="a"),
    )
    assert action_names(spot_tree(odd), 0) == ("check", "bet 91")
    assert action_names(spot_tree(even), 0) == ("check", "bet 1.82", "bet 2")


def test_lines_and_locks_are_stable():
    for text in ("", "check", "check, bet 50%, raise 2.5x, call, Ah, all-in"):
        assert str(SpotLine.parse(text)) == text
    assert SpotLine.of("check", "bet 50%, call", "Ah") == SpotLine.parse("check/bet 50%/call/Ah")
    lock = SpotLock.parse(" | all | check=12.5%, bet 20=87.5%")
    assert SpotLock.parse(str(lock)) == lock and lock.hands == Range.random()


def test_the_tree_of_the_published_spot():
    """27, 119 and 355 nodes by street: 52/55/70% by street, raises 45%, pot 180, stack 910.

    Published counts have a chance node for every line that goes on to the next street, and follow
    all-ins that are called through the later streets.
    """
    tree = spot_tree(flop(bets="52% / 55% / 70%", raises="45%"))
    nodes = [int((tree.round == number).sum()) for number in (1, 2, 3)]
    above = tree.round[np.maximum(tree.parents, 0)]
    going_on = [int(((tree.round == n + 1) & (above == n)).sum()) for n in (1, 2)]
    all_in = [int(((tree.kind == SHOWDOWN) & (tree.round == n)).sum()) for n in (1, 2)]
    assert nodes[0] + going_on[0] == 27
    assert nodes[1] + going_on[1] + all_in[0] == 119
    assert nodes[2] + all_in[0] + all_in[1] == 355
