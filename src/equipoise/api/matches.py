"""Matches in one call, between agents by name, policies, and your own agents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from equipoise.agents.agent import Agent
from equipoise.agents.policy_agent import PolicyAgent
from equipoise.agents.registry import register
from equipoise.base.progress import Report, silent
from equipoise.evaluation.scores import MatchScore, score_match
from equipoise.kernels.types import Float64s
from equipoise.matches.match import MatchResult, play_match
from equipoise.matches.plan import MatchPlan
from equipoise.policies.policy import Policy

#: the text of an agent, a policy, or a constructor of an agent (a class or function)
Player = str | Policy | Callable[[], Agent]
_numbers = count(1)


@dataclass(frozen=True, eq=False)
class PlayedMatch:
    """A played match: ``score`` has win rates with intervals and the verdict."""

    result: MatchResult
    score: MatchScore

    @property
    def names(self) -> tuple[str, ...]:
        """The players' display names."""
        return self.result.names

    def mb_per_hand(self) -> Float64s:
        """Winnings [deals, seatings, players] in thousandths of a big blind."""
        return self.result.millis()


def match(
    game: str,
    players: Sequence[Player] | Mapping[str, Player],
    hands: int = 1000,
    *,
    seed: int = 0,
    duplicate: bool = False,
    session: int | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    report: Report = silent,
) -> PlayedMatch:
    """Play agents against each other; the result does not depend on the number of workers.

    A player is an agent as written on the command line (``"call"``, ``"DIR:translation=soft"``), a
    policy, or a function without arguments that returns an agent; a mapping gives them names.
    ``hands`` deals are played, in a ``duplicate`` match each in every seating.

    >>> import equipoise as eq
    >>> played = eq.match("kuhn", {"mine": "raise", "theirs": "fold"}, hands=1000, duplicate=True)
    >>> played.score.verdict.winner
    'mine'
    """
    named = players.items() if isinstance(players, Mapping) else ((None, one) for one in players)
    agents = tuple(_text(player, name) for name, player in named)
    plan = MatchPlan(game, agents, hands, seed, duplicate, session)
    place = None if out is None else Path(out)
    result = play_match(plan, workers, place, resume, report)
    return PlayedMatch(result, score_match(result))


def _text(player: Player, name: str | None) -> str:
    """The text of a player; other kinds are registered under a new name first."""
    if isinstance(player, str):
        if name is None:
            return player
        return f"{player}{',' if '=' in player else ':'}name={name}"
    text = f"player-{next(_numbers)}"
    if callable(player):
        register(text, "an agent")(player)
        name = name or getattr(player, "__name__", None)
    else:
        known = player.compiled is not None
        register(text, "a policy", known=known, portable=False)(partial(PolicyAgent, player))
    return f"{text}:name={name}" if name else text
