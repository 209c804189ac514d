"""What an event gave is kept when it is concluded, corrected with it, and gone when it is open again."""

import json
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from games.models import Player
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, undo_result, win
from tests.tournaments.rankings.typed_in import (
    double_round_robins,
    typed_in,
    written_file,
    written_league,
)
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.models import Event, EventUnit, Ranking, Season
from tournaments.player_refs import ref
from tournaments.rankings.points import keep_points
from tournaments.services.standings import refresh
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db


def points(event: Event, unit: str = "event") -> dict[str, tuple[Any, ...]]:
    """Name → place, TP, WP, CP."""
    rows = event.units.get(key=unit).points.select_related("player")
    return {row.player.name: (row.place, row.tp, row.wp, row.cp) for row in rows}


def units(event: Event) -> list[str]:
    return list(event.units.order_by("position").values_list("key", flat=True))


@pytest.mark.parametrize(
    ("ended_on", "expected"),
    [
        (date(2024, 6, 1), {"Anna": 2, "Bert": 1}),
        (date(2025, 6, 1), {"Anna": Fraction(3, 2), "Bert": Fraction(1, 2)}),
        (date(2026, 6, 1), {"Anna": 1, "Bert": 1}),
    ],
)
def test_a_tied_game_of_a_gp_series_counts_by_the_year(ended_on: date, expected: dict[str, Any]) -> None:
    # With this table 1st and 4th are worth as much as 2nd and 3rd with the bonus: 10.
    settings = {"games": 2, "table": [8, 5, 3, 2, 1, 0], "bonus": 2}
    event = typed_in(
        "x",
        "ta",
        format="gp-series",
        rules="xmadn-gp",
        settings=settings,
        ended_on=ended_on,
        season=str(ended_on.year),
    )
    found = points(event)
    assert {name: found[name][2] for name in expected} == expected
    assert event.units.get().points.get(place=1).gpp == 25


def test_only_the_end_gives_points_and_taking_it_back_takes_them(cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    assert units(cup) == []
    last = win(start(cup).game, "yellow")
    cup.refresh_from_db()
    assert (units(cup), cup.ended_on) == (["event"], date(2026, 11, 21))
    assert points(cup)["Änne Öhler"] == (1, 7, 2, 0)
    version = Ranking.objects.get(key="3t").version
    undo_result(last)
    cup.refresh_from_db()
    assert (units(cup), cup.ended_on) == ([], None)
    assert Ranking.objects.get(key="3t").version == version + 1


def test_nothing_is_written_where_nothing_has_changed() -> None:
    event = typed_in("x", "aa")
    before = (EventUnit.objects.get().pk, Ranking.objects.get(key="3t").version)
    keep_points(EventState.load(event, ref))
    services.change_event(event_id=event.pk, changes={"starts_on": date(2026, 5, 30)}, actor="test", now=NOW)
    assert (EventUnit.objects.get().pk, Ranking.objects.get(key="3t").version) == before


def test_what_is_not_ranked_gives_none_and_an_exhibition_never(season: Season, players: list[Player]) -> None:
    event = typed_in("x", "aa", ranked=False)
    assert (units(event), event.ended_on) == ([], date(2026, 6, 1))
    assert not Ranking.objects.exists()
    services.change_event(event_id=event.pk, changes={"ranked": True}, actor="test", now=NOW)
    assert units(event) == ["event"]
    services.change_event(event_id=event.pk, changes={"ranked": False}, actor="test", now=NOW)
    assert units(event) == []
    exhibition = new_event(season, format_key="exhibition", settings={})
    services.enter_all(event_id=exhibition.pk, players=players, actor="test", now=NOW)
    services.draw_in_seed_order(event_id=exhibition.pk, actor="test", now=NOW)
    win(start(exhibition, rounds=YELLOW_STARTS).game, "yellow")
    assert Event.objects.get(pk=exhibition.pk).status == Event.Status.FINISHED
    assert units(exhibition) == []


# -- the units of a League -------------------------------------------------------------------------

#: Anna wins all her games, Bert those against Cleo.
CLEAR = "aabaab"


def test_a_pair_of_double_round_robins_is_a_unit_when_it_is_over_before_the_league_is() -> None:
    event = double_round_robins("x", [CLEAR, CLEAR, CLEAR[:5]], settings={"drrs": 3})
    assert (units(event), event.ended_on) == (["drr-1-2"], None)
    assert points(event, "drr-1-2") == {"Anna": (1, 7, 8, 0), "Bert": (2, 4, 4, 0), "Cleo": (3, 2, 0, 0)}


def test_the_playoffs_are_a_unit_of_those_who_played_them_without_head_starts() -> None:
    # First to 3 with a head start of one: Anna, who was 1st, needs Games 8 and 9; 7 is the head start.
    data = json.loads(
        written_league(
            "x", [CLEAR], settings={"drrs": 1, "playoffs": "final", "final_wins": 3, "head_start": 1}
        )
    )
    seats = {"anna": ["black", "yellow"], "bert": ["green", "red"]}
    for number in (8, 9):
        data["games"].append({"number": number, "awarded_to": "anna", "result": {"seats": seats}})
    event = import_event(json.dumps(data), actor="test", now=NOW)
    assert units(event) == ["drr-1", "playoffs", "event"]
    assert points(event, "playoffs") == {"Anna": (1, 7, 2, 0), "Bert": (2, 2, 0, 0)}
    assert points(event)["Cleo"] == (3, 2, 0, 0)


# -- the day of the end ----------------------------------------------------------------------------


def test_the_day_is_the_local_one_of_the_last_game() -> None:
    # 22:30 in London is the next day in Berlin.
    text = written_file("x", "aa", ended_on=date(2026, 6, 1)).replace("T12:02:00", "T22:30:00")
    event = import_event(text, actor="test", now=NOW)
    assert (event.ended_on, event.units.get().ended_on) == (date(2026, 6, 2), date(2026, 6, 2))


def test_a_day_that_no_game_tells_is_kept_with_the_event_and_in_its_file() -> None:
    assert typed_in("x", "aa", timed=False).ended_on == date(2026, 6, 1)
    data = json.loads(written_file("y", "aa", timed=False))
    data["event"]["ended_on"] = "2026-06-03"
    event = import_event(json.dumps(data), actor="test", now=NOW)
    assert (event.ended_on, event.units.get().ended_on) == (date(2026, 6, 3), date(2026, 6, 3))
    assert json.loads(export_event(event))["event"]["ended_on"] == "2026-06-03"
    refresh(event_id=event.pk, now=NOW)
    assert Event.objects.get(pk=event.pk).ended_on == date(2026, 6, 3)
