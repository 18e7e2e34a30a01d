"""ACPC ``.game`` files: the rules of limit and no-limit games as a few keys.

Rules that the format cannot express follow the reference dealer: all-ins by the ``acpc`` rule, pots
split exactly, the smallest bet of a no-limit game is the largest blind, small decks are the top
ranks and the last suits. Writing rules that differ raises InputError, unless an equivalent game
exists (``acpc_twin``).
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from equipoise.base.errors import InputError, printable, shortened
from equipoise.cards.deck import Deck
from equipoise.formats.acpc.twin import acpc_twin
from equipoise.formats.text import is_file, read_text
from equipoise.games.catalogue import CATALOGUE, find_game
from equipoise.games.dealing import Deal
from equipoise.games.rules import MOST_PLAYERS, UNLIMITED, Betting, GameRules

SUFFIX = ".game"
#: bytes; a game takes a few hundred
MOST_BYTES = 1 << 20
#: the limits of the reference dealer
MOST_ROUNDS, MOST_HOLE_CARDS, MOST_BOARD_CARDS = 4, 3, 7
NO_CAP = 255

_ROUND_NAMES = ("preflop", "flop", "turn", "river")
_SINGLE = ("numPlayers", "numRounds", "numSuits", "numRanks", "numHoleCards")
_PER_PLAYER = ("stack", "blind")
_PER_ROUND = ("raiseSize", "firstPlayer", "maxRaises", "numBoardCards")
_FLAGS = ("limit", "nolimit")
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_KEYS = {key.lower(): key for key in (*_FLAGS, *_SINGLE, *_PER_PLAYER, *_PER_ROUND)}


class _Lines:
    """The keys of a file with their line numbers."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.values: dict[str, list[int]] = {}
        self.line_of: dict[str, int] = {}
        self._read(text)

    def at(self, line: int) -> str:
        return f"{self.name}, line {line}"

    def place(self, key: str) -> str:
        return self.at(self.line_of[key]) if key in self.line_of else self.name

    def _read(self, text: str) -> None:
        inside = False
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.strip()
            if not line or line.startswith("#"):
                continue
            word = " ".join(line.lower().split())
            if not inside:
                if word != "gamedef":
                    raise InputError(
                        f"{line!r} before the game", self.at(number), expected="GAMEDEF comes first"
                    )
                inside = True
            elif word == "end gamedef":
                return
            else:
                self._take(line, number)
        missing = "END GAMEDEF" if inside else "GAMEDEF"
        raise InputError(f"{missing} is missing", self.name, expected="the file may be cut off")

    def _take(self, line: str, number: int) -> None:
        match = re.fullmatch(r"([A-Za-z]+)\s*=?\s*(.*)", line)
        key = _KEYS.get(match[1].lower()) if match else None
        if match is None or key is None:
            raise InputError(
                f"{line!r} is not a key of a game",
                self.at(number),
                expected=f"known are {', '.join(_KEYS.values())}",
            )
        if key in self.line_of:
            raise InputError(
                f"{key} occurs twice", self.at(number), expected=f"first {self.place(key)}"
            )
        words = match[2].split()
        if not all(map(_NUMBER.fullmatch, words)):
            raise InputError(
                f"{key} = {shortened(match[2])}",
                self.at(number),
                expected="whole numbers are needed, of at most 18 digits",
            )
        values = [int(word) for word in words]
        self.line_of[key] = number
        self.values[key] = values
        if key in _FLAGS and values:
            raise InputError(f"{key} takes no value", self.at(number))

    def single(self, key: str, most: int, least: int = 1) -> int:
        """The value of a required key with a single value."""
        self.require(key)
        values = self.values[key]
        if len(values) != 1 or not least <= values[0] <= most:
            shown = " ".join(map(str, values))
            raise InputError(
                f"{key} = {shown}", self.place(key), expected=f"one number, {least} to {most}"
            )
        return values[0]

    def require(self, key: str) -> None:
        if key not in self.values:
            who = {"raiseSize": "every limit game", "stack": "every no-limit game"}
            raise InputError(
                f"{key} is missing", self.name, expected=f"{who.get(key, 'every game')} needs it"
            )

    def many(
        self,
        key: str,
        count: int,
        each: str,
        span: tuple[int, int],
        default: int | None = None,
    ) -> tuple[int, ...]:
        """The values of a key, one for each player or round."""
        if key not in self.values and default is not None:
            return (default,) * count
        self.require(key)
        values = self.values[key]
        if len(values) != count:
            raise InputError(
                f"{key} has {len(values)} values",
                self.place(key),
                expected=f"{count} {each}s need one each",
            )
        least, most = span
        if values and not least <= min(values) <= max(values) <= most:
            raise InputError(
                f"{key} = {' '.join(map(str, values))}",
                self.place(key),
                expected=f"{least} to {most} for each {each}",
            )
        return tuple(values)


def read_game(text: str, name: str = "game") -> GameRules:
    """The rules that the text of a ``.game`` file describes.

    >>> game = read_game('''GAMEDEF
    ... nolimit
    ... numPlayers = 2
    ... numRounds = 1
    ... stack = 20 20
    ... blind = 2 1
    ... firstPlayer = 2
    ... numSuits = 4
    ... numRanks = 13
    ... numHoleCards = 2
    ... numBoardCards = 0
    ... END GAMEDEF''')
    >>> game.betting.kind, game.stacks, game.first
    ('no-limit', (20, 20), (1,))
    """
    lines = _Lines(text, name)
    kinds = [flag for flag in _FLAGS if flag in lines.line_of]
    if len(kinds) != 1:
        problem = "both limit and nolimit" if kinds else "neither limit nor nolimit"
        raise InputError(problem, name, expected="exactly one of them is needed")
    limit = kinds == ["limit"]
    players = lines.single("numPlayers", MOST_PLAYERS, 2)
    rounds = lines.single("numRounds", MOST_ROUNDS)
    chips = (0, UNLIMITED)
    blinds = lines.many("blind", players, "player", chips)
    stacks = lines.many(
        "stack", players, "player", (1, UNLIMITED), default=UNLIMITED if limit else None
    )
    for position, (stack, blind) in enumerate(zip(stacks, blinds, strict=True), 1):
        if blind > stack:
            raise InputError(
                f"player {position} has a stack of {stack} and a blind of {blind}",
                lines.place("stack"),
                expected="a stack covers its blind",
            )
    if limit:
        sizes = lines.many("raiseSize", rounds, "round", (1, UNLIMITED))
    else:
        sizes = (max(*blinds, 1),) * rounds
    caps = lines.many("maxRaises", rounds, "round", (0, NO_CAP), default=NO_CAP)
    first = lines.many("firstPlayer", rounds, "round", (1, players), default=1)
    deck = Deck.of_size(lines.single("numRanks", 13), lines.single("numSuits", 4))
    hole = lines.single("numHoleCards", MOST_HOLE_CARDS)
    boards = lines.many("numBoardCards", rounds, "round", (0, MOST_BOARD_CARDS))
    if sum(boards) > MOST_BOARD_CARDS:
        raise InputError(
            f"{sum(boards)} board cards",
            lines.place("numBoardCards"),
            expected=f"at most {MOST_BOARD_CARDS} together",
        )
    return GameRules(
        name=name,
        players=players,
        script=tuple(
            Deal(hole=0 if number else hole, board=board, name=_ROUND_NAMES[number])
            for number, board in enumerate(boards)
        ),
        betting=Betting(
            "fixed-limit" if limit else "no-limit",
            sizes=sizes,
            caps=tuple(None if cap == NO_CAP else cap for cap in caps) if any_cap(caps) else (),
        ),
        stacks=stacks,
        blinds=blinds,
        antes=(0,) * players,
        first=tuple(position - 1 for position in first),
        deck=deck,
        all_in_rule="acpc",
        odd_chips="fraction",
    )


def any_cap(caps: tuple[int, ...]) -> bool:
    """True if some round limits the number of raises."""
    return any(cap != NO_CAP for cap in caps)


def write_game(rules: GameRules) -> str:
    """Rules as the text of a ``.game`` file; InputError names what the format cannot express.

    Small games are written as their twin: ``acpc_twin(rules)`` is what is read back.

    >>> from equipoise.games import find_game
    >>> write_game(find_game("holdem-nolimit:100bb")).splitlines()[:5]
    ['GAMEDEF', 'nolimit', 'numPlayers = 2', 'numRounds = 4', 'stack = 200 200']
    """
    rules = acpc_twin(rules)
    betting = rules.betting
    if betting.kind not in ("fixed-limit", "no-limit"):
        _refuse(rules, f"{betting.kind} betting", "it has limit and nolimit")
    limit = betting.kind == "fixed-limit"
    caps = [NO_CAP if cap is None else cap for cap in betting.caps]
    rows: list[tuple[str, tuple[int, ...] | list[int]]] = [
        ("numPlayers", (rules.players,)),
        ("numRounds", (rules.rounds,)),
    ]
    if not limit or set(rules.stacks) != {UNLIMITED}:
        rows.append(("stack", rules.stacks))
    rows.append(("blind", rules.blinds))
    if limit:
        rows.append(("raiseSize", betting.sizes))
    rows.append(("firstPlayer", [position + 1 for position in rules.first]))
    if any_cap(tuple(caps)):
        rows.append(("maxRaises", caps))
    rows += [
        ("numSuits", (len(rules.deck.suits),)),
        ("numRanks", (len(rules.deck.ranks),)),
        ("numHoleCards", (rules.script[0].hole,)),
        ("numBoardCards", [deal.board for deal in rules.script]),
    ]
    lines = ["GAMEDEF", "limit" if limit else "nolimit"]
    lines += [f"{key} = {' '.join(map(str, values))}" for key, values in rows]
    text = "\n".join([*lines, "END GAMEDEF", ""])
    _check_expressible(rules, text)
    return text


def _refuse(rules: GameRules, problem: str, expected: str = "") -> None:
    raise InputError(f"a .game file cannot express {problem}", rules.name, expected=expected)


def _check_expressible(rules: GameRules, text: str) -> None:
    """Raise InputError for rules that would be read back as another game."""
    try:
        back = read_game(text, rules.name)
    except InputError as error:
        raise InputError(
            f"a .game file cannot express this game ({error.problem})",
            rules.name,
            expected=error.expected,
        ) from None
    for ours, theirs, what, expected in (
        (rules.antes, back.antes, f"antes {rules.antes}", "blinds are all it has"),
        (rules.deck, back.deck, f"the deck {rules.deck}", f"this size means {back.deck}"),
        (_dealt(rules), _dealt(back), "this way of dealing", "hole cards come first, to all"),
        (
            rules.betting.sizes,
            back.betting.sizes,
            f"smallest bets {rules.betting.sizes}",
            f"without a limit they are the largest blind, {back.betting.sizes[0]}",
        ),
        (
            _menu(rules),
            _menu(back),
            "a restricted menu of bets",
            "everyone may fold, call and raise",
        ),
        (_caps(rules), _caps(back), f"caps {rules.betting.caps}", f"0 to {NO_CAP - 1} raises"),
        (rules.showdown, back.showdown, f"the showdown rule {rules.showdown!r}", "best five win"),
        (rules.all_in_rule, back.all_in_rule, f"the all-in rule {rules.all_in_rule!r}", "acpc"),
        (rules.odd_chips, back.odd_chips, f"odd chips by {rules.odd_chips!r}", "fraction"),
        (rules.free_folds, back.free_folds, "folds where nothing is owed", ""),
        (rules.scale, back.scale, f"{rules.scale} chips a unit", "it counts in chips"),
    ):
        if ours != theirs:
            _refuse(rules, what, expected)


def _dealt(rules: GameRules) -> tuple[Deal, ...]:
    return tuple(replace(deal, name="") for deal in rules.script)


def _menu(rules: GameRules) -> tuple[object, ...]:
    betting = rules.betting
    return betting.raisers, betting.all_in_only, betting.limping, betting.largest


def _caps(rules: GameRules) -> list[int | None]:
    return [rules.betting.cap(number) for number in range(rules.rounds)]


def load_game(path: str | Path) -> GameRules:
    """The rules in a ``.game`` file; the game is named after the file."""
    try:
        rules = read_game(read_text(path, MOST_BYTES), str(path))
    except InputError as error:
        if (error.what or error.problem).startswith(str(path)):
            raise
        raise InputError(error.problem, str(path), expected=error.expected) from None
    return replace(rules, name=printable(Path(path).name))


def resolve_game(text: str) -> GameRules:
    """A game by catalogue name or by the path of a ``.game`` file.

    >>> resolve_game("leduc").rounds
    2
    >>> resolve_game("no-such.game")
    Traceback (most recent call last):
    equipoise.base.errors.InputError: no-such.game: no such file
    """
    path = text.strip()
    if path.partition(":")[0] not in CATALOGUE:
        if path.lower().endswith(SUFFIX) or is_file(path):
            return load_game(path)
        try:
            return find_game(path)
        except InputError as error:
            raise InputError(
                error.problem,
                error.what,
                error.text,
                expected=f"{error.expected}, or the path of a {SUFFIX} file",
            ) from None
    return find_game(path)
