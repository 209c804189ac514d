"""The tables of seasons, events, halls, rankings, figures of players, forecasts and webhooks."""

import uuid

import django.core.validators
import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models

import games.models.player
import tournaments.models.event
import tournaments.models.event_game
import tournaments.models.localized_text
import tournaments.models.ranking_points
import tournaments.models.webhook
import tournaments.webhook_address
import tournaments.webhook_signing


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_seasons_events_and_their_games"),
        ("tournaments", "0002_boards_of_games"),
        ("tournaments", "0003_webhooks_and_their_deliveries"),
        ("tournaments", "0004_embargo_and_tables_that_are_kept"),
        ("tournaments", "0005_what_organisers_decide"),
        ("tournaments", "0006_what_events_gave_and_rankings"),
        ("tournaments", "0007_what_is_counted_of_players"),
        ("tournaments", "0008_halls_and_their_slides"),
        ("tournaments", "0009_forecasts_that_are_kept"),
        ("tournaments", "0010_written_about_events_and_games"),
        ("tournaments", "0011_seconds_per_throw_of_events"),
        ("tournaments", "0012_forecasts_of_seasons"),
        ("tournaments", "0013_who_made_it_elsewhere"),
        ("tournaments", "0014_what_came_from_files"),
        ("tournaments", "0015_neutral_keys_of_entries"),
        ("tournaments", "0016_exhibitions_as_they_were"),
        ("tournaments", "0017_the_youngest_of_an_event"),
        ("tournaments", "0018_lines_of_reports_that_are_undone"),
        ("tournaments", "0019_long_result_lists"),
        ("tournaments", "0020_luck_of_games"),
        ("tournaments", "0021_times_of_games"),
        ("tournaments", "0022_archived_events"),
        ("tournaments", "0023_seating_method"),
        ("tournaments", "0024_names_of_rankings"),
        ("tournaments", "0025_hall"),
        ("tournaments", "0026_hall_slides"),
        ("tournaments", "0027_registration_and_rehearsals"),
        ("tournaments", "0028_chats_of_webhooks"),
        ("tournaments", "0029_order_of_counted_games"),
        ("tournaments", "0030_registered_under_a_known_name"),
        ("tournaments", "0031_webhooks_of_seasons_and_the_site"),
        ("tournaments", "0032_where_players_were_first_entered"),
        ("tournaments", "0033_no_forecasts_of_seasons"),
        ("tournaments", "0034_public_dumps_and_match_reports"),
        ("tournaments", "0035_webhooks_of_results_alone"),
        ("tournaments", "0036_long_lists_in_steps"),
        ("tournaments", "0037_the_demo_by_a_flag"),
        ("tournaments", "0038_public_events"),
        ("tournaments", "0039_no_claims_of_their_own"),
        ("tournaments", "0040_no_history_of_slides"),
        ("tournaments", "0041_members_of_tables"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="HistoricalSeason",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                ("slug", models.SlugField(max_length=60, verbose_name="short name")),
                ("name", models.CharField(max_length=100, verbose_name="name")),
                ("starts_on", models.DateField(verbose_name="first day")),
                ("ends_on", models.DateField(verbose_name="last day")),
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
                (
                    "is_demo",
                    models.BooleanField(db_default=False, default=False, editable=False, verbose_name="demo"),
                ),
            ],
            options={
                "verbose_name": "historical season",
                "verbose_name_plural": "historical seasons",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="short name")),
                ("name", models.CharField(max_length=100, verbose_name="name")),
                ("starts_on", models.DateField(verbose_name="first day")),
                ("ends_on", models.DateField(verbose_name="last day")),
                (
                    "is_demo",
                    models.BooleanField(db_default=False, default=False, editable=False, verbose_name="demo"),
                ),
            ],
            options={
                "verbose_name": "season",
                "verbose_name_plural": "seasons",
                "ordering": ("-starts_on", "slug"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_on__gte", models.F("starts_on"))),
                        name="season_ends_after_it_starts",
                        violation_error_message="The last day is not before the first.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "slug",
                    models.SlugField(
                        help_text="Stands in the address of the event's page.",
                        max_length=60,
                        unique=True,
                        verbose_name="short name",
                    ),
                ),
                ("name", models.CharField(max_length=150, verbose_name="name")),
                (
                    "format_key",
                    models.CharField(
                        choices=tournaments.models.event.formats_offered, max_length=40, verbose_name="format"
                    ),
                ),
                (
                    "rules_name",
                    models.CharField(
                        choices=tournaments.models.event.rules_offered, max_length=40, verbose_name="rules"
                    ),
                ),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="changed options")),
                ("settings", models.JSONField(blank=True, default=dict, verbose_name="settings")),
                (
                    "level",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "1"), (2, "2"), (3, "3 (Major)"), (4, "4 (World Championship)")],
                        default=1,
                        verbose_name="level",
                    ),
                ),
                ("starts_on", models.DateField(verbose_name="date")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open for entries"),
                            ("drawn", "drawn"),
                            ("running", "running"),
                            ("finished", "finished"),
                        ],
                        default="open",
                        editable=False,
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("projection", models.TextField(default="", editable=False)),
                (
                    "version",
                    models.PositiveIntegerField(
                        default=0, editable=False, verbose_name="version of the table"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="tournaments.season",
                        verbose_name="season",
                    ),
                ),
                (
                    "hold",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "goes on"),
                            ("interrupted", "interrupted, goes on another day"),
                            ("called off", "called off"),
                            ("closed", "closed: the result stands"),
                        ],
                        default="",
                        editable=False,
                        max_length=12,
                        verbose_name="hold",
                    ),
                ),
                ("ended_on", models.DateField(editable=False, null=True, verbose_name="day of its end")),
                (
                    "ranked",
                    models.BooleanField(
                        default=True, help_text="Exhibitions never do.", verbose_name="gives ranking points"
                    ),
                ),
                (
                    "forecasts",
                    models.BooleanField(
                        default=True,
                        help_text="While it is played, chances are worked out after every game and shown on its page.",
                        verbose_name="forecasts",
                    ),
                ),
                (
                    "seconds_per_throw",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="By which it is planned how long games take: a throw with its move, 1 to 120. Left empty it is measured in the games of the event that have ended, and 5 until there are three.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="seconds per throw",
                    ),
                ),
                (
                    "game_times",
                    models.JSONField(blank=True, default=dict, editable=False, verbose_name="times of games"),
                ),
                ("archived", models.BooleanField(default=False, editable=False, verbose_name="archived")),
                (
                    "is_public",
                    models.BooleanField(
                        db_default=True,
                        default=True,
                        help_text="Not public: seen only by people with a role here, through links of this event, and by entered players through their own link; counts in no ranking until it is public.",
                        verbose_name="public",
                    ),
                ),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ("-starts_on", "slug"),
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(editable=False, max_length=120)),
                (
                    "seed",
                    models.PositiveSmallIntegerField(help_text="1 is the highest.", verbose_name="seed"),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "left_after",
                    models.PositiveSmallIntegerField(
                        editable=False, null=True, verbose_name="left after so many games"
                    ),
                ),
                (
                    "youngest",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="Said to be the youngest, where the youngest starts.",
                        verbose_name="youngest",
                    ),
                ),
                ("groups", models.JSONField(blank=True, default=list, verbose_name="groups")),
                (
                    "number",
                    models.PositiveIntegerField(default=0, editable=False, verbose_name="start number"),
                ),
                ("paid", models.BooleanField(default=False, verbose_name="paid")),
                (
                    "presence",
                    models.CharField(
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
                ("team", models.CharField(blank=True, max_length=60, verbose_name="team")),
                ("wishes", models.JSONField(blank=True, default=dict, editable=False, verbose_name="wishes")),
                (
                    "arrival",
                    models.CharField(
                        blank=True,
                        choices=[("", "at the desk"), ("phone", "by phone"), ("undone", "by phone, undone")],
                        default="",
                        editable=False,
                        max_length=8,
                        verbose_name="checked in",
                    ),
                ),
                (
                    "registered",
                    models.CharField(
                        blank=True, editable=False, max_length=64, verbose_name="registered online"
                    ),
                ),
                (
                    "namesake",
                    models.CharField(
                        blank=True,
                        choices=[("", "not said"), ("same", "the same person"), ("new", "somebody else")],
                        db_default="",
                        default="",
                        editable=False,
                        max_length=4,
                        verbose_name="known before",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "ordering": ("event", "seed", "key"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "player"),
                        name="one_entry_per_player",
                        violation_error_message="This player is entered already.",
                    ),
                    models.UniqueConstraint(fields=("event", "key"), name="one_entry_per_key"),
                    models.CheckConstraint(condition=models.Q(("seed__gte", 1)), name="seeds_count_from_one"),
                    models.UniqueConstraint(
                        condition=models.Q(("number__gt", 0)),
                        fields=("event", "number"),
                        name="one_entry_per_start_number",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("registered", ""), _negated=True),
                        fields=("event", "registered"),
                        name="one_entry_per_registration_form",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("subject", models.CharField(max_length=60, verbose_name="subject")),
                ("name", tournaments.models.localized_text.SaidField(verbose_name="name")),
                ("places", models.JSONField(blank=True, verbose_name="places")),
                ("order", models.JSONField(verbose_name="order")),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("published seed", "drawn from a published seed"),
                            ("seed order", "in seed order"),
                            ("chosen", "chosen in seed order"),
                            ("by hand", "drawn by hand"),
                            ("thrown", "thrown for"),
                            ("seating", "seated from a published seed"),
                        ],
                        max_length=20,
                        verbose_name="method",
                    ),
                ),
                (
                    "published_seed",
                    models.CharField(blank=True, max_length=200, verbose_name="published seed"),
                ),
                ("made_by", models.CharField(max_length=80, verbose_name="made by")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                ("throws", models.JSONField(blank=True, default=list, verbose_name="throws")),
                (
                    "annulled_why",
                    models.CharField(
                        blank=True, editable=False, max_length=200, verbose_name="why it was annulled"
                    ),
                ),
                ("closed_at", models.DateTimeField(editable=False, null=True, verbose_name="closed at")),
            ],
            options={
                "verbose_name": "draw",
                "verbose_name_plural": "draws",
                "ordering": ("event", "made_at", "subject"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "subject"), name="one_draw_per_subject")
                ],
            },
        ),
        migrations.CreateModel(
            name="EventGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("name", tournaments.models.localized_text.SaidField(verbose_name="name")),
                (
                    "due_starter",
                    models.CharField(blank=True, max_length=10, verbose_name="starter by the rules"),
                ),
                (
                    "starter_reason",
                    tournaments.models.localized_text.SaidField(verbose_name="why this colour starts"),
                ),
                ("throws", models.JSONField(blank=True, default=list, verbose_name="throws for the start")),
                (
                    "override_reason",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="why the organiser decided otherwise"
                    ),
                ),
                (
                    "award_reason",
                    models.CharField(blank=True, max_length=200, verbose_name="why it was awarded"),
                ),
                (
                    "awarded_to",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="awarded_games",
                        to="tournaments.entry",
                        verbose_name="awarded to",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="event_game",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "board",
                    models.CharField(
                        blank=True,
                        max_length=30,
                        validators=[tournaments.models.event_game.board_name],
                        verbose_name="board",
                    ),
                ),
            ],
            options={
                "verbose_name": "game of an event",
                "verbose_name_plural": "games of events",
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="one_game_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="games_count_from_one"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricalDraw",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                ("subject", models.CharField(max_length=60, verbose_name="subject")),
                ("name", tournaments.models.localized_text.SaidField(verbose_name="name")),
                ("places", models.JSONField(blank=True, verbose_name="places")),
                ("order", models.JSONField(verbose_name="order")),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("published seed", "drawn from a published seed"),
                            ("seed order", "in seed order"),
                            ("chosen", "chosen in seed order"),
                            ("by hand", "drawn by hand"),
                            ("thrown", "thrown for"),
                            ("seating", "seated from a published seed"),
                        ],
                        max_length=20,
                        verbose_name="method",
                    ),
                ),
                (
                    "published_seed",
                    models.CharField(blank=True, max_length=200, verbose_name="published seed"),
                ),
                ("made_by", models.CharField(max_length=80, verbose_name="made by")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
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
                    "event",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.event",
                        verbose_name="event",
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
                ("throws", models.JSONField(blank=True, default=list, verbose_name="throws")),
                (
                    "annulled_why",
                    models.CharField(
                        blank=True, editable=False, max_length=200, verbose_name="why it was annulled"
                    ),
                ),
                ("closed_at", models.DateTimeField(editable=False, null=True, verbose_name="closed at")),
            ],
            options={
                "verbose_name": "historical draw",
                "verbose_name_plural": "historical draws",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalEntry",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                ("key", models.CharField(editable=False, max_length=120)),
                (
                    "seed",
                    models.PositiveSmallIntegerField(help_text="1 is the highest.", verbose_name="seed"),
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
                    "event",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.event",
                        verbose_name="event",
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
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
                (
                    "left_after",
                    models.PositiveSmallIntegerField(
                        editable=False, null=True, verbose_name="left after so many games"
                    ),
                ),
                (
                    "youngest",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="Said to be the youngest, where the youngest starts.",
                        verbose_name="youngest",
                    ),
                ),
                ("groups", models.JSONField(blank=True, default=list, verbose_name="groups")),
                (
                    "number",
                    models.PositiveIntegerField(default=0, editable=False, verbose_name="start number"),
                ),
                ("paid", models.BooleanField(default=False, verbose_name="paid")),
                (
                    "presence",
                    models.CharField(
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
                ("team", models.CharField(blank=True, max_length=60, verbose_name="team")),
                ("wishes", models.JSONField(blank=True, default=dict, editable=False, verbose_name="wishes")),
                (
                    "arrival",
                    models.CharField(
                        blank=True,
                        choices=[("", "at the desk"), ("phone", "by phone"), ("undone", "by phone, undone")],
                        default="",
                        editable=False,
                        max_length=8,
                        verbose_name="checked in",
                    ),
                ),
                (
                    "registered",
                    models.CharField(
                        blank=True, editable=False, max_length=64, verbose_name="registered online"
                    ),
                ),
                (
                    "namesake",
                    models.CharField(
                        blank=True,
                        choices=[("", "not said"), ("same", "the same person"), ("new", "somebody else")],
                        db_default="",
                        default="",
                        editable=False,
                        max_length=4,
                        verbose_name="known before",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical entry",
                "verbose_name_plural": "historical entries",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalEventGame",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("name", tournaments.models.localized_text.SaidField(verbose_name="name")),
                (
                    "due_starter",
                    models.CharField(blank=True, max_length=10, verbose_name="starter by the rules"),
                ),
                (
                    "starter_reason",
                    tournaments.models.localized_text.SaidField(verbose_name="why this colour starts"),
                ),
                ("throws", models.JSONField(blank=True, default=list, verbose_name="throws for the start")),
                (
                    "override_reason",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="why the organiser decided otherwise"
                    ),
                ),
                (
                    "award_reason",
                    models.CharField(blank=True, max_length=200, verbose_name="why it was awarded"),
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
                    "awarded_to",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.entry",
                        verbose_name="awarded to",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.game",
                        verbose_name="game",
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
                (
                    "board",
                    models.CharField(
                        blank=True,
                        max_length=30,
                        validators=[tournaments.models.event_game.board_name],
                        verbose_name="board",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical game of an event",
                "verbose_name_plural": "historical games of events",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalEvent",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "slug",
                    models.SlugField(
                        help_text="Stands in the address of the event's page.",
                        max_length=60,
                        verbose_name="short name",
                    ),
                ),
                ("name", models.CharField(max_length=150, verbose_name="name")),
                (
                    "format_key",
                    models.CharField(
                        choices=tournaments.models.event.formats_offered, max_length=40, verbose_name="format"
                    ),
                ),
                (
                    "rules_name",
                    models.CharField(
                        choices=tournaments.models.event.rules_offered, max_length=40, verbose_name="rules"
                    ),
                ),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="changed options")),
                ("settings", models.JSONField(blank=True, default=dict, verbose_name="settings")),
                (
                    "level",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "1"), (2, "2"), (3, "3 (Major)"), (4, "4 (World Championship)")],
                        default=1,
                        verbose_name="level",
                    ),
                ),
                ("starts_on", models.DateField(verbose_name="date")),
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
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.season",
                        verbose_name="season",
                    ),
                ),
                (
                    "hold",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "goes on"),
                            ("interrupted", "interrupted, goes on another day"),
                            ("called off", "called off"),
                            ("closed", "closed: the result stands"),
                        ],
                        default="",
                        editable=False,
                        max_length=12,
                        verbose_name="hold",
                    ),
                ),
                (
                    "ranked",
                    models.BooleanField(
                        default=True, help_text="Exhibitions never do.", verbose_name="gives ranking points"
                    ),
                ),
                (
                    "forecasts",
                    models.BooleanField(
                        default=True,
                        help_text="While it is played, chances are worked out after every game and shown on its page.",
                        verbose_name="forecasts",
                    ),
                ),
                (
                    "seconds_per_throw",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="By which it is planned how long games take: a throw with its move, 1 to 120. Left empty it is measured in the games of the event that have ended, and 5 until there are three.",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="seconds per throw",
                    ),
                ),
                (
                    "game_times",
                    models.JSONField(blank=True, default=dict, editable=False, verbose_name="times of games"),
                ),
                ("archived", models.BooleanField(default=False, editable=False, verbose_name="archived")),
                (
                    "is_public",
                    models.BooleanField(
                        db_default=True,
                        default=True,
                        help_text="Not public: seen only by people with a role here, through links of this event, and by entered players through their own link; counts in no ranking until it is public.",
                        verbose_name="public",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical event",
                "verbose_name_plural": "historical events",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalWebhook",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "url",
                    models.CharField(
                        help_text="Messages are sent there by POST, such as https://league.example/rauswurf.",
                        max_length=500,
                        validators=[tournaments.webhook_address.sendable],
                        verbose_name="address",
                    ),
                ),
                (
                    "kinds",
                    models.JSONField(
                        validators=[tournaments.models.webhook.offered_once], verbose_name="tells of"
                    ),
                ),
                (
                    "active",
                    models.BooleanField(
                        default=True,
                        help_text="What happens while it is off is not told afterwards.",
                        verbose_name="active",
                    ),
                ),
                ("created_by", models.CharField(editable=False, max_length=60, verbose_name="created by")),
                ("created_at", models.DateTimeField(editable=False, verbose_name="created")),
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
                    "event",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.event",
                        verbose_name="event",
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
                (
                    "chat",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        max_length=40,
                        validators=[tournaments.models.webhook.chat_of_telegram],
                        verbose_name="chat",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True, db_default="", default="", max_length=10, verbose_name="language"
                    ),
                ),
                (
                    "receiver",
                    models.CharField(
                        choices=[("program", "program"), ("discord", "Discord"), ("telegram", "Telegram")],
                        db_default="program",
                        default="program",
                        max_length=10,
                        verbose_name="receiver",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.season",
                        verbose_name="season",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical webhook",
                "verbose_name_plural": "historical webhooks",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "url",
                    models.CharField(
                        help_text="Messages are sent there by POST, such as https://league.example/rauswurf.",
                        max_length=500,
                        validators=[tournaments.webhook_address.sendable],
                        verbose_name="address",
                    ),
                ),
                (
                    "kinds",
                    models.JSONField(
                        validators=[tournaments.models.webhook.offered_once], verbose_name="tells of"
                    ),
                ),
                (
                    "active",
                    models.BooleanField(
                        default=True,
                        help_text="What happens while it is off is not told afterwards.",
                        verbose_name="active",
                    ),
                ),
                (
                    "secret",
                    models.CharField(
                        default=tournaments.webhook_signing.new_secret, editable=False, max_length=100
                    ),
                ),
                ("previous_secret", models.CharField(blank=True, editable=False, max_length=100)),
                ("previous_until", models.DateTimeField(editable=False, null=True)),
                ("created_by", models.CharField(editable=False, max_length=60, verbose_name="created by")),
                ("created_at", models.DateTimeField(editable=False, verbose_name="created")),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "chat",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        max_length=40,
                        validators=[tournaments.models.webhook.chat_of_telegram],
                        verbose_name="chat",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True, db_default="", default="", max_length=10, verbose_name="language"
                    ),
                ),
                (
                    "receiver",
                    models.CharField(
                        choices=[("program", "program"), ("discord", "Discord"), ("telegram", "Telegram")],
                        db_default="program",
                        default="program",
                        max_length=10,
                        verbose_name="receiver",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournaments.season",
                        verbose_name="season",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ("event", "pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("event", None), ("season", None), _connector="OR"),
                        name="webhook_of_one_place",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, unique=True, verbose_name="id")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("game.ended", "game ended"),
                            ("standings.changed", "table changed"),
                            ("event.match_point", "match point"),
                            ("event.finished", "event decided"),
                            ("ping", "test"),
                        ],
                        max_length=30,
                        verbose_name="kind",
                    ),
                ),
                ("body", models.TextField(verbose_name="what is sent")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("delivered", "delivered"),
                            ("given up", "given up"),
                        ],
                        default="waiting",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("next_attempt_at", models.DateTimeField(verbose_name="next attempt")),
                ("last_status", models.PositiveSmallIntegerField(null=True, verbose_name="last status")),
                (
                    "last_error",
                    tournaments.models.localized_text.SaidField(null=True, verbose_name="last error"),
                ),
                ("last_answer", models.TextField(blank=True, verbose_name="last answer")),
                ("delivered_at", models.DateTimeField(null=True, verbose_name="delivered")),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tournaments.webhook",
                        verbose_name="webhook",
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery",
                "verbose_name_plural": "deliveries",
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["webhook", "next_attempt_at"],
                        name="deliveries_that_wait",
                    ),
                    models.Index(fields=["created_at"], name="deliveries_by_age"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField(verbose_name="version of the table")),
                ("projection", models.TextField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open for entries"),
                            ("drawn", "drawn"),
                            ("running", "running"),
                            ("finished", "finished"),
                        ],
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("has_result", models.BooleanField()),
                ("made_at", models.DateTimeField(verbose_name="when")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "table of an event",
                "verbose_name_plural": "tables of events",
                "ordering": ("event", "version"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "version"), name="one_table_per_version")
                ],
            },
        ),
        migrations.CreateModel(
            name="ReportLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("said", tournaments.models.localized_text.SaidField(verbose_name="what was decided")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                ("made_by", models.CharField(max_length=80, verbose_name="made by")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="report",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="undone_by",
                        to="tournaments.reportline",
                        verbose_name="undoes",
                    ),
                ),
            ],
            options={
                "verbose_name": "line of the report",
                "verbose_name_plural": "report",
                "ordering": ("event", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Ranking",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=80, unique=True, verbose_name="list")),
                ("settings", models.JSONField(blank=True, default=dict, verbose_name="settings")),
                ("projection", models.TextField(default="", editable=False)),
                ("version", models.PositiveIntegerField(default=0, editable=False)),
                ("drawn_at", models.DateTimeField(editable=False, null=True)),
                ("good_until", models.DateTimeField(db_index=True, editable=False, null=True)),
                ("hidden", models.BooleanField(default=False, verbose_name="hidden")),
                (
                    "name",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=100,
                        validators=[games.models.player.printable],
                        verbose_name="name",
                    ),
                ),
            ],
            options={
                "verbose_name": "ranking",
                "verbose_name_plural": "rankings",
                "ordering": ("key",),
            },
        ),
        migrations.CreateModel(
            name="EventUnit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=20)),
                ("name", tournaments.models.localized_text.SaidField(verbose_name="name")),
                ("position", models.PositiveSmallIntegerField()),
                ("discipline", models.CharField(choices=[("3t", "3t"), ("2t", "2t")], max_length=2)),
                ("level", models.PositiveSmallIntegerField()),
                ("is_unit", models.BooleanField()),
                ("ended_on", models.DateField(verbose_name="day of its end")),
                ("ended_at", models.DateTimeField(null=True)),
                ("concluded_at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="units",
                        to="tournaments.event",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.season"
                    ),
                ),
            ],
            options={
                "verbose_name": "unit of an event",
                "verbose_name_plural": "units of events",
                "ordering": ("event", "position"),
                "indexes": [
                    models.Index(fields=["discipline", "ended_on"], name="units_by_day"),
                    models.Index(fields=["ended_on"], name="units_to_come"),
                ],
                "constraints": [models.UniqueConstraint(fields=("event", "key"), name="one_unit_per_key")],
            },
        ),
        migrations.CreateModel(
            name="EventPoints",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                ("shared", models.BooleanField()),
                ("basic", models.PositiveSmallIntegerField()),
                ("tp", models.PositiveSmallIntegerField(verbose_name="TP")),
                ("wp", tournaments.models.ranking_points.PointsField(max_length=20, verbose_name="WP")),
                ("cp", tournaments.models.ranking_points.PointsField(max_length=20, verbose_name="CP")),
                ("gpp", models.PositiveIntegerField(null=True, verbose_name="GPP")),
                ("tp_reason", tournaments.models.localized_text.SaidField()),
                ("wp_reason", tournaments.models.localized_text.SaidField()),
                ("cp_reason", tournaments.models.localized_text.SaidField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="event_points",
                        to="games.player",
                    ),
                ),
                (
                    "unit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="points",
                        to="tournaments.eventunit",
                    ),
                ),
            ],
            options={
                "verbose_name": "points of an event",
                "verbose_name_plural": "points of events",
                "ordering": ("unit", "place", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("unit", "player"), name="one_row_of_points_per_player")
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoricalCompensationAward",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                ("points", tournaments.models.ranking_points.PointsField(max_length=20, verbose_name="CP")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                ("made_by", models.CharField(max_length=80, verbose_name="made by")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
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
                    "event",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.event",
                        verbose_name="event",
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
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical CP awarded",
                "verbose_name_plural": "historical CP awarded",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalMedalGame",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                ("played_on", models.DateField(verbose_name="date")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                ("made_by", models.CharField(max_length=80, verbose_name="made by")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
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
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.season",
                        verbose_name="season",
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.player",
                        verbose_name="winner",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical Medal Game",
                "verbose_name_plural": "historical Medal Games",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="HistoricalRanking",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                ("key", models.CharField(db_index=True, max_length=80, verbose_name="list")),
                ("settings", models.JSONField(blank=True, default=dict, verbose_name="settings")),
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
                ("hidden", models.BooleanField(default=False, verbose_name="hidden")),
                (
                    "name",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=100,
                        validators=[games.models.player.printable],
                        verbose_name="name",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical ranking",
                "verbose_name_plural": "historical rankings",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name="MedalGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("played_on", models.DateField(verbose_name="date")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                ("made_by", models.CharField(max_length=80, verbose_name="made by")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                (
                    "season",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="medal_game",
                        to="tournaments.season",
                        verbose_name="season",
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.player",
                        verbose_name="winner",
                    ),
                ),
            ],
            options={
                "verbose_name": "Medal Game",
                "verbose_name_plural": "Medal Games",
                "ordering": ("season",),
            },
        ),
        migrations.CreateModel(
            name="CompensationAward",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("points", tournaments.models.ranking_points.PointsField(max_length=20, verbose_name="CP")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                ("made_by", models.CharField(max_length=80, verbose_name="made by")),
                ("made_at", models.DateTimeField(verbose_name="made at")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="compensation_awards",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.player",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "CP awarded",
                "verbose_name_plural": "CP awarded",
                "ordering": ("event", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "player"), name="one_award_per_player")
                ],
            },
        ),
        migrations.CreateModel(
            name="Career",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="career",
                        serialize=False,
                        to="games.player",
                    ),
                ),
                ("games", models.PositiveIntegerField(verbose_name="games")),
                ("won", models.PositiveIntegerField(verbose_name="won")),
                ("in_a_row", models.PositiveIntegerField(verbose_name="wins in a row")),
                ("longest", models.PositiveIntegerField(db_index=True, verbose_name="most wins in a row")),
                ("rated", models.PositiveIntegerField(verbose_name="rated games")),
                ("mu", models.FloatField(verbose_name="rating")),
                ("sigma", models.FloatField(verbose_name="uncertainty")),
                ("at_least", models.FloatField(db_index=True, verbose_name="at least")),
                ("last_played_at", models.DateTimeField(verbose_name="last game")),
            ],
            options={
                "verbose_name": "career",
                "verbose_name_plural": "careers",
                "ordering": ("-at_least", "player"),
            },
        ),
        migrations.CreateModel(
            name="Reckoning",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ended_at", models.DateTimeField(null=True)),
                ("game", models.UUIDField(null=True)),
            ],
            options={},
        ),
        migrations.CreateModel(
            name="UncountedGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="uncounted",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("look_at", models.DateTimeField(db_index=True)),
            ],
            options={},
        ),
        migrations.CreateModel(
            name="CountedGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="counted",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("rules_name", models.CharField(max_length=40, verbose_name="rules")),
                ("ended_at", models.DateTimeField(verbose_name="ended")),
                ("seconds", models.PositiveIntegerField(null=True, verbose_name="seconds played")),
                ("throws", models.PositiveIntegerField(null=True, verbose_name="throws")),
                ("captures", models.PositiveIntegerField(null=True, verbose_name="captures")),
                ("longest_wait", models.PositiveIntegerField(null=True, verbose_name="throws without a 6")),
                (
                    "decided_by",
                    models.CharField(
                        choices=[
                            ("play", "played to its end"),
                            ("adjudication", "adjudicated"),
                            ("award", "awarded"),
                            ("result", "result only"),
                            ("correction", "corrected"),
                        ],
                        max_length=15,
                        verbose_name="decided by",
                    ),
                ),
                ("luck", models.JSONField(null=True)),
            ],
            options={
                "verbose_name": "counted game",
                "verbose_name_plural": "counted games",
                "ordering": ("ended_at", "game_id"),
                "indexes": [
                    models.Index(models.F("ended_at"), models.F("game"), name="counted_in_order"),
                    models.Index(models.F("throws"), name="counted_by_throws"),
                    models.Index(models.F("seconds"), name="counted_by_seconds"),
                    models.Index(models.F("captures"), name="counted_by_captures"),
                    models.Index(models.F("longest_wait"), name="counted_by_wait"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayedGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ended_at", models.DateTimeField(verbose_name="ended")),
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                ("won", models.BooleanField(verbose_name="won")),
                ("throws", models.PositiveIntegerField(null=True, verbose_name="throws")),
                ("sixes", models.PositiveIntegerField(null=True, verbose_name="sixes")),
                ("waited", models.PositiveIntegerField(null=True, verbose_name="throws without a move")),
                ("captures", models.PositiveIntegerField(null=True, verbose_name="captures")),
                ("captured", models.PositiveIntegerField(null=True, verbose_name="times captured")),
                ("games_so_far", models.PositiveIntegerField(null=True)),
                ("won_so_far", models.PositiveIntegerField(null=True)),
                ("in_a_row", models.PositiveIntegerField(null=True)),
                ("longest", models.PositiveIntegerField(null=True)),
                ("rated", models.PositiveIntegerField(null=True)),
                ("mu", models.FloatField(null=True)),
                ("sigma", models.FloatField(null=True)),
                (
                    "counted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="tournaments.countedgame",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="played_games",
                        to="games.player",
                    ),
                ),
                ("evidence", models.JSONField(null=True)),
            ],
            options={
                "verbose_name": "game of a player",
                "verbose_name_plural": "games of players",
                "ordering": ("-ended_at", "-counted_id"),
                "indexes": [
                    models.Index(
                        models.F("player"), models.F("ended_at"), models.F("counted"), name="played_in_order"
                    ),
                    models.Index(models.F("captures"), name="played_by_captures"),
                    models.Index(models.F("captured"), name="played_by_captured"),
                    models.Index(models.F("sixes"), name="played_by_sixes"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("counted", "player"), name="one_row_per_player_and_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayedColour",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("colour", models.CharField(max_length=10, verbose_name="colour")),
                ("place", models.PositiveSmallIntegerField(null=True, verbose_name="place")),
                ("throws", models.PositiveIntegerField(null=True, verbose_name="throws")),
                ("sixes", models.PositiveIntegerField(null=True, verbose_name="sixes")),
                ("waited", models.PositiveIntegerField(null=True, verbose_name="throws without a move")),
                ("captures", models.PositiveIntegerField(null=True, verbose_name="captures")),
                ("captured", models.PositiveIntegerField(null=True, verbose_name="times captured")),
                (
                    "played",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="colours",
                        to="tournaments.playedgame",
                    ),
                ),
            ],
            options={
                "verbose_name": "colour of a player",
                "verbose_name_plural": "colours of players",
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="PlayedAgainst",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("won", models.BooleanField(verbose_name="won")),
                ("lost", models.BooleanField(verbose_name="lost to the opponent")),
                ("ahead", models.BooleanField(verbose_name="ahead")),
                ("behind", models.BooleanField(verbose_name="behind")),
                ("captures", models.PositiveIntegerField(null=True, verbose_name="captures")),
                ("captured", models.PositiveIntegerField(null=True, verbose_name="times captured")),
                (
                    "opponent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.player"
                    ),
                ),
                (
                    "played",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opponents",
                        to="tournaments.playedgame",
                    ),
                ),
            ],
            options={
                "verbose_name": "opponent in a game",
                "verbose_name_plural": "opponents in games",
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="ForecastRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField(verbose_name="version of the table")),
                ("results", models.PositiveIntegerField(verbose_name="games with a result")),
                (
                    "strengths",
                    models.CharField(
                        choices=[("equal", "everybody equally strong"), ("ratings", "strengths by ratings")],
                        max_length=10,
                        verbose_name="strengths",
                    ),
                ),
                ("seed", models.PositiveIntegerField(verbose_name="seed")),
                ("assumed", models.JSONField(blank=True, default=dict, verbose_name="assumed")),
                ("runs", models.PositiveIntegerField(verbose_name="runs")),
                ("question", models.TextField()),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("running", "being worked out"),
                            ("finished", "finished"),
                            ("replaced", "replaced by that of a later table"),
                            ("failed", "could not be worked out"),
                        ],
                        default="running",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("why", tournaments.models.localized_text.SaidField(null=True, verbose_name="why not")),
                ("done", models.PositiveIntegerField(default=0, verbose_name="runs done")),
                ("tallies", models.TextField(default="")),
                ("asked_by", models.CharField(blank=True, max_length=60, verbose_name="asked by")),
                ("asked_at", models.DateTimeField(verbose_name="asked at")),
                ("finished_at", models.DateTimeField(null=True, verbose_name="finished")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="forecast_runs",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "without",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="with_something",
                        to="tournaments.forecastrun",
                    ),
                ),
            ],
            options={
                "verbose_name": "forecast",
                "verbose_name_plural": "forecasts",
                "ordering": ("event", "-version", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="ForecastPart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.PositiveIntegerField()),
                ("stop", models.PositiveIntegerField()),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parts",
                        to="tournaments.forecastrun",
                    ),
                ),
            ],
            options={
                "verbose_name": "part of a forecast",
                "verbose_name_plural": "parts of forecasts",
                "ordering": ("run", "first"),
                "constraints": [
                    models.UniqueConstraint(fields=("run", "first"), name="one_part_per_run_and_first")
                ],
            },
        ),
        migrations.CreateModel(
            name="HistoryImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("content", models.BinaryField()),
                ("source", models.CharField(blank=True, max_length=200, verbose_name="source")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("events", models.PositiveIntegerField(verbose_name="events")),
                ("taken", models.PositiveIntegerField(default=0, verbose_name="events imported")),
                ("players", models.JSONField(blank=True, default=dict)),
                ("why", tournaments.models.localized_text.SaidField(null=True, verbose_name="why not")),
                ("asked_by", models.CharField(max_length=60, verbose_name="asked by")),
                ("asked_at", models.DateTimeField(verbose_name="asked at")),
            ],
            options={
                "verbose_name": "import of a result list",
                "verbose_name_plural": "imports of result lists",
                "ordering": ("-pk",),
                "default_permissions": (),
            },
        ),
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
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="result_claims",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "claim of a result",
                "verbose_name_plural": "claims of results",
                "ordering": ("event", "number", "made_at", "pk"),
                "indexes": [models.Index(fields=["event", "number"], name="claims_of_a_game")],
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
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_clocks",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "clock of a round",
                "verbose_name_plural": "clocks of rounds",
                "ordering": ("event", "subject"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "subject"), name="one_clock_per_round")
                ],
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
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_plans",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "plan of a round",
                "verbose_name_plural": "plans of rounds",
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "subject"), name="one_plan_per_round")
                ],
            },
        ),
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
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.event",
                        verbose_name="event",
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
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="registration",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "registration",
                "verbose_name_plural": "registrations",
                "ordering": ("event",),
            },
        ),
        migrations.CreateModel(
            name="Hall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "slug",
                    models.SlugField(
                        help_text="Stands in the address of the screen.",
                        max_length=60,
                        unique=True,
                        verbose_name="short name",
                    ),
                ),
                ("name", models.CharField(max_length=100, verbose_name="name")),
                (
                    "language",
                    models.CharField(
                        choices=[
                            ("de", "German"),
                            ("en", "English"),
                            ("both", "German and English by turns"),
                        ],
                        default="de",
                        max_length=4,
                        verbose_name="language",
                    ),
                ),
                (
                    "theme",
                    models.CharField(
                        choices=[("dark", "dark"), ("light", "light")],
                        default="dark",
                        max_length=5,
                        verbose_name="colours",
                    ),
                ),
                ("turns_since", models.DateTimeField(editable=False)),
                ("version", models.PositiveIntegerField(default=0, editable=False)),
            ],
            options={
                "verbose_name": "hall",
                "verbose_name_plural": "halls",
                "ordering": ("name", "slug"),
            },
        ),
        migrations.CreateModel(
            name="HallSlide",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(editable=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("boards", "boards in play"),
                            ("clocks", "clocks"),
                            ("table", "table"),
                            ("schedule", "schedule"),
                            ("seats", "seats by name"),
                            ("round", "clock of the round"),
                            ("finals", "finals"),
                            ("ranking", "ranking"),
                            ("announcement", "announcement"),
                        ],
                        max_length=12,
                        verbose_name="shows",
                    ),
                ),
                (
                    "board",
                    models.CharField(
                        blank=True,
                        help_text="Of boards and clocks only what is played there; empty: all boards.",
                        max_length=30,
                        validators=[tournaments.models.event_game.board_name],
                        verbose_name="board",
                    ),
                ),
                (
                    "ranking",
                    models.CharField(
                        blank=True,
                        help_text="Its address, such as 3t or 2t.",
                        max_length=80,
                        verbose_name="ranking",
                    ),
                ),
                ("text_de", models.CharField(blank=True, max_length=300, verbose_name="text in German")),
                ("text_en", models.CharField(blank=True, max_length=300, verbose_name="text in English")),
                (
                    "seconds",
                    models.PositiveSmallIntegerField(
                        default=15,
                        help_text="What does not fit on one page is shown on several, one after the other.",
                        validators=[
                            django.core.validators.MinValueValidator(3),
                            django.core.validators.MaxValueValidator(600),
                        ],
                        verbose_name="seconds a page",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        help_text="Whose boards, clocks, table or schedule.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "hall",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="slides",
                        to="tournaments.hall",
                        verbose_name="hall",
                    ),
                ),
            ],
            options={
                "verbose_name": "slide",
                "verbose_name_plural": "slides",
                "ordering": ("hall", "position", "pk"),
            },
        ),
        migrations.AddField(
            model_name="hall",
            name="pinned",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.hallslide",
                verbose_name="shown until further notice",
            ),
        ),
        migrations.CreateModel(
            name="HistoricalHall",
            fields=[
                (
                    "id",
                    models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID"),
                ),
                (
                    "slug",
                    models.SlugField(
                        help_text="Stands in the address of the screen.",
                        max_length=60,
                        verbose_name="short name",
                    ),
                ),
                ("name", models.CharField(max_length=100, verbose_name="name")),
                (
                    "language",
                    models.CharField(
                        choices=[
                            ("de", "German"),
                            ("en", "English"),
                            ("both", "German and English by turns"),
                        ],
                        default="de",
                        max_length=4,
                        verbose_name="language",
                    ),
                ),
                (
                    "theme",
                    models.CharField(
                        choices=[("dark", "dark"), ("light", "light")],
                        default="dark",
                        max_length=5,
                        verbose_name="colours",
                    ),
                ),
                ("turns_since", models.DateTimeField(editable=False)),
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
                (
                    "pinned",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.hallslide",
                        verbose_name="shown until further notice",
                    ),
                ),
            ],
            options={
                "verbose_name": "historical hall",
                "verbose_name_plural": "historical halls",
                "ordering": ("-history_date", "-history_id"),
                "get_latest_by": ("history_date", "history_id"),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
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
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rehearsal",
                        to="tournaments.event",
                        verbose_name="event",
                    ),
                ),
                (
                    "hall",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rehearsals",
                        to="tournaments.hall",
                        verbose_name="hall",
                    ),
                ),
                (
                    "of",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rehearsals",
                        to="tournaments.event",
                        verbose_name="rehearses",
                    ),
                ),
            ],
            options={
                "verbose_name": "rehearsal",
                "verbose_name_plural": "rehearsals",
                "ordering": ("-started_at", "-pk"),
                "indexes": [models.Index(fields=["state", "next_at"], name="rehearsals_due")],
            },
        ),
    ]
