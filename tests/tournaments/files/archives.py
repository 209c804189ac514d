"""Archives of events, changed and sealed again."""

import hashlib
import json
import uuid
from typing import Any

import pytest

from games.models import GameEvent, Player
from games.services import recorder
from games.services.commands import throw_command
from tests.games.conftest import take_back
from tests.servers import ROOT
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, undo_result, win
from tests.tournaments.event_state import undone
from tournaments import services
from tournaments.files.event_file import export_event
from tournaments.models import Event, Season
from tournaments.services import Override
from tournaments.standings.queries import load_standings

EXAMPLE = (
    (ROOT / "docs/reference/event-file.md").read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
)


def resealed(file: Any, game: int = 0) -> None:
    """Give every event of a log a hash that fits again."""
    told = file["games"][game]["game"]
    previous = ""
    for event in told["events"]:
        row = {**event, "game": told["id"]}
        del row["hash"]
        text = json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        previous = event["hash"] = hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()


#: What ``played`` has made: the same for every test of this file.
_MADE: list[tuple[str, dict[str, Any]]] = []


@pytest.fixture
def played(db: None) -> tuple[str, dict[str, Any]]:
    """A file of an event with all that a file can hold, and its table; nothing of it is in the database."""
    if not _MADE:
        with undone():
            season = services.create_season(
                slug="2026", name="2026", starts_on=NOW.date(), ends_on=NOW.date(), actor="test", now=NOW
            )
            event = an_event_with_everything(season)
            _MADE.append((export_event(event), load_standings(Event.objects.get(pk=event.pk))))
    assert not Player.objects.exists()
    assert not GameEvent.objects.exists()
    return _MADE[0]


def an_event_with_everything(season: Season) -> Event:
    event = new_event(season, options={"barriers": True}, settings={"wins": 3}, level=2)
    for name, nickname in (("Änne Öhler", "Änni"), ("Bert Übel", ""), ("Cora “C” Weiß", "")):
        player = Player.objects.create(name=name, nickname=nickname)
        services.enter(event_id=event.pk, player=player, actor="test", now=NOW)
    services.draw_from_seed(event_id=event.pk, seed="Lotto 3 17 22 – 49", actor="test", now=NOW)
    rounds = [{**YELLOW_STARTS[0], "red": 6}, {"yellow": 2, "red": 3}]
    first = start(event, rounds=rounds, board="Table 3")
    recorder.record_throws(
        game_id=first.game_id,
        throws=[throw_command(6, "6:B-A", uuid.uuid4(), NOW), throw_command(2, "2:A-2")],
        expected=first.game.number,
        actor="token:3",
        now=NOW,
    )
    take_back(first.game, 2)
    win(undo_result(win(first.game, "red")), "red")
    win(start(event, override=Override("green", "agreed – ja")).game, "violet")
    running = start(event)
    recorder.record_throws(
        game_id=running.game_id,
        throws=[throw_command(1)],
        expected=running.game.number,
        actor="test",
        now=NOW,
    )
    return event
