"""Solved spots: closed forms, sums, locks, and results that do not depend on the chips inside."""

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.cards.card import parse_cards
from equipoise.cards.equity import equity
from equipoise.cards.ranges import Range
from equipoise.spots.spot import Spot

JAM = {"board": "2s3h4d6c7c", "pot": 20, "stack": 10, "bets": "a", "raises": "none"}
TURN = Spot(
    "QsJh2h5d", 181, 400, "AA,KK,QJs,T9s", "22,JJ,AQs,98s",
    bets="50%, a", raises="60%, a", rake=5, rake_cap=10,
)  # fmt: skip


@pytest.fixture(scope="module")
def turn():
    return TURN.solve(0.3)


@pytest.mark.parametrize("rake", [0, 5])
def test_checked_down_pots(rake):
    """Pot 60 checked down: always won, lost, tied; five percent of it go to the house."""
    left = 60 * (1 - rake / 100)
    for board, oop, ip, part in (
        ("AhAdKc2s3s", "AsAc", "KK", 1.0),
        ("AhAdKc2s3s", "KK", "AsAc", 0.0),
        ("AsKsQsJsTs", "random", "random", 0.5),
        ("Ah9d5c2s3h", "random", "random", 0.5),
    ):
        found = Spot(board, 60, 100, oop, ip, "none", "none", rake=rake).solve(iterations=1).summary
        assert found.oop_value == pytest.approx(part * left, abs=1e-4)
        assert found.ip_value == pytest.approx((1 - part) * left, abs=1e-4)
        assert found.oop_equity == pytest.approx(part, abs=1e-9)
        assert found.exploitability == pytest.approx(0, abs=1e-4)


def test_a_bluff_catcher_facing_half_a_pot():
    """Half pot: bluffs are half as many as value bets and a third folds; value 20 * 2/3."""
    solution = Spot(oop="AsAh,QsQh", ip="KsKh", **JAM).solve(0.01)
    found = solution.summary
    assert found.oop_value == pytest.approx(40 / 3, abs=0.02)
    assert found.oop_value + found.ip_value == pytest.approx(20, abs=1e-4)
    after = solution.node("all-in")
    assert after.actions[0].action == "fold"
    assert after.actions[0].frequency == pytest.approx(1 / 3, abs=0.02)
    bets = solution.node().ranges[0]
    queens = bets.strategy[1, bets.place("QsQh")]
    assert queens == pytest.approx(1 / 3, abs=0.02)


@pytest.mark.parametrize(
    ("fold", "queens", "values"), [(25, 0.0, (27.5, 0.0, 6.25)), (50, 1.0, (25.0, 5.0, 5.0))]
)
def test_a_locked_caller(fold, queens, values):
    """In position folds too little: queens check; or too much: queens jam."""
    lock = f"all-in | all | fold={fold}%, call={100 - fold}%"
    solution = Spot(oop="AsAh,QsQh", ip="KsKh", locks=[lock], **JAM).solve(0.01)
    root = solution.node()
    mine = root.ranges[0]
    aces, poor = mine.place("AsAh"), mine.place("QsQh")
    assert mine.strategy[1, aces] == pytest.approx(1, abs=0.01)
    assert mine.strategy[1, poor] == pytest.approx(queens, abs=0.01)
    assert mine.value[[aces, poor]] == pytest.approx(values[:2], abs=0.05)
    assert root.ranges[1].mean_value == pytest.approx(values[2], abs=0.05)
    assert solution.node("all-in").actions[0].frequency == pytest.approx(fold / 100, abs=1e-6)
    assert solution.summary.exploitability_percent < 0.01


def test_one_locked_hand_changes_the_others():
    """Jacks bluff a fifth of the time, so queens need to bluff only 0.3: half a bluff for aces."""
    game = {**JAM, "pot": 10}
    lock = " | JsJh | check=80%"
    solution = Spot(oop="AsAh,QsQh,JsJh", ip="KsKh", locks=[lock], **game).solve(0.01)
    mine = solution.node().ranges[0]
    assert mine.strategy[0, mine.place("JsJh")] == pytest.approx(0.8, abs=1e-6)
    assert mine.strategy[0, mine.place("QsQh")] == pytest.approx(0.7, abs=0.02)


def test_values_add_up_to_the_pot_less_rake(turn):
    found = turn.summary
    rake = 181 - found.oop_value - found.ip_value
    assert 9.05 <= rake <= 10  # five percent of the pot as it is, and the cap
    for line in ("", "check", "bet 50%", "check, bet 50%, call, Ah", "check, check, 2c, all-in"):
        view = turn.node(line)
        both = sum(mine.mean_value for mine in view.ranges)
        assert view.pot - 10 - 1e-3 <= both <= view.pot - 9
        assert sum(mine.mean_equity for mine in view.ranges) == pytest.approx(1)
        value = sum(action.frequency * action.value for action in view.actions)
        assert value == pytest.approx(view.acting.mean_value, abs=1e-3)
        assert sum(action.frequency for action in view.actions) == pytest.approx(1, abs=1e-5)
        mine = view.acting
        some = mine.equity > 0
        assert mine.eqr[some] == pytest.approx(mine.value[some] / mine.equity[some] / view.pot)
        assert np.isnan(mine.eqr[~some]).all()
        if "fold" in view.names:
            assert mine.action_values[view.names.index("fold")] == pytest.approx(0, abs=1e-4)


def test_equity_is_that_of_the_equity_calculator(turn):
    board = parse_cards(TURN.board)
    exact = equity([TURN.oop, TURN.ip], board).equities[0]
    assert turn.summary.oop_equity == pytest.approx(exact)
    mine = turn.node().ranges[1]
    hand = mine.place("AsQd") or mine.place("AhQc") or 0
    name = mine.hands[hand]
    alone = equity([Range.of_hand(parse_cards(name)), TURN.oop], board).equities[0]
    assert mine.equity[hand] == pytest.approx(alone)


def test_a_report_by_card_adds_up(turn):
    report = turn.cards("check, check")
    assert len(report.cards) == 48
    assert sum(card.chance for card in report.cards) == pytest.approx(1)
    after = turn.node("check")
    # what checking behind is worth is the mean over the cards that follow
    mean = sum(card.chance * card.ip_value for card in report.cards)
    assert mean == pytest.approx(after.actions[0].value, abs=0.02)
    with pytest.raises(InputError, match="no card is dealt after this line"):
        turn.cards("check")


def test_chips_may_be_of_any_size():
    """The same spot in chips, in halves of an odd pot, and in big blinds."""
    game = {"board": "QsJh2h5d5c", "oop": "AA,QJs,T9s", "ip": "22,JJ,AQs,98s"}
    plain = Spot(pot=110, stack=300, bets="50%", raises="a", **game).solve(iterations=100)
    blinds = Spot(pot="5.50", stack=15, bets="50%", raises="a", **game).solve(iterations=100)
    odd = Spot(pot=11, stack=30, bets="5.5c", raises="a", **game).solve(iterations=100)
    for other, scale in ((blinds, 20), (odd, 10)):
        assert other.summary.oop_value * scale == pytest.approx(plain.summary.oop_value, rel=1e-4)
    assert blinds.node().names == ("check", "bet 2.75")


def test_lines_that_lead_nowhere(turn):
    for line, says in (
        ("bet 40%", "there is no bet 40% here; the actions here are check, bet 91, all-in 400"),
        ("check, check, bet 50%", "the river card comes first"),
        ("Ah", "no card is dealt here"),
        ("check, check, Qs", "Qs is on the board"),
        ("bet 50%, fold, check", "the betting is over, with a fold"),
        ("check, check", "the river card is missing"),
        ("hop", "unknown step 'hop'"),
    ):
        with pytest.raises(InputError, match=says):
            turn.node(line)


def test_a_target_below_the_precision_is_refused():
    spot = Spot(oop="AsAh,QsQh", ip="KsKh", **JAM)
    for target, precision in ((0.01, "16-bit"), (1e-5, "single"), (0.0, "double")):
        with pytest.raises(InputError, match=r"below what .* numbers can reach"):
            spot.solve(target, precision=precision)
    with pytest.raises(InputError, match="unknown precision"):
        spot.solve(precision="triple")
    with pytest.raises(InputError, match="unknown street"):
        spot.solve(store="flop")


def test_removed_and_added_lines():
    spot = Spot(
        "QsJh2h5d5c", 100, 300, "AA,QJs,T9s", "22,JJ,AQs,98s", bets="50%", raises="a",
        remove=["check, bet 50%"], add=["check, bet 33%"],
    )  # fmt: skip
    solution = spot.solve(1)
    assert solution.node().names == ("check", "bet 50")
    assert solution.node("check").names == ("check", "bet 33")
    assert np.isfinite(solution.node("check, bet 33%").acting.mean_value)


def test_sixteen_bits_are_nearly_as_good():
    game = {"board": "QsJh2h5d5c", "pot": 100, "stack": 300, "oop": "random", "ip": "random"}
    spot = Spot(bets="50%, a", raises="a", **game)
    exact, short = spot.solve(0.3), spot.solve(0.3, precision="16-bit")
    assert short.summary.exploitability_percent <= 0.3
    assert short.summary.oop_value == pytest.approx(exact.summary.oop_value, abs=0.6)
