"""Whatever is written to any door is taken or refused in our words: nothing breaks, a refusal changes nothing."""

import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.test import APIClient

from games.enums import Role
from games.models import AccessToken, Player
from tests.endurance.size import sized
from tests.games.conftest import PAIRS, client_with
from tests.openapi import committed
from tests.replay import once
from tests.tournaments import dashboard
from tests.tournaments.admin_forms import step
from tests.tournaments.conftest import new_event
from tests.tournaments.event_state import everything, undone
from tests.tournaments.letters import Letter, Site, letters, members, otherwise, send, site
from tournaments.models import Event, Season

pytestmark = [pytest.mark.django_db, pytest.mark.long]
NOBODY = "00000000-0000-4000-8000-000000000000"
#: Of each member of a letter the next one, so that all are tried: what programs and databases stumble over, what has
#: another type, and what nobody is called.
WRONG: list[Any] = [
    "a\x00b",
    True,
    "a\ud800b",
    None,
    10**30,
    "nope",
    1.5,
    ["a"],
    {"a": 1},
    NOBODY,
    "x" * 3000,
    -1,
    "0001-01-01",
    "2026-13-41",
    "9999-12-31T23:59:59-12:00",
    "a\nb",
    [],
    "",
]
#: How many of them each member is given in a round.
TIMES = sized(1, 3, thorough=3)


@pytest.fixture
def there(db: None) -> Site:
    return once(site)


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
        for path, ways in committed()["paths"].items()
        for method in ways
        if method not in ("get", "head")
    }
    assert {(letter.method, letter.route) for letter in letters(there)} == described


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
    ("method", "path", "body", "field"),
    [
        ("patch", "events/cup/", {"setings": {"wins": 3}}, "setings"),
        ("patch", "events/cup/", {"ranked": "false"}, "ranked"),
        ("patch", "events/cup/", {"forecasts": 0}, "forecasts"),
        ("patch", "events/cup/", {"level": "2"}, "level"),
        ("patch", "events/cup/", {"seconds_per_throw": "20"}, "seconds_per_throw"),
        ("patch", "events/cup/", {"seconds_per_throw": True}, "seconds_per_throw"),
        ("patch", "events/cup/", {"starts_on": "0001-01-01"}, "starts_on"),
        ("patch", "events/cup/", {"starts_on": "9999-12-31"}, "starts_on"),
        ("post", "games/", {"startr": "yellow"}, "startr"),
        ("post", "games/", {"starter": None, "trapdoors": [5]}, "starter"),
        (
            "post",
            "seasons/",
            {"slug": "a", "name": "A", "starts_on": "0001-01-01", "ends_on": "2027-01-01"},
            "starts_on",
        ),
        (
            "post",
            "tokens/",
            {"name": "b", "role": "viewer", "expires_at": "2030-01-01T00:00:00"},
            "expires_at",
        ),
        ("post", "events/cup/draws/", {"method": "chosen", "choices": ["0", "1", "2"]}, "choices[0]"),
    ],
)
def test_what_was_hardly_meant_so_changes_and_makes_nothing(
    season: Season,
    players: list[Player],
    owner: APIClient,
    method: str,
    path: str,
    body: dict[str, Any],
    field: str,
) -> None:
    new_event(season)
    seats = [
        {"player": str(player.pk), "colours": list(pair)} for player, pair in zip(players, PAIRS, strict=True)
    ]
    data = {"rules": "xmadn-3t", "seats": seats, **body} if path == "games/" else body
    before = everything(), rows()
    answer = getattr(owner, method)(f"/api/v1/{path}", data)
    said = answer.json()
    assert (answer.status_code, said.get("field") or next(iter(said["errors"]))) == (400, field)
    assert (everything(), rows()) == before


# -- in our words, in every language -------------------------------------------------------------------


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
    if answer["Content-Type"] != "application/problem+json":
        return [f"a refusal is {answer['Content-Type']}"]
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
        for _ in range(TIMES):
            yield otherwise(letter.body, way, next(turns))
    for name in letter.body:
        yield {key: value for key, value in letter.body.items() if key != name}


def test_nothing_that_is_written_breaks_the_site_is_half_done_or_refused_in_other_words(
    there: Site, owner: APIClient
) -> None:
    """In both languages; what is there already is not made again either."""
    before, turns, asked, found = rows(), cycle(WRONG), 0, set()
    for letter in letters(there):
        for bodies in ([letter.body] * 2, *([body] for body in bad_bodies(letter, turns))):
            with undone():
                for body in bodies:
                    answer = send(owner, letter, body)
            assert answer.status_code < 500, (letter, bodies)
            asked += answer.status_code >= 400
            found |= {f"{letter.method} {letter.route}: {each}" for each in faults(answer)}
    assert not found, "\n".join(sorted(found))
    assert asked > 500
    assert rows() == before


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
    there: Site, owner: APIClient, path: str, body: Any, field: str, said: str
) -> None:
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


def test_a_note_of_two_lines_is_refused_by_every_member_that_is_a_line(there: Site, owner: APIClient) -> None:
    many_lines = {"content", "en", "de"}  # and "how", which is an object of any shape
    tried, found = 0, []
    for letter in letters(there):
        for way in members(letter.body) if isinstance(letter.body, dict) else ():
            told: Any = letter.body
            for name in way:
                told = told[name]
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


# -- what is entered in a form or on a command line -------------------------------------------------

staff = dashboard.organiser


def details(**otherwise: str) -> dict[str, Any]:
    return {"name": "Cup", "rules_name": "xmadn-3t", "level": "1", "starts_on": "2026-11-21", **otherwise}


@pytest.mark.parametrize(
    ("option", "entered"),
    [
        ("pawns_on_start", "\u0000"),
        ("pawns_on_start", "9" * 5000),
        ("die_faces", "1,2,x"),
        ("die_faces", "9" * 900),
        ("board", "4x" + "9" * 900),
        ("board", "\ud7ff"),
        ("three_throws", "maybe"),
    ],
)
def test_an_option_of_an_event_that_cannot_be_read_is_shown_again_with_why(
    staff: Client, season: Season, option: str, entered: str
) -> None:
    made = new_event(season)
    answer = staff.post(step("changedetails", made), details(**{f"option.{option}": entered}))
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [f"option.{option}"]
    assert Event.objects.get().options == {}
    assert staff.post(step("changedetails", made), details()).status_code == 302


@pytest.mark.both_databases
@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_no_event_is_on_a_day_with_which_calendars_cannot_count(
    staff: Client, season: Season, day: str
) -> None:
    made = new_event(season)
    answer = staff.post(step("changedetails", made), details(starts_on=day))
    assert list(answer.context["form"].errors) == ["starts_on"]
    assert Event.objects.get().starts_on == made.starts_on


@pytest.mark.both_databases
def test_no_season_begins_where_the_years_end(staff: Client) -> None:
    sent = {"name": "Late", "starts_on": "3000-01-01", "ends_on": "9999-12-31", "like": "xmadn.json"}
    answer = staff.post("/organise/seasons/new/", sent)
    assert list(answer.context["form"].errors) == ["starts_on", "ends_on"]
    assert not Season.objects.exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["create_token", "board", "--days=nan"], "--days"),
        (["create_token", "board", "--days=1e300"], "--days"),
        (["create_token", "board", "--days=-1"], "--days"),
        (["play", "cup", "--on=9999-12-31"], "--on"),
        (["play", "cup", "--throws=-1"], "--throws"),
        (["play", "cup", "--at-once=0"], "--at-once"),
        (["play", "cup", "--people=8"], "--people: an open tournament"),
        (["export_event", "cup", "--output=/proc/no/such/folder/cup.json"], "--output"),
        (["export_season", "2026", "--output=/proc/no/such/folder/2026.json"], "--output"),
    ],
)
def test_a_command_says_which_of_its_arguments_is_wrong(season: Season, line: list[str], said: str) -> None:
    new_event(season)
    with pytest.raises(CommandError, match=said):
        call_command(*line)
    assert not AccessToken.objects.exists()
    assert Season.objects.count() == 1


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '{"a": 1e400}', '"\\ud800"', "[" * 100_000])
def test_a_file_that_cannot_be_read_in_one_way_is_not_taken_over(tmp_path: Path, text: str) -> None:
    file = tmp_path / "event.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("import_event", str(file))
    assert not Season.objects.exists()
