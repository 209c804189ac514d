"""Holding draws: the ways in which items get their places.

A draw is an order: ``order[i]`` gets ``needed.places[i]``. From a published seed anybody can draw again with
nothing but SHA-256: the items are sorted by ``SHA-256("seed|subject|item")``, written in hexadecimal.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from rules import Text, Verbatim, shuffle_by
from tournaments.formats import phrases, roll_offs
from tournaments.formats.contest import Contest, DrawMethod, DrawOutcome
from tournaments.formats.errors import FormatError
from tournaments.formats.verdict import DrawNeeded


def lot_subject(group: Sequence[str]) -> str:
    """Return the subject of a lot between these entrants: stable, and short however many they are."""
    return f"lot-{sha256('|'.join(sorted(group)).encode()).hexdigest()[:12]}"


def lot_needed(who: Text, group: Sequence[str]) -> DrawNeeded:
    """Return the lot between these, who are level by every criterion; ``who`` are their names."""
    return DrawNeeded(
        subject=lot_subject(group),
        name=Text("Lot between {who}", who=who),
        items=tuple(group),
        places=tuple(Text("{number}. of those level", number=number) for number in range(1, len(group) + 1)),
    )


def drawn_lot(contest: Contest[Any], needed: DrawNeeded) -> Mapping[str, int] | None:
    """Return a figure of each item that more is better of, by the lot; None before it is drawn."""
    order = order_drawn(contest, needed)
    return {item: -order.index(item) for item in needed.items} if order else None


def order_drawn(contest: Contest[Any], needed: DrawNeeded) -> tuple[str, ...] | None:
    """Return what each place has got; None before the draw. Raises ``FormatError`` for one that cannot be."""
    draw = contest.draw(needed.subject)
    return None if draw is None else check_draw(needed, draw).order


def draw_from_seed(needed: DrawNeeded, seed: str) -> DrawOutcome:
    """Draw from a seed published beforehand; every order is equally likely.

    Raises ``FormatError`` with field ``seed`` if it is empty. The same seed gives the same draw on every
    machine.
    """
    if not seed.strip():
        raise FormatError(
            "seed",
            Text("the published seed is empty; any text fixed beforehand would do, such as lottery numbers"),
        )
    drawn = shuffle_by(seed, needed.subject, needed.items)
    method = DrawMethod.SEATING if needed.groups else DrawMethod.PUBLISHED_SEED
    return DrawOutcome(needed.subject, needed.seated(drawn), method, seed)


def draw_in_seed_order(needed: DrawNeeded, contest: Contest[Any]) -> DrawOutcome:
    """Draw in seed order, the highest first. Raises ``FormatError`` unless the items are the entrants' keys."""
    return DrawOutcome(needed.subject, needed.seated(_by_seed(needed, contest)), DrawMethod.SEED_ORDER)


def draw_chosen(needed: DrawNeeded, contest: Contest[Any], choices: Sequence[int]) -> DrawOutcome:
    """Let the entrants choose in seed order: ``choices[0]`` is the place (from 0) of the highest seed.

    The last one gets what is left, so one choice fewer than there are items is needed. Raises ``FormatError``
    with field ``choices[1]`` (numbered from 0) for a place that does not exist or is already taken.
    """
    free = [place for place in range(len(needed.places)) if place not in needed.empty]
    if len(choices) != len(needed.items) - 1:
        raise FormatError(
            "choices",
            Text(
                "{items} choices are needed, the last one gets what is left; there are {choices}",
                items=len(needed.items) - 1,
                choices=len(choices),
            ),
        )
    order = [""] * len(needed.places)
    *choosers, last = _by_seed(needed, contest)
    for number, (chooser, taken) in enumerate(zip(choosers, choices, strict=True)):
        if taken not in free:
            left = phrases.join_names([needed.places[place] for place in free])
            raise FormatError(f"choices[{number}]", Text("still free are: {left}", left=left))
        free.remove(taken)
        order[taken] = chooser
    order[free[0]] = last
    return DrawOutcome(needed.subject, tuple(order), DrawMethod.CHOSEN)


def draw_by_hand(needed: DrawNeeded, order: Sequence[str]) -> DrawOutcome:
    """Accept the draw held at the table. Raises ``FormatError`` unless every item is there once.

    Where places stay empty they can be left out: then the items get the others in turn.
    """
    is_short = bool(needed.empty) and len(order) == len(needed.items)
    seated = needed.seated(order) if is_short else tuple(order)
    return check_draw(needed, DrawOutcome(needed.subject, seated, DrawMethod.BY_HAND))


def draw_by_rolls(
    needed: DrawNeeded,
    contest: Contest[Any],
    rounds: Sequence[Mapping[str, int]],
    faces: Sequence[int],
) -> DrawOutcome:
    """Draw by throws made at the table: the highest throw gets the first place, ties are thrown again.

    The items are keys of entrants, or stand for themselves. Raises ``FormatError`` with field
    ``throws[1]`` for throws that cannot be, ``throws`` while some are missing.
    """
    contenders = {item: Verbatim(contest.called.get(item, item)) for item in needed.items}
    ranked = roll_offs.by_throws(contenders, rounds, faces)
    if not ranked.order:
        raise FormatError("throws", ranked.reason)
    made = tuple(tuple((item, each[item]) for item in needed.items if item in each) for each in rounds)
    return DrawOutcome(needed.subject, needed.seated(ranked.order), DrawMethod.THROWN, throws=made)


def check_draw(needed: DrawNeeded, draw: DrawOutcome) -> DrawOutcome:
    """Check the draw. Raises ``FormatError`` with its subject as field unless every item is there once.

    Where places stay empty any of them may; there are as many texts as places either way.
    """
    if sorted(draw.items) != sorted(needed.items) or len(draw.order) != len(needed.places):
        raise FormatError(
            needed.subject,
            Text(
                "each of {items} is needed once, not {order}",
                items=", ".join(needed.items),
                order=", ".join(draw.order) or Text("nothing"),
            ),
        )
    seats = needed.seating.seats if needed.seating else 1
    for group in needed.groups:
        tables = [draw.order.index(item) // seats for item in group]
        if len(set(tables)) < len(tables):
            raise FormatError(
                needed.subject,
                Text("one of these can sit at a table, not two: {together}", together=", ".join(group)),
            )
    return draw


def _by_seed(needed: DrawNeeded, contest: Contest[Any]) -> tuple[str, ...]:
    if not set(needed.items) <= set(contest.keys):
        raise FormatError(
            "method",
            Text(
                "only players have seeds, and here {listed} are drawn: possible are published seed, "
                "thrown and by hand",
                listed=", ".join(needed.items),
            ),
        )
    return tuple(key for key in contest.keys if key in needed.items)
