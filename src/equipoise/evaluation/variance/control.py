"""The control-variate baseline: a control agent plays the same cards against itself.

The control agent's result in a player's seat measures the luck of that seat's cards. Its mean over
all seats is zero, so a multiple of it may be subtracted from the player's result (Davidson,
Archibald and Bowling 2013). Cheap, for any number of players and any agents; the multiple is fitted
crosswise on halves of the hands (``mivat``).
"""

from __future__ import annotations

from dataclasses import replace

from equipoise.base.progress import Report, silent
from equipoise.kernels.types import Float64s
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan


def control_play(
    plan: MatchPlan, control: str, workers: int | None = None, report: Report = silent
) -> Float64s:
    """The control agent's result in each player's seat, [deals, seatings, players], in mb."""
    agents = (control,) * len(plan.agents)
    alone = replace(plan, agents=agents, session=None, fingerprints=())
    return play_match(alone, workers, report=report).millis()
