"""Files for everybody: in the language that is asked for, only where something has changed, made once."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Player
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tests.tournaments.rankings.typed_in import typed_in
from tournaments.kit import exporter as base
from tournaments.kit.exporter import MOST_FILES, get_or_render
from tournaments.models import Event

pytestmark = pytest.mark.django_db
SHEETS = ("table", "games", "schedule", "draws", "entries", "report")
#: Address → the queries that it takes; ``ANNE`` stands for the first player.
QUERIES = {
    **{f"/events/cup/{name}.csv": 1 for name in SHEETS},
    **{f"/events/cup/{name}.pdf": 2 for name in ("table", "schedule", "slips")},
    "/events/cup/calendar.ics": 2,
    "/events/cup/points.csv": 5,
    "/rankings/3t/table.csv": 1,
    "/rankings/3t/counted.csv": 1,
    "/rankings/medal-race-2026/table.csv": 1,
    "/titles.csv": 1,
    "/seasons/2026/calendar.ics": 3,
    "/players/ANNE/calendar.ics": 3,
}
FILES = list(QUERIES)


@pytest.fixture(autouse=True)
def nothing_made() -> None:
    """Another test may have had the same file made."""
    base._files.clear()


@pytest.fixture
def over(cup: Event) -> Event:
    """The cup when Änne has won it, so that there are points, rankings and titles."""
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    win(start(cup).game, "yellow")
    return cup


@pytest.fixture
def path(request: pytest.FixtureRequest, over: Event, players: list[Player]) -> str:
    """One of the files."""
    address: str = request.param
    return address.replace("ANNE", str(players[0].pk))


EVERY_FILE = pytest.mark.parametrize("path", FILES, indirect=True)


@EVERY_FILE
def test_who_has_a_file_is_told_that_nothing_has_changed_until_somebody_is_called_otherwise(
    client: Client, path: str, players: list[Player]
) -> None:
    first = client.get(path)
    again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert again["Cache-Control"] == first["Cache-Control"]
    assert first["Cache-Control"] in ("no-cache", "no-cache, private")
    # Its address says what it is, whatever somebody accepts, and takes nothing.
    for accepted in ("text/html,*/*;q=0.8", "text/calendar", "application/json", "nonsense"):
        assert client.get(path, headers={"accept": accepted}).status_code == 200
    assert client.post(path).status_code == 405
    # The language is that of the reader unless another is asked for.
    german = {"accept-language": "de-AT, en;q=0.5"}
    assert client.get(path, headers=german)["Content-Language"] == "de"
    assert client.get(f"{path}?language=en", headers=german)["Content-Language"] == "en"
    assert client.get(path, headers={"accept-language": "fr"})["Content-Language"] == "en"
    assert "Accept-Language" in first["Vary"]
    for language in ("fr", "", "DE", "x" * 1500):
        answer = client.get(path, {"language": language})
        assert (answer.status_code, answer.json()["field"]) == (400, "language")
        assert answer.json()["messages"].keys() == {"en", "de"}
        assert "de / en" in answer.json()["detail"]
    players[0].nickname = "Blitz"
    players[0].save()
    changed = client.get(path, headers={"if-none-match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_files_of_different_kinds_and_languages_have_different_tags(client: Client, over: Event) -> None:
    tags = [client.get(f"{path}?language={code}")["ETag"] for path in FILES[:-1] for code in ("de", "en")]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize(
    "path",
    ["/events/other/table.csv", "/events/other/slips.pdf", "/events/other/calendar.ics", "/events/cup/other.csv",
     "/seasons/other/calendar.ics", "/players/00000000-0000-0000-0000-000000000000/calendar.ics",
     "/players/1/calendar.ics", "/events/c%20p/table.csv", "/rankings/other/table.csv",
     "/events/other/points.csv"],
)  # fmt: skip
def test_a_file_that_there_is_not_is_not_found(client: Client, cup: Event, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


@EVERY_FILE
@pytest.mark.parametrize("others", [0, 2])
def test_a_file_takes_as_many_queries_for_one_event_and_three(
    client: Client,
    path: str,
    others: int,
    request: pytest.FixtureRequest,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for slug in ("x", "y")[:others]:
        typed_in(slug)
    with django_assert_num_queries(QUERIES[request.node.callspec.params["path"]]):
        tag = client.get(path)["ETag"]
    if path.startswith("/events/cup/") and "points" not in path:
        with django_assert_num_queries(1):
            assert client.get(path, headers={"if-none-match": tag}).status_code == 304


# -- what was made -------------------------------------------------------------------------------------


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
