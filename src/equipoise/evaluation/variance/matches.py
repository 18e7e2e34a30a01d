"""Assessing stored matches, matches just played, and files of hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.evaluation.variance.assess import (
    AIVAT,
    DIVAT,
    DUPLICATE,
    IMPORTANCE,
    MIVAT,
    NOT_DUPLICATE,
    Assessed,
    How,
    assess,
)
from equipoise.evaluation.variance.hands import PlayedHands, check_private_cards
from equipoise.evaluation.variance.known import check_policies, named_policy
from equipoise.evaluation.variance.luck import check_luck
from equipoise.evaluation.variance.sources import file_hands, is_match, match_hands
from equipoise.games.rules import GameRules
from equipoise.matches.folder import MatchFolder
from equipoise.matches.plan import MatchPlan
from equipoise.policies.policy import Policy

_KNOWN = (IMPORTANCE, AIVAT)


@dataclass(frozen=True, eq=False)
class Opened:
    """Hands to assess, the plan of their match (or None), and notes."""

    hands: PlayedHands
    plan: MatchPlan | None
    notes: list[str]
    fingerprints: tuple[str, ...] = ()


def open_hands(paths: Sequence[Path], rules: GameRules | None = None) -> Opened:
    """The hands of a match folder, or of hand history files."""
    if len(paths) == 1 and is_match(paths[0]):
        return open_match(paths[0])
    folders = [path for path in paths if path.is_dir()]
    if folders:
        raise InputError(
            "there is no match in it",
            f"folder {str(folders[0])!r}",
            expected="one folder that match --out wrote, or files of hands",
        )
    hands, notes = file_hands(list(paths), rules)
    return Opened(hands, None, notes)


def open_match(path: Path) -> Opened:
    """The hands of a stored match.

    The agents tell whether they have memory; if they are not available, hands count as independent.
    """
    folder = MatchFolder(path)
    plan = folder.plan()
    notes = []
    try:
        checked = plan.checked()
        plan = replace(plan, remembers=checked.remembers)
    except InputError as error:
        notes.append(f"hands are taken as independent, because an agent is gone: {error}")
    return Opened(match_hands(folder, plan), plan, notes, tuple(folder.fingerprints()))


def known_policies(opened: Opened, given: Sequence[str] = ()) -> dict[int, Policy]:
    """Known policies by player index: those ``given`` as NAME=AGENT, and agents of the match."""
    names = opened.hands.names
    found: dict[int, Policy] = {}
    for text in given:
        name, _, agent = text.partition("=")
        if name not in names or not agent:
            raise InputError(
                f"--policy {text!r} names no player",
                expected=f"NAME=AGENT with a name of {', '.join(names)}",
            )
        policy = named_policy(agent)
        if policy is None:
            raise InputError(
                f"agent {agent!r} has no policy", expected="a stored strategy, or made of one"
            )
        found[names.index(name)] = policy
    if opened.plan is None or given:
        return found
    kept = opened.fingerprints
    for number, agent in enumerate(opened.plan.agents):
        policy = named_policy(agent)
        if policy is None:
            continue
        now = opened.plan.specs()[number].fingerprint
        if kept and now != kept[number]:
            raise InputError(
                "it was changed since the match was played",
                "agent",
                agent,
                expected="estimators need the policy that played",
            )
        found[number] = policy
    return found


def assess_opened(
    opened: Opened,
    names: Sequence[str],
    how: How,
    given: Sequence[str] = (),
    report: Report = silent,
) -> list[Assessed]:
    """Assess hands; policies not given are looked up if an estimator needs them."""
    known = how.known
    if any(name in _KNOWN for name in names) and not known.policies:
        known = replace(known, policies=known_policies(opened, given))
    return assess(opened.hands, names, replace(how, known=known, plan=opened.plan), report)


def check_plan(plan: MatchPlan, names: Sequence[str]) -> None:
    """Raise InputError before play if an estimator cannot be used for the match."""
    rules = plan.rules()
    for name in names:
        if name in _KNOWN:
            found = {number: named_policy(agent) for number, agent in enumerate(plan.agents)}
            policies = {number: policy for number, policy in found.items() if policy is not None}
            check_policies(rules, plan.names, policies, name)
        elif name == DIVAT:
            check_private_cards(rules, name)
        elif name == MIVAT:
            check_luck(rules, name)
        elif name == DUPLICATE and not plan.duplicate:
            raise InputError(NOT_DUPLICATE, expected="match --duplicate")


@contextmanager
def hands_kept(out: Path | None, wanted: bool) -> Iterator[Path | None]:
    """The folder of a match's hands during assessment: ``out``, or a temporary one."""
    if out is not None or not wanted:
        yield out
        return
    with TemporaryDirectory(prefix="equipoise-") as folder:
        yield Path(folder) / "match"


def assess_match(
    folder: Path, names: Sequence[str], how: How | None = None, report: Report = silent
) -> list[Assessed]:
    """Assess the match in a folder."""
    return assess_opened(open_match(folder), names, how or How(), report=report)
