"""Interpretations of a betting abstraction that its author left open, and their trees."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from equipoise.abstraction.bets.menu import BetMenu
    from equipoise.games.action import Action
    from equipoise.games.betting import BettingState
    from equipoise.games.rules import GameRules
    from equipoise.games.size.situations import Moves, TreeSize

_Used = tuple[frozenset[Fraction], frozenset[Fraction]]


@dataclass(frozen=True)
class Convention:
    """How bet sizes are interpreted.

    ``of_pot_after_call``: a raise of k pots is k times the pot after the call. ``once_each``: a
    size allowed once per round may be used once by each player, not once by both together.
    ``raised_to_minimum``: a size below the smallest legal bet becomes that bet; otherwise it is not
    allowed. ``chips``: parts of a chip to which bets are rounded.
    """

    of_pot_after_call: bool = True
    once_each: bool = True
    raised_to_minimum: bool = True
    chips: int = 1

    def moves(self, menu: BetMenu) -> Moves[_Used]:
        """The moves of one menu for both players."""
        from equipoise.games.size.situations import Moves

        once = frozenset(size.fraction for size in menu.sizes if size.once_a_round)

        def follow(betting: BettingState, used: _Used) -> Iterator[tuple[Action, _Used]]:
            seat = betting.to_act
            assert seat is not None
            mine = used[seat] if self.once_each else used[0] | used[1]
            for action, size in self._actions(menu, betting, mine):
                after = list(used)
                if size in once and size is not None:
                    after[seat] |= {size}
                yield action, (after[0], after[1])

        def alike(betting: BettingState) -> Hashable:
            return (betting.round, betting.to_act, betting.put, betting.acted, betting.min_to)

        return Moves(follow, alike, (frozenset(), frozenset()))

    def _actions(
        self, menu: BetMenu, betting: BettingState, used: frozenset[Fraction]
    ) -> Iterator[tuple[Action, Fraction | None]]:
        from equipoise.games.action import Action, Kind

        legal = betting.legal()
        if legal.can_fold:
            yield Action(Kind.FOLD, legal.put), None
        call_to = legal.call_to
        assert call_to is not None
        yield Action(Kind.CALL, call_to), None
        least, most = legal.min_raise, legal.max_raise
        if least is None or most is None:
            return
        pot = betting.pot + (call_to - legal.put if self.of_pot_after_call else 0)
        raises: dict[int, Fraction | None] = {}
        for size in menu.sizes:
            barred = size.once_a_round and size.fraction in used
            if barred or (size.not_first_round and betting.round == 0):
                continue
            to = call_to + int(size.fraction * pot)
            if to >= least or self.raised_to_minimum:
                raises.setdefault(min(max(to, least), most), size.fraction)
        if menu.all_in:
            raises.setdefault(most, None)
        for to in sorted(raises):
            yield Action(Kind.RAISE, to), raises[to]

    def size(self, rules: GameRules, menu: BetMenu) -> TreeSize:
        """The tree of a menu under this convention."""
        from equipoise.games.size.situations import count_situations

        return count_situations(_in_parts(rules, self.chips), self.moves(menu))


def _in_parts(rules: GameRules, parts: int) -> GameRules:
    """The same game with every chip divided into parts."""
    betting = rules.betting
    return replace(
        rules,
        stacks=tuple(parts * chips for chips in rules.stacks),
        blinds=tuple(parts * chips for chips in rules.blinds),
        antes=tuple(parts * chips for chips in rules.antes),
        betting=replace(betting, sizes=tuple(parts * size for size in betting.sizes)),
        scale=parts * rules.scale,
    )
