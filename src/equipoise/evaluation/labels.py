"""What players are called where people look: tables and pictures, not files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

#: what stands between the parts of a specification
_BETWEEN = re.compile(r"([:,=])")


def labels(names: Sequence[str]) -> dict[str, str]:
    """Names without the folders of the paths in them, as long as that leaves them different.

    What is not there as a file or folder is not taken for a path.

    >>> labels(["call:name=A/B", "raise"])
    {'call:name=A/B': 'call:name=A/B', 'raise': 'raise'}
    """
    short = {name: "".join(map(_last_part, _BETWEEN.split(name))) for name in names}
    held = Counter(short.values())
    return {name: label if held[label] == 1 else name for name, label in short.items()}


def _last_part(text: str) -> str:
    try:
        return Path(text).name if "/" in text and Path(text).exists() else text
    except (OSError, ValueError):  # no name of a file
        return text
