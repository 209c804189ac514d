"""An evening: entries, the draw, games that start as the sporting rules say, a table that follows each result."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.enums import EventKind, Role
from games.errors import BadRequest, WrongState
from games.models import Game, Player
from rules import RulesError
from tests.games.conftest import client_with
from tests.tournaments import played_events
from tests.tournaments.conftest import KEYS, NOW, YELLOW_STARTS, new_event, start, undo_result, win
from tests.tournaments.event_state import WHO, assert_fresh, everything, figures, happen, table
from tests.tournaments.played_events import entered
from tournaments import services
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.forecasts.requests import changed_events
from tournaments.formats import FormatError, draws
from tournaments.models import Event, Season
from tournaments.services import Override
from tournaments.services.standings import refresh
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db


# -- an evening ------------------------------------------------------------------------------------


def test_an_evening_of_a_championship(cup: Event) -> None:
    first = start(cup, rounds=YELLOW_STARTS)
    assert (first.game.starter, first.due_starter) == ("yellow", "")
    assert first.starter_reason.de == "Gelb hatte den höchsten Wurf, 6"
    # As after a fault: the table is computed again.
    Event.objects.filter(pk=cup.pk).update(projection="", status="open")
    refresh(event_id=cup.pk, now=NOW)
    played = first
    for colour, starts in (("red", "red"), ("violet", "violet"), ("blue", None)):
        win(played.game, colour)
        assert_fresh(cup)
        if starts:
            (due,) = table(cup)["next_games"]
            played = start(cup)
            assert (due["starter"], played.game.starter, played.due_starter) == (starts,) * 3
            assert table(cup)["next_games"] == []
    found = table(cup)
    assert (found["status"], found["finished"]["winner"], found["next_games"]) == (
        "finished",
        "entry-2",
        [],
    )
    assert found["rows"][0]["reason"]["de"] == "vor Cora Weiß: 2 Siege zu 1"
    assert Event.objects.get(pk=cup.pk).status == Event.Status.FINISHED


# -- results that change ---------------------------------------------------------------------------


def test_a_result_taken_back_is_gone_from_the_table_and_the_event_is_open_again(cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    undo_result(win(start(cup).game, "red"))
    found = table(cup)
    assert (found["status"], found["finished"], found["next_games"]) == ("running", None, [])
    assert figures(cup)["entry-2"] == 1
    assert_fresh(cup)


def test_a_result_changed_after_the_next_game_began_is_shown_there_and_nothing_is_played_anew(
    cup: Event,
) -> None:
    first = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    second = start(cup)
    assert table(cup)["games"][1]["remark"] is None
    correct(first, "green")
    found = table(cup)["games"][1]
    assert (
        found["remark"]["en"] == "as the results stand now, green would have started (Green clinched Game 1)"
    )
    assert Game.objects.get(pk=second.game_id).starter == "red"
    assert_fresh(cup)
    win(second.game, "green")
    assert table(cup)["finished"]["winner"] == "entry-3"


def test_a_later_result_waits_while_an_earlier_one_is_missing(cup: Event) -> None:
    """As after an event file in which one is missing: what a later game rests on is not taken back."""
    first = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    win(start(cup).game, "red")
    with pytest.raises(WrongState, match=r"Game 2 rests on it\. Propose a correction"):
        undo_result(first)
    Game.objects.filter(pk=first.pk).update(state="running", winner=None, decided_by="", places=[])
    refresh(event_id=cup.pk, now=NOW)
    found = table(cup)
    assert (found["status"], figures(cup)["entry-2"]) == ("running", 0)
    assert found["games"][1]["remark"]["de"] == "zählt erst, wenn Spiel 1 ein Ergebnis hat"
    assert found["next_games"] == []
    with pytest.raises(EventStateConflict, match="Game 1 is being played"):
        start(cup)


def test_a_game_that_is_not_needed_any_more_says_so(season: Season, cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    second = win(start(cup).game, "green")
    third = start(cup)
    correct(second, "red")
    found = table(cup)
    assert found["finished"]["number"] == 2
    assert found["games"][2]["remark"]["en"] == "is not needed any more: Game 2 has decided the event"
    win(third.game, "green")
    assert "does not count" in table(cup)["games"][2]["remark"]["en"]
    assert table(cup)["finished"]["winner"] == "entry-2"


# -- entries ---------------------------------------------------------------------------------------


def test_seeds_are_given_anew_by_rest(season: Season, players: list[Player]) -> None:
    event = new_event(season)
    services.enter_all(event_id=event.pk, players=players, **WHO)
    address, (first, second, third) = "/api/v1/events/cup/seeds/", KEYS
    organiser = client_with(Role.ORGANISER, "event:cup")
    before = everything()
    for order in ([], [first, second], [first, second, second], [*KEYS, third], [first, second, "zoe"]):
        problem = organiser.put(address, {"order": order}).json()
        assert (problem["status"], problem["field"]) == (400, "order")
        assert problem["messages"]["en"].startswith("order: each of entry-1 (Änne Öhler), entry-2")
    assert everything() == before
    answer = organiser.put(address, {"order": [third, first, second]})
    assert (answer.status_code, [(each["key"], each["seed"]) for each in answer.json()]) == (
        200,
        [(third, 1), (first, 2), (second, 3)],
    )
    assert [entry["key"] for entry in table(event)["entries"]] == [third, first, second]
    services.draw_in_seed_order(event_id=event.pk, **WHO)
    assert organiser.put(address, {"order": KEYS}).status_code == 409


def test_a_hall_is_not_seeded_anew_once_it_is_drawn(season: Season) -> None:
    """Late comers are entered, but the order stays."""
    event = played_events.entered("open")
    keys = [entry.key for entry in event.entries.all()]
    services.reseed(event_id=event.pk, order=keys[::-1], **WHO)
    played_events.play(event, 1)
    with pytest.raises(EventStateConflict, match="The draw has been held"):
        services.reseed(event_id=event.pk, order=keys, **WHO)


def test_after_the_draw_nobody_is_entered_withdrawn_or_seeded_anew(cup: Event) -> None:
    before = everything()
    for refused in (
        lambda: services.enter(event_id=cup.pk, player=Player.objects.create(name="Dora"), **WHO),
        lambda: services.withdraw(event_id=cup.pk, key=KEYS[0], **WHO),
        lambda: services.reseed(event_id=cup.pk, order=KEYS, **WHO),
    ):
        with pytest.raises(EventStateConflict, match="Already drawn, so entries are closed"):
            refused()
    assert everything() == before


def test_no_player_twice_no_seed_twice_no_fourth_player(season: Season, players: list[Player]) -> None:
    event = new_event(season)
    services.enter(event_id=event.pk, player=players[0], **WHO)
    with pytest.raises(BadRequest, match="entered already"):
        services.enter(event_id=event.pk, player=players[0], **WHO)
    with pytest.raises(BadRequest, match="seed 1 is taken"):
        services.enter(event_id=event.pk, player=players[1], seed=1, **WHO)
    for player in players[1:]:
        services.enter(event_id=event.pk, player=player, **WHO)
    before = everything()
    with pytest.raises(FormatViolation, match="Championship has 3 players"):
        services.enter(event_id=event.pk, player=Player.objects.create(name="Dora"), **WHO)
    assert everything() == before


# -- draws -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("published", [{"seed": "lottery 3 17"}, {}])
def test_a_draw_from_a_seed_can_be_checked_by_anybody(
    season: Season, players: list[Player], published: dict[str, Any]
) -> None:
    event = new_event(season)
    services.enter_all(event_id=event.pk, players=players, **WHO)
    needed = EventState.load(event).verdict.draws[0]
    draw = services.draw_from_seed(event_id=event.pk, **published, **WHO)
    (shown,) = table(event)["draws"]
    seed = shown["published_seed"]
    assert seed == published.get("seed", draw.published_seed)
    assert len(seed) >= 12
    assert tuple(draw.order) == draws.draw_from_seed(needed, seed).order
    assert table(event)["status"] == "drawn"


def test_nothing_is_drawn_before_all_are_entered_nor_twice(season: Season, players: list[Player]) -> None:
    event = new_event(season)
    with pytest.raises(EventStateConflict, match="players needed: 3, entered: 0"):
        services.draw_from_seed(event_id=event.pk, **WHO)
    services.enter_all(event_id=event.pk, players=players, **WHO)
    with pytest.raises(FormatError) as caught:
        services.draw_by_hand(event_id=event.pk, order=[KEYS[0]], **WHO)
    assert caught.value.field == "pairs"
    services.draw_from_seed(event_id=event.pk, **WHO)
    with pytest.raises(EventStateConflict, match="Nothing is to be drawn"):
        services.draw_from_seed(event_id=event.pk, **WHO)
    assert event.draws.count() == 1


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "error", "field", "words"),
    [
        ({"format_key": "swiss"}, BadRequest, "format", "championship, gp-series"),
        ({"settings": {"wins": 0}}, FormatError, "settings.wins", "1 to 99"),
        ({"settings": {"games": 4}}, FormatError, "settings.games", "wins, absent_starter"),
        ({"rules_name": "xmadn-gp"}, FormatError, "rules", "xmadn-3t, xmadn-3t+"),
        ({"rules_name": "ludo"}, FormatError, "rules", "xmadn-3t, xmadn-3t+"),
        ({"options": {"ends": "all colours"}}, BadRequest, "options", "ends"),
        ({"options": {"board": "4x10"}}, BadRequest, "options", "as many colours"),
        ({"options": {"speed": 3}}, RulesError, "options.speed", "three_throws"),
        ({"slug": "no slug!"}, BadRequest, "slug", "slug"),
        ({"name": ""}, BadRequest, "name", "blank"),
        ({"level": 9}, BadRequest, "level", "9"),
    ],
)
def test_an_impossible_event_is_refused_in_both_languages_and_nothing_is_kept(
    season: Season, wanted: dict[str, Any], error: type[Exception], field: str | None, words: str
) -> None:
    before = everything()
    with pytest.raises(error) as caught:
        new_event(season, **wanted)
    found: Any = caught.value
    assert words in found.message.en
    assert found.message.de != found.message.en
    if field:
        assert field == getattr(found, "field", None) or field == found.details["field"]
    assert everything() == before


@pytest.mark.parametrize(
    ("wanted", "error", "words"),
    [
        ({}, FormatError, "everyone throws once"),
        ({"rounds": [{"yellow": 6}]}, FormatError, "must still throw"),
        ({"rounds": [{**YELLOW_STARTS[0], "yellow": 7}]}, FormatError, "the die shows 1, 2, 3, 4, 5, 6"),
        ({"rounds": [*YELLOW_STARTS, {"red": 1}]}, FormatError, "Yellow had the highest throw"),
        ({"rounds": [{**YELLOW_STARTS[0], "pink": 1}]}, FormatError, "pink' does not throw"),
        ({"override": Override("pink", "nice")}, BadRequest, "a colour at the board"),
        ({"override": Override("red", " ")}, BadRequest, "why another colour starts"),
        ({"override": Override("red", "x"), "rounds": YELLOW_STARTS}, BadRequest, "not both"),
        ({"rounds": YELLOW_STARTS, "number": 2}, EventStateConflict, "not Game 2 but Game 1"),
    ],
)
def test_a_start_that_cannot_be_is_refused_and_no_game_is_left_behind(
    cup: Event, wanted: dict[str, Any], error: type[Exception], words: str
) -> None:
    before = everything()
    with pytest.raises(error) as caught:
        start(cup, **wanted)
    found: Any = caught.value
    assert words in found.message.en
    assert found.message.de != found.message.en
    assert everything() == before


def test_no_game_before_the_draw_none_beside_a_running_one_none_after_the_end(
    season: Season, cup: Event
) -> None:
    with pytest.raises(EventStateConflict, match="players needed"):
        start(new_event(season, slug="empty"))
    first = start(cup, rounds=YELLOW_STARTS)
    with pytest.raises(EventStateConflict, match="Game 1 is being played"):
        start(cup)
    win(first.game, "red")
    win(start(cup).game, "red")
    with pytest.raises(EventStateConflict, match="Bert Übel has 2 wins, the last in Game 2"):
        start(cup)


def test_an_id_that_is_another_game_is_refused(cup: Event, series: Event) -> None:
    taken = start(series, rounds=YELLOW_STARTS).game_id
    with pytest.raises(BadRequest, match="is another game already"):
        start(cup, rounds=YELLOW_STARTS, game_id=taken)


# -- changing an event -----------------------------------------------------------------------------


def change(event: Event, note: str = "", **changes: Any) -> Event:
    return services.change_event(event_id=event.pk, changes=changes, note=note, **WHO)


def test_settings_may_change_with_a_note_but_never_reopen_a_decided_event(cup: Event) -> None:
    assert change(cup, name="Grand Cup").name == "Grand Cup"
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    with pytest.raises(BadRequest, match="only with a note"):
        change(cup, settings={"wins": 1})
    assert table(cup)["finished"] is None
    change(cup, note="the hall closes", settings={"wins": 1})
    assert table(cup)["finished"]["winner"] == "entry-2"
    before = everything()
    with pytest.raises(EventStateConflict, match="would be open again"):
        change(cup, note="we go on", settings={"wins": 2})
    assert everything() == before
    assert cup.history.first().history_change_reason == "test the hall closes"


def test_format_and_rules_are_fixed_by_the_draw(season: Season, cup: Event) -> None:
    other = new_event(season, slug="other")
    assert change(other, rules_name="xmadn-3t+").rules_name == "xmadn-3t+"
    for fixed in ({"rules_name": "xmadn-3t+"}, {"options": {"barriers": True}}):
        with pytest.raises(EventStateConflict, match="stay as they are"):
            change(cup, **fixed)


def correct(game: Game, colour: str) -> None:
    """Another colour has won, as is found out later."""
    game = happen(game, EventKind.CORRECTION, places=[colour], reason="recorded on the wrong board")
    happen(game, EventKind.APPROVAL, correction=game.number, alone=True)


# -- open tournaments -------------------------------------------------------------------------------


def test_an_adjudication_that_is_level_at_the_top_is_a_result_of_a_table() -> None:
    """Nobody has thrown: all boards are equal. Rounds that are still to be drawn are not simulated."""
    event = entered("open", settings={"rounds": 1, "finals": "none", "prizes": 1})
    services.draw_in_seed_order(event_id=event.pk, **WHO)
    game = start(event, rounds=[{"yellow": 6, "green": 1, "red": 2}]).game
    assert not changed_events(timezone.now() + timedelta(hours=1)).exists()
    happen(game, EventKind.ADJUDICATION, method="counting-points", throws=[], reason="time limit")
    state = EventState.load(Event.objects.get(pk=event.pk))
    (result,) = state.contest.results
    assert [sorted(group) for group in result.level] == [["entry-1", "entry-2", "entry-3"]]
    assert result.board.startswith("4x10 ")
    assert not state.verdict.next_games
    assert [len(draw.items) for draw in state.verdict.draws] == [3]  # the first prize is thrown for
