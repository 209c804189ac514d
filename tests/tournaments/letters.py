"""A letter that is taken as it is for every way of the REST interface to write, the site that it is written to, and
the addresses at which it can be read."""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from games.access import grant, issue_token, with_account
from games.enums import EventKind, Role
from games.models import Game, Player
from games.services import recorder
from games.services.commands import EventCommand
from rules import RULE_SETS
from tests.games.conftest import PAIRS
from tests.games.happening import happen, player, throw
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event
from tests.tournaments.event_state import WHO, undone
from tournaments import services
from tournaments.files.result_import import ResultList
from tournaments.files.result_import.long_lists import hand_in
from tournaments.hall import services as hall
from tournaments.models import Delivery, Event, Season, Webhook
from tournaments.players.records import KINDS
from tournaments.services import Slip
from tournaments.webhooks import services as subscribing

BOARD = "6x8 B,B,B,5/B,B,B,B/B,B,9,a/B,B,B,B/B,B,B,B/B,B,B,B U0"
CONTENT = "event;date;format;settings;players;result\nCup;1.2.2024;Championship;wins=1;Anna Amsel/Bert Bach/Cora;Anna\n"


@dataclass(frozen=True)
class Letter:
    """What is sent: method, address as the description has it, address, JSON (``None``: nothing is told)."""

    method: str
    route: str
    path: str
    body: Any = None


@dataclass
class Tables:
    """Who sits at the tables of a round, the codes of their slips, and a claim that waits."""

    seated: list[tuple[str, ...]]
    codes: list[str]
    claim: int


@dataclass
class Site:
    """A site on which something of every kind is there."""

    players: list[Player]
    games: list[Game]
    events: dict[str, Event]
    #: With what it was sent.
    webhook: Webhook
    delivery: Delivery
    token: int
    permit: int
    #: Of a long result list.
    imports: list[int]
    tables: Tables


def games_of_all_kinds(players: list[Player]) -> list[Game]:
    """A game that has not begun, one with nearly everything that can happen, and one that is over."""
    seats = list(zip(players, PAIRS, strict=True))
    found = [recorder.create_game(rules=RULE_SETS["xmadn-3t"], seats=seats, **WHO) for _ in range(4)]
    for number in (1, 2):
        found[number] = throw(happen(found[number], EventKind.START, starter="yellow"), 30)
    found[1] = happen(found[1], EventKind.CLOCK, action="start")
    found[1] = happen(found[1], EventKind.VOID_DIE, die=6, reason="fell")
    found[1] = happen(found[1], EventKind.TAKE_BACK, throws=3)
    found[1] = happen(found[1], EventKind.BRING_BACK, throws=2)
    found[1] = happen(found[1], EventKind.CALL, text="whose throw is it?")
    found[1] = happen(found[1], EventKind.NOTE, text="green is late")
    found[2] = happen(found[2], EventKind.AWARD, winner=player(found[2], 1), reason="the others left")
    found[2] = happen(found[2], EventKind.CONFIRMATION, official="Dora")
    found[2] = happen(found[2], EventKind.CORRECTION, winner=player(found[2], 0), reason="read wrongly")
    typed = EventCommand(
        EventKind.RESULT,
        {
            "places": [],
            "winner": player(found[3], 0),
            "pawns": {},
            "seconds": None,
            "starter": "",
            "played_at": None,
        },
    )
    # Just now, so that it can still be undone by whoever has typed it in.
    found[3] = recorder.record(
        game_id=found[3].pk, wanted=typed, expected=None, actor=WHO["actor"], now=timezone.now()
    ).game
    return found


def told_of_happenings(games: list[Game]) -> dict[EventKind, tuple[Game, dict[str, Any]]]:
    """Something valid for every kind of event, and the game that it is valid for."""
    created, running, over, typed = games
    call = running.events.get(kind=EventKind.CALL).number
    places = {"places": ["red"], "reason": "read wrongly"}
    return {
        EventKind.START: (
            created,
            {"starter": "yellow", "how": {"reason": "thrown", "throws": [{"yellow": 6}]}},
        ),
        EventKind.START_THROWS: (created, {"throws": {"yellow": 6, "red": 3}}),
        EventKind.POSITION: (created, {"position": BOARD, "reason": "the rest", "finished": []}),
        EventKind.DICE_SEED: (created, {"side": player(created, 0), "seed": "a lottery of tomorrow"}),
        EventKind.VOID_DIE: (running, {"die": 6, "reason": "askew"}),
        EventKind.TAKE_BACK: (running, {"throws": 2, "reason": "the wrong pawn"}),
        EventKind.BRING_BACK: (running, {"throws": 1}),
        EventKind.IRREGULAR: (
            running,
            {"die": 6, "happened": "moved twice", "paragraph": "§5.3", "ruling": "stands", "position": BOARD},
        ),
        EventKind.PENALTY: (running, {"colour": "red", "field": "A", "reason": "touched the die"}),
        EventKind.CLOCK: (running, {"action": "pause", "at": "2026-11-21T20:20:00+00:00"}),
        EventKind.NOTE: (running, {"text": "green is late"}),
        EventKind.CALL: (running, {"text": "whose throw is it?"}),
        EventKind.ANSWER: (running, {"call": call, "text": "red's"}),
        EventKind.ADJUDICATION: (running, {"method": "counting-points", "throws": [], "reason": "too late"}),
        EventKind.AWARD: (running, {"winner": player(running, 1), "reason": "the others left"}),
        EventKind.ABANDON: (running, {"reason": "the hall closes"}),
        EventKind.RESULT: (created, {"places": ["red"], "pawns": {"red": 4}, "seconds": 3600}),
        EventKind.CONFIRMATION: (over, {"player": player(over, 0)}),
        EventKind.CORRECTION: (over, places),
        EventKind.APPROVAL: (over, {"correction": over.number}),
        EventKind.WITHDRAWAL: (over, {"correction": over.number}),
        EventKind.COMPLETION: (typed, {"pawns": {"red": 2}, "seconds": 3600}),
        EventKind.UNDO: (typed, {"reason": "typed wrongly"}),
    }


def site() -> Site:
    """A site with games, events in every state, a webhook and what it was told, a token and a permit."""
    players = [Player.objects.create(name=name) for name in ("Änne Öhler", "Bert Übel", "Cora Weiß")]
    spare = Player.objects.create(name="Dora Däne")
    games = games_of_all_kinds(players)
    season = services.create_season(
        slug="2026", name="2026", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), **WHO
    )
    wanted: dict[str, dict[str, Any]] = {
        "open": {},
        "cup": {},
        "running": {},
        "over": {"settings": {"wins": 1}},
        "league": {
            "format_key": "league",
            "rules_name": "xmadn-2t",
            "settings": {"drrs": 1, "playoffs": "none"},
        },
    }
    wanted["young"] = {"format_key": "exhibition", "rules_name": "schmidt", "settings": {}}
    events = {slug: new_event(season, slug=slug, **more) for slug, more in wanted.items()}
    for event in events.values():
        for each in players:
            services.enter(event_id=event.pk, player=each, **WHO)
        if event.slug not in ("open", "young"):
            services.draw_in_seed_order(event_id=event.pk, **WHO)
    tables = _halls(season, events)
    running, over = events["running"].pk, events["over"].pk
    services.start_next_game(event_id=running, rounds=YELLOW_STARTS, **WHO)
    services.enter_slip(event_id=over, number=1, slip=Slip(winner="entry-1"), **WHO)
    webhook = subscribing.subscribe(url="https://example.org/hook", kinds=["game.ended"], **WHO)
    delivery = subscribing.ping(webhook_id=webhook.pk, **WHO)
    User.objects.create_user("dora")
    root = with_account(User.objects.create_superuser("root"))
    token, _ = issue_token(name="board 3", role=Role.REFEREE, by=root, now=NOW)
    permit, _ = grant(person="dora", role=Role.REFEREE, place="event:cup", by=root, now=NOW)
    imports = [hand_in(ResultList(CONTENT.encode()), **WHO).pk]
    return Site([*players, spare], games, events, webhook, delivery, token.pk, permit.pk, imports, tables)


def _halls(season: Season, events: dict[str, Event]) -> Tables:
    """An open tournament that waits for its first round, planned, and one whose first round is played."""
    for slug in ("hall", "tables"):
        event = events[slug] = new_event(
            season, slug=slug, format_key="open", rules_name="schmidt-classic", settings={"minutes": 30}
        )
        names = [(f"{slug} {number}", hall.Description(team="Red")) for number in range(1, 9)]
        hall.announce(event_id=event.pk, players=names, **WHO)
        hall.check_in(event_id=event.pk, who=[1, 2, 3, 4, 5, 6, 7], **WHO)
        hall.plan_round(event_id=event.pk, **WHO)
    draw = hall.publish_round(event_id=events["tables"].pk, subject="round-1", **WHO)
    seated = [tuple(filter(None, draw.order[at : at + 4])) for at in (0, 4)]
    claim = hall.claim_result(
        event_id=draw.event_id,
        number=1,
        token=hall.slip_token(draw, 1),
        claimant=seated[0][0],
        slip=Slip(order=seated[0]),
        now=NOW,
    ).claim
    return Tables(seated, [hall.slip_token(draw, number) for number in (1, 2)], claim.pk)


def of(method: str, route: str, body: Any = None, **parts: Any) -> Letter:
    path = route
    for name, value in parts.items():
        path = path.replace(f"{{{name}}}", str(value))
    return Letter(method, route, path, body)


def members(told: Any) -> Iterator[tuple[str | int, ...]]:
    """The ways to all values inside."""
    inside: Any = (
        told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ()
    )
    for name, value in inside:
        yield (name,)
        yield from ((name, *rest) for rest in members(value))


def otherwise(told: Any, way: tuple[str | int, ...], value: Any) -> Any:
    """A copy with another value there."""
    found = part = copy.deepcopy(told)
    for step in way[:-1]:
        part = part[step]
    part[way[-1]] = value
    return found


def letters(there: Site) -> list[Letter]:
    """One letter at least for every way to write."""
    created, running, *_ = there.games
    anna, *_, dora = there.players
    changes = {
        "name": "The Cup",
        "settings": {"wins": 3},
        "level": 2,
        "starts_on": "2026-11-22",
        "ranked": False,
        "forecasts": False,
        "seconds_per_throw": 20,
        "is_public": False,
        "note": "asked for",
    }
    throws = [dict(YELLOW_STARTS[0])]
    seats = [
        {"player": str(each.pk), "colours": list(pair)}
        for each, pair in zip(there.players[:3], PAIRS, strict=True)
    ]
    keys = {"entry-1": 6, "entry-2": 5, "entry-3": 4}
    happenings = [
        of(
            "post",
            f"games/{{id}}/{str(kind).replace(' ', '-')}/",
            {
                **told,
                "expected": game.number,
                "id": "6f1c0000-0000-4000-8000-000000000000",
                "happened_at": "2026-11-21T20:15:00+01:00",
            },
            id=game.pk,
        )
        for kind, (game, told) in told_of_happenings(there.games).items()
    ]
    batch = [{"die": 1, "id": f"6f1c0000-0000-4000-8000-00000000000{n}", "move": None} for n in range(3)]

    return [
        *happenings,
        of(
            "post",
            "events/",
            {
                "season": "2026",
                "slug": "new",
                "name": "New",
                "format": "championship",
                "rules": "xmadn-3t",
                "options": {"pawns_on_start": 0},
                **{name: value for name, value in changes.items() if name not in ("name", "note")},
            },
        ),
        of("patch", "events/{slug}/", changes, slug="cup"),
        of("post", "events/{slug}/draws/", {"method": "published seed", "published_seed": "a"}, slug="open"),
        of("post", "events/{slug}/draws/", {"method": "chosen", "choices": [0, 1, 2]}, slug="open"),
        of("post", "events/{slug}/draws/", {"method": "by hand", "order": list(keys)}, slug="open"),
        of(
            "post", "events/{slug}/draws/", {"method": "thrown", "throws": [keys], "subject": ""}, slug="open"
        ),
        of(
            "post",
            "events/{slug}/draws/{subject}/void/",
            {"reason": "wrong"},
            slug="cup",
            subject=there.events["cup"].draws.get().subject,
        ),
        of("post", "events/{slug}/entries/", {"player": str(dora.pk), "seed": 4}, slug="open"),
        of("delete", "events/{slug}/entries/{key}/", slug="open", key="entry-2"),
        of("post", "events/{slug}/entries/{key}/leave/", {"reason": "ill"}, slug="league", key="entry-2"),
        of(
            "post",
            "events/{slug}/games/",
            {
                "number": 1,
                "board": "1",
                "id": "6f1c0000-0000-4000-8000-000000000001",
                "throws": throws,
                "override": {"starter": "red", "reason": "asked for"},
            },
            slug="cup",
        ),
        of("post", "events/{slug}/games/", {"number": 1, "throws": throws}, slug="cup"),
        of("post", "events/{slug}/games/{number}/board/", {"board": "2"}, slug="running", number=1),
        of(
            "post",
            "events/{slug}/games/{number}/forfeit/",
            {"reason": "ill", "absent": "entry-2", "throws": [], "places": []},
            slug="league",
            number=1,
        ),
        of(
            "post",
            "events/{slug}/games/prepare/",
            {"number": 1, "board": "1", "id": "6f1c0000-0000-4000-8000-000000000002"},
            slug="cup",
        ),
        of("post", "events/{slug}/hold/", {"reason": "dark", "hold": "interrupted"}, slug="running"),
        of(
            "post",
            "events/{slug}/results/",
            {
                "number": 1,
                "winner": "entry-1",
                "pawns": {"yellow": 4, "red": 1},
                "seconds": 3600,
                "played_at": "2026-11-21T20:15:00+00:00",
                "throws": throws,
                "board": "3",
                "note": "loud",
            },
            slug="cup",
        ),
        of("post", "events/{slug}/results/", {"number": 1, "winner": "entry-1"}, slug="running"),
        *_about_webhooks(there.webhook.pk),
        of(
            "post",
            "games/",
            {
                "rules": "xmadn-3t",
                "seats": seats,
                "title": "Final",
                "starter": "yellow",
                "options": {"pawns_on_start": 0},
                "id": "6f1c0000-0000-4000-8000-000000000003",
                "how": {"reason": "thrown"},
            },
        ),
        of("post", "games/{id}/dice-commitment/", {}, id=created.pk),
        of("post", "games/{id}/roll/", id=running.pk),
        of(
            "post",
            "games/{id}/throws/",
            batch[0] | {"expected": running.number, "happened_at": "2026-11-21T20:15:00Z"},
            id=running.pk,
        ),
        of(
            "post", "games/{id}/throws/", [batch[0] | {"expected": running.number}, *batch[1:]], id=running.pk
        ),
        of(
            "post",
            "history/",
            {"content": CONTENT, "origin": "a box", "people": {"Cora": "new"}, "preview": False},
        ),
        of("delete", "history/imports/{id}/", id=there.imports[0]),
        of("put", "events/{slug}/seeds/", {"order": list(reversed(keys))}, slug="open"),
        of("put", "events/{slug}/youngest/", {"entries": ["entry-1"]}, slug="young"),
        of("patch", "events/{slug}/times/", {"times": {"1": "2026-11-28T14:50:00Z"}}, slug="cup"),
        of("post", "permits/", {"person": "dora", "role": "viewer", "place": "site"}),
        of("delete", "permits/{id}/", id=there.permit),
        of("post", "players/", {"name": "Emma Eck", "nickname": "Emm"}),
        of("patch", "players/{id}/", {"name": "Emma Eck", "nickname": "Emm"}, id=dora.pk),
        of("patch", "rankings/{slug}/settings/", {"settings": {}, "reason": "asked for"}, slug="3t"),
        of(
            "post",
            "rules/moves/",
            {
                "rules": "xmadn-3t",
                "options": {"pawns_on_start": 0},
                "seats": [list(pair) for pair in PAIRS],
                "position": BOARD,
                "finished": [],
                "die": 6,
            },
        ),
        of(
            "post",
            "seasons/",
            {"slug": "2028", "name": "2028", "starts_on": "2028-01-01", "ends_on": "2028-12-31"},
        ),
        of(
            "post",
            "seasons/{slug}/medal-game/",
            {"winner": str(anna.pk), "played_on": "2026-12-30", "reason": "equal"},
            slug="2026",
        ),
        of(
            "post",
            "tokens/",
            {"name": "b", "role": "recorder", "place": "event:cup", "expires_at": "2027-01-01T00:00:00Z"},
        ),
        of("delete", "tokens/{id}/", id=there.token),
        *_to_halls(there.tables, str(dora.pk)),
    ]


def _to_halls(tables: Tables, player: str) -> list[Letter]:
    """A letter for every way to write to a hall."""
    first, second = tables.seated
    red = {"home": 1, "yard": 2, "on": ["17"]}
    lines = {key: {"home": 1, "yard": 3, "on": []} for key in ("yellow", "green", "red", "black")}
    why = {"reason": "asked for"}
    round_ = "events/{slug}/rounds/{subject}/"

    def to(method: str, route: str, body: Any = None, **parts: Any) -> Letter:
        return of(method, route, body, **{"slug": "tables", "subject": "round-1", **parts})

    return [
        to(
            "patch",
            "events/{slug}/people/{key}/",
            {"team": "Blue", "groups": ["x"], "paid": True},
            key="entry-1",
        ),
        to("patch", "events/{slug}/people/{key}/", {"table": 1, "never_with": [2, "entry-3"]}, key="entry-1"),
        to("post", "events/{slug}/check-in/", {"entries": [8, "entry-1"]}),
        to("post", "events/{slug}/check-in/undo/", {"entries": [1]}),
        to("post", "events/{slug}/away/", {"entries": [1]}),
        to(
            "post", "events/{slug}/walk-ins/", {"name": "Emma", "team": "Red", "groups": ["x"], "paid": False}
        ),
        to("post", "events/{slug}/walk-ins/", {"player": player}),
        to(
            "post",
            "events/{slug}/announced/",
            {"people": [{"name": "Finn"}, {"player": player, "team": "Red"}]},
        ),
        to(
            "post",
            "events/{slug}/sheets/",
            {"sheets": [{"number": 1, "order": list(first), "over_throws": False}]},
        ),
        to("post", "events/{slug}/sheets/", {"sheets": [{"number": 1, "lines": {**lines, "red": red}}]}),
        to("post", "events/{slug}/sheets/", {"sheets": [{"number": 1, "lines": lines, "finished": []}]}),
        to("post", "events/{slug}/claims/{claim}/confirm/", claim=tables.claim),
        to(
            "post",
            "events/{slug}/slips/claim/",
            {"number": 2, "token": tables.codes[1], "claimant": second[0], "order": list(second)},
        ),
        to(
            "post",
            "events/{slug}/slips/{claim}/withdraw/",
            {"token": tables.codes[0], "claimant": first[0]},
            claim=tables.claim,
        ),
        to("post", "events/{slug}/rounds/plan/", {"round": "round-1"}, slug="hall"),
        to("post", f"{round_}publish/", slug="hall"),
        to("post", f"{round_}withdraw/", why),
        to("post", f"{round_}close/", why),
        to("post", f"{round_}clock/", {"action": "start"}),
        to("post", f"{round_}clock/", {"minutes": 40}),
        to("post", f"{round_}clock/", {"extend": 5}),
    ]


def _about_webhooks(number: int) -> list[Letter]:
    one = "webhooks/{id}/"
    wanted = {"url": "https://example.org/a", "kinds": ["game.ended"]}
    changed = {"url": "https://example.org/b", "kinds": ["standings.changed"], "active": False}
    return [
        of("post", "webhooks/", wanted),
        of("post", "webhooks/", {"event": "running", **wanted}),
        of("post", "webhooks/", {"season": "2026", **wanted}),
        of("patch", one, changed, id=number),
        of("delete", one, id=number),
        of("post", f"{one}ping/", id=number),
        of("post", f"{one}rotate/", id=number),
    ]


def send(client: APIClient, letter: Letter, body: Any) -> Any:
    """The answer to a letter, of which nothing stays."""
    address = f"/api/v1/{letter.path}"
    with undone():
        return client.generic(letter.method.upper(), address, json.dumps(body), "application/json")


def addresses(there: Site, route: str) -> Iterator[str]:
    """Addresses of things that are there; none for what is told elsewhere."""
    ids: dict[str, list[Any]] = {
        "games/": [game.pk for game in there.games],
        "players/": [player.pk for player in there.players[:2]],
        "tokens/": [there.token],
        "permits/": [there.permit],
        "history/imports/": there.imports,
        "webhooks/": [there.webhook.pk],
    }
    slugs: dict[str, list[str]] = {
        "events/": [event.slug for event in there.events.values()],
        "seasons/": sorted({event.season.slug for event in there.events.values()}),
        "rankings/": ["world-rankings"],
    }
    choices: dict[str, list[Any]] = {
        "number": [1],
        "run": [1],
        "kind": list(KINDS)[:2],
        "other": [there.players[1].pk],
        "uuid": [there.delivery.uuid],
        "subject": ["round-1"],
    }
    path = route.removeprefix("/api/v1/")
    paths = [path]
    for name in re.findall(r"{(\w+)}", path):
        for begin, values in {**ids, **slugs}.items():
            if name in ("pk", "id", "slug") and re.search(rf"(^|/){begin}{{{name}}}", path):
                found = values
                break
        else:
            found = choices[name]
        paths = [each.replace(f"{{{name}}}", str(value)) for each in paths for value in found]
    query = {"moves": "?die=6"}
    for each in paths:
        yield each + next((value for part, value in query.items() if part in each), "")
