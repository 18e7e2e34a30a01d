"""OpenSpiel integration: strategies and policies exchanged, our games as ``pyspiel`` games.

Needs the extra ``openspiel``; nothing else in the package does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.base.lazy import lazy_names

if TYPE_CHECKING:
    from equipoise.api.openspiel.games import as_openspiel_game as as_openspiel_game
    from equipoise.api.openspiel.policies import openspiel_game as openspiel_game
    from equipoise.api.openspiel.policies import openspiel_policy as openspiel_policy
    from equipoise.api.openspiel.policies import strategy_from_openspiel as strategy_from_openspiel

_HOME = {
    "as_openspiel_game": "games",
    "openspiel_game": "policies",
    "openspiel_policy": "policies",
    "strategy_from_openspiel": "policies",
}

__all__ = sorted(_HOME)
__getattr__, __dir__ = lazy_names(__name__, _HOME)
