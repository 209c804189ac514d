"""What is answered is what is declared: one declaration writes an answer and describes it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.views import APIView

from games.answers import Answer, SaidSerializer, SeenPlayerSerializer
from rules import Literal, Text


@dataclass
class Thing:
    """Something to answer about."""

    pk: UUID
    title: str
    note: str
    made_at: datetime
    name: Text | None
    parts: list["Thing"]


class PartSerializer(Answer):
    """A part of a thing."""

    id = serializers.UUIDField(source="pk")
    title = serializers.CharField()


class ThingSerializer(Answer):
    """A thing."""

    id = serializers.UUIDField(source="pk")
    title = serializers.CharField()
    note = serializers.CharField(allow_null=True)
    made_at = serializers.DateTimeField()
    name = SaidSerializer(allow_null=True)
    parts = PartSerializer(many=True)
    first = PartSerializer(allow_null=True)


ID = UUID(int=7)
AT = datetime(2026, 11, 22, 12, 0, 0, 5, tzinfo=UTC)
PART = Thing(ID, "part", "", AT, None, [])
THING = Thing(ID, "thing", "", AT, Literal(en="a thing", de="ein Ding"), [PART])


def test_an_answer_has_the_members_that_are_declared_in_their_order_and_as_they_are_declared() -> None:
    told = ThingSerializer.of(THING, first=PART)
    assert list(told.items()) == [
        ("id", str(ID)),
        ("title", "thing"),
        ("note", None),
        ("made_at", AT),
        ("name", {"en": "a thing", "de": "ein Ding"}),
        ("parts", [{"id": str(ID), "title": "part"}]),
        ("first", {"id": str(ID), "title": "part"}),
    ]


def test_a_nested_answer_may_be_null_or_be_written_already() -> None:
    assert ThingSerializer.of(THING, first=None)["first"] is None
    assert ThingSerializer.of(THING, first={"id": "x", "title": "y"})["first"] == {"id": "x", "title": "y"}
    assert ThingSerializer.of(PART, first=None)["name"] is None


def test_a_member_that_nothing_gives_is_no_null_but_an_error() -> None:
    with pytest.raises(AttributeError, match="first"):
        ThingSerializer.of(THING)


def test_a_member_that_is_not_declared_cannot_be_answered() -> None:
    with pytest.raises(TypeError, match="ThingSerializer declares no colour"):
        ThingSerializer.of(THING, first=None, colour="red")


def test_django_rest_framework_gets_the_same_answer() -> None:
    assert list(PartSerializer([PART, PART], many=True).data) == PartSerializer.each([PART, PART])


def test_a_player_is_told_by_the_name_that_the_public_sees() -> None:
    player = type("P", (), {"id": ID, "shown_as": "Änne", "name": "Anna"})
    assert SeenPlayerSerializer.of(player) == {"id": str(ID), "name": "Änne"}


# -- a member is declared in one place -----------------------------------------------------------------


class WeightSerializer(PartSerializer):
    """A part, and what it weighs: the whole of what has to be written for a new member."""

    weight = serializers.IntegerField(help_text="In grams.")


class WeightView(APIView):
    """Planted."""

    schema = AutoSchema()

    @extend_schema(responses=WeightSerializer)
    def get(self) -> None:
        """Something that is weighed."""


def test_a_member_that_is_declared_is_answered_and_described() -> None:
    heavy = Thing(ID, "anvil", "", AT, None, [])
    heavy.weight = 5000  # type: ignore[attr-defined]
    assert WeightSerializer.of(heavy) == {"id": str(ID), "title": "anvil", "weight": 5000}
    generator = SchemaGenerator(patterns=[path("weight/", WeightView.as_view())])
    described = generator.get_schema(request=None, public=True)["components"]["schemas"]["Weight"]
    assert list(described["properties"]) == ["id", "title", "weight"]
    assert described["properties"]["weight"] == {"type": "integer", "description": "In grams."}
    assert described["required"] == ["id", "title", "weight"]
