"""Where an agent's code raised an exception, as text for its author."""

from __future__ import annotations

import traceback

from equipoise.base.errors import printable

_LONGEST = 4000  # characters; the end says most
_OURS = ("equipoise/agents/hosting/", "equipoise/matches/")


def trace_text(error: BaseException) -> str:
    """The traceback without the frames of whoever asked the agent, made printable.

    An agent's own exception may fail even at being shown; then its type is all that is said.
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
    """A traceback as it may be shown: printable, its last lines if it is long."""
    text = printable(text, keep="\n").strip()
    return text if len(text) <= _LONGEST else "...\n" + text[-_LONGEST:]


def raised_in(error: BaseException, file: str) -> str:
    """Where in a file an exception was raised: ``line 12``; nothing if it was not there."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    return f"line {lines[-1]}" if lines else ""
