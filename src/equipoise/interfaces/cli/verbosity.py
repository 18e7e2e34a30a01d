"""``--quiet`` and ``--verbose``, accepted anywhere on a command line.

Quiet: results and errors only, no progress and no notices. Verbose: how long each stage took, a
line of progress every five seconds in logs, and tracebacks of internal errors.
"""

from __future__ import annotations

from enum import IntEnum

QUIET_WORDS, VERBOSE_WORDS = ("--quiet", "-q"), ("--verbose", "-v")


class Verbosity(IntEnum):
    """How much is printed besides results."""

    QUIET = 0
    NORMAL = 1
    VERBOSE = 2


_chosen = Verbosity.NORMAL


def verbosity() -> Verbosity:
    """The verbosity chosen on the command line."""
    return _chosen


def take_verbosity(arguments: list[str]) -> list[str]:
    """The arguments without ``--quiet`` and ``--verbose``, of which the last one counts.

    Words after ``--`` are left alone.

    >>> take_verbosity(["solve", "kuhn", "-q", "--", "-v"]), verbosity().name
    (['solve', 'kuhn', '--', '-v'], 'QUIET')
    >>> take_verbosity(["solve"]), verbosity().name
    (['solve'], 'NORMAL')
    """
    global _chosen
    _chosen = Verbosity.NORMAL
    end = arguments.index("--") if "--" in arguments else len(arguments)
    left = []
    for word in arguments[:end]:
        if word in QUIET_WORDS:
            _chosen = Verbosity.QUIET
        elif word in VERBOSE_WORDS:
            _chosen = Verbosity.VERBOSE
        else:
            left.append(word)
    return left + arguments[end:]
