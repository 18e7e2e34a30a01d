"""``equipoise lbr`` and ``equipoise bound``: lower bounds on an agent's exploitability."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.base.errors import InputError
from equipoise.interfaces.as_json.bounds import bound_json, lbr_json
from equipoise.interfaces.cli.match_options import GameOption, WorkersOption, check_resume
from equipoise.interfaces.cli.output import (
    JsonOption,
    SeedOption,
    console,
    literal,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from equipoise.evaluation.bounds.strongest import Bound
    from equipoise.evaluation.estimates import Estimate

AgentArgument = Annotated[
    str,
    typer.Argument(
        metavar="AGENT", help="An agent with a policy: a strategy folder, fold, call..."
    ),
]
HandsOption = Annotated[
    int, typer.Option("--hands", metavar="N", help="Deals; each is played in both seats.")
]


def lbr(
    agent: AgentArgument,
    game: GameOption = "holdem-nolimit:100bb",
    hands: HandsOption = 1000,
    menus: Annotated[
        str | None,
        typer.Option(
            help="The responder's actions on each street: c (check or call), fc, fcpa, 56 (56 bet "
            "sizes), or any betting menu (default: c/c/56/56 in no-limit hold'em, else fcpa)."
        ),
    ] = None,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Save the result of every deal here."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume the run in --out.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Bound an agent's exploitability by local best response.

    Lisý and Bowling 2017: the responder knows the agent's policy and keeps its exact range; it
    takes the action that is best if all later bets are checked or called. What it wins, in mb
    (thousandths of a big blind) per hand, is a lower bound. Games with a small deck are enumerated:
    exact, whatever --hands says.

    Examples:
      equipoise lbr leduc --game leduc
      equipoise lbr blueprint --game holdem-nolimit:200bb --hands 500 --menus c/c/56/56

    """
    from equipoise.evaluation.bounds.responses import usual_menus
    from equipoise.evaluation.bounds.runs import ResponsePlan, run_response
    from equipoise.formats import resolve_game

    check_resume(resume, out)
    menus = menus or usual_menus(resolve_game(game))
    plan = ResponsePlan(game, agent, f"lbr:{menus}", hands, seed)
    with progress("local best response") as report:
        run = run_response(plan, workers, out, resume, report)
    if as_json:
        print_json(lbr_json(run, menus, out))
        return
    screen, rate = console(), run.rate
    speed = run.played_now / max(run.seconds, 1e-9)
    how = "exact, over every deal" if run.exact else f"{2 * len(run.won):,} hands, {speed:,.0f} a s"
    first, second = run.seats
    screen.print(
        f"local best response {literal(menus)} wins [bold]{_shown(rate)}[/] mb/hand against "
        f"{literal(agent)}  [dim](seat 1 {first:+,.0f}, seat 2 {second:+,.0f}; {how})[/]",
        soft_wrap=True,
    )
    if out is not None:
        screen.print(f"[dim]saved in {literal(str(out))}[/]", soft_wrap=True)


def bound(
    agent: AgentArgument,
    game: GameOption = "holdem-nolimit:100bb",
    hands: HandsOption = 1000,
    responses: Annotated[
        str,
        typer.Option(
            help="Responses to try, with spaces between: lbr:MENUS, lbr-river:, lbr-turn:, river:, "
            "turn:, cfr:BETS (default: chosen by game)."
        ),
    ] = "",
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Also try the slow responses (turn, cfr).")
    ] = False,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the strongest lower bound on an agent's exploitability.

    Each response plays --hands deals (slow ones fewer); the one with the highest lower end of its
    interval is chosen, and measured on as many other deals, so that choosing it adds no bias.

    Examples:
      equipoise bound leduc --game leduc
      equipoise bound blueprint --game holdem-nolimit:200bb --thorough

    """
    from equipoise.evaluation.bounds.strongest import (
        Answered,
        strongest_bound,
        usual_responses,
    )

    answered = Answered(game, agent)
    chosen = tuple(responses.split())
    if chosen and thorough:
        raise InputError("--responses and --thorough cannot be combined")
    with progress("lower bounds") as report:
        chosen = chosen or usual_responses(answered, thorough)
        found = strongest_bound(answered, hands, chosen, seed, workers, report)
    if as_json:
        print_json(bound_json(found))
        return
    from rich.table import Table

    screen = console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title, side in (("response", "left"), ("mb/hand", "right"), ("deals", "right")):
        table.add_column(title, justify="left" if side == "left" else "right")
    for one in found.tried:
        table.add_row(literal(one.by), _shown(one.rate), f"{one.rate.count:,}")
    screen.print(table)
    screen.print(bound_line(agent, found), soft_wrap=True)


def bound_line(agent: str, found: Bound) -> str:
    """A bound as text: the loss, or that none is significant."""
    rate, by = found.rate, literal(found.by)
    exact = found.run.exact
    if rate.mean - (rate.half or 0.0) <= 0.0:
        more = "others may win more" if exact else "more --hands narrow the interval"
        return (
            f"no loss of {literal(agent)} is shown: the best response found wins {_shown(rate)} "
            f"mb/hand ({by}); {more}"
        )
    how = "exact" if exact else "on deals it was not chosen by"
    return (
        f"{literal(agent)} loses at least [bold]{_shown(rate).removeprefix('+')}[/] mb/hand to a "
        f"best response  [dim](by {by}, {how})[/]"
    )


def _shown(rate: Estimate) -> str:
    if not rate.half:
        return f"{rate.mean:+,.2f}"
    return f"{rate.mean:+,.0f} ± {rate.half:,.0f}"
