"""A League of twenty: nothing that is asked of it grows with its games but what is shown of them."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.models import Player
from tests.tournaments.conftest import NOW
from tests.tournaments.dashboard import staff
from tests.tournaments.league_results import new_league
from tests.tournaments.query_counts import queries
from tournaments.formats import FORMATS, Contest, Entrant, Format, Verdict
from tournaments.formats.clinching.round_robins import RoundRobins
from tournaments.formats.league.format import League
from tournaments.formats.league.table import LeagueSettings
from tournaments.formats.simulate import best_seed_wins, last_one_wins, rehearse
from tournaments.formats.verdict import nothing
from tournaments.models import Event, Season
from tournaments.services.readiness import preflight
from tournaments.services.standings import refresh
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db
PARTS = ("", "games/", "schedule/", "chances/", "about/", "live/", "results/")


class CountingLeague(League):
    """A League that counts how often it is judged."""

    judged = 0

    def judge(self, contest: Contest[Any]) -> Verdict:
        """Count, and judge."""
        CountingLeague.judged += 1
        return super().judge(contest)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> type[CountingLeague]:
    """The Leagues of the site count how often they are judged."""
    monkeypatch.setitem(FORMATS, "league", CountingLeague())
    CountingLeague.judged = 0
    return CountingLeague


def leagues(*sizes: tuple[int, int, int]) -> list[Event]:
    season = Season.objects.create(slug="s", name="S", starts_on="2026-01-01", ends_on="2026-12-31")
    most = max(players for players, _, _ in sizes)
    everybody = [Player.objects.create(name=f"Player {number:02}") for number in range(most)]
    return [new_league(season, everybody[:players], rounds, played) for players, rounds, played in sizes]


def test_no_page_asks_more_of_the_database_because_more_was_played(db: None) -> None:
    small, large = leagues((4, 1, 6), (20, 1, 300))
    client = staff("olga", is_superuser=True)
    for part in PARTS:
        few, many = (queries(client, f"/events/{event.slug}/{part}") for event in (small, large))
        assert few == many, part
    for page in (
        *(f"/events/{large.slug}/{part}" for part in PARTS),
        f"/organise/events/{large.slug}/",
        "/organise/",
    ):
        assert client.get(page, follow=True).status_code == 200, page


def test_what_follows_from_a_result_is_judged_once(counting: type[CountingLeague]) -> None:
    (event,) = leagues((8, 1, 40))
    counting.judged = 0
    refresh(event_id=event.pk, now=NOW)
    assert counting.judged == 1


def test_a_league_of_many_rounds_is_rehearsed_by_a_handful_of_verdicts(
    counting: type[CountingLeague],
) -> None:
    (event,) = leagues((20, 6, 0))
    counting.judged = 0
    (found,) = preflight(EventState.load(event))
    assert "2280 games to play" in found.sentence.en
    assert counting.judged < 12


@pytest.mark.parametrize(
    "settings", [{"drrs": 2}, {"drrs": 1, "playoffs": "qualifying and final"}, {"boards": 2}]
)
def test_the_games_that_are_fixed_end_as_one_by_one(settings: dict[str, Any]) -> None:
    entrants = tuple(Entrant(name, name, seed) for seed, name in enumerate("abcde", start=1))
    contest, one_by_one = Contest(LeagueSettings.read(settings), "xmadn-2t", entrants), OneByOne()
    for wins in (best_seed_wins, last_one_wins):
        whole, single = rehearse(League(), contest, wins), rehearse(one_by_one, contest, wins)
        assert (whole.stopped_by, single.stopped_by) == (None, None)
        if settings.get("playoffs") is None:
            assert whole.games == single.games


class OneByOne(League):
    """A League that does not tell which games are fixed."""

    def judge(self, contest: Contest[Any]) -> Verdict:
        """Judge as every format does that does not know its games before they are due."""
        return replace(super().judge(contest), fixed_games=nothing)


def test_the_schedule_names_the_start_that_the_verdict_names(db: None) -> None:
    (event,) = leagues((5, 2, 23))
    contest, format = EventState.load(event).contest, League()
    for number in range(1, 41):
        judged = Format.due_before(format, contest, number)
        told = format.due_before(contest, number)
        assert judged is None or judged == told, number
    assert format.due_before(contest, 23) is not None


def test_who_has_left_has_no_game_to_start(db: None) -> None:
    (event,) = leagues((5, 1, 8))
    entry = event.entries.order_by("seed")[0]
    entry.left_after = 8
    entry.save()
    state = EventState.load(event)
    theirs = [game.number for game in state.games if entry.key in state.seating(game.game).entrants]
    assert theirs
    assert {state.due_before(number) for number in theirs} == {None}


def test_the_magic_number_is_the_least_that_is_enough() -> None:
    lots = Random(3)
    for _ in range(40):
        players = ("a", "b", "c", "d")
        pairings = [(one, other) for one in players for other in players if one < other]
        beaten = {pair: lots.randrange(4) for one, other in pairings for pair in ((one, other), (other, one))}
        left = [(number, *lots.choice(pairings)) for number in range(lots.randrange(1, 14))]
        tree = RoundRobins(players, beaten, left, lambda _: None)
        for player, bound in tree.bounds().items():
            assert bound.magic == _magic(players, beaten, left, player)


def _magic(players: Any, beaten: Any, left: Any, player: str) -> int | None:
    """One number after the other, by the definition."""
    games = {each: sum(each in pair[1:] for pair in left) for each in players}
    now = {
        each: sum(beaten[each, other] - beaten[other, each] for other in players if other != each)
        for each in players
    }
    for wins in range(games[player] + 1):
        lost = games[player] - wins
        others = (other for other in players if other != player)
        if all(
            now[player] + wins - lost
            > now[other]
            + games[other]
            - 2 * max(0, sum({player, other} == set(pair[1:]) for pair in left) - lost)
            for other in others
        ):
            return wins
    return None
