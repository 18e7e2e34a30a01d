from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.abstraction.betting import BetSize, BettingAbstraction, bets_text, parse_bets
from equipoise.errors import InputError
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.catalogue import find_game

sizes = st.lists(
    st.builds(
        BetSize,
        st.one_of(
            st.integers(1, 2000).map(lambda percent: Fraction(percent, 100)),
            st.fractions(Fraction(1, 50), 20, max_denominator=50),
        ),
        st.booleans(),
        st.booleans(),
    ),
    unique_by=lambda size: size.fraction,
    max_size=5,
)


@given(sizes, st.booleans())
def test_print_parse_print_is_stable(sizes, all_in):
    shown = BettingAbstraction(tuple(sizes), all_in)
    again = BettingAbstraction.parse(str(shown))
    assert again == shown and str(again) == str(shown)


@pytest.mark.parametrize(
    "text", ["fca", "fcpa", "fchpda", "fcqpa", "fc125pa", "fchrpa", "fchoqnpwdtea", "fc"]
)
def test_the_notation_of_the_thesis(text):
    assert BettingAbstraction.parse("fc75pa") == BettingAbstraction.parse("fcqpa")
    assert str(BettingAbstraction.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "position", "part"),
    [
        ("cpa", 0, "begin with fc"),
        ("", 0, "begin with fc"),
        ("fcxa", 2, "unknown letter 'x'"),
        ("fcap", 3, "all-in comes last"),
        ("fcpp", 3, "twice"),
        ("fc0a", 2, "a bet of nothing"),
        ("fc50h", 4, "twice"),
        ("fc²a", 2, "unknown letter"),
        ("fc" + "1" * 5000 + "a", 2, "more than 6 digits"),
        ("fcp,,,75a", 3, "only between two numbers"),
        ("fcp,a", 3, "only between two numbers"),
        ("fc60,,80a", 4, "only between two numbers"),
        ("fc60,", 4, "only between two numbers"),
        ("fc60,pa", 4, "only between two numbers"),
        ("fc,60a", 2, "only between two numbers"),
        ("fc1/a", 2, "without a number below"),
        ("fc1/0a", 2, "without a number below"),
        ("fc1/6,2/12a", 6, "twice"),
    ],
)
def test_malformed_notation_names_the_place(text, position, part):
    with pytest.raises(InputError) as caught:
        BettingAbstraction.parse(text)
    assert caught.value.position == position and part in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "fraction", [Fraction(1, 10**6), Fraction(0), Fraction(-1), Fraction(10**4)]
)
def test_sizes_that_cannot_be_written_are_refused(fraction):
    with pytest.raises(InputError, match="pots; percentages from 1 to 999,999 and fractions of"):
        BetSize(fraction)


def test_percentages_with_restrictions_may_be_kept_apart_too():
    assert str(BettingAbstraction.parse("fc60r,80a")) == "fc60r80a"


def test_text_of_two_seats():
    for text in ("full", "fcpa", "fcpa-full", "full-fchpa", "fc60,80a-fca"):
        assert bets_text(parse_bets(text)) == text
    assert bets_text(parse_bets("fcpa-fcpa")) == "fcpa"


def amounts(text, game, path=(), used=frozenset()):
    state = BettingState.start(find_game(game))
    for action in path:
        state = state.apply(action)
    menu = BettingAbstraction.parse(text).actions(state, used)
    return [str(action) for action, _ in menu]


def test_sizes_are_of_the_pot_after_calling():
    # blinds 1 and 2: the small blind calls 1 more, the pot is 4, a pot bet raises to 2 + 4
    assert amounts("fchpda", "holdem-nolimit:100bb") == [
        "fold", "call to 2", "raise to 4", "raise to 6", "raise to 10", "raise to 200",
    ]  # fmt: skip
    # half the pot of 2 is 1 chip; three quarters is cut to 1 as well: one action
    assert amounts("fchqa", "leduc-nolimit:12") == ["call to 1", "raise to 2", "raise to 12"]


def test_fractions_are_exact_and_cut_to_whole_chips():
    # an ante of 100: a sixth of 200 is 33, although no bet below one ante is usual at a table
    assert amounts("fc1/6a", "leduc-nolimit:708,100") == [
        "call to 100",
        "raise to 133",
        "raise to 708",
    ]
    raised = (Action.raise_to(133),)
    assert amounts("fc1/6a", "leduc-nolimit:708,100", raised)[2] == "raise to 177"  # 266 / 6 = 44.3


def test_small_bets_are_raised_to_the_minimum_and_large_ones_are_all_in():
    assert amounts("fc10a", "holdem-nolimit:100bb")[2:] == ["raise to 4", "raise to 200"]
    assert amounts("fcta", "leduc-nolimit:12") == ["call to 1", "raise to 12"]
    assert amounts("fct", "leduc-nolimit:12") == ["call to 1", "raise to 12"]


def test_restrictions():
    assert amounts("fchrpa", "holdem-nolimit:100bb")[2:] == ["raise to 6", "raise to 200"]
    assert amounts("fchopa", "holdem-nolimit:100bb")[2] == "raise to 4"
    used = frozenset({Fraction(1, 2)})
    assert amounts("fchopa", "holdem-nolimit:100bb", used=used)[2] == "raise to 6"


def test_a_fixed_limit_has_one_bet():
    assert amounts("fchpda", "leduc") == ["call to 1", "raise to 3"]
