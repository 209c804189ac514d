"""What event and season files have of each row, member by member, and how an event is written.

From the members rows are written and read.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.access import COMMAND, Principal
from games.domain.actors import actor_name
from games.models import Player
from games.queries.name_matching import with_open_names
from games.services.export_game import game_as_plain
from games.validation.json_value import JsonValue
from games.validation.members import (
    DAY,
    ID,
    MOMENT,
    OBJECT,
    PART,
    SENTENCE,
    TEXT,
    TEXTS,
    WHOLE,
    YES_OR_NO,
    Member,
    MemberKind,
    as_plain,
    by_name,
    format_datetime,
    in_order,
    list_of,
    maybe,
    object_of,
    one_of,
    text,
)
from games.validation.strict_json import read_json
from rules import Text
from tournaments.formats import Points, as_json
from tournaments.models import (
    LONGEST_BOARD,
    LONGEST_LABEL,
    LONGEST_REASON,
    Entry,
    Event,
    EventGame,
    Registration,
    ResultClaim,
    exact,
    number_of,
    whole_number,
)
from tournaments.models.entry import LONGEST_CONDITIONS, MOST_WAITING
from tournaments.models.hall_round import LONGEST_CLAIMANT
from tournaments.rankings.services import is_award

MADE_BY, MADE_AT = (
    Member("made_by", MemberKind(lambda part: part.text(60), actor_name)),
    Member("made_at", MOMENT),
)
LABEL = text(LONGEST_LABEL)
#: Rounds of throws: who threw → die.
ROUNDS = list_of(by_name(WHOLE))


def _times(part: JsonValue) -> dict[str, str]:
    times: dict[str, str] = by_name(MemberKind(lambda moment: moment.datetime().isoformat())).read(part)
    if any(whole_number(number) is None for number in times):
        raise part.refused(Text("numbers of games are needed as names"))
    return {str(int(number)): moment for number, moment in times.items()}


def _written_times(times: Mapping[str, str]) -> dict[str, str]:
    """In the order of their numbers."""
    return {
        number: format_datetime(datetime.fromisoformat(times[number])) for number in sorted(times, key=int)
    }


def _points(part: JsonValue) -> Points:
    """Whole or half points: ``2`` or ``"5/2"``."""
    try:
        points = exact(part.integer() if isinstance(part.value, int) else part.text(20))
    except (ValueError, ZeroDivisionError):
        points = 0
    if not is_award(points):
        raise part.refused(Text('points such as 2 or "5/2" are needed'))
    return points


def _most_waiting(part: JsonValue) -> int:
    if not 0 <= part.integer() <= MOST_WAITING:
        raise part.refused(Text("0 to {most} are possible", most=MOST_WAITING))
    return part.integer()


def _change(part: JsonValue) -> Any:
    """Stored as the file has it."""
    _CHANGE.read(part)
    return part.value


def _clock(part: JsonValue) -> Any:
    if len({"played_ms", "since", "limit_reached"} & _CLOCK.read(part).keys()) not in (0, 3):
        raise part.refused(Text("a clock that was started has played_ms, since and limit_reached"))
    return part.value


def _written_clock(clock: Mapping[str, Any]) -> Any:
    """With the offset that all moments of files have."""
    since = clock.get("since")
    return in_order({**clock, "since": since.replace("Z", "+00:00")} if since else clock)


_CLOCK = object_of(
    Member("played_ms", WHOLE, optional=True),
    Member("since", maybe(MOMENT), optional=True),
    Member("limit_reached", YES_OR_NO, optional=True),
    Member("limit_ms", WHOLE, optional=True),
)
_WISHES = (Member("table", WHOLE, optional=True), Member("never_with", TEXTS, optional=True))
_PERSON = object_of(
    Member("key", text(120)),
    Member("team", LABEL, optional=True),
    *_WISHES,
    Member("score", WHOLE, optional=True),
)
_CHANGE = object_of(
    Member("kind", text(200)),
    Member("reason", text(200)),
    Member("order", TEXTS),
    Member("made_by", text(200)),
    MADE_AT,
)
_PAWNS = object_of(
    Member("home", WHOLE),
    Member("yard", WHOLE),
    Member("fields", TEXTS),
    Member("captures", WHOLE, optional=True),
)
_SHEET = object_of(Member("order", TEXTS), Member("lines", by_name(_PAWNS)), Member("finished", TEXTS))

SEASON = (Member("slug", TEXT), Member("name", TEXT), Member("starts_on", DAY), Member("ends_on", DAY))
EVENT = (
    Member("slug", TEXT),
    Member("name", TEXT),
    Member("format", TEXT, field="format_key"),
    Member("rules", TEXT, field="rules_name"),
    Member("options", OBJECT, optional=True),
    Member("settings", OBJECT, optional=True),
    Member("level", WHOLE, optional=True),
    Member("ranked", YES_OR_NO, optional=True),
    Member("starts_on", DAY),
    Member("ended_on", maybe(DAY), optional=True),
    Member("is_public", YES_OR_NO, unless=True),
    Member("hold", one_of(Event.Hold.values), unless=Event.Hold.NONE),
    Member("forecasts", YES_OR_NO, unless=True),
    Member("seconds_per_throw", WHOLE, unless=None),
    Member("game_times", MemberKind(_times, _written_times), unless={}),
)
PLAYER = (Member("id", ID), Member("name", text(100)), Member("nickname", text(100), optional=True))
ENTRY = (
    Member("key", text(120)),
    Member("seed", WHOLE),
    Member("player", ID, field="player_id"),
    Member("youngest", YES_OR_NO, unless=False),
    Member("left_after", WHOLE, unless=None),
    # Of a hall.
    Member("number", WHOLE, unless=0),
    Member("team", LABEL, unless=""),
    Member("groups", list_of(LABEL), unless=[]),
    Member("presence", one_of(Entry.Presence.values), unless=Entry.Presence.PRESENT),
    Member("paid", YES_OR_NO, unless=False),
    Member("wishes", object_of(*_WISHES), unless={}),
    Member("registered", MemberKind(JsonValue.boolean, bool), unless=""),
    Member("arrival", one_of(Entry.Arrival.values), unless=Entry.Arrival.DESK),
)
DRAW = (
    Member("subject", text(60)),
    Member("name", SENTENCE),
    Member(
        "places",
        MemberKind(
            lambda part: [place.localized().as_json() for place in part.items()],
            lambda places: [{"en": place["en"], "de": place["de"]} for place in places],
        ),
    ),
    Member("order", TEXTS),
    Member("method", text(20)),
    Member("published_seed", text(200)),
    Member("throws", ROUNDS, unless=[]),
    MADE_BY,
    MADE_AT,
    # Of a round of a hall.
    Member("annulled_why", text(200), unless=""),
    Member("closed_at", MOMENT, unless=None),
)
LINE = (
    Member("said", SENTENCE),
    Member("reason", text(LONGEST_REASON)),
    MADE_BY,
    MADE_AT,
    Member("undoes", WHOLE, unless=None),
)
EVENT_GAME = (
    Member("number", WHOLE),
    Member("name", SENTENCE, optional=True),
    Member("board", text(LONGEST_BOARD), optional=True),
    Member("due_starter", text(10), optional=True),
    Member("starter_reason", SENTENCE, optional=True),
    Member("throws", ROUNDS, optional=True),
    Member("override_reason", text(200), optional=True),
    Member("awarded_to", maybe(TEXT), optional=True),
    Member("award_reason", text(200), optional=True),
    Member("game", PART, optional=True),
    Member("result", PART, unless=None),
)
#: A game without known throws; files that are written have its log.
RESULT = (
    Member("seats", by_name(TEXTS)),
    Member("rules", TEXT, optional=True),
    Member("places", TEXTS, optional=True),
    Member("pawns", by_name(WHOLE), optional=True),
    Member("seconds", maybe(WHOLE), optional=True),
    Member("starter", text(10), optional=True),
    Member("played_at", MOMENT, optional=True),
)
AWARD = (
    Member("player", ID, field="player_id"),
    Member("points", MemberKind(_points, as_json)),
    Member("reason", text(200)),
    MADE_BY,
    MADE_AT,
)
PLAN = (
    Member("round", text(60), field="subject"),
    Member("number", WHOLE),
    Member("seed", text(200)),
    Member("seed_hash", text(64)),
    Member("order", TEXTS),
    Member("people", list_of(_PERSON)),
    Member("rounds", WHOLE),
    Member("changes", list_of(MemberKind(_change, in_order))),
    MADE_BY,
    MADE_AT,
)
CLOCK = (
    Member("round", text(60), field="subject"),
    Member("planned_minutes", maybe(WHOLE)),
    Member("clock", MemberKind(_clock, _written_clock)),
)
CLAIM = (
    Member("number", WHOLE),
    Member("claimant", MemberKind(lambda part: part.text(LONGEST_CLAIMANT), actor_name)),
    Member("sheet", _SHEET),
    Member("state", one_of(ResultClaim.State.values)),
    MADE_AT,
)
REGISTRATION = (
    Member("is_open", YES_OR_NO),
    Member("closes_at", maybe(MOMENT)),
    Member("most_waiting", MemberKind(_most_waiting)),
    Member("conditions", text(LONGEST_CONDITIONS)),
)
MEDAL_GAME = (
    Member("winner", ID, field="winner_id"),
    Member("played_on", DAY),
    Member("reason", text(200)),
    MADE_BY,
    MADE_AT,
)


#: The first member of every file, ``"rauswurf"``: what it is, and by which version of the format.
VERSION = "event/4"
#: Versions that are not read any more, and the commit that is the last to read them and to write those of today.
EARLIER = ("event/1", "event/2", "event/3", "season/1")
LAST_READER = "82eb0c6a"
#: What fits in this number of characters is written on one line.
_WIDTH = 100
#: Below this depth of an event everything is written on one line: the events of a log.
DEEPEST = 5


def format_archive(value: Any, depth: int = 0, deepest: int = DEEPEST) -> str:
    """The value as JSON text; the same value gives the same text. Below ``deepest`` it is written on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or depth >= deepest or len(line) <= _WIDTH:
        return line
    margin = " " * (depth + 1)
    if isinstance(value, list):
        inside = [format_archive(item, depth + 1, deepest) for item in value]
        opening, closing = "[", "]"
    else:
        inside = [
            f"{json.dumps(name)}: {format_archive(item, depth + 1, deepest)}" for name, item in value.items()
        ]
        opening, closing = "{", "}"
    return opening + ",".join(f"\n{margin}{each}" for each in inside) + f"\n{' ' * depth}{closing}"


def parse_archive(text: str, readable: str) -> JsonValue:
    """Parse the JSON text of a file of the ``readable`` version; raise ``BadRequest`` for any other."""
    value = read_json(text)
    version = value.get("rauswurf") if isinstance(value, dict) else None
    if version in EARLIER:
        raise JsonValue(version, "rauswurf").refused(
            Text(
                '"{version}" is read by the program up to commit {commit} only: import the file there and export'
                ' it again; "{readable}" is needed here',
                version=version,
                commit=LAST_READER,
                readable=readable,
            ),
        )
    if version != readable:
        raise JsonValue(version, "rauswurf").refused(
            Text(
                'this is no file of a version that can be read here, "{readable}" is needed',
                readable=readable,
            )
        )
    return JsonValue(value, "")


#: The member of the file that only a hall has.
HALL = "hall"


def export_event(event: Event, viewer: Principal = COMMAND) -> str:
    """The text of the file as the viewer may have it. The same event gives the same text, on every database."""
    players = [entry.player for entry in event.entries.select_related("player")]
    data = {
        "rauswurf": VERSION,
        "season": as_plain(event.season, SEASON),
        "event": as_plain(event, EVENT),
        "players": players_as_plain(players, viewer),
        **what_belongs_to(event),
    }
    return format_archive(data) + "\n"


def players_as_plain(players: Sequence[Player], viewer: Principal) -> list[dict[str, Any]]:
    """Players as files tell them; where the viewer may not know the name, what they are shown as is all there is."""
    ids = [player.pk for player in players]
    known = set(with_open_names(viewer).filter(pk__in=ids).values_list("pk", flat=True))
    return [
        as_plain(player, PLAYER)
        if player.pk in known
        else as_plain(player, PLAYER, name=player.shown_as, nickname="")
        for player in players
    ]


def what_belongs_to(event: Event) -> dict[str, Any]:
    """Entries, draws, report and games of an event as files tell them."""
    games = event.games.select_related("game", "awarded_to").prefetch_related("game__seats", "game__events")
    report = list(event.report.all())
    numbers = {line.pk: number for number, line in enumerate(report, start=1)}
    return {
        "entries": [_entry(entry) for entry in event.entries.all()],
        "draws": [as_plain(draw, DRAW) for draw in event.draws.all()],
        "report": [as_plain(line, LINE, undoes=numbers.get(line.undoes_id or 0)) for line in report],
        "games": [_game(played) for played in games],
        "compensation": [
            as_plain(award, AWARD) for award in event.compensation_awards.order_by("made_at", "pk")
        ],
        **hall_as_plain(event),
    }


def _entry(entry: Entry) -> dict[str, Any]:
    """The start number is left out where it is that of the key."""
    comes_with_key = entry.number and entry.number == number_of(entry.key)
    return as_plain(entry, ENTRY, number=0 if comes_with_key else entry.number)


def _game(played: EventGame) -> dict[str, Any]:
    awarded_to = played.awarded_to.key if played.awarded_to else None
    return as_plain(played, EVENT_GAME, awarded_to=awarded_to, game=game_as_plain(played.game), result=None)


def hall_as_plain(event: Event) -> dict[str, Any]:
    """What files tell of a hall: plans of rounds, clocks, claims, and how people get in by themselves.

    None where there is nothing; the code at the door is of one morning and stays here.
    """
    timed = event.draws.filter(clock__isnull=False)
    data: dict[str, Any] = {
        "plans": [as_plain(plan, PLAN) for plan in event.round_plans.all()],
        "clocks": [as_plain(draw, CLOCK) for draw in timed.order_by("subject")],
        "claims": [as_plain(claim, CLAIM) for claim in event.result_claims.all()],
    }
    if registration := Registration.objects.filter(event=event).first():
        data["registration"] = as_plain(registration, REGISTRATION)
    return {HALL: data} if any(data.values()) else {}
