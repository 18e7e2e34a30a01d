"""``equipoise match``: agents against each other, with intervals."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from equipoise.base.errors import InputError, Interrupted
from equipoise.evaluation.labels import labels
from equipoise.interfaces.as_json.assessed import estimators_json
from equipoise.interfaces.as_json.matches import expected_json, match_json
from equipoise.interfaces.cli.assess import (
    EstimatorOption,
    ValuesOption,
    read_how,
    show_assessed,
)
from equipoise.interfaces.cli.expected import BoardsOption, ExpectedOption, show_expected
from equipoise.interfaces.cli.fault_view import say_strict, show_faults
from equipoise.interfaces.cli.match_options import (
    AgentsArgument,
    DebugOption,
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
    StrictOption,
    WorkersOption,
    check_resume,
    fault_rules,
)
from equipoise.interfaces.cli.output import (
    JsonOption,
    console,
    literal,
    print_json,
    progress,
    warn,
    write_picture,
)
from equipoise.interfaces.cli.stopping import command_again, leave_stopped

if TYPE_CHECKING:
    from equipoise.evaluation.scores import MatchScore, MatchVerdict
    from equipoise.evaluation.variance.assess import Assessed
    from equipoise.matches.match import MatchResult
    from equipoise.matches.plan import MatchPlan

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
    estimator: EstimatorOption = None,
    values: ValuesOption = "auto",
    strict: StrictOption = False,
    debug: DebugOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play agents against each other; win rates with 95% intervals.

    Rates are in mb: thousandths of a big blind per hand. No winner is declared unless the lead is
    significant. --out saves every hand as Parquet, and --resume continues a stopped match.

    Examples:
      equipoise match loki-gom loki-bpm --game holdem-limit:2p --hands 5000
      equipoise match leduc call --game leduc --hands 10000 --duplicate
      equipoise match bp:translation=soft bp --game holdem-nolimit:100bb
      equipoise match person call --game holdem-nolimit:100bb --hands 20
      equipoise match mine.py random --game leduc --out mymatch
      equipoise match mine.py call --game leduc --strict --debug

    """
    import equipoise.interfaces.cli.person  # noqa: F401 - registers the person
    from equipoise.agents.journal import read_from_now_on
    from equipoise.evaluation.computed import compute_match, known_agents
    from equipoise.evaluation.scores import score_match
    from equipoise.evaluation.variance.assess import parse_estimators
    from equipoise.evaluation.variance.matches import assess_match, check_plan, hands_kept
    from equipoise.matches.faults import StrictFault
    from equipoise.matches.folder import MatchFolder
    from equipoise.matches.match import play_match
    from equipoise.matches.plan import MatchPlan
    from equipoise.matches.seeds import choose_seed

    check_resume(resume, out)
    faults = fault_rules(
        act_seconds, on_fault, forfeit_after, hand_seconds, match_seconds, agent_megabytes
    )
    if debug:
        read_from_now_on()
    plan = MatchPlan(game, tuple(agents), hands, 0, duplicate, session, faults, strict=strict)
    workers = 1 if strict else workers
    folder = MatchFolder(out) if out is not None and resume else None
    kept = None if folder is None or not folder.has_begun else lambda: folder.plan().seed
    plan = replace(plan, seed=choose_seed(seed, plan, kept))
    people = [spec.text for spec in plan.specs() if spec.entry.needs_terminal]
    if people and as_json:
        raise InputError(f"agent {people[0]!r} cannot play with --json")
    known = known_agents(plan, boards) if expected else None
    _say_other_stacks(plan)
    if people:
        _sit_down(plan, workers, out, resume)
        return
    estimators = [] if estimator is None else ["money", *parse_estimators(estimator)]
    how = read_how(values, workers=workers)
    check_plan(plan, estimators)
    assessed: list[Assessed] = []
    with hands_kept(out, bool(estimators)) as place:
        try:
            with progress("playing") as report:
                result = play_match(plan, workers, place, resume, report)
        except Interrupted as stopped:
            _leave(plan, stopped.so_far, out, as_json)
        except StrictFault as fault:
            say_strict(fault)
            raise
        if estimators and place is not None:
            with progress("assessing") as report:
                assessed = assess_match(place, list(dict.fromkeys(estimators)), how, report)
    score = score_match(result)
    if assessed and assessed[-1].verdict is not None:
        score = replace(score, verdict=assessed[-1].verdict)
    summary = match_json(result, score, out)
    if assessed:
        summary["estimators"] = estimators_json(assessed)
    value = None
    if known is not None:
        with progress("expected value") as report:
            value = compute_match(plan, known, boards, report)
        summary["expected"] = expected_json(value)
    if out is not None:
        _keep(result, summary, out)
    if as_json:
        print_json(summary)
    else:
        _show(result, score, out)
        if assessed:
            show_assessed(console(), result.names, assessed)
            console().print(f"[dim]the verdict is that of {assessed[-1].name}[/]")
        if value is not None:
            show_expected(console(), value, labels(result.names)[result.names[0]])


def _say_other_stacks(plan: MatchPlan) -> None:
    """A notice for every strategy that was solved for other stacks than the game's."""
    from equipoise.agents.policy_agent import policy_of

    for spec in plan.specs():
        policy = policy_of(spec.make()) if spec.is_known else None
        if policy is not None:
            from equipoise.policies.stacks import stack_notice

            if notice := stack_notice(policy, plan.rules()):
                warn(f"note: {notice}")


def _sit_down(plan: MatchPlan, workers: int | None, out: Path | None, resume: bool) -> None:
    """A match with a person: no progress bar, hands are saved, and a summary is printed."""
    from equipoise.evaluation.scores import score_match
    from equipoise.interfaces.cli import sitting
    from equipoise.matches.match import play_match

    checked = plan.checked()
    seat = next(n for n, spec in enumerate(plan.specs()) if spec.entry.needs_terminal)
    out = out or sitting.usual_folder()
    sitting.greet(checked)
    try:
        result = play_match(plan, workers, out, resume)
    except Interrupted:
        sitting.forget(out)
        leave_stopped("no hand was finished")
    score = score_match(result)
    if out is not None:
        _keep(result, match_json(result, score, out), out)
    sitting.close(result, score, seat, out)


def _leave(plan: MatchPlan, found: object, out: Path | None, as_json: bool) -> NoReturn:
    """Ctrl-C: print the result so far, what is saved, and how to resume."""
    from equipoise.evaluation.scores import score_match
    from equipoise.matches.match import MatchResult

    done = 0
    if isinstance(found, MatchResult):
        done = found.plan.hands
        if not as_json:
            _show(found, score_match(found), None)
    many = f"{done:,} of {plan.hands:,} deals"
    if out is None:
        leave_stopped(f"{many} were played; hands are saved only with --out DIR")
    leave_stopped(f"{many} are saved in {out}", command_again("--resume"))


def _keep(result: MatchResult, summary: dict[str, Any], out: Path) -> None:
    from equipoise.base.files import write_atomically
    from equipoise.base.provenance import provenance
    from equipoise.evaluation.bankrolls import bankrolls_over
    from equipoise.plots.bankrolls import draw_bankrolls
    from equipoise.plots.style import can_draw

    content = {**summary, **provenance()}
    write_atomically(out / RESULT, json.dumps(content, indent=1) + "\n")
    if can_draw():
        title = f"{result.plan.game}, seed {result.plan.seed}"
        write_picture(out / PICTURE, draw_bankrolls(bankrolls_over(result), title))


def _show(result: MatchResult, score: MatchScore, out: Path | None) -> None:
    from rich.table import Table

    from equipoise.formats.story import amount_text

    screen, called = console(), labels(result.names)
    plan, rules = result.plan, result.plan.rules()
    kind = f"duplicate, {len(plan.seatings)} seatings" if plan.duplicate else "plain"
    screen.print(
        f"[bold]{literal(plan.game)}[/]  {plan.hands:,} deals, {kind}, seed {plan.seed}"
        f"  [dim]({result.hands_played:,} hands, {_speed(result)})[/]"
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("agent")
    for title in ("mb/hand", "95% interval", "std/hand", "std/deal", "chips"):
        table.add_column(title, justify="right")
    for one in score.scores:
        colour = "green" if one.rate.mean > 0 else "red" if one.rate.mean < 0 else ""
        mean = f"[{colour}]{one.rate.mean:+,.1f}[/]" if colour else "0.0"
        table.add_row(
            literal(called[one.name]), mean, _interval(one.rate.interval), f"{one.hand_std:,.0f}",
            f"{one.rate.std:,.0f}", amount_text(rules, one.chips, sign=True),
        )  # fmt: skip
    screen.print(table)
    screen.print(verdict_line(score.verdict, called[score.verdict.leader], len(score.scores) == 2))
    if plan.is_compiled:
        screen.print("[dim]both agents are stored strategies: played by compiled code[/]")
    if score.by_session:
        screen.print("[dim]intervals from sessions, because an agent has memory[/]")
    if score.is_single:
        screen.print(
            "[yellow]an agent has memory, and there was one session: intervals assume independent "
            "hands; use --session N for several sessions[/]"
        )
    show_faults(screen, [called[name] for name in result.names], result.faults, out)
    if out is not None:
        screen.print(f"[dim]every hand in {literal(str(out))}[/]", soft_wrap=True)


def _speed(result: MatchResult) -> str:
    if not result.played_now:
        return "all read from disk"
    return f"{result.played_now / max(result.seconds, 1e-9):,.0f} a second"


def _interval(ends: tuple[float | None, float | None]) -> str:
    low, high = ends
    return "–" if low is None or high is None else f"[{low:+,.1f}, {high:+,.1f}]"


def verdict_line(verdict: MatchVerdict, leader: str, heads_up: bool) -> str:
    """The winner, or how many more hands would decide.

    Heads-up, the lead of one player over the other is twice their win rate; the rate is shown.
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
    more = "" if verdict.more_hands is None else f"; about {verdict.more_hands:,} more hands needed"
    ahead = "with" if heads_up else "by"
    return f"not decided: {leader} is ahead {ahead} {lead:,.1f}{spread} mb/hand{more}"
