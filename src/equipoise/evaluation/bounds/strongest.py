"""The strongest of several lower bounds, without selection bias.

Every response plays a first set of deals; the one with the highest lower end of its interval is
chosen, and then evaluated on deals that were not used to choose it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from equipoise.agents.policy_agent import known_policy
from equipoise.agents.registry import find_agent
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, portion, silent
from equipoise.evaluation.bounds.learned import is_learned, run_learned
from equipoise.evaluation.bounds.responses import SMALL, response_to
from equipoise.evaluation.bounds.runs import ResponsePlan, ResponseRun, run_response
from equipoise.evaluation.estimates import FEWEST, Estimate
from equipoise.formats import resolve_game
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.policy import Policy

#: the share of a run's deals per response: fewer for slower ones, but enough for an interval
_SHARES = {"lbr": 1.0, "lbr-river": 0.25, "lbr-turn": 0.05, "river": 0.5, "turn": 0.1, "cfr": 0.05}


@dataclass(frozen=True)
class Tried:
    """A response and its win rate on the deals used to choose."""

    by: str
    rate: Estimate


@dataclass(frozen=True)
class Bound:
    """The chosen response, and its result on separate deals."""

    run: ResponseRun
    tried: tuple[Tried, ...]

    @property
    def by(self) -> str:
        """The name of the response."""
        return self.run.plan.response

    @property
    def rate(self) -> Estimate:
        """The win rate in mb per hand."""
        return self.run.rate


@dataclass(frozen=True)
class Answered:
    """The agent and game to respond to, by their specifications.

    With a ``policy`` the responses run in this process against it; ``agent`` only names it.
    """

    game: str
    agent: str
    policy: Policy | None = None

    def run(
        self,
        response: str,
        deals: int,
        first: int,
        seed: int = 0,
        workers: int | None = None,
        report: Report = silent,
    ) -> ResponseRun:
        """Run a response on its share of ``deals`` deals from number ``first`` on."""
        kind = response.partition(":")[0]
        share = max(FEWEST, round(deals * _SHARES.get(kind, 1.0)))
        plan = ResponsePlan(self.game, self.agent, response, share, seed, first)
        if is_learned(response):
            return run_learned(plan, workers, report, self.policy)
        if self.policy is None:
            return run_response(plan, workers, report=report)
        made = response_to(resolve_game(self.game), self.policy, response)
        return run_response(plan, 1, report=report, response=made)


def usual_responses(answered: Answered, thorough: bool = False) -> tuple[str, ...]:
    """Default responses against an agent; ``thorough`` adds slow ones."""
    rules = resolve_game(answered.game)
    many = "56" if rules.betting.kind == "no-limit" else "fcpa"
    if rules.deck.size < SMALL:
        return f"lbr:{many}", f"best:{many}", "best:fcpa"
    found = [f"lbr:c/c/{many}/{many}", f"lbr:fc/c/{many}/{many}", f"lbr:fc/fc/{many}/{many}"]
    found += [f"lbr-river:fc/c/{many}/{many}", f"river:{many}"]
    if thorough:
        found += ["lbr-turn:fc/c/fchpa/fchpa", "turn:fcpa"]
        policy = answered.policy or known_policy(find_agent(answered.agent), "a bound")
        if isinstance(policy, Blueprint):
            found.append("cfr:fcpa/fchpda+fca")
    return tuple(found)


def strongest_bound(
    answered: Answered,
    deals: int,
    responses: Sequence[str] = (),
    seed: int = 0,
    workers: int | None = None,
    report: Report = silent,
) -> Bound:
    """Try responses (``deals`` deals for a fast one); evaluate the best on as many other deals."""
    chosen = tuple(dict.fromkeys(responses)) or usual_responses(answered)
    if deals < FEWEST:
        raise InputError(f"{deals} hands", expected=f"{FEWEST} at least, to choose by")
    parts = len(chosen) + 1

    def run(response: str, first: int, number: int, doing: str) -> ResponseRun:
        part = portion(report, number / parts, 1 / parts, doing)
        return answered.run(response, deals, first, seed, workers, part)

    runs = [run(response, 0, number, response) for number, response in enumerate(chosen)]
    tried = tuple(Tried(run.plan.response, run.rate) for run in runs)
    best = max(runs, key=lambda run: run.rate.mean - (run.rate.half or 0.0))
    if best.exact or len(runs) == 1:
        return Bound(best, tried)
    return Bound(run(best.plan.response, deals, len(chosen), "measuring"), tried)
