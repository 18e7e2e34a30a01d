import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.base.errors import InputError
from equipoise.cards import HOLDEM_DECK, KUHN_DECK, LEDUC_DECK, Deck, cards_text, parse_cards
from equipoise.cards.card import card_text, cards_symbols, make_card, parse_card

distinct_cards = st.lists(st.integers(0, 51), unique=True, max_size=10)


def test_cards_are_rank_times_four_plus_suit():
    assert [card_text(card) for card in (0, 1, 2, 3, 4, 51)] == ["2c", "2d", "2h", "2s", "3c", "As"]
    assert make_card(12, 3) == 51
    assert len({card_text(card) for card in range(52)}) == 52


@given(distinct_cards)
def test_text_round_trip(cards):
    assert parse_cards(cards_text(cards)) == cards
    assert parse_cards(cards_text(cards, " ").lower()) == cards
    assert parse_cards(cards_symbols(cards)) == cards


@pytest.mark.parametrize(
    ("text", "position", "part"),
    [
        ("Xs", 0, "unknown rank 'X'"),
        ("AsKx", 3, "unknown suit 'x'"),
        ("AsK", 2, "no suit"),
        ("As Kd As", 6, "twice"),
    ],
)
def test_bad_cards_name_the_place(text, position, part):
    with pytest.raises(InputError) as caught:
        parse_cards(text)
    assert caught.value.position == position
    assert part in str(caught.value)
    assert f"character {position + 1}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_card_is_one_card():
    assert parse_card("10h") == parse_card("Th")
    with pytest.raises(InputError, match="character 3: 2 cards; one is needed"):
        parse_card("AsKs")


def test_small_decks():
    assert HOLDEM_DECK.size == 52 and HOLDEM_DECK.cards == tuple(range(52))
    assert str(LEDUC_DECK) == "JhJsQhQsKhKs"
    assert str(KUHN_DECK) == "JsQsKs"
    assert str(Deck.of_size(3, 2)) == "QhQsKhKsAhAs"
    assert len(LEDUC_DECK.hands(2)) == 15
    for deck in (Deck.of_size, lambda r, s: Deck("KQ", "s")):
        with pytest.raises(InputError):
            deck(0, 5)


def test_deals_are_distinct_and_follow_the_seed():
    first = HOLDEM_DECK.deal(52, np.random.default_rng(3))
    assert sorted(first) == list(range(52))
    assert HOLDEM_DECK.deal(9, np.random.default_rng(3)) == first[:9]
    with pytest.raises(InputError, match="cannot deal 7 cards from a deck of 6"):
        LEDUC_DECK.deal(7, np.random.default_rng(0))
