"""A league of a person: a season of this year that they own."""

from datetime import date, datetime
from typing import Any

from django.db import transaction

from games.access import COMMAND, grant
from games.enums import Role
from games.errors import BadRequest
from rules import Text
from tournaments.models import Season
from tournaments.models.season import is_taken
from tournaments.services.events import create_season
from tournaments.services.slugs import free_slug, slug_of


@transaction.atomic
def start_league(*, name: str, owner: Any, today: date, now: datetime, address: str = "") -> Season:
    """Make a season of that name and the account its owner. Raises ``BadRequest``, of ``league`` for a taken name."""
    if is_taken(name, Season.objects.values_list("name", flat=True)):
        raise BadRequest(
            Text("There is a league {name} already; give yours another name.", name=name), field="league"
        )
    season = create_season(
        slug=free_slug(slug_of(name) or "league", Season),
        name=name,
        starts_on=date(today.year, 1, 1),
        ends_on=date(today.year, 12, 31),
        actor=f"user:{owner.pk}",
        now=now,
    )
    place = f"season:{season.slug}"
    grant(person=owner.get_username(), role=Role.OWNER, place=place, by=COMMAND, now=now, address=address)
    return season
