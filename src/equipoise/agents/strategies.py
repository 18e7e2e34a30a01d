"""Agents from stored strategies by what people write: ``DIR:translation=soft`` and exploiters.

Nothing of a strategy is loaded before an agent is made, so that names and options cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.agents.agent import Agent
from equipoise.agents.options import Option, choice, plain_number, switch
from equipoise.agents.registry import PATHS, Entry, register
from equipoise.errors import InputError

if TYPE_CHECKING:
    from equipoise.agents.exploiters import Variant
    from equipoise.translation.options import Style

_FIXES = "of translation: all, none, or names with + between"


@dataclass(frozen=True)
class StrategyFolder:
    """The folder of a stored strategy, and what tells it from another."""

    path: Path
    fingerprint: str


def read_folder(text: str) -> object:
    """The folder of a strategy that is there."""
    from equipoise.agents.source import strategy_fingerprint

    if not text:
        raise InputError("is missing", expected="the folder of a strategy")
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
    from equipoise.strategy.purify import Purification

    if text == "none":
        return None
    try:
        return Purification(plain_number(text)).threshold
    except InputError:
        raise InputError(f"is {text!r}", expected="a probability above 0, at most 1") from None


def _known(make: Callable[[], object]) -> object:
    """What a text stands for; errors are worded to follow the name of an option."""
    try:
        return make()
    except InputError as error:
        raise InputError(f"is wrong: {error.problem}", expected=error.expected) from None


STYLE = Option("style", "what sizes mean: abstract, real", "abstract", choice("abstract", "real"))
FIX = Option("fixes", _FIXES, "all", _fixes)
#: what goes behind the folder of a strategy
OPTIONS = (
    Option("translation", "how bets are read: hard, soft, or a mapping", "hard", read_mapping),
    STYLE,
    FIX,
    Option("nd", "leave out what some possible history never does", "no", switch),
    Option("purify", "play the likeliest action only", "no", switch),
    Option("threshold", "leave out probabilities below this", "none", _threshold),
)


@dataclass(frozen=True)
class _Folder:
    """Makes the blueprint of a folder."""

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
        from equipoise.agents.blueprint import Blueprint
        from equipoise.agents.source import open_source
        from equipoise.strategy.purify import Purification
        from equipoise.translation.options import Translation

        if purify and threshold is not None:
            raise InputError("purify and threshold exclude each other", f"agent {str(self.path)!r}")
        how = Purification(threshold) if purify or threshold is not None else None
        chosen = Translation().fixes if fixes is None else fixes
        made = Translation(translation, style, chosen, nd)
        return Blueprint(open_source(self.path), made, how)


#: what the folder of any strategy is as an agent, for lists of agents
FOLDER = Entry(
    "DIR", "plays a stored strategy, any folder of one", _Folder(Path()), OPTIONS, known=True
)


def strategy_entry(path: Path) -> Entry | None:
    """The agent of a folder; a folder without a strategy is refused with what would be one."""
    if not path.is_dir():
        return None
    from equipoise.agents.source import strategy_fingerprint

    return replace(
        FOLDER, name=str(path), make=_Folder(path), fingerprint=strategy_fingerprint(path)
    )


PATHS.append(strategy_entry)


_ATTACKED = (Option("strategy", "the strategy it attacks, a folder", "", read_folder), STYLE, FIX)


def _register_exploiter(name: str, description: str) -> None:
    def make(strategy: StrategyFolder, style: Style, fixes: frozenset[str]) -> Agent:
        from equipoise.agents.exploiters import exploiter
        from equipoise.agents.source import open_source
        from equipoise.translation.options import Translation

        return exploiter(name, open_source(strategy.path), Translation("hard", style, fixes))

    register(name, description, _ATTACKED, known=True)(make)


_register_exploiter("plus-minus", "bets large with good hands, small with bad ones (+-)")
_register_exploiter("minus-plus", "bets small with good hands, large with bad ones (-+)")
_register_exploiter("plus1-minus1", "bets a chip more with good hands, less with bad ones (+1-1)")
_register_exploiter("minus1-plus1", "bets a chip less with good hands, more with bad ones (-1+1)")
_register_exploiter("alldown", "makes every bet small")


@register(
    "naive-pa",
    "bets a large pot and then a small all-in, looking at no cards",
    (
        *_ATTACKED,
        Option("variant", "as in the thesis or the slides", "thesis", choice("thesis", "slides")),
        Option("then", "where no bet is left: fold, call", "fold", choice("fold", "call")),
    ),
    known=True,
)
def _naive(
    strategy: StrategyFolder, style: Style, fixes: frozenset[str], variant: Variant, then: str
) -> Agent:
    from equipoise.agents.exploiters import naive
    from equipoise.agents.source import open_source
    from equipoise.translation.options import Translation

    attacked = Translation("hard", style, fixes)
    return naive(open_source(strategy.path), attacked, variant, gives_up=then == "fold")
