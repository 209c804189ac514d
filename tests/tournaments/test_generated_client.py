"""A client that somebody generates from the description: without a warning, and all its calls work."""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Iterator
from datetime import date
from importlib import import_module
from typing import Any, get_args, get_type_hints

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

from games.enums import Role
from tests.games.conftest import token_with
from tests.tournaments.event_state import undone
from tests.tournaments.letters import Letter, addresses, letters, site
from tournaments.statistics.update import count_due

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.sqlite]
PACKAGE = "foreign_client"
HERE = "http://testserver"


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


@pytest.fixture(scope="module")
def warnings(description: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What the generator has to say; the client can be imported then."""
    generator = pytest.importorskip("openapi_python_client")
    settings = generator.config
    here = tmp_path_factory.mktemp("client")
    document = here / "schema.json"
    document.write_bytes(OpenApiJsonRenderer().render(description))
    # As the command does it, but for the formatting of what it writes.
    config = settings.Config.from_sources(
        settings.ConfigFile(post_hooks=[]),
        settings.MetaType.NONE,
        document_source=document,
        file_encoding="utf-8",
        overwrite=True,
        output_path=here / PACKAGE,
    )
    sys.path.insert(0, str(here))
    return list(generator.generate(config=config))


@pytest.fixture
def client(warnings: list[Any], db: None) -> Iterator[Any]:
    """The client of an owner; it asks this very process, whose connection is the test's."""
    httpx = pytest.importorskip("httpx")
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield import_module(PACKAGE).AuthenticatedClient(
        base_url=HERE,
        token=token_with(Role.OWNER, created_by="test"),
        httpx_args={"transport": httpx.WSGITransport(app=get_wsgi_application())},
    )
    for signal in signals:
        signal.connect(close_old_connections)


def call(client: Any, operation: dict[str, Any], **told: Any) -> Any:
    """The answer to an operation of the client, with status and what was read of it."""
    name, tag = operation["operationId"], operation["tags"][0].replace("-", "_")
    module = import_module(f"{PACKAGE}.api.{tag}.{name}")
    return module.sync_detailed(client=client, **told)


def arguments(route: str, path: str) -> dict[str, str]:
    """What an address fills into its route."""
    pattern = re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", route)
    found = re.fullmatch(pattern, path.partition("?")[0])
    assert found, (route, path)
    return found.groupdict()


def body_of(operation: dict[str, Any], told: Any) -> Any:
    """What is told as the client's own type."""
    tag = operation["tags"][0].replace("-", "_")
    module = import_module(f"{PACKAGE}.api.{tag}.{operation['operationId']}")
    kind = get_type_hints(module.sync_detailed)["body"]
    kinds = get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    if isinstance(told, str):
        return import_module(f"{PACKAGE}.types").File(payload=told.encode())
    if isinstance(told, list):
        item = next(get_args(each)[0] for each in kinds if get_args(each))
        return [item.from_dict(each) for each in told]
    return next(each for each in kinds if hasattr(each, "from_dict")).from_dict(told)


def test_the_generator_has_nothing_to_warn_of(warnings: list[Any]) -> None:
    assert [(each.header, each.detail) for each in warnings] == []


def test_a_whole_evening_by_the_generated_client_alone(client: Any) -> None:
    """Season, players, event, entries, draw, throws of a game, its result, and all of it read back."""
    api, models = f"{PACKAGE}.api", import_module(f"{PACKAGE}.models")

    def ask(operation: str, *path: Any, **told: Any) -> Any:
        answer = import_module(f"{api}.{operation}").sync_detailed(*path, client=client, **told)
        assert answer.status_code < 300, answer.content
        return answer.parsed

    season = models.SeasonRequest("2027", "2027", starts_on=date(2027, 1, 1), ends_on=date(2027, 12, 31))
    assert ask("seasons.seasons_create", body=season, idempotency_key="a-season").slug == "2027"
    players = [
        ask("players.players_create", body=models.PlayerRequest(name=name, new=True))
        for name in ("Anna Amsel", "Bert Bach", "Cora Cole")
    ]
    assert {each.shown_as for each in ask("players.players_list").results} >= {"Anna Amsel", "Cora Cole"}
    formats = {each.key: each for each in ask("formats.formats_list").results}
    championship = formats["championship"]
    wins = next(each for each in championship.settings if each.key == "wins")
    event = models.NewEventRequest(
        season="2027",
        slug="cup",
        name="Cup",
        format_=models.FormatEnum(championship.key),
        rules=championship.rule_sets[0],
        settings=models.NewEventRequestSettings.from_dict({wins.key: wins.least}),
        starts_on=date(2027, 3, 20),
    )
    assert ask("events.events_create", body=event).settings.to_dict()["wins"] == 1
    for player in players:
        ask("events.events_entries_create", "cup", body=models.NewEntryRequest(player=player.id))
    draw = models.NewDrawRequest(published_seed="the lottery of 20 March")
    assert sorted(ask("events.events_draws_create", "cup", body=draw).order) == [
        "entry-1",
        "entry-2",
        "entry-3",
    ]
    due = ask("events.events_standings_retrieve", "cup").next_games[0]
    colours = [colour for pair in due.seating.to_dict().values() for colour in pair]
    thrown = {colour: 6 - place for place, colour in enumerate(colours)}
    throws = [models.StartGameRequestThrowsItem.from_dict(thrown)]
    started = ask("events.events_games_create", "cup", body=models.StartGameRequest(throws=throws))
    game = started.game
    for _ in range(2):
        game = ask("games.games_throws_create", game.id, body=batch(ask, models, game)).game
    log = ask("games.games_events_retrieve", game.id)
    assert [each.kind for each in log.events].count("throw") == 20
    stale = import_module(f"{api}.games.games_throws_create").sync(
        game.id, client=client, body=models.ThrowRequest(die=6, expected=2)
    )
    assert (stale.type_, stale.current.number) == ("urn:rauswurf:problem:stale", game.number)
    assert stale.missed[-1].number == game.number
    result = models.EnterResultRequest(
        number=1, winner="entry-2", over_throws=True, seconds=3600, note="The hall closed."
    )
    assert ask("events.events_results_create", "cup", body=result).game.winner.name in {
        "Anna Amsel",
        "Bert Bach",
        "Cora Cole",
    }
    table = ask("events.events_standings_retrieve", "cup")
    assert (table.status, table.finished.winner) == ("finished", "entry-2")
    assert ask("games.games_record_retrieve", game.id).startswith("[Event")
    print_ = ask("events.events_table_pdf_retrieve", "cup")
    assert print_.payload.read(5) == b"%PDF-"


def batch(ask: Any, models: Any, game: Any) -> list[Any]:
    """Ten throws in one request, by what the interface says of the rules."""
    seats = [seat.colours for seat in game.seats]
    told, throws = ask("games.games_moves_retrieve", game.id), []
    for number in range(10):
        throw = told.dice[number % len(told.dice)]
        move = throw.moves[0] if throw.moves else None
        throws.append(models.ThrowRequest(die=throw.die, move=move.token if move else None))
        after = move.after if move else throw.without_move
        position = models.PositionRequest(rules=game.rules, seats=seats, position=after)
        told = ask("rules.rules_moves", body=position)
    throws[0].expected = game.number
    return throws


@pytest.mark.slow
def test_everything_that_is_read_is_read_by_the_client(client: Any, description: dict[str, Any]) -> None:
    there = site()
    count_due(now=timezone.now())
    read, wrong = set(), []
    for route, operations in description["paths"].items():
        if "get" not in operations or not route.startswith("/api/v1/"):
            continue
        for address in addresses(there, route):
            told: dict[str, Any] = arguments(route.removeprefix("/api/v1/"), address)
            query = dict(part.split("=") for part in address.partition("?")[2].split("&") if part)
            told |= {name: int(value) for name, value in query.items()}
            answer = call(client, operations["get"], **told)
            if answer.status_code == 200:
                read.add(route)
                if answer.parsed is None:
                    wrong.append(route)
            elif type(answer.parsed).__name__ != "Problem":
                wrong.append(f"{route}: {answer.status_code} {answer.parsed!r}")
    assert not wrong
    # The rest has nothing to tell of this site.
    assert len(read) > 50


@pytest.mark.slow
def test_everything_that_is_written_is_written_by_the_client(
    client: Any, description: dict[str, Any]
) -> None:
    there = site()
    taken, wrong = 0, []
    for letter in letters(there):
        operation = description["paths"][f"/api/v1/{letter.route}"][letter.method]
        answer = written(client, operation, letter)
        if answer.status_code < 300:
            taken += 1
            if answer.status_code != 204 and answer.parsed is None:
                wrong.append(letter.route)
        elif not type(answer.parsed).__name__.endswith(("Problem", "RejectedList")):
            wrong.append(f"{letter.route}: {answer.status_code} {answer.content[:200]!r}")
    assert not wrong
    assert taken > 50


def written(client: Any, operation: dict[str, Any], letter: Letter) -> Any:
    """The answer to a letter that the client sends, of which nothing stays."""
    told: dict[str, Any] = arguments(letter.route, letter.path)
    if letter.body is not None:
        told["body"] = body_of(operation, letter.body)
    with undone():
        return call(client, operation, **told)
