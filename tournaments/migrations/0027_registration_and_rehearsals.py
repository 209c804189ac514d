"""Registration and check-in by oneself in halls, and days that are rehearsed."""

import django.core.validators
import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_event_kinds_by_registry"),
        ("tournaments", "0026_hall_slides"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="HistoricalRegistration",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                ("is_open", models.BooleanField(default=False, verbose_name="registration open")),
                ("closes_at", models.DateTimeField(blank=True, null=True, verbose_name="closes at")),
                (
                    "most_waiting",
                    models.PositiveSmallIntegerField(
                        default=50,
                        validators=[django.core.validators.MaxValueValidator(500)],
                        verbose_name="places on the waiting list",
                    ),
                ),
                (
                    "conditions",
                    models.TextField(blank=True, max_length=1000, verbose_name="price and conditions"),
                ),
                (
                    "door_code",
                    models.CharField(blank=True, editable=False, max_length=12, verbose_name="door code"),
                ),
                ("history_id", models.AutoField(primary_key=True, serialize=False)),
                ("history_date", models.DateTimeField(db_index=True)),
                ("history_change_reason", models.CharField(max_length=100, null=True)),
                (
                    "history_type",
                    models.CharField(
                        choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1
                    ),
                ),
            ],
            options={
                "verbose_name": "historical registration",
                "verbose_name_plural": "historical registrations",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Registration",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_open", models.BooleanField(default=False, verbose_name="registration open")),
                ("closes_at", models.DateTimeField(blank=True, null=True, verbose_name="closes at")),
                (
                    "most_waiting",
                    models.PositiveSmallIntegerField(
                        default=50,
                        validators=[django.core.validators.MaxValueValidator(500)],
                        verbose_name="places on the waiting list",
                    ),
                ),
                (
                    "conditions",
                    models.TextField(blank=True, max_length=1000, verbose_name="price and conditions"),
                ),
                (
                    "door_code",
                    models.CharField(blank=True, editable=False, max_length=12, verbose_name="door code"),
                ),
            ],
            options={
                "verbose_name": "registration",
                "verbose_name_plural": "registrations",
                "ordering": ("event",),
            },
        ),
        migrations.CreateModel(
            name="HallRehearsal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("people", models.PositiveSmallIntegerField(verbose_name="people")),
                ("pace", models.PositiveSmallIntegerField(verbose_name="seconds a step")),
                ("seed", models.CharField(max_length=64, verbose_name="seed")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("running", "running"),
                            ("stopped", "stopped"),
                            ("over", "over"),
                            ("failed", "failed"),
                        ],
                        default="running",
                        max_length=8,
                        verbose_name="state",
                    ),
                ),
                ("steps", models.PositiveIntegerField(default=0, verbose_name="steps")),
                ("next_at", models.DateTimeField(verbose_name="next step")),
                ("why", models.CharField(blank=True, max_length=500, verbose_name="why")),
                ("started_by", models.CharField(max_length=80, verbose_name="started by")),
                ("started_at", models.DateTimeField(verbose_name="started at")),
            ],
            options={
                "verbose_name": "rehearsal",
                "verbose_name_plural": "rehearsals",
                "ordering": ("-started_at", "-pk"),
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="arrival",
            field=models.CharField(
                blank=True,
                choices=[("", "at the desk"), ("phone", "by phone"), ("undone", "by phone, undone")],
                default="",
                editable=False,
                max_length=8,
                verbose_name="checked in",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="registered",
            field=models.CharField(
                blank=True, editable=False, max_length=64, verbose_name="registered online"
            ),
        ),
        migrations.AddField(
            model_name="historicalentry",
            name="arrival",
            field=models.CharField(
                blank=True,
                choices=[("", "at the desk"), ("phone", "by phone"), ("undone", "by phone, undone")],
                default="",
                editable=False,
                max_length=8,
                verbose_name="checked in",
            ),
        ),
        migrations.AddField(
            model_name="historicalentry",
            name="registered",
            field=models.CharField(
                blank=True, editable=False, max_length=64, verbose_name="registered online"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("registered", ""), _negated=True),
                fields=("event", "registered"),
                name="one_entry_per_registration_form",
            ),
        ),
        migrations.AddField(
            model_name="historicalregistration",
            name="event",
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="tournaments.event",
                verbose_name="event",
            ),
        ),
        migrations.AddField(
            model_name="historicalregistration",
            name="history_user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="registration",
            name="event",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="registration",
                to="tournaments.event",
                verbose_name="event",
            ),
        ),
        migrations.AddField(
            model_name="hallrehearsal",
            name="event",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rehearsal",
                to="tournaments.event",
                verbose_name="event",
            ),
        ),
        migrations.AddField(
            model_name="hallrehearsal",
            name="hall",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rehearsals",
                to="tournaments.hall",
                verbose_name="hall",
            ),
        ),
        migrations.AddField(
            model_name="hallrehearsal",
            name="of",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rehearsals",
                to="tournaments.event",
                verbose_name="rehearses",
            ),
        ),
        migrations.AddIndex(
            model_name="hallrehearsal",
            index=models.Index(fields=["state", "next_at"], name="rehearsals_due"),
        ),
    ]
