"""Our games as ``pyspiel`` games, so that OpenSpiel's algorithms run on them.

Every game of the engine works: cards are dealt one by one, actions are 0 (fold), 1 (call), and the
total chips of a raise plus 2, or 2 with a fixed limit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from equipoise.api.openspiel.library import pyspiel_module
from equipoise.cards.card import cards_text
from equipoise.formats.acpc.game import resolve_game
from equipoise.games.action import Action, Kind
from equipoise.games.lines import line_text
from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.games.state import State

_FOLD, _CALL, _RAISE = range(3)


class _Held:
    """Wraps one of our states for OpenSpiel, which copies deeply; immutable values need no copy."""

    def __init__(self, state: State, dealt: tuple[int, ...] = ()) -> None:
        self.state = state
        self.dealt = dealt

    def __deepcopy__(self, memo: Any) -> _Held:
        return self


def most_chips(rules: GameRules) -> int:
    """The most chips a player can put in."""
    finite = [stack for stack in rules.stacks if stack != UNLIMITED]
    if len(finite) == rules.players:
        return max(finite)
    raised = sum(
        size * (rules.betting.cap(number) or 255) for number, size in enumerate(rules.betting.sizes)
    )
    return max(rules.antes) + max(rules.blinds) + raised


def as_openspiel_game(game: GameRules | str) -> Any:
    """One of our games as an OpenSpiel game, implemented in Python by our engine."""
    pyspiel = pyspiel_module()
    rules = resolve_game(game) if isinstance(game, str) else game
    fixed = rules.betting.kind == "fixed-limit"
    most = most_chips(rules)
    kind = pyspiel.GameType(
        short_name="equipoise_" + "".join(c if c.isalnum() else "_" for c in rules.name),
        long_name=f"equipoise {rules.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.players,
        min_num_players=rules.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        provides_factored_observation_string=False,
    )
    about = pyspiel.GameInfo(
        num_distinct_actions=3 if fixed else most + _RAISE + 1,
        max_chance_outcomes=52,
        num_players=rules.players,
        min_utility=float(-most),
        max_utility=float(most * (rules.players - 1)),
        utility_sum=0.0,
        max_game_length=rules.rounds * rules.players * 2 * min(most, 64),
    )

    def code(action: Action) -> int:
        if action.kind == Kind.FOLD:
            return _FOLD
        if action.kind == Kind.CALL:
            return _CALL
        return _RAISE if fixed else action.to + _RAISE

    class EngineState(pyspiel.State):  # type: ignore[misc, name-defined]
        """A hand of the engine, cards dealt one by one."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.held = _Held(State.start(rules))

        def current_player(self) -> int:
            state = self.held.state
            if state.is_over:
                return int(pyspiel.PlayerId.TERMINAL)
            return int(pyspiel.PlayerId.CHANCE) if state.to_act is None else state.to_act

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(code(action) for action in self.held.state.legal().actions())

        def chance_outcomes(self) -> list[tuple[int, float]]:
            state = self.held.state
            hands = [card for hand in (*state.hole, *state.up) for card in hand]
            seen = {*state.board, *self.held.dealt, *hands}
            left = [card for card in rules.deck.cards if card not in seen]
            return [(card, 1 / len(left)) for card in left]

        def _apply_action(self, action: int) -> None:
            state, dealt = self.held.state, self.held.dealt
            if state.awaits_deal:
                dealt += (action,)
                if len(dealt) == state.cards_awaited():
                    state, dealt = state.deal(dealt), ()
            else:
                made = next(one for one in state.legal().actions() if code(one) == action)
                state = state.apply(made)
            self.held = _Held(state, dealt)

        def _action_to_string(self, player: int, action: int) -> str:
            if player < 0:
                return cards_text([action])
            return {_FOLD: "fold", _CALL: "call"}.get(action, f"raise {action}")

        def is_terminal(self) -> bool:
            return self.held.state.is_over

        def returns(self) -> list[float]:
            state = self.held.state
            if not state.is_over:
                return [0.0] * rules.players
            return [float(rules.units(chips)) for chips in state.payoffs()]

        def __str__(self) -> str:
            state = self.held.state
            hands = "|".join(cards_text(hand) for hand in state.hole)
            return f"{hands} {cards_text(state.board)} {_line(state)}"

    class EngineObserver:
        """Information states as text: own cards, board and betting."""

        def __init__(self) -> None:
            self.tensor = np.zeros(0, np.float32)
            self.dict: dict[str, Any] = {}

        def set_from(self, state: Any, player: int) -> None:
            """Do nothing: there are no tensors."""

        def string_from(self, state: Any, player: int) -> str:
            held = state.held.state
            own = cards_text([*held.hole[player], *held.up[player]])
            return f"{player} {own} {cards_text(held.board)} {_line(held)}"

    class EngineGame(pyspiel.Game):  # type: ignore[misc, name-defined]
        """The rules as an OpenSpiel game."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, about, params or {})

        def new_initial_state(self) -> Any:
            return EngineState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return EngineObserver()

    return EngineGame()


def _line(state: State) -> str:
    return line_text([move.action for move in moves] for moves in state.history)
