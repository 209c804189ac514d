"""Games of events have boards with names; who could change events organises the whole site."""

from typing import Any

from django.db import migrations, models
from django.utils import timezone

import tournaments.models.event_game


def organisers_get_permits(apps: Any, schema_editor: Any) -> None:
    """By REST they organised with Django's permission to change events; now they have the role."""
    found = apps.get_model("auth", "Permission").objects.filter(
        codename="change_event", content_type__app_label="tournaments"
    )
    people = set(found.exclude(user=None).values_list("user", flat=True))
    people |= set(found.exclude(group__user=None).values_list("group__user", flat=True))
    permit = apps.get_model("games", "Permit")
    for person in sorted(people):
        permit.objects.create(
            person_id=person, role="organiser", place="site", granted_by="command", granted_at=timezone.now()
        )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0001_seasons_events_and_their_games"),
        ("games", "0004_roles_in_places"),
    ]

    operations = [
        migrations.AddField(
            model_name="eventgame",
            name="board",
            field=models.CharField(
                blank=True,
                max_length=30,
                validators=[tournaments.models.event_game.board_name],
                verbose_name="board",
            ),
        ),
        migrations.AddField(
            model_name="historicaleventgame",
            name="board",
            field=models.CharField(
                blank=True,
                max_length=30,
                validators=[tournaments.models.event_game.board_name],
                verbose_name="board",
            ),
        ),
        migrations.RunPython(organisers_get_permits, migrations.RunPython.noop),
    ]
