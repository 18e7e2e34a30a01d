import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equipoise.base.errors import InputError
from equipoise.cards.card import parse_cards
from equipoise.cards.combos import (
    COMBO_COUNT,
    combo_cards,
    combo_index,
    combo_types,
    combos_with,
    type_combos,
    type_text,
)
from equipoise.cards.ranges import Range


def test_combos_are_numbered_without_gaps():
    assert [combo_index(int(a), int(b)) for a, b in combo_cards()] == list(range(COMBO_COUNT))
    counts = np.bincount(combo_types(), minlength=169)
    assert sorted(set(counts)) == [4, 6, 12]
    names = {type_text(number): counts[number] for number in range(169)}
    assert len(names) == 169
    assert all(names[n] == {"s": 4, "o": 12}.get(n[2:], 6) for n in names)
    assert set(type_combos(12, 11, True)) == {
        combo for combo in range(COMBO_COUNT) if type_text(int(combo_types()[combo])) == "AKs"
    }
    assert combos_with([0, 1]).sum() == 51 + 50


def hands_of(text):
    return {
        type_text(int(combo_types()[combo])) for combo in Range.parse(text).combos()
    }, Range.parse(text).total


@pytest.mark.parametrize(
    ("text", "types", "combos"),
    [
        ("AA", "AA", 6),
        ("AK", "AKs AKo", 16),
        ("KA", "AKs AKo", 16),
        ("aks", "AKs", 4),
        ("TT+", "TT JJ QQ KK AA", 30),
        ("AJs+", "AJs AQs AKs", 12),
        ("76s+", "76s", 4),
        ("QTo+", "QTo QJo", 24),
        ("99-77", "99 88 77", 18),
        ("77-99", "99 88 77", 18),
        ("A5s-A2s", "A5s A4s A3s A2s", 16),
        ("JTs-98s", "JTs T9s 98s", 12),
        ("AA, KK", "AA KK", 12),
        ("A♠K♠", "AKs", 1),
        ("10sKh", "KTo", 1),
        (" As Kd ", "AKo", 1),
        ("A10s+", "ATs AJs AQs AKs", 16),
        ("1010+,109s", "TT JJ QQ KK AA T9s", 34),
        ("AA:.5,KK:5e-1", "AA KK", 6),
    ],
)
def test_notation(text, types, combos):
    assert hands_of(text) == (set(types.split()), combos)


def test_issue_example():
    text = "AA,KQs,A5s-A2s,TT+,AsKs,76o:0.5"
    shown = Range.parse(text)
    assert shown.total == 30 + 4 + 16 + 1 + 6
    assert Range.parse(str(shown)) == shown


def test_later_items_hold():
    mixed = Range.parse("AK:0.5,AsKs")
    assert mixed.weights[combo_index(*parse_cards("AsKs"))] == 1
    assert mixed.total == 8.5
    assert Range.parse("AsKs,AK:0.5").total == 8


weights = st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 1.0])


@settings(max_examples=150)
@given(
    st.lists(st.tuples(st.integers(0, 168), weights), max_size=60),
    st.lists(st.tuples(st.integers(0, COMBO_COUNT - 1), weights), max_size=10),
)
def test_parse_print_parse_is_stable(by_type, by_combo):
    values = np.zeros(COMBO_COUNT)
    for number, weight in by_type:
        values[combo_types() == number] = weight
    for combo, weight in by_combo:
        values[combo] = weight
    shown = Range(values)
    text = str(shown)
    again = Range.parse(text)
    assert again == shown
    assert str(again) == text
    assert hash(again) == hash(shown)


ranks = st.sampled_from("23456789TJQKA")


@given(
    st.lists(st.tuples(ranks, ranks, st.sampled_from(["", "s", "o", "+", "s+", "o+"])), max_size=6)
)
def test_any_list_of_types_is_stable_once_printed(items):
    text = ",".join(a + b + (suffix if a != b else suffix.strip("so")) for a, b, suffix in items)
    first = Range.parse(text or "none")
    assert Range.parse(str(first)) == first


def test_whole_and_empty():
    assert str(Range.parse("random")) == "random"
    assert str(Range.parse("22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32+")) == "random"
    assert str(Range.parse("none")) == "none"
    assert Range.random().without(parse_cards("AsAh")).total == 1225
    assert Range.parse("AA:0.5").grid()[12, 12] == 0.5
    assert repr(Range.parse("AA")) == "Range.parse('AA')"


@pytest.mark.parametrize(
    ("text", "position", "part"),
    [
        ("", 0, "an item is missing"),
        ("AA,,KK", 3, "an item is missing"),
        ("AA,KXs", 4, "unknown rank 'X'"),
        ("AA, KXs", 5, "unknown rank 'X'"),
        ("AAs", 2, "a pair cannot be suited"),
        ("AKq", 2, "unexpected 'q'"),
        ("A", 1, "a rank is missing"),
        ("AsAs", 2, "twice"),
        ("AsKs+", 0, "not one hand"),
        ("A5s-K2s", 0, "there is nothing between"),
        ("A5s-A2o", 0, "there is nothing between"),
        ("QQ-", 3, "a rank is missing"),
        ("QQ-99x", 5, "unexpected 'x'"),
        ("76o:2", 4, "not a weight"),
        ("76o:half", 4, "not a weight"),
        ("76o:nan", 4, "not a weight"),
        ("TT++", 2, "unexpected '+'"),
        ("76o:0_1", 4, "not a weight"),
        ("76o:١", 4, "not a weight"),
        ("76o:", 4, "not a weight"),
        ("AA,As", 5, "1 card"),
        ("AA,AsKsQs", 7, "3 cards"),
        ("As-Ks", 0, "not one hand"),
    ],
)
def test_malformed_ranges_name_the_place(text, position, part):
    with pytest.raises(InputError) as caught:
        Range.parse(text)
    assert caught.value.position == position
    assert part in str(caught.value)


def test_bad_weights_are_refused():
    with pytest.raises(InputError, match="1,326 weights"):
        Range([1.0])
    with pytest.raises(InputError, match="not from 0 to 1"):
        Range(np.full(COMBO_COUNT, 2.0))
    with pytest.raises(InputError, match="two different cards"):
        Range.of_hand([1, 1])
    for cards in ([-1, 3], [3, 52], [0, 1.5]):
        with pytest.raises(InputError, match="is not a card"):
            Range.of_hand(cards)
    with pytest.raises(InputError, match="is not a card"):
        Range.random().without([-1])


@pytest.mark.parametrize(
    "text",
    ["random," * 40_000 + "AA", "AA:٣", "AA:0.٣", "AA:nan", "AA:1_0", "A٣", "AA:1e" + "9" * 50],
)
def test_ranges_beyond_all_use(text):
    with pytest.raises(InputError) as error:
        Range.parse(text)
    assert len(str(error.value)) < 602


def test_the_longest_range_is_read():
    weights = np.linspace(1 / 3, 2 / 3, COMBO_COUNT)
    assert (Range.parse(str(Range(weights))).weights == weights).all()


def test_a_weight_of_very_many_digits_is_refused_at_once():
    """Quadratic matching took a minute for these."""
    with pytest.raises(InputError, match="is not a weight"):
        Range.parse("AA:" + "1" * 60_000 + "x")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("AA:50%", "AA:0.5"),
        ("[50]AA[/50]", "AA:0.5"),
        ("[12.5]AA,KQs[/12.5],[100]JJ[/100]", "AA:0.125,KQs:0.125,JJ"),
        (" [ 50]AA".replace(" ", "") + " [/50] , KK", "AA:0.5,KK"),
        ("15%-15%", "none"),
        ("20%:25%", "20%:0.25"),
        ("100%", "random"),
        ("0%", "none"),
        (".5%", "AA"),
        ("[0]AA[/0],KK", "KK"),
    ],
)
def test_as_other_tools_write_them(text, same):
    assert Range.parse(text) == Range.parse(same)
    assert Range.parse(str(Range.parse(text))) == Range.parse(same)


@pytest.mark.parametrize(
    ("text", "position", "said"),
    [
        ("[50]AA", 0, "is not closed"),
        ("[50]AA[/40]", 6, "does not close"),
        ("AA[/50]", 2, "no block is open"),
        ("[50]AA:0.5[/50]", 4, "weight of its own"),
        ("[50]AA[/50]KK", 6, "does not close"),
        ("[150]AA[/150]", 0, "without a percentage"),
        ("[]AA[/]", 0, "without a percentage"),
        ("[50][/50]", 4, "missing"),
        ("AA,[50]KK,[20]QQ[/20]", 10, "within a block"),
        ("AA:50", 3, "like 50%"),
        ("AA:120%", 3, "like 50%"),
        ("120%", 0, "more than 100%"),
        ("15%%", 0, "rank"),
    ],
)
def test_blocks_and_shares_that_are_wrong(text, position, said):
    with pytest.raises(InputError, match=said) as caught:
        Range.parse(text)
    assert caught.value.position == position


def test_top_hands_are_nested_and_near_their_share():
    before = Range.parse("none")
    for percent in range(1, 101):
        best = Range.parse(f"{percent}%")
        assert (best.weights >= before.weights).all()
        assert abs(best.total / COMBO_COUNT - percent / 100) <= 6.5 / COMBO_COUNT
        before = best
    # published order of equities against a random hand
    assert [str(Range.top(combos / COMBO_COUNT)) for combos in (6, 12, 36, 42, 46)] == [
        "AA", "KK+", "99+", "88+", "88+,AKs"
    ]  # fmt: skip


def test_top_hands_win_more_against_a_random_hand():
    from equipoise.cards.preflop import preflop_table
    from equipoise.cards.top_hands import types_by_equity

    table = preflop_table()
    mean = (table.equity * table.pairs).sum(axis=1) / table.pairs.sum(axis=1)
    assert (np.diff(mean[types_by_equity()]) <= 1e-12).all()
