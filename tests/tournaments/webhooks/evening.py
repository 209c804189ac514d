"""An evening at a running site, organised and recorded over HTTP, with webhooks."""

from datetime import timedelta
from typing import Any

import rules
from rules import RULE_SETS
from tests.games.viewing import Writer, token_of
from tests.servers import Site
from tests.tournaments.conftest import YELLOW_STARTS, brought_home
from tests.tournaments.webhooks.conftest import ALL_KINDS

RULES, HOOKS = "xmadn-3t", "/api/v1/webhooks/"
#: Run on the site's own database: so much time goes by.
PASS_TIME = """
from datetime import timedelta
from tests.tournaments.webhooks.conftest import pass_time
pass_time(timedelta(seconds={seconds}))
"""


class Evening(Writer):
    """A cup of three, drawn, and whoever conducts it."""

    def __init__(self, site: Site, slug: str = "cup") -> None:
        super().__init__(site, token_of(site))
        season = {"slug": slug, "name": slug, "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
        cup = {"season": slug, "slug": slug, "name": slug, "format": "championship", "rules": RULES}
        self.ask("POST", "/api/v1/seasons/", season)
        self.ask("POST", "/api/v1/events/", {**cup, "starts_on": "2026-11-21", "settings": {"wins": 2}})
        self.slug, self.event = slug, f"/api/v1/events/{slug}/"
        for name in ("Anna", "Bert", "Cora"):
            player = self.ask("POST", "/api/v1/players/", {"name": name, "new": True})["id"]
            self.ask("POST", f"{self.event}entries/", {"player": player})
        self.ask("POST", f"{self.event}draws/", {"method": "seed order"})

    def subscribe(self, url: str, *kinds: str) -> dict[str, Any]:
        """A new webhook, with its secret."""
        made: dict[str, Any] = self.ask(
            "POST", HOOKS, {"event": self.slug, "url": url, "kinds": list(kinds or ALL_KINDS)}
        )
        return made

    def start(self) -> dict[str, Any]:
        """The next game, begun."""
        wanted = self.ask("GET", f"{self.event}standings/")["next_games"][0]
        rounds = [] if wanted["starter"] else YELLOW_STARTS
        game: dict[str, Any] = self.ask("POST", f"{self.event}games/", {"throws": rounds})["game"]
        return game

    def win(self, game: dict[str, Any]) -> dict[str, Any]:
        """The rest of the game, which red wins."""
        seats = {seat["player"]["id"]: seat["colours"] for seat in game["seats"]}
        play = rules.Game.at(game["position"], RULE_SETS[RULES], seats)
        throws = [throw.payload for throw in brought_home(play, ("red",))]
        for first in range(0, len(throws), 1000):
            game = self._record(game, throws[first : first + 1000])
        return game

    def _record(self, game: dict[str, Any], throws: list[dict[str, Any]]) -> dict[str, Any]:
        path = f"/api/v1/games/{game['id']}/throws/?expected={game['number']}"
        state: dict[str, Any] = self.ask("POST", path, throws)["game"]
        return state

    def pass_time(self, pause: timedelta) -> None:
        """Whatever waits for a time waits so much less."""
        self.site.shell(PASS_TIME.format(seconds=pause.total_seconds()))
