"""PHH hand histories: round trips, decimals, unknown cards, dialects, and an independent reader."""

from __future__ import annotations

import dataclasses
import warnings
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.playouts import phh_records, play, rules_of, same_hand, seeds
from tests.fuzz_rules import payoffs_of_winners

from equipoise.base.errors import InputError
from equipoise.formats import check_hand, read_phh, read_phhs, write_phh, write_phhs
from equipoise.formats.check import WrongResult, engine_payoffs
from equipoise.formats.phh.actions import read_cards
from equipoise.formats.phh.read import Skipped
from equipoise.games import UNKNOWN, UNLIMITED, HandRecord, find_game

HAND = """# a comment
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.25, 0.50, 0]
min_bet = 0.50
starting_stacks = [20.00, inf, 12.82]
actions = [
  'd dh p1 ????', 'd dh p2 ????', 'd dh p3 As??',  # dealt
  'p3 cbr 1.50 # a raise', '# just a comment', '', 'p1 f', 'p2 cc',
  'd db 2c3c4c', 'p2 cc', 'p3 cc', 'd db 9d', 'p2 cc', 'p3 cc', 'd db Jh', 'p2 cc', 'p3 cc',
  'p2 sm KhKd', 'p3 sm AsAh',
]
hand = 17
players = ['Ann', '', 'Cy']
seats = [4, 5, 1]
venue = 'here'
_mine = {a = 1, b = ['x', 2.50]}
"""


def test_a_hand_with_decimals_comments_and_unknowns() -> None:
    hand = read_phh(HAND)
    record = hand.record
    assert record.rules.scale == 100
    assert record.rules.stacks == (2000, UNLIMITED, 1282)
    assert [action.to for action in record.actions[:3]] == [150, 25, 150]
    assert record.hole[0] == (UNKNOWN, UNKNOWN) and UNKNOWN not in record.hole[2]
    assert (record.hand, record.names) == ("17", ("Ann", "", "Cy"))
    assert hand.fields["seats"] == [4, 5, 1] and hand.fields["_mine"]["b"][1] == Decimal("2.50")
    verdict = check_hand(record)
    assert verdict.payoffs == (-25, -150, 175) and not verdict.compared
    text = write_phh(record, hand.fields)
    again = read_phh(text)
    assert again.record == record and dict(again.fields) == dict(hand.fields)
    assert write_phh(again.record, again.fields) == text


@settings(max_examples=150)
@given(phh_records())
def test_records_survive(record: HandRecord) -> None:
    text = write_phh(record)
    back = read_phh(text).record
    assert same_hand(record, back)
    assert write_phh(back) == text
    check_hand(back)


@settings(max_examples=20)
@given(st.lists(phh_records(), min_size=1, max_size=5))
def test_files_of_many_hands_survive(records: list[HandRecord]) -> None:
    text = write_phhs([(record, {"_note": "x"}) for record in records])
    hands = dict(read_phhs(text))
    assert list(hands) == [str(number) for number in range(1, len(records) + 1)]
    for record, hand in zip(records, hands.values(), strict=True):
        assert not isinstance(hand, Skipped) and same_hand(record, hand.record)
        assert hand.fields == {"_note": "x"}


@settings(max_examples=60)
@given(
    st.sampled_from(["no-limit", "fixed-limit", "pot-limit"]),
    st.integers(2, 9),
    seeds,
    st.integers(0, 60),
)
def test_hands_may_stop_anywhere(kind: str, players: int, seed: int, stop: int) -> None:
    rules = rules_of(kind, players, "casino", seed)
    states = play(rules, seed)
    state = states[min(stop, len(states) - 1)]
    record = dataclasses.replace(
        HandRecord.of(states[-1], ("",) * players),
        board=state.board,
        actions=tuple(move.action for moves in state.history for move in moves),
        payoffs=None,
    )
    record = dataclasses.replace(record, payoffs=engine_payoffs(record, state))
    text = write_phh(record)
    back = read_phh(text)
    assert same_hand(record, back.record) and back.state.is_over == state.is_over
    assert check_hand(back.record).compared
    cut = text.replace(", 'd db", "\x00", 1).partition("\x00")[0]
    if cut != text and "finishing" not in cut:  # the cards of the next street are missing
        rest = "]\n"
        assert not read_phh(cut + rest).state.is_over


@settings(max_examples=60)
@given(
    st.sampled_from(["no-limit", "fixed-limit", "pot-limit"]),
    st.integers(2, 9),
    seeds,
    st.sampled_from([1, 100]),
)
def test_pokerkit_reads_what_we_write(kind: str, players: int, seed: int, scale: int) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    rules = rules_of(kind, players, "casino", seed, scale)
    stack = max(60, *(a + b for a, b in zip(rules.antes, rules.blinds, strict=True)))
    rules = rules.with_stacks((stack,) * players)  # equal, so that short all-ins do not differ
    record = HandRecord.of(play(rules, seed)[-1], ("",) * players)
    history = pokerkit.HandHistory.loads(write_phh(record), parse_value=Decimal)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, state = history
    assert not state.status
    theirs = [Fraction(chips) for chips in state.payoffs]
    # Whole chips are split as ours are, or after beaten hands are mucked and their pots are one;
    # what has decimals is split exactly, to the 28 digits of a Decimal.
    last = record.replay()
    exact = payoffs_of_winners(last, state, "fraction")
    choices = [list(record.payoffs or ()), payoffs_of_winners(last, state), exact]
    near = Fraction(1, 10**20)
    assert any(
        all(abs(rules.units(a) - b) <= near for a, b in zip(ours, theirs, strict=True))
        for ours in choices
    ), f"{theirs} is none of {choices}"


def test_catalogue_games_say_their_dialect() -> None:
    rules = find_game("holdem-limit:3p")
    text = write_phh(HandRecord.of(play(rules, 3)[-1], ("a", "b", "c")))
    assert "_max_raises = [3, 4, 4, 4]" in text and "_all_in_rule = 'acpc'" in text
    assert "inf" in text and "winnings" in text and "finishing_stacks" not in text
    assert read_phh(text).record.rules == dataclasses.replace(rules, name="limit hold'em")


def test_scales_that_are_no_power_of_ten_become_one() -> None:
    rules = find_game("holdem-nolimit:6.67bb")
    assert rules.scale == 50
    record = HandRecord.of(play(rules, 5)[-1], ("a", "b"))
    text = write_phh(record)
    back = read_phh(text).record
    assert back.rules.scale == 100 and back.rules.stacks == (1334, 1334)
    assert write_phh(back) == text


@pytest.mark.parametrize("game", ["kuhn", "leduc", "jamfold:10bb", "clairvoyance:2"])
def test_games_without_a_variant_are_refused(game: str) -> None:
    rules = find_game(game)
    with pytest.raises(InputError, match="PHH"):
        write_phh(HandRecord.of(play(rules, 1)[-1], ("a", "b")))


def test_rules_that_would_be_read_as_others_are_refused() -> None:
    rules = dataclasses.replace(find_game("holdem-nolimit:100bb"), first=(0, 0, 0, 0))
    with pytest.raises(InputError, match="PHH cannot express first"):
        write_phh(HandRecord.of(play(rules, 1)[-1], ("a", "b")))


def heads_up(actions: str, **fields: str) -> str:
    lines = {
        "variant": "'NT'",
        "antes": "[0, 0]",
        "blinds_or_straddles": "[50, 100]",
        "min_bet": "100",
        "starting_stacks": "[1000, 1000]",
        **fields,
        "actions": f"['d dh p1 AsAh', 'd dh p2 KsKh'{actions}]",
    }
    return "\n".join(f"{key} = {value}" for key, value in lines.items() if value)


BOARD = ", 'p2 cc', 'p1 cc', 'd db 2c3d4h', 'p1 cc', 'p2 cc', 'd db 5s', 'p1 cc', 'p2 cc'"
RIVER = BOARD + ", 'd db 9c', 'p1 cc', 'p2 cc'"


def test_blinds_are_reversed_heads_up() -> None:
    record = read_phh(heads_up(", 'p2 f'")).record
    assert record.rules.blinds == (100, 50) and check_hand(record).payoffs == (50, -50)


@pytest.mark.parametrize(
    ("shown", "payoffs"),
    [
        (", 'p1 sm AsAh', 'p2 sm KsKh'", (100, -100)),
        (", 'p1 sm -', 'p2 sm'", (100, -100)),
        (", 'p1 sm', 'p2 sm KsKh'", (-100, 100)),
        (", 'p1 sm ????', 'p2 sm KhKs'", (100, -100)),
        ("", (100, -100)),
    ],
)
def test_showing_and_mucking(shown: str, payoffs: tuple[int, int]) -> None:
    record = read_phh(heads_up(RIVER + shown)).record
    assert check_hand(record).payoffs == payoffs


def test_who_mucks_keeps_the_uncalled_bet() -> None:
    board = ", 'd db 2c3d4h', 'd db 5s', 'd db 9c'"
    text = heads_up(f", 'p2 cbr 600', 'p1 cc'{board}, 'p2 sm', 'p1 sm AsAh'")
    record = read_phh(text.replace("[1000, 1000]", "[300, 600]")).record
    assert check_hand(record).payoffs == (300, -300)
    hidden = dataclasses.replace(record, hole=((UNKNOWN,) * 2, record.hole[1]), mucked=frozenset())
    raked = dataclasses.replace(hidden, payoffs=(Fraction(290), Fraction(-300)))
    assert check_hand(raked).rake == 10
    with pytest.raises(WrongResult, match="at most 600 can be won"):
        check_hand(dataclasses.replace(hidden, payoffs=(Fraction(590), Fraction(-600))))


def test_folding_for_nothing_is_read_and_written() -> None:
    hand = read_phh(heads_up(", 'p2 cc', 'p1 f'"))
    assert hand.record.rules.free_folds
    assert read_phh(write_phh(hand.record)).record == hand.record


def test_halves_mean_that_odd_chips_are_split() -> None:
    text = heads_up(RIVER, antes="[0, 1]").replace("KsKh", "AcAd")  # a big blind ante: 201 chips
    for stacks, rule in (("[1000, 1000]", "button"), ("[999.5, 1000.5]", "fraction")):
        record = read_phh(f"{text}\nfinishing_stacks = {stacks}").record
        assert record.rules.odd_chips == rule and check_hand(record).compared
        assert read_phh(write_phh(record)).record == record


@pytest.mark.parametrize(
    ("code", "reason"),
    [("F7S", "seven-card stud"), ("NS", "short-deck"), ("XY", "not known")],
)
def test_other_variants_are_skipped(code: str, reason: str) -> None:
    [(_, hand)] = read_phhs(f"[1]\nvariant = '{code}'\nactions = []\n")
    assert isinstance(hand, Skipped) and reason in hand.reason


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"antes": "[50, 50]", "starting_stacks": "[40, 1000]"}, "antes that are not trimmed"),
        ({"antes": "[0, 50]", "ante_trimming_status": "true"}, "antes that differ"),
        ({"starting_stacks": "[3000000000, 1000]"}, "above 2147483647"),
    ],
)
def test_what_the_engine_would_misread_is_skipped(fields: dict[str, str], reason: str) -> None:
    text = "[1]\n" + heads_up(", 'p2 f'", **fields)
    [(_, hand)] = read_phhs(text)
    assert isinstance(hand, Skipped) and reason in hand.reason


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (", 'p1 f'", "action 3 'p1 f': p1 acts out of turn; p2 is to act"),
        (", 'p2 cbr 150'", "p2 bets or raises to 150, below the minimum; legal: f, cc, cbr 200"),
        (", 'p2 cbr 2000'", "above the maximum; legal: f, cc, cbr 200 to 1000"),
        (", 'p2 cc', 'p1 cc', 'p1 cc'", "an action before the flop is dealt"),
        (", 'p2 f', 'p1 cc'", "after the end of the betting"),
        (", 'd db 2c3c4c'", "no board cards are due here"),
        (", 'p2 cc', 'p1 cc', 'd db 2c3c4c5c'", "4 board cards are dealt; 3 are due"),
        (", 'p2 cc', 'p1 cc', 'd db 2c3cAs'", "As is dealt twice"),
        (", 'd dh p1 QsQh'", "p1 is dealt 2 hole cards"),
        (", 'p3 f'", "there is no player p3; p1 to p2 play"),
        (", 'p2 sm'", "before the betting is over"),
        (RIVER + ", 'p1 sm QsQh'", "QsQh is shown; AsAh was dealt"),
        (", 'p2 xx'", "unknown action"),
        (", 'p2 sd'", "draw and stud"),
        (", 'p2 cbr ten'", "'ten' is no amount"),
        (", 'p2 cbr 2e2'", "'2e2' is no amount"),
        (", 'd db Zz'", "unknown rank"),
        (", 7", "actions are strings"),
    ],
)
def test_wrong_actions_are_named(actions: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_phh(heads_up(actions), "x.phh")
    assert str(error.value).startswith("x.phh: ") and message in str(error.value)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"min_bet": ""}, "min_bet is missing; NT hands need"),
        ({"min_bet": "'x'"}, "min_bet has 'x'"),
        ({"min_bet": "nan"}, "min_bet has NaN"),
        ({"starting_stacks": "[1000]"}, "antes has 2 numbers"),
        ({"starting_stacks": "7"}, "starting_stacks = 7"),
        ({"antes": "[0, true]"}, "antes has True"),
        ({"players": "['a']"}, "1 names"),
        ({"seats": "[1]"}, "seats"),
        ({"hand": "1.5"}, "hand"),
        ({"_odd_chips": "'x'"}, "_odd_chips"),
        ({"_free_folds": "'no'"}, "_free_folds = 'no'; true or false"),
        ({"finishing_stacks": "[1]"}, "finishing_stacks has 1 numbers"),
        ({"variant": ""}, "variant is missing"),
    ],
)
def test_wrong_fields_are_named(fields: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message.replace("[", r"\[")):
        read_phh(heads_up(", 'p2 f'", **fields))


def test_a_truncated_file_is_refused_whole() -> None:
    text = write_phhs([(read_phh(HAND).record, {})] * 3)
    start, stop = text.rindex("actions"), text.rindex("]", 0, text.rindex("hand ="))
    for end in range(start, stop, 7):
        with pytest.raises(InputError, match=r"h\.phhs, (line|hand) \d+"):
            list(read_phhs(text[:end], "h.phhs"))


def test_results_are_compared() -> None:
    good = heads_up(", 'p2 f'", finishing_stacks="[1050, 950]")
    assert check_hand(read_phh(good).record).compared
    with pytest.raises(WrongResult, match="p1 wins 60; by the rules wins 50"):
        check_hand(read_phh(good.replace("1050, 950", "1060, 940")).record)
    with pytest.raises(WrongResult, match="50 more is paid out"):
        check_hand(read_phh(good.replace("1050", "1100")).record)
    [reason] = read_phh(good.replace("1050", "1030")).disagreements
    assert "finishing_stacks are 20 short" in reason


RAISED = ", 'p2 cbr 300', 'p1 cc', 'd db 2c3d4h', 'p1 cbr 400', 'p2 f'"


@pytest.mark.parametrize(
    ("winnings", "rake"), [("[600, 0]", 0), ("[570, 0]", 30), ("[599.5, 0]", Fraction(1, 2))]
)
def test_a_rake_is_the_shortfall(winnings: str, rake: Fraction) -> None:
    record = read_phh(heads_up(RAISED, winnings=winnings)).record
    assert check_hand(record).rake == rake
    assert read_phh(write_phh(record)).record == record


@pytest.mark.parametrize(
    ("winnings", "message"),
    [
        ("[0, 570]", "p2 collects 570; the hand is beaten|p1 collects nothing"),
        ("[550, 20]", "p2 collects 20"),
        ("[550, 1]", "p2 collects 1"),
        ("[1200, 0]", "more is paid out"),
    ],
)
def test_who_collects_must_have_won(winnings: str, message: str) -> None:
    with pytest.raises(WrongResult, match=message):
        check_hand(read_phh(heads_up(RAISED, winnings=winnings)).record)


def test_a_post_that_is_not_shown_is_noted() -> None:
    hand = read_phh(heads_up(RAISED, winnings="[650, 0]"))
    assert "50 more is collected" in hand.note and hand.record.payoffs is None
    assert "perhaps" in hand.note and hand.fields["winnings"] == [650, 0]
    hand = read_phh(heads_up(RAISED, winnings="[800, 0]"))  # two big blinds
    assert hand.note
    for winnings in ("[801, 0]", "[1001, 0]"):
        hand = read_phh(heads_up(RAISED, winnings=winnings))
        assert not hand.note
        with pytest.raises(WrongResult, match="more is paid out than was put in"):
            check_hand(hand.record)


@pytest.mark.parametrize("stacks", ["[1300, 700]", "[1350, 700]", "[1350, 650]"])
def test_finishing_stacks_leave_no_excuse(stacks: str) -> None:
    text = heads_up(RAISED, winnings="[650, 0]", finishing_stacks=stacks)
    hand = read_phh(text)
    assert hand.disagreements and not hand.note
    assert hand.disagreements[-1].startswith("winnings: 50 more is paid out")
    assert (stacks == "[1300, 700]") == (len(hand.disagreements) == 1)


def test_a_walk_is_collected_whole() -> None:
    for winnings in ("[150, 0]", "[100, 0]"):
        record = read_phh(heads_up(", 'p2 f'", winnings=winnings)).record
        assert record.payoffs == (50, -50) and check_hand(record).rake == 0


def test_known_cards_bound_who_collects_where_others_are_hidden() -> None:
    text = heads_up(RIVER, winnings="[190, 0]").replace("KsKh", "????")
    assert check_hand(read_phh(text).record).rake == 10
    text = text.replace("[190, 0]", "[0, 190]")
    assert check_hand(read_phh(text).record).rake == 10
    with pytest.raises(WrongResult, match="more is paid out"):
        check_hand(read_phh(text.replace("[0, 190]", "[0, 290]")).record)


@pytest.mark.parametrize("text", [" As ", "As,,", "A", "??A", "As?", "? As"])
def test_half_cards_between_unknown_ones(text):
    with pytest.raises(InputError):
        read_cards(text)
