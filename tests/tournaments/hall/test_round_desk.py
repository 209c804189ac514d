"""The screen of a round: every table with what it waits for, the clock, boards that are left, closing and annulling."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.enums import EventKind, Role
from tests.tournaments.conftest import with_role
from tests.tournaments.event_state import happen
from tests.tournaments.hall.halls import (
    WHO,
    again,
    entered,
    in_seat_order,
    new_hall,
    page,
    published,
    standing,
)
from tournaments.hall import services as hall
from tournaments.hall.services import TableSlip
from tournaments.models import Draw, Event, ResultClaim, Season
from tournaments.services import Slip
from tournaments.standings.rounds import HallRound

pytestmark = pytest.mark.django_db
DESK = "/organise/events/hall/"


@pytest.fixture
def event(season: Season) -> Event:
    """A hall of sixteen whose first round is published."""
    event = new_hall(season, are_present=True)
    published(event)
    return again(event)


@pytest.fixture
def organiser(event: Event) -> Client:
    """Somebody who may do everything in it."""
    return with_role(Role.ORGANISER, "event:hall")


def test_every_table_is_shown_with_what_it_waits_for(
    event: Event, round_: HallRound, organiser: Client
) -> None:
    sheets = in_seat_order(round_)
    entered(event, [sheets[0], sheets[1]])
    entered(event, [TableSlip(2, Slip(order=tuple(reversed(sheets[1].slip.order))))])
    token = hall.slip_token(round_.draw, 3)
    hall.claim_result(
        event_id=event.pk,
        number=3,
        token=token,
        claimant=str(sheets[2].slip.order[0]),
        slip=Slip(order=sheets[2].slip.order),
        now=WHO["now"],
    )
    text = page(organiser, f"{DESK}round/")
    for state in ("entered", "contradictory", "claimed", "missing"):
        assert f'class="table-tile state-{state}"' in text, state
    assert text.count('class="claim"') == 3, "both of table 2 side by side, and the one of table 3"


def test_a_round_without_news_is_not_sent_again(event: Event, round_: HallRound, organiser: Client) -> None:
    first = organiser.get(f"{DESK}round/now/")
    etag = first["ETag"]
    assert organiser.get(f"{DESK}round/now/", headers={"If-None-Match": etag}).status_code == 304
    entered(event, in_seat_order(round_)[:1])
    assert organiser.get(f"{DESK}round/now/", headers={"If-None-Match": etag}).status_code == 200


def test_what_players_tell_is_news_though_the_table_stays(
    event: Event, round_: HallRound, organiser: Client
) -> None:
    order = round_.stage.tables[0].seating.entrants
    tags = [organiser.get(f"{DESK}round/now/")["ETag"]]
    for key, told in ((order[0], order), (order[1], order[::-1])):
        claimed = hall.claim_result(
            event_id=event.pk,
            number=1,
            token=hall.slip_token(round_.draw, 1),
            claimant=key,
            slip=Slip(order=told),
            now=WHO["now"],
        )
        answer = organiser.get(f"{DESK}round/now/", headers={"If-None-Match": tags[-1]})
        assert answer.status_code == 200
        tags.append(answer["ETag"])
    hall.withdraw_claim(
        event_id=event.pk,
        claim_id=claimed.claim.pk,
        token=hall.slip_token(round_.draw, 1),
        claimant=order[1],
        now=WHO["now"],
    )
    tags.append(organiser.get(f"{DESK}round/now/")["ETag"])
    assert len(set(tags)) == 4
    assert again(event).version == event.version, "no result yet"


def test_the_clock_is_started_paused_and_extended(organiser: Client) -> None:
    for way, told in (("start", {}), ("pause", {}), ("extend", {"minutes": "5"}), ("resume", {})):
        assert organiser.post(f"{DESK}round/round-1/{way}/", told).status_code == 302, way
    clock = Draw.objects.get().round_clock
    assert (clock.since is not None, clock.limit) == (True, timedelta(minutes=35))
    organiser.post(f"{DESK}round/round-1/minutes/", {"minutes": "20"})
    organiser.post(f"{DESK}round/round-1/pause-all/")
    draw = Draw.objects.get()
    assert (draw.round_clock.since, draw.round_clock.limit) == (None, timedelta(minutes=20))
    assert draw.history.count() == 1, "its history has no line of a key pressed"


def test_tables_whose_time_is_over_are_told(event: Event, round_: HallRound, organiser: Client) -> None:
    entered(event, in_seat_order(round_)[:1])
    organiser.post(f"{DESK}round/round-1/start/")
    begun = timezone.now() - timedelta(minutes=31)
    Draw.objects.update(clock=replace(Draw.objects.get().round_clock, since=begun).as_json())
    text = page(organiser, f"{DESK}round/")
    assert text.count('class="table-tile state-over"') == 3
    assert "Time over" in text


@pytest.mark.parametrize("told", ["", "x", "1.5", "99999", "-99999", "²", "0" * 300])
def test_minutes_that_are_none_change_nothing(organiser: Client, told: str) -> None:
    for way in ("extend", "minutes"):
        assert organiser.post(f"{DESK}round/round-1/{way}/", {"minutes": told}).status_code == 302
    assert Draw.objects.get().clock is None


def test_boards_that_are_left_are_shown_before_they_are_adjudicated(
    event: Event, round_: HallRound, organiser: Client
) -> None:
    colours = round_.stage.tables[0].seating.colours
    entered(event, [TableSlip(1, standing(colours, (3, 2, 1, 0)))])
    hall.undo_slip(event_id=event.pk, number=1, **WHO)
    position = "4x10 B,B,B,d/B,B,B,B/B,B,c,d/B,B,B,5 Y0"
    happen(event.games.get(number=1).game, EventKind.POSITION, position=position, reason="test")
    text = page(organiser, f"{DESK}round/round-1/left/")
    assert "Adjudicate 1 board" in text
    assert "Slips missing of 3 tables:" in text
    assert not again(event).games.filter(game__state="ended").exists(), "only shown"
    organiser.post(f"{DESK}round/round-1/adjudicate/")
    assert again(event).games.get(game__state="ended").number == 1


def test_a_round_is_closed_reopened_and_annulled_with_a_reason(event: Event, organiser: Client) -> None:
    organiser.post(f"{DESK}round/round-1/close/", {"reason": ""})
    assert again(event).draws.get().closed_at is None, "a reason is needed"
    organiser.post(f"{DESK}round/round-1/close/", {"reason": "the hall closes"})
    assert again(event).draws.get().closed_at is not None
    assert "Reopen round" in page(organiser, f"{DESK}round/")
    organiser.post(f"{DESK}round/round-1/reopen/")
    organiser.post(f"{DESK}round/round-1/annul/", {"reason": "wrong boards"})
    assert again(event).draws.get().annulled_why == "wrong boards"
    assert "wrong boards" in page(organiser, f"{DESK}round/")


def test_a_helper_enters_slips_and_turns_the_clock_but_closes_no_round(
    event: Event,
) -> None:
    helper = with_role(Role.REFEREE, "event:hall")
    text = page(helper, f"{DESK}round/")
    assert "Start clock" in text
    assert "Annul round" not in text
    assert helper.post(f"{DESK}round/round-1/start/").status_code == 302
    for way in ("close", "annul", "reopen"):
        assert helper.post(f"{DESK}round/round-1/{way}/", {"reason": "x"}).status_code == 403, way
    assert again(event).draws.get().closed_at is None


@pytest.mark.parametrize(
    "path",
    ["round/?round=round-9", "round/?round=final", "round/round-9/left/", "slips/?round=x", "slips/77/"],
)
def test_rounds_that_are_not_there_are_not_found(organiser: Client, path: str) -> None:
    assert organiser.get(f"{DESK}{path}").status_code == 404


def test_before_the_first_round_the_pages_say_so(season: Season) -> None:
    new_hall(season)
    client = with_role(Role.ORGANISER, "event:hall")
    for path in ("round/", "slips/"):
        assert f'No round is published yet. <a href="{DESK}">Next step</a>' in page(client, f"{DESK}{path}")
    page(client, f"{DESK}prizes/")


def test_a_contested_table_is_to_do_until_one_result_counts(
    event: Event, round_: HallRound, organiser: Client
) -> None:
    first, second, *_ = in_seat_order(round_)
    entered(event, [first, second])
    assert "Two results" not in page(organiser, DESK)
    entered(event, [TableSlip(second.number, Slip(order=second.slip.order[::-1]))])
    assert f'<strong>Two results</strong> <a class="sentence" href="{DESK}slips/2/">Round 1, Table 2</a>' in (
        page(organiser, DESK)
    )
    hall.confirm_claim(event_id=event.pk, claim_id=ResultClaim.objects.get(state="contradicted").pk, **WHO)
    assert "Two results" not in page(organiser, DESK)
