"""What is not public is seen by people with a role there, and by nobody else; it counts once it is public."""

import json
from itertools import product
from typing import Any

import pytest
from django.test import Client

from games.access import ANONYMOUS, Principal, scope_of_game
from games.access.principal import Grant
from games.enums import Role
from games.models import Game, Player
from games.services import recorder
from games.visibility.viewers import may_see
from rules import RULE_SETS
from tests.tournaments.admin_forms import step
from tests.tournaments.conftest import (
    YELLOW_STARTS,
    new_event,
    start,
    with_role,
)
from tests.tournaments.files import archives
from tests.tournaments.hall.halls import WHO, new_hall
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.hall.services import personal_token
from tournaments.models import CountedGame, Delivery, Entry, Event, Ranking, Season
from tournaments.players.rebuild import as_stored
from tournaments.players.update import count_due
from tournaments.rankings.queries import titles
from tournaments.scopes import around_event, scope_of_event
from tournaments.webhooks import services as webhooks

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]

archive = archives.played


@pytest.fixture
def hidden(cup: Event) -> Event:
    """The cup, which is not public, with a running game at board 7."""
    publish(cup, False)
    start(cup, rounds=YELLOW_STARTS, board="7")
    return Event.objects.get(pk=cup.pk)


def publish(event: Event, is_public: bool = True) -> Event:
    return services.change_event(event_id=event.pk, changes={"is_public": is_public}, **WHO)


def game_of(event: Event) -> Game:
    return Game.objects.get(event_game__event=event)


# -- who sees what: role × place × thing -----------------------------------------------------------

#: Place of a role → which it sees: the event, its game, and its players.
SEEN = {
    "": (False, False, False),
    "site": (True, True, True),
    "season:2026": (True, True, True),
    "season:2025": (False, False, False),
    "event:cup": (True, True, True),
    "event:other": (False, False, False),
    "board:cup:7": (False, True, False),
    "board:cup:8": (False, False, False),
    "round:cup:1": (False, True, False),
    "round:cup:2": (False, False, False),
    "game": (False, True, False),
}


@pytest.mark.both_databases
def test_each_role_sees_what_lies_in_its_place(hidden: Event) -> None:
    new_event(hidden.season, slug="other", is_public=False)
    game, player = game_of(hidden), Player.objects.first()
    for (place, (sees_event, sees_game, _)), role in product(SEEN.items(), Role):
        name = f"game:{game.pk}" if place == "game" else place
        viewer = Principal("user:1", (Grant(role, name),)) if place else ANONYMOUS
        events = Event.objects.visible_to(viewer)
        seen = hidden in events, game in Game.objects.visible_to(viewer)
        assert (*seen, player in Player.objects.visible_to(viewer)) == SEEN[place], (role, place)
        # A single thing is decided as lists are.
        assert may_see(viewer, around_event("cup")) == may_see(viewer, scope_of_event(hidden)) == sees_event
        assert may_see(viewer, scope_of_game(game.pk)) == sees_game
        assert events.filter(slug="other").exists() == (place in ("site", "season:2026", "event:other"))


# -- players ---------------------------------------------------------------------------------------


def test_a_player_is_known_by_a_public_event_or_a_public_game(hidden: Event, season: Season) -> None:
    anna, bert, cora = Player.objects.order_by("search_key")
    seen = Player.objects.visible_to(ANONYMOUS)
    assert set(seen) == set()
    services.enter(event_id=new_event(season, slug="other").pk, player=anna, **WHO)
    recorder.create_game(rules=RULE_SETS["mhd"], seats=[(bert, ["yellow"]), (anna, ["red"])], **WHO)
    nobody = Player.objects.create(name="Dora Eich")
    assert set(seen.all()) == {anna, bert, nobody}
    assert Client().get(f"/players/{cora.pk}/").status_code == 404
    of_anna = f"/players/{anna.pk}/"
    for client, is_told in ((Client(), False), (with_role(Role.REFEREE, "event:cup"), True)):
        assert (b"/events/cup/" in client.get(of_anna).content) == is_told


def test_a_personal_link_opens_the_event_to_read_as_long_as_somebody_is_entered(season: Season) -> None:
    """What it opens, and that another one opens nothing: test_visible_addresses.py."""
    event = publish(new_hall(season, 8), False)
    Entry.objects.filter(event=event, number=3).update(registered="by a form")
    entry, phone = event.entries.get(number=3), Client()
    phone.get(f"/events/hall/register/3/{personal_token(event, entry)}/")
    assert phone.get("/events/hall/").status_code == 200
    Entry.objects.filter(pk=entry.pk).delete()
    assert phone.get("/events/hall/").status_code == 404


# -- what counts -----------------------------------------------------------------------------------


def played(event: Event) -> None:
    """Play it to its end, Bert wins."""
    for number in (1, 2):
        enter(event, number)


def counted() -> tuple[Any, ...]:
    """All that is counted of players, and the lists without their versions."""
    count_due()
    lists = [
        (each.key, each.projection.partition(",")[2])
        for each in Ranking.objects.order_by("key")
        if each.projection and '"rows":[]' not in each.projection
    ]
    return as_stored(), lists, [row.pk for row in titles()]


@pytest.mark.both_databases
def test_a_published_event_counts_at_once_and_as_if_it_had_always_been_public(cup: Event) -> None:
    played(cup)
    always = counted()
    assert always[1]
    assert CountedGame.objects.count() == 2
    publish(cup, False)
    assert counted()[1:] == ([], [])
    assert not CountedGame.objects.exists()
    publish(cup)
    assert counted() == always


def test_nothing_is_sent_of_it_and_with_the_publication_what_it_is_now(cup: Event, season: Season) -> None:
    kinds = ["game.ended", "standings.changed", "event.finished"]
    webhooks.subscribe(event_id=cup.pk, url="https://example.org/", kinds=kinds, **WHO)
    publish(cup, False)
    played(cup)
    assert not Delivery.objects.exists()
    publish(cup)
    sent = list(Delivery.objects.order_by("pk").values_list("kind", flat=True))
    assert sent == ["standings.changed", "event.finished"]
    # What waits is not sent any more.
    publish(cup, False)
    assert not Delivery.objects.exists()


# -- organisers ------------------------------------------------------------------------------------


def test_organisers_are_told_and_change_it_by_form_and_rest(cup: Event) -> None:
    organiser = with_role(Role.ORGANISER, "season:2026")
    assert 'name="is_public"' in organiser.get(step("changedetails", cup)).content.decode()
    for is_public in (False, True):
        body = {"is_public": is_public}
        answer = organiser.patch("/api/v1/events/cup/", body, content_type="application/json").json()
        assert answer["is_public"] == is_public
        for page, words in (("/organise/", "Not public yet"), ("/events/cup/", "Not public: seen only with")):
            assert (words in organiser.get(page).content.decode()) != is_public


@pytest.mark.parametrize("is_public", [True, False])
def test_a_file_tells_it(archive: tuple[str, Any], is_public: bool) -> None:
    file = json.loads(archive[0])
    file["event"]["is_public"] = is_public
    event = import_event(json.dumps(file), **WHO)
    assert {event.is_public, *(game.is_public for game in Game.objects.all())} == {is_public}
    assert json.loads(export_event(event))["event"].get("is_public", True) == is_public


def test_a_game_without_an_event_is_made_public_in_the_admin(hidden: Event, admin_client: Client) -> None:
    players = Player.objects.all()[:2]
    seats = list(zip(players, (["yellow"], ["red"]), strict=True))
    alone = recorder.create_game(rules=RULE_SETS["mhd"], seats=seats, is_public=False, **WHO)
    of_event = game_of(hidden)
    chosen = {"action": "make_public", "_selected_action": [str(alone.pk), str(of_event.pk)]}
    page = admin_client.post("/admin/games/game/", chosen, follow=True).content.decode()
    assert "This game belongs to Cup" in page
    assert Game.objects.get(pk=alone.pk).is_public
    assert not Game.objects.get(pk=of_event.pk).is_public
