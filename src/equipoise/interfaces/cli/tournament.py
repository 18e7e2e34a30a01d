"""``equipoise tournament``: everybody against everybody, a crosstable and its rankings."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from math import hypot, inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.errors import InputError
from equipoise.evaluation.labels import labels
from equipoise.interfaces.cli.expected import (
    BoardsOption,
    ExpectedOption,
    check_boards,
    compute,
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
    from equipoise.evaluation.crosstable import Crosstable
    from equipoise.evaluation.estimates import Estimate
    from equipoise.evaluation.rankings import Ranking
    from equipoise.matches.faults import Faults
    from equipoise.matches.plan import MatchPlan

PICTURE, RESULT = "crosstable.png", "result.json"
Pairs = dict[tuple[int, int], "Estimate"]


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
    as_json: JsonOption = False,
) -> None:
    """A round robin heads-up: crosstable, total bankroll and bankroll run-off.

    --hands is what each pair plays. A winner is named only if it stays the same in 95% of the
    tables that the measured errors allow. With --expected the table has computed values in place
    of played ones wherever both of a pair are known.
    """
    import equipoise.interfaces.cli.person  # noqa: F401 - registers the person
    from equipoise.evaluation.crosstable import Crosstable
    from equipoise.evaluation.scores import score_match
    from equipoise.matches.faults import Faults
    from equipoise.matches.plan import MatchPlan
    from equipoise.matches.tournament import kept_seed, play_tournament
    from equipoise.progress import silent

    check_resume(resume, out)
    plan = MatchPlan(
        game, tuple(agents), hands, 0, duplicate, session,
        fault_rules(
            act_seconds, on_fault, forfeit_after, hand_seconds, match_seconds, agent_megabytes
        ),
    )  # fmt: skip
    kept = None if out is None or not resume else lambda: kept_seed(out)
    seed = chosen_seed(seed, plan, kept)
    plan = replace(plan, seed=seed)
    if expected:
        _check_expected(plan, boards)
    played_pairs: Pairs = {}
    computed: Pairs = {}
    faults = [Faults() for _ in agents]
    seconds, now, played = 0.0, 0, 0
    with progress("playing") as report:
        for pairing, result in play_tournament(plan, workers, out, resume, report):
            pair = pairing.row, pairing.column
            played_pairs[pair] = score_match(result).scores[0].rate
            faults[pairing.row].merge(result.faults[0])
            faults[pairing.column].merge(result.faults[1])
            seconds, now = seconds + result.seconds, now + result.played_now
            played += result.hands_played
            known = pairing.plan.known_pair() if expected else None
            if known is not None:
                computed[pair] = compute(pairing.plan, known, boards, silent).mean
    table = Crosstable.of_estimates(plan.names, played_pairs | computed)
    summary = {
        **_judged(table, None if computed else played),
        "expected": _beside(plan.names, played_pairs, computed, boards) if computed else None,
        "game": game, "hands": hands, "hands_played": played, "duplicate": duplicate,
        "seed": seed, "faults": [one.as_json() for one in faults],
        "seconds": round(seconds, 3), "hands_per_second": round(now / max(seconds, 1e-9), 1),
        "out": None if out is None else str(out),
    }  # fmt: skip
    if out is not None:
        _keep(table, game, summary, out)
    if as_json:
        print_json(summary)
    else:
        _show(table, summary, faults)


def _check_expected(plan: MatchPlan, boards: int) -> None:
    """Refuse, before anything is dealt, what nothing can be computed of."""
    from equipoise.matches.tournament import pairings

    check_boards(boards)
    if all(pairing.plan.known_pair() is None for pairing in pairings(plan)):
        raise InputError(
            "--expected needs two agents at least whose every chance is known",
            expected="folders of strategies, or exploiters of one",
        )


def _beside(names: tuple[str, ...], played: Pairs, computed: Pairs, boards: int) -> dict[str, Any]:
    """What was played beside what was computed, and whether the two agree.

    Played and computed come of different cards, so the errors of their difference add in squares.
    """
    from equipoise.evaluation.crosstable import Crosstable

    table = Crosstable.of_estimates(names, played)
    apart = sum(
        abs(played[pair].mean - value.mean) > hypot(played[pair].half or inf, value.half or 0.0)
        for pair, value in computed.items()
    )
    return {
        "boards": boards,
        "pairs": [list(pair) for pair in computed],
        "apart": apart,
        "played_mb_per_hand": table.means.tolist(),
        "played_half_widths": table.half_widths().tolist(),
    }


def _judged(table: Crosstable, played: int | None) -> dict[str, Any]:
    """The table with both rankings, how sure they are, and what would make them so.

    ``played`` hands stand behind it; None where some of it was computed.
    """
    from equipoise.evaluation.rankings import (
        by_runoff,
        runoff,
        sure_winner,
        times_needed,
        total_bankroll,
        winning_shares,
    )

    def named(players: tuple[int, ...]) -> list[str]:
        return [table.names[player] for player in players]

    def judged(rank: Callable[[Crosstable], Ranking]) -> dict[str, Any]:
        shares = winning_shares(table, rank)
        sure = sure_winner(shares)
        times = times_needed(table, rank)
        return {
            "places": [named(place) for place in rank(table).places],
            "winner": None if sure is None else table.names[sure],
            "shares": shares,
            "more_hands": None if times is None or played is None else (times - 1) * played,
            "times": times,
        }

    steps = runoff(table)[1]
    return {
        "agents": list(table.names),
        "mb_per_hand": table.means.tolist(),
        "half_widths": table.half_widths().tolist(),
        "averages": table.averages().tolist(),
        "average_half_widths": table.average_half_widths().tolist(),
        "bankroll": judged(total_bankroll),
        "runoff": {
            **judged(by_runoff),
            "removed": [named(step.removed) for step in steps],
        },
    }


def _keep(table: Crosstable, game: str, summary: dict[str, Any], out: Path) -> None:
    from equipoise.evaluation.pictures import can_draw, draw_crosstable
    from equipoise.files import write_atomically

    write_atomically(out / RESULT, json.dumps(summary, indent=1) + "\n")
    if can_draw():
        title = f"{game}, {summary['hands_played']:,} hands"
        write_atomically(out / PICTURE, draw_crosstable(table, title))


def _show(table: Crosstable, summary: dict[str, Any], faults: list[Faults]) -> None:
    from rich.table import Table

    from equipoise.interfaces.cli.match import show_faults

    screen, called = console(), labels(table.names)
    kind = "duplicate" if summary["duplicate"] else "plain"
    screen.print(
        f"[bold]{literal(summary['game'])}[/]  {summary['hands']:,} deals a pair, {kind}, seed "
        f"{summary['seed']}  [dim]({summary['hands_played']:,} hands)[/]"
    )
    grid = Table(box=None, pad_edge=False, header_style="bold", title="row against column, mb/hand")
    grid.add_column("")
    for number in range(len(table.names)):
        grid.add_column(f"({number + 1})", justify="right")
    grid.add_column("average", justify="right")
    averages, average_halves = table.averages(), table.average_half_widths()
    halves = table.half_widths()
    for row, name in enumerate(table.names):
        cells = [
            "" if row == column else _cell(table.means[row, column], halves[row, column])
            for column in range(len(table.names))
        ]
        grid.add_row(
            f"({row + 1}) {literal(called[name])}",
            *cells,
            _cell(averages[row], average_halves[row]),
        )
    screen.print(grid)
    if summary["expected"] is not None:
        screen.print(_expected_line(summary["expected"]), soft_wrap=True)
    for key, title in (("bankroll", "total bankroll"), ("runoff", "bankroll run-off")):
        screen.print(_ranking_line(title, summary[key], called))
    for name, one in zip(table.names, faults, strict=True):
        if one.total:
            show_faults(screen, called[name], one)
    if summary["out"] is not None:
        screen.print(f"[dim]every hand in {literal(summary['out'])}[/]", soft_wrap=True)


def _cell(mean: float, half: float) -> str:
    return f"{round(mean) + 0:+,d} ±{half:,.0f}"


def _expected_line(found: dict[str, Any]) -> str:
    count, apart = len(found["pairs"]), found["apart"]
    return (
        f"[dim]{count} {'pair' if count == 1 else 'pairs'} computed, exactly or all hands on "
        f"{found['boards']} boards; what was played agrees within the intervals in "
        f"{count - apart} of {count}[/]"
    )


def _ranking_line(title: str, ranking: dict[str, Any], called: dict[str, str]) -> str:
    places = [[literal(called[name]) for name in place] for place in ranking["places"]]
    order = " > ".join(" = ".join(place) for place in places)
    if ranking["winner"] is not None:
        winner = literal(called[ranking["winner"]])
        return f"{title}: [bold green]{winner}[/] wins  [dim]{order}[/]"
    best, more, times = max(ranking["shares"]), ranking["more_hands"], ranking["times"]
    needed = "" if times is None else f"; about {times:,} times as much would decide it"
    if more is not None:
        needed = f"; about {more:,} more hands would decide it"
    return (
        f"{title}: not decided, the first is so in {best:.0%} of the tables that the errors allow"
        f"{needed}  [dim]{order}[/]"
    )
