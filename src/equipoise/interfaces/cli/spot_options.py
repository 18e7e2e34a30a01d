"""The options that describe a spot and its solve, shared by the commands of ``equipoise spot``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.base.errors import InputError

if TYPE_CHECKING:
    from equipoise.spots.solving import SpotJob

_SPOT, _BETS, _SOLVE = "The spot", "Bets", "Solving"


def _text(panel: str, text: str, place: str | None = None, *names: str) -> Any:
    return typer.Option(*names, help=text, metavar=place, rich_help_panel=panel)


FileArgument = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="A spot in TOML; options override it."),
]
BoardOption = Annotated[str | None, _text(_SPOT, "Three to five cards, like QsJh2h.", "CARDS")]
PotOption = Annotated[str | None, _text(_SPOT, "Chips in the pot.", "CHIPS")]
StackOption = Annotated[str | None, _text(_SPOT, "Chips each player has behind.", "CHIPS")]
OopOption = Annotated[
    str | None, _text(_SPOT, "Range out of position, like 'TT+,AQs+,76s:0.5'.", "RANGE")
]
IpOption = Annotated[str | None, _text(_SPOT, "Range in position.", "RANGE")]
RakeOption = Annotated[str | None, _text(_SPOT, "Rake in percent of the pot.", "PERCENT")]
RakeCapOption = Annotated[str | None, _text(_SPOT, "Maximum rake in chips.", "CHIPS")]
LockOption = Annotated[
    list[str] | None,
    _text(
        _SPOT,
        "Lock a player's strategy: 'LINE | HANDS | ACTION=SHARE, ...', or a file with one per "
        "line; may be repeated.",
        "LOCK",
    ),
]
BetsOption = Annotated[
    str | None,
    _text(
        _BETS,
        "Sizes like '50%, 20c, e, a', by street '33% / 75% / 75%, a' (default: 50%).",
        "SIZES",
    ),
]
RaisesOption = Annotated[
    str | None, _text(_BETS, "Sizes like '60%, 2.5x, 20c3r, a' (default: 2.5x, a).", "SIZES")
]
DonksOption = Annotated[
    str | None,
    _text(
        _BETS, "Out of position's bets into the previous aggressor (default: as --bets).", "SIZES"
    ),
]
OopBetsOption = Annotated[
    str | None, _text(_BETS, "Bets out of position, instead of --bets.", "SIZES")
]
OopRaisesOption = Annotated[str | None, _text(_BETS, "Raises out of position.", "SIZES")]
IpBetsOption = Annotated[str | None, _text(_BETS, "Bets in position.", "SIZES")]
IpRaisesOption = Annotated[str | None, _text(_BETS, "Raises in position.", "SIZES")]
AddAllInOption = Annotated[
    str | None, _text(_BETS, "Add all-in if it is at most this percentage of the pot.", "PERCENT")
]
ForceAllInOption = Annotated[
    str | None,
    _text(
        _BETS,
        "Make a bet all-in if it would leave at most this percentage of the pot behind.",
        "PERCENT",
    ),
]
MergeOption = Annotated[
    str | None, _text(_BETS, "Merge bets closer than this percentage.", "PERCENT")
]
RaiseCapOption = Annotated[int | None, _text(_BETS, "Maximum raises per street.", "N")]
RemoveOption = Annotated[
    list[str] | None, _text(_BETS, "Remove a line, like 'check, bet 50%'; may be repeated.", "LINE")
]
AddOption = Annotated[
    list[str] | None, _text(_BETS, "Add a bet by its line, like 'check, bet 30%'.", "LINE")
]
TargetOption = Annotated[
    float | None,
    _text(_SOLVE, "Stop at this exploitability, in percent of the pot (default: 0.5).", "PERCENT"),
]
IterationsOption = Annotated[int | None, _text(_SOLVE, "Maximum iterations.", "N")]
SecondsOption = Annotated[float | None, _text(_SOLVE, "Maximum seconds.", "S")]
MethodOption = Annotated[
    str | None, _text(_SOLVE, "dcfr4, dcfr, cfr+, pcfr+, lcfr, cfr (default: dcfr4).", "METHOD")
]
PrecisionOption = Annotated[
    str | None, _text(_SOLVE, "16-bit, single or double (default: single).", "P")
]
StoreOption = Annotated[
    str | None,
    _text(
        _SOLVE, "Last street to save: flop, turn, river; later ones are solved on demand.", "STREET"
    ),
]
OutOption = Annotated[Path | None, _text(_SOLVE, "Folder for the solution.", "DIR")]
ResumeOption = Annotated[bool, _text(_SOLVE, "Resume from the checkpoint.", None, "--resume")]

_SIZES = ("bets", "raises")


def asked_job(options: dict[str, Any], board: str | None = None) -> SpotJob:
    """The spot and its solve settings, from the options of a command and its file.

    ``board`` is used if none is given.
    """
    from equipoise.spots.file import SETTINGS, load_spot, spot_from
    from equipoise.spots.solving import METHOD, SpotJob
    from equipoise.spots.spot import DEFAULT_TARGET

    given = {name: value for name, value in options.items() if value is not None}
    settings: dict[str, Any] = {}
    values: dict[str, Any] = {}
    file = given.pop("file", None)
    if file is not None:
        spot, settings = load_spot(file, board)
        values = spot.described()
    settings |= {name: given.pop(name) for name in SETTINGS if name in given}
    out, resume = given.pop("out", None), given.pop("resume", False)
    locks = [line for text in given.pop("lock", []) for line in _lock_lines(text)]
    if locks:
        given["locks"] = [*values.get("locks", []), *locks]
    for name in _SIZES:
        if name in given:  # one for both players
            values.pop(f"oop_{name}", None)
            values.pop(f"ip_{name}", None)
    values |= given
    if board is not None:
        values.setdefault("board", board)
    missing = [n for n in ("board", "pot", "stack", "oop", "ip") if n not in values]
    if missing:
        needed = ", ".join(f"--{name}" for name in missing)
        raise InputError(
            f"{needed} missing", "spot", expected="give these options, or a FILE with them"
        )
    spot = spot_from(values)
    target = settings.get("target")
    if target is None and settings.keys().isdisjoint(("iterations", "seconds")):
        target = DEFAULT_TARGET
    return SpotJob(
        spot,
        None if target is None else _setting(target, float, "target"),
        _setting(settings.get("method", METHOD), str, "method"),
        _setting(settings.get("iterations"), int, "iterations"),
        _setting(settings.get("seconds"), float, "seconds"),
        _setting(settings.get("precision", "single"), str, "precision"),
        out,
        _setting(settings.get("store", "river"), str, "store"),
        resume,
    )


def _setting(value: Any, kind: type, name: str) -> Any:
    """A setting of a file or an option, converted to its type."""
    from decimal import Decimal

    if value is None:
        return None
    if kind is float and isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, kind) and not isinstance(value, bool):
        return value
    raise InputError(f"{value!r} is not a valid {kind.__name__}", f"--{name}")


def _lock_lines(text: str) -> list[str]:
    """A lock, or the locks of a file."""
    from equipoise.formats.text import is_file, read_text

    if "|" in text or not is_file(text):
        return [text]
    lines = [line.strip() for line in read_text(text).splitlines()]
    return [line for line in lines if line and not line.startswith("#")]
