"""Archives as they are: conventions of venues, posts, dead blinds, players who sit out."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from tests.formats.test_replay import cli, many  # noqa: F401 - a fixture

from equipoise.base.errors import InputError
from equipoise.formats import check_hand, read_phh, write_phh
from equipoise.formats.phh.results import SILENT_FOLDS, SILENT_SHOWDOWNS, UNCALLED_COUNTED


def hand(winnings: str, actions: str = "FOLDED", extra: str = "") -> str:
    """Three players at 50/100: p3 raises to 300, p1 folds, p2 calls; then what ``actions`` says."""
    more = {
        # an uncalled bet of 400 into a pot of 650
        "FOLDED": "'p2 cbr 400', 'p3 f'",
        "SHOWN": "'p2 cc', 'p3 cc', 'd db 9s', 'p2 cc', 'p3 cc', 'd db Tc', 'p2 cc', 'p3 cc',"
        " 'p2 sm KsKh', 'p3 sm AsAh'",
        "MUCKED": "'p2 cc', 'p3 cc', 'd db 9s', 'p2 cc', 'p3 cc', 'd db Tc', 'p2 cc', 'p3 cc',"
        " 'p2 sm KsKh', 'p3 sm ????'",
        "CHECKED": "'p2 cc', 'p3 cbr 100', 'p2 f'",
    }[actions]
    return f"""variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 1000, 1000]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 300', 'p1 f', 'p2 cc',
  'd db 2c3d4h', {more}]
venue = 'Here'
{f"winnings = {winnings}" if winnings else ""}
{extra}
"""


COLLECTED = [hand("[0, 620, 0]"), hand("[0, 0, 650]", "CHECKED"), hand("[0, 0, 630]", "SHOWN")]
SILENT = [hand("[0, 0, 0]"), hand("[0, 0, 0]", "CHECKED"), hand("[0, 0, 630]", "SHOWN")]
COUNTED = [hand("[0, 1020, 0]"), hand("[0, 0, 720]", "CHECKED"), hand("[0, 0, 650]", "SHOWN")]


def replayed(cli, tmp_path, *hands: str):  # noqa: F811
    path = tmp_path / "some.phhs"
    path.write_text(many(*hands), encoding="utf-8")
    code, out, _ = cli("replay", path, "--json")
    return code, json.loads(out)


@pytest.mark.parametrize(
    ("hands", "name", "count", "rake"),
    [(COLLECTED, None, 0, 50), (SILENT, SILENT_FOLDS, 2, 20), (COUNTED, UNCALLED_COUNTED, 2, 60)],
)
def test_a_convention_is_named_once(cli, tmp_path, hands, name, count, rake) -> None:  # noqa: F811
    code, result = replayed(cli, tmp_path, *hands, *hands)
    assert code == 0 and result["ok"] == 6 and result["failed"] == 0
    assert result["disagreements"] == [] and result["notes"] == []
    assert result["rake"] == 2 * rake
    named = [(one["convention"], one["hands"], one["venue"]) for one in result["conventions"]]
    assert named == ([(name.name, 2 * count, "Here")] if name else [])


def test_winnings_that_are_stated_now_and_then(cli, tmp_path) -> None:  # noqa: F811
    """Rooms that name a winner only outside the blinds, or only where both hands are shown."""
    mucked = hand("[0, 0, 0]", "MUCKED")
    code, result = replayed(cli, tmp_path, *COLLECTED, *COLLECTED, *SILENT, mucked, mucked)
    assert code == 0 and result["ok"] == 11 and result["disagreements"] == []
    named = {one["convention"]: one["hands"] for one in result["conventions"]}
    assert named == {SILENT_FOLDS.name: 2, SILENT_SHOWDOWNS.name: 2}


def test_a_showdown_that_everybody_saw_has_a_winner() -> None:
    [reason] = read_phh(hand("[0, 0, 0]", "SHOWN")).disagreements
    assert "nobody collects the pot" in reason
    assert read_phh(hand("[0, 0, 0]", "MUCKED")).convention is SILENT_SHOWDOWNS
    assert read_phh(hand("[0, 640, 0]", "MUCKED")).convention is None


@pytest.mark.parametrize("rake", [Fraction(0), Fraction(1, 2)])
def test_halves_of_an_odd_pot_that_was_raked(rake: Fraction) -> None:
    """45 chips between two, in a hand whose own amounts are whole."""
    half = float((45 - rake) / 2)
    text = f"""variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [1000, 1000, 1000]
actions = ['d dh p1 ????', 'd dh p2 AsAh', 'd dh p3 AcAd', 'p3 cbr 20', 'p1 f', 'p2 cc', 'd db 2c3d4h',
  'p2 cc', 'p3 cc', 'd db 9s', 'p2 cc', 'p3 cc', 'd db Tc', 'p2 cc', 'p3 cc']
winnings = [0, {half}, {half}]
"""
    found = read_phh(text)
    assert found.disagreements == () and check_hand(found.record).rake == rake
    assert found.record.payoffs == (-5, Fraction(half) - 20, Fraction(half) - 20)


def test_whoever_lost_the_connection_has_folded(cli, tmp_path) -> None:  # noqa: F811
    """p3 bets 100 on the flop, the file stops there, and p3 collects."""
    text = hand("[0, 0, 640]", "CHECKED").replace(", 'p2 f']", "]")
    code, result = replayed(cli, tmp_path, text)
    assert code == 0 and result["ok"] == 1 and result["rake"] == 10
    assert [one["note"] for one in result["notes"]] == ["p2 must have folded: not recorded"]
    # somebody else collects, nobody does, or the money says otherwise
    for winnings in ("[0, 640, 0]", "[0, 0, 2000]"):
        assert read_phh(text.replace("[0, 0, 640]", winnings)).disagreements
    stopped = read_phh(text.replace("[0, 0, 640]", "[0, 0, 0]"))
    assert not stopped.state.is_over and stopped.note == ""
    # who has to pay nothing does not fold
    asked = text.replace(", 'p3 cbr 100'", "").replace("[0, 0, 640]", "[0, 0, 650]")
    assert not read_phh(asked).state.is_over


def test_an_exception_is_no_convention(cli, tmp_path) -> None:  # noqa: F811
    code, result = replayed(cli, tmp_path, *COLLECTED, *COLLECTED, SILENT[0], COUNTED[0])
    assert code == 1 and result["ok"] == 8 and result["failed"] == 0
    assert result["conventions"] == []
    assert [one["hand"] for one in result["disagreements"]] == ["7", "8"]
    assert "nobody collects the pot" in result["disagreements"][0]["reason"]
    assert "more is paid out" in result["disagreements"][1]["reason"]


def test_stacks_and_winnings_are_judged_apart() -> None:
    good, bad = "finishing_stacks = [950, 1350, 700]", "finishing_stacks = [950, 1340, 710]"
    both = read_phh(hand("[0, 650, 0]", extra=good))
    assert both.disagreements == () and both.record.payoffs == (-50, 350, -300)
    stacks = read_phh(hand("[0, 650, 0]", extra=bad))
    [reason] = stacks.disagreements
    assert reason.startswith("finishing_stacks: ") and stacks.record.payoffs == (-50, 350, -300)
    winnings = read_phh(hand("[0, 0, 650]", extra=good))
    [reason] = winnings.disagreements
    assert reason.startswith("winnings: ") and winnings.record.payoffs == (-50, 350, -300)


def test_a_hand_shown_says_what_differs(cli, tmp_path) -> None:  # noqa: F811
    path = tmp_path / "one.phh"
    path.write_text(hand("[0, 0, 650]", extra="finishing_stacks = [950, 1350, 700]"), "utf-8")
    code, out, _ = cli("replay", path, "--show", 1, "--json")
    assert code == 1 and json.loads(out)["problem"].startswith("winnings: ")


def test_the_rake_of_counted_winnings_is_plausible() -> None:
    # 650 of a pot of 1,050, 400 of it uncalled, is what was collected, not a rake of 400
    assert read_phh(hand("[0, 650, 0]")).convention is None
    assert read_phh(hand("[0, 1050, 0]")).convention is UNCALLED_COUNTED
    assert read_phh(hand("[0, 900, 0]")).convention is None  # a rake of 150 of 650
    assert read_phh(hand("[0, 1100, 0]")).disagreements


POSTED = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, {post}]
min_bet = 100
starting_stacks = [1000, 1000, 1000, 1000]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', 'p3 f', {act}]
winnings = {winnings}
"""


@pytest.mark.parametrize(
    ("post", "act", "winnings", "put"),
    [
        # the poster may check, and p2 has the option after that
        ("-100", "'p4 cc', 'p1 f', 'p2 cc', 'd db 2c3d4h', 'p2 cbr 100', 'p4 f'", "[0,250,0,0]", 0),
        # a big blind is live, a small one dead
        ("-150", "'p4 cbr 300', 'p1 f', 'p2 f'", "[0, 0, 0, 300]", 50),
        ("-100", "'p4 cbr 300', 'p1 f', 'p2 f'", "[0, 0, 0, 250]", 0),
        # a small blind that was missed is dead: to call costs a whole big blind
        ("-50", "'p4 cc', 'p1 f', 'p2 cc', 'd db 2c3d4h', 'p2 cbr 100', 'p4 f'", "[0,300,0,0]", 50),
    ],
)
def test_posts_that_are_no_blinds(post: str, act: str, winnings: str, put: int) -> None:
    hand = read_phh(POSTED.format(post=post, act=act, winnings=winnings))
    rules = hand.record.rules
    live = 0 if post == "-50" else 100
    assert rules.blinds == (50, 100, 0, live) and rules.antes == (0, 0, 0, put)
    assert rules.first[0] == 2 and hand.disagreements == ()
    assert check_hand(hand.record).rake == 0 and check_hand(hand.record).compared
    assert read_phh(write_phh(hand.record)).record == hand.record


def test_a_post_of_the_whole_stack_is_live() -> None:
    text = POSTED.format(post="-60", act="'p1 f'", winnings="[0, 0, 0, 0]")
    text = text.replace("1000]", "60]").replace("winnings = [0, 0, 0, 0]\n", "")
    rules = read_phh(text).record.rules
    assert rules.blinds == (50, 100, 0, 60) and rules.antes == (0, 0, 0, 0)


def test_a_dead_small_blind() -> None:
    text = POSTED.format(post="0", act="'p4 cbr 300', 'p2 f'", winnings="[0, 0, 0, 200]")
    text = text.replace("[50, 100", "[0, 100").replace("'p4 cbr", "'p4 cbr")
    with_fold = text.replace("'p2 f'", "'p1 f', 'p2 f'")
    assert check_hand(read_phh(with_fold).record).compared
    # the seat is empty: listed, dealt nothing, no action
    empty = text.replace("'d dh p1 ????', ", "")
    hand = read_phh(empty)
    assert hand.record.rules.players == 3 and hand.record.rules.blinds == (100, 0, 0)
    assert hand.disagreements == () and hand.record.payoffs == (-100, 0, 100)


@pytest.mark.parametrize("blind", ["'a'", "nan", "[]"])
def test_blinds_that_are_no_numbers_beside_players_who_sit_out(blind: str) -> None:
    text = f"""variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [{blind}, 100, 0]
min_bet = 100
starting_stacks = [1000, 900, 0]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p1 f']
"""
    with pytest.raises(InputError):
        read_phh(text)


def test_players_who_sit_out() -> None:
    text = POSTED.format(post="0", act="'p4 cbr 300', 'p1 f', 'p2 f'", winnings="[0, 0, 0, 250]")
    text += "players = ['a', 'b', 'c', 'd']\nseats = [1, 2, 3, 4]\n"
    out = read_phh(text.replace("'d dh p3 ????', ", "").replace("'p3 f', ", ""))
    assert out.record.names == ("a", "b", "d") and out.fields["seats"] == [1, 2, 4]
    assert out.fields["_sitting_out"] == ["c"] and out.disagreements == ()
    # an absent blind is dead money: dealt in, folded when asked
    gone = text.replace("'d dh p1 ????', ", "").replace("'p1 f', ", "")
    hand = read_phh(gone)
    assert hand.record.names == ("a", "b", "c", "d") and hand.record.payoffs is not None
    assert hand.record.payoffs == (-50, -100, 0, 150) and hand.disagreements == ()
    # two are left: the small blind is the button, and acts last after the flop
    two = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 900, 0]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p1 cc', 'p2 cc', 'd db 2c3d4h', 'p2 cbr 100', 'p1 f']
winnings = [0, 200, 0]
"""
    heads_up = read_phh(two)
    assert heads_up.record.rules.blinds == (100, 50)
    assert heads_up.record.rules.stacks == (900, 1000)
    assert heads_up.record.payoffs == (Fraction(100), Fraction(-100))
