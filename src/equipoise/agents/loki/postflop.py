"""After the flop: effective strength, semi-bluffs, odds (Papp 1998, sections 6.2 to 6.6)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from equipoise.agents.loki.decision import Decision, make
from equipoise.agents.loki.settings import Deception, Settings
from equipoise.agents.loki.situation import FLOP, RIVER, LokiSituation
from equipoise.cards.outlook import Outlook
from equipoise.cards.strength import effective_strength
from equipoise.games.action import Kind


@dataclass(frozen=True, slots=True)
class Values:
    """Strength measures of the hand: HS_1, HS_n, PPOT1, NPOT1, EHS and EHS'."""

    against_one: float
    strength: float
    positive: float
    negative: float
    effective: float
    optimistic: float


def values(outlook: Outlook, opponents: int, settings: Settings) -> Values:
    """Equations 5.3, 6.3 and 6.4; potentials against one opponent apply to any number (5.3.1)."""
    one = outlook.strength
    strength = one**opponents if settings.counts_opponents else one
    return Values(
        one,
        strength,
        outlook.positive,
        outlook.negative,
        effective_strength(strength, outlook.positive, outlook.negative),
        effective_strength(strength, outlook.positive, 0.0),
    )


@dataclass
class Plans:
    """Plans to continue: a semi-bluff, or a check-raise."""

    semi_bluff: bool = False
    check_raise: int | None = None


def decide(
    settings: Settings, hand: Values, situation: LokiSituation, plans: Plans, rng: Random
) -> Decision:
    """The decision by figure 6.2 or 6.3; ``plans`` are read and updated."""
    if settings.simple:
        return _by_strength(settings, hand.strength, situation, "HS") or Decision(
            make(0, situation), "Make0", f"HS {hand.strength:.3f} is below {settings.make1:g}"
        )
    if situation.round == FLOP or situation.to_call:
        plans.semi_bluff = False
    tricks = settings.deception
    if tricks is not None:
        trick = _check_raise(tricks, settings, hand, situation, plans, rng)
        if trick is not None:
            return trick
    strong = _by_strength(settings, hand.optimistic, situation, "EHS'")
    if strong is not None:
        return strong if tricks is None else _balanced(tricks, strong, situation, rng)
    if not situation.to_call:
        return _open(settings, hand, situation, plans, rng)
    return _call_or_fold(settings, hand, situation)


def _by_strength(
    settings: Settings, strength: float, situation: LokiSituation, name: str
) -> Decision | None:
    """Make2 and Make1 by one strength measure; None below both."""
    for bets, least in ((2, settings.make2), (1, settings.make1)):
        if strength >= least:
            why = f"{name} {strength:.3f} reaches {least:g}"
            return Decision(make(bets, situation), f"Make{bets}", why)
    return None


def _open(
    settings: Settings, hand: Values, situation: LokiSituation, plans: Plans, rng: Random
) -> Decision:
    """Nothing to call and nothing to bet by strength: semi-bluff, bluff or check (section 6.4)."""
    check = Decision(Kind.CALL, "check", f"EHS' {hand.optimistic:.3f} is below {settings.make1:g}")
    if settings.semi_bluff:
        odds, potential = situation.raise_odds, hand.positive
        if plans.semi_bluff:
            return Decision(Kind.RAISE, "semi-bluff", "continues an earlier semi-bluff")
        if situation.round != RIVER and potential >= odds:
            plans.semi_bluff = True
            why = f"PPOT {potential:.3f} pays for a bet and a raise, which needs {odds:.3f}"
            return Decision(Kind.RAISE, "semi-bluff", why)
    tricks = settings.deception
    if (
        tricks is not None
        and situation.round == RIVER
        and hand.against_one < tricks.bluff_below
        and rng.random() < tricks.pure_bluff
    ):
        return Decision(
            Kind.RAISE, "pure bluff", f"HS_1 {hand.against_one:.3f} cannot win by a check"
        )
    return check


def _call_or_fold(settings: Settings, hand: Values, situation: LokiSituation) -> Decision:
    """Pot odds, then showdown odds (sections 6.5 and 6.6)."""
    last = situation.round == RIVER
    chance, name = (hand.effective, "HS") if last else (hand.positive, "PPOT")
    odds = situation.pot_odds
    if settings.pot_odds and chance >= odds:
        return Decision(Kind.CALL, "pot odds", f"{name} {chance:.3f} reaches {odds:.3f}")
    to_the_end = situation.showdown_odds if settings.showdown_odds else None
    if to_the_end is not None and hand.effective >= to_the_end:
        why = f"EHS {hand.effective:.3f} reaches {to_the_end:.3f}"
        return Decision(Kind.CALL, "showdown odds", why)
    return Decision(Kind.FOLD, "fold", "neither strength nor odds suffice")


def _check_raise(
    tricks: Deception,
    settings: Settings,
    hand: Values,
    situation: LokiSituation,
    plans: Plans,
    rng: Random,
) -> Decision | None:
    """Check with the intention to raise, or raise; None if neither applies."""
    meant = plans.check_raise == situation.round
    plans.check_raise = None
    if situation.to_call:
        if meant and situation.can_raise:
            return Decision(Kind.RAISE, "check-raise", "somebody has bet after the check")
        return None
    if situation.put_in or situation.behind < tricks.callers_behind:
        return None
    if hand.optimistic >= tricks.check_raise_strength:
        often, name = tricks.check_raise, "check-raise"
    elif settings.make1 <= hand.optimistic < settings.make2:
        often, name = tricks.fake_check_raise, "fake check-raise"
    else:
        return None
    if rng.random() >= often:
        return None
    plans.check_raise = situation.round
    why = f"EHS' {hand.optimistic:.3f} with {situation.behind} to act: checks to raise"
    return Decision(Kind.CALL, name, why)


def _balanced(
    tricks: Deception, decision: Decision, situation: LokiSituation, rng: Random
) -> Decision:
    """Occasionally a raise in place of a call, so that a call does not exclude a strong hand."""
    if decision.kind is not Kind.CALL or not situation.to_call or not situation.can_raise:
        return decision
    if rng.random() >= tricks.balancing_raise:
        return decision
    return Decision(Kind.RAISE, "balancing raise", f"raises where {decision.rule} calls")
