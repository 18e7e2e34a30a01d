"""Public states and re-solvers for tests: a quick blueprint by the rank of the higher card."""

from tests.evaluation.bounds.ranked import ranked

from equipoise.cards import parse_cards
from equipoise.games import find_game
from equipoise.games.lines import read_line
from equipoise.games.public_state import PublicState
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.resolving.plan import METHODS, ResolvePlan
from equipoise.policies.resolving.resolver import Resolver
from equipoise.translation.options import Translation

GAME = "holdem-nolimit:20bb"
RULES = find_game(GAME)
BOARD = "Ks7d2c5hTs"
SIZES = (0, 3, 4, 5)


def public_after(line, board=BOARD, rules=RULES):
    """The public state after a line such as ``cc/cc/``, with as much of the board as is dealt."""
    read = read_line(rules, line)
    actions = [move.action for moves in read.history for move in moves]
    cards = parse_cards(board)[: SIZES[read.betting.round]]
    return PublicState.at(rules, actions, cards)


def blueprint(mapping="hard", calls=3.0):
    return Blueprint(ranked(GAME, calls=calls), Translation(mapping))


def resolver(start=3, method="mixed", iterations=40, workers=1, mapping="hard", **options):
    chosen, gifts = METHODS[method]
    plan = ResolvePlan(start, chosen, gifts=gifts, iterations=iterations, **options)
    return Resolver(blueprint(mapping), plan, workers)
