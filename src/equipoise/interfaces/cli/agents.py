"""``equipoise agents``: built-in agents and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.interfaces.cli.completions import complete_agent
from equipoise.interfaces.cli.output import JsonOption, console, literal, print_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from equipoise.agents.registry import Entry

NamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME]...",
        help="Show only these, with their options.",
        autocompletion=complete_agent,
    ),
]


def agents(names: NamesArgument = None, as_json: JsonOption = False) -> None:
    """List built-in agents; name some to see their options.

    A strategy folder also works wherever an agent is expected, and so does a Python file that
    registers one. Options follow the name: raise:size=all-in.

    Examples:
      equipoise agents
      equipoise agents raise loki-gom
      equipoise agents DIR            # options of stored strategies
      equipoise agents mine.py        # what a file registers

    """
    import equipoise.interfaces.cli.person  # noqa: F401 - registers the person
    from equipoise.agents.registry import all_agents, find_agent
    from equipoise.agents.strategies import FOLDER

    known = all_agents()
    by_name = {FOLDER.name: FOLDER, **known}
    by_name |= {name: find_agent(name).entry for name in names or () if name not in by_name}
    if as_json:
        chosen = [by_name[name] for name in names] if names else known.values()
        print_json({"agents": [_as_json(entry) for entry in chosen]})
    elif names:
        _show_options([by_name[name] for name in names])
    else:
        _show_all(by_name.values())


def _about(entry: Entry) -> dict[str, Any]:
    """The description in an agent's file; empty for other agents."""
    if entry.file is None:
        return {}
    from equipoise.agents.hosting.process import about_file

    said = about_file(entry.file)
    about = {name: said.get(name) for name in ("registered", "made_by", "remembers", "listens")}
    return {**about, "sha256": entry.file.digest}


def _file_lines(entry: Entry) -> list[str]:
    """The same as text, with an example command."""
    about = _about(entry)
    if not about:
        return []
    memory = {True: "remembers earlier hands", False: "forgets between hands", None: ""}
    news = {True: "receives every action (observe)", False: "acts only (no observe)", None: ""}
    lines = [f"registers {about['registered']!r}, made by {about['made_by'] or 'a function'}"]
    said = [memory[about["remembers"]], news[about["listens"]]]
    lines += [", ".join(filter(None, said))] if any(said) else []
    return [*lines, f"try it: equipoise match {entry.name} call --hands 100 --strict"]


def _as_json(entry: Entry) -> dict[str, Any]:
    from equipoise.agents.registry import COMMON

    return {
        **_about(entry),
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
    screen.print(f"[dim]all have {common} too; options explained: equipoise agents NAME[/]")
    screen.print("[dim]write NAME:OPTION=VALUE,...   for example  raise:size=all-in[/]")


def _show_options(entries: Iterable[Entry]) -> None:
    from rich.table import Table

    from equipoise.agents.registry import COMMON

    screen = console()
    for entry in entries:
        screen.print(f"[bold]{literal(entry.name)}[/]  {literal(entry.description)}")
        for line in _file_lines(entry):
            screen.print(f"[dim]{literal(line)}[/]", soft_wrap=True)
        table = Table(box=None, pad_edge=False, header_style="bold")
        for title in ("option", "default", "what it means"):
            table.add_column(title)
        for option in entry.options + COMMON:
            table.add_row(literal(option.name), literal(option.default), literal(option.meaning))
        screen.print(table)
