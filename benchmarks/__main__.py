"""Runs the benchmarks and prints one table; exit code 1 if a floor is missed."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Row


def main() -> int:
    names = [module.name for module in iter_modules([str(Path(__file__).parent)])]
    names = [name for name in names if name not in ("__main__", "measure")]
    chosen = sys.argv[1:] or names
    unknown = [name for name in chosen if name not in names]
    if unknown:
        print(f"error: no benchmark {unknown[0]!r}; known are {', '.join(names)}", file=sys.stderr)
        return 2
    rows: list[Row] = []
    for name in chosen:
        rows += import_module(f"benchmarks.{name}").run()
    table = Table(box=None, header_style="bold")
    for title in ("what", "ours", "beside", "ratio", "floor", ""):
        table.add_column(title, justify="right" if title in ("ratio", "floor") else "left")
    for row in rows:
        mark = "[green]ok[/]" if row.holds else "[bold red]below[/]"
        table.add_row(row.name, row.ours, row.other, f"{row.ratio:.3g}", f"{row.floor:g}", mark)
    Console(width=110).print(table)
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
