"""A player corrected where one sees them: by whom, what follows from it, and taken back in place."""

import html
from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from games.models import Player
from tests.tournaments.conftest import NOW, new_event, with_role
from tests.tournaments.dashboard import organiser as organiser
from tournaments import services
from tournaments.models import Event, Season
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db
PLAYERS = "/organise/events/cup/players/"


@pytest.fixture
def anna(cup: Event) -> Player:
    """One of the players of the cup, misspelt."""
    return Player.objects.get(name="Bert Übel")


def address(player: Player) -> str:
    return f"/organise/players/{player.pk}/edit/"


def page(client: Client, path: str) -> str:
    return html.unescape(client.get(path).content.decode())


def fields(player: Player) -> tuple[Any, ...]:
    found = Player.objects.get(pk=player.pk)
    return found.name, found.nickname, found.born and found.born.isoformat()


def test_name_nickname_and_birthday_are_edited_where_the_player_is_seen(
    organiser: Client, cup: Event, anna: Player
) -> None:
    for seen in (f"/players/{anna.pk}/", PLAYERS):
        assert address(anna) in page(organiser, seen)
    assert address(anna) not in page(Client(), f"/players/{anna.pk}/")
    sent = {"name": "Bert  Uebel", "nickname": "Berti", "born": "2001-02-03", "back": PLAYERS}
    answer = organiser.post(address(anna), sent)
    assert answer["Location"] == PLAYERS
    assert fields(anna) == ("Bert Uebel", "Berti", "2001-02-03")
    assert "Berti" in str(load_standings(Event.objects.get(pk=cup.pk)))
    latest = anna.history.latest()
    assert (latest.name, latest.history_change_reason.split(":")[0]) == ("Bert Uebel", "user")
    assert f'<a href="{address(anna)}">Undo</a>' in page(organiser, PLAYERS)
    organiser.post(address(anna), {"undo": "yes"})
    assert fields(anna) == ("Bert Übel", "", None)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": "\u0302\u0303"}, "name"),
        ({"nickname": "´´"}, "nickname"),
        ({"born": "tomorrow"}, "born"),
        ({"born": "2101-01-01"}, "born"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_changes_nothing(
    organiser: Client, anna: Player, wrong: dict[str, str], field: str
) -> None:
    before = fields(anna)
    answer = organiser.post(address(anna), {"name": "Bert Uebel", "nickname": "", "born": "", **wrong})
    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {field}
    assert fields(anna) == before


#: Role, place, whether the player plays in another season too → which fields are offered; none: refused.
WHO_MAY = [
    (Role.OWNER, "site", True, {"name", "nickname", "born"}),
    (Role.ORGANISER, "site", True, {"name", "nickname", "born"}),
    (Role.ORGANISER, "season:2026", False, {"name"}),
    (Role.ORGANISER, "season:2026", True, set()),
    (Role.ORGANISER, "event:cup", False, {"name"}),
    (Role.ORGANISER, "event:cup", True, set()),
    (Role.ORGANISER, "event:other", False, set()),
    (Role.REFEREE, "site", False, set()),
    (Role.REFEREE, "event:cup", False, set()),
    (Role.RECORDER, "site", False, set()),
]


@pytest.mark.parametrize(("role", "place", "elsewhere", "offered"), WHO_MAY)
def test_who_may_edit_what(
    season: Season, anna: Player, role: Role, place: str, elsewhere: bool, offered: set[str]
) -> None:
    later = services.create_season(
        slug="2027", name="2027", starts_on=NOW.date(), ends_on=NOW.date(), actor="test", now=NOW
    )
    other = new_event(later, slug="other", name="Other")
    if elsewhere:
        services.enter(event_id=other.pk, player=anna, actor="test", now=NOW)
    client = with_role(role, place)
    answer = client.get(address(anna))
    found = set(answer.context["form"].fields) if answer.status_code == 200 else set()
    assert found == offered
    assert (address(anna) in page(client, f"/players/{anna.pk}/")) is bool(offered)
    for way in (f"/organise/players/{anna.pk}/data/", f"/admin/games/player/{anna.pk}/erase/"):
        may = client.get(way).status_code == 200
        assert (f'href="{way}"' in html.unescape(answer.content.decode())) is may, way
    sent = {"name": "Changed", "nickname": "Changed too", "born": "2001-02-03"}
    client.post(address(anna), sent)
    before = dict(zip(("name", "nickname", "born"), ("Bert Übel", "", None), strict=True))
    assert fields(anna) == tuple(sent[name] if name in offered else before[name] for name in before)


def test_the_name_behind_a_nickname_is_not_shown_to_who_organises_an_event(anna: Player) -> None:
    anna.nickname = "Foxy"
    anna.save()
    client = with_role(Role.ORGANISER, "event:cup")
    text = page(client, address(anna))
    assert 'value="Foxy"' in text
    assert "Bert Übel" not in text
    client.post(address(anna), {"nickname": "Foxi", "name": "Somebody"})
    assert fields(anna)[:2] == ("Bert Übel", "Foxi")
    client.post(address(anna), {"undo": "yes"})
    assert fields(anna)[:2] == ("Bert Übel", "Foxy")


#: What is typed beside Cora Weiß and Foxy (Johann Verborgen), in which field → whom the page names; none: saved.
NAMESAKES = [
    ("name", "Cora Weiß", "Cora Weiß"),
    ("name", "CORA  WEISS", "Cora Weiß"),
    ("name", "Cora Weis", "Cora Weiß"),
    ("name", "Foxy Fux", "Foxy Fux"),
    ("name", "Johann Verborgen", "Johann Verborgen (Foxy Fux)"),
    ("nickname", "Cora Weiß", "Cora Weiß"),
    ("nickname", "Foxy Fux", "Foxy Fux"),
    ("name", "Bert Uebel", ""),
    ("name", "Bert Übel", ""),
    ("nickname", "Zora Zahn", ""),
]


@pytest.mark.parametrize(("field", "typed", "named"), NAMESAKES)
def test_a_name_that_somebody_else_has_is_asked_about_first(
    organiser: Client, anna: Player, field: str, typed: str, named: str
) -> None:
    Player.objects.create(name="Johann Verborgen", nickname="Foxy Fux")
    before, name = fields(anna), " ".join(typed.split())
    sent = {"name": "Bert Übel", "nickname": "", "born": "", field: typed}
    answer = organiser.post(address(anna), sent)
    if named:
        text = html.unescape(answer.content.decode())
        assert f"This could be {named}, who is here already." in text
        assert f'name="who-{name}" value="new"' in text
        assert fields(anna) == before
        # What was said of one name says nothing of another.
        organiser.post(address(anna), {**sent, "who-Somebody": "new"})
        assert fields(anna) == before
        answer = organiser.post(address(anna), {**sent, f"who-{name}": "new"})
    assert answer.status_code == 302
    assert getattr(Player.objects.get(pk=anna.pk), field) == name
