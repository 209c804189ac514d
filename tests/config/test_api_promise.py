"""What breaks programs is found in the description of the interface, and told; what will be taken away is, too."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from config.api_promise import page
from config.api_promise.differences import differences
from games.answers import Answer
from games.api.deprecation import Deprecation, deprecated

pytestmark = pytest.mark.sqlite

OLD: dict[str, Any] = {
    "paths": {
        "/things/": {
            "get": {
                "operationId": "things_list",
                "security": [{}, {"token": []}],
                "parameters": [
                    {"in": "query", "name": "state", "schema": {"type": "string", "enum": ["on", "off"]}},
                    {"in": "query", "name": "page", "schema": {"type": "integer", "maximum": 100}},
                ],
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {
                                "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}}
                            }
                        }
                    },
                    "404": {},
                },
            },
            "post": {
                "operationId": "things_create",
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewThing"}}}
                },
                "responses": {"201": {}},
            },
        }
    },
    "components": {
        "schemas": {
            "Thing": {
                "type": "object",
                "properties": {
                    "id": {"type": "integer"},
                    "name": {"type": "string"},
                    "kind": {"type": "string", "enum": ["a", "b"]},
                    "inside": {"$ref": "#/components/schemas/Thing"},
                    "message": {"type": "string", "const": "thing"},
                },
                "required": ["id", "name"],
            },
            "NewThing": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "maxLength": 100},
                    "kind": {"type": "string", "enum": ["a", "b"]},
                    "size": {"oneOf": [{"type": "integer"}, {"type": "string"}]},
                    "inside": {"$ref": "#/components/schemas/NewThing"},
                    "count": {"type": "integer", "default": 1},
                },
                "required": ["name"],
            },
        }
    },
}


def changed(*steps: Any, to: Any = None, without: bool = False) -> dict[str, Any]:
    """The description with one thing otherwise."""
    new = copy.deepcopy(OLD)
    *way, last = steps
    place: Any = new
    for step in way:
        place = place[step]
    if without:
        place.pop(last)
    elif isinstance(last, str) and last == "+":
        place.append(to)
    else:
        place[last] = to
    return new


def or_null(name: str) -> dict[str, Any]:
    """That component or nothing."""
    return {"oneOf": [{"$ref": f"#/components/schemas/{name}"}, {"type": "null"}]}


LIST = ("paths", "/things/", "get")
POST = ("paths", "/things/", "post")
THING = ("components", "schemas", "Thing")
NEW = ("components", "schemas", "NewThing")
PARAMETERS = (*LIST, "parameters")

BREAKING = [
    (changed("paths", "/things/", "post", without=True), "POST /things/: operation removed"),
    (changed("paths", "/things/", without=True), "GET /things/: operation removed"),
    (changed(*LIST, "operationId", to="all"), "GET /things/: operationId things_list changed"),
    (changed(*LIST, "security", to=[{"token": []}]), "GET /things/: open access changed"),
    (changed(*LIST, "responses", "404", without=True), "GET /things/: status 404 removed"),
    (
        changed(*LIST, "responses", "200", "content", to={"text/csv": {}}),
        "GET /things/ 200: content type application/json removed",
    ),
    (changed(*PARAMETERS, 1, without=True), "GET /things/: parameter page (query) removed"),
    (
        changed(*PARAMETERS, "+", to={"in": "query", "name": "day", "required": True}),
        "GET /things/: required parameter day (query) added",
    ),
    (changed(*PARAMETERS, 0, "required", to=True), "GET /things/: optional parameter state (query) changed"),
    (
        changed(*PARAMETERS, 0, "schema", "enum", to=["on"]),
        "GET /things/ parameter state (query): value off removed",
    ),
    (
        changed(*PARAMETERS, 1, "schema", "maximum", to=50),
        "GET /things/ parameter page (query): maximum 100 → 50 changed",
    ),
    (changed(*THING, "properties", "name", without=True), "Thing as answered: member name removed"),
    (changed(*THING, "required", to=["id"]), "Thing as answered: member name, always there, changed"),
    (
        changed(*THING, "properties", "id", "type", to="string"),
        "Thing as answered.id: type integer → string changed",
    ),
    (
        changed(*THING, "properties", "id", "type", to=["integer", "null"]),
        "Thing as answered.id: type integer → integer/null changed",
    ),
    (
        changed(*THING, "properties", "id", "format", to="int64"),
        "Thing as answered.id: format None → int64 changed",
    ),
    (changed(*POST, "requestBody", "required", to=True), "POST /things/ request: optional body changed"),
    (changed(*NEW, "properties", "kind", without=True), "NewThing as sent: member kind removed"),
    (changed(*NEW, "required", to=["name", "kind"]), "NewThing as sent: optional member kind changed"),
    (changed(*NEW, "properties", "kind", "enum", to=["a"]), "NewThing as sent.kind: value b removed"),
    (
        changed(*NEW, "properties", "name", "maxLength", to=10),
        "NewThing as sent.name: maxLength 100 → 10 changed",
    ),
    (
        changed(*NEW, "properties", "name", "minLength", to=1),
        "NewThing as sent.name: minLength None → 1 changed",
    ),
    (
        changed(*NEW, "properties", "name", "pattern", to="^a"),
        "NewThing as sent.name: pattern None → ^a changed",
    ),
    (
        changed(*NEW, "properties", "size", "oneOf", to=[{"type": "integer"}]),
        "NewThing as sent.size: variant string removed",
    ),
    (
        changed(*THING, "properties", "message", "const", to="stuff"),
        "Thing as answered.message: const thing → stuff changed",
    ),
    (
        changed(*THING, "properties", "inside", to=or_null("Thing")),
        "Thing as answered.inside: variant null added",
    ),
    (
        changed(*NEW, "properties", "count", "default", to=2),
        "NewThing as sent.count: default 1 → 2 changed",
    ),
    (changed(*NEW, "additionalProperties", to=False), "NewThing as sent: further members changed"),
]
HARMLESS = [
    (changed("paths", "/more/", to={"get": OLD["paths"]["/things/"]["get"]}), "GET /more/: operation added"),
    (
        changed(*PARAMETERS, "+", to={"in": "query", "name": "day"}),
        "GET /things/: parameter day (query) added",
    ),
    (changed(*LIST, "responses", "429", to={}), "GET /things/: status 429 added"),
    (changed(*LIST, "deprecated", to=True), "GET /things/: operation deprecated"),
    (changed(*THING, "properties", "size", to={}), "Thing as answered: member size added"),
    (
        changed(*THING, "properties", "name", "deprecated", to=True),
        "Thing as answered.name: it is deprecated",
    ),
    (
        changed(*THING, "properties", "kind", "enum", to=["a", "b", "c"]),
        "Thing as answered.kind: value c added",
    ),
    (changed(*NEW, "properties", "day", to={}), "NewThing as sent: member day added"),
    (changed(*NEW, "properties", "kind", "enum", to=["a", "b", "c"]), "NewThing as sent.kind: value c added"),
    (
        changed(*NEW, "properties", "name", "maxLength", to=200),
        "NewThing as sent.name: maxLength 100 → 200 changed",
    ),
    (
        changed(*THING, "properties", "inside", "deprecated", to=True),
        "Thing as answered.inside: it is deprecated",
    ),
    (
        changed(*NEW, "properties", "inside", to=or_null("NewThing")),
        "NewThing as sent.inside: variant null added",
    ),
    (
        changed(*NEW, "properties", "name", "default", to="x"),
        "NewThing as sent.name: default None → x changed",
    ),
    (
        changed(*NEW, "properties", "name", "type", to=["string", "null"]),
        "NewThing as sent.name: type string → null/string changed",
    ),
]


@pytest.mark.parametrize(("new", "told"), BREAKING, ids=[told for _, told in BREAKING])
def test_a_change_that_breaks_programs_is_found(new: dict[str, Any], told: str) -> None:
    found = {str(each): each.is_breaking for each in differences(OLD, new)}
    assert found.get(told) is True, found


@pytest.mark.parametrize(("new", "told"), HARMLESS, ids=[told for _, told in HARMLESS])
def test_a_change_that_breaks_nobody_is_told_as_such(new: dict[str, Any], told: str) -> None:
    assert {str(each): each.is_breaking for each in differences(OLD, new)} == {told: False}


def test_a_new_required_member_of_a_request_breaks_programs() -> None:
    new = changed(*NEW, "properties", "day", to={"type": "string"})
    new["components"]["schemas"]["NewThing"]["required"].append("day")
    (found,) = differences(OLD, new)
    assert (str(found), found.is_breaking) == ("NewThing as sent: required member day added", True)


def test_the_same_is_no_difference() -> None:
    assert differences(OLD, copy.deepcopy(OLD)) == []


def test_a_reference_that_is_given_words_of_its_own_is_no_difference() -> None:
    new = changed(*THING, "properties", "inside", to={"allOf": [{"$ref": "#/components/schemas/Thing"}]})
    assert differences(OLD, new) == differences(new, OLD) == []


# -- the interface itself ------------------------------------------------------------------------------


def test_nothing_breaks_programs_without_a_reason() -> None:
    found = page.since_release()
    wrong = [str(each) for each in page.unexplained(found, page.meant())]
    assert not wrong, "give each a reason in config/api_promise/breaking.json, or let it be as it was"
    stale = page.meant().keys() - {str(each) for each in found if each.is_breaking}
    assert not stale, "these are no differences any more: take them out of config/api_promise/breaking.json"


def test_the_page_of_changes_is_what_the_descriptions_of_today_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = page.PAGE.read_text(encoding="utf-8")
    monkeypatch.setattr(page, "PAGE", tmp_path / "page.md")
    page.PAGE.write_text(kept, encoding="utf-8")
    page.write_page()
    assert page.PAGE.read_text(encoding="utf-8") == kept, "run `make api-changes`"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any]], Path]:
    """The files of the promise in another folder, and another interface."""

    def is_now(described: dict[str, Any]) -> Path:
        monkeypatch.setattr(page, "described", lambda: described)
        return tmp_path / "page.md"

    for name in ("RELEASED", "BREAKING"):
        monkeypatch.setattr(page, name, tmp_path / f"{name}.json")
    monkeypatch.setattr(page, "PAGE", tmp_path / "page.md")
    page.keep_release("one", OLD)
    page.BREAKING.write_text("{}", encoding="utf-8")
    return is_now


def test_a_planted_change_that_breaks_programs_fails_until_it_has_a_reason(
    elsewhere: Callable[[dict[str, Any]], Path],
) -> None:
    new, told = BREAKING[0]
    written = elsewhere(new)
    with pytest.raises(CommandError, match=re.escape(told)):
        call_command("api_changes")
    assert not written.exists()
    page.BREAKING.write_text(f'{{"{told}": "it let everybody in"}}', encoding="utf-8")
    call_command("api_changes")
    assert "**Breaking**\n\n* `POST /things/`: operation removed: it let everybody in" in written.read_text()


def test_a_release_keeps_what_changed_before_it_and_begins_anew(
    elsewhere: Callable[[dict[str, Any]], Path],
) -> None:
    written = elsewhere(HARMLESS[4][0])
    call_command("api_changes", release="two")
    text = written.read_text(encoding="utf-8")
    assert text.index("## Since two\n\nNothing.") < text.index(page.EARLIER) < text.index("## two\n")
    assert "* `Thing as answered`: member size" in text
    assert page.released()[0] == "two"
    call_command("api_changes")
    assert written.read_text(encoding="utf-8") == text


# -- what will be taken away ---------------------------------------------------------------------------

GOES = Deprecation(since=date(2026, 12, 1), instead="ask for `new/`")


class Planted(Answer):
    """A planted answer."""

    name = serializers.CharField()
    title = serializers.CharField()

    deprecated_members = {"title": Deprecation(since=date(2026, 12, 1), instead="`name`")}


class PlantedView(APIView):
    authentication_classes: list[Any] = []
    permission_classes: list[Any] = []
    throttle_classes: list[Any] = []

    @extend_schema(responses=Planted)
    @deprecated(GOES)
    def get(self, request: Request) -> Response:
        """A planted operation."""
        return Response({"name": "x", "title": "x"})

    @extend_schema(request=None, responses=Planted)
    def post(self, request: Request) -> Response:
        """One that stays."""
        return Response({})


def test_what_is_deprecated_says_so_by_headers() -> None:
    factory, view = APIRequestFactory(), PlantedView.as_view()
    answer = view(factory.get("/"))
    assert answer["Deprecation"] == "@1796083200"
    assert answer["Sunset"] == "Wed, 01 Dec 2027 00:00:00 GMT"
    assert 'rel="deprecation"' in answer["Link"]
    assert "Deprecation" not in view(factory.post("/"))


def test_what_is_deprecated_says_so_in_the_description() -> None:
    patterns = [path("api/v1/old/", PlantedView.as_view())]
    schema = SchemaGenerator(patterns=patterns).get_schema(request=None, public=True)
    (operations,) = schema["paths"].values()
    assert operations["get"]["deprecated"] is True
    assert "taken away on 2027-12-01: ask for `new/`" in operations["get"]["description"]
    assert "deprecated" not in operations["post"]
    members = schema["components"]["schemas"]["Planted"]["properties"]
    assert (members["title"]["deprecated"], "deprecated" in members["name"]) == (True, False)


def test_nothing_is_taken_away_within_a_year() -> None:
    with pytest.raises(ValueError, match="2027-12-01 at the earliest"):
        Deprecation(since=date(2026, 12, 1), instead="", sunset=date(2027, 11, 30))
