"""What pages and REST read of players: sums over the stored rows of one player or two, never over all games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, F, FilteredRelation, Max, Min, Q, QuerySet, Sum

from games.access import Principal
from games.models import Player
from rules import Text
from tournaments.models import Entry, Event, PlayedAgainst, PlayedColour, PlayedGame
from tournaments.player_refs import resolve
from tournaments.players.game_row import SUMMED as FIGURES
from tournaments.standings.queries import load_standings
from tournaments.visibility import players_left_out

_WON, _LOST = Count("pk", filter=Q(won=True)), Count("pk", filter=Q(lost=True))
#: The games in which players share the first place: neither won nor lost.
_TIED = Count("pk", filter=Q(won=False, place=1))


# -- one player ------------------------------------------------------------------------------------


def totals(player: Player) -> dict[str, Any]:
    """Sum up all games of the player. One query.

    ``throws_known`` and ``time_known`` are the games whose throws or time are known; sums are over those.
    """
    played = PlayedGame.objects.filter(player=player)
    found: dict[str, Any] = played.aggregate(
        games=Count("pk"),
        games_won=_WON,
        games_tied=_TIED,
        first_at=Min("ended_at"),
        last_at=Max("ended_at"),
        throws_known=Count("throws"),
        time_known=Count("counted__seconds"),
        seconds=Sum("counted__seconds"),
        **{f"all_{name}": Sum(name) for name in FIGURES},
    )
    found["seconds"] = found["seconds"] or 0
    return _figures(_with_lost(found))


def by_rules(player: Player) -> list[dict[str, Any]]:
    """Games and wins under each set of rules, the most played first. One query."""
    rows = PlayedGame.objects.filter(player=player).order_by().values(rules=F("counted__rules_name"))
    found: Any = rows.annotate(games=Count("pk"), games_won=_WON, games_tied=_TIED)
    return [_with_lost(row) for row in found.order_by("-games", "rules")]


def by_colour(player: Player) -> list[dict[str, Any]]:
    """What each colour did for the player who led it, the most played first. One query."""
    rows = PlayedColour.objects.filter(played__player=player).order_by().values("colour")
    found: Any = rows.annotate(
        games=Count("pk"),
        games_won=Count("pk", filter=Q(played__won=True)),
        games_tied=Count("pk", filter=Q(played__won=False, played__place=1)),
        came_home=Count("place"),
        throws_known=Count("throws"),
        **{f"all_{name}": Sum(name) for name in FIGURES},
    )
    return [_figures(_with_lost(row)) for row in found.order_by("-games", "colour")]


def opponents(player: Player) -> QuerySet[PlayedAgainst, Any]:
    """The others with whom they have played and how that went, the most met first. One query when it is read."""
    rows: QuerySet[PlayedAgainst, Any] = PlayedAgainst.objects.filter(played__player=player).order_by()
    found: Any = rows.values("opponent", "opponent__name", "opponent__nickname").annotate(**_AGAINST)
    return found.order_by("-games", "opponent__search_key", "opponent")


def opponent_state(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of ``opponents`` as it is shown."""
    name = row["opponent__nickname"] or row["opponent__name"]
    data = {name: value for name, value in row.items() if not name.startswith("opponent")}
    return {"player": {"id": str(row["opponent"]), "name": name}, **_met(data)}


def latest_of(player: Player) -> PlayedGame | None:
    """The row of the player's last game; ``None`` before the first. One query."""
    return latest_games().filter(player=player).first()


# -- two players -----------------------------------------------------------------------------------

#: How games against somebody went: who won, who was ahead, captures of each other where throws are known.
_AGAINST: Mapping[str, Any] = {
    "games": Count("pk"),
    "games_won": _WON,
    "games_lost": _LOST,
    "games_ahead": Count("pk", filter=Q(ahead=True)),
    "games_behind": Count("pk", filter=Q(behind=True)),
    "throws_known": Count("captures"),
    "all_captures": Sum("captures"),
    "all_captured": Sum("captured"),
}


def meetings(one: Player, other: Player) -> list[dict[str, Any]]:
    """How the games of two players went, by rules, the most played first. One query."""
    rows = PlayedAgainst.objects.filter(played__player=one, opponent=other).order_by()
    found: Any = rows.values(rules=F("played__counted__rules_name")).annotate(**_AGAINST)
    return [_met(row) for row in found.order_by("-games", "rules")]


def together(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """The sum of the rows of ``meetings``."""
    names = ("games", "won", "lost", "ahead", "behind", "captures", "captured", "throws_known")
    return {name: sum(row[name] for row in rows) for name in names}


def _met(row: Mapping[str, Any]) -> dict[str, Any]:
    counted = {name.removeprefix("games_"): value for name, value in row.items() if name[:4] != "all_"}
    return counted | {"captures": row["all_captures"] or 0, "captured": row["all_captured"] or 0}


def _with_lost(row: dict[str, Any]) -> dict[str, Any]:
    won, tied = row.pop("games_won"), row.pop("games_tied")
    return {**row, "won": won, "tied": tied, "lost": row["games"] - won - tied}


def _figures(row: dict[str, Any]) -> dict[str, Any]:
    for name in FIGURES:
        row[name] = row.pop(f"all_{name}") or 0
    row["throws_without_move"] = row.pop("waited")
    return row


# -- games -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeenPlayer:
    """A player of a game, by id and name, and their place in it."""

    id: UUID
    name: str
    place: int
    won: bool


class EventName(NamedTuple):
    """An event by its address and name."""

    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game that counts: what it is called, in which event, who played, and how it was decided."""

    id: UUID
    title: str
    name: Text | None
    event: EventName | None
    rules: str
    decided_by: str
    ended_at: datetime
    players: tuple[SeenPlayer, ...]

    def seen_player(self, player: Player) -> SeenPlayer:
        """Somebody who played in it."""
        return next(each for each in self.players if each.id == player.pk)

    def others(self, player: Player) -> list[SeenPlayer]:
        """List the opponents of the player."""
        return [each for each in self.players if each.id != player.pk]


def games_of(player: Player) -> QuerySet[PlayedGame]:
    """Return the player's games that count, the latest first; shown by ``games_played``."""
    return PlayedGame.objects.filter(player=player).order_by("-ended_at", "-counted_id")


def games_between(one: Player, other: Player) -> QuerySet[PlayedGame]:
    """The games of two players against each other, the latest first."""
    return games_of(one).filter(opponents__opponent=other)


def games_played(ids: Sequence[UUID]) -> list[GamePlayed]:
    """The games with these ids that count, in this order. One query."""
    rows = PlayedGame.objects.filter(counted__in=ids).order_by("place", "player__search_key", "player")
    found: dict[UUID, list[Any]] = {}
    for row in rows.values_list(*_OF_A_GAME, named=True):
        found.setdefault(row.counted, []).append(row)
    return [_game(found[game]) for game in ids if game in found]


_PLACE = "counted__game__event_game"
_OF_A_GAME = (
    "counted",
    "player",
    "player__name",
    "player__nickname",
    "place",
    "won",
    "counted__rules_name",
    "counted__decided_by",
    "ended_at",
    "counted__game__title",
    f"{_PLACE}__name",
    f"{_PLACE}__event__slug",
    f"{_PLACE}__event__name",
)


def _game(rows: Sequence[Any]) -> GamePlayed:
    _, *_rest, rules, decided_by, ended_at, title, name, slug, event = rows[0]
    players = tuple(
        SeenPlayer(row.player, row.player__nickname or row.player__name, row.place, row.won) for row in rows
    )
    return GamePlayed(
        id=rows[0].counted,
        title=title,
        name=None if name is None else resolve(name, {str(each.id): each.name for each in players}),
        event=None if slug is None else EventName(slug, event),
        rules=rules,
        decided_by=decided_by,
        ended_at=ended_at,
        players=players,
    )


# -- events ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventPlayed:
    """An event with the place of a player in its table; ``None`` while they have none."""

    event: Event
    place: int | None
    shared: bool


def entries_of(player: Player, viewer: Principal) -> QuerySet[Entry]:
    """Return the player's entries as far as the viewer may see the events, the latest first. One query."""
    entries = Entry.objects.filter(player=player, event__in=Event.objects.visible_to(viewer))
    return entries.order_by("-event__starts_on", "event__slug").select_related("event__season")


def events_played(player: Player, entries: Iterable[Entry]) -> list[EventPlayed]:
    """The events of these entries."""
    return [_event(entry.event, player) for entry in entries]


def _event(event: Event, player: Player) -> EventPlayed:
    rows = load_standings(event)["rows"]
    row = next((row for row in rows if row["player"] == str(player.pk)), None)
    return EventPlayed(event, row["place"] if row else None, bool(row and row["shared"]))


# -- ratings ---------------------------------------------------------------------------------------

#: The number of sigmas below mu that a player is worth at least, all but certainly.
CERTAIN = 3


def latest_games() -> QuerySet[Any]:
    """The row of each player's last game, which says where they stand now, with what they are worth ``at_least``."""
    return PlayedGame.objects.filter(is_latest=True).annotate(at_least=F("mu") - CERTAIN * F("sigma"))


def with_latest(players: QuerySet[Player]) -> QuerySet[Player]:
    """Give each of these players the row of their last game as ``latest``. No query by itself."""
    of_now = FilteredRelation("played_games", condition=Q(played_games__is_latest=True))
    found: Any = players.annotate(latest=of_now)
    return found.select_related("latest")


def ratings() -> QuerySet[PlayedGame]:
    """All who have a rating, but for ``players_left_out``, those who are worth most all but certainly first."""
    rated = latest_games().filter(rated__gt=0).exclude(player__in=players_left_out())
    return rated.select_related("player").order_by("-at_least", "player")


def history(player: Player) -> QuerySet[PlayedGame]:
    """Return the player's games with the rating after each, the latest first."""
    return games_of(player).filter(rated__gt=0)
