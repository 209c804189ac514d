"""What writing requests with a key were answered (`games.services.idempotency`)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_roles_in_places"),
    ]

    operations = [
        migrations.CreateModel(
            name="RememberedAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("who", models.CharField(max_length=60)),
                ("key", models.CharField(max_length=200)),
                ("request", models.TextField()),
                ("fingerprint", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("headers", models.JSONField(default=dict)),
                ("body", models.BinaryField(default=bytes)),
                ("created_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("who", "key"), name="one_answer_per_key")],
            },
        ),
    ]
