"""The public pages of a hall: rounds and tables, several standings, the cut, search by name; light with 400 people."""

import gzip

import pytest
from django.test import Client
from django.utils import timezone

from games.domain.clock import ClockAction
from games.enums import Role
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import NOW, new_event, with_role
from tests.tournaments.hall.halls import (
    WHO,
    again,
    entered,
    in_seat_order,
    new_hall,
    published,
    standing,
    state,
)
from tests.tournaments.query_counts import queries
from tournaments.hall import services as hall
from tournaments.hall.pages.start_numbers import EVERY, EVERY_WHILE_PLAYING
from tournaments.hall.services.results import TableSlip
from tournaments.models import Event, Season
from tournaments.standings.queries import load_standings
from tournaments.standings.rounds import HallRound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]
#: Bytes of a page, with up to 400 people; as they are sent to the desk, which is near.
HEAVIEST = 120_000


def page(client: Client, path: str = "", language: str = "en") -> str:
    answer = client.get(f"/events/hall/{path}", headers={"accept-language": language})
    return assert_is_sound(answer, language)


def test_a_round_tells_its_results_and_the_one_before_stays_to_be_read(
    client: Client, season: Season
) -> None:
    event = new_hall(season, are_present=True)
    entered(event, in_seat_order(published(event)))
    assert page(client, "schedule/").count('<span class="points">5</span>') == 4
    published(event)
    assert '<span class="points">' not in page(client, "schedule/")
    assert page(client, "schedule/?round=round-1").count('<span class="points">5</span>') == 4
    # The seed of a round and its hash stand below it.
    text = page(client, "schedule/")
    plan, following = (event.round_plans.get(subject=f"round-{number}") for number in (2, 3))
    assert (plan.seed in text, plan.seed_hash in text, following.seed in text) == (True, True, False)


def test_somebody_is_found_by_a_part_of_the_name_and_by_the_start_number(
    client: Client, season: Season
) -> None:
    published(new_hall(season, are_present=True))
    for asked in ("person 007", "8", "RSON 007"):
        text = page(client, f"schedule/?name={asked}")
        assert "Person 007" in text
        assert text.count("<h3>") == 1
        assert "Person 007" in page(client, f"?name={asked}")
    assert "Nobody of that name" in page(client, "schedule/?name=Nobody")
    assert "Nobody of that name" in page(client, "?name=Nobody")


def test_teams_and_groups_have_tables_of_their_own_with_reasons(client: Client, season: Season) -> None:
    event = new_hall(season, are_present=True)
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
    # On a phone every figure has the heading of its column beside it.
    row = everybody.partition("<tbody>")[2].partition("</tr>")[0]
    headings = [piece.partition("</span>")[0] for piece in row.split('<span class="term">')[1:]]
    assert headings == [each["name"]["en"] for each in told["columns"]]


def test_the_cut_says_who_is_in_the_final_if_it_ended_now(client: Client, season: Season) -> None:
    event = new_hall(season, are_present=True)
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
    event = new_hall(season, settings={"scoring": "home-yard-capture"}, are_present=True)
    table = published(event).stage.tables[0]
    colours = [colour for seat in table.seating.seats for colour in seat.colours]
    entered(event, [TableSlip(table.number, standing(colours, [0, 1, 2, 3]))])
    text = page(client)
    assert "−" in text.partition('class="figure"')[2]
    assert "-40" not in text


@pytest.mark.long
def test_with_four_hundred_people_no_page_is_heavy_and_none_asks_more(client: Client, season: Season) -> None:
    """Pages for everybody, of a phone, of the desk: with eight people first."""
    event = new_hall(season, 8, are_present=True)
    hall.set_up_registration(event_id=event.pk, changes={"is_open": True}, **WHO)
    entry = hall.register(event_id=event.pk, form="form", name="Anna", team="", now=NOW)
    own = f"register/{entry.number}/{hall.personal_token(event, entry)}/"
    hall.check_in(event_id=event.pk, who=[entry.key], **WHO)
    round_ = published(event)
    first = in_seat_order(round_)
    entered(event, first[:1])
    slip = f"slips/2/{hall.slip_token(round_.draw, 2)}/"
    public = [
        "",
        "?of=teams",
        "schedule/",
        "games/",
        "chances/",
        "about/",
        "w/1/",
        "w/1/live/",
        "schedule/live/",
    ]
    paths = {f"/events/hall/{path}": client for path in (*public, "register/", own, slip, f"{slip}now/")}
    desk = ["round/", "slips/", "slips/?table=2", "prizes/", "seating/", "check-in/", "check-in/?q=p"]
    desk += ["check-in/people/entry-1/", "check-in/registration/"]
    organiser = with_role(Role.ORGANISER, "event:hall")
    paths |= {f"/organise/events/hall/{path}": organiser for path in desk}
    client.get(f"/events/hall/{own}")  # a phone that is known
    few = {path: queries(viewer, path) for path, viewer in paths.items()}
    assert max(few.values()) <= 20
    more = [
        (f"Maximiliane Hohenstein {number:03}", hall.Description(team=f"Team {number // 4}"))
        for number in range(391)
    ]
    hall.announce(event_id=event.pk, players=more, **WHO)
    hall.check_in_all(event_id=event.pk, **WHO)
    entered(event, first[1:])
    entered(event, in_seat_order(published(event))[:60])
    for path, viewer in paths.items():
        content = viewer.get(path).content
        weight = len(content) if viewer is client else len(gzip.compress(content))
        assert (path, weight <= HEAVIEST, weight) == (path, True, weight)
        assert (path, queries(viewer, path) <= few[path]) == (path, True)


def own_page(client: Client, number: int, language: str = "en", slug: str = "hall") -> str:
    answer = client.get(f"/events/{slug}/w/{number}/", headers={"accept-language": language})
    assert answer["X-Robots-Tag"] == "noindex"
    return assert_is_sound(answer, language)


def number_of(event: Event, key: str) -> int:
    return event.entries.get(key=key).number


def first_table(round_: HallRound) -> tuple[str, ...]:
    return round_.stage.tables[0].seating.entrants


def test_a_round_from_the_check_in_to_its_result(client: Client, season: Season) -> None:
    event = new_hall(season)
    assert "Not checked in yet" in own_page(client, 1)
    hall.check_in_all(event_id=event.pk, **WHO)
    assert "First round: not drawn yet" in own_page(client, 1)
    round_ = published(event)
    number = number_of(event, first_table(round_)[0])
    text = own_page(client, number)
    assert "Clock not started" in text
    assert f'data-every="{EVERY}"' in text
    hall.turn_clock(event_id=event.pk, subject="round-1", action=ClockAction.START, **WHO)
    text = own_page(client, number)
    assert 'data-limit="1800"' in text
    assert f'data-every="{EVERY_WHILE_PLAYING}"' in text
    entered(event, in_seat_order(round_))
    text = own_page(client, number)
    assert '<p class="points">5</p>' in text
    assert "of 16" in text
    assert "Next round: not drawn yet" in text
    assert "own-seat" not in text


def test_it_is_asked_with_one_query_and_304_until_it_changes_for_this_person(
    client: Client, season: Season
) -> None:
    event = new_hall(season, are_present=True)
    round_ = published(event)
    own = number_of(event, first_table(round_)[0])
    path = f"/events/hall/w/{own}/live/"
    answer = client.get(path)
    assert queries(client, path) <= 1
    assert client.get(path, headers={"if-none-match": answer["ETag"]}).status_code == 304
    # The clock starts: something new.
    hall.turn_clock(event_id=event.pk, subject="round-1", action=ClockAction.START, **WHO)
    changed = client.get(path, headers={"if-none-match": answer["ETag"]})
    assert (changed.status_code, changed["Cache-Control"]) == (200, "no-cache")
    # A change of the event that is not theirs is nothing new.
    other = number_of(event, first_table(round_)[1])
    hall.describe(event_id=event.pk, who=other, description=hall.Description(team="Others"), **WHO)
    assert client.get(path, headers={"if-none-match": changed["ETag"]}).status_code == 304


def test_a_number_that_nobody_has_is_told_with_the_field_for_another(client: Client, season: Season) -> None:
    new_hall(season, are_present=True)
    for path in ("/events/hall/w/99/", "/events/hall/w/?number=99", "/events/hall/w/?number=abc"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "there are numbers from 1 to 16" in answer.content.decode()
    assert client.get("/events/hall/w/", {"number": " 7 "})["Location"] == "/events/hall/w/7/"
    assert assert_is_sound(client.get("/events/hall/w/"), "en")


def test_the_short_address_leads_to_the_one_event_that_is_under_way(client: Client, season: Season) -> None:
    assert client.get("/w/7/").status_code == 404
    event = new_hall(season, are_present=True)
    assert client.get("/w/7/")["Location"] == "/events/hall/w/7/"
    assert client.get("/w/")["Location"] == "/events/hall/w/"
    other = {"slug": "other", "name": "Other hall", "format_key": "open", "rules_name": "schmidt-classic"}
    new_event(season, settings={}, **other)
    both = assert_is_sound(client.get("/w/7/"), "en")
    assert "/events/hall/w/7/" in both
    assert "/events/other/w/7/" in both
    published(event)
    assert client.get("/w/7/")["Location"] == "/events/hall/w/7/"


def test_whoever_left_for_good_is_told_so_for_the_rounds_after(client: Client, season: Season) -> None:
    event = new_hall(season, are_present=True)
    hall.set_away(event_id=event.pk, who=[3], **WHO)
    entered(event, in_seat_order(published(event)))
    hall.check_in(event_id=event.pk, who=[3], **WHO)
    entered(event, in_seat_order(published(event)))
    hall.leave(event_id=event.pk, who=3, reason="bus", **WHO)
    assert "has left" not in results_of(client, 3)
    published(event)
    told = results_of(client, 3)
    assert "no seat" in told.split("Round 2")[0], "away is not gone"
    assert "has left" in told.split("Round 3")[1]


def results_of(client: Client, number: int) -> str:
    """What the own_page says of somebody's rounds."""
    return own_page(client, number).split('class="own-results"')[1].split("</ul>")[0]


def test_the_page_of_a_hall_that_is_over_asks_no_more(client: Client, season: Season) -> None:
    event = new_hall(season, 4, settings={"rounds": 1, "finals": "none", "prizes": 1}, are_present=True)
    round_ = published(event)
    entered(event, in_seat_order(round_))
    assert state(event).verdict.finished
    winner = number_of(again(event), first_table(round_)[0])
    text = own_page(client, winner)
    assert "data-over" in text
    assert timezone.now() == NOW
