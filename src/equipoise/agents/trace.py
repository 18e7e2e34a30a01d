"""Where an agent's code raised an exception, as text for its author."""

from __future__ import annotations

import traceback

from equipoise.base.errors import printable

_LONGEST = 4000  # characters; the end matters most
_OURS = ("equipoise/agents/hosting/", "equipoise/matches/")


def trace_text(error: BaseException) -> str:
    """The traceback without the caller's frames, made printable.

    If formatting an agent's own exception fails, only its type is shown.
    """
    try:
        shown = traceback.TracebackException.from_exception(error)
        frames = list(shown.stack)
        theirs = [f for f in frames if not any(ours in f.filename for ours in _OURS)]
        shown.stack = traceback.StackSummary.from_list(theirs or frames)
        text = "".join(shown.format())
    except BaseException:
        text = type(error).__name__
    return trimmed(text)


def trimmed(text: str) -> str:
    """A traceback made printable, truncated to its last lines."""
    text = printable(text, keep="\n").strip()
    return text if len(text) <= _LONGEST else "...\n" + text[-_LONGEST:]


def raised_in(error: BaseException, file: str) -> str:
    """The line of a file at which an exception was raised: ``line 12``; empty if none."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    return f"line {lines[-1]}" if lines else ""
