"""Text for encodings without all of Unicode: suits as letters, signs spelled out."""

from __future__ import annotations

import codecs
import io
import sys

_INSTEAD = {
    "♠": "s", "♥": "h", "♦": "d", "♣": "c", "±": "+-", "−": "-", "–": "-", "·": ".", "…": "...",
    "≈": "~", "│": "|", "ï": "i", "ø": "o",
    **dict.fromkeys("█▉▊▋▌▍▎▏━╸╺", "#"),  # bars
    **dict(zip("▁▂▃▄▅▆▇", "_.-=+*%", strict=True)),  # rising columns
}  # fmt: skip


def spelled_out(error: UnicodeError) -> tuple[str, int]:
    """Replacement for characters that cannot be encoded; a handler for ``codecs``.

    >>> codecs.register_error("plain", spelled_out)
    >>> "A♦ T♠ ±1 ☃".encode("ascii", "plain").decode()
    'Ad Ts +-1 ?'
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(_INSTEAD.get(character, "?") for character in lost), error.end


def write_in_any_encoding() -> None:
    """Make stdout accept all text in any encoding, so that a suit symbol never fails."""
    codecs.register_error("plain", spelled_out)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="plain")
