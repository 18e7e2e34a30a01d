"""Situations of limit hold'em written as a line of betting."""

from equipoise.cards import parse_cards
from equipoise.games import find_game
from equipoise.games.lines import read_line
from equipoise.games.observation import Observation


def spot(line="", players=6, hole="AdTd", board="Kh7s2cQd3s"):
    """What the player to act sees after this betting."""
    rules = find_game(f"holdem-limit:{players}p")
    read = read_line(rules, line)
    betting = read.betting
    shown = sum(deal.board for deal in rules.script[: betting.round + 1])
    return Observation(
        betting.to_act,
        tuple(parse_cards(hole)),
        ((),) * players,
        tuple(parse_cards(board)[:shown]),
        betting,
        read.history,
    )
