"""The query of every operation is held to the description: what it declares is read, and nothing else."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from tests.tournaments import dashboard

pytestmark = pytest.mark.django_db
SOMETHING = "00000000-0000-4000-8000-000000000000"
#: Of parameters that are any text, one that can be meant.
TEXTS = {"who": "dora", "at": "1", "place": "site", "season": "2026", "search": "a", "event": "cup"}


def operations() -> Iterator[tuple[str, str, dict[str, dict[str, Any]]]]:
    """Method, an address, and the parameters of the query of everything that is described."""
    paths: Any = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    for route, methods in paths.items():
        for method, operation in methods.items():
            parameters = operation.get("parameters", [])
            path = route
            for each in parameters:
                if each["in"] == "path":
                    filled = "1" if each["schema"]["type"] == "integer" else SOMETHING
                    path = path.replace(f"{{{each['name']}}}", filled)
            yield (
                method,
                path,
                {each["name"]: each["schema"] for each in parameters if each["in"] == "query"},
            )


staff = dashboard.organiser


def told_of(answer: Any) -> tuple[int, str | None]:
    """The status, and the parameter that is to blame."""
    return answer.status_code, answer.json().get("field") if answer.status_code == 400 else None


def accepted(name: str, schema: dict[str, Any]) -> list[str]:
    """Values that can be meant."""
    if "enum" in schema:
        return [str(each) for each in schema["enum"]]
    if schema["type"] == "boolean":
        return ["true", "false"]
    if schema["type"] == "integer":
        return [str(schema[bound]) for bound in ("minimum", "maximum") if bound in schema] or ["0", "1"]
    by_form = {"uuid": SOMETHING, "date": "2027-02-03", "date-time": "2026-11-21T20:15:00Z"}
    if schema.get("format") in by_form:
        return [by_form[schema["format"]]]
    return [TEXTS[name]]


def refused(schema: dict[str, Any]) -> list[str]:
    """Values that cannot."""
    if "enum" in schema or schema["type"] == "boolean" or schema.get("format"):
        return ["nope"]
    if schema["type"] == "integer":
        bounds = [schema.get("minimum", 0) - 1, *([schema["maximum"] + 1] if "maximum" in schema else [])]
        return ["x", "1.5", "²", *map(str, bounds)]
    return ["x" * (schema["maxLength"] + 1)] if "maxLength" in schema else []


def test_no_operation_takes_a_parameter_that_it_does_not_declare(staff: Client) -> None:
    asked = list(operations())
    assert len(asked) > 150
    wrong = []
    for method, path, declared in asked:
        for name in ("serach", *(f"{each}s" for each in declared)):
            answer = getattr(staff, method)(f"{path}?{name}=1")
            said = answer.json().get("messages", {"de": ""})["de"]
            if told_of(answer) != (400, name) or not all(each in said for each in declared):
                wrong.append(f"{method} {path}?{name}: {told_of(answer)}")
    assert wrong == []


def test_every_operation_takes_what_it_declares_and_refuses_what_cannot_be(staff: Client) -> None:
    wrong, tried = [], 0
    for method, path, declared in operations():
        if method != "get":
            continue
        needed = {"year": "2026"} if "year" in declared else {}
        for name, schema in declared.items():
            for value in accepted(name, schema):
                tried += 1
                answer = staff.get(path, {**needed, name: value})
                # Nothing is known of an event that there is not.
                if answer.status_code not in (200, 404) and told_of(answer) != (400, "event"):
                    wrong.append(f"{path}?{name}={value}: {told_of(answer)}")
            for value in refused(schema):
                tried += 1
                answer = staff.get(path, {**needed, name: value})
                if told_of(answer) != (400, name):
                    wrong.append(f"{path}?{name}={value:.9}: {told_of(answer)}")
    assert wrong == []
    assert tried > 400


@pytest.mark.parametrize(
    ("asked", "field", "there_is"),
    [
        ("players/?serach=x", "serach", "search"),
        ("games/?rules_name=mhd", "rules_name", "rules"),
        ("games/?rules=chess", "rules", "mhd"),
        ("games/?state=over", "state", "ended"),
        ("events/?format=chess", "format", "championship"),
        ("events/?status=nope", "status", "running"),
        ("events/?level=9", "level", "4"),
        ("titles/?level=9", "level", "4"),
        ("players/?limit=1000", "limit", "200"),
        ("players/?limit=5&limit=6", "limit", "2"),
        ("schema/?format=yaml", "format", "format"),
        ("seasons/?page=2", "page", "offset"),
    ],
)
def test_a_refusal_names_the_parameter_and_what_there_is(asked: str, field: str, there_is: str) -> None:
    answer = Client().get(f"/api/v1/{asked}")
    assert told_of(answer) == (400, field)
    assert answer["Content-Type"] == "application/problem+json"
    assert all(there_is in said for said in answer.json()["messages"].values())


def test_every_page_of_a_list_declares_how_long_it_may_be(db: None) -> None:
    description: Any = SchemaGenerator().get_schema(request=None, public=True)
    schemas = description["components"]["schemas"].items()
    pages = {
        name for name, each in schemas if {"next", "previous", "results"} <= set(each.get("properties", ()))
    }
    lists = {}
    for path, methods in description["paths"].items():
        content = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        answer = content.get("application/json", {}).get("schema", {}).get("$ref", "")
        if answer.rpartition("/")[2] in pages:
            declared = {each["name"]: each["schema"] for each in methods["get"].get("parameters", ())}
            lists[path] = (declared.get("limit", {}).get("maximum"), "offset" in declared)
    assert set(lists.values()) == {(200, True)}, lists
    assert len(lists) > 25


def test_a_stream_takes_no_other_parameters_than_the_list_at_its_address(staff: Client) -> None:
    for accepted in ("text/event-stream", "application/x-ndjson", "application/json"):
        answer = staff.get(f"/api/v1/games/{SOMETHING}/events/?scren=hall", headers={"accept": accepted})
        assert told_of(answer) == (400, "scren")


def test_the_format_of_an_event_is_not_the_form_of_an_answer(staff: Client) -> None:
    answer = staff.get("/api/v1/events/?format=league")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")


def test_the_interface_begins_with_all_addresses_that_name_nothing_in_particular(db: None) -> None:
    answer = Client().get("/api/v1/", headers={"host": "localhost"})
    found = answer.json()
    assert {"players", "games", "games/exciting", "events", "rule-sets", "docs", "schema"} <= set(found)
    assert found["games/exciting"] == "http://localhost/api/v1/games/exciting/"
    described: Any = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    plain = {path for path, methods in described.items() if "get" in methods and "{" not in path}
    of_interface = {f"http://localhost{path}" for path in plain if path.startswith("/api/v1/")}
    of_interface.remove("http://localhost/api/v1/")
    assert set(found.values()) - {found["docs"], found["schema"]} == of_interface
    assert {Client().get(url).status_code for url in found.values()} <= {200, 401}


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("/api/v1/players", "/api/v1/players/"),
        ("/api/v1/events/cup/standings", "/api/v1/events/cup/standings/"),
        ("/api/v1", "/api/v1/"),
        ("/api/v1/plyers", None),
        ("/api/v1/plyers/", None),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_address_without_its_last_slash_is_named(
    db: None, method: str, path: str, hint: str | None
) -> None:
    answer = getattr(Client(), method)(path)
    said = answer.json()["messages"].values()
    assert answer.status_code == 404
    assert all((f" {hint}:" in each) if hint else ("/api" not in each) for each in said)


@pytest.mark.parametrize(
    ("path", "types"),
    [
        ("players/", ["application/json"]),
        (f"games/{SOMETHING}/throws/", ["application/json", "application/x-ndjson"]),
    ],
)
def test_a_body_of_another_type_is_refused_with_the_types_that_are_read(
    staff: Client, path: str, types: list[str]
) -> None:
    answer = staff.post(f"/api/v1/{path}", "name=Emma", content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, answer.json()["field"]) == (415, "Content-Type")
    assert all(each in said for said in answer.json()["messages"].values() for each in types)
