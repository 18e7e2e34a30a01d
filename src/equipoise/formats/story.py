"""One hand as a story: players and stacks, every street with its board and pot, the result.

Amounts are chips; cards that the record does not know are ``??``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from equipoise.cards.card import cards_text
from equipoise.cards.evaluator import describe, evaluate
from equipoise.cards.ranking import rank_name
from equipoise.formats.check import WrongResult, check_hand, engine_payoffs
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState
from equipoise.games.positions import position_name
from equipoise.games.record import HandRecord
from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.games.state import State


@dataclass(frozen=True)
class SeatStory:
    """A player: ``stack`` is None where it is not known, ``payoff`` where hidden cards decide."""

    name: str
    position: str
    stack: int | None
    hole: str
    payoff: Fraction | None


@dataclass(frozen=True)
class Deed:
    """An action as text, and the pot after it."""

    player: str
    kind: Kind
    to: int
    text: str
    pot: int


@dataclass(frozen=True)
class StreetStory:
    """A street that was dealt: the whole board, the new cards, the pot it begins with."""

    name: str
    board: str
    dealt: str
    pot: int
    deeds: tuple[Deed, ...]


@dataclass(frozen=True)
class ShownHand:
    """A hand at showdown; ``hand`` names it where its cards are known and were not mucked."""

    player: str
    hole: str
    mucked: bool
    hand: str


@dataclass(frozen=True)
class HandStory:
    """A recorded hand, replayed.

    ``stated``: the record states the result; ``problem`` says what is wrong with it, if anything.
    """

    record: HandRecord
    seats: tuple[SeatStory, ...]
    streets: tuple[StreetStory, ...]
    showdown: tuple[ShownHand, ...]
    is_over: bool
    pot: int
    rake: Fraction
    note: str
    problem: str

    @property
    def stated(self) -> bool:
        """True if the record states a result."""
        return self.record.payoffs is not None


def tell_hand(record: HandRecord, note: str = "") -> HandStory:
    """Replay a record; a result that the rules do not pay is a ``problem`` of the story."""
    states = list(record.states())
    last = states[-1]
    problem, rake = "", Fraction(0)
    try:
        rake = check_hand(record, last).rake
    except WrongResult as error:
        problem = str(error)
    payoffs = record.payoffs if record.payoffs is not None else engine_payoffs(record, last)
    seats = tuple(
        SeatStory(
            _name(record, position),
            position_name(record.rules, position),
            None if record.rules.stacks[position] == UNLIMITED else record.rules.stacks[position],
            _cards_text(last.hole[position]),
            None if payoffs is None else Fraction(payoffs[position]),
        )
        for position in range(record.rules.players)
    )
    return HandStory(
        record, seats, tuple(_streets(record, states)), tuple(_showdown(record, last)),
        last.is_over, last.betting.pot, Fraction(rake), note, problem,
    )  # fmt: skip


def _name(record: HandRecord, position: int) -> str:
    return record.names[position] or f"p{position + 1}"


def _cards_text(cards: Sequence[int]) -> str:
    return "".join("??" if card < 0 else cards_text([card]) for card in cards)


def _streets(record: HandRecord, states: list[State]) -> list[StreetStory]:
    """Every street that was dealt, with the actions made on it."""
    rules, last = record.rules, states[-1]
    deeds: list[list[Deed]] = [[] for _ in range(last.rounds_dealt)]
    pots = [states[0].betting.pot] * last.rounds_dealt
    for before, action, after in zip(states, record.actions, states[1:], strict=False):
        assert before.to_act is not None
        pot = after.betting.pot
        name = _name(record, before.to_act)
        starts = [before.put_before_round(position) for position in range(rules.players)]
        words = action_words(before.betting, starts, action)
        deeds[before.round].append(Deed(name, action.kind, action.to, words, pot))
        for later in range(before.round + 1, len(pots)):
            pots[later] = pot
    streets = []
    seen = 0
    for number in range(last.rounds_dealt):
        board = rules.script[number].board
        seen += board
        streets.append(
            StreetStory(
                rules.round_name(number),
                _cards_text(last.board[:seen]),
                _cards_text(last.board[seen - board : seen]),
                pots[number],
                tuple(deeds[number]),
            )
        )
    return streets


def action_words(betting: BettingState, before: Sequence[int], action: Action) -> str:
    """An action as text; amounts are those of the street, as at a table.

    ``before``: what each position had put in before the bets of the street, antes in the first.
    """
    rules = betting.rules
    legal = betting.legal()
    made = legal.checked(action)
    if made.kind == Kind.FOLD:
        return "folds"
    all_in = ", all-in" if made.to == rules.stacks[legal.position] else ""
    if made.kind == Kind.CALL:
        cost = made.to - legal.put
        return f"calls {amount_text(rules, cost)}{all_in}" if cost else "checks"
    amount = amount_text(rules, made.to - before[legal.position])
    return f"{'bets' if opens(betting, before) else 'raises to'} {amount}{all_in}"


def opens(betting: BettingState, before: Sequence[int]) -> bool:
    """True if a raise would be the first bet of the street; blinds are bets."""
    rules = betting.rules
    live = [put - rules.ante_paid(position) for position, put in enumerate(before)]
    return betting.level <= max(0, *live)


def _showdown(record: HandRecord, last: State) -> list[ShownHand]:
    shown = []
    for position, hole in last.shown():
        mucked = position in record.mucked
        unseen = any(card < 0 for card in (*hole, *last.up[position], *last.board))
        hand = "" if mucked or unseen else _describe(last, position)
        shown.append(ShownHand(_name(record, position), _cards_text(hole), mucked, hand))
    return shown


def _describe(state: State, position: int) -> str:
    own = [*state.hole[position], *state.up[position]]
    return describe_hand(state.rules, own, state.board)


def describe_hand(rules: GameRules, own: Sequence[int], board: Sequence[int]) -> str:
    """The name of a hand at the showdown of a game; empty if it has none.

    >>> from equipoise.cards import parse_cards
    >>> from equipoise.games import find_game
    >>> describe_hand(find_game("leduc"), parse_cards("Kh"), parse_cards("Ks"))
    'pair of kings'
    """
    if rules.showdown == "clairvoyance":
        return ""
    if rules.showdown == "omaha":
        hands = [[*two, *three] for two in combinations(own, 2) for three in combinations(board, 3)]
        return describe(max(hands, key=evaluate))
    cards = [*own, *board]
    if 5 <= len(cards) <= 7:
        return describe(cards)
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    if len(ranks) == 2 and ranks[0] == ranks[1]:
        return f"pair of {rank_name(ranks[0], plural=True)}"
    return f"{rank_name(ranks[0])} high" if 1 <= len(set(ranks)) == len(ranks) <= 2 else ""


def big_blinds_text(rules: GameRules, chips: int | Fraction, sign: bool = False) -> str:
    """An amount in big blinds, with at most two decimals; nothing in a game without blinds.

    >>> from equipoise.games import find_game
    >>> big_blinds_text(find_game("holdem-nolimit:100bb"), 5)
    '2.5 bb'
    """
    if not max(rules.blinds):
        return ""
    text = f"{float(Fraction(chips) / rules.big_blind):{'+' if sign else ''},.2f}"
    return f"{text.rstrip('0').rstrip('.')} bb"


def amount_text(rules: GameRules, chips: int | Fraction, sign: bool = False) -> str:
    """An amount in units, exactly: with as many decimals as the game counts in, or as a fraction.

    >>> from equipoise.games import find_game
    >>> leduc = find_game("leduc")
    >>> [amount_text(leduc, Fraction(chips)) for chips in ("1200", "2.5", "-7/3", "1/3")]
    ['1,200', '2.5', '-2 1/3', '1/3']
    """
    units = rules.units(chips)
    fewest = len(str(rules.scale)) - 1 if rules.scale > 1 else 0
    minus = "-" if units < 0 else "+" if sign else ""
    size = abs(units)
    for places in range(fewest, fewest + 3):
        if (size * 10**places).denominator == 1:
            return f"{minus}{float(size):,.{places}f}"
    whole, rest = divmod(size, 1)
    return f"{minus}{f'{int(whole):,} ' if whole else ''}{rest}"
