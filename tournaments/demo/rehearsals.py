"""Rehearsals of a hall: a day that plays itself in an event of its own, on all screens, at a pace one can watch.

The event has the settings of the hall that is rehearsed, invented people, a screen of its own, and the same roles.
It is in the same season and not public. The background does one step after the other (``WORK``),
each from the state of the event: it can be stopped, taken up again by another process, and people can do things in it
meanwhile. Deleting takes everything away again.
"""

import logging
import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.access import Principal, grant
from games.enums import Role
from games.errors import RecordingError
from games.models import Game, Permit, Player
from games.services.delete_games import delete_games
from games.work.kinds import Due, Lane, Work
from rules import ENGLISH, RulesError, Text
from tournaments import services
from tournaments.db import refused
from tournaments.demo.hall_day import HallDay
from tournaments.errors import EventStateConflict
from tournaments.formats import FormatError
from tournaments.formats.open.rounds import LEAST_PEOPLE
from tournaments.hall.services.hall_event import locked_hall
from tournaments.models import Draw, Entry, Event, EventGame, Hall, HallRehearsal, HallSlide
from tournaments.screens import services as screens
from tournaments.services.players import delete_unused
from tournaments.services.slugs import free_slug

logger = logging.getLogger(__name__)

ACTOR = "rehearsal"
State = HallRehearsal.State
#: More people are rehearsed by ``manage.py play``.
MOST_PEOPLE = 400
#: The number of steps in which many people do the same.
_PARTS = 8
#: The minutes of a round of a rehearsal, where those of the hall have a limit.
_MINUTES = 2
_SLIDES = ("seats", "round", "table", "finals")
_SECONDS_A_SLIDE = 8


@transaction.atomic
def start_rehearsal(
    *, event_id: int, name: str, people: int, pace: int, language: str, actor: str, now: datetime
) -> HallRehearsal:
    """Make an event, called ``name``, in which the day of a hall is rehearsed; the background plays it.

    Raises ``BadRequest`` that names the field, ``EventStateConflict`` where there is one already.
    """
    event = locked_hall(event_id)
    most = min(MOST_PEOPLE, event.format.most_players)
    if not LEAST_PEOPLE <= people <= most:
        raise refused("people", Text("{least} to {most} are needed", least=LEAST_PEOPLE, most=most))
    if HallRehearsal.objects.filter(event=event).exists():
        raise EventStateConflict(Text("This is a rehearsal itself."))
    if event.rehearsals.exists():
        raise EventStateConflict(Text("There is a rehearsal already: delete it first."))
    copy = _copy(event, name, actor, now)
    # All people have the roles in the rehearsal that they have in the event.
    by = Principal(ACTOR, may_everything=True)
    for permit in Permit.objects.filter(place=f"event:{event.slug}", revoked_at=None, person__is_active=True):
        grant(
            person=permit.person.get_username(),
            role=Role(permit.role),
            place=f"event:{copy.slug}",
            by=by,
            now=now,
        )
    return HallRehearsal.objects.create(
        event=copy,
        of=event,
        hall=_screen(event, copy, language, now),
        people=people,
        pace=pace,
        seed=secrets.token_hex(16),
        next_at=now,
        started_by=actor,
        started_at=now,
    )


@transaction.atomic
def stop_rehearsal(*, rehearsal_id: int, now: datetime) -> None:
    """Pause a rehearsal; one that is over stays so."""
    HallRehearsal.objects.filter(pk=rehearsal_id, state=State.RUNNING).update(state=State.STOPPED)


@transaction.atomic
def resume_rehearsal(*, rehearsal_id: int, now: datetime) -> None:
    resting = HallRehearsal.objects.filter(pk=rehearsal_id, state__in=(State.STOPPED, State.FAILED))
    resting.update(state=State.RUNNING, next_at=now, why="")


@transaction.atomic
def delete_rehearsal(*, rehearsal_id: int, actor: str, now: datetime) -> None:
    """Delete a rehearsal with its event, games, screen and invented people; what is real stays."""
    rehearsal = (
        HallRehearsal.objects.select_for_update(of=("self",)).select_related("event").get(pk=rehearsal_id)
    )
    event, hall_id, season = rehearsal.event, rehearsal.hall_id, rehearsal.event.season
    # Games before events, in the order of recorders.
    games = Game.objects.select_for_update(of=("self",)).filter(event_game__event=event)
    played = [game.pk for game in games.order_by("pk")]
    made_here = Player.history.filter(history_type="+", history_date__gte=rehearsal.started_at)
    entered = Player.objects.filter(entries__event=event, pk__in=made_here.values("id"))
    invented = list(entered.exclude(pk__in=Entry.objects.exclude(event=event).values("player")).distinct())
    EventGame.objects.filter(event=event).delete()
    delete_games(played)
    if hall_id:
        screens.remove_hall(hall_id=hall_id, actor=actor, now=now)
    event_id = event.pk
    event.delete()
    for player in invented:
        delete_unused(player)
    for rows in (Entry.history, EventGame.history, Draw.history):
        rows.filter(event_id=event_id).delete()
    if not season.events.exists():
        season.delete()


def _copy(event: Event, name: str, actor: str, now: datetime) -> Event:
    """Make an event as the other is, without its limit of places, its rounds short."""
    settings = dict(event.settings)
    settings["places"] = 0
    if event.format_settings.minutes:
        settings["minutes"] = _MINUTES
    return services.create_event(
        season=event.season,
        slug=free_slug(f"{event.slug[:45]}-rehearsal", Event),
        name=name,
        format_key=event.format_key,
        rules_name=event.rules_name,
        options=event.options,
        settings=settings,
        starts_on=timezone.localdate(now),
        ranked=False,
        forecasts=False,
        is_public=False,
        actor=actor,
        now=now,
    )


def _screen(event: Event, copy: Event, language: str, now: datetime) -> Hall:
    """Make a screen that shows of the rehearsal what those of the event show of it."""
    hall = screens.create_hall(
        slug=free_slug(copy.slug[:50], Hall), name=copy.name[:100], language=language, actor=ACTOR, now=now
    )
    kinds = HallSlide.objects.filter(event=event).order_by("hall", "position").values_list("kind", flat=True)
    for kind in dict.fromkeys(kinds) or _SLIDES:
        screens.add_slide(
            hall_id=hall.pk, kind=kind, event=copy, seconds=_SECONDS_A_SLIDE, actor=ACTOR, now=now
        )
    return hall


# -- step by step ----------------------------------------------------------------------------------


def _due(now: datetime) -> Iterator[Due]:
    """Yield the rehearsals with a step that is due, and since when."""
    due = HallRehearsal.objects.filter(state=State.RUNNING, next_at__lte=now).order_by("next_at")
    for key, since in due.values_list("pk", "next_at"):
        yield str(key), since


def _step(key: str, now: datetime) -> None:
    """Do one step, and note when the next is due; whatever goes wrong stops this rehearsal alone."""
    rehearsal = HallRehearsal.objects.select_related("event", "hall").get(pk=key)
    day = HallDay(
        event_id=rehearsal.event_id,
        lots=Random(f"{rehearsal.seed}:{rehearsal.steps}"),
        clock=timezone.now,
        actor=ACTOR,
        crowd=rehearsal.seed,
        parts=_PARTS,
        language=rehearsal.hall.language if rehearsal.hall else ENGLISH,
    )
    next_at = now + timedelta(seconds=rehearsal.pace)
    values: dict[str, Any] = {"steps": rehearsal.steps + 1, "next_at": next_at, "why": ""}
    try:
        if not rehearsal.steps:
            day.fill(rehearsal.people)
        elif day.play_on() is None:
            values["state"] = State.OVER
    except Event.DoesNotExist:
        logger.info("rehearsal %s was deleted while it was played", rehearsal.pk)
    except (RecordingError, RulesError, FormatError) as error:
        # A person may have done the same at a desk just now: what comes next is read again, once.
        why = error.message.in_all()[:500]
        values |= {"state": State.FAILED if why == rehearsal.why else State.RUNNING, "why": why}
    except Exception as error:
        logger.exception("rehearsal %s has stopped", rehearsal.pk)
        values |= {"state": State.FAILED, "why": f"{type(error).__name__}: {error}"[:500]}
    HallRehearsal.objects.filter(pk=rehearsal.pk, state=State.RUNNING).update(**values)


#: The longest step is the plan of a round.
WORK = Work("rehearsals", Lane.LONG, 1.0, _due, _step, patience=timedelta(minutes=2))
