"""Who may do what: the documented roles, cell by cell, against the real endpoints – places, expiry, revocation, keys.

What is expected stands here and in ``operations.py``, written by hand: a table is not held against itself.
"""

import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from config.site_pages import reference_file
from games import above
from games.access import PERMISSIONS, Principal, is_allowed, scopes
from games.access.principal import Grant
from games.api.problems import page_not_found
from games.enums import Action, Role
from games.errors import BadRequest
from games.models import AccessToken, Game, Permit, Player, RememberedAnswer
from tests.games.conftest import client_of, client_with, token_with
from tests.openapi import committed
from tests.tournaments import operations
from tests.tournaments.conftest import KEYS, NOW, YELLOW_STARTS, new_event, start, win
from tests.tournaments.event_state import undone
from tests.tournaments.operations import OPERATIONS, offered, routes, takes
from tests.tournaments.undoing import person
from tests.writes import writes_seen
from tournaments import services
from tournaments.models import Delivery, Event, Season
from tournaments.webhooks import services as subscribing

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


#: A request that does it, of the game or of what is around it.
REQUESTS: dict[Action, tuple[str, str, dict[str, Any]]] = {
    Action.RECORD: ("post", "games/{}/throws/", {"die": 6, "move": "6:B-A"}),
    Action.RULE: ("post", "games/{}/void-die/", {"reason": "it fell from the table"}),
    Action.CORRECT: ("post", "games/{}/correction/", {"reason": "the slip was read wrongly"}),
    Action.APPROVE: ("post", "games/{}/approval/", {}),
    Action.ORGANISE: ("patch", "events/cup/", {"name": "Grand Cup"}),
    Action.GRANT: ("post", "tokens/", {"name": "board 3", "role": "referee", "place": "board:cup:3"}),
    Action.AUDIT: ("get", "events/cup/audit/", {}),
    Action.OWN: ("post", "tokens/", {"name": "board 3", "role": "organiser", "place": "event:cup"}),
}


def do(action: Action, client: APIClient, game: Game) -> Any:
    """The answer to a request that takes this action; what it needs has been done before."""
    method, path, body = REQUESTS[action]
    if action is Action.CORRECT:
        game = win(game, "yellow", "black")
        body = {**body, "winner": next(each for each in game.seating if each != str(game.winner_id))}
    if action is Action.APPROVE:
        corrected = do(Action.CORRECT, client_with(Role.REFEREE), game).json()
        body = {"correction": corrected["game"]["number"]}
    if path.startswith("games/"):
        body = {**body, "expected": Game.objects.get(pk=game.pk).number}
    return getattr(client, method)(f"{API}{path.format(game.pk)}", body)


#: What is done, by the rows of docs/reference/access.md: action, the roles that may.
ROWS = {
    Action.RECORD: operations.RECORD,
    Action.RULE: operations.RULE,
    Action.CORRECT: operations.CORRECT,
    Action.APPROVE: operations.APPROVE,
    Action.ORGANISE: operations.ORGANISE,
    Action.GRANT: operations.GRANT,
    Action.AUDIT: operations.AUDIT,
    Action.OWN: operations.OWN,
}
CELLS = [(action, role, role.value in roles.split()) for action, roles in ROWS.items() for role in Role]


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


def test_a_role_does_what_is_documented_and_nothing_else(running: Game) -> None:
    """By a token, and by the permit of a person; what is refused has written nothing."""
    place = scopes.scope_around("event:cup")
    for action, role, may_do in CELLS:
        assert is_allowed(Principal("x", (Grant(role, "event:cup"),)), action, place) == may_do
        with undone():
            for client in (client_with(role, "event:cup"), person(role.value, role, "season:2026")):
                with undone(), writes_seen() as writes:
                    answer = do(action, client, running)
                told = (action, role, answer.content)
                assert answer.status_code in ((200, 201) if may_do else (403,)), told
                # Of a correction others have prepared the game.
                assert may_do or action in (Action.CORRECT, Action.APPROVE) or writes == [], told


# -- every endpoint --------------------------------------------------------------------------------


def filled(route: str, game: Game) -> str:
    """The address of something that is there, in the cup."""
    token, permit = AccessToken.objects.earliest("pk"), Permit.objects.earliest("pk")
    delivery = Delivery.objects.earliest("pk")
    numbers = {"permits/": permit.pk, "webhooks/": delivery.webhook_id}
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
    person("somebody", Role.VIEWER, "event:cup")
    event = Event.objects.get(slug="cup")
    webhook = subscribing.subscribe(
        event_id=event.pk, url="https://league.example/", kinds=["game.ended"], actor="test", now=NOW
    )
    subscribing.ping(webhook_id=webhook.pk, actor="test", now=NOW)
    return running


def test_a_ruling_is_taken_back_and_brought_back_by_whoever_may_rule(running: Game) -> None:
    referee, recorder = client_with(Role.REFEREE), client_with(Role.RECORDER)

    def ask(client: APIClient, what: str, throws: int = 1) -> Any:
        number = Game.objects.get(pk=running.pk).number
        return client.post(f"{API}games/{running.pk}/{what}/", {"expected": number, "throws": throws})

    assert do(Action.RECORD, recorder, running).status_code == 201
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
    for method, route, operation in offered():
        address = filled(route, admitted)
        if role in OPERATIONS[operation]:
            with undone():
                assert getattr(client, method)(address, {}).status_code not in (401, 403), (method, route)
        else:
            assert_refused(lambda method=method, address=address: getattr(client, method)(address, {}))  # type: ignore[misc]


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
    for action in (Action.RECORD, Action.RULE, Action.ORGANISE, Action.GRANT, Action.AUDIT):
        assert_refused(lambda action=action: do(action, client, running))  # type: ignore[misc]
    assert_refused(lambda: client.post(f"{API}events/", {"season": "2026", "slug": "new"}))
    assert_refused(lambda: client.post(f"{API}players/", {"name": "Dora"}))


@pytest.mark.parametrize("place", ["site", "season:2026", "event:cup", "board:cup:3", "round:cup:1", "game"])
def test_a_role_holds_in_its_place_and_everywhere_within(running: Game, place: str) -> None:
    client = client_with(Role.REFEREE, f"game:{running.pk}" if place == "game" else place)
    assert do(Action.RECORD, client, running).status_code == 201
    narrow = place.partition(":")[0] in ("board", "round", "game")
    assert do(Action.ORGANISE, client_with(Role.ORGANISER, place), running).status_code == (
        403 if narrow else 200
    )


@pytest.mark.parametrize("season", [None, 5, [], {}, "no such", "x" * 500])
def test_a_season_that_cannot_be_is_refused_whoever_asks(db: None, season: Any) -> None:
    for place, body, status in (("site", {"season": season}, 400), ("season:2026", {"season": season}, 403)):
        assert client_with(Role.OWNER, place).post(f"{API}events/", body).status_code == status


def test_the_refusal_tells_roles_and_places_in_both_languages(running: Game) -> None:
    found = do(Action.RECORD, client_with(Role.VIEWER, "event:cup"), running).json()
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


def test_an_expired_or_revoked_token_does_nothing_anywhere(admitted: Game) -> None:
    """As nobody does."""
    before = timezone.now() - timedelta(seconds=1)
    ends: list[dict[str, Any]] = [{"expires_at": before}, {"revoked_at": before}]
    ended = [client_of(token_with(Role.OWNER, **each)) for each in ends]
    for method, route, _ in offered():
        address = filled(route, admitted)
        for client in (APIClient(), *ended):
            assert_refused(
                lambda method=method, address=address, client=client: getattr(client, method)(address, {}),  # type: ignore[misc]
                401,
            )


def test_a_permit_that_is_revoked_and_an_account_that_is_shut_do_nothing(running: Game) -> None:
    revoked = person("anna", Role.OWNER, revoked_at=NOW)
    assert_refused(lambda: do(Action.RECORD, revoked, running))
    root = User.objects.create_superuser("root")
    client = APIClient()
    client.force_login(root)
    assert do(Action.ORGANISE, client, running).status_code == 200
    User.objects.filter(pk=root.pk).update(is_active=False)
    assert_refused(lambda: do(Action.RECORD, client, running), 401)


def test_roles_end_with_the_event_they_were_for(season: Season) -> None:
    event = new_event(season)
    token = token_with(Role.OWNER, "board:cup:3")
    person("ref", Role.REFEREE, "event:cup")
    event.delete()
    new_event(season)
    assert client_of(token).get(f"{API}tokens/?place=board:cup:3").status_code == 401
    assert not Permit.objects.filter(revoked_at=None).exists()


# -- places -----------------------------------------------------------------------------------------


@pytest.fixture
def game(cup: Event) -> Game:
    return start(cup, rounds=YELLOW_STARTS, board="Hall 2: A").game


def test_a_game_of_an_event_lies_in_all_that_is_around_it(game: Game) -> None:
    around = {"site", "season:2026", "event:cup", "round:cup:1", "board:cup:Hall 2: A", f"game:{game.pk}"}
    no_events = uuid.UUID(int=7)
    for pk, places in ((game.pk, around), (no_events, {"site", f"game:{no_events}"})):
        scope = scopes.scope_of_game(pk)
        assert {*scope.known, *scope.further()} == places


@pytest.mark.parametrize(
    "place",
    ["site", "season:2026", "event:cup", "board:cup:Hall 2: A", "board:cup:77", "round:cup:1", "round:cup:9"],
)
def test_a_place_that_is_there_can_be_told(game: Game, place: str) -> None:
    assert scopes.check_place(place) == place
    assert scopes.scope_around(place).is_within([place])
    assert scopes.scope_around(place).is_within(["site"])
    assert "{" not in scopes.describe_place(place).en + scopes.describe_place(place).de


@pytest.mark.parametrize(
    "place",
    [
        "",
        "Site",
        "season",
        "season:",
        "season:1999",
        "event:CUP",
        "event:cup:1",
        "board:cup",
        "board:cup:",
        "board:cup: 3",
        "board:none:3",
        "board:cup:" + "x" * 31,
        "round:cup:0",
        "round:cup:01",
        "round:cup:one",
        "round:cup:²",
        "game:1",
        "game:00000000-0000-0000-0000-000000000007",
        "event:\x00",
        "event:\ud800",
        "{0}:{1}",
    ],
)
def test_what_is_no_place_is_refused_by_name(cup: Event, place: str) -> None:
    with pytest.raises(BadRequest, match="place: there is no place"):
        scopes.check_place(place)
    assert scopes.scope_around(place).is_within(["site"])
    scopes.describe_place(place)


def test_places_within_an_event_are_its_own_and_no_other_ones(game: Game, season: Season) -> None:
    new_event(season, slug="CUP", name="Other")
    inside = ["event:cup", "board:cup:3", "round:cup:1", f"game:{game.pk}"]
    outside = ["site", "season:2026", "event:CUP", "board:CUP:3", "event:cup2", f"game:{uuid.UUID(int=7)}"]
    for place in (*inside, *outside):
        AccessToken.issue(name=place, place=place)
    for place, names in (
        ("event:cup", inside),
        ("season:2026", [*inside, "season:2026", "event:CUP", "board:CUP:3"]),
        ("board:cup:Hall 2: A", [f"game:{game.pk}"]),
    ):
        found = AccessToken.objects.filter(scopes.places_within(place))
        assert sorted(token.name for token in found) == sorted(names)


@pytest.mark.parametrize("place", ["site", "season:2026", "event:cup", "board:cup:Hall 2: A", "round:cup:1"])
def test_the_games_of_a_place_are_found(game: Game, place: str) -> None:
    assert list(scopes.games_in(place)) == [game]
    assert not scopes.games_in("board:cup:3").exists()
    assert scopes.games_in(f"game:{game.pk}").get() == game


def test_places_within_and_around_are_proposed(game: Game, cup: Event) -> None:
    assert above.scopes.inside("season:2026") == ["event:cup"]
    assert above.scopes.inside("event:cup") == ["board:cup:Hall 2: A", "round:cup:1"]


# -- sent twice: Idempotency-Key --------------------------------------------------------------------

#: Address → why it needs no key.
WITHOUT = {
    "api/v1/games/<uuid:pk>/throws/": "a throw is recognised by the id of its event",
    "api/v1/tokens/": "the answer shows the text of a token, which nobody keeps",
    "api/v1/tokens/<int:pk>/": "what is revoked stays so",
    "api/v1/rules/moves/": "nothing is kept",
}


def written() -> list[tuple[str, str]]:
    """Every method that writes, with the route that takes it."""
    return [
        (method, route)
        for route, view in routes()
        if f"/{route}".startswith(API) and hasattr(view, "cls")
        for method in ("post", "patch", "delete")
        if takes(view, method)
    ]


def test_the_interface_is_made_of_views_that_can_be_looked_at() -> None:
    others = {view for path, view in routes() if "api/" in path and not hasattr(view, "cls")}
    assert others == {page_not_found, reference_file}  # they only read


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root")


@pytest.fixture
def client_of_root(root: User) -> APIClient:
    client = APIClient()
    client.force_login(root)
    return client


def test_every_address_that_writes_honours_the_key(
    admitted: Game, root: User, client_of_root: APIClient
) -> None:
    """The key stands for something else already: whoever looks at it refuses, before it looks at anything else."""
    RememberedAnswer.objects.create(who=f"user:{root.pk}", key="k", status=201, created_at=NOW)
    for method, route in written():
        address, headers = filled(f"/{route}", admitted), {"Idempotency-Key": "k"}
        answer = getattr(client_of_root, method)(address, {}, headers=headers)
        honours = answer.status_code == 422 and answer.json()["type"].endswith(":id-reused")
        assert honours == (route not in WITHOUT), (method, route)


def test_an_entry_taken_back_again_is_answered_as_the_first_time(
    season: Season, players: list[Player], client_of_root: APIClient
) -> None:
    event = new_event(season)
    services.enter(event_id=event.pk, player=players[0], actor="test", now=NOW)
    address, headers = f"/api/v1/events/{event.slug}/entries/entry-1/", {"Idempotency-Key": "k"}
    for again in (False, True):
        answer: Any = client_of_root.delete(address, headers=headers)
        assert (answer.status_code, answer.content) == (204, b"")
        assert ("Idempotent-Replayed" in answer) is again
        assert "Content-Type" not in answer


def test_the_description_tells_the_key_where_it_is_honoured() -> None:
    described = {
        (method, re.sub(r"{\w+}", "*", path))
        for path, operations in committed()["paths"].items()
        for method, operation in operations.items()
        for told in operation.get("parameters", [])
        if told["name"] == "Idempotency-Key" and "maxLength" in told["schema"]
    }
    honouring = {
        (method, "/" + re.sub(r"<\w+:\w+>", "*", route))
        for method, route in written()
        if route not in WITHOUT
    }
    assert described == honouring
