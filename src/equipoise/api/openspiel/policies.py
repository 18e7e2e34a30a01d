"""Strategies as OpenSpiel policies, and OpenSpiel policies as strategies.

Both sides describe a decision by its history. ``_Walk`` follows an OpenSpiel history through the
betting tree and the cards, to find the probabilities of an OpenSpiel state. Kuhn and Leduc poker
are OpenSpiel's own games; other small-deck games are ``universal_poker``.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from equipoise.api.openspiel.library import pyspiel_module
from equipoise.api.strategies import GameStrategy
from equipoise.base.errors import InputError
from equipoise.games.action import Kind
from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.spine.cards.exact import card_model_for
from equipoise.spine.cards.preflop import is_holdem
from equipoise.spine.cards.readers import SmallDeck
from equipoise.spine.game import AbstractGame

_OWN_NAMES = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}
#: an unlimited stack there
_LARGE_STACK = 100_000


def openspiel_game(game: AbstractGame | str) -> Any:
    """The OpenSpiel game with the same rules: Kuhn, Leduc, or ``universal_poker``."""
    pyspiel = pyspiel_module()
    problem = _problem(game)
    rules = problem.rules
    name = _OWN_NAMES.get(rules.name)
    if name is not None:
        return pyspiel.load_game(name)
    return pyspiel.load_game("universal_poker", _universal(rules))


def openspiel_policy(strategy: GameStrategy, spiel: Any = None) -> Any:
    """The strategy as an OpenSpiel policy for :func:`openspiel_game` of its game.

    ``spiel`` is the OpenSpiel game, if it exists already.
    """
    from open_spiel.python import policy

    walk = _Walk(strategy.game)
    known: dict[str, dict[int, float]] = {}

    class StrategyPolicy(policy.Policy):  # type: ignore[misc]
        """Looks up the probabilities of an information state in the strategy's array."""

        def action_probabilities(
            self, state: Any, player_id: int | None = None
        ) -> dict[int, float]:
            player = state.current_player() if player_id is None else player_id
            key = state.information_state_string(player)
            if key not in known:
                node, card_state = walk.find(state)
                block = walk.layout.block(strategy.probabilities, node)
                known[key] = dict(
                    zip(walk.codes(node), map(float, block[:, card_state]), strict=True)
                )
            return known[key]

    return StrategyPolicy(spiel or openspiel_game(strategy.game), list(range(2)))


def strategy_from_openspiel(
    game: AbstractGame | str, policy: Any, spiel: Any = None
) -> GameStrategy:
    """An OpenSpiel policy (``action_probabilities(state)``) as a strategy of our game.

    Visits all histories, so the game must be small enough to enumerate.
    """
    problem = _problem(game)
    walk = _Walk(problem)
    values = np.array(walk.layout.uniform(), dtype=np.float64)
    seen: set[tuple[int, int]] = set()
    waiting = [(spiel or openspiel_game(problem)).new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        if state.is_chance_node():
            waiting += [state.child(action) for action, _ in state.chance_outcomes()]
            continue
        place = walk.find(state)
        if place not in seen:
            seen.add(place)
            given = policy.action_probabilities(state)
            node, card_state = place
            block = walk.layout.block(values, node)
            block[:, card_state] = [given.get(code, 0.0) for code in walk.codes(node)]
        waiting += [state.child(action) for action in state.legal_actions()]
    return GameStrategy.of_array(problem, values)


def _problem(game: AbstractGame | str) -> AbstractGame:
    problem = AbstractGame(game) if isinstance(game, str) else game
    if is_holdem(problem.rules):
        raise InputError(
            f"{problem.rules.name} has too many card states to exchange one by one",
            expected="a game with a small deck, such as kuhn, leduc or leduc-nolimit:4",
        )
    if problem.bets_by_seat != (None, None):
        raise InputError(
            "OpenSpiel supports every legal bet only", expected="use a game without --bets"
        )
    return problem


class _Walk:
    """Maps an OpenSpiel state to the decision node and card state of its player."""

    def __init__(self, game: AbstractGame) -> None:
        self.game = _problem(game)
        self.rules = self.game.rules
        self.layout = self.game.layout()
        exact = card_model_for(self.rules, False)
        self.reader = SmallDeck(self.rules, exact, self.game.cards_and_buckets[1])
        self._codes: dict[int, list[int]] = {}

    @cached_property
    def _cards(self) -> dict[int, int]:
        """Our card for each chance outcome: both count ranks first, then suits."""
        start = openspiel_game(self.game).new_initial_state()
        outcomes = sorted(action for action, _ in start.chance_outcomes())
        return dict(zip(outcomes, self.rules.deck.cards, strict=True))

    def codes(self, node: int) -> list[int]:
        """OpenSpiel's codes of the actions of a decision node, in our order."""
        if node not in self._codes:
            actions = self.layout.tree.actions_of(node)
            if self.rules.name == "kuhn":
                codes = list(range(len(actions)))  # pass, then bet
            else:
                by_kind = {Kind.FOLD: 0, Kind.CALL: 1, Kind.RAISE: 2}
                fixed = self.rules.betting.kind == "fixed-limit"
                codes = [
                    one.to if one.kind == Kind.RAISE and not fixed else by_kind[one.kind]
                    for one in actions
                ]
            self._codes[node] = codes
        return self._codes[node]

    def find(self, state: Any) -> tuple[int, int]:
        """The decision node and the card state of the player to act."""
        tree = self.layout.tree
        node, cards = 0, []
        for step in state.full_history():
            if step.player < 0:
                cards.append(self._cards[step.action])
            else:
                node = int(tree.children_of(node)[self.codes(node).index(step.action)])
        player, each = int(tree.player[node]), self.rules.hole_cards
        if player != state.current_player():
            raise InputError(f"OpenSpiel asks player {state.current_player()} here, not {player}")
        hole = cards[player * each : (player + 1) * each]
        number = int(tree.round[node])
        board = cards[self.rules.players * each :][: self.rules.board_sizes[number]]
        return node, self.reader.states(player, hole, board)[number]


def _universal(rules: GameRules) -> dict[str, Any]:
    """The parameters of ``universal_poker``; raises InputError if it cannot play the game."""
    if rules.all_in_rule != "acpc" or rules.betting.kind not in ("no-limit", "fixed-limit"):
        raise InputError(
            f"universal_poker cannot play {rules.name}",
            expected="use limit or no-limit betting by the rules of the ACPC dealer",
        )
    fixed = rules.betting.kind == "fixed-limit"

    def joined(values: Any) -> str:
        return " ".join(str(value) for value in values)

    stacks = [_LARGE_STACK if stack == UNLIMITED else stack for stack in rules.stacks]
    parameters: dict[str, Any] = {
        "betting": "limit" if fixed else "nolimit",
        "bettingAbstraction": "fcpa" if fixed else "fullgame",
        "numPlayers": rules.players,
        "numRounds": rules.rounds,
        "numSuits": len(rules.deck.suits),
        "numRanks": len(rules.deck.ranks),
        "numHoleCards": rules.script[0].hole,
        "numBoardCards": joined(deal.board for deal in rules.script),
        "blind": joined(a + b for a, b in zip(rules.antes, rules.blinds, strict=True)),
        "stack": joined(stacks),
        "firstPlayer": joined(first + 1 for first in rules.first),
    }
    if fixed:
        caps = [255 if cap is None else cap for cap in rules.betting.caps]
        parameters |= {"raiseSize": joined(rules.betting.sizes), "maxRaises": joined(caps)}
    return parameters
