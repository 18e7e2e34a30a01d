"""The step functions on the worked examples of the thesis."""

from fractions import Fraction
from math import isqrt

import pytest
from tests.translation.hand import Hand

from equipoise.games import find_game
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState
from equipoise.spine.tree import build_tree
from equipoise.translation.situation import Situation
from equipoise.translation.steps import NOWHERE, History

CALL = Action.call()
to = Action.raise_to


@pytest.mark.parametrize(
    ("mapping", "expected"),
    [
        ("hard", {"cr4c/cr12": 1}),
        ("soft", {"cr4c/cr8": Fraction(2, 5), "cr4c/cr12": Fraction(3, 5)}),
    ],
)
def test_three_quarters_of_the_pot_between_half_and_all_of_it(mapping, expected):
    """Section 4.2.1: cr2c/cr6 with half-pot and pot bets is read as cr2c/cr8.

    The text names what a raise adds, here it is the total: 4 chips were put in before the flop.
    Section 4.3.1 weighs the two by 2/3 and 3/4; the metric that is used, equations 4.7 and 4.8,
    by 4/6 - 4/8 and 6/8 - 4/8.
    """
    hand = Hand("holdem-nolimit:20bb", "fchpa", mapping)
    hand.read(CALL, to(4), CALL, CALL)
    assert hand.real.pot == 8
    assert hand.readings(to(8)) == {"cr4c/cr8": 1}
    assert hand.readings(to(12)) == {"cr4c/cr12": 1}
    assert hand.readings(to(10)) == expected


@pytest.mark.parametrize(("style", "second", "pot"), [("real", 348, 826), ("abstract", 50, 230)])
def test_up_betting(style, second, pot):
    """Section 3.4: two up-bets in the 500BB game; abstract style sees through the second."""
    hand = Hand("holdem-nolimit:500bb", "fcpa", "hard", style)
    hand.read(CALL)
    assert hand.real.pot == 4
    assert hand.largest_read_as_smallest() == 63 == isqrt(4 * 998)
    hand.read(to(2 + 63), CALL)
    assert (hand.real.pot, hand.abstract_pot) == (130, 12)
    assert hand.largest_read_as_smallest() == second
    assert second == (isqrt(130 * 935) if style == "real" else isqrt(12 * 994) - 59)
    hand.read(to(65 + second), CALL)
    assert (hand.real.pot, hand.abstract_pot) == (pot, 36)


def test_a_bet_seen_from_the_abstract_and_from_the_real_pot():
    """Section 3.4: real pot 16, abstract pot 12; a bet of 10 is the whole pot, or 63% of it."""
    for style, part in (("abstract", Fraction(1)), ("real", Fraction(10, 16))):
        hand = Hand("holdem-nolimit:500bb", "fcpa", "hard", style)
        hand.read(CALL, to(8), CALL)
        assert (hand.real.pot, hand.abstract_pot) == (16, 12)
        bet, _ = hand.steps._sizes(hand.menu, hand.real, to(8 + 10))
        assert bet == part


@pytest.mark.parametrize(("style", "bet"), [("abstract", 34), ("real", 40)])
def test_the_out_step_fixes_the_pot_or_keeps_its_part(style, bet):
    """Section 4.2.1: real pot 40, abstract pot 36; a pot bet is made as 34, or as 40."""
    hand = Hand("holdem-nolimit:500bb", "fcpa", "hard", style)
    hand.read(CALL, to(6), CALL, CALL, to(20), CALL)
    assert (hand.real.pot, hand.abstract_pot) == (40, 36)
    made = hand.steps.make(hand.history, hand.real, hand.menu.raises[0])
    assert made == to(20 + bet)


def test_small_bets_as_checks():
    """Section 3.3.2, ExtendCall: /b -> /c, /cb -> /, and calling it ends the round."""
    hand = Hand("leduc-nolimit:100", "fcpa", "hard")
    hand.read(CALL, to(3), CALL)
    assert hand.real.pot == 6  # so a bet below sqrt(6) is nearer to a check, a bet of 1
    assert hand.readings(to(5)) == {"cr3c/c": 1}
    assert hand.readings(to(6)) == {"cr3c/r9": 1}
    hand.read(CALL)
    assert hand.readings(to(5)) == {"cr3c/": 1}
    without = Hand("leduc-nolimit:100", "fcpa", "hard", "abstract", "call-is-call")
    without.read(CALL, to(3), CALL)
    assert without.readings(to(4)) == {"cr3c/r9": 1}


def test_a_check_read_back_to_the_start_of_the_round_ends_with_it():
    hand = Hand("leduc-nolimit:100", "fcpa", "hard")
    hand.read(CALL)
    assert hand.readings(to(2)) == {"": 1}  # a bet of 1 into 2
    hand.read(to(2), CALL)
    assert hand.steps.tree.path(hand.history.node) == "cc/" and hand.state.round == 1


def test_a_last_small_raise_is_a_call_in_hindsight():
    """/...bc -> /...c: it is faced as a raise, and forgotten once it is called."""
    hand = Hand("leduc-nolimit:100", "fcpa", "hard")
    hand.read(to(3))
    [(step, _)] = hand.weighted(to(5))  # 2 beyond the call, below sqrt(6)
    tree = hand.steps.tree
    assert tree.path(step.history.node) == "r3r9"
    assert tree.path(step.history.instead) == "r3c/"
    hand.read(to(5))
    called = Action(Kind.CALL, 5)
    [(_, own)] = hand.steps.own([hand.history], hand.real, called)
    for steps in (own, hand.steps.read(hand.history, hand.real, called)):
        assert [tree.path(s.history.node) for s in steps] == ["r3c/"]
    hand.read(to(30))  # raised again, so it was a raise
    assert hand.history.instead == NOWHERE
    assert tree.path(hand.history.node).startswith("r3r9r")


def test_what_matches_the_opponent_is_known_where_a_call_is_not_legal():
    """Jam or fold: the small blind may not call, and 2 chips would match the big blind."""
    rules = find_game("jamfold:10bb")
    for real in (
        Situation.of_state(BettingState.start(rules)),
        Situation.of_node(build_tree(rules), 0),
    ):
        assert (real.legal.call_to, real.call_to, real.pot) == (None, 2, 4)
        assert real.part_of(20) == Fraction(9, 2)


def test_without_call_is_call_the_pot_is_fixed_by_a_raise():
    fixes = "abstract-actions,extend-call"
    for chosen, expected in ((fixes, to(12)), ("all", Action(Kind.CALL, 5))):
        hand = Hand("leduc-nolimit:12", "fca", "hard", "abstract", chosen)
        hand.read(to(5))  # read as all-in
        assert hand.steps.make(hand.history, hand.real, hand.menu.call) == expected


def test_a_hand_that_is_over_in_the_abstract_game_is_checked_and_called():
    hand = Hand("leduc-nolimit:12", "fca", "hard")
    hand.read(to(5), CALL)
    assert hand.steps.menu(hand.history, hand.real) is None
    assert hand.steps.make(hand.history, hand.real, None) == Action(Kind.CALL, 5)
    lost = History(NOWHERE)
    assert [s.history for s in hand.steps.read(lost, hand.real, to(8))] == [lost]
