"""What is answered is what is declared. That it is what is described: tests/tournaments/test_described_answers.py."""

from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from rest_framework import serializers

from games.answers import Answer, SaidSerializer, SeenPlayerSerializer
from rules import Literal


class PartSerializer(Answer):
    """A part of a thing."""

    id = serializers.UUIDField(source="pk")
    name = SaidSerializer(allow_null=True)


class ThingSerializer(PartSerializer):
    """A thing."""

    parts = PartSerializer(many=True)
    first = PartSerializer(allow_null=True)


ID = UUID(int=7)
PART: Any = SimpleNamespace(pk=ID, name=None)
THING: Any = SimpleNamespace(pk=ID, name=Literal(en="a thing", de="ein Ding"), parts=[PART])


def test_an_answer_has_the_members_that_are_declared_in_their_order() -> None:
    part = {"id": str(ID), "name": None}
    assert list(ThingSerializer.of(THING, first=PART).items()) == [
        ("id", str(ID)),
        ("name", {"en": "a thing", "de": "ein Ding"}),
        ("parts", [part]),
        ("first", part),
    ]
    assert ThingSerializer.of(THING, first=None)["first"] is None
    assert ThingSerializer.of(THING, first=part)["first"] == part, "written already"
    assert list(PartSerializer([PART, PART], many=True).data) == PartSerializer.each([PART, PART])


def test_a_member_that_nothing_gives_or_that_is_not_declared_is_an_error() -> None:
    with pytest.raises(AttributeError, match="first"):
        ThingSerializer.of(THING)
    with pytest.raises(TypeError, match="ThingSerializer declares no colour"):
        ThingSerializer.of(THING, first=None, colour="red")


def test_a_player_is_called_by_the_name_that_the_public_sees() -> None:
    player = SimpleNamespace(id=ID, shown_as="Änne", name="Anna")
    assert SeenPlayerSerializer.of(player) == {"id": str(ID), "name": "Änne"}
