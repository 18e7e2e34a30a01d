"""Notations and formats: texts that are right, and what reads them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from equipoise.base.errors import InputError

Read = Callable[[str], object]


@dataclass(frozen=True)
class Notation:
    """Texts that are right, and a function that reads a text."""

    seeds: tuple[str, ...]
    read: Read
    share: float = 1.0
    #: where the text is the content of a file: its name
    file: str = ""
    #: whether all digits in it mean something, so that none may be of another script
    digits: bool = False


PHH = """# a hand
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.25, 0.50, 0]
min_bet = 0.50
starting_stacks = [20.00, inf, 12.82]
actions = ['d dh p1 AsAh', 'd dh p2 ????', 'd dh p3 QsQh', 'p3 cbr 1.50 # a raise', 'p1 f', 'p2 cc',
  'd db 2c3c4c', 'p2 cc', 'p3 cc', 'd db 9d', 'p2 cc', 'p3 cc', 'd db Jh', 'p2 cc', 'p3 cc',
  'p2 sm KhKd', 'p3 sm QsQh']
hand = 17
players = ['Ann', 'Bob', 'Cy']
"""
LIMIT_PHH = """variant = "FT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [200, 200]
actions = ["d dh p1 2c3c", "d dh p2 4c5c", "p2 cbr 4", "p1 cc", "d db AhKhQh", "p1 f"]
finishing_stacks = [196, 204]
_user = {a = [1, {b = 2}], when = 1979-05-27T07:32:00Z}
"""
POSTED_PHH = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [5, 10, -5, -15]
min_bet = 10
starting_stacks = [500, 500, 500, 500]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', 'p3 cc', 'p4 cbr 30', 'p1 f']
winnings = [0, 0, 0, 45]
"""
POKERSTARS = """PokerStars Hand #12: Hold'em No Limit ($0.50/$1.00 - $30 Cap - USD) - 2021/03/04 5:06:07 ET
Table 'Vega II' 6-max Seat #4 is the button
Seat 1: Ann: x ($100 in chips)
Seat 2: Bob ($1,001.50 in chips)
Seat 3: Cy ($50 in chips) is sitting out
Seat 4: Dee ($100 in chips, $2 bounty)
Ann: x: posts the ante $0.10
Ann: x: posts small blind $0.50
Bob: posts big blind $1
Dee: posts small & big blinds $1.50
*** HOLE CARDS ***
Dealt to Dee [As Kd]
Dee: raises $3 to $4
Ann: x: folds [Qh]
Bob: calls $3
*** FLOP *** [2c 7d 9h]
Bob: bets $5
Dee: raises $20.50 to $25.50 and is all-in
Bob: calls $20.50
*** TURN *** [2c 7d 9h] [Js]
*** RIVER *** [2c 7d 9h Js] [Ad]
*** SHOW DOWN ***
Bob: shows [9c 9s] (three of a kind, Nines)
Dee: mucks hand
Bob collected $58 from main pot
*** SUMMARY ***
Total pot $60.10 | Rake $2.10
Seat 4: Dee (button) mucked [As Kd]


PokerStars Game #13: Tournament #77, $5.00+$0.50 USD Hold'em Limit - Level IV (50/100) - 2021/03/04 6:00:00 CET
Table '77 3' 9-max Seat #1 is the button
Seat 1: Ann (3000 in chips)
Seat 2: Bob (108 in chips)
Ann: posts small blind 25
Bob: posts big blind 50
*** HOLE CARDS ***
Ann: raises 50 to 100
Bob: folds
Uncalled bet (50) returned to Ann
Ann collected 100 from pot
*** SUMMARY ***
"""
MANY_PHH = f"[1]\n{PHH}\n[2]\n{LIMIT_PHH}"
SPOT = """board = "QsJh2h"
pot = 5.5
stack = 97
oop = "AA,KQs:0.5"
ip = {range = "99-22", raises = "3x"}
bets = "50% / e"
add = ["check, bet 30%"]
rake = 5
target = 0.3
[turn]
bets = "55%, a"
[river.ip]
bets = "20c"
[[lock]]
line = "check"
hands = "99"
strategy = { check = 75, "bet 50%" = 25 }
"""
NOLIMIT_GAME = """# a comment
GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
blind = 100 50
stack = 20000 20000
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""
LEDUC_GAME = """GAMEDEF
limit
numPlayers = 2
numRounds = 2
blind = 1 1
raiseSize = 2 4
maxRaises = 2 2
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
"""
STATES = (
    "MATCHSTATE:0:5:r300c/r20000c//:AsAh|KsKh/2c3d4h/5s/6c",
    "MATCHSTATE:1:0:r300f:|KsKh",
    "MATCHSTATE:0:7:cr300c/cr600r1800f:AsAh|/2c3d4h",
)
LOG = "".join(f"# {line}\n" for line in NOLIMIT_GAME.splitlines()) + """
STATE:0:r300f:AsAh|KsKh:-100|100:Ann|Bob
STATE:1:r300c/cc/cc/cc:AsAh|KsKh/2c3d4h/9s/Jc:300|-300:Bob|Ann
SCORE:-400|400:Ann|Bob
"""  # fmt: skip


@cache
def _nolimit() -> Any:
    from equipoise.formats import read_game

    return read_game(NOLIMIT_GAME, "x.game")


def _card(text: str) -> None:
    from equipoise.cards.card import parse_card

    parse_card(text)


def _cards(text: str) -> None:
    from equipoise.cards import evaluate, parse_cards
    from equipoise.cards.card import check_apart

    cards = parse_cards(text)
    if 5 <= len(cards) <= 7:
        evaluate(cards)
    check_apart([("hand", text), ("board", "2d3d")])


def _range(text: str) -> None:
    from equipoise.cards.ranges import Range

    found = Range.parse(text)
    assert Range.parse(str(found)) == found or not found.total


def _bets(text: str) -> None:
    from equipoise.abstraction.bets.betting import bets_text, is_jam_fold, parse_bets

    is_jam_fold(text)
    found = parse_bets(text)
    assert parse_bets(bets_text(found)) == found


def _bet_sizes(text: str) -> None:
    from equipoise.abstraction.bets.sizes import parse_sizes, print_sizes

    found = parse_sizes(text, raises=True)
    assert parse_sizes(print_sizes(found), raises=True) == found


def _spot_line(text: str) -> None:
    from equipoise.spots.lines import SpotLine
    from equipoise.spots.locking import SpotLock

    if "|" in text:
        lock = SpotLock.parse(text)
        assert SpotLock.parse(str(lock)) == lock
    else:
        line = SpotLine.parse(text)
        assert SpotLine.parse(str(line)) == line


def _spot(text: str) -> None:
    from equipoise.spots.file import parse_spot, print_spot

    found, _ = parse_spot(text)
    assert parse_spot(print_spot(found))[0] == found


def _card_abstraction(text: str) -> None:
    from equipoise.abstraction.buckets.notation import CardAbstraction

    found = CardAbstraction.parse(text)
    assert CardAbstraction.parse(str(found)) == found


def _leduc_cards(text: str) -> None:
    from equipoise.spine.cards.leduc import RankBuckets

    RankBuckets.parse(text)


def _game(text: str) -> None:
    from equipoise.formats import resolve_game
    from equipoise.games import find_game

    find_game(text)
    resolve_game(text)


def _agent(text: str) -> None:
    from equipoise.agents.registry import find_agent, shown_name

    shown_name(text)
    find_agent(text)


def _translation(text: str) -> None:
    from equipoise.translation.mappings import find_mapping
    from equipoise.translation.options import Translation

    mapping, _, fixes = text.partition(" ")
    find_mapping(mapping)
    Translation.parse(mapping, "real", fixes or "all")


def _path_in_tree(text: str) -> None:
    from equipoise.spine.path import find_decision

    find_decision(_small_tree(), text)


@cache
def _small_tree() -> Any:
    from equipoise.abstraction.bets.betting import parse_bets
    from equipoise.games import find_game
    from equipoise.spine.tree import build_tree

    return build_tree(find_game("leduc-nolimit:12"), parse_bets("fcpa"))


def _read(name: str, *more: Any) -> Read:
    def read(text: str) -> None:
        from equipoise import formats

        getattr(formats, name)(text, *more)

    return read


def _match_state(text: str) -> None:
    from equipoise.formats import read_match_state

    read_match_state(_nolimit(), text)


def _reply(text: str) -> None:
    """What a client answers: read as the reference dealer does, which refuses nothing."""
    from equipoise.formats.acpc.state import read_reply, replied_action

    replied_action(_nolimit(), text.encode("utf-8", "surrogatepass"))
    read_reply(_nolimit(), text)


def _log_line(text: str) -> None:
    from equipoise.formats.acpc.log import read_hand, read_score

    if text.startswith("SCORE"):
        read_score(text)
    else:
        read_hand(_nolimit(), text)


def _all_hands(text: str) -> None:
    from equipoise.formats import read_phhs

    for _ in read_phhs(text, "x.phhs"):
        pass


def _replay(path: str) -> None:
    """What is wrong with a hand is kept with it; the first must be as good a line as any other."""
    from equipoise.formats.replay import replay_files

    tally = replay_files([Path(path)])
    assert tally.ok + len(tally.failures) + tally.skipped == tally.hands
    for failure in (*tally.failures[:1], *tally.scores[:1]):
        raise InputError(failure.reason)


def _load_game(path: str) -> None:
    from equipoise.formats import load_game

    load_game(Path(path))


#: a folder of ``folders.KINDS`` that is there before agents are read
STRATEGY = "made/strategy of kuhn"
AGENTS = (
    f"{STRATEGY}:translation=soft,style=real,nd=yes,purify=yes", "raise:size=min", "random:fold=0.2,call=0.5,seed=7", "call:name=caller,forget=yes", "loki-bpl:tightness=loose",
    "simulation:deals=5", "boundary-learner:bets=5,spacing=even", f"coach:first={STRATEGY},second={STRATEGY}", "x.py",
    f"switching:strategies={STRATEGY}+{STRATEGY}", f"naive-pa:strategy={STRATEGY},style=real,fixes=call-is-call+extend-call",
)  # fmt: skip

NOTATIONS: dict[str, Notation] = {
    "card": Notation(("As", "10c", "T♥"), _card, digits=True),
    "cards": Notation(("AsKh", "A♠ K♥-10c", "2c3c4c5c6c", "AsKsQsJsTs9s8s", "Td"), _cards, 2, digits=True),
    "range": Notation(
        ("AA,KK:0.5", "22+,A2s+,KTo+", "AKs-A9s,77-44", "random", "AsKs,AhKh:.25", "none", "76s+:1e-3", "15%,AKo:50%",
         "[50]AA,KK[/50],[12.5]10%-20%[/12.5]"),
        _range,
        2,
        digits=True,
    ),
    "bets": Notation(
        ("fcpa", "fcpda+fcpa/fcspa+fcpa+fca", "fc75,1/6,60a-full", "tartanian5", "fchopra", "jamfold"),
        _bets,
        2,
        digits=True,
    ),
    "bet sizes": Notation(("50%, 33.3%, a", "2.5x,20c3r", "e, 2e, 3e200%", "none"), _bet_sizes, 2, digits=True),
    "line of a spot": Notation(
        ("check, bet 50%, raise 2.5x, call, Ah, all-in", "bet 120/fold", "check | QQ+ | check=25%, bet 50%=75%", " | all | call=.5, fold=0.5"),
        _spot_line, digits=True,
    ),
    "spot": Notation((SPOT,), _spot, 2),
    "card abstraction": Notation(
        ("8.8.8.8", "ir169.64.8.8", "ir169.dir-pub20x205-20x1.pub3x68-3x1.68", "8-12-4-4", "4wave.2emd.3eq.pub3x20ochs"),
        _card_abstraction,
        2,
        digits=True,
    ),
    "cards of leduc": Notation(("JQ.K", "J.Q.K/full", "J.QK"), _leduc_cards, digits=True),
    "game": Notation(
        ("kuhn", "leduc-nolimit:12,1", "clairvoyance:2", "jamfold:10bb", "holdem-limit:3p", "holdem-nolimit:100bb,6p",
         "omaha-potlimit:100bb", "x.game"),
        _game,
        2,
        digits=True,
    ),
    "agent": Notation(AGENTS, _agent, 2),
    "translation": Notation(
        ("hard", "soft call-is-call", "cut-0.3 none", "pseudo-harmonic abstract-actions,extend-call"), _translation, digits=True
    ),
    "path in a tree": Notation(("cr3", "r3", "cr3r9", ""), _path_in_tree, digits=True),
    "acpc game": Notation((NOLIMIT_GAME, LEDUC_GAME), _read("read_game", "x.game"), 2),
    "acpc state": Notation(STATES, _match_state, 2, digits=True),
    "acpc reply": Notation(tuple(f"{state}:{action}" for state in STATES for action in ("c", "r900")), _reply),
    "acpc line": Notation(
        ("STATE:0:r300f:AsAh|KsKh:-100|100:Ann|Bob", "SCORE:-300.5|300.5:Ann|Bob",
         "STATE:1:r300c/cc/cc/cc:AsAh|KsKh/2c3d4h/9s/Jc:300|-300:Bob|Ann"),
        _log_line,
        2,
    ),
    "acpc log": Notation((LOG,), _read("read_log"), 1),
    "phh": Notation((PHH, LIMIT_PHH, POSTED_PHH), _read("read_phh", "x.phh"), 2),
    "phhs": Notation((MANY_PHH,), _all_hands, 1),
    "file x.phh": Notation((PHH, LIMIT_PHH), _replay, 1, "x.phh"),
    "file x.phhs": Notation((MANY_PHH,), _replay, 1, "x.phhs"),
    "file x.log": Notation((LOG,), _replay, 1, "x.log"),
    "file x.txt": Notation((LOG, MANY_PHH), _replay, 0.5, "x.txt"),
    "pokerstars": Notation((POKERSTARS,), _replay, 2, "hands.txt"),
    "file x.game": Notation((NOLIMIT_GAME, LEDUC_GAME), _load_game, 1, "x.game"),
}  # fmt: skip
