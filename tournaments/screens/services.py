"""What an organiser does with a hall: slides added, changed, ordered, taken away, one shown now.

Each function is one transaction that locks the hall; its screens get the change after the commit.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from games.streams.broker import announce
from rules import Text
from tournaments.db import check_row, delete_row, refused, save_row
from tournaments.models import Hall, HallSlide
from tournaments.rankings.registry import NoSuchList, find_list
from tournaments.screens.kinds import KINDS
from tournaments.screens.streams import HALLS

#: The maximum number of slides of a hall; with more the first one would hardly come again.
MOST_SLIDES = 40


@transaction.atomic
def create_hall(
    *,
    slug: str,
    name: str,
    actor: str,
    now: datetime,
    language: str = Hall.Language.GERMAN,
    theme: str = Hall.Theme.DARK,
) -> Hall:
    """A new hall that shows nothing yet. Raises ``BadRequest`` that names the field."""
    hall = Hall(slug=slug, name=name, language=language, theme=theme, turns_since=now)
    check_row(hall)
    save_row(hall, actor)
    return hall


@transaction.atomic
def change_hall(*, hall_id: int, changes: Mapping[str, Any], actor: str, now: datetime) -> Hall:
    """Another ``name``, ``language`` or ``theme``; the address of its screen stays. Raises ``BadRequest``."""
    hall = _locked(hall_id)
    for field, value in changes.items():
        setattr(hall, field, value)
    return _changed(hall, actor)


@transaction.atomic
def remove_hall(*, hall_id: int, actor: str, now: datetime) -> None:
    """Remove a hall with its slides; its screens keep their last picture."""
    delete_row(_locked(hall_id), actor)


@transaction.atomic
def add_slide(*, hall_id: int, actor: str, now: datetime, **what: Any) -> HallSlide:
    """A slide after all others: its ``kind``, and what that needs. Raises ``BadRequest`` that names the field."""
    hall = _locked(hall_id)
    slides = list(hall.slides.all())
    if len(slides) == MOST_SLIDES:
        raise refused(
            "slides",
            Text("there are {most_slides} already; remove one first", most_slides=MOST_SLIDES),
        )
    slide = HallSlide(hall=hall, position=len(slides) + 1, **what)
    _keep(slide)
    _from_the_beginning(hall, actor, now)
    return slide


@transaction.atomic
def change_slide(*, slide_id: int, changes: Mapping[str, Any], actor: str, now: datetime) -> HallSlide:
    """Let a slide show something else, or for another time. Raises ``BadRequest`` that names the field."""
    slide, hall = _slide(slide_id)
    for field, value in changes.items():
        setattr(slide, field, value)
    _keep(slide)
    _changed(hall, actor)
    return slide


@transaction.atomic
def remove_slide(*, slide_id: int, actor: str, now: datetime) -> Hall:
    """Remove a slide; where it was shown until further notice, the others go on."""
    slide, hall = _slide(slide_id)
    if hall.pinned_id == slide.pk:
        hall.pinned = None
    slide.delete()
    _number(hall.slides.all())
    return _from_the_beginning(hall, actor, now)


@transaction.atomic
def move_slide(*, slide_id: int, position: int, actor: str, now: datetime) -> Hall:
    """Move a slide to a position, the first being 1; beyond the last it becomes the last."""
    slide, hall = _slide(slide_id)
    order = [each for each in hall.slides.all() if each.pk != slide.pk]
    order.insert(max(position, 1) - 1, slide)
    _number(order)
    return _from_the_beginning(hall, actor, now)


@transaction.atomic
def show_now(*, slide_id: int, actor: str, now: datetime) -> Hall:
    """Show a slide at once, and nothing else until ``take_turns``."""
    slide, hall = _slide(slide_id)
    hall.pinned = slide
    return _from_the_beginning(hall, actor, now)


@transaction.atomic
def take_turns(*, hall_id: int, actor: str, now: datetime) -> Hall:
    hall = _locked(hall_id)
    hall.pinned = None
    return _from_the_beginning(hall, actor, now)


# -- the rows --------------------------------------------------------------------------------------


def _locked(hall_id: int) -> Hall:
    return Hall.objects.select_for_update().get(pk=hall_id)


def _slide(slide_id: int) -> tuple[HallSlide, Hall]:
    """A slide and its hall, locked before the slide is read."""
    hall = _locked(HallSlide.objects.values_list("hall", flat=True).get(pk=slide_id))
    return HallSlide.objects.get(pk=slide_id), hall


def _keep(slide: HallSlide) -> None:
    check_row(slide)
    _check_kind(slide)
    if slide.ranking:
        try:
            find_list(slide.ranking)
        except NoSuchList as error:
            raise refused("ranking", error.message) from error
    slide.save()


def _check_kind(slide: HallSlide) -> None:
    """Raise ``BadRequest`` unless what the kind needs is there, and nothing that it does not know."""
    kind = KINDS.get(slide.kind)
    if kind is None:
        raise refused("kind", Text("one of {known} is needed", known=", ".join(KINDS)))
    texts = slide.text_de.strip(), slide.text_en.strip()
    given = {
        "event": slide.event,
        "board": slide.board,
        "ranking": slide.ranking,
        "text_de": texts[0],
        "text_en": texts[1],
    }
    for name, value in given.items():
        if value and name not in kind.asks:
            raise refused(name, Text("Has no meaning for this; leave it empty."))
        if not value and name in kind.asks and name in ("event", "ranking"):
            raise refused(name, Text("Needed for this."))
    if "text_de" in kind.asks and not any(texts):
        raise refused("text_de", Text("An announcement needs a text in one language at least."))
    if kind.of_rounds and slide.event and not slide.event.format.seats_a_hall:
        raise refused("event", Text("An event with rounds of many tables is needed."))


def _number(slides: Iterable[HallSlide]) -> None:
    for position, slide in enumerate(slides, start=1):
        if slide.position != position:
            slide.position = position
            slide.save()


def _from_the_beginning(hall: Hall, actor: str, now: datetime) -> Hall:
    hall.turns_since = now
    return _changed(hall, actor)


def _changed(hall: Hall, actor: str) -> Hall:
    check_row(hall)
    hall.version += 1
    save_row(hall, actor)
    transaction.on_commit(partial(announce, HALLS.name, hall.slug, hall.version), robust=True)
    return hall
