"""What a hall keeps: start numbers, teams, presence and wishes of entries; plans, clocks and claims of rounds."""

import re

import django.db.models.deletion
from django.db import migrations, models

_NEUTRAL = re.compile(r"entry-([1-9][0-9]{0,8})")


def number_entries(apps, schema_editor):
    """Entries that there are get the number of their key, which is never given again either."""
    entry = apps.get_model("tournaments", "Entry")
    changed = []
    for each in entry.objects.filter(number=0).only("pk", "key", "number").iterator():
        if found := _NEUTRAL.fullmatch(each.key):
            each.number = int(found[1])
            changed.append(each)
    entry.objects.bulk_update(changed, ["number"], batch_size=500)


def keep_numbers(apps, schema_editor):
    """Nothing to undo: the column goes."""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_event_kinds_by_registry"),
        ("tournaments", "0023_seating_method"),
    ]

    operations = [
        migrations.CreateModel(
            name="ResultClaim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number of the game")),
                ("claimant", models.CharField(max_length=120, verbose_name="who claims it")),
                ("sheet", models.JSONField(verbose_name="result as told")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "to be confirmed"),
                            ("confirmed", "confirmed"),
                            ("contradicted", "contradicted"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="open",
                        max_length=12,
                        verbose_name="state",
                    ),
                ),
                ("made_at", models.DateTimeField(verbose_name="made at")),
            ],
            options={
                "verbose_name": "claim of a result",
                "verbose_name_plural": "claims of results",
                "ordering": ("event", "number", "made_at", "pk"),
            },
        ),
        migrations.CreateModel(
            name="RoundClock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("subject", models.CharField(max_length=60, verbose_name="subject")),
                (
                    "planned_minutes",
                    models.PositiveSmallIntegerField(null=True, verbose_name="planned minutes"),
                ),
                ("clock", models.JSONField(default=dict, verbose_name="clock")),
            ],
            options={
                "verbose_name": "clock of a round",
                "verbose_name_plural": "clocks of rounds",
                "ordering": ("event", "subject"),
            },
        ),
        migrations.CreateModel(
            name="RoundPlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("subject", models.CharField(max_length=60, verbose_name="subject")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("order", models.JSONField(blank=True, default=list, verbose_name="order")),
                ("seed", models.CharField(max_length=200, verbose_name="seed")),
                ("seed_hash", models.CharField(max_length=64, verbose_name="hash of the seed")),
                ("people", models.JSONField(blank=True, default=list, verbose_name="people")),
                ("rounds", models.PositiveSmallIntegerField(default=1, verbose_name="rounds planned")),
                ("changes", models.JSONField(blank=True, default=list, verbose_name="changed by hand")),
                ("made_by", models.CharField(max_length=80, verbose_name="made by")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
            ],
            options={
                "verbose_name": "plan of a round",
                "verbose_name_plural": "plans of rounds",
                "ordering": ("event", "number"),
            },
        ),
        migrations.AddField(
            model_name="draw",
            name="annulled_why",
            field=models.CharField(
                blank=True, editable=False, max_length=200, verbose_name="why it was annulled"
            ),
        ),
        migrations.AddField(
            model_name="draw",
            name="closed_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="closed at"),
        ),
        migrations.AddField(
            model_name="entry",
            name="groups",
            field=models.JSONField(blank=True, default=list, verbose_name="groups"),
        ),
        migrations.AddField(
            model_name="entry",
            name="number",
            field=models.PositiveIntegerField(default=0, editable=False, verbose_name="start number"),
        ),
        migrations.AddField(
            model_name="entry",
            name="paid",
            field=models.BooleanField(default=False, verbose_name="paid"),
        ),
        migrations.AddField(
            model_name="entry",
            name="presence",
            field=models.CharField(
                choices=[
                    ("announced", "announced"),
                    ("present", "present"),
                    ("away", "away for now"),
                    ("left", "has left"),
                ],
                default="present",
                editable=False,
                max_length=10,
                verbose_name="presence",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.CharField(blank=True, max_length=60, verbose_name="team"),
        ),
        migrations.AddField(
            model_name="entry",
            name="wishes",
            field=models.JSONField(blank=True, default=dict, editable=False, verbose_name="wishes"),
        ),
        migrations.AddField(
            model_name="historicaldraw",
            name="annulled_why",
            field=models.CharField(
                blank=True, editable=False, max_length=200, verbose_name="why it was annulled"
            ),
        ),
        migrations.AddField(
            model_name="historicaldraw",
            name="closed_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="closed at"),
        ),
        migrations.AddField(
            model_name="historicalentry",
            name="groups",
            field=models.JSONField(blank=True, default=list, verbose_name="groups"),
        ),
        migrations.AddField(
            model_name="historicalentry",
            name="number",
            field=models.PositiveIntegerField(default=0, editable=False, verbose_name="start number"),
        ),
        migrations.AddField(
            model_name="historicalentry",
            name="paid",
            field=models.BooleanField(default=False, verbose_name="paid"),
        ),
        migrations.AddField(
            model_name="historicalentry",
            name="presence",
            field=models.CharField(
                choices=[
                    ("announced", "announced"),
                    ("present", "present"),
                    ("away", "away for now"),
                    ("left", "has left"),
                ],
                default="present",
                editable=False,
                max_length=10,
                verbose_name="presence",
            ),
        ),
        migrations.AddField(
            model_name="historicalentry",
            name="team",
            field=models.CharField(blank=True, max_length=60, verbose_name="team"),
        ),
        migrations.AddField(
            model_name="historicalentry",
            name="wishes",
            field=models.JSONField(blank=True, default=dict, editable=False, verbose_name="wishes"),
        ),
        migrations.RunPython(number_entries, keep_numbers),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("number__gt", 0)),
                fields=("event", "number"),
                name="one_entry_per_start_number",
            ),
        ),
        migrations.AddField(
            model_name="resultclaim",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="result_claims",
                to="tournaments.event",
                verbose_name="event",
            ),
        ),
        migrations.AddField(
            model_name="roundclock",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="round_clocks",
                to="tournaments.event",
                verbose_name="event",
            ),
        ),
        migrations.AddField(
            model_name="roundplan",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="round_plans",
                to="tournaments.event",
                verbose_name="event",
            ),
        ),
        migrations.AddIndex(
            model_name="resultclaim",
            index=models.Index(fields=["event", "number"], name="claims_of_a_game"),
        ),
        migrations.AddConstraint(
            model_name="roundclock",
            constraint=models.UniqueConstraint(fields=("event", "subject"), name="one_clock_per_round"),
        ),
        migrations.AddConstraint(
            model_name="roundplan",
            constraint=models.UniqueConstraint(fields=("event", "subject"), name="one_plan_per_round"),
        ),
        migrations.AlterField(
            model_name="draw",
            name="places",
            field=models.JSONField(blank=True, verbose_name="places"),
        ),
        migrations.AlterField(
            model_name="historicaldraw",
            name="places",
            field=models.JSONField(blank=True, verbose_name="places"),
        ),
    ]
