"""The organiser's desk: an evening in the admin, and what cannot be touched there."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import AccessToken, Game, GameEvent, Player
from tests.tournaments.admin_forms import (
    ADD,
    desk,
    entries,
    event_form,
    messages,
    opened,
    particulars,
    step,
)
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.event_state import everything
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db


def test_an_event_is_set_up_in_the_admin_and_another_colour_starts_at_its_desk(
    organiser: Client, season: Season, players: list[Player]
) -> None:
    event = opened(season)
    organiser.post(particulars(event), {**event_form(season), **entries(players)})
    event = Event.objects.get(slug="autumn-cup")
    assert (event.settings["wins"], event.entries.count()) == (2, 3)
    organiser.post(step("holddraw", event, "seed"), {"published_seed": "lottery 3 17"})
    organiser.post(step("startgame", event, 1), {"override": "red", "override_reason": "the children chose"})
    played = event.games.get()
    assert (played.game.starter, played.override_reason) == ("red", "the children chose")
    assert "the children chose" in played.starter_reason.de


def test_the_settings_of_a_format_are_fields_that_say_what_is_wrong(
    organiser: Client, season: Season, players: list[Player]
) -> None:
    cup, series = (
        particulars(opened(season)),
        opened(season, slug="gp", format_key="gp-series", rules_name="xmadn-gp"),
    )
    wrong = event_form(season, rules_name="xmadn-gp", **{"gp-series.table": "1, 2, 3, 4, 5, 6"})
    page = organiser.post(particulars(series), {**wrong, **entries([])})
    assert "none larger than the one" in page.content.decode()
    page = organiser.post(cup, {**event_form(season, rules_name="xmadn-gp"), **entries([])})
    assert "possible are xmadn-3t, xmadn-3t+" in page.content.decode()
    right = event_form(season, rules_name="xmadn-gp", **{"gp-series.table": "9, 6, 4, 3, 2, 1"})
    organiser.post(particulars(series), {**right, **entries([])})
    assert Event.objects.get(slug="gp").settings["table"] == [9, 6, 4, 3, 2, 1]
    shown = organiser.get(cup).content.decode()
    assert "gp-series.table" not in shown
    assert "option.barriers" in shown
    assert "option.ends" not in shown


def test_entries_are_changed_until_the_draw(organiser: Client, season: Season, players: list[Player]) -> None:
    event = opened(season)
    organiser.post(particulars(event), {**event_form(season), **entries(players)})
    kept = tuple(event.entries.all())
    rows = entries(players, kept=kept) | {
        "entries-0-seed": 3,
        "entries-1-seed": 1,
        "entries-2-seed": 2,
    }
    organiser.post(particulars(event), {**event_form(season), **rows})
    assert [entry.player for entry in event.entries.all()] == [players[1], players[2], players[0]]
    organiser.post(
        particulars(event), {**event_form(season), **entries(players, kept=kept), "entries-0-DELETE": "on"}
    )
    assert event.entries.count() == 2
    organiser.post(step("holddraw", event, "seed-order"))
    assert event.draws.count() == 0


def test_after_the_draw_entries_format_and_rules_are_only_shown(organiser: Client, cup: Event) -> None:
    page = organiser.get(particulars(cup)).content.decode()
    assert 'name="entries-0-player"' not in page
    assert 'name="rules_name"' not in page
    assert 'name="championship.wins"' in page
    assert organiser.post(reverse("admin:tournaments_event_delete", args=[cup.pk])).status_code == 403


@pytest.mark.parametrize("begun", [False, True])
def test_a_late_entry_is_refused_with_the_reason_and_nothing_is_changed(
    organiser: Client, season: Season, cup: Event, begun: bool
) -> None:
    late = Player.objects.create(name="Dora Däne")
    if begun:
        start(cup, rounds=YELLOW_STARTS)
    before = everything()
    rows = entries([], kept=tuple(cup.entries.all())) | {
        "entries-TOTAL_FORMS": 4,
        "entries-3-player": str(late.pk),
        "entries-3-seed": "",
    }
    answer = organiser.post(particulars(cup), event_form(season, name="Grand Cup") | rows)
    assert answer.status_code == 200
    why = (
        "A game has begun: the entries stay as they are."
        if begun
        else "Already drawn, so entries are closed."
    )
    assert why in answer.content.decode()
    assert everything() == before


@pytest.mark.parametrize("change", [{"entries-0-DELETE": "on"}, {"entries-1-seed": "9"}])
def test_rows_that_were_opened_before_the_draw_are_refused_too(
    organiser: Client, season: Season, cup: Event, change: dict[str, str]
) -> None:
    before = everything()
    rows = entries([], kept=tuple(cup.entries.all())) | change
    answer = organiser.post(particulars(cup), event_form(season) | rows)
    assert answer.status_code == 200
    assert "Already drawn" in answer.content.decode()
    assert everything() == before


def test_the_form_of_a_running_event_leaves_its_settings_alone(
    organiser: Client, season: Season, cup: Event
) -> None:
    start(cup, rounds=YELLOW_STARTS)
    assert 'name="championship.wins"' not in organiser.get(particulars(cup)).content.decode()
    form = event_form(season, name="Grand Cup", **{"championship.wins": "5"})
    answer = organiser.post(particulars(cup), form | entries([], kept=tuple(cup.entries.all())))
    assert answer["Location"] == desk(cup), messages(organiser.get(desk(cup)))
    kept = Event.objects.get(pk=cup.pk)
    assert (kept.name, kept.settings["wins"]) == ("Grand Cup", 2)


def test_games_and_their_log_can_only_be_looked_at(organiser: Client, cup: Event) -> None:
    game = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    number = GameEvent.objects.count()
    event = GameEvent.objects.first()
    assert event is not None
    for page in (
        "/admin/games/game/",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/gameevent/?game__id__exact={game.pk}",
        f"/admin/games/gameevent/{event.pk}/change/",
    ):
        answer = organiser.get(page)
        assert answer.status_code == 200, page
        assert b'name="_save"' not in answer.content
        assert b"delete_selected" not in answer.content
    for page in (
        "/admin/games/game/add/",
        f"/admin/games/game/{game.pk}/delete/",
        "/admin/games/gameevent/add/",
        f"/admin/games/gameevent/{event.pk}/delete/",
    ):
        assert organiser.get(page).status_code == 403, page
    before = Game.objects.filter(pk=game.pk).values().get()
    assert organiser.post(f"/admin/games/game/{game.pk}/change/", {"title": "x"}).status_code == 403
    assert organiser.post(f"/admin/games/gameevent/{event.pk}/change/", {"kind": "end"}).status_code == 403
    assert Game.objects.filter(pk=game.pk).values().get() == before
    assert GameEvent.objects.count() == number


def test_a_player_with_games_is_not_deleted(organiser: Client, cup: Event, players: list[Player]) -> None:
    organiser.post(f"/admin/games/player/{players[0].pk}/delete/", {"post": "yes"})
    assert Player.objects.filter(pk=players[0].pk).exists()


def test_a_token_is_shown_once_and_can_be_revoked(organiser: Client) -> None:
    assert organiser.get("/admin/games/accesstoken/add/")["Location"] == "/access/"
    wanted = {"name": "board 1", "role": "recorder", "place": "site", "hours": "12"}
    assert "rauswurf_" in organiser.post("/access/", wanted).content.decode()
    token = AccessToken.objects.get()
    assert "rauswurf_" not in organiser.get(f"/admin/games/accesstoken/{token.pk}/change/").content.decode()
    wanted_now = {"action": "revoke", "_selected_action": [token.pk], "seen": ""}
    organiser.post("/admin/games/accesstoken/", wanted_now)
    assert AccessToken.objects.get().revoked_at is not None
    assert organiser.post(f"/admin/games/accesstoken/{token.pk}/delete/").status_code == 403


def test_every_page_of_the_admin_keeps_the_strict_policy(organiser: Client, cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    assert organiser.get(ADD)["Location"] == "/organise/new/"
    for page in (particulars(cup), desk(cup), "/admin/tournaments/event/", "/admin/games/player/add/"):
        answer = organiser.get(page)
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert b"<script>" not in answer.content
        assert b"style=" not in answer.content
        assert b"onclick=" not in answer.content


def test_the_history_tells_who_and_why_and_nothing_is_put_back(organiser: Client, cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    page = organiser.get(reverse("admin:tournaments_event_history", args=[cup.pk])).content.decode()
    assert "test" in page
    record = cup.history.first()
    url = reverse("admin:tournaments_event_simple_history", args=[cup.pk, record.pk])
    assert organiser.get(url).status_code == 200
    assert organiser.post(url, event_form(cup.season, name="put back")).status_code == 403
    assert Event.objects.get(pk=cup.pk).name == "Cup"
    assert organiser.get("/admin/tournaments/event/nothing/history/").status_code == 404
