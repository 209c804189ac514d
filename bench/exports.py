"""What files cost: sheets, calendars and prints of a whole XLeague, made anew and taken from the press.

`python -m bench.exports`. The embedded site (SQLite, one process) with a League of 48 games; before each request
the event is renamed, so that the file is new. CPU time of the site's process, from the system's own accounting.
"""

from __future__ import annotations

import http.client
from collections.abc import Callable
from typing import Any

from bench.calibration import calibrate
from bench.recording import Client, cpu_milliseconds
from bench.size import sized
from tests import servers

TIMES = sized(3, 20)
EVENT = "/api/v1/events/bench/"
NAMES = ("Änne Öhler", "Bert Übel", "Cora Weiß")
FILES = (
    "table.csv",
    "games.csv",
    "schedule.csv",
    "calendar.ics",
    "table.pdf",
    "schedule.pdf",
    "slips.pdf",
)


def league(client: Client) -> None:
    """An XLeague, played until its 30th game: the rest wants slips."""
    season = {"slug": "bench", "name": "Bench", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    made(client, "/api/v1/seasons/", season)
    event = {
        "season": "bench",
        "slug": "bench",
        "name": "XLeague",
        "format": "league",
        "rules": "xmadn-2t",
        "starts_on": "2026-11-21",
        "settings": {"drrs": 6, "playoffs": "qualifying and final", "qualifying_wins": 3, "final_wins": 4},
    }
    made(client, "/api/v1/events/", event)
    for name in NAMES:
        player = made(client, "/api/v1/players/", {"name": name})
        made(client, f"{EVENT}entries/", {"player": player["id"]})
    for _ in range(30):
        table = client.ask("GET", f"{EVENT}standings/")[2]
        if table["draws_needed"]:
            made(client, f"{EVENT}draws/", {"method": "published seed", "published_seed": "bench"})
            table = client.ask("GET", f"{EVENT}standings/")[2]
        game = table["next_games"][0]
        winner = list(game["seating"])[game["number"] % 2]
        result = {"number": game["number"], "winner": winner}
        made(client, f"{EVENT}results/", result)


def made(client: Client, path: str, body: Any) -> Any:
    """What was made."""
    status, _, answer = client.ask("POST", path, body)
    assert status == 201, answer
    return answer


def fetched(site: servers.Site, path: str) -> int:
    """How long a file is."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port)
    connection.request("GET", path)
    answer = connection.getresponse()
    length = len(answer.read())
    assert answer.status == 200
    connection.close()
    return length


def cost(site: servers.Site, path: str, before: Callable[[int], None]) -> tuple[float, int]:
    """CPU milliseconds of one request on average, and the length of what it gives."""
    assert site.process is not None
    spent, length = 0.0, 0
    for number in range(TIMES):
        before(number)
        begun = cpu_milliseconds([site.process.pid])
        length = fetched(site, path)
        spent += cpu_milliseconds([site.process.pid]) - begun
    return spent / TIMES, length


def main() -> None:
    """Measure and print."""
    print(calibrate())
    with servers.site({}) as site:
        client = Client(site, site.manage("create_token", "bench", "--role", "organiser").split()[-1])
        league(client)

        def renamed(number: int) -> None:
            status, _, answer = client.ask("PATCH", EVENT, {"name": f"XLeague {name} {number}"})
            assert status == 200, answer

        for name in FILES:
            path = f"/events/bench/{name}?language=de"
            fetched(site, path)  # modules and letters are loaded once in a process
            new, length = cost(site, path, renamed)
            again, _ = cost(site, path, lambda _: None)
            print(f"{name}: {new:.0f} ms of CPU new, {again:.0f} ms again, {length / 1000:.0f} kB")


if __name__ == "__main__":
    main()
