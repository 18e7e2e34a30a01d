"""All tables of a server, their hands kept on disk, and the calls about them."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from secrets import randbelow, token_hex
from typing import Any

from equipoise.base.errors import InputError
from equipoise.base.files import write_atomically
from equipoise.evaluation.variance.assess import AIVAT, How, assess
from equipoise.evaluation.variance.hands import of_records
from equipoise.evaluation.variance.known import EQUITY, KnownPlayers
from equipoise.formats.phh.write import write_phhs
from equipoise.games.catalogue import find_game
from equipoise.interfaces.as_json.loki import explanation_json
from equipoise.interfaces.as_json.thoughts import decision_words, thought_json
from equipoise.interfaces.web.agents import label_of, spec_of
from equipoise.interfaces.web.calls import MissingError, Text, flag_of, text_of, whole_of
from equipoise.interfaces.web.catalogue import HANDS, Catalogue
from equipoise.interfaces.web.events import Hub
from equipoise.interfaces.web.play.table import PlayedHand, PlayTable
from equipoise.interfaces.web.play.view import (
    hands_json,
    replayed_json,
    summary_json,
    table_json,
)
from equipoise.policies.policy import Policy
from equipoise.policies.thinking import think

_MOST_TABLES = 50
_LONGEST_SEED = 2**53


class Room:
    """The tables of a server."""

    def __init__(self, catalogue: Catalogue, hub: Hub) -> None:
        self.catalogue, self.hub = catalogue, hub
        self._tables: dict[str, PlayTable] = {}
        self._lock = threading.Lock()
        # estimates are made one after the other beside the play
        self._estimates = ThreadPoolExecutor(1, thread_name_prefix="aivat")

    def close(self) -> None:
        """End the estimates."""
        self._estimates.shutdown(wait=False, cancel_futures=True)

    def find(self, values: dict[str, Any]) -> PlayTable:
        """The table of a request."""
        table = self._tables.get(str(values.get("table")))
        if table is None:
            raise MissingError("there is no such table", expected="sit down again")
        return table

    def list(self) -> list[dict[str, Any]]:
        """All tables, newest first."""
        return [summary_json(table) for table in reversed(self._tables.values())]

    def sit(self, values: dict[str, Any]) -> dict[str, Any]:
        """A new table: game, agents, seed, carry, open."""
        game = text_of(values, "game", "holdem-nolimit:100bb", 200)
        find_game(game)  # of the catalogue: no path
        asked = values.get("agents")
        if not isinstance(asked, list) or not 1 <= len(asked) <= 9:
            raise InputError("is no list of one to nine agents", "agents")
        specs = [spec_of(self.catalogue, one) for one in asked]
        names = _different([label_of(self.catalogue, str(one)) for one in asked])
        seed = whole_of(values, "seed", None, 0, _LONGEST_SEED)
        table = PlayTable(
            token_hex(5), game, specs, names, randbelow(2**31) if seed is None else seed,
            flag_of(values, "carry"), flag_of(values, "open"),
        )  # fmt: skip
        with self._lock:
            self._tables[table.id] = table
            while len(self._tables) > _MOST_TABLES:
                del self._tables[next(iter(self._tables))]
        with table.lock:
            table.deal()
            self._after(table)
            return table_json(table)

    def look(self, values: dict[str, Any]) -> dict[str, Any]:
        """The table as it is."""
        table = self.find(values)
        with table.lock:
            return table_json(table)

    def move(self, values: dict[str, Any]) -> dict[str, Any]:
        """What the person does, as typed: f, c, r 6."""
        table = self.find(values)
        with table.lock:
            table.move(text_of(values, "move", most=60), whole_of(values, "actions"))
            self._after(table)
            return table_json(table)

    def deal(self, values: dict[str, Any]) -> dict[str, Any]:
        """The next hand."""
        table = self.find(values)
        with table.lock:
            table.deal()
            self._after(table)
            return table_json(table)

    def rebuy(self, values: dict[str, Any]) -> dict[str, Any]:
        """Chips up to the full stack."""
        table = self.find(values)
        with table.lock:
            table.rebuy()
            self._tell(table)
            return table_json(table)

    def settings(self, values: dict[str, Any]) -> dict[str, Any]:
        """Open or close the table: whether cards and thoughts of agents are shown at once."""
        table = self.find(values)
        with table.lock:
            table.open = flag_of(values, "open", table.open)
            table.version += 1
            self._tell(table)
            return table_json(table)

    def hands(self, values: dict[str, Any]) -> dict[str, Any]:
        """The hands of the sitting."""
        table = self.find(values)
        with table.lock:
            return {"hands": hands_json(table)}

    def replay(self, values: dict[str, Any]) -> dict[str, Any]:
        """One finished hand, all cards open."""
        table = self.find(values)
        with table.lock:
            return replayed_json(table, whole_of(values, "number", 0) or 0)

    def export(self, values: dict[str, Any]) -> Text:
        """All finished hands as PHH."""
        table = self.find(values)
        with table.lock:
            return Text(_phh(table), f"table-{table.id}.phhs", "text/plain")

    def thought(self, values: dict[str, Any]) -> dict[str, Any]:
        """What an agent thought at a decision; before the end of a hand only at an open table."""
        table = self.find(values)
        with table.lock:
            number = whole_of(values, "number", len(table.hands))
            hand = next((one for one in table.hands if one.number + 1 == number), None)
            at = whole_of(values, "decision", 0) or 0
            if hand is None or at >= len(hand.decisions):
                raise MissingError("there is no such decision")
            if not (table.open or hand.stepper.is_over):
                raise InputError("the hand is not over", expected="thoughts are shown after it")
            decided = hand.decisions[at]
        seen = decided.observation
        agent = table.agents[decided.player - 1]
        name = table.names[decided.player]
        about = {
            "did": decision_words(seen, decided.action),
            "seconds": round(decided.seconds, 4),
            "problem": decided.problem,
            "player": decided.player,
            "decision": at,
        }
        if decided.loki is not None:
            found = explanation_json(name, seen, decided.loki)
            return {"kind": "loki", **found, **about}
        policy = agent.policy
        if policy is None:
            return {"kind": "unknown", "agent": name, **about}
        return {**thought_json(name, think(policy, seen)), **about}

    def _after(self, table: PlayTable) -> None:
        """Keep what was played, and estimate it without luck."""
        hand = table.hand
        if hand.record is not None:
            self._keep(table)
            policies = {
                player: policy
                for player, agent in enumerate(table.agents, 1)
                if (policy := agent.policy) is not None
            }
            if policies and table.rules.players == 2:
                self._estimates.submit(self._estimate, table, hand, policies)
        self._tell(table)

    def _estimate(self, table: PlayTable, hand: PlayedHand, policies: dict[int, Policy]) -> None:
        assert hand.record is not None
        try:
            (found,) = assess(
                of_records([hand.record], table.names), [AIVAT], How(KnownPlayers(policies, EQUITY))
            )
        except InputError:
            return  # a game or a policy that AIVAT does not know
        with table.lock:
            hand.aivat = found.values[0].tolist()
            table.version += 1
            self._tell(table)

    def _keep(self, table: PlayTable) -> None:
        """Write the sitting where ``match person`` keeps sittings too."""
        place = self._folder(table) / HANDS
        try:
            write_atomically(place, _phh(table))
        except (InputError, OSError):
            return  # a game that PHH has no word for, or no room: the table goes on

    def _folder(self, table: PlayTable) -> Path:
        if table.folder is None:
            name = datetime.now().strftime("%Y-%m-%d-%H%M%S")
            table.folder = self.catalogue.folder / "played" / f"{name}-{table.id}"
        return table.folder

    def _tell(self, table: PlayTable) -> None:
        self.hub.tell("table", table.id, {"id": table.id, "version": table.version})


def _phh(table: PlayTable) -> str:
    records = [hand.record for hand in table.hands if hand.record is not None]
    return write_phhs((record, {}) for record in records)


def _different(names: list[str]) -> list[str]:
    """Names that tell the players apart."""
    return [
        name if names.count(name) == 1 else f"{name} {names[:at].count(name) + 1}"
        for at, name in enumerate(names)
    ]
