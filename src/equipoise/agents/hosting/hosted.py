"""The table's proxy for an agent in another process.

It is used like any agent. Replies are validated here: a malformed message, a reply to another
question, silence or the end of the process cost the agent the rest of its session.
"""

from __future__ import annotations

import weakref
from random import Random
from time import monotonic
from typing import Any

from equipoise.agents.agent import Event, HandEnded, HandStarted
from equipoise.agents.hosting.process import AgentFile, Host, give_back, take_host
from equipoise.agents.hosting.seat import encoded
from equipoise.agents.hosting.wire import ChannelError, ClosedError, Message, SilentError
from equipoise.agents.outside import USUAL, HostedFault, HostEnded, Limits, OutsideAgent
from equipoise.agents.trace import trimmed
from equipoise.base.errors import InputError, one_line
from equipoise.games.action import Action, Kind
from equipoise.games.observation import Observation
from equipoise.games.plain import rules_to_plain
from equipoise.games.rules import GameRules

#: seconds allowed for loading a file or creating an agent
MAKING_SECONDS = 60.0
_GRACE = 2.0  # multiples of the limit before a process is killed; the clock inside comes first
_MOST_NEWS = 20  # ends of hands queued for the next message
_MOST_HANDS = 1 << 40
_LONGEST_WORDS = 300
_KINDS = {str(kind): kind for kind in Kind}
_FAULTS = ("crash", "illegal", "slow")


class HostedAgent(OutsideAgent):
    """An agent from a file, created for one session; close it afterwards.

    ``options`` are the text after the file's name.
    """

    def __init__(self, file: AgentFile, options: str = "", limits: Limits = USUAL) -> None:
        self._limits = limits
        self._asked = 0
        self._started: HandStarted | None = None
        self._rules: GameRules | None = None
        self._rng_sent = False
        self._news: list[Message] = []
        self._events = 0  # events not delivered yet
        self._faults: list[tuple[int, HostedFault]] = []
        self._host: Host | None = take_host(file, limits.seating)
        self._kill = weakref.finalize(self, self._host.kill)
        begin = {
            "options": options,
            "seconds": limits.seconds,
            "megabytes": limits.megabytes,
        }
        reply = self._exchange(begin, MAKING_SECONDS)
        if isinstance(refused := reply.get("refused"), str):
            self.close()
            raise InputError(_words(refused))
        if isinstance(failed := reply.get("failed"), str):
            self.close()
            raise HostedFault("crash", _words(failed), _trace(reply.get("trace")))
        if type(reply.get("remembers")) is not bool or type(reply.get("listens")) is not bool:
            raise self._broken()
        self.remembers = bool(reply["remembers"])
        self._listens = bool(reply["listens"])

    @property
    def listens(self) -> bool:
        """True if the wrapped agent does."""
        return self._listens

    def check_game(self, rules: GameRules) -> None:
        """Raise InputError for a game that the wrapped agent refuses."""
        reply = self._exchange({"do": "check", "rules": rules_to_plain(rules)}, MAKING_SECONDS)
        if isinstance(refused := reply.get("refused"), str):
            raise InputError(_words(refused))
        if isinstance(failed := reply.get("failed"), str):
            raise HostedFault("crash", _words(failed))

    def observe(self, event: Event) -> None:
        """Queue the event until the agent is asked; moves are part of the next message."""
        self._events += 1
        if isinstance(event, HandStarted):
            self._started = event
        elif isinstance(event, HandEnded):
            ended = {
                "shown": event.shown,
                "payoffs": [(won.numerator, won.denominator) for won in event.payoffs],
            }
            self._news.append({**self._seen(event.observation), **ended})
            if len(self._news) >= _MOST_NEWS:
                self._ask(None)

    def act(self, observation: Observation, rng: Random) -> Action:
        """The wrapped agent's action; its faults are raised as :class:`HostedFault`.

        The time limit applies once, plus once per event delivered with the question.
        """
        state = None if self._rng_sent else rng.getstate()
        self._rng_sent = True
        seconds, events, started = self._limits.seconds, self._events, monotonic()
        reply = self._ask(self._seen(observation), state)
        if seconds is not None and monotonic() - started > seconds * (1 + events):
            raise HostedFault("slow", f"took more than {seconds:g} s to act")
        fault = reply.get("fault")
        if fault is not None:
            raise self._fault(fault)
        match reply.get("answer"):
            case [str(kind), int(to)] if kind in _KINDS and type(to) is int:
                return Action(_KINDS[kind], to)
        raise self._broken()

    def take_faults(self) -> list[tuple[int, HostedFault]]:
        """Faults in handling events since the last call, each with its hand."""
        faults, self._faults = self._faults, []
        return faults

    def finish(self) -> None:
        """Collect faults of the last events, and close."""
        if self._news and self._host is not None:
            self._ask(None)
        self.close()

    def close(self) -> None:
        """End the session; its process may serve another one."""
        host, self._host = self._host, None
        if host is not None:
            self._kill.detach()
            give_back(host)

    def _seen(self, observation: Observation) -> Message:
        """An observation as plain data; the rules only if they are new."""
        values: Message = {
            "position": observation.position,
            "hole": observation.hole,
            "up": observation.up,
            "board": observation.board,
            "line": [encoded(move.action) for moves in observation.history for move in moves],
        }
        if observation.rules is not self._rules:
            self._rules = observation.rules
            values["rules"] = rules_to_plain(self._rules)
        if self._listens and self._started is not None:
            values["hand"], values["names"] = self._started.hand, self._started.names
        return values

    def _ask(self, act: Message | None, rng: Any = None) -> Message:
        self._asked += 1
        news, self._news = self._news, []
        events, self._events = self._events, 0
        seconds = self._limits.seconds
        patience = None if seconds is None else seconds * _GRACE * (1 + events) + 1
        message = {"do": "ask", "number": self._asked, "news": news, "act": act, "rng": rng}
        reply = self._exchange(message, patience)
        if reply.get("number") != self._asked or not isinstance(reply.get("faults"), list):
            raise self._broken()
        for fault in reply["faults"]:
            match fault:
                case [int(hand), *rest] if type(hand) is int and 0 <= hand < _MOST_HANDS:
                    self._faults.append((hand, self._fault(rest)))
                case _:
                    raise self._broken()
        return reply

    def _fault(self, fault: object) -> HostedFault:
        match fault:
            case [str(kind), str(words), str(trace)] if kind in _FAULTS:
                return HostedFault(kind, _words(words), _trace(trace))
        raise self._broken()

    def _exchange(self, message: Message, seconds: float | None) -> Message:
        """Send a message and wait for the reply; kill the process if there is none."""
        if self._host is None:
            raise HostEnded("its process is gone")
        try:
            self._host.channel.send(message, seconds)
            reply = self._host.channel.receive(seconds)
        except SilentError:
            raise self._broken("did not answer, and could not be interrupted") from None
        except ClosedError:
            raise self._broken("its process ended") from None
        except ChannelError as error:
            raise self._broken(f"sent {error}") from None
        ended = reply.get("ended")
        if ended is not None:
            raise self._broken(_how(ended))
        return reply

    def _broken(self, words: str = "sent an invalid answer") -> HostEnded:
        """Kill the process; returns the exception to raise."""
        host, self._host = self._host, None
        if host is not None:
            self._kill.detach()
            host.kill()
        return HostEnded(words)


def _how(code: object) -> str:
    if type(code) is int and code < 0:
        return f"its process was killed by signal {-code}"
    return f"its process ended with exit code {code}" if type(code) is int else "its process ended"


def _trace(text: object) -> str:
    return trimmed(text) if isinstance(text, str) else ""


def _words(text: str) -> str:
    return one_line(text, _LONGEST_WORDS)
