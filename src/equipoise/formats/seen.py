"""An observation in one line, for the author of an agent."""

from __future__ import annotations

from equipoise.cards.card import cards_text
from equipoise.formats.story import amount_text
from equipoise.games.lines import line_text
from equipoise.games.observation import Observation
from equipoise.games.positions import position_words


def observation_text(observation: Observation) -> str:
    """What a seat sees: street, position, cards, the betting as a line, the pot, what is legal.

    >>> from equipoise.games import Action, State, find_game
    >>> state = State.start(find_game("leduc")).deal([42, 43]).apply(Action.raise_to(3))
    >>> observation_text(state.observe(1))
    'preflop, button, hole Qs, no board, betting r3, pot 4; legal: fold, call to 3, raise to 5'
    """
    rules, betting = observation.rules, observation.betting
    board = f"board {cards_text(observation.board)}" if observation.board else "no board"
    hole = f"hole {cards_text(observation.hole)}" if observation.hole else "no hole cards"
    played = observation.history[: observation.round + 1]
    line = line_text([[move.action for move in moves] for moves in played]) or "none yet"
    seen = [
        rules.round_name(observation.round),
        position_words(rules, observation.position),
        hole,
        board,
        f"betting {line}",
        f"pot {amount_text(rules, betting.pot)}",
    ]
    legal = f"; {observation.legal().describe()}" if observation.is_my_turn else ""
    return ", ".join(seen) + legal
