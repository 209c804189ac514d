"""A lone organiser corrects a result without a second person, and everybody can read that nobody else approved it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.enums import EventKind, Role
from games.errors import WrongState
from games.models import Game, Permit
from games.presenters.game import GamePresenter
from games.services.projections import differences
from tests.games.requests import refused
from tests.tournaments.admin_forms import desk, messages, part, step, whole_desk
from tests.tournaments.conftest import NOW
from tests.tournaments.dashboard import expected, staff
from tests.tournaments.event_state import everything, figures, happen
from tests.tournaments.slips import enter
from tests.tournaments.undoing import person
from tournaments.models import Event

pytestmark = pytest.mark.django_db
GREEN = {"place-green": "1", "reason": "read wrongly"}


@pytest.fixture
def alone(db: None) -> Client:
    """The only account of the site."""
    return staff("anna", is_superuser=True)


def corrected(client: Client, event: Event) -> Any:
    """Game 1 corrected at the desk, with what would follow looked at."""
    url, body = step("correct", event, 1), {**expected(event), **GREEN}
    shown = client.post(url, body)
    assert 'name="confirmed"' in shown.content.decode(), "what changes is shown first"
    event.refresh_from_db()
    return client.post(url, {**body, "confirmed": "yes", "seen": event.version}, follow=True)


def test_a_lone_organiser_corrects_a_result_at_once(alone: Client, cup: Event) -> None:
    enter(cup, 1)
    page = alone.get(step("correct", cup, 1)).content.decode()
    assert "There is no second organiser" in page
    assert "Propose" not in page
    assert messages(corrected(alone, cup)) == ["Game 1: the result is corrected."]
    game = Game.objects.get(event_game__event=cup)
    assert (game.places, game.decided_by, game.correction) == (["green"], "correction", None)
    assert figures(cup)["entry-3"] == 1
    assert differences(game) == []


def test_everybody_reads_that_nobody_else_has_approved_it(alone: Client, cup: Event) -> None:
    enter(cup, 1)
    corrected(alone, cup)
    game = Game.objects.get(event_game__event=cup)
    public = Client().get(f"/games/{game.pk}/").content.decode()
    assert "approved by nobody else as there is no second organiser: read wrongly" in public
    german = Client().get(f"/games/{game.pk}/", headers={"accept-language": "de"}).content.decode()
    assert "weil es keine zweite Turnierleitung gibt" in german
    activity = alone.get(f"/events/{cup.slug}/audit/").content.decode()
    assert "Correction approved by nobody else: there is no second organiser" in activity
    assert "read wrongly" in activity


@pytest.mark.parametrize(
    "second", [{"is_superuser": True}, {"role": Role.REFEREE}, {"role": Role.ORGANISER, "place": "event:cup"}]
)
def test_where_somebody_else_could_approve_it_takes_them(alone: Client, cup: Event, second: Any) -> None:
    enter(cup, 1)
    _account("bert", **second)
    assert messages(alone.post(step("correct", cup, 1), {**expected(cup), **GREEN}, follow=True)) == [
        "The correction is proposed; a second person has to approve it."
    ]
    game = Game.objects.get(event_game__event=cup)
    before = everything()
    with pytest.raises(WrongState, match="the proposer cannot approve it"):
        happen(game, EventKind.APPROVAL, actor=_actor("anna"), correction=game.correction, alone=True)
    assert everything() == before


@pytest.mark.parametrize(
    "nobody",
    [
        {"role": Role.RECORDER},
        {"role": Role.REFEREE, "place": "event:another"},
        {"role": Role.REFEREE, "opened": False},
        {"role": Role.REFEREE, "active": False},
    ],
)
def test_who_may_not_or_cannot_approve_is_no_second_person(alone: Client, cup: Event, nobody: Any) -> None:
    enter(cup, 1)
    _account("bert", **nobody)
    assert messages(corrected(alone, cup)) == ["Game 1: the result is corrected."]


def test_a_program_says_that_it_approves_alone(cup: Event) -> None:
    game, anna = enter(cup, 1).game, person("anna")
    url = f"/api/v1/games/{game.pk}"
    body = {"expected": game.number, "places": ["green"], "reason": "read wrongly"}
    assert anna.post(f"{url}/correction/", body).status_code == 201
    assert anna.get(f"{url}/correction/").json()["is_alone"] is True
    number = Game.objects.get(pk=game.pk).number
    approval = {"expected": number, "correction": number}
    problem = refused(anna.post(f"{url}/approval/", approval), 409, "wrong-state")
    assert "alone=true" in problem["messages"]["en"]
    bert = person("bert")
    assert anna.get(f"{url}/correction/").json()["is_alone"] is False
    problem = refused(bert.post(f"{url}/approval/", {**approval, "alone": True}), 400, "bad-value")
    assert problem["field"] == "alone"
    User.objects.filter(username="bert").update(is_active=False)
    assert anna.post(f"{url}/approval/", {**approval, "alone": True}).status_code == 201
    assert Game.objects.get(pk=game.pk).places == ["green"]


def test_what_was_proposed_when_there_was_a_second_person_is_approved_alone_later(
    alone: Client, cup: Event
) -> None:
    enter(cup, 1)
    _account("bert", role=Role.REFEREE)
    alone.post(step("correct", cup, 1), {**expected(cup), **GREEN})
    approve = step("approve", cup, 1)
    assert f'href="{approve}">Approve' not in whole_desk(alone, cup)
    Permit.objects.all().update(revoked_at=NOW)
    assert f'href="{approve}">Approve' in alone.get(part("games", cup)).content.decode()
    assert "A correction waits for your approval" in alone.get(desk(cup)).content.decode()
    page = alone.get(approve).content.decode()
    assert "There is no second organiser" in page
    assert messages(alone.post(approve, expected(cup), follow=True)) == ["Game 1: the result is corrected."]
    game = Game.objects.get(event_game__event=cup)
    verdict = GamePresenter(game).verdict
    assert verdict is not None
    assert "approved by nobody else" in verdict.en


def _account(
    name: str,
    *,
    role: Role | None = None,
    place: str = "site",
    opened: bool = True,
    active: bool = True,
    is_superuser: bool = False,
) -> None:
    user = User.objects.create_user(name, is_superuser=is_superuser, is_active=active)
    if opened:
        user.last_login = NOW
        user.save()
    if role:
        Permit.objects.create(person=user, role=role, place=place, granted_at=NOW)


def _actor(name: str) -> str:
    return f"user:{User.objects.get(username=name).pk}"
