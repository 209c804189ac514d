"""Single games of every kind as events: variants, furniture, seatings – begun by every door (rulebook §7, §8)."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from games.domain.hash_chain import first_break
from games.enums import Role
from games.models import Game, Player
from games.services import recorder
from games.services.projections import differences
from rules import RULE_SETS
from rules.policies import POLICIES
from rules.special_fields import drawn_from_seed
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, new_event
from tests.tournaments.dashboard import staff
from tests.tournaments.event_state import WHO, undone
from tournaments import services
from tournaments.demo.simulation import play_event, throws_for_the_start
from tournaments.errors import EventStateConflict
from tournaments.files.event_file import export_event, import_event
from tournaments.forecasting.planning import lengths_of
from tournaments.forecasts.durations import planning_of, sentences
from tournaments.forecasts.requests import EventSnapshot
from tournaments.formats import FORMATS
from tournaments.models import Event, Season, Strengths
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db
EVENTS = "/api/v1/events/"
TRAPS = [5, 13, 21, 29]
#: Rules, options, settings, number of players: one of every kind of single game.
KINDS: list[tuple[str, dict[str, Any], dict[str, Any], int]] = [
    *((name, {}, {}, 3 if "xmadn" in name and "2t" not in name else 2) for name in RULE_SETS),
    ("schmidt", {"neutral": "green"}, {}, 3),
    ("schmidt-classic", {"neutral": "black", "ends": "first colour"}, {}, 3),
    ("schmidt", {"ends": "all colours", "three_throws": True, "barriers": True}, {}, 4),
    ("mhd-6", {"forced_capture": "penalty"}, {"seating": "opposite colours"}, 2),
    ("mhd-wormholes", {"wormholes": 1}, {}, 6),
    ("xmadn-3t", {"board": "6x10"}, {}, 3),
    ("mhd-wormholes", {"wormholes": 2, "forced_capture": "strict", "backward_capture": True}, {}, 5),
    ("mhd", {"trapdoors": 4, "ends": "first player"}, {"seating": "colours side by side"}, 2),
    ("schmidt", {"neutral": "red", "trapdoors": 4}, {}, 3),
]


@pytest.fixture
def organiser(db: None) -> APIClient:
    return client_with(Role.ORGANISER)


def shown(
    season: Season,
    rules: str,
    *,
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    number: int = 2,
    slug: str = "cup",
) -> Event:
    """An exhibition of so many players, drawn."""
    event = new_event(
        season, slug=slug, format_key="exhibition", rules_name=rules, options=options, settings=settings
    )
    for each in range(number):
        player, _ = Player.objects.get_or_create(name=f"Player {each}")
        services.enter(event_id=event.pk, player=player, **WHO)
    services.draw_from_seed(event_id=event.pk, seed="a draw", **WHO)
    return Event.objects.get(pk=event.pk)


def rounds(event: Event) -> list[Mapping[str, int]]:
    (due,) = EventState.load(event).due
    return throws_for_the_start(due, event.rules.die_faces, Random(1))


def begun(organiser: APIClient, event: Event, **told: Any) -> Any:
    body = {"throws": rounds(event), **told}
    return organiser.post(f"{EVENTS}{event.slug}/games/", body, format="json")


def lying(game_id: Any) -> str:
    """The furniture in the position of a game."""
    return Game.objects.get(pk=game_id).position.split(" ", 3)[3]


def played(event: Event) -> None:
    """The event, played to its end."""
    play_event(
        event_id=event.pk,
        policy=POLICIES["front"],
        lots=Random(2),
        clock=lambda: NOW,
        actor="test",
        at_once=500,
    )
    event.refresh_from_db()


# -- every kind begins, and is played to its end ---------------------------------------------------


@pytest.mark.parametrize(("rules", "options", "settings", "number"), KINDS)
def test_every_kind_begins_and_comes_to_its_end(
    season: Season, rules: str, options: dict[str, Any], settings: dict[str, Any], number: int
) -> None:
    event = shown(season, rules, options=options, settings=settings, number=number)
    check_figures(event, number)
    played(event)
    game = event.games.get().game
    assert event.status == Event.Status.FINISHED
    assert game.rules == event.rules
    assert first_break(game.events.all()) is None
    assert differences(game) == []
    winner = EventState.load(event).verdict.standings.rows[0].entrant
    assert event.entries.get(key=winner).player_id == game.winner_id


def test_a_running_game_with_a_neutral_colour_counts_as_not_begun(
    season: Season, organiser: APIClient
) -> None:
    event = shown(season, "schmidt", options={"neutral": "green"}, number=3)
    assert begun(organiser, event).status_code == 201
    assert EventSnapshot.read(event.pk).boards == {}


def check_figures(event: Event, number: int) -> None:
    """Forecast and planning stand with every kind."""
    found = EventSnapshot(EventState.load(event), {}).question(Strengths.EQUAL).run(range(20))
    assert (found.runs, sum(found.titles.values())) == (20, 20)
    planned = planning_of(event, [], None, entered=number)
    is_usual = not event.options and number == lengths_of(event.rules_name).players
    assert bool(planned.lengths) == is_usual
    assert list(sentences(planned))


@pytest.mark.parametrize(
    ("rules", "sent", "fields"),
    [
        ("mhd-trapdoors", {"trapdoors": [29, 5, 21, 13]}, "T5,13,21,29"),
        ("mhd-wormholes", {"wormholes": [[3, 27], [41, 9], [12, 20]]}, "W3-27,9-41,12-20"),
        ("mhd-trapdoors", {"published_seed": "4 8 15"}, ""),
        ("mhd-wormholes", {"published_seed": "4 8 15"}, ""),
        ("mhd-trapdoors", {}, ""),
    ],
)
def test_special_fields_are_those_sent_or_those_of_a_published_seed(
    season: Season, organiser: APIClient, rules: str, sent: dict[str, Any], fields: str
) -> None:
    assert begun(organiser, shown(season, rules), **sent).status_code == 201
    game = Game.objects.get()
    seed = game.events.get(kind="start").payload.get("published_seed")
    assert (seed is None) == bool(fields)
    if seed:
        assert seed == sent.get("published_seed", seed)
        fields = str(drawn_from_seed(RULE_SETS[rules], seed))
    assert lying(game.pk) == fields


@pytest.mark.parametrize(
    ("rules", "told", "field"),
    [
        ("mhd-trapdoors", {"trapdoors": [5, 13, 21]}, "trapdoors: these rules have 4, 3 are given"),
        ("mhd-trapdoors", {"trapdoors": [5, 13, 21, 30]}, "trapdoors: field 30 is a starting field"),
        ("mhd-trapdoors", {"wormholes": [[5, 13]]}, "trapdoors: these rules have 4, 0 are given"),
        ("mhd-trapdoors", {"trapdoors": TRAPS, "published_seed": "x"}, "published_seed: from it"),
        ("mhd", {"published_seed": "x"}, "published_seed: these rules have neither"),
        ("mhd-trapdoors", {"published_seed": "a\u200bb"}, "published_seed"),
        ("mhd", {"trapdoors": TRAPS}, "trapdoors: these rules have 0, 4 are given"),
    ],
)
def test_furniture_that_cannot_lie_so_is_refused_and_nothing_begins(
    season: Season, organiser: APIClient, rules: str, told: dict[str, Any], field: str
) -> None:
    event = shown(season, rules)
    answer = begun(organiser, event, **told)
    assert answer.status_code in (400, 422)
    assert field in answer.json()["detail"]
    assert not Game.objects.exists()


# -- prepared, with online dice --------------------------------------------------------------------


@pytest.mark.parametrize("told", [{"trapdoors": TRAPS}, {"published_seed": "x"}, {}])
def test_what_is_laid_when_a_game_is_prepared_lies_there_when_it_begins(
    season: Season, organiser: APIClient, told: dict[str, Any]
) -> None:
    event = shown(season, "mhd-trapdoors")
    answer = organiser.post(f"{EVENTS}cup/games/prepare/", told, format="json")
    assert answer.status_code == 201, answer.json()
    created = Game.objects.get().events.get(number=1).payload
    assert created["trapdoors"] == told.get("trapdoors", created["trapdoors"])
    refused = begun(organiser, event, trapdoors=[1, 2, 3, 4])
    assert refused.status_code == 400
    assert "laid when the game was prepared, they stay" in refused.json()["detail"]
    assert begun(organiser, event).status_code == 201
    start = Game.objects.get().events.get(kind="start").payload
    for name in ("trapdoors", "published_seed"):
        assert start.get(name) == created.get(name)


# -- at the desk -----------------------------------------------------------------------------------


@pytest.fixture
def desk(db: None) -> Client:
    return staff("dora", is_superuser=True)


def start_page(event: Event) -> str:
    return reverse("tournaments:desk-startgame", args=[event.slug, 1])


def on_the_form(event: Event) -> dict[str, str]:
    """The throws for the start as the desk's form asks for them."""
    return {"dice": "-".join(str(die) for thrown in rounds(event) for die in thrown.values())}


def test_the_desk_draws_the_board_to_tap_and_lays_what_is_entered(season: Season, desk: Client) -> None:
    event = shown(season, "mhd-wormholes", options={"wormholes": 2})
    page = desk.get(start_page(event)).content.decode()
    assert 'data-lay="wormholes" data-most="4"' in page
    for wrong, field in (
        ({"wormholes": "27-3, 9-41", "published_seed": "x"}, "published_seed"),
        ({"wormholes": "27-3"}, "wormholes"),
    ):
        answer = desk.post(start_page(event), {**on_the_form(event), **wrong})
        assert list(answer.context["form"].errors) == [field]
    desk.post(start_page(event), {**on_the_form(event), "wormholes": "27-3, 9-41"})
    assert lying(Game.objects.get().pk) == "W3-27,9-41"


def test_variants_are_chosen_at_the_desk_in_plain_words_and_shown_to_everybody(
    season: Season, desk: Client, client: Client
) -> None:
    add = "/organise/new/exhibition/"
    form = {
        "season": season.pk,
        "names": "Anna, Bruno, Clara",
        "rules_name": "schmidt",
        "level": "1",
        "is_public": "on",
        "starts_on": "2026-11-21",
        "option.neutral": "green",
        "option.forced_capture": "penalty",
        "option.die_faces": "1,2,3,4,5,6,6",
    }
    refused = desk.post(add, {**form, "option.ends": "all colours"})
    assert list(refused.context["form"].errors) == ["option.neutral"]
    event = new_event(season, format_key="exhibition", rules_name="schmidt", settings={})
    details = reverse("tournaments:desk-changedetails", args=[event.slug])
    refused = desk.post(details, {**form, "name": "Cup", "option.ends": "all colours"})
    assert list(refused.context["form"].errors) == ["option.neutral"]
    event.delete()
    assert desk.post(add, form).status_code == 302
    event = Event.objects.get()
    assert event.options == {
        "forced_capture": "penalty",
        "neutral": "green",
        "die_faces": [1, 2, 3, 4, 5, 6, 6],
    }
    assert "Neutral colour: <strong>Green" in client.get(event.get_absolute_url()).content.decode()


# -- a game of which only the result is told -------------------------------------------------------


def test_a_result_with_a_neutral_colour_tells_its_winner(season: Season, organiser: APIClient) -> None:
    """The places do not tell it ([D12])."""
    event = shown(season, "schmidt", options={"neutral": "green"}, number=3)
    (due,) = EventState.load(event).due
    winner = due.seating.entrants[1]
    answer = organiser.post(f"{EVENTS}cup/results/", {"number": 1, "winner": winner}, format="json")
    assert answer.status_code == 201, answer.json()
    finished = EventState.load(Event.objects.get()).verdict.finished
    assert finished is not None
    assert finished.winner == winner


def test_the_phone_is_given_what_it_is_drawn_from_and_what_was_laid(season: Season, desk: Client) -> None:
    event = shown(season, "mhd-trapdoors")
    laid = services.FurnitureInput(trapdoors=TRAPS)
    game = services.prepare_next_game(event_id=event.pk, furniture=laid, **WHO).played.game
    page = desk.get(f"/games/{game.pk}/referee/").content.decode()
    assert 'value="5, 13, 21, 29"' in page
    assert "data-lay" not in desk.get(start_page(event)).content.decode()
    player, other = Player.objects.all()
    free = recorder.create_game(
        rules=RULE_SETS["mhd-trapdoors"], seats=[(player, ["yellow"]), (other, ["red"])], **WHO
    )
    page = desk.get(f"/games/{free.pk}/referee/").content.decode()
    seed = page.split('data-seed value="')[1].split('"')[0]
    drawn = drawn_from_seed(RULE_SETS["mhd-trapdoors"], seed)
    assert f'value="{", ".join(map(str, drawn.trapdoors))}"' in page


def test_who_leads_how_many_colours_is_fixed_by_the_draw(season: Season) -> None:
    event = shown(season, "schmidt")
    with pytest.raises(EventStateConflict, match="make the draw void first"):
        services.change_event(event_id=event.pk, changes={"settings": {"seating": "one colour each"}}, **WHO)
    services.void_draw(event_id=event.pk, subject="pairs", reason="too few colours", **WHO)
    services.change_event(event_id=event.pk, changes={"settings": {"seating": "one colour each"}}, **WHO)
    (needed,) = EventState.load(Event.objects.get()).verdict.draws
    assert [place.en for place in needed.places] == ["Yellow", "Red"]


# -- variants and how a game ends ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"neutral": "green", "ends": "all colours"}, ["neutral", "ends"]),
        ({"trapdoors": 4, "wormholes": 1}, ["trapdoors", "wormholes"]),
        ({"neutral": "violet"}, ["neutral", "board"]),
        ({"ends": "never"}, ["ends"]),
    ],
)
def test_options_that_do_not_go_together_are_named(
    season: Season, organiser: APIClient, options: dict[str, Any], names: Sequence[str]
) -> None:
    with_them = {
        "season": "2026",
        "slug": "variants",
        "name": "Variants",
        "format": "exhibition",
        "rules": "schmidt",
        "options": options,
        "starts_on": "2026-11-21",
    }
    answer = organiser.post(EVENTS, with_them, format="json")
    assert answer.status_code in (400, 422)
    assert all(name in answer.json()["detail"] for name in names)
    assert not Event.objects.exists()


# -- who starts --------------------------------------------------------------------------------------


WITH_A_RULE_OF_ITS_OWN = [key for key in FORMATS if key != "exhibition"]


@pytest.mark.parametrize("format_key", WITH_A_RULE_OF_ITS_OWN)
def test_who_starts_is_no_option_of_a_format_that_says_it_itself(
    season: Season, organiser: APIClient, format_key: str
) -> None:
    body = {
        "season": "2026",
        "slug": "cup",
        "name": "Cup",
        "format": format_key,
        "rules": FORMATS[format_key].rule_sets[0],
        "starts_on": "2026-11-21",
    }
    problem = organiser.post(EVENTS, {**body, "options": {"starter": "youngest"}}, format="json").json()
    assert (problem["status"], problem["field"]) == (400, "options")
    assert organiser.post(EVENTS, body, format="json").status_code == 201
    changed = organiser.patch(f"{EVENTS}cup/", {"options": {"starter": "youngest"}}, format="json")
    assert (changed.status_code, Event.objects.get().options) == (400, {})


@pytest.mark.parametrize("format_key", FORMATS)
def test_who_starts_is_asked_only_where_it_has_an_effect(
    season: Season, desk: Client, format_key: str
) -> None:
    rules = FORMATS[format_key].rule_sets[0]
    event = new_event(season, format_key=format_key, rules_name=rules, settings={})
    pages = (f"/organise/new/{format_key}/", reverse("tournaments:desk-changedetails", args=[event.slug]))
    asked = ["option.starter" in desk.get(page).content.decode() for page in pages]
    assert asked == [format_key == "exhibition"] * 2


def test_an_event_with_variants_survives_its_file(season: Season) -> None:
    with undone():
        event = shown(season, "schmidt", options={"neutral": "red", "trapdoors": 4}, number=3)
        played(event)
        text = export_event(Event.objects.get(pk=event.pk))
    assert export_event(import_event(text, actor="test", now=NOW)) == text


# -- results ---------------------------------------------------------------------------------------
