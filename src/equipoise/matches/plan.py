"""The plan of a match: game, agents, hands, seed, and fault rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING

from equipoise.agents.outside import HostedFault, Limits, OutsideAgent
from equipoise.agents.registry import AgentSpec, find_agent, shown_name
from equipoise.base.errors import InputError
from equipoise.formats.acpc.game import resolve_game
from equipoise.games.fingerprint import rules_fingerprint
from equipoise.games.rules import FEWEST_PLAYERS, MOST_PLAYERS, GameRules
from equipoise.matches.faults import FaultRules
from equipoise.matches.seating import Seating, duplicate_seatings, plain_seatings

if TYPE_CHECKING:
    from equipoise.agents.hosting.process import AgentFile
    from equipoise.matches.known import Pair

#: hands per session if no agent has memory
SESSION = 1000
#: hands per session of two blueprints, which kernels play
KNOWN_SESSION = 10_000
_MOST_RESULTS, _MOST_SESSIONS = 5 * 10**8, 10**6
_MOST_SEED = 2**63
_USUAL = FaultRules()


@dataclass(frozen=True)
class Session:
    """A piece of a match: consecutive hands in one seating.

    Agents are created for it alone, so sessions can be played anywhere in any order.
    """

    number: int
    trial: int
    first: int
    hands: int


@dataclass(frozen=True)
class MatchPlan:
    """A match as text and numbers only, so that any process can play any session of it.

    ``hands`` is the number of deals; in a ``duplicate`` match each is played once in every seating,
    by fresh agents. ``session`` is the number of hands for which agents keep their memory; None
    means :data:`SESSION` if no agent has memory (``KNOWN_SESSION`` for two blueprints), else all
    hands (and 1 if a person plays, so that each hand is stored as soon as it is over).
    ``remembers`` (whether some agent has memory), ``fingerprints`` of the agents' versions and the
    content of agents' ``files`` are set once the plan is :meth:`checked`. A ``strict`` match ends
    at the first fault of an agent.
    """

    game: str
    agents: tuple[str, ...]
    hands: int
    seed: int = 0
    duplicate: bool = False
    session: int | None = None
    faults: FaultRules = _USUAL
    remembers: bool = field(default=False, compare=False)
    fingerprints: tuple[str, ...] = field(default=(), compare=False)
    files: tuple[AgentFile, ...] = field(default=(), compare=False)
    strict: bool = field(default=False, compare=False)

    def rules(self) -> GameRules:
        """The rules of the game."""
        return resolve_game(self.game)

    def specs(self) -> list[AgentSpec]:
        """The agents, parsed and checked."""
        return [find_agent(text, self.files) for text in self.agents]

    def with_files(self) -> MatchPlan:
        """The plan with the current content of agents' files, independent of later changes."""
        files = [spec.entry.file for spec in self.specs()]
        return replace(self, files=tuple(file for file in files if file is not None))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' display names; repeated ones get a number.

        >>> MatchPlan("kuhn", ("call", "call"), 10).names
        ('call', 'call#2')
        >>> MatchPlan("kuhn", ("raise:name=fierce", "call"), 10).names
        ('fierce', 'call')
        """
        seen: Counter[str] = Counter()
        names = []
        for text in map(shown_name, self.agents):
            seen[text] += 1
            names.append(text if seen[text] == 1 else f"{text}#{seen[text]}")
        return tuple(names)

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings every deal is played in."""
        players = len(self.agents)
        return duplicate_seatings(players) if self.duplicate else plain_seatings(players)

    def checked(self) -> MatchPlan:
        """The plan with all defaults filled in; raises InputError if something is wrong."""
        return self.with_files()._checked()

    def _checked(self) -> MatchPlan:
        rules, specs = self.rules(), self.specs()
        if len(specs) != rules.players:
            raise InputError(
                f"{len(specs)} agents for {rules.name}", expected=f"{rules.players} can play it"
            )
        self.check_size()
        long_lived = [spec.text for spec in specs if spec.entry.long_lived]
        if long_lived and self.duplicate:
            raise InputError(
                f"agent {long_lived[0]!r} cannot play a duplicate match",
                expected="they would remember the cards of the first seating",
            )
        remembers = False
        for spec in specs:
            remembers = self._remembers(spec, rules) or remembers
        few = KNOWN_SESSION if self.is_compiled else SESSION
        usual = self.hands if remembers else 1 if long_lived else few
        # no time limit for a person at the terminal
        people = any(spec.entry.needs_terminal for spec in specs)
        faults = replace(self.faults, seconds=None) if people else self.faults
        return replace(
            self,
            session=self.session or usual,
            faults=faults,
            remembers=remembers,
            fingerprints=tuple(spec.fingerprint for spec in specs),
        )

    def check_size(self) -> None:
        """Raise InputError for numbers that are too large, before any allocation."""
        players = len(self.agents)
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            raise InputError(
                f"{players} agents", expected=f"{FEWEST_PLAYERS} to {MOST_PLAYERS} play a match"
            )
        for count, what in ((self.hands, "hands"), (self.session, "hands in a session")):
            if count is not None and count < 1:
                raise InputError(f"{count} {what}", expected="at least 1")
        results = self.hands * len(self.seatings) * players
        pieces = -(-self.hands // (self.session or SESSION))
        if results > _MOST_RESULTS or pieces > _MOST_SESSIONS:
            raise InputError(
                f"{self.hands:,} hands in {pieces:,} sessions are too many for one match",
                expected=f"at most {_MOST_RESULTS:,} results of players in {_MOST_SESSIONS:,} "
                "sessions are kept in memory; play several with other seeds",
            )
        if not 0 <= self.seed < _MOST_SEED:
            raise InputError(f"a seed of {self.seed}", expected="0 or more, below 2 to the 63rd")

    def _remembers(self, spec: AgentSpec, rules: GameRules) -> bool:
        """True if an agent has memory; raises if it cannot be created or play the game."""
        try:
            agent = spec.make(Limits(self.faults.seconds, self.faults.megabytes))
            try:
                agent.check_game(rules)
            finally:
                if isinstance(agent, OutsideAgent):
                    agent.close()
        except InputError:
            raise
        except HostedFault as fault:
            raise InputError(f"cannot be made ({fault.words})", "agent", spec.text) from None
        except (Exception, SystemExit) as error:
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise InputError(f"cannot be made ({what})", "agent", spec.text) from None
        return agent.remembers

    @property
    def is_compiled(self) -> bool:
        """True if kernels play the match: two agents with known probabilities."""
        specs = self.specs()
        return len(specs) == 2 and all(spec.is_known for spec in specs)

    def known_pair(self) -> Pair | None:
        """The policies of both players; None unless both have one."""
        if not self.is_compiled:
            return None
        from equipoise.matches.known import known_pair

        return known_pair([spec.make() for spec in self.specs()])

    def sessions(self) -> list[Session]:
        """All sessions of a checked plan, ordered by deal with all seatings of each together."""
        assert self.session is not None
        return [
            Session(number, trial, first, min(self.session, self.hands - first))
            for number, first in enumerate(range(0, self.hands, self.session))
            for trial in range(len(self.seatings))
        ]

    def identity(self) -> dict[str, object]:
        """The fields that must agree for hands of two runs to belong to one match.

        The number of hands may differ: a match can be extended.
        """
        compiled = {"compiled": True} if self.is_compiled else {}
        return {
            **compiled,
            "game": self.game,
            "rules": rules_fingerprint(self.rules()),
            "agents": list(self.agents),
            "fingerprints": [spec.fingerprint for spec in self.specs()],
            "seed": self.seed,
            "duplicate": self.duplicate,
            "session": self.session,
            "faults": asdict(self.faults),
        }
