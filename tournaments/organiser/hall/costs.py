"""What seats cost, in words: of a plan, and before and after something is mended."""

from collections.abc import Collection, Iterator
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.access import translate_text
from tournaments import seating
from tournaments.seating.plan import BOUNDS

#: The parts of a cost, the worst first.
LABELS = {
    "lonely": _("People missing at tables too small to play"),
    "broken": _("Pairs together that are to be kept apart"),
    "small_tables": _("Small tables"),
    "again": _("People at a small table for the second time"),
    "repeats": _("Repeated meetings"),
    "team_meetings": _("Meetings of team-mates"),
    "colours": _("Colours too often"),
}


def facts_of(cost: seating.Cost, unaimed: Collection[str]) -> list[tuple[Any, int]]:
    """List the costs of a round except ``unaimed``: repeated meetings always, the rest where not 0."""
    parts = ((name, value) for name, value in cost._asdict().items() if name not in unaimed)
    return [(LABELS[name], value) for name, value in parts if value or name == "repeats"]


def changes_of(repair: seating.Repair) -> list[tuple[Any, int, int]]:
    """List the changed costs: name, before, after."""
    before, after = repair.before._asdict(), repair.after._asdict()
    return [(LABELS[name], before[name], after[name]) for name in LABELS if before[name] != after[name]]


def worth_of(cost: seating.Cost, unavoidable: int) -> str:
    """Say in one sentence how good a round is, where ``unavoidable`` meetings are repeated in any plan."""
    if not cost.repeats:
        return gettext("Nobody meets anybody again.")
    repeats = ngettext(
        "%(repeats)d meeting is repeated", "%(repeats)d meetings are repeated", cost.repeats
    ) % {"repeats": cost.repeats}
    if cost.repeats <= unavoidable:
        return gettext("%(told)s; fewer are not possible.") % {"told": repeats}
    return gettext("%(told)s; at least %(least)d cannot be avoided.") % {
        "told": repeats,
        "least": unavoidable,
    }


def proof_of(cost: seating.Cost, bound: seating.LowerBound) -> str:
    """Say what is proved of the repeats of a round, in the words of the engine, with the reason of the bound."""
    words = {"repeats": cost.repeats, "least": bound.value, "bound": translate_text(BOUNDS[bound.name])}
    if cost.repeats <= bound.value:
        return gettext("%(repeats)d repeated, proved optimal (lower bound %(least)d, by %(bound)s)") % words
    return gettext("%(repeats)d repeated, best found (lower bound %(least)d, by %(bound)s)") % words


def moves_of(
    here: seating.PublishedRound, repair: seating.Repair
) -> Iterator[tuple[str, int | None, int | None]]:
    """List whose seat changes: the key, the table before, the table afterwards; ``None`` for no seat."""
    before, after = here.table_of, repair.round.table_of
    for key in dict.fromkeys((*repair.moved, *before, *after)):
        if before.get(key) != after.get(key) or key in repair.moved:
            yield key, _number(before, key), _number(after, key)


def _number(tables: dict[str, int], key: str) -> int | None:
    return tables[key] + 1 if key in tables else None
