"""A hand on the terminal while it is played, in the view of ``replay --show``.

It is fed by the observations of one seat only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.cards.card import cards_text
from equipoise.formats.story import action_words, amount_text, big_blinds_text, describe_hand
from equipoise.games.action import Move
from equipoise.games.betting import BettingState
from equipoise.games.positions import position_name
from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.interfaces.cli.hand_view import (
    coloured,
    print_deed,
    print_shown,
    print_street_head,
)
from equipoise.interfaces.cli.output import literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from equipoise.agents.agent import HandEnded
    from equipoise.games.observation import Observation

YOU = "you"


class LiveHand:
    """Prints new events of a hand; ``names`` by position, the person's own is ``you``."""

    def __init__(
        self, screen: Console, rules: GameRules, number: int, position: int, names: Sequence[str]
    ) -> None:
        self.screen, self.rules, self.position = screen, rules, position
        self.number = number
        self.names = [YOU if seat == position else name for seat, name in enumerate(names)]
        self.betting = BettingState.start(rules)
        #: everybody's chips before the bets of the street
        self.before = [rules.ante_paid(seat) for seat in range(rules.players)]
        self._street = -1  # the last street whose head was printed
        self._moves = 0  # of that street
        self._width = max(map(len, self.names))

    def catch_up(self, observation: Observation) -> None:
        """Print streets and actions that are not printed yet."""
        if self._street < 0:
            self._head(observation)
        dealt = len(observation.board)
        for number, moves in enumerate(observation.history):
            board = self.rules.board_sizes[number]
            reached = number == 0 or (board <= dealt and number <= observation.round)
            if number > self._street and reached:
                self._open_street(number, observation.board[:board])
            if number == self._street:
                for move in moves[self._moves :]:
                    self._print_move(move)

    def heard(self, round_number: int, move: Move) -> None:
        """Print an action at once, if its street is already on the screen."""
        if round_number == self._street:
            self._print_move(move)

    def end(self, event: HandEnded) -> None:
        """Print the rest of the hand and the hands shown."""
        observation = event.observation
        self.catch_up(observation)
        if not event.shown:
            return
        self.screen.print("\n[bold]showdown[/]")
        for seat, hole in event.shown:
            own = [*hole, *observation.up[seat]]
            hand = describe_hand(self.rules, own, observation.board)
            print_shown(self.screen, self.names[seat].ljust(self._width), cards_text(hole), hand)

    def _head(self, observation: Observation) -> None:
        from rich.table import Table

        rules = self.rules
        where = position_name(rules, self.position)
        self.screen.print(
            f"\n[bold]hand {self.number + 1}[/]" + (f" · you are {where}" if where else "")
        )
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        for place in range(4):
            table.add_column(style="dim" if place == 0 else "", justify="left")
        for seat, name in enumerate(self.names):
            stack = rules.stacks[seat]
            shown = "" if stack == UNLIMITED else both_units(rules, stack)
            hole = coloured(cards_text(observation.hole)) if seat == self.position else ""
            table.add_row(position_name(rules, seat), literal(name), shown, hole)
        self.screen.print(table)

    def _open_street(self, number: int, board: Sequence[int]) -> None:
        if number > 0:
            self.before = list(self.betting.put)
        self._street, self._moves = number, 0
        pot = both_units(self.rules, self.betting.pot)
        print_street_head(self.screen, self.rules.round_name(number), cards_text(board), pot)

    def _print_move(self, move: Move) -> None:
        words = action_words(self.betting, self.before, move.action)
        self.betting = self.betting.after(self.betting.legal().checked(move.action))
        self._moves += 1
        name = self.names[move.position].ljust(self._width)
        if move.position == self.position:
            words = _yours(words)
        pot = amount_text(self.rules, self.betting.pot)
        print_deed(self.screen, name, words, move.action.kind, pot, len(pot))


_YOURS = {"folds": "fold", "checks": "check", "calls": "call", "bets": "bet", "raises": "raise"}


def _yours(words: str) -> str:
    """An action in the second person.

    >>> _yours("raises to 6"), _yours("checks")
    ('raise to 6', 'check')
    """
    verb, space, rest = words.partition(" ")
    return f"{_YOURS[verb]}{space}{rest}"


def both_units(rules: GameRules, chips: int) -> str:
    """An amount in chips, and in big blinds if the game has blinds.

    >>> from equipoise.games import find_game
    >>> both_units(find_game("holdem-nolimit:100bb"), 9), both_units(find_game("leduc"), 9)
    ('9 (4.5 bb)', '9')
    """
    blinds = big_blinds_text(rules, chips)
    return amount_text(rules, chips) + (f" ({blinds})" if blinds else "")
