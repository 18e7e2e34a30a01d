"""Agents by name: ``NAME[:OPTION=VALUE,...]``, or by the path of a strategy or file.

An agent is registered where it is defined; modules of agents are listed in ``MODULES``, kinds of
paths (such as strategy folders) in ``PATHS``. A Python file is loaded in its own process and never
here (:mod:`equipoise.agents.hosting`). A client behind a socket is given by its address or start
command (:mod:`equipoise.agents.remote`). A specification is plain text, so worker processes create
their own agents from it.
"""

from __future__ import annotations

import hashlib
import linecache
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib import import_module
from itertools import islice, takewhile
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from equipoise.agents.agent import Agent
from equipoise.agents.options import Option, caption, read_options, switch, whole
from equipoise.agents.wrappers import Forgetful, Seeded
from equipoise.base.errors import InputError
from equipoise.base.plugins import load_plugins
from equipoise.base.reading import read_limited
from equipoise.strategies.folder import MANIFEST, is_there

if TYPE_CHECKING:
    from equipoise.agents.hosting.process import AgentFile
    from equipoise.agents.outside import Limits, OutsideAgent

Maker = Callable[..., Agent]
Made = TypeVar("Made", bound=Maker)

_OURS = "equipoise."
_NO_SEED = -1
_LONGEST_PATH = 4096  # longest path, so that a text with many colons is not tried at each
_LONGEST_FILE = 1 << 24  # bytes
_ALIKE, _MOST_BESIDE = 0.6, 500  # similarity and number of names considered for suggestions
_TARGET = re.compile(r"(.*?)(?:,([a-z]+=.*))?", re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """A registered agent.

    ``make`` takes the options as keywords. ``needs_terminal``: it has exclusive use of the
    terminal; ``long_lived``: one instance plays all sessions of a match, as a person or a
    connection does, and keeps its memory. Both play in the calling process. ``fingerprint``
    identifies its version. ``known``: it creates a ``PolicyAgent`` whose policy has a compiled
    form. An agent from a ``file`` is created in its own process; ``make`` is then unused, as it is
    if ``outside`` creates it, which takes the limits of a session first. An ``exclusive`` agent
    holds a resource that only one instance can have, such as a port. ``home`` is the module that
    registered it. One that is not ``portable`` can only be created in this process.
    """

    name: str
    description: str
    make: Maker
    options: tuple[Option, ...] = ()
    needs_terminal: bool = False
    long_lived: bool = False
    fingerprint: str = ""
    known: bool = False
    file: AgentFile | None = None
    home: str = ""
    portable: bool = True
    outside: Callable[..., OutsideAgent] | None = None
    exclusive: bool = False

    @property
    def is_outside(self) -> bool:
        """True if foreign code plays, in its own process or behind a socket."""
        return self.file is not None or self.outside is not None

    @property
    def trusted(self) -> bool:
        """True if it is part of this package."""
        ours = str(getattr(self.make, "__module__", "")).startswith(_OURS)
        return ours and not self.is_outside

    @property
    def is_portable(self) -> bool:
        """True if worker processes can create it too: not if only this one has registered it."""
        here = self.needs_terminal or self.long_lived or self.exclusive
        return self.portable and (self.trusted or self.is_outside) and not here


#: options of every agent: they wrap it
COMMON = (
    Option(
        "seed",
        "own random seed, combined with the hand number; -1: that of the match",
        str(_NO_SEED),
        whole(_NO_SEED, 2**63 - 1),
    ),
    Option("name", "name in tables and records (default: as written)", "", caption),
    Option("forget", "a fresh instance for every hand: no memory", "no", switch),
)


@dataclass(frozen=True)
class AgentSpec:
    """A parsed and checked specification."""

    text: str
    entry: Entry
    options: dict[str, object] = field(hash=False)
    written: str = ""

    @property
    def fingerprint(self) -> str:
        """A fingerprint of this version of the agent, including its options."""
        given = [getattr(value, "fingerprint", "") for value in self.options.values()]
        return " ".join(filter(None, [self.entry.fingerprint, *given]))

    @property
    def is_known(self) -> bool:
        """True if its probabilities are known, and no wrapper changes them."""
        wrapped = self.options["forget"] or self.options["seed"] != _NO_SEED
        return self.entry.known and not wrapped

    def make(self, limits: Limits | None = None) -> Agent:
        """A fresh agent; ``limits`` apply to outside agents, to be closed after use."""
        if self.entry.file is not None:
            from equipoise.agents.hosting.hosted import HostedAgent
            from equipoise.agents.outside import USUAL

            return HostedAgent(self.entry.file, self.written, limits or USUAL)
        own = {option.name: self.options[option.name] for option in self.entry.options}
        if self.entry.outside is not None:
            from equipoise.agents.outside import USUAL

            if self.options["forget"] or self.options["seed"] != _NO_SEED:
                problem = "seed and forget are not for a client"
                raise InputError(
                    problem, "agent", self.text, expected="omit them: the client is on its own"
                )
            return self.entry.outside(limits or USUAL, **own)
        agent = self.entry.make(**own)
        if self.options["forget"]:
            agent = Forgetful(lambda: self.entry.make(**own), agent)
        seed = self.options["seed"]
        if isinstance(seed, int) and seed != _NO_SEED:
            agent = Seeded(agent, seed)
        return agent


def shown_name(text: str) -> str:
    """The display name of an agent: its option ``name``, or else its specification.

    >>> shown_name("raise:size=min,name=little"), shown_name("raise:size=min")
    ('little', 'raise:size=min')
    """
    options = (part.partition("=") for part in _split(text)[1].split(","))
    names = [value.strip() for key, _, value in options if key.strip() == "name"]
    return names[-1] if names and names[-1] else text


#: modules that register agents when they are imported
MODULES = [
    "equipoise.agents.baselines",
    "equipoise.agents.strategies",
    "equipoise.agents.resolving",
    "equipoise.agents.adaptive",
    "equipoise.agents.hobbyists.versions",
    "equipoise.agents.loki.versions",
    "equipoise.agents.remote.agent",
]
#: creates an agent from a path, or None if the path is of another kind
PATHS: list[Callable[[Path], Entry | None]] = []
#: creates an agent from the text after a name and before its options
TARGETS: dict[str, Callable[[str], Entry]] = {}

_entries: dict[str, Entry] = {}


def register(
    name: str,
    description: str,
    options: tuple[Option, ...] = (),
    needs_terminal: bool = False,
    long_lived: bool = False,
    known: bool = False,
    portable: bool = True,
) -> Callable[[Made], Made]:
    """Register an agent class (or a function that returns an agent) by name."""
    if not name or set(name) & set(":,=/\\ "):
        raise InputError(f"an agent cannot be called {name!r}", expected="letters and hyphens")

    home = str(sys._getframe(1).f_globals.get("__name__", ""))

    def keep(make: Made) -> Made:
        _entries[name] = Entry(
            name,
            description,
            make,
            options,
            needs_terminal,
            long_lived,
            known=known,
            home=home,
            portable=portable,
        )
        return make

    return keep


def all_agents() -> dict[str, Entry]:
    """All registered agents by name."""
    for module in MODULES:
        import_module(module)
    load_plugins()
    return dict(sorted(_entries.items()))


def find_agent(text: str, files: Sequence[AgentFile] = ()) -> AgentSpec:
    """Parse and check the specification of an agent.

    A Python file is taken from ``files`` if it is among them, else read.

    >>> find_agent("raise:size=min").make().size
    'min'
    >>> find_agent("shark")
    Traceback (most recent call last):
    equipoise.base.errors.InputError: agent 'shark': unknown agent; ...
    """
    name, rest = _split(text.strip())
    entry = all_agents().get(name) or _of_path(name, files)
    if name in TARGETS:
        target, rest = split_target(rest)
        entry = TARGETS[name](target)
    if entry is None:
        raise unknown_agent(text)
    return spec_of(text.strip(), rest, entry)


def unknown_agent(text: str) -> InputError:
    """The error for an unknown agent, with the most similar names."""
    name = text.strip().partition(":")[0]
    near = [repr(found) for found in nearest(name)]
    meant = f"did you mean {' or '.join(near)}? " if near else ""
    return InputError(
        "unknown agent",
        "agent",
        text,
        expected=f"{meant}an agent is a name (equipoise agents lists them), a strategy folder "
        "made by solve with an out folder, or a Python file that registers one",
    )


def nearest(name: str) -> list[str]:
    """Similar names of agents and strategy folders."""
    path = Path(name[:_LONGEST_PATH])
    found = get_close_matches(name, all_agents(), 2, _ALIKE)
    with suppress(OSError, ValueError):
        beside = [one.name for one in islice(path.parent.iterdir(), _MOST_BESIDE)]
        folders = get_close_matches(path.name, beside, _MOST_BESIDE, _ALIKE)
        is_strategy = [one for one in folders if (path.parent / one / MANIFEST).is_file()]
        found = [str(path.parent / one) for one in is_strategy[:2]] + found
    return found


def spec_of(text: str, written: str, entry: Entry) -> AgentSpec:
    """The specification of an agent that was found, with its options checked."""
    options = read_options(entry.name, entry.options + COMMON, written)
    return AgentSpec(text, entry, options, written)


def _split(text: str) -> tuple[str, str]:
    """The name and the options; an existing path may itself contain colons."""
    colons = [place for place, letter in enumerate(text[:_LONGEST_PATH]) if letter == ":"]
    if len(text) <= _LONGEST_PATH:
        colons.append(len(text))
    # the name is before the first colon; a path in a missing folder cannot exist
    tried = takewhile(lambda place: _has_place(text[:place]), colons[1:])
    for place in reversed(list(tried)):
        if is_there(Path(text[:place])):
            return text[:place], text[place + 1 :]
    name, _, options = text.partition(":")
    return name, options


def split_target(text: str) -> tuple[str, str]:
    """Split the target of an agent from the options after it.

    >>> split_target("./startme.sh -x 1,2,name=bot,wait=5"), split_target("localhost:16177")
    (('./startme.sh -x 1,2', 'name=bot,wait=5'), ('localhost:16177', ''))
    """
    match = _TARGET.fullmatch(text)
    assert match is not None
    return match[1].strip(), match[2] or ""


def _has_place(path: str) -> bool:
    """True if the parent folder of a path exists."""
    return os.path.isdir(os.path.dirname(path) or os.curdir)


def _of_path(name: str, files: Sequence[AgentFile]) -> Entry | None:
    path = Path(name)
    if path.suffix == ".py":
        return _of_file(path, files)
    if not is_there(path):
        return None
    return next((entry for make in PATHS if (entry := make(path)) is not None), None)


def _of_file(path: Path, files: Sequence[AgentFile]) -> Entry:
    """The agent that a Python file registers, as its own process describes it."""
    from equipoise.agents.hosting.process import AgentFile, about_file

    file = next((one for one in files if one.path == path), None)
    if file is None:
        content = read_limited(path, f"agent {str(path)!r}", _LONGEST_FILE)
        file = AgentFile.of(path, content)
    about = about_file(file)
    if about["needs_terminal"] or about["long_lived"]:
        raise InputError(
            "it needs the terminal" if about["needs_terminal"] else "it outlives its session",
            "agent",
            str(path),
            expected="an agent from a file gets a new process for every session; register it in "
            "a module instead",
        )
    return Entry(
        str(path),
        about["description"],
        _made_elsewhere,
        tuple(Option(name, meaning, default, str) for name, meaning, default in about["options"]),
        fingerprint=file.digest,
        file=file,
    )


def _made_elsewhere(**options: object) -> Agent:
    raise TypeError("an agent from a file is made by its specification, in its own process")


def load_entry(path: Path, content: bytes) -> Entry:
    """Run a file's content and return the agent it registers; called in hosts only."""
    name = f"agent_{hashlib.sha256(content).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    # tracebacks show these lines, even if the file changes
    lines = content.decode(errors="replace").splitlines(keepends=True)
    linecache.cache[str(path)] = (len(content), None, lines, str(path))
    _entries.clear()
    exec(compile(content, str(path), "exec"), module.__dict__)
    found = [entry for entry in _entries.values() if not entry.home.startswith(_OURS)]
    if len(found) != 1:
        raise InputError(
            f"registers {len(found)} agents",
            f"agent {str(path)!r}",
            expected="register exactly one, with @register(NAME, ...)",
        )
    return found[0]
