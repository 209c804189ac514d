"""The draws of a hall at its desk: planned, looked at, changed by two taps, published, withdrawn, mended."""

import re

import pytest
from django.test import Client

from games.enums import Role
from tests.tournaments.conftest import with_role
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.event_state import everything
from tests.tournaments.hall.halls import WHO, again, entered, in_seat_order, new_hall, page, published, state
from tournaments.hall import services as hall
from tournaments.hall.services.seats import standing_round
from tournaments.models import Event, RoundPlan, Season
from tournaments.standings.rounds import rounds_of

pytestmark = pytest.mark.django_db
DESK = "/organise/events/hall/"
SEATING = f"{DESK}seating/"
ROUND = f"{SEATING}round-1/"
MEND = f"{ROUND}mend/"


@pytest.fixture
def present(season: Season) -> Event:
    """A hall of fifteen people who are there; one is missing."""
    event = new_hall(season)
    hall.check_in(event_id=event.pk, who=list(range(1, 16)), **WHO)
    return again(event)


def planned(client: Client) -> RoundPlan:
    assert client.post(f"{ROUND}plan/").status_code == 302
    return RoundPlan.objects.get(subject="round-1")


def order(event: Event) -> list[str]:
    found: list[str] = state(event).draws[0].order
    return found


def hidden(text: str) -> dict[str, str]:
    """What the form on the page would send."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', text))


# -- planned and published -------------------------------------------------------------------------


def test_a_plan_is_thrown_away_or_published_and_its_seed_and_seats_stay(
    organiser: Client, present: Event
) -> None:
    plan = planned(organiser)
    organiser.post(f"{ROUND}discard/")
    assert "Plan Round 1" in page(organiser, SEATING)
    again_planned = planned(organiser)
    assert (again_planned.seed, again_planned.order) == (plan.seed, plan.order)
    organiser.post(f"{ROUND}publish/")
    assert order(present) == plan.order
    assert "Round 1 is published." in page(organiser, SEATING)


def test_the_next_round_tells_who_meets_again(organiser: Client, season: Season) -> None:
    event = new_hall(season, 4, are_present=True)
    entered(event, in_seat_order(published(event)))
    organiser.post(f"{SEATING}round-2/plan/")
    text = page(organiser, SEATING)
    assert "6 meetings are repeated; fewer are not possible." in text
    assert "proved optimal: 6 repeated meetings (bound: " in text.partition('class="how-drawn"')[2]
    assert text.count('class="again"') == 4


def test_what_cannot_be_done_with_a_round_is_said_and_changes_nothing(
    organiser: Client, present: Event
) -> None:
    before = everything()
    for address in (
        "round-1/publish/",
        "round-2/plan/",
        "round-1/withdraw/",
        "nonsense/plan/",
        "round-9/discard/",
    ):
        assert organiser.post(f"{SEATING}{address}").status_code == 302, address
        assert 'class="trouble"' in page(organiser, SEATING), address
    assert organiser.post(f"{ROUND}nonsense/").status_code == 404
    assert organiser.get(f"{ROUND}plan/").status_code == 405
    assert everything() == before


def test_only_organisers_draw(present: Event) -> None:
    before = list(RoundPlan.objects.values_list("order", flat=True))
    for client, status in ((Client(), 302), (with_role(Role.REFEREE, "event:hall"), 403)):
        assert client.get(SEATING).status_code == status
        assert client.get(MEND).status_code == status
        for way in ("plan", "publish", "discard", "withdraw", "mend"):
            assert client.post(f"{ROUND}{way}/", {"reason": "x"}).status_code == status, way
    assert list(RoundPlan.objects.values_list("order", flat=True)) == before


def test_a_round_is_planned_and_never_drawn_as_other_events_are(organiser: Client, present: Event) -> None:
    before = everything()
    for address, leads_to in (
        ("draw/", SEATING),
        ("draw/seed/", DESK),
        ("draw/thrown/", DESK),
        ("first-game/", DESK),
    ):
        for answer in (organiser.get(f"{DESK}{address}"), organiser.post(f"{DESK}{address}")):
            assert answer["Location"] == leads_to, address
    for part in ("players/", "draws/"):
        assert organiser.get(f"{DESK}{part}").status_code == 404, part
    assert everything() == before


# -- changed by hand -------------------------------------------------------------------------------


def test_the_cost_of_an_exchange_is_shown_before_and_is_what_it_costs(
    organiser: Client, season: Season
) -> None:
    event = new_hall(season, 8, are_present=True)
    entered(event, in_seat_order(published(event)))
    organiser.post(f"{SEATING}round-2/plan/")
    plan = RoundPlan.objects.get(subject="round-2")
    one, other = plan.order[0], plan.order[4]
    text = page(organiser, f"{SEATING}round-2/mend/", kind="exchange", who=one, other=other)
    assert "table 1 → 2" in text
    assert "table 2 → 1" in text
    assert RoundPlan.objects.get(subject="round-2").changes == []
    told = re.search(r"Repeated meetings</strong> <span>(\d+) → (\d+)", text)
    organiser.post(f"{SEATING}round-2/mend/", hidden(text))
    seats = RoundPlan.objects.get(subject="round-2").seats
    assert (seats[0], seats[4]) == (other, one)
    if told:
        assert standing_round(state(event), "round-2", seats).cost().repeats == int(told[2])
    assert "changed by hand" in page(organiser, SEATING)


def test_an_exchange_of_seats_that_have_changed_since_is_looked_at_again(
    organiser: Client, present: Event
) -> None:
    plan = planned(organiser)
    keys = [key for key in plan.order if key]
    first = page(organiser, MEND, kind="exchange", who=keys[0], other=keys[5])
    second = page(organiser, MEND, kind="exchange", who=keys[1], other=keys[6])
    organiser.post(MEND, hidden(first))
    answer = organiser.post(MEND, hidden(second))
    assert "The seats have changed since" in answer.content.decode()
    assert len(RoundPlan.objects.get(subject="round-1").changes) == 1


def test_after_publishing_an_absence_is_mended_with_a_reason(organiser: Client, present: Event) -> None:
    published(present)
    text = page(organiser, MEND, kind="absent", who="3 Person 002")
    assert "leaves table" in text
    answer = organiser.post(MEND, hidden(text))
    assert answer.status_code == 200
    assert present.entries.get(number=3).presence == "present"
    organiser.post(MEND, hidden(text) | {"reason": "at the dentist"})
    assert present.entries.get(number=3).presence == "away"
    assert "entry-3" not in order(present)


def test_mishaps_that_cannot_be_are_told_and_change_nothing(organiser: Client, present: Event) -> None:
    round_ = published(present)
    before = everything()
    for wrong in (
        {"kind": "nonsense", "who": "1"},
        {"kind": "exchange", "who": "1"},
        {"kind": "exchange", "who": "1", "other": "99"},
        {"kind": "exchange", "who": "16", "other": "1"},
        {"kind": "table", "who": "1"},
        {"kind": "table", "who": "1", "table": "99"},
        {"kind": "table", "who": "1", "table": "x"},
        {"kind": "absent", "who": "Nobody\x00"},
        {"kind": "absent", "who": "9" * 30},
        {"kind": "late", "who": "1"},
        {"kind": "absent"},
    ):
        text = page(organiser, MEND, **wrong)
        assert 'role="alert"' in text, wrong
        assert organiser.post(MEND, {**wrong, "reason": "x", "seen": "x"}).status_code == 200, wrong
    assert organiser.get(f"{SEATING}round-2/mend/").status_code == 302
    assert everything() == before
    assert round_.playing


def test_part_of_a_name_is_enough_where_it_means_one_person(organiser: Client, present: Event) -> None:
    hall.walk_in(event_id=present.pk, player="Gerd Nachzügler", **WHO)
    hall.walk_in(event_id=present.pk, player="Gerda Früh", **WHO)
    published(present)
    for meant in ("17", "17 Gerd Nachzügler", "gerd nachzugler", "nachz", "entry-17"):
        assert "leaves table" in page(organiser, MEND, kind="absent", who=meant), meant
    several = page(organiser, MEND, kind="absent", who="Gerd")
    assert "Several are called that: 17 Gerd Nachzügler, 18 Gerda Früh" in several
    for nobody in ("Gerhard", "99", "-"):
        text = page(organiser, MEND, kind="absent", who=nobody)
        assert "Nobody is called that: a start number or a name is needed." in text, nobody


# -- the next step ---------------------------------------------------------------------------------


def button(client: Client) -> tuple[str, str]:
    """The coloured button of the overview: what it says and where it leads."""
    found = re.findall(r'<a class="button" href="([^"]+)">([^<]+)</a>', page(client, DESK))
    assert len(found) == 1
    address, name = found[0]
    return name, address


def test_the_next_step_leads_through_the_day(organiser: Client, season: Season) -> None:
    event = new_hall(season, 0, settings={"rounds": 1})
    assert button(organiser) == ("Add people", f"{DESK}check-in/add/")
    hall.announce(
        event_id=event.pk, players=[(f"Person {n:03}", hall.Description()) for n in range(8)], **WHO
    )
    assert button(organiser) == ("Check people in", f"{DESK}check-in/")
    hall.check_in(event_id=event.pk, who=[1, 2, 3, 4, 5, 6, 7], **WHO)
    assert button(organiser) == ("Check people in", f"{DESK}check-in/")
    assert "7 people are present, 1 is missing." in page(organiser, DESK)
    hall.check_in(event_id=event.pk, who=[8], **WHO)
    assert button(organiser) == ("Plan Round 1", SEATING)
    planned(organiser)
    assert button(organiser) == ("Publish Round 1", SEATING)
    organiser.post(f"{ROUND}publish/")
    assert "2 tables have no result yet." in page(organiser, DESK)
    assert button(organiser) == ("Open Round 1", f"{DESK}round/?round=round-1")
    organiser.post(f"{DESK}round/round-1/start/")
    assert button(organiser) == ("Enter slips", f"{DESK}slips/?round=round-1")
    entered(event, in_seat_order(rounds_of(state(event))[-1]))
    assert button(organiser) == ("Plan Final", SEATING)
    final = published(event, "final")
    assert button(organiser) == ("Open Final", f"{DESK}round/?round=final")
    entered(event, in_seat_order(final))
    assert button(organiser) == ("Finals and prizes", f"{DESK}prizes/")


def way(client: Client, part: str) -> str:
    """The button that leads on from a part of the desk; empty where nothing does."""
    found = re.findall(
        r'<p class="next-way way-on">.*<a class="[^"]+" href="[^"]+">([^<]+)</a>',
        page(client, f"{DESK}{part}"),
    )
    return found[0] if found else ""


def test_who_is_level_at_the_cut_is_led_to_the_dice(organiser: Client, season: Season) -> None:
    event = new_hall(season, 12, settings={"rounds": 1}, are_present=True)
    entered(event, in_seat_order(published(event)))
    assert button(organiser) == ("Throw dice", f"{DESK}draw/thrown/")
    # Of whoever came in last no pawns are known.
    assert "Level as far as the boards are known" in page(organiser, DESK)
    assert way(organiser, "seating/") == "Throw dice"


def test_nobody_is_missing_in_a_final_who_is_no_finalist(organiser: Client, season: Season) -> None:
    event = new_hall(season, 10, settings={"rounds": 1})
    hall.check_in(event_id=event.pk, who=list(range(1, 9)), **WHO)
    assert "2 missing" in page(organiser, SEATING)
    round_ = published(event)
    entered(event, in_seat_order(round_))
    text = page(organiser, SEATING)
    assert "Plan Final" in text
    assert "missing" not in text
    overview = page(organiser, DESK)
    assert "4 people play." in overview
    assert "missing" not in overview


# -- without a seat --------------------------------------------------------------------------------


def no_seat(text: str) -> bool:
    return "no seat in Round" in text


def test_whoever_comes_after_publishing_is_told_everywhere_until_they_sit(
    organiser: Client, present: Event
) -> None:
    published(present)
    pages = (DESK, f"{DESK}round/", f"{DESK}check-in/", "/organise/")
    assert not any(no_seat(page(organiser, each)) for each in pages)
    hall.walk_in(event_id=present.pk, player="Gerda Late", **WHO)
    hall.check_in(event_id=present.pk, who=[16], **WHO)
    for each in pages:
        text = page(organiser, each)
        assert "2 people have no seat in Round 1: 16 Person 015, 17 Gerda Late." in text, each
        words = "Hall" if each == "/organise/" else "Seat 16 Person 015"
        assert f'href="{MEND}?kind=late&who=16+Person+015">{words}</a>' in text, each
    # It comes before the clock, also at the draws, and the address shows at once what it costs.
    assert button(organiser) == ("Seat 16 Person 015", f"{MEND}?kind=late&who=16+Person+015")
    assert way(organiser, "seating/") == "Seat 16 Person 015"
    for who in ("16 Person 015", "17 Gerda Late"):
        told = page(organiser, MEND, kind="late", who=who)
        organiser.post(MEND, {**hidden(told), "reason": "late"})
    assert not any(no_seat(page(organiser, each)) for each in pages)
    assert button(organiser)[0] == "Open Round 1"


def test_a_helper_is_told_who_has_no_seat_and_led_to_no_page_of_organisers(present: Event) -> None:
    helper = with_role(Role.REFEREE, "event:hall")
    assert button(helper) == ("Check people in", f"{DESK}check-in/")
    assert SEATING not in page(helper, DESK)
    published(present)
    hall.check_in(event_id=present.pk, who=[16], **WHO)
    for each in (DESK, f"{DESK}round/", f"{DESK}check-in/"):
        text = page(helper, each)
        assert "1 person has no seat in Round 1: 16 Person 015." in text, each
        assert MEND not in text, each
    assert not no_seat(page(helper, "/organise/")), "an organiser seats people"


def test_whoever_is_out_of_a_knockout_waits_for_no_seat(organiser: Client, season: Season) -> None:
    event = new_hall(season, 16, settings={"going_on": 2, "rounds": 1, "table_size": 4}, are_present=True)
    entered(event, in_seat_order(published(event)))
    published(event)
    assert not no_seat(page(organiser, DESK))
    hall.walk_in(event_id=event.pk, player="Gerda Late", **WHO)
    assert not no_seat(page(organiser, DESK))
