"""A viewer who comes again: whatever cuts the stream, they go on after the last event they have."""

import http.client
import json
import threading
import time
from contextlib import closing

from tests.endurance.wire import NO_ANSWER
from tests.servers import Site, wait_until


class Follower:
    """Follows a game's stream in a thread, from the first event on, until told to stop."""

    def __init__(self, site: Site, game_id: str) -> None:
        self.site, self.path = site, f"/api/v1/games/{game_id}/events/"
        self.numbers: list[int] = []
        self.visits = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def wait_for(self, events: int) -> None:
        """Wait until so many have come."""
        wait_until(lambda: len(self.numbers) >= events)

    def stop(self) -> None:
        """Go away."""
        self._stopped.set()
        self._thread.join()

    def _follow(self) -> None:
        while not self._stopped.is_set():
            try:
                self._visit()
            except NO_ANSWER:
                time.sleep(0.05)

    def _visit(self) -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=1)) as client:
            last = self.numbers[-1] if self.numbers else 0
            client.request(
                "GET", self.path, headers={"Accept": "application/x-ndjson", "Last-Event-ID": str(last)}
            )
            answer = client.getresponse()
            if answer.status != 200:
                answer.read()
                raise ConnectionError
            self.visits += 1
            for line in answer:
                data = json.loads(line) if line.strip() else {}
                if data.get("message") == "event":
                    self.numbers.append(data["number"])
                if self._stopped.is_set():
                    return
