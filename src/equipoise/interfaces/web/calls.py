"""JSON calls: a plain function of the desk and a request's values, answered from a thread.

Every call is documented in ``docs/page.md``. Bad input is answered with 400 and one line, as the
command line prints it; what is not there with 404.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from equipoise.base.errors import InputError, UnsolvedError, one_line

Values = Mapping[str, Any]
#: takes what the server keeps and the values of the request: path, query, JSON body
Call = Callable[[Any, dict[str, Any]], Any]


class MissingError(InputError):
    """Something that is not there: 404."""


class Text:
    """An answer that is a file to keep rather than JSON."""

    def __init__(self, text: str, name: str, kind: str = "text/csv") -> None:
        self.text, self.name, self.kind = text, name, kind


class Picture:
    """An answer that is a PNG file."""

    def __init__(self, data: bytes) -> None:
        self.data = data


def answer(value: Any, code: int = 200) -> Response:
    """A value as JSON; numbers that JSON does not have raise."""
    return Response(json.dumps(value, allow_nan=False), code, media_type="application/json")


def endpoint(call: Call) -> Callable[[Request], Awaitable[Response]]:
    """A call as Starlette asks for it."""

    async def respond(request: Request) -> Response:
        try:
            values: dict[str, Any] = {**request.query_params, **request.path_params}
            if request.method not in ("GET", "HEAD"):
                values |= _read(await request.body())
            found = await run_in_threadpool(call, request.app.state.desk, values)
            if isinstance(found, Text):
                headers = {"content-disposition": f'attachment; filename="{found.name}"'}
                return Response(found.text, headers=headers, media_type=found.kind)
            if isinstance(found, Picture):
                return Response(found.data, media_type="image/png")
            return answer(found)
        except MissingError as error:
            return answer({"error": str(error)}, 404)
        except InputError as error:
            return answer({"error": str(error)}, 400)
        except UnsolvedError as error:
            return answer({"error": one_line(str(error))}, 409)
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            words = one_line(f"internal error: {type(error).__name__}: {error}")
            return answer({"error": words}, 500)

    return respond


def _read(body: bytes) -> dict[str, Any]:
    if not body:
        return {}
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise InputError("the body is not JSON", expected="one JSON object") from None
    if not isinstance(found, dict):
        raise InputError("the body is not an object", expected="one JSON object")
    return found


def text_of(values: Values, name: str, default: str | None = None, most: int = 20_000) -> str:
    """A text among the values."""
    value = values.get(name, default)
    if value is None:
        raise InputError("is missing", name)
    if not isinstance(value, str) or len(value) > most:
        raise InputError("is no text of a sensible length", name)
    return value.strip()


def number_of(
    values: Values, name: str, default: float | None = None, low: float = 0, high: float = 1e12
) -> float | None:
    """A number among the values; texts of numbers too, as forms and addresses have them."""
    value = values.get(name, default)
    if value is None or value == "":
        return default
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise InputError(f"{value!r} is no number", name) from None
    if isinstance(value, bool) or not low <= found <= high:
        raise InputError(f"{value!r} is out of range", name, expected=f"{low:g} to {high:g}")
    return found


def whole_of(
    values: Values, name: str, default: int | None = None, low: int = 0, high: int = 2**53
) -> int | None:
    """A whole number among the values."""
    found = number_of(values, name, default, low, high)
    if found is None:
        return None
    if found != int(found):
        raise InputError(f"{found:g} is no whole number", name)
    return int(found)


def flag_of(values: Values, name: str, default: bool = False) -> bool:
    """A yes or no among the values."""
    value = values.get(name, default)
    if isinstance(value, str):
        value = {"true": True, "1": True, "yes": True, "false": False, "0": False}.get(value)
    if not isinstance(value, bool):
        raise InputError("is neither true nor false", name)
    return value
