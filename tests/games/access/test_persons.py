"""Four eyes are the eyes of two people: tokens and links stand for whoever made them."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from games.access import find_persons, is_same_person
from games.enums import EventKind, Role
from games.models import AccessToken, Game
from tests.games.conftest import client_of, person_with
from tests.games.happening import happen
from tests.games.requests import refused

pytestmark = pytest.mark.django_db
API = "/api/v1/"


def made_by(actor: str) -> str:
    """A token that somebody has made, as an actor."""
    return f"token:{AccessToken.issue(name='board', created_by=actor)[0].pk}"


def test_a_token_stands_for_whoever_made_it_and_for_whoever_made_that_one() -> None:
    first = made_by("user:7")
    second = made_by(first)
    third = made_by(second)
    assert set(find_persons(["user:7", first, second, third]).values()) == {"user:7"}
    assert is_same_person(third, first)
    assert is_same_person("user:7", third)
    assert not is_same_person("user:8", third)
    assert not is_same_person(made_by("user:8"), third)


def test_whoever_runs_commands_is_one_person_with_all_tokens_made_there() -> None:
    assert find_persons(["command"]) == {"command": "command"}
    assert is_same_person(made_by("command"), made_by(made_by("command")))
    assert not is_same_person(made_by("command"), "user:1")


def test_a_token_that_nobody_is_known_to_have_made_stands_for_itself() -> None:
    first, second = made_by(""), made_by("")
    assert find_persons([first]) == {first: first}
    assert not is_same_person(first, second)
    assert is_same_person(first, made_by(first))


@pytest.mark.parametrize(
    "actor", ["", "test", "token:", "token:x", "token:²", "token:0", "token:" + "9" * 30]
)
def test_what_is_no_token_of_this_site_stands_for_itself(actor: str) -> None:
    assert find_persons([actor]) == {actor: actor}


def test_tokens_that_seem_to_have_made_each_other_are_no_endless_way() -> None:
    one, other = AccessToken.issue(name="a")[0], AccessToken.issue(name="b")[0]
    AccessToken.objects.filter(pk=one.pk).update(created_by=f"token:{other.pk}")
    AccessToken.objects.filter(pk=other.pk).update(created_by=f"token:{one.pk}")
    assert set(find_persons([f"token:{one.pk}", f"token:{other.pk}"])) == {
        f"token:{one.pk}",
        f"token:{other.pk}",
    }


def test_many_are_looked_up_in_as_many_queries_as_one(django_assert_num_queries: Any) -> None:
    actors = [made_by(made_by(f"user:{number}")) for number in range(20)]
    with django_assert_num_queries(2):
        found = find_persons([*actors, "user:1", "command"])
    assert [found[actor] for actor in actors] == [f"user:{number}" for number in range(20)]


# -- a correction, by every door -----------------------------------------------------------------------


@pytest.fixture
def ended(created: Game) -> Game:
    User.objects.create_superuser("zoe")  # who could approve
    return happen(created, EventKind.RESULT, places=["green"])


def organiser(name: str) -> APIClient:
    client = APIClient()
    client.force_login(person_with(name, Role.ORGANISER))
    return client


def token_of(client: APIClient, role: str = "referee") -> APIClient:
    answer = client.post(f"{API}tokens/", {"name": "mine too", "role": role, "place": "site"})
    assert answer.status_code == 201, answer.content
    return client_of(answer.json()["token"])


def propose(client: APIClient, game: Game) -> Game:
    other = next(each for each in game.seating if each != str(game.winner_id))
    body = {"expected": game.number, "winner": other, "reason": "the slip was read wrongly"}
    answer = client.post(f"{API}games/{game.pk}/correction/", body)
    assert answer.status_code == 201, answer.content
    return Game.objects.get(pk=game.pk)


def approve(client: APIClient, game: Game) -> Any:
    return client.post(
        f"{API}games/{game.pk}/approval/", {"expected": game.number, "correction": game.number}
    )


def test_nobody_approves_an_own_correction_by_a_token_that_he_has_made(ended: Game) -> None:
    anna = organiser("anna")
    game = propose(anna, ended)
    found = refused(approve(token_of(anna), game), 409, "wrong-state")
    assert found["messages"]["en"].startswith("A correction needs a second person")
    assert Game.objects.get(pk=game.pk).number == game.number
    assert approve(organiser("bert"), game).status_code == 201
