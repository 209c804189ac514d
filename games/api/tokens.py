"""Tokens and permits by REST: given, listed, revoked, all of it in ``games.access.services``."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import mixins, serializers, status, viewsets
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import EVERYWHERE, SITE, Scope, magic_links, origin_of, rest_caller_of, scopes, services
from games.access.accounts import LONGEST_NAME
from games.access.scopes import LONGEST
from games.api.fields import RequestSerializer, StrictCharField, StrictChoiceField, StrictDateTimeField
from games.api.permissions import GuardedView
from games.api.problems import PROBLEMS
from games.enums import Action, Role
from games.models import AccessToken, Permit
from games.models.access import LONGEST_TOKEN_NAME

_PLACE = OpenApiParameter(
    "place", str, description="The place; those within it are listed too. Default: site."
)
_WHERE = "site, season:…, event:…, board:EVENT:BOARD, round:EVENT:NUMBER, game:…"
_ROLES = [role.value for role in Role]


class NewTokenSerializer(RequestSerializer):
    """A token to make."""

    example = {"name": "scoreboard", "role": "recorder", "place": "event:spring-cup"}

    name = StrictCharField(
        max_length=LONGEST_TOKEN_NAME, help_text="What it is for: a device, a program, a board."
    )
    role = StrictChoiceField(choices=_ROLES)
    place = StrictCharField(max_length=LONGEST, default=SITE, help_text=_WHERE)
    expires_at = StrictDateTimeField(
        required=False,
        allow_null=True,
        help_text="When it ends; null: not until it is revoked. Left out: after TOKEN_DAYS days.",
    )


class TokenSerializer(serializers.ModelSerializer[AccessToken]):
    """A token, without its text, which only its holder knows."""

    class Meta:
        model = AccessToken
        fields = [
            "id",
            "name",
            "role",
            "place",
            "created_by",
            "created_at",
            "expires_at",
            "revoked_at",
            "last_used_at",
        ]
        extra_kwargs = {"place": {"help_text": _WHERE}}


class IssuedTokenSerializer(TokenSerializer):
    """A new token with its text and its link, which are shown this once."""

    token = serializers.CharField()
    link = serializers.URLField(help_text="Opens the site in a browser with the role, without an account.")

    class Meta(TokenSerializer.Meta):
        fields = [*TokenSerializer.Meta.fields, "token", "link"]


class NewPermitSerializer(RequestSerializer):
    """A person to admit."""

    example = {"person": "dora", "role": "referee", "place": "event:spring-cup"}

    person = StrictCharField(max_length=LONGEST_NAME, help_text="The user name of the account.")
    role = StrictChoiceField(choices=_ROLES)
    place = StrictCharField(max_length=LONGEST, help_text=_WHERE)


class PermitSerializer(serializers.ModelSerializer[Permit]):
    """The role of a person in a place."""

    person = serializers.CharField(source="person.username")

    class Meta:
        model = Permit
        fields = ["id", "person", "role", "place", "granted_by", "granted_at", "revoked_at"]
        extra_kwargs = {"place": {"help_text": _WHERE}}


class GrantingView(GuardedView, viewsets.GenericViewSet[Any]):
    """Roles that are given: listed and revoked by those who may give them in their place."""

    read_permission = write_permission = Action.GRANT
    filter_backends: list[Any] = []
    lookup_value_converter = "int"

    def where(self) -> Scope:
        """Around the place of the role, or the one that is given: in the address to list, in the body to give."""
        if "pk" in self.kwargs:
            return scopes.scope_around(self.get_object().place)
        data = self.request.query_params if self.request.method in SAFE_METHODS else self.request.data
        place = data.get("place", SITE) if isinstance(data, Mapping) else SITE
        return scopes.scope_around(place) if isinstance(place, str) else EVERYWHERE

    def listed(self, request: Request) -> Response:
        """A page of those in a place and within it."""
        place = scopes.check_place(request.query_params.get("place", SITE))
        page = self.paginate_queryset(self.get_queryset().filter(scopes.places_within(place)))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


@extend_schema_view(retrieve=extend_schema(responses={200: TokenSerializer, **PROBLEMS}))
class TokenViewSet(mixins.RetrieveModelMixin, GrantingView):
    """Tokens, and the links with them."""

    queryset = AccessToken.objects.all()
    serializer_class = TokenSerializer
    # The text of a new token is in its answer alone; to revoke is repeatable by itself.
    remembers_answers = False

    @extend_schema(parameters=[_PLACE], responses={200: TokenSerializer(many=True), **PROBLEMS})
    def list(self, request: Request) -> Response:
        """The tokens of a place and within it, the latest first; revoked ones too."""
        return self.listed(request)

    @extend_schema(request=NewTokenSerializer, responses={201: IssuedTokenSerializer, **PROBLEMS})
    def create(self, request: Request) -> Response:
        """Make a token; its text and link stand in this answer and nowhere else."""
        token, text = services.issue_token(**read(NewTokenSerializer, request), **_who(request))
        link = request.build_absolute_uri(magic_links.address_with(text))
        answer = {**TokenSerializer(token).data, "token": text, "link": link}
        return Response(answer, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})

    @extend_schema(request=None, responses={204: OpenApiResponse(description="Revoked."), **PROBLEMS})
    def destroy(self, request: Request, pk: int) -> Response:
        """Revoke a token: from now on it is refused, and those who came in by its link are out.

        With it end the tokens and permits that were made by it, and what those have made.
        """
        services.revoke_token(token_id=pk, **_who(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(retrieve=extend_schema(responses={200: PermitSerializer, **PROBLEMS}))
class PermitViewSet(mixins.RetrieveModelMixin, GrantingView):
    """The roles of people."""

    queryset = Permit.objects.select_related("person")
    serializer_class = PermitSerializer

    @extend_schema(parameters=[_PLACE], responses={200: PermitSerializer(many=True), **PROBLEMS})
    def list(self, request: Request) -> Response:
        """The permits of a place and within it, the latest first; revoked ones too."""
        return self.listed(request)

    @extend_schema(
        request=NewPermitSerializer,
        responses={
            201: PermitSerializer,
            200: OpenApiResponse(PermitSerializer, "Granted before; nothing has changed."),
            **PROBLEMS,
        },
    )
    def create(self, request: Request) -> Response:
        """Give a person with an account a role in a place."""
        permit, is_new = services.grant(**read(NewPermitSerializer, request), **_who(request))
        return Response(PermitSerializer(permit).data, status=status.HTTP_201_CREATED if is_new else 200)

    @extend_schema(request=None, responses={204: OpenApiResponse(description="Revoked."), **PROBLEMS})
    def destroy(self, request: Request, pk: int) -> Response:
        """Revoke a permit: from now on it counts no more.

        With it end the tokens and permits in its place that the person has made and could not make without it.
        """
        services.revoke(permit_id=pk, **_who(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def read(serializer: type[RequestSerializer], request: Request) -> dict[str, Any]:
    """The fields of a request, its role as one."""
    found = serializer.read(request.data)
    return {**found, "role": Role(found["role"])}


def _who(request: Request) -> dict[str, Any]:
    return {"by": rest_caller_of(request), **origin_of(request._request)}
