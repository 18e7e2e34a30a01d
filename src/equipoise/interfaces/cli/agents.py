"""``equipoise agents``: who can play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.errors import InputError
from equipoise.interfaces.cli.output import JsonOption, console, literal, print_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from equipoise.agents.registry import Entry

NamesArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="[NAME]...", help="Tell of these alone, with what their options mean."),
]


def agents(names: NamesArgument = None, as_json: JsonOption = False) -> None:
    """List the agents that have a name, with their options; those given by name in full.

    Wherever an agent is asked for, the folder of a stored strategy (DIR) does too, and the path of
    a Python file that registers one.
    """
    import equipoise.interfaces.cli.person  # noqa: F401 - registers the person
    from equipoise.agents.registry import all_agents, find_agent
    from equipoise.agents.strategies import FOLDER

    known = all_agents()
    by_name = {FOLDER.name: FOLDER, **known}
    by_name |= {name: find_agent(name).entry for name in names or () if name.endswith(".py")}
    for name in names or ():
        if name not in by_name:
            raise InputError(
                "there is none of this name", "agent", name, expected=f"one of {', '.join(by_name)}"
            )
    if as_json:
        chosen = [by_name[name] for name in names] if names else known.values()
        print_json({"agents": [_as_json(entry) for entry in chosen]})
    elif names:
        _show_options([by_name[name] for name in names])
    else:
        _show_all(by_name.values())


def _as_json(entry: Entry) -> dict[str, Any]:
    from equipoise.agents.registry import COMMON

    return {
        "name": entry.name,
        "description": entry.description,
        "options": [
            {"name": option.name, "default": option.default, "meaning": option.meaning}
            for option in entry.options + COMMON
        ],
    }


def _show_all(entries: Iterable[Entry]) -> None:
    from rich.table import Table

    from equipoise.agents.registry import COMMON

    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("agent", "what it does", "options"):
        table.add_column(title)
    for entry in entries:
        options = ", ".join(option.name for option in entry.options)
        table.add_row(
            f"[bold]{literal(entry.name)}[/]", literal(entry.description), literal(options)
        )
    screen = console()
    screen.print(table)
    common = ", ".join(option.name for option in COMMON)
    screen.print(f"[dim]all of them have {common} too; what options mean: equipoise agents NAME[/]")
    screen.print("[dim]write NAME:OPTION=VALUE,...   for example  raise:size=all-in[/]")


def _show_options(entries: Iterable[Entry]) -> None:
    from rich.table import Table

    from equipoise.agents.registry import COMMON

    screen = console()
    for entry in entries:
        screen.print(f"[bold]{literal(entry.name)}[/]  {literal(entry.description)}")
        table = Table(box=None, pad_edge=False, header_style="bold")
        for title in ("option", "default", "what it means"):
            table.add_column(title)
        for option in entry.options + COMMON:
            table.add_row(literal(option.name), literal(option.default), literal(option.meaning))
        screen.print(table)
