"""Options that ``match`` and ``tournament`` share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.interfaces.cli.completions import complete_agent, complete_game

if TYPE_CHECKING:
    from equipoise.matches.faults import FaultRules

MatchSeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        help="Random seed; same seed, same result (default: 0; random if an agent is a file).",
    ),
]

AgentsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="AGENT...",
        help="NAME:OPTION=VALUE,..., a strategy folder, or a Python file (equipoise agents).",
        autocompletion=complete_agent,
    ),
]
GameOption = Annotated[
    str,
    typer.Option(
        "--game",
        metavar="GAME",
        help="The game to play (equipoise games).",
        autocompletion=complete_game,
    ),
]
HandsOption = Annotated[
    int,
    typer.Option(
        "--hands", metavar="N", help="Deals; with --duplicate each is played in every seating."
    ),
]
DuplicateOption = Annotated[
    bool,
    typer.Option("--duplicate", help="Replay each deal in every seating, with fresh agents."),
]
SessionOption = Annotated[
    int | None,
    typer.Option("--session", metavar="N", help="Hands until agents are recreated (default: all)."),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", min=1, help="Processes; no effect on the result."),
]
OutOption = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Save every hand here.")
]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Resume the match in --out, also with more hands.")
]
SecondsOption = Annotated[
    float,
    typer.Option("--act-seconds", metavar="S", help="Maximum seconds per decision; 0: no limit."),
]
HandSecondsOption = Annotated[
    float,
    typer.Option(
        "--hand-seconds", metavar="S", help="Maximum seconds of an agent per hand; 0: no limit."
    ),
]
MatchSecondsOption = Annotated[
    float,
    typer.Option(
        "--match-seconds", metavar="S", help="Maximum seconds of an agent per match; 0: no limit."
    ),
]
MegabytesOption = Annotated[
    int,
    typer.Option(
        "--agent-megabytes", metavar="MB", help="Memory limit of agents from files; 0: no limit."
    ),
]
InsteadOption = Annotated[
    str,
    typer.Option(
        "--on-fault", metavar="RULE", help="Action played after a fault: check-fold or acpc."
    ),
]
ForfeitOption = Annotated[
    int,
    typer.Option(
        "--forfeit-after",
        metavar="N",
        help="Disqualify an agent after N faults per session; 0: never.",
    ),
]


StrictOption = Annotated[
    bool, typer.Option("--strict", help="Stop at the first fault of an agent, with exit code 1.")
]
DebugOption = Annotated[
    bool, typer.Option("--debug", help="Show what agents print and write with self.log(...).")
]


def fault_rules(
    seconds: float,
    instead: str,
    forfeit: int,
    hand_seconds: float,
    match_seconds: float,
    megabytes: int,
) -> FaultRules:
    """The fault rules of the options."""
    from equipoise.base.errors import InputError
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


def check_resume(resume: bool, out: Path | None) -> None:
    """Raise InputError for ``--resume`` without ``--out``."""
    from equipoise.base.errors import InputError

    if resume and out is None:
        raise InputError("--resume needs --out", expected="the folder of the match to resume")
