"""Running a response over many deals: parallel, saved to disk, resumable.

The result of a deal depends only on the seed and its number, so neither the number of processes nor
an interruption changes the result.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import numpy as np

from equipoise.agents.registry import find_agent
from equipoise.base.artifacts import Artifact, Content, Kind, differing
from equipoise.base.errors import InputError, UnsolvedError, one_line
from equipoise.base.locks import locked
from equipoise.base.progress import Report, silent
from equipoise.base.workers import available_cores
from equipoise.evaluation.bounds.responses import SMALL, LocalDeals, Response, make_response
from equipoise.evaluation.estimates import Estimate, estimate
from equipoise.formats import resolve_game
from equipoise.games.fingerprint import rules_fingerprint
from equipoise.games.public_state import private_hands
from equipoise.kernels.types import Float64s

KIND = Kind(
    "response",
    version=2,  # version 1 dealt all rounds from one order of the deck
    title="equipoise response",
    phrase="a run of a response",
    manifest="response.json",
    other_version="another version of equipoise wrote it",
)
_BLOCK = 20  # deals per block
_ALONE = 1.0  # seconds of work before worker processes pay off
_SECONDS_BETWEEN = 5.0
_MOST_DEALS = 10_000_000
Block = list[tuple[float, float]]


@dataclass(frozen=True)
class ResponsePlan:
    """A response to an agent in a game, over ``deals`` deals from number ``first`` on."""

    game: str
    agent: str
    response: str
    deals: int
    seed: int = 0
    first: int = 0

    def checked(self) -> Response:
        """The response, ready to play."""
        if not 1 <= self.deals <= _MOST_DEALS:
            raise InputError(f"{self.deals:,} hands", expected=f"1 to {_MOST_DEALS:,}")
        return make_response(self.game, self.agent, self.response)

    def identity(self) -> Content:
        """The settings that must agree to resume a run; the number of deals may differ."""
        return {
            "game": self.game,
            "rules": rules_fingerprint(resolve_game(self.game)),
            "agent": self.agent,
            "fingerprint": find_agent(self.agent).fingerprint,
            "response": self.response,
            "seed": self.seed,
            "first": self.first,
        }

    def blocks(self) -> list[tuple[int, int]]:
        """Blocks of work: first deal and number of deals of each."""
        end = self.first + self.deals
        return [(at, min(_BLOCK, end - at)) for at in range(self.first, end, _BLOCK)]


@dataclass(frozen=True)
class ResponseRun:
    """The result of a response: ``won`` [deals, 2] by position, in mb.

    ``seconds`` and ``played_now`` (hands) exclude what was read from disk. If ``exact``, a single
    row over all deals.
    """

    plan: ResponsePlan
    won: Float64s
    seconds: float
    played_now: int
    exact: bool = False

    @property
    def rate(self) -> Estimate:
        """The mean of both seats with its interval over deals, in mb per hand."""
        mean = self.won.mean(axis=1)
        return Estimate(float(mean[0]), 0.0, 0.0, 1, 1) if self.exact else estimate(mean)

    @property
    def seats(self) -> tuple[float, float]:
        """The mean at each position, in mb per hand."""
        first, second = self.won.mean(axis=0)
        return float(first), float(second)


def run_response(
    plan: ResponsePlan,
    workers: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    report: Report = silent,
    response: Response | None = None,
) -> ResponseRun:
    """Play all deals of a plan, except those already saved in ``out``.

    Games with a small deck are enumerated instead, whatever the number of deals. A given
    ``response`` replaces the plan's and needs ``workers=1``.
    """
    response = response or plan.checked()
    if isinstance(response, LocalDeals) and response.response.rules.deck.size < SMALL:
        return _enumerated(plan, response)
    with _locked(out):
        kept = _begin(plan, out, resume)
        left = [block for block in plan.blocks() if len(kept.get(block[0], ())) != block[1]]
        done = plan.deals - sum(count for _, count in left)
        started = last = monotonic()
        played = 0
        for first, won in _play(plan, response, left, workers or available_cores()):
            kept[first] = won
            played += len(won)
            report(
                done + played, plan.deals, f"{2 * (done + played):,} of {2 * plan.deals:,} hands"
            )
            if out is not None and monotonic() - last > _SECONDS_BETWEEN:
                _write(plan, out, kept)
                last = monotonic()
        seconds = monotonic() - started
        if out is not None:
            _write(plan, out, kept)
    unit = 1000 / resolve_game(plan.game).big_blind
    chips = np.array([pair for first, _ in plan.blocks() for pair in kept[first]])
    return ResponseRun(plan, chips * unit, seconds, 2 * played)


def _enumerated(plan: ResponsePlan, response: LocalDeals) -> ResponseRun:
    started = monotonic()
    chips = np.array([response.exact()])
    hands = sum(len(private_hands(response.response.rules, position)) for position in (0, 1))
    unit = 1000 / response.response.rules.big_blind
    return ResponseRun(plan, chips * unit, monotonic() - started, hands, exact=True)


def _locked(out: Path | None) -> AbstractContextManager[None]:
    return nullcontext() if out is None else locked(out, Artifact(KIND, out).what)


def _begin(plan: ResponsePlan, out: Path | None, resume: bool) -> dict[int, Block]:
    """The blocks already saved; InputError if the folder holds something else."""
    if out is None:
        return {}
    place = Artifact(KIND, out, make="leave --resume out to begin")
    place.remove_left()
    if not resume:
        if place.is_finished:
            raise InputError(
                "it has begun already", place.what, expected="--resume goes on with it"
            )
        place.check_place()
        return {}
    about = place.read()
    names = differing(about.get("identity", {}), plan.identity())
    if names:
        raise InputError(f"it is another run: {', '.join(names)} differ", place.what)
    return _read_blocks(place, about)


def _read_blocks(place: Artifact, about: Content) -> dict[int, Block]:
    try:
        return {
            int(first): [(float(one), float(two)) for one, two in won]
            for first, won in about["blocks"].items()
        }
    except (KeyError, TypeError, ValueError, AttributeError):
        raise place.damaged("its blocks are damaged") from None


def _write(plan: ResponsePlan, out: Path, kept: dict[int, Block]) -> None:
    blocks = {str(first): kept[first] for first in sorted(kept)}
    Artifact(KIND, out).write({"identity": plan.identity(), "blocks": blocks})


def play_block(response: Response, seed: int, block: tuple[int, int]) -> Block:
    """A block of consecutive deals."""
    first, count = block
    return [response.deal(seed, number) for number in range(first, first + count)]


def _play(
    plan: ResponsePlan, response: Response, blocks: Sequence[tuple[int, int]], workers: int
) -> Iterator[tuple[int, Block]]:
    """Blocks as they are finished: in this process first, on worker processes if it takes long."""
    here = workers == 1 or not find_agent(plan.agent).entry.is_portable
    started = monotonic()
    waiting = list(blocks)
    while waiting and (here or len(waiting) == 1 or monotonic() - started < _ALONE):
        block = waiting.pop(0)
        yield block[0], play_block(response, plan.seed, block)
    if not waiting:
        return
    crew = ProcessPoolExecutor(
        min(workers, len(waiting)),
        multiprocessing.get_context("spawn"),  # threads and forks do not mix
        _hire,
        (plan.game, plan.agent, plan.response),
    )
    try:
        futures = {crew.submit(_work, plan.seed, block): block[0] for block in waiting}
        for future in as_completed(futures):
            yield futures[future], future.result()
    except BrokenProcessPool:
        raise UnsolvedError("a worker process died") from None
    finally:
        crew.shutdown(cancel_futures=True)


#: the response of a worker process, or the text of the error that prevented it
_hired: list[Response | str] = []


def _hire(game: str, agent: str, response: str) -> None:
    """Initialise a worker process: build its response."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    try:
        _hired.append(make_response(game, agent, response))
    except Exception as error:  # raised by the first block: an initialiser cannot
        _hired.append(one_line(f"{type(error).__name__}: {error}"))


def _work(seed: int, block: tuple[int, int]) -> Block:
    response = _hired[0]
    if isinstance(response, str):
        raise UnsolvedError(f"a worker failed: {response}")
    return play_block(response, seed, block)
