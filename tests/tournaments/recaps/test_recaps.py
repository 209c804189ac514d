"""Write-ups: drafted from facts, kept, published, withdrawn; never before what they tell, never wrong unmarked."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.enums import EventKind, Role
from games.errors import BadRequest, Stale
from games.models import Game, Player
from games.services import recorder
from games.services.commands import EventCommand
from rules.i18n import Literal, Text, Verbatim
from tests.games.conftest import client_with
from tests.tournaments.admin_forms import messages, step, whole_desk
from tests.tournaments.conftest import NAMES, NOW, new_event
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.dashboard import staff_with
from tests.tournaments.event_state import everything, happen
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.models import Event, Season, WriteUp
from tournaments.player_refs import insert_refs
from tournaments.recaps.drafts import draft_of_event
from tournaments.services import ResultSlip
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db
PUBLISHED, DRAFT = WriteUp.State.PUBLISHED, WriteUp.State.DRAFT
TOLD = Literal(en=f"{NAMES[1]} won.\n\nThe end.", de=f"{NAMES[1]} gewann.\n\nSchluss.")
EVENT, GAME = "/api/v1/events/cup/write-up/", "/api/v1/events/cup/games/1/write-up/"


@pytest.fixture
def client_of_organiser(db: None) -> APIClient:
    return client_with(Role.ORGANISER)


def mark(event: Event) -> str:
    event.refresh_from_db()
    found = WriteUp.objects.filter(event=event, game=None).first()
    return f"{found.revision if found else 0}-{event.version}"


def written(event: Event, text: Text = TOLD, state: WriteUp.State = PUBLISHED, **more: Any) -> WriteUp:
    wanted = {"expected": mark(event), **more}
    return services.write_about_event(
        event_id=event.pk, text=text, state=state, actor="user:1", now=NOW, **wanted
    )


def written_about_game(event: Event, text: Text = TOLD) -> WriteUp:
    game = event.games.select_related("game").get(number=1).game
    return services.write_about_game(
        event_id=event.pk,
        number=1,
        text=text,
        state=PUBLISHED,
        expected=f"0-{game.number}",
        actor="user:1",
        now=NOW,
    )


def page(address: str) -> str:
    return Client().get(address, headers={"accept-language": "en"}).content.decode()


# -- kept ------------------------------------------------------------------------------------------


def test_a_text_is_kept_without_names_and_shown_with_those_of_today(cup: Event) -> None:
    found = written(cup)
    assert (found.revision, found.written_for) == (1, cup.version)
    assert NAMES[1] not in found.text.en
    assert f"{NAMES[1]} won." in page("/events/cup/")
    player = Player.objects.get(name=NAMES[1])
    player.nickname = "Blitz"
    player.save()
    shown = page("/events/cup/")
    assert "<p>Blitz won.</p>" in shown
    assert NAMES[1] not in shown.split('class="block written"')[1]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Änne Öhler", "⟦0⟧"),
        ("Änne Öhlers Sieg", "⟦0⟧s Sieg"),
        ("Änne Öhler’s win, Bert Übel's too", "⟦0⟧’s win, ⟦1⟧'s too"),
        ("Änne Öhlerin and xBert Übel", "Änne Öhlerin and xBert Übel"),
        ("Cora Weiß' Sieg.", "⟦2⟧' Sieg."),
    ],
)
def test_names_are_found_as_words_with_their_genitives(
    cup: Event, players: list[Player], text: str, kept: str
) -> None:
    for number, player in enumerate(players):
        kept = kept.replace(f"⟦{number}⟧", f"⟦{player.pk}⟧")
    assert insert_refs(Verbatim(text), players) == Verbatim(kept)


def test_a_second_text_takes_the_place_of_the_first_and_both_stand_in_the_history(cup: Event) -> None:
    written(cup)
    found = written(cup, Literal(en="Other.", de="Anders."), DRAFT)
    assert (WriteUp.objects.count(), found.revision) == (1, 2)
    assert [(row.text.en, row.history_change_reason) for row in found.history.order_by("revision")] == [
        (insert_refs(TOLD, Player.objects.all()).en, "user:1"),
        ("Other.", "user:1"),
    ]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (Literal(en="", de="da"), "en"),
        (Literal(en="there", de=" \n "), "de"),
        (Literal(en="a\x00b", de="da"), "en"),
        (Literal(en="there", de="a" * 8001), "de"),
    ],
)
def test_what_cannot_be_published_is_refused_and_nothing_is_kept(cup: Event, text: Text, field: str) -> None:
    with pytest.raises(BadRequest) as refused:
        written(cup, text)
    assert refused.value.details["field"] == field
    assert not WriteUp.objects.exists()


def test_blanks_and_line_ends_are_put_in_order(cup: Event) -> None:
    found = written(cup, Literal(en="\r\n One  two \r\n\n\n\nthree\n", de="Eins"))
    assert found.text.en == "One two\n\nthree"


def test_who_does_not_know_the_text_or_the_table_as_they_stand_is_refused(cup: Event) -> None:
    known = mark(cup)
    written(cup)
    with pytest.raises(Stale):
        written(cup, Literal(en="Other.", de="Anders."), expected=known)
    known = mark(cup)
    enter(cup, 1)
    with pytest.raises(Stale) as stale:
        written(cup, expected=known)
    assert stale.value.details == {"mark": mark(cup)}
    assert WriteUp.objects.get().revision == 1


def test_a_game_without_a_result_has_nothing_to_write_about(cup: Event) -> None:
    game = services.prepare_next_game(event_id=cup.pk, number=1, actor="test", now=NOW)
    assert game
    with pytest.raises(EventStateConflict):
        written_about_game(cup)


# -- shown -----------------------------------------------------------------------------------------


def test_a_draft_is_for_organisers_alone_and_so_is_what_was_withdrawn(
    cup: Event, client_of_organiser: APIClient
) -> None:
    for state, status in ((DRAFT, 404), (PUBLISHED, 200), (DRAFT, 404)):
        written(cup, state=state)
        assert Client().get(EVENT).status_code == status
        assert ("won." in page("/events/cup/")) is (status == 200)
        told = client_of_organiser.get(EVENT)
        assert (told.status_code, told.json()["state"]) == (200, state)


def test_a_text_whose_table_has_changed_says_for_which_it_was_written(cup: Event) -> None:
    enter(cup, 1)
    version = written(cup).written_for
    assert "Written for the table" not in page("/events/cup/")
    enter(cup, 2, ResultSlip(places=("green",)))
    assert f"Written for version {version} of the table; it has changed since." in page("/events/cup/")
    assert Client().get(EVENT).json()["is_current"] is False
    written(cup)
    assert "Written for the table" not in page("/events/cup/")


def test_a_game_is_marked_by_a_correction_and_not_by_a_confirmation(cup: Event) -> None:
    game = enter(cup, 1).game
    number = written_about_game(cup).written_for
    address = f"/games/{game.pk}/"
    assert f"{NAMES[1]} won." in page(address)
    happen(game, EventKind.CONFIRMATION, official="Schiri")
    assert Client().get(GAME).json()["is_current"] is True
    corrected = happen(game, EventKind.CORRECTION, places=["green"], reason="the slip was read wrongly")
    assert "Written for the log" not in page(address)
    approval = EventCommand(EventKind.APPROVAL, {"correction": corrected.number})
    recorder.record(game_id=game.pk, wanted=approval, expected=corrected.number, actor="user:2", now=NOW)
    assert f"Written at event {number}; the game has changed since." in page(address)


def test_what_pages_and_answers_cost(cup: Event) -> None:
    game = enter(cup, 1).game

    def queries(address: str) -> int:
        caches["parts"].clear()
        with CaptureQueriesContext(connection) as found:
            Client().get(address)
        return len(found)

    without = queries("/events/cup/"), queries(f"/games/{game.pk}/")
    written(cup)
    written_about_game(cup)
    # The names of today; the text itself is asked for in any case.
    assert (queries("/events/cup/"), queries(f"/games/{game.pk}/")) == (without[0] + 1, without[1] + 1)
    happen(game, EventKind.CONFIRMATION, official="Schiri")
    assert queries(f"/games/{game.pk}/") <= without[1] + 2


# -- drafted ---------------------------------------------------------------------------------------


def test_a_draft_tells_the_event_as_it_stands(cup: Event) -> None:
    def draft() -> Text:
        return draft_of_event(EventState.load(Event.objects.select_related("season").get(pk=cup.pk)), NOW)

    assert "No game counts yet." in draft().en
    enter(cup, 1)
    assert f"Game 1 went to {NAMES[1]}." in draft().en
    enter(cup, 2, ResultSlip(places=("red",)))
    told = draft()
    assert f"The final table: 1. {NAMES[1]} (2 wins), 2. {NAMES[0]} (0 wins)" in told.en
    assert f"{NAMES[1]} has now won 1 event for ranking points." in told.en
    assert f"Endstand: 1. {NAMES[1]} (2 Siege)" in told.de
    assert draft() == told


def test_an_event_without_players_can_be_drafted(season: Season) -> None:
    event = new_event(season, slug="empty")
    told = draft_of_event(EventState.load(event), NOW)
    assert "with 0 players." in told.en


# -- by REST ---------------------------------------------------------------------------------------


def test_drafted_published_and_withdrawn_by_rest(cup: Event, client_of_organiser: APIClient) -> None:
    enter(cup, 1)
    for address in (EVENT, GAME):
        draft = client_of_organiser.get(f"{address}draft/")
        assert draft.status_code == 200
        body = {"text": draft.json()["text"], "state": "published"}
        assert client_of_organiser.put(address, body).status_code == 428
        kept = client_of_organiser.put(address, body, headers={"if-match": draft["ETag"]})
        assert (kept.status_code, kept.json()["is_current"]) == (200, True)
        assert Client().get(address).json() == kept.json()
        assert Client().get(address, headers={"if-none-match": kept["ETag"]}).status_code == 304
        before = everything()
        repeated = client_of_organiser.put(address, body, headers={"if-match": draft["ETag"]})
        assert repeated.json() == kept.json()
        other = {**body, "text": TOLD.as_json()}
        again = client_of_organiser.put(address, other, headers={"if-match": draft["ETag"]})
        assert (again.status_code, again.json()["mark"]) == (409, kept.json()["expected"])
        assert everything() == before
        body |= {"state": "draft", "expected": kept.json()["expected"]}
        assert client_of_organiser.put(address, body).json()["state"] == "draft"
        assert Client().get(address).status_code == 404


@pytest.mark.parametrize("role", [None, Role.REFEREE, Role.RECORDER])
def test_only_organisers_draft_and_write(cup: Event, role: Role | None) -> None:
    enter(cup, 1)
    client = APIClient() if role is None else client_with(role)
    for address in (EVENT, GAME):
        assert client.get(f"{address}draft/").status_code in (401, 403)
        assert client.put(address, {"text": TOLD.as_json(), "state": "published"}).status_code in (401, 403)
    assert not WriteUp.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": "a", "state": "draft"},
        {"text": {"en": 1, "de": "a"}, "state": "draft"},
        {"text": {"en": "a"}, "state": "draft"},
        {"text": {"en": "a", "de": "a"}, "state": "shown"},
    ],
)
def test_nonsense_is_refused_and_named(cup: Event, client_of_organiser: APIClient, body: Any) -> None:
    answer = client_of_organiser.put(EVENT, body, headers={"if-match": mark(cup)})
    assert answer.status_code == 400
    assert answer.json()["errors"]
    assert not WriteUp.objects.exists()


def test_what_is_not_there_is_not_found(cup: Event, client_of_organiser: APIClient) -> None:
    for address in (EVENT, GAME, f"{GAME}draft/", "/api/v1/events/none/write-up/draft/"):
        assert client_of_organiser.get(address).status_code == 404
    body = {"text": TOLD.as_json(), "state": "draft", "expected": "0-1"}
    assert client_of_organiser.put(GAME, body).status_code == 404


# -- at the desk -----------------------------------------------------------------------------------


def test_an_organiser_edits_the_draft_and_publishes_it(organiser: Client, cup: Event) -> None:
    enter(cup, 1)
    about_game, about_event = step("writeupgame", cup, 1), step("writeupevent", cup)
    dashboard = whole_desk(organiser, cup)
    assert about_game in dashboard
    assert about_event in dashboard
    for address, said in ((about_event, "Cup"), (about_game, "Game 1")):
        form = organiser.get(address).context["form"]
        assert NAMES[1] in form.initial["en"]
        body = {**form.initial, "de": TOLD.de, "en": TOLD.en, "state": "published"}
        answer = organiser.post(address, body, follow=True)
        assert messages(answer) == [f"{said}: the write-up is published."]
        assert organiser.get(address).context["form"].initial["en"] == TOLD.en
        assert "What the facts say now" in organiser.get(address).content.decode()
    assert "<p>The end.</p>" in page("/events/cup/")


def test_what_changed_meanwhile_is_shown_at_the_desk_before_it_is_written_over(
    organiser: Client, cup: Event
) -> None:
    address = step("writeupevent", cup)
    body = {**organiser.get(address).context["form"].initial, "state": "published"}
    written(cup, Literal(en="From somebody else.", de="Von jemand anderem."))
    answer = organiser.post(address, body)
    assert "has changed since you looked at it" in answer.content.decode()
    assert "From somebody else." in answer.content.decode()
    assert WriteUp.objects.get().revision == 1
    body["expected"] = answer.context["form"]["expected"].value()
    assert organiser.post(address, body).status_code == 302
    assert WriteUp.objects.get().revision == 2


def test_a_referee_does_not_write_and_a_running_game_is_not_written_about(
    organiser: Client, cup: Event
) -> None:
    enter(cup, 1)
    assert staff_with(Role.REFEREE).get(step("writeupevent", cup)).status_code == 403
    assert messages(organiser.get(step("writeupgame", cup, 7), follow=True)) == ["This game has no result."]


def test_what_is_written_is_text_and_no_markup(cup: Event) -> None:
    written(cup, Literal(en="<script>x</script>", de="<b>x</b>"))
    assert "&lt;script&gt;x&lt;/script&gt;" in page("/events/cup/")


def test_a_text_goes_with_the_game_that_it_is_about(cup: Event) -> None:
    game = enter(cup, 1).game
    found = written_about_game(cup)
    assert found.game is not None
    assert Game.objects.get(pk=game.pk).event_game == found.game
    assert str(found) == "Cup: Game 1"
    assert str(written(cup)) == "Cup: Cup"
