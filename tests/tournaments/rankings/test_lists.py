"""The stored lists: what they count, by which rules, and that a past day can be drawn up again."""

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import orjson
import pytest

from games.errors import BadRequest
from games.models import Player
from tests.tournaments.conftest import NOW
from tests.tournaments.rankings.typed_in import days_from, double_round_robins, typed_in
from tests.working import work_off_at
from tournaments.errors import EventStateConflict
from tournaments.formats import FormatError
from tournaments.models import CompensationAward, Event, MedalGame, Ranking, Season
from tournaments.rankings import services as deciding
from tournaments.rankings.queries import ranking
from tournaments.rankings.registry import NoSuchList
from tournaments.rankings.store import WORK, redraw

pytestmark = pytest.mark.django_db
CLEAR = "aabaab"


def told(key: str, on: date | None = None, now: Any = NOW) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(ranking(key, on, now).text)
    return found


def points(key: str, on: date | None = None, now: Any = NOW) -> dict[str, Any]:
    return {row["name"]: row["points"] for row in told(key, on, now)["rows"]}


def counted(key: str, on: date | None = None) -> list[str]:
    return [unit["unit"] for unit in told(key, on)["counted"]]


def decide(**others: Any) -> dict[str, Any]:
    return {"actor": "user:1", "now": NOW, **others}


# -- 3T World Rankings -----------------------------------------------------------------------------


def test_the_last_nine_events_count_and_a_new_one_pushes_the_oldest_out() -> None:
    days = days_from(date(2026, 5, 4), 11)
    for number, day in enumerate(days[:9]):
        typed_in(f"e{number}", "aa", ended_on=day)
    assert points("3t") == {"Anna": 81, "Bert": 18, "Cleo": 18}
    assert told("3t")["leaving"] == "e0"
    assert [row["defended"] for row in told("3t")["rows"]] == [9, 2, 2]
    typed_in("e9", "bb", ended_on=days[9])
    assert points("3t") == {"Anna": 74, "Bert": 25, "Cleo": 18}
    assert counted("3t") == [f"e{number}" for number in range(9, 0, -1)]
    # One of the past that is typed in later stands where it belongs.
    typed_in("old", "bb", ended_on=date(2026, 1, 1))
    assert points("3t") == {"Anna": 74, "Bert": 25, "Cleo": 18}
    assert counted("3t", days[0]) == ["e0", "old"]


def test_ties_are_decided_by_the_rules_of_the_day_on_which_the_list_is_drawn_up() -> None:
    # Anna won the World Championship and two small events, Bert two Majors: 54 TP and 6 WP each.
    for number, (games, level) in enumerate(
        (("aa", 4), ("bbb", 3), ("bbb", 3), ("aa", 1), ("aa", 1)), start=1
    ):
        typed_in(f"e{number}", games, level=level, ended_on=date(2026, 4, number))
    first = [told("3t", day)["rows"][0] for day in (date(2026, 4, 30), date(2026, 5, 1))]
    assert [(row["name"], row["reason"]["en"]) for row in first] == [
        ("Anna", "above Bert: World Championships won 1 to 0"),
        ("Bert", "above Anna: Majors won 2 to 1"),
    ]
    assert told("3t", date(2026, 4, 30))["rules_since"] == "2025-01-01"
    # [T15] as a setting.
    deciding.change_ranking(key="3t", settings={"ties": "2024"}, reason="agreed", **decide())
    assert told("3t")["rows"][0]["name"] == "Anna"


# -- 2T Rankings -----------------------------------------------------------------------------------


def test_units_count_since_april_2024_and_events_before() -> None:
    double_round_robins("league", [CLEAR] * 4, ended_on=date(2024, 3, 20), season="2024")
    assert counted("2t", date(2024, 3, 31)) == ["league"]
    assert counted("2t", date(2024, 4, 1)) == ["league:drr-3-4", "league:drr-1-2"]


def test_the_last_six_units_count() -> None:
    double_round_robins("league", [CLEAR] * 12, ended_on=date(2026, 5, 1))
    assert len(counted("2t")) == 6
    double_round_robins("next", [CLEAR], ended_on=date(2026, 5, 2))
    assert counted("2t")[0] == "next:drr-1"
    assert len(counted("2t")) == 6


# -- Medal Race ------------------------------------------------------------------------------------


def test_a_medal_race_counts_tp_and_wp_of_its_season_and_2t_only_in_2024() -> None:
    for season in ("2024", "2025"):
        typed_in(f"cup-{season}", "aabbb", season=season, ended_on=date(int(season), 6, 1))
        double_round_robins(f"league-{season}", [CLEAR], season=season, ended_on=date(int(season), 7, 1))
    assert points("medal-race-2024") == {"Anna": 4 + 2 + 7 + 4, "Bert": 7 + 3 + 4 + 2, "Cleo": 2 + 2}
    assert points("medal-race-2025") == {"Anna": 4 + 2, "Bert": 7 + 3, "Cleo": 2}
    # Rules of the season, however late it is asked.
    assert told("medal-race-2024", date(2026, 6, 1))["rules_since"] == "2024-04-01"
    # [T16] as a setting.
    deciding.change_ranking(
        key="medal-race-2025", settings={"counts": "3T and 2T"}, reason="agreed", **decide()
    )
    assert points("medal-race-2025")["Anna"] == 4 + 2 + 7 + 4


def test_cp_do_not_count_in_it() -> None:
    event = typed_in("x", "bb")
    winner = event.units.get().points.get(place=1)
    assert (winner.player.name, winner.wp, winner.cp) == ("Bert", 2, 0)
    deciding.award_compensation(event_id=event.pk, player=winner.player, points=3, reason="x", **decide())
    assert told("3t")["rows"][0]["points"] == 12
    assert told("medal-race-2026")["rows"][0]["points"] == 9


def level_season() -> Season:
    """Anna and Bert are equal in everything at the end of 2025."""
    typed_in("one", "aa", season="2025", ended_on=date(2025, 6, 1))
    typed_in("two", "bb", season="2025", ended_on=date(2025, 6, 8))
    return Season.objects.get(slug="2025")


@pytest.mark.both_databases
def test_still_equal_for_1st_they_play_a_medal_game_worth_one_wp_for_the_race_only() -> None:
    season = level_season()
    assert (
        told("medal-race-2025")["remark"]["en"] == "still equal for 1st place: a Medal Game is to be played"
    )
    assert told("medal-race-2025", date(2025, 12, 30))["remark"] is None
    bert = Player.objects.get(name="Bert")
    game: dict[str, Any] = {"season": season, "played_on": date(2026, 1, 10), "reason": "4–2 in pawns"}
    deciding.decide_medal_game(winner=bert, **game, **decide())
    race = told("medal-race-2025")
    assert [(row["name"], row["points"], row["wp"]) for row in race["rows"][:2]] == [
        ("Bert", 12, 3),
        ("Anna", 11, 2),
    ]
    assert race["remark"] is None
    assert points("3t") == {"Anna": 11, "Bert": 11, "Cleo": 4}
    # The day before it was not played yet.
    assert points("medal-race-2025", date(2026, 1, 9))["Bert"] == 11
    # Told wrongly, it is corrected, and the history has both.
    deciding.decide_medal_game(winner=Player.objects.get(name="Anna"), **game, **decide())
    assert points("medal-race-2025")["Anna"] == 12
    reasons = MedalGame.objects.get().history.values_list("history_change_reason", flat=True)
    assert list(reasons) == ["user:1 4–2 in pawns"] * 2


def test_nobody_else_can_win_the_medal_game_and_not_before_the_end() -> None:
    season = level_season()
    cleo, anna = Player.objects.get(name="Cleo"), Player.objects.get(name="Anna")
    with pytest.raises(BadRequest, match="between those who are equal for 1st"):
        deciding.decide_medal_game(
            season=season, winner=cleo, played_on=date(2026, 1, 1), reason="x", **decide()
        )
    with pytest.raises(BadRequest, match="the season ends on 2025-12-31"):
        deciding.decide_medal_game(
            season=season, winner=anna, played_on=date(2025, 12, 30), reason="x", **decide()
        )
    typed_in("three", "aa", season="2025", ended_on=date(2025, 6, 9))
    with pytest.raises(BadRequest, match="between those who are equal"):
        deciding.decide_medal_game(
            season=season, winner=anna, played_on=date(2026, 1, 1), reason="x", **decide()
        )
    assert not MedalGame.objects.exists()


# -- a past day ------------------------------------------------------------------------------------


def test_the_list_of_a_past_day_is_the_one_that_stood_then() -> None:
    """Whatever ended afterwards: drawn up again it is the list that was stored at the end of that day."""
    then: dict[tuple[str, date], Any] = {}
    winners = ["aa", "bb", "abb", "cc", "acbca", "aab", "bcb"]
    days = [date(2023, 11, 1) + timedelta(days=150 * number) for number in range(7)]
    for number, day in enumerate(days):
        now = NOW.replace(year=day.year, month=day.month, day=day.day)
        played: dict[str, Any] = {
            "season": str(day.year),
            "ended_on": day,
            "level": number % 4 + 1,
            "now": now,
        }
        if number % 4 == 3:
            double_round_robins(f"e{number}", [CLEAR] * 2, **played)
        else:
            typed_in(f"e{number}", winners[number % 7], **played)
        for key in Ranking.objects.values_list("key", flat=True):
            # Lists of which nothing has changed are those of this day, too.
            redraw(keys=[key], now=now)
            then[key, day] = orjson.loads(Ranking.objects.get(key=key).projection)
    assert len(then) > 20
    for (key, day), stored in then.items():
        again = told(key, day)
        for member in ("rows", "counted", "leaving", "rules_since"):
            assert again[member] == stored[member], (key, day, member)


@pytest.mark.parametrize("events", [1, 4])
def test_a_past_list_takes_as_many_queries_however_many_events_there_were(
    events: int, django_assert_num_queries: Any
) -> None:
    for number, day in enumerate(days_from(date(2026, 5, 4), events)):
        typed_in(f"e{number}", "aa", ended_on=day)
    with django_assert_num_queries(4):
        ranking("3t", date(2026, 10, 1), NOW)


@pytest.mark.both_databases
def test_with_other_rules_in_force_the_list_is_drawn_up_anew_without_any_event() -> None:
    before, after = NOW.replace(month=4, day=20), NOW.replace(month=5, day=2)
    typed_in("x", "aa", ended_on=date(2026, 4, 1))
    redraw(keys=["3t"], now=before)
    assert told("3t", now=before)["rules_since"] == "2025-01-01"
    # Nobody has drawn it up yet, but readers get what holds.
    assert (told("3t", now=after)["rules_since"], told("3t", now=after)["version"]) == ("2026-05-01", None)
    assert work_off_at(WORK, after) == 1
    assert told("3t", now=after)["version"] == Ranking.objects.get(key="3t").version
    assert work_off_at(WORK, after) == 0


# -- what organisers decide ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "name", "points", "reason", "said"),
    [
        *(("x", "Anna", points, "x", "points") for points in (0, -1, 101)),
        ("x", "Bert", 1, "x", "to the winner"),
        ("x", "Anna", 1, "", "reason"),
        # There are no CP before 2025 nor in 2T.
        ("old", "Anna", 1, "x", "2025 or later"),
        ("league", "Anna", 1, "x", "2025 or later"),
    ],
)
def test_impossible_awards_are_refused(slug: str, name: str, points: int, reason: str, said: str) -> None:
    typed_in("x", "aa")
    typed_in("old", "aa", ended_on=date(2024, 12, 31), season="2024")
    double_round_robins("league", [CLEAR])
    who, event = Player.objects.get(name=name), Event.objects.get(slug=slug)
    with pytest.raises((BadRequest, EventStateConflict), match=said):
        deciding.award_compensation(event_id=event.pk, player=who, points=points, reason=reason, **decide())


def test_cp_count_in_the_list_until_they_are_taken_back() -> None:
    typed_in("x", "aa")
    anna, event = Player.objects.get(name="Anna"), Event.objects.get(slug="x")
    usual = points("3t")["Anna"]
    about = {"event_id": event.pk, "player": anna, **decide()}
    deciding.award_compensation(points=Fraction(3, 2), reason="shortened", **about)
    assert Fraction(points("3t")["Anna"]) == usual + Fraction(3, 2)
    deciding.withdraw_compensation(reason="counted again", **about)
    assert points("3t")["Anna"] == usual
    with pytest.raises(CompensationAward.DoesNotExist):
        deciding.withdraw_compensation(reason="again", **about)
    reasons = CompensationAward.history.order_by("history_id").values_list("history_change_reason", flat=True)
    assert [reason.split(" ", 1)[1] for reason in reasons] == ["shortened", "counted again"]


def test_settings_of_a_list_are_checked_and_need_a_reason() -> None:
    for number, day in enumerate(days_from(date(2026, 5, 4), 3)):
        typed_in(f"e{number}", "aa", ended_on=day)
    deciding.change_ranking(key="3t", settings={"events": 2}, reason="the last two", **decide())
    assert points("3t")["Anna"] == 18
    with pytest.raises(FormatError, match="from 1 to 99"):
        deciding.change_ranking(key="3t", settings={"events": 0}, reason="x", **decide())
    with pytest.raises(BadRequest, match="reason"):
        deciding.change_ranking(key="3t", settings={}, reason=" ", **decide())
    assert Ranking.objects.get(key="3t").settings == {"events": 2}
    # [T14] as a setting.
    double_round_robins("league", [CLEAR], level=3)
    assert points("2t")["Anna"] == 21 + 4
    deciding.change_ranking(key="2t", settings={"level": "none"}, reason="x", **decide())
    assert points("2t")["Anna"] == 7 + 4


@pytest.mark.both_databases
def test_a_season_that_is_taken_back_leaves_no_medal_race_behind(season: Season) -> None:
    deciding.change_ranking(key="medal-race-2026", settings={"counts": "3T"}, reason="agreed", **decide())
    season.delete()
    work_off_at(WORK, NOW + timedelta(days=9999))
    with pytest.raises(NoSuchList):
        ranking("medal-race-2026", None, NOW)
