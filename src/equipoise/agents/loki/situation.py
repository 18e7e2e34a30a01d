"""The betting at a limit hold'em decision, without cards."""

from __future__ import annotations

from dataclasses import dataclass

from equipoise.games.observation import Observation

PREFLOP, FLOP, TURN, RIVER = range(4)


@dataclass(frozen=True, slots=True)
class LokiSituation:
    """The betting as seen by the player to act; amounts are chips.

    ``bets_made`` counts the bets and raises of the round by everybody, including the big blind;
    ``put_in`` are our voluntary chips in this round, without blinds. ``opponents`` have not folded,
    ``behind`` of them have yet to act after us in this round. ``position`` is how many players act
    after us before the small blind's next turn, and ``guaranteed`` how many have money in the pot,
    including us (Papp 1998, section 6.1).
    """

    round: int
    bet_size: int
    pot: int
    to_call: int
    bets_made: int
    put_in: int
    opponents: int
    behind: int
    position: int
    guaranteed: int
    is_small_blind: bool
    can_raise: bool

    @property
    def in_pot(self) -> int:
        """Number of players who have not folded."""
        return self.opponents + 1

    @property
    def bets_to_call(self) -> float:
        """Bets to call in this round: initially half a bet for the small blind."""
        return self.to_call / self.bet_size

    @property
    def pot_odds(self) -> float:
        """The call as a fraction of the pot after it (equation 6.6).

        Figure 6.3 divides bets to call by chips in the pot; both are meant in chips.
        """
        return self.to_call / (self.pot + self.to_call)

    @property
    def raise_odds(self) -> float:
        """The pot odds of a bet and a raise if two others call both (equation 6.5)."""
        return 2 * self.bet_size / (self.pot + 6 * self.bet_size)

    @property
    def showdown_odds(self) -> float | None:
        """The odds of paying to the end, a bet in each later round (equations 6.7 and 6.8).

        The bet doubles after the flop, so the flop's bet counts for four of its own size in later
        rounds. Only defined on flop and turn.
        """
        if self.round not in (FLOP, TURN):
            return None
        later = self.bet_size * (4 if self.round == FLOP else 1)
        return (self.to_call + later) / (self.pot + self.to_call + 2 * later)


def situation_of(observation: Observation) -> LokiSituation:
    """The situation of the player to act."""
    betting, own = observation.betting, observation.position
    rules, at, folded, put = betting.rules, betting.round, betting.folded, betting.put
    legal = observation.legal()
    players = rules.players
    small = small_blind(rules.blinds)
    position = behind = guaranteed = 0
    before_small = True
    for step in range(1, players):
        seat = own + step
        if seat >= players:
            seat -= players
        if seat == small:
            before_small = False
        if folded[seat]:
            continue
        position += before_small
        behind += not betting.acted[seat]
        guaranteed += put[seat] > 0
    start = rules.ante_paid(own) + rules.blind_paid(own)
    for moves in observation.history[:at]:
        for move in moves:
            if move.position == own:
                start = move.action.to
    return LokiSituation(
        round=at,
        bet_size=rules.betting.sizes[at],
        pot=sum(put),
        to_call=0 if legal.call_to is None else legal.call_to - legal.put,
        bets_made=betting.raises + (at == PREFLOP),
        put_in=put[own] - start,
        opponents=players - 1 - folded.count(True),
        behind=behind,
        position=position,
        guaranteed=guaranteed + 1,
        is_small_blind=own == small,
        can_raise=legal.can_raise,
    )


def small_blind(blinds: tuple[int, ...]) -> int:
    """The position of the small blind: the smallest of the posted blinds.

    >>> small_blind((1, 2, 0)), small_blind((2, 1))
    (0, 1)
    """
    return min((amount, seat) for seat, amount in enumerate(blinds) if amount)[1]
