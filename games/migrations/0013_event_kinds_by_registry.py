"""The kinds of events are those of the registry (``games.domain.events``): another one is no migration."""

from django.db import migrations, models

import games.models.event


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_results_undone_withdrawn_and_completed"),
    ]

    operations = [
        migrations.AlterField(
            model_name="gameevent",
            name="kind",
            field=models.CharField(
                choices=games.models.event.event_kind_choices, max_length=20, verbose_name="kind"
            ),
        ),
    ]
