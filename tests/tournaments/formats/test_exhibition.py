"""An exhibition: tournament-rules §3.7."""

import random

import pytest
from hypothesis import given, settings, strategies as st

from rules import RULE_SETS, Game
from tests.tournaments.formats.entered import OPPOSITE, SIDE_BY_SIDE, contest, figures, places, reasons
from tournaments.formats import FORMATS, Contest, Entrant, Result, Verdict, draws

JUDGE = FORMATS["exhibition"].judge
#: Rule sets whose boards need nothing to be laid out before the game.
UNFURNISHED = [name for name, rules in RULE_SETS.items() if not rules.trapdoors and not rules.wormholes]
SIX = tuple(Entrant(f"p{seed}", f"P{seed}", seed) for seed in range(1, 7))


def shown(rules: str, *places: str, awarded_to: str | None = None) -> Verdict:
    """What an exhibition of Anna, Bert and Cleo comes to."""
    seating = OPPOSITE if rules.startswith("xmadn-gp") else SIDE_BY_SIDE
    return JUDGE(contest("exhibition", [Result(1, rules, seating, places, awarded_to)], rules=rules))


def test_the_winner_of_a_3t_game_is_above_both_others() -> None:
    verdict = shown("xmadn-3t", "red")
    assert verdict.finished is not None
    assert (verdict.finished.winner, verdict.finished.reason.en) == ("bert", "Bert won the game")
    assert places(verdict) == {"bert": 1, "anna": 2, "cleo": 2}
    assert reasons(verdict)["bert"] == "above Anna and Cleo: 2 players beaten to 0"


def test_a_gp_game_places_the_players_by_their_last_colour() -> None:
    # Anna's yellow is first, but Bert is home 4th, Cleo 5th, Anna last: rulebook D23.
    verdict = shown("xmadn-gp", "yellow", "black", "blue", "green", "violet", "red")
    assert verdict.games[0].reason.en == "home in this order: Bert, Cleo and Anna"
    assert places(verdict) == {"bert": 1, "cleo": 2, "anna": 3}


@pytest.mark.parametrize(
    ("rules", "wanted"), [("xmadn-2t", "2"), ("xmadn-gp", "3"), ("mhd", "2–4"), ("mhd-6", "2–6")]
)
def test_how_many_play_follows_from_the_board(rules: str, wanted: str) -> None:
    format = FORMATS["exhibition"]
    verdict = JUDGE(Contest(format.settings.read({}), rules, SIX[:1]))
    assert [text.en for text in verdict.missing] == [f"players needed: {wanted}, entered: 1"]


def seated(rules: str, players: int, options: dict[str, object] | None = None, **set: str) -> list[str]:
    """What is drawn in an exhibition of so many: the colours of each place, or what is missing."""
    chosen = FORMATS["exhibition"].settings.read(set)
    verdict = JUDGE(Contest(chosen, rules, SIX[:players], options=options or {}))
    return [text.en for text in verdict.missing or verdict.draws[0].places]


@pytest.mark.parametrize(
    ("rules", "players", "seating", "drawn"),
    [
        # By Schmidt's rules two lead two opposite colours each.
        ("schmidt", 2, "", ["Yellow and red", "Green and black"]),
        ("schmidt-classic", 2, "", ["Yellow and red", "Green and black"]),
        ("schmidt", 3, "", ["Yellow", "Green", "Red"]),
        ("schmidt", 4, "", ["Yellow", "Green", "Red", "Black"]),
        # By others they sit opposite.
        ("mhd", 2, "", ["Yellow", "Red"]),
        ("schmidt", 2, "one colour each", ["Yellow", "Red"]),
        ("mhd-6", 3, "", ["Yellow", "Blue", "Green"]),
        # All colours can be shared out among any number that divides them.
        ("mhd", 2, "opposite colours", ["Yellow and red", "Green and black"]),
        ("mhd-6", 2, "colours side by side", ["Yellow, black and blue", "Red, green and violet"]),
        ("mhd-6", 3, "opposite colours", ["Yellow and red", "Black and green", "Blue and violet"]),
        ("mhd-6", 4, "opposite colours", ["players needed: 2, 3, 6, entered: 4"]),
        # Pairs are usual in XMädn and can be left.
        ("xmadn-2t", 2, "", ["Black and yellow", "Green and red"]),
        ("xmadn-3t", 6, "", ["players needed: 3, entered: 6"]),
        ("xmadn-3t", 6, "one colour each", ["Yellow", "Black", "Blue", "Red", "Green", "Violet"]),
    ],
)
def test_who_leads_which_colours_by_rules_and_number(
    rules: str, players: int, seating: str, drawn: list[str]
) -> None:
    assert seated(rules, players, None, **({"seating": seating} if seating else {})) == drawn


def test_the_neutral_colour_is_led_by_nobody_and_needs_three_players() -> None:
    assert seated("schmidt", 3, {"neutral": "green"}) == ["Yellow", "Red", "Black"]
    assert seated("schmidt", 4, {"neutral": "green"}) == ["players needed: 3, entered: 4"]


def test_a_game_ends_as_the_options_of_the_event_say() -> None:
    game = Result(1, "xmadn-3t", SIDE_BY_SIDE, ("red", "yellow", "black", "blue"))
    longer = contest("exhibition", [game], rules="xmadn-3t", options={"ends": "all players"})
    assert places(JUDGE(longer)) == {"anna": 1, "bert": 2, "cleo": 3}


@settings(max_examples=25)
@given(st.sampled_from(UNFURNISHED), st.integers(2, 6), st.integers(0, 3))
def test_any_rule_set_can_be_shown_and_its_winner_has_won(rules: str, players: int, seed: int) -> None:
    entrants = SIX[:players]
    before = JUDGE(Contest(FORMATS["exhibition"].settings.read({}), rules, entrants))
    if before.missing:
        return
    draw = draws.draw_from_seed(before.draws[0], str(seed))
    held = Contest(FORMATS["exhibition"].settings.read({}), rules, entrants, (draw,))
    (due,) = JUDGE(held).next_games
    chance = random.Random(seed)
    seats = {seat.entrant: seat.colours for seat in due.seating.seats}
    game = Game.start(RULE_SETS[rules], seats, starter=due.seating.colours[0])
    while not game.over:
        die = chance.randint(1, 6)
        moves = list(game.moves(die))
        game = game.play(die, chance.choice(moves) if moves else None)
    result = Result(1, rules, due.seating, tuple(game.places))
    verdict = JUDGE(Contest(held.settings, rules, entrants, (draw,), (result,)))
    assert verdict.finished is not None
    assert verdict.finished.winner == game.winner
    assert places(verdict)[str(game.winner)] == 1
    assert sorted(figures(verdict).values())[0] == 0
