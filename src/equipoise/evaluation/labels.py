"""Short names of players for tables and plots (files keep the full ones)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

#: separators between the parts of a specification
_BETWEEN = re.compile(r"([:,=])")


def labels(names: Sequence[str]) -> dict[str, str]:
    """Names with paths cut to their last part, unless two names would become equal.

    Only existing files and folders count as paths.

    >>> labels(["call:name=A/B", "raise"])
    {'call:name=A/B': 'call:name=A/B', 'raise': 'raise'}
    """
    short = {name: "".join(map(_last_part, _BETWEEN.split(name))) for name in names}
    held = Counter(short.values())
    return {name: label if held[label] == 1 else name for name, label in short.items()}


def _last_part(text: str) -> str:
    try:
        return Path(text).name if "/" in text and Path(text).exists() else text
    except (OSError, ValueError):  # not a valid file name
        return text
