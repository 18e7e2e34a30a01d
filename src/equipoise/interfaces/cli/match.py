"""``equipoise match``: agents against each other, with intervals."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.errors import InputError
from equipoise.evaluation.labels import labels
from equipoise.interfaces.cli.expected import (
    BoardsOption,
    ExpectedOption,
    check_expected,
    compute,
    expected_json,
    show_expected,
)
from equipoise.interfaces.cli.match_options import (
    AgentsArgument,
    DuplicateOption,
    ForfeitOption,
    GameOption,
    HandSecondsOption,
    HandsOption,
    InsteadOption,
    MatchSecondsOption,
    MatchSeedOption,
    MegabytesOption,
    OutOption,
    ResumeOption,
    SecondsOption,
    SessionOption,
    WorkersOption,
    check_resume,
    chosen_seed,
    fault_rules,
)
from equipoise.interfaces.cli.output import (
    JsonOption,
    console,
    literal,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from rich.console import Console

    from equipoise.evaluation.scores import MatchScore, Verdict
    from equipoise.matches.faults import Faults
    from equipoise.matches.match import MatchResult

PICTURE, RESULT = "bankrolls.png", "result.json"


def match(
    agents: AgentsArgument,
    game: GameOption = "holdem-nolimit:100bb",
    hands: HandsOption = 1000,
    duplicate: DuplicateOption = False,
    seed: MatchSeedOption = None,
    session: SessionOption = None,
    workers: WorkersOption = None,
    out: OutOption = None,
    resume: ResumeOption = False,
    act_seconds: SecondsOption = 10.0,
    hand_seconds: HandSecondsOption = 0.0,
    match_seconds: MatchSecondsOption = 0.0,
    agent_megabytes: MegabytesOption = 4096,
    on_fault: InsteadOption = "check-fold",
    forfeit_after: ForfeitOption = 10,
    expected: ExpectedOption = False,
    boards: BoardsOption = 30,
    as_json: JsonOption = False,
) -> None:
    """Play agents against each other: mb (thousandths of a big blind) a hand with 95% intervals.

    No winner is named inside the interval. With --out every hand is kept as Parquet, and a match
    that was stopped goes on with --resume, also for more hands.
    """
    import equipoise.interfaces.cli.person  # noqa: F401 - registers the person
    from equipoise.evaluation.scores import score_match
    from equipoise.matches.folder import MatchFolder
    from equipoise.matches.match import play_match
    from equipoise.matches.plan import MatchPlan

    check_resume(resume, out)
    faults = fault_rules(
        act_seconds, on_fault, forfeit_after, hand_seconds, match_seconds, agent_megabytes
    )
    plan = MatchPlan(game, tuple(agents), hands, 0, duplicate, session, faults)
    kept = None if out is None or not resume else lambda: MatchFolder(out).plan().seed
    plan = replace(plan, seed=chosen_seed(seed, plan, kept))
    people = [spec.text for spec in plan.specs() if spec.entry.interactive]
    if people and as_json:
        raise InputError(f"agent {people[0]!r} cannot play with --json")
    known = check_expected(plan, boards) if expected else None
    if people:  # who needs the screen more than a progress bar does
        result = play_match(plan, workers, out, resume)
    else:
        with progress("playing") as report:
            result = play_match(plan, workers, out, resume, report)
    score = score_match(result)
    summary = _summary(result, score, out)
    value = None
    if known is not None:
        with progress("expected value") as report:
            value = compute(plan, known, boards, report)
        summary["expected"] = expected_json(value)
    if out is not None:
        _keep(result, summary, out)
    if as_json:
        print_json(summary)
    else:
        _show(result, score, out)
        if value is not None:
            show_expected(console(), value, labels(result.names)[result.names[0]])


def _summary(result: MatchResult, score: MatchScore, out: Path | None) -> dict[str, Any]:
    verdict = score.verdict
    return {
        "agents": list(result.names),
        "game": result.plan.game,
        "hands": result.plan.hands,
        "hands_played": result.hands_played,
        "duplicate": result.plan.duplicate,
        "seed": result.plan.seed,
        "session": result.plan.session,
        "compiled": result.plan.is_compiled,
        "mb_per_hand": [one.rate.mean for one in score.scores],
        "ci95": [list(one.rate.interval) for one in score.scores],
        "std": [one.hand_std for one in score.scores],
        "deal_std": [one.rate.std for one in score.scores],
        "chips": [one.total for one in score.scores],
        "winner": verdict.winner,
        "leader": verdict.leader,
        "more_hands": verdict.more_hands,
        "faults": [faults.as_json() for faults in result.faults],
        "seconds": round(result.seconds, 3),
        "hands_per_second": round(result.played_now / max(result.seconds, 1e-9), 1),
        "out": None if out is None else str(out),
    }


def _keep(result: MatchResult, summary: dict[str, Any], out: Path) -> None:
    from equipoise.evaluation.pictures import can_draw, draw_bankrolls
    from equipoise.files import write_atomically

    write_atomically(out / RESULT, json.dumps(summary, indent=1) + "\n")
    if can_draw():
        title = f"{result.plan.game}, seed {result.plan.seed}"
        write_atomically(out / PICTURE, draw_bankrolls(result, title))


def _show(result: MatchResult, score: MatchScore, out: Path | None) -> None:
    from rich.table import Table

    screen, called = console(), labels(result.names)
    plan = result.plan
    kind = f"duplicate, {len(plan.seatings)} seatings" if plan.duplicate else "plain"
    screen.print(
        f"[bold]{literal(plan.game)}[/]  {plan.hands:,} deals, {kind}, seed {plan.seed}"
        f"  [dim]({result.hands_played:,} hands, {_speed(result)})[/]"
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("agent")
    for title in ("mb/hand", "95% interval", "std a hand", "std a deal", "chips"):
        table.add_column(title, justify="right")
    for one in score.scores:
        colour = "green" if one.rate.mean > 0 else "red" if one.rate.mean < 0 else ""
        mean = f"[{colour}]{one.rate.mean:+,.1f}[/]" if colour else "0.0"
        table.add_row(
            literal(called[one.name]), mean, _interval(one.rate.interval), f"{one.hand_std:,.0f}",
            f"{one.rate.std:,.0f}", f"{one.total:+,.1f}",
        )  # fmt: skip
    screen.print(table)
    screen.print(verdict_line(score.verdict, called[score.verdict.leader], len(score.scores) == 2))
    if plan.is_compiled:
        screen.print("[dim]both agents are known to the last chance: played by compiled code[/]")
    if score.by_session:
        screen.print("[dim]intervals from sessions, because somebody remembers within them[/]")
    if score.is_single:
        screen.print(
            "[yellow]somebody remembers, and there was one session: the intervals take hands as "
            "independent; --session N gives several[/]"
        )
    for name, faults in zip(result.names, result.faults, strict=True):
        if faults.total:
            show_faults(screen, called[name], faults)
    if out is not None:
        screen.print(f"[dim]every hand in {literal(str(out))}[/]", soft_wrap=True)


def _speed(result: MatchResult) -> str:
    if not result.played_now:
        return "all read from disk"
    return f"{result.played_now / max(result.seconds, 1e-9):,.0f} a second"


def _interval(ends: tuple[float | None, float | None]) -> str:
    low, high = ends
    return "–" if low is None or high is None else f"[{low:+,.1f}, {high:+,.1f}]"


def verdict_line(verdict: Verdict, leader: str, heads_up: bool) -> str:
    """Who won, or how far that is from known, for a terminal.

    Of two, the lead of one over the other is twice what he wins; his rate is told.
    """
    leader = literal(leader)
    share = 0.5 if heads_up else 1.0
    lead = share * verdict.lead.mean
    half = None if verdict.lead.half is None else share * verdict.lead.half
    if verdict.winner is not None and half is not None:
        ahead = "" if heads_up else " ahead of the next"
        return f"[bold green]{leader}[/] wins: {lead:,.1f} ± {half:,.1f} mb/hand{ahead}"
    if lead == 0.0:
        return "nobody is ahead"
    spread = "" if half is None else f" ± {half:,.1f}"
    more = "" if verdict.more_hands is None else f"; about {verdict.more_hands:,} more hands would"
    ahead = "with" if heads_up else "by"
    return f"not decided: {leader} is ahead {ahead} {lead:,.1f}{spread} mb/hand{more}"


def show_faults(screen: Console, name: str, faults: Faults) -> None:
    """What an agent was charged with."""
    counts = ", ".join(f"{kind} {count:,}x" for kind, count in faults.counts.most_common())
    out = f"; sessions forfeited: {faults.forfeits:,}" if faults.forfeits else ""
    line = f"[red]{literal(name)}[/]: {counts}{out} [dim](first: {literal(faults.first)})[/]"
    screen.print(line, soft_wrap=True)
