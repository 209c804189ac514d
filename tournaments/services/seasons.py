"""A whole season created in one step, as a plan says (``tournaments.season_templates``)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.errors import BadRequest, RecordingError
from rules import RulesError
from rules.i18n import Text
from tournaments.formats import FormatError
from tournaments.models import Event, Season
from tournaments.season_templates import EventPlan, SeasonPlan
from tournaments.services.events import create_event, create_season


@transaction.atomic
def create_planned_season(*, plan: SeasonPlan, actor: str, now: datetime) -> Season:
    """Create the season with all its events, open for entries: all of it or nothing.

    Raises ``BadRequest`` that names the event of the plan that cannot be created and why.
    """
    season = create_season(
        slug=plan.slug,
        name=plan.name,
        starts_on=plan.starts_on,
        ends_on=plan.ends_on,
        actor=actor,
        now=now,
    )
    for event in plan.events:
        try:
            _create(event, season, actor, now)
        except (FormatError, RulesError, RecordingError) as error:
            raise BadRequest(
                Text("{event}: {message}", event=event.key, message=error.message),
                field=f"events.{event.key}",
            ) from error
    return season


def _create(event: EventPlan, season: Season, actor: str, now: datetime) -> Event:
    return create_event(
        season=season,
        slug=event.slug,
        name=event.name,
        format_key=event.format,
        rules_name=event.rules,
        settings=event.settings,
        level=event.level,
        starts_on=event.starts_on,
        actor=actor,
        now=now,
    )
