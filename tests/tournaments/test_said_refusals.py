"""Whatever is refused is said in our words, in every language: no word of Python or Django reaches a program."""

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from tests.games.conftest import client_with
from tests.tournaments.event_state import undone
from tests.tournaments.letters import Letter, letters, members, otherwise, send, site

pytestmark = [pytest.mark.django_db, pytest.mark.long]
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
        ("games/", {"seats": [{"player": NOBODY, "colours": []}]}, "seats", f"there is no player {NOBODY}"),
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
