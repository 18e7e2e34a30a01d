"""Card abstractions of hold'em, in the notation of Schnizlein 2009 (section 2.3.2), extended.

Four rounds with dots between them: ``8.8.8.8``, ``ir169.64.8.8``. A round is a product of parts,
``pub20x36hs2x5hs``, each of which divides the buckets of the part before it. A round's bucket is
remembered in all later rounds, unless ``ir`` precedes it (nothing of this round is remembered) or
it is ``dir-Y-Z`` (Y is known in this round, Z is remembered). The grammar and the meaning of every
part are in ``docs/card-abstraction.md``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import prod

from equipoise.abstraction.buckets.own import is_own, own_names
from equipoise.abstraction.buckets.scan import Scan

#: one of ``KINDS``, or the name of a registered function (``abstraction.buckets.own``)
Kind = str
KINDS = ("pub", "hs2", "hs", "pa", "wave", "eq", "emd", "ochs")
PERCENTILES = ("hs2", "hs")

ROUNDS = ("pre-flop", "flop", "turn", "river")
RIVER = 3
STARTING_HANDS = 169
#: per round, including what is remembered: 16-bit tables up to the turn; on the river what a
#: strategy can hold
MOST_BUCKETS = (65_535, 65_535, 65_535, 1 << 24)

#: parts of a round: as many halvings as give the most buckets
_MOST_PARTS = 24
_DASHED = re.compile(r"[0-9]+(-[0-9]+){3}", re.ASCII)
_FOUR = "four rounds with dots between them, like 8.8.8.8 or ir169.64.8.8"


def default_kind(round_number: int) -> Kind:
    """The metric of a bare number: hs2, or hs on the river, where both give the same order."""
    return "hs" if round_number == RIVER else "hs2"


@dataclass(frozen=True)
class Part:
    """One division into ``count`` buckets by one metric."""

    count: int
    kind: Kind

    def text(self, bare: bool) -> str:
        """The notation; ``bare`` omits the kind."""
        if self.kind == "pub":
            return f"pub{self.count}"
        return f"{self.count}{'' if bare else self.kind}"


@dataclass(frozen=True)
class RoundSpec:
    """What is known in a round, and which leading parts are remembered afterwards.

    The last remembered part may be coarser than the known one (a divisor of its count).
    """

    number: int
    parts: tuple[Part, ...]
    remembered: tuple[Part, ...]

    @property
    def buckets(self) -> int:
        """Number of buckets per remembered bucket."""
        return prod(part.count for part in self.parts)

    @property
    def remembers_all(self) -> bool:
        """True if nothing of this round is forgotten."""
        return self.remembered == self.parts

    def __str__(self) -> str:
        strengths = [part for part in self.parts if part.kind != "pub"]
        plain = len(strengths) == 1 and strengths[0].kind == default_kind(self.number)
        known = "x".join(part.text(plain) for part in self.parts)
        if self.remembers_all:
            return known
        if not self.remembered:
            return f"ir{known}"
        kept = [part.text(plain) for part in self.remembered]
        kept += ["1"] if len(self.remembered) < len(self.parts) else []
        return f"dir-{known}-{'x'.join(kept)}"


@dataclass(frozen=True)
class CardAbstraction:
    """A card abstraction of hold'em, parsed from its notation.

    >>> str(CardAbstraction.parse("ir169.dir-pub20x205-20x1.pub3x68-3x1.68"))
    'ir169.dir-pub20x205-pub20x1.dir-pub3x68-pub3x1.68'
    >>> CardAbstraction.parse("ir169.64.8.8").sizes
    (169, 64, 512, 4096)
    >>> str(CardAbstraction.parse("8-12-4-4"))
    '8pa.12pa.4pa.4pa'
    """

    rounds: tuple[RoundSpec, ...]

    @classmethod
    def parse(cls, text: str) -> CardAbstraction:
        """Parse the notation; errors point at the character."""
        if _DASHED.fullmatch(text):
            return cls._dashed(text)
        scan = Scan(text)
        rounds: list[RoundSpec] = []
        memory = 1
        for number, name in enumerate(ROUNDS):
            if number and not scan.take("."):
                if scan.ended:
                    raise scan.refuse(f"the {name} is missing", _FOUR)
                raise scan.refuse(f"{scan.seen} cannot follow here", "a dot before the next round")
            start = scan.at
            spec = _round(scan, number)
            if memory * spec.buckets > MOST_BUCKETS[number]:
                less = (
                    "; use ir or dir-Y-Z in an earlier round to remember less" if memory > 1 else ""
                )
                raise scan.refuse(
                    f"{memory * spec.buckets:,} buckets on the {name}",
                    f"at most {MOST_BUCKETS[number]:,}{less}",
                    start,
                )
            if spec.buckets > MOST_BUCKETS[0]:
                raise scan.refuse(
                    f"{spec.buckets:,} buckets within one remembered bucket",
                    f"at most {MOST_BUCKETS[0]:,}",
                    start,
                )
            memory *= prod(part.count for part in spec.remembered)
            rounds.append(spec)
        if not scan.ended:
            raise scan.refuse(f"{scan.seen} after the river", _FOUR)
        return cls(tuple(rounds))

    @classmethod
    def _dashed(cls, text: str) -> CardAbstraction:
        """``8-12-4-4``, as Ganzfried and Sandholm 2012 write potential-aware branching factors."""
        return cls.parse(".".join(f"{number}pa" for number in text.split("-")))

    def __str__(self) -> str:
        return ".".join(map(str, self.rounds))

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of buckets of each round, including what is remembered."""
        found = []
        memory = 1
        for spec in self.rounds:
            found.append(memory * spec.buckets)
            memory *= prod(part.count for part in spec.remembered)
        return tuple(found)

    @property
    def perfect_recall(self) -> bool:
        """True if nothing is forgotten before the river."""
        return all(spec.remembers_all for spec in self.rounds[:RIVER])


def _round(scan: Scan, number: int) -> RoundSpec:
    """Parse a round, with ``ir`` or ``dir-`` in front, or the short form ``Y-Z`` of table 3.3."""
    direct = scan.take("dir-")
    forgets = not direct and scan.take("ir")
    parts = _parts(scan, number)
    if scan.take("-"):
        if forgets:
            raise scan.refuse(
                "ir remembers nothing, so nothing can follow", "dir-Y-Z remembers Z", scan.at - 1
            )
        kept = _memory(scan, number, parts)
        return RoundSpec(number, parts, parts if number == RIVER else kept)
    if direct:
        raise scan.refuse("what is remembered is missing", "dir-Y-Z: Y is known, Z is remembered")
    # the last round's memory is unused
    forgotten = forgets and number != RIVER
    return RoundSpec(number, parts, () if forgotten else parts)


def _parts(scan: Scan, number: int) -> tuple[Part, ...]:
    starts = [scan.at]
    parts = [_part(scan, number)]
    while scan.take("x"):
        if len(parts) == _MOST_PARTS:
            raise scan.refuse("too many parts", f"at most {_MOST_PARTS} in a round", starts[0])
        starts.append(scan.at)
        parts.append(_part(scan, number))
    for place, (part, start) in enumerate(zip(parts, starts, strict=True)):
        if part.count == 1 and len(parts) > 1:
            raise scan.refuse("a part of 1 bucket divides nothing", "omit it", start)
        if part.kind == "pub" and place:
            raise scan.refuse("public buckets come first", "pubN before xN", start)
        if part.kind == "pa" and len(parts) > 1:
            raise scan.refuse("pa must be alone in its round", "like 12pa", start)
        alone = part.kind == "ochs" or (is_own(part.kind) and number == RIVER)
        if alone and sum(other.kind != "pub" for other in parts) > 1:
            raise scan.refuse(
                f"{part.kind} can only be combined with public buckets",
                f"like pub3x20{part.kind}",
                start,
            )
        if part.count == STARTING_HANDS and number == 0 and len(parts) > 1:
            raise scan.refuse("169 starting hands cannot be divided", "169 alone", start)
    return tuple(parts)


def _part(scan: Scan, number: int) -> Part:
    start = scan.at
    name = ROUNDS[number]
    if scan.take("pub"):
        if number == 0:
            raise scan.refuse("there is no board before the flop", "pubN from the flop on", start)
        return Part(scan.number("how many public buckets"), "pub")
    count = scan.number("a number of buckets")
    kind = scan.one_of((*KINDS[1:], *own_names())) or default_kind(number)
    if number == 0 and count > STARTING_HANDS:
        raise scan.refuse(f"{count} buckets on the pre-flop", "at most 169 starting hands", start)
    if kind == "ochs" and number != RIVER:
        raise scan.refuse(f"ochs on the {name}", "opponent clusters exist only on the river", start)
    if kind == "hs2" and number == RIVER:
        kind = "hs"  # squaring preserves the order of strengths, so the percentiles are the same
    if number == 0 and count == STARTING_HANDS:
        kind = "hs2"  # one bucket per starting hand, whatever the metric
    return Part(count, kind)


def _memory(scan: Scan, number: int, known: tuple[Part, ...]) -> tuple[Part, ...]:
    """Parse the remembered parts: the leading known ones; ``1`` for those forgotten.

    After a part that is coarser than the known one only ``1`` is allowed: later parts divide the
    finer buckets, so they mean nothing within the coarser ones.
    """
    kept: list[Part] = []
    forgotten = 0
    while True:
        start = scan.at
        place = len(kept) + forgotten
        public = scan.take("pub")
        count = scan.number("a number of buckets")
        kind = "pub" if public else scan.one_of((*KINDS[1:], *own_names()))
        if place >= len(known):
            raise scan.refuse(
                "more is remembered than is known", "use parts of the known ones", start
            )
        of = known[place]
        if number == RIVER and kind == "hs2":
            kind = "hs"
        exact = count == of.count and kind in (None, of.kind)
        # the 169 starting hands are ordered by name, so neighbours are not similar
        ordered = of.kind in PERCENTILES and (number, of.count) != (0, STARTING_HANDS)
        coarser = kind in (None, of.kind) and ordered and of.count % count == 0
        if count == 1 and of.count != 1 and not public:
            forgotten += 1
        elif forgotten:
            raise scan.refuse(
                "only the leading parts can be remembered", "use 1 from here on", start
            )
        elif kept and kept[-1] != known[place - 1]:
            raise scan.refuse(
                "only the last part remembered can be coarser", "use 1 from here on", start
            )
        elif exact or coarser:
            kept.append(Part(count, of.kind))
        else:
            raise scan.refuse(
                f"{scan.text[start : scan.at]} is not among the known parts",
                f"use {of.text(False)}, a divisor of a percentile's count, or 1",
                start,
            )
        if not scan.take("x"):
            break
    return tuple(kept)
