"""The settings of open tournaments (tournament-rules §4, [T13] [T17]–[T20] [T22]–[T24])."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules import METHODS, Text
from tournaments.formats.errors import FormatError
from tournaments.formats.settings import Settings, choice_setting, integer_list_setting, integer_setting
from tournaments.formats.verdict import Column

#: No hall has more places.
MOST_PLACES = 2000
#: The scoring by places; the other ways are the methods of rulebook §11.
PLACE_POINTS = "place-points"
UNFINISHED = {key: method.name for key, method in METHODS.items()}
SCORINGS = {PLACE_POINTS: Text("place points"), **UNFINISHED}

LAST_PLACE, AS_THEY_COME = "last place", "as they come"
SMALL_TABLES = {
    LAST_PLACE: Text("third of three is placed 4th and gets what a 4th place gets"),
    AS_THEY_COME: Text("third of three is placed 3rd and gets what a 3rd place gets"),
}

TOTAL, MEAN, BEST = "total", "mean", "best games"
COUNTED = {
    TOTAL: Text("the sum of all games"),
    MEAN: Text("the mean of a game"),
    BEST: Text("the sum of the best games"),
}

FIRST_PLACES, SECOND_PLACES, BOARD = "first places", "second places", "board"
#: The criteria among those with the same result [T13], in their order; the throw always comes last.
CHAINS: Mapping[str, tuple[str, ...]] = {
    "places and board": (FIRST_PLACES, SECOND_PLACES, BOARD),
    "places": (FIRST_PLACES, SECOND_PLACES),
    "board": (BOARD,),
    "throw": (),
}
TIE_BREAKS = {
    "places and board": Text("first places, second places, what stood on the boards"),
    "places": Text("first places, second places"),
    "board": Text("what stood on the boards"),
    "throw": Text("nothing, only a throw"),
}

NO_FINAL, FINAL, BOTH_FINALS = "none", "final", "final and small final"
FINAL_CHOICES = {
    NO_FINAL: Text("no final"),
    FINAL: Text("final of the best table"),
    BOTH_FINALS: Text("final of the best table, small final of the next"),
}
TEAM_FINAL_CHOICES = {
    NO_FINAL: Text("no team final"),
    FINAL: Text("the best teams, one member of each at every table"),
}

ZERO, MEAN_OF_OTHERS = "zero", "mean"
MISSING_MEMBERS = {
    ZERO: Text("nothing for a missing member"),
    MEAN_OF_OTHERS: Text("the mean of the others for a missing member"),
}

TOGETHER, APART = "together", "apart"
TEAM_MATES = {
    TOGETHER: Text("may sit at one table"),
    APART: Text("are kept apart, as far as possible"),
}
ANYBODY, EQUALS, POTS = "anybody", "equals", "pots"
OPPONENTS = {
    ANYBODY: Text("nobody twice, as far as possible"),
    EQUALS: Text("equals by the table so far"),
    POTS: Text("one of each pot: the best by the table so far, or by seed, at different tables"),
}

WAITS, COUNTS = "waits", "counts"
UNCONFIRMED = {
    WAITS: Text("waits for a second player or an official"),
    COUNTS: Text("counts until somebody contradicts"),
}


@dataclass(frozen=True)
class OpenSettings(Settings):
    """Rounds, tables, what a game gives, and what follows the rounds."""

    rounds: int = integer_setting(
        3,
        least=1,
        most=20,
        usual=(3, 4, 5),
        label=Text("Rounds"),
        about=Text("How many rounds everybody plays before the finals (§4)."),
    )
    going_on: int = integer_setting(
        0,
        least=0,
        most=3,
        usual=(0, 1, 2),
        words={0: Text("no knock-out")},
        label=Text("Knock-out"),
        about=Text(
            "How many of each table play on, its best, until one table is left for the final; 0: nobody drops out, "
            "everybody plays all rounds [T23]."
        ),
    )
    table_size: int = integer_setting(
        6,
        least=2,
        most=6,
        usual=(3, 4, 6),
        words={6: Text("as many as the board has seats: four on the usual one")},
        label=Text("People at a table"),
        about=Text("At most so many, and never more than the board has seats (§4)."),
    )
    minutes: int = integer_setting(
        0,
        least=0,
        most=600,
        usual=(0, 25, 30, 50, 60),
        words={0: Text("no limit")},
        label=Text("Minutes a round"),
        about=Text("When they are over, unfinished boards are adjudicated; 0: no limit (§4)."),
    )
    final_minutes: int = integer_setting(
        0,
        least=0,
        most=600,
        usual=(0, 30, 60),
        words={0: Text("as many as a round")},
        label=Text("Minutes a final"),
        about=Text("0: as many as a round (§4)."),
    )
    scoring: str = choice_setting(
        PLACE_POINTS,
        ways=SCORINGS,
        label=Text("Scoring"),
        about=Text("What a game gives: points for the place, or what stands on the board [T20]."),
    )
    place_points: tuple[int, ...] = integer_list_setting(
        (5, 3, 1, 0, 0, 0),
        most=999,
        label=Text("Place points"),
        about=Text("From 1st to 6th place of a table; a table of four needs the first four (§4)."),
    )
    small_tables: str = choice_setting(
        LAST_PLACE,
        ways=SMALL_TABLES,
        label=Text("Places of a small table"),
        about=Text("At a table with one person fewer: places 1, 2 and 4, or 1, 2 and 3 [T19]."),
    )
    unfinished: str = choice_setting(
        "counting-points",
        ways=UNFINISHED,
        label=Text("Unfinished boards"),
        about=Text("How a board is counted that is not finished at the limit, and in ties [T13]."),
    )
    counted: str = choice_setting(
        TOTAL,
        ways=COUNTED,
        label=Text("Result of all games"),
        about=Text("Everything, the mean of a game, or only the best games [T20]."),
    )
    best_games: int = integer_setting(
        3,
        least=1,
        most=20,
        usual=(2, 3, 4),
        label=Text("Best games"),
        about=Text("How many count where only the best games do [T20]."),
    )
    tie_breaks: str = choice_setting(
        "places and board",
        ways=TIE_BREAKS,
        label=Text("Ties"),
        about=Text("What decides between equal results before a throw does [T13]."),
    )
    prizes: int = integer_setting(
        3,
        least=1,
        most=20,
        usual=(1, 3),
        label=Text("Places with a prize"),
        about=Text("Whoever is still level there throws; other places are shared (§4)."),
    )
    finals: str = choice_setting(
        FINAL,
        ways=FINAL_CHOICES,
        label=Text("Finals"),
        about=Text("What the best play after the rounds [T17]."),
    )
    team_size: int = integer_setting(
        4,
        least=1,
        most=8,
        usual=(2, 4),
        label=Text("Members of a team"),
        about=Text("So many results of a team count, the best ones (§4)."),
    )
    missing_members: str = choice_setting(
        ZERO,
        ways=MISSING_MEMBERS,
        label=Text("Missing members"),
        about=Text("What a team with fewer members gets for each of them [T18]."),
    )
    team_final: str = choice_setting(
        NO_FINAL,
        ways=TEAM_FINAL_CHOICES,
        label=Text("Team final"),
        about=Text("As many boards as a team has members; the sum of the boards decides (§4)."),
    )
    team_mates: str = choice_setting(
        TOGETHER,
        ways=TEAM_MATES,
        label=Text("Team-mates"),
        about=Text("Whether the draw keeps them apart as far as possible (§4)."),
    )
    meet: str = choice_setting(
        ANYBODY,
        ways=OPPONENTS,
        label=Text("Opponents"),
        about=Text(
            "Whom the draw seats together: whoever has not met, equals [T22], or one of each pot [T24]."
        ),
    )

    places: int = integer_setting(
        0,
        least=0,
        most=MOST_PLACES,
        usual=(0, 100, 200),
        words={0: Text("no limit")},
        label=Text("Places"),
        about=Text("How many can take part; whoever is announced later waits for a place; 0: no limit (§4)."),
    )
    unconfirmed: str = choice_setting(
        WAITS,
        ways=UNCONFIRMED,
        label=Text("Results told by one player"),
        about=Text(
            "Whether what one player tells from the slip of the table counts before it is confirmed [T21]."
        ),
    )

    def check(self) -> None:
        """Refuse more best games than there are rounds, and a knock-out without an end."""
        if self.going_on and self.finals == NO_FINAL:
            raise FormatError(
                "settings.finals", Text("a knock-out ends with a final: choose one, or no knock-out")
            )
        if self.meet == POTS and self.team_mates == APART:
            raise FormatError(
                "settings.meet",
                Text("pots and team-mates who are kept apart do not go together: choose one of them"),
            )
        if self.counted == BEST and self.best_games > self.rounds:
            raise FormatError(
                "settings.best_games",
                Text(
                    "there are {rounds} rounds, so at most {rounds} games count, not {games}",
                    rounds=self.rounds,
                    games=self.best_games,
                ),
            )


def boards_break_ties(settings: OpenSettings) -> bool:
    """Check whether what stood on the boards parts those with the same result, and is another figure than that."""
    return settings.unfinished != settings.scoring and BOARD in CHAINS[settings.tie_breaks]


#: Method → the column that counts it.
BOARDS: Mapping[str, Column] = {
    "counting-points": Column(
        "counting_points", Text("Counting points"), Text("counting point"), Text("counting points")
    ),
    "remaining-steps": Column(
        "remaining_steps", Text("Remaining steps"), Text("remaining step"), Text("remaining steps")
    ),
    "saved-pawns": Column("saved_pawns", Text("Saved pawns"), Text("saved pawn"), Text("saved pawns")),
    "home-yard-capture": Column(
        "home_yard_capture", Text("Home, yard, captures"), Text("point"), Text("points")
    ),
}
