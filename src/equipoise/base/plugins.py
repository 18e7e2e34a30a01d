"""Extensions from outside the package: modules that register methods, mappings and the like.

``EQUIPOISE_PLUGINS`` names Python files or modules, separated as in ``PATH``. They are imported
once per process, when a name is not found or names are listed, so that their registrations work in
commands and worker processes. Importing them runs their code.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from equipoise.base.errors import InputError, shortened

PLUGINS_VARIABLE = "EQUIPOISE_PLUGINS"
_loaded: set[str] = set()


def load_plugins() -> bool:
    """Import the modules that ``EQUIPOISE_PLUGINS`` names; True if one of them was new."""
    names = [name for name in os.environ.get(PLUGINS_VARIABLE, "").split(os.pathsep) if name]
    new = [name for name in names if name not in _loaded]
    for name in new:
        _loaded.add(name)
        try:
            _load(name)
        except InputError:
            raise
        except (Exception, SystemExit) as error:
            problem = shortened(f"{type(error).__name__}: {error}")
            raise InputError(
                f"importing it failed ({problem})",
                PLUGINS_VARIABLE,
                name,
                expected="Python files or modules that can be imported",
            ) from error
    return bool(new)


def _load(name: str) -> None:
    if not name.endswith(".py"):
        import_module(name)
        return
    path = Path(name).absolute()
    if not path.is_file():
        raise InputError("no such file", PLUGINS_VARIABLE, name)
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    spec.loader.exec_module(module)


def check_name(name: str, what: str) -> None:
    """Raise InputError for a name that is not allowed in options and notations."""
    plain = name.replace("-", "").replace("+", "").replace("_", "")
    if not (plain.isascii() and plain.isalnum() and name[0].isalpha()):
        raise InputError(
            f"{name!r} is not allowed as the name of a {what}",
            expected="use a letter, then letters, digits, - + or _",
        )
