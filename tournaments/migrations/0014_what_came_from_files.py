"""What was taken over from files was done by nobody of this site, and is marked so.

What is older than its event is here came with it from a file, but for results that somebody of this site has typed in
from a list: their draws have the day of the event.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import F, Max, Value
from django.db.models.functions import Concat, Substr

_ELSEWHERE = "elsewhere:"
_TYPED_IN = "typed in from a result list"


def forwards(apps: Any, schema_editor: Any) -> None:
    """Mark what came from files."""

    def model(name: str) -> Any:
        return apps.get_model("tournaments", name)

    for event in model("Event").objects.order_by("pk"):
        first = model("HistoricalEvent").objects.filter(id=event.pk).order_by("history_id").first()
        if first is None or _is_typed_in(model, event):
            continue
        for played in model("EventGame").objects.filter(event=event):
            log = apps.get_model("games", "GameEvent").objects.filter(game=played.game_id)
            earlier = log.filter(recorded_at__lt=first.history_date)
            imported = earlier.aggregate(last=Max("number"))["last"] or 0
            apps.get_model("games", "Game").objects.filter(pk=played.game_id).update(imported=imported)
        for name in ("Draw", "ReportLine", "CompensationAward"):
            _mark(model(name).objects.filter(event=event, made_at__lt=first.history_date))
    for game in model("MedalGame").objects.all():
        first = model("HistoricalSeason").objects.filter(id=game.season_id).order_by("history_id").first()
        if first is not None:
            _mark(model("MedalGame").objects.filter(pk=game.pk, made_at__lt=first.history_date))


def _is_typed_in(model: Any, event: Any) -> bool:
    lines = model("ReportLine").objects.filter(event=event)
    return any(line.said.en.startswith(_TYPED_IN) for line in lines)


def _mark(rows: Any) -> None:
    rows.exclude(made_by="").exclude(made_by__startswith=_ELSEWHERE).update(
        made_by=Concat(Value(_ELSEWHERE), F("made_by"))
    )


def backwards(apps: Any, schema_editor: Any) -> None:
    """Take the marks away: earlier programs have no room for them."""
    made = ("Draw", "ReportLine", "CompensationAward", "MedalGame")
    for name in (*made, "HistoricalDraw", "HistoricalCompensationAward", "HistoricalMedalGame"):
        marked = apps.get_model("tournaments", name).objects.filter(made_by__startswith=_ELSEWHERE)
        marked.update(made_by=Substr("made_by", len(_ELSEWHERE) + 1))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_who_made_it_elsewhere"),
        ("games", "0010_names_behind_nicknames"),
    ]

    operations = [migrations.RunPython(forwards, backwards)]
