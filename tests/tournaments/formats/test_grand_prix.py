"""GP and GP+ series: tournament-rules §3.2 and §3.3, starters by §2; when a lead is certain, §5."""

from itertools import permutations

from hypothesis import assume, given, settings, strategies as st

from tests.tournaments.formats.entered import (
    COLOURS,
    OPPOSITE,
    contest,
    figures,
    finishing_orders,
    gp_game,
    gp_series,
    reasons,
)
from tournaments.formats import FORMATS, Result, Verdict
from tournaments.formats.grand_prix.points import BONUS, TABLE, GrandPrixPoints, Lead, Swing, swing_of

# -- GP series -----------------------------------------------------------------------------------------


# Anna leads yellow and red (Y R), Bert black and green (K G), Cleo blue and violet (U V).
# Game 1: Anna 10 + 6 + 2 (bonus) = 18, Bert 4 + 3 = 7, Cleo 2 + 1 = 3.
# Game 2: Anna 10 + 2 = 12, Bert 6 + 1 = 7, Cleo 4 + 3 + 2 (both home in 4th place) = 9.
# Game 3: Anna 10 + 1 = 11, Bert 6 + 4 + 2 (both home in 3rd place) = 12, Cleo 3 + 2 = 5.
# Game 4: Anna 2 + 1 = 3, Bert 10 + 6 + 2 = 18, Cleo 4 + 3 = 7.
GAME_1 = gp_game(1, *"YRKGUV")
GAME_2 = gp_game(2, *"YKUVRG")
GAME_3 = gp_game(3, *"YKGUVR")
GAME_4 = gp_game(4, *"KGUVYR")

series_results = st.lists(finishing_orders, max_size=7).map(
    lambda orders: [gp_game(number, *order) for number, order in enumerate(orders, start=1)]
)


def test_gpp_by_finishing_place_and_the_bonus_for_both_colours_home() -> None:
    verdict = gp_series([GAME_1, GAME_2, GAME_3])
    assert [{score.entrant: score.points for score in game.scores} for game in verdict.games] == [
        {"anna": 18, "bert": 7, "cleo": 3},
        {"anna": 12, "bert": 7, "cleo": 9},
        {"anna": 11, "bert": 12, "cleo": 5},
    ]
    assert verdict.games[1].reason.en == (
        "Yellow 10, black 6, blue 4, violet 3, red 2 and green 1; first with both colours home: Cleo 2"
    )
    assert figures(verdict) == {"anna": 41, "bert": 26, "cleo": 17}
    assert reasons(verdict) == {
        "anna": "above Bert: 41 GPP to 26",
        "bert": "above Cleo: 26 GPP to 17",
        "cleo": "below Bert: 17 GPP to 26",
    }


def test_the_first_colour_finished_by_the_winner_of_the_previous_game_starts() -> None:
    # Black 10, yellow 6, red 4, blue 3, violet 2, green 1: Anna 6 + 4 + 2 = 12 beats Bert's 11.
    (game,) = gp_series([gp_game(1, *"KYRUVG")]).next_games
    assert (game.number, game.starter) == (2, "yellow")
    assert game.starter_reason.en == "Anna won Game 1 with 12 GPP, yellow coming home first"


def test_of_the_colours_of_several_winners_the_one_that_finished_first_starts() -> None:
    # Yellow 10, blue 6, violet 4, black 3, green 2, red 1: Anna 11, Bert 5, Cleo 6 + 4 + 2 = 12.
    assert gp_series([gp_game(1, *"YUVKGR")]).next_games[0].starter == "blue"
    # Black 10, blue 6, yellow 4, violet 3, red 2, green 1: Anna 6, Bert 11, Cleo 6 + 3 + 2 = 11.
    verdict = gp_series([gp_game(1, *"KUYVRG")])
    assert verdict.games[0].winners == ("bert", "cleo")
    (game,) = verdict.next_games
    assert game.starter == "black"
    assert game.starter_reason.en == (
        "Bert and Cleo won Game 1 with 11 GPP each, of their colours black came home first"
    )
    assert game.starter_reason.de == (
        "Bert und Cleo gewannen Spiel 1 mit je 11 GPP; davon war Schwarz zuerst im Ziel"
    )


def test_the_rest_is_cancelled_as_soon_as_the_winner_is_certain() -> None:
    # 11 GPP a game: after 4 of 8 games 44 ahead, 4 x 15 = 60 to come; after 5 games 55 ahead, 3 x 15 = 45.
    results = [gp_game(number, *"YRKGUV") for number in range(1, 6)]
    running = gp_series(results[:4], games=8)
    assert (running.finished, running.cancelled, running.to_come) == (None, (), (6, 7, 8))
    verdict = gp_series(results, games=8)
    assert verdict.finished is not None
    assert (verdict.finished.winner, verdict.finished.number) == ("anna", 5)
    assert (verdict.cancelled, verdict.to_come, verdict.next_games) == ((6, 7, 8), (), ())
    assert verdict.finished.reason.en == (
        "Anna leads by 55 GPP with 3 games left; at most 45 GPP can be made up (15 a game, 18 against 3); "
        "cancelled: Games 6 to 8"
    )


def test_a_tie_for_1st_is_played_off_in_counted_extra_games_one_at_a_time() -> None:
    # Game 4 makes it 44-44-24. The extra game, like Game 2, makes it 56-51-33.
    tied = gp_series([GAME_1, GAME_2, GAME_3, GAME_4])
    assert figures(tied) == {"anna": 44, "bert": 44, "cleo": 24}
    assert (tied.finished, tied.to_come) == (None, ())
    (extra,) = tied.next_games
    assert (extra.number, extra.name.en, extra.starter) == (5, "Game 5 (extra game)", "black")
    assert extra.reason.en == "extra game: Anna and Bert are tied for 1st place after Game 4"
    verdict = gp_series([GAME_1, GAME_2, GAME_3, GAME_4, gp_game(5, *"YKUVRG")])
    assert figures(verdict) == {"anna": 56, "bert": 51, "cleo": 33}
    assert verdict.finished is not None
    assert verdict.finished.reason.en == "Anna leads by 5 GPP after 4 games and 1 extra game"


@given(series_results, st.integers(1, 6))
def test_the_starter_is_a_colour_at_the_board_led_by_a_winner(results: list[Result], games: int) -> None:
    verdict = gp_series(results, games)
    for game in verdict.next_games:
        if game.number == 1:
            assert game.starter is None
        else:
            assert game.starter is not None
            assert game.seating.leader(game.starter) in verdict.games[-1].winners


@given(series_results, series_results, st.integers(1, 6))
def test_a_decided_series_stays_decided(results: list[Result], more: list[Result], games: int) -> None:
    before = gp_series(results, games)
    later = [gp_game(len(results) + result.number, *result.places) for result in more]
    after = gp_series(results + later, games)
    if before.finished:
        assert (after.finished, after.standings, after.cancelled) == (
            before.finished,
            before.standings,
            before.cancelled,
        )


# -- GP+ series ----------------------------------------------------------------------------------------


# Anna leads yellow and red (Y R), Bert black and green (K G), Cleo blue and violet (U V).
LETTERS = dict(zip("YKURGV", COLOURS, strict=True))


def gp_plus_game(number: int, letters: str) -> Result:
    """A GP+ game with the colours in the order of coming home."""
    return Result(number, "xmadn-gp+", OPPOSITE, tuple(LETTERS[letter] for letter in letters))


def gp_plus(*games: str, planned: int = 4, **settings: object) -> Verdict:
    """What a GP+ series comes to."""
    results = [gp_plus_game(number, letters) for number, letters in enumerate(games, start=1)]
    format = FORMATS["gp-plus-series"]
    return format.judge(contest("gp-plus-series", results, {"games": planned, **settings}))


def orders() -> list[str]:
    """Every way in which a GP+ game can end at the board, as letters."""
    ends = set()
    for order in permutations("YRKGUV"):
        for length in range(4, 6):
            home = gp_plus_game(1, "".join(order[:length])).players_home
            if len(home) == 2 and order[length - 1] in {"anna": "YR", "bert": "KG", "cleo": "UV"}[home[1]]:
                ends.add("".join(order[:length]))
                break
    return sorted(ends)


EVERY_END = orders()
games = st.sampled_from(EVERY_END)


def test_gpp_go_to_the_players_in_the_order_of_bringing_both_colours_home() -> None:
    # Yellow, black, red: Anna first (4). Green: Bert second (2). Cleo, blue home or not, is third (1).
    verdict = gp_plus("YKRG", "YKURG")
    assert figures(verdict) == {"anna": 8, "bert": 4, "cleo": 2}
    assert verdict.games[0].reason.en == "both colours home: Anna 4, Bert 2 and Cleo 1"
    assert verdict.games[0].reason.de == "beide Farben im Ziel: Anna 4, Bert 2 und Cleo 1"
    assert reasons(verdict)["anna"] == "above Bert: 8 GPP to 4"


def test_the_first_colour_finished_by_the_winner_starts() -> None:
    # Blue is home first, but Anna is the first with both: red came before yellow.
    (game,) = gp_plus("URKYG").next_games
    assert (game.number, game.starter) == (2, "red")
    assert game.starter_reason.en == "Anna won Game 1 with 4 GPP, red coming home first"


def test_who_gives_up_is_last() -> None:
    # [T12]: the game is over with the colours of the two others, so Anna's have no place.
    assert figures(gp_plus("KUGV")) == {"anna": 1, "bert": 4, "cleo": 2}


@given(st.lists(games, max_size=6), st.integers(1, 5))
def test_every_counted_game_gives_7_gpp(played: list[str], planned: int) -> None:
    verdict = gp_plus(*played, planned=planned)
    assert sum(figures(verdict).values()) == 7 * len(verdict.games)


@given(st.lists(games, min_size=1, max_size=6), st.integers(1, 3))
def test_decided_early_is_exactly_what_every_ending_confirms(played: list[str], left: int) -> None:
    planned = len(played) + left
    assume(not gp_plus(*played[:-1], planned=planned).finished)
    verdict = gp_plus(*played, planned=planned)
    endings = {tuple(figures(verdict)[key] for key in ("anna", "bert", "cleo"))}
    for _ in range(left):
        endings = {(a + x, b + y, c + z) for a, b, c in endings for x, y, z in permutations((4, 2, 1))}
    first = {tuple(i for i in range(3) if ending[i] == max(ending)) for ending in endings}
    certain = len(first) == 1 and len(min(first)) == 1
    assert (verdict.finished is not None) == certain


# -- when a lead is certain, against every ending of the games left ------------------------------------


Triple = tuple[int, int, int]

tables = st.lists(st.integers(0, 12), min_size=6, max_size=6).map(
    lambda gpp: tuple(sorted(gpp, reverse=True))
)


def every_game(table: tuple[int, ...], bonus: int) -> set[Triple]:
    """What a GP game can give to three players, by laying out all orders of their six colours."""
    games = set()
    for order in set(permutations((0, 0, 1, 1, 2, 2))):
        points = [0, 0, 0]
        for place, player in enumerate(order):
            points[player] += table[place]
        first_complete = min((0, 1, 2), key=lambda player: max(i for i in range(6) if order[i] == player))
        points[first_complete] += bonus
        games.add((points[0], points[1], points[2]))
    return games


def endings(totals: Triple, games_left: int, games: set[Triple]) -> set[Triple]:
    """Every table that can come of these totals."""
    reached = {totals}
    for _ in range(games_left):
        reached = {(a + x, b + y, c + z) for a, b, c in reached for x, y, z in games}
    return reached


def sole_leader(totals: Triple) -> int | None:
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def certain_by_enumeration(totals: Triple, games_left: int, games: set[Triple]) -> int | None:
    """The player alone in 1st place in every ending, if there is one."""
    leaders = {sole_leader(ending) for ending in endings(totals, games_left, games)}
    return leaders.pop() if len(leaders) == 1 else None


def test_a_gp_game_moves_two_players_at_most_15_points_apart() -> None:
    # 1st 10 + 2nd 6 + bonus 2 = 18 against 5th 2 + 6th 1 = 3.
    assert swing_of(GrandPrixPoints().gains()) == Swing(most=18, least=3)
    assert swing_of(GrandPrixPoints().gains()).points == 15


@settings(max_examples=60)
@given(
    st.just((TABLE, BONUS)) | st.tuples(tables, st.integers(0, 10)),
    st.integers(0, 50),
    st.integers(0, 35),
    st.permutations((0, 1, 2)),
    st.integers(0, 2),
)
def test_certain_agrees_with_every_ending_for_any_table(
    points: tuple[tuple[int, ...], int], lead: int, gap: int, order: list[int], games_left: int
) -> None:
    ranked = (lead + gap, gap, 0)
    totals: Triple = (ranked[order[0]], ranked[order[1]], ranked[order[2]])
    by_key = {str(player): total for player, total in enumerate(totals)}
    claim = Lead.from_totals(by_key, games_left, swing_of(GrandPrixPoints(*points).gains()))
    truth = certain_by_enumeration(totals, games_left, every_game(*points))
    assert claim.certain == (truth is not None)
    assert not claim.certain or claim.leaders == (str(truth),)
