"""A correction that waits: seen before and after by whoever approves it, withdrawn by whoever made it."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from games.enums import Role
from games.models import Game
from games.presenters.game import GamePresenter
from games.services.projections import differences
from tests.games.requests import refused
from tests.tournaments.admin_forms import messages, step, whole_desk
from tests.tournaments.dashboard import expected, league, staff
from tests.tournaments.event_state import everything, figures, table
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


def test_the_desk_withdraws_it(cup: Event) -> None:
    anna = staff("anna", is_superuser=True)
    staff("bert", is_superuser=True)
    enter(cup, 1)
    body = {**expected(cup), "place-green": "1", "reason": "read wrongly"}
    anna.post(step("correct", cup, 1), body)
    page = whole_desk(anna, cup)
    assert step("withdraw", cup, 1) in page
    answer = anna.post(step("withdraw", cup, 1), expected(cup), follow=True)
    assert messages(answer) == ["Game 1: the correction is withdrawn."]
    assert cup.games.get(number=1).game.correction is None


# -- before and after ------------------------------------------------------------------------------------


def first_game(event: Event, **pawns: int) -> EventGame:
    """Game 1 of the League, typed in as won by the colour of whoever is named first."""
    seating = table(event)["next_games"][0]["seating"]
    winner, loser = seating.values()
    slip = Slip(places=(winner[0],), pawns={winner[1]: 1, loser[0]: 2, loser[1]: 0} | pawns)
    return enter(event, 1, slip)


def test_the_approver_reads_the_pawns_before_and_after_and_the_table(league: Event) -> None:
    played = first_game(league)
    (_, winner), (_, loser) = played.game.seating.items()
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
    refused(bert.get(f"/api/v1/games/{enter_next(league).game_id}/correction/"), 404, "not-found")


def enter_next(event: Event) -> EventGame:
    due = table(event)["next_games"][0]
    return enter(event, due["number"], Slip(places=(next(iter(due["seating"].values()))[0],)))


def rows(page: str) -> dict[str, list[str]]:
    """The lines of the comparison: what, before, after."""
    (found,) = re.findall(r'<table class="proposal">(.*?)</table>', page, re.S)
    cells = [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", found, re.S)
    ]
    return {what: rest for what, *rest in cells}


def test_the_desk_shows_both_side_by_side_and_asks_nobody_who_will_be_refused(cup: Event) -> None:
    anna, bert = staff("anna", is_superuser=True), staff("bert", is_superuser=True)
    enter(cup, 1)
    anna.post(step("correct", cup, 1), {**expected(cup), "place-green": "1", "reason": "read wrongly"})
    approve = step("approve", cup, 1)
    page = bert.get(approve).content.decode()
    assert rows(page)["Winner"] == ["Bert Übel", "Cora Weiß"]
    assert rows(page)["Places"] == ["red", "green"]
    assert rows(page)["Pawns at home, red"] == ["4", "–"]
    assert "other points: Game 1" in page
    assert "Approve correction" in page
    own = anna.get(approve).content.decode()
    assert rows(own)["Winner"] == ["Bert Übel", "Cora Weiß"]
    assert '<button class="button">' not in own
    assert step("withdraw", cup, 1) in own
    assert f'href="{approve}">Approve' not in whole_desk(anna, cup)
    assert f'href="{approve}">Approve' in whole_desk(bert, cup)


def test_the_phone_shows_both_and_asks_only_a_second_person(cup: Event) -> None:
    played = proposed_by(person("anna"), cup)
    phone = f"/games/{played.game_id}/referee/"
    anna, bert = Client(), Client()
    anna.force_login(User.objects.get(username="anna"))
    person("bert")
    bert.force_login(User.objects.get(username="bert"))
    own, second = anna.get(phone).content.decode(), bert.get(phone).content.decode()
    for page in (own, second):
        assert rows(page)["Winner"] == ["Bert Übel", "Cora Weiß"]
    assert ('data-send="approval/"' in own, 'data-send="withdrawal/"' in own) == (False, True)
    assert ('data-send="approval/"' in second, 'data-send="withdrawal/"' in second) == (True, False)


def test_a_correction_that_the_format_would_refuse_says_so_to_the_approver(series: Event) -> None:
    played = enter(series, 1, Slip(places=("yellow", "red", "black", "green", "blue", "violet")))
    anna = person("anna")
    winner = str(played.game.winner_id)
    body = {"expected": played.game.number, "winner": winner, "reason": "places not known"}
    assert anna.post(url(played, "correction"), body).status_code == 201
    data = person("bert").get(url(played, "correction")).json()
    assert "places" in data["consequences"][0]["en"] or "awarded" in data["consequences"][0]["en"]


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
