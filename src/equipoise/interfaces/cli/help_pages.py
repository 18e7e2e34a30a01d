"""Help pages: prose that fills the width, examples that keep their lines, no Python types."""

from __future__ import annotations

from typing import Any

EXAMPLES = "Examples:"
#: what stands for the value of an option without a name for it; seconds are S
_PLACES = {"host": "ADDRESS", "matches": "N", "menus": "MENUS", "responses": "LIST", "seed": "N"}


def dress(command: Any) -> None:
    """Lay out the help of a command and its subcommands.

    ``command`` is a Click object, whose class Typer renames between versions.
    """
    command.help = laid_out(command.help or "")
    for parameter in command.params:
        parameter.help = (parameter.help or "").replace("[", "\\[")  # not markup
        if parameter.param_type_name == "argument":
            _plain_argument(parameter)
        elif parameter.metavar is None:
            parameter.metavar = (
                "" if getattr(parameter, "is_flag", False) else _place(parameter.name)
            )
    usual = command.get_help_option

    def help_option(context: Any) -> Any:
        option = usual(context)
        if option is not None:
            option.metavar = ""
            option.help = "Show this help."
        return option

    command.get_help_option = help_option
    for below in getattr(command, "commands", {}).values():
        dress(below)


def _place(name: str) -> str:
    return "S" if "seconds" in name or name == "wait" else _PLACES.get(name, "NAME")


def _plain_argument(argument: Any) -> None:
    """Show an argument as ``GAME``, ``[BOARD]`` or ``AGENT...``, without Python types."""
    name = (argument.metavar or argument.name.upper()).removesuffix("...")
    name += "..." if argument.nargs != 1 else ""
    usage = name if argument.required or name.startswith("[") else f"[{name}]"
    argument.get_usage_pieces = lambda context: [usage]
    argument.display_type_rich = lambda ctx: None  # of newer versions of Typer


def laid_out(text: str) -> str:
    r"""A docstring for a help page: prose joined into lines of any width, brackets shown as such.

    >>> print(laid_out("Solve\na game [fast].\n\nExamples:\n  equipoise solve kuhn\n  equipoise"))
    Solve a game \[fast].
    <BLANKLINE>
    Examples:
      equipoise solve kuhn
      equipoise
    """
    paragraphs = []
    for paragraph in text.strip().split("\n\n"):
        lines = paragraph.splitlines()
        if not any(line.startswith("  ") for line in lines):
            lines = [" ".join(line.strip() for line in lines)]
        paragraphs.append("\n".join(lines))
    return "\n\n".join(paragraphs).replace("[", "\\[")


def examples(text: str) -> list[str]:
    """The command lines of a docstring's examples, without trailing remarks."""
    _, found, rest = text.partition(EXAMPLES)
    lines = [line.partition("  #")[0].strip() for line in rest.splitlines()]
    return [line for line in lines if line] if found else []
