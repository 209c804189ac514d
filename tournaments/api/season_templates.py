"""Season templates by REST: what a template gives for a year, and a season created from one in one step."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.access.authentication import actor_of
from games.answers import Answer, SaidSerializer
from games.api.fields import (
    NO_VALUE,
    RequestSerializer,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictDateField,
    StrictDictField,
    StrictIntegerField,
    StrictSlugField,
)
from games.api.permissions import GuardedView
from games.api.problem_serializers import PROBLEMS
from games.enums import Action
from games.errors import BadRequest
from rules.i18n import Text
from tournaments import services
from tournaments.api.players import read_query
from tournaments.api.serializers import FormatField, SeasonSerializer, TournamentEventSerializer
from tournaments.api.views import read
from tournaments.models import Event
from tournaments.models.validators import day_of_ours
from tournaments.season_templates import TEMPLATES, YEARS, SeasonPlan, SeasonTemplate

#: Which template is meant.
KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, enum=list(TEMPLATES))


class PlannedEventSerializer(Answer):
    """An event of a plan; ``key`` is what it is called in its template, ``stretch`` its part of the season."""

    key = serializers.SlugField()
    stretch = SaidSerializer()
    slug = serializers.SlugField()
    name = serializers.CharField()
    format = FormatField()
    rules = serializers.CharField()
    settings = serializers.DictField()
    level = serializers.ChoiceField(choices=Event.Level.values)
    starts_on = serializers.DateField()


class SeasonPlanSerializer(Answer):
    """What a template gives for a year; nothing of it is created yet."""

    template = serializers.ChoiceField(choices=list(TEMPLATES))
    name = SaidSerializer()
    about = SaidSerializer()
    season = SeasonSerializer()
    events = PlannedEventSerializer(many=True)


class ChangedPlanSerializer(RequestSerializer):
    """What is to be otherwise than in the template, for the event of that key."""

    key = StrictSlugField(max_length=60)
    left_out = StrictBooleanField(default=False)
    slug = StrictSlugField(max_length=60, required=False)
    name = StrictCharField(max_length=150, required=False)
    format = FormatField(required=False)
    rules = StrictCharField(max_length=40, required=False)
    settings = StrictDictField(required=False)
    level = StrictChoiceField(choices=Event.Level.values, required=False)
    starts_on = StrictDateField(required=False)


class YearSerializer(RequestSerializer):
    """Which year is asked for; its first day is 1 January unless another is told, and all events move with it."""

    year = serializers.IntegerField(min_value=YEARS[0], max_value=YEARS[-1], error_messages=NO_VALUE)
    first_day = StrictDateField(required=False, validators=[day_of_ours])


class FromTemplateSerializer(YearSerializer):
    """A season from a template; ``events`` tells only what is to be otherwise."""

    example = {"year": 2027, "slug": "2027", "name": "2027"}

    year = StrictIntegerField(min_value=YEARS[0], max_value=YEARS[-1])
    slug = StrictSlugField(max_length=60, required=False)
    name = StrictCharField(max_length=100, required=False)
    events = ChangedPlanSerializer(many=True, required=False)


class CreatedSeasonSerializer(Answer):
    """The season that has been created, and its events in the order in which they are played."""

    season = SeasonSerializer()
    events = TournamentEventSerializer(many=True)


class SeasonTemplateView(GuardedView, APIView):
    """The calendar that a template gives, and the season that is created from it."""

    write_permission = Action.ORGANISE

    @extend_schema(
        parameters=[YearSerializer, KEY],
        responses={200: SeasonPlanSerializer, **PROBLEMS},
    )
    def get(self, request: Request, key: str) -> Response:
        """The season and its events with their dates, as they would be created; nothing is."""
        template = _template(key)
        plan = template.plan(**read_query(YearSerializer, request))
        return Response(SeasonPlanSerializer.of(template, template=key, season=plan, events=plan.events))

    @extend_schema(
        parameters=[KEY],
        request=FromTemplateSerializer,
        responses={201: CreatedSeasonSerializer, **PROBLEMS},
    )
    def post(self, request: Request, key: str) -> Response:
        """A new season with all its events, open for entries: all of it or nothing."""
        plan = _wanted_plan(_template(key), read(FromTemplateSerializer, request))
        season = services.create_planned_season(plan=plan, actor=actor_of(request), now=timezone.now())
        events = season.events.select_related("season").defer("projection").order_by("starts_on", "slug")
        told = CreatedSeasonSerializer.of(season=season, events=events)
        return Response(told, status=status.HTTP_201_CREATED)


def _template(key: str) -> SeasonTemplate:
    if key not in TEMPLATES:
        raise Http404
    return TEMPLATES[key]


def _wanted_plan(template: SeasonTemplate, wanted: dict[str, Any]) -> SeasonPlan:
    """The plan of a template with what is wanted otherwise; ``BadRequest`` for events that are not in it."""
    plan = template.plan(wanted["year"], wanted.get("first_day"))
    plan = plan.renamed(slug=wanted.get("slug", plan.slug), name=wanted.get("name", plan.name))
    changes = {event.pop("key"): dict(event) for event in wanted.get("events", ())}
    left_out = {key for key, change in changes.items() if change.pop("left_out")}
    try:
        return plan.changed(changes).without(left_out)
    except KeyError as error:
        known = ", ".join(event.key for event in plan.events)
        raise BadRequest(
            Text(
                "events: there is no {event} in this template; there are {known}",
                event=error.args[0],
                known=known,
            ),
            field="events",
        ) from error
