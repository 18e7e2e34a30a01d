"""``equipoise tournament``: a round robin, its crosstable and rankings."""

from __future__ import annotations

import json
from dataclasses import replace
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from equipoise.base.errors import InputError, Interrupted, printable
from equipoise.evaluation.labels import labels
from equipoise.interfaces.as_json.matches import tournament_json
from equipoise.interfaces.cli.assess import EstimatorOption, ValuesOption, read_how
from equipoise.interfaces.cli.expected import BoardsOption, ExpectedOption
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
    write_picture,
)
from equipoise.interfaces.cli.stopping import command_again, leave_stopped
from equipoise.interfaces.cli.tables_view import hold_at_tables
from equipoise.interfaces.cli.wide import print_wide

if TYPE_CHECKING:
    from equipoise.evaluation.computed import PlayedAndComputed
    from equipoise.evaluation.rankings import JudgedRanking
    from equipoise.evaluation.tournament import TournamentResult
    from equipoise.matches.plan import MatchPlan

PICTURE, RESULT = "crosstable.png", "result.json"


def tournament(
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
    """Play a round robin: crosstable and rankings.

    Every pair plays --hands deals; in a game for more than two, every set of agents that fills a
    table. Rankings are by total bankroll and by bankroll run-off; a winner
    is declared only with 95% confidence. With --expected, pairs of stored strategies are computed
    instead of played.

    Examples:
      equipoise tournament call raise random --game leduc --hands 1000
      equipoise tournament fcpa fcpa:translation=soft call --game leduc-nolimit:12 --duplicate
      equipoise tournament nolimit call random raise --game holdem-nolimit:100bb,3p

    """
    import equipoise.interfaces.cli.person  # noqa: F401 - registers the person
    from equipoise.agents.journal import read_from_now_on
    from equipoise.evaluation.tournament import hold_tournament
    from equipoise.matches.faults import StrictFault
    from equipoise.matches.plan import MatchPlan
    from equipoise.matches.seeds import choose_seed
    from equipoise.matches.tournament import kept_seed

    check_resume(resume, out)
    faults = fault_rules(
        act_seconds, on_fault, forfeit_after, hand_seconds, match_seconds, agent_megabytes
    )
    plan = MatchPlan(game, tuple(agents), hands, 0, duplicate, session, faults, strict=strict)
    workers = 1 if strict else workers
    kept = None if out is None or not resume else lambda: kept_seed(out)
    plan = replace(plan, seed=choose_seed(seed, plan, kept))
    if debug:
        read_from_now_on()
    at_tables = plan.rules().players > 2
    if at_tables and (expected or estimator is not None):
        raise InputError("--expected and --estimator need a game for two players")
    finished: list[str] = []
    try:
        if at_tables:
            hold_at_tables(plan, workers, out, resume, as_json, finished.append)
            return
        with progress("playing") as report:
            result = hold_tournament(
                plan, workers, out, resume, boards if expected else None, report,
                estimator=estimator, how=read_how(values, workers=workers),
                on_match=finished.append,
            )  # fmt: skip
    except StrictFault as fault:
        say_strict(fault)
        raise
    except KeyboardInterrupt as stopped:
        _leave(plan, finished, stopped, out, as_json)
    if out is not None:
        _keep(result, out)
    if as_json:
        print_json(tournament_json(result, out))
    else:
        _show(result, out)


def _leave(
    plan: MatchPlan,
    finished: list[str],
    stopped: KeyboardInterrupt,
    out: Path | None,
    as_json: bool,
) -> NoReturn:
    """Ctrl-C: print finished matches and the current one, and how to resume."""
    from equipoise.evaluation.scores import score_match
    from equipoise.evaluation.tournament import match_line
    from equipoise.matches.match import MatchResult

    lines = list(finished)
    if isinstance(stopped, Interrupted) and isinstance(stopped.so_far, MatchResult):
        part, rate = stopped.so_far, score_match(stopped.so_far).scores[0].rate
        lines.append(f"{match_line(part.names, rate)} after {part.plan.hands:,} deals")
    if not as_json:
        for line in lines:
            console().print(literal(line), soft_wrap=True)
    matches = comb(len(plan.agents), plan.rules().players)
    many = f"{len(finished)} of {matches} matches were finished"
    if out is None:
        leave_stopped(f"{many}; hands are saved only with --out DIR")
    leave_stopped(f"{many}; all complete sessions are saved in {out}", command_again("--resume"))


def _keep(result: TournamentResult, out: Path) -> None:
    from equipoise.base.files import write_atomically
    from equipoise.base.provenance import provenance
    from equipoise.plots.crosstables import draw_crosstable
    from equipoise.plots.style import can_draw

    summary = {**tournament_json(result, out), **provenance()}
    write_atomically(out / RESULT, json.dumps(summary, indent=1) + "\n")
    if can_draw():
        title = f"{result.plan.game}, {result.hands_played:,} hands"
        write_picture(out / PICTURE, draw_crosstable(result.table, title))


def _show(result: TournamentResult, out: Path | None) -> None:
    plan, table = result.plan, result.table
    screen, called = console(), labels(table.names)
    kind = "duplicate" if plan.duplicate else "plain"
    screen.print(
        f"[bold]{literal(plan.game)}[/]  {plan.hands:,} deals per pair, {kind}, seed {plan.seed} "
        f" [dim]({result.hands_played:,} hands)[/]"
    )
    averages, average_halves = table.averages(), table.average_half_widths()
    halves = table.half_widths()
    rows = []
    for row, name in enumerate(table.names):
        cells = [
            "" if row == column else _cell(table.means[row, column], halves[row, column])
            for column in range(len(table.names))
        ]
        average = _cell(averages[row], average_halves[row])
        rows.append([f"({row + 1}) {printable(called[name])}", *cells, average])
    header = ["", *(f"({number + 1})" for number in range(len(table.names))), "average"]
    by = "" if result.estimator == "money" else f" by {result.estimator}"
    print_wide(screen, header, rows, f"row against column, mb/hand{by}")
    if result.computed is not None:
        screen.print(_computed_line(result.computed), soft_wrap=True)
    names = [literal(called[name]) for name in table.names]
    screen.print(_ranking_line("total bankroll", result, result.bankroll, names))
    screen.print(_ranking_line("bankroll run-off", result, result.runoff, names))
    show_faults(screen, [called[name] for name in table.names], result.faults, out)
    if out is not None:
        screen.print(f"[dim]every hand in {literal(str(out))}[/]", soft_wrap=True)


def _cell(mean: float, half: float) -> str:
    return f"{round(mean) + 0:+,d} ±{half:,.0f}"


def _computed_line(found: PlayedAndComputed) -> str:
    count = len(found.pairs)
    return (
        f"[dim]{count} {'pair' if count == 1 else 'pairs'} computed, exactly or over all hands on "
        f"{found.boards} boards; played results agree within their intervals in "
        f"{count - found.apart} of {count}[/]"
    )


def _ranking_line(
    title: str, result: TournamentResult, judged: JudgedRanking, names: list[str]
) -> str:
    places = [[names[player] for player in place] for place in judged.ranking.places]
    order = " > ".join(" = ".join(place) for place in places)
    if judged.winner is not None:
        return f"{title}: [bold green]{names[judged.winner]}[/] wins  [dim]{order}[/]"
    more, times = result.more_hands(judged), judged.times
    needed = "" if times is None else f"; about {times:,} times as many hands would decide it"
    if more is not None:
        needed = f"; about {more:,} more hands would decide it"
    return (
        f"{title}: not decided ({max(judged.shares):.0%} confidence in the leader)"
        f"{needed}  [dim]{order}[/]"
    )
