"""A rehearsal of a hall: played step by step beside everything real, stopped, resumed, and gone without a trace."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from games.errors import BadRequest
from games.models import Game, GameEvent, Permit, Player
from games.work.claims import step
from tests.tournaments.conftest import NOW, with_role
from tests.tournaments.event_state import everything
from tests.tournaments.hall.halls import WHO, again, new_hall
from tournaments import services
from tournaments.demo import rehearsals
from tournaments.demo.rehearsals import WORK
from tournaments.errors import EventStateConflict
from tournaments.files.season_file import export_season, model_of
from tournaments.hall import services as hall
from tournaments.models import CountedGame, Event, Hall, HallRehearsal, Season
from tournaments.players.rebuild import differences
from tournaments.players.update import count_due

pytestmark = pytest.mark.django_db
DESK = "/organise/events/hall/"
COPY = "/organise/events/hall-rehearsal/"


@pytest.fixture
def owner(season: Season) -> Client:
    """The organiser of a hall of eight that has not begun."""
    new_hall(season, 8)
    return with_role(Role.ORGANISER, "event:hall")


def started(people: int = 9, **more: Any) -> HallRehearsal:
    event = Event.objects.get(slug="hall")
    told = {"name": "Rehearsal: Hall", "people": people, "pace": 2, "language": "en", **more}
    return rehearsals.start_rehearsal(event_id=event.pk, **told, **WHO)


def steps(number: int, at: Any = NOW) -> Any:
    """Let the background do so many steps; the moment after them."""
    for _ in range(number):
        step(WORK, at)
        at += timedelta(seconds=2)
    return at


def test_the_button_plays_a_whole_day_to_its_end(owner: Client) -> None:
    answer = owner.post(f"{DESK}rehearse/", {"people": "9", "pace": "2"})
    assert answer["Location"] == f"{DESK}rehearse/"
    rehearsal = HallRehearsal.objects.get()
    seen: list[tuple[int, int, int]] = []
    at = rehearsal.next_at
    while rehearsal.state == "running" and len(seen) < 200:
        assert step(WORK, at)
        assert not step(WORK, at), "nothing is due before its time"
        at += timedelta(seconds=2)
        rehearsal.refresh_from_db()
        event = Event.objects.get(slug="hall-rehearsal")
        seen.append(
            (event.entries.filter(presence="present").count(), event.draws.count(), event.games.count())
        )
    assert (rehearsal.state, rehearsal.why) == ("over", "")
    assert again(event).status == Event.Status.FINISHED
    present = [each for each, draws, _games in seen if not draws]
    assert len(set(present)) > 3, "people check in one after the other"
    assert len({games for _present, _draws, games in seen}) > 6, "results trickle in"
    assert event.draws.filter(clock__isnull=False).exists()
    real = Event.objects.get(slug="hall")
    assert (real.games.count(), real.draws.count(), real.entries.count()) == (0, 0, 8)
    page = owner.get(f"{DESK}rehearse/").content.decode()
    assert "over" in page
    assert "/halls/hall-rehearsal/" in page


def test_it_is_marked_and_stands_in_no_list_no_ranking_and_no_file(owner: Client) -> None:
    season = started().event.season
    steps(40)
    count_due()
    assert Game.objects.exists()
    assert not CountedGame.objects.exists()
    assert differences() == []
    public = Client()
    for page in ("/", "/events/", "/players/?search=Guest", "/rankings/", "/ratings/", "/w/", "/w/1/"):
        text = public.get(page, follow=True).content.decode()
        assert "Guest 1" not in text, page
        assert "Rehears" not in text, page
        assert "hall-rehearsal" not in text, page
    for page in ("/events/hall-rehearsal/", "/events/hall-rehearsal/w/1/"):
        assert public.get(page).status_code == 404
        assert owner.get(page).status_code == 200
    for page in ("/events/hall-rehearsal/", COPY):
        assert "Rehearsal: invented people" in owner.get(page).content.decode()
    assert "Rehearsal" in owner.get("/events/").content.decode()
    rehearsed = Event.objects.get(slug="hall-rehearsal")
    with pytest.raises(BadRequest) as refused:
        services.change_event(event_id=rehearsed.pk, changes={"is_public": True}, **WHO)
    assert refused.value.details["field"] == "is_public"
    file = json.loads(export_season(season))
    assert [each["event"]["slug"] for each in file["events"]] == ["hall"]
    assert len(file["players"]) == 8
    assert [each["event"]["slug"] for each in model_of(season)["events"]] == ["hall"]


def test_deleting_it_leaves_everything_as_it_was(owner: Client) -> None:
    before, players = everything(), Player.objects.count()
    started()
    steps(40)
    assert Player.objects.count() > players
    assert owner.post(f"{COPY}rehearsal/delete/")["Location"] == f"{DESK}rehearse/"
    assert (everything(), Player.objects.count()) == (before, players)
    assert not HallRehearsal.objects.exists()
    assert not Hall.objects.exists()
    assert not GameEvent.objects.exists()
    assert Season.objects.count() == 1
    assert not Permit.objects.filter(place="event:hall-rehearsal", revoked_at=None).exists()
    assert Player.history.filter(name__startswith="Guest").count() == 0


def test_somebody_real_who_joins_a_rehearsal_stays(owner: Client) -> None:
    real = Player.objects.create(name="Bruno Bär")
    Player.history.update(history_date=NOW - timedelta(days=1))
    rehearsal = started()
    hall.walk_in(event_id=rehearsal.event_id, player=real, **WHO)
    owner.post(f"{COPY}rehearsal/delete/")
    assert Player.objects.filter(pk=real.pk).exists()


def test_it_is_stopped_and_resumed_and_follows_what_people_do_in_it(owner: Client) -> None:
    rehearsal = started()
    at = steps(4)
    owner.post(f"{COPY}rehearsal/stop/")
    here = Event.objects.get(pk=rehearsal.event_id).entries.filter(presence="present").count()
    assert not step(WORK, at + timedelta(hours=1))
    hall.check_in_all(event_id=rehearsal.event_id, **WHO)
    assert Event.objects.get(pk=rehearsal.event_id).entries.filter(presence="present").count() > here
    owner.post(f"{COPY}rehearsal/resume/")
    rehearsal.refresh_from_db()
    steps(2, rehearsal.next_at)
    assert Event.objects.get(pk=rehearsal.event_id).draws.count() == 1


def test_what_cannot_go_on_stops_and_says_why(owner: Client) -> None:
    rehearsal = started()
    steps(1)
    Event.objects.get(pk=rehearsal.event_id).entries.all().delete()
    steps(3, NOW + timedelta(minutes=1))
    rehearsal.refresh_from_db()
    assert rehearsal.state == "failed"
    assert rehearsal.why in owner.get(f"{DESK}rehearse/").content.decode()


def test_helpers_have_the_same_role_in_it_and_only_organisers_start_it(season: Season) -> None:
    new_hall(season, 8)
    helper, owner = with_role(Role.REFEREE, "event:hall"), with_role(Role.ORGANISER, "season:2026")
    assert helper.get(f"{DESK}rehearse/").status_code == 403
    assert helper.post(f"{DESK}rehearse/", {"people": "9", "pace": "2"}).status_code == 403
    assert owner.post(f"{DESK}rehearse/", {"people": "9", "pace": "2"}).status_code == 302
    assert helper.get(f"{COPY}check-in/").status_code == 200
    assert helper.post(f"{COPY}rehearsal/delete/").status_code == 403
    assert Client().post(f"{COPY}rehearsal/delete/").status_code in (302, 403)
    with pytest.raises(EventStateConflict, match="delete it first"):
        started()
    assert owner.post(f"{COPY}rehearsal/nonsense/").status_code == 404
    assert owner.post(f"{DESK}rehearsal/delete/").status_code == 404, "the hall itself is no rehearsal"
    assert owner.get(f"{COPY}rehearse/").status_code == 404
    assert HallRehearsal.objects.count() == 1


@pytest.mark.parametrize("told", [{"people": "2"}, {"people": "401"}, {"people": "x"}, {"pace": "3"}, {}])
def test_bad_input_starts_nothing(owner: Client, told: dict[str, str]) -> None:
    wanted = {"people": "9", "pace": "2", **told} if told else {}
    before = everything()
    assert owner.post(f"{DESK}rehearse/", wanted).status_code == 200
    assert everything() == before


def test_a_rehearsal_that_is_over_stands_in_no_list_of_the_organiser(owner: Client) -> None:
    rehearsal = started()
    home = with_role(Role.ORGANISER, "site")
    assert "Rehearsal: Hall" in home.get("/organise/").content.decode(), "helpers find it while it is played"
    Event.objects.filter(pk=rehearsal.event.pk).update(status=Event.Status.FINISHED)
    assert rehearsal.hall is not None
    for page in ("/organise/", f"{DESK}screens/"):
        answer = home.get(page)
        assert answer.status_code == 200
        assert "Rehearsal: Hall" not in answer.content.decode(), page
    assert f"/{rehearsal.hall.slug}/" in home.get(f"{COPY}screens/").content.decode(), "but on its own desk"
