"""Whatever is written to any door is taken or refused in our words: nothing breaks, a refusal changes nothing."""

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from games.enums import Role
from games.models import Player
from tests.games.conftest import PAIRS, client_with
from tests.tournaments.conftest import new_event
from tests.tournaments.event_state import undone
from tests.tournaments.letters import Letter, Site, letters, members, otherwise, send, site
from tournaments.models import Event, Season

pytestmark = [pytest.mark.django_db, pytest.mark.long]
#: What programs and databases stumble over; of each member of a letter one after the other, so that all are tried.
ODD = [
    "a\x00b",
    "a\ud800b",
    10**30,
    1.5,
    True,
    None,
    "x" * 3000,
    ["a"],
    {"a": 1},
    "0001-01-01",
    "9999-12-31T23:59:59-12:00",
]


@pytest.fixture
def there(db: None) -> Site:
    return site()


@pytest.fixture
def owner(db: None) -> APIClient:
    """A client that may do everything; an exception of the site is an exception here."""
    client = client_with(Role.OWNER, created_by="test")
    client.raise_request_exception = True
    return client


def rows() -> dict[str, int]:
    """How many rows there are of everything."""
    rooms = ("games", "tournaments")
    models = [model for room in rooms for model in apps.get_app_config(room).get_models()]
    return {model._meta.label: model._default_manager.count() for model in models}


def test_for_every_way_to_write_there_is_a_letter(there: Site) -> None:
    described = {
        (method, path.removeprefix("/api/v1/"))
        for path, ways in SchemaGenerator().get_schema(public=True)["paths"].items()
        for method in ways
        if method not in ("get", "head")
    }
    assert {(letter.method, letter.route) for letter in letters(there)} == described


@pytest.mark.both_databases
def test_nothing_that_is_written_breaks_the_site_or_is_half_done(there: Site, owner: APIClient) -> None:
    before, turn = rows(), 0
    for letter in letters(there):
        for way in [(), *members(letter.body)]:
            value = ODD[turn % len(ODD)]
            turn += 1
            body = otherwise(letter.body, way, value) if way else value
            with undone():
                answer = send(owner, letter, body)
                assert answer.status_code < 500
            if answer.status_code >= 400:
                assert answer["Content-Type"] == "application/problem+json", (letter, way, value)
                assert set(answer.json()["messages"]) == {"en", "de"}
    assert turn > 200
    assert rows() == before


@pytest.mark.both_databases
@pytest.mark.parametrize("odd", ["a\x00b", "a\ud800b"])
def test_a_character_that_no_text_can_hold_is_refused_with_its_place(owner: APIClient, odd: str) -> None:
    answer = send(owner, Letter("post", "players/", "players/"), {"name": "Anna", "nickname": odd})
    data = answer.json()
    assert (answer.status_code, data["field"]) == (400, "nickname")
    assert data["messages"]["de"].startswith("nickname: U+")
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "Anna", "name": "Bert"}',
        '{"name": "Anna", "nickname": NaN}',
        '{"name": 1e400}',
        '{"name": ' + "9" * 5000 + "}",
        '{"name": ' + "[" * 100 + "]" * 100 + "}",
        "[" * 100_000,
        b'{"name": "\xff"}',
    ],
)
def test_what_can_be_read_in_two_ways_or_in_none_is_not_read(owner: APIClient, text: str | bytes) -> None:
    sent: Any = text
    answer = owner.generic("POST", "/api/v1/players/", sent, "application/json")
    data = answer.json()
    assert (answer.status_code, data["type"].rsplit(":", 1)[-1]) == (400, "unreadable")
    assert data["messages"]["en"] != data["messages"]["de"]
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("events/cup/", {"setings": {"wins": 3}}, "setings"),
        ("events/cup/", {"ranked": "false"}, "ranked"),
        ("events/cup/", {"forecasts": 0}, "forecasts"),
        ("events/cup/", {"level": "2"}, "level"),
        ("events/cup/", {"seconds_per_throw": "20"}, "seconds_per_throw"),
        ("events/cup/", {"seconds_per_throw": True}, "seconds_per_throw"),
        ("events/cup/", {"starts_on": "0001-01-01"}, "starts_on"),
        ("events/cup/", {"starts_on": "9999-12-31"}, "starts_on"),
    ],
)
def test_what_was_hardly_meant_so_changes_nothing(
    season: Season, owner: APIClient, path: str, body: dict[str, Any], field: str
) -> None:
    new_event(season)
    before = Event.objects.values().get(slug="cup")
    answer = owner.patch(f"/api/v1/{path}", body)
    data = answer.json()
    assert (answer.status_code, data.get("field") or next(iter(data["errors"]))) == (400, field)
    assert Event.objects.values().get(slug="cup") == before


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("games/", {"startr": "yellow"}, "startr"),
        ("games/", {"starter": None, "trapdoors": [5]}, "starter"),
        (
            "seasons/",
            {"slug": "a", "name": "A", "starts_on": "0001-01-01", "ends_on": "2027-01-01"},
            "starts_on",
        ),
        ("tokens/", {"name": "b", "role": "viewer", "expires_at": "2030-01-01T00:00:00"}, "expires_at"),
        ("events/cup/draws/", {"method": "chosen", "choices": ["0", "1", "2"]}, "choices[0]"),
    ],
)
def test_what_lacks_what_it_needs_makes_nothing(
    season: Season, players: list[Player], owner: APIClient, path: str, body: dict[str, Any], field: str
) -> None:
    new_event(season)
    seats = [
        {"player": str(player.pk), "colours": list(pair)} for player, pair in zip(players, PAIRS, strict=True)
    ]
    data = {"rules": "xmadn-3t", "seats": seats, **body} if path == "games/" else body
    before, seasons = rows(), list(Season.objects.values())
    answer = owner.post(f"/api/v1/{path}", data)
    said = answer.json()
    assert (answer.status_code, said.get("field") or next(iter(said["errors"]))) == (400, field)
    assert (rows(), list(Season.objects.values())) == (before, seasons)


# -- in our words, in every language -------------------------------------------------------------------


NOBODY = "00000000-0000-4000-8000-000000000000"
#: Of each member one after the other; what has another type, and what nobody is called.
WRONG: list[Any] = [
    True,
    None,
    10**30,
    "nope",
    ["a"],
    {"a": 1},
    NOBODY,
    "x" * 3000,
    -1,
    "2026-13-41",
    "a\nb",
    [],
    "",
]
#: How Python writes values, and how it, Django and Django REST framework complain.
TELLTALES = re.compile(
    r"\b(True|False|None|NoneType|datetime|dict|dictionary|tuple|str|int|pk|slug=|non_field_errors|ErrorDetail)\b"
    r"|UUID\(|<class|__"
    r"|Ensure |Enter a|This field|Must be|Not a valid|not a valid|valid choice|Object with|does not exist"
    r"|already exists|Expected a|may not be|Invalid|wrong format|is required|No such|matching query"
)


def refusals_of(told: Any) -> Iterator[dict[str, str]]:
    """All that a problem document says: its sentence, and what is wrong with each field."""
    if isinstance(told, list):
        for each in told:
            yield from refusals_of(each)
    elif isinstance(told, dict) and told and all(isinstance(each, str) for each in told.values()):
        yield told
    elif isinstance(told, dict):
        for each in told.values():
            yield from refusals_of(each)
    else:
        yield {"not said in languages": repr(told)}


def faults(answer: Any) -> list[str]:
    """What is not as it should be in what a refusal says."""
    if answer.status_code < 400:
        return []
    problem = answer.json()
    found = []
    for said in (problem["messages"], *refusals_of(problem.get("errors", []))):
        if set(said) != {"en", "de"} or not all(said.values()):
            found.append(f"not in both languages: {said}")
            continue
        if said["en"] == said["de"]:
            found.append(f"the same in both: {said['en']}")
        found += [
            f"{each!r} says “{caught[0]}”" for each in said.values() if (caught := TELLTALES.search(each))
        ]
    if "errors" in problem and not problem["field"]:
        found.append("names no field")
    return found


def bad_bodies(letter: Letter, turns: Iterator[Any]) -> Iterator[Any]:
    """Bodies that are nearly right: each member otherwise and left out, one too many, and no object at all."""
    yield from ([], "a", None, 7)
    if not isinstance(letter.body, dict):
        return
    yield {**letter.body, "extra": 1}
    for way in members(letter.body):
        for _ in range(3):
            yield otherwise(letter.body, way, next(turns))
    for name in letter.body:
        yield {key: value for key, value in letter.body.items() if key != name}


def test_no_refusal_of_a_body_says_anything_but_our_words_in_both_languages() -> None:
    there, owner = site(), client_with(Role.OWNER, created_by="test")
    turns, asked, found = cycle(WRONG), 0, set()
    for letter in letters(there):
        for body in bad_bodies(letter, turns):
            with undone():
                answer = send(owner, letter, body)
            asked += answer.status_code >= 400
            found |= {f"{letter.method} {letter.route}: {each}" for each in faults(answer)}
    assert not found, "\n".join(sorted(found))
    assert asked > 1000


def test_no_refusal_of_a_repeat_says_anything_else_either() -> None:
    """What is there already is not made again: sent twice, each time without a key."""
    there, owner = site(), client_with(Role.OWNER, created_by="test")
    refused, found = 0, set()
    for letter in letters(there):
        with undone():
            send(owner, letter, letter.body)
            answer = send(owner, letter, letter.body)
        refused += answer.status_code >= 400
        found |= {f"{letter.method} {letter.route}: {each}" for each in faults(answer)}
    assert not found, "\n".join(sorted(found))
    assert refused > 10


@pytest.mark.parametrize(
    ("path", "body", "field", "said"),
    [
        ("events/", {"season": "nope"}, "season", "there is none of the short name nope"),
        ("events/", {"ranked": "false"}, "ranked", "true or false is needed, not 'false'"),
        ("events/", [], "request", "an object is needed"),
        ("seasons/", {}, "slug", "this is missing"),
        ("seasons/", {"slug": "2026", "name": "2027"}, "slug", "there is one already"),
        ("players/", {"name": True}, "name", "a text is needed, not true"),
        ("players/", {"name": "a\nb"}, "name", "a text of one line is needed"),
        ("players/", {"born": "2999-01-01"}, "born", "A date of birth is not in the future."),
        ("events/cup/entries/", {"player": NOBODY}, "player", f"there is no player {NOBODY}"),
        (
            "events/tables/sheets/",
            {"sheets": [{"number": "1"}]},
            "sheets[0].number",
            "a whole number is needed, not '1'",
        ),
        (
            "games/",
            {"seats": [{"player": NOBODY, "colours": []}]},
            "seats[0].player",
            f"there is no player {NOBODY}",
        ),
    ],
)
def test_a_refusal_names_the_field_and_what_would_be_right(
    path: str, body: Any, field: str, said: str
) -> None:
    site()
    owner = client_with(Role.OWNER, created_by="test")
    whole: dict[str, Any] = {
        "seasons/": {"name": "2026", "starts_on": "2026-01-01", "ends_on": "2026-12-31"},
        "players/": {"name": "Emma"},
        "games/": {"rules": "mhd"},
    }.get(path, {})
    answer = owner.post(f"/api/v1/{path}", {**whole, **body} if isinstance(body, dict) else body)
    problem = answer.json()
    assert answer.status_code == 400
    assert f"{field}: {said}" in problem["messages"]["en"].split("; ")
    assert faults(answer) == []


def test_a_note_of_two_lines_is_refused_by_every_member_that_is_a_line() -> None:
    there, owner = site(), client_with(Role.OWNER, created_by="test")
    many_lines = {"content", "en", "de"}  # and "how", which is an object of any shape
    tried, found = 0, []
    for letter in letters(there):
        for way in members(letter.body) if isinstance(letter.body, dict) else ():
            told: Any = letter.body
            for step in way:
                told = told[step]
            if not isinstance(told, str) or way[-1] in many_lines or way[0] == "how":
                continue
            tried += 1
            with undone():
                answer = send(owner, letter, otherwise(letter.body, way, f"{told}\n{told}"))
            if answer.status_code < 400:
                found.append(f"{letter.method} {letter.route}: {way}")
    assert found == []
    assert tried > 150


@pytest.mark.parametrize("query", ["season=a%00b", "player=x", "level=x"])
def test_no_refusal_of_a_query_says_anything_else(client: Client, query: str) -> None:
    answer = client.get(f"/api/v1/events/?{query}")
    assert answer.status_code == 400
    assert faults(answer) == []
