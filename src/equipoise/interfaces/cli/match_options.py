"""Options that ``match`` and ``tournament`` share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from equipoise.matches.faults import FaultRules

_MOST_SECONDS = 1e6  # timers take no more than some years

AgentsArgument = Annotated[
    list[str],
    typer.Argument(metavar="AGENT...", help="NAME[:OPTION=VALUE,...]; see equipoise agents."),
]
GameOption = Annotated[str, typer.Option("--game", metavar="GAME", help="See equipoise games.")]
HandsOption = Annotated[
    int,
    typer.Option("--hands", metavar="N", help="How many deals; duplicate play plays each again."),
]
DuplicateOption = Annotated[
    bool,
    typer.Option("--duplicate", help="Play every deal in all seatings, without memory of others."),
]
SessionOption = Annotated[
    int | None,
    typer.Option(
        "--session", metavar="N", help="Agents keep their memory for so many hands (default: all)."
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", min=1, help="Processes; the result does not depend on it."),
]
OutOption = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Keep every hand here.")
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on with what --out holds.")]
SecondsOption = Annotated[
    float, typer.Option("--act-seconds", help="The most a decision may take; 0 for any.")
]
InsteadOption = Annotated[
    str, typer.Option("--on-fault", help="What is played for a fault: check-fold or acpc.")
]
ForfeitOption = Annotated[
    int,
    typer.Option(
        "--forfeit-after", help="So many faults in a session and an agent is out; 0 for never."
    ),
]


def fault_rules(seconds: float, instead: str, forfeit: int) -> FaultRules:
    """What the options say is charged."""
    from equipoise.errors import InputError
    from equipoise.matches.faults import INSTEAD, FaultRules

    chosen = next((known for known in INSTEAD if known == instead), None)
    if chosen is None:
        raise InputError(
            f"unknown charge {instead!r}", "--on-fault", expected=f"one of {', '.join(INSTEAD)}"
        )
    if seconds > _MOST_SECONDS:
        raise InputError(
            f"{seconds:g} seconds for a decision", "--act-seconds", expected="0 sets no limit"
        )
    return FaultRules(seconds or None, chosen, forfeit or None)


def check_resume(resume: bool, out: Path | None) -> None:
    """``--resume`` makes sense only with ``--out``."""
    from equipoise.errors import InputError

    if resume and out is None:
        raise InputError("--resume needs --out", expected="the folder of the match to go on with")
