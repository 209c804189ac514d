"""The description of the interface is complete, and such that programs which generate clients can read it."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import drf_spectacular.validation
import jsonschema
import jsonschema_rs
import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.models import Game
from tests.openapi import committed

#: What generators of clients can send and read.
SENT = {"application/json"}
READ = {"application/json", "application/octet-stream", "application/problem+json"}


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return committed()


def operations(description: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def test_it_is_openapi_with_one_id_for_each_operation(description: dict[str, Any]) -> None:
    # Written in Rust: the validator of drf-spectacular takes seconds for it.
    specification = Path(drf_spectacular.validation.__file__).with_name("openapi_3_1_schema.json")
    validator = jsonschema_rs.validator_for(json.loads(specification.read_text(encoding="utf-8")))
    assert list(validator.iter_errors(description)) == []
    ids = Counter(operation["operationId"] for _, operation in operations(description))
    assert [found for found, times in ids.items() if times > 1] == []


def test_every_operation_has_a_short_summary_of_its_own(description: dict[str, Any]) -> None:
    summaries = {which: operation["summary"] for which, operation in operations(description)}
    assert [which for which, said in summaries.items() if not 0 < len(said) <= 90] == []
    assert [said for said, times in Counter(summaries.values()).items() if times > 1] == []
    assert not any("docs/" in said for said in summaries.values())


def test_every_body_has_an_example_that_fits_it(description: dict[str, Any]) -> None:
    wrong = []
    for which, operation in operations(description):
        for content in operation.get("requestBody", {"content": {}})["content"].values():
            schema = {**content["schema"], "components": description["components"]}
            if "example" not in content:
                wrong.append(f"{which}: no example")
            elif errors := list(jsonschema.Draft202012Validator(schema).iter_errors(content["example"])):
                wrong.append(f"{which}: {errors[0].message}")
    assert wrong == []


def test_nothing_is_described_that_generated_clients_cannot_send_or_read(description: dict[str, Any]) -> None:
    wrong = []
    for which, operation in operations(description):
        if not set(operation.get("requestBody", {"content": {}})["content"]) <= SENT:
            wrong.append(f"{which}: its body")
        for status, answer in operation["responses"].items():
            kinds = set(answer.get("content", {}))
            if kinds and not (kinds & READ or any(kind.startswith("text/") for kind in kinds)):
                wrong.append(f"{which}: {status}")
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "header" and parameter["schema"].get("format") == "uuid":
                wrong.append(f"{which}: {parameter['name']} is no text")
    assert wrong == []
    assert [server["url"] for server in description["servers"]] == ["/"]


def test_what_is_only_read_is_not_asked_for_and_what_is_only_written_not_answered(
    description: dict[str, Any],
) -> None:
    schemas = description["components"]["schemas"]
    assert set(schemas["PlayerRequest"]["properties"]) == {"name", "nickname", "born", "new"}
    assert set(schemas["Player"]["properties"]) == {"id", "name", "nickname"}


def test_the_messages_of_streams_are_described_with_what_they_carry(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    told = {
        name: (each["properties"]["message"]["const"], each["properties"]["data"]["$ref"].rpartition("/")[2])
        for name, each in schemas.items()
        if name.endswith("Message") and "properties" in each
    }
    assert told == {
        "GameStateMessage": ("state", "Game"),
        "GameEventMessage": ("event", "Event"),
        "GameChancesMessage": ("chances", "Chances"),
        "EventStateMessage": ("state", "EventNews"),
        "EventStandingsMessage": ("standings", "EventNews"),
        "EndMessage": ("end", "LastNumber"),
        "ResyncMessage": ("resync", "LastNumber"),
    }


@pytest.mark.django_db
def test_ndjson_is_taken_for_throws_and_nowhere_else(game: Game, writer: APIClient) -> None:
    kind, line = "application/x-ndjson", '{"die": 1, "expected": 2}\n'
    assert writer.generic("POST", f"/api/v1/games/{game.pk}/throws/", line, kind).status_code == 201
    assert writer.generic("POST", "/api/v1/games/", line, kind).status_code == 415
    # A die alone stands for a throw without a move, as in records.
    several = '{"die": 1, "move": "1", "expected": 3}\n\n{"die": 1, "move": "1"}\n'
    done = writer.generic("POST", f"/api/v1/games/{game.pk}/throws/", several, kind).json()
    assert [event["payload"] for event in done["events"]] == [{"die": 1, "move": None}] * 2
    answer = writer.generic("POST", f"/api/v1/games/{game.pk}/throws/", several + '{"die": 1, "die"', kind)
    assert (answer.status_code, answer.json()["detail"].partition(":")[0]) == (400, "line 4")


@pytest.mark.django_db
def test_problems_have_no_members_but_those_that_are_described(
    game: Game, writer: APIClient, description: dict[str, Any], client: Client
) -> None:
    schema = {**description["components"]["schemas"]["Problem"], "additionalProperties": False}
    whole = {**schema, "components": description["components"]}
    address = f"/api/v1/games/{game.pk}"
    answers: list[Any] = [
        writer.post(f"{address}/throws/", {"die": 6, "move": "6:1-7", "expected": game.number}),
        writer.post(f"{address}/throws/", {"die": 6, "move": "6:B-A", "expected": 0}),
        writer.post(f"{address}/throws/", [{"die": 6}, {"dice": 6}]),
        writer.post(f"{address}/start/", {"starter": "red"}),
        writer.post("/api/v1/seasons/", {}),
        writer.post("/api/v1/games/", {"rules": "mhd", "seats": [], "more": 1}),
        client.post(f"{address}/throws/", {}, content_type="application/json"),
        client.get("/api/v1/players/?limit=x"),
        client.get("/api/v1/games/1/"),
    ]
    for answer in answers:
        problem = answer.json()
        assert answer.status_code >= 400, problem
        assert problem["type"].startswith("urn:rauswurf:problem:")
        errors = list(jsonschema.Draft202012Validator(whole).iter_errors(problem))
        assert errors == [], problem
