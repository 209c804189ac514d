"""A slip of the finger: whoever typed a result in undoes it alone, at once and as long as nothing rests on it."""

import csv
import io
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from games.enums import EventKind, Role
from games.errors import BadRequest, RecordingError
from games.models import Game, Permit, Player
from games.services.projections import differences
from tests.games.requests import refused
from tests.tournaments.admin_forms import step, whole_desk
from tests.tournaments.conftest import NOW, YELLOW_STARTS, _drawn, new_event, start, win
from tests.tournaments.dashboard import done, expected, league, staff
from tests.tournaments.event_state import assert_fresh, everything, figures, happen, table, undone
from tests.tournaments.slips import enter
from tests.tournaments.undoing import person
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.models import Event, EventGame, Season
from tournaments.services import Slip

pytestmark = pytest.mark.django_db
MINE = "user:1"
assert league  # a fixture


def undo(played: EventGame, actor: str = MINE, reason: str = "", now: datetime = NOW) -> Game:
    return happen(Game.objects.get(pk=played.game_id), EventKind.UNDO, actor=actor, now=now, reason=reason)


def url(played: EventGame, word: str = "undo") -> str:
    return f"/api/v1/games/{played.game_id}/{word}/"


def enter_by(client: APIClient, event: Event, number: int = 1, **slip: Any) -> EventGame:
    answer = client.post(
        f"/api/v1/events/{event.slug}/results/", {"number": number, "places": ["red"], **slip}
    )
    assert answer.status_code == 201, answer.content
    return event.games.select_related("game").get(number=number)


# -- alone, by REST --------------------------------------------------------------------------------------


def test_whoever_typed_a_result_in_undoes_it_alone_and_types_it_again(cup: Event) -> None:
    anna = person("anna")
    played = enter_by(anna, cup)
    assert figures(cup)["entry-2"] == 1
    answer = anna.post(url(played), {"expected": played.game.number})
    assert answer.status_code == 201, answer.content
    assert answer.json()["game"]["state"] == "created"
    assert answer.json()["events"][0]["payload"]["reason"] == "typing error"
    assert figures(cup)["entry-2"] == 0
    assert_fresh(cup)
    again = enter_by(anna, cup, places=["yellow"])
    assert (again.pk, again.game_id) == (played.pk, played.game_id)
    assert figures(cup)["entry-1"] == 1
    kinds = list(again.game.events.values_list("kind", flat=True))
    assert kinds == ["created", "result", "undo", "result"]
    assert differences(Game.objects.get(pk=played.game_id)) == []
    assert_fresh(cup)


def test_a_game_that_was_being_played_goes_on(cup: Event) -> None:
    running = start(cup, rounds=YELLOW_STARTS)
    before = running.game.position
    played = enter(cup, 1)
    game = undo(played)
    assert (game.state, game.position, game.winner_id, game.decided_by) == ("running", before, None, "")
    assert_fresh(cup)


@pytest.mark.parametrize(
    ("late", "status"), [(timedelta(minutes=15), 201), (timedelta(minutes=15, microseconds=1), 409)]
)
def test_it_is_undone_for_fifteen_minutes_by_the_clock_of_the_site(
    cup: Event, late: timedelta, status: int
) -> None:
    anna = person("anna")
    with time_machine.travel(NOW, tick=False) as clock:
        played = enter_by(anna, cup)
        clock.shift(late)
        answer = anna.post(url(played), {"expected": played.game.number})
    assert answer.status_code == status, answer.content
    if status == 409:
        assert "more than 15 minutes ago" in answer.json()["messages"]["en"]
        assert "15 Minuten" in answer.json()["messages"]["de"]


def test_a_time_that_somebody_tells_does_not_lengthen_it(cup: Event) -> None:
    played = enter(cup, 1, Slip(places=("red",), played_at=NOW))
    with pytest.raises(RecordingError, match="more than 15 minutes"):
        undo(played, now=NOW + timedelta(minutes=16))


def test_somebody_else_does_not_undo_it(cup: Event) -> None:
    played = enter_by(person("anna"), cup)
    before = everything()
    problem = refused(person("bert").post(url(played), {"expected": played.game.number}), 409, "wrong-state")
    assert "Somebody else has recorded" in problem["messages"]["en"]
    assert everything() == before


def test_the_own_token_undoes_what_the_account_has_typed_in(cup: Event) -> None:
    anna = person("anna", Role.ORGANISER)
    played = enter_by(anna, cup)
    made = anna.post("/api/v1/tokens/", {"name": "phone", "role": "referee", "place": "site"}).json()
    phone = APIClient()
    phone.credentials(HTTP_AUTHORIZATION=f"Bearer {made['token']}")
    assert phone.post(url(played), {"expected": played.game.number}).status_code == 201


def test_once_somebody_else_has_confirmed_it_two_people_correct_it(cup: Event) -> None:
    played = enter(cup, 1)
    happen(played.game, EventKind.CONFIRMATION, actor="user:2", official="Dora")
    with pytest.raises(RecordingError, match="The result has been confirmed"):
        undo(played)


def test_once_somebody_else_has_proposed_a_correction_it_is_not_undone(cup: Event) -> None:
    played = enter(cup, 1)
    happen(played.game, EventKind.CORRECTION, actor="user:2", places=["green"], reason="read wrongly")
    with pytest.raises(RecordingError, match="proposed another"):
        undo(played)


@pytest.mark.parametrize("end", ["played", "corrected"])
def test_only_what_was_typed_in_is_undone_so(cup: Event, end: str) -> None:
    played = start(cup, rounds=YELLOW_STARTS)
    if end == "played":
        win(played.game, "red")
    else:
        enter(cup, 1)
        game = happen(played.game, EventKind.CORRECTION, actor="a", places=["green"], reason="read wrongly")
        happen(game, EventKind.APPROVAL, actor="b", correction=game.number)
    with pytest.raises(RecordingError, match="typed in or awarded"):
        undo(played, actor="test")


# -- built on --------------------------------------------------------------------------------------------


def next_begins(event: Event) -> None:
    start(event)


def next_is_prepared(event: Event) -> None:
    services.prepare_next_game(event_id=event.pk, actor="user:2", now=NOW)


def next_is_entered(event: Event) -> None:
    enter(event, 2, Slip(places=("green",)))


@pytest.mark.parametrize("built", [next_begins, next_is_prepared, next_is_entered])
def test_what_a_later_game_rests_on_is_not_undone_alone(cup: Event, built: Callable[[Event], None]) -> None:
    played = enter(cup, 1)
    built(cup)
    before = everything()
    with pytest.raises(RecordingError, match="Game 2 rests on it"):
        undo(played)
    assert everything() == before


def colour_of_first(event: Event, number: int) -> tuple[str, ...]:
    due = next(game for game in table(event)["next_games"] if game["number"] == number)
    return (next(iter(due["seating"].values()))[0],)


def test_a_player_who_left_since_left_after_that_result(league: Event) -> None:
    last = enter(league, 1, Slip(places=colour_of_first(league, 1)))
    services.withdraw_entry(event_id=league.pk, key="entry-3", reason="ill", actor="test", now=NOW)
    with pytest.raises(RecordingError, match="has left since"):
        undo(last)


def test_a_game_at_another_board_that_was_due_anyway_does_not_rest_on_it(
    season: Season, players: list[Player]
) -> None:
    everybody = [*players, Player.objects.create(name="Dora Däne")]
    event = new_event(season, slug="four", format_key="league", rules_name="xmadn-2t", settings={"drrs": 1})
    services.enter_all(event_id=event.pk, players=everybody, actor="test", now=NOW)
    services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
    first, second = (game["number"] for game in table(event)["next_games"][:2])
    played = enter(event, first, Slip(places=colour_of_first(event, first)))
    start(event, number=second)
    assert undo(played).state == "created"
    assert_fresh(event)


# -- at the desk and on the page -------------------------------------------------------------------------


def typed_in(client: Client, event: Event) -> None:
    body = {"number": 1, "places": ["red"]}
    answer = client.post(f"/api/v1/events/{event.slug}/results/", body, content_type="application/json")
    assert answer.status_code == 201, answer.content


def test_the_desk_offers_it_to_whoever_typed_it_in_and_to_nobody_else(cup: Event) -> None:
    anna, bert = staff("anna", is_superuser=True), staff("bert", is_superuser=True)
    typed_in(anna, cup)
    button = step("undo", cup, 1)
    assert button in whole_desk(anna, cup)
    assert button not in whole_desk(bert, cup)
    assert done(anna, button, {**expected(cup), "reason": "Tippfehler"}, cup) == [
        "Game 1: the result is undone."
    ]
    game = cup.games.get(number=1).game
    assert game.state == "created"
    assert game.events.get(kind=EventKind.UNDO).payload["reason"] == "Tippfehler"
    assert button not in whole_desk(anna, cup)


def test_the_page_of_results_and_the_phone_offer_it(cup: Event) -> None:
    anna, bert = Client(), Client()
    for name, client in (("anna", anna), ("bert", bert)):
        user = User.objects.create_user(name)
        Permit.objects.create(person=user, role=Role.REFEREE, place="site", granted_at=NOW)
        client.force_login(user)
    typed_in(anna, cup)
    played = cup.games.get(number=1)
    phone = f"/games/{played.game_id}/referee/"
    for client, offered in ((anna, True), (bert, False)):
        assert (url(played) in client.get(f"/events/{cup.slug}/results/").content.decode()) == offered
        assert ('data-send="undo/"' in client.get(phone).content.decode()) == offered


# -- the report ------------------------------------------------------------------------------------------


def forfeit(event: Event) -> EventGame:
    return services.forfeit(
        event_id=event.pk,
        number=1,
        absent="entry-2",
        reason="missed his train",
        rounds=[{"entry-1": 6, "entry-3": 1}],
        actor=MINE,
        now=NOW,
    )


@pytest.fixture
def forfeited(cup: Event) -> EventGame:
    return forfeit(cup)


def take_back(played: EventGame, reason: str = "Bert came after all") -> None:
    game = Game.objects.get(pk=played.game_id)
    happen(game, EventKind.TAKE_BACK, actor=MINE, reason=reason, now=NOW + timedelta(minutes=15))


def test_an_undone_forfeit_is_no_fact_in_the_report(cup: Event, forfeited: EventGame) -> None:
    take_back(forfeited)
    first, second = table(cup)["report"]
    assert first["undone"] == {
        "by": {"en": "who had decided it", "de": "wer es entschieden hatte"},
        "reason": "Bert came after all",
        "created_at": (NOW + timedelta(minutes=15)).isoformat(),
    }
    assert (second["sentence"]["en"], second["reason"]) == (
        "Game 1: the forfeit is undone",
        "Bert came after all",
    )
    assert second["undone"] is None
    assert_fresh(cup)
    for language, word in (("en", "undone"), ("de", "rückgängig gemacht")):
        page = (
            Client().get(f"/events/{cup.slug}/about/", headers={"accept-language": language}).content.decode()
        )
        assert f"<strong>{word}</strong>" in page
        assert "Bert came after all" in page
        assert '<s class="sentence">' in page
    rest = APIClient().get(f"/api/v1/events/{cup.slug}/standings/").json()["report"][0]
    assert rest["undone"]["reason"] == "Bert came after all"
    sheet = Client().get(f"/events/{cup.slug}/report.csv").content.decode("utf-8-sig")
    heads, row, _ = csv.reader(io.StringIO(sheet))
    assert dict(zip(heads, row, strict=True))["Why undone"] == "Bert came after all"
    desk_page = whole_desk(staff("boss", is_superuser=True), cup)
    assert "<s>Game 1" in desk_page


def test_a_forfeit_that_is_brought_back_counts_in_the_report(cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    played = forfeit(cup)
    take_back(played)
    happen(Game.objects.get(pk=played.game_id), EventKind.BRING_BACK, throws=1, reason="he left again")
    first, second, third = table(cup)["report"]
    assert (first["undone"], third["undone"]) == (None, None)
    assert second["undone"]["reason"] == "he left again"
    assert third["sentence"]["en"] == "Game 1: the forfeit counts again"
    assert_fresh(cup)


def test_a_corrected_forfeit_is_no_fact_either(cup: Event, forfeited: EventGame) -> None:
    game = Game.objects.get(pk=forfeited.game_id)
    game = happen(game, EventKind.CORRECTION, actor="a", places=["red"], reason="Bert played after all")
    happen(game, EventKind.APPROVAL, actor="b", correction=game.number)
    first, second = table(cup)["report"]
    assert first["undone"]["reason"] == "Bert played after all"
    assert second["sentence"]["en"] == "Game 1: a corrected result replaces the forfeit"


def test_the_file_of_an_event_keeps_what_was_undone(season: Season, players: list[Player]) -> None:
    with undone():
        event = _drawn(new_event(season), players)
        take_back(forfeit(event))
        text, report = export_event(event), table(event)["report"]
    assert '"undoes": 1' in text
    imported = import_event(text, actor="test", now=NOW)
    assert [line["reason"] for line in table(imported)["report"]] == [line["reason"] for line in report]
    assert table(imported)["report"][0]["undone"] == report[0]["undone"]
    assert Game.objects.get().events.count() == 3
    for wrong in ('"undoes": 2', '"undoes": 0'):
        other = text.replace('"undoes": 1', wrong).replace('"slug": "cup"', '"slug": "cup-2"')
        with pytest.raises(BadRequest, match="undoes"):
            import_event(other, actor="test", now=NOW)
