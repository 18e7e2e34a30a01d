"""The learned response of :mod:`equipoise.evaluation.bounds.one_seat` by name: ``cfr:BETS``.

``BETS`` is a betting abstraction such as ``fcpa/fchpda+fca``. Four boards are used for learning per
board of the evaluation; on each board all hands of both players are computed.
"""

from __future__ import annotations

from time import monotonic

from equipoise.abstraction.bets.betting import BettingAbstraction
from equipoise.agents.policy_agent import known_policy
from equipoise.agents.registry import find_agent
from equipoise.base.progress import Report, silent
from equipoise.evaluation.bounds.one_seat import learned_response
from equipoise.evaluation.bounds.runs import ResponsePlan, ResponseRun
from equipoise.formats import resolve_game
from equipoise.policies.policy import Policy

KIND = "cfr"
BOARDS_A_BOARD = 4


def is_learned(response: str) -> bool:
    """True if the text names a learned response."""
    return response.startswith(f"{KIND}:")


def run_learned(
    plan: ResponsePlan,
    workers: int | None = None,
    report: Report = silent,
    policy: Policy | None = None,
) -> ResponseRun:
    """Learn a response to the plan's agent or a policy; evaluate it on ``plan.deals`` boards."""
    rules = resolve_game(plan.game)
    policy = policy or known_policy(find_agent(plan.agent), "a response")
    bets = BettingAbstraction.parse(plan.response.partition(":")[2])
    started = monotonic()
    boards = BOARDS_A_BOARD * plan.deals
    seed = plan.seed + 2 * plan.first  # another first deal samples other boards
    chips = learned_response(rules, policy, bets, boards, plan.deals, seed, report, workers)
    unit = 1000 / rules.big_blind
    return ResponseRun(plan, chips * unit, monotonic() - started, 2 * plan.deals)
