"""The rules one by one: blinds, raises, all-ins, pots, showdowns, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.games import (
    UNKNOWN,
    UNLIMITED,
    Action,
    Betting,
    BettingState,
    Deal,
    GameRules,
    HandCards,
    HandRecord,
    State,
    find_game,
)
from equipoise.games.pots import Pot, award, build_pots, uncalled
from equipoise.games.showdown import strength

CALL, FOLD = Action.call(), Action.fold()


def to(chips: int) -> Action:
    return Action.raise_to(chips)


def holdem(stacks: tuple[int, ...], **changes: object) -> GameRules:
    """No-limit hold'em with blinds 50/100 under casino rules."""
    players = len(stacks)
    base = find_game("holdem-nolimit:100bb" + (f",{players}p" if players > 2 else ""))
    blinds = (100, 50) if players == 2 else (50, 100) + (0,) * (players - 2)
    rules = replace(
        base,
        stacks=stacks,
        blinds=blinds,
        betting=Betting("no-limit", (100,) * 4),
        all_in_rule="casino",
        odd_chips="button",
    )
    return replace(rules, **changes)  # type: ignore[arg-type]


def after(rules: GameRules, *actions: Action) -> BettingState:
    betting = BettingState.start(rules)
    for action in actions:
        betting = betting.apply(action)
    return betting


def span(betting: BettingState) -> tuple[int | None, int | None]:
    legal = betting.legal()
    return legal.min_raise, legal.max_raise


def test_heads_up_the_button_pays_the_small_blind_and_acts_first() -> None:
    start = BettingState.start(holdem((20000, 20000)))
    assert start.put == (100, 50)
    assert start.to_act == 1
    assert after(holdem((20000, 20000)), CALL, CALL).to_act == 0


def test_the_reference_trace_of_smallest_raises() -> None:
    rules = holdem((20000, 20000))
    assert span(after(rules)) == (200, 20000)
    assert span(after(rules, to(300))) == (500, 20000)
    assert span(after(rules, to(300), CALL)) == (400, 20000)


@pytest.mark.parametrize(("rule", "smallest"), [("casino", 250), ("acpc", 200)])
def test_a_short_all_in_and_the_next_raise(rule: str, smallest: int) -> None:
    rules = holdem((1000, 1000, 150, 1000), all_in_rule=rule)
    short = after(rules, to(150))
    assert short.to_act == 3
    assert span(short) == (smallest, 1000)


@pytest.mark.parametrize(("rule", "reopened"), [("casino", False), ("acpc", True)])
def test_a_short_all_in_reopens_the_betting_or_not(rule: str, reopened: bool) -> None:
    rules = holdem((1000, 1000, 1000, 150), all_in_rule=rule)
    # the third seat calls, the fourth is all-in for half a raise, the blinds call
    betting = after(rules, CALL, to(150), CALL, CALL)
    assert betting.to_act == 2
    assert betting.legal().can_raise == reopened


def test_short_all_ins_that_add_up_to_a_raise_reopen() -> None:
    rules = holdem((1000, 1000, 1000, 160, 220))
    betting = after(rules, CALL, to(160), to(220), CALL, CALL)
    assert betting.to_act == 2
    assert span(betting) == (320, 1000)


def test_without_chips_against_it_a_raise_is_refused() -> None:
    rules = holdem((150, 1000, 150))
    betting = after(rules, to(150), CALL)
    assert betting.to_act == 1
    assert not betting.legal().can_raise
    with pytest.raises(InputError, match=r"may not raise here; legal: fold, call to 150"):
        betting.apply(to(400))


def test_nobody_is_asked_where_nothing_can_be_decided() -> None:
    short = holdem((1000, 60))
    assert after(short, CALL).is_over
    asked = after(replace(short, all_in_rule="acpc"), CALL)
    assert asked.to_act == 0
    assert asked.legal().describe() == "legal: check"


def test_folding_is_free_only_where_the_rules_say_so() -> None:
    rules = holdem((1000, 1000))
    betting = after(rules, CALL)
    with pytest.raises(InputError, match="position 1 folds but owes nothing"):
        betting.apply(FOLD)
    assert after(replace(rules, free_folds=True), CALL, FOLD).is_folded_out


def test_a_fixed_limit_caps_the_raises() -> None:
    rules = find_game("holdem-limit:2p")
    betting = after(rules, to(4), to(6), to(8))
    assert not betting.legal().can_raise
    flop = betting.apply(CALL)
    for chips in (10, 12, 14, 16):
        assert span(flop) == (chips, chips)
        flop = flop.apply(to(chips))
    assert not flop.legal().can_raise
    assert span(flop.apply(CALL)) == (20, 20)


def test_pot_limit_is_the_pot_after_the_call() -> None:
    rules = find_game("omaha-potlimit:100bb,3p")
    assert span(after(rules)) == (4, 7)  # pot 3, call 2: five more on top of two
    assert span(after(rules, to(7))) == (12, 7 + 10 + 6)


def test_a_spread_limit_has_a_floor_and_a_ceiling() -> None:
    spread = Betting("spread-limit", sizes=(1, 1, 1, 1), largest=(5, 5, 5, 5))
    rules = replace(find_game("holdem-nolimit:100bb"), betting=spread)
    assert span(after(rules)) == (3, 7)
    assert span(after(rules, to(5))) == (8, 10)


def test_antes_are_dead_and_count_in_totals() -> None:
    rules = holdem((1000, 1000, 1000), antes=(0, 100, 0))
    start = BettingState.start(rules)
    assert start.put == (50, 200, 0)
    called = start.apply(CALL)
    assert called.put[2] == 100
    assert called.apply(CALL).legal().call_to == 200  # the blind checks: its total has the ante
    assert called.apply(CALL).legal().min_raise == 300


def test_who_cannot_pay_the_blind_is_all_in_but_the_price_stays() -> None:
    betting = BettingState.start(holdem((1000, 30, 1000)))
    assert betting.put == (50, 30, 0)
    assert betting.legal().call_to == 100


def test_side_pots_of_three_stacks() -> None:
    betting = after(holdem((100, 300, 600)), to(600), CALL, CALL)
    assert betting.is_over
    assert build_pots(betting) == (Pot(300, (0, 1, 2)), Pot(400, (1, 2)), Pot(300, (2,)))
    assert uncalled(betting) == (0, 0, 300)


def test_odd_chips_go_left_of_the_button_or_are_split() -> None:
    pots = (Pot(11, (0, 2, 3)), Pot(5, (2, 3)))
    assert award(pots, [5, None, 7, 7], "button") == (0, 0, 6 + 3, 5 + 2)
    half = Fraction(1, 2)
    assert award(pots, [5, None, 7, 7], "fraction") == (0, 0, 8, 8)
    assert award(pots, [9, None, 7, 7], "fraction") == (11, 0, 2 + half, 2 + half)


def all_in(stacks: tuple[int, ...]) -> State:
    """Everybody all-in before the flop; the first seat has aces and would win."""
    hole = ("AsAh", "KsKh", "QsQh")[: len(stacks)]
    cards = HandCards(
        tuple(tuple(parse_cards(text)) for text in hole), tuple(parse_cards("2c3c4d8d9h"))
    )
    state = State.start(holdem(stacks)).deal_from(cards)
    while not state.is_over:
        most = state.legal().max_raise
        state = state.apply(CALL if most is None else to(most)).deal_from(cards)
    return state


@pytest.mark.parametrize(
    ("stacks", "mucked", "payoffs"),
    [
        ((300, 600), {1}, (300, -300)),
        ((300, 600), {0}, (-300, 300)),
        ((300, 600), {0, 1}, (300, -300)),  # the second seat was to show first
        ((300, 1000, 600), set(), (600, 0, -600)),
        ((300, 1000, 600), {0}, (-300, 900, -600)),
        ((300, 1000, 600), {1}, (600, -600, 0)),
        # both in the side pot muck: the last of them to be asked takes it, and no more
        ((300, 1000, 600), {1, 2}, (600, 0, -600)),
    ],
)
def test_a_mucked_hand_loses_only_what_others_contend_for(
    stacks: tuple[int, ...], mucked: set[int], payoffs: tuple[int, ...]
) -> None:
    assert all_in(stacks).payoffs(mucked) == payoffs


def test_hands_are_shown_from_the_last_aggressor() -> None:
    rules = holdem((1000, 1000, 1000))
    checked = after(rules, CALL, CALL, CALL, *[CALL] * 9)
    assert checked.show_order() == (0, 1, 2)
    bet = after(rules, CALL, CALL, CALL, *[CALL] * 6, CALL, to(200), CALL, CALL)
    assert bet.show_order() == (1, 2, 0)
    assert after(rules, FOLD, FOLD).show_order() == ()


def test_a_folded_hand_ends_without_cards() -> None:
    state = State.start(holdem((1000, 1000))).deal(parse_cards("AsAh7c2d")).apply(FOLD)
    assert state.is_over
    assert state.payoffs() == (50, -50)
    assert state.shown() == ()


def test_all_in_before_the_flop_deals_the_whole_board() -> None:
    cards = HandCards(
        (tuple(parse_cards("AsAh")), tuple(parse_cards("KsKh"))), tuple(parse_cards("2c3c4d9d9h"))
    )
    state = State.start(holdem((500, 800))).deal_from(cards)
    state = state.apply(to(800)).apply(CALL)
    assert state.awaits_deal
    state = state.deal_from(cards)
    assert state.board == cards.board
    assert state.payoffs() == (500, -500)


def test_omaha_uses_exactly_two_hole_cards() -> None:
    # one spade with four on the board is a flush in hold'em and nothing in Omaha
    board = parse_cards("2s5s9sKsJd")
    flush, trips = parse_cards("As8h4d3h"), parse_cards("JhJc4d7c")
    assert strength("best", flush, board) > strength("best", trips, board)
    assert strength("omaha", flush, board) < strength("omaha", trips, board)


def test_leduc_pairs_beat_high_cards() -> None:
    board = parse_cards("Js")
    pair, king, queen = (strength("best", parse_cards(card), board) for card in ("Jh", "Kh", "Qh"))
    assert pair > king > queen


def test_unknown_cards_are_fine_until_they_must_be_compared() -> None:
    rules = holdem((200, 200))
    record = HandRecord(
        rules,
        ((UNKNOWN, UNKNOWN), tuple(parse_cards("AsAh"))),
        tuple(parse_cards("2c3c4d9d9h")),
        (to(200), CALL),
        ("one", "two"),
    )
    last = record.replay()
    with pytest.raises(InputError, match="unknown cards"):
        last.payoffs()
    assert last.payoffs(mucked={0}) == (-200, 200)


def test_stud_deals_face_up_without_other_betting_code() -> None:
    from tests.games.test_properties import stud

    state = State.start(stud(2)).deal(parse_cards("2c2d 3c3d 4c4d"))
    assert state.hole == (tuple(parse_cards("2c2d")), tuple(parse_cards("3c3d")))
    assert state.up == (tuple(parse_cards("4c")), tuple(parse_cards("4d")))
    assert state.observe(0).up == state.up


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 23}, "23 players; 2 to 10 can play"),
        ({"stacks": (100,)}, "1 stacks for 2 players; one per player is needed"),
        ({"stacks": (100, 0)}, "every player needs at least one chip"),
        ({"stacks": (100, -5)}, "chips are 0 to"),
        ({"blinds": (1, 2, 3)}, "3 blinds for 2 players"),
        ({"stacks": (100, UNLIMITED + 1)}, "chips are 0 to"),
        ({"script": ()}, "no rounds"),
        ({"first": (0, 0, 0, 7)}, "positions run from 0 to 1"),
        ({"first": (0,)}, "1 first positions for 4 rounds"),
        ({"script": (Deal(hole=30),) * 4}, "need 240 cards; the deck has 52"),
        ({"betting": Betting("no-limit", (2, 2))}, "2 bet sizes for 4 rounds"),
        ({"betting": Betting("no-limit", (2, 2, 2, 0))}, "at least one chip"),
        ({"betting": Betting("spread-limit", (2,) * 4)}, "spread limit"),
        ({"betting": Betting("no-limit", (2,) * 4, caps=(1, 1))}, "2 caps for 4 rounds"),
        ({"betting": Betting("mixed", (2,) * 4)}, "unknown betting 'mixed'; one of"),
        ({"all_in_rule": "home"}, "unknown all-in rule 'home'; one of casino, acpc"),
        ({"scale": 0}, "scale of 0"),
    ],
)
def test_contradictory_rules_are_refused_in_one_line(
    changes: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        replace(find_game("holdem-nolimit:100bb"), **changes)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_a_hand_refuses() -> None:
    state = State.start(holdem((1000, 1000)))
    with pytest.raises(InputError, match="4 cards must be dealt first"):
        state.apply(CALL)
    with pytest.raises(InputError, match="3 cards dealt before the preflop; 4 are needed"):
        state.deal([0, 1, 2])
    with pytest.raises(InputError, match="2c is dealt twice"):
        state.deal([0, 1, 2, 0])
    with pytest.raises(InputError, match="card 52 is not in the deck"):
        state.deal([0, 1, 2, 52])
    state = state.deal([0, 1, 2, 3])
    with pytest.raises(InputError, match="position 1 acts out of turn; position 2 is to act"):
        state.apply(CALL, position=0)
    with pytest.raises(InputError, match="raises to 150, below the minimum; legal: fold, call"):
        state.apply(to(150))
    with pytest.raises(InputError, match="raises to 1001, above the maximum"):
        state.apply(to(1001))
    with pytest.raises(InputError, match="a call to 70; here it is to 100 chips"):
        state.apply(Action(CALL.kind, 70))
    with pytest.raises(InputError, match="not over"):
        state.payoffs()
    with pytest.raises(InputError, match="no position 3"):
        state.observe(2)
    with pytest.raises(InputError, match="position 1 is not to act"):
        state.observe(0).legal()


def test_a_bad_action_in_a_record_is_found_by_number() -> None:
    rules = holdem((1000, 1000))
    hole = (tuple(parse_cards("AsAh")), tuple(parse_cards("KsKh")))
    record = HandRecord(rules, hole, (), (CALL, to(120)), ("a", "b"), hand="12")
    with pytest.raises(InputError, match="hand 12, action 2: position 1 raises to 120, below"):
        record.replay()
    with pytest.raises(InputError, match="hand 12: 1 names; 2 players"):
        replace(record, names=("a",))
