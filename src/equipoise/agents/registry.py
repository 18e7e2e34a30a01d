"""Agents by name: ``NAME[:OPTION=VALUE,...]``, or the path of something that makes one.

An agent registers itself where it is defined; a module of agents is named in ``MODULES``, a kind
of path (a Python file, the folder of a strategy) in ``PATHS``. A specification is text and
nothing else, so worker processes make their own agents from it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from equipoise.agents.agent import Agent
from equipoise.agents.options import Option, caption, read_options, switch, whole
from equipoise.agents.wrappers import Forgetful, Seeded
from equipoise.errors import InputError
from equipoise.lazy import load_file
from equipoise.strategy.folder import is_there

Maker = Callable[..., Agent]
Made = TypeVar("Made", bound=Maker)

_OURS = "equipoise."
_NO_SEED = -1


@dataclass(frozen=True)
class Entry:
    """An agent that can be had by name.

    ``make`` takes the options as keywords. An ``interactive`` agent needs the terminal and so
    plays in the process it was called from. ``fingerprint`` tells one version of it from another.
    ``known`` says that it makes a ``Blueprint``, all of whose chances are known.
    """

    name: str
    description: str
    make: Maker
    options: tuple[Option, ...] = ()
    interactive: bool = False
    fingerprint: str = ""
    known: bool = False

    @property
    def trusted(self) -> bool:
        """Whether it is part of this package, and so needs no process to be contained in."""
        return str(getattr(self.make, "__module__", "")).startswith(_OURS)


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

    def make(self) -> Agent:
        """A fresh agent."""
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

    def keep(make: Made) -> Made:
        _entries[name] = Entry(name, description, make, options, interactive, known=known)
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
    return AgentSpec(text.strip(), entry, read_options(name, entry.options + COMMON, rest))


def _split(text: str) -> tuple[str, str]:
    """The name and the options; a path that is there may have colons itself."""
    parts = text.split(":")
    for count in range(len(parts), 1, -1):
        name = ":".join(parts[:count])
        if is_there(Path(name)):
            return name, ":".join(parts[count:])
    return parts[0], ":".join(parts[1:])


def _of_path(name: str) -> Entry | None:
    path = Path(name)
    if path.suffix == ".py":
        return _of_file(path)
    if not is_there(path):
        return None
    return next((entry for make in PATHS if (entry := make(path)) is not None), None)


def _of_file(path: Path) -> Entry:
    """The agent that a Python file registers."""
    where = f"agent {str(path)!r}"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", where) from None
    known = dict(_entries)
    _entries.clear()
    try:
        load_file(path, f"agent_{hashlib.sha256(content).hexdigest()[:16]}")
        found = list(_entries.values())
    except (Exception, SystemExit) as error:
        raise InputError(
            f"cannot be loaded ({type(error).__name__}: {' '.join(str(error).split())})", where
        ) from None
    finally:
        _entries.clear()
        _entries.update(known)
    if len(found) != 1:
        raise InputError(
            f"registers {len(found)} agents", where, expected="one, with @register(NAME, ...)"
        )
    entry = found[0]
    return Entry(
        str(path),
        entry.description,
        entry.make,
        entry.options,
        entry.interactive,
        hashlib.sha256(content).hexdigest(),
    )
