"""A correction: seen before and after by a second person who approves it, withdrawn, or made where nobody else is."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from games.enums import EventKind, Role
from games.errors import WrongState
from games.models import Game, Permit
from games.presenters.game import GamePresenter
from games.services.projections import differences
from tests.games.requests import refused
from tests.tournaments.admin_forms import messages, part, step
from tests.tournaments.conftest import NOW
from tests.tournaments.dashboard import actor, done, expected, league, staff, staff_with
from tests.tournaments.event_state import everything, figures, happen, table
from tests.tournaments.slips import enter
from tests.tournaments.undoing import person
from tournaments.models import Event, EventGame
from tournaments.services import Slip

pytestmark = pytest.mark.django_db
assert league  # a fixture


def url(played: EventGame, word: str) -> str:
    return f"/api/v1/games/{played.game_id}/{word}/"


def proposed_by(client: APIClient, event: Event, **told: Any) -> EventGame:
    """Game 1, won by red, of which somebody says otherwise."""
    played = enter(event, 1)
    body = {"expected": played.game.number, "places": ["green"], "reason": "read wrongly", **told}
    answer = client.post(url(played, "correction"), body)
    assert answer.status_code == 201, answer.content
    return event.games.select_related("game").get(number=1)


# -- withdrawn -------------------------------------------------------------------------------------------


def test_whoever_proposed_a_correction_withdraws_it(cup: Event) -> None:
    anna = person("anna")
    played = proposed_by(anna, cup)
    body = {"expected": played.game.number, "correction": played.game.correction, "reason": "it was right"}
    answer = anna.post(url(played, "withdrawal"), body)
    assert answer.status_code == 201, answer.content
    game = Game.objects.get(pk=played.game_id)
    assert (game.correction, game.decided_by, game.places) == (None, "result", ["red"])
    assert [event.kind for event in game.events.all()][-2:] == ["correction", "withdrawal"]
    assert differences(game) == []
    assert figures(cup)["entry-2"] == 1
    approval = {"expected": game.number, "correction": body["correction"]}
    problem = refused(person("bert").post(url(played, "approval"), approval), 400, "bad-value")
    assert "there is none" in problem["messages"]["en"]


def test_an_organiser_withdraws_the_correction_of_somebody_else_and_a_referee_does_not(cup: Event) -> None:
    played = proposed_by(person("anna"), cup)
    body = {"expected": played.game.number, "correction": played.game.correction}
    before = everything()
    refused(person("bert").post(url(played, "withdrawal"), body), 403, "permission-denied")
    assert everything() == before
    answer = person("olga", Role.ORGANISER).post(url(played, "withdrawal"), body)
    assert answer.status_code == 201, answer.content


def test_the_desk_offers_approval_to_a_second_person_and_withdrawal_to_the_proposer_and_organisers(
    cup: Event,
) -> None:
    anna, olga = (staff(name, is_superuser=True) for name in ("anna", "olga"))
    enter(cup, 1)
    anna.post(step("correct", cup, 1), {"place-green": "1", "reason": "read wrongly", **expected(cup)})
    approve, withdraw = (step(name, cup, 1) for name in ("approve", "withdraw"))
    for client, offers in (
        (anna, {withdraw}),
        (staff_with(Role.REFEREE), {approve}),
        (olga, {approve, withdraw}),
    ):
        page = client.get(part("games", cup)).content.decode()
        assert {url for url in (approve, withdraw) if f'href="{url}"' in page} == offers
    assert done(anna, withdraw, expected(cup), cup) == ["Game 1: the correction is withdrawn."]
    assert messages(anna.get(withdraw, follow=True)) == ["No correction is waiting."]


# -- before and after ------------------------------------------------------------------------------------


def test_the_approver_reads_the_pawns_before_and_after_and_the_table(league: Event) -> None:
    winner, loser = table(league)["next_games"][0]["seating"].values()
    slip = Slip(places=(winner[0],), pawns={winner[1]: 1, loser[0]: 2, loser[1]: 0})
    played = enter(league, 1, slip)
    pawns = {winner[0]: 4, winner[1]: 1, loser[0]: 3, loser[1]: 0}
    anna = person("anna")
    body = {
        "expected": played.game.number,
        "places": [winner[0]],
        "pawns": pawns,
        "seconds": 1800,
        "reason": "counted wrongly",
    }
    assert anna.post(url(played, "correction"), body).status_code == 201
    bert = person("bert")
    data = bert.get(url(played, "correction")).json()
    assert (data["reason"], data["proposed_by"], data["is_yours"]) == ("counted wrongly", "anna", False)
    assert data["before"]["pawns"] == {winner[0]: 4, winner[1]: 1, loser[0]: 2, loser[1]: 0}
    assert (data["after"]["pawns"], data["after"]["seconds"]) == (pawns, 1800)
    assert data["before"]["winner"] == data["after"]["winner"]
    said = [each["en"] for each in data["consequences"]]
    assert "Änne Öhler: against 3 (was 2)" in said
    assert "Bert Übel: Counted pawns 3 (was 2)" in said
    assert not any("nothing that was played" in each for each in said)
    assert anna.get(url(played, "correction")).json()["is_yours"] is True
    refused(person("reader", Role.VIEWER).get(url(played, "correction")), 403, "permission-denied")


def test_a_corrected_result_keeps_the_reason_by_which_it_was_corrected(cup: Event) -> None:
    """Whatever is proposed, or withdrawn, after it."""
    anna = person("anna")
    played = proposed_by(anna, cup)
    approval = {"expected": played.game.number, "correction": played.game.correction}
    assert person("bert").post(url(played, "approval"), approval).status_code == 201
    number = Game.objects.get(pk=played.game_id).number
    later = {"expected": number, "places": ["yellow"], "reason": "no, it was another board"}
    assert anna.post(url(played, "correction"), later).status_code == 201
    shown = GamePresenter(Game.objects.get(pk=played.game_id))
    assert shown.verdict is not None
    assert "read wrongly" in shown.verdict.en
    assert "another board" not in shown.verdict.en


# -- without a second person ---------------------------------------------------------------------------

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
    said = "approved by nobody else as there is no second organiser: read wrongly"
    assert said in Client().get(f"/games/{game.pk}/").content.decode(), "everybody reads it"


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
        happen(game, EventKind.APPROVAL, actor=actor("anna"), correction=game.correction, alone=True)
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
