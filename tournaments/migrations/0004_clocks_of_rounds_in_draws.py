"""Contract: the clock of a round is two columns of its draw.

A clock whose round has no draw is dropped: the draw was voided, and the round, drawn anew, begins with a clock of its
own.
"""

from django.db import migrations, models


def to_draws(apps, schema_editor):
    draws = apps.get_model("tournaments", "Draw").objects
    for clock in apps.get_model("tournaments", "RoundClock").objects.all():
        draws.filter(event=clock.event_id, subject=clock.subject).update(
            planned_minutes=clock.planned_minutes, clock=clock.clock
        )


def from_draws(apps, schema_editor):
    clocks = apps.get_model("tournaments", "RoundClock").objects
    for draw in apps.get_model("tournaments", "Draw").objects.filter(clock__isnull=False):
        clocks.create(
            event_id=draw.event_id,
            subject=draw.subject,
            planned_minutes=draw.planned_minutes,
            clock=draw.clock,
        )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_shapes_of_answers")]

    operations = [
        migrations.AddField(
            "draw",
            "planned_minutes",
            models.PositiveSmallIntegerField(editable=False, null=True, verbose_name="planned minutes"),
        ),
        migrations.AddField(
            "draw", "clock", models.JSONField(editable=False, null=True, verbose_name="clock")
        ),
        migrations.RunPython(to_draws, from_draws),
        migrations.DeleteModel("RoundClock"),
    ]
