"""Agents from stored strategies by name: ``DIR:translation=soft`` and exploiters.

No strategy is loaded before an agent is created, so names and options cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.agents.agent import Agent
from equipoise.agents.options import Option, choice, plain_number, switch
from equipoise.agents.registry import PATHS, Entry, nearest, register
from equipoise.base.errors import InputError
from equipoise.strategies.shipped import SHIPPED, shipped_folder

if TYPE_CHECKING:
    from equipoise.policies.exploiters import Variant
    from equipoise.translation.options import Style

_FIXES = "fixes of translation: all, none, or names joined by +"


@dataclass(frozen=True)
class StrategyFolder:
    """The folder of a stored strategy, with its fingerprint."""

    path: Path
    fingerprint: str


def read_folder(text: str) -> object:
    """The folder of an existing strategy."""
    from equipoise.policies.opened import strategy_fingerprint

    if not text:
        raise InputError("is missing", expected="give the folder of a strategy")
    try:
        return StrategyFolder(Path(text), strategy_fingerprint(Path(text)))
    except InputError as error:
        raise InputError(f"is {text!r}: {error.problem}", expected=error.expected) from None


def read_mapping(text: str) -> object:
    """The name of a mapping."""
    from equipoise.translation.mappings import find_mapping

    return _known(lambda: find_mapping(text).name)


def _fixes(text: str) -> object:
    from equipoise.translation.options import Translation

    return _known(lambda: Translation.parse(fixes=text.replace("+", ",")).fixes)


def _threshold(text: str) -> object:
    from equipoise.strategies.purify import Purification

    if text == "none":
        return None
    try:
        return Purification(plain_number(text)).threshold
    except InputError:
        raise InputError(f"is {text!r}", expected="a probability above 0, at most 1") from None


def _known(make: Callable[[], object]) -> object:
    """Parse a value; errors are worded to follow the name of an option."""
    try:
        return make()
    except InputError as error:
        raise InputError(f"is wrong: {error.problem}", expected=error.expected) from None


STYLE = Option(
    "style", "how bet sizes are interpreted: abstract, real", "abstract", choice("abstract", "real")
)
FIX = Option("fixes", _FIXES, "all", _fixes)
#: options after the folder of a strategy
OPTIONS = (
    Option(
        "translation", "how off-tree bets are read: hard, soft, or a mapping", "hard", read_mapping
    ),
    STYLE,
    FIX,
    Option("nd", "drop actions that some possible history never takes", "no", switch),
    Option("purify", "play only the most likely action", "no", switch),
    Option("threshold", "drop actions less likely than this", "none", _threshold),
)


@dataclass(frozen=True)
class _Folder:
    """Creates the blueprint of a folder."""

    path: Path

    def __call__(
        self,
        translation: str = "hard",
        style: Style = "abstract",
        fixes: frozenset[str] | None = None,
        nd: bool = False,
        purify: bool = False,
        threshold: float | None = None,
    ) -> Agent:
        from equipoise.agents.policy_agent import PolicyAgent
        from equipoise.policies.blueprint import Blueprint
        from equipoise.policies.opened import open_for_play
        from equipoise.strategies.purify import Purification
        from equipoise.translation.options import Translation

        if purify and threshold is not None:
            raise InputError("purify and threshold cannot be combined", f"agent {str(self.path)!r}")
        how = Purification(threshold) if purify or threshold is not None else None
        chosen = Translation().fixes if fixes is None else fixes
        made = Translation(translation, style, chosen, nd)
        return PolicyAgent(Blueprint(open_for_play(self.path), made, how))


#: description of strategy folders in lists of agents
FOLDER = Entry(
    "DIR", "plays a stored strategy (any strategy folder)", _Folder(Path()), OPTIONS, known=True
)


def strategy_entry(path: Path) -> Entry | None:
    """The agent of a folder; raise InputError with suggestions if it holds no strategy."""
    if not path.is_dir():
        return None
    from equipoise.policies.opened import strategy_fingerprint
    from equipoise.strategies.folder import ARRAY, MANIFEST

    if not (path / MANIFEST).exists():
        near = [repr(name) for name in nearest(str(path)) if name != str(path)]
        meant = f"; did you mean {' or '.join(near)}?" if near else ""
        raise InputError(
            "it holds no strategy",
            "agent",
            str(path),
            expected=f"a strategy folder holds {MANIFEST} and {ARRAY}, as solve writes them to its "
            f"out folder{meant}",
        )
    return replace(
        FOLDER, name=str(path), make=_Folder(path), fingerprint=strategy_fingerprint(path)
    )


PATHS.append(strategy_entry)

register(SHIPPED, "the hold'em strategy that ships with the package (100 bb)", OPTIONS, known=True)(
    _Folder(shipped_folder())
)


_ATTACKED = (Option("strategy", "folder of the strategy it attacks", "", read_folder), STYLE, FIX)


def _register_exploiter(name: str, description: str) -> None:
    def make(strategy: StrategyFolder, style: Style, fixes: frozenset[str]) -> Agent:
        from equipoise.agents.policy_agent import PolicyAgent
        from equipoise.policies.exploiters import exploiter
        from equipoise.policies.opened import open_for_play
        from equipoise.translation.options import Translation

        attacked = Translation("hard", style, fixes)
        return PolicyAgent(exploiter(name, open_for_play(strategy.path), attacked))

    register(name, description, _ATTACKED, known=True)(make)


_register_exploiter("plus-minus", "bets large with good hands, small with bad ones (+-)")
_register_exploiter("minus-plus", "bets small with good hands, large with bad ones (-+)")
_register_exploiter("plus1-minus1", "bets a chip more with good hands, less with bad ones (+1-1)")
_register_exploiter("minus1-plus1", "bets a chip less with good hands, more with bad ones (-1+1)")
_register_exploiter("alldown", "makes every bet small")


@register(
    "naive-pa",
    "bets a large pot, then a small all-in, whatever its cards",
    (
        *_ATTACKED,
        Option("variant", "thesis or slides", "thesis", choice("thesis", "slides")),
        Option("then", "action when no bet is left: fold, call", "fold", choice("fold", "call")),
    ),
    known=True,
)
def _naive(
    strategy: StrategyFolder, style: Style, fixes: frozenset[str], variant: Variant, then: str
) -> Agent:
    from equipoise.agents.policy_agent import PolicyAgent
    from equipoise.policies.exploiters import naive
    from equipoise.policies.opened import open_for_play
    from equipoise.translation.options import Translation

    attacked = Translation("hard", style, fixes)
    opened = open_for_play(strategy.path)
    return PolicyAgent(naive(opened, attacked, variant, gives_up=then == "fold"))
