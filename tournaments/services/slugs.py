"""Names that are free: short ones that stand in addresses, and those of events in their season."""

from django.utils.text import slugify

from tournaments.models import Event, Hall, Season
from tournaments.models.event import LONGEST_EVENT_NAME
from tournaments.models.season import is_taken

_LONGEST = 50
#: As German writes them where there are no such letters; ``slugify`` would leave out the last one.
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def slug_of(name: str) -> str:
    """Return a name for an address, empty where no character is left: "Große Halle" is ``grosse-halle``."""
    return slugify(name.lower().translate(_WRITTEN_OUT))


def free_slug(slug: str, model: type[Event] | type[Season] | type[Hall]) -> str:
    """Return the slug, not too long, with a number behind it where it is taken."""
    slug = slug[:_LONGEST]
    taken = set(model._default_manager.filter(slug__startswith=slug).values_list("slug", flat=True))
    numbered = (f"{slug}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (slug, *numbered) if each not in taken)


def free_name(name: str, season: Season | None) -> str:
    """Return the name, with the next free number behind it where an event of the season has it: GP series 2."""
    taken: set[str] = set()
    if season is not None:
        before = split_number(name)[0][: LONGEST_EVENT_NAME - 4]
        found = Event.objects.filter(season=season, name__istartswith=before)
        taken = {each.casefold() for each in found.values_list("name", flat=True)}
    if name.casefold() not in taken:
        return name
    before, number = split_number(name)
    numbered = (
        f"{before[: LONGEST_EVENT_NAME - 4]} {each}" for each in range(number + 1, number + len(taken) + 2)
    )
    return next(each for each in numbered if each.casefold() not in taken)


def free_season_year(year: int) -> int:
    """Return the year, or the first one after it by which no season is called yet."""
    names = list(Season.objects.values_list("name", flat=True))
    return next(each for each in range(year, year + len(names) + 1) if not is_taken(str(each), names))


def split_number(name: str) -> tuple[str, int]:
    """Return a name without the number behind it, and the number: 1 where there is none."""
    before, _blank, last = name.rpartition(" ")
    if before and last.isascii() and last.isdigit() and len(last) < 3:
        return before, int(last)
    return name, 1
