"""Reading an event file: all of it or nothing, with the place of the first thing that is wrong."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, NoReturn, TypeVar

from django.db import transaction
from django.db.models import Model

from games.embargo import read_embargo
from games.errors import BadRequest
from games.importing import import_game, import_result
from games.models import Game, Player
from games.parts import Part
from rules import RulesError
from rules.text import Text
from tournaments import conduct
from tournaments.conduct.writing import checked, saved, withhold_games_of
from tournaments.event_file.layout import READABLE, VERSION
from tournaments.formats import FormatError, wording
from tournaments.formats.verdict import Points
from tournaments.models import CompensationAward, Draw, Entry, Event, EventGame, Season
from tournaments.models.event_game import LONGEST_BOARD
from tournaments.models.points_field import exact
from tournaments.projection import refresh
from tournaments.rankings.deciding import is_award

RowType = TypeVar("RowType", bound=Model)
_NOT_RECORDED = Text("not recorded", "nicht aufgezeichnet")


@transaction.atomic
def import_event(text: str, *, actor: str, now: datetime) -> Event:
    """The event that the file tells, with all its games; its slug and the ids of its games must be free.

    Players and a season that are here already (the same id, the same slug) stay as they are. Raises
    ``BadRequest`` that names the place in the file: what is missing, unknown or impossible, or the first
    event of a log that has been changed.
    """
    told = _opened(text).members(
        "rauswurf", "season", "event", "players", "entries", "draws", "games", optional=("compensation",)
    )
    event = _event(told["event"], _season(told["season"], actor, now), actor, now)
    for player in told["players"].items():
        _player(player)
    entries = {}
    for part in told["entries"].items():
        entry = _entry(event, part, actor)
        entries[entry.key] = entry
    for part in told["draws"].items():
        _draw(event, part, actor)
    for part in told["games"].items():
        _game(event, entries, part, actor, now)
    for part in told["compensation"].items() if "compensation" in told else ():
        _award(event, part, actor)
    withhold_games_of(event, now)
    try:
        return refresh(event_id=event.pk, now=now)
    except FormatError as error:
        raise BadRequest(
            Text(f"{error.field}: {error.message.en}", f"{error.field}: {error.message.de}"),
            field=error.field,
        ) from error


def _opened(text: str) -> Part:
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
        # What no database can keep: half a character (an escape that UTF-8 does not have), the character NUL.
        if b"\\u0000" in json.dumps(value, ensure_ascii=False).encode():
            raise ValueError("NUL")
    except (ValueError, RecursionError) as error:
        raise BadRequest(Text(f"this is no JSON: {error}", f"das ist kein JSON: {error}")) from error
    version = value.get("rauswurf") if isinstance(value, dict) else None
    if version not in READABLE:
        raise Part(version, "rauswurf").refused(
            f'this is no event file of a version that can be read, "{VERSION}" is needed',
            f'das ist keine Turnierdatei einer lesbaren Version, nötig ist "{VERSION}"',
        )
    return Part(value, "")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _season(part: Part, actor: str, now: datetime) -> Season:
    told = part.members("slug", "name", "starts_on", "ends_on")
    slug = told["slug"].text()
    return Season.objects.filter(slug=slug).first() or conduct.create_season(
        slug=slug,
        name=told["name"].text(),
        starts_on=told["starts_on"].day(),
        ends_on=told["ends_on"].day(),
        actor=actor,
        now=now,
    )


def _event(part: Part, season: Season, actor: str, now: datetime) -> Event:
    told = part.members(
        "slug",
        "name",
        "format",
        "rules",
        "starts_on",
        optional=("options", "settings", "level", "ranked", "ended_on", "embargo"),
    )
    if Event.objects.filter(slug=told["slug"].text()).exists():
        raise told["slug"].refused("this event is here already", "dieses Turnier ist schon da")
    try:
        event = conduct.create_event(
            season=season,
            slug=told["slug"].text(),
            name=told["name"].text(),
            format_key=told["format"].text(),
            rules_name=told["rules"].text(),
            options=told["options"].mapping() if "options" in told else None,
            settings=told["settings"].mapping() if "settings" in told else None,
            level=told["level"].whole() if "level" in told else 1,
            starts_on=told["starts_on"].day(),
            embargo=read_embargo(told["embargo"]) if "embargo" in told else None,
            ranked=told["ranked"].truth() if "ranked" in told else True,
            actor=actor,
            now=now,
        )
    except (FormatError, RulesError) as error:
        raise part.refused(error.message.en, error.message.de) from error
    if "ended_on" in told and not told["ended_on"].is_null:
        # Results typed in without a time do not tell it.
        Event.objects.filter(pk=event.pk).update(ended_on=told["ended_on"].day())
    return event


def _player(part: Part) -> None:
    told = part.members("id", "name", optional=("nickname",))
    if Player.objects.filter(pk=told["id"].id()).exists():
        return
    player = Player(
        pk=told["id"].id(),
        name=told["name"].text(100),
        nickname=told["nickname"].text(100) if "nickname" in told else "",
    )
    checked(player)
    player.save()


def _entry(event: Event, part: Part, actor: str) -> Entry:
    told = part.members("key", "seed", "player")
    player = Player.objects.filter(pk=told["player"].id()).first()
    if player is None:
        raise told["player"].refused("there is no such player", "diesen Spieler gibt es nicht")
    entry = Entry(event=event, key=told["key"].text(120), seed=told["seed"].whole(), player=player)
    return _kept(entry, part, actor)


def _draw(event: Event, part: Part, actor: str) -> None:
    told = part.members(
        "subject", "name", "places", "order", "method", "published_seed", "made_by", "made_at"
    )
    draw = Draw(
        event=event,
        subject=told["subject"].text(60),
        name=told["name"].said(),
        places=[place.said().as_json() for place in told["places"].items()],
        order=told["order"].texts(),
        method=told["method"].text(20),
        published_seed=told["published_seed"].text(200),
        made_by=told["made_by"].text(60),
        made_at=told["made_at"].moment(),
    )
    _kept(draw, part, actor)


def _award(event: Event, part: Part, actor: str) -> None:
    told = part.members("player", "points", "reason", "made_by", "made_at")
    if not event.entries.filter(player=told["player"].id()).exists():
        raise told["player"].refused("this player is not entered", "dieser Spieler ist nicht gemeldet")
    award = CompensationAward(
        event=event,
        player_id=told["player"].id(),
        points=_points(told["points"]),
        reason=told["reason"].text(200),
        made_by=told["made_by"].text(60),
        made_at=told["made_at"].moment(),
    )
    _kept(award, part, actor)


def _points(part: Part) -> Points:
    """Whole or half points: ``2`` or ``"5/2"``."""
    try:
        points = exact(part.whole() if isinstance(part.value, int) else part.text(20))
    except (ValueError, ZeroDivisionError):
        points = 0
    if not is_award(points):
        raise part.refused('points such as 2 or "5/2" are needed', 'nötig sind Punkte wie 2 oder "5/2"')
    return points


def _game(event: Event, entries: dict[str, Entry], part: Part, actor: str, now: datetime) -> None:
    told = part.members(
        "number",
        optional=(
            "name",
            "board",
            "due_starter",
            "starter_reason",
            "throws",
            "override_reason",
            "awarded_to",
            "award_reason",
            "game",
            "result",
        ),
    )
    if ("game" in told) == ("result" in told):
        raise part.refused(
            "either “game” (with its log) or “result” (without throws) is needed",
            "nötig ist entweder „game“ (mit Protokoll) oder „result“ (ohne Würfe)",
        )
    number = told["number"].whole()
    awarded_to = _awarded(entries, told.get("awarded_to"))
    played = EventGame(
        event=event,
        number=number,
        name=told["name"].said() if "name" in told else wording.games([number]),
        game=import_game(told["game"])
        if "game" in told
        else _result(event, entries, told["result"], awarded_to, actor, now),
        board=told["board"].text(LONGEST_BOARD) if "board" in told else "",
        due_starter=told["due_starter"].text(10) if "due_starter" in told else "",
        starter_reason=told["starter_reason"].said() if "starter_reason" in told else _NOT_RECORDED,
        throws=_rounds(told["throws"]) if "throws" in told else [],
        override_reason=told["override_reason"].text(200) if "override_reason" in told else "",
        awarded_to=awarded_to,
        award_reason=told["award_reason"].text(200) if "award_reason" in told else "",
    )
    if played.game.rules_name != event.rules_name or played.game.options != event.options:
        raise part.refused(
            f"this event is played by {event.rules_name}",
            f"dieses Turnier wird nach {event.rules_name} gespielt",
        )
    if not set(played.game.seating) <= {str(entry.player_id) for entry in entries.values()}:
        raise part.refused(
            "somebody plays who is not entered", "es spielt jemand mit, der nicht gemeldet ist"
        )
    _kept(played, part, actor)


def _result(
    event: Event, entries: dict[str, Entry], part: Part, awarded_to: Entry | None, actor: str, now: datetime
) -> Game:
    """The game of a result without throws: its seats are told by the keys of the entries."""
    told = part.members("seats", optional=("places", "starter", "played_at"))
    seats = []
    for key in told["seats"].mapping():
        if key not in entries:
            raise told["seats"].refused(*_who_is_entered(entries))
        seats.append(
            (entries[key].player, Part(told["seats"].value[key], f"{part.place}.seats.{key}").texts())
        )
    wanted: dict[str, Any] = {
        "places": told["places"].texts() if "places" in told else [],
        "starter": told["starter"].text(10) if "starter" in told else "",
        "played_at": told["played_at"].moment() if "played_at" in told else None,
        "awarded_to": awarded_to.player if awarded_to else None,
    }
    try:
        return import_result(rules=event.rules, seats=seats, actor=actor, now=now, **wanted)
    except (RulesError, BadRequest) as error:
        raise part.refused(error.message.en, error.message.de) from error


def _who_is_entered(entries: dict[str, Entry]) -> tuple[str, str]:
    known = ", ".join(entries)
    return f"entered are {known}", f"gemeldet sind {known}"


def _kept(row: RowType, part: Part, actor: str) -> RowType:
    """The row, checked and saved."""
    try:
        checked(row)
    except BadRequest as error:
        raise part.refused(error.message.en, error.message.de) from error
    saved(row, actor)
    return row


def _awarded(entries: dict[str, Entry], part: Part | None) -> Entry | None:
    if part is None or part.is_null:
        return None
    if part.text() not in entries:
        raise part.refused(*_who_is_entered(entries))
    return entries[part.text()]


def _rounds(part: Part) -> list[dict[str, int]]:
    return [
        {colour: Part(die, f"{each.place}.{colour}").whole() for colour, die in each.mapping().items()}
        for each in part.items()
    ]
