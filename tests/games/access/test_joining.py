"""People are let in by name: an account is made for whoever has none, and opened once, by a link."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.access import COMMAND, Principal, accounts, with_account
from games.enums import Role
from games.errors import BadRequest
from games.models import Game, Permit
from tests.games.conftest import with_permit
from tests.games.pages import assert_is_sound

pytestmark = pytest.mark.django_db
PASSWORD = "quick brown fox"


def let_in(client: Client, game: Game, person: str = "Lena Vogt", **others: str) -> Any:
    return client.post(
        "/access/", {"person": person, "role": "referee", "place": f"game:{game.pk}", **others}
    )


def link_in(answer: Any) -> str:
    found = re.search(r'href="(/accounts/join/[^"]+)"', answer.content.decode())
    assert found is not None, answer.content.decode()
    return found[1]


def test_whoever_has_no_account_gets_one_by_a_link(organiser: Client, game: Game) -> None:
    answer = let_in(organiser, game)
    assert "Lena Vogt" in assert_is_sound(answer, "en")
    link, lena = link_in(answer), Client()
    assert 'value="Lena.Vogt"' in assert_is_sound(lena.get(link), "en")
    assert lena.post(link, {"name": "lena", "password": PASSWORD}).status_code == 302
    assert lena.get(f"/games/{game.pk}/referee/").status_code == 200
    assert Client().login(username="lena", password=PASSWORD)


def test_a_link_opens_once(organiser: Client, game: Game) -> None:
    link = link_in(let_in(organiser, game))
    Client().post(link, {"name": "lena", "password": PASSWORD})
    eve = Client()
    assert (
        eve.get(link).status_code == eve.post(link, {"name": "eve", "password": PASSWORD}).status_code == 403
    )
    assert not User.objects.filter(username="eve").exists()


def test_a_link_runs_out_after_a_week(organiser: Client, game: Game) -> None:
    link = link_in(let_in(organiser, game))
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert Client().get(link).status_code == 403


def test_a_new_link_ends_the_one_before(organiser: Client, game: Game) -> None:
    first = link_in(let_in(organiser, game))
    lena = User.objects.get(username="Lena.Vogt")
    second = link_in(organiser.post(f"/access/accounts/{lena.pk}/link/", {"place": f"game:{game.pk}"}))
    assert Client().get(first).status_code == 403
    assert Client().get(second).status_code == 200


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "two words"}, "Enter a valid username."),
        ({"name": "ORGA"}, "There is an account of this name."),
        ({"password": "123"}, "too short"),
        ({"password": ""}, "This field is required."),
        ({"name": "x" * 151}, "at most 150"),
    ],
)
def test_what_is_wrong_is_said_and_the_link_stays_open(
    organiser: Client, game: Game, sent: dict[str, str], message: str
) -> None:
    link = link_in(let_in(organiser, game))
    answer = Client().post(link, {"name": "lena", "password": PASSWORD, **sent})
    assert message in assert_is_sound(answer, "en").replace("&#x27;", "'")
    assert Client().get(link).status_code == 200


@pytest.mark.parametrize("typed", ["ref", "REF", "Rita Referee"])
def test_whoever_has_an_account_is_let_in_at_once(organiser: Client, game: Game, typed: str) -> None:
    User.objects.create_user("ref", password=PASSWORD, first_name="Rita Referee")
    answer = let_in(organiser, game, typed)
    assert answer.status_code == 302
    assert "The account ref is referee now." in organiser.get("/access/").content.decode()
    assert Permit.objects.get(person__username="ref").place == f"game:{game.pk}"
    assert User.objects.count() == 2


@pytest.mark.parametrize(
    "sent",
    [
        {"person": ""},
        {"person": "x" * 151},
        {"person": "a\x00b"},
        {"person": "<b>"},
        {"role": "owner"},
        {"place": "site"},
    ],
)
def test_what_cannot_be_given_is_refused_and_nobody_gets_an_account(
    organiser: Client, game: Game, sent: dict[str, str]
) -> None:
    answer = organiser.post(
        "/access/", {"person": "Lena", "role": "referee", "place": f"game:{game.pk}", **sent}
    )
    assert 'role="alert"' in assert_is_sound(answer, "en")
    assert User.objects.count() == 1


def test_nobody_takes_over_by_an_old_link_what_somebody_else_gives_later(
    organiser: Client, game: Game
) -> None:
    """Otherwise whoever lets in a referee could become an organiser in their name."""
    old = link_in(let_in(organiser, game))
    owner = with_permit("olga", Role.OWNER, "site")
    given = owner.post("/access/?place=site", {"person": "Lena Vogt", "role": "organiser", "place": "site"})
    assert Client().get(old).status_code == 403
    assert Client().get(link_in(given)).status_code == 200
    lena = User.objects.get(username="Lena.Vogt")
    again = organiser.post(f"/access/accounts/{lena.pk}/link/", {"place": f"game:{game.pk}"}, follow=True)
    assert "whoever let them in can send the link again" in again.content.decode()
    assert Client().get(link_in(given)).status_code == 200
    answer = let_in(organiser, game, role="viewer")
    assert 'role="alert"' in answer.content.decode()


def test_a_new_password_is_given_by_owners_and_never_that_of_somebody_who_may_do_more() -> None:
    root, lena = User.objects.create_superuser("root", password=PASSWORD), User.objects.create_user("lena")
    lena.set_password(PASSWORD)
    lena.save()
    with_permit("olga", Role.OWNER, "site")
    olga = with_account(User.objects.get(username="olga"))
    link = accounts.new_password_link(account_id=lena.pk, by=olga, now=timezone.now())
    client = Client()
    assert "New password for lena" in client.get(link).content.decode()
    client.post(link, {"password": "slow green turtle"})
    assert Client().login(username="lena", password="slow green turtle")
    assert Client().get(link).status_code == 403
    with pytest.raises(BadRequest):
        accounts.new_password_link(account_id=root.pk, by=olga, now=timezone.now())
    assert accounts.new_password_link(account_id=root.pk, by=COMMAND, now=timezone.now())
    for caller in (Principal(), with_account(lena)):
        with pytest.raises(Exception, match="Not allowed"):
            accounts.new_password_link(account_id=lena.pk, by=caller, now=timezone.now())


def test_links_are_tried_as_often_as_logins(organiser: Client, game: Game, settings: Any) -> None:
    settings.LOGINS_PER_MINUTE = 3
    link, client = link_in(let_in(organiser, game)), Client(REMOTE_ADDR="192.0.2.9")
    with time_machine.travel(timezone.now(), tick=False):
        found = [client.post(link, {"name": "", "password": ""}).status_code for _ in range(5)]
    assert found[0] == 200
    assert found[-1] == 429
