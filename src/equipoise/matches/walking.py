"""A meeting tree for walks with all hands: its numbers, updated as it grows."""

from __future__ import annotations

import numpy as np

from equipoise.games.action import Action
from equipoise.kernels.arrays import frozen
from equipoise.kernels.play.meeting import CHILD
from equipoise.kernels.play.meeting_ranges import MeetingNumbers
from equipoise.kernels.types import Int64s
from equipoise.matches.betting_cache import PARTS
from equipoise.matches.growing import Growing
from equipoise.matches.meeting import Meeting

_MASK = (1 << 64) - 1
_ROOT = 0x9E3779B97F4A7C15


class WalkedMeeting:
    """A meeting tree with the numbers that walks need.

    The key of an edge depends on the betting up to it, not on when it was grown.
    """

    def __init__(self, meeting: Meeting) -> None:
        self.meeting = meeting
        self._stakes = Growing(None, np.float64)
        self._keys = Growing(None, np.uint64)
        self._pays = Growing(3, np.float64)
        self._depths: list[int] = [0]
        self._node_keys: list[int] = [_ROOT]
        self._catch_up()

    def grow(self, edges: Int64s) -> None:
        """Create the nodes at the ends of these edges."""
        self.meeting.grow(edges)
        self._catch_up()

    @property
    def numbers(self) -> MeetingNumbers:
        """The numbers for the tree grown so far."""
        return MeetingNumbers(
            frozen(self._pays.rows), frozen(self._stakes.rows), frozen(self._keys.rows),
            max(self._depths),
        )  # fmt: skip

    def _catch_up(self) -> None:
        meeting = self.meeting
        known = len(self._depths)
        children = meeting.tree.edges[:, CHILD]
        leading = np.zeros(len(meeting), dtype=np.int64)
        grown = np.flatnonzero(children >= 0)
        leading[children[grown]] = grown
        for node in range(known, len(meeting)):
            edge = int(leading[node])
            self._add_edges(edge + 1)
            self._depths.append(self._depths[meeting.origins[edge][0]] + 1)
            self._node_keys.append(int(self._keys.rows[edge]))
        self._add_edges(len(meeting.origins))
        for row in meeting.paid[len(self._pays) :, ::2]:
            self._pays.add(row / PARTS)

    def _add_edges(self, until: int) -> None:
        for node, action in self.meeting.origins[len(self._keys) : until]:
            self._stakes.add(max(action.to, *self.meeting.places[node].betting.put))
            self._keys.add(_key(self._node_keys[node], action))


def _key(before: int, action: Action) -> int:
    """A hash of the betting after an action (SplitMix64 mixing)."""
    number = (before + 1 + 4 * action.to + list(type(action.kind)).index(action.kind)) & _MASK
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ (number >> 27)) * 0x94D049BB133111EB & _MASK
    return number ^ (number >> 31)
