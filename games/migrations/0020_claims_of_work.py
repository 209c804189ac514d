"""Contract: who is at which slow work stands in one table; the claims of chances and analyses go.

What was being analysed counts as asked for, and is begun again.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_public_games"),
    ]

    operations = [
        migrations.CreateModel(
            name="WorkClaim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=40)),
                ("key", models.CharField(blank=True, max_length=100)),
                ("claimed_until", models.DateTimeField()),
                ("attempts", models.PositiveIntegerField(db_default=0, default=0)),
                ("next_at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("kind", "key"), name="one_claim_per_key")],
            },
        ),
        migrations.RemoveField(model_name="chancesturn", name="claimed_until"),
        migrations.RemoveField(model_name="gameanalysis", name="claimed_at"),
    ]
