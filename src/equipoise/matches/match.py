"""A match: its sessions played, saved, resumed and combined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from equipoise.agents.agent import Leave
from equipoise.agents.hosting.process import close_hosts
from equipoise.base.errors import Interrupted, UnsolvedError
from equipoise.base.locks import locked
from equipoise.base.progress import Report, silent
from equipoise.base.workers import available_cores
from equipoise.kernels.types import Float64s, Int64s
from equipoise.matches.betting_cache import PARTS
from equipoise.matches.dealing import deal_hands
from equipoise.matches.faults import Faults
from equipoise.matches.folder import MatchFolder
from equipoise.matches.plan import SESSION, MatchPlan, Session
from equipoise.matches.processes import Heard, checked_result, play_here, play_in_processes
from equipoise.matches.session import Dealer, Played

if TYPE_CHECKING:
    from equipoise.matches.known_session import KnownDealer

_ALONE = 1.0  # seconds to play before worker processes pay off


@dataclass(frozen=True)
class MatchResult:
    """The result of a match.

    ``parts[deal, trial, player]``: each player's winnings in each hand, in parts of a chip, so that
    sums are exact. ``seconds`` and ``played_now`` exclude hands loaded from disk.
    """

    plan: MatchPlan
    parts: Int64s
    faults: list[Faults]
    seconds: float
    played_now: int

    @property
    def names(self) -> tuple[str, ...]:
        """The players' display names."""
        return self.plan.names

    @property
    def hands_played(self) -> int:
        """All hands, every seating counted."""
        deals, trials, _ = self.parts.shape
        return int(deals * trials)

    def millis(self) -> Float64s:
        """Winnings [deal, trial, player] in thousandths of a big blind."""
        unit = PARTS * self.plan.rules().big_blind / 1000
        result: Float64s = self.parts / unit
        return result


def play_match(
    plan: MatchPlan,
    workers: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    report: Report = silent,
) -> MatchResult:
    """Play a match; the result is the same for any number of workers.

    With ``out`` every hand is saved there, and ``resume`` continues a stopped match. Ctrl-C raises
    ``Interrupted`` with the result of all complete sessions. Agents from files play in their own
    processes. If an agent is registered by your own code or needs the terminal, the match is played
    in this process.

    >>> plan = MatchPlan("kuhn", ("call", "fold"), hands=1000, duplicate=True)
    >>> play_match(plan, workers=1).parts.sum(axis=(0, 1)) % PARTS
    array([0, 0])
    """
    plan = plan.checked()
    if out is None:
        return _play_all(plan, workers, None, False, report)
    folder = MatchFolder(out)
    with locked(out, folder.name):
        folder.begin(plan, resume)
        return _play_all(plan, workers, folder, resume, report)


def read_match(path: Path) -> MatchResult | None:
    """A stored match as far as it was played from its first deal on; None if that is nothing.

    Nothing is played, locked or changed: the match may be at work in another process.
    """
    folder = MatchFolder(path)
    plan = folder.plan()
    found = [folder.read(plan, session) for session in plan.sessions()]
    kept = {(one.session.number, one.session.trial): one for one in found if one is not None}
    return _so_far(plan, kept, 0.0)


def _play_all(
    plan: MatchPlan,
    workers: int | None,
    folder: MatchFolder | None,
    resume: bool,
    report: Report,
) -> MatchResult:
    """Play the missing sessions of a checked plan."""
    deal_hands(plan.rules(), plan.seed, 0, 1)  # load kernels before the clock starts
    known = _known_dealer(plan)
    started = monotonic()
    kept: dict[tuple[int, int], Played] = {}
    left: list[Session] = []
    for session in plan.sessions():
        old = folder.read(plan, session) if folder is not None and resume else None
        if old is None:
            left.append(session)
        else:
            kept[session.number, session.trial] = old
    total = plan.hands * len(plan.seatings)
    done = total - sum(session.hands for session in left)
    played_now = total - done

    def heard(hands: int) -> None:
        nonlocal done
        done += hands
        report(min(done, total), total, f"{min(done, total):,} of {total:,} hands")

    workers = workers or available_cores()
    if known is not None:
        coming = known.play_all(left, workers, folder, heard)
    else:
        coming = _play(plan, left, workers, folder, heard)
    try:
        for played in coming:
            kept[played.session.number, played.session.trial] = played
    except Leave:
        plan = replace(plan, hands=sum(played.session.hands for played in kept.values()))
        if not plan.hands:
            raise Interrupted from None
        played_now = min(played_now, plan.hands)
    except KeyboardInterrupt:
        raise Interrupted(_so_far(plan, kept, monotonic() - started)) from None
    finally:
        close_hosts()
    parts, faults = _together(plan, kept)
    return MatchResult(plan, parts, faults, monotonic() - started, played_now)


def _so_far(
    plan: MatchPlan, kept: dict[tuple[int, int], Played], seconds: float
) -> MatchResult | None:
    """The first deals that were played in every seating; None if there are none."""
    whole: dict[tuple[int, int], Played] = {}
    hands = 0
    for session in plan.sessions():
        if (session.number, session.trial) not in kept:
            break
        if session.trial == len(plan.seatings) - 1:
            hands += session.hands
            whole |= {key: one for key, one in kept.items() if key[0] == session.number}
    if not hands:
        return None
    shorter = replace(plan, hands=hands)
    parts, faults = _together(shorter, whole)
    return MatchResult(shorter, parts, faults, seconds, hands * len(plan.seatings))


def _known_dealer(plan: MatchPlan) -> KnownDealer | None:
    """The dealer of a match of two blueprints; imported only if needed."""
    pair = plan.known_pair()
    if pair is None:
        return None
    from equipoise.matches.known_session import KnownDealer

    return KnownDealer(plan, pair)


def _play(
    plan: MatchPlan,
    sessions: list[Session],
    workers: int,
    folder: MatchFolder | None,
    heard: Heard,
) -> Iterator[Played]:
    here = not all(spec.entry.is_portable for spec in plan.specs())
    dealer = Dealer(plan)
    started = monotonic()
    while sessions:
        session = sessions[0]
        quick = session.hands <= SESSION and monotonic() - started < _ALONE
        if not (here or workers == 1 or len(sessions) == 1 or quick):
            break
        yield play_here(dealer, sessions.pop(0), folder, heard)
    yield from play_in_processes(plan, sessions, workers, folder, heard)


def _together(plan: MatchPlan, kept: dict[tuple[int, int], Played]) -> tuple[Int64s, list[Faults]]:
    """All sessions in order; none may be missing."""
    missing = {(session.number, session.trial) for session in plan.sessions()} ^ kept.keys()
    if missing:
        number, trial = min(missing)
        raise UnsolvedError(f"session {number + 1} of seating {trial + 1} was lost or played twice")
    players, trials = len(plan.agents), len(plan.seatings)
    parts: Int64s = np.zeros((plan.hands, trials, players), dtype=np.int64)
    faults = [Faults() for _ in range(players)]
    for key in sorted(kept):
        played = checked_result(plan, kept[key])
        first, hands = played.session.first, played.session.hands
        parts[first : first + hands, played.session.trial] = played.parts
        for mine, later in zip(faults, played.faults, strict=True):
            mine.merge(later)
    return parts, faults
