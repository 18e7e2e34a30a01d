"""What ``solve`` says of a strategy in the real game: the strongest lower bound it finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from equipoise.base.errors import InputError
from equipoise.interfaces.cli.output import literal, progress, warn

if TYPE_CHECKING:
    from equipoise.solvers.run.job import Job
    from equipoise.spine.layout import Layout
    from equipoise.strategies.strategy import Strategy

DEALS = 200  # about ten seconds
#: from so many deals on the slow responses are tried as well
THOROUGH = 1000


def bound_deals(asked: int | None, buckets: bool, sampled: bool) -> int:
    """How many deals to bound a strategy by; 0: none.

    Without ``--bound`` only sampled games are bounded; the others know their own exploitability.
    """
    from equipoise.evaluation.estimates import FEWEST

    if asked is None:
        return DEALS if sampled else 0
    if asked and not buckets:
        raise InputError(
            "only works with hold'em buckets", "--bound", expected="use equipoise bound DIR"
        )
    if asked and asked < FEWEST:
        raise InputError(f"{asked} deals", "--bound", expected=f"0, or {FEWEST} or more")
    return asked


def real_bound(job: Job, layout: Layout, strategy: Strategy, deals: int) -> dict[str, Any]:
    """``bound`` of the JSON, and where there is none ``bound_note`` that says why.

    A strategy without a folder is answered in memory. Ctrl-C leaves the bound out, not the result.
    """
    from equipoise.evaluation.bounds.strongest import Answered, strongest_bound, usual_responses
    from equipoise.interfaces.as_json.bounds import bound_json
    from equipoise.policies.blueprint import Blueprint
    from equipoise.policies.opened import OpenedStrategy, reader_of

    try:
        if job.out is not None:
            answered = Answered(job.problem.game, str(job.out))
        else:
            reader = reader_of(job.problem)
            opened = OpenedStrategy("the strategy", layout, strategy.values, reader)
            opened.check_boards()
            answered = Answered(job.problem.game, "the strategy", Blueprint(opened))
        responses = usual_responses(answered, thorough=deals >= THOROUGH)
        with progress("lower bound in the real game") as report:
            found = strongest_bound(answered, deals, responses, job.seed, report=report)
        return {"bound": bound_json(found), "bound_note": None}
    except InputError as error:  # buckets over some flops only: the real game deals others
        return {"bound": None, "bound_note": str(error)}
    except KeyboardInterrupt:
        warn("the lower bound was stopped")
        return {"bound": None, "bound_note": "stopped"}


def bound_lines(result: dict[str, Any]) -> Iterator[str]:
    """What lower bounds say, in the abstract game and in the real one."""
    interval = result["measures"].get("interval")
    if interval is not None and result["exploitability"] <= interval:
        yield (
            "[dim]too few boards for a lower bound in the abstract game (0 lies within the "
            f"interval); use equipoise exploit {literal(result['out'] or 'DIR')} --boards 200"
            f"{'' if result['out'] else ' on a strategy saved with --out'}[/]"
        )
    if result.get("bound_note"):
        yield f"[dim]no lower bound in the real game: {literal(result['bound_note'])}[/]"
    bound = result.get("bound")
    if bound is None:
        return
    low, high = bound["ci95"]
    won = f"{bound['mb_per_hand']:,.0f} ± {(high - low) / 2:,.0f} mb/hand"
    how = (
        f"[dim]({literal(bound['by'])} on {bound['hands']:,} deals, the strongest of "
        f"{len(bound['tried'])} responses on others)[/]"
    )
    if low > 0.0:
        yield f"in the real game it loses at least [bold]{won}[/] to a best response  {how}"
    else:
        yield f"in the real game no loss is shown: the best response found wins {won}  {how}"
