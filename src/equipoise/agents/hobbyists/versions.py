"""The hobbyists' players by name; kernels are loaded when a player is created."""

from __future__ import annotations

from equipoise.agents.agent import Agent
from equipoise.agents.options import Option, choice, number, whole
from equipoise.agents.registry import register

_MOST_DEALS = 10**6


@register(
    "simulation",
    "limit hold'em by simulation against random hands",
    (
        Option("deals", "simulated deals per decision", "3000", whole(1, _MOST_DEALS)),
        Option("bet", "bets from this share of pots won", "0.45", number(0, 1)),
        Option("raise", "raises from this share of pots won", "0.6", number(0, 1)),
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


@register(
    "nolimit",
    "no-limit hold'em by rules, simulation and pot odds, for two to ten players",
    (
        Option("style", "how many hands it plays: tight, loose", "tight", choice("tight", "loose")),
        Option(
            "deals", "simulated deals per decision after the flop", "200", whole(1, _MOST_DEALS)
        ),
    ),
)
def make_nolimit(style: str = "tight", deals: int = 200) -> Agent:
    """A no-limit player by rules."""
    from equipoise.agents.hobbyists.nolimit import NoLimit

    return NoLimit(style, deals)
