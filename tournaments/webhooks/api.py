"""The REST interface of webhooks, for organisers only: subscriptions and deliveries."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import EVERYWHERE, Scope, scopes
from games.answers import Answer, SaidSerializer
from games.api.fields import (
    RequestSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictListField,
)
from games.api.problems import PROBLEMS
from games.enums import Action
from tournaments.kit.operations import Organising, answering, operation
from tournaments.models import Delivery, Event, Kind, Receiving, Season, Webhook
from tournaments.models.webhook import OFFERED
from tournaments.webhooks import services

_OFFERED = [str(kind) for kind in OFFERED]
#: Choices that the description of the interface calls by these names (settings).
MESSAGE_KINDS = Kind.values
RECEIVERS = Receiving.values
DELIVERY_STATES = Delivery.State.values


class NewWebhookSerializer(RequestSerializer):
    """A new webhook."""

    example = {"url": "https://league.example/rauswurf", "kinds": ["game.ended"]}

    url = StrictCharField(max_length=500, help_text="Where messages are sent by POST: http or https.")
    kinds = StrictListField(
        child=StrictCharField(),
        min_length=1,
        help_text=f"Which messages it gets: some of {', '.join(_OFFERED)}.",
    )
    receiver = StrictChoiceField(
        choices=RECEIVERS,
        required=False,
        help_text="A program that reads signed JSON, or a chat; of Discord url is the address of its webhook.",
    )
    token = StrictCharField(max_length=100, required=False, help_text="Of a bot of Telegram.")
    chat = StrictCharField(max_length=40, required=False, help_text="Its chat, such as -1001234567890.")
    language = StrictCharField(max_length=10, required=False, help_text="Of messages to a chat.")


class ChangedWebhookSerializer(RequestSerializer):
    """What is to be changed of a webhook."""

    example = {"active": False}

    url = StrictCharField(max_length=500, required=False)
    kinds = StrictListField(child=StrictCharField(), min_length=1, required=False)
    token = StrictCharField(max_length=100, required=False, help_text="Of a bot of Telegram.")
    chat = StrictCharField(max_length=40, required=False)
    language = StrictCharField(max_length=10, required=False)
    active = StrictBooleanField(
        required=False, help_text="What happens while it is off is not told afterwards."
    )


class WebhookSerializer(Answer):
    """A webhook."""

    id = serializers.IntegerField()
    receiver = serializers.ChoiceField(choices=RECEIVERS)
    url = serializers.CharField(help_text="Of a chat without the part that nobody else may know.")
    chat = serializers.CharField(help_text="Of Telegram; else empty.")
    language = serializers.CharField(help_text="Of messages to a chat; else empty.")
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=_OFFERED))
    active = serializers.BooleanField(help_text="Switched off also by an answer of 410.")
    previous_secret_until = serializers.DateTimeField(
        source="previous_until",
        allow_null=True,
        help_text="So long messages are signed with the secret before, too.",
    )
    created_by = serializers.CharField()
    created_at = serializers.DateTimeField()


class WebhookWithSecretSerializer(WebhookSerializer):
    """A webhook with the secret that signs its messages; shown this once."""

    secret = serializers.CharField(help_text="Empty for a chat.")

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """Return the webhook; the secret address of a chat is never shown."""
        return super().of(value, secret="" if value.is_chat else value.secret, **handed_in)


class DeliverySerializer(Answer):
    """A message to a webhook, and how its delivery goes."""

    id = serializers.UUIDField(source="uuid", help_text="The webhook-id under which it is sent, each time.")
    kind = serializers.ChoiceField(choices=MESSAGE_KINDS)
    state = serializers.ChoiceField(choices=DELIVERY_STATES)
    created_at = serializers.DateTimeField()
    attempts = serializers.IntegerField()
    next_attempt_at = serializers.DateTimeField(allow_null=True)
    delivered_at = serializers.DateTimeField(allow_null=True)
    last_status = serializers.IntegerField(allow_null=True)
    last_error = SaidSerializer(allow_null=True)

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The delivery; a next attempt has only one that waits."""
        waits = value.state == Delivery.State.WAITING
        return super().of(
            value,
            next_attempt_at=value.next_attempt_at if waits else None,
            last_error=value.last_error or None,
            **handed_in,
        )


class WholeDeliverySerializer(DeliverySerializer):
    """A delivery with what was sent and what was answered."""

    body = serializers.CharField(help_text="Exactly as it is signed and sent.")
    last_answer = serializers.CharField(help_text="The first 4 KB of it.")


class _OfPlace(Organising):
    """What only the organisers of an event, a season or the site see, by the address."""

    read_permission = Action.ORGANISE
    place = "event"

    def where(self) -> Scope:
        """Around the event or season; the site."""
        return scopes.scope_around(f"{self.place}:{self.kwargs['slug']}") if self.place else EVERYWHERE

    @property
    def webhooks(self) -> QuerySet[Webhook]:
        """The webhooks of the place in the address."""
        if not self.place:
            return Webhook.objects.filter(event=None, season=None)
        return Webhook.objects.filter(**{f"{self.place}__slug": self.kwargs.get("slug")})

    def place_id(self) -> services.Place:
        """The key of the place in the address, for services; 404 where there is none."""
        if not self.place:
            return {}
        if self.place == "season":
            return {"season_id": get_object_or_404(Season, slug=self.kwargs["slug"]).pk}
        return {"event_id": get_object_or_404(Event, slug=self.kwargs["slug"]).pk}


class WebhookViewSet(_OfPlace):
    """The webhooks of an event."""

    queryset = Webhook.objects.all()
    serializer_class = WebhookSerializer
    lookup_field = "pk"
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Webhook]:
        """Those of the place in the address."""
        return self.webhooks

    @extend_schema(responses={200: WebhookSerializer(many=True), **PROBLEMS})
    def list(self, request: Request, slug: str = "") -> Response:
        """The webhooks of this place."""
        self.place_id()
        return self.paginated(self.get_queryset(), WebhookSerializer.of)

    @answering(WebhookWithSecretSerializer, NewWebhookSerializer, code=201)
    def create(self, **asked: Any) -> Webhook:
        """Tell an address what happens here from now on; the secret in the answer is shown this once."""
        return services.subscribe(**self.place_id(), **asked, **self.by)

    @answering(WebhookSerializer)
    def retrieve(self, pk: int) -> Webhook:
        """One webhook."""
        return self.get_object()

    @answering(WebhookSerializer, ChangedWebhookSerializer)
    def partial_update(self, pk: int, **changes: Any) -> Webhook:
        """Another address, other kinds, off or on again; what waits is sent to the new address."""
        return services.change_webhook(changes=changes, **self.who)

    @answering("Removed, its log too.")
    def destroy(self, pk: int) -> None:
        """Tell nothing more."""
        services.unsubscribe(**self.who)

    @operation("post", "rotate", WebhookWithSecretSerializer)
    def rotate(self, pk: int) -> Webhook:
        """A new secret, shown this once; for a day messages are signed with the one before, too."""
        return services.rotate_secret(**self.who)

    @operation("post", "ping", DeliverySerializer, code=202)
    def ping(self, pk: int) -> Delivery:
        """Send a test message; its delivery shows the outcome."""
        return services.ping(**self.who)

    @property
    def who(self) -> Mapping[str, Any]:
        """Which webhook, who asks, and when."""
        return {"webhook_id": self.get_object().pk, **self.by}


class SeasonWebhookViewSet(WebhookViewSet):
    """The webhooks of a season, which receive messages about all its events."""

    place, summary_end = "season", " (season)"


class SiteWebhookViewSet(WebhookViewSet):
    """The webhooks of the site, which receive messages about all events."""

    place, summary_end = "", " (site)"


class DeliveryFilter(filters.FilterSet):
    """Deliveries by state and kind."""

    class Meta:
        model = Delivery
        fields = ["state", "kind"]


class DeliveryViewSet(_OfPlace):
    """What is and was sent to a webhook."""

    queryset = Delivery.objects.all()
    serializer_class = DeliverySerializer
    filterset_class = DeliveryFilter
    lookup_field = "uuid"
    lookup_value_converter = "uuid"

    def get_queryset(self) -> QuerySet[Delivery]:
        """Those of the webhook in the address."""
        # Through the webhook's own id, as no foreign key can be compared with a number beyond a database's.
        return (
            super().get_queryset().filter(webhook__in=self.webhooks.filter(pk=self.kwargs.get("webhook", 0)))
        )

    @extend_schema(responses={200: DeliverySerializer(many=True), **PROBLEMS})
    def list(self, request: Request, webhook: int, slug: str = "") -> Response:
        """Deliveries, the latest first; finished ones are stored for 30 days."""
        get_object_or_404(self.webhooks, pk=webhook)
        return self.paginated(self.filter_queryset(self.get_queryset()), DeliverySerializer.of)

    @answering(WholeDeliverySerializer)
    def retrieve(self, **address: Any) -> Delivery:
        """One delivery, with what was sent and what was answered."""
        return self.get_object()


class SeasonDeliveryViewSet(DeliveryViewSet):
    """What is and was sent to a webhook of a season."""

    place, summary_end = "season", " (season)"


class SiteDeliveryViewSet(DeliveryViewSet):
    """What is and was sent to a webhook of the site."""

    place, summary_end = "", " (site)"
