"""Whatever is handed in – to the record parser, to imports, to every address that writes – is taken or refused.

A refusal is one of ours and says why; nothing is half written, nothing hangs, nothing is a 500. Hypothesis
changes valid texts.
"""

import json
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings, strategies as st
from rest_framework.test import APIClient

import rules
from games.api.events import recorded_alone
from games.domain.hash_chain import first_break
from games.enums import Role
from games.errors import BadRequest
from games.models import Game, GameEvent, Player
from games.services.export_game import game_as_plain
from games.services.import_game import import_game
from games.services.projections import differences
from games.validation.json_value import JsonValue
from rules import RulesError
from tests.endurance.nonsense import VALUES, changed, damaged, nearly
from tests.endurance.size import patient, sized
from tests.games.conftest import NOW, PAIRS, client_with
from tests.tournaments.files.archives import EXAMPLE, resealed
from tests.tournaments.letters import games_of_all_kinds, told_of_happenings
from tournaments import services
from tournaments.files.event_file import import_event
from tournaments.models import Season

pytestmark = [pytest.mark.long, patient]
SEEDS = st.integers(0, 2**32)


def tried(small: int, whole: int) -> settings:
    """Some examples; more than twice as many in `make test-all`."""
    return settings(
        max_examples=sized(small, whole, thorough=5 * small // 2),
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )


class _Undo(Exception):
    pass


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside leaves no trace."""
    with suppress(_Undo), transaction.atomic():
        yield
        raise _Undo


# -- every address that writes -------------------------------------------------------------------------


@pytest.fixture
def players(db: None) -> list[Player]:
    return [Player.objects.create(name=name) for name in ("Änne Öhler", "Bert Übel", "Cora Weiß")]


@pytest.fixture
def games(players: list[Player]) -> list[Game]:
    """A game that has not begun, one with nearly everything that can happen, and one that is over."""
    return games_of_all_kinds(players)


@pytest.fixture
def organiser(db: None) -> APIClient:
    """A client that may do everything; an exception of the site is an exception here."""
    client = client_with(Role.OWNER, created_by="test")
    client.raise_request_exception = True
    return client


@pytest.fixture
def letters(games: list[Game], players: list[Player]) -> list[tuple[str, Any]]:
    """A valid body for every address that writes."""
    services.create_season(
        slug="2026", name="2026", starts_on=NOW.date(), ends_on=NOW.date(), actor="test", now=NOW
    )
    happenings = told_of_happenings(games)
    assert set(happenings) == set(recorded_alone()), "a new kind of event needs its example"
    seats = [
        {"player": str(player.pk), "colours": list(pair)} for player, pair in zip(players, PAIRS, strict=True)
    ]
    event = {"season": "2026", "slug": "cup", "name": "Cup", "format": "championship", "level": 2}
    found: list[tuple[str, Any]] = [
        (f"games/{game.pk}/{str(kind).replace(' ', '-')}/?expected={game.number}", told)
        for kind, (game, told) in happenings.items()
    ]
    throws = [{"die": 1, "id": f"6f1c0000-0000-4000-8000-00000000000{n}", "move": None} for n in range(3)]
    running = games[1]
    return [
        *found,
        (f"games/{running.pk}/throws/?expected={running.number}", throws),
        (f"games/{running.pk}/throws/", {"die": 6, "move": "6:B-A", "expected": running.number}),
        (
            "games/",
            {"rules": "xmadn-3t", "seats": seats, "title": "Final", "starter": "yellow", "options": {}},
        ),
        ("players/", {"name": "Dora Däne", "nickname": "Dodo"}),
        ("tokens/", {"name": "board 3", "role": "recorder", "place": f"game:{running.pk}"}),
        ("permits/", {"person": "nobody", "role": "referee", "place": "site"}),
        (f"games/{games[0].pk}/dice-commitment/?expected=1", {}),
        ("seasons/", {"slug": "2027", "name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31"}),
        ("events/", {**event, "rules": "xmadn-3t", "starts_on": "2026-11-21", "settings": {"wins": 2}}),
    ]


JSON = "application/json"
TYPES = (JSON, JSON, JSON, "application/x-ndjson", f"{JSON}; charset=utf-16", "text/plain")


@pytest.mark.django_db
@tried(60, 20_000)
@given(data=st.data())
def test_every_address_that_writes_takes_or_refuses_what_comes(
    organiser: APIClient, letters: list[tuple[str, Any]], data: st.DataObject
) -> None:
    path, valid = data.draw(st.sampled_from(letters))
    body: Any = data.draw(nearly(valid))  # the stubs know of no bytes
    content_type = data.draw(st.sampled_from(TYPES))
    with undone():
        before = (
            GameEvent.objects.count(),
            Player.objects.count(),
            Game.objects.count(),
            Season.objects.count(),
        )
        answer = organiser.generic("POST", f"/api/v1/{path}", body, content_type)
        assert answer.status_code < 500
        if answer.status_code >= 400:
            assert answer["Content-Type"] == "application/problem+json"
            assert set(answer.json()["messages"]) == {"en", "de"}
            assert before == (
                GameEvent.objects.count(),
                Player.objects.count(),
                Game.objects.count(),
                Season.objects.count(),
            )
        for game in Game.objects.all():
            assert differences(game) == []


# -- what is taken over from elsewhere -----------------------------------------------------------------


@pytest.mark.django_db
@tried(24, 5_000)
@given(data=st.data())
def test_a_log_that_was_changed_and_sealed_again_is_whole_or_refused(
    games: list[Game], data: st.DataObject
) -> None:
    plain = {**game_as_plain(data.draw(st.sampled_from(games))), "id": str(uuid.UUID(int=0, version=4))}
    steps = data.draw(st.lists(st.integers(0, 50), min_size=2, max_size=6))
    plain["events"] = changed(plain["events"], steps, data.draw(VALUES))
    with undone(), suppress(BadRequest):
        with suppress(KeyError, TypeError, AttributeError, ValueError):  # as far as it still is a log
            resealed({"games": [{"game": plain}]})
        taken = import_game(JsonValue(json.loads(json.dumps(plain)), ""))
        assert first_break(taken.events.all()) is None
        assert differences(taken) == []


@pytest.mark.django_db
@tried(24, 5_000)
@given(seed=SEEDS)
def test_a_damaged_event_file_is_taken_or_refused(seed: int) -> None:
    with undone(), suppress(BadRequest):
        import_event(damaged(EXAMPLE, seed), actor="test", now=NOW)


# -- the work that a text makes ------------------------------------------------------------------------

HEAD = '[Rules "schmidt"]\n[Yellow "A"]\n[Green "B"]\n[Starter "yellow"]\n'
#: Texts of any length that are all one kind of trouble.
TROUBLE: dict[str, Callable[[int], str]] = {
    "tags, a line each": lambda size: HEAD + "".join(f'[A{n} "x"]\n' for n in range(size // 12)),
    "tags on one line": lambda size: HEAD + " ".join(f'[A{n} "x"]' for n in range(size // 12)),
    "one long tag": lambda size: HEAD + '[A "' + "x" * size + '"]',
    "a tag that does not end": lambda size: HEAD + '[A "' + "\\\\" * (size // 2),
    "remarks": lambda size: HEAD + "\n" + "% x\n" * (size // 4),
    "boards set": lambda size: HEAD + "\n" + "% x => " * (size // 7),
    "comments": lambda size: HEAD + "\n" + "{x}" * (size // 3),
    "a comment that does not end": lambda size: HEAD + "\n" + "{" * size,
    "white space": lambda size: HEAD + "\n" + " \t" * (size // 2),
    "lines": lambda size: "\n" * size,
    "throws": lambda size: HEAD + "\nY 1 1 1\n" + "G 2 2 2\nY 2 2 2\n" * (size // 16),
    "one long word": lambda size: HEAD + "\nY " + "6:B-A" * (size // 5),
    "colours at home": lambda size: (
        HEAD + '[Position "4x10 B,B,B,B/B,B,B,B Y0"]\n[Finished "' + "red " * (size // 4)
    ),
}


def read(text: str) -> None:
    with suppress(RulesError):
        rules.Game.replay(text)


def work(do: Callable[[], object]) -> int:
    """How many functions are called, Python's own included."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        do()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("text", TROUBLE.values(), ids=TROUBLE)
def test_a_text_twice_as_long_makes_about_twice_the_work(text: Callable[[int], str]) -> None:
    some = text(6_000), text(12_000)
    read(some[0])  # what is made once is not counted
    first, second = (work(partial(read, each)) for each in some)
    assert second <= 2.2 * first + 200
