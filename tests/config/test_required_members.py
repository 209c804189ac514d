"""What a request needs stands in the reference: nobody has to learn it from refusals."""

from __future__ import annotations

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.servers import ROOT

#: Operation → page of the reference, what its row or sentence there begins with, and what is required, by hand.
NEEDED: dict[str, tuple[str, str, set[str]]] = {
    "players/": ("api", "| `GET /players/?search", {"name"}),
    "games/": ("api", "| `POST /games/`", {"rules", "seats"}),
    "games/{id}/throws/": ("api", "A throw is `{", {"die"}),
    "rules/moves/": ("api", "Required are `rules`", {"rules", "seats", "position"}),
    "seasons/": ("events", "| `GET`, `POST /api/v1/seasons/`", {"slug", "name", "starts_on", "ends_on"}),
    "events/": (
        "events",
        "| `GET`, `POST /api/v1/events/`",
        {"season", "slug", "name", "format", "rules", "starts_on"},
    ),
    "events/{slug}/entries/": ("events", "| `GET`, `POST …/{slug}/entries/`", {"player"}),
    "events/{slug}/entries/{key}/leave/": ("events", "| `POST …/entries/{key}/leave/`", {"reason"}),
    "events/{slug}/draws/": ("events", "| `GET`, `POST …/{slug}/draws/`", set()),
    "events/{slug}/draws/{subject}/void/": ("events", "| `POST …/draws/{subject}/void/`", {"reason"}),
    "events/{slug}/games/": ("events", "| `GET`, `POST …/{slug}/games/`", set()),
    "events/{slug}/results/": ("events", "| `POST …/{slug}/results/`", {"number"}),
    "events/{slug}/games/{number}/board/": ("events", "| `POST …/games/{number}/board/`", {"board"}),
    "events/{slug}/games/{number}/forfeit/": (
        "events",
        "| `POST …/games/{number}/forfeit/`",
        {"absent", "reason"},
    ),
    "events/{slug}/hold/": ("events", "| `POST …/{slug}/hold/`", {"hold", "reason"}),
    "events/{slug}/webhooks/": (
        "webhooks",
        "| `GET`, `POST /api/v1/events/{slug}/webhooks/`",
        {"url", "kinds"},
    ),
}


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def required(described: dict[str, Any], operation: str) -> set[str]:
    body = described["paths"][f"/api/v1/{operation}"]["post"].get("requestBody")
    schema = body["content"]["application/json"]["schema"]
    while "properties" not in schema:
        schema = schema["oneOf"][0] if "oneOf" in schema else schema
        if "$ref" in schema:
            schema = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return set(schema.get("required", ()))


@pytest.mark.parametrize("operation", NEEDED)
def test_what_a_request_needs_is_said_where_it_is_described(
    described: dict[str, Any], operation: str
) -> None:
    page, beginning, needed = NEEDED[operation]
    assert required(described, operation) == needed
    text = (ROOT / f"docs/reference/{page}.md").read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith(beginning)]
    said = line.replace('"', "`")
    assert {member for member in needed if f"`{member}`" not in said} == set()
    assert "require" in line.lower() or "needs" in line


def test_the_members_of_a_game_that_is_due_are_called_as_they_are(described: dict[str, Any]) -> None:
    schema = described["components"]["schemas"]["NextGame"]
    text = (ROOT / "docs/reference/events.md").read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith("| `next_games` |")]
    assert {member for member in schema["properties"] if f"`{member}`" not in line} - {"name"} == set()
