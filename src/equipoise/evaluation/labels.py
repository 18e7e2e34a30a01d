"""What players are called where people look: tables and pictures, not files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

#: the folders before the last part of a path within a specification
_FOLDERS = re.compile(r"[^\s:,=]*/(?=[^\s:,=/])")


def labels(names: Sequence[str]) -> dict[str, str]:
    """Names without the folders of their paths, as long as that leaves them different.

    >>> list(labels(["out/play/soft", "naive-pa:strategy=out/play/soft,name=n"]).values())
    ['soft', 'naive-pa:strategy=soft,name=n']
    >>> list(labels(["a/blueprint", "b/blueprint", "b/other"]).values())
    ['a/blueprint', 'b/blueprint', 'other']
    """
    short = {name: _FOLDERS.sub("", name) for name in names}
    held = Counter(short.values())
    return {name: label if held[label] == 1 else name for name, label in short.items()}
