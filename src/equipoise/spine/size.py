"""The size of an abstract betting tree, counted by betting situation without building it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction

from equipoise.abstraction.bets.betting import Bets, parse_bets
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules
from equipoise.games.size.situations import Moves, TreeSize, count_situations, every_move
from equipoise.games.size.tree import count_tree

# sizes allowed once per round, and which of them each seat has used
_Used = tuple[frozenset[Fraction], frozenset[Fraction]]


def tree_size(rules: GameRules, bets: str | None, report: Report = silent) -> TreeSize:
    """Nodes of the tree with these bets, or of the full tree.

    >>> from equipoise.games.catalogue import find_game
    >>> tree_size(find_game("leduc-nolimit:12"), "fcpa").decisions
    (12, 36)
    """
    both = parse_bets(bets)
    if both == (None, None):
        return count_tree(rules, report)
    if rules.players != 2:
        raise InputError(
            f"{rules.name} has {rules.players} players",
            expected="betting abstractions support two players",
        )
    return count_situations(rules, abstract_moves(both), report)


def abstract_moves(bets: tuple[Bets, Bets]) -> Moves[_Used]:
    """The moves of a betting abstraction; a seat without one has every legal action.

    Bets are fractions of the pot, so how betting continues depends on the chips put in; the number
    of raises is distinguished only as far as the menus depend on it.
    """
    once = [_restricted(seat) for seat in bets]
    longest = max((len(menus) for seat in bets if seat for menus in seat.rounds), default=1)

    def menu(betting: BettingState, used: _Used) -> Iterator[tuple[Action, _Used]]:
        seat = betting.to_act
        assert seat is not None
        mine = bets[seat]
        if mine is None:
            yield from ((action, used) for action in betting.legal().actions())
            return
        for action, size in mine.actions(betting, used[seat]):
            after = used
            if size is not None and size in once[seat]:
                now = used[seat] | {size}
                after = (now, used[1]) if seat == 0 else (used[0], now)
            yield action, after

    def alike(betting: BettingState) -> Hashable:
        rules = betting.rules
        exact = bool(rules.betting.caps) or not rules.betting.limping
        return (
            betting.round, betting.to_act, betting.put, betting.acted, betting.level,
            betting.min_to, betting.raises if exact else min(betting.raises, longest),
        )  # fmt: skip

    def width(betting: BettingState) -> int:
        return every.width(betting) if bets[betting.to_act or 0] is None else 0

    every = every_move()
    return Moves(menu, alike, (frozenset(), frozenset()), width)


def _restricted(bets: Bets) -> frozenset[Fraction]:
    if bets is None:
        return frozenset()
    return frozenset(size.fraction for size in bets.sizes if size.once_a_round)
