"""What is described is what is answered: no member more, none less, and each of its type, at every address."""

from itertools import islice
from typing import Any

import jsonschema
import pytest
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from games.enums import Role
from games.streams.topics import Media
from tests.games.conftest import client_with
from tests.tournaments.letters import addresses, letters, send, site
from tournaments.players.update import count_due

pytestmark = [pytest.mark.django_db, pytest.mark.long]
API = "/api/v1/"


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    """The description, by which an answer has the members that are described and no others."""
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
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
    errors = jsonschema.Draft202012Validator({**schema, "components": description["components"]}).iter_errors(
        told
    )
    return [f"{'/'.join(map(str, each.path))}: {each.message[:200]}" for each in errors]


def test_what_is_read_is_answered_as_it_is_described(description: dict[str, Any]) -> None:
    there, client = site(), client_with(Role.OWNER, created_by="test")
    count_due(now=timezone.now())
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
