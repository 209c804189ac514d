"""What is asked of the database: in a League of twenty no more for more games; the parts of an event at once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.enums import Role
from games.models import Player
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, start
from tests.tournaments.dashboard import staff
from tests.tournaments.league_results import new_league
from tests.tournaments.query_counts import queries
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.formats import Contest, Entrant, Verdict
from tournaments.formats.clinching.round_robins import RoundRobins
from tournaments.formats.draws import draw_from_seed
from tournaments.formats.league.format import League
from tournaments.formats.league.table import LeagueSettings
from tournaments.formats.simulate import PlayedOn, finish_game, one_after_the_other, play_on
from tournaments.formats.verdict import NextGame, nothing
from tournaments.models import Event, Season
from tournaments.services.standings import refresh
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db
PAGES = [
    *(
        f"/events/{{}}/{part}"
        for part in ("", "games/", "schedule/", "chances/", "about/", "live/", "results/")
    ),
    *(
        f"/organise/events/{{}}/{part}"
        for part in ("", "players/", "games/", "draws/", "files/", "settings/")
    ),
]


def leagues(*sizes: tuple[int, int, int]) -> list[Event]:
    season = Season.objects.create(slug="s", name="S", starts_on="2026-01-01", ends_on="2026-12-31")
    most = max(players for players, _, _ in sizes)
    everybody = [Player.objects.create(name=f"Player {number:02}") for number in range(most)]
    return [new_league(season, everybody[:players], rounds, played) for players, rounds, played in sizes]


def test_no_page_asks_more_of_the_database_because_more_was_played(db: None) -> None:
    small, large = leagues((4, 1, 6), (20, 1, 120))
    client = staff("olga", is_superuser=True)
    for page in PAGES:
        few, many = (queries(client, page.format(event.slug)) for event in (small, large))
        assert few == many, page
        assert client.get(page.format(large.slug)).content.count(b'class="game-line"') <= 40, page
    assert client.get("/organise/").status_code == 200


def test_a_result_is_judged_once_and_a_league_of_many_rounds_simulated_by_a_handful_of_verdicts(
    db: None,
) -> None:
    played, large = leagues((8, 1, 40), (20, 6, 0))
    with patch.object(League, "judge", autospec=True, side_effect=League.judge) as judge:
        refresh(event_id=played.pk, now=NOW)
        assert judge.call_count == 1
        done = played_on(League(), EventState.load(large).contest, favourite)
    assert (done.games, done.stopped_by) == (2280, None)
    assert judge.call_count < 20


def favourite(game: NextGame) -> Sequence[str]:
    """Who is first in the list wins all games: the event ends as early as can be."""
    return sorted(game.seating.entrants)


def in_turn(game: NextGame) -> Sequence[str]:
    """All win about as many games: they stay level for long."""
    return sorted(game.seating.entrants, reverse=game.number % 2 == 1)


def played_on(format: League, contest: Contest[Any], wins: Callable[[NextGame], Sequence[str]]) -> PlayedOn:
    """The event to its end."""
    return play_on(
        contest,
        format.judge,
        lambda _, game: finish_game(game, one_after_the_other(game, wins(game)), contest.ends_of(game.rules)),
        lambda needed: draw_from_seed(needed, "1"),
    )


@pytest.mark.parametrize(
    "settings", [{"drrs": 2}, {"drrs": 1, "playoffs": "qualifying and final"}, {"boards": 2}]
)
def test_the_games_that_are_fixed_end_as_one_by_one(settings: dict[str, Any]) -> None:
    entrants = tuple(Entrant(name, name, seed) for seed, name in enumerate("abcde", start=1))
    contest, one_by_one = Contest(LeagueSettings.read(settings), "xmadn-2t", entrants), OneByOne()
    for wins in (favourite, in_turn):
        whole, single = played_on(League(), contest, wins), played_on(one_by_one, contest, wins)
        assert (whole.stopped_by, single.stopped_by) == (None, None)
        if settings.get("playoffs") is None:
            assert whole.games == single.games


class OneByOne(League):
    """A League that does not tell which games are fixed."""

    def judge(self, contest: Contest[Any]) -> Verdict:
        """Judge as every format does that does not know its games before they are due."""
        return replace(super().judge(contest), fixed_games=nothing)


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


# -- the statements of one event -------------------------------------------------------------------


def columns(rows: Iterable[models.Model]) -> list[Any]:
    return [[getattr(row, field.attname) for field in row._meta.concrete_fields] for row in rows]


@pytest.fixture
def played(cup: Event) -> Event:
    """A cup with a result, a running game and a line in its report."""
    enter(cup, 1)
    start(cup)
    services.suspend_event(event_id=cup.pk, hold=Event.Hold.INTERRUPTED, reason="rain", actor="test", now=NOW)
    return Event.objects.get(pk=cup.pk)


@pytest.mark.both_databases
def test_the_parts_of_an_event_are_those_of_the_models(played: Event) -> None:
    with CaptureQueriesContext(connection) as statements:
        state = EventState.load(played)
    assert len(statements) == 6
    assert len(state.report) == 1
    for rows, manager in (
        (state.entries, played.entries),
        (state.draws, played.draws),
        (state.games, played.games),
        (state.report, played.report),
    ):
        assert rows
        assert columns(rows) == columns(manager.all())
    with CaptureQueriesContext(connection) as further:
        players = columns(entry.player for entry in state.entries)
        games = columns(each.game for each in state.games)
        belonging: list[Any] = [*state.entries, *state.draws, *state.games, *state.report]
        assert {each.event for each in belonging} == {played}
    assert len(further) == 0
    assert players == columns(entry.player for entry in played.entries.all())
    assert games == columns(each.game for each in played.games.all())


@pytest.mark.both_databases
def test_a_typed_result_costs_twenty_statements_at_the_most(cup: Event) -> None:
    client: APIClient = client_with(Role.ORGANISER)
    with CaptureQueriesContext(connection) as statements:
        answer = client.post(f"/api/v1/events/{cup.slug}/results/", {"number": 1, "winner": "entry-2"})
    assert answer.status_code == 201, answer.content
    # Where rows are locked one by one, the game is before its event.
    locks = 4 if connection.features.has_select_for_update else 0
    assert len(statements) <= 20 + locks, [each["sql"][:100] for each in statements]
