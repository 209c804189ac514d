"""The season of the demo has a flag; it was known by its short name and those of its events.

One in which people have made events of their own is theirs from now on; the demo's events move to another one, as
invented results count nowhere.
"""

from itertools import count
from typing import Any

from django.db import migrations, models

_SEASON = "demo"
_EVENTS = ("demo-championship", "demo-league", "demo-gp-series", "demo-masters", "demo-spring-cup")


def mark(apps: Any, schema_editor: Any) -> None:
    """Mark the season of the demo."""
    seasons, events = (apps.get_model("tournaments", name).objects for name in ("Season", "Event"))
    season = seasons.filter(slug=_SEASON).first()
    if season is None:
        return
    made = apps.get_model("tournaments", "HistoricalSeason").objects.filter(id=season.pk)
    first = made.order_by("history_id").first()
    if first is None or first.history_change_reason != "demo":
        return
    invented = events.filter(season=season, slug__in=_EVENTS)
    if events.filter(season=season).exclude(slug__in=_EVENTS).exists():
        free = next(slug for n in count(2) if not seasons.filter(slug=(slug := f"{_SEASON}-{n}")).exists())
        season = seasons.create(
            slug=free, name=season.name, starts_on=season.starts_on, ends_on=season.ends_on
        )
        invented.update(season=season)
        apps.get_model("tournaments", "EventUnit").objects.filter(event__season=season).update(season=season)
    seasons.filter(pk=season.pk).update(is_demo=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0036_long_lists_in_steps")]

    operations = [
        migrations.AddField(
            "season",
            "is_demo",
            models.BooleanField(default=False, db_default=False, editable=False, verbose_name="demo"),
        ),
        migrations.AddField(
            "historicalseason",
            "is_demo",
            models.BooleanField(default=False, db_default=False, editable=False, verbose_name="demo"),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
