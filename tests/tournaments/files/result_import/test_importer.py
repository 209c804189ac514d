"""A past season from a result list: the tables of that time, nothing twice, every fault named, never half of it."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings, strategies as st

from games.domain.hash_chain import first_break
from games.models import Game, Player
from games.services.projections import differences
from tests.servers import ROOT
from tests.tournaments.conftest import NOW
from tournaments.files.result_import import NEW, Fate, ImportOutcome, ResultList, import_list
from tournaments.files.result_import.cells import MOST_BYTES, read_sheet
from tournaments.files.result_import.records import COLUMNS
from tournaments.models import Event, Season
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db
LIST = (ROOT / "tests/data/season-2023.csv").read_bytes()
HEADINGS = "event;date;format;rules;settings;game;players;result;pawns;minutes"


def taken(data: bytes, **decisions: str) -> ImportOutcome:
    return import_list(ResultList(data), actor="test", now=NOW, decisions=decisions, source="season-2023.csv")


def typed(*rows: str) -> bytes:
    return "\n".join((HEADINGS, *rows)).encode()


def told(outcome: ImportOutcome) -> list[str]:
    return [problem.text.en for problem in outcome.problems]


def table(slug: str) -> list[tuple[int, str, list[Any]]]:
    rows = load_standings(Event.objects.get(slug=slug))["rows"]
    return [(row["place"], row["name"], row["figures"]) for row in rows]


def rows() -> Sequence[int]:
    return [model.objects.count() for model in (Season, Event, Player, Game)]


# -- the example of a season -------------------------------------------------------------------------


def test_the_example_season_gives_the_tables_of_its_time() -> None:
    outcome = taken(LIST)
    assert told(outcome) == []
    assert [event.fate for event in outcome.events] == [Fate.NEW] * 6
    anne, bert, cora = "Änne Öhler", "Bert Übel", "Cora Weiß"
    # tournament-rules §6: the examples of a level-1 event won 2-0-0 and of one won 3-2-2.
    assert table("fruhjahrs-open-2023") == [(1, anne, [2]), (2, bert, [0]), (2, cora, [0])]
    assert table("world-masters-2023") == [(1, anne, [3]), (2, bert, [2]), (2, cora, [2])]
    # §8: 9 GPP for first place in 2023. Game by game 17-6-4, 5-17-5, 6-4-17 and 8-15-4: 27 each.
    assert table("grand-prix-2023") == [(1, bert, [42]), (2, anne, [36]), (3, cora, [30])]
    assert [row[:2] for row in table("b-day-league-2023")] == [(1, cora), (2, anne), (3, bert)]
    assert table("challengers-2023") == [(1, cora, [2, 3]), (2, bert, [1, 2]), (3, anne, [0, 1])]
    assert table("tripleathlon-2023") == [(1, cora, [2]), (2, anne, [1]), (3, bert, [0])]
    assert {event.status for event in Event.objects.all()} == {Event.Status.FINISHED}
    assert {event.season.name for event in Event.objects.all()} == {"XMädn 2023"}


def test_games_end_on_their_typed_day_in_their_order_and_are_whole() -> None:
    taken(LIST)
    event = Event.objects.get(slug="grand-prix-2023")
    ends = [played.game.ended_at for played in event.games.select_related("game").order_by("number")]
    assert [timezone.localtime(end).date().isoformat() for end in ends if end] == ["2023-04-22"] * 3 + [
        "2023-04-23"
    ]
    assert ends == sorted(ends, key=str)
    assert event.games.get(number=1).game.told["seconds"] == 71 * 60
    for game in Game.objects.all():
        assert first_break(game.events.all()) is None
        assert differences(game) == []


def test_an_event_that_is_here_otherwise_is_refused_with_what_is_otherwise() -> None:
    taken(LIST)
    before = rows()
    outcome = taken(LIST.replace(b"gelb rot schwarz blau", b"rot gelb schwarz blau"))
    said = "line 3: Grand Prix 2023 is here already (grand-prix-2023), and otherwise: Game 1"
    assert told(outcome) == [said]
    assert rows() == before


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252"])
def test_the_list_as_a_spreadsheet_saves_it_is_the_same(encoding: str) -> None:
    taken(LIST)
    again = taken(LIST.decode().replace("\n", "\r\n").encode(encoding))
    assert not again.has_news
    assert again.is_ready


# -- single formats --------------------------------------------------------------------------------


def test_a_league_of_three_is_numbered_by_its_schedule() -> None:
    outcome = taken(
        typed(
            "League;2024-02-03;league;2t;drrs=1;1;Anna Amsel – Bert Bach;black;;",
            ";;;;;2;Cora Clausen – Anna;green;;",
            ";;;;;3;Bert – Cora;black;;",
            # Games 4–6 in another order than the schedule's, which is free.
            ";;;;;4;Cora – Bert;Cora;4-1;",
            ";;;;;5;Bert – Anna;Bert;4:3;",
            ";;;;;6;Anna – Cora;black;;",
        )
    )
    assert told(outcome) == []
    games = load_standings(Event.objects.get(slug="league-2024"))["games"]
    assert [(game["number"], game["winners"], game["counts"]) for game in games] == [
        (1, ["entry-1"], True),
        (2, ["entry-1"], True),
        (3, ["entry-2"], True),
        (4, ["entry-2"], True),
        (5, ["entry-1"], True),
        (6, ["entry-3"], True),
    ]


def test_a_league_of_four_with_a_final_finds_its_numbers() -> None:
    names = ["Anna Amsel", "Bert Bach", "Cora Clausen", "Dora Dachs"]
    pairs = [(one, other) for one in names for other in names if one != other]
    lines = [f";;;;;;{one} – {other};{min(one, other)};4-0;" for one, other in pairs]
    lines[0] = (
        "Big League;2024-03-01;league;2t;drrs=1 playoffs=final final_wins=2;" + lines[0][len(";;;;;") :]
    )
    # The head start is one win: Anna needs one more.
    outcome = taken(typed(*lines, ";;;;;;Anna Amsel – Bert Bach;schwarz;;"))
    assert told(outcome) == []
    event = Event.objects.get(slug="big-league-2024")
    assert (event.status, event.games.last().number) == (Event.Status.FINISHED, 14)  # type: ignore[union-attr]
    assert [row[1] for row in table("big-league-2024")] == names


def test_colours_can_be_told_and_several_games_stand_in_a_row() -> None:
    seats = "Anna (blau+rot) / Bert (green violet) / Cora"
    cup = f"Cup;1.2.2024;Championship;;wins=2;;{seats};red | Bert | rot;;40|42:30|1:00:05"
    assert told(taken(typed(cup))) == []
    games = [played.game for played in Event.objects.get().games.select_related("game")]
    assert [list(game.seating.values()) for game in games] == [
        [["blue", "red"], ["green", "violet"], ["yellow", "black"]]
    ] * 3
    assert [game.told["seconds"] for game in games] == [2400, 2550, 3605]
    assert [game.places for game in games] == [["red"], [], ["red"]]


# -- what is wrong ---------------------------------------------------------------------------------

CUP = "Cup;1.2.2024;Championship;;wins=2;;Anna Amsel / Bert Bach / Cora Clausen;Anna;;"
OTHER = "Other;2.2.2024;Championship;;wins=2;;Anna/Bert/Cora;Anna;;"
WRONG = [
    (";1.2.2024;Championship;;;;A / B / C;A;;", "line 2, event: the name of the event is needed"),
    (
        "Cup;;Championship;;;;A / B / C;A;;",
        "line 2, date: a day such as 2024-04-20 or 20.4.2024 is needed, not ''",
    ),
    ("Cup;1.2.2024;;;;;A / B / C;A;;", "line 2, format: one of xleague"),
    ("Cup;30.2.2024;Championship;;;;A / B / C;A;;", "line 2, date: a day such as"),
    ("Cup;1.2.2024;Chess;;;;A / B / C;A;;", "line 2, format: one of xleague"),
    ("Cup;1.2.2024;Championship;gp;;;A / B / C;A;;", "line 2, rules: one of 3t, 3t+ is needed"),
    (
        "Cup;1.2.2024;Championship;;goals=2;;A / B / C;A;;",
        "line 2, settings: goals: there is no such setting",
    ),
    ("Cup;1.2.2024;Championship;;wins=0;;A / B / C;A;;", "line 2, settings: wins: a whole number from 1"),
    ("Cup;1.2.2024;Championship;;wins;;A / B / C;A;;", "line 2, settings: name=value is needed"),
    ("Cup;1.2.2024;Championship;;;;A / B;A;;", "line 2, players: 3 players are at the board, not 2"),
    ("Cup;1.2.2024;Championship;;;;A / B / A;A;;", "line 2, players: somebody stands twice"),
    ("Cup;1.2.2024;Championship;;;;;A;;", "line 2, players: the players are needed"),
    ("Cup;1.2.2024;Championship;;;;A / B / C;;;", "line 2, result: the result is needed"),
    ("Cup;1.2.2024;Championship;;;;A / B / C;D;;", "line 2, result: a colour or a player is needed"),
    ("Cup;1.2.2024;Championship;;;;A / B / C;red black;;", "line 2"),
    ("Cup;1.2.2024;Championship;;;;A / B / C;A;pink 3;", "line 2, pawns: 4-0 to 4-3 is meant"),
    ("Cup;1.2.2024;Championship;;;;A / B / C;A;4-2;", "line 2, pawns: 4-0 to 4-3 is meant"),
    ("Cup;1.2.2024;Championship;;;;A / B / C;A;;soon", "line 2, minutes: a whole number"),
    ("Cup;1.2.2024;Championship;;;;A / B / C;A|B;;40|41|42", "line 2, minutes: 2 games are in this row"),
    ("Cup;1.2.2024;Championship;;;2;A / B / C;A;;", "line 2, game: this is Game 1 of Cup, not 2"),
    ("GP;1.2.2024;gp-series;;games=1;;A / B / C;red;;", "line 2"),
    (
        "GP;1.2.2024;gp-series;;games=1;;A / B / C;A > B > C;;",
        "line 2, result: in finishing order every player",
    ),
    ("Three;1.2.2024;TripleAthlon;;;;A / B / C;A;;", "line 2, rules: the first three games"),
    ("League;1.2.2024;xleague;;;;A – B;A;;", "line 2, pawns: in a League the colour"),
    (CUP + "\n;;;;;;;Karl;;", "line 3, result: a colour or a player"),
    (CUP + "\n;;;;wins=3;;;Bert;;", "line 3, settings: this is told in the first row of Cup"),
    (CUP + "\n;;gp-series;;;;;Bert;;", "line 3, format: this is told in the first row of Cup"),
    (CUP + "\n;;;;;;;Anna | Anna;;", "line 3, result: does not count: Game 2 had decided"),
    (f"{CUP}\n{OTHER}\nCup;;;;;;;Bert;;", "line 4, event: Cup has stood"),
]


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[said for _, said in WRONG])
def test_a_fault_is_named_by_line_and_column_and_nothing_is_kept(text: str, said: str) -> None:
    before = rows()
    outcome = taken(typed(text))
    assert any(each.startswith(said) for each in told(outcome)), told(outcome)
    assert all(problem.text.de != problem.text.en for problem in outcome.problems)
    assert rows() == before


def test_a_fault_in_one_event_leaves_nothing_of_the_others() -> None:
    outcome = taken(typed(CUP, "Late;2.2.2024;Championship;;;;Anna / Bert / Cora;Karl;;"))
    assert [event.fate for event in outcome.events] == [Fate.NEW, Fate.REFUSED]
    assert rows() == [0, 0, 0, 0]


def test_a_short_name_that_could_be_two_is_refused() -> None:
    outcome = taken(typed("Cup;1.2.2024;Championship;;;;Anna Amsel / Anna Bach / Cora;Anna;;"))
    assert told(outcome) == ["line 2, result: 'Anna' could be Anna Amsel or Anna Bach"]


def test_one_player_under_two_names_does_not_play_himself() -> None:
    text = typed("Cup;1.2.2024;Championship;;;;Bert Übel / Bert Uebel / Cora;Cora;;")
    outcome = taken(text, **{"Bert Uebel": "Bert Übel"})
    assert told(outcome) == ["line 2: Bert Übel and Bert Uebel are the same player"]
    assert taken(text, **{"Bert Uebel": NEW}).is_ready


# -- nonsense --------------------------------------------------------------------------------------

WORDS = [
    *(
        "",
        "Cup",
        "1.2.2024",
        "Championship",
        "gp-series",
        "xleague",
        "TripleAthlon",
        "challengers",
        "exhibition",
    ),
    *(
        "wins=2",
        "table=9/6/4/3/2/1",
        "drrs=",
        "3t",
        "gp",
        "mhd",
        "A / B / C",
        "A – B",
        "A (red) / B",
        "red | A",
    ),
    *(
        "gelb rot schwarz blau grün violett",
        "A > B > C > A > B > C",
        "4-2",
        "8:3",
        "black 4",
        "1:2:3",
        "|",
        "*",
    ),
]
CELLS = st.sampled_from(WORDS) | st.text(max_size=12)


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(st.lists(CELLS, min_size=len(COLUMNS), max_size=len(COLUMNS)), max_size=6),
    st.sampled_from(";,\t"),
)
def test_nonsense_is_refused_and_changes_nothing(lines: list[list[str]], separator: str) -> None:
    before = rows()
    text = "\n".join(separator.join(line) for line in [list(COLUMNS), *lines])
    listed = ResultList(text.encode(errors="replace"))
    outcome = import_list(listed, actor="test", now=NOW, is_preview=True)
    assert outcome.problems or outcome.open_names or outcome.events
    assert rows() == before
    assert all(problem.text.en and problem.text.de for problem in outcome.problems)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_at_all_are_refused_and_change_nothing(data: bytes) -> None:
    before = rows()
    assert import_list(ResultList(data), actor="test", now=NOW, is_preview=True).problems
    assert rows() == before


SHEET = "Turnier;Ergebnis;Spieler\nFrühjahr;Änne;Änne Öhler / Bert Übel\n;;\n;Bert;\n"


@pytest.mark.parametrize(
    ("encoding", "told"), [("utf-8", "UTF-8"), ("utf-8-sig", "UTF-8"), ("cp1252", "Windows-1252")]
)
def test_umlauts_are_safe_in_the_encodings_of_spreadsheets(encoding: str, told: str) -> None:
    sheet = read_sheet(SHEET.encode(encoding))
    assert (sheet.encoding, sheet.problems) == (told, [])
    assert [(row.line, row.cells["event"], row.cells["result"]) for row in sheet.rows] == [
        (2, "Frühjahr", "Änne"),
        (4, "", "Bert"),
    ]


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_separator_is_recognised_by_the_headings(separator: str, ending: str) -> None:
    text = SHEET.replace(";", separator).replace("\n", ending)
    sheet = read_sheet(text.encode())
    assert (sheet.separator, sheet.problems, len(sheet.rows)) == (separator, [], 2)


def test_a_cell_in_quotation_marks_may_hold_the_separator() -> None:
    sheet = read_sheet(b'event,result,players\nCup,"red, black","Anna, Bert"\n')
    assert sheet.rows[0].cells["result"] == "red, black"


def test_columns_have_names_in_both_languages_in_any_order() -> None:
    sheet = read_sheet(b"Result;SPIELER;event;;Minuten\nAnna;x;Cup;;3\n")
    assert {name: cell for name, cell in sheet.rows[0].cells.items() if cell} == {
        "result": "Anna",
        "players": "x",
        "event": "Cup",
        "minutes": "3",
    }


@pytest.mark.parametrize(
    ("data", "line", "said"),
    [
        (b"", 1, "the column event is missing"),
        (b"\n\n", 1, "the column event is missing"),
        (b"event;result;prize\nCup;Anna;1", 1, "'prize' is no column"),
        (b"event;result;event\nCup;Anna;1", 1, "stands twice"),
        (b"event;players\nCup;Anna", 1, "the column result is missing"),
        (b"event;result\n", 0, "there are no rows"),
        (b"event;result\nCup;Anna;more", 2, "3 cells, but there are 2 columns"),
        (b"event;result\nCup;\x00", 0, "this is no text"),
        (b"event;result\nCup;\x81\xff", 0, "neither UTF-8 nor Windows-1252"),
        (b"x" * (MOST_BYTES + 1), 0, "at most"),
        (b'event;result\nCup;"' + b"x" * 200_000 + b'"', 2, "field larger"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(data: bytes, line: int, said: str) -> None:
    problem = read_sheet(data).problems[0]
    assert problem.line == line
    assert said in problem.text.en
    assert problem.text.de
