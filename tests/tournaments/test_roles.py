"""Who may do what: the documented roles, cell by cell, against the real endpoints – and places, expiry, revocation.

What is expected stands here and in ``operations.py``, written by hand: a table is not held against itself.
"""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from games.access import PERMISSIONS, Principal, is_allowed, scopes
from games.access.principal import Grant
from games.enums import Action, Role
from games.models import AccessToken, Game, Permit, Player
from tests.games.conftest import client_of, client_with, token_with
from tests.tournaments import operations
from tests.tournaments.conftest import KEYS, NOW, YELLOW_STARTS, new_event, start, win
from tests.tournaments.event_state import undone
from tests.tournaments.operations import OPERATIONS, offered
from tests.writes import writes_seen
from tournaments import services
from tournaments.models import Delivery, Event, Season
from tournaments.webhooks import services as subscribing
from tournaments.webhooks.services import Place

pytestmark = [pytest.mark.django_db, pytest.mark.long]
API = "/api/v1/"


@pytest.fixture
def running(cup: Event) -> Game:
    """The first game of the cup, at board 3, begun."""
    return start(cup, rounds=YELLOW_STARTS, board="3").game


def assert_refused(ask: Callable[[], Any], status: int = 403) -> None:
    """The request is refused, says in both languages what it takes, and has written nothing."""
    with writes_seen() as writes:
        answer = ask()
    assert answer.status_code == status, answer.content
    assert answer.json()["messages"].keys() == {"de", "en"}
    assert writes == []


# -- the table, cell by cell -----------------------------------------------------------------------


def record(client: APIClient, game: Game) -> Any:
    body = {"expected": game.number, "die": 6, "move": "6:B-A"}
    return client.post(f"{API}games/{game.pk}/throws/", body)


def rule(client: APIClient, game: Game) -> Any:
    body = {"expected": game.number, "reason": "it fell from the table"}
    return client.post(f"{API}games/{game.pk}/void-die/", body)


def correct(client: APIClient, game: Game) -> Any:
    ended = win(game, "yellow", "black")
    other = next(player for player in ended.seating if player != str(ended.winner_id))
    body = {"expected": ended.number, "winner": other, "reason": "the slip was read wrongly"}
    return client.post(f"{API}games/{game.pk}/correction/", body)


def approve(client: APIClient, game: Game) -> Any:
    number = correct(client_with(Role.REFEREE), game).json()["game"]["number"]
    body = {"expected": number, "correction": number}
    return client.post(f"{API}games/{game.pk}/approval/", body)


def organise(client: APIClient, game: Game) -> Any:
    return client.patch(f"{API}events/cup/", {"name": "Grand Cup"})


def admit(client: APIClient, game: Game) -> Any:
    return client.post(f"{API}tokens/", {"name": "board 3", "role": "referee", "place": "board:cup:3"})


def audit(client: APIClient, game: Game) -> Any:
    return client.get(f"{API}events/cup/audit/")


def own(client: APIClient, game: Game) -> Any:
    return client.post(f"{API}tokens/", {"name": "board 3", "role": "organiser", "place": "event:cup"})


#: What is done, by the rows of docs/reference/access.md: action, a request that does it, the roles that may.
ROWS: list[tuple[Action, Callable[[APIClient, Game], Any], str]] = [
    (Action.RECORD, record, operations.RECORD),
    (Action.RULE, rule, operations.RULE),
    (Action.CORRECT, correct, operations.CORRECT),
    (Action.APPROVE, approve, operations.APPROVE),
    (Action.ORGANISE, organise, operations.ORGANISE),
    (Action.GRANT, admit, operations.GRANT),
    (Action.AUDIT, audit, operations.AUDIT),
    (Action.OWN, own, operations.OWN),
]
CELLS = [(action, ask, role, role.value in roles.split()) for action, ask, roles in ROWS for role in Role]


def test_the_table_of_the_program_is_that_of_the_documentation() -> None:
    """Written out once more, so that whoever changes a role changes it twice, and knows."""
    assert {
        action.name: " ".join(role.value for role in Role if action in PERMISSIONS[role]) for action in Action
    } == {
        "SEE_UNPUBLISHED": "owner organiser referee recorder viewer",
        "RECORD": "owner organiser referee recorder",
        "RULE": "owner organiser referee",
        "CORRECT": "owner organiser referee",
        "APPROVE": "owner organiser referee",
        "ORGANISE": "owner organiser",
        "GRANT": "owner organiser",
        "AUDIT": "owner organiser",
        "OWN": "owner",
    }


@pytest.mark.parametrize("role", [*Role, None])
def test_what_is_not_public_is_seen_with_any_role_and_by_nobody_else(
    running: Game, role: Role | None
) -> None:
    record(client_with(Role.RECORDER), running)
    services.change_event(
        event_id=Event.objects.get().pk, changes={"is_public": False}, actor="test", now=NOW
    )
    client = client_with(role, "event:cup") if role else APIClient()
    assert (client.get(f"{API}games/{running.pk}/").status_code == 200) == (role is not None)


def test_a_role_does_what_is_documented_and_nothing_else(running: Game) -> None:
    place = scopes.scope_around("event:cup")
    for action, ask, role, may_do in CELLS:
        with undone():
            client = client_with(role, "event:cup")
            assert is_allowed(Principal("x", (Grant(role, "event:cup"),)), action, place) == may_do
            check_answer(ask(client, running), action, role, may_do)
        if not may_do and action not in (Action.CORRECT, Action.APPROVE):
            with undone():
                client = client_with(role, "event:cup")
                assert_refused(lambda ask=ask, client=client: ask(client, running))  # type: ignore[misc]


def test_a_person_with_a_permit_does_what_the_role_allows(running: Game) -> None:
    for action, ask, role, may_do in CELLS:
        with undone():
            person = User.objects.create_user(role.value)
            Permit.objects.create(person=person, role=role, place="season:2026", granted_at=NOW)
            client = APIClient()
            client.force_login(person)
            check_answer(ask(client, running), action, role, may_do)


def check_answer(answer: Any, action: Action, role: Role, may_do: bool) -> None:
    told = (action, role, answer.content)
    assert (answer.status_code in (200, 201)) == may_do, told
    assert answer.status_code in (200, 201, 403), told


# -- every endpoint --------------------------------------------------------------------------------


def endpoints() -> list[tuple[str, str, frozenset[Role]]]:
    """Every address of the interface with a method that is not for everybody, and the roles that it is for."""
    return [(route, method, OPERATIONS[operation]) for method, route, operation in offered()]


def filled(route: str, game: Game) -> str:
    """The address of something that is there, in the cup."""
    token, permit = AccessToken.objects.earliest("pk"), Permit.objects.earliest("pk")
    kind = next((each for each in ("event", "season") if route.startswith(f"/api/v1/{each}s/")), None)
    is_there = {f"webhook__{each}__isnull": each != kind for each in ("event", "season")}
    delivery = Delivery.objects.filter(**is_there).select_related("webhook").earliest("pk")
    numbers = {"permits/": permit.pk, "webhooks/": delivery.webhook.pk}
    number = next((number for part, number in numbers.items() if part in route), token.pk)
    player = Player.objects.earliest("pk")
    found = {
        "<uuid:pk>": str(player.pk if "players/" in route else game.pk),
        "<int:pk>": str(number),
        "<slug:slug>": "2026" if "seasons/" in route else "cup",
        "<slug:key>": KEYS[0],
        "<int:number>": "1",
        "<int:claim>": "1",
        "<slug:subject>": "pairs",
        "<slug:kind>": "streaks",
        "<uuid:other>": str(Player.objects.latest("pk").pk),
        "<int:webhook>": str(delivery.webhook.pk),
        "<uuid:uuid>": str(delivery.uuid),
        "<uuid:player>": str(player.pk),
    }
    for part, value in found.items():
        route = route.replace(part, value)
    assert "<" not in route, f"{route}: what stands here?"
    return route


@pytest.fixture
def admitted(running: Game) -> Game:
    """Somebody is admitted to the cup, by token and by permit, and another program is told of it."""
    AccessToken.issue(name="board", role="recorder", place="event:cup")
    person = User.objects.create_user("somebody")
    Permit.objects.create(person=person, role=Role.VIEWER, place="event:cup", granted_at=NOW)
    event = Event.objects.get(slug="cup")
    places: list[Place] = [{"event_id": event.pk}, {"season_id": event.season_id}, {}]
    for place in places:
        webhook = subscribing.subscribe(
            **place, url="https://league.example/", kinds=["game.ended"], actor="test", now=NOW
        )
        subscribing.ping(webhook_id=webhook.pk, actor="test", now=NOW)
    return running


def test_a_ruling_is_taken_back_and_brought_back_by_whoever_may_rule(running: Game) -> None:
    referee, recorder = client_with(Role.REFEREE), client_with(Role.RECORDER)

    def ask(client: APIClient, what: str, throws: int = 1) -> Any:
        number = Game.objects.get(pk=running.pk).number
        return client.post(f"{API}games/{running.pk}/{what}/", {"expected": number, "throws": throws})

    assert record(recorder, running).status_code == 201
    thrown = Game.objects.get(pk=running.pk)
    body = {"expected": thrown.number, "colour": "yellow", "field": "A", "reason": "took the die away twice"}
    assert referee.post(f"{API}games/{running.pk}/penalty/", body).status_code == 201
    assert_refused(lambda: ask(recorder, "take-back"))
    assert_refused(lambda: ask(recorder, "take-back", throws=2))
    assert ask(referee, "take-back", throws=2).status_code == 201
    assert_refused(lambda: ask(recorder, "bring-back", throws=2))
    # The throw alone is no ruling.
    assert ask(recorder, "bring-back").status_code == 201
    assert ask(recorder, "take-back").status_code == 201
    assert ask(referee, "bring-back", throws=2).status_code == 201


@pytest.mark.parametrize("role", Role)
def test_every_operation_is_open_to_the_documented_roles_and_closed_to_all_others(
    admitted: Game, role: Role
) -> None:
    client = client_with(role)
    for route, method, roles in endpoints():
        address = filled(route, admitted)
        if role in roles:
            with undone():
                assert getattr(client, method)(address, {}).status_code not in (401, 403), (method, route)
        else:
            assert_refused(lambda method=method, address=address: getattr(client, method)(address, {}))  # type: ignore[misc]


def test_nobody_unknown_asks_for_more_than_to_read(admitted: Game) -> None:
    for route, method, _ in endpoints():
        address = filled(route, admitted)
        assert_refused(
            lambda method=method, address=address: getattr(APIClient(), method)(address, {}),  # type: ignore[misc]
            401,
        )


# -- places ----------------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(season: Season) -> Event:
    """Another event of the same season."""
    return new_event(season, slug="open", name="Open")


@pytest.mark.parametrize(
    "place",
    ["event:open", "board:open:3", "board:cup:4", "round:cup:2", "season:1999", f"game:{uuid.UUID(int=1)}"],
)
def test_a_role_elsewhere_is_no_role_here(running: Game, elsewhere: Event, place: str) -> None:
    client = client_with(Role.OWNER, place)
    for ask in (record, rule, organise, admit, audit):
        assert_refused(lambda ask=ask: ask(client, running))  # type: ignore[misc]


@pytest.mark.parametrize("place", ["site", "season:2026", "event:cup", "board:cup:3", "round:cup:1", "game"])
def test_a_role_holds_in_its_place_and_everywhere_within(running: Game, place: str) -> None:
    client = client_with(Role.REFEREE, f"game:{running.pk}" if place == "game" else place)
    assert record(client, running).status_code == 201
    narrow = place.partition(":")[0] in ("board", "round", "game")
    assert organise(client_with(Role.ORGANISER, place), running).status_code == (403 if narrow else 200)


def test_what_belongs_to_the_site_takes_a_role_for_the_site(running: Game, players: list[Player]) -> None:
    client = client_with(Role.OWNER, "season:2026")
    seats = [
        {"player": str(players[0].pk), "colours": ["yellow"]},
        {"player": str(players[1].pk), "colours": ["red"]},
    ]
    assert_refused(lambda: client.post(f"{API}games/", {"rules": "schmidt", "seats": seats}))
    assert_refused(lambda: client.post(f"{API}players/", {"name": "Dora"}))
    assert_refused(
        lambda: client.post(
            f"{API}seasons/",
            {"slug": "2027", "name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31"},
        )
    )


def test_an_event_is_created_with_a_role_for_its_season(season: Season) -> None:
    body = {
        "season": "2026",
        "slug": "new",
        "name": "New",
        "format": "championship",
        "rules": "xmadn-3t",
        "starts_on": "2026-11-21",
    }
    elsewhere = client_with(Role.OWNER, "season:1999")
    assert_refused(lambda: elsewhere.post(f"{API}events/", body))
    assert client_with(Role.ORGANISER, "season:2026").post(f"{API}events/", body).status_code == 201


@pytest.mark.parametrize("season", [None, 5, [], {}, "no such", "x" * 500])
def test_a_season_that_cannot_be_is_refused_whoever_asks(db: None, season: Any) -> None:
    assert client_with(Role.OWNER).post(f"{API}events/", {"season": season}).status_code == 400
    assert client_with(Role.OWNER, "season:2026").post(f"{API}events/", {"season": season}).status_code == 403
    assert client_with(Role.OWNER, "season:2026").post(f"{API}events/", [season]).status_code == 403


def test_the_refusal_tells_roles_and_places_in_both_languages(running: Game) -> None:
    answer = record(client_with(Role.VIEWER, "event:cup"), running)
    found = answer.json()
    assert found["type"] == "urn:rauswurf:problem:permission-denied"
    assert found["roles"] == ["owner", "organiser", "referee", "recorder"]
    assert set(found["places"]) == {
        "site",
        "season:2026",
        "event:cup",
        "board:cup:3",
        "round:cup:1",
        f"game:{running.pk}",
    }
    assert "recorder; for one of these places: the whole site, game" in found["messages"]["en"]
    assert "Brett 3 des Turniers cup" in found["messages"]["de"]


# -- tokens ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ended",
    [
        {"expires_at": timezone.now() - timedelta(seconds=1)},
        {"revoked_at": timezone.now() - timedelta(days=1)},
    ],
)
def test_an_expired_or_revoked_token_does_nothing_anywhere(admitted: Game, ended: dict[str, Any]) -> None:
    client = client_of(token_with(Role.OWNER, **ended))
    for route, method, _ in endpoints():
        assert_refused(
            lambda method=method, route=route: getattr(client, method)(filled(route, admitted), {}),  # type: ignore[misc]
            401,
        )


def test_a_permit_counts_no_more_from_the_moment_it_is_revoked(running: Game) -> None:
    person = User.objects.create_user("ref")
    permit = Permit.objects.create(person=person, role=Role.REFEREE, place="event:cup", granted_at=NOW)
    client = APIClient()
    client.force_login(person)
    assert record(client, running).status_code == 201
    permit.revoked_at = NOW
    permit.save()
    assert_refused(lambda: record(client, running))


def test_superusers_may_everything_and_accounts_that_are_shut_nothing(running: Game) -> None:
    person = User.objects.create_superuser("root")
    client = APIClient()
    client.force_login(person)
    assert organise(client, running).status_code == 200
    person.is_active = False
    person.save()
    assert_refused(lambda: record(client, running), 401)


def test_roles_end_with_the_event_they_were_for(season: Season) -> None:
    event = new_event(season)
    token = token_with(Role.OWNER, "board:cup:3")
    person = User.objects.create_user("ref")
    Permit.objects.create(person=person, role=Role.REFEREE, place="event:cup", granted_at=NOW)
    event.delete()
    new_event(season)
    assert client_of(token).get(f"{API}tokens/?place=board:cup:3").status_code == 401
    assert not Permit.objects.filter(revoked_at=None).exists()
