"""The desk of a hall's screens: its slides, and what is done with them."""

from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from tests.tournaments.conftest import with_role
from tests.tournaments.screens.conftest import announce
from tournaments.models import Event, Hall, HallSlide


@pytest.fixture
def organiser(db: None) -> Client:
    return with_role(Role.ORGANISER, "site")


def desk(hall: Hall) -> str:
    return f"/organise/halls/{hall.slug}/"


def test_a_hall_is_made_changed_and_removed(organiser: Client) -> None:
    halls = "/organise/halls/"
    assert f'href="{halls}"' in organiser.get("/organise/").content.decode()
    made = organiser.post(halls, {"name": "Great hall", "language": "both"}, follow=True)
    hall = Hall.objects.get()
    assert made.request["PATH_INFO"] == desk(hall)
    assert "http://testserver/halls/great-hall/" in made.content.decode()
    assert desk(hall) in organiser.get(halls).content.decode()
    organiser.post(desk(hall), {"do": "save", "name": "Hall 1", "language": "de", "theme": "light"})
    changed = Hall.objects.get()
    assert (changed.slug, changed.name, changed.language, changed.theme, changed.version) == (
        "great-hall",
        "Hall 1",
        "de",
        "light",
        1,
    )
    told = organiser.get(f"/admin/tournaments/hall/{hall.pk}/history/").content.decode()
    assert "Great hall" in told
    removed = organiser.post(desk(hall), {"do": "delete"}, follow=True)
    assert removed.request["PATH_INFO"] == halls
    assert "Hall 1 is removed." in removed.content.decode()
    assert not Hall.objects.exists()


def test_a_hall_made_at_the_desk_of_an_event_shows_it_and_leads_back(organiser: Client, cup: Event) -> None:
    new = "/organise/events/cup/screens/new/"
    assert f'href="{new}"' in organiser.get("/organise/events/cup/screens/").content.decode()
    made = organiser.post(new, {"name": "Great hall", "language": "en"}, follow=True)
    assert made.request["PATH_INFO"] == "/organise/events/cup/screens/"
    assert "Great hall is ready" in made.content.decode()
    hall = Hall.objects.get()
    assert (hall.slug, [(slide.kind, slide.event) for slide in hall.slides.all()]) == (
        "great-hall",
        [("table", cup)],
    )
    assert 'href="/organise/events/cup/screens/"' in organiser.get(desk(hall)).content.decode()


@pytest.mark.parametrize(
    "told", [{}, {"name": " "}, {"name": "x" * 101, "language": "en"}, {"name": "Hall", "language": "x"}]
)
def test_a_hall_without_a_name_or_language_is_not_made(
    organiser: Client, cup: Event, told: dict[str, str]
) -> None:
    answer = organiser.post("/organise/events/cup/screens/new/", told)
    assert answer.context["form"].errors
    assert not Hall.objects.exists()


def test_a_slide_is_added_changed_and_shown_now(organiser: Client, hall: Hall, cup: Event) -> None:
    add = f"{desk(hall)}slides/new/"
    assert organiser.get(add).status_code == 200
    organiser.post(add, {"kind": "table", "event": cup.pk, "seconds": 12})
    table = HallSlide.objects.get()
    assert (table.kind, table.event, table.seconds) == ("table", cup, 12)
    assert organiser.get(add).context["form"]["event"].value() == cup.pk
    words = {"kind": "announcement", "text_de": "Pause", "seconds": 15, "show": "x"}
    organiser.post(add, words)
    news = HallSlide.objects.get(kind="announcement")
    assert Hall.objects.get().pinned == news
    address = f"{desk(hall)}slides/{news.pk}/"
    assert "Pause" in organiser.get(address).content.decode()
    organiser.post(address, {**words, "text_de": "Es geht weiter"})
    assert HallSlide.objects.get(pk=news.pk).text_de == "Es geht weiter"
    page = organiser.get(desk(hall)).content.decode()
    assert "Until further notice" in page
    assert "Es geht weiter" in page


def test_what_a_kind_does_not_know_is_left_out(organiser: Client, hall: Hall, cup: Event) -> None:
    entered = {"event": cup.pk, "board": "1", "ranking": "3t", "text_de": "Pause", "seconds": 15}
    for kind in ("table", "boards", "ranking", "announcement"):
        organiser.post(f"{desk(hall)}slides/new/", {"kind": kind, **entered})
    kept = [(each.event, each.board, each.ranking, each.text_de) for each in hall.slides.all()]
    assert kept == [(cup, "", "", ""), (cup, "1", "", ""), (None, "", "3t", ""), (None, "", "", "Pause")]


def test_the_buttons_of_the_desk_do_what_they_say(organiser: Client, hall: Hall) -> None:
    first, second = announce(hall, "first"), announce(hall, "second")

    def press(button: str) -> list[str]:
        answer = organiser.post(desk(hall), {"do": button})
        # Whoever goes on by keyboard is at the slide that was moved.
        slide = button.partition(" ")[2]
        assert answer["Location"] == desk(hall) + (f"#slide-{slide}" if slide else "")
        return [slide.text_en for slide in hall.slides.all()]

    assert press(f"down {first.pk}") == ["second", "first"]
    assert press(f"up {first.pk}") == ["first", "second"]
    press(f"show {second.pk}")
    assert Hall.objects.get().pinned == second
    press("turns")
    assert Hall.objects.get().pinned is None
    assert press(f"remove {first.pk}") == ["second"]


@pytest.mark.parametrize("button", ["", "show", "show x", "show 0", "dance {}", "remove"])
def test_a_button_that_there_is_not_does_nothing(organiser: Client, hall: Hall, button: str) -> None:
    slide = announce(hall, "first")
    before = Hall.objects.values().get()
    assert organiser.post(desk(hall), {"do": button.format(slide.pk)}).status_code == 404
    assert Hall.objects.values().get() == before


def test_whoever_does_not_organise_is_refused(hall: Hall, cup: Event) -> None:
    client = with_role(Role.OWNER, "season:2026")
    slide = announce(hall, "first")
    asked: dict[str, Any] = {
        desk(hall): {"do": f"show {slide.pk}"},
        f"{desk(hall)}slides/new/": {
            "kind": "announcement",
            "text_de": "x",
            "seconds": 15,
        },
        f"{desk(hall)}slides/{slide.pk}/": {},
        "/organise/halls/": {"name": "Mine", "language": "de"},
        "/organise/events/cup/screens/new/": {"name": "Mine", "language": "de"},
    }
    for path, sent in asked.items():
        assert client.post(path, sent).status_code == 403, path
        assert client.get(path).status_code == 403, path
    assert Hall.objects.get().pinned is None
