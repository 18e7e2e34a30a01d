from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equipoise.abstraction.bets.betting import (
    NAMED,
    BettingAbstraction,
    bets_text,
    parse_bets,
)
from equipoise.abstraction.bets.menu import BetMenu, BetSize
from equipoise.base.errors import InputError
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


menus = st.builds(
    lambda sizes, all_in, calls: BetMenu(tuple(sizes), all_in, calls or not (sizes or all_in)),
    sizes,
    st.booleans(),
    st.booleans(),
)
rounds = st.lists(st.lists(menus, min_size=1, max_size=4).map(tuple), min_size=1, max_size=4)
abstractions = st.builds(BettingAbstraction, rounds.map(tuple))


@given(abstractions)
def test_print_parse_print_is_stable(shown):
    again = BettingAbstraction.parse(str(shown))
    assert again == shown and str(again) == str(shown)


@given(rounds, st.integers(0, 5), st.integers(0, 5))
def test_the_last_menu_given_holds_from_there_on(given, number, raises):
    menus = given[min(number, len(given) - 1)]
    shown = BettingAbstraction(tuple(given))
    assert shown.menu(number, raises) == menus[min(raises, len(menus) - 1)]
    assert len(str(shown)) <= len("/".join("+".join(map(str, menus)) for menus in given))


@settings(max_examples=20)
@given(abstractions, abstractions)
def test_seats_are_parsed_as_they_are_printed(first, second):
    assert parse_bets(bets_text((first, second))) == (first, second)


@given(st.text("fchspa/+-,16or ", max_size=12))
def test_any_text_is_parsed_or_refused_at_a_character(text):
    position = 0
    try:
        both = parse_bets(text)
    except InputError as error:
        position = -1 if error.position is None else error.position
    else:
        assert parse_bets(bets_text(both)) == both
    assert 0 <= position <= len(text)


def test_repeated_menus_are_said_once():
    assert str(BettingAbstraction.parse("fcpa+fcpa/fcpa/fcpa+fcpa")) == "fcpa"
    assert str(BettingAbstraction.parse("fca+fcpa+fcpa/fcpa")) == "fca+fcpa/fcpa"
    assert str(BettingAbstraction.parse("fc1/6/fc1/6,60/fc60")) == "fc1/6/fc1/6,60/fc60"


def test_all_sizes_of_all_menus():
    bets = BettingAbstraction.parse("fchp+fcp/fcdhoa")
    assert list(map(str, bets.sizes)) == ["h", "p", "d", "ho"] and bets.all_in
    assert not BettingAbstraction.parse("fchp/fcp").all_in


def test_names_are_printed_as_what_they_stand_for():
    for name, text in NAMED.items():
        assert BettingAbstraction.parse(name) == BettingAbstraction.parse(text)
        assert bets_text(parse_bets(f"{name}-fcpa")) == f"{text}-fcpa"


def test_tartanian_has_one_or_two_sizes_everywhere():
    """Ganzfried and Sandholm 2012: fold, call, all-in, and one or two sizes of five."""
    bets = BettingAbstraction.parse("tartanian5")
    assert len(bets.rounds) == 4
    fractions = set()
    for menus in bets.rounds:
        for menu in menus:
            assert menu.calls and menu.all_in and len(menu.sizes) in (1, 2)
            fractions |= {size.fraction for size in menu.sizes}
    assert fractions == {Fraction(1, 2), Fraction(2, 3), 1, Fraction(3, 2), 2}


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
        ("f", 0, "needs a bet"),
        ("fcpa/", 5, "begin with fc"),
        ("fcpa//fca", 5, "begin with fc"),
        ("fcpa+pa/fca", 5, "begin with fc"),
        ("fcpa/fchpa+fcpxa", 14, "unknown letter 'x'"),
        ("fcpa/fcap+fca", 8, "all-in must be last"),
        ("tartanian4", 0, "begin with fc"),
        ("", 0, "begin with fc"),
        ("fcxa", 2, "unknown letter 'x'"),
        ("fcap", 3, "all-in must be last"),
        ("fcpp", 3, "twice"),
        ("fc0a", 2, "a bet of 0"),
        ("fc50h", 4, "twice"),
        ("fc²a", 2, "unknown letter"),
        ("fc" + "1" * 5000 + "a", 2, "more than 6 digits"),
        ("fcp,,,75a", 3, "only between two numbers"),
        ("fcp,a", 3, "only between two numbers"),
        ("fc60,,80a", 4, "only between two numbers"),
        ("fc60,", 4, "only between two numbers"),
        ("fc60,pa", 4, "only between two numbers"),
        ("fc,60a", 2, "only between two numbers"),
        ("fc1/a", 2, "without a denominator"),
        ("fc1/0a", 2, "without a denominator"),
        ("fc1/6,2/12a", 6, "twice"),
    ],
)
def test_malformed_notation_names_the_place(text, position, part):
    with pytest.raises(InputError) as caught:
        BettingAbstraction.parse(text)
    assert caught.value.position == position and part in str(caught.value)
    assert len(str(caught.value)) < 400


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


def test_menus_by_round_and_by_raises():
    game = "holdem-nolimit:100bb"
    text = "fcpa+fca/fcha+fcpa+fc"
    call, raise_to = Action.call(), Action.raise_to
    assert amounts(text, game)[2:] == ["raise to 6", "raise to 200"]
    assert amounts(text, game, (call,)) == [
        "call to 2",
        "raise to 6",
        "raise to 200",
    ]  # still no raise
    assert amounts(text, game, (raise_to(6),)) == ["fold", "call to 6", "raise to 200"]
    flop = (call, call)
    assert amounts(text, game, flop)[1:] == ["raise to 4", "raise to 200"]
    assert amounts(text, game, (*flop, raise_to(4)))[2:] == ["raise to 12", "raise to 200"]
    assert amounts(text, game, (*flop, raise_to(4), raise_to(12))) == ["fold", "call to 12"]
    turn = (*flop, call, call)
    assert amounts(text, game, turn) == amounts(text, game, flop)


def test_jam_fold_calls_only_all_in():
    game = "holdem-nolimit:10bb"
    assert amounts("fa", game) == ["fold", "raise to 20"]
    assert amounts("fa", game, (Action.raise_to(20),)) == ["fold", "call to 20"]
    # against an opponent who limps the big blind may check
    assert amounts("fa", game, (Action.call(),)) == ["call to 2", "raise to 20"]


@pytest.mark.parametrize(
    "text",
    [
        "fc" + ",".join(map(str, range(1, 40_001))) + "a",
        "fc" + ",".join(map(str, range(1, 202))),
        "+".join(["fcpa"] * 40_000),
        "/".join(["fcpa"] * 40_000),
        "fcpa-" + "fcpa/" * 40_000,
        "fc" + "9" * 40_000,
        "fc1/" + "9" * 5000,
        "fc٣a",
        "fc1/٣a",
        "fc²a",
    ],
)
def test_notations_beyond_all_use(text):
    with pytest.raises(InputError) as error:
        parse_bets(text)
    assert len(str(error.value)) < 602


def test_many_sizes_are_still_a_menu():
    text = "fc" + ",".join(str(percent) for percent in range(301, 501)) + "a"
    assert len(parse_bets(text)[0].sizes) == 200
