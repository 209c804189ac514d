"""What a page shows of a game: the board, who plays which colours, whose throw it is, what happened last."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.domain.clock import Clock
from games.domain.event_text import ranked
from games.domain.known_result import seconds_of
from games.domain.provably_fair import OnlineDice
from games.drawing import BoardState, LastMove, draw
from games.enums import ENTERED, GameState
from games.models import Game, Seat, ShownSeat
from games.offline.payload import WORDS
from games.queries.seats import seats_of, shown_seats
from games.queries.timeline import Timeline, latest
from games.remembered import columns_of, fingerprint_of
from rules import (
    PAWNS,
    SIX,
    Ends,
    Text,
    Verbatim,
    changes_in_words,
    game as rules_game,
    joined,
    rule_set_name,
    rule_set_summary,
)
from rules.kernel.turn import THROWS_WHEN_STUCK

#: Entries of the log that a page shows in words.
SHOWN_EVENTS = 8


@dataclass(frozen=True, slots=True)
class ColourCard:
    """A colour of a player: where its pawns are, in numbers, and its place once it is home.

    ``home_known`` is how many are home where a result was entered and not read off the board.
    """

    name: str
    role: str
    to_throw: bool
    yard: int
    track: int
    home: int
    home_known: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class ColourStatistics:
    """What is counted for a colour (``games.domain.counters``)."""

    name: str
    throws: int
    sixes: int
    waited: int
    captures: int
    captured: int


@dataclass(frozen=True, slots=True)
class ThrownFace:
    """How often a face was thrown, and how often an even die shows it in as many throws."""

    thrown: int
    expected: float


@dataclass(frozen=True, slots=True)
class BoardPlayerCard:
    """A player at the board."""

    id: str
    name: str
    colours: tuple[ColourCard, ...]
    to_throw: bool
    won: bool


def drawn_board(state: BoardState, prefix: str) -> SafeString:
    """The picture of a board in the language of the page; ``prefix`` keeps its ids apart from others there."""
    return mark_safe(draw(state, prefix=prefix, language=get_language() or "en"))


def with_players() -> QuerySet[Game]:
    """Games as they are to be loaded where several are shown: two queries, however many they are."""
    return Game.objects.prefetch_related(seats_of())


class GamePresenter:
    """A game as pages show it: one query for its seats unless they are loaded, two for what happened last."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = game.seats_read = shown_seats(game)
        self.names = {seat.player: seat.name for seat in self.seats}

    @cached_property
    def play(self) -> rules_game.Game | None:
        """The game as the rules know it; None before the start."""
        return self.game.play() if self.game.position else None

    @cached_property
    def fingerprint(self) -> str:
        """Another text where anything is another: its row, who plays, and by its last hash its log. No query."""
        return fingerprint_of(columns_of(self.game), self.game.end_of_log, self.seats)

    @property
    def title(self) -> str:
        """What the game is called; its players where it has no title."""
        return self.game.title or " – ".join(self.names[player] for player in self.game.seating)

    @property
    def rules_text(self) -> Text:
        """What the rules are called, with the options that were changed in words."""
        name = rule_set_name(self.game.rules_name)
        changes = [
            Text("{option}: {value}", option=option, value=value)
            for option, value in changes_in_words(self.game.rules)
        ]
        return Text("{name} ({changes})", name=name, changes=joined("; ", changes)) if changes else name

    @property
    def rules_gist(self) -> Text:
        return rule_set_summary(self.game.rules)

    @property
    def is_result_alone(self) -> bool:
        if self.game.state != GameState.ENDED:
            return False
        return self.play is None or (self.game.decided_by in ENTERED and self.throw_count == 0)

    @property
    def is_over(self) -> bool:
        return self.game.is_over

    @cached_property
    def state(self) -> BoardState:
        """The board now; before the start as it will stand, without furniture."""
        if self.play is not None:
            return BoardState.from_position(self.play.position)
        rules = self.game.rules
        seated = {seat.colour for seat in self.seats} | {rules.neutral}
        begins = (*(-1,) * (PAWNS - rules.pawns_on_start), *(0,) * rules.pawns_on_start)
        layout = rules.layout()
        return BoardState(layout, [begins if colour in seated else None for colour in layout.colours])

    @cached_property
    def players(self) -> tuple[BoardPlayerCard, ...]:
        """Who plays, in the order of the seats."""
        thrower = self.play.player if self.play else None
        return tuple(
            BoardPlayerCard(
                player,
                self.names[player],
                tuple(self._colour(seat) for seat in self.seats if seat.player == player),
                player == thrower,
                player == str(self.game.winner_id) and not self._is_for_points,
            )
            for player in self.game.seating
        )

    def _colour(self, seat: ShownSeat) -> ColourCard:
        board, places = self.state.board, self.game.places
        pawns = self.state.pawns[board.colours.index(seat.colour)] or ()
        yard, home = sum(at < 0 for at in pawns), sum(at >= board.track for at in pawns)
        return ColourCard(
            seat.colour,
            str(Seat.Role(seat.role).label) if seat.role else "",
            self.colour == seat.colour,
            yard,
            len(pawns) - yard - home,
            home,
            self.game.told.get("pawns", {}).get(seat.colour),
            places.index(seat.colour) + 1 if seat.colour in places else None,
        )

    @property
    def dice(self) -> OnlineDice | None:
        """The public part of the online dice."""
        return OnlineDice.from_json(self.game.dice)

    @property
    def texts(self) -> list[tuple[BoardPlayerCard, str]]:
        """The players with the texts that they added to the online dice, empty where there is none."""
        return [(player, self.dice.seeds.get(player.id, "") if self.dice else "") for player in self.players]

    @property
    def colour(self) -> str | None:
        return self.play.colour if self.play else None

    @property
    def thrower(self) -> str | None:
        return self.names[self.play.player] if self.play and self.play.player else None

    @property
    def winner(self) -> str | None:
        return self.names.get(str(self.game.winner_id))

    @property
    def outcome(self) -> Text:
        """What is known of an ended game: who has won it, or was home first where points say who has won."""
        if self.winner is None:
            return Text("No winner: the first are level")
        if self._is_for_points:
            return Text("{winner} was the first to have all colours home", winner=self.winner)
        return Text("{winner} has won", winner=self.winner)

    @property
    def _is_for_points(self) -> bool:
        """Whether it was played for the places of the colours, where somebody leads several."""
        is_led_by_fewer = len(self.game.seating) < sum(map(len, self.game.seating.values()))
        return self.game.rules.ends is Ends.ALL_COLOURS and is_led_by_fewer and bool(self.game.places)

    @property
    def places(self) -> list[tuple[str, str]]:
        """Colours and their players' names, in finishing order."""
        leaders = {seat.colour: seat.name for seat in self.seats}
        return [(colour, leaders[colour]) for colour in self.game.places]

    @property
    def attempt(self) -> Text | None:
        """Which of its throws the colour to throw has, None for the first or only one (rulebook §5.3)."""
        if self.play is None or not self.play.missed:
            return None
        return WORDS["attempt"].filled(n=self.play.missed + 1, most=THROWS_WHEN_STUCK)

    @cached_property
    def latest(self) -> Timeline:
        return latest(self.game, SHOWN_EVENTS, self.names)

    @property
    def throw_count(self) -> int:
        return sum(counted.throws for counted in self.counted)

    @cached_property
    def counted(self) -> tuple[ColourStatistics, ...]:
        """What is counted, colour by colour in the order of the seats."""
        return tuple(
            ColourStatistics(
                seat.colour,
                sum(counted["faces"].values()),
                counted["faces"].get(str(SIX), 0),
                counted["waited"],
                counted["captures"],
                counted["captured"],
            )
            for seat in self.seats
            if (counted := self.game.tallies.get("colours", {}).get(seat.colour))
        )

    @property
    def die_faces(self) -> list[int]:
        return sorted(set(self.game.rules.die_faces))

    @property
    def thrown(self) -> list[tuple[str | None, list[ThrownFace]]]:
        """How often each colour has thrown each face, in the order of the seats; last, without a name, all together."""
        counted = self.game.tallies.get("colours", {})
        together: Counter[str] = Counter()
        for colour in counted.values():
            together.update(colour["faces"])
        rows = [(seat.colour, counted[seat.colour]["faces"]) for seat in self.seats if seat.colour in counted]
        return [(name, self._beside_expected(faces)) for name, faces in (*rows, (None, together))]

    def _beside_expected(self, faces: Mapping[str, int]) -> list[ThrownFace]:
        sides, throws = self.game.rules.die_faces, sum(faces.values())
        return [
            ThrownFace(faces.get(str(face), 0), throws * sides.count(face) / len(sides))
            for face in self.die_faces
        ]

    @property
    def saved(self) -> list[str]:
        """The colours of the pawns at home, in the order in which they came there; for the league's notation."""
        board = self.state.board
        return [board.colours[board.letters.index(letter)] for letter in self.game.tallies.get("saved", "")]

    @property
    def minutes(self) -> int | None:
        """How long it was played: as entered with the result, or by its clock."""
        seconds = seconds_of(self.game) if self.is_over else None
        return None if seconds is None else round(seconds / 60)

    @property
    def clock(self) -> Clock:
        return Clock.from_json(self.game.clock)

    # -- what a result rests on ------------------------------------------------------------------

    @property
    def verdict(self) -> Text | None:
        """What the decision says, in the words of the event that made it; of a game that is over."""
        decided = self.game.decided_by or self.game.state
        event = self.latest.last_of_kind(lambda each: each.decides == decided)
        verdict = event.type.verdict if event else None
        return verdict(event, self.names, self.latest.others) if event and verdict else None

    @property
    def ranking(self) -> str:
        """The players of an adjudicated game from first to last: "1. Anna, 2. Bert = Cora"."""
        return ranked(self.game.ranking, self.names)

    @property
    def confirmed(self) -> list[str]:
        return [self.names.get(who, who) for who in self.game.confirmations]

    @property
    def last_move(self) -> LastMove | None:
        """The move of the last throw; none where something else has changed the board since."""
        return self.latest.step.trace if self.latest.step else None

    @property
    def board(self) -> SafeString:
        return self.render_board()

    def render_board(self, prefix: str = "board") -> SafeString:
        """The picture of the board with the last move.

        Where a page shows several boards, each needs a ``prefix`` of its own.
        """
        return mark_safe(
            draw(
                self.state,
                last_move=self.last_move,
                title=Verbatim(self.title),
                language=get_language() or "en",
                prefix=prefix,
            )
        )
