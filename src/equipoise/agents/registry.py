"""Agents by name: ``NAME[:OPTION=VALUE,...]``, or the path of something that makes one.

An agent registers itself where it is defined; a module of agents is named in ``MODULES``, a kind
of path (the folder of a strategy) in ``PATHS``. A Python file is loaded in a process of its own and
never here (:mod:`equipoise.agents.hosting`). A specification is text and nothing else, so worker
processes make their own agents from it.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from equipoise.agents.agent import Agent
from equipoise.agents.options import Option, caption, read_options, switch, whole
from equipoise.agents.wrappers import Forgetful, Seeded
from equipoise.errors import InputError
from equipoise.reading import read_limited
from equipoise.strategy.folder import is_there

if TYPE_CHECKING:
    from equipoise.agents.hosting.hosted import Limits
    from equipoise.agents.hosting.process import AgentFile

Maker = Callable[..., Agent]
Made = TypeVar("Made", bound=Maker)

_OURS = "equipoise."
_NO_SEED = -1
_LONGEST_PATH = 4096  # no path is longer, so a text of many colons need not be tried at each
_LONGEST_FILE = 1 << 24  # bytes


@dataclass(frozen=True)
class Entry:
    """An agent that can be had by name.

    ``make`` takes the options as keywords. An ``interactive`` agent needs the terminal and so
    plays in the process it was called from. ``fingerprint`` tells one version of it from another.
    ``known`` says that it makes a ``Blueprint``, all of whose chances are known. An agent from a
    ``file`` is made in a process of its own; ``make`` is then of no use here. ``home`` is the
    module that has registered it.
    """

    name: str
    description: str
    make: Maker
    options: tuple[Option, ...] = ()
    interactive: bool = False
    fingerprint: str = ""
    known: bool = False
    file: AgentFile | None = None
    home: str = ""

    @property
    def trusted(self) -> bool:
        """Whether it is part of this package."""
        ours = str(getattr(self.make, "__module__", "")).startswith(_OURS)
        return ours and self.file is None

    @property
    def is_portable(self) -> bool:
        """Whether worker processes can make it too: not if only this one has registered it."""
        return (self.trusted or self.file is not None) and not self.interactive


#: options that every agent has: they wrap it
COMMON = (
    Option(
        "seed",
        "luck of its own, by this seed and the hand's number; -1 for the match's",
        str(_NO_SEED),
        whole(_NO_SEED, 2**63 - 1),
    ),
    Option("name", "what tables and records call it; its specification if left", "", caption),
    Option("forget", "a fresh instance every hand: no memory", "no", switch),
)


@dataclass(frozen=True)
class AgentSpec:
    """A specification that has been read and found right."""

    text: str
    entry: Entry
    options: dict[str, object] = field(hash=False)
    written: str = ""

    @property
    def fingerprint(self) -> str:
        """What tells this version of the agent from another: its own, and of what it is given."""
        given = [getattr(value, "fingerprint", "") for value in self.options.values()]
        return " ".join(filter(None, [self.entry.fingerprint, *given]))

    @property
    def is_known(self) -> bool:
        """Whether all its chances are known, and no wrapper changes them."""
        wrapped = self.options["forget"] or self.options["seed"] != _NO_SEED
        return self.entry.known and not wrapped

    def make(self, limits: Limits | None = None) -> Agent:
        """A fresh agent; ``limits`` are for one from a file, which is to be closed after use."""
        if self.entry.file is not None:
            from equipoise.agents.hosting.hosted import USUAL, HostedAgent

            return HostedAgent(self.entry.file, self.written, limits or USUAL)
        own = {option.name: self.options[option.name] for option in self.entry.options}
        agent = self.entry.make(**own)
        if self.options["forget"]:
            agent = Forgetful(lambda: self.entry.make(**own), agent)
        seed = self.options["seed"]
        if isinstance(seed, int) and seed != _NO_SEED:
            agent = Seeded(agent, seed)
        return agent


def shown_name(text: str) -> str:
    """What an agent is called: its option ``name``, or else its specification.

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
    "equipoise.agents.adaptive",
    "equipoise.agents.hobbyists.versions",
    "equipoise.agents.loki.versions",
]
#: what makes an agent of a path, or None where it is another's
PATHS: list[Callable[[Path], Entry | None]] = []

_entries: dict[str, Entry] = {}


def register(
    name: str,
    description: str,
    options: tuple[Option, ...] = (),
    interactive: bool = False,
    known: bool = False,
) -> Callable[[Made], Made]:
    """Make an agent class (or a function that returns an agent) known by a name."""
    if not name or set(name) & set(":,=/\\ "):
        raise InputError(f"an agent cannot be called {name!r}", expected="letters and hyphens")

    home = str(sys._getframe(1).f_globals.get("__name__", ""))

    def keep(make: Made) -> Made:
        _entries[name] = Entry(
            name, description, make, options, interactive, known=known, home=home
        )
        return make

    return keep


def all_agents() -> dict[str, Entry]:
    """Every agent that has a name."""
    for module in MODULES:
        import_module(module)
    return dict(sorted(_entries.items()))


def find_agent(text: str) -> AgentSpec:
    """The agent of a specification, its options checked.

    >>> find_agent("raise:size=min").make().size
    'min'
    >>> find_agent("shark")
    Traceback (most recent call last):
    equipoise.errors.InputError: agent 'shark': there is none of this name; one of ...
    """
    name, rest = _split(text.strip())
    entry = all_agents().get(name) or _of_path(name)
    if entry is None:
        known = ", ".join(all_agents())
        raise InputError(
            "there is none of this name",
            "agent",
            text,
            expected=f"one of {known}, the folder of a strategy, or the path of a Python file that "
            "registers one",
        )
    return spec_of(text.strip(), rest, entry)


def spec_of(text: str, written: str, entry: Entry) -> AgentSpec:
    """The specification of an agent that was found, its options as they were written checked."""
    options = read_options(entry.name, entry.options + COMMON, written)
    return AgentSpec(text, entry, options, written)


def _split(text: str) -> tuple[str, str]:
    """The name and the options; a path that is there may have colons itself."""
    colons = [place for place, letter in enumerate(text[:_LONGEST_PATH]) if letter == ":"]
    if len(text) <= _LONGEST_PATH:
        colons.append(len(text))
    for place in reversed(colons[1:]):  # before the first colon is the name, there or not
        if is_there(Path(text[:place])):
            return text[:place], text[place + 1 :]
    name, _, options = text.partition(":")
    return name, options


def _of_path(name: str) -> Entry | None:
    path = Path(name)
    if path.suffix == ".py":
        return _of_file(path)
    if not is_there(path):
        return None
    return next((entry for make in PATHS if (entry := make(path)) is not None), None)


def _of_file(path: Path) -> Entry:
    """The agent that a Python file registers, as its own process describes it."""
    from equipoise.agents.hosting.process import AgentFile, about_file

    content = read_limited(path, f"agent {str(path)!r}", _LONGEST_FILE)
    file = AgentFile(path, hashlib.sha256(content).hexdigest())
    about = about_file(file)
    if about["interactive"]:
        raise InputError(
            "it is interactive",
            "agent",
            str(path),
            expected="an agent from a file has no terminal; register it in a module",
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


def load_entry(path: Path, digest: str) -> Entry:
    """Load a file here and return the agent it registers; what a host does, and nobody else."""
    where = f"agent {str(path)!r}"
    content = read_limited(path, where, _LONGEST_FILE)
    if hashlib.sha256(content).hexdigest() != digest:
        raise InputError("was changed while it was in use", where, expected="start again")
    name = f"agent_{digest[:16]}"
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    _entries.clear()
    exec(compile(content, str(path), "exec"), module.__dict__)
    found = [entry for entry in _entries.values() if not entry.home.startswith(_OURS)]
    if len(found) != 1:
        raise InputError(
            f"registers {len(found)} agents", where, expected="one, with @register(NAME, ...)"
        )
    return found[0]
