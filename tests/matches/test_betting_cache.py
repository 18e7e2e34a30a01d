"""The remembered betting beside the readable engine, hand by hand."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from equipoise.base.errors import InputError
from equipoise.cards.deck import HOLDEM_DECK
from equipoise.games import Action, Betting, Deal, GameRules, Kind, State, find_game
from equipoise.matches.betting_cache import PARTS, BettingCache, BettingNode
from equipoise.matches.dealing import deal_hands, strengths_of
from equipoise.matches.stepper import HandStepper

#: five-card stud in two rounds with a late hole card: face-up cards, and hands that folds cut short
STUD = GameRules(
    name="stud",
    players=3,
    script=(Deal(hole=1, up=1), Deal(up=2), Deal(hole=1, board=1)),
    betting=Betting("spread-limit", sizes=(1, 2, 2), largest=(5, 5, 9)),
    stacks=(40, 25, 60),
    blinds=(0, 0, 0),
    antes=(1, 1, 1),
    first=(0, 1, 2),
    deck=HOLDEM_DECK,
    odd_chips="fraction",
)
GAMES = {
    name: find_game(name)
    for name in (
        "kuhn",
        "leduc-nolimit:12",
        "clairvoyance:2",
        "jamfold:6.67bb",
        "holdem-limit:3p",
        "holdem-nolimit:100bb",
        "omaha-potlimit:100bb,6p",
    )
}
GAMES["casino"] = replace(
    find_game("holdem-nolimit:10bb,6p"),
    stacks=(3, 20, 9, 20, 7, 14),
    all_in_rule="casino",
    odd_chips="button",
)
GAMES["stud"] = STUD


@pytest.mark.parametrize("name", GAMES)
def test_as_the_engine_plays(name):
    rules, rng = GAMES[name], Random(4)
    root = BettingNode.start(rules)
    for cards in deal_hands(rules, 9, 0, 60).hands:
        state, place = State.start(rules).deal_from(cards), root
        while not state.is_over:
            position = state.to_act
            assert place.to_act == position and place.legal == state.legal()
            for seat in range(rules.players):
                assert HandStepper(place, cards).observation(seat) == state.observe(seat)
            action = rng.choice(list(state.legal().actions())[:30])
            if rng.random() < 0.5:  # amounts may be left out
                action = action if action.kind == Kind.RAISE else Action(action.kind)
            state, place = state.apply(action).deal_from(cards), place.after(action)
        assert place.to_act is None and place.history == state.history
        parts = place.payoffs(strengths_of(rules, cards))
        assert tuple(Fraction(part, PARTS) for part in parts) == state.payoffs()
        assert [hole[:n] for hole, n in zip(cards.hole, place.dealt.hole, strict=True)] == list(
            state.hole
        )
        assert cards.board[: place.dealt.board] == state.board


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "fold",
        3,
        Action.raise_to(3),
        Action.raise_to(201),
        Action.raise_to(-1),
        Action.raise_to(-2),
        Action(Kind.RAISE, 6.0),
        Action(Kind.RAISE, True),
        Action("raise", 6),
        Action(Kind.CALL, 3),
        Action(Kind.FOLD, 2),
        Action(None, 0),
        Action([], 0),
    ],
)
def test_what_is_not_an_action_is_refused(answer):
    root = BettingNode.start(find_game("holdem-nolimit:100bb"))
    for legal in (Action.fold(), Action.call(), Action.raise_to(6)):
        root.after(legal)  # whatever is known already
    with pytest.raises(InputError):
        root.after(answer)


def test_what_was_met_is_remembered_and_given_up():
    tree = BettingCache(find_game("holdem-nolimit:100bb"), most=50)
    root = tree.root()
    assert root.after(Action.call()) is root.after(Action(Kind.CALL, 2))
    for to in range(4, 40):
        root.after(Action.raise_to(to))
    assert tree.root() is root
    for to in range(40, 80):
        root.after(Action.raise_to(to))
    assert tree.root() is not root


def test_actions_as_text():
    place = BettingNode.start(find_game("holdem-nolimit:100bb"))
    for action in (Action.raise_to(6), Action.call(), Action.call(), Action.raise_to(20)):
        place = place.after(action)
    assert place.after(Action.fold()).actions_text == "r6c/cr20f"
    place = BettingNode.start(find_game("holdem-nolimit:100bb")).after(Action.raise_to(200))
    assert place.after(Action.call()).actions_text == "r200c"
