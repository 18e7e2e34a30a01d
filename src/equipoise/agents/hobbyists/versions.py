"""The hobbyists' players by name; what needs kernels is loaded when a player is made."""

from __future__ import annotations

from equipoise.agents.agent import Agent
from equipoise.agents.options import Option, number, whole
from equipoise.agents.registry import register

_MOST_DEALS = 10**6


@register(
    "simulation",
    "limit hold'em by playing hands out against random ones",
    (
        Option("deals", "how many times", "3000", whole(1, _MOST_DEALS)),
        Option("bet", "share of the pots to bet with", "0.45", number(0, 1)),
        Option("raise", "share of the pots to raise with", "0.6", number(0, 1)),
    ),
)
def make_simulation(deals: int = 3000, bet: float = 0.45, **options: float) -> Agent:
    """A player by simulation."""
    from equipoise.agents.hobbyists.simulation import Simulation

    return Simulation(deals, bet, options.get("raise", 0.6))


@register("rules", "limit hold'em by rules of thumb and dice")
def make_rules() -> Agent:
    """A player by rules."""
    from equipoise.agents.hobbyists.rules import Rules

    return Rules()
