"""`python -m tests.net.replay FILE`: play a season and a hall's day from seeds; write what came of it, or compare.

Every table, ranking and list of players by REST, and every webhook's body in its order: ids and moments are replaced
by numbers in the order of their appearance, what remains is hashed. Where FILE is there already the differences are
printed, and it exits with 1 if there are any.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from tests import servers

SEASON, DAY = "replay", date(2026, 11, 21)
PLAYERS = ("Änne", "Bert", "Cora", "Dora")
#: Format, rules and number of players of the events of the season.
EVENTS = {
    "championship": ("xmadn-3t", 3),
    "league": ("xmadn-2t", 4),
    "gp-series": ("xmadn-gp", 3),
}
HALL, PEOPLE = "open", 26
PAGES = (
    *(f"/api/v1/events/{slug}/{page}" for slug in (*EVENTS, HALL) for page in ("", "standings/", "points/")),
    "/api/v1/rankings/",
    "/api/v1/rankings/3t/",
    "/api/v1/rankings/medal-race-replay/",
    "/api/v1/ratings/",
    "/api/v1/titles/",
    "/api/v1/players/",
    "/api/v1/records/",
    "/events/championship/",
    "/events/league/",
    "/events/open/",
)
_CHANGING = re.compile(
    r"[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.+:Z]*|"
    r'(?:nonce|csrfmiddlewaretoken" value)="[^"]+"|\.[0-9a-f]{12}\.'
)


def play() -> None:
    """Play everything, in the site of this process."""
    from django.utils import timezone

    from games.models import Player
    from rules.policies import POLICIES
    from tournaments import services
    from tournaments.demo.hall_day import HallDay
    from tournaments.demo.simulation import Evening, play_event
    from tournaments.models import Event, Kind
    from tournaments.webhooks.services import subscribe

    who: dict[str, Any] = {"actor": "replay", "now": Evening(DAY)()}
    season = services.create_season(
        slug=SEASON, name="Replay", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), **who
    )
    hook: dict[str, Any] = {
        "url": "https://hooks.example/",
        "kinds": [kind for kind in Kind.values if kind != Kind.PING],
        "now": timezone.now(),
    }
    subscribe(season_id=season.pk, actor="replay", **hook)
    players = [Player.objects.create(name=name) for name in PLAYERS]
    for slug, (rules, number) in EVENTS.items():
        about: dict[str, Any] = {
            "slug": slug,
            "name": slug,
            "format_key": slug,
            "rules_name": rules,
            "starts_on": DAY,
        }
        event = services.create_event(season=season, **about, **who)
        services.enter_all(event_id=event.pk, players=players[:number], **who)
        play_event(
            event_id=event.pk, policy=POLICIES["random"], lots=Random(7), clock=Evening(DAY), actor="replay",
            at_once=250,
        )  # fmt: skip
    about = {"slug": HALL, "name": HALL, "format_key": "open", "rules_name": "mhd", "starts_on": DAY}
    opened: Event = services.create_event(season=season, **about, **who)
    # One table after the other: games that ended at one moment would be rated in the order of their ids.
    day = HallDay(event_id=opened.pk, lots=Random(7), clock=Evening(DAY), actor="replay", parts=PEOPLE)
    day.play(PEOPLE)


def results() -> Iterator[tuple[str, str]]:
    """What is to be read of it: name and text."""
    from django.test import Client

    from tournaments.models import Delivery

    client = Client(headers={"accept-language": "en"})
    for page in PAGES:
        answer = client.get(page)
        yield page, f"{answer.status_code} {answer.content.decode()}"
    for number, delivery in enumerate(Delivery.objects.order_by("pk")):
        yield f"webhook {number}: {delivery.kind}", delivery.body


def hashed(name: str, text: str) -> str:
    """The hash of a text without its ids and moments."""
    seen: dict[str, str] = {}
    plain = _CHANGING.sub(lambda found: seen.setdefault(found[0], f"<{len(seen)}>"), text)
    if folder := os.environ.get("REPLAY_TEXTS"):
        Path(folder, name.replace("/", "_")).write_text(plain, "utf-8")
    return sha256(plain.encode()).hexdigest()[:16]


def main() -> int:
    """Play in a fresh site, and write or compare; 1 where something differs."""
    file = Path(sys.argv[1])
    if "REPLAY_SITE" not in os.environ:
        with tempfile.TemporaryDirectory(prefix="rauswurf-replay-") as folder:
            variables = {**servers.environment_of(folder), "REPLAY_SITE": folder}
            subprocess.run(
                [sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=variables, check=True
            )
            return subprocess.run(
                [sys.executable, "-m", "tests.net.replay", str(file)], env=variables
            ).returncode
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()
    # Ids and the seeds of draws are the same each time.
    with patch("os.urandom", Random(7).randbytes), patch("random._urandom", Random(7).randbytes):
        play()
    call_command("run_periodic", verbosity=0)
    found = {name: hashed(name, text) for name, text in results()}
    if not file.exists():
        file.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        print(f"{len(found)} results written to {file}")
        return 0
    kept = json.loads(file.read_text("utf-8"))
    different = sorted(name for name in kept.keys() | found.keys() if kept.get(name) != found.get(name))
    for name in different:
        print(f"differs: {name}")
    print(f"{len(found) - len(different)} of {len(kept)} results are equal")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
