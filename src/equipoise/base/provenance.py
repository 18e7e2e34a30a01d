"""Provenance of results: version, commit and command, for every result file."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from shlex import join
from typing import TypedDict

from equipoise.base.version import __version__

_SECONDS = 5.0
_command: str | None = None


class Provenance(TypedDict):
    """``commit`` is None if unknown, ``command`` if nothing was typed."""

    version: str
    commit: str | None
    command: str | None


def provenance() -> Provenance:
    """The provenance of the current process."""
    return {"version": __version__, "commit": commit(), "command": _command or _script()}


def made_by() -> dict[str, str | None]:
    """The same for manifests in which ``version`` is that of the format."""
    made = provenance()
    return {"equipoise": made["version"], "commit": made["commit"], "command": made["command"]}


def set_command(words: list[str]) -> None:
    """Store the command line, quoted for a shell."""
    global _command
    _command = join(["equipoise", *words])


def _script() -> str | None:
    """The running script, if equipoise is used as a library."""
    words = [word for word in sys.argv if word]
    return join([Path(words[0]).name, *words[1:]]) if words and words[0] != "-c" else None


@lru_cache(maxsize=1)
def commit() -> str | None:
    """The commit of the source checkout, with ``-changed`` if files differ from it.

    Or of the repository that the package was installed from, if the installer recorded it.
    """
    root = Path(__file__).parents[3]
    if (root / ".git").exists() and (root / "src" / "equipoise").is_dir():
        return _commit_of_checkout(root)
    try:
        origin = json.loads(distribution("equipoise").read_text("direct_url.json") or "{}")
        found = origin.get("vcs_info", {}).get("commit_id")
    except (PackageNotFoundError, ValueError, AttributeError):
        return None
    return found if isinstance(found, str) else None


def _commit_of_checkout(root: Path) -> str | None:
    git = shutil.which("git")
    if git is None:
        return None
    answers = []
    for words in (["rev-parse", "HEAD"], ["status", "--porcelain", "--", "src"]):
        try:
            asked = subprocess.run(
                [git, "-C", str(root), *words],
                capture_output=True, timeout=_SECONDS, check=True, encoding="utf-8",
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            return None
        answers.append(asked.stdout.strip())
    return answers[0] + ("-changed" if answers[1] else "")
