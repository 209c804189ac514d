"""Webhooks in the admin, to be read."""

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.access import is_allowed, may_somewhere, scope_around
from games.access.decorators import caller_of
from games.admin import OwnRows, ReadOnlyAdmin, WithHistoryAdmin
from games.enums import Action
from tournaments.models import Webhook
from tournaments.organiser.permissions import webhooks_within
from tournaments.organiser.webhooks import address_of


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin, WithHistoryAdmin):
    """Webhooks and their history, to be read; what is done about them is done at the desk of their place."""

    list_display = ("name", "event", "season", "kind_names", "active", "to_desk")
    list_filter = ("active", ("event", OwnRows))
    list_select_related = ("event", "season")
    fields = readonly_fields = (
        "event",
        "season",
        "name",
        "kind_names",
        "active",
        "created_by",
        "created_at",
        "to_desk",
    )

    @admin.display(description=_("tells of"))
    def kind_names(self, webhook: Webhook) -> str:
        return ", ".join(webhook.kinds)

    @admin.display(description=_("desk"))
    def to_desk(self, webhook: Webhook) -> str:
        return format_html('<a href="{}">{}</a>', address_of(webhook.place, webhook.pk), _("Organise"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Webhook]:
        return super().get_queryset(request).filter(pk__in=webhooks_within(request).values("pk"))

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return _may(request, obj if isinstance(obj, Webhook) else None)


def _may(request: HttpRequest, webhook: Webhook | None) -> bool:
    if webhook is None:
        return may_somewhere(request, Action.ORGANISE)
    return is_allowed(caller_of(request), Action.ORGANISE, scope_around(webhook.place))
