"""Where a right can hold in an organisation: a season, an event, a board of it, a round of it.

A round of an event is a number of its games: Game 5 of the evening is round 5.
"""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.core.validators import slug_re
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import Left
from django.db.models.lookups import Exact
from django.urls import reverse

from games.above import ScopeProvider
from games.access import SITE, Principal, Scope, scopes, values_of
from games.models import Game, Player, Seat
from rules import Text, Verbatim
from tournaments.formats import HALLS
from tournaments.models import Entry, Event, EventGame, Season
from tournaments.models.event_game import is_board_name
from tournaments.models.season import demo_players

#: The latest games of an event among the places to choose from.
_MOST_ROUNDS = 20
#: In plain SQL: every throw asks for it.
_EVENT_OF_GAME = f"""
    SELECT event.slug, event.name, played.number
    FROM {EventGame._meta.db_table} played JOIN {Event._meta.db_table} event ON event.id = played.event_id
    WHERE played.game_id = %s
"""  # names of tables
#: Kind → what a place of it is called where the names of season and event are known.
_NAMED: Mapping[str, Text] = {
    "season": Text("Season {name}"),
    "board": Text("{name}, board {part}"),
    "round": Text("{name}, Game {part}"),
}


class EventScopes(ScopeProvider):
    """Seasons, events, boards and rounds as places."""

    kinds = {
        "season": Text("season {name}"),
        "event": Text("event {name}"),
        "board": Text("board {part} of event {name}"),
        "round": Text("Game {part} of event {name}"),
    }

    def exists(self, place: str) -> bool:
        """Whether there is the season or event; a board of it has any name, a round a number."""
        match place.split(":", 2):
            case ["season", slug]:
                return Season.objects.filter(slug=slug).exists()
            case ["event", slug]:
                return _is_event(slug)
            case ["board", slug, board]:
                return is_board_name(board) and _is_event(slug)
            case ["round", slug, number]:
                return _is_round(number) and _is_event(slug)
        return False

    def around(self, place: str) -> Scope:
        """The site, the season and the event around it, and itself."""
        kind, *names = place.split(":", 2)
        if kind in self.kinds and kind != "season" and names:
            event = f"event:{names[0]}"
            known = dict.fromkeys((SITE, event, place))
            public = Event.objects.public().filter(slug=names[0])
            return Scope(tuple(known), lambda: _seasons_of(names[0]), public.exists)
        return Scope((SITE, place))

    def around_game(self, game_id: uuid.UUID) -> Collection[str]:
        """Season, event, board and round of a game of an event; one query."""
        found = EventGame.objects.filter(game=game_id).values_list(
            "event__season__slug", "event__slug", "board", "number"
        )
        return [place for row in found for place in _places(*row)]

    def within(self, place: str) -> Q:
        """The condition on a column ``place`` that it is this place or one within it."""
        kind, *names = place.split(":", 2)
        match kind:
            case "season":
                slugs = list(Event.objects.filter(season__slug=names[0]).values_list("slug", flat=True))
                return Q(place=place) | _within_events(slugs)
            case "event":
                return _within_events(names)
        return Q(place=place) | _of_games(self.games(place))

    def games(self, place: str) -> QuerySet[Game]:
        """The games that are played there."""
        games = Game.objects.all()
        match place.split(":", 2):
            case ["season", slug]:
                return games.filter(event_game__event__season__slug=slug)
            case ["event", slug]:
                return games.filter(event_game__event__slug=slug)
            case ["board", slug, board]:
                return games.filter(event_game__event__slug=slug, event_game__board=board)
            case ["round", slug, number]:
                return games.filter(event_game__event__slug=slug, event_game__number=number)
        return games.none()

    def event_columns(self) -> Mapping[str, Combinable]:
        event = {name: F(f"event_game__event__{name}") for name in ("slug", "name")}
        return {**event, "number": F("event_game__number")}

    def event_of(self, game_id: uuid.UUID) -> Sequence[Any]:
        return next(iter(values_of(_EVENT_OF_GAME, game_id)), ())

    def inside(self, place: str) -> Sequence[str]:
        """The events of a season, the latest first; the boards of an event that have been played at, its latest games.

        The games of a hall are tables of rounds: no roles are given for one of a hundred.
        """
        match place.split(":", 2):
            case ["season", slug]:
                events = Event.objects.filter(season__slug=slug).values_list("slug", flat=True)
                return [f"event:{event}" for event in events]
            case ["event", slug]:
                played = EventGame.objects.filter(event__slug=slug)
                boards = played.exclude(board="").order_by("board").values_list("board", flat=True).distinct()
                alone = played.exclude(event__format_key__in=HALLS)
                rounds = alone.order_by("-number").values_list("number", flat=True)[:_MOST_ROUNDS]
                return [
                    *(f"board:{slug}:{name}" for name in boards),
                    *(f"round:{slug}:{number}" for number in rounds),
                ]
        return ()

    def names(self, places: Collection[str]) -> Mapping[str, Text]:
        """Call places by the names of seasons and events, games of events by their number; three queries."""
        games = _played([place.removeprefix("game:") for place in places if place.startswith("game:")])
        parts = {place: place.split(":", 2) for place in places}
        own = {place: names for place, names in parts.items() if names[0] in self.kinds and len(names) > 1}
        slugs = {names[1] for names in own.values()}
        events = dict(Event.objects.filter(slug__in=slugs).values_list("slug", "name"))
        seasons = dict(Season.objects.filter(slug__in=slugs).values_list("slug", "name"))
        found = {f"game:{game}": _NAMED["round"].filled(**of) for game, of in games.items()}
        for place, (kind, slug, *part) in own.items():
            names = seasons if kind == "season" else events
            if slug in names:
                words = {"name": names[slug], "part": "".join(part)}
                found[place] = Verbatim(names[slug]) if kind == "event" else _NAMED[kind].filled(**words)
        return found

    def known_players(self, viewer: Principal | None) -> QuerySet[Player]:
        """The players whom the viewer may know, without those of the demo and of rehearsals."""
        events = Event.objects.filter(rehearsal=None)
        seen = events if viewer is None else events.visible_to(viewer)
        return Player.objects.filter(_in_public_or(seen)).exclude(pk__in=demo_players())

    def seen_players(self, viewer: Principal) -> Q:
        """Players who are entered nowhere, or in an event that the viewer may see."""
        return _in_public_or(Event.objects.visible_to(viewer))

    def opened_by(self, links: Collection[int]) -> Sequence[str]:
        """The events of these entries. One query."""
        entered = Entry.objects.filter(pk__in=links).values_list("event__slug", flat=True)
        return [f"event:{slug}" for slug in entered]

    def page(self, place: str) -> str:
        """The desk of the event; of seasons and the site the organiser's home."""
        kind, *names = place.split(":", 2)
        if kind in ("event", "board", "round") and names and slug_re.match(names[0]):
            return reverse("tournaments:desk", args=[names[0]])
        return reverse("tournaments:organise") if kind in ("season", SITE) else ""

    def access_page(self, place: str) -> str:
        """The access page of the desk of an event, also for its boards and rounds."""
        kind, _, name = place.partition(":")
        is_event = kind == "event" and slug_re.match(name)
        return reverse("tournaments:event-access", args=[name]) if is_event else ""


def around_event(slug: str) -> Scope:
    return scopes.scope_around(f"event:{slug}")


def around_season(slug: str) -> Scope:
    return scopes.scope_around(f"season:{slug}")


def scope_of_event(event: Event) -> Scope:
    """The places around an event; no query where its season is loaded."""
    places = (SITE, f"season:{event.season.slug}", f"event:{event.slug}")
    return Scope(places, is_public=lambda: event.is_public)


def _in_public_or(events: QuerySet[Event]) -> Q:
    """Match players who are entered nowhere or in one of the events, or who have a seat in a public game."""
    entries = Entry.objects.filter(player=OuterRef("pk"))
    seats = Seat.objects.filter(player=OuterRef("pk"), game__is_public=True)
    return Q(~Exists(entries)) | Q(Exists(entries.filter(event__in=events))) | Q(Exists(seats))


def _places(season: str, event: str, board: str, number: int) -> Iterable[str]:
    yield f"season:{season}"
    yield f"event:{event}"
    yield f"round:{event}:{number}"
    if board:
        yield f"board:{event}:{board}"


def _seasons_of(event: str) -> list[str]:
    found = Event.objects.filter(slug=event).values_list("season__slug", flat=True)
    return [f"season:{slug}" for slug in found]


def _within_events(slugs: Iterable[str]) -> Q:
    """The events, and all places with their names."""
    slugs = list(slugs)
    condition = Q(place__in=[f"event:{slug}" for slug in slugs])
    for slug in slugs:
        condition |= _begins_with(f"board:{slug}:") | _begins_with(f"round:{slug}:")
    return condition | _of_games(Game.objects.filter(event_game__event__slug__in=slugs))


def _begins_with(beginning: str) -> Q:
    # Not startswith, for which SQLite holds CUP and cup to be the same.
    return Q(Exact(Left("place", len(beginning)), beginning))


def _of_games(games: QuerySet[Game]) -> Q:
    return Q(place__in=[f"game:{game}" for game in games.values_list("pk", flat=True)])


def _played(games: Collection[str]) -> dict[str, dict[str, str]]:
    """Map the ids of games of events to the name of the event and their number there; one query, none for none."""
    if not games:
        return {}
    rows = EventGame.objects.filter(game__in=[game for game in games if _is_id(game)])
    found = rows.values_list("game", "event__name", "number")
    return {str(game): {"name": name, "part": str(number)} for game, name, number in found}


def _is_id(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


def _is_event(slug: str) -> bool:
    return Event.objects.filter(slug=slug).exists()


def _is_round(number: str) -> bool:
    return number.isascii() and number.isdigit() and len(number) < 6 and str(int(number)) == number != "0"
