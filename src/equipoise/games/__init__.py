"""Games: rules as data, immutable hand states, observations, and the catalogue.

Names are imported on first use, as in :mod:`equipoise.cards`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.base.lazy import lazy_names

if TYPE_CHECKING:
    from equipoise.games.action import Action as Action
    from equipoise.games.action import Kind as Kind
    from equipoise.games.action import Legal as Legal
    from equipoise.games.action import Move as Move
    from equipoise.games.betting import BettingState as BettingState
    from equipoise.games.catalogue import find_game as find_game
    from equipoise.games.dealing import Deal as Deal
    from equipoise.games.dealing import HandCards as HandCards
    from equipoise.games.observation import Observation as Observation
    from equipoise.games.pots import Pot as Pot
    from equipoise.games.public_state import PublicState as PublicState
    from equipoise.games.record import HandRecord as HandRecord
    from equipoise.games.rules import UNLIMITED as UNLIMITED
    from equipoise.games.rules import Betting as Betting
    from equipoise.games.rules import GameRules as GameRules
    from equipoise.games.state import UNKNOWN as UNKNOWN
    from equipoise.games.state import State as State

_HOME = {
    "Action": "action",
    "Kind": "action",
    "Legal": "action",
    "Move": "action",
    "BettingState": "betting",
    "find_game": "catalogue",
    "Deal": "dealing",
    "HandCards": "dealing",
    "Observation": "observation",
    "Pot": "pots",
    "PublicState": "public_state",
    "HandRecord": "record",
    "Betting": "rules",
    "GameRules": "rules",
    "UNLIMITED": "rules",
    "State": "state",
    "UNKNOWN": "state",
}

__all__ = sorted(_HOME)
__getattr__, __dir__ = lazy_names(__name__, _HOME)
