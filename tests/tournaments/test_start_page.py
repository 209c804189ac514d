"""The organiser's home: what needs somebody, for whom it is, how long it waits, and at what cost."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from games.enums import EventKind, Role
from games.models import Game, Permit, Player
from games.services import recorder
from games.services.commands import EventCommand
from tests.tournaments.admin_forms import desk, step
from tests.tournaments.conftest import NOW, YELLOW_STARTS, _drawn, new_event, start
from tests.tournaments.event_state import happen
from tests.tournaments.query_counts import queries
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.models import Delivery, Event, Season, Webhook
from tournaments.organiser.home import TodoGroup, TodoList

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 21)


@pytest.fixture
def organiser(db: None) -> User:
    return User.objects.create_superuser("organiser")


def seen_by(user: User, **moment: Any) -> dict[str, TodoGroup]:
    """The concerns by their names, as somebody sees them a quarter of an hour after ``NOW``."""
    request = RequestFactory().get("/organise/")
    request.user, request.session = user, {}  # type: ignore[assignment]
    told = TodoList(request, moment.get("now", NOW + timedelta(minutes=15)), moment.get("today", TODAY))
    return {str(concern.name): concern for concern in told.concerns}


def record(game: Game, kind: EventKind, data: dict[str, Any], minutes: int = 0, actor: str = "test") -> None:
    number = Game.objects.get(pk=game.pk).number
    now = NOW + timedelta(minutes=minutes)
    recorder.record(game_id=game.pk, wanted=EventCommand(kind, data), expected=number, actor=actor, now=now)


def another(season: Season, players: list[Player], slug: str, **wanted: Any) -> Event:
    event = new_event(season, slug=slug, name=slug.upper(), **wanted)
    return _drawn(event, players)


@pytest.mark.both_databases
def test_calls_come_first_the_longest_waiting_on_top(
    organiser: User, cup: Event, season: Season, players: list[Player]
) -> None:
    first, second = (start(event, rounds=YELLOW_STARTS) for event in (another(season, players, "late"), cup))
    record(second.game, EventKind.CALL, {"text": "two pawns on one field?"}, minutes=1)
    record(first.game, EventKind.CALL, {"text": "whose throw?"}, minutes=5)
    found = seen_by(organiser)
    concern = found["The referee is called"]
    assert next(iter(found)) == "The referee is called"
    assert concern.is_urgent
    assert [each.about for each in concern.waiting] == ["Cup: Game 1", "LATE: Game 1"]
    assert [each.more for each in concern.waiting] == ["for 14\xa0minutes", "for 10\xa0minutes"]
    assert concern.waiting[0].url == f"/games/{second.game_id}/referee/"


@pytest.mark.both_databases
def test_a_correction_waits_for_somebody_else_than_who_proposed_it(organiser: User, cup: Event) -> None:
    User.objects.create_superuser("second")
    game = enter(cup, 1).game
    data: dict[str, Any] = {
        "places": ["blue"],
        "winner": None,
        "pawns": {},
        "seconds": None,
        "reason": "typed wrongly",
    }
    record(game, EventKind.CORRECTION, data, actor=f"user:{organiser.pk}")
    (waiting,) = seen_by(organiser)["A correction waits for a second person"].waiting
    assert waiting.url == step("approve", cup, 1)
    assert "proposed by you" in waiting.more


@pytest.mark.both_databases
def test_results_are_asked_for_until_they_are_confirmed(organiser: User, cup: Event) -> None:
    enter(cup, 1)
    (waiting,) = seen_by(organiser)["Unconfirmed results"].waiting
    assert waiting.url == step("confirmresults", cup)
    happen(Game.objects.get(event_game__event=cup), EventKind.CONFIRMATION, player=None, official="Dora")
    assert "Unconfirmed results" not in seen_by(organiser)


@pytest.mark.both_databases
def test_due_games_and_events_of_the_day(organiser: User, cup: Event) -> None:
    new_event(cup.season, slug="empty", starts_on=cup.starts_on)
    (waiting,) = seen_by(organiser)["Events to start"].waiting
    assert (waiting.url, waiting.more) == (desk(cup), "today")
    assert "Events to start" not in seen_by(organiser, today=TODAY - timedelta(days=1))
    assert (
        seen_by(organiser, today=TODAY + timedelta(days=3))["Events to start"].waiting[0].more == "for 3 days"
    )
    enter(cup, 1)
    found = seen_by(organiser)
    assert "Events to start" not in found
    assert found["Games that can begin"].number == 1
    services.suspend_event(event_id=cup.pk, hold=Event.Hold.INTERRUPTED, reason="late", actor="test", now=NOW)
    assert "Games that can begin" not in seen_by(organiser)


@pytest.mark.both_databases
def test_what_the_public_does_not_see_yet(organiser: User, cup: Event) -> None:
    services.change_event(event_id=cup.pk, changes={"is_public": False}, actor="test", now=NOW)
    (waiting,) = seen_by(organiser)["Not public yet"].waiting
    assert (waiting.about, waiting.url) == ("Cup", step("changedetails", cup))


@pytest.mark.both_databases
def test_webhooks_that_are_not_answered(organiser: User, cup: Event) -> None:
    hook = Webhook.objects.create(
        event=cup, url="https://league.example/", kinds=["game.ended"], created_by="test", created_at=NOW
    )
    fields = {"webhook": hook, "kind": "game.ended", "body": "{}", "created_at": NOW, "next_attempt_at": NOW}
    Delivery.objects.create(**fields, attempts=0)
    assert "Webhooks that are not answered" not in seen_by(organiser)
    Delivery.objects.create(**fields, attempts=2)
    assert seen_by(organiser)["Webhooks that are not answered"].waiting[0].more == "1 message not told"


@pytest.mark.parametrize(
    ("place", "sees"),
    [
        ("site", True),
        pytest.param("season:2026", True, marks=pytest.mark.both_databases),
        ("event:cup", True),
        pytest.param("board:cup:7", True, marks=pytest.mark.both_databases),
        ("event:gp", False),
    ],
)
def test_a_role_sees_what_waits_in_its_place(cup: Event, series: Event, place: str, sees: bool) -> None:
    referee = User.objects.create_user("referee", is_staff=True)
    Permit.objects.create(person=referee, role=Role.REFEREE, place=place, granted_at=NOW)
    happen(start(cup, rounds=YELLOW_STARTS, board="7").game, EventKind.CALL, text="?")
    found = seen_by(referee)
    assert ("The referee is called" in found) == sees
    assert "Events to start" not in found


def test_the_start_page_costs_the_same_with_three_of_each(
    organiser: User, season: Season, players: list[Player]
) -> None:
    client = Client()
    client.force_login(organiser)

    def everything(slug: str) -> None:
        event = another(season, players, slug)
        enter(event, 1)
        happen(start(event, number=2).game, EventKind.CALL, text="?")

    everything("one")
    queries(client, "/organise/")
    first = queries(client, "/organise/")
    everything("two")
    everything("three")
    assert queries(client, "/organise/") == first
