"""What a server keeps: its folder, jobs, tables and the stream of events."""

from __future__ import annotations

from pathlib import Path

from equipoise.interfaces.web.catalogue import Catalogue
from equipoise.interfaces.web.events import Hub
from equipoise.interfaces.web.jobs import Jobs
from equipoise.interfaces.web.play.room import Room


class Desk:
    """The state behind all calls."""

    def __init__(self, folder: Path) -> None:
        self.hub = Hub()
        self.catalogue = Catalogue(folder)
        self.jobs = Jobs(folder, self.hub)
        self.room = Room(self.catalogue, self.hub)

    def start(self) -> None:
        """Begin to follow jobs."""
        self.jobs.start()

    def close(self) -> None:
        """End streams, pause jobs."""
        self.hub.stopping.set()
        self.room.close()
        self.jobs.close()
