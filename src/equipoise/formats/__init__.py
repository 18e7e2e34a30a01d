"""Formats: text to types and back: ACPC games, match states and logs, PHH hand histories.

Amounts are converted here and nowhere else; inside, :class:`equipoise.games.HandRecord` is the one
currency. Names are loaded when they are first used, as in :mod:`equipoise.cards`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.base.lazy import lazy_names

if TYPE_CHECKING:
    from equipoise.formats.acpc.game import load_game as load_game
    from equipoise.formats.acpc.game import read_game as read_game
    from equipoise.formats.acpc.game import resolve_game as resolve_game
    from equipoise.formats.acpc.game import write_game as write_game
    from equipoise.formats.acpc.log import read_log as read_log
    from equipoise.formats.acpc.log import write_log as write_log
    from equipoise.formats.acpc.state import MatchState as MatchState
    from equipoise.formats.acpc.state import read_match_state as read_match_state
    from equipoise.formats.acpc.state import write_match_state as write_match_state
    from equipoise.formats.check import Verdict as Verdict
    from equipoise.formats.check import check_hand as check_hand
    from equipoise.formats.hands import Entry as Entry
    from equipoise.formats.hands import read_hands as read_hands
    from equipoise.formats.phh.read import read_phh as read_phh
    from equipoise.formats.phh.read import read_phhs as read_phhs
    from equipoise.formats.phh.write import write_phh as write_phh
    from equipoise.formats.phh.write import write_phhs as write_phhs

_HOME = {
    "load_game": "acpc.game",
    "read_game": "acpc.game",
    "resolve_game": "acpc.game",
    "write_game": "acpc.game",
    "read_log": "acpc.log",
    "write_log": "acpc.log",
    "MatchState": "acpc.state",
    "read_match_state": "acpc.state",
    "write_match_state": "acpc.state",
    "Verdict": "check",
    "check_hand": "check",
    "Entry": "hands",
    "read_hands": "hands",
    "read_phh": "phh.read",
    "read_phhs": "phh.read",
    "write_phh": "phh.write",
    "write_phhs": "phh.write",
}

__all__ = sorted(_HOME)
__getattr__, __dir__ = lazy_names(__name__, _HOME)
