"""The desk of a hall in the admin."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.enums import Role
from games.models import Permit
from tests.tournaments.screens.conftest import announce
from tournaments.models import Event, Hall, HallSlide


@pytest.fixture
def organiser(db: None) -> Client:
    """An organiser of the site."""
    user = User.objects.create_user("organiser")
    Permit.objects.create(person=user, role=Role.ORGANISER, place="site", granted_at=timezone.now())
    client = Client()
    client.force_login(user)
    return client


def desk(hall: Hall) -> str:
    return f"/admin/tournaments/hall/{hall.pk}/desk/"


def test_a_hall_is_made_and_leads_to_its_desk(organiser: Client) -> None:
    made = organiser.post(
        "/admin/tournaments/hall/add/",
        {"name": "Great hall", "slug": "great", "language": "both", "theme": "light"},
        follow=True,
    )
    hall = Hall.objects.get()
    assert made.request["PATH_INFO"] == desk(hall)
    assert "http://testserver/halls/great/" in made.content.decode()
    listed = organiser.get("/admin/tournaments/hall/").content.decode()
    assert desk(hall) in listed
    organiser.post(
        f"/admin/tournaments/hall/{hall.pk}/change/", {"name": "Hall 1", "language": "de", "theme": "dark"}
    )
    changed = Hall.objects.get()
    assert (changed.slug, changed.name, changed.language, changed.version) == ("great", "Hall 1", "de", 1)
    organiser.post(f"/admin/tournaments/hall/{hall.pk}/delete/", {"post": "yes"})
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
    add = f"/admin/tournaments/hall/{hall.pk}/slides/add/"
    assert organiser.get(add).status_code == 200
    organiser.post(add, {"kind": "table", "event": cup.pk, "seconds": 12})
    table = HallSlide.objects.get()
    assert (table.kind, table.event, table.seconds) == ("table", cup, 12)
    words = {"kind": "announcement", "text_de": "Pause", "seconds": 15, "show": "x"}
    organiser.post(add, words)
    news = HallSlide.objects.get(kind="announcement")
    assert Hall.objects.get().pinned == news
    address = f"/admin/tournaments/hall/{hall.pk}/slides/{news.pk}/"
    assert "Pause" in organiser.get(address).content.decode()
    organiser.post(address, {**words, "text_de": "Es geht weiter"})
    assert HallSlide.objects.get(pk=news.pk).text_de == "Es geht weiter"
    page = organiser.get(desk(hall)).content.decode()
    assert "Until further notice" in page
    assert "Es geht weiter" in page


def test_what_cannot_be_shown_is_said_at_its_field(organiser: Client, hall: Hall) -> None:
    refused = organiser.post(
        f"/admin/tournaments/hall/{hall.pk}/slides/add/", {"kind": "table", "seconds": 12}
    )
    assert refused.context["form"].errors == {"event": ["Needed for this."]}
    assert not HallSlide.objects.exists()


def test_the_buttons_of_the_desk_do_what_they_say(organiser: Client, hall: Hall) -> None:
    first, second = announce(hall, "first"), announce(hall, "second")

    def press(button: str) -> list[str]:
        assert organiser.post(desk(hall), {"do": button}).status_code == 302
        return [slide.text_en for slide in hall.slides.all()]

    assert press(f"down {first.pk}") == ["second", "first"]
    assert press(f"up {first.pk}") == ["first", "second"]
    press(f"show {second.pk}")
    assert Hall.objects.get().pinned == second
    press("turns")
    assert Hall.objects.get().pinned is None
    assert press(f"remove {first.pk}") == ["second"]


@pytest.mark.parametrize("button", ["", "show", "show x", "show 0", "dance {}"])
def test_a_button_that_there_is_not_does_nothing(organiser: Client, hall: Hall, button: str) -> None:
    slide = announce(hall, "first")
    before = Hall.objects.values().get()
    assert organiser.post(desk(hall), {"do": button.format(slide.pk)}).status_code == 404
    assert Hall.objects.values().get() == before


def test_whoever_does_not_organise_is_refused(hall: Hall, cup: Event, client: Client) -> None:
    somebody = User.objects.create_user("somebody", is_staff=True)
    Permit.objects.create(person=somebody, role=Role.OWNER, place="season:2026", granted_at=timezone.now())
    client.force_login(somebody)
    slide = announce(hall, "first")
    asked: dict[str, Any] = {
        desk(hall): {"do": f"show {slide.pk}"},
        f"/admin/tournaments/hall/{hall.pk}/slides/add/": {
            "kind": "announcement",
            "text_de": "x",
            "seconds": 15,
        },
        f"/admin/tournaments/hall/{hall.pk}/slides/{slide.pk}/": {},
        "/admin/tournaments/hall/add/": {},
        "/organise/events/cup/screens/new/": {"name": "Mine", "language": "de"},
    }
    for path, sent in asked.items():
        assert client.post(path, sent).status_code == 403
    assert Hall.objects.get().pinned is None
