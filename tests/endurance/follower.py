"""A viewer who comes again: whatever cuts the stream, they go on after the last event they have."""

import http.client
import json
from contextlib import closing

from tests.endurance.going_on import GoingOn
from tests.servers import Site


class Follower(GoingOn):
    """Follows a game's stream in a thread, from the first event on."""

    def __init__(self, site: Site, game_id: str) -> None:
        self.site, self.path = site, f"/api/v1/games/{game_id}/events/"
        self.numbers: list[int] = []
        super().__init__(self._visit)

    def _visit(self) -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=1)) as client:
            last = self.numbers[-1] if self.numbers else 0
            headers = {"Accept": "application/x-ndjson", "Last-Event-ID": str(last)}
            client.request("GET", self.path, headers=headers)
            answer = client.getresponse()
            if answer.status != 200:
                answer.read()
                raise ConnectionError
            for line in answer:
                data = json.loads(line) if line.strip() else {}
                if data.get("message") == "event":
                    self.numbers.append(data["number"])
                if self.stopped.is_set():
                    return
