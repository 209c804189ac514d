"""Who may do what: tokens and people have roles in places, and what happens to them is kept append-only."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

import games.models.access
from games import triggers

#: What a token of the old kind allowed is what the role allows: recording, or recording and organising.
ROLES = {"record": "recorder", "organise": "organiser"}


def scopes_become_roles(apps: Any, schema_editor: Any) -> None:
    for token in apps.get_model("games", "AccessToken").objects.all():
        token.role = ROLES[token.scope]
        token.created_by = f"user:{token.owner_id}" if token.owner_id else ""
        token.save()


def permissions_become_permits(apps: Any, schema_editor: Any) -> None:
    """Who had the permission to record games, by himself or by a group, is a referee of the whole site."""
    found = apps.get_model("auth", "Permission").objects.filter(
        codename="record_game", content_type__app_label="games"
    )
    people = set(found.exclude(user=None).values_list("user", flat=True))
    people |= set(found.exclude(group__user=None).values_list("group__user", flat=True))
    permit = apps.get_model("games", "Permit")
    for person in sorted(people):
        permit.objects.create(
            person_id=person, role="referee", place="site", granted_by="command", granted_at=timezone.now()
        )
    found.delete()


def install(apps: Any, schema_editor: Any) -> None:
    triggers.install(schema_editor.connection, triggers.SECURITY_EVENTS)


def remove(apps: Any, schema_editor: Any) -> None:
    triggers.remove(schema_editor.connection, triggers.SECURITY_EVENTS)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_what_happens_at_a_board"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="LoginAttempts",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("whose", models.CharField(editable=False, max_length=64, unique=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField()),
                ("refused", models.BooleanField(default=False)),
            ],
            options={
                "verbose_name": "attempts to log in",
                "verbose_name_plural": "attempts to log in",
            },
        ),
        migrations.AlterModelOptions(
            name="accesstoken",
            options={
                "ordering": ("-created_at", "-pk"),
                "verbose_name": "access token",
                "verbose_name_plural": "access tokens",
            },
        ),
        migrations.AlterModelOptions(
            name="game",
            options={
                "ordering": ("-created_at", "id"),
                "verbose_name": "game",
                "verbose_name_plural": "games",
            },
        ),
        migrations.AddField(
            model_name="accesstoken",
            name="created_by",
            field=models.CharField(blank=True, editable=False, max_length=60, verbose_name="created by"),
        ),
        migrations.AddField(
            model_name="accesstoken",
            name="last_used_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="last used"),
        ),
        migrations.AddField(
            model_name="accesstoken",
            name="place",
            field=models.CharField(
                default="site",
                help_text="Where it holds: site for everything, game:… for a game, and so on (docs/reference/access.md).",
                max_length=120,
                verbose_name="place",
            ),
        ),
        migrations.AddField(
            model_name="accesstoken",
            name="role",
            field=models.CharField(
                choices=games.models.access.roles_offered,
                default="recorder",
                max_length=10,
                verbose_name="role",
            ),
        ),
        migrations.AlterField(
            model_name="accesstoken",
            name="name",
            field=models.CharField(
                help_text="What it is for: a device, a program, a board.", max_length=100, verbose_name="name"
            ),
        ),
        migrations.CreateModel(
            name="SecurityEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("login", "login"),
                            ("login failed", "login failed"),
                            ("login throttled", "login throttled"),
                            ("logout", "logout"),
                            ("link opened", "link opened"),
                            ("token issued", "token issued"),
                            ("token revoked", "token revoked"),
                            ("permit granted", "permit granted"),
                            ("permit revoked", "permit revoked"),
                        ],
                        max_length=20,
                        verbose_name="kind",
                    ),
                ),
                ("actor", models.CharField(blank=True, max_length=60, verbose_name="who")),
                ("about", models.CharField(blank=True, max_length=60, verbose_name="about")),
                ("role", models.CharField(blank=True, max_length=10, verbose_name="role")),
                ("place", models.CharField(blank=True, max_length=120, verbose_name="place")),
                ("network", models.CharField(blank=True, max_length=50, verbose_name="network")),
                ("happened_at", models.DateTimeField(verbose_name="when")),
            ],
            options={
                "verbose_name": "security event",
                "verbose_name_plural": "security events",
                "ordering": ("-happened_at", "-pk"),
                "indexes": [models.Index(fields=["place", "happened_at"], name="security_events_of_a_place")],
            },
        ),
        migrations.CreateModel(
            name="Permit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=games.models.access.roles_offered, max_length=10, verbose_name="role"
                    ),
                ),
                (
                    "place",
                    models.CharField(
                        help_text="Where it holds: site for everything, game:… for a game, and so on (docs/reference/access.md).",
                        max_length=120,
                        verbose_name="place",
                    ),
                ),
                ("granted_by", models.CharField(max_length=60, verbose_name="granted by")),
                ("granted_at", models.DateTimeField(verbose_name="granted")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked")),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="permits",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "permit",
                "verbose_name_plural": "permits",
                "ordering": ("-granted_at", "-pk"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at", None)),
                        fields=("person", "role", "place"),
                        name="one_permit_per_person_role_and_place",
                    )
                ],
            },
        ),
        migrations.RunPython(scopes_become_roles, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="accesstoken",
            name="owner",
        ),
        migrations.RemoveField(
            model_name="accesstoken",
            name="scope",
        ),
        migrations.RunPython(install, remove),
        migrations.RunPython(permissions_become_permits, migrations.RunPython.noop),
    ]
