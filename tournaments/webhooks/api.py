"""The REST interface of webhooks, for organisers only: subscriptions and deliveries."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import EVERYWHERE, Scope, scopes
from games.answers import Answer, SaidSerializer
from games.api.fields import (
    RequestSerializer,
    SlugReferenceField,
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
from tournaments.webhooks.dispatch import MOST_ANSWER

_OFFERED = [str(kind) for kind in OFFERED]
#: Choices that the description of the interface calls by these names (settings).
MESSAGE_KINDS = Kind.values
RECEIVERS = Receiving.values
DELIVERY_STATES = Delivery.State.values


class PlaceOfWebhookSerializer(RequestSerializer):
    """Of which event or of which season; with neither of the whole site."""

    event = SlugReferenceField(
        slug_field="slug",
        queryset=Event.objects.without_table(),
        required=False,
        allow_null=True,
        help_text="Slug of the event whose messages it gets.",
    )
    season = SlugReferenceField(
        slug_field="slug",
        queryset=Season.objects.all(),
        required=False,
        allow_null=True,
        help_text="Slug of the season, of all of whose events it gets them; with neither of all events.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs.get("event") and attrs.get("season"):
            raise serializers.ValidationError(
                {"season": [gettext("An event or a season is needed, not both.")]}
            )
        return attrs


class NewWebhookSerializer(PlaceOfWebhookSerializer):
    """A new webhook."""

    example = {"event": "spring-cup", "url": "https://league.example/rauswurf", "kinds": ["game.ended"]}

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
    event = serializers.SlugField(allow_null=True, help_text="Of an event.")
    season = serializers.SlugField(allow_null=True, help_text="Of a season; of the site both are null.")
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

    @classmethod
    def of(cls, value: Any = None, /, **handed_in: Any) -> dict[str, Any]:
        """The webhook with its place."""
        event, season = value.event and value.event.slug, value.season and value.season.slug
        return super().of(value, event=event, season=season, **handed_in)


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
    last_answer = serializers.CharField(help_text=f"The first {MOST_ANSWER // 1024} KB of it.")


class DeliveryFilter(filters.FilterSet):
    """Deliveries by state and kind."""

    class Meta:
        model = Delivery
        fields = ["state", "kind"]


class WebhookViewSet(Organising):
    """Webhooks of events, of seasons and of the site, for the organisers of the place of each."""

    queryset = Webhook.objects.select_related("event", "season").defer("event__projection")
    serializer_class = WebhookSerializer
    read_permission = Action.ORGANISE
    filterset_class: Any = None
    lookup_field = "pk"
    lookup_value_converter = "int"

    def where(self) -> Scope:
        """Around the place of the webhook, or the one that is named: in the address to list, in the body to make."""
        if "pk" in self.kwargs:
            return scopes.scope_around(self.webhook.place)
        data = self.request.query_params if self.request.method in SAFE_METHODS else self.request.data
        for kind in ("event", "season"):
            slug = data.get(kind) if isinstance(data, Mapping) else None
            if isinstance(slug, str):
                return scopes.scope_around(f"{kind}:{slug}")
        return EVERYWHERE

    @cached_property
    def webhook(self) -> Webhook:
        """The webhook in the address."""
        return get_object_or_404(WebhookViewSet.queryset, pk=self.kwargs["pk"])

    @extend_schema(
        parameters=[
            OpenApiParameter("event", str, description="Slug of the event whose webhooks are listed."),
            OpenApiParameter(
                "season", str, description="Slug of the season; with neither those of the site."
            ),
        ],
        responses={200: WebhookSerializer(many=True), **PROBLEMS},
    )
    def list(self, request: Request) -> Response:
        """The webhooks of an event, of a season or of the site."""
        named = {each: slug for each, slug in request.query_params.items() if each in ("event", "season")}
        place = {"event": None, "season": None, **PlaceOfWebhookSerializer.read(named)}
        return self.paginated(self.get_queryset().filter(**place), WebhookSerializer.of)

    @answering(WebhookWithSecretSerializer, NewWebhookSerializer, code=201)
    def create(self, event: Event | None = None, season: Season | None = None, **asked: Any) -> Webhook:
        """Tell an address what happens there from now on; the secret in the answer is shown this once."""
        return services.subscribe(
            event_id=event.pk if event else None,
            season_id=season.pk if season else None,
            **asked,
            **self.by,
        )

    @answering(WebhookSerializer)
    def retrieve(self, pk: int) -> Webhook:
        """One webhook."""
        return self.webhook

    @answering(WebhookSerializer, ChangedWebhookSerializer)
    def partial_update(self, pk: int, **changes: Any) -> Webhook:
        """Another address, other kinds, off or on again; what waits is sent to the new address."""
        return services.change_webhook(webhook_id=pk, changes=changes, **self.by)

    @answering("Removed, its log too.")
    def destroy(self, pk: int) -> None:
        """Tell nothing more."""
        services.unsubscribe(webhook_id=pk, **self.by)

    @operation("post", "rotate", WebhookWithSecretSerializer)
    def rotate(self, pk: int) -> Webhook:
        """A new secret, shown this once; for a day messages are signed with the one before, too."""
        return services.rotate_secret(webhook_id=pk, **self.by)

    @operation("post", "ping", DeliverySerializer, code=202)
    def ping(self, pk: int) -> Delivery:
        """Send a test message; its delivery shows the outcome."""
        return services.ping(webhook_id=pk, **self.by)

    @extend_schema(
        operation_id="webhooks_deliveries_list",
        filters=True,
        responses={200: DeliverySerializer(many=True), **PROBLEMS},
    )
    @action(detail=True, queryset=Delivery.objects.all(), filterset_class=DeliveryFilter)
    def deliveries(self, request: Request, pk: int) -> Response:
        """Deliveries, the latest first; finished ones are stored for 30 days."""
        sent = self.filter_queryset(self.webhook.deliveries.all())
        return self.paginated(sent, DeliverySerializer.of)

    @operation("get", "deliveries/<uuid:uuid>", WholeDeliverySerializer)
    def delivery(self, pk: int, uuid: UUID) -> Delivery:
        """One delivery, with what was sent and what was answered."""
        return get_object_or_404(self.webhook.deliveries, uuid=uuid)
