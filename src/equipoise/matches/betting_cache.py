"""A cache of a game's betting: a tree of public nodes that grows as hands are played.

The same betting recurs in many hands. Its consequences (who is to act, what is legal, what a
showdown pays) are computed once by the readable engine and cached, so that playing a hand is mostly
a walk. If bets never repeat, the tree is discarded when it has grown too large.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind, Legal, Move
from equipoise.games.betting import BettingState
from equipoise.games.dealing import CardCounts, no_cards
from equipoise.games.lines import ROUND_END, line_text
from equipoise.games.pots import award, build_pots
from equipoise.games.rules import MOST_PLAYERS, GameRules

#: payoffs are integers in this fraction of a chip: any split among up to ten players is exact
PARTS = lcm(*range(1, MOST_PLAYERS + 1))
_MOST_NODES = 20_000
_FOLD, _CALL = -1, -2


class BettingNode:
    """The public betting so far, and how many cards have been ``dealt`` to whom.

    ``to_act`` and ``legal`` are None when the hand is over.
    """

    __slots__ = (
        "_children",
        "_contenders",
        "_line",
        "_paid",
        "_pots",
        "_text",
        "betting",
        "dealt",
        "history",
        "legal",
        "rounds",
        "to_act",
    )

    def __init__(
        self,
        betting: BettingState,
        history: tuple[tuple[Move, ...], ...],
        dealt: CardCounts,
        rounds: int,
    ) -> None:
        self.betting, self.history = betting, history
        self._contenders = contenders = betting.contenders
        rules = betting.rules
        while rounds <= betting.round and len(contenders) > 1:
            dealt += rules.script[rounds].due(rules.players, contenders)
            rounds += 1
        self.dealt, self.rounds = dealt, rounds
        self.to_act: int | None = betting.to_act
        self.legal: Legal | None = None if self.to_act is None else betting.legal()
        self._children: dict[int, BettingNode] = {}
        self._paid: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._pots = build_pots(betting) if self.to_act is None else ()
        self._text = ""
        self._line: str | None = None

    @classmethod
    def start(cls, rules: GameRules) -> BettingNode:
        """The betting before the first action, the first cards dealt."""
        return cls(BettingState.start(rules), ((),) * rules.rounds, no_cards(rules.players), 0)

    def after(self, action: object) -> BettingNode:
        """The node after an action; raises InputError for an illegal one."""
        if type(action) is not Action or type(action.to) is not int:
            raise InputError(f"answered {_shown(action)}", expected="an Action with a whole amount")
        kind, to, legal = action.kind, action.to, self.legal
        if legal is None:
            raise InputError("the hand is over", expected="no action is legal")
        key = None  # key of a child that may be cached
        if kind is Kind.RAISE:
            key = to if to > 0 else None
        elif kind is Kind.CALL:
            key = _CALL if to in (0, legal.call_to) else None
        elif kind is Kind.FOLD:
            key = _FOLD if to in (0, legal.put) else None
        else:
            raise InputError(f"answered {_shown(action)}", expected="fold, call or raise")
        child = None if key is None else self._children.get(key)
        if child is None:
            child = self._grown(legal.checked(action))  # refuses everything without a key
            assert key is not None
            self._children[key] = child
        return child

    def _grown(self, made: Action) -> BettingNode:
        position = self.to_act
        assert position is not None
        at = self.betting.round
        history = list(self.history)
        history[at] = (*history[at], Move(position, made))
        return BettingNode(self.betting.after(made), tuple(history), self.dealt, self.rounds)

    def payoffs(self, strengths: Sequence[int]) -> tuple[int, ...]:
        """What each position wins, in parts of a chip, given the strengths at a showdown."""
        contenders = self._contenders
        # only the order of the hands matters
        held = [strengths[position] for position in contenders]
        order = sorted(set(held))
        key = tuple([order.index(value) for value in held])
        paid = self._paid.get(key)
        if paid is None:
            paid = self._paid[key] = self._settle(dict(zip(contenders, key, strict=True)))
        return paid

    def _settle(self, ranks: dict[int, int]) -> tuple[int, ...]:
        betting = self.betting
        values = [ranks.get(position) for position in range(betting.rules.players)]
        won = award(self._pots, values, betting.rules.odd_chips, betting.show_order())
        parts = [(chips - put) * PARTS for chips, put in zip(won, betting.put, strict=True)]
        assert all(part.denominator == 1 for part in parts)
        assert sum(parts) == 0
        return tuple(int(part) for part in parts)

    @property
    def actions_text(self) -> str:
        """The actions as text, rounds separated by ``/``: f, c and r with total chips of the hand.

        The rounds end with the last one in which somebody acted.
        """
        if not self._text:
            rounds = [[move.action for move in moves] for moves in self.history]
            self._text = line_text(rounds).rstrip(ROUND_END)
        return self._text

    @property
    def line(self) -> str:
        """The betting as in match states: a ``/`` for every round that has begun."""
        if self._line is None:
            rules = self.betting.rules
            rounds = [[move.action for move in moves] for moves in self.history[: self.rounds]]
            self._line = line_text(rounds, rules.betting.kind != "fixed-limit")
        return self._line


def _shown(answer: object) -> str:
    """An answer as text; its repr is untrusted."""
    try:
        text = repr(answer)
    except Exception:
        text = ""
    return text if text and len(text) < 80 else f"a {type(answer).__name__}"


class BettingCache:
    """The betting tree of a game, replaced by a new one when it has too many nodes."""

    def __init__(self, rules: GameRules, most: int = _MOST_NODES) -> None:
        self.rules, self.most = rules, most
        self._root = BettingNode.start(rules)

    def root(self) -> BettingNode:
        """The root; to be queried periodically, not for every hand."""
        if _size(self._root, self.most) >= self.most:
            self._root = BettingNode.start(self.rules)
        return self._root


def _size(root: BettingNode, most: int) -> int:
    """Number of nodes, counted up to ``most``."""
    waiting, count = [root], 0
    while waiting and count < most:
        count += 1
        waiting += waiting.pop()._children.values()
    return count
