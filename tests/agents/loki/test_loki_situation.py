from dataclasses import fields, replace
from fractions import Fraction
from random import Random

import pytest
from tests.agents.loki.spots import spot

from equipoise.agents.agent import HandEnded, HandStarted
from equipoise.agents.loki.beliefs import Beliefs, Uniform
from equipoise.agents.loki.limit import check_limit_holdem
from equipoise.agents.loki.player import Loki
from equipoise.agents.loki.public import PublicAction, Seats, Story
from equipoise.agents.loki.settings import Settings
from equipoise.agents.loki.situation import LokiSituation, situation_of
from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.combos import combos_with
from equipoise.games import find_game
from equipoise.games.betting import BettingState
from equipoise.games.lines import read_line
from equipoise.kernels.types import Float64s


def parts(line, *names, players=6):
    seen = situation_of(spot(line, players))
    return tuple(getattr(seen, name) for name in names)


def test_the_example_of_section_6_1():
    """Six players, two fold, Loki is fifth: position 1, four in the pot, three have money in it."""
    assert parts("ff", "position", "in_pot", "guaranteed", "to_call", "pot") == (1, 4, 3, 2, 3)


@pytest.mark.parametrize(
    ("line", "players", "position", "guaranteed", "behind"),
    [
        ("", 6, 3, 3, 5),  # first to act: in_pot - 3
        ("fff", 6, 0, 3, 2),  # the button
        ("ffff", 6, 1, 2, 1),  # the small blind: in_pot - 1
        ("ffcff", 6, 1, 2, 0),  # the big blind against one caller, after the button of those left
        ("", 2, 1, 2, 1),  # heads-up the button is the small blind
        ("c", 2, 0, 2, 0),
        ("ccccc", 6, 4, 6, 0),  # the big blind: in_pot - 2
    ],
)
def test_positions(line, players, position, guaranteed, behind):
    seen = situation_of(spot(line, players))
    assert (seen.position, seen.guaranteed, seen.behind) == (position, guaranteed, behind)


def test_bets_and_own_will():
    names = ("bets_made", "bets_to_call", "put_in", "is_small_blind")
    assert parts("ffff", *names) == (1, 0.5, 0, True)
    assert parts("fffr", *names) == (2, 1.5, 0, True)
    assert parts("fffccr", *names) == (2, 1.0, 2, False)  # the button has called one bet
    assert parts("ffffcr", *names) == (2, 1.0, 1, True)  # the small blind has put in half a bet
    assert parts("ffffcc/", *names) == (0, 0.0, 0, True)
    assert parts("ffffcc/crc/r", *names) == (1, 1.0, 0, False)
    assert parts("ffffrrrc/", "can_raise") == (True,)
    assert parts("fffrrr", "can_raise", "bets_to_call") == (False, 2.0)


def test_odds_by_hand():
    """A pot of 20 with 4 to call is the example of section 6.5: a sixth."""
    seen = LokiSituation(3, 4, 20, 4, 1, 0, 1, 0, 0, 2, False, True)
    assert seen.pot_odds == pytest.approx(4 / 24)
    turn = LokiSituation(2, 4, 20, 4, 1, 0, 1, 0, 0, 2, False, True)
    assert turn.showdown_odds == pytest.approx((4 + 4) / (20 + 4 + 8))
    flop = LokiSituation(1, 2, 10, 2, 1, 0, 1, 0, 0, 2, False, True)
    assert flop.showdown_odds == pytest.approx((2 + 8) / (10 + 2 + 16))
    assert seen.showdown_odds is None and parts("", "showdown_odds") == (None,)
    assert flop.raise_odds == pytest.approx(4 / (10 + 8 + 4))


def slow_story(observation):
    """The same actions from the engine's own betting states."""
    betting = BettingState.start(observation.rules)
    told = []
    for number, moves in enumerate(observation.history):
        board = observation.board[: (0, 3, 4, 5)[number]]
        for move in moves:
            legal = betting.legal()
            told.append(
                PublicAction(
                    move.position,
                    move.action.kind,
                    number,
                    board,
                    legal.call_to - legal.put,
                    (2, 2, 4, 4)[number],
                    betting.pot,
                    move.action.to - legal.put,
                    not legal.can_raise,
                )
            )
            betting = betting.after(move.action)
    return told


@pytest.mark.parametrize(
    "line", ["", "rcfrcfcf/", "cfrcrfccc/crccc/r", "ccccc", "rffffc/rc/cr", "rrrcccc"]
)
def test_the_story_is_the_engines(line):
    seen = spot(line)
    story = Story(seen.rules)
    told = []
    for end in range(len(line) + 1):  # told piece by piece
        told += story.news(spot(line[:end]))
    assert told == slow_story(seen)
    assert list(story.news(seen)) == []


class Spy(Beliefs):
    """Writes down all it is told."""

    def __init__(self):
        self.told, self.inner = [], Uniform()

    def start(self, seats: Seats) -> None:
        self.told.append(repr(seats))
        self.inner.start(seats)

    def dealt(self, board: tuple[int, ...]) -> None:
        self.told.append(repr(board))
        self.inner.dealt(board)

    def observe(self, action: PublicAction) -> None:
        self.told.append(repr(action))

    def weights(self, seat: int) -> Float64s:
        return self.inner.weights(seat)

    def field(self) -> Float64s:
        return self.inner.field()


def test_no_hole_card_reaches_beliefs():
    """Whatever is held, beliefs hear the same; and no type of theirs has a field for hole cards."""
    heard = []
    for hole in ("AdTd", "2d2h", "9c4s"):
        spy = Spy()
        player = Loki(Settings(), spy)
        for line in ("ff", "ffrfcc/cc", "ffrfcc/cc/rc"):
            seen = spot("ffrfcc/ccc/rc" if line.endswith("rc") else line, hole=hole)
            if seen.position == 4:
                player.think(seen, Random(1))
        heard.append(spy.told)
    assert len(heard[0]) > 8 and heard[0] == heard[1] == heard[2]
    names = {field.name for kind in (PublicAction, Seats, LokiSituation) for field in fields(kind)}
    assert not names & {"hole", "cards", "hand"}


def test_no_hole_card_of_a_showdown_reaches_beliefs():
    """The end of a hand shows cards; a model that remembers hears only what was done."""
    heard = []
    for shown in ("AdTd", "9c4s"):
        spy = Spy()
        spy.remembers = True
        player = Loki(Settings(), spy)
        seen = spot("ffrfcc/ccc/ccc/cc")
        player.observe(HandStarted(seen.rules, 0, 4, tuple("abcdef")))
        showdown = ((0, tuple(parse_cards(shown))),)
        player.observe(HandEnded(seen, showdown, (Fraction(0),) * 6))
        heard.append(spy.told)
    assert len(heard[0]) > 8 and heard[0] == heard[1]


def test_uniform_beliefs_lose_the_board():
    beliefs = Uniform()
    beliefs.start(Seats(0, ("a", "b")))
    assert beliefs.field().sum() == 1326
    board = tuple(parse_cards("AsKdQh"))
    beliefs.dealt(board)
    assert (beliefs.weights(1) == ~combos_with(board)).all()
    beliefs.start(Seats(0, ("a", "b")))
    assert beliefs.weights(0).all()


def test_other_games_are_refused():
    usual = find_game("holdem-limit:3p")
    check_limit_holdem("Loki", usual)
    others = [find_game(game) for game in ("holdem-nolimit:100bb", "leduc", "kuhn")]
    others += [replace(usual, antes=(1, 1, 1)), replace(usual, blinds=(1, 2, 2))]
    for rules in others:
        with pytest.raises(InputError, match=r"Loki cannot play .* limit hold'em"):
            check_limit_holdem("Loki", rules)


@pytest.mark.parametrize("line", ["/", "x", "rrrrr", "fffff" + "c", "cc/c", "r f"])
def test_bad_lines(line):
    with pytest.raises(InputError, match="character"):
        read_line(find_game("holdem-limit:6p"), line)
