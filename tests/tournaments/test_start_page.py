"""What waits for somebody: each kind at home and on the page of its event alike, for whom, how long, at what cost."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from games.enums import EventKind, Role
from games.models import Game, Permit, Player
from tests.tournaments.admin_forms import desk, part, step
from tests.tournaments.conftest import NOW, YELLOW_STARTS, _drawn, new_event, start
from tests.tournaments.event_state import happen
from tests.tournaments.hall.halls import WHO, entered, in_seat_order, new_hall, published
from tests.tournaments.players.conftest import new_game
from tests.tournaments.query_counts import queries
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.hall import services as hall
from tournaments.hall.services import TableSlip
from tournaments.models import Delivery, Event, Season, Webhook
from tournaments.organiser.tasks import Task, Waiting
from tournaments.services import Slip
from tournaments.standings.presenters import EventPresenter

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 21)


@pytest.fixture
def organiser(db: None) -> User:
    return User.objects.create_superuser("organiser")


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def tasks(user: User, event: Event | None = None, today: date = TODAY) -> dict[str, list[Task]]:
    """The tasks by the names of their kinds a quarter of an hour after ``NOW``: at home, or on the page of an event."""
    request = RequestFactory().get("/organise/")
    request.user, request.session = user, {}  # type: ignore[assignment]
    shown = EventPresenter(Event.objects.get(pk=event.pk)) if event else None
    found = Waiting(request, NOW + timedelta(minutes=15), today, shown)
    return {str(group["kind"]): group["named"] for group in found.groups}


def another(season: Season, players: list[Player], slug: str) -> Event:
    return _drawn(new_event(season, slug=slug, name=slug.upper()), players)


def called(cup: Event) -> str:
    game = start(cup, rounds=YELLOW_STARTS).game
    happen(game, EventKind.CALL, text="two pawns on one field?")
    return f"/games/{game.pk}/referee/"


def proposed(cup: Event, by: str = "test") -> str:
    happen(enter(cup, 1).game, EventKind.CORRECTION, actor=by, places=["blue"], reason="typed wrongly")
    return step("approve", cup, 1)


def proposed_alone(cup: Event) -> str:
    return proposed(cup, f"user:{User.objects.get().pk}")


def proposed_by_you(cup: Event) -> str:
    User.objects.create_superuser("second")
    return proposed(cup, f"user:{User.objects.get(username='organiser').pk}")


def remarked(cup: Event) -> str:
    first = enter(cup, 1).game
    enter(cup, 2, Slip(places=("green",)))
    game = happen(first, EventKind.CORRECTION, places=["blue"], reason="the slip was read wrongly")
    happen(game, EventKind.APPROVAL, actor="user:2", correction=game.number)
    return f"{part('games', cup)}#game-2"


def contested(cup: Event) -> str:
    event = new_hall(cup.season)
    hall.check_in_all(event_id=event.pk, **WHO)
    sheets = in_seat_order(published(event))
    entered(event, [sheets[1]])
    entered(event, [TableSlip(2, Slip(order=tuple(reversed(sheets[1].slip.order))))])
    return "/organise/events/hall/slips/2/"


def unconfirmed(cup: Event) -> str:
    enter(cup, 1)
    return step("confirmresults", cup)


def hidden(cup: Event) -> str:
    services.change_event(event_id=cup.pk, changes={"is_public": False}, actor="test", now=NOW)
    return step("changedetails", cup)


def unanswered(cup: Event) -> str:
    hook = Webhook.objects.create(
        event=cup, url="https://league.example/", kinds=["game.ended"], created_by="test", created_at=NOW
    )
    fields = {"webhook": hook, "kind": "game.ended", "body": "{}", "created_at": NOW, "next_attempt_at": NOW}
    for attempts in (0, 2):
        Delivery.objects.create(**fields, attempts=attempts)
    return f"/organise/events/cup/webhooks/{hook.pk}/"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("kind", "happens", "subject", "more"),
    [
        ("The referee is called", called, "Game 1", "for 15\xa0minutes"),
        ("A correction waits for a second person", proposed, "Game 1", "for 15\xa0minutes"),
        ("A correction waits for your approval", proposed_alone, "Game 1", "for 15\xa0minutes"),
        ("A correction waits for a second person", proposed_by_you, "Game 1", "somebody else approves it"),
        ("To note", remarked, "Game 2", "as the results stand now, blue would have started"),
        ("Two results", contested, "Round 1, Table 2", ""),
        ("Unconfirmed results", unconfirmed, "", "1 result"),
        ("Not public yet", hidden, "", ""),
        ("Webhooks that are not answered", unanswered, "Cup: https://league.example/", "1 message not told"),
    ],
)
def test_each_kind_stands_at_home_and_on_the_page_of_its_event_alike(
    organiser: User, cup: Event, kind: str, happens: Callable[[Event], str], subject: str, more: str
) -> None:
    assert kind not in tasks(organiser)
    url = happens(cup)
    event = Event.objects.get(slug="hall") if happens is contested else cup
    (found,) = tasks(organiser)[kind]
    assert tasks(organiser, event)[kind] == [found]
    assert (found.url, found.is_urgent) == (url, happens is called)
    assert found.subject == subject
    assert more in found.more
    assert found.event in ("" if happens is unanswered else event.name)
    for page in ("/organise/", desk(event)):
        assert f'href="{url}"' in logged_in(organiser).get(page).content.decode()


def test_a_game_of_no_event_is_named_by_itself(organiser: User, players: list[Player]) -> None:
    game = new_game(players, title="Friday")
    happen(game, EventKind.CALL, text="whose throw?")
    (found,) = tasks(organiser)["The referee is called"]
    assert (found.event, found.subject, found.url) == ("", str(game), f"/games/{game.pk}/referee/")


@pytest.mark.both_databases
def test_calls_come_first_the_longest_waiting_on_top(
    organiser: User, cup: Event, season: Season, players: list[Player]
) -> None:
    first, second = (start(event, rounds=YELLOW_STARTS) for event in (another(season, players, "late"), cup))
    for played, minutes in ((second, 1), (first, 5)):
        happen(played.game, EventKind.CALL, now=NOW + timedelta(minutes=minutes), text="whose throw?")
    kind, waiting = next(iter(tasks(organiser).items()))
    assert kind == "The referee is called"
    assert [each.about for each in waiting] == ["Cup: Game 1", "LATE: Game 1"]
    assert [each.more for each in waiting] == ["for 14\xa0minutes", "for 10\xa0minutes"]


@pytest.mark.both_databases
def test_due_games_and_events_of_the_day(organiser: User, cup: Event) -> None:
    new_event(cup.season, slug="empty", starts_on=cup.starts_on)
    (waiting,) = tasks(organiser)["Events to start"]
    assert (waiting.url, waiting.more) == (desk(cup), "today")
    assert "Events to start" not in tasks(organiser, today=TODAY - timedelta(days=1))
    later = tasks(organiser, today=TODAY + timedelta(days=3))
    assert later["Events to start"][0].more == "for 3 days"
    enter(cup, 1)
    found = tasks(organiser)
    assert "Events to start" not in found
    assert found["Games that can begin"][0].number == 1
    services.suspend_event(event_id=cup.pk, hold=Event.Hold.INTERRUPTED, reason="late", actor="test", now=NOW)
    happen(Game.objects.get(event_game__event=cup), EventKind.CONFIRMATION, player=None, official="Dora")
    assert not {"Games that can begin", "Unconfirmed results"} & tasks(organiser).keys()


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
    found = tasks(referee)
    assert ("The referee is called" in found) == sees
    assert "Events to start" not in found


def test_the_start_page_costs_the_same_with_three_of_each(
    organiser: User, season: Season, players: list[Player]
) -> None:
    client = logged_in(organiser)

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
