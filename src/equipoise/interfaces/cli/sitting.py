"""A person's sitting: where hands are saved, greeting and summary.

Hands go to ``played/DATE-TIME`` in the working directory unless ``--out`` names another folder.
"""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.base.errors import InputError
from equipoise.formats.story import amount_text, big_blinds_text
from equipoise.interfaces.cli.output import console, literal, warn

if TYPE_CHECKING:
    from equipoise.evaluation.scores import MatchScore, Score
    from equipoise.matches.match import MatchResult
    from equipoise.matches.plan import MatchPlan

PLAYED = Path("played")
_MB_IN_BB_PER_100 = 10.0  # thousandths of a big blind per hand in big blinds per hundred hands


def usual_folder() -> Path | None:
    """A new folder for the hands of a sitting; None, with a notice, if it cannot be created."""
    folder = PLAYED / datetime.now().strftime("%Y-%m-%d-%H%M%S")
    try:
        PLAYED.mkdir(exist_ok=True)
    except OSError as error:
        warn(f"hands are not saved: cannot use {str(PLAYED)!r}: {error.strerror}")
        return None
    return folder


def forget(folder: Path | None) -> None:
    """Remove the folder of a sitting without finished hands."""
    if folder is not None and folder.parent == PLAYED:
        shutil.rmtree(folder, ignore_errors=True)


def greet(plan: MatchPlan) -> None:
    """Print game, hands and seed before the first hand."""
    many = "1 hand" if plan.hands == 1 else f"{plan.hands:,} hands"
    console().print(
        f"[bold]{literal(plan.game)}[/] · {many} · seed {plan.seed} "
        f"[dim](--seed {plan.seed} deals the same cards again)[/]",
    )


def close(result: MatchResult, score: MatchScore, seat: int, out: Path | None) -> None:
    """Print the result of a sitting."""
    screen, own = console(), score.scores[seat]
    screen.print(f"\n[bold]the sitting[/]  {_result(result, own)}")
    low, high = own.rate.interval
    if low is None or high is None:
        screen.print("[dim]one hand is too few for an interval[/]")
    else:
        low, mean, high = (rate / _MB_IN_BB_PER_100 for rate in (low, own.rate.mean, high))
        screen.print(f"{mean:+,.0f} bb/100 hands, 95% interval [{low:+,.0f}, {high:+,.0f}]")
    if out is not None:
        for line in _saved(result, out):
            screen.print(f"[dim]{literal(line)}[/]", soft_wrap=True)


def _result(result: MatchResult, own: Score) -> str:
    rules = result.plan.rules()
    hands = "1 hand" if result.plan.hands == 1 else f"{result.plan.hands:,} hands"
    word = "won" if own.chips > 0 else "lost"
    blinds = big_blinds_text(rules, abs(own.chips))
    amount = amount_text(rules, abs(own.chips)) + (f" ({blinds})" if blinds else "")
    return f"you {word} {amount} in {hands}" if own.chips else f"even after {hands}"


def _saved(result: MatchResult, out: Path) -> list[str]:
    """Print where the hands are saved, and how to replay one."""
    from equipoise.matches.export import export_match
    from equipoise.matches.folder import MatchFolder

    lines = [f"hands saved in {out}"]
    try:
        (file, *_) = export_match(MatchFolder(out), "phh", out, result.plan)
    except InputError as error:  # a variant that PHH does not support
        return [*lines, f"not exported as hand histories: {error}"]
    lines.append(f"see one again: equipoise replay {file} --show {result.plan.hands}")
    return lines
