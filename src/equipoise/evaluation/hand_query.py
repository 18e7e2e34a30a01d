"""A condition in SQL on the rows of hands, evaluated by DuckDB in a sandbox.

The condition is untrusted input: it is parsed first and rejected unless it is one expression on the
columns (no further statement, no subquery); the database has no access to files, no extensions, and
locked settings.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from equipoise.base.errors import InputError
from equipoise.evaluation.hand_rows import Columns
from equipoise.kernels.types import Int64s

_EXPECTED = "a condition such as position = 'BTN' and pot > 20"


def matching_rows(columns: Columns, where: str | None) -> Int64s:
    """The numbers of the rows that satisfy a condition; all if None."""
    count = len(next(iter(columns.values())))
    everything: Int64s = np.arange(count, dtype=np.int64)
    if where is None:
        return everything
    import duckdb

    database = duckdb.connect(":memory:")
    try:
        database.register("given", {**columns, "row_number": everything})
        values = ", ".join(
            f"CASE WHEN isnan({name}) THEN NULL ELSE {name} END AS {name}"
            if column.dtype.kind == "f"
            else name
            for name, column in columns.items()
        )
        database.execute(f"CREATE TABLE hands AS SELECT row_number, {values} FROM given")
        database.unregister("given")
        for setting in (
            "enable_external_access = false",
            "autoload_known_extensions = false",
            "autoinstall_known_extensions = false",
            "threads = 1",
            "lock_configuration = true",
        ):
            database.execute(f"SET {setting}")
        if not where.isprintable() and any(0xD800 <= ord(letter) < 0xE000 for letter in where):
            raise _refused("not UTF-8", where, columns)
        query = f"SELECT row_number FROM hands WHERE (\n{where}\n)"
        _check_condition(database, query, where, columns)
        found = database.execute(f"{query} ORDER BY row_number").fetchnumpy()["row_number"]
        rows: Int64s = np.asarray(found, dtype=np.int64)
        return rows
    except duckdb.Error as error:
        raise _refused(str(error).splitlines()[0], where, columns) from None
    finally:
        database.close()


def _check_condition(database: Any, query: str, where: str, columns: Columns) -> None:
    """Raise InputError unless it is a single SELECT on the table of hands, without subqueries."""
    if database.extract_statements(query).__len__() != 1:
        raise _refused("more than one statement", where, columns)
    [(text,)] = database.execute("SELECT json_serialize_sql(?::VARCHAR)", [query]).fetchall()
    tree = json.loads(text)
    if tree.get("error"):
        problem = str(tree.get("error_message", "not SQL")).splitlines()[0]
        raise _refused(problem, where, columns)
    statements = tree["statements"]
    node = statements[0]["node"]
    single = len(statements) == 1 and node["type"] == "SELECT_NODE" and not node.get("modifiers")
    table = node.get("from_table", {})
    if not single or (table.get("type"), table.get("table_name")) != ("BASE_TABLE", "hands"):
        raise _refused("more than a condition", where, columns)
    if node.get("group_expressions") or node.get("having") or node.get("qualify"):
        raise _refused("more than a condition", where, columns)
    if _holds_subquery(node.get("where_clause")):
        raise _refused("a subquery", where, columns)


def _holds_subquery(part: Any) -> bool:
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            if one.get("class") == "SUBQUERY":
                return True
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return False


def _refused(problem: str, where: str, columns: Columns) -> InputError:
    return InputError(
        f"{where!r}: {problem}",
        "where",
        expected=f"{_EXPECTED}; the columns are {', '.join(columns)}",
    )
