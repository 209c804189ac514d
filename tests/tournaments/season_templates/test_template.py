"""The calendar of an XMädn season: what tournament-rules §3 and §6 ask of it holds in every year."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.servers import ROOT
from tournaments.formats import FORMATS, Contest
from tournaments.season_templates import TEMPLATES, XMADN, YEARS, EventPlan

PLAN = XMADN.plan(2027)
#: 3T and 2T events by their rules: three players at the board, or two.
DOUBLES = {"xmadn-2t", "xmadn-2t+"}


def test_nine_3t_events_in_three_sub_seasons_and_four_doubles() -> None:
    by_stretch = {stretch.name.en: stretch.events for stretch in XMADN.stretches}
    assert {name: len(events) for name, events in by_stretch.items()} == {
        "Spring": 3,
        "Summer": 3,
        "Autumn": 3,
        "Doubles": 4,
    }
    for name, events in by_stretch.items():
        assert {event.play.rules in DOUBLES for event in events} == {name == "Doubles"}


def test_every_sub_season_leads_up_to_a_major_and_doubles_lie_in_between() -> None:
    threes = [event for event in PLAN.events if event.rules not in DOUBLES]
    assert [event.level for event in threes] == [1, 2, 3, 1, 2, 3, 1, 2, 4]
    assert [event.name for event in threes if event.level > 2] == [
        "World Masters 2027",
        "GP World Series 2027",
        "World Championship 2027",
    ]
    order = [event.rules in DOUBLES for event in PLAN.events]
    assert (order[0], order[-1]) == (False, False)
    assert not any(first and second for first, second in pairwise(order))


@pytest.mark.parametrize("event", PLAN.events, ids=lambda event: event.key)
def test_every_event_can_be_played_as_it_is_planned(event: EventPlan) -> None:
    format = FORMATS[event.format]
    verdict = format.judge(Contest(settings=format.settings.read(event.settings), rules=event.rules))
    assert "players" in verdict.missing[0].en


@given(st.integers(YEARS[0], YEARS[-1]))
def test_in_every_year_all_events_are_on_saturdays_of_the_season(year: int) -> None:
    plan = XMADN.plan(year)
    assert (plan.starts_on, plan.ends_on) == (date(year, 1, 1), date(year, 12, 31))
    assert all(event.starts_on.weekday() == 5 for event in plan.events)
    assert all(plan.starts_on <= event.starts_on <= plan.ends_on for event in plan.events)
    assert len({event.slug for event in plan.events}) == len({event.name for event in plan.events}) == 13


@given(st.dates(date(1900, 1, 1), date(2999, 12, 31)))
def test_a_season_may_begin_on_any_day_and_lasts_a_year(first_day: date) -> None:
    plan = XMADN.plan(first_day.year, first_day)
    assert plan.starts_on == first_day
    assert plan.ends_on - first_day in (timedelta(days=364), timedelta(days=365))
    assert all(plan.starts_on <= event.starts_on <= plan.ends_on for event in plan.events)


def test_a_plan_is_changed_and_shortened() -> None:
    moved = PLAN.changed({"spring-3t-open": {"starts_on": date(2027, 12, 1), "level": 2}})
    assert (moved.events[-1].key, moved.events[-1].level) == ("spring-3t-open", 2)
    assert len(PLAN.without({"xleague", "challengers"}).events) == 11
    assert PLAN.renamed(slug="x", name="X").name == "X"
    with pytest.raises(KeyError, match="winter"):
        PLAN.changed({"winter": {}})


def test_the_documented_calendar_is_that_of_the_template() -> None:
    page = (ROOT / "docs/reference/season-template.md").read_text(encoding="utf-8")
    for template in TEMPLATES.values():
        for stretch in template.stretches:
            for event in stretch.events:
                name = event.name.removesuffix(" {year}")
                cells = (event.week, f"`{event.key}`", name, stretch.name.en, event.level)
                assert "| " + " | ".join(map(str, cells)) + " |" in page
