"""Refusals as the description of the REST interface shows them."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

from games.answers import SaidSerializer
from games.api.problems import CONTENT_TYPE
from games.api.serializers import EventSerializer, GameSerializer


class NamesakeSerializer(serializers.Serializer[Any]):
    """A player whom a typed name could mean."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """A problem document (RFC 9457); which further members it has depends on its type."""

    type = serializers.CharField(help_text="`urn:rauswurf:problem:…`; it stays the same.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What is wrong, in the language of the request.")
    messages = SaidSerializer()
    field = serializers.CharField(required=False, help_text="The member or parameter that is wrong.")
    candidates = NamesakeSerializer(many=True, required=False, help_text="Who could be meant.")
    errors = serializers.JSONField(  # type: ignore[assignment]  # declared fields leave the class
        required=False, help_text="What is wrong with each field, in every language."
    )
    index = serializers.IntegerField(required=False, help_text="Of the throw in the batch, from 0.")
    most = serializers.IntegerField(required=False, help_text="Bytes that a request may have.")
    current = GameSerializer(required=False, help_text="The game as it is now.")
    missed = EventSerializer(many=True, required=False, help_text="What you do not know yet.")
    state = serializers.CharField(required=False, help_text="In which it cannot be done.")
    number = serializers.IntegerField(
        required=False, help_text="Of the event that has the id, or of the last."
    )
    request = serializers.CharField(required=False, help_text="For which the key was used.")
    paragraph = serializers.CharField(required=False, help_text="Of the rule book.")
    legal = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The legal moves; empty: none."
    )
    position = serializers.CharField(required=False, help_text="On which the throw is illegal.")
    faces = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="What the die has."
    )
    roll = serializers.IntegerField(required=False, help_text="Number of the roll.")
    die = serializers.IntegerField(required=False, help_text="What was rolled.")
    due = serializers.CharField(required=False, allow_null=True, help_text="The colour that is due to start.")
    to_throw = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The colours that throw for the start."
    )
    throws = serializers.IntegerField(required=False, help_text="How many are recorded.")
    recorded_by = serializers.CharField(required=False)
    line = serializers.IntegerField(required=False)
    column = serializers.IntegerField(required=False)
    written = serializers.CharField(required=False, allow_null=True, help_text="What the text has there.")
    recorded = serializers.CharField(required=False, allow_null=True, help_text="What the log has there.")
    roles = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="One of them would be needed,"
    )
    places = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="in one of these places."
    )
    event = serializers.CharField(required=False, help_text="The event that decides it.")
    mark = serializers.CharField(required=False, help_text="The present version.")


def _problem(description: str) -> OpenApiResponse:
    return OpenApiResponse(ProblemSerializer, description)


NOT_FOUND: dict[Any, Any] = {(404, CONTENT_TYPE): _problem("There is no such thing.")}
PROBLEMS: dict[Any, Any] = {
    (400, CONTENT_TYPE): _problem("A value is not possible."),
    (401, CONTENT_TYPE): _problem("No token and no login."),
    (403, CONTENT_TYPE): _problem("Not allowed."),
    **NOT_FOUND,
    (409, CONTENT_TYPE): _problem(
        "Somebody was quicker, or the game is in another state; carries the present one."
    ),
    (422, CONTENT_TYPE): _problem("The rules forbid it; says why and what would be legal."),
    (428, CONTENT_TYPE): _problem("`expected` is missing."),
}
