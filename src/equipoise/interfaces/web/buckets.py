"""Calls about card abstractions: buckets on a board, a hand in them, two compared, strength.

An abstraction has an id: that of a strategy which brings the cut points of its buckets, or a hash
of the folder it is stored in, in the cache or below the folder of the server. What looks at one
board is answered at once; what surveys many boards, or has to be built first, is a job.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.build import load_bucketing
from equipoise.abstraction.buckets.cuts import CUTS, CutBucketing, load_cuts
from equipoise.abstraction.buckets.estimate import estimated_seconds
from equipoise.abstraction.buckets.glance import buckets_on_board, glance
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.buckets.store import MANIFEST, Origin, read_listing
from equipoise.abstraction.strength.boards import BOARD_COUNTS, FLOP, PREFLOP, flops
from equipoise.abstraction.strength.build import estimated_seconds as table_seconds
from equipoise.abstraction.strength.on_demand import OnDemand
from equipoise.abstraction.strength.store import default_folder, tables_finished
from equipoise.base.errors import InputError
from equipoise.base.folders import cache_folder
from equipoise.cards.card import cards_text, check_apart, parse_cards
from equipoise.cards.evaluator import describe
from equipoise.cards.ranges import Range
from equipoise.cards.strength import assess
from equipoise.interfaces.as_json.buckets import board_json, glance_json
from equipoise.interfaces.web.calls import Call, MissingError, text_of, whole_of
from equipoise.interfaces.web.catalogue import BUCKETS, STRATEGY

if TYPE_CHECKING:
    from equipoise.interfaces.web.desk import Desk

_MOST_FLOPS_NAMED = 40
_SURVEYED = 2000  # boards of a comparison, as `buckets compare` has it
_STRENGTHS = OnDemand()  # keeps the starting hands, which take some seconds, once computed


@dataclass(frozen=True)
class Abstraction:
    """A card abstraction that is there: its id, its name, where it is kept."""

    id: str
    name: str
    kept: str
    path: Path

    def opened(self) -> Bucketing:
        """Its buckets."""
        about = self.path / (CUTS if self.kept == STRATEGY else MANIFEST)
        return _opened(self.path, self.kept, about.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _opened(path: Path, kept: str, changed: int) -> Bucketing:
    if kept != STRATEGY:
        return load_bucketing(path)
    cuts = load_cuts(path / CUTS)

    def tables() -> Bucketing:
        raise InputError("only single boards can be looked at without tables")

    return CutBucketing(cuts, tables)


def _all(desk: Desk) -> Iterator[Abstraction]:
    for one in desk.catalogue.all(STRATEGY):
        if (one.path / CUTS).is_file():
            yield Abstraction(one.id, f"buckets of {one.name}", STRATEGY, one.path)
    for one in desk.catalogue.all(BUCKETS):
        yield Abstraction(one.id, one.name, "folder", one.path)
    cached = cache_folder() / "buckets"
    for path in sorted(cached.iterdir()) if cached.is_dir() else ():
        if (path / MANIFEST).is_file():
            id_ = hashlib.sha256(f"cache/{path.name}".encode()).hexdigest()[:10]
            yield Abstraction(id_, path.name, "cache", path)


def _find(desk: Desk, values: dict[str, Any], name: str = "id") -> Abstraction:
    wanted = text_of(values, name, most=40)
    for one in _all(desk):
        if one.id == wanted:
            return one
    raise MissingError("there is no card abstraction of this id", name, wanted)


def abstractions(desk: Desk, values: dict[str, Any]) -> Any:
    """The card abstractions that are there, with their buckets a round."""
    found = []
    for one in _all(desk):
        about: dict[str, Any] = {"id": one.id, "name": one.name, "kept": one.kept}
        try:
            about |= _described(one)
        except InputError as error:
            about["problem"] = str(error)
        found.append(about)
    return {"abstractions": found, "tables": tables_finished(default_folder())}


def _described(one: Abstraction) -> dict[str, Any]:
    if one.kept == STRATEGY:
        cuts = load_cuts(one.path / CUTS)
        return _about(Origin(cuts.notation, cuts.seed, ""), one.opened().counts)
    origin, entries = read_listing(one.path)
    return _about(origin, [int(entry["count"]) for entry in entries])


def _about(origin: Origin, counts: Any) -> dict[str, Any]:
    abstraction = CardAbstraction.parse(origin.notation)
    known = [] if origin.flops is None else list(origin.flops)[:_MOST_FLOPS_NAMED]
    return {
        "notation": origin.notation,
        "recall": "perfect" if abstraction.perfect_recall else "imperfect",
        "counts": list(counts),
        "seed": origin.seed,
        "flops": None if origin.flops is None else len(origin.flops),
        "known_flops": [cards_text(int(c) for c in flops().cards[row]) for row in known],
    }


def on_board(desk: Desk, values: dict[str, Any]) -> Any:
    """All hands on a board with their buckets, and each bucket with its mean waveform."""
    one = _find(desk, values)
    board = _board(values)
    found = board_json(buckets_on_board(one.opened(), _STRENGTHS, board))
    return {"id": one.id, "name": one.name, **found}


def of_hand(desk: Desk, values: dict[str, Any]) -> Any:
    """A hand in every round up to the one of the board; the first `of a board` is the flop."""
    one = _find(desk, values)
    hand, board = _hand(values), _board(values)
    check_apart([("hand", cards_text(hand)), ("board", cards_text(board))])
    first = FLOP if board else PREFLOP
    rounds = glance(one.opened(), _STRENGTHS, hand, board, first=first)
    return {
        "id": one.id,
        "hand": cards_text(hand),
        "board": cards_text(board),
        "rounds": [glance_json(part) for part in rounds],
    }


def estimate(desk: Desk, values: dict[str, Any]) -> Any:
    """What a notation means, and about how long it takes to build, before anything is built."""
    abstraction, count = _asked(values)
    tables = tables_finished(default_folder())
    first = 0.0 if tables or count is not None else table_seconds()
    return {
        "notation": str(abstraction),
        "recall": "perfect" if abstraction.perfect_recall else "imperfect",
        "counts": list(abstraction.sizes),
        "flops": count,
        "seconds": estimated_seconds(abstraction, count or BOARD_COUNTS[FLOP]),
        "table_seconds": first,
    }


def _asked(values: dict[str, Any]) -> tuple[CardAbstraction, int | None]:
    """A notation, and how many flops it is built from; None for all."""
    text = text_of(values, "cards", most=200)
    if "/" in text or "\\" in text:
        raise InputError("is a path", "cards", text, expected="a notation such as 8.8.8.8")
    count = whole_of(values, "flops", None, 1, BOARD_COUNTS[FLOP])
    return CardAbstraction.parse(text), None if count == BOARD_COUNTS[FLOP] else count


def build(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue `equipoise buckets build C [--flops N]`; it is kept in the cache."""
    abstraction, count = _asked(values)
    words = ["buckets", "build", str(abstraction), *_more(values, count)]
    title = f"buckets {abstraction}" + ("" if count is None else f" on {count} flops")
    return desk.jobs.add("buckets", title, words, None, {"cards": str(abstraction)}).described()


def _more(values: dict[str, Any], count: int | None) -> list[str]:
    words = [] if count is None else ["--flops", str(count)]
    seed = whole_of(values, "seed", 0, 0, 2**31)
    return [*words, "--seed", str(seed)] if seed else words


def show(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue `equipoise buckets show C HOLE [BOARD]`: the bucket over all boards, its neighbours."""
    hand, board = cards_text(_hand(values)), cards_text(_board(values))
    check_apart([("hand", hand), ("board", board)])
    if values.get("id"):
        one = _find(desk, values)
        name, given = one.name, _given(one)
    else:
        abstraction, count = _asked(values)
        name, given = str(abstraction), [str(abstraction), *_more(values, count)]
    words = ["buckets", "show", given[0], hand, *([board] if board else []), *given[1:]]
    about = {"hand": hand, "board": board, "cards": name, "id": values.get("id")}
    on = f" on {board}" if board else ""
    return desk.jobs.add("portrait", f"{hand}{on} in {name}", words, None, about).described()


def compare(desk: Desk, values: dict[str, Any]) -> Any:
    """Queue `equipoise buckets compare C1 C2`: how far two abstractions agree."""
    one, two = _find(desk, values, "first"), _find(desk, values, "second")
    boards = whole_of(values, "boards", _SURVEYED, 20, 100_000)
    given, more = _given(one), _given(two)
    extra = list(dict.fromkeys([*given[1:], *more[1:]])) if given[1:] == more[1:] else []
    words = ["buckets", "compare", given[0], more[0], "--boards", str(boards), *extra]
    about = {"first": one.id, "second": two.id}
    return desk.jobs.add("compare", f"{one.name} and {two.name}", words, None, about).described()


def _given(one: Abstraction) -> list[str]:
    """What the command line takes for an abstraction: its folder, or notation and seed."""
    if one.kept != STRATEGY:
        return [str(one.path)]
    cuts = load_cuts(one.path / CUTS)
    return [cuts.notation, *(["--seed", str(cuts.seed)] if cuts.seed else [])]


def strength(desk: Desk, values: dict[str, Any]) -> Any:
    """Hand strength and potential: `equipoise strength HOLE BOARD`."""
    hand = _hand(values)
    board = parse_cards(text_of(values, "board", "", 20), "board", 3, 5, "3 to 5 cards are needed")
    check_apart([("hand", cards_text(hand)), ("board", cards_text(board))])
    opponents = whole_of(values, "opponents", 1, 1, 22) or 1
    against = Range.parse(text_of(values, "against", "random") or "random")
    found = assess(hand, board, opponents, against, whole_of(values, "lookahead", 1, 1, 2) or 1)
    return {
        "hand": cards_text(hand),
        "board": cards_text(board),
        "made": describe([*hand, *board]),
        **asdict(found),
    }


def _hand(values: dict[str, Any]) -> list[int]:
    text = text_of(values, "hand", most=20)
    return list(parse_cards(text, "hand", 2, 2, "two hole cards are needed"))


def _board(values: dict[str, Any]) -> list[int]:
    text = text_of(values, "board", "", 20)
    return list(parse_cards(text, "board", 3, 5, "3 to 5 cards, or none")) if text else []


CALLS: list[tuple[str, str, Call]] = [
    ("GET", "/api/buckets", abstractions),
    ("GET", "/api/buckets/estimate", estimate),
    ("GET", "/api/buckets/{id}/board", on_board),
    ("GET", "/api/buckets/{id}/hand", of_hand),
    ("POST", "/api/buckets/build", build),
    ("POST", "/api/buckets/show", show),
    ("POST", "/api/buckets/compare", compare),
    ("GET", "/api/strength", strength),
]
