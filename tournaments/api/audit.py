"""Who did what when in an event, by REST."""

from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.pagination import PAGE, Pages, PageSerializer
from games.api.problem_serializers import PROBLEMS
from games.enums import Action
from tournaments.api.operations import OfEvent
from tournaments.audit.forms import LONGEST_WHO, MOST_GAMES, FilterForm
from tournaments.audit.queries import AuditLineSerializer, kinds, lines, rows
from tournaments.models import Event


class AuditPageSerializer(PageSerializer):
    """A page of lines."""

    results = AuditLineSerializer(many=True)


class AuditView(OfEvent):
    """Who did what when, for those who may read it."""

    read_permission = Action.AUDIT

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "who",
                {"type": "string", "maxLength": LONGEST_WHO},
                description="Name of an account or a token, or user:7, token:3.",
            ),
            OpenApiParameter("kind", str, enum=list(kinds())),
            OpenApiParameter(
                "game",
                {"type": "integer", "minimum": 1, "maximum": MOST_GAMES},
                description="Number of the game in the event.",
            ),
            OpenApiParameter("since", OpenApiTypes.DATETIME),
            OpenApiParameter("until", OpenApiTypes.DATETIME),
            *PAGE,
        ],
        responses={200: AuditPageSerializer, **PROBLEMS},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The lines that are asked for, the latest first."""
        event = get_object_or_404(Event.objects.defer("projection"), slug=slug)
        form = FilterForm(request.query_params)
        if not form.is_valid():
            raise ValidationError(
                {name: [str(each) for each in found] for name, found in form.errors.items()}
            )
        pages = Pages()
        found = pages.paginate_queryset(rows(event, form.filter()), request, self)
        return pages.get_paginated_response(AuditLineSerializer.each(lines(event, found or [])))
