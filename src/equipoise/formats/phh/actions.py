"""The actions of a PHH hand, played through the engine one by one.

``cbr N`` counts the chips of the street, the engine those of the hand; this is where they are
converted. Errors speak in the units of the file.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from equipoise.base.errors import InputError
from equipoise.cards.card import cards_text, parse_cards
from equipoise.formats.phh.rules import MOST_DECIMALS, NotSupported
from equipoise.formats.text import decimal_text
from equipoise.games.action import Action, Legal
from equipoise.games.rules import GameRules
from equipoise.games.state import UNKNOWN, State

_UNKNOWN_TEXT = "??"
_AS_DEALT = "-"
_AMOUNT = re.compile(rf"[0-9]{{1,18}}(\.[0-9]{{0,{MOST_DECIMALS}}})?|\.[0-9]{{1,{MOST_DECIMALS}}}")
_VERBS = "an action is 'd dh pN cards', 'd db cards', or pN with f, cc, cbr amount, sm [cards]"


def words_of(action: Any) -> list[str]:
    """The words of an action without its comment."""
    if not isinstance(action, str):
        raise InputError(f"action {action!r}", expected="actions are strings")
    return action.partition("#")[0].split()


def bets_in(actions: Sequence[Any]) -> list[Decimal]:
    """The amounts in the actions, as they are written."""
    return [
        Decimal(words[2])
        for words in map(words_of, actions)
        if len(words) == 3 and words[1] == "cbr" and _AMOUNT.fullmatch(words[2])
    ]


def read_cards(text: str) -> tuple[int, ...]:
    """Cards where some may be ``??``.

    >>> read_cards("As??")
    (51, -1)
    """
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    seen = [pair for pair in pairs if pair != _UNKNOWN_TEXT]
    known = parse_cards("".join(seen)) if len(text) % 2 == 0 else []
    if len(known) != len(seen):
        raise InputError(
            "half a card", "cards", text, expected="cards have two characters, like As"
        )
    cards = iter(known)
    return tuple(UNKNOWN if pair == _UNKNOWN_TEXT else next(cards) for pair in pairs)


def write_cards(cards: Sequence[int]) -> str:
    """Cards as text, ``??`` for what was not seen."""
    return "".join(_UNKNOWN_TEXT if card == UNKNOWN else cards_text([card]) for card in cards)


def join_hands(dealt: tuple[int, ...], shown: tuple[int, ...]) -> tuple[int, ...]:
    """The known cards of a hand from its deal and showdown; InputError if they contradict."""
    if len(shown) != len(dealt):
        raise InputError(f"{len(shown)} cards are shown", expected=f"{len(dealt)} were dealt")
    known = [card for card in dealt if card != UNKNOWN]
    news = [card for card in shown if card != UNKNOWN and card not in known]
    if not news:
        return dealt
    if len(known) + len(news) > len(dealt):
        raise InputError(
            f"{write_cards(shown)} is shown", expected=f"{write_cards(dealt)} was dealt"
        )
    if not known:
        return shown
    rest = iter(news)
    return tuple(next(rest, UNKNOWN) if card == UNKNOWN else card for card in dealt)


@dataclass
class Table:
    """A hand being played: the state, and cards of a deal that is not complete yet."""

    state: State
    hole: dict[int, tuple[int, ...]] = field(default_factory=dict)
    board: tuple[int, ...] = ()
    mucked: set[int] = field(default_factory=set)
    #: players who posted and sit out: dealt unknown cards, folded when to act
    absent: frozenset[int] = frozenset()

    @classmethod
    def start(cls, rules: GameRules, absent: frozenset[int] = frozenset()) -> Table:
        """A table before any card."""
        unseen = (UNKNOWN,) * rules.script[0].hole
        return cls(State.start(rules), dict.fromkeys(absent, unseen), absent=absent)

    def play(self, action: Any) -> None:
        """Play one action of the file."""
        words = words_of(action)
        if not words:
            return
        if words[0] == "d":
            self._deal(words[1:])
            return
        position = self._position(words[0])
        match words[1:]:
            case ["f"]:
                self._act(position, "f", None)
            case ["cc"]:
                self._act(position, "cc", None)
            case ["cbr", amount]:
                self._act(position, "cbr", self._chips(amount))
            case ["sm"]:
                self._show(position, None)
            case ["sm", cards]:
                self._show(position, cards)
            case [("sd" | "pb") as verb, *_]:
                raise InputError(f"{verb!r} belongs to draw and stud games", expected=_VERBS)
            case _:
                raise InputError("an unknown action", expected=_VERBS)

    def _position(self, text: str) -> int:
        match = re.fullmatch(r"p([0-9]{1,3})", text)
        if match is None:
            raise InputError(f"there is no actor {text!r}", expected=_VERBS)
        number = int(match[1])
        if not 1 <= number <= self.state.rules.players:
            raise InputError(
                f"there is no player {text}", expected=f"p1 to p{self.state.rules.players} play"
            )
        return number - 1

    def _chips(self, text: str) -> int:
        if not _AMOUNT.fullmatch(text):
            raise InputError(f"{text!r} is no amount", expected="a number like 250 or 0.50")
        return int(Fraction(text) * self.state.rules.scale)

    def _deal(self, words: list[str]) -> None:
        state = self.state
        match words:
            case ["dh", player, text]:
                position, cards = self._position(player), read_cards(text)
                due = state.rules.script[state.rounds_dealt].hole if state.awaits_deal else 0
                hand = self.hole.get(position, ()) + cards
                if len(hand) > due or state.betting.folded[position]:
                    raise InputError(
                        f"{player} is dealt {len(cards)} hole cards",
                        expected=f"{due - len(hand) + len(cards)} are due",
                    )
                self.hole[position] = hand
            case ["db", text]:
                cards = read_cards(text)
                if UNKNOWN in cards:
                    raise NotSupported("a board with unknown cards is not supported")
                due = state.rules.script[state.rounds_dealt].board if state.awaits_deal else 0
                if len(self.board) + len(cards) > due:
                    where = "no board cards are due here" if not due else f"{due} are due"
                    raise InputError(f"{len(cards)} board cards are dealt", expected=where)
                self.board += cards
            case _:
                raise InputError("an unknown kind of deal", expected=_VERBS)
        self._complete_deal()

    def _complete_deal(self) -> None:
        holes = [card for position in sorted(self.hole) for card in self.hole[position]]
        if len(holes) + len(self.board) == self.state.cards_awaited():
            self.state = self.state.deal([*holes, *self.board])
            self.hole, self.board = {}, ()
            self._fold_absent()

    def _fold_absent(self) -> None:
        while self.state.to_act in self.absent:
            self._fold(self.state)

    def fold_gone(self, collectors: Collection[int]) -> tuple[int, ...]:
        """Fold those who owe an answer where the file stops and another collects the pot.

        Players who lose their connection leave no action in some files. Nothing is changed unless
        the hand is over with that.
        """
        state, gone = self.state, list[int]()
        while len(collectors) == 1 and state.to_act is not None and state.legal().can_fold:
            if state.to_act in collectors:
                return ()
            gone.append(state.to_act)
            state = state.apply(Action.fold())
        if not gone or not state.betting.is_folded_out:
            return ()
        self.state = state
        return tuple(gone)

    def _act(self, position: int, verb: str, amount: int | None) -> None:
        state = self.state
        if state.awaits_deal:
            name = state.rules.round_name(state.rounds_dealt)
            raise InputError(f"an action before the {name} is dealt", expected="deal it first")
        if state.to_act is None:
            raise InputError("an action after the end of the betting")
        if position != state.to_act:
            raise InputError(
                f"p{position + 1} acts out of turn", expected=f"p{state.to_act + 1} is to act"
            )
        legal = state.legal()
        if verb == "f":
            self._fold(state)
        elif verb == "cc":
            self.state = state.apply(Action.call())
        else:
            assert amount is not None
            self.state = state.apply(self._raise(legal, amount))
        self._fold_absent()

    def _fold(self, state: State) -> None:
        if not state.legal().can_fold:  # foolish but legal at a table
            betting = replace(state.betting, rules=replace(state.rules, free_folds=True))
            state = replace(state, betting=betting)
        self.state = state.apply(Action.fold())

    def _raise(self, legal: Legal, amount: int) -> Action:
        to = self.state.put_before_round(legal.position) + amount
        who = f"p{legal.position + 1}"
        if legal.min_raise is None or legal.max_raise is None:
            raise InputError(f"{who} may not bet or raise here", expected=self._legal_text(legal))
        if not legal.min_raise <= to <= legal.max_raise:
            side = "below the minimum" if to < legal.min_raise else "above the maximum"
            raise InputError(
                f"{who} bets or raises to {self._units(amount)}, {side}",
                expected=self._legal_text(legal),
            )
        return Action.raise_to(to)

    def _units(self, chips: int) -> str:
        return decimal_text(self.state.rules.units(chips), MOST_DECIMALS)

    def _legal_text(self, legal: Legal) -> str:
        options = ["f"] if legal.can_fold else []
        options.append("cc")
        if legal.min_raise is not None and legal.max_raise is not None:
            base = self.state.put_before_round(legal.position)
            least, most = self._units(legal.min_raise - base), self._units(legal.max_raise - base)
            options.append(f"cbr {least}" + (f" to {most}" if least != most else ""))
        return f"legal: {', '.join(options)}"

    def _show(self, position: int, text: str | None) -> None:
        """Show or muck; all-in players may be asked again on every street that is dealt."""
        state = self.state
        who = f"p{position + 1}"
        if not state.betting.is_over:
            raise InputError(
                f"{who} shows or mucks before the betting is over",
                expected=f"p{(state.to_act or 0) + 1} is to act" if not state.awaits_deal else "",
            )
        if text is None:
            if not state.betting.is_folded_out and not state.betting.folded[position]:
                self.mucked.add(position)
        elif text != _AS_DEALT:
            hole = list(state.hole)
            hole[position] = join_hands(hole[position], read_cards(text))
            known = [card for hand in (*hole, state.board) for card in hand if card != UNKNOWN]
            if len(set(known)) < len(known):
                raise InputError(f"{who} shows a card that lies elsewhere")
            self.state = state.with_hole(tuple(hole))
