"""``equipoise agents``: who can play."""

from __future__ import annotations

from equipoise.interfaces.cli.output import JsonOption, console, print_json


def agents(as_json: JsonOption = False) -> None:
    """List the agents that have a name, with their options.

    Wherever an agent is asked for, the folder of a stored strategy (DIR) does too, and the path of
    a Python file that registers one.
    """
    import equipoise.interfaces.cli.person  # noqa: F401 - registers the person
    from equipoise.agents.registry import COMMON, all_agents
    from equipoise.agents.strategies import FOLDER

    known = all_agents()
    if as_json:
        listed = [
            {
                "name": entry.name,
                "description": entry.description,
                "options": [
                    {"name": option.name, "default": option.default, "meaning": option.meaning}
                    for option in entry.options + COMMON
                ],
            }
            for entry in known.values()
        ]
        print_json({"agents": listed})
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("agent", "option", "default", "what it does"):
        table.add_column(title)
    for entry in (FOLDER, *known.values()):
        table.add_row(f"[bold]{escape(entry.name)}[/]", "", "", escape(entry.description))
        for option in entry.options:
            table.add_row("", escape(option.name), escape(option.default), escape(option.meaning))
    table.add_row("[dim]all of them[/]")
    for option in COMMON:
        table.add_row("", option.name, option.default, escape(option.meaning))
    screen = console()
    screen.print(table)
    screen.print("[dim]write NAME:OPTION=VALUE,...   for example  raise:size=all-in[/]")
