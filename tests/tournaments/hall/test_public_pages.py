"""The public pages of a hall: rounds and tables, several standings, the cut, search by name; light with 400 people."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client

from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import NOW
from tests.tournaments.hall.halls import WHO, again, entered, in_seat_order, new_hall, published, standing
from tests.tournaments.query_counts import queries
from tournaments.models import Event, Season
from tournaments.services import hall
from tournaments.services.hall.results import TableSlip
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db
#: Bytes of a page, with up to 400 people.
HEAVIEST = 120_000


@pytest.fixture(autouse=True)
def today() -> Iterator[None]:
    """It is the moment of everything that is told."""
    with time_machine.travel(NOW, tick=False):
        yield


def hall_of(season: Season, people: int = 16, **more: Any) -> Event:
    event = new_hall(season, people, **more)
    hall.check_in_all(event_id=event.pk, **WHO)
    return event


def page(client: Client, path: str = "", language: str = "en") -> str:
    answer = client.get(f"/events/hall/{path}", headers={"accept-language": language})
    return assert_is_sound(answer, language)


@pytest.mark.parametrize(("language", "word"), [("en", "Table"), ("de", "Tisch")])
def test_a_published_round_tells_who_sits_where(
    client: Client, season: Season, language: str, word: str
) -> None:
    event = hall_of(season)
    assert 'class="tables"' not in page(client, "schedule/", language)
    round_ = published(event)
    text = page(client, "schedule/", language)
    assert text.count("<h3>") == len(round_.people)
    assert f"<span>{word} 4</span>" in text
    for entry in event.entries.select_related("player"):
        assert text.count(f">{entry.player.name}<") == 1
    # Every colour has its letter and its name.
    assert text.count('role="img"') == 16


def test_a_round_tells_its_results_and_the_one_before_stays_to_be_read(
    client: Client, season: Season
) -> None:
    event = hall_of(season)
    entered(event, in_seat_order(published(event)))
    assert page(client, "schedule/").count('<span class="points">5</span>') == 4
    published(event)
    assert '<span class="points">' not in page(client, "schedule/")
    assert page(client, "schedule/?round=round-1").count('<span class="points">5</span>') == 4


def test_somebody_is_found_by_a_part_of_the_name_and_by_the_start_number(
    client: Client, season: Season
) -> None:
    published(hall_of(season))
    for asked in ("person 007", "8", "RSON 007"):
        text = page(client, f"schedule/?name={asked}")
        assert "Person 007" in text
        assert text.count("<h3>") == 1
        assert "Person 007" in page(client, f"?name={asked}")
    assert "Nobody of that name" in page(client, "schedule/?name=Nobody")
    assert "Nobody of that name" in page(client, "?name=Nobody")


def test_teams_and_groups_have_tables_of_their_own_with_reasons(client: Client, season: Season) -> None:
    event = hall_of(season)
    hall.describe(event_id=event.pk, who=1, description=hall.Description(groups=["Juniors"]), **WHO)
    entered(event, in_seat_order(published(event)))
    told = load_standings(again(event))
    everybody = page(client)
    for row in told["rows"]:
        assert row["reason"]["en"] in everybody.replace("&#x27;", "'")
    teams = page(client, "?of=teams")
    for part in told["parts"]:
        assert part["name"]["en"] in everybody
    assert all(f"Team {number}" in teams for number in range(4))
    juniors = page(client, "?of=group-Juniors")
    assert juniors.count('<th scope="row">') == 1


def test_on_a_phone_every_figure_has_the_heading_of_its_column_beside_it(
    client: Client, season: Season
) -> None:
    event = hall_of(season)
    entered(event, in_seat_order(published(event)))
    row = page(client).partition("<tbody>")[2].partition("</tr>")[0]
    headings = [piece.partition("</span>")[0] for piece in row.split('<span class="term">')[1:]]
    columns = [each["name"]["en"] for each in load_standings(again(event))["columns"]]
    assert headings == columns


def test_the_cut_says_who_is_in_the_final_if_it_ended_now(client: Client, season: Season) -> None:
    event = hall_of(season)
    assert "if it ended now" not in page(client)
    entered(event, in_seat_order(published(event)))
    text = page(client)
    assert "Final, if it ended now" in text
    (cut,) = load_standings(again(event))["cuts"]
    names = {entry.key: entry.player.name for entry in event.entries.select_related("player")}
    told = text.partition('class="block cut"')[2].partition("</section>")[0]
    assert [name for key, name in names.items() if name in told] == sorted(
        names[key] for key in (*cut["entrants"], *cut["level"])
    )


def test_before_the_first_result_the_page_lists_who_is_present_by_start_number(
    client: Client, season: Season
) -> None:
    event = new_hall(season)
    assert "Nobody yet." in page(client)
    hall.check_in(event_id=event.pk, who=[12, 3], **WHO)
    text = page(client)
    assert "Person 002" in text.partition("Person 011")[0]
    assert text.count('<th scope="row">') == 2
    assert 'class="place"' not in text
    assert 'class="which"' not in text, "no table of teams either"
    hall.check_in_all(event_id=event.pk, **WHO)
    sheets = in_seat_order(published(event))
    assert 'class="place"' not in page(client)
    entered(event, sheets[:1])
    assert 'class="place"' in page(client)


def test_a_figure_below_zero_has_a_minus_sign(client: Client, season: Season) -> None:
    event = hall_of(season, settings={"scoring": "home-yard-capture"})
    table = published(event).stage.tables[0]
    colours = [colour for seat in table.seating.seats for colour in seat.colours]
    entered(event, [TableSlip(table.number, standing(colours, [0, 1, 2, 3]))])
    text = page(client)
    assert "−" in text.partition('class="figure"')[2]
    assert "-40" not in text


def test_the_seed_of_a_round_and_its_hash_stand_below_it(client: Client, season: Season) -> None:
    event = hall_of(season)
    published(event)
    text = page(client, "schedule/")
    plan = event.round_plans.get(subject="round-1")
    assert plan.seed in text
    assert plan.seed_hash in text
    following = event.round_plans.get(subject="round-2")
    assert following.seed not in text


@pytest.mark.long
def test_with_four_hundred_people_no_page_is_heavy_and_none_asks_more(client: Client, season: Season) -> None:
    event = new_hall(season, 8)
    paths = (
        "",
        "?of=teams",
        "schedule/",
        "games/",
        "chances/",
        "about/",
        "w/1/",
        "w/1/live/",
        "schedule/live/",
    )
    hall.check_in_all(event_id=event.pk, **WHO)
    first = in_seat_order(published(event))
    entered(event, first[:1])
    few = [queries(client, f"/events/hall/{path}") for path in paths]
    more = [
        (f"Maximiliane Hohenstein {number:03}", hall.Description(team=f"Team {number // 4}"))
        for number in range(392)
    ]
    hall.announce(event_id=event.pk, players=more, **WHO)
    hall.check_in_all(event_id=event.pk, **WHO)
    entered(event, first[1:])
    entered(event, in_seat_order(published(event))[:60])
    for path, before in zip(paths, few, strict=True):
        answer = client.get(f"/events/hall/{path}")
        assert (path, len(answer.content) <= HEAVIEST, len(answer.content)) == (
            path,
            True,
            len(answer.content),
        )
        assert (path, queries(client, f"/events/hall/{path}") <= before) == (path, True)
