"""The tables of games, players, roles and background work; the logs are append-only in the database itself."""

import uuid
from typing import Any

import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import games.models.access
import games.models.event
import games.models.player
from games import triggers

GAMES = "games_game"
#: In hundredths: what is left free of a page is for the next states of its rows, so that no index has to follow them.
FILLED = 70


def keep_logs(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for table in triggers.TABLES:
        triggers.install(schema_editor.connection, table)


def free_logs(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for table in triggers.TABLES:
        triggers.remove(schema_editor.connection, table)


def leave_room(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE {GAMES} SET (fillfactor = {FILLED})")


def fill(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE {GAMES} RESET (fillfactor)")


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_players_games_and_their_log"),
        ("games", "0002_log_is_append_only"),
        ("games", "0003_what_happens_at_a_board"),
        ("games", "0004_roles_in_places"),
        ("games", "0005_remembered_answers"),
        ("games", "0006_online_dice"),
        ("games", "0007_embargo_of_games"),
        ("games", "0008_chances_of_games"),
        ("games", "0009_analysis_of_games"),
        ("games", "0010_names_behind_nicknames"),
        ("games", "0011_schmidt_classic_goes_on"),
        ("games", "0012_results_undone_withdrawn_and_completed"),
        ("games", "0013_event_kinds_by_registry"),
        ("games", "0014_accounts"),
        ("games", "0015_backups_in_the_audit_log"),
        ("games", "0016_fewer_writes_a_throw"),
        ("games", "0017_backups_asked_for"),
        ("games", "0018_where_players_were_first_entered"),
        ("games", "0019_public_games"),
        ("games", "0020_claims_of_work"),
        ("games", "0021_requests_for_erasure"),
        ("games", "0022_no_openid_identities"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "name",
                    models.CharField(
                        max_length=100, validators=[games.models.player.printable], verbose_name="name"
                    ),
                ),
                (
                    "nickname",
                    models.CharField(
                        blank=True,
                        help_text="Shown to the public instead of the name, everywhere and at once, in what was said before too. The name stays with the organisers; free texts that it was typed into are listed when this is saved.",
                        max_length=100,
                        validators=[games.models.player.printable],
                        verbose_name="nickname",
                    ),
                ),
                (
                    "born",
                    models.DateField(
                        blank=True,
                        help_text="Only where the youngest starts; never shown to the public.",
                        null=True,
                        verbose_name="date of birth",
                    ),
                ),
                ("search_key", models.CharField(db_index=True, editable=False, max_length=220)),
                ("names_key", models.CharField(default="", editable=False, max_length=220)),
                ("entered_in", models.CharField(db_default="", default="", editable=False, max_length=120)),
                ("erasure_asked_at", models.DateTimeField(editable=False, null=True)),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "ordering": ("search_key", "id"),
            },
        ),
        migrations.CreateModel(
            name="AccessToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="What it is for: a device, a program, a board.",
                        max_length=100,
                        verbose_name="name",
                    ),
                ),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked")),
                (
                    "created_by",
                    models.CharField(blank=True, editable=False, max_length=60, verbose_name="created by"),
                ),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                (
                    "place",
                    models.CharField(
                        default="site",
                        help_text="Where it holds: site for everything, game:… for a game, and so on (docs/reference/access.md).",
                        max_length=120,
                        verbose_name="place",
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=games.models.access.roles_offered,
                        default="recorder",
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
            ],
            options={
                "verbose_name": "access token",
                "verbose_name_plural": "access tokens",
                "ordering": ("-created_at", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="HistoricalPlayer",
            fields=[
                ("id", models.UUIDField(db_index=True, default=uuid.uuid4, editable=False)),
                (
                    "name",
                    models.CharField(
                        max_length=100, validators=[games.models.player.printable], verbose_name="name"
                    ),
                ),
                (
                    "nickname",
                    models.CharField(
                        blank=True,
                        help_text="Shown to the public instead of the name, everywhere and at once, in what was said before too. The name stays with the organisers; free texts that it was typed into are listed when this is saved.",
                        max_length=100,
                        validators=[games.models.player.printable],
                        verbose_name="nickname",
                    ),
                ),
                (
                    "born",
                    models.DateField(
                        blank=True,
                        help_text="Only where the youngest starts; never shown to the public.",
                        null=True,
                        verbose_name="date of birth",
                    ),
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
                (
                    "history_user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "historical player",
                "verbose_name_plural": "historical players",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("title", models.CharField(blank=True, max_length=200, verbose_name="title")),
                (
                    "rules_name",
                    models.CharField(
                        choices=[
                            ("schmidt", "schmidt"),
                            ("schmidt-classic", "schmidt-classic"),
                            ("xmadn-2t", "xmadn-2t"),
                            ("xmadn-2t+", "xmadn-2t+"),
                            ("xmadn-3t", "xmadn-3t"),
                            ("xmadn-3t+", "xmadn-3t+"),
                            ("xmadn-gp", "xmadn-gp"),
                            ("xmadn-gp+", "xmadn-gp+"),
                            ("mhd", "mhd"),
                            ("mhd-6", "mhd-6"),
                            ("mhd-trapdoors", "mhd-trapdoors"),
                            ("mhd-wormholes", "mhd-wormholes"),
                        ],
                        max_length=40,
                        verbose_name="rules",
                    ),
                ),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="changed options")),
                ("seated", models.JSONField(editable=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("created", "not begun"),
                            ("running", "running"),
                            ("ended", "ended"),
                            ("abandoned", "abandoned"),
                        ],
                        default="created",
                        editable=False,
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                (
                    "starter",
                    models.CharField(blank=True, editable=False, max_length=10, verbose_name="starter"),
                ),
                ("number", models.PositiveIntegerField(default=0, editable=False, verbose_name="last event")),
                (
                    "head",
                    models.CharField(
                        blank=True, editable=False, max_length=64, verbose_name="hash of the last event"
                    ),
                ),
                (
                    "position",
                    models.CharField(blank=True, editable=False, max_length=2000, verbose_name="position"),
                ),
                ("finished", models.JSONField(default=list, editable=False, verbose_name="colours home")),
                ("places", models.JSONField(default=list, editable=False, verbose_name="places")),
                ("created_at", models.DateTimeField(editable=False, verbose_name="created")),
                ("started_at", models.DateTimeField(editable=False, null=True, verbose_name="started")),
                ("ended_at", models.DateTimeField(editable=False, null=True, verbose_name="ended")),
                (
                    "winner",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="won_games",
                        to="games.player",
                        verbose_name="winner",
                    ),
                ),
                ("calls", models.JSONField(default=list, editable=False, verbose_name="open calls")),
                ("clock", models.JSONField(default=dict, editable=False, verbose_name="clock")),
                (
                    "confirmations",
                    models.JSONField(default=list, editable=False, verbose_name="confirmed by"),
                ),
                (
                    "correction",
                    models.PositiveIntegerField(
                        editable=False, null=True, verbose_name="correction to approve"
                    ),
                ),
                (
                    "decided_by",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("play", "played to its end"),
                            ("adjudication", "adjudicated"),
                            ("award", "awarded"),
                            ("result", "result only"),
                            ("correction", "corrected"),
                        ],
                        editable=False,
                        max_length=15,
                        verbose_name="decided by",
                    ),
                ),
                ("ranking", models.JSONField(default=list, editable=False, verbose_name="ranking")),
                ("tallies", models.JSONField(default=dict, editable=False, verbose_name="tallies")),
                ("told", models.JSONField(default=dict, editable=False, verbose_name="told result")),
                ("dice", models.JSONField(default=dict, editable=False, verbose_name="online dice")),
                ("imported", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "is_public",
                    models.BooleanField(db_default=True, default=True, editable=False, verbose_name="public"),
                ),
            ],
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "ordering": ("-created_at", "id"),
                "indexes": [models.Index(fields=["state"], name="games_by_state")],
            },
        ),
        migrations.CreateModel(
            name="GameEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                (
                    "kind",
                    models.CharField(
                        choices=games.models.event.event_kind_choices, max_length=20, verbose_name="kind"
                    ),
                ),
                ("payload", models.JSONField(verbose_name="what")),
                ("position", models.CharField(max_length=2000, verbose_name="position afterwards")),
                ("finished", models.JSONField(default=list, verbose_name="colours home afterwards")),
                ("actor", models.CharField(max_length=60, verbose_name="who")),
                ("client_id", models.UUIDField(null=True)),
                ("happened_at", models.DateTimeField(null=True, verbose_name="when (client)")),
                ("recorded_at", models.DateTimeField(verbose_name="when")),
                ("previous", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "game event",
                "verbose_name_plural": "game events",
                "ordering": ("game", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_event_per_number"),
                    models.UniqueConstraint(fields=("game", "client_id"), name="one_event_per_client_id"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="events_count_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("colour", models.CharField(max_length=10, verbose_name="colour")),
                (
                    "role",
                    models.CharField(
                        blank=True,
                        choices=[("rearguard", "rearguard"), ("vanguard", "vanguard"), ("", "none")],
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                ("order", models.PositiveSmallIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.game"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="games.player"
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ("order",),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "colour"), name="one_seat_per_colour")
                ],
            },
        ),
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
                            ("factor added", "second factor added"),
                            ("factor removed", "second factor removed"),
                            ("codes made", "recovery codes made"),
                            ("code used", "recovery code used"),
                            ("password changed", "password changed"),
                            ("mail changed", "e-mail address changed"),
                            ("sessions ended", "devices signed out"),
                            ("player erased", "player erased"),
                            ("backup asked for", "backup asked for"),
                            ("backup taken", "backup downloaded"),
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
        migrations.CreateModel(
            name="DiceSeed",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("seed", models.CharField(max_length=64)),
            ],
            options={},
        ),
        migrations.CreateModel(
            name="Chances",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("games", models.PositiveIntegerField()),
                ("figures", models.JSONField()),
                ("margin", models.FloatField()),
                ("swing", models.FloatField()),
                ("engine", models.CharField(max_length=16)),
                ("recorded_at", models.DateTimeField()),
                ("counted_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="chances", to="games.game"
                    ),
                ),
            ],
            options={
                "ordering": ("game", "number"),
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="chances_once_per_event")
                ],
            },
        ),
        migrations.CreateModel(
            name="ChancesTurn",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="chances_turn",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("number", models.PositiveIntegerField(default=0)),
                ("margin", models.FloatField(default=1)),
                ("passes", models.PositiveIntegerField(default=0)),
                ("served_at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="GameAnalysis",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="analysis",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("number", models.PositiveIntegerField(default=0)),
                ("engine", models.CharField(blank=True, max_length=30)),
                ("made_at", models.DateTimeField(null=True)),
                ("found", models.JSONField(null=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="SecondFactor",
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
                        choices=[("app", "authenticator app"), ("passkey", "passkey")],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("data", models.TextField(editable=False)),
                ("last_count", models.BigIntegerField(default=0, editable=False)),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_factors",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "second factor",
                "verbose_name_plural": "second factors",
                "ordering": ("created_at", "pk"),
            },
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(editable=False, max_length=64)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recovery_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "recovery code",
                "verbose_name_plural": "recovery codes",
                "constraints": [
                    models.UniqueConstraint(fields=("account", "digest"), name="recovery_code_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="BackupWish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
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
        migrations.RunPython(keep_logs, free_logs),
        migrations.RunPython(leave_room, fill),
    ]
