"""Links: a board is let in without an account, as long as its token holds."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.access import COMMAND, services
from games.enums import Role
from games.models import AccessToken, Game, GameEvent, SecurityEvent
from tests.games.conftest import with_permit
from tests.games.pages import assert_is_sound

pytestmark = pytest.mark.django_db


def issued(game: Game, role: Role = Role.RECORDER, hours: int | None = 12) -> tuple[AccessToken, str]:
    """A token for the game, and the path of its link."""
    now = timezone.now()
    token, text = services.issue_token(
        name="board 3",
        role=role,
        place=f"game:{game.pk}",
        expires_at=now + timedelta(hours=hours) if hours else None,
        by=COMMAND,
        now=now,
    )
    return token, f"/enter/{text}/"


def browser() -> Client:
    """A browser that shows no token against forged requests unless the page does."""
    return Client(enforce_csrf_checks=True)


def throw(client: Client, game: Game, token: str | None = "") -> int:
    """The status of a throw as the referee's page sends it."""
    if token == "":
        token = client.cookies["csrftoken"].value
    answer = client.post(
        f"/api/v1/games/{game.pk}/throws/",
        {"expected": Game.objects.get(pk=game.pk).number, "die": 5},
        content_type="application/json",
        headers={"X-CSRFToken": token} if token else {},
    )
    return answer.status_code


def test_a_link_leads_to_the_board_and_records_there_without_an_account(game: Game) -> None:
    token, link = issued(game)
    client = browser()
    page = client.get(link, follow=True)
    assert page.redirect_chain == [("/here/", 302), (f"/games/{game.pk}/referee/", 302)]
    text = assert_is_sound(page, "en")
    assert "board 3" in text
    assert throw(client, game) == 201
    assert GameEvent.objects.latest("pk").actor == f"token:{token.pk}"
    assert client.get(f"/games/{game.pk}/referee/desk/").status_code == 200


def test_a_link_gives_no_way_around_the_token_against_forged_requests(game: Game) -> None:
    client = browser()
    client.get(issued(game)[1], follow=True)
    assert throw(client, game, token=None) == 403
    assert throw(client, game, token="x" * 32) == 403


def test_revoking_takes_effect_at_once(game: Game) -> None:
    token, link = issued(game)
    client = browser()
    client.get(link, follow=True)
    services.revoke_token(token_id=token.pk, by=COMMAND, now=timezone.now())
    assert throw(client, game) == 401
    assert client.get(f"/games/{game.pk}/referee/").status_code == 403
    assert_is_sound(client.get("/here/"), "en")
    assert client.get(link).status_code == 403
    assert client.get(f"/games/{game.pk}/").status_code == 200


def test_a_link_ends_when_its_time_is_over(game: Game) -> None:
    _, link = issued(game, hours=12)
    client = browser()
    client.get(link, follow=True)
    with time_machine.travel(timezone.now() + timedelta(hours=13)):
        assert throw(client, game) == 401
        assert browser().get(link).status_code == 403


@pytest.mark.parametrize("link", ["rauswurf_nothing", "x" * 500, "%00"])
def test_a_link_that_nobody_made_says_so(db: None, link: str) -> None:
    answer = Client().get(f"/enter/{link}/")
    assert answer.status_code == 403
    assert_is_sound(answer, "en")


def test_a_link_opens_its_place_and_no_other(game: Game, recorded: object) -> None:
    other = Game.objects.create(rules_name="mhd", seated=[], title="other", created_at=game.created_at)
    client = browser()
    client.get(issued(game)[1], follow=True)
    assert throw(client, other) == 403
    assert client.get(f"/games/{other.pk}/referee/").status_code == 403


def test_somebody_who_is_logged_in_is_asked_before_the_link_logs_him_out(game: Game) -> None:
    _, link = issued(game)
    client = Client()
    client.force_login(User.objects.create_user("orga"))
    text = assert_is_sound(client.get(link), "en")
    assert "Signed in as orga" in text
    assert "_auth_user_id" in client.session
    client.post(link)
    assert "_auth_user_id" not in client.session
    assert client.get("/here/").status_code == 302


def test_whoever_came_by_a_link_is_asked_before_another_one_ends_it(game: Game) -> None:
    (first, link), (second, another) = issued(game), issued(game, Role.VIEWER)
    client = Client()
    client.get(link)
    page = assert_is_sound(client.get(another), "en")
    assert "board 3" in page
    assert 'href="/here/"' in page
    assert client.session["link"]["token"] == first.pk
    assert client.post(another).status_code == 302
    assert client.session["link"]["token"] == second.pk


def test_the_same_link_again_and_one_after_it_has_ended_ask_nothing(game: Game) -> None:
    (first, link), (second, another) = issued(game), issued(game)
    client = Client()
    for _ in range(2):
        assert client.get(link).status_code == 302
    services.revoke_token(token_id=first.pk, by=COMMAND, now=timezone.now())
    assert client.get(another).status_code == 302
    assert client.session["link"]["token"] == second.pk


def test_another_link_is_not_opened_by_a_forged_request(game: Game) -> None:
    (first, link), (_, another) = issued(game), issued(game)
    client = browser()
    client.get(link)
    assert client.post(another).status_code == 403
    assert client.session["link"]["token"] == first.pk


def test_whoever_leaves_is_out(game: Game) -> None:
    client = Client()
    client.get(issued(game)[1])
    client.post("/leave/")
    assert client.get("/here/")["Location"].startswith("/accounts/login/")
    client.force_login(User.objects.create_user("orga"))
    client.post("/leave/")
    assert "_auth_user_id" in client.session


def test_of_several_games_one_is_chosen(game: Game) -> None:
    now = timezone.now()
    Game.objects.create(rules_name="mhd", seated=[], title="second board", created_at=now)
    Game.objects.create(rules_name="mhd", seated=[], title="over", created_at=now, state="ended")
    _, text = services.issue_token(name="hall", role=Role.REFEREE, by=COMMAND, now=now)
    page = assert_is_sound(Client().get(f"/enter/{text}/", follow=True), "en")
    assert page.index("second board") < page.index("over")
    assert f"/games/{game.pk}/referee/" in page


def test_a_viewers_link_leads_to_the_public_page(game: Game) -> None:
    page = browser().get(issued(game, Role.VIEWER)[1], follow=True)
    assert page.redirect_chain[-1] == (f"/games/{game.pk}/", 302)


def test_opening_a_link_is_noted_with_the_network_it_came_from(game: Game) -> None:
    token, link = issued(game)
    Client(REMOTE_ADDR="203.0.113.77").get(link)
    found = SecurityEvent.objects.values_list("actor", "place", "network").get(kind="link opened")
    assert found == (f"token:{token.pk}", f"game:{game.pk}", "203.0.113.0/24")
    assert AccessToken.objects.get(pk=token.pk).last_used_at is not None


# -- the page on which links are made ----------------------------------------------------------------


def wanted(game: Game, **changed: str) -> dict[str, str]:
    return {"name": "board 3", "role": "recorder", "place": f"game:{game.pk}", "hours": "12", **changed}


def test_a_link_is_shown_once_with_its_code_to_print(organiser: Client, game: Game) -> None:
    answer = organiser.post("/access/", wanted(game))
    text = answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert text.count("<svg") == 1
    found = re.search(r"http://testserver(/enter/rauswurf_[-\w]+/)", text)
    assert found is not None
    assert browser().get(found[1]).status_code == 302
    page = assert_is_sound(organiser.get("/access/"), "en")
    assert "board 3" in page
    assert "rauswurf_" not in page
    assert found[1].split("/")[2] not in str(list(AccessToken.objects.values()))


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": "two\nlines"},
        {"role": "king"},
        {"role": "owner"},
        {"role": "organiser"},
        {"place": "site"},
        {"place": "game:1"},
        {"place": "moon"},
        {"place": ""},
        {"hours": "a"},
    ],
)
def test_what_cannot_be_given_is_refused_beside_the_form(
    organiser: Client, game: Game, change: dict[str, str]
) -> None:
    answer = organiser.post("/access/", wanted(game, **change))
    assert 'role="alert"' in assert_is_sound(answer, "en")
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize("place", ["moon", "game:1", "\x00", "x" * 300, "site"])
def test_a_place_that_is_none_or_not_ones_own_shows_nothing(organiser: Client, place: str) -> None:
    assert organiser.get("/access/", {"place": place}).status_code in (403, 404)
    of_the_site = with_permit("owner", Role.OWNER).get("/access/", {"place": place})
    assert of_the_site.status_code == (200 if place == "site" else 404)


def test_what_a_link_opens_in_a_browser_ends_with_the_link(client: Client, db: None) -> None:
    ends = timezone.now() + timedelta(hours=3)
    _, text = AccessToken.issue(name="board", role="recorder", place="site", expires_at=ends)
    client.get(f"/enter/{text}/")
    assert abs(client.session.get_expiry_date() - ends) < timedelta(seconds=5)
