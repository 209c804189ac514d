"""The season of the demo has a flag; it was known by its short name and those of its events.

What people have made in that season stays in it: then the demo's events get a season of their own.
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
    of_demo = events.filter(season=season, slug__in=_EVENTS)
    others = events.filter(season=season).exclude(slug__in=_EVENTS)
    if first is not None and first.history_change_reason == "demo" and not others.exists():
        seasons.filter(pk=season.pk).update(is_demo=True)
    elif keys := list(of_demo.values_list("pk", flat=True)):
        slugs = set(seasons.values_list("slug", flat=True))
        own = seasons.create(
            slug=next(slug for number in count(2) if (slug := f"{_SEASON}-{number}") not in slugs),
            name=f"{season.name[:90]} (demo)",
            starts_on=season.starts_on,
            ends_on=season.ends_on,
            is_demo=True,
        )
        events.filter(pk__in=keys).update(season=own)
        apps.get_model("tournaments", "EventUnit").objects.filter(event__in=keys).update(season=own)


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
