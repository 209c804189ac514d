"""Who did what when in an event: everything in one list, in sentences, for those who may read it."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.text import capfirst
from django.utils.translation import override

from games.access import COMMAND, accounts, services, with_account
from games.enums import EventKind, Role
from games.models import Game, Permit
from games.services import recorder
from rules import Text
from tests.games.conftest import client_with, random_throws
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start
from tests.tournaments.event_state import happen
from tests.tournaments.hall.halls import new_hall, published
from tournaments import services as conduct
from tournaments.audit import queries
from tournaments.audit.queries import HISTORIES, AuditLine
from tournaments.audit.views import tell_days
from tournaments.models import MOVED_UP, RENAMED, Event, Season
from tournaments.models.webhook import NEW_SECRET
from tournaments.webhooks import services as subscribing

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def evening(cup: Event) -> Event:
    """The cup with a game of some throws, a change of its name and a token for its board."""
    game = start(cup, rounds=YELLOW_STARTS, board="3").game
    recorder.record_throws(
        game_id=game.pk, throws=random_throws(game, 5), expected=game.number, actor="token:77", now=LATER
    )
    conduct.change_event(
        event_id=cup.pk, changes={"name": "Grand Cup"}, note="new sponsor", actor="user:9", now=LATER
    )
    services.issue_token(name="board 3", role=Role.RECORDER, place="board:cup:3", by=COMMAND, now=LATER)
    return Event.objects.get(pk=cup.pk)


@pytest.fixture
def olga(cup: Event) -> Client:
    person = User.objects.create_user("olga", password="quick brown fox")
    Permit.objects.create(person=person, role=Role.ORGANISER, place="event:cup", granted_at=NOW)
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def organiser(evening: Event, olga: Client) -> Client:
    return olga


def told(client: Any, slug: str = "cup") -> list[dict[str, Any]]:
    answer = client.get(f"/api/v1/events/{slug}/audit/?limit=200")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["results"]
    assert answer.json()["count"] == len(found)
    return found


def test_everything_stands_in_one_list_the_latest_first(organiser: Client) -> None:
    found = told(organiser)
    assert [line["at"] for line in found] == sorted((line["at"] for line in found), reverse=True)
    kinds = [line["kind"] for line in found]
    assert kinds.count("throw") == 5
    assert kinds.count("entry") == 3
    assert {"created", "start", "event", "draw", "game of the event", "token issued"} <= set(kinds)
    assert all(line["what"]["en"] and line["what"]["de"] for line in found)


def test_a_change_tells_what_it_changed_and_why(organiser: Client) -> None:
    line = next(line for line in told(organiser) if line["actor"] == "user:9")
    assert line["what"] == {"en": "event changed", "de": "Turnier geändert"}
    assert line["details"] == {"note": "new sponsor", "name": {"from": "Cup", "to": "Grand Cup"}}


def test_another_event_tells_nothing_of_this_one(organiser: Client, evening: Event, season: Season) -> None:
    with time_machine.travel(NOW - timedelta(minutes=1), tick=False):
        new_event(season, slug="open", name="Open")
    services.issue_token(name="x", role=Role.RECORDER, place="board:open:3", by=COMMAND, now=NOW)
    assert organiser.get("/api/v1/events/open/audit/").status_code == 403
    assert not [line for line in told(organiser) if line["details"].get("place") == "board:open:3"]
    found = told(client_with(Role.ORGANISER), slug="open")
    assert [line["kind"] for line in found] == ["token issued", "event"]


def test_what_people_write_is_escaped(organiser: Client, evening: Event) -> None:
    conduct.change_event(event_id=evening.pk, changes={"name": "<script>x</script>"}, actor="test", now=LATER)
    assert_is_sound(organiser.get("/events/cup/audit/"), "en")


@pytest.mark.parametrize("throws", [1, 150])
def test_the_list_costs_the_same_queries_for_few_lines_and_for_many(
    organiser: Client, evening: Event, throws: int
) -> None:
    game = Game.objects.get()
    recorder.record_throws(
        game_id=game.pk,
        throws=random_throws(game, throws, seed=3),
        expected=game.number,
        actor="test",
        now=NOW,
    )
    with CaptureQueriesContext(connection) as page:
        organiser.get("/events/cup/audit/")
    # Session, account, permits, event, games of the place; rows, six kinds of them, numbers of games, names; what
    # sentences call by name: seasons, entries and their players, places; and how many lines there are.
    assert len(page) <= 21


# -- its sentences --------------------------------------------------------------------------------

#: What programs say: ids, JSON, places and actors as they are kept.
UNSPOKEN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}|[{}\[\]⟦]|event:|board:cup|entry-\d|user:|None|True")


def by_olga() -> str:
    return f"user:{User.objects.get(username='olga').pk}"


def read(client: Client, language: str = "en") -> list[str]:
    """The sentences of the page, the latest first, without their tags."""
    page = assert_is_sound(client.get("/events/cup/audit/", headers={"accept-language": language}), language)
    lines = re.findall(r"<li><time[^>]*>(.*?)</time>\s*<p>(.*?)</p>", page, re.S)
    return [re.sub(r"<[^>]+>", "", f"{at} {said}").replace("&#x27;", "'") for at, said in lines]


def test_no_sentence_shows_a_number_or_a_name_of_the_program(
    olga: Client, cup: Event, season: Season
) -> None:
    """Everything that the log tells of an evening, read without ids, keys and JSON."""
    game = start(cup, rounds=YELLOW_STARTS, board="7").game
    recorder.record_throws(
        game_id=game.pk, throws=random_throws(game, 5), expected=game.number, actor=by_olga(), now=LATER
    )
    happen(game, EventKind.ABANDON, reason="power cut")
    start(Event.objects.get(pk=cup.pk), rounds=YELLOW_STARTS)
    conduct.change_event(
        event_id=cup.pk, changes={"name": "Grand Cup", "level": 2}, actor=by_olga(), now=LATER
    )
    conduct.change_event(
        event_id=cup.pk, changes={"settings": {"wins": 3}}, note="more", actor="test", now=LATER
    )
    conduct.suspend_event(event_id=cup.pk, hold=Event.Hold.CALLED_OFF, reason="late", actor="test", now=LATER)
    conduct.archive_event(event_id=cup.pk, actor=by_olga(), now=LATER)
    conduct.restore_event(event_id=cup.pk, actor=by_olga(), now=LATER)
    hook = subscribing.subscribe(
        event_id=cup.pk, url="https://league.example/", kinds=["game.ended"], actor=by_olga(), now=LATER
    )
    subscribing.change_webhook(webhook_id=hook.pk, changes={"active": False}, actor=by_olga(), now=LATER)
    by = with_account(User.objects.get(username="olga"))
    token, _text = services.issue_token(
        name="board 7", role=Role.RECORDER, place="board:cup:7", by=by, now=LATER
    )
    services.revoke_token(token_id=token.pk, by=by, now=LATER)
    accounts.admit(person="Lena Vogt", role=Role.REFEREE, place="event:cup", by=by, now=LATER)
    for language in ("en", "de"):
        found = read(olga, language)
        assert len(found) > 20
        for line in found:
            assert not UNSPOKEN.search(line), line
    told = "\n".join(read(olga))
    for sentence in (
        "olga: Name: Cup → Grand Cup; Level: 1 → 2",
        "– more",
        "olga: Event archived",
        "olga: Event restored",
        "Game 1 · Abandoned without a result: power cut",
        "olga: Link “board 7” created: recorder, Grand Cup, board 7",
        "olga: Link “board 7” revoked",
        "olga: Lena.Vogt let in: referee, Grand Cup",
        "test: Änne Öhler entered",
        "test: Event created",
    ):
        assert sentence in told, (sentence, told)


SAME = {"en": "one", "de": "eins"}
OTHER = {"en": "two", "de": "zwei"}
AT, THEN = "2026-11-21 19:15:00+00:00", "2027-11-21 19:15:00+00:00"
#: Row and field → its value before and after. Numbers of seasons, entries and players are put in by the test.
CHANGES: dict[tuple[str, str], tuple[Any, Any]] = {
    ("event", "slug"): ("cup", "open"),
    ("event", "name"): ("Cup", "Open"),
    ("event", "format_key"): ("league", "challengers"),
    ("event", "rules_name"): ("xmadn-3t", "xmadn-2t"),
    ("event", "options"): ({}, {"barriers": True}),
    ("event", "settings"): ({"wins": 2, "absent_starter": "throw"}, {"wins": 3, "absent_starter": "throw"}),
    ("event", "level"): (1, 3),
    ("event", "starts_on"): ("2026-11-21", "2026-12-01"),
    ("event", "ranked"): (True, False),
    ("event", "forecasts"): (False, True),
    ("event", "seconds_per_throw"): (None, 9),
    ("event", "game_times"): ({}, {"2": "2026-11-21"}),
    ("event", "is_public"): (True, False),
    ("event", "hold"): ("", "interrupted"),
    ("event", "archived"): (False, True),
    ("event", "season"): ("season", None),
    ("entry", "key"): ("one", "two"),
    ("entry", "seed"): (1, 2),
    ("entry", "left_after"): (None, 3),
    ("entry", "youngest"): (False, True),
    ("entry", "number"): (7, 8),
    ("entry", "team"): ("", "Lions"),
    ("entry", "groups"): ([], ["A", "B"]),
    ("entry", "presence"): ("announced", "present"),
    ("entry", "paid"): (False, True),
    ("entry", "wishes"): ([], ["early"]),
    ("entry", "registered"): ("", "site"),
    ("entry", "arrival"): ("", "phone"),
    ("entry", "namesake"): ("", "same"),
    ("entry", "player"): ("player", None),
    ("draw", "subject"): ("pairs", "order"),
    ("draw", "name"): (SAME, OTHER),
    ("draw", "places"): ([SAME], [OTHER]),
    ("draw", "order"): (["one"], ["two"]),
    ("draw", "method"): ("published seed", "by hand"),
    ("draw", "published_seed"): ("", "lottery"),
    ("draw", "throws"): ([], [{"red": 6}]),
    ("draw", "made_by"): ("", "test"),
    ("draw", "made_at"): (AT, THEN),
    ("draw", "annulled_why"): ("", "fire"),
    ("draw", "closed_at"): (None, AT),
    ("game of the event", "number"): (1, 2),
    ("game of the event", "name"): (SAME, OTHER),
    ("game of the event", "board"): ("", "7"),
    ("game of the event", "due_starter"): ("", "red"),
    ("game of the event", "starter_reason"): (SAME, OTHER),
    ("game of the event", "throws"): (
        [{"red": 6, "blue": 6}],
        [{"red": 6, "blue": 6}, {"red": 2, "blue": 1}],
    ),
    ("game of the event", "override_reason"): ("", "asked first"),
    ("game of the event", "award_reason"): ("", "ill"),
    ("game of the event", "game"): ("1", "2"),
    ("game of the event", "awarded_to"): (None, "entry"),
    ("webhook", "url"): ("https://a.example", "https://b.example"),
    ("webhook", "season"): (None, "season"),
    ("webhook", "receiver"): ("program", "discord"),
    ("webhook", "chat"): ("", "17"),
    ("webhook", "language"): ("en", "de"),
    ("webhook", "kinds"): (["game.ended"], []),
    ("webhook", "active"): (True, False),
    ("webhook", "created_by"): ("", "test"),
    ("webhook", "created_at"): (AT, THEN),
    ("CP awarded", "points"): ("1", "2"),
    ("CP awarded", "reason"): ("", "shortened"),
    ("CP awarded", "made_by"): ("", "test"),
    ("CP awarded", "made_at"): (None, AT),
    ("CP awarded", "player"): (None, "player"),
    ("registration", "is_open"): (True, False),
    ("registration", "closes_at"): (None, AT),
    ("registration", "most_waiting"): (3, 5),
    ("registration", "conditions"): ("", "x" * 200),
    ("registration", "door_code"): ("", "4711"),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_change_is_said_without_a_name_or_value_of_the_program(cup: Event, language: str) -> None:
    tracked = {
        (kind, each.name)
        for kind, (model, _) in HISTORIES.items()
        for each in model.history.model.tracked_fields
        if each.name not in queries._OMITTED
    }
    assert tracked == set(CHANGES)
    entry = cup.entries.get(key="entry-1")
    rows = {"season": cup.season_id, "entry": entry.pk, "player": str(entry.player_id)}
    found = {}
    with time_machine.travel(NOW), override(language):
        for (kind, name), (old, new) in CHANGES.items():
            ends = {
                "from": rows.get(old, old) if isinstance(old, str) else old,
                "to": rows.get(new, new) if isinstance(new, str) else new,
            }
            found[kind, name] = said_of(cup, kind, {name: ends}, {"player": rows["player"]})
    wrong = {
        (kind, name): said
        for (kind, name), said in found.items()
        if UNSPOKEN.search(said) or ("_" in name and name in said)
    }
    assert wrong == {}, "\n".join(map(str, wrong.items()))
    assert found["event", "settings"].endswith(" 2 → 3"), "what stays is not told"


#: Kind → what is said of a row that was saved without a difference, and of one with a note alone.
UNCHANGED = {
    "event": ("Saved, nothing changed", "Why"),
    "entry": ("Änne Öhler: saved, nothing changed", "Änne Öhler: why"),
    "draw": ("One: saved, nothing changed", "One: why"),
    "game of the event": ("Game 2 · saved, nothing changed", "Game 2 · why"),
    "webhook": ("Webhook: saved, nothing changed", "Webhook: why"),
    "CP awarded": ("CP of Änne Öhler: saved, nothing changed", "CP of Änne Öhler: why"),
    "registration": ("Registration: saved, nothing changed", "Registration: why"),
}


def test_no_line_is_without_words(cup: Event) -> None:
    assert set(UNCHANGED) == set(HISTORIES)
    player = str(cup.entries.get(key="entry-1").player_id)
    subject = {"player": player, "name": SAME}
    found = {
        kind: tuple(said_of(cup, kind, details, subject) for details in ({}, {"note": "why"}))
        for kind in HISTORIES
    }
    assert found == UNCHANGED


NOTES = {
    ("entry", MOVED_UP): "Änne Öhler moved up from the waiting list",
    ("entry", RENAMED): "Name corrected: Änne Öhler",
    ("webhook", NEW_SECRET): "Webhook: new secret",
}


@pytest.mark.parametrize("note", [MOVED_UP, RENAMED, NEW_SECRET])
def test_notes_of_the_program_are_sentences_of_their_kind_and_elsewhere_what_somebody_has_typed(
    cup: Event, note: str
) -> None:
    subject = {"player": str(cup.entries.get(key="entry-1").player_id), "name": SAME}
    for kind in HISTORIES:
        typed = UNCHANGED[kind][1].replace("Why", capfirst(note)).replace("why", note)
        assert said_of(cup, kind, {"note": note}, subject) == NOTES.get((kind, note), typed)


def test_a_draw_is_said_with_what_it_gave_and_a_round_of_tables_without(cup: Event, season: Season) -> None:
    hall = new_hall(season, 8, are_present=True)
    published(hall)
    (of_colours,), (of_tables,) = drawn(cup), drawn(hall)
    assert re.search(r"^[^:]+ – [^:]+: Änne Öhler – \w+ and \w+; ", of_colours)
    assert of_tables == "Round 1 – seated from a published seed"


def drawn(event: Event) -> list[str]:
    """The sentences about draws that were held."""
    days = tell_days(event, queries.lines(event, queries.rows(event, throws=False)))
    return [
        sentence
        for _day, told in days
        for line, sentence in told
        if (line.kind, line.change) == ("draw", "+")
    ]


def said_of(event: Event, kind: str, details: dict[str, Any], subject: dict[str, Any]) -> str:
    game = 2 if kind == "game of the event" else None
    line = AuditLine(NOW, "test", kind, Text(""), game, details, change="~", subject=subject)
    ((_line, sentence),) = tell_days(event, [line])[0][1]
    return sentence
