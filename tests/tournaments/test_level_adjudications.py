"""Games that are stopped and adjudicated (rulebook §11): an event has no use for one that is level at the top."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from games.enums import EventKind
from games.errors import RecordingError
from games.models import Game
from rules.adjudication import METHODS
from tests.tournaments.event_state import WHO, everything, happen, undone
from tests.tournaments.played_events import entered, play
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.demo.simulation import throws_for_the_start
from tournaments.files.event_file import export_event, import_event
from tournaments.formats import FORMATS
from tournaments.models import Event
from tournaments.services import Slip
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db

SIX = ("yellow", "black", "blue", "red", "green", "violet")
ALL, FIRST, BOTH = Slip(places=SIX), Slip(places=SIX[:1]), Slip(winner="entry-1")
#: What is said of a level game, and of any game for places.
LEVEL = "throw, the highest wins"
FOR_PLACES = "a game for places is not adjudicated"


class Kind(NamedTuple):
    """A game of a format: by which rules, what was played before, and what is said when it is adjudicated.

    ``level``: all boards are equal; ``ahead``: one player's is better. Empty: it is a result.
    """

    format: str
    rules: str
    level: str
    ahead: str
    settings: Mapping[str, Any] = {}
    before: Sequence[Slip] = ()


KINDS = [
    Kind("championship", "xmadn-3t", LEVEL, ""),
    Kind("championship", "xmadn-3t+", LEVEL, ""),
    Kind("triple-athlon", "xmadn-3t", LEVEL, "", {"letters": "fixed"}),
    Kind("triple-athlon", "xmadn-3t+", LEVEL, "", {"letters": "fixed"}, [FIRST]),
    Kind("triple-athlon", "xmadn-gp", FOR_PLACES, FOR_PLACES, {"letters": "fixed"}, [FIRST, BOTH]),
    Kind("gp-series", "xmadn-gp", FOR_PLACES, FOR_PLACES),
    Kind("gp-plus-series", "xmadn-gp+", FOR_PLACES, FOR_PLACES),
    Kind("league", "xmadn-2t", LEVEL, "", {"drrs": 1}),
    Kind("league", "xmadn-2t+", LEVEL, "", {"drrs": 1}),
    Kind("challengers", "xmadn-gp", FOR_PLACES, FOR_PLACES),
    Kind("challengers", "xmadn-2t", LEVEL, "", {}, [ALL]),
    Kind("challengers", "xmadn-2t+", LEVEL, "", {}, [ALL]),
    Kind("exhibition", "schmidt", LEVEL, ""),
    Kind("exhibition", "xmadn-gp", LEVEL, ""),
    # Level boards share the points of their places.
    Kind("open", "schmidt", "", "", {"rounds": 1}),
]


def running(kind: Kind) -> tuple[Event, Game]:
    """The event with the game of that kind begun."""
    sets = FORMATS[kind.format].rule_sets
    rules = kind.rules if kind.rules in sets else sets[0]
    if kind.before == [ALL]:
        rules = kind.rules
    event = entered(kind.format, rules_name=rules, settings=dict(kind.settings))
    if kind.format == "open":
        play(event, 1)
        return event, event.games.select_related("game").first().game  # type: ignore[union-attr]
    while EventState.load(event).verdict.draws:
        services.draw_in_seed_order(event_id=event.pk, **WHO)
    for number, slip in enumerate(kind.before, start=1):
        enter(event, number, slip)
    (due,) = EventState.load(event).due[:1]
    thrown = () if due.starter else throws_for_the_start(due, event.rules.die_faces, Random(1))
    game = services.start_next_game(event_id=event.pk, rounds=thrown, **WHO).played.game
    assert game.rules_name == kind.rules
    return event, game


def laid(game: Game, ahead: bool) -> Game:
    """All pawns in their yards; ``ahead``: but for one of the first colour, which is at home."""
    name, pawns, turn = game.position.split(" ")[:3]
    first = next(iter(game.seating.values()))[0]
    colours = game.rules.layout().colours
    entries = [
        "-" if there == "-" else "B,B,B,d" if ahead and colour == first else "B,B,B,B"
        for colour, there in zip(colours, pawns.split("/"), strict=True)
    ]
    return happen(game, EventKind.POSITION, position=f"{name} {'/'.join(entries)} {turn}", reason="as it was")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.format} {kind.rules}")
def test_what_an_adjudication_comes_to(kind: Kind) -> None:
    event, game = running(kind)
    for ahead, said in ((False, kind.level), (True, kind.ahead)):
        laid(game, ahead)
        before = everything()
        for method in METHODS:
            if said:
                with pytest.raises(RecordingError) as found:
                    happen(game, EventKind.ADJUDICATION, method=method)
                assert said in found.value.message.en
                assert "giv" not in found.value.message.en
                assert (found.value.status, everything()) == (422, before)
                continue
            with undone():
                ended = happen(game, EventKind.ADJUDICATION, method=method)
                assert ended.state == "ended"
                assert (ended.winner_id is None) == (not ahead)
                assert ended.winner_id is None or str(ended.winner_id) == next(iter(game.seating))
                assert len(EventState.load(event).with_result) == len(kind.before) + 1


# -- the doors -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("db")
def test_a_file_with_such_a_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with undone():
        event, game = running(KINDS[0])
        laid(game, ahead=False)
        with monkeypatch.context() as earlier:  # as earlier versions let it be
            earlier.setattr(EventState, "check_decided", lambda *_: None)
            happen(game, EventKind.ADJUDICATION, method="saved-pawns")
        text = export_event(Event.objects.get(pk=event.pk))
    before = everything()
    with pytest.raises(RecordingError) as found:
        import_event(text, **WHO)
    assert (
        found.value.message.en
        == "games[0]: level: Änne Öhler, Bert Übel and Cora Weiß throw, the highest wins"
    )
    assert everything() == before == [[]] * 7
