"""Writing an event file."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.access.principal import COMMAND, Principal
from games.domain.actors import actor_name
from games.models import Player
from games.queries.name_matching import with_open_names
from games.services.export_game import format_datetime, game_as_plain
from tournaments.formats import as_json
from tournaments.models import CompensationAward, Draw, Entry, Event, EventGame, ReportLine, Season
from tournaments.transfer.archive.hall import draw_in_hall, entry_in_hall, hall_as_plain
from tournaments.transfer.archive.layout import VERSION, format_archive, in_order


def export_event(event: Event, viewer: Principal = COMMAND) -> str:
    """The text of the file as the viewer may have it. The same event gives the same text, on every database."""
    players = [entry.player for entry in event.entries.select_related("player")]
    data = {
        "rauswurf": VERSION,
        "season": season_as_plain(event.season),
        "event": event_as_plain(event),
        "players": players_as_plain(players, viewer),
        **what_belongs_to(event),
    }
    return format_archive(data) + "\n"


def season_as_plain(season: Season) -> dict[str, Any]:
    """A season as files tell it."""
    return {
        "slug": season.slug,
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
    }


def event_as_plain(event: Event) -> dict[str, Any]:
    """An event as files tell it, without what belongs to it."""
    return {
        "slug": event.slug,
        "name": event.name,
        "format": event.format_key,
        "rules": event.rules_name,
        "options": in_order(event.options),
        "settings": in_order(event.settings),
        "level": event.level,
        "ranked": event.ranked,
        "starts_on": event.starts_on.isoformat(),
        "ended_on": event.ended_on.isoformat() if event.ended_on else None,
        **({} if event.is_public else {"is_public": False}),
        **({"hold": event.hold} if event.hold else {}),
        **({} if event.forecasts else {"forecasts": False}),
        **({} if event.seconds_per_throw is None else {"seconds_per_throw": event.seconds_per_throw}),
        **({"game_times": _times(event)} if event.game_times else {}),
    }


def _times(event: Event) -> dict[str, str]:
    """The planned times of its games, in the order of their numbers."""
    times = sorted(event.game_times.items(), key=lambda each: int(each[0]))
    return {number: format_datetime(datetime.fromisoformat(moment)) for number, moment in times}


def players_as_plain(players: Sequence[Player], viewer: Principal) -> list[dict[str, Any]]:
    """Players as files tell them; where the viewer may not know the name, what they are shown as is all there is."""
    ids = [player.pk for player in players]
    known = set(with_open_names(viewer).filter(pk__in=ids).values_list("pk", flat=True))
    return [
        {"id": str(player.pk), "name": player.name, "nickname": player.nickname}
        if player.pk in known
        else {"id": str(player.pk), "name": player.shown_as, "nickname": ""}
        for player in players
    ]


def what_belongs_to(event: Event) -> dict[str, Any]:
    """Entries, draws, report and games of an event as files tell them."""
    games = event.games.select_related("game", "awarded_to").prefetch_related("game__seats", "game__events")
    return {
        "entries": [_entry(entry) for entry in event.entries.all()],
        "draws": [_draw(draw) for draw in event.draws.all()],
        "report": _report(list(event.report.all())),
        "games": [_game(played) for played in games],
        "compensation": [_award(award) for award in event.compensation_awards.order_by("made_at", "pk")],
        **hall_as_plain(event),
    }


def _entry(entry: Entry) -> dict[str, Any]:
    data: dict[str, Any] = {"key": entry.key, "seed": entry.seed, "player": str(entry.player_id)}
    if entry.youngest:
        data["youngest"] = True
    if entry.left_after is not None:
        data["left_after"] = entry.left_after
    return data | entry_in_hall(entry)


def _report(lines: Sequence[ReportLine]) -> list[dict[str, Any]]:
    """The report; a line that undoes another tells which, counted from 1."""
    numbers = {line.pk: number for number, line in enumerate(lines, start=1)}
    return [_line(line, numbers[line.undoes_id] if line.undoes_id else None) for line in lines]


def _line(line: ReportLine, undoes: int | None) -> dict[str, Any]:
    data = {
        "said": line.said.as_json(),
        "reason": line.reason,
        "made_by": actor_name(line.made_by),
        "made_at": format_datetime(line.made_at),
    }
    return data if undoes is None else {**data, "undoes": undoes}


def _draw(draw: Draw) -> dict[str, Any]:
    return {
        "subject": draw.subject,
        "name": draw.name.as_json(),
        "places": [{"en": place["en"], "de": place["de"]} for place in draw.places],
        "order": draw.order,
        "method": draw.method,
        "published_seed": draw.published_seed,
        **({"throws": in_order(draw.throws)} if draw.throws else {}),
        "made_by": actor_name(draw.made_by),
        "made_at": format_datetime(draw.made_at),
        **draw_in_hall(draw),
    }


def _award(award: CompensationAward) -> dict[str, Any]:
    return {
        "player": str(award.player_id),
        "points": as_json(award.points),
        "reason": award.reason,
        "made_by": actor_name(award.made_by),
        "made_at": format_datetime(award.made_at),
    }


def _game(played: EventGame) -> dict[str, Any]:
    game = game_as_plain(played.game)
    game["options"] = in_order(game["options"])
    for event in game["events"]:
        event["payload"] = in_order(event["payload"])
    return {
        "number": played.number,
        "name": played.name.as_json(),
        "board": played.board,
        "due_starter": played.due_starter,
        "starter_reason": played.starter_reason.as_json(),
        "throws": in_order(played.throws),
        "override_reason": played.override_reason,
        "awarded_to": played.awarded_to.key if played.awarded_to else None,
        "award_reason": played.award_reason,
        "game": game,
    }
