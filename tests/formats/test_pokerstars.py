"""PokerStars text: every kind of line, and random hands of the engine printed in the format."""

from __future__ import annotations

import datetime
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.playouts import play, rules_of, seeds

from equipoise.cards.card import card_text
from equipoise.formats import check_hand, read_hands, read_phh, write_phh
from equipoise.formats.hands import Entry
from equipoise.formats.phh.actions import write_cards
from equipoise.formats.story import tell_hand
from equipoise.games import HandRecord
from equipoise.games.pots import uncalled

CASH = """PokerStars Hand #1001: Hold'em No Limit ($0.50/$1.00 USD) - 2021/03/04 5:06:07 ET
Table 'Vega II' 6-max Seat #5 is the button
Seat 1: Ann: x ($100 in chips)
Seat 2: Bob ($101.50 in chips)
Seat 3: Cy ($50 in chips) is sitting out
Seat 4: Dee ($1,000 in chips)
Seat 5: Ed ($40.25 in chips)
Ann: x: posts small blind $0.50
Bob: posts big blind $1
Dee: posts small & big blinds $1.50
*** HOLE CARDS ***
Dealt to Ed [As Kd]
Cy said, "good luck: folds"
Dee: checks
Ed: raises $3 to $4
Ann: x: folds
Bob: calls $3
Dee has timed out
Dee: folds
*** FLOP *** [2c 7d 9h]
Bob: bets $5
Ed: raises $31.25 to $36.25 and is all-in
Bob: calls $31.25
*** TURN *** [2c 7d 9h] [Js]
*** RIVER *** [2c 7d 9h Js] [Ad]
*** SHOW DOWN ***
Bob: shows [9c 9s] (three of a kind, Nines)
Ed: mucks hand
Bob collected $80 from pot
*** SUMMARY ***
Total pot $82.50 | Rake $2.50
Board [2c 7d 9h Js Ad]
Seat 2: Bob (big blind) showed [9c 9s] and won ($80) with three of a kind, Nines
Seat 5: Ed (button) mucked [As Kd]
"""

TOURNAMENT = """PokerStars Hand #1002: Tournament #77, $5.00+$0.50 USD Hold'em No Limit - Level IV (50/100) - 2021/03/04 6:00:00 CET [2021/03/04 0:00:00 ET]
Table '77 3' 9-max Seat #2 is the button
Seat 2: Ann (3000 in chips)
Seat 6: Bob (108 in chips, $2 bounty)
Seat 9: Cy (2500 in chips)
Ann: posts the ante 10
Bob: posts the ante 10
Cy: posts the ante 10
Bob: posts small blind 50
Cy: posts big blind 100
*** HOLE CARDS ***
Ann: raises 200 to 300
Bob: calls 48 and is all-in
Cy: folds
Uncalled bet (200) returned to Ann
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Js]
*** RIVER *** [2c 7d 9h Js] [Ad]
*** SHOW DOWN ***
Bob: shows [Kh Kd] (a pair of Kings)
Ann: shows [Qh Qd] (a pair of Queens)
Bob collected 324 from main pot
Ann collected 4 from side pot
*** SUMMARY ***
Total pot 328 Main pot 324. Side pot 4. | Rake 0
"""

LIMIT = """PokerStars Game #1003:  Hold'em Limit (€1.00/€2.00 EUR) - 2021/03/04 5:06:07 CET
Table 'Ara' 2-max Seat #1 is the button
Seat 1: Ann (€20 in chips)
Seat 2: Bob (€20 in chips)
Ann: posts small blind €0.50
Bob: posts big blind €1
*** HOLE CARDS ***
Ann: raises €1 to €2
Bob: raises €1 to €3
Ann: calls €1
*** FLOP *** [2c 7d 9h]
Bob: bets €1
Ann: calls €1
*** TURN *** [2c 7d 9h] [Js]
Bob: bets €2
Ann: folds
Uncalled bet (€2) returned to Bob
Bob collected €7.70 from pot
Bob: doesn't show hand
*** SUMMARY ***
Total pot €8 | Rake €0.30
"""

STRADDLE = """PokerStars Zoom Hand #1004: Hold'em No Limit (£1/£2 GBP) - 2021/03/04 5:06:07 ET
Table 'Ara' 6-max Seat #4 is the button
Seat 1: Ann (£200 in chips)
Seat 2: Bob (£200 in chips)
Seat 3: Cy (£200 in chips)
Seat 4: Dee (£200 in chips)
Ann: posts small blind £1
Bob: posts big blind £2
Cy: posts straddle £4
*** HOLE CARDS ***
Dee: calls £4
Ann: folds
Bob: folds
A line from another year
Cy: raises £16 to £20
Dee: folds
Uncalled bet (£16) returned to Cy
Cy collected £11 from pot
*** SUMMARY ***
Total pot £11 | Rake £0
"""


def entries(tmp_path: Path, text: str) -> list[Entry]:
    path = tmp_path / "hands.txt"
    path.write_text(text, encoding="utf-8")
    return list(read_hands(path))


def one(tmp_path: Path, text: str) -> Entry:
    [entry] = entries(tmp_path, text)
    assert entry.error is None and entry.skipped is None, entry.error or entry.skipped
    assert entry.disagreements == ()
    assert entry.record is not None
    back = read_phh(write_phh(entry.record, entry.fields))
    assert back.record == entry.record and back.fields == entry.fields
    return entry


def test_a_cash_game(tmp_path: Path) -> None:
    entry = one(tmp_path, "\ufeff" + CASH)
    record = entry.record
    assert record is not None
    assert record.names == ("Ann: x", "Bob", "Dee", "Ed") and record.hand == "1001"
    # Dee's big blind is live, her small one dead
    assert record.rules.blinds == (50, 100, 100, 0) and record.rules.antes == (0, 0, 50, 0)
    assert record.rules.scale == 100 and record.rules.stacks == (10000, 10150, 100000, 4025)
    assert record.mucked == {3} and record.hole[3] == (51, 45)
    assert check_hand(record).rake == 250 and entry.note == "" and entry.label == "1001 (line 1)"
    fields = entry.fields
    assert (fields["venue"], fields["table"], fields["seats"]) == (
        "PokerStars",
        "Vega II",
        [1, 2, 4, 5],
    )
    assert fields["time"] == datetime.time(5, 6, 7) and fields["currency"] == "USD"


def test_a_tournament_with_antes(tmp_path: Path) -> None:
    entry = one(tmp_path, TOURNAMENT)
    record = entry.record
    assert record is not None
    assert record.names == ("Bob", "Cy", "Ann") and record.rules.antes == (10, 10, 10)
    assert record.payoffs == (216, -110, -106)
    assert (
        entry.fields["event"] == "Tournament #77" and entry.fields["_buy_in"] == "$5.00+$0.50 USD"
    )


def test_limit_in_euros(tmp_path: Path) -> None:
    record = one(tmp_path, LIMIT).record
    assert record is not None and record.rules.betting.kind == "fixed-limit"
    assert record.rules.betting.sizes == (100, 100, 200, 200) and record.names == ("Bob", "Ann")
    assert check_hand(record).rake == 30


SHORT_BLIND = """PokerStars Game #1005:  Hold'em Limit (€1.00/€2.00 EUR) - 2021/03/04 5:06:07 CET
Table 'Ara' 6-max Seat #1 is the button
Seat 1: Ann (€20 in chips)
Seat 2: Bob (€20 in chips)
Seat 3: Cy (€0.40 in chips)
Bob: posts small blind €0.50
Cy: posts big blind €0.40 and is all-in
*** HOLE CARDS ***
Ann: raises €1 to €2
Bob: calls €1.50
*** FLOP *** [2c 7d 9h]
Bob: bets €1
Ann: folds
Uncalled bet (€1) returned to Bob
*** TURN *** [2c 7d 9h] [Js]
*** RIVER *** [2c 7d 9h Js] [3c]
*** SHOW DOWN ***
Bob: shows [Ac Ad] (a pair of Aces)
Bob collected €3.20 from side pot
Cy: shows [Kc Kd] (a pair of Kings)
Bob collected €1.20 from main pot
*** SUMMARY ***
Total pot €4.40 Main pot €1.20. Side pot €3.20. | Rake €0
"""


def test_a_blind_below_its_size_leaves_the_bets_of_a_limit_game(tmp_path: Path) -> None:
    """The header names the bets 1 and 2: an all-in big blind of 0.40 stands for 1, not for 2."""
    record = one(tmp_path, SHORT_BLIND).record
    assert record is not None and record.rules.betting.sizes == (100, 100, 200, 200)
    assert check_hand(record).rake == 0


def test_hold_em_of_a_mix_of_games(tmp_path: Path) -> None:
    mixed = LIMIT.replace("Hold'em Limit (", "8-Game (Hold'em Limit, ")
    assert one(tmp_path, mixed).record == one(tmp_path, LIMIT).record


def test_a_straddle_and_a_line_nobody_knows(tmp_path: Path) -> None:
    entry = one(tmp_path, STRADDLE)
    assert entry.record is not None and entry.record.rules.first[0] == 3
    assert entry.note == "a line that is not understood was skipped: 'A line from another year'"


@pytest.mark.parametrize(
    ("old", "new", "skipped", "error"),
    [
        ("*** FLOP ***", "*** FIRST FLOP ***", "run twice", ""),
        ("Hold'em No Limit", "Omaha Pot Limit", "Omaha Pot Limit is not supported", ""),
        ("No Limit (", "No Limit/PLO (Omaha Pot Limit, ", "Omaha Pot Limit is not supported", ""),
        ("*** SUMMARY ***", "", "the hand is cut off", ""),
        ("*** HOLE CARDS ***", "Hand cancelled\n*** HOLE CARDS ***", "the hand was cancelled", ""),
        ("Seat #5 is the button", "", "", "no table line"),
        ("[2c 7d 9h]\nBob", "[2c 7d]\nBob", "", "2 cards for the flop"),
        ("Bob: calls $3\n", "", "", "acts out of turn"),
        ("raises $3 to $4", "raises $0.10 to $1.10", "", "below the minimum"),
        ("($0.50/$1.00 USD)", "(many)", "header is not understood", ""),
        ("($0.50/$1.00 USD)", "($0.5.0/$1.00 USD)", "header is not understood", ""),
    ],
)
def test_hands_that_cannot_be_read(
    tmp_path: Path, old: str, new: str, skipped: str, error: str
) -> None:
    good, bad = entries(tmp_path, LIMIT + "\n\n\n" + CASH.replace(old, new))
    assert good.record is not None
    assert skipped in (bad.skipped or "") and error in str(bad.error)
    assert (bad.skipped is None) == (skipped == "") and (bad.error is None) == (error == "")


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ("Dee: folds [Qh]", "Qh??"),
        ("Dee: folds [Qh Qc]", "QhQc"),
        ("Dee: folds", "????"),
    ],
)
def test_cards_that_are_shown_in_part(tmp_path: Path, words: str, seen: str) -> None:
    entry = one(tmp_path, CASH.replace("Dee: folds", words))
    assert entry.record is not None and write_cards(entry.record.hole[2]) == seen
    # what was dealt is not forgotten when one card of it is shown
    shown = CASH.replace("Dee: folds", "Dee: folds [Qh]").replace(
        "Ed: mucks hand", "Ed: shows [As]"
    )
    assert write_cards(entries(tmp_path, shown)[0].record.hole[3]) == "AsKd"


def test_one_card_is_shown_after_the_hand(tmp_path: Path) -> None:
    entry = one(tmp_path, STRADDLE.replace("Cy collected", "Cy: shows [Ah]\nCy collected"))
    assert entry.record is not None and write_cards(entry.record.hole[2]) == "Ah??"


def test_a_cap_limits_the_stacks(tmp_path: Path) -> None:
    entry = one(tmp_path, STRADDLE.replace("(£1/£2 GBP)", "(£1/£2 - £60 Cap -  GBP)"))
    assert entry.record is not None and entry.record.rules.stacks == (6000, 6000, 6000, 6000)
    assert entry.fields["currency"] == "GBP"


def test_two_players_without_a_small_blind(tmp_path: Path) -> None:
    """The small blind sits out: the button acts first before the flop, last after it."""
    text = LIMIT.replace("Ann: posts small blind €0.50\n", "")
    record = one(tmp_path, text).record
    assert record is not None and record.names == ("Bob", "Ann")
    assert record.rules.blinds == (100, 0) and check_hand(record).rake == 30


@pytest.mark.parametrize(("won", "rake"), [("5.50", 0), ("5.25", 50)])
def test_money_is_split_to_the_cent(tmp_path: Path, won: str, rake: int) -> None:
    """A pot of 11 pounds between two, where no amount has pence."""
    text = (
        STRADDLE.partition("A line")[0]
        + f"""Cy: checks
*** FLOP *** [2c 7d 9h]
Cy: checks
Dee: checks
*** TURN *** [2c 7d 9h] [Js]
Cy: checks
Dee: checks
*** RIVER *** [2c 7d 9h Js] [Ad]
Cy: checks
Dee: checks
*** SHOW DOWN ***
Cy: shows [Kh Kd] (a pair of Kings)
Dee: shows [Ks Kc] (a pair of Kings)
Cy collected £{won} from pot
Dee collected £{won} from pot
*** SUMMARY ***
"""
    )
    record = one(tmp_path, text).record
    assert record is not None and check_hand(record).rake == rake


def test_a_wrong_pot_is_a_disagreement(tmp_path: Path) -> None:
    [entry] = entries(tmp_path, LIMIT.replace("collected €7.70", "collected €11.70"))
    assert entry.error is None and "more is paid out" in entry.disagreements[0]


def test_a_blind_who_left_is_folded(tmp_path: Path) -> None:
    text = STRADDLE.replace("Bob: folds\n", "").replace("*** HOLE", "Bob is sitting out\n*** HOLE")
    record = one(tmp_path, text).record
    assert record is not None and record.names[1] == "Bob"
    assert record.payoffs is not None and record.payoffs[1] == -200


def printed(record: HandRecord, unit: str = "") -> str:
    """A record in the format, seat 1 being the first left of the button."""
    rules, states = record.rules, list(record.states())
    last = states[-1]

    def money(chips: int) -> str:
        return f"{unit}{Decimal(chips) / rules.scale}"

    kind = "Limit" if rules.betting.kind == "fixed-limit" else "No Limit"
    bets = rules.betting.sizes[-1] if kind == "Limit" else rules.big_blind
    lines = [
        f"PokerStars Hand #{record.hand}: Hold'em {kind} "
        f"({money(min(b for b in rules.blinds if b))}/{money(bets)}) - 2020/01/01 00:00:00 ET",
        f"Table 'T' 10-max Seat #{rules.players} is the button",
    ]
    lines += [
        f"Seat {p + 1}: {name} ({money(rules.stacks[p])} in chips)"
        for p, name in enumerate(record.names)
    ]
    for p, ante in enumerate(rules.antes):
        if ante:
            lines.append(f"{record.names[p]}: posts the ante {money(ante)}")
    order = sorted((b, p) for p, b in enumerate(rules.blinds) if b)
    for what, (_, p) in zip(("small", "big"), order, strict=True):
        lines.append(f"{record.names[p]}: posts {what} blind {money(rules.blinds[p])}")
    lines.append("*** HOLE CARDS ***")
    story = tell_hand(record)
    for number, street in enumerate(story.streets):
        if number:
            cards = last.board[: (3, 4, 5)[number - 1]]
            old, new = (cards, ()) if number == 1 else (cards[:-1], cards[-1:])
            text = " ".join(f"[{' '.join(map(card_text, part))}]" for part in (old, new) if part)
            lines.append(f"*** {street.name.upper()} *** {text}")
        for deed in street.deeds:
            words = deed.text.replace(",", "").replace(" all-in", " and is all-in")
            words = words.replace("raises to", f"raises {money(1)} to")
            lines.append(f"{deed.player}: {words}")
    if not last.betting.is_folded_out:
        lines.append("*** SHOW DOWN ***")
        for p, hole in last.shown():
            lines.append(f"{record.names[p]}: shows [{' '.join(map(card_text, hole))}] (a hand)")
    assert record.payoffs is not None
    for p, payoff in enumerate(record.payoffs):
        won = payoff + last.betting.put[p] - uncalled(last.betting)[p]
        if won:
            lines.append(f"{record.names[p]} collected {money(int(won))} from pot")
    return "\n".join([*lines, "*** SUMMARY ***", "Total pot 0 | Rake 0", ""])


@settings(max_examples=60)
@given(st.sampled_from(["no-limit", "fixed-limit"]), st.integers(2, 9), seeds)
def test_printed_hands_are_read(kind: str, players: int, seed: int) -> None:
    import dataclasses
    import tempfile

    rules = rules_of(kind, players, "casino", seed)
    sizes = (2, 2, 4, 4) if kind == "fixed-limit" else (2, 2, 2, 2)
    blinds = (2, 1) if players == 2 else (1, 2, *(0,) * (players - 2))
    rules = dataclasses.replace(
        rules,
        blinds=blinds,
        antes=(seed % 2,) * players,
        stacks=tuple(max(stack, 8) for stack in rules.stacks),
        first=(1 if players == 2 else 2 % players, 0, 0, 0),
        betting=dataclasses.replace(
            rules.betting, sizes=sizes, caps=(4,) * 4 if kind == "fixed-limit" else ()
        ),
        free_folds=False,
    )
    names = tuple(f"P {p}" for p in range(players))
    record = HandRecord.of(play(rules, seed)[-1], names, "7")
    with tempfile.TemporaryDirectory() as folder:
        entry = one(Path(folder), printed(record))
    back = entry.record
    assert back is not None and back.actions == record.actions and back.names == names
    assert back.payoffs == record.payoffs and back.board == record.board
    shown = dict(record.replay().shown())
    assert all(back.hole[p] == cards for p, cards in shown.items())
