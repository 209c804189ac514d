"""Contract: events are public or not, with their games; embargoes go, and what was kept for them.

An event under an embargo is not public from now on, nor is a rehearsal, which moves to the season of its hall. One whose delay is over stays public: all of
it has been seen. Nothing that was hidden becomes public; what is not public is listed.
"""

import re
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
from django.db import migrations, models
from django.db.models import F, Q, Value
from django.db.models.functions import Replace
from django.utils import timezone

_NONE = '"embargo":null,'
_SOME = re.compile(r'"embargo":\{[^{}]*\},')
_AT_ONCE = datetime(1970, 1, 1, tzinfo=UTC)


def hide(apps: Any, schema_editor: Any) -> None:
    """Hide what was under an embargo, and have counted and drawn up again what counted a part of it."""
    event_model, game_model = apps.get_model("tournaments", "Event"), apps.get_model("games", "Game")
    hidden = [
        event
        for event in event_model.objects.filter(~Q(embargo="") | Q(rehearsal__isnull=False))
        if event.embargo == "" or not _is_seen(apps, event)
    ]
    for event in hidden:
        event_model.objects.filter(pk=event.pk).update(is_public=False)
        _note_in_history(apps, event)
    events = [event.pk for event in hidden]
    of_hidden = game_model.objects.filter(event_game__event__in=events)
    uncounted = apps.get_model("tournaments", "UncountedGame")
    known = uncounted.objects.filter(game__in=of_hidden)
    known.update(look_at=_AT_ONCE)
    new = of_hidden.exclude(pk__in=known.values("game")).values_list("pk", flat=True)
    uncounted.objects.bulk_create([uncounted(game_id=game, look_at=_AT_ONCE) for game in new])
    game_model.objects.filter(pk__in=list(of_hidden.values_list("pk", flat=True))).update(is_public=False)
    # The end of their event was not noted at games in which somebody was recording just then.
    shown = game_model.objects.filter(is_public=False, event_game__isnull=False).exclude(pk__in=of_hidden)
    game_model.objects.filter(pk__in=list(shown.values_list("pk", flat=True))).update(is_public=True)
    if hidden:
        apps.get_model("tournaments", "Ranking").objects.update(good_until=timezone.now())
    alone = game_model.objects.filter(is_public=False, event_game__isnull=True)
    _say([event.slug for event in hidden], [str(game) for game in alone.values_list("pk", flat=True)])


def move_rehearsals(apps: Any, schema_editor: Any) -> None:
    """Move rehearsals to the season of what they rehearse; a season of rehearsals alone goes."""
    event_model, season_model = (
        apps.get_model("tournaments", "Event"),
        apps.get_model("tournaments", "Season"),
    )
    left = set()
    for rehearsal in apps.get_model("tournaments", "HallRehearsal").objects.select_related(
        "event__season", "of__season"
    ):
        if rehearsal.of.season_id == rehearsal.event.season_id:
            continue
        left.add(rehearsal.event.season_id)
        event_model.objects.filter(pk=rehearsal.event_id).update(season=rehearsal.of.season_id)
        here, there = (_in_tables(each.season) for each in (rehearsal.event, rehearsal.of))
        event_model.objects.filter(pk=rehearsal.event_id).update(
            projection=Replace(F("projection"), Value(here), Value(there))
        )
        apps.get_model("tournaments", "EventTable").objects.filter(event=rehearsal.event_id).update(
            projection=Replace(F("projection"), Value(here), Value(there))
        )
        units = apps.get_model("tournaments", "EventUnit").objects.filter(event=rehearsal.event_id)
        units.update(season=rehearsal.of.season_id)
    for season in season_model.objects.filter(pk__in=left, events__isnull=True):
        apps.get_model("tournaments", "Ranking").objects.filter(key=f"medal-race-{season.slug}").delete()
        season.delete()


def _in_tables(season: Any) -> str:
    """Return a season as stored tables name it."""
    return f'"season":{orjson.dumps({"slug": season.slug, "name": season.name}).decode()}'


def _is_seen(apps: Any, event: Any) -> bool:
    """Whether all of an event has been seen: it is finished, and its delay has passed since its end."""
    if not event.embargo.isdigit() or event.status != "finished" or hasattr(event, "rehearsal"):
        return False
    now, delay = timezone.now(), timedelta(minutes=int(event.embargo))
    tables = apps.get_model("tournaments", "EventTable").objects.filter(event=event)
    last = tables.aggregate(at=models.Max("made_at"))["at"]
    units = apps.get_model("tournaments", "EventUnit").objects.filter(event=event)
    is_withheld = (
        last is None
        or last > now - delay
        or units.filter(Q(public_from=None) | Q(public_from__gt=now)).exists()
        or apps.get_model("games", "Game").objects.filter(event_game__event=event, is_public=False).exists()
    )
    return not is_withheld


def _note_in_history(apps: Any, event: Any) -> None:
    history = apps.get_model("tournaments", "HistoricalEvent").objects
    row = history.filter(id=event.pk).order_by("history_date", "history_id").last()
    if row is not None:
        row.pk, row.is_public, row.history_type = None, False, "~"
        row.history_date, row.history_change_reason = timezone.now(), "command"
        row.save(force_insert=True)


def _say(events: list[str], games: list[str]) -> None:
    if events:
        sys.stdout.write(f"\n    Not public from now on: {', '.join(events)}")
        sys.stdout.write("\n    They become public at their desks: Settings, Change details, Public.\n")
    if games:
        sys.stdout.write(f"\n    Games that are not public: {', '.join(games)}")
        sys.stdout.write("\n    They become public in the admin of games, by the action Make public.\n")


def forget_in_tables(apps: Any, schema_editor: Any) -> None:
    """Stored tables tell of no embargo any more."""
    for name in ("Event", "EventTable"):
        rows = apps.get_model("tournaments", name).objects
        rows.filter(projection__contains=_NONE).update(
            projection=Replace(F("projection"), Value(_NONE), Value(""))
        )
        for row in rows.filter(projection__contains='"embargo":{').only("projection"):
            rows.filter(pk=row.pk).update(projection=_SOME.sub("", row.projection, count=1))
    # PostgreSQL alters no table of which rows are still to be checked.
    schema_editor.connection.check_constraints()


_IS_PUBLIC: dict[str, Any] = {
    "db_default": True,
    "default": True,
    "help_text": (
        "Not public: seen only by people with a role here, through links of this event, and by entered players "
        "through their own link; counts in no ranking until it is public."
    ),
    "verbose_name": "public",
}


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_public_games"),
        ("tournaments", "0037_the_demo_by_a_flag"),
    ]

    operations = [
        migrations.AddField(model_name="event", name="is_public", field=models.BooleanField(**_IS_PUBLIC)),
        migrations.AddField(
            model_name="historicalevent", name="is_public", field=models.BooleanField(**_IS_PUBLIC)
        ),
        migrations.RunPython(hide, migrations.RunPython.noop),
        migrations.RunPython(move_rehearsals, migrations.RunPython.noop),
        migrations.RunPython(forget_in_tables, migrations.RunPython.noop),
        migrations.RemoveField(model_name="event", name="embargo"),
        migrations.RemoveField(model_name="historicalevent", name="embargo"),
        migrations.RemoveIndex(model_name="eventunit", name="units_that_wait"),
        migrations.RemoveField(model_name="eventunit", name="public_from"),
    ]
