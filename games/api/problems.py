"""Errors of the REST interface as problem documents (RFC 9457), in the reader's language and in both.

``type`` is a stable URN; ``detail`` is in the language of the request, ``messages`` has German and
English; what else helps to put it right is beside them.
"""

import math
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.utils import OpenApiResponse
from rest_framework import exceptions, serializers
from rest_framework.exceptions import APIException
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import set_rollback

from games.answers import SaidSerializer, SeenPlayerSerializer
from games.api.fields import not_accepted
from games.api.serializers import EventSerializer, GameSerializer
from games.errors import BadRequest, RecordingError, Unreadable
from rules import RulesError, Text, Verbatim, languages

CONTENT_TYPE = "application/problem+json"
URN = "urn:rauswurf:problem:"

_TITLES = {
    "not-found": Text("Not found"),
    "not-authenticated": Text("Authentication required"),
    "permission-denied": Text("Not allowed"),
    "second-factor-required": Text("Second factor required"),
    "method-not-allowed": Text("Method not allowed"),
    "unreadable": Unreadable.title,
    "bad-value": BadRequest.title,
    "rules": Text("The rules do not allow this"),
    "too-many-requests": Text("Too many requests"),
    "error": Text("The request failed"),
    "streams-elsewhere": Text("No streams here"),
    "too-many-streams": Text("Too many streams"),
    "too-slow": Text("The request came too slowly"),
    "no-database": Text("The database does not answer"),
    "overloaded": Text("Too much to do at the moment"),
}
_DETAILS = {
    "not-found": Text("There is nothing at this address."),
    "not-authenticated": Text(
        "Send a valid access token (Authorization: Bearer …), or sign in; a valid link works too."
    ),
    "too-many-requests": Text("Too many requests in a minute; Retry-After says when to go on."),
    "method-not-allowed": Text("This address does not take that method; Allow lists those that it takes."),
    "unreadable": Text("This address does not write what you accept; see /api/v1/docs/."),
    "permission-denied": Text("This token or account may not do that."),
}
_KINDS: dict[type[APIException], str] = {
    exceptions.NotFound: "not-found",
    exceptions.NotAuthenticated: "not-authenticated",
    exceptions.AuthenticationFailed: "not-authenticated",
    exceptions.PermissionDenied: "permission-denied",
    exceptions.MethodNotAllowed: "method-not-allowed",
    exceptions.NotAcceptable: "unreadable",
    exceptions.Throttled: "too-many-requests",
}


class Problem(APIException):
    """A problem a view found: its kind, status and what to say."""

    def __init__(self, kind: str, status: int, message: Text, **details: Any) -> None:
        super().__init__(str(message))
        self.kind, self.status_code, self.message, self.details = kind, status, message, details


def document(kind: str, status: int, title: Text, message: Text, **details: Any) -> dict[str, Any]:
    """The members of a problem document."""
    language = get_language() or "en"
    return {
        "type": URN + kind,
        "title": title.of(language),
        "status": status,
        "detail": message.of(language),
        "messages": message.as_json(),
        **details,
    }


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Django REST framework's exception handler: every refusal as a problem document."""
    found = _described(_with_types(error, context))
    if found is None:
        return None
    set_rollback()
    response = Response(found, status=found["status"], content_type=CONTENT_TYPE)
    if isinstance(error, APIException):
        if challenge := getattr(error, "auth_header", None):
            response["WWW-Authenticate"] = challenge
        if wait := getattr(error, "wait", None):
            response["Retry-After"] = str(math.ceil(wait))
    return response


def _with_types(error: Exception, context: Mapping[str, Any]) -> Exception:
    """Of a body of a type that is not read: the types that are."""
    if not isinstance(error, exceptions.UnsupportedMediaType):
        return error
    types = ", ".join(parser.media_type for parser in context["view"].get_parsers())
    message = Text("Content-Type: this address reads {types}, and not what was sent", types=types)
    return Problem("unreadable", error.status_code, message, field="Content-Type")


def _described(error: Exception) -> dict[str, Any] | None:
    if isinstance(error, exceptions.ValidationError):
        said = (
            error.detail
            if isinstance(error.detail, dict)
            else {api_settings.NON_FIELD_ERRORS_KEY: error.detail}
        )
        error = not_accepted(dict.fromkeys(languages(), said))
    if isinstance(error, RecordingError):
        return document(error.kind, error.status, error.title, error.message, **_details(error.details))
    if isinstance(error, RulesError):
        field = {"field": error.field} if error.field else {}
        return document("rules", 422, _TITLES["rules"], error.message, **field)
    if isinstance(error, Problem):
        title = _TITLES.get(error.kind, _TITLES["error"])
        return document(error.kind, error.status_code, title, error.message, **error.details)
    if isinstance(error, Http404 | ObjectDoesNotExist):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, APIException):
        kind = _KINDS.get(type(error), "error")
        return document(
            kind, error.status_code, _TITLES[kind], _DETAILS.get(kind, Verbatim(str(error.detail)))
        )
    return None


def _details(details: dict[str, Any]) -> dict[str, Any]:
    """What a recording error says, in the words of the interface."""
    data = dict(details)
    if "game" in data:
        data["current"] = GameSerializer.of(data.pop("game"))
    if "missed" in data:
        data["missed"] = EventSerializer.each(data["missed"])
    return data


@csrf_exempt
def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """An address under /api/ that does not exist; where only its last slash is missing, it says so."""
    slashed = f"{request.path_info}/"
    message = _DETAILS["not-found"]
    if not request.path_info.endswith("/") and _is_address(slashed):
        message = Text(
            "There is nothing at this address, but at {address}: addresses end with a slash.", address=slashed
        )
    return refusal("not-found", 404, message)


def _is_address(path: str) -> bool:
    try:
        return resolve(path).func is not page_not_found
    except Resolver404:
        return False


def no_database() -> JsonResponse:
    """The answer while the database is away, or too busy: nothing is known to be recorded, a repeat is safe."""
    return refusal(
        "no-database", 503, Text("The database does not answer; try again in a moment."), {"Retry-After": "2"}
    )


def overloaded() -> JsonResponse:
    """The answer to a request that has waited too long for its turn: nothing was done, a repeat is safe."""
    return refusal(
        "overloaded",
        503,
        Text("More is asked than can be answered; nothing was done. Try again in a moment."),
        {"Retry-After": "5"},
    )


def broken() -> JsonResponse:
    """The answer to a request that has met a mistake of ours."""
    return refusal("error", 500, Text("This is our mistake; it has been logged."))


def permission_denied() -> JsonResponse:
    """Refuse with 403: the caller asks for something that is not theirs."""
    return refusal("permission-denied", 403, _DETAILS["permission-denied"])


def refusal_response(error: RecordingError | RulesError) -> JsonResponse:
    """The answer of a view outside of Django REST framework that was handed in what cannot be."""
    found = _described(error)
    assert found is not None
    return JsonResponse(found, status=found["status"], content_type=CONTENT_TYPE)


def too_many(seconds: int) -> JsonResponse:
    """The answer to who asks too often, and when to go on."""
    return refusal("too-many-requests", 429, _DETAILS["too-many-requests"], {"Retry-After": str(seconds)})


def refusal(
    kind: str, status: int, message: Text, headers: Mapping[str, str] | None = None, **details: Any
) -> JsonResponse:
    """The answer of a view outside of Django REST framework that refuses."""
    found = document(kind, status, _TITLES[kind], message, **details)
    return JsonResponse(found, status=status, content_type=CONTENT_TYPE, headers=headers)


class ProblemSerializer(serializers.Serializer[Any]):
    """A problem document (RFC 9457); which further members it has depends on its type."""

    type = serializers.CharField(help_text="`urn:rauswurf:problem:…`; it stays the same.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What is wrong, in the language of the request.")
    messages = SaidSerializer()
    field = serializers.CharField(required=False, help_text="The member or parameter that is wrong.")
    candidates = SeenPlayerSerializer(many=True, required=False, help_text="Who could be meant.")
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


def described_problem(description: str) -> OpenApiResponse:
    return OpenApiResponse(ProblemSerializer, description)


NOT_FOUND: dict[Any, Any] = {(404, CONTENT_TYPE): described_problem("There is no such thing.")}
PROBLEMS: dict[Any, Any] = {
    (400, CONTENT_TYPE): described_problem("A value is not possible."),
    (401, CONTENT_TYPE): described_problem("No token and no login."),
    (403, CONTENT_TYPE): described_problem("Not allowed."),
    **NOT_FOUND,
    (409, CONTENT_TYPE): described_problem(
        "Somebody was quicker, or the game is in another state; carries the present one."
    ),
    (422, CONTENT_TYPE): described_problem("The rules forbid it; says why and what would be legal."),
    (428, CONTENT_TYPE): described_problem("`expected` is missing."),
}
