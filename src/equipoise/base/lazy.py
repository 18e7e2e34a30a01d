"""Package attributes that are imported on first use."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module


def lazy_names(
    package: str, home: dict[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """A package's ``__getattr__`` and ``__dir__``; ``home`` maps names to modules in it.

    ``module:name`` if the object has another name in its module.
    """

    def load(name: str) -> object:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, own_name = home[name].partition(":")
        value = getattr(import_module(f"{package}.{module}"), own_name or name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home})

    return load, names
