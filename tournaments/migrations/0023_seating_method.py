"""Draws of rounds: seated from a published seed."""

from django.db import migrations, models

_METHODS = [
    ("published seed", "drawn from a published seed"),
    ("seed order", "in seed order"),
    ("chosen", "chosen in seed order"),
    ("by hand", "drawn by hand"),
    ("thrown", "thrown for"),
    ("seating", "seated from a published seed"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_archived_events"),
    ]

    operations = [
        migrations.AlterField(
            model_name=name,
            name="method",
            field=models.CharField(choices=_METHODS, max_length=20, verbose_name="method"),
        )
        for name in ("draw", "historicaldraw")
    ]
