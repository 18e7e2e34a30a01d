"""The strongest of several lower bounds, without the bias of choosing it.

Every response plays a first set of deals; the one whose interval has the highest lower end is
chosen. What it wins is then measured on deals that it has not been chosen by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from equipoise.agents.policy_agent import known_policy
from equipoise.agents.registry import find_agent
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, portion, silent
from equipoise.evaluation.bounds.learned import is_learned, run_learned
from equipoise.evaluation.bounds.responses import SMALL
from equipoise.evaluation.bounds.runs import ResponsePlan, ResponseRun, run_response
from equipoise.evaluation.estimates import Estimate
from equipoise.formats import resolve_game
from equipoise.policies.blueprint import Blueprint

#: how many deals of a run a response plays: one that computes more plays fewer
_SHARES = {"lbr": 1.0, "lbr-river": 0.25, "lbr-turn": 0.05, "river": 0.5, "turn": 0.1, "cfr": 0.05}
_FEWEST = 10


@dataclass(frozen=True)
class Tried:
    """A response, and what it won on the deals that the choice was made by."""

    by: str
    rate: Estimate


@dataclass(frozen=True)
class Bound:
    """The chosen response, and what it won on deals of its own."""

    run: ResponseRun
    tried: tuple[Tried, ...]

    @property
    def by(self) -> str:
        """Which response it is."""
        return self.run.plan.response

    @property
    def rate(self) -> Estimate:
        """In thousandths of a big blind a hand."""
        return self.run.rate


def usual_responses(game: str, agent: str, thorough: bool = False) -> tuple[str, ...]:
    """Responses that are worth trying against an agent; ``thorough`` adds slow ones."""
    rules = resolve_game(game)
    many = "56" if rules.betting.kind == "no-limit" else "fcpa"
    if rules.deck.size < SMALL:
        return f"lbr:{many}", f"best:{many}", "best:fcpa"
    found = [f"lbr:c/c/{many}/{many}", f"lbr:fc/c/{many}/{many}", f"lbr:fc/fc/{many}/{many}"]
    found += [f"lbr-river:fc/c/{many}/{many}", f"river:{many}"]
    if thorough:
        found += ["lbr-turn:fc/c/fchpa/fchpa", "turn:fcpa"]
        if isinstance(known_policy(find_agent(agent), "a bound"), Blueprint):
            found.append("cfr:fcpa/fchpda+fca")
    return tuple(found)


def strongest_bound(
    game: str,
    agent: str,
    deals: int,
    responses: Sequence[str] = (),
    seed: int = 0,
    workers: int | None = None,
    report: Report = silent,
) -> Bound:
    """Try responses, ``deals`` for a cheap one, and report the chosen one on as many others."""
    chosen = tuple(dict.fromkeys(responses)) or usual_responses(game, agent)
    if deals < 2 * _FEWEST:
        raise InputError(f"{deals} hands", expected=f"{2 * _FEWEST} at least, to choose by")
    runs = []
    for number, response in enumerate(chosen):
        part = portion(report, number / (len(chosen) + 1), 1 / (len(chosen) + 1), response)
        runs.append(_run(game, agent, response, deals, 0, seed, workers, part))
    tried = tuple(Tried(run.plan.response, run.rate) for run in runs)
    best = max(runs, key=lambda run: run.rate.mean - (run.rate.half or 0.0))
    if best.exact or len(runs) == 1:
        return Bound(best, tried)
    part = portion(report, len(chosen) / (len(chosen) + 1), 1 / (len(chosen) + 1), "measuring")
    by = best.plan.response
    return Bound(_run(game, agent, by, deals, deals, seed, workers, part), tried)


def _run(
    game: str,
    agent: str,
    response: str,
    deals: int,
    first: int,
    seed: int,
    workers: int | None,
    report: Report,
) -> ResponseRun:
    kind = response.partition(":")[0]
    share = max(_FEWEST, round(deals * _SHARES.get(kind, 1.0)))
    plan = ResponsePlan(game, agent, response, share, seed, first)
    if is_learned(response):
        return run_learned(plan, workers, report)
    return run_response(plan, workers, report=report)
