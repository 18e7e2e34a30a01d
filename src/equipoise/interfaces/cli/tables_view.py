"""A round robin at tables of more than two, on the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.base.errors import printable
from equipoise.evaluation.labels import labels
from equipoise.interfaces.as_json.matches import tables_json
from equipoise.interfaces.cli.fault_view import show_faults
from equipoise.interfaces.cli.output import console, literal, print_json, progress
from equipoise.interfaces.cli.wide import print_wide

if TYPE_CHECKING:
    from equipoise.evaluation.tables import TablesResult
    from equipoise.matches.match import MatchResult
    from equipoise.matches.plan import MatchPlan

RESULT = "result.json"


def hold_at_tables(
    plan: MatchPlan,
    workers: int | None,
    out: Path | None,
    resume: bool,
    as_json: bool,
    on_match: Callable[[str], object],
) -> None:
    """Play it, save the result with its hands, and print it.

    ``on_match`` is called with a line for every finished table.
    """
    from equipoise.base.files import write_atomically
    from equipoise.base.provenance import provenance
    from equipoise.evaluation.scores import score_match
    from equipoise.evaluation.tables import hold_tables
    from equipoise.evaluation.tournament import match_line

    def tell(match: MatchResult) -> None:
        on_match(match_line(match.names, score_match(match).scores[0].rate))

    with progress("playing") as report:
        result = hold_tables(plan, workers, out, resume, report, tell)
    summary = tables_json(result, out)
    if out is not None:
        content = {**summary, **provenance()}
        write_atomically(out / RESULT, json.dumps(content, indent=1) + "\n")
    if as_json:
        print_json(summary)
    else:
        _show(result, out)


def _show(result: TablesResult, out: Path | None) -> None:
    plan, screen = result.plan, console()
    called = labels(plan.names)
    kind = "duplicate" if plan.duplicate else "plain"
    screen.print(
        f"[bold]{literal(plan.game)}[/]  {result.tables:,} tables, {plan.hands:,} deals each, "
        f"{kind}, seed {plan.seed}  [dim]({result.hands_played:,} hands)[/]"
    )
    rows = [
        [printable(called[one.name]), f"{one.mean:+,.0f}", f"± {one.half:,.0f}", f"{one.tables:,}"]
        for one in result.agents
    ]
    print_wide(screen, ["agent", "mb/hand", "95%", "tables"], rows)
    first, lead = literal(called[result.agents[0].name]), f"{result.lead:,.0f}"
    half = f"± {result.lead_half:,.0f} mb/hand ahead of the next"
    if result.winner is not None:
        screen.print(f"[bold green]{first}[/] wins: {lead} {half}")
    else:
        screen.print(f"not decided: {first} is {lead} {half}")
    names = [one.name for one in result.agents]
    shown = [called[name] for name in names]
    show_faults(screen, shown, [result.faults[name] for name in names], out)
    if out is not None:
        screen.print(f"[dim]every hand in {literal(str(out))}[/]", soft_wrap=True)
