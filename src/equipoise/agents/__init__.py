"""Agents: the protocol, the register of names, baselines and wrappers.

Names are imported on first use, as in :mod:`equipoise.cards`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.base.lazy import lazy_names

if TYPE_CHECKING:
    from equipoise.agents.agent import Agent as Agent
    from equipoise.agents.agent import HandEnded as HandEnded
    from equipoise.agents.agent import HandStarted as HandStarted
    from equipoise.agents.agent import MoveMade as MoveMade
    from equipoise.agents.options import Option as Option
    from equipoise.agents.registry import find_agent as find_agent
    from equipoise.agents.registry import register as register

_HOME = {
    "Agent": "agent",
    "HandEnded": "agent",
    "HandStarted": "agent",
    "MoveMade": "agent",
    "Option": "options",
    "find_agent": "registry",
    "register": "registry",
}

__all__ = sorted(_HOME)
__getattr__, __dir__ = lazy_names(__name__, _HOME)
