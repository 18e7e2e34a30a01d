"""``BettingState``: the public betting without cards; the only place with the betting rules.

Internal amounts are *live*: without the ante, which is dead money. In the interface (``put``, legal
actions) they are totals of the hand, ante included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind, Legal
from equipoise.games.rules import GameRules


@dataclass(frozen=True, slots=True)
class BettingState:
    """The public betting of a hand.

    ``put``: total chips of each position. ``level``: live chips needed to stay in. ``min_to``: live
    chips the next full raise must reach. ``acted``: who has acted in this round. ``raises``: their
    number in this round, ``aggressor`` who made the last one, ``opener`` the position asked first.
    ``to_act`` is None when the betting of the hand is over; ``round`` is then the last round whose
    cards must be dealt.
    """

    rules: GameRules
    round: int
    to_act: int | None
    put: tuple[int, ...]
    folded: tuple[bool, ...]
    acted: tuple[bool, ...]
    level: int
    min_to: int
    raises: int
    opener: int
    aggressor: int | None
    #: cache of ``legal``, because an agent and the table both use it
    _legal: Legal | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def start(cls, rules: GameRules) -> BettingState:
        """The betting after antes and blinds; a player who cannot pay them in full is all-in.

        The others must still match the whole blind, not what its poster could pay.
        """
        nobody = (False,) * rules.players
        put = tuple(
            rules.ante_paid(position) + rules.blind_paid(position)
            for position in range(rules.players)
        )
        level = max(rules.blinds)
        before = cls(
            rules=rules,
            round=0,
            to_act=None,
            put=put,
            folded=nobody,
            acted=nobody,
            level=level,
            min_to=level + rules.betting.sizes[0],
            raises=0,
            opener=rules.first[0],
            aggressor=None,
        )
        return before._opened()

    @classmethod
    def opening(cls, rules: GameRules, number: int, level: int) -> BettingState:
        """The start of round ``number`` with everybody in for ``level`` live chips each."""
        nobody = (False,) * rules.players
        before = cls(
            rules=rules,
            round=number,
            to_act=None,
            put=tuple(rules.ante_paid(position) + level for position in range(rules.players)),
            folded=nobody,
            acted=nobody,
            level=level,
            min_to=level + rules.betting.sizes[number],
            raises=0,
            opener=rules.first[number],
            aggressor=None,
        )
        return before._opened()

    @property
    def is_over(self) -> bool:
        """True if no player can act any more in this hand."""
        return self.to_act is None

    @property
    def contenders(self) -> tuple[int, ...]:
        """The positions that have not folded."""
        return tuple([p for p, folded in enumerate(self.folded) if not folded])

    @property
    def is_folded_out(self) -> bool:
        """True if all but one have folded."""
        return self.folded.count(False) == 1

    @property
    def pot(self) -> int:
        """All chips put in so far."""
        return sum(self.put)

    def live(self, position: int) -> int:
        """Chips a position has put in, without its ante."""
        return self.put[position] - self.rules.ante_paid(position)

    def capacity(self, position: int) -> int:
        """The live chips of a position that is all-in."""
        return self.rules.stacks[position] - self.rules.ante_paid(position)

    def has_chips(self, position: int) -> bool:
        """True if a position still has chips behind."""
        return self.put[position] < self.rules.stacks[position]

    def legal(self) -> Legal:
        """The legal actions of the player to act."""
        if self._legal is None:
            object.__setattr__(self, "_legal", self._find_legal())
            assert self._legal is not None
        return self._legal

    def _find_legal(self) -> Legal:
        position = self.to_act
        if position is None:
            raise InputError("the betting of this hand is over", expected="no action is legal")
        ante = self.rules.ante_paid(position)
        put = self.put[position]
        live = put - ante
        smallest, largest = self._raise_span(position)
        owes = self.level > live
        limp = owes and self.raises == 0 and not self.rules.betting.limping
        return Legal(
            position=position,
            put=put,
            can_fold=owes or self.rules.free_folds,
            call_to=None
            if limp and smallest is not None
            else ante + max(live, min(self.level, self.capacity(position))),
            min_raise=None if smallest is None else ante + smallest,
            max_raise=None if largest is None else ante + largest,
        )

    def _raise_span(self, position: int) -> tuple[int | None, int | None]:
        """The smallest and largest live amount to raise to, or None twice."""
        rules, betting, level = self.rules, self.rules.betting, self.level
        capacity = self.capacity(position)
        cap = betting.cap(self.round)
        if (
            capacity <= level
            or (cap is not None and self.raises >= cap)
            or (betting.raisers is not None and position not in betting.raisers)
            or not self._can_be_answered(position)
        ):
            return None, None
        live = self.live(position)
        if (
            rules.all_in_rule == "casino"
            and self.acted[position]
            and level - live < self.min_to - level
        ):
            return None, None  # only short all-ins since the player acted: not reopened
        smallest = min(self.min_to, capacity)
        if betting.all_in_only:
            return capacity, capacity
        if betting.kind == "fixed-limit":
            return smallest, smallest
        largest = capacity
        if betting.kind == "pot-limit":
            # the raise may be as large as the pot after the call
            largest = min(capacity, level + self.pot + max(level - live, 0))
        elif betting.kind == "spread-limit":
            largest = min(capacity, level + betting.largest[self.round])
        return smallest, max(smallest, largest)

    def _can_be_answered(self, position: int) -> bool:
        """True if another player could still call or raise."""
        others = [p for p in self.contenders if p != position]
        if self.rules.all_in_rule == "acpc":
            return any(self.has_chips(p) for p in others)
        return any(self.capacity(p) > self.level for p in others)

    def apply(self, action: Action) -> BettingState:
        """The betting after an action of the player to act; raises InputError if it is illegal."""
        return self.after(self.legal().checked(action))

    def after(self, action: Action) -> BettingState:
        """The betting after an action known to be legal and complete."""
        position = self.to_act
        assert position is not None
        put, folded, acted = list(self.put), list(self.folded), list(self.acted)
        put[position] = action.to
        acted[position] = True
        level, min_to, raises = self.level, self.min_to, self.raises
        aggressor = self.aggressor
        if action.kind == Kind.FOLD:
            folded[position] = True
        elif action.kind == Kind.RAISE:
            aggressor = position
            raises += 1
            level = action.to - self.rules.ante_paid(position)
            min_to = self._next_min_to(level)
        alone = folded.count(False) == 1
        asked = None if alone else _asked(self.rules, put, folded, acted, level, position + 1)
        # written out, because ``replace`` is slow and every action passes here
        moved = BettingState(
            self.rules,
            self.round,
            asked,
            tuple(put),
            tuple(folded),
            tuple(acted),
            level,
            min_to,
            raises,
            self.opener,
            aggressor,
        )
        return moved if alone or asked is not None else moved._next_round()

    def _next_min_to(self, to: int) -> int:
        """The minimum of the next raise after one to ``to``."""
        betting, level, min_to = self.rules.betting, self.level, self.min_to
        if betting.kind == "fixed-limit":
            return to + betting.sizes[self.round]
        if self.rules.all_in_rule == "acpc":
            return max(min_to, 2 * to - level)
        return to + max(min_to - level, to - level)

    def _next_round(self) -> BettingState:
        rules = self.rules
        if self.round + 1 == rules.rounds or sum(map(self.has_chips, self.contenders)) < 2:
            return self._finished()
        following = self.round + 1
        fresh = replace(
            self,
            round=following,
            acted=(False,) * rules.players,
            min_to=self.level + rules.betting.sizes[following],
            raises=0,
            opener=rules.first[following],
            aggressor=None,
        )
        return fresh._opened()

    def _opened(self) -> BettingState:
        """The round with its first player to act, or the end if there is none."""
        asked = _asked(self.rules, self.put, self.folded, self.acted, self.level, self.opener)
        return self._finished() if asked is None else replace(self, to_act=asked)

    def _finished(self) -> BettingState:
        """The end with a showdown: all remaining cards are dealt."""
        return replace(self, round=self.rules.rounds - 1, to_act=None)

    def show_order(self) -> tuple[int, ...]:
        """The order in which hands are shown: from the last round's aggressor, else its opener."""
        if self.is_folded_out:
            return ()
        start = self.opener if self.aggressor is None else self.aggressor
        players = self.rules.players
        order = [(start + step) % players for step in range(players)]
        return tuple(position for position in order if not self.folded[position])


def _asked(
    rules: GameRules,
    put: Sequence[int],
    folded: Sequence[bool],
    acted: Sequence[bool],
    level: int,
    start: int,
) -> int | None:
    """The next player who must act, from position ``start`` on; None if nobody must.

    It takes the parts of a state before its construction, because constructing states dominates the
    time of a hand.
    """
    players = rules.players
    raisers = rules.betting.raisers
    for step in range(players):
        position = (start + step) % players
        if folded[position] or put[position] >= rules.stacks[position]:
            continue
        live = put[position] - rules.ante_paid(position)
        may_raise = raisers is None or position in raisers
        if live >= level and (acted[position] or not may_raise):
            continue
        # casino rules: a player whose chips no other could match has nothing to decide
        if rules.all_in_rule == "acpc" or any(
            rules.stacks[p] - rules.ante_paid(p) > live
            for p in range(players)
            if p != position and not folded[p]
        ):
            return position
    return None
