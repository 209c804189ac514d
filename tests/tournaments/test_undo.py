"""A slip of the finger: whoever typed a result in undoes it alone, at once and as long as nothing rests on it."""

import csv
import io
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.enums import EventKind
from games.errors import BadRequest, RecordingError
from games.models import Game, Player
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


def enter_by(client: Client, event: Event, **slip: Any) -> EventGame:
    body = {"number": 1, "places": ["red"], **slip}
    answer = client.post(f"/api/v1/events/{event.slug}/results/", body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    return event.games.select_related("game").get(number=1)


# -- alone, by REST --------------------------------------------------------------------------------------


def test_whoever_typed_a_result_in_undoes_it_alone_and_types_it_again(cup: Event) -> None:
    anna = person("anna")
    played = enter_by(anna, cup)
    answer = anna.post(url(played), {"expected": played.game.number})
    assert answer.status_code == 201, answer.content
    assert answer.json()["events"][0]["payload"]["reason"] == "typing error"
    assert figures(cup)["entry-2"] == 0
    assert_fresh(cup)
    again = enter_by(anna, cup, places=["yellow"])
    assert (again.pk, again.game_id, figures(cup)["entry-1"]) == (played.pk, played.game_id, 1)
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
        played = enter_by(anna, cup, played_at=(NOW - timedelta(days=1)).isoformat())
        clock.shift(late)
        answer = anna.post(url(played), {"expected": played.game.number})
    assert answer.status_code == status, answer.content


def test_somebody_else_does_not_undo_it(cup: Event) -> None:
    played = enter_by(person("anna"), cup)
    before = everything()
    refused(person("bert").post(url(played), {"expected": played.game.number}), 409, "wrong-state")
    assert everything() == before


def test_once_somebody_else_has_confirmed_it_two_people_correct_it(cup: Event) -> None:
    played = enter(cup, 1)
    other = {"places": ["green"], "reason": "read wrongly"}
    for kind, told, why in (
        (EventKind.CONFIRMATION, {"official": "Dora"}, "The result has been confirmed"),
        (EventKind.CORRECTION, other, "proposed another"),
    ):
        with undone():
            happen(played.game, kind, actor="user:2", **told)
            with pytest.raises(RecordingError, match=why):
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


@pytest.mark.parametrize(
    "built",
    [
        start,
        lambda event: services.prepare_next_game(event_id=event.pk, actor="user:2", now=NOW),
        lambda event: enter(event, 2, Slip(places=("green",))),
    ],
)
def test_what_a_later_game_rests_on_is_not_undone_alone(cup: Event, built: Callable[[Event], object]) -> None:
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
    event = new_event(season, slug="four", format_key="league", rules_name="xmadn-2t", settings={"drrs": 1})
    event = _drawn(event, [*players, Player.objects.create(name="Dora Däne")])
    first, second = (game["number"] for game in table(event)["next_games"][:2])
    played = enter(event, first, Slip(places=colour_of_first(event, first)))
    start(event, number=second)
    assert undo(played).state == "created"
    assert_fresh(event)


# -- at the desk and on the page -------------------------------------------------------------------------


def test_the_desk_offers_it_to_whoever_typed_it_in_and_to_nobody_else(cup: Event) -> None:
    anna, bert = staff("anna", is_superuser=True), staff("bert", is_superuser=True)
    played, button = enter_by(anna, cup), step("undo", cup, 1)
    for client, offered in ((anna, True), (bert, False)):
        assert (button in whole_desk(client, cup)) == offered
        assert (url(played) in client.get(f"/events/{cup.slug}/results/").content.decode()) == offered
        phone = client.get(f"/games/{played.game_id}/referee/").content.decode()
        assert ('data-send="undo/"' in phone) == offered
    assert done(anna, button, {**expected(cup), "reason": "Tippfehler"}, cup) == [
        "Game 1: the result is undone."
    ]
    game = cup.games.get(number=1).game
    assert game.events.get(kind=EventKind.UNDO).payload["reason"] == "Tippfehler"
    assert button not in whole_desk(anna, cup)


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


def take_back(played: EventGame) -> None:
    later = NOW + timedelta(minutes=15)
    happen(played.game, EventKind.TAKE_BACK, actor=MINE, reason="Bert came after all", now=later)


def test_an_undone_forfeit_is_no_fact_in_the_report(cup: Event) -> None:
    take_back(forfeit(cup))
    first, second = table(cup)["report"]
    assert first["undone"] == {
        "by": {"en": "who had decided it", "de": "wer es entschieden hatte"},
        "reason": "Bert came after all",
        "created_at": "2026-11-21T20:30:00Z",
    }
    assert second["sentence"]["en"] == "Game 1: the forfeit is undone"
    assert second["undone"] is None
    assert_fresh(cup)
    page = Client().get(f"/events/{cup.slug}/about/").content.decode()
    assert "<strong>undone</strong>" in page
    assert '<s class="sentence">' in page
    assert "<s>Game 1" in whole_desk(staff("boss", is_superuser=True), cup)
    sheet = Client().get(f"/events/{cup.slug}/report.csv").content.decode("utf-8-sig")
    heads, row, _ = csv.reader(io.StringIO(sheet))
    assert dict(zip(heads, row, strict=True))["Why undone"] == "Bert came after all"


def test_a_forfeit_that_is_brought_back_counts_in_the_report(cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    played = forfeit(cup)
    take_back(played)
    game = happen(played.game, EventKind.BRING_BACK, throws=1, reason="he left again")
    first, second, third = table(cup)["report"]
    assert (first["undone"], third["undone"]) == (None, None)
    assert second["undone"]["reason"] == "he left again"
    assert third["sentence"]["en"] == "Game 1: the forfeit counts again"
    assert_fresh(cup)
    game = happen(game, EventKind.CORRECTION, actor="a", places=["red"], reason="Bert played after all")
    happen(game, EventKind.APPROVAL, actor="b", correction=game.number)
    first, *_, fourth = table(cup)["report"]
    assert first["undone"]["reason"] == "Bert played after all"
    assert fourth["sentence"]["en"] == "Game 1: a corrected result replaces the forfeit"


def test_the_file_of_an_event_keeps_what_was_undone(season: Season, players: list[Player]) -> None:
    with undone():
        event = _drawn(new_event(season), players)
        take_back(forfeit(event))
        text, report = export_event(event), table(event)["report"]
    assert '"undoes": 1' in text
    imported = table(import_event(text, actor="test", now=NOW))["report"]
    assert [(line["reason"], line["undone"]) for line in imported] == [
        (line["reason"], line["undone"]) for line in report
    ]
    for wrong in ('"undoes": 2', '"undoes": 0'):
        other = text.replace('"undoes": 1', wrong).replace('"slug": "cup"', '"slug": "cup-2"')
        with pytest.raises(BadRequest, match="undoes"):
            import_event(other, actor="test", now=NOW)
