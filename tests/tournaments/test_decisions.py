"""What organisers decide: throws for places, void draws, who leaves, forfeits, holds, changed settings, the report."""

import pytest
from rest_framework.test import APIClient

from games.enums import Role
from games.errors import BadRequest
from games.models import Game, Player
from games.services import recorder
from games.services.commands import throw_command
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.conftest import KEYS, NOW, YELLOW_STARTS, new_event, start, win
from tests.tournaments.event_state import WHO, assert_fresh, everything, figures, table
from tournaments import services
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.models import Event, Season
from tournaments.services.readiness import Readiness, preflight
from tournaments.standings.event_state import EventState
from tournaments.standings.impact import Grade

pytestmark = pytest.mark.django_db
ANNE, BERT, CORA = KEYS


@pytest.fixture
def organiser(db: None) -> APIClient:
    return client_with(Role.ORGANISER)


@pytest.fixture
def league(season: Season, players: list[Player]) -> Event:
    """A League of two double round-robins; the schedule places are still to be thrown for."""
    event = new_event(
        season,
        slug="league",
        format_key="league",
        rules_name="xmadn-2t",
        settings={"drrs": 2, "playoffs": "none"},
    )
    services.enter_all(event_id=event.pk, players=players, **WHO)
    return Event.objects.get(pk=event.pk)


def report(event: Event) -> list[tuple[str, str]]:
    return [(line["sentence"]["en"], line["reason"]) for line in table(event)["report"]]


def thrown(event: Event) -> None:
    services.draw_by_throws(event_id=event.pk, rounds=[{ANNE: 6, BERT: 4, CORA: 1}], **WHO)


# -- draws -----------------------------------------------------------------------------------------


def test_schedule_places_are_thrown_for_and_ties_thrown_again(league: Event, organiser: APIClient) -> None:
    rounds = [{ANNE: 2, BERT: 5, CORA: 5}, {BERT: 1, CORA: 3}]
    answer = organiser.post("/api/v1/events/league/draws/", {"method": "thrown", "throws": rounds})
    assert (answer.status_code, answer.json()["order"]) == (201, [CORA, BERT, ANNE])
    assert answer.json()["reason"]["en"] == (
        "thrown for: Cora Weiß 5, Bert Übel 5, Änne Öhler 2; Cora Weiß 3, Bert Übel 1"
    )
    (draw,) = table(league)["draws"]
    assert draw["throws"] == [{CORA: 5, BERT: 5, ANNE: 2}, {CORA: 3, BERT: 1}]
    assert_fresh(league)


def test_a_draw_is_void_with_a_reason_until_a_game_has_begun(cup: Event, organiser: APIClient) -> None:
    void = "/api/v1/events/cup/draws/pairs/void/"
    assert organiser.post(void, {"reason": " "}).status_code == 400
    assert organiser.post(void, {"reason": "a player came late"}).status_code == 204
    assert (table(cup)["status"], table(cup)["draws"]) == ("open", [])
    assert report(cup) == [("void, to be drawn again: Draw of the allied colours", "a player came late")]
    services.draw_in_seed_order(event_id=cup.pk, **WHO)
    start(cup, rounds=YELLOW_STARTS)
    found = refused(organiser.post(void, {"reason": "again"}), 409, "event-state")
    assert "Game 1 has begun since" in found["detail"]
    assert refused(organiser.post("/api/v1/events/cup/draws/lots/void/", {"reason": "x"}), 400, "bad-value")


def test_somebody_enters_late_once_the_draw_is_void(league: Event) -> None:
    thrown(league)
    dora = Player.objects.create(name="Dora")
    with pytest.raises(EventStateConflict):
        services.enter(event_id=league.pk, player=dora, **WHO)
    services.void_draw(event_id=league.pk, subject="drr-1", reason="Dora came late", **WHO)
    services.enter(event_id=league.pk, player=dora, **WHO)
    (needed,) = table(league)["draws_needed"]
    assert needed["items"] == [ANNE, BERT, CORA, "entry-4"]


# -- leaving and forfeits ------------------------------------------------------------------------------


def test_who_leaves_a_league_early_is_struck_and_the_others_play_on(league: Event) -> None:
    thrown(league)
    services.forfeit(event_id=league.pk, number=1, absent=ANNE, reason="ill", **WHO)
    services.withdraw_entry(event_id=league.pk, key=ANNE, reason="still ill", **WHO)
    found = table(league)
    assert [entry["left_after"] for entry in found["entries"]] == [1, None, None]
    assert [row["entrant"] for row in found["rows"]] == [BERT, CORA]
    assert report(league) == [
        ("Game 1: Änne Öhler forfeits; the game goes to Bert Übel [T12]", "ill"),
        ("Änne Öhler leaves after 1 games", "still ill"),
    ]
    assert_fresh(league)
    with pytest.raises(EventStateConflict, match="has left already"):
        services.withdraw_entry(event_id=league.pk, key=ANNE, reason="again", **WHO)


def test_nobody_leaves_a_championship(cup: Event) -> None:
    before = everything()
    with pytest.raises(FormatViolation, match="is forfeited"):
        services.withdraw_entry(event_id=cup.pk, key=ANNE, reason="ill", **WHO)
    with pytest.raises(BadRequest, match="entered are"):
        services.withdraw_entry(event_id=cup.pk, key="zoe", reason="ill", **WHO)
    assert everything() == before


def test_before_the_draw_an_entry_is_taken_back_instead(league: Event) -> None:
    with pytest.raises(EventStateConflict, match="take the entry back"):
        services.withdraw_entry(event_id=league.pk, key=ANNE, reason="ill", **WHO)


def test_a_forfeited_league_game_counts_four_to_nil(league: Event, organiser: APIClient) -> None:
    thrown(league)
    answer = organiser.post(
        "/api/v1/events/league/games/1/forfeit/", {"absent": ANNE, "reason": "did not come"}
    )
    assert (answer.status_code, answer.json()["game"]["state"]) == (201, "ended")
    (game,) = table(league)["games"]
    assert (game["winners"], game["decided_by"]) == ([BERT], "award")
    assert figures(league)[BERT] == 1


def test_a_game_that_is_not_due_cannot_be_forfeited(cup: Event, organiser: APIClient) -> None:
    before = everything()
    asked = {"absent": ANNE, "reason": "ill"}
    refused(organiser.post("/api/v1/events/cup/games/2/forfeit/", asked), 409, "event-state")
    found = refused(
        organiser.post("/api/v1/events/cup/games/1/forfeit/", {**asked, "absent": "zoe"}), 422, "format"
    )
    assert found["field"] == "absent"
    assert everything() == before


# -- holds -----------------------------------------------------------------------------------------


def test_a_decided_event_is_closed_and_not_called_off(cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    win(start(cup).game, "red")
    with pytest.raises(EventStateConflict):
        services.suspend_event(event_id=cup.pk, hold=Event.Hold.CALLED_OFF, reason="late", **WHO)
    closed = services.suspend_event(event_id=cup.pk, hold=Event.Hold.CLOSED, reason="prizes given", **WHO)
    assert (closed.hold, closed.status) == ("closed", "finished")
    assert table(cup)["hold"] == "closed"


# -- changed settings ------------------------------------------------------------------------------


def test_what_a_changed_setting_would_do_is_told_by_grades(cup: Event, organiser: APIClient) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    before = everything()
    asked = "/api/v1/events/cup/consequences/"
    data = organiser.post(asked, {"settings": {"wins": 1}}).json()
    assert data[0] == {
        "grade": "warning",
        "sentence": {
            "en": "the event is over: Bert Übel has won",
            "de": "das Turnier ist zu Ende: Bert Übel hat gewonnen",
        },
    }
    (same,) = organiser.post(asked, {"settings": {"wins": 2}}).json()
    assert (same["grade"], same["sentence"]["en"]) == ("notice", "nothing that was played or planned changes")
    refused(organiser.post(asked, {"settings": {"wins": 0}}), 422, "format")
    assert everything() == before


def test_what_must_not_be_is_refused_and_told_beforehand(cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    win(start(cup).game, "red")
    first, *_ = services.consequences_of(event_id=cup.pk, changes={"settings": {"wins": 3}})
    assert first.grade is Grade.REFUSED
    with pytest.raises(EventStateConflict, match="it would be open again"):
        services.change_event(event_id=cup.pk, changes={"settings": {"wins": 3}}, note="more", **WHO)


# -- before the start ------------------------------------------------------------------------------


def findings(event: Event) -> list[tuple[Readiness, str]]:
    return [
        (each.grade, each.sentence.en) for each in preflight(EventState.load(Event.objects.get(pk=event.pk)))
    ]


def test_the_check_before_the_start_plays_the_event_through(cup: Event, league: Event) -> None:
    assert findings(cup) == [
        (
            Readiness.FINE,
            "played through: 2 games to play if one player is ahead in everything, 4 games to play if all stay"
            " level",
        )
    ]
    assert findings(league)[0][1].startswith("played through: 12 games to play")


def test_the_check_names_what_is_missing_and_what_is_odd(season: Season, organiser: APIClient) -> None:
    event = new_event(season, starts_on="2027-01-02")
    for _ in range(2):
        services.enter(event_id=event.pk, player=Player.objects.create(name="Anna"), **WHO)
    data = organiser.get("/api/v1/events/cup/preflight/").json()
    assert [each["grade"] for each in data] == ["missing", "warning", "warning", "warning"]
    assert data[1]["sentence"]["de"] == "2027-01-02 liegt nicht in der Saison, 2026-01-01 bis 2026-12-31"
    assert APIClient().get("/api/v1/events/cup/preflight/").status_code == 401


# -- tables of other moments -----------------------------------------------------------------------


def test_the_table_is_shown_as_it_stood(cup: Event, organiser: APIClient) -> None:
    standings = "/api/v1/events/cup/standings/"
    drawn = table(cup)["version"]
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    earlier = APIClient().get(standings, {"at": drawn})
    assert earlier.json()["games"] == []
    again = APIClient().get(standings, {"at": drawn}, HTTP_IF_NONE_MATCH=earlier["ETag"])
    assert again.status_code == 304
    latest = APIClient().get(standings, {"at": NOW.isoformat()}).json()
    assert latest == table(cup)
    assert APIClient().get(standings, {"at": "2026-11-22"}).json() == table(cup)
    assert APIClient().get(standings, {"at": "2026-11-20"}).status_code == 404
    found = refused(APIClient().get(standings, {"at": "yesterday"}), 400, "bad-value")
    assert found["field"] == "at"


def test_the_table_if_all_games_ended_now(cup: Event) -> None:
    now = "/api/v1/events/cup/if-ended-now/"
    played = start(cup, rounds=YELLOW_STARTS)
    level = APIClient().get(now).json()
    assert [game["counted"] for game in level["games"]] == [False]
    assert [row["figures"] for row in level["rows"]] == [[0], [0], [0]]
    game = Game.objects.get(pk=played.game_id)
    recorder.record_throws(
        game_id=game.pk, throws=[throw_command(6, "6:B-A")], expected=game.number, actor="test", now=NOW
    )
    answer = APIClient().get(now)
    assert answer.json()["rows"][0] | {"reason": None} == {
        "place": 1,
        "shared": False,
        "entrant": ANNE,
        "name": "Änne Öhler",
        "figures": [1],
        "reason": None,
    }
    assert (
        answer.json()["games"][0]["sentence"]["de"]
        == "Zählpunkte jetzt: Änne Öhler 10, Bert Übel 0 und Cora Weiß 0"
    )
    assert APIClient().get(now, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
    assert figures(cup)[ANNE] == 0
