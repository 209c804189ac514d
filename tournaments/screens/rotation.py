"""Whose turn it is on a screen: pages that follow one another for ever, a function of the time alone."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SlidePage:
    """A page of a slide, both counted from 0; ``lap``: how often all of them have been shown before.

    ``left`` are the seconds until the next one.
    """

    slide: int
    page: int
    lap: int
    left: float


def slide_page_at(slides: Sequence[tuple[int, int]], elapsed: float) -> SlidePage:
    """Whose turn it is ``elapsed`` seconds after the first one began.

    ``slides`` has for each how many pages it takes and for how many seconds each is shown; at least one page must
    be among them.
    """
    lap, within = divmod(max(elapsed, 0.0), sum(pages * seconds for pages, seconds in slides))
    for number, (pages, seconds) in enumerate(slides):
        if within < pages * seconds:
            page, into = divmod(within, seconds)
            return SlidePage(number, int(page), int(lap), seconds - into)
        within -= pages * seconds
    raise AssertionError("the laps are as long as their turns")
