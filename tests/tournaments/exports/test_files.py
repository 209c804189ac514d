"""Files for everybody: in the language that is asked for, only where something has changed, made once."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Player
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tournaments.exports import base
from tournaments.exports.base import MOST_FILES, get_or_render
from tournaments.models import Event

pytestmark = pytest.mark.django_db
SHEETS = [f"/events/cup/{name}.csv" for name in ("table", "games", "schedule", "draws", "entries", "report")]
PRINTS = [f"/events/cup/{name}.pdf" for name in ("table", "schedule", "slips")]
CALENDARS = ["/events/cup/calendar.ics", "/seasons/2026/calendar.ics"]
FILES = [*SHEETS, *PRINTS, *CALENDARS]


@pytest.mark.parametrize("path", FILES)
def test_who_has_it_is_told_that_nothing_has_changed(client: Client, cup: Event, path: str) -> None:
    first = client.get(path)
    again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == first["Cache-Control"] == "no-cache"
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    changed = client.get(path, headers={"if-none-match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_files_of_different_kinds_and_languages_have_different_tags(client: Client, cup: Event) -> None:
    tags = [client.get(f"{path}?language={code}")["ETag"] for path in FILES for code in ("de", "en")]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("path", FILES)
def test_the_language_is_that_of_the_reader_unless_another_is_asked_for(
    client: Client, cup: Event, path: str
) -> None:
    german = {"accept-language": "de-AT, en;q=0.5"}
    assert client.get(path, headers=german)["Content-Language"] == "de"
    assert client.get(f"{path}?language=en", headers=german)["Content-Language"] == "en"
    assert client.get(path, headers={"accept-language": "fr"})["Content-Language"] == "en"
    assert "Accept-Language" in client.get(path)["Vary"]


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("language", ["fr", "", "DE", "x" * 1500])
def test_a_language_that_there_is_not_is_refused(
    client: Client, cup: Event, path: str, language: str
) -> None:
    answer = client.get(path, {"language": language})
    assert (answer.status_code, answer.json()["field"]) == (400, "language")
    assert answer.json()["messages"].keys() == {"en", "de"}
    assert "de / en" in answer.json()["detail"]


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("accepted", ["text/html,*/*;q=0.8", "text/calendar", "application/json", "nonsense"])
def test_the_address_says_what_it_is_whatever_somebody_accepts(
    client: Client, cup: Event, path: str, accepted: str
) -> None:
    assert client.get(path, headers={"accept": accepted}).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/events/other/table.csv", "/events/other/slips.pdf", "/events/other/calendar.ics", "/events/cup/other.csv",
     "/seasons/other/calendar.ics", "/players/00000000-0000-0000-0000-000000000000/calendar.ics",
     "/players/1/calendar.ics", "/events/c%20p/table.csv", "/rankings/other/table.csv", "/rankings/other/table.pdf",
     "/events/other/points.csv"],
)  # fmt: skip
def test_a_file_that_there_is_not_is_not_found(client: Client, cup: Event, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("path", FILES)
def test_nothing_can_be_sent_to_a_file(client: Client, cup: Event, path: str) -> None:
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 200


@pytest.mark.parametrize(
    ("path", "queries"), [*((path, 1) for path in SHEETS), *((path, 2) for path in PRINTS), (CALENDARS[0], 2)]
)
def test_an_event_is_read_in_one_query_and_its_moment_in_another(
    client: Client, cup: Event, path: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    base._files.clear()  # another test may have had the same file made
    with django_assert_num_queries(queries):
        tag = client.get(path)["ETag"]
    with django_assert_num_queries(1):
        assert client.get(path, headers={"if-none-match": tag}).status_code == 304


def test_a_new_name_is_a_new_file(client: Client, cup: Event, players: list[Player]) -> None:
    before = {path: client.get(path)["ETag"] for path in FILES}
    players[0].nickname = "Blitz"
    players[0].save()
    assert all(client.get(path)["ETag"] != tag for path, tag in before.items())


# -- what was made -------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def empty() -> None:
    base._files.clear()


def test_what_was_made_is_not_made_again() -> None:
    made: list[str] = []

    def make() -> bytes:
        made.append("x")
        return b"%PDF"

    assert [get_or_render("a", make) for _ in range(3)] == [b"%PDF"] * 3
    assert made == ["x"]


def test_only_the_last_ones_that_somebody_wanted_are_kept() -> None:
    for number in range(MOST_FILES):
        get_or_render(str(number), lambda: b"old")
    get_or_render("0", lambda: b"new")
    get_or_render("another", lambda: b"new")
    assert get_or_render("0", lambda: b"new") == b"old"
    assert get_or_render("1", lambda: b"new") == b"new"


def test_what_could_not_be_made_is_tried_again() -> None:
    def fail() -> bytes:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        get_or_render("a", fail)
    assert get_or_render("a", lambda: b"made") == b"made"
