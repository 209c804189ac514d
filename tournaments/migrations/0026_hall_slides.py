"""Slides of rounds of many tables: seats by name, the clock of the round, finals."""

from django.db import migrations, models

KINDS = [
    ("boards", "boards in play"),
    ("clocks", "clocks"),
    ("table", "table"),
    ("schedule", "schedule"),
    ("seats", "seats by name"),
    ("round", "clock of the round"),
    ("finals", "finals"),
    ("ranking", "ranking"),
    ("announcement", "announcement"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0025_hall")]

    operations = [
        migrations.AlterField(
            model_name=model,
            name="kind",
            field=models.CharField(choices=KINDS, max_length=12, verbose_name="shows"),
        )
        for model in ("hallslide", "historicalhallslide")
    ]
