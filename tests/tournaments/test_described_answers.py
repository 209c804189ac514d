"""What is described is what is answered: no member more, none less, and each of its type, at every address."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import jsonschema
import pytest
from django.test import Client

from games.enums import Role
from games.streams.topics import Media
from tests.games.conftest import client_with
from tests.openapi import committed
from tests.tournaments import dashboard
from tests.tournaments.letters import addresses, letters, send, site
from tournaments.players.update import count_due

pytestmark = [pytest.mark.django_db, pytest.mark.long]
API = "/api/v1/"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
FORMS = jsonschema.FormatChecker(formats=())
FORMS.checks("date-time")(lambda told: told is None or bool(MOMENT.fullmatch(told)))


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    """The description, by which an answer has the members that are described and no others."""
    found: dict[str, Any] = committed()
    for schema in found["components"]["schemas"].values():
        if "properties" in schema:
            written = {name for name, each in schema["properties"].items() if each.get("writeOnly")}
            schema["properties"] = {k: v for k, v in schema["properties"].items() if k not in written}
            schema["required"] = [name for name in schema.get("required", ()) if name not in written]
            schema.setdefault("additionalProperties", False)
    return found


def wrong(description: dict[str, Any], route: str, method: str, answer: Any) -> list[str]:
    """In what an answer is not as it is described."""
    described = description["paths"][route][method]["responses"].get(str(answer.status_code))
    if described is None:
        return [f"{method} {route}: {answer.status_code} is not described"]
    if not answer.content or not answer["Content-Type"].startswith("application/json"):
        return []
    schema = described["content"]["application/json"]["schema"]
    return [f"{method} {route}: {each}" for each in misfits(description, schema, answer.json())]


def misfits(description: dict[str, Any], schema: Any, told: Any) -> list[str]:
    """Where something told does not fit a schema."""
    whole = {**schema, "components": description["components"]}
    errors = jsonschema.Draft202012Validator(whole, format_checker=FORMS).iter_errors(told)
    return [f"{'/'.join(map(str, each.path))}: {each.message[:200]}" for each in errors]


def test_what_is_read_is_answered_as_it_is_described(description: dict[str, Any]) -> None:
    there, client = site(), client_with(Role.OWNER, created_by="test")
    count_due()
    routes = [
        route for route, ways in description["paths"].items() if route.startswith(API) and "get" in ways
    ]
    answered, found = set(), []
    for route in routes:
        for address in addresses(there, route):
            answer = client.get(f"{API}{address}")
            if answer.status_code == 200:
                answered.add(route)
                found += wrong(description, route, "get", answer)
    assert not found, "\n".join(sorted(set(found)))
    # The rest has nothing to tell of this site.
    assert len(answered) > len(routes) - 10, set(routes) - answered


def test_what_is_written_is_answered_as_it_is_described(description: dict[str, Any]) -> None:
    there, client = site(), client_with(Role.OWNER, created_by="test")
    taken, found = 0, []
    for letter in letters(there):
        answer = send(client, letter, letter.body)
        if answer.status_code < 300:
            taken += 1
            found += wrong(description, f"{API}{letter.route}", letter.method, answer)
    assert not found, "\n".join(sorted(set(found)))
    # A few letters are only taken once another has been.
    assert taken > 50


def test_each_form_that_is_described_is_answered_to_whoever_accepts_no_other(
    description: dict[str, Any],
) -> None:
    there, client = site(), client_with(Role.OWNER, created_by="test")
    told, wrong_ones = set(), []
    for route, ways in description["paths"].items():
        described = ways.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        # Streams are told by another process.
        for form in described.keys() - {media.value for media in Media}:
            for address in islice(addresses(there, route), 1):
                whole = address if address.startswith("/") else f"{API}{address}"
                answer = client.get(whole, headers={"accept": form})
                is_announced = answer.status_code == 200
                told |= {form} if is_announced else set()
                if answer.status_code == 406 or (
                    is_announced and not answer["Content-Type"].startswith(form)
                ):
                    wrong_ones.append(f"{form} of {route}: {answer.status_code} {answer['Content-Type']}")
    assert not wrong_ones, "\n".join(wrong_ones)
    assert {"application/json", "text/plain", "text/csv", "application/pdf", "text/calendar"} <= told


def test_a_member_too_many_or_too_few_is_found(description: dict[str, Any]) -> None:
    """Planted."""
    player = {"$ref": "#/components/schemas/SeenPlayer"}
    data = {"id": "6bd2f0a0-0000-4000-8000-000000000000", "name": "Anna"}
    assert misfits(description, player, data) == []
    assert misfits(description, player, {**data, "born": "2001-01-01"}) != []
    assert misfits(description, player, {"id": data["id"]}) != []


def test_a_moment_that_does_not_end_with_z_is_found(description: dict[str, Any]) -> None:
    """Planted."""
    clock = {"$ref": "#/components/schemas/ClockState"}
    assert misfits(description, clock, {"since": "2026-11-21T20:15:00.000Z"}) == []
    assert misfits(description, clock, {"since": None}) == []
    assert misfits(description, clock, {"since": "2026-11-21T20:15:00.000+00:00"}) != []


SOMETHING = "00000000-0000-4000-8000-000000000000"
#: Of parameters that are any text, one that can be meant.
TEXTS = {"who": "dora", "at": "1", "place": "site", "season": "2026", "search": "a", "event": "cup"}


def operations() -> Iterator[tuple[str, str, dict[str, dict[str, Any]]]]:
    """Method, an address, and the parameters of the query of everything that is described."""
    paths: Any = committed()["paths"]
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
    assert len(asked) > 140
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
                # Nothing is known of an event or a season that there is not.
                is_unknown = told_of(answer) in ((400, "event"), (400, "season"))
                if answer.status_code not in (200, 404) and not is_unknown:
                    wrong.append(f"{path}?{name}={value}: {told_of(answer)}")
            for value in refused(schema):
                tried += 1
                answer = staff.get(path, {**needed, name: value})
                if told_of(answer) != (400, name):
                    wrong.append(f"{path}?{name}={value:.9}: {told_of(answer)}")
    assert wrong == []
    assert tried > 400


def test_every_page_of_a_list_declares_how_long_it_may_be(db: None) -> None:
    description: Any = committed()
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
    assert len(lists) > 20


def test_the_interface_begins_with_all_addresses_that_name_nothing_in_particular(db: None) -> None:
    answer = Client().get("/api/v1/", headers={"host": "localhost"})
    found = answer.json()
    assert {"players", "games", "events", "rule-sets", "docs", "schema"} <= set(found)
    assert found["rule-sets"] == "http://localhost/api/v1/rule-sets/"
    described: Any = committed()["paths"]
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
