"""ACPC match states: a hand so far from the view of one seat, in one line.

``MATCHSTATE:<position>:<hand>:<betting>:<cards>``. The betting holds a ``/`` between rounds, blinds
are not in it, and a raise names the total chips of the hand, which is the engine's own unit. Of the
hole cards a seat sees its own, and at a showdown those of everyone who did not fold. Cards of small
decks are shown as ACPC has them (``acpc_twin``): the jacks of Leduc are queens in its text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from equipoise.base.errors import InputError
from equipoise.cards.card import cards_text, parse_cards
from equipoise.formats.acpc.twin import from_twin, to_twin
from equipoise.games.action import Action, Kind
from equipoise.games.dealing import HandCards, Hands, board_by_round
from equipoise.games.lines import ROUND_END, action_text, line_text, read_action, split_line
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules
from equipoise.games.state import UNKNOWN, State

_MATCH_STATE = "MATCHSTATE"
_FORM = "it is MATCHSTATE:position:hand:betting:cards"


@dataclass(frozen=True)
class MatchState:
    """A hand as seen from a position: cards that were not seen are ``UNKNOWN`` in the state.

    ``hand`` is the number of the hand in its match, from 0.
    """

    position: int
    hand: int
    state: State

    @property
    def observation(self) -> Observation:
        """The observation of an agent in this seat."""
        return self.state.observe(self.position)


def has_sizes(rules: GameRules) -> bool:
    """True if raises are written with a size: only where it can be chosen."""
    return rules.betting.kind != "fixed-limit"


def read_acpc_action(rules: GameRules, text: str) -> Action:
    """An action from its ACPC text; a raise of a fixed limit is left for the engine to size."""
    action = read_action(text)
    if action.kind != Kind.RAISE:
        return action
    sized = has_sizes(rules)
    if text != "r" and not sized:
        raise InputError("a size in a limit game", "action", text, expected="a raise is r")
    if text == "r" and sized:
        raise InputError(
            "a raise without a size",
            "action",
            text,
            expected="write r and all chips the player then has in, like r300",
        )
    return action


def betting_text(state: State) -> str:
    """The betting so far, rounds separated by ``/``, also those in which nobody was asked."""
    rounds = [[move.action for move in moves] for moves in state.history[: state.round + 1]]
    return line_text(rounds, has_sizes(state.rules))


def board_text(rules: GameRules, board: Sequence[int], rounds: int) -> str:
    """The board of the first rounds, each after the first (or with cards) preceded by ``/``."""
    text = ""
    for number, cards in enumerate(board_by_round(rules.script, board)[:rounds]):
        if number or cards:
            text += "/" + cards_text(to_twin(rules, cards))
    return text


def hole_text(rules: GameRules, hands: Hands) -> str:
    """Hole cards by position separated by ``|``; a hand that was not seen is left out."""
    for position, hand in enumerate(hands, 1):
        if UNKNOWN in hand and set(hand) != {UNKNOWN}:
            raise InputError(
                f"position {position} has a hand that is known in part",
                expected="ACPC text shows hands whole or not at all",
            )
    return "|".join("" if UNKNOWN in hand else cards_text(to_twin(rules, hand)) for hand in hands)


def check_dealing(rules: GameRules) -> None:
    """Raise InputError for games whose cards ACPC text cannot express."""
    late = any(deal.hole for deal in rules.script[1:])
    if late or any(deal.up or deal.receivers is not None for deal in rules.script):
        raise InputError(
            "ACPC text has no place for these cards",
            rules.name,
            expected="everyone gets hole cards once, before the first round",
        )


def visible_holes(state: State, position: int) -> Hands:
    """The hole cards that a position sees; everything else is empty."""
    shown = {shower for shower, _ in state.shown()} | {position}
    return tuple(hand if seat in shown else () for seat, hand in enumerate(state.hole))


def write_match_state(state: State, position: int, hand: int = 0) -> str:
    """The line the dealer would send to a position, without the end of line.

    >>> from equipoise.games import Action, State, find_game
    >>> from equipoise.cards import parse_cards
    >>> state = State.start(find_game("holdem-nolimit:100bb")).deal(parse_cards("AsAhKsKh"))
    >>> write_match_state(state.apply(Action.raise_to(6)), position=0, hand=7)
    'MATCHSTATE:0:7:r6:AsAh|'
    """
    check_dealing(state.rules)
    if state.awaits_deal:
        raise InputError("cards are due", "match state", expected="deal them first")
    if not 0 <= position < state.rules.players:
        raise InputError(
            f"there is no position {position}",
            "match state",
            expected=f"positions run from 0 to {state.rules.players - 1}",
        )
    cards = hole_text(state.rules, visible_holes(state, position))
    cards += board_text(state.rules, state.board, state.rounds_dealt)
    return match_state_line(position, hand, betting_text(state), cards)


def match_state_line(position: int, hand: int, betting: str, cards: str) -> str:
    """A match state from its parts."""
    return f"{_MATCH_STATE}:{position}:{hand}:{betting}:{cards}"


def split_match_state(line: str) -> tuple[int, int, str, str]:
    """Position, number of the hand, betting and cards of a match state; only its form is checked.

    >>> split_match_state("MATCHSTATE:1:3:r6c/:|KsKh/2c7d9h")
    (1, 3, 'r6c/', '|KsKh/2c7d9h')
    """
    parts = line.split(":")
    if len(parts) != 5 or parts[0] != _MATCH_STATE:
        raise InputError("not a match state", "line", line, expected=_FORM)
    return _count(parts[1], "position"), _count(parts[2], "hand number"), parts[3], parts[4]


def read_betting(rules: GameRules, text: str, cards: HandCards) -> State:
    """The state after a betting text; every action is checked, and where rounds end too."""
    state = State.start(rules).deal_from(cards)
    number = 0
    for at, step in split_line(text):
        try:
            if step == ROUND_END:
                number += 1
                if number > state.round:
                    raise InputError(
                        "a round ends too early",
                        expected="its betting goes on" if state.to_act is not None else "",
                    )
            else:
                if number < state.round and not state.is_over:
                    raise InputError("an action after the end of a round", expected="a / is due")
                action = read_acpc_action(rules, step)
                if action.kind == Kind.RAISE and not action.to:
                    action = Action.raise_to(state.legal().min_raise or 0)
                state = state.apply(action).deal_from(cards)
        except InputError as error:
            raise InputError(error.problem, "betting", text, at, error.expected) from None
    if number != state.round:
        raise InputError(
            f"{number} rounds are closed",
            "betting",
            text,
            expected=f"there the betting is {betting_text(state)!r}",
        )
    return state


def read_cards(rules: GameRules, text: str) -> HandCards:
    """Hole cards and board from their text; hands that are left out become ``UNKNOWN``."""
    check_dealing(rules)
    hole_part, *boards = text.split("/")
    parts = hole_part.split("|")
    if len(parts) != rules.players:
        raise InputError(
            f"{len(parts)} hands", "cards", text, expected=f"{rules.players} players have one each"
        )
    size = rules.script[0].hole
    holes = []
    for position, part in enumerate(parts, 1):
        cards = from_twin(rules, parse_cards(part))
        if len(cards) not in (0, size):
            raise InputError(
                f"{len(cards)} hole cards for position {position}",
                "cards",
                text,
                expected=f"{size}, or none if they were not seen",
            )
        holes.append(cards or (UNKNOWN,) * size)
    script = [deal for number, deal in enumerate(rules.script) if number or deal.board]
    if len(boards) > len(script):
        raise InputError(
            f"{len(boards)} deals of board cards",
            "cards",
            text,
            expected=f"at most {len(script)} in this game",
        )
    board: list[int] = []
    for part, deal in zip(boards, script, strict=False):
        cards = from_twin(rules, parse_cards(part))
        if len(cards) != deal.board:
            raise InputError(
                f"{len(cards)} cards for the {deal.name or 'board'}",
                "cards",
                text,
                expected=f"{deal.board} are dealt",
            )
        board += cards
    return HandCards(tuple(holes), tuple(board))


def read_match_state(rules: GameRules, line: str) -> MatchState:
    """The match state in a line of the dealer; an illegal or inconsistent one is refused.

    >>> from equipoise.games import find_game
    >>> rules = find_game("holdem-nolimit:100bb")
    >>> seen = read_match_state(rules, "MATCHSTATE:1:3:r6c/:|KsKh/2c7d9h")
    >>> seen.position, seen.hand, seen.state.betting.pot, seen.state.to_act
    (1, 3, 12, 0)
    """
    text = line.strip()
    position, hand, betting, cards = split_match_state(text)
    if position >= rules.players:
        raise InputError(
            f"there is no position {position}",
            "match state",
            text,
            expected=f"positions run from 0 to {rules.players - 1}",
        )
    state = read_betting(rules, betting, read_cards(rules, cards))
    again = write_match_state(state, position, hand)
    if again.split(":")[3:] != [betting, cards]:
        raise InputError(
            "not what this seat can see",
            "match state",
            text,
            expected=f"it would be {again}",
        )
    return MatchState(position, hand, state)


def _count(text: str, what: str) -> int:
    if not is_count(text):
        raise InputError(
            f"not a {what}", "match state", text, expected="a number from 0, of at most 18 digits"
        )
    return int(text)


def is_count(text: str) -> bool:
    """True if a text is a valid number of a hand, from 0."""
    return re.fullmatch(r"[0-9]{1,18}", text) is not None


def write_reply(line: str, rules: GameRules, action: Action) -> str:
    """What a player answers to a match state, without the end of line."""
    return f"{line.strip()}:{action_text(action, has_sizes(rules))}"


_REPLIED = re.compile(rb"([fc])|r(\s*[+-]?[0-9]{1,18})?")
_USUAL = 24  # longest reply that is cached: clients repeat the same few replies


def replied_action(rules: GameRules, text: bytes) -> Action | None:
    """The action in a client's reply as the reference dealer reads it, or None where it cannot.

    Text after an action is ignored. A size may be out of range, even negative, for the dealer to
    correct; a fixed limit has none, and its raise is sized by the engine.

    >>> from equipoise.games import find_game
    >>> limit, nolimit = find_game("holdem-limit:2p"), find_game("holdem-nolimit:100bb")
    >>> print(replied_action(nolimit, b"r300"), replied_action(nolimit, b"r"))
    raise to 300 None
    >>> print(replied_action(limit, b"r"), replied_action(limit, b"r4"))
    raise None
    """
    sized = has_sizes(rules)
    return _replied(text, sized) if len(text) <= _USUAL else _replied.__wrapped__(text, sized)


@lru_cache(maxsize=4096)
def _replied(text: bytes, sized: bool) -> Action | None:
    match = _REPLIED.match(text)
    if match is None:
        return None
    if match[1] is not None:
        return Action.fold() if match[1] == b"f" else Action.call()
    if (match[2] is not None) != sized:
        return None
    return Action.raise_to(int(match[2] or 0))


def read_reply(rules: GameRules, line: str) -> tuple[str, Action]:
    """The match state a reply repeats, and the action."""
    text, _, action = line.strip().rpartition(":")
    return text, read_acpc_action(rules, action)
