"""An event in one form: its players by their names, made and drawn at once, and started by tapping the throws."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.enums import GameState, Role
from games.models import AccessToken, Player
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.event_state import everything
from tournaments.formats import FORMATS
from tournaments.formats.presets import PRESETS
from tournaments.models import Event, Season
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db
NEW = "/organise/new/championship/"


def filled(names: str = "Anna\nBruno\nClara", **others: Any) -> dict[str, Any]:
    today = timezone.localdate().isoformat()
    sent = {"names": names, "rules_name": "xmadn-3t", "starts_on": today, "season": "new", "level": "1"}
    return {**sent, "ranked": "on", "is_public": "on", **others}


def refused(client: Client, sent: dict[str, Any], address: str = NEW) -> str:
    """The page that says why; nothing has been made."""
    before = everything()
    answer = client.post(address, sent)
    assert answer.status_code == 200
    assert everything() == before
    return answer.content.decode().replace("&#x27;", "'")


def test_every_format_makes_an_event_from_as_few_names_as_it_takes(organiser: Client) -> None:
    for key, format in FORMATS.items():
        names = () if format.seats_a_hall else ("Anna", "Bruno", "Clara")[: format.least_players]
        rules_name = "mhd" if "mhd" in format.rule_sets else format.rule_sets[0]
        address = f"/organise/new/{key}/"
        assert organiser.get(address).status_code == 200
        answer = organiser.post(address, filled("\n".join(names), rules_name=rules_name))
        event = Event.objects.get(format_key=key)
        page = "check-in" if format.seats_a_hall else "first-game"
        assert answer["Location"] == f"/organise/events/{event.slug}/{page}/"
        assert organiser.get(answer["Location"]).status_code == 200
        assert [entry.player.name for entry in event.entries.order_by("seed")] == list(names)
        assert bool(EventState.load(event).due) != format.seats_a_hall, key


def test_a_preset_makes_a_hall_at_once_and_leads_to_the_check_in(organiser: Client) -> None:
    page = organiser.get("/organise/new/open/").content.decode()
    assert 'name="names"' not in page
    for key, preset in PRESETS.items():
        address = f"/organise/new/open/presets/{key}/"
        is_hall = FORMATS[preset.format].seats_a_hall
        assert (address in page) == is_hall
        asked = {"name": f"Evening {key}", "starts_on": "2026-12-05"}
        answer = organiser.post(address, asked)
        assert answer.status_code == (302 if is_hall else 404)
        if is_hall:
            event = Event.objects.get(rules_name=preset.rules, **asked)
            assert answer["Location"] == f"/organise/events/{event.slug}/check-in/"
            read = event.format.settings.read
            assert read(event.settings) == read(preset.settings)


def test_a_preset_that_cannot_be_makes_nothing(organiser: Client) -> None:
    dohna = "/organise/new/open/presets/dohna/"
    assert "starts_on" in organiser.post(dohna, {"starts_on": "5.12."}).context["form"].errors
    for address in ("league/presets/xleague/", "open/presets/nonsense/", "no/presets/dohna/"):
        assert organiser.post(f"/organise/new/{address}").status_code == 404, address
    assert organiser.get(dohna).status_code == 405
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"names": ""}, "This field is required."),
        ({"names": "Anna\nANNA\nBruno"}, "Line 2: ANNA stands in line 1 already"),
        ({"names": "Anna\nBruno\n" + "x" * 101}, "at most 100"),
        ({"names": "Anna\nBruno\nCl\u0000ara"}, "Null characters"),
        ({"starts_on": "yesterday"}, "Enter a valid date."),
        ({"starts_on": "0001-01-01"}, ""),
        ({"season": "77"}, "Select a valid choice."),
        ({"level": "9"}, "Select a valid choice."),
        ({"name": "x" * 151}, "at most 150"),
        ({"championship.wins": "0"}, "Select a valid choice."),
        ({"rules_name": "chess"}, "Select a valid choice."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_made(
    organiser: Client, wrong: dict[str, str], message: str
) -> None:
    assert message in refused(organiser, filled() | wrong)


@pytest.mark.parametrize(
    ("wrong", "about"),
    [
        ({"table": "10, six, 4, 3, 2, 1"}, "Whole numbers, separated by commas."),
        ({"table": "10, 6, 4, 3, 2, ²"}, "Whole numbers, separated by commas."),
        ({"table": "10, 6, 4"}, "table"),
        ({"table": "1, 1, 1, 1, 1, 1", "bonus": "0"}, "all players would always get the same"),
    ],
)
def test_points_that_cannot_be_are_refused_at_their_field(
    organiser: Client, wrong: dict[str, str], about: str
) -> None:
    sent = {f"gp-series.{name}": value for name, value in wrong.items()}
    page = organiser.post("/organise/new/gp-series/", filled(rules_name="xmadn-gp", **sent))
    assert about in str(page.context["form"].errors["gp-series.table"])
    assert not Event.objects.exists()


def test_one_person_by_two_names_and_a_day_outside_the_season_are_refused(
    organiser: Client, season: Season
) -> None:
    anna = Player.objects.create(name="Anna Amsel")
    twice = filled("Anna Amsel\nAnna Amsl\nBruno") | {
        f"who-Anna {name}": anna.pk for name in ("Amsel", "Amsl")
    }
    assert "Two of the names are the same person." in refused(organiser, twice)
    late = filled(season=str(season.pk), starts_on="2027-01-01")
    assert "This day is not in the season." in refused(organiser, late)


def test_more_hours_than_anybody_plays_are_told_before(organiser: Client) -> None:
    names = "\n".join(f"Somebody {letter * 5}" for letter in "abcdefghijklmnopqrst")
    sent = filled(names, rules_name="xmadn-2t", **{"league.drrs": "6"})
    page = refused(organiser, sent, "/organise/new/league/")
    assert "That makes 2,280 games, about 1,300 h of play." in page
    assert "Create it all the same" in page


def test_what_it_leads_to_is_told_while_it_is_filled_in(organiser: Client) -> None:
    Player.objects.create(name="Anna Amsel")
    before = everything()
    for key, names, more, words in (
        ("championship", "Anna Amsl\nBruno", {}, "Anna Amsl – do you mean:"),
        ("championship", "Anna", {"championship.wins": "2"}, "Wins needed 2: 2 to 4 games, about"),
        ("championship", "Anna", {"championship.wins.other": "6"}, "Wins needed 6: 6 to 16 games"),
        ("league", "Anna\nBruno\nClara\nDora", {}, '<span data-value="2">2: 24 games, about 14 h</span>'),
        ("league", "Anna\nBruno", {}, 'This many play: <a href="/organise/new/exhibition/">'),
        ("league", "\0", {"league.drrs": "x"}, ""),
    ):
        sent = filled(names, **{"rules_name": FORMATS[key].rule_sets[0], **more})
        answer = organiser.post(f"/organise/new/{key}/outlook/", sent)
        assert answer.status_code == 200
        assert words in answer.content.decode()
    assert everything() == before


def test_too_many_names_are_refused_with_the_formats_that_take_them(organiser: Client) -> None:
    names = "\n".join(f"Somebody {letter * 5}" for letter in "abcdefghijklmnopqrstuvwx")
    page = refused(organiser, filled(names, rules_name="xmadn-2t"), "/organise/new/league/")
    assert "League is for 3 to 20 players; there are 24 names." in page
    assert 'This many play: <a href="/organise/new/open/">Open tournament</a></p>' in page
    assert "Create it all the same" not in page, "the number of games is a question for as many as can play"


def test_house_rules_are_set_where_the_format_lets_them(organiser: Client) -> None:
    """How they are chosen: test_variants.py."""
    assert "option.ends" not in organiser.get(NEW).content.decode()
    page = organiser.get("/organise/new/exhibition/").content.decode()
    # Two players with two colours each: the rule book's reading, and the other end.
    assert "may play for the first colour home [D7], or for the first player with both" in page


def test_a_copy_has_the_same_players_and_settings_and_another_name(organiser: Client) -> None:
    organiser.post(NEW, filled(name="Evening 3", rules_name="xmadn-3t+", **{"championship.wins": "4"}))
    first = Event.objects.get()
    copying = f"/organise/events/{first.slug}/copy/"
    assert copying in organiser.get(f"/organise/events/{first.slug}/settings/").content.decode()
    proposed = {field.html_name: field.value() for field in organiser.get(copying).context["form"]}
    sent = {name: value for name, value in proposed.items() if value is not None}
    assert organiser.post(copying, sent).status_code == 302
    second = Event.objects.exclude(pk=first.pk).get()
    assert second.name == "Evening 4"
    assert first.format.settings.read(first.settings) == second.format.settings.read(second.settings)
    for same in ("format_key", "rules_name", "options", "level", "ranked", "season_id"):
        assert getattr(first, same) == getattr(second, same), same
    people = [
        list(each.entries.order_by("seed").values_list("player", flat=True)) for each in (first, second)
    ]
    assert people[0] == people[1]


def test_the_last_throw_starts_the_game_and_shows_a_code_for_the_referee_once(organiser: Client) -> None:
    start = organiser.post(NEW, filled())["Location"]
    answer = organiser.post(start, {"dice": "1-2-3-4-5", "die": "6"})
    event = Event.objects.get()
    assert answer["Location"] == f"/organise/events/{event.slug}/board/"
    assert event.games.get().game.state == GameState.RUNNING
    token = AccessToken.objects.get()
    assert (token.role, token.place) == (Role.REFEREE, f"event:{event.slug}")
    shown = ["/enter/rauswurf_" in organiser.get(answer["Location"]).content.decode() for _ in range(2)]
    assert shown == [True, False]
    organiser.post(f"{answer['Location']}link/")
    assert AccessToken.objects.count() == 2


def test_a_throw_is_undone_and_nonsense_is_no_throw(organiser: Client) -> None:
    start = organiser.post(NEW, filled())["Location"]
    assert organiser.post(start, {"dice": "1-2-3", "undo": "yes"}).context["throws"].as_text == "1-2"
    for nonsense in ("7", "x", "-", "²", "1" * 5000):
        assert organiser.post(start, {"dice": nonsense}).context["throws"].as_text == "", nonsense
    assert not Event.objects.get().games.exists()


# -- names that are taken --------------------------------------------------------------------------------


def test_the_same_form_sent_twice_for_a_season_makes_one_event(organiser: Client) -> None:
    organiser.post(NEW, filled("Dora\nEmil\nFrida"))
    season = str(Event.objects.get().season.pk)
    assert 'placeholder="Championship 2"' in organiser.get(NEW).content.decode()
    for _ in range(2):
        organiser.post(NEW, filled(season=season))
    assert [event.name for event in Event.objects.order_by("pk")] == ["Championship", "Championship 2"]
    organiser.post(NEW, filled("Jana\nKarl\nLea", season=season, name="Championship 2"))
    assert Event.objects.filter(name="Championship 2").count() == 2, "who types a name has their reason"
