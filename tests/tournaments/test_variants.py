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
from tournaments.services.readiness import Readiness, preflight
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
def test_what_the_check_calls_fine_begins_and_comes_to_its_end(
    season: Season, rules: str, options: dict[str, Any], settings: dict[str, Any], number: int
) -> None:
    event = shown(season, rules, options=options, settings=settings, number=number)
    assert preflight(EventState.load(event))[0].grade is Readiness.FINE
    played(event)
    game = event.games.get().game
    assert event.status == Event.Status.FINISHED
    assert game.rules == event.rules
    assert first_break(game.events.all()) is None
    assert differences(game) == []
    winner = EventState.load(event).verdict.standings.rows[0].entrant
    assert event.entries.get(key=winner).player_id == game.winner_id


@pytest.mark.parametrize("rules", ["mhd-trapdoors", "mhd-wormholes"])
def test_a_game_with_furniture_begins_by_rest_with_what_its_published_seed_gives(
    season: Season, organiser: APIClient, rules: str
) -> None:
    event = shown(season, rules)
    answer = begun(organiser, event, published_seed="4 8 15 16 23 42")
    assert answer.status_code == 201, answer.json()
    game = Game.objects.get()
    assert lying(game.pk) == str(drawn_from_seed(RULE_SETS[rules], "4 8 15 16 23 42"))
    start = game.events.get(kind="start")
    display = start.type.display
    assert display is not None
    assert "from the published seed “4 8 15 16 23 42”" in display(start.payload, {}).en


def test_without_a_word_the_program_publishes_a_seed_of_its_own(season: Season, organiser: APIClient) -> None:
    event = shown(season, "mhd-trapdoors")
    assert begun(organiser, event).status_code == 201
    seed = Game.objects.get().events.get(kind="start").payload["published_seed"]
    assert len(seed) == 16
    assert lying(Game.objects.get().pk) == str(drawn_from_seed(RULE_SETS["mhd-trapdoors"], seed))


@pytest.mark.parametrize(
    ("rules", "told", "lies"),
    [
        ("mhd-trapdoors", {"trapdoors": [29, 5, 21, 13]}, "T5,13,21,29"),
        ("mhd-wormholes", {"wormholes": [[3, 27], [41, 9], [12, 20]]}, "W3-27,9-41,12-20"),
    ],
)
def test_furniture_is_laid_by_hand(
    season: Season, organiser: APIClient, rules: str, told: dict[str, Any], lies: str
) -> None:
    event = shown(season, rules)
    assert begun(organiser, event, **told).status_code == 201
    assert lying(Game.objects.get().pk) == lies
    assert "published_seed" not in Game.objects.get().events.get(kind="start").payload


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
    assert begun(organiser, event).status_code == 201
    start = Game.objects.get().events.get(kind="start").payload
    assert start["trapdoors"] == created["trapdoors"]
    assert start.get("published_seed", "") == created.get("published_seed", "")
    if "trapdoors" in told:
        assert start["trapdoors"] == TRAPS


def test_other_furniture_than_was_laid_before_is_refused(season: Season, organiser: APIClient) -> None:
    event = shown(season, "mhd-trapdoors")
    organiser.post(f"{EVENTS}cup/games/prepare/", {"trapdoors": TRAPS}, format="json")
    answer = begun(organiser, event, trapdoors=[1, 2, 3, 4])
    assert answer.status_code == 400
    assert "laid when the game was prepared, they stay: [5, 13, 21, 29]" in answer.json()["detail"]
    assert Game.objects.get().state == "created"


# -- at the desk -----------------------------------------------------------------------------------


@pytest.fixture
def desk(db: None) -> Client:
    return staff("dora", is_superuser=True)


def start_page(event: Event) -> str:
    return reverse("tournaments:desk-startgame", args=[event.slug, 1])


def on_the_form(event: Event) -> dict[str, str]:
    """The throws for the start as the desk's form asks for them."""
    return {
        f"round-{number}-{colour}": str(die)
        for number, thrown in enumerate(rounds(event), start=1)
        for colour, die in thrown.items()
    }


def test_the_desk_draws_the_board_to_tap_and_lays_what_is_entered(season: Season, desk: Client) -> None:
    event = shown(season, "mhd-wormholes", options={"wormholes": 2})
    page = desk.get(start_page(event)).content.decode()
    assert "data-laying" in page
    assert 'data-lay="wormholes" data-most="4"' in page
    answer = desk.post(start_page(event), {**on_the_form(event), "wormholes": "27-3, 9-41"}, follow=True)
    assert answer.status_code == 200
    assert lying(Game.objects.get().pk) == "W3-27,9-41"


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"trapdoors": "5, 13, 21"}, "trapdoors"),
        ({"trapdoors": "5, 13, 21, 20"}, "trapdoors"),
        ({"trapdoors": "5, 13, 21, 29", "published_seed": "x"}, "published_seed"),
    ],
)
def test_the_desk_says_at_its_field_what_cannot_lie_so(
    season: Season, desk: Client, told: dict[str, str], field: str
) -> None:
    event = shown(season, "mhd-trapdoors")
    answer = desk.post(start_page(event), {**on_the_form(event), **told})
    assert list(answer.context["form"].errors) == [field]
    assert not Game.objects.exists()


def test_the_desk_asks_for_nothing_where_it_was_laid_before(season: Season, desk: Client) -> None:
    event = shown(season, "mhd-trapdoors")
    services.prepare_next_game(event_id=event.pk, furniture=services.FurnitureInput(trapdoors=TRAPS), **WHO)
    assert "data-lay" not in desk.get(start_page(event)).content.decode()
    desk.post(start_page(event), on_the_form(event))
    assert lying(Game.objects.get().pk) == "T5,13,21,29"


def test_variants_are_chosen_at_the_desk_in_plain_words_and_shown_to_everybody(
    season: Season, desk: Client, client: Client
) -> None:
    add = "/organise/new/exhibition/"
    assert "Duty to capture" in desk.get(add).content.decode()
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
    assert desk.post(add, form).status_code == 302
    event = Event.objects.get()
    assert event.options == {
        "forced_capture": "penalty",
        "neutral": "green",
        "die_faces": [1, 2, 3, 4, 5, 6, 6],
    }
    for language, said in (("en", "Neutral colour: <strong>Green"), ("de", "Neutrale Farbe: <strong>Grün")):
        page = client.get(event.get_absolute_url(), headers={"Accept-Language": language}).content.decode()
        assert said in page


# -- a game of which only the result is told -------------------------------------------------------


def test_a_result_with_a_neutral_colour_tells_its_winner(season: Season, organiser: APIClient) -> None:
    """The places do not tell it ([D12])."""
    event = shown(season, "schmidt", options={"neutral": "green"}, number=3)
    (due,) = EventState.load(event).due
    winner = due.seating.entrants[1]
    answer = organiser.post(f"{EVENTS}cup/results/", {"number": 1, "winner": winner}, format="json")
    assert answer.status_code == 201, answer.json()
    verdict = EventState.load(Event.objects.get()).verdict
    assert verdict.finished is not None
    assert verdict.finished.winner == winner
    assert verdict.games[0].reason.en == f"{EventState.load(event).contest.name(winner)} has won"


def test_a_game_without_an_event_is_drawn_from_a_seed_too(organiser: APIClient) -> None:
    one, other = (Player.objects.create(name=name) for name in ("Anna", "Bert"))
    body = {
        "rules": "mhd-trapdoors",
        "seats": [{"player": one.pk, "colours": ["yellow"]}, {"player": other.pk, "colours": ["red"]}],
        "starter": "red",
        "published_seed": "lottery",
    }
    answer = organiser.post("/api/v1/games/", body, format="json")
    assert answer.status_code == 201, answer.json()
    assert lying(answer.json()["id"]) == str(drawn_from_seed(RULE_SETS["mhd-trapdoors"], "lottery"))


def test_the_phone_is_given_what_it_is_drawn_from_and_what_was_laid(season: Season, desk: Client) -> None:
    event = shown(season, "mhd-trapdoors")
    laid = services.FurnitureInput(trapdoors=TRAPS)
    game = services.prepare_next_game(event_id=event.pk, furniture=laid, **WHO).played.game
    page = desk.get(f"/games/{game.pk}/referee/").content.decode()
    assert 'value="5, 13, 21, 29"' in page
    assert "data-seed" not in page
    player, other = Player.objects.all()
    free = recorder.create_game(
        rules=RULE_SETS["mhd-trapdoors"], seats=[(player, ["yellow"]), (other, ["red"])], **WHO
    )
    page = desk.get(f"/games/{free.pk}/referee/").content.decode()
    assert "data-laying" in page
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


# -- figures of such events ------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "options", "settings", "number"), KINDS)
def test_forecast_and_planning_stand_with_every_kind(
    season: Season, rules: str, options: dict[str, Any], settings: dict[str, Any], number: int
) -> None:
    event = shown(season, rules, options=options, settings=settings, number=number)
    event_state = EventState.load(event)
    found = EventSnapshot(event_state, {}).question(Strengths.EQUAL).run(range(20))
    assert found.runs == 20
    assert sum(found.titles.values()) == 20
    planned = planning_of(event, [], None, entered=number)
    assert bool(planned.lengths) == (not options and number == len(_usual_seats(rules)))
    assert list(sentences(planned))


def _usual_seats(rules: str) -> tuple[Any, ...]:
    """The seats of which the lengths of games are known."""
    return (None,) * lengths_of(rules).players


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
    assert "starter belongs to the format and stays as it is" in problem["messages"]["en"]
    assert not Event.objects.exists()
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
        seed = services.FurnitureInput(published_seed=" lottery  3 17 ")
        services.start_next_game(event_id=event.pk, rounds=rounds(event), furniture=seed, **WHO)
        played(event)
        text = export_event(Event.objects.get(pk=event.pk))
    assert not Event.objects.exists()
    again = import_event(text, actor="test", now=NOW)
    assert export_event(again) == text


# -- results ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "said", "gesagt"),
    [
        (["red", "yellow"], "was over with red (rulebook §9): leave out yellow", "yellow weglassen"),
        ([], "with – in these places the game would not be over", "wäre das Spiel nicht zu Ende"),
    ],
)
def test_a_result_with_more_places_than_the_game_has_says_which_are_too_many(
    organiser: APIClient, season: Season, places: list[str], said: str, gesagt: str
) -> None:
    event = shown(season, "mhd")
    assert begun(organiser, event).status_code == 201
    body = {"places": places, "expected": Game.objects.get().number}
    problem = organiser.post(f"/api/v1/games/{Game.objects.get().pk}/result/", body, format="json").json()
    assert problem["field"] == "places"
    assert said in problem["messages"]["en"]
    assert gesagt in problem["messages"]["de"]
    assert (
        organiser.post(
            f"/api/v1/games/{Game.objects.get().pk}/result/", {**body, "places": ["red"]}, format="json"
        ).status_code
        == 201
    )
