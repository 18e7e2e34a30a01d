"""OpenSpiel itself, loaded when it is first needed."""

from __future__ import annotations

from typing import Any

from equipoise.base.errors import InputError


def pyspiel_module() -> Any:
    """The module ``pyspiel``; raises InputError with the installation command."""
    try:
        import pyspiel
    except ImportError:
        raise InputError(
            "OpenSpiel is not installed", expected="pip install 'equipoise[openspiel]'"
        ) from None
    return pyspiel
