"""Fingerprints of rules stay what they are, whatever fields are added; older ones are recognised."""

import json
from dataclasses import dataclass, fields, replace

import pytest

from equipoise.cards.deck import LEDUC_DECK
from equipoise.games import Betting, Deal, GameRules, find_game
from equipoise.games.catalogue import listed_games
from equipoise.games.fingerprint import canonical_text, renewed_fingerprint, rules_fingerprint
from equipoise.games.plain import rules_from_plain

#: as version 0.1.0 computed it by ``sha256(repr(rules))``, and as it is now: neither may change
KNOWN = {
    "kuhn": ("ab67f2613ffb8e33", "rules-2:c70b86f37d866cfc"),
    "leduc": ("c0ad64d0e98e0948", "rules-2:f7454a5bb0c91d86"),
    "leduc-nolimit:12": ("8aac20922ea8ed1a", "rules-2:423d63de70cd9838"),
    "clairvoyance:2": ("bf4ea24222639550", "rules-2:5e81c87a0118a1b9"),
    "holdem-limit:2p": ("b045d5d2d5901f93", "rules-2:ec7f059e6c6e0ac5"),
    "holdem-limit:10p": ("f4d25470039f60f6", "rules-2:242fcd5af97758e2"),
    "holdem-nolimit:100bb": ("1006599662c66c24", "rules-2:212c36c44fb007ad"),
    "holdem-nolimit:100bb,6p": ("d0ffe6975643d2db", "rules-2:96bae642e3faf249"),
    "omaha-potlimit:100bb": ("1249840a800fc0ee", "rules-2:0e37d9d264dc02ab"),
    "jamfold:6.67bb": ("673a6b947524abf1", "rules-2:ebbc7ace197520dc"),
}


@dataclass(frozen=True)
class LaterBetting(Betting):
    """Betting as a later version may have it."""

    straddles: int = 0


@dataclass(frozen=True)
class LaterDeal(Deal):
    """A deal as a later version may have it."""

    burned: tuple[int, ...] = ()


@dataclass(frozen=True)
class LaterRules(GameRules):
    """Rules as a later version may have them."""

    rake: float = 0.0


def later(rules, rake=0.0, straddles=0, burned=()):
    def values(one):
        return {field.name: getattr(one, field.name) for field in fields(one)}

    betting = LaterBetting(**values(rules.betting), straddles=straddles)
    script = tuple(LaterDeal(**values(deal), burned=burned) for deal in rules.script)
    return LaterRules(**values(rules) | {"betting": betting, "script": script}, rake=rake)


@pytest.mark.parametrize("name", KNOWN)
def test_fingerprints_of_both_versions(name):
    old, new = KNOWN[name]
    rules = find_game(name)
    assert rules_fingerprint(rules) == new
    assert renewed_fingerprint(old, rules) == new == renewed_fingerprint(new, rules)
    assert renewed_fingerprint("ab67f2613ffb8e34", rules) == "ab67f2613ffb8e34"


@pytest.mark.parametrize("name", KNOWN)
def test_a_field_that_is_added_changes_no_fingerprint_until_it_is_used(name):
    old, new = KNOWN[name]
    rules = find_game(name)
    assert repr(later(rules)) != repr(rules)
    assert rules_fingerprint(later(rules)) == new == renewed_fingerprint(old, later(rules))
    for used in ({"rake": 0.05}, {"straddles": 1}, {"burned": (1,)}):
        assert rules_fingerprint(later(rules, **used)) != new
        # no game of then could have it
        assert renewed_fingerprint(old, later(rules, **used)) == old


def test_every_field_counts():
    rules = find_game("leduc")
    betting = rules.betting
    others = [
        replace(rules, name="other"), replace(rules, stacks=(13, 14)), replace(rules, blinds=(0, 1)),
        replace(rules, antes=(1, 2)), replace(rules, first=(0, 1)), replace(rules, scale=2),
        replace(rules, showdown="clairvoyance"), replace(rules, all_in_rule="casino"),
        replace(rules, odd_chips="button"), replace(rules, free_folds=True),
        replace(rules, deck=replace(LEDUC_DECK, ranks="JQKA")),
        replace(rules, script=(Deal(hole=1), Deal(board=2))),
        replace(rules, script=(Deal(hole=1), Deal(board=1, name="flop"))),
        replace(rules, script=(Deal(hole=1, receivers=(0,)), Deal(board=1))),
        replace(rules, betting=replace(betting, sizes=(2, 5))),
        replace(rules, betting=replace(betting, caps=(2, 3))),
        replace(rules, betting=replace(betting, caps=(2, None))),
        replace(rules, betting=replace(betting, raisers=(0,))),
        replace(rules, betting=replace(betting, limping=False)),
        replace(rules, betting=Betting("no-limit", (2, 4), caps=(2, 2))),
    ]  # fmt: skip
    assert len({rules_fingerprint(other) for other in [rules, *others]}) == len(others) + 1
    assert all(renewed_fingerprint(KNOWN["leduc"][0], o) == KNOWN["leduc"][0] for o in others)


def test_the_canonical_text_says_everything():
    """Rules can be made again from it: what is left out is at its default."""
    for rules in listed_games():
        values = json.loads(canonical_text(rules))
        assert rules_from_plain({"deck": {}, **values}) == rules
    assert len({canonical_text(rules) for rules in listed_games()}) == len(listed_games())
