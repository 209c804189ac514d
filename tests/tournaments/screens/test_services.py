"""What an organiser does with a hall: in order, with its history, refused by name, told to the screens."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.errors import BadRequest
from games.streams import broker
from tests.tournaments.conftest import NOW
from tests.tournaments.screens.conftest import BY, add, announce
from tournaments.models import Event, Hall
from tournaments.screens import services
from tournaments.screens.kinds import KINDS
from tournaments.screens.rotation import SlidePage, slide_page_at
from tournaments.screens.streams import HALLS

OF_ROUNDS = [name for name, kind in KINDS.items() if kind.of_rounds]


def order(hall: Hall) -> list[str]:
    slides = list(hall.slides.all())
    assert [slide.position for slide in slides] == list(range(1, len(slides) + 1))
    return [slide.text_en for slide in slides]


def test_slides_stand_in_the_order_that_they_are_given(hall: Hall) -> None:
    _one, two, three = (announce(hall, text) for text in ("one", "two", "three"))
    services.move_slide(slide_id=three.pk, position=1, **BY)
    assert order(hall) == ["three", "one", "two"]
    services.move_slide(slide_id=three.pk, position=99, **BY)
    assert order(hall) == ["one", "two", "three"]
    services.move_slide(slide_id=two.pk, position=0, **BY)
    assert order(hall) == ["two", "one", "three"]
    services.remove_slide(slide_id=two.pk, **BY)
    assert order(hall) == ["one", "three"]


def test_a_slide_that_is_taken_away_is_not_shown_until_further_notice(hall: Hall) -> None:
    one, two = announce(hall, "one"), announce(hall, "two")
    assert services.show_now(slide_id=two.pk, **BY).pinned_id == two.pk
    assert services.remove_slide(slide_id=one.pk, **BY).pinned_id == two.pk
    assert services.remove_slide(slide_id=two.pk, **BY).pinned is None


def test_every_change_has_a_number_that_the_screens_hear_of(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(services, "announce", lambda topic, key, number: told.append((key, number)))
    with django_capture_on_commit_callbacks(execute=True):
        slide = announce(hall, "one")
        services.change_slide(slide_id=slide.pk, changes={"text_en": "two"}, **BY)
        services.show_now(slide_id=slide.pk, **BY)
        services.take_turns(hall_id=hall.pk, **BY)
        services.change_hall(hall_id=hall.pk, changes={"theme": "light"}, **BY)
    assert told == [("great-hall", number) for number in range(1, 6)]
    assert HALLS.numbers(["great-hall"]) == {"great-hall": 5}
    assert [message.number for message in HALLS.since("great-hall", 4)] == [5]
    assert HALLS.since("great-hall", 5) == []
    assert HALLS.state("elsewhere") is None
    assert broker.hub is not None


def test_who_changed_what_is_kept(hall: Hall) -> None:
    slide = announce(hall, "one")
    services.change_slide(slide_id=slide.pk, changes={"text_en": "two"}, actor="user:7", now=NOW)
    assert hall.history.first().history_change_reason == "user:7"
    services.show_now(slide_id=announce(hall, "three").pk, actor="user:9", now=NOW)
    assert hall.history.first().history_change_reason == "user:9"


@pytest.mark.parametrize(
    ("what", "field"),
    [
        ({"kind": "table"}, "event"),
        ({"kind": "announcement"}, "text_de"),
        ({"kind": "announcement", "text_en": "  "}, "text_de"),
        ({"kind": "announcement", "text_en": "x", "ranking": "3t"}, "ranking"),
        ({"kind": "announcement", "text_en": "x", "board": "1"}, "board"),
        ({"kind": "ranking"}, "ranking"),
        ({"kind": "ranking", "ranking": "medal-race-1066"}, "ranking"),
        ({"kind": "film"}, "kind"),
        ({"kind": "announcement", "text_en": "x", "seconds": 2}, "seconds"),
        ({"kind": "announcement", "text_en": "x", "seconds": 601}, "seconds"),
        ({"kind": "announcement", "text_en": "x" * 301}, "text_en"),
        # Of the cup, which has no rounds of many tables.
        ({"kind": "table", "event": True, "text_en": "x"}, "text_en"),
        *(({"kind": kind, "event": True}, "event") for kind in OF_ROUNDS),
    ],
)
def test_what_cannot_be_shown_is_refused_by_name_and_changes_nothing(
    hall: Hall, cup: Event, what: dict[str, Any], field: str
) -> None:
    with pytest.raises(BadRequest) as refused:
        add(hall, **(what | {"event": cup} if "event" in what else what))
    assert refused.value.details["field"] == field
    assert refused.value.message.de.startswith(f"{field}: ")
    assert not hall.slides.exists()
    assert Hall.objects.get().version == 0


def test_a_hall_has_an_address_of_its_own(hall: Hall) -> None:
    with pytest.raises(BadRequest) as refused:
        services.create_hall(slug="great-hall", name="Another", **BY)
    assert refused.value.details["field"] == "slug"


def test_a_hall_has_only_so_many_slides(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_SLIDES", 2)
    for text in ("one", "two"):
        announce(hall, text)
    with pytest.raises(BadRequest) as refused:
        announce(hall, "three")
    assert refused.value.details["field"] == "slides"


SLIDES = st.lists(st.tuples(st.integers(1, 4), st.integers(3, 600)), min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("elapsed", "turn"),
    [
        (0, SlidePage(0, 0, 0, 10)),
        (9.5, SlidePage(0, 0, 0, 0.5)),
        (10, SlidePage(1, 0, 0, 20)),
        (30, SlidePage(1, 1, 0, 20)),
        (50, SlidePage(0, 0, 1, 10)),
        (135, SlidePage(1, 1, 2, 15)),
        (-7, SlidePage(0, 0, 0, 10)),
    ],
)
def test_pages_take_turns_each_for_its_seconds(elapsed: float, turn: SlidePage) -> None:
    assert slide_page_at([(1, 10), (2, 20)], elapsed) == turn


@given(SLIDES, st.integers(0, 100_000))
def test_a_picture_holds_exactly_as_long_as_it_says(slides: list[tuple[int, int]], elapsed: int) -> None:
    now = slide_page_at(slides, elapsed)
    just_before, then = (
        slide_page_at(slides, elapsed + now.left - 0.25),
        slide_page_at(slides, elapsed + now.left),
    )
    assert (just_before.slide, just_before.page, just_before.lap) == (now.slide, now.page, now.lap)
    assert (then.slide, then.page, then.lap) != (now.slide, now.page, now.lap)
    assert then.left == slides[then.slide][1]


@given(SLIDES)
def test_every_page_is_shown_once_in_a_lap(slides: list[tuple[int, int]]) -> None:
    shown, elapsed = [], 0.0
    while (turn := slide_page_at(slides, elapsed)).lap == 0:
        shown.append((turn.slide, turn.page))
        elapsed += turn.left
    assert shown == [(slide, page) for slide, (pages, _) in enumerate(slides) for page in range(pages)]
