"""The admin of players, games and access tokens: games and their events can only be looked at here."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db import DataError, transaction
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from games.access import (
    ByRole,
    ByRoleInGame,
    caller_of,
    games_within,
    may_everywhere,
    translate_text,
)
from games.enums import Action
from games.errors import WrongState
from games.models import Game, GameEvent, Player, SecurityEvent
from games.queries.name_matching import KnownNames, has_in_name, namesakes_in_words
from games.services.publish import publish_game
from games.views.erase_player import erase_page, tell_mentions


class ListedWithCare:
    """For an admin: its list is queried so that no filter breaks it."""

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Django's; a filter by what no column can hold is a wrong filter like any other, and no error.

        Asked in a transaction of its own, so that a question refused spoils nothing around it.
        """
        try:
            with transaction.atomic():
                found: ChangeList = super().get_changelist_instance(request)  # type: ignore[misc]
        except (OverflowError, DataError) as not_held:
            raise IncorrectLookupParameters from not_held
        return found

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Django's, for lists and proposals; no text contains NUL, and PostgreSQL cannot search for it."""
        if "\x00" in search_term:
            return queryset.none(), False
        found: tuple[QuerySet[Any], bool] = super().get_search_results(request, queryset, search_term)  # type: ignore[misc]
        return found


class OwnRows(admin.RelatedFieldListFilter):
    """A filter by what rows belong to, which offers what the rows belong to that are seen here, and nothing else."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """What can be chosen."""
        seen = model_admin.get_queryset(request).order_by().values(self.field_path)
        ordering = self.field_admin_ordering(field, request, model_admin)
        found: list[tuple[str, Any]] = field.get_choices(
            include_blank=False, ordering=ordering, limit_choices_to={"pk__in": seen}
        )
        return found


class ReadOnlyAdmin(ByRole, ListedWithCare, admin.ModelAdmin):
    """What cannot be added, changed or deleted here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_delete_permission = has_change_permission


class OfGamesAdmin(ByRoleInGame, ReadOnlyAdmin):
    """What belongs to games, as far as a role at them lets somebody see it."""

    #: What leads to the game.
    game_key = "pk"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """That of the games in which the reader has the role."""
        games = games_within(request, self.read_permission).values("pk")
        return super().get_queryset(request).filter(**{f"{self.game_key}__in": games})


class WithHistoryAdmin(ByRole, ListedWithCare, SimpleHistoryAdmin):
    """What is stored with its history, which is there to be read."""

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The history of what exists; any other address is not found."""
        if self.get_object(request, object_id) is None:
            raise Http404
        return super().history_view(request, object_id, extra_context)

    def history_form_view(
        self,
        request: HttpRequest,
        object_id: str,
        version_id: str,
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """An earlier version, to read: putting it back would go past the checks."""
        if request.method == "POST":
            raise PermissionDenied
        return super().history_form_view(request, object_id, version_id, extra_context)


@admin.register(Player)
class PlayerAdmin(WithHistoryAdmin):
    """Players."""

    list_display = ("shown_as", "name")
    search_fields = ("names_key",)
    actions = ("erase_name",)

    def get_urls(self) -> list[Any]:
        """The usual addresses, and that at which a name is taken away for good."""
        erasing = path("<uuid:pk>/erase/", self.admin_site.admin_view(erase_page), name="games_player_erase")
        return [erasing, *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Those of whom somebody may know."""
        return super().get_queryset(request).filter(caller_of(request).sees_players())

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Save it, and say whether the name is known, and where the name behind a new nickname is still found."""
        known = None if change else KnownNames()
        super().save_model(request, obj, form, change)
        if known and (names := known.namesakes_of([obj])):
            messages.warning(request, namesakes_in_words(names))
        if change and obj.nickname and {"nickname", "name"} & set(form.changed_data):
            tell_mentions(request, obj)

    @admin.action(description=_("Erase name"), permissions=["change"])
    def erase_name(self, request: HttpRequest, players: QuerySet[Player]) -> HttpResponse | None:
        """To the page that asks whether it is meant; one at a time."""
        chosen = list(players[:2])
        if len(chosen) == 1:
            return HttpResponseRedirect(reverse("admin:games_player_erase", args=[chosen[0].pk]))
        self.message_user(request, _("One player at a time: it cannot be undone."), messages.ERROR)
        return None

    @admin.display(description=_("shown as"), ordering="search_key")
    def shown_as(self, player: Player) -> str:
        """The name that the public sees."""
        return player.shown_as

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """By parts of the name, umlauts in any spelling; of names behind nicknames those that one may know."""
        if "\x00" not in search_term:
            for word in search_term.split():
                queryset = queryset.filter(has_in_name(caller_of(request), word))
            search_term = ""
        return super().get_search_results(request, queryset, search_term)


@admin.register(Game)
class GameAdmin(OfGamesAdmin):
    """Games, to look at: they are written throw by throw and in no other way."""

    read_permission = Action.RULE

    list_display = ("__str__", "rules_name", "state", "number", "started_at", "ended_at", "is_public")
    list_filter = ("state", "rules_name", "is_public")
    actions = ("make_public",)
    search_fields = ("title", "=id")
    date_hierarchy = "created_at"
    fields = (
        "title",
        "pages",
        "rules_name",
        "options",
        "players",
        "state",
        "starter",
        "position",
        "finished",
        "places",
        "winner",
        "number",
        "head",
        "log",
        "created_at",
        "started_at",
        "ended_at",
    )
    readonly_fields = fields

    @admin.action(description=_("Make public"), permissions=["publish"])
    def make_public(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        """Make public games that belong to no event; those of events are public with them."""
        for game in games.filter(is_public=False):
            try:
                publish_game(game_id=game.pk, actor=caller_of(request).actor)
            except WrongState as error:
                self.message_user(request, translate_text(error.message), messages.ERROR)

    def has_publish_permission(self, request: HttpRequest) -> bool:
        """Organisers of the whole site."""
        return may_everywhere(request, Action.ORGANISE)

    @admin.display(description=_("pages"))
    def pages(self, game: Game) -> str:
        """Where it can be watched and recorded."""
        return format_html(
            '<a href="{}">{}</a> · <a href="{}">{}</a>',
            game.get_absolute_url(),
            _("public page"),
            reverse("games:referee", args=[game.pk]),
            _("referee’s page"),
        )

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        """Who leads which colours."""
        return ", ".join(str(seat) for seat in game.seats.select_related("player"))

    @admin.display(description=_("log"))
    def log(self, game: Game) -> str:
        """The way to its events."""
        url = reverse("admin:games_gameevent_changelist")
        return format_html('<a href="{}?game__id__exact={}">{}</a>', url, game.pk, _("all events"))


@admin.register(GameEvent)
class GameEventAdmin(OfGamesAdmin):
    """The log of games, to look at: the database itself refuses to change it."""

    read_permission = Action.AUDIT

    game_key = "game"
    list_display = ("number", "kind", "payload", "position", "by", "recorded_at", "game")
    list_filter = ("kind",)
    list_select_related = ("game",)
    ordering = ("game", "number")

    @admin.display(description=_("who"), ordering="actor")
    def by(self, event: GameEvent) -> str:
        """Who, without an account here where it was imported from a file."""
        return event.by

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """The events of one game can be asked for."""
        return lookup == "game__id__exact" or super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]


@admin.register(SecurityEvent)
class SecurityEventAdmin(ReadOnlyAdmin):
    """What happened to accounts, permits and tokens, to look at."""

    read_permission = Action.AUDIT

    list_display = ("happened_at", "kind", "actor", "about", "role", "place", "network")
    list_filter = ("kind",)
    search_fields = ("=actor", "=about", "place")
    date_hierarchy = "happened_at"
