"""Bet sizes as players write them, the rules that thin them, and lines removed or added."""

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.abstraction.bets.edits import Edits, Path, Step
from equipoise.abstraction.bets.plan import BetPlan, StreetSizes
from equipoise.abstraction.bets.point import BetPoint
from equipoise.abstraction.bets.sizes import (
    AllIn,
    Chips,
    Geometric,
    PotShare,
    Times,
    parse_sizes,
    print_sizes,
)
from equipoise.base.errors import InputError
from equipoise.games.catalogue import find_game
from equipoise.games.rules import Betting
from equipoise.games.start import spot_betting
from equipoise.spine.path import action_name
from equipoise.spine.tree import build_tree

decimals = st.integers(1, 10**6).map(lambda n: Fraction(n, 1000))
shares = decimals.map(lambda n: PotShare(n / 100))
any_size = st.one_of(
    shares,
    decimals.map(lambda n: Times(1 + n)),
    st.builds(Chips, decimals, st.none() | st.integers(0, 9)),
    st.builds(Geometric, st.none() | st.integers(1, 9), st.none() | decimals),
    st.just(AllIn()),
)


@given(st.lists(any_size, max_size=6, unique=True))
def test_what_is_printed_is_read_again(sizes):
    text = print_sizes(tuple(sizes))
    assert parse_sizes(text, raises=True) == tuple(sizes)
    assert print_sizes(parse_sizes(text, raises=True)) == text


@given(st.text("0123456789%xcera., ", max_size=12))
def test_any_text_is_sizes_or_one_line(text):
    with suppress(InputError):
        sizes = parse_sizes(text, raises=True)
        assert parse_sizes(print_sizes(sizes), raises=True) == sizes


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("50%,,a", "a size is missing"),
        ("half", "'half' is not a bet size"),
        ("50%, 50.0%", "50% occurs twice"),
        ("0%", "a bet of 0"),
        ("3x", "only for raises"),
        ("20c3r", "only for raises"),
    ],
)
def test_bad_sizes_are_refused_with_their_place(text, says):
    with pytest.raises(InputError, match=says):
        parse_sizes(text)
    with pytest.raises(InputError, match="is not a raise"):
        parse_sizes("1x", raises=True)


def spot(round_number, pot, stack, unit=1, scale=1):
    rules = replace(
        find_game("holdem-nolimit:100bb"),
        betting=Betting("no-limit", sizes=(unit,) * 4), blinds=(0, 0), scale=scale,
    )  # fmt: skip
    return spot_betting(rules, round_number, pot, stack)


def plan(bets="", raises="", donks=None, **more):
    street = StreetSizes(
        parse_sizes(bets),
        parse_sizes(raises, raises=True),
        None if donks is None else parse_sizes(donks),
    )
    return BetPlan(((street, street),) * 4, **more)


def names(start, bets, line=""):
    """The actions after a line of places, as the tree has them."""
    tree = build_tree(start.rules, bets, start)
    node = 0
    for step in filter(None, line.split(",")):
        found = [str(a.to) for a in tree.actions_of(node)]
        node = int(tree.children_of(node)[found.index(step.strip())])
    return [(a.kind.value, a.to) for a in tree.actions_of(node)]


def test_the_published_vector_of_a_turn():
    """Pot 200, stack 900, bets "60%, e, a", raises 2.5x: 120, 216, 900; after 120 a raise to 300."""
    start = spot(2, 200, 900)
    bets = plan("60%, e, a", "2.5x")
    assert names(start, bets) == [
        ("call", 100), ("raise", 220), ("raise", 316), ("raise", 1000),
    ]  # fmt: skip
    assert names(start, bets, "220") == [("fold", 100), ("call", 220), ("raise", 400)]


def point(previous=0, pot=100, largest=1000, bets=0, streets=1, **more):
    smallest = max(2 * previous, 1)
    return BetPoint(previous, pot, min(smallest, largest), largest, bets, streets, **more)


def test_amounts_of_every_kind():
    assert PotShare(Fraction(525, 1000)).amount(point()) == 53  # a half upwards
    raise_of = point(50, 200, bets=1)
    assert PotShare(Fraction(1, 2)).amount(raise_of) == 150
    assert Times(Fraction(5, 2)).amount(raise_of) == 125
    assert Chips(Fraction(20)).amount(raise_of) == 70
    assert Chips(Fraction(20), 1).amount(raise_of) == 70
    assert Chips(Fraction(20), 1).amount(point(70, 240, bets=2)) is None
    assert AllIn().amount(raise_of) == 1000
    # three bets of the same part of the pot, all called, get exactly the stack in
    wide = point(0, 1000, 13_000, streets=3)
    assert Geometric().amount(wide) == 1000
    assert Geometric(2).amount(point(0, 1000, 12_000)) == 2000
    assert Geometric(1).amount(wide) == 13_000
    assert Geometric(1, Fraction(2)).amount(wide) == 2000
    # a raise has one street less
    assert Geometric().amount(point(1000, 3000, 13_000, 1, 3)) == 1000 + 3000
    # in scaled chips
    assert Chips(Fraction(5, 2)).amount(point(scale=2)) == 5
    assert PotShare(Fraction(1, 3)).amount(point(pot=100, unit=10)) == 30


def amounts(bets, at):
    street = bets.streets[1][0]
    return sorted(bets.bets(at, street.raises if at.bets else street.bets))


def test_all_in_is_added_and_forced():
    """Added up to 1.5 pots; forced where a call leaves 0.2 pots or less."""
    half = Fraction(3, 2)
    assert amounts(plan("50%", add_all_in=half), point(largest=150)) == [50, 150]
    assert amounts(plan("50%", add_all_in=half), point(largest=151)) == [50]
    raised = point(50, 200, 350, bets=1)  # 300 behind the call, into 200
    assert amounts(plan("", "2x", add_all_in=half), raised) == [100, 350]
    fifth = Fraction(1, 5)
    # 100 into 100, 160 behind: 60 in front of 300 is a fifth
    assert amounts(plan("100%", force_all_in=fifth), point(largest=160)) == [160]
    assert amounts(plan("100%", force_all_in=fifth), point(largest=161)) == [100]
    assert amounts(plan("200%", force_all_in=fifth), point(largest=120)) == [120]


def test_close_bets_are_merged_from_the_largest_down():
    tenth = Fraction(1, 10)
    # (1 + 1) / (1 + 0.8) = 1.11 stays, (1 + 0.8) / (1 + 0.65) = 1.09 goes; 0.5 against 0.8 stays
    assert amounts(plan("50%, 65%, 80%, 100%", merge=tenth), point()) == [50, 80, 100]
    assert amounts(plan("10%, 21%", merge=tenth), point()) == [10, 21]  # exactly 1.1
    assert amounts(plan("50%, 51%"), point()) == [50, 51]


def test_a_raise_cap_counts_raises_not_the_bet():
    start = spot(3, 100, 1000)
    bets = plan("10c", "10c", raise_cap=1)
    assert names(start, bets, "60, 70") == [("fold", 60), ("call", 70)]
    limit = plan("10c", "10c2r")
    assert names(start, limit, "60, 70")[-1] == ("raise", 80)
    assert names(start, limit, "60, 70, 80") == [("fold", 70), ("call", 80)]


def test_donk_sizes_are_for_who_called_and_acts_first():
    start = spot(1, 100, 1000)
    bets = plan("50%", "", donks="25%")
    # out of position checks, calls 50, and then has a quarter of 200
    assert names(start, bets, "50, 100, 100")[1:] == [("raise", 150)]
    # checked through, or having bet himself, he has the usual bets
    assert names(start, bets, "50, 50")[1:] == [("raise", 100)]
    assert names(start, bets, "100, 100")[1:] == [("raise", 200)]
    none = plan("50%", "", donks="none")
    assert names(start, none, "50, 100, 100") == [("call", 100)]


def test_lines_are_removed_and_added():
    start = spot(3, 100, 400)
    bets = plan("50%, a", "2.5x, a")
    cut = replace(bets, edits=Edits(removed=(Path.parse("check, bet 50%, all-in"),)))
    assert names(start, cut, "50, 100") == [("fold", 50), ("call", 100), ("raise", 175)]
    assert names(start, cut, "100")[-1] == ("raise", 450)  # elsewhere all-in is there
    more = replace(bets, edits=Edits(added=(Path.parse("check, bet 30%"), Path.parse("bet 77"))))
    assert ("raise", 80) in names(start, more, "50")
    assert names(start, more) == [("call", 50), ("raise", 100), ("raise", 127), ("raise", 450)]
    for text, says in (
        ("bet 500", "above the stack"),
        ("bet 50%, raise 60", "below the smallest raise"),
        ("raise 100", "cannot be added"),
    ):
        wrong = replace(bets, edits=Edits(added=(Path.parse(text),)))
        with pytest.raises(InputError, match=says):
            names(start, wrong)
    with pytest.raises(InputError, match="no action would be left"):
        names(start, replace(plan(), edits=Edits(removed=(Path.parse("check"),))))


@given(st.sampled_from(["check", "call", "fold", "all-in"]) | any_size.map(lambda s: f"bet {s}"))
def test_steps_are_read_as_printed(text):
    step = Step.parse(text)
    assert Step.parse(str(step)) == step


def test_steps_that_are_none():
    for text in ("bet", "bet x", "call 20", "jump", "", "all-in 50%"):
        with pytest.raises(InputError, match="unknown step"):
            Path.parse(f"check, {text}")


def test_other_abstractions_still_build_trees():
    tree = build_tree(find_game("leduc-nolimit:12"), None)
    assert tree.abstractions == (None, None)
    start = spot(3, 100, 400)
    with pytest.raises(InputError, match="not menus"):
        _ = build_tree(start.rules, plan("50%"), start).abstractions
    tree = build_tree(start.rules, plan("50%"), start)
    assert [action_name(tree, 0, a) for a in tree.actions_of(0)] == ["check", "bet to 100"]
