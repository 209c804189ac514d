"""Webhooks in the admin: who is told what of an event, and the log of the telling."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.access.admin import may_somewhere
from games.access.decorators import caller_of
from games.access.permissions import check_allowed
from games.admin import OwnRows, ReadOnlyAdmin, WithHistoryAdmin, actor_of
from games.enums import Action
from tournaments.models import Delivery, Event, Webhook
from tournaments.models.webhook import OFFERED
from tournaments.organiser.i18n import translate_text
from tournaments.organiser.permissions import events_within, may_do
from tournaments.scopes import scope_of_event
from tournaments.webhooks import services


class WebhookForm(forms.ModelForm):
    """A webhook, its kinds as boxes to tick."""

    kinds = forms.MultipleChoiceField(
        label=_("tells of"),
        choices=[(str(kind), kind.label) for kind in OFFERED],
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = Webhook
        fields = ("event", "url", "kinds", "active")


@admin.register(Webhook)
class WebhookAdmin(WithHistoryAdmin):
    """Webhooks, for organisers; everything goes through ``tournaments.webhooks.services``."""

    form = WebhookForm
    list_display = ("url", "event", "kind_names", "active", "log")
    list_filter = ("active", ("event", OwnRows))
    list_select_related = ("event",)
    autocomplete_fields = ("event",)
    actions = ("ping", "rotate")

    def get_fields(self, request: HttpRequest, obj: Webhook | None = None) -> tuple[str, ...]:
        """A new one is on."""
        if obj is None:
            return ("event", "url", "kinds")
        return ("event", "url", "kinds", "active", "created_by", "created_at", "log")

    def get_readonly_fields(self, request: HttpRequest, obj: Webhook | None = None) -> tuple[str, ...]:
        """The event stays."""
        return () if obj is None else ("event", "created_by", "created_at", "log")

    @admin.display(description=_("tells of"))
    def kind_names(self, webhook: Webhook) -> str:
        """The kinds."""
        return ", ".join(webhook.kinds)

    @admin.display(description=_("log"))
    def log(self, webhook: Webhook) -> str:
        """The way to its deliveries."""
        url = reverse("admin:tournaments_delivery_changelist")
        return format_html('<a href="{}?webhook__id__exact={}">{}</a>', url, webhook.pk, _("all deliveries"))

    # -- who may, and what is done ------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[Webhook]:
        """Those of the events that somebody organises."""
        return super().get_queryset(request).filter(event__in=_organised(request).values("pk"))

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever organises the event."""
        return _may(request, obj.event if isinstance(obj, Webhook) else None)

    has_change_permission = has_delete_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Whoever organises some event."""
        return self.has_view_permission(request)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """A webhook is of an event that one organises."""
        if db_field.name == "event":
            kwargs["queryset"] = _organised(request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Webhook, form: Any, change: bool) -> None:
        """Keep what was entered; the secret of a new one is shown this once."""
        who: dict[str, Any] = {"actor": actor_of(request.user), "now": timezone.now()}
        fields = {
            name: form.cleaned_data[name] for name in ("url", "kinds", "active") if name in form.cleaned_data
        }
        if change:
            services.change_webhook(webhook_id=obj.pk, changes=fields, **who)
            return
        check_allowed(caller_of(request), Action.ORGANISE, scope_of_event(obj.event))
        made = services.subscribe(event_id=obj.event_id, **fields, **who)
        obj.pk = made.pk
        self._show_secret(request, made)

    def delete_model(self, request: HttpRequest, obj: Webhook) -> None:
        """Tell nothing more."""
        services.unsubscribe(webhook_id=obj.pk, actor=actor_of(request.user), now=timezone.now())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Webhook]) -> None:
        """Tell these nothing more."""
        for webhook in queryset:
            self.delete_model(request, webhook)

    @admin.action(description=_("Send a test"), permissions=["change"])
    def ping(self, request: HttpRequest, webhooks: QuerySet[Webhook]) -> None:
        """A message to each; the log tells how it went."""
        for webhook in webhooks:
            services.ping(webhook_id=webhook.pk, actor=actor_of(request.user), now=timezone.now())
        messages.success(request, _("The tests are being sent; the log tells how it went."))

    @admin.action(description=_("Make new secrets"), permissions=["change"])
    def rotate(self, request: HttpRequest, webhooks: QuerySet[Webhook]) -> None:
        """A new secret for each, shown this once."""
        for webhook in webhooks:
            changed = services.rotate_secret(
                webhook_id=webhook.pk, actor=actor_of(request.user), now=timezone.now()
            )
            self._show_secret(request, changed)

    def _show_secret(self, request: HttpRequest, webhook: Webhook) -> None:
        data = {"url": webhook.url, "secret": webhook.secret}
        messages.warning(
            request, _("The secret for %(url)s is shown this once, note it now: %(secret)s") % data
        )


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """The log of deliveries: what was sent, how it went; anything can be sent again."""

    list_display = (
        "created_at",
        "kind",
        "state",
        "attempts",
        "why_not",
        "next_attempt",
        "webhook",
    )
    list_filter = ("state", "kind", ("webhook__event", OwnRows), ("webhook", OwnRows))
    list_select_related = ("webhook__event",)
    search_fields = ("=uuid",)
    search_help_text = _("By the id under which it is sent.")
    date_hierarchy = "created_at"
    actions = ("send_again",)
    fields = (
        "kind",
        "webhook",
        "uuid",
        "created_at",
        "state",
        "attempts",
        "next_attempt",
        "delivered_at",
        "last_status",
        "why_not",
        "last_duration",
        "last_answer",
        "sent",
        "game",
        "replay_of",
    )
    readonly_fields = fields

    class Media:
        css = {"all": ["tournaments/admin.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        """Those about the events that somebody organises."""
        return super().get_queryset(request).filter(webhook__event__in=_organised(request).values("pk"))

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever organises the event."""
        return _may(request, obj.webhook.event if isinstance(obj, Delivery) else None)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """The deliveries of one webhook can be asked for."""
        return lookup == "webhook__id__exact" or super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]

    @admin.display(description=_("last error"))
    def why_not(self, delivery: Delivery) -> str:
        """What went wrong at the last attempt."""
        return translate_text(delivery.last_error) if delivery.last_error else "–"

    @admin.display(description=_("next attempt"), ordering="next_attempt_at")
    def next_attempt(self, delivery: Delivery) -> Any:
        """When it is tried again, if it is."""
        return delivery.next_attempt_at if delivery.state == Delivery.State.WAITING else None

    @admin.display(description=_("what is sent"))
    def sent(self, delivery: Delivery) -> str:
        """The message, laid out to be read."""
        body = json.dumps(json.loads(delivery.body), indent=1, ensure_ascii=False)
        return format_html('<pre class="sent">{}</pre>', body)

    @admin.action(description=_("Send again"), permissions=["view"])
    def send_again(self, request: HttpRequest, deliveries: QuerySet[Delivery]) -> None:
        """Each as a new delivery, in the order in which they were first sent."""
        chosen = list(deliveries.order_by("pk"))
        for delivery in chosen:
            services.replay(delivery_id=delivery.pk, actor=actor_of(request.user), now=timezone.now())
        number = len(chosen)
        text = ngettext("%(number)d message is sent again.", "%(number)d messages are sent again.", number)
        messages.success(request, text % {"number": number})


def _organised(request: HttpRequest) -> QuerySet[Event]:
    return events_within(request, Event.objects.all(), Action.ORGANISE)


def _may(request: HttpRequest, event: Event | None) -> bool:
    if event is None:
        return may_somewhere(request, Action.ORGANISE)
    return may_do(request, Action.ORGANISE, event)
