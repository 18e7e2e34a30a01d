"""Options that ``match`` and ``tournament`` share."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from equipoise.matches.faults import FaultRules
    from equipoise.matches.plan import MatchPlan

MatchSeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        help="Random seed; same seed, same result (default: 0; random if an agent is a file).",
    ),
]

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
HandSecondsOption = Annotated[
    float, typer.Option("--hand-seconds", help="Maximum seconds for a hand's decisions; 0: any.")
]
MatchSecondsOption = Annotated[
    float,
    typer.Option("--match-seconds", help="Maximum seconds for a match's decisions; 0: any."),
]
MegabytesOption = Annotated[
    int, typer.Option("--agent-megabytes", help="Memory of an agent from a file; 0: any.")
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


def fault_rules(
    seconds: float,
    instead: str,
    forfeit: int,
    hand_seconds: float,
    match_seconds: float,
    megabytes: int,
) -> FaultRules:
    """What the options say is charged."""
    from equipoise.errors import InputError
    from equipoise.matches.faults import INSTEAD, FaultRules

    chosen = next((known for known in INSTEAD if known == instead), None)
    if chosen is None:
        raise InputError(
            f"unknown charge {instead!r}", "--on-fault", expected=f"one of {', '.join(INSTEAD)}"
        )
    return FaultRules(
        seconds or None,
        chosen,
        forfeit or None,
        hand_seconds or None,
        match_seconds or None,
        megabytes or None,
    )


def chosen_seed(seed: int | None, plan: MatchPlan, kept: Callable[[], int] | None) -> int:
    """The seed of a match: what was given, or what is ``kept`` of the match that goes on.

    Where neither is there it is 0; but an agent from a file may deal itself the cards of a seed
    that it guesses, so against one it is drawn, and shown like any other.
    """
    if seed is not None:
        return seed
    if kept is not None:
        return kept()
    if any(spec.entry.file is not None for spec in plan.specs()):
        return secrets.randbits(62)
    return 0


def check_resume(resume: bool, out: Path | None) -> None:
    """``--resume`` makes sense only with ``--out``."""
    from equipoise.errors import InputError

    if resume and out is None:
        raise InputError("--resume needs --out", expected="the folder of the match to go on with")
