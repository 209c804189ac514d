"""What the site is told and what it answers.

Made by `make client` from the description of the site: not changed by hand.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

Item = TypeVar("Item")


class Page(TypedDict, Generic[Item]):
    """A page of a list, with the addresses of the next and the previous one."""

    count: int
    next: NotRequired[str | None]
    previous: NotRequired[str | None]
    results: list[Item]


ActionEnum: TypeAlias = Literal["start", "pause", "resume"]
AuditLineKindEnum: TypeAlias = Literal[
    "event",
    "entry",
    "draw",
    "game of the event",
    "webhook",
    "CP awarded",
    "write-up",
    "registration",
    "created",
    "start throws",
    "start",
    "position",
    "dice commitment",
    "dice seed",
    "throw",
    "void die",
    "take back",
    "bring back",
    "irregular throw",
    "penalty",
    "clock",
    "note",
    "call",
    "answer",
    "adjudication",
    "award",
    "abandon",
    "end",
    "dice reveal",
    "result",
    "confirmation",
    "correction",
    "approval",
    "withdrawal",
    "completion",
    "undo",
    "redaction",
    "login",
    "login failed",
    "login throttled",
    "logout",
    "link opened",
    "token issued",
    "token revoked",
    "permit granted",
    "permit revoked",
    "factor added",
    "factor removed",
    "codes made",
    "code used",
    "password changed",
    "mail changed",
    "sessions ended",
    "player erased",
    "backup asked for",
    "backup taken",
]
BlankEnum: TypeAlias = Literal[""]
ClaimStateEnum: TypeAlias = Literal["open", "confirmed", "contradicted", "withdrawn"]
ConsequenceGradeEnum: TypeAlias = Literal["notice", "warning", "refused"]
DecidedByEnum: TypeAlias = Literal["play", "adjudication", "award", "result", "correction"]
DeliveryStateEnum: TypeAlias = Literal["waiting", "delivered", "given up"]
EventKindEnum: TypeAlias = Literal[
    "created",
    "start throws",
    "start",
    "position",
    "dice commitment",
    "dice seed",
    "throw",
    "void die",
    "take back",
    "bring back",
    "irregular throw",
    "penalty",
    "clock",
    "note",
    "call",
    "answer",
    "adjudication",
    "award",
    "abandon",
    "end",
    "dice reveal",
    "result",
    "confirmation",
    "correction",
    "approval",
    "withdrawal",
    "completion",
    "undo",
    "redaction",
]
EventMessage: TypeAlias = "EventStateMessage | EventStandingsMessage | EndMessage | ResyncMessage"
FateEnum: TypeAlias = Literal["new", "known", "refused"]
FindingGradeEnum: TypeAlias = Literal["fine", "warning", "missing"]
ForecastStateEnum: TypeAlias = Literal["running", "finished", "replaced", "failed"]
FormatEnum: TypeAlias = Literal[
    "championship",
    "gp-series",
    "gp-plus-series",
    "exhibition",
    "triple-athlon",
    "league",
    "challengers",
    "open",
]
GameMessage: TypeAlias = (
    "GameStateMessage | GameEventMessage | GameChancesMessage | EndMessage | ResyncMessage"
)
GameStateEnum: TypeAlias = Literal["created", "running", "ended", "abandoned"]
HoldEnum: TypeAlias = Literal["interrupted", "called off", "closed"]
ImportStateEnum: TypeAlias = Literal["checking", "ready", "refused", "taking over", "taken over", "stopped"]
KindsEnum: TypeAlias = Literal[
    "game.ended",
    "standings.changed",
    "event.match_point",
    "event.finished",
    "ranking.changed",
    "throw.recorded",
]
LevelEnum: TypeAlias = Literal[1, 2, 3, 4]
MessageKindEnum: TypeAlias = Literal[
    "game.ended",
    "standings.changed",
    "event.match_point",
    "event.finished",
    "ranking.changed",
    "throw.recorded",
    "ping",
]
MethodEnum: TypeAlias = Literal["published seed", "seed order", "chosen", "by hand", "thrown", "seating"]
MishapKindEnum: TypeAlias = Literal["absent", "late", "exchange", "table", "apart"]
Moves: TypeAlias = "Explanation | AllMoves"
OutcomeEnum: TypeAlias = Literal["entered", "repeated", "contradicts"]
PresenceEnum: TypeAlias = Literal["announced", "present", "away", "left"]
ReceiverEnum: TypeAlias = Literal["program", "discord", "telegram"]
RoleEnum: TypeAlias = Literal["owner", "organiser", "referee", "recorder", "viewer"]
RoundStatusStateEnum: TypeAlias = Literal["planned", "published", "playing", "complete", "closed", "annulled"]
SettingKindEnum: TypeAlias = Literal["boolean", "integer", "integers", "choice", "text"]
StatusEnum: TypeAlias = Literal["open", "drawn", "running", "finished"]
StrengthsEnum: TypeAlias = Literal["equal", "ratings"]
TableStateEnum: TypeAlias = Literal["missing", "recorded", "claimed", "contradictory", "entered", "confirmed"]
TakenEnum: TypeAlias = Literal["set", "measured", "usual"]
TemplateEnum: TypeAlias = Literal["xmadn"]
ThrowsRequest: TypeAlias = "ThrowRequest | list[ThrowRequest]"
VerdictEnum: TypeAlias = Literal["may", "must", "may not"]
WriteUpStateEnum: TypeAlias = Literal["draft", "published"]


class Account(TypedDict):
    """Luck and decisions of a player over the game: `end` − `begin` is the sum of all that changed it."""

    player: SeenPlayer
    #: Chance to win on the first board, 0 to 1.
    begin: float
    #: 1: he has won.
    end: float
    #: What his own dice changed.
    luck: float
    luck_margin: float
    #: What his own decisions lost; to be subtracted.
    loss: float
    loss_margin: float
    #: What the dice of the others changed for him.
    others_luck: float
    #: What the decisions of the others changed for him.
    others_decisions: float
    #: What was neither.
    jumps: float
    throws: int
    #: Throws with more than one legal move.
    decisions: int
    #: Those in which no other move is told to be better.
    best: int


class Adjudicated(TypedDict):
    """The games that were adjudicated, and those whose boards nobody has told."""

    games: list[int]
    without_board: list[int]


class Against(TypedDict):
    """Two players against each other, as the first of them sees it."""

    player: SeenPlayer
    opponent: SeenPlayer
    together: Met
    by_rules: list[MetByRules]


class AllMoves(TypedDict):
    """What every throw allows in a game."""

    #: Number of the last event.
    number: int
    #: The colour to throw.
    colour: str
    position: str
    #: The colours at home in finishing order.
    finished: list[str]
    #: One for each face of the die.
    dice: list[ThrowMoves]


class AnnouncedRequest(TypedDict):
    """People who will come, in the order in which they were announced: all are entered, or none."""

    people: list[WalkInRequest]


class AskAsItStandsRequest(TypedDict):
    """How much is to be known, with nothing assumed."""

    strengths: NotRequired[StrengthsEnum]
    runs: NotRequired[int]


class AskRequest(TypedDict):
    """What is to be known."""

    strengths: NotRequired[StrengthsEnum]
    runs: NotRequired[int]
    #: As if these players won these games.
    assumed: NotRequired[list[WonRequest]]


class Assumed(TypedDict):
    """A game that somebody is assumed to win, with his name."""

    number: int
    #: The key of his entry.
    winner: str
    name: str


class AuditLine(TypedDict):
    """What somebody did."""

    at: str
    #: user:7, token:3, command; elsewhere:user:7 where it came from a file; empty: unknown.
    actor: str
    #: What the actor is called now.
    name: str
    kind: AuditLineKindEnum
    what: Said
    #: Its number in the event.
    game: int | None
    details: dict[str, Any]


class AuditPage(TypedDict):
    """A page of lines."""

    count: int
    next: str | None
    previous: str | None
    results: list[AuditLine]


class BoardRequest(TypedDict):
    """The table at which a game is played."""

    board: str


class ByColour(TypedDict):
    """Games with one colour; captures are those of this colour."""

    games: int
    won: int
    #: The first place was shared.
    tied: int
    lost: int
    #: Games whose throws are known: the sums are over those.
    throws_known: int
    throws: int
    sixes: int
    #: Throws without a move.
    waited: int
    captures: int
    captured: int
    colour: str
    #: How often it was brought home.
    came_home: int


class ByRules(TypedDict):
    """Games under one set of rules."""

    games: int
    won: int
    #: The first place was shared.
    tied: int
    lost: int
    rules: str


class Candidate(TypedDict):
    """Somebody whom a doubtful name could mean; ``key`` is what to send for him."""

    key: str
    name: str


class Chance(TypedDict):
    """A chance and how far off it may be, both 0 to 1."""

    chance: float
    margin: float


class Chances(TypedDict):
    """The chances after an event of a game."""

    #: Number of the event after which the board stood so.
    number: int
    #: When that was recorded.
    recorded_at: str
    #: Games played on from there; 0: it is the result.
    games: int
    #: That of the least certain chance.
    margin: float
    #: How far, at least, the chance of a player has moved during the last 20 events, 0 to 1.
    swing: float
    #: By which rules and policies the games were played.
    engine: str
    players: list[PlayerChances]
    colours: list[ColourChances]


class ChancesPage(TypedDict):
    """A page of the chances of a game."""

    count: int
    next: str | None
    previous: str | None
    results: list[Chances]


class ChangedEventRequest(TypedDict):
    """What is to be changed of an event; ``note`` says why where it is being played."""

    name: NotRequired[str]
    settings: NotRequired[dict[str, Any]]
    level: NotRequired[LevelEnum]
    starts_on: NotRequired[str]
    ranked: NotRequired[bool]
    forecasts: NotRequired[bool]
    seconds_per_throw: NotRequired[int | None]
    is_public: NotRequired[bool]
    note: NotRequired[str]


class ChangedPlanRequest(TypedDict):
    """What is to be otherwise than in the template, for the event of that key."""

    key: str
    left_out: NotRequired[bool]
    slug: NotRequired[str]
    name: NotRequired[str]
    format: NotRequired[FormatEnum]
    rules: NotRequired[str]
    settings: NotRequired[dict[str, Any]]
    level: NotRequired[LevelEnum]
    starts_on: NotRequired[str]


class Choice(TypedDict):
    """A value that can be chosen."""

    value: Any
    name: Said


class Claim(TypedDict):
    """What somebody says of the result of a table."""

    id: int
    number: int
    #: Key of a player of the table, or who entered it at the desk.
    claimant: str
    #: As told: `order` (keys), `lines`, `finished`.
    sheet: dict[str, Any]
    state: ClaimStateEnum
    made_at: str


class ClaimRequestRequestLines(TypedDict):
    """`ClaimRequestRequestLines` of the description."""

    home: NotRequired[int]
    yard: NotRequired[int]
    on: NotRequired[list[str]]
    captures: NotRequired[int]


class ClaimRequestRequest(TypedDict):
    """The result of a table, told from its slip."""

    #: Keys or start numbers, from first to last.
    order: NotRequired[list[str | int]]
    #: Colour → its pawns: at home, in the yard, and on which fields the others stand, counted from the
    #: colour's own start (A, 1, 2 …; a to d where it matters which home field); and the captures that
    #: it has made, where these count.
    lines: NotRequired[dict[str, ClaimRequestRequestLines]]
    #: The colours at home in the order they came in, where there are several.
    finished: NotRequired[list[str]]
    number: int
    #: The code of the slip.
    token: str
    claimant: str | int


class Claimed(TypedDict):
    """A claim, and the result that it has led to, if it has."""

    claim: Claim
    entered: EnteredSheet | None


class ClockRequestRequest(TypedDict):
    """What is done to the clock of a round: one of the three."""

    action: NotRequired[ActionEnum]
    #: In all.
    minutes: NotRequired[int]
    #: So many minutes more.
    extend: NotRequired[int]


class ClockState(TypedDict):
    """The clock of a round; what is missing was never set: no start, no limit."""

    #: Played when it stopped last.
    played_ms: NotRequired[int]
    #: Running since; null: it stands.
    since: NotRequired[str | None]
    limit_reached: NotRequired[bool]
    #: The time that is allowed, extensions with it.
    limit_ms: NotRequired[int]


class ColourChances(TypedDict):
    """What a colour can expect where the game goes on for the places."""

    colour: str
    places: list[Estimate]


class Column(TypedDict):
    """A column of the table: its heading and its unit."""

    key: str
    name: Said
    one: Said
    many: Said


class Compensation(TypedDict):
    """CP that were awarded."""

    event: str
    player: str
    points: int | str
    reason: str
    made_by: str
    made_at: str


class Consequence(TypedDict):
    """One thing that a change would make different."""

    grade: ConsequenceGradeEnum
    told: Said


class Cost(TypedDict):
    """What the seats of a round cost beside the rounds before it; the worst first, each as little as can
    be.
    """

    #: People missing at tables that are too small to play.
    lonely: int
    #: Pairs that were never to meet.
    broken: int
    small_tables: int
    #: People at a small table who had one before.
    again: int
    #: Pairs who have met before, each as often.
    repeats: int
    team_meetings: int
    #: Seats that somebody has more often than need be.
    colours: int


class Counted(TypedDict):
    """An event, or a part of one, that counts in a list."""

    unit: str
    event: str
    name: Said
    level: int
    ended_on: str
    winners: list[Winner]


class CreatedSeason(TypedDict):
    """The season that has been created, and its events in the order in which they are played."""

    season: Season
    events: list[TournamentEvent]


class Cut(TypedDict):
    """Who goes on to a final."""

    key: str
    name: Said
    #: For certain, if it ended now.
    entrants: list[str]
    #: Those of whom only some go on, since they are level.
    level: list[str]
    #: So many of those who are level go on.
    places: int


class Decided(TypedDict):
    """What is decided already: of the event, a table or a series."""

    subject: Said
    #: What magic numbers count.
    unit: Said
    prospects: list[Prospect]
    must_happen: list[Said]
    proof: Proof


class Delivery(TypedDict):
    """A message to a webhook, and how its delivery goes."""

    #: The webhook-id under which it is sent, each time.
    id: str
    kind: MessageKindEnum
    state: DeliveryStateEnum
    game: str | None
    created_at: str
    attempts: int
    next_attempt_at: str | None
    delivered_at: str | None
    last_status: int | None
    last_error: Said | None
    #: Milliseconds.
    last_duration: int | None
    replay_of: str | None


class Die(TypedDict):
    """The statistics of a die: throws that stand, void and taken-back ones left out."""

    throws: int
    #: With fewer throws nothing is said about the die.
    needed: int
    faces: list[Face]
    fit: Fit | None
    meaning: Said
    wait: Wait | None


class Draft(TypedDict):
    """What the facts say now, as sentences; `expected` goes with what is then written."""

    text: Said
    expected: str


class Draw(TypedDict):
    """A draw, and who held it."""

    subject: str
    name: Said
    places: list[Said]
    order: list[str]
    method: MethodEnum
    published_seed: str
    throws: list[dict[str, int]]
    reason: Said
    made_by: str
    made_at: str


class DrawNeeded(TypedDict):
    """A draw that must be held."""

    subject: str
    name: Said
    items: list[str]
    places: list[Said]
    #: Places, from 0, that a lot leaves empty: seats of small tables.
    empty: list[int]
    #: Items of which one each sits at every table: team-mates.
    groups: list[list[str]]
    #: Null where places are no seats at tables.
    seating: SeatingWanted | None


class EndMessage(TypedDict):
    """Nothing more is expected: do not come again."""

    data: LastNumber
    #: Come again with the last one that you have.
    number: int
    message: Literal["end"]


class EnterResultRequest(TypedDict):
    """What the slip of a game tells: the places, or the winner, and what else is known."""

    #: Which game: one that is due, or a running one.
    number: int
    #: The colours in finishing order (rulebook §9).
    places: NotRequired[list[str]]
    #: Key of the entry that has won, where the places do not tell it.
    winner: NotRequired[str]
    #: Colour → pawns at home at the end; a League counts them.
    pawns: NotRequired[dict[str, int]]
    #: How long it was played.
    seconds: NotRequired[int]
    #: When it ended; unknown if left out.
    played_at: NotRequired[str]
    #: Of a game that is due: the throws for the start, as where it is started.
    throws: NotRequired[list[dict[str, int]]]
    override: NotRequired[OverrideRequest]
    board: NotRequired[str]
    #: Kept in the log of the game.
    note: NotRequired[str]
    #: That the result is meant although throws of the game are recorded; else it is refused (409).
    over_throws: NotRequired[bool]


class EnteredSheet(TypedDict):
    """A slip and what became of it."""

    number: int
    #: `entered`; `repeated`: the same was entered before; `contradicts`: another slip counts until an
    #: official decides.
    outcome: OutcomeEnum
    claim: Claim


class Entry(TypedDict):
    """A player in an event."""

    #: How draws and tables call this entry.
    key: str
    seed: int
    #: So many games had a result when the player left for good [T12].
    left_after: int | None
    #: Whether the player is said to be the youngest.
    youngest: bool
    #: The start number, never given twice in the event.
    number: int
    #: Of a hall; empty: none.
    team: str
    #: Of a hall: labels.
    groups: list[str]
    #: Of a hall: only who is present is seated.
    presence: PresenceEnum
    player: SeenPlayer


class Estimate(TypedDict):
    """A figure and how far off it may be (95 %)."""

    value: float
    margin: float


class Event(TypedDict):
    """One event of a log."""

    number: int
    kind: EventKindEnum
    payload: dict[str, Any]
    position: str
    finished: list[str]
    actor: str
    id: str | None
    happened_at: str | None
    recorded_at: str
    hash: str


class EventDice(TypedDict):
    """All throws of an event together, and the games of which throws are known, in order."""

    event: str
    together: Die
    games: list[EventGameDie]


class EventFound(TypedDict):
    """An event of the list, and what becomes of it; ``table`` as at ``standings/``, empty where it is
    refused.
    """

    season: str
    name: str
    slug: str
    games: int
    fate: FateEnum
    table: dict[str, Any]


class EventGameDie(TypedDict):
    """The statistics of the die of one game; ``number`` is that of the game in its event."""

    game: str
    number: int
    name: Said
    throws: int
    #: With fewer throws nothing is said about the die.
    needed: int
    faces: list[Face]
    fit: Fit | None
    meaning: Said
    wait: Wait | None


class EventNews(TypedDict):
    """The table, its version, and the games that are being played."""

    version: int
    running: list[Running]
    standings: Standings


class EventOfGame(TypedDict):
    """The event of a game, and which of its games it is."""

    slug: str
    name: str
    #: Of the game in the event: Game 3 of the evening.
    number: int


class EventPlayed(TypedDict):
    """An event with the place of a player."""

    slug: str
    name: str
    format: Said
    season: str
    starts_on: str
    status: StatusEnum
    place: int | None
    shared: bool


class EventPoints(TypedDict):
    """What an event has given so far."""

    event: str
    units: list[PointsUnit]


class EventStandingsMessage(TypedDict):
    """The table after a change."""

    data: EventNews
    #: Come again with the last one that you have.
    number: int
    message: Literal["standings"]


class EventStateMessage(TypedDict):
    """The event as it stands."""

    data: EventNews
    #: Come again with the last one that you have.
    number: int
    message: Literal["state"]


class Exciting(TypedDict):
    """A board in play and its newest chances."""

    game: Game
    chances: Chances


class ExcitingPage(TypedDict):
    """A page of exciting boards."""

    count: int
    next: str | None
    previous: str | None
    results: list[Exciting]


class Explanation(TypedDict):
    """What a throw allows in a game."""

    die: int
    #: Whether it may be recorded without a move.
    may_forfeit: bool
    #: None: the throw is recorded without a move.
    moves: list[Move]
    pawns: list[Pawn]
    #: The position after the throw without a move; null: a move must be made.
    without_move: str | None
    #: Number of the last event.
    number: int
    colour: str | None


class Face(TypedDict):
    """How often a face was thrown, and how often it was due."""

    face: int
    counted: int
    expected: float


class Finding(TypedDict):
    """One thing that the check before the start has looked at."""

    grade: FindingGradeEnum
    told: Said


class Finished(TypedDict):
    """Who has won the event, by which game, and why nothing can change it."""

    winner: str
    number: int
    reason: Said


class Fit(TypedDict):
    """The chi-square test of the counts."""

    chi_square: float
    #: Degrees of freedom.
    degrees: int
    #: How often chance alone gives counts as uneven as these, or more so, with an even die.
    p: float


class ForecastOfPlayer(TypedDict):
    """The chances of a player."""

    entrant: str
    name: str
    title: Chance | None
    places: list[PlaceChance] | None
    #: null: there are none.
    playoffs: Chance | None


class ForecastRun(TypedDict):
    """The forecast of an event and what has been found so far."""

    id: int
    #: Of the table that it is about.
    version: int
    #: Games with a result in that table.
    results: int
    strengths: StrengthsEnum
    #: The same state and seed give the same figures.
    seed: int
    state: ForecastStateEnum
    #: Why it has failed.
    why: Said | None
    #: Runs that are wanted.
    asked: int
    #: Runs that are done.
    done: int
    asked_at: str
    finished_at: str | None
    #: Runs that count: those in which what is assumed came about.
    runs: int
    left_out: int
    #: Then something has happened since.
    is_of_earlier_table: bool
    assumed: list[Assumed]
    #: The forecast of the same state with nothing assumed.
    without: int | None
    players: list[ForecastOfPlayer]
    games_to_play: GamesToPlay | None
    extra_games: Chance | None


Forecasts = TypedDict(
    "Forecasts",
    {
        "event": "str",
        "version": "int",
        "as_it_stands": "list[ForecastRun]",
        "if": "list[ForecastRun]",
    },
)
"""The forecasts of an event."""


class ForfeitRequest(TypedDict):
    """A game that somebody does not start or gives up."""

    reason: str
    #: The key of the entry.
    absent: str
    #: Where two are level: rounds of throws, key of the entry → die.
    throws: NotRequired[list[dict[str, int]]]
    #: In a game for places: the colours of the others in finishing order.
    places: NotRequired[list[str]]


class Format(TypedDict):
    """A format of events."""

    #: The name under which it is sent, as `format`.
    key: str
    name: Said
    #: The rule sets that it can have; the first is the usual one.
    rule_sets: list[str]
    least_players: int
    most_players: int
    gives_ranking_points: bool
    #: Whether the others play on.
    players_may_leave: bool
    settings: list[Setting]
    presets: list[Preset]


class FormatNamed(TypedDict):
    """A format in short."""

    key: str
    name: Said


class Found(TypedDict):
    """What a result list says."""

    encoding: str
    separator: str
    events: list[EventFound]
    people: list[Person]
    short: dict[str, str]
    problems: list[ListProblem]


class FromTemplateRequest(TypedDict):
    """A season from a template; ``events`` tells only what is to be otherwise."""

    year: int
    first_day: NotRequired[str]
    slug: NotRequired[str]
    name: NotRequired[str]
    events: NotRequired[list[ChangedPlanRequest]]


class Gain(TypedDict):
    """What one event or unit gave."""

    unit: str
    place: int | None
    tp: int | str
    wp: int | str
    cp: int | str
    points: int | str


class Game(TypedDict):
    """The present state of a game."""

    id: str
    title: str
    #: null: a game by itself.
    event: EventOfGame | None
    rules: str
    options: dict[str, Any]
    board: str
    state: GameStateEnum
    seats: list[Seat]
    starter: str | None
    #: Number of the last event; send it back as `expected`.
    number: int
    #: Hash of the last event.
    head: str
    position: str | None
    #: The colour to throw.
    colour: str | None
    #: Throws it has missed in a row of three.
    missed: int
    #: The player to throw.
    player: str | None
    finished: list[str]
    places: list[str]
    winner: SeenPlayer | None
    decided_by: DecidedByEnum | BlankEnum
    #: Of an adjudicated game: players from first to last, in groups of equal boards.
    ranking: list[list[str]]
    #: A result that was typed in or corrected.
    told: dict[str, Any]
    #: What is counted: faces, captures, waiting, pawns saved in order.
    tallies: dict[str, Any]
    #: null: a die lies on the table.
    dice: OnlineDice | None
    #: `played_ms`, `since`, `limit_reached`; `limit_ms` with a time limit; empty without a clock.
    clock: dict[str, Any]
    #: Calls without an answer.
    calls: list[int]
    #: The correction that waits for approval.
    correction: int | None
    #: Who has confirmed it.
    confirmations: list[str]
    created_at: str
    started_at: str | None
    ended_at: str | None
    #: As its event; a game by itself is public.
    is_public: bool
    #: So many events, the first ones, were taken over from a file: their actors are nobody of this
    #: site.
    imported: int


class GameAnalysis(TypedDict):
    """The analysis of a game that is over."""

    game: str
    #: Number of the last event when it was analysed.
    number: int
    #: By which rules, policies and methods.
    engine: str
    made_at: str
    #: Chances before. Player by player in the order of the seats.
    begin: list[float]
    accounts: list[Account]
    #: Numbers of the throws that changed most, the first most.
    decisive: list[int]
    steps: list[Step]


class GameChancesMessage(TypedDict):
    """The chances after the event of that number."""

    data: Chances
    #: Come again with the last one that you have.
    number: int
    message: Literal["chances"]


class GameDie(TypedDict):
    """The statistics of the die at a game's board, up to event ``number``."""

    game: str
    number: int
    throws: int
    #: With fewer throws nothing is said about the die.
    needed: int
    faces: list[Face]
    fit: Fit | None
    meaning: Said
    wait: Wait | None


class GameEventMessage(TypedDict):
    """An event, as in the log."""

    data: Event
    #: Come again with the last one that you have.
    number: int
    message: Literal["event"]


class GameLength(TypedDict):
    """How long a game takes."""

    throws: Length
    minutes: Length


class GamePlayed(TypedDict):
    """A game that counts."""

    game: str
    title: str
    #: What it is called in its event.
    name: Said | None
    event: NamedEvent | None
    rules: str
    decided_by: DecidedByEnum
    ended_at: str
    players: list[Placed]


class GameStateMessage(TypedDict):
    """The game as it stands."""

    data: Game
    #: Come again with the last one that you have.
    number: int
    message: Literal["state"]


class GameTimes(TypedDict):
    """The times that are set."""

    times: dict[str, str]


class GamesAbandonRequest(TypedDict):
    """What `games_abandon` is told."""

    #: Why.
    reason: str
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesAdjudicationRequest(TypedDict):
    """What `games_adjudication` is told."""

    #: How the boards are counted.
    method: Literal["counting-points", "remaining-steps", "saved-pawns", "home-yard-capture"]
    #: Tie-break throws in rounds: player → die, by those who are level.
    throws: NotRequired[list[dict[str, int]] | None]
    #: Why it is stopped.
    reason: NotRequired[str | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesAnswerRequest(TypedDict):
    """What `games_answer` is told."""

    #: The number of the event that called.
    call: int
    #: The answer.
    text: str
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesApprovalRequest(TypedDict):
    """What `games_approval` is told."""

    #: The number of the event that proposed it.
    correction: int
    #: One's own, as nobody else could approve it; the log says so.
    alone: NotRequired[bool | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesAwardRequest(TypedDict):
    """What `games_award` is told."""

    #: The colours in finishing order (rulebook §9).
    places: NotRequired[list[str] | None]
    #: Who has won, where the places do not tell it.
    winner: NotRequired[str | None]
    #: Colour → pawns at home at the end.
    pawns: NotRequired[dict[str, int] | None]
    #: Why.
    reason: str
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesBringBackRequest(TypedDict):
    """What `games_bring_back` is told."""

    #: How many.
    throws: NotRequired[int | None]
    #: Why.
    reason: NotRequired[str | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesCallRequest(TypedDict):
    """What `games_call` is told."""

    #: What it is about.
    text: str
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesChance(TypedDict):
    """The chance that so many games are still played."""

    chance: float
    margin: float
    games: int


class GamesClockRequest(TypedDict):
    """What `games_clock` is told."""

    #: What is done to the clock.
    action: Literal["start", "pause", "resume", "limit", "set"]
    #: When, if it was not just now.
    at: NotRequired[str | None]
    #: With the action `set`: the playing time allowed; 0: no time limit.
    minutes: NotRequired[int | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesCompletionRequest(TypedDict):
    """What `games_completion` is told."""

    #: Colour → pawns at home at the end, of the colours of which they are missing.
    pawns: NotRequired[dict[str, int] | None]
    #: How long it was played.
    seconds: NotRequired[int | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesConfirmationRequest(TypedDict):
    """What `games_confirmation` is told."""

    #: Who confirms, a player of this game.
    player: NotRequired[str | None]
    #: Who confirms, an official by name.
    official: NotRequired[str | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesCorrectionRequest(TypedDict):
    """What `games_correction` is told."""

    #: The colours in finishing order (rulebook §9).
    places: NotRequired[list[str] | None]
    #: Who has won, where the places do not tell it.
    winner: NotRequired[str | None]
    #: Colour → pawns at home at the end.
    pawns: NotRequired[dict[str, int] | None]
    #: How long it was played.
    seconds: NotRequired[int | None]
    #: Why.
    reason: str
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesDiceCommitmentRequest(TypedDict):
    """What `games_dice_commitment` is told."""

    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesDiceSeedRequest(TypedDict):
    """What `games_dice_seed` is told."""

    #: The id of the player whose text it is.
    side: str
    #: The text: whatever nobody else knew before.
    seed: str
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesInShort(TypedDict):
    """How many games are still to be played."""

    mean: float
    margin: float
    half_at_most: int
    nine_of_ten_at_most: int


class GamesIrregularThrowRequest(TypedDict):
    """What `games_irregular_throw` is told."""

    #: What the die showed, if it is known.
    die: NotRequired[int | None]
    #: What happened, in words.
    happened: str
    #: The paragraph of the rulebook that it breaks, such as §5.3.
    paragraph: str
    #: What the referee ruled.
    ruling: Literal["stands", "corrected", "penalty"]
    #: The board afterwards, and whose throw it is.
    position: str
    #: The colours at home in finishing order; untold, the order is kept.
    finished: NotRequired[list[str] | None]
    #: Why it was ruled so.
    reason: NotRequired[str | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesNoteRequest(TypedDict):
    """What `games_note` is told."""

    #: The note.
    text: str
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesPenaltyRequest(TypedDict):
    """What `games_penalty` is told."""

    #: Whose pawn.
    colour: str
    #: Where it stands: A, 17, c.
    field: str
    #: What for.
    reason: str
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesPositionRequest(TypedDict):
    """What `games_position` is told."""

    #: The board (rulebook §3).
    position: str
    #: The colours at home in finishing order; untold, board order.
    finished: NotRequired[list[str] | None]
    #: Why it is set.
    reason: str
    #: Colour → captures made until then, where they were counted.
    captures: NotRequired[dict[str, int] | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesResultRequest(TypedDict):
    """What `games_result` is told."""

    #: The colours in finishing order (rulebook §9).
    places: NotRequired[list[str] | None]
    #: Who has won, where the places do not tell it.
    winner: NotRequired[str | None]
    #: Colour → pawns at home at the end.
    pawns: NotRequired[dict[str, int] | None]
    #: How long it was played.
    seconds: NotRequired[int | None]
    #: The colour that started, if it is known.
    starter: NotRequired[str | None]
    #: When it ended, if it is known.
    played_at: NotRequired[str | None]
    #: That the result is meant although throws of the game are recorded.
    over_throws: NotRequired[bool | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesStartRequest(TypedDict):
    """What `games_start` is told."""

    #: The colour that starts; left out, the one that is due.
    starter: NotRequired[str | None]
    #: Why another colour starts than is due.
    reason: NotRequired[str | None]
    #: Who is said to be the youngest, where the youngest starts.
    youngest: NotRequired[str | None]
    #: The fields of the trapdoors, where the rules have them.
    trapdoors: NotRequired[list[int] | None]
    #: The ends of the wormholes, where the rules have them.
    wormholes: NotRequired[list[list[int]] | None]
    #: A text from which they are drawn instead, so that anybody can draw them again.
    published_seed: NotRequired[str | None]
    #: How the starter was found: a reason, throws.
    how: NotRequired[dict[str, Any] | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesStartThrowsRequest(TypedDict):
    """What `games_start_throws` is told."""

    #: Colour → die.
    throws: dict[str, int]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesTakeBackRequest(TypedDict):
    """What `games_take_back` is told."""

    #: How many.
    throws: NotRequired[int | None]
    #: Why; needed once the game has ended.
    reason: NotRequired[str | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesToPlay(TypedDict):
    """How many games are still to be played, with the chance of every number."""

    mean: float
    margin: float
    half_at_most: int
    nine_of_ten_at_most: int
    distribution: list[GamesChance]


class GamesUndoRequest(TypedDict):
    """What `games_undo` is told."""

    #: Why.
    reason: NotRequired[str | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesVoidDieRequest(TypedDict):
    """What `games_void_die` is told."""

    #: What it showed, if anybody saw it.
    die: NotRequired[int | None]
    #: Why it does not count.
    reason: str
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class GamesWithdrawalRequest(TypedDict):
    """What `games_withdrawal` is told."""

    #: The number of the event that proposed it.
    correction: int
    #: Why.
    reason: NotRequired[str | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class HallEntry(TypedDict):
    """A player in a hall, as the desk sees them."""

    #: How draws and tables call this entry.
    key: str
    seed: int
    #: So many games had a result when the player left for good [T12].
    left_after: int | None
    #: Whether the player is said to be the youngest.
    youngest: bool
    #: The start number, never given twice in the event.
    number: int
    #: Of a hall; empty: none.
    team: str
    #: Of a hall: labels.
    groups: list[str]
    #: Of a hall: only who is present is seated.
    presence: PresenceEnum
    player: SeenPlayer
    paid: bool
    #: `{"table": 3}`, `{"never_with": ["entry-4"]}`.
    wishes: dict[str, Any]


class HoldRequest(TypedDict):
    """What is said about the event as a whole: empty lets it go on."""

    reason: str
    hold: HoldEnum | BlankEnum


class IfEndedNow(TypedDict):
    """The table if all running games were stopped on their present boards."""

    version: int
    columns: list[Column]
    rows: list[IfEndedNowRow]
    games: list[Stopped]
    finished: Finished | None
    outlook: Said


class IfEndedNowRow(TypedDict):
    """A row of the table as it would be."""

    place: int
    shared: bool
    entrant: str
    name: str
    #: Whole numbers; halves as text, "5/2"; null for what nobody has counted.
    figures: list[Any]
    reason: Said


class Import(TypedDict):
    """How far the import of a long list is: of its ``events`` so many are looked at, and so many imported."""

    id: int
    state: ImportStateEnum
    preview: bool
    origin: str
    events: int
    checked: int
    taken: int
    #: Why it was stopped.
    why: Said | None
    asked_by: str
    asked_at: str
    finished_at: str | None


class IssuedToken(TypedDict):
    """A new token with its text and its link, which are shown this once."""

    id: int
    #: What it is for: a device, a program, a board.
    name: str
    role: NotRequired[RoleEnum]
    #: site, season:…, event:…, board:EVENT:BOARD, round:EVENT:NUMBER, game:…
    place: NotRequired[str]
    created_by: str
    created_at: str
    expires_at: NotRequired[str | None]
    revoked_at: NotRequired[str | None]
    last_used_at: NotRequired[str | None]
    token: str
    #: Opens the site in a browser with the role, without an account.
    link: str


class Known(TypedDict):
    """What is known of the end of a game."""

    winner: str | None
    places: list[str]
    #: At home by colour, without those that are not known.
    pawns: dict[str, int]
    seconds: int | None


class LastNumber(TypedDict):
    """The last number that was sent."""

    number: int


class LeftOutEvent(TypedDict):
    """An event that cannot be played on."""

    event: str
    name: str
    why: Said


class Length(TypedDict):
    """How long something takes by lot."""

    mean: float
    half_at_most: float
    nine_of_ten_at_most: float


class ListChances(TypedDict):
    """A list at the end of the season."""

    list: str
    name: Said
    players: list[PlacedPlayer]


class ListNamed(TypedDict):
    """A list: its address, and who leads it."""

    list: str
    name: Said
    season: str | None
    #: 0 as long as nothing has counted.
    version: int
    last_end: str | None
    #: The names of those in 1st place.
    leaders: list[str]


class ListProblem(TypedDict):
    """What is wrong, in which line (1: the headings; 0: the whole list) and column."""

    line: int
    column: str
    message: Said
    #: The same with line and column.
    told: Said


class Log(TypedDict):
    """The log of a game."""

    game: str
    number: int
    #: So many events, the first ones, were taken over from a file: their actors are nobody of this
    #: site.
    imported: int
    events: list[Event]


class MedalGame(TypedDict):
    """A Medal Game."""

    season: str
    winner: str
    played_on: str
    reason: str
    made_by: str
    made_at: str


class Met(TypedDict):
    """How games against somebody went; of a game of more than two somebody else may have won."""

    games: int
    won: int
    #: Won by the opponent.
    lost: int
    ahead: int
    behind: int
    #: Games whose throws are known: captures are of those.
    throws_known: int
    #: Of the opponent's pawns.
    captures: int
    #: By the opponent.
    captured: int


class MetByRules(TypedDict):
    """How games against somebody went under one set of rules."""

    games: int
    won: int
    #: Won by the opponent.
    lost: int
    ahead: int
    behind: int
    #: Games whose throws are known: captures are of those.
    throws_known: int
    #: Of the opponent's pawns.
    captures: int
    #: By the opponent.
    captured: int
    rules: str


class MishapRequest(TypedDict):
    """What has gone wrong in a round, or is wished."""

    kind: MishapKindEnum
    who: str | int
    #: Of `exchange` and `apart`: the other person.
    other: NotRequired[str | int]
    #: Of `table`: its number in the round.
    table: NotRequired[int]


class Move(TypedDict):
    """A legal move."""

    token: str
    colour: str | None
    source: str | None
    target: str | None
    end: str | None
    captured: list[str]
    penalty: str | None
    furniture: list[int] | None
    #: The position after it.
    after: str
    #: The colours at home after it, in finishing order.
    finished: list[str]


class Named(TypedDict):
    """A season in short."""

    slug: str
    name: str


class NamedEvent(TypedDict):
    """An event by name."""

    slug: str
    name: str


class Namesake(TypedDict):
    """A player whom a typed name could mean."""

    id: str
    name: str


class NewCompensationRequest(TypedDict):
    """CP for the winner who would lose the top of the list only because the event was shortened."""

    player: str
    points: int | str
    reason: str


class NewDrawRequest(TypedDict):
    """A draw to hold: from a published seed (or one made now), by seed, by choice, by throws, or as held
    by hand.
    """

    method: NotRequired[MethodEnum]
    #: Which draw; the first that is due if left out.
    subject: NotRequired[str]
    published_seed: NotRequired[str]
    #: chosen: in seed order the places taken, from 0.
    choices: NotRequired[list[int]]
    #: by hand: keys in the order of the places.
    order: NotRequired[list[str]]
    #: thrown for: rounds of key → die; whoever is level throws again.
    throws: NotRequired[list[dict[str, int]]]


class NewEntryRequest(TypedDict):
    """A player to enter; without a seed he is seeded last."""

    player: str
    seed: NotRequired[int]


class NewEventRequest(TypedDict):
    """A new event; settings that are not given have their defaults (`GET /api/v1/formats/`)."""

    season: str
    slug: str
    name: str
    format: FormatEnum
    rules: str
    options: NotRequired[dict[str, Any]]
    settings: NotRequired[dict[str, Any]]
    level: NotRequired[LevelEnum]
    starts_on: str
    ranked: NotRequired[bool]
    forecasts: NotRequired[bool]
    seconds_per_throw: NotRequired[int | None]
    is_public: NotRequired[bool]


class NewGameRequest(TypedDict):
    """A new game; it begins at once where ``starter`` or ``youngest`` is given, as ``start/`` would begin
    it.
    """

    rules: str
    options: NotRequired[dict[str, Any]]
    seats: list[NewSeatRequest]
    title: NotRequired[str]
    #: Of the game, made by you: a repeat is harmless.
    id: NotRequired[str]
    starter: NotRequired[str]
    #: The player who is said to be the youngest: his colour starts.
    youngest: NotRequired[str]
    #: Why another colour starts than is due.
    reason: NotRequired[str]
    trapdoors: NotRequired[list[int]]
    wormholes: NotRequired[list[list[int]]]
    how: NotRequired[dict[str, Any]]


class NewMedalGameRequest(TypedDict):
    """The Medal Game between those equal for 1st at the end of a season."""

    winner: str
    played_on: str
    reason: str


class NewPermitRequest(TypedDict):
    """A person to admit."""

    #: The user name of the account.
    person: str
    role: RoleEnum
    #: site, season:…, event:…, board:EVENT:BOARD, round:EVENT:NUMBER, game:…
    place: str


class NewSeatRequest(TypedDict):
    """A player and the colours he leads."""

    player: str
    colours: list[str]


class NewTokenRequest(TypedDict):
    """A token to make."""

    #: What it is for: a device, a program, a board.
    name: str
    role: RoleEnum
    #: site, season:…, event:…, board:EVENT:BOARD, round:EVENT:NUMBER, game:…
    place: NotRequired[str]
    #: When it ends; null: not until it is revoked. Left out: after TOKEN_DAYS days.
    expires_at: NotRequired[str | None]


class NewWebhookRequest(TypedDict):
    """A new webhook."""

    #: Where messages are sent by POST: http or https.
    url: str
    #: What it is told of: some of game.ended, standings.changed, event.match_point, event.finished,
    #: ranking.changed, throw.recorded.
    kinds: list[str]
    #: A program that reads signed JSON, or a chat; of Discord url is the address of its webhook.
    receiver: NotRequired[ReceiverEnum]
    #: Of a bot of Telegram.
    token: NotRequired[str]
    #: Its chat, such as -1001234567890.
    chat: NotRequired[str]
    #: Of what a chat is told.
    language: NotRequired[str]


class NewWriteUpRequest(TypedDict):
    """A text as it is to be kept; as a draft it is withdrawn from the public."""

    text: ParagraphsRequest
    state: WriteUpStateEnum
    #: The same as in `If-Match`.
    expected: NotRequired[str]


class NextGame(TypedDict):
    """A game that can be started now; a starter of null is to be thrown for."""

    number: int
    name: Said
    rules: str
    seating: dict[str, list[str]]
    starter: str | None
    starter_reason: Said
    reason: Said
    #: The colours that throw for the start; empty: all, or none.
    to_throw: list[str]


class OnlineDice(TypedDict):
    """Online dice, as far as everybody may know them."""

    #: SHA-256 of the seed.
    commitment: str
    #: Texts of the sides, by player.
    seeds: dict[str, str]
    #: Rolls that are used up.
    rolls: int
    #: The seed once the game is over; empty before.
    revealed: str


class Opponent(TypedDict):
    """An opponent."""

    games: int
    won: int
    #: Won by the opponent.
    lost: int
    ahead: int
    behind: int
    #: Games whose throws are known: captures are of those.
    throws_known: int
    #: Of the opponent's pawns.
    captures: int
    #: By the opponent.
    captured: int
    player: SeenPlayer


class Outcome(TypedDict):
    """What a result list says; ``taken_over`` is whether it is here now."""

    encoding: str
    separator: str
    events: list[EventFound]
    people: list[Person]
    short: dict[str, str]
    problems: list[ListProblem]
    taken_over: bool


class OverIn(TypedDict):
    """How long all games take that are still to be played, on so many boards."""

    boards: int
    minutes: Length


class OverrideRequest(TypedDict):
    """The organiser's decision that another colour starts."""

    starter: str
    reason: str


class ParagraphsRequest(TypedDict):
    """A text in both languages; an empty line begins a paragraph."""

    en: str
    de: str


class Part(TypedDict):
    """A further table."""

    key: str
    name: Said
    #: Whether an entrant is the name of a team.
    of_teams: bool
    columns: list[Column]
    unfinished: list[Unfinished]
    rows: list[PartRow]


class PartRow(TypedDict):
    """A row of a further table."""

    place: int
    shared: bool
    entrant: str
    name: str
    #: Null in a table of teams.
    player: str | None
    #: Whole numbers; halves as text, "5/2"; null for what nobody has counted.
    figures: list[Any]
    reason: Said


class PatchedChangedEventRequest(TypedDict):
    """What is to be changed of an event; ``note`` says why where it is being played."""

    name: NotRequired[str]
    settings: NotRequired[dict[str, Any]]
    level: NotRequired[LevelEnum]
    starts_on: NotRequired[str]
    ranked: NotRequired[bool]
    forecasts: NotRequired[bool]
    seconds_per_throw: NotRequired[int | None]
    is_public: NotRequired[bool]
    note: NotRequired[str]


class PatchedChangedRankingRequest(TypedDict):
    """Other settings of a list; those that are not given have their defaults."""

    settings: NotRequired[dict[str, Any]]
    reason: NotRequired[str]


class PatchedChangedWebhookRequest(TypedDict):
    """What is to be changed of a webhook."""

    url: NotRequired[str]
    kinds: NotRequired[list[str]]
    #: Of a bot of Telegram.
    token: NotRequired[str]
    chat: NotRequired[str]
    language: NotRequired[str]
    #: What happens while it is off is not told afterwards.
    active: NotRequired[bool]


class PatchedDescriptionRequest(TypedDict):
    """What is told of somebody beside their name."""

    team: NotRequired[str]
    groups: NotRequired[list[str]]
    paid: NotRequired[bool]
    #: The table at which they sit all day; null takes the wish away.
    table: NotRequired[int | None]
    #: With whom they never sit.
    never_with: NotRequired[list[str | int]]


class PatchedPlanTimesRequest(TypedDict):
    """When games are to begin; games that are not named keep their times."""

    #: Number of a game → when it is to begin; null takes its time away.
    times: NotRequired[dict[str, str | None]]


class PatchedPlayerRequest(TypedDict):
    """A player; ``shown_as`` is what the public sees. Writers may give name, nickname and date of birth."""

    name: NotRequired[str]
    nickname: NotRequired[str]
    #: Only where the youngest starts; never shown.
    born: NotRequired[str | None]
    #: Whether it is somebody new, although a name here is the same or nearly so; else that is 409 with
    #: who it is.
    new: NotRequired[bool]


class Pawn(TypedDict):
    """Why a pawn may, must or may not move."""

    colour: str
    field: str
    verdict: VerdictEnum
    reason: str
    paragraph: str
    text: Said
    moves: list[str]


class Permit(TypedDict):
    """The role of a person in a place."""

    id: int
    person: str
    role: RoleEnum
    #: site, season:…, event:…, board:EVENT:BOARD, round:EVENT:NUMBER, game:…
    place: str
    granted_by: str
    granted_at: str
    revoked_at: NotRequired[str | None]


class Person(TypedDict):
    """A typed name: of ``player``, of another name of the list, or new; ``open`` until somebody decides."""

    typed: str
    player: str | None
    #: What the player is called who is here; empty for somebody new.
    name: str
    same_as: str
    open: bool
    candidates: list[Candidate]


class PlaceChance(TypedDict):
    """The chance of a place, shared or not."""

    chance: float
    margin: float
    place: int


class Placed(TypedDict):
    """A player of a game with his place; equal places are shared."""

    id: str
    name: str
    place: int
    won: bool


class PlacedPlayer(TypedDict):
    """Where a player stands on a list."""

    player: str
    name: str
    #: 1: to be its number one.
    places: list[PlaceChance]


class Plan(TypedDict):
    """The plan of a round, which only the desk sees."""

    round: str
    tables: list[list[str]]
    cost: Cost
    #: What is proved of it; null once it was changed.
    proof: Said | None
    seed_hash: str
    changes: list[dict[str, Any]]
    made_by: str
    made_at: str


class PlannedEvent(TypedDict):
    """An event of a plan; ``key`` is what it is called in its template, ``stretch`` its part of the
    season.
    """

    key: str
    stretch: Said
    slug: str
    name: str
    format: FormatEnum
    rules: str
    settings: dict[str, Any]
    level: LevelEnum
    starts_on: str


class PlannedGame(TypedDict):
    """A game that is still to be played, and who plays it; a starter of null is to be thrown for."""

    number: int
    seating: dict[str, list[str]]
    starter: str | None


class PlannedRound(TypedDict):
    """Games `first` to `last` of the schedule; `games` are those still to be played, as far as they are
    drawn.
    """

    #: Empty where the schedule has no rounds.
    name: Said
    first: int
    last: int
    games: list[PlannedGame]


class Planning(TypedDict):
    """Figures for planning an event."""

    event: str
    #: Of its present table.
    version: int
    seconds_per_throw: SecondsPerThrow
    #: null: not known for these rules and players.
    game: GameLength | None
    #: null: not forecast for the present table.
    games_to_play: GamesToPlay | None
    extra_games: Chance | None
    over_in: list[OverIn]


class Played(TypedDict):
    """A game of an event."""

    number: int
    name: Said
    #: The table at which it is played; empty where tables have no names.
    board: str
    #: By the rules; null = thrown for.
    due_starter: str | None
    starter_reason: Said
    throws: list[dict[str, int]]
    override_reason: str
    game: Game


class Player(TypedDict):
    """A player; ``shown_as`` is what the public sees. Writers may give name, nickname and date of birth."""

    id: str
    nickname: NotRequired[str]
    shown_as: str


class PlayerChances(TypedDict):
    """What a player can expect."""

    player: SeenPlayer
    #: To win, 0 to 1.
    chance: Estimate
    #: To be 1st, 2nd …; empty where the game does not go on for the places.
    places: list[Estimate]
    #: What he can expect where places are worth something: GPP.
    points: Estimate | None


class PlayerRecord(TypedDict):
    """The record of a player."""

    player: SeenPlayer
    totals: Totals
    streaks: Streaks
    by_rules: list[ByRules]
    by_colour: list[ByColour]


class PlayerRequest(TypedDict):
    """A player; ``shown_as`` is what the public sees. Writers may give name, nickname and date of birth."""

    name: str
    nickname: NotRequired[str]
    #: Only where the youngest starts; never shown.
    born: NotRequired[str | None]
    #: Whether it is somebody new, although a name here is the same or nearly so; else that is 409 with
    #: who it is.
    new: NotRequired[bool]


class PointsRow(TypedDict):
    """What one player got."""

    place: int
    shared: bool
    player: str
    name: str
    tp: int
    wp: int | str
    cp: int | str
    points: int | str
    gpp: int | None
    tp_reason: Said
    wp_reason: Said
    cp_reason: Said


class PointsUnit(TypedDict):
    """An event, or a part of it that counts by itself: ``event``, ``drr-1-2`` …, ``playoffs``."""

    unit: str
    name: Said
    discipline: str
    level: int
    ended_on: str
    rows: list[PointsRow]


class PositionMoves(TypedDict):
    """What throws allow on a position."""

    #: As it is written canonically.
    position: str
    #: The colour to throw; null: the game is over.
    colour: str | None
    over: bool
    #: The colours at home in finishing order.
    finished: list[str]
    #: One for each face of the die, or for the one asked for.
    dice: list[ThrowMoves]


class PositionRequest(TypedDict):
    """A position, and by which rules it is played."""

    #: The key of a rule set.
    rules: str
    #: What is otherwise than in the rule set.
    options: NotRequired[dict[str, Any]]
    #: The colours of each player.
    seats: list[list[str]]
    #: The board and whose throw it is.
    position: str
    #: The colours at home in finishing order; untold, board order.
    finished: NotRequired[list[str]]
    #: Left out: every face of the die.
    die: NotRequired[int]


class PrepareGameRequest(TypedDict):
    """The next game."""

    #: Which game; refused if that one is not due.
    number: NotRequired[int]
    #: The table at which it is played; access can be given for one board.
    board: NotRequired[str]
    #: Id of the game, made by the client; makes a repeat harmless.
    id: NotRequired[str]
    #: Laid by hand, where the rules have them: absolute fields (rulebook §8.4).
    trapdoors: NotRequired[list[int]]
    #: Laid by hand, where the rules have them: pairs of absolute fields (rulebook §8.5).
    wormholes: NotRequired[list[list[int]]]
    #: A text from which trapdoors or wormholes are drawn; one is made where nothing is told.
    published_seed: NotRequired[str]


class Preset(TypedDict):
    """Settings of a format that are played under a name of their own."""

    key: str
    name: Said
    rules: str
    settings: dict[str, Any]


class Problem(TypedDict):
    """A problem document (RFC 9457); which further members it has depends on its type."""

    #: `urn:rauswurf:problem:…`; it stays the same.
    type: str
    title: str
    status: int
    #: What is wrong, in the language of the request.
    detail: str
    messages: Said
    #: The member or parameter that is wrong.
    field: NotRequired[str]
    #: Who could be meant.
    candidates: NotRequired[list[Namesake]]
    #: What is wrong with each field, in every language.
    errors: NotRequired[Any]
    #: Of the throw in the batch, from 0.
    index: NotRequired[int]
    #: Bytes that a request may have.
    most: NotRequired[int]
    #: The game as it is now.
    current: NotRequired[Game]
    #: What you do not know yet.
    missed: NotRequired[list[Event]]
    #: In which it cannot be done.
    state: NotRequired[str]
    #: Of the event that has the id, or of the last.
    number: NotRequired[int]
    #: For which the key was used.
    request: NotRequired[str]
    #: Of the rule book.
    paragraph: NotRequired[str]
    #: The legal moves; empty: none.
    legal: NotRequired[list[str]]
    #: On which the throw is illegal.
    position: NotRequired[str]
    #: What the die has.
    faces: NotRequired[list[int]]
    #: Number of the roll.
    roll: NotRequired[int]
    #: What was rolled.
    die: NotRequired[int]
    #: The colour that is due to start.
    due: NotRequired[str | None]
    #: The colours that throw for the start.
    to_throw: NotRequired[list[str]]
    #: How many are recorded.
    throws: NotRequired[int]
    recorded_by: NotRequired[str]
    line: NotRequired[int]
    column: NotRequired[int]
    #: What the text has there.
    written: NotRequired[str | None]
    #: What the log has there.
    recorded: NotRequired[str | None]
    #: One of them would be needed,
    roles: NotRequired[list[str]]
    #: in one of these places.
    places: NotRequired[list[str]]
    #: The event that decides it.
    event: NotRequired[str]
    #: The present version.
    mark: NotRequired[str]


class Proof(TypedDict):
    """Why the claims hold."""

    states: int
    exact: bool
    told: Said


class Proposal(TypedDict):
    """A correction that waits for a second person."""

    #: Of the event that proposed it: what is approved or withdrawn.
    number: int
    reason: str
    proposed_at: str
    #: The name of the account or token.
    proposed_by: str
    #: Then somebody else approves it, unless nobody else could.
    is_yours: bool
    #: It is yours and nobody else could approve it: you do, with `alone`.
    is_alone: bool
    before: Known
    after: Known
    #: What would be otherwise in the event's table.
    consequences: list[Said]


class Prospect(TypedDict):
    """The places that an entry can still have; ``magic`` of its own make the first certain, null: nothing
    is enough.
    """

    entrant: str
    best: int
    worst: int
    magic: int | None
    told: Said


class Ranking(TypedDict):
    """A ranking list."""

    #: Grows with every change; null for another day.
    version: int | None
    on: str | None
    list: str
    name: Said
    season: str | None
    #: Since when the rules in force hold.
    rules_since: str
    last_end: str | None
    settings: dict[str, Any]
    rows: list[RankingRow]
    counted: list[Counted]
    #: The unit that the next event pushes out.
    leaving: str | None
    remark: Said | None


class RankingReasonRequest(TypedDict):
    """Why."""

    reason: str


class RankingRow(TypedDict):
    """A row of a list."""

    place: int
    shared: bool
    player: str
    name: str
    points: int | str
    tp: int | str
    wp: int | str
    cp: int | str
    reason: Said
    #: What falls out with the next event.
    defended: int | str
    #: So much more passes the one above for certain.
    to_overtake: int | str | None
    #: The same in the next event, which pushes one out.
    to_overtake_next: int | str | None
    gains: list[Gain]


class RatedGame(TypedDict):
    """The rating after a game."""

    game: str
    ended_at: str
    mu: float
    sigma: float
    #: Rated games until then.
    games: int


class Rating(TypedDict):
    """A rating with its uncertainty."""

    player: SeenPlayer
    mu: float
    sigma: float
    #: mu − 3 sigma: worth all but certainly; the list follows it.
    at_least: float
    #: Rated games.
    games: int
    last_played_at: str


class ReasonRequest(TypedDict):
    """Why it is decided so; it stands in the event's report."""

    reason: str


class Record(TypedDict):
    """A record, of a player or of a game as a whole."""

    value: int
    player: SeenPlayer | None
    game: GamePlayed


class RecordKind(TypedDict):
    """A kind of record with the best of it."""

    kind: str
    name: Said
    unit: Said
    best: list[Record]


class Recorded(TypedDict):
    """What was recorded and the state it led to."""

    game: Game
    events: list[Event]


class RejectedList(TypedDict):
    """A problem document with what the list says: something in it is wrong, or left to decide."""

    #: `urn:rauswurf:problem:…`; it stays the same.
    type: str
    title: str
    status: int
    #: What is wrong, in the language of the request.
    detail: str
    messages: Said
    #: The member or parameter that is wrong.
    field: NotRequired[str]
    #: Who could be meant.
    candidates: NotRequired[list[Namesake]]
    #: What is wrong with each field, in every language.
    errors: NotRequired[Any]
    #: Of the throw in the batch, from 0.
    index: NotRequired[int]
    #: Bytes that a request may have.
    most: NotRequired[int]
    #: The game as it is now.
    current: NotRequired[Game]
    #: What you do not know yet.
    missed: NotRequired[list[Event]]
    #: In which it cannot be done.
    state: NotRequired[str]
    #: Of the event that has the id, or of the last.
    number: NotRequired[int]
    #: For which the key was used.
    request: NotRequired[str]
    #: Of the rule book.
    paragraph: NotRequired[str]
    #: The legal moves; empty: none.
    legal: NotRequired[list[str]]
    #: On which the throw is illegal.
    position: NotRequired[str]
    #: What the die has.
    faces: NotRequired[list[int]]
    #: Number of the roll.
    roll: NotRequired[int]
    #: What was rolled.
    die: NotRequired[int]
    #: The colour that is due to start.
    due: NotRequired[str | None]
    #: The colours that throw for the start.
    to_throw: NotRequired[list[str]]
    #: How many are recorded.
    throws: NotRequired[int]
    recorded_by: NotRequired[str]
    line: NotRequired[int]
    column: NotRequired[int]
    #: What the text has there.
    written: NotRequired[str | None]
    #: What the log has there.
    recorded: NotRequired[str | None]
    #: One of them would be needed,
    roles: NotRequired[list[str]]
    #: in one of these places.
    places: NotRequired[list[str]]
    #: The event that decides it.
    event: NotRequired[str]
    #: The present version.
    mark: NotRequired[str]
    encoding: str
    separator: str
    events: list[EventFound]
    people: list[Person]
    short: dict[str, str]
    problems: list[ListProblem]
    taken_over: bool


class Repair(TypedDict):
    """A way to mend a round: its tables, who has to move, what it costs now and what it will."""

    tables: list[list[str]]
    moved: list[str]
    before: Cost
    after: Cost


class RepairRequestRequest(TypedDict):
    """A repair that is done; its reason stays."""

    kind: MishapKindEnum
    who: str | int
    #: Of `exchange` and `apart`: the other person.
    other: NotRequired[str | int]
    #: Of `table`: its number in the round.
    table: NotRequired[int]
    reason: str


class ReportLine(TypedDict):
    """What the organiser decided that does not follow from rules and results, and why."""

    said: Said
    reason: str
    made_at: str
    #: Set where it no longer stands: a forfeit taken back.
    undone: Undone | None


class ResultListRequest(TypedDict):
    """A result list, as CSV."""

    #: The text of the CSV file.
    content: str
    #: Where it comes from, for the report.
    origin: NotRequired[str]
    #: Doubtful name → id of a player, another name of the list, or new.
    people: NotRequired[dict[str, str]]
    #: Only say what would be imported.
    preview: NotRequired[bool]


class ResyncMessage(TypedDict):
    """The server closes: come again with the last number."""

    data: LastNumber
    #: Come again with the last one that you have.
    number: int
    message: Literal["resync"]


class Roll(TypedDict):
    """The die of the next throw."""

    game: str
    #: Number of the last event; send it back as `expected`.
    number: int
    #: Number of the roll, from 1 on.
    roll: int
    die: int
    #: The colour that throws.
    colour: str
    #: The player who throws.
    player: str


class RoundClock(TypedDict):
    """The clock of a round."""

    round: str
    planned_minutes: int | None
    clock: ClockState


class RoundStatus(TypedDict):
    """A round as everybody sees it; of one that is not published only the hash of its seed."""

    subject: str
    name: Said | None
    number: int
    state: RoundStatusStateEnum
    #: Number of its first game.
    first: int | None
    last: int | None
    #: Games without a result.
    left: list[int]
    #: SHA-256 of the seed, public before the round is.
    seed_hash: str
    published_at: str | None
    planned_minutes: int | None
    clock: ClockState | None


class RoundSubjectRequest(TypedDict):
    """Which round or final; the one that is due if left out."""

    round: NotRequired[str]


class Row(TypedDict):
    """A row of the table, with what decided its place."""

    place: int
    shared: bool
    entrant: str
    name: str
    player: str
    #: Whole numbers; halves as text, "5/2"; null for what nobody has counted.
    figures: list[Any]
    reason: Said


class RuleSet(TypedDict):
    """A rule set, with what can be changed of it."""

    #: The name under which it is sent, as `rules`.
    key: str
    name: Said
    meaning: Said
    board: str
    #: In playing direction.
    colours: list[str]
    options: list[Setting]


class Running(TypedDict):
    """A game of the event that is being played."""

    number: int
    name: Said
    game: str


class Said(TypedDict):
    """A sentence in both languages."""

    en: str
    de: str


class Score(TypedDict):
    """What a game gave to an entry."""

    entrant: str
    points: Any


class Season(TypedDict):
    """A season."""

    slug: str
    name: str
    starts_on: str
    ends_on: str


class SeasonEventChances(TypedDict):
    """Who wins an event."""

    event: str
    name: str
    over: bool
    title: list[SeasonPlayerChance]


class SeasonForecastRun(TypedDict):
    """The forecast of a season and what has been found so far."""

    id: int
    #: Of the table that it is about.
    version: int
    #: Games with a result in that table.
    results: int
    strengths: StrengthsEnum
    #: The same state and seed give the same figures.
    seed: int
    state: ForecastStateEnum
    #: Why it has failed.
    why: Said | None
    #: Runs that are wanted.
    asked: int
    #: Runs that are done.
    done: int
    asked_at: str
    finished_at: str | None
    #: Runs that count: those in which what is assumed came about.
    runs: int
    left_out: int
    season: str
    events: list[SeasonEventChances]
    lists: list[ListChances]
    triple_crown: list[SeasonPlayerChance]
    games_to_play: GamesInShort | None
    events_left_out: list[LeftOutEvent]


class SeasonForecasts(TypedDict):
    """The forecasts of a season."""

    season: str
    #: The sum of those of its present tables; a forecast may be about earlier ones.
    version: int
    as_it_stands: list[SeasonForecastRun]


class SeasonPlan(TypedDict):
    """What a template gives for a year; nothing of it is created yet."""

    template: TemplateEnum
    name: Said
    about: Said
    season: Season
    events: list[PlannedEvent]


class SeasonPlayerChance(TypedDict):
    """The chance of a player; who has none is not told."""

    chance: float
    margin: float
    player: str
    name: str


class SeasonRequest(TypedDict):
    """A season."""

    slug: str
    name: str
    starts_on: str
    ends_on: str


class Seat(TypedDict):
    """Who leads which colours."""

    player: SeenPlayer
    colours: list[str]
    rearguard: str | None
    vanguard: str | None


class SeatingWanted(TypedDict):
    """How the tables of a round are made up."""

    #: Places of each table, empty ones among them.
    seats: int
    #: How many sit at a full table.
    size: int
    #: Whether team-mates meet as little as possible.
    teams_apart: bool
    #: Whether equals meet first [T22].
    equals_meet: bool


class SeatsOfTable(TypedDict):
    """A table of a published round, as everybody sees it."""

    #: The number of its game.
    number: int
    #: Its number in the round.
    table: int
    name: Said
    #: Key of an entry → colours.
    seats: dict[str, list[str]]
    state: TableStateEnum


class SecondsPerThrow(TypedDict):
    """How long a throw with its move takes, and how that is known."""

    value: float
    #: By the organiser, from its own games, or assumed.
    taken: TakenEnum
    told: Said


class SeedsRequest(TypedDict):
    """All entries in the order in which they are seeded."""

    #: The keys of all entries, each once; the first is seeded highest.
    order: list[str]


class SeenPlayer(TypedDict):
    """A player as the public sees them."""

    id: str
    name: str


class Setting(TypedDict):
    """A setting or an option: what it means, its default and its limits."""

    #: The name under which it is sent.
    key: str
    name: Said
    meaning: Said
    kind: SettingKindEnum
    default: Any
    #: All values; empty where the limits say what is possible.
    choices: list[Choice]
    #: The smallest number.
    least: int | None
    #: The largest number.
    most: int | None
    #: How many numbers at least.
    shortest: int | None
    #: How many numbers at most.
    longest: int | None


class SheetsRequest(TypedDict):
    """Slips of tables: all are entered, or none."""

    sheets: list[TableSheetRequest]


class SlipCodeRequest(TypedDict):
    """Who reads the slip of a table."""

    #: The code of the slip.
    token: str
    claimant: str | int


class Standings(TypedDict):
    """Everything that follows from an event as it stands."""

    version: int
    slug: str
    name: str
    season: Named
    format: FormatNamed
    rules: str
    options: dict[str, Any]
    settings: dict[str, Any]
    level: int
    #: Whether it gives ranking points.
    ranked: bool
    starts_on: str
    ended_on: str | None
    status: StatusEnum
    hold: HoldEnum | BlankEnum
    entries: list[TableEntry]
    missing: list[Said]
    draws: list[TableDraw]
    draws_needed: list[DrawNeeded]
    #: Of a hall: those that are published, and the hash of the next seed.
    rounds: NotRequired[list[RoundStatus]]
    columns: list[Column]
    #: A League: games whose counted pawns are missing; columns have what is known.
    unfinished: list[Unfinished]
    rows: list[Row]
    #: Further tables from the same games: of teams, of groups.
    parts: list[Part]
    #: Who goes on to finals that are not drawn yet, if it ended now.
    cuts: list[Cut]
    #: Who plays no more in a knock-out [T23].
    out: list[str]
    games: list[TableGame]
    next_games: list[NextGame]
    #: What is known before it is due: the rounds of a League, the games of a GP series.
    schedule: list[PlannedRound]
    #: Number of a game → when it is planned to begin.
    times: dict[str, str]
    to_come: list[int]
    cancelled: list[int]
    finished: Finished | None
    #: What has given ranking points: event, drr-1-2 …, playoffs.
    concluded: list[str]
    outlook: Said
    decided: list[Decided]
    report: list[ReportLine]


class StartGameRequest(TypedDict):
    """The next game to start."""

    #: Which game; refused if that one is not due.
    number: NotRequired[int]
    #: The table at which it is played; access can be given for one board.
    board: NotRequired[str]
    #: Id of the game, made by the client; makes a repeat harmless.
    id: NotRequired[str]
    #: Laid by hand, where the rules have them: absolute fields (rulebook §8.4).
    trapdoors: NotRequired[list[int]]
    #: Laid by hand, where the rules have them: pairs of absolute fields (rulebook §8.5).
    wormholes: NotRequired[list[list[int]]]
    #: A text from which trapdoors or wormholes are drawn; one is made where nothing is told.
    published_seed: NotRequired[str]
    #: Where the start is thrown for: rounds of {"yellow": 6, …}, ties thrown again.
    throws: NotRequired[list[dict[str, int]]]
    override: NotRequired[OverrideRequest]


class Step(TypedDict):
    """A throw, or what else changed the board or the result, in order."""

    #: Number of its event.
    number: int
    #: `throw`, or the kind of the event: neither luck nor decision.
    kind: str
    #: Chances afterwards. Player by player in the order of the seats.
    after: list[float]
    #: Whose throw: his place in `accounts`, from 0 on.
    player: NotRequired[int]
    colour: NotRequired[str]
    die: NotRequired[int]
    #: Left out where nothing was moved.
    move: NotRequired[str]
    #: Whether there was a choice.
    decided: NotRequired[bool]
    #: The better move, where one is told apart.
    best: NotRequired[str]
    #: By how much the chances would be greater after the most promising move.
    lost: NotRequired[list[float]]
    #: 99 %.
    loss_margin: NotRequired[float]
    #: How far off the luck may be, 95 %.
    margin: NotRequired[float]


class Stopped(TypedDict):
    """A running game as it was counted."""

    number: int
    name: Said
    game: str
    #: So many events its log had.
    events: int
    #: Not where nobody is ahead.
    counted: bool
    told: Said


class Streaks(TypedDict):
    """Wins in a row."""

    now: int
    longest: int


class TableDraw(TypedDict):
    """A draw: ``order[i]`` got ``places[i]``."""

    subject: str
    name: Said
    places: list[Said]
    order: list[str]
    method: MethodEnum
    published_seed: str
    throws: list[dict[str, int]]
    reason: Said
    made_at: str


class TableEntry(TypedDict):
    """An entry, as tables name it."""

    key: str
    name: str
    player: str
    seed: int
    #: So many games had a result when the player left for good [T12].
    left_after: int | None
    #: Of a hall: the start number.
    number: NotRequired[int]
    #: Of a hall; empty: none.
    team: NotRequired[str]
    #: Of a hall: labels.
    groups: NotRequired[list[str]]
    #: Of a hall: only who is present is seated.
    presence: NotRequired[PresenceEnum]


class TableGame(TypedDict):
    """A game that has begun, as the table sees it."""

    number: int
    name: Said
    board: str
    game: str
    state: GameStateEnum
    decided_by: DecidedByEnum | BlankEnum
    seating: dict[str, list[str]]
    starter: str | None
    starter_reason: Said
    throws: list[dict[str, int]]
    places: list[str]
    started_at: str | None
    ended_at: str | None
    counts: bool
    scores: list[Score]
    #: A League: key of an entry → the pawns that its table counts; null: not known, or not counted.
    counted_pawns: dict[str, int] | None
    #: A hall: the board at the end in notation; empty where only places were told.
    position: NotRequired[str]
    winners: list[str]
    reason: Said | None
    #: What does not fit: who started, or what a result changed later has made of it.
    remark: Said | None


class TableOfRound(TypedDict):
    """A table of a published round with what is said of it, as the desk sees it."""

    #: The number of its game.
    number: int
    #: Its number in the round.
    table: int
    name: Said
    #: Key of an entry → colours.
    seats: dict[str, list[str]]
    state: TableStateEnum
    game: str | None
    claims: list[Claim]


class TableSheetRequestLines(TypedDict):
    """`TableSheetRequestLines` of the description."""

    home: NotRequired[int]
    yard: NotRequired[int]
    on: NotRequired[list[str]]
    captures: NotRequired[int]


class TableSheetRequest(TypedDict):
    """The slip of a table."""

    #: Keys or start numbers, from first to last.
    order: NotRequired[list[str | int]]
    #: Colour → its pawns: at home, in the yard, and on which fields the others stand, counted from the
    #: colour's own start (A, 1, 2 …; a to d where it matters which home field); and the captures that
    #: it has made, where these count.
    lines: NotRequired[dict[str, TableSheetRequestLines]]
    #: The colours at home in the order they came in, where there are several.
    finished: NotRequired[list[str]]
    #: The number of its game.
    number: int
    #: That it is meant although throws of the game are recorded.
    over_throws: NotRequired[bool]


class ThrowMoves(TypedDict):
    """What a throw of the die allows."""

    die: int
    #: Whether it may be recorded without a move.
    may_forfeit: bool
    #: None: the throw is recorded without a move.
    moves: list[Move]
    pawns: list[Pawn]
    #: The position after the throw without a move; null: a move must be made.
    without_move: str | None


class ThrowRequest(TypedDict):
    """A throw to record, and what was moved with it."""

    die: int
    #: null: nothing was moved.
    move: NotRequired[str | None]
    #: The number of the last event you know.
    expected: NotRequired[int]
    #: Made by you; makes a repeat harmless.
    id: NotRequired[str]
    #: When, by your clock.
    happened_at: NotRequired[str]


class Title(TypedDict):
    """An event that somebody has won."""

    event: str
    name: str
    season: str
    level: int
    ended_on: str
    player: str
    winner: str
    #: Whether its winner has won all Majors of the season.
    triple_crown: bool


class Token(TypedDict):
    """A token, without its text, which nobody knows but its holder."""

    id: int
    #: What it is for: a device, a program, a board.
    name: str
    role: NotRequired[RoleEnum]
    #: site, season:…, event:…, board:EVENT:BOARD, round:EVENT:NUMBER, game:…
    place: NotRequired[str]
    created_by: str
    created_at: str
    expires_at: NotRequired[str | None]
    revoked_at: NotRequired[str | None]
    last_used_at: NotRequired[str | None]


class Totals(TypedDict):
    """All games together."""

    games: int
    won: int
    #: The first place was shared.
    tied: int
    lost: int
    #: Games whose throws are known: the sums are over those.
    throws_known: int
    throws: int
    sixes: int
    #: Throws without a move.
    waited: int
    captures: int
    captured: int
    first_at: str | None
    last_at: str | None
    #: Games whose time is known: `seconds` is over those.
    time_known: int
    seconds: int


class TournamentEvent(TypedDict):
    """An event without what follows from its games; that is its table."""

    slug: str
    name: str
    season: str
    format: FormatEnum
    rules: str
    options: dict[str, Any]
    settings: dict[str, Any]
    level: LevelEnum
    #: Whether it gives ranking points.
    ranked: bool
    #: Whether chances are worked out after every game.
    forecasts: bool
    #: As the organiser has set it; null: as measured.
    seconds_per_throw: int | None
    starts_on: str
    ended_on: str | None
    status: StatusEnum
    #: While it lasts no game begins.
    hold: HoldEnum | BlankEnum
    #: Grows with every change; the ETag of the standings.
    version: int
    #: false: seen only with a role there or by a link of it, and counted nowhere.
    is_public: bool


class Undone(TypedDict):
    """That a decision was undone: by whom, when and why."""

    #: Whoever had decided it, or another official; no names.
    by: Said
    reason: str
    made_at: str


class Unfinished(TypedDict):
    """Figures that are still to be told."""

    #: Keys of those that lack them.
    columns: list[str]
    games: list[int]
    told: Said


class Wait(TypedDict):
    """The longest wait for a 6."""

    #: Throws in a row without a 6.
    throws: int
    #: How often chance alone gives a wait as long or longer in as many throws.
    chance: float | None
    meaning: Said


class WalkInRequest(TypedDict):
    """Somebody who has just come in: a name, of whom a player is made, or a player."""

    name: NotRequired[str]
    #: Whether it is somebody new, although a name here is the same or nearly so; else that is 409 with
    #: who it is.
    new: NotRequired[bool]
    player: NotRequired[str]
    team: NotRequired[str]
    groups: NotRequired[list[str]]
    paid: NotRequired[bool]


class Webhook(TypedDict):
    """A webhook."""

    id: int
    receiver: ReceiverEnum
    #: Of a chat without the part that nobody else may know.
    url: str
    #: Of Telegram; else empty.
    chat: str
    #: Of what a chat is told; else empty.
    language: str
    kinds: list[KindsEnum]
    #: Switched off also by an answer of 410.
    active: bool
    #: So long messages are signed with the secret before, too.
    previous_secret_until: str | None
    created_by: str
    created_at: str


class WebhookWithSecret(TypedDict):
    """A webhook with the secret that signs its messages; shown this once."""

    id: int
    receiver: ReceiverEnum
    #: Of a chat without the part that nobody else may know.
    url: str
    #: Of Telegram; else empty.
    chat: str
    #: Of what a chat is told; else empty.
    language: str
    kinds: list[KindsEnum]
    #: Switched off also by an answer of 410.
    active: bool
    #: So long messages are signed with the secret before, too.
    previous_secret_until: str | None
    created_by: str
    created_at: str
    #: Empty for a chat.
    secret: str


class WhoRequest(TypedDict):
    """Several people, by the keys of their entries or their start numbers."""

    entries: list[str | int]


class WholeDelivery(TypedDict):
    """A delivery with what was sent and what was answered."""

    #: The webhook-id under which it is sent, each time.
    id: str
    kind: MessageKindEnum
    state: DeliveryStateEnum
    game: str | None
    created_at: str
    attempts: int
    next_attempt_at: str | None
    delivered_at: str | None
    last_status: int | None
    last_error: Said | None
    #: Milliseconds.
    last_duration: int | None
    replay_of: str | None
    #: Exactly as it is signed and sent.
    body: str
    #: The first 4 KB of it.
    last_answer: str


class WholeImport(TypedDict):
    """The same with what the list says, once all of it has been looked at; of tables as much as is shown
    before.
    """

    id: int
    state: ImportStateEnum
    preview: bool
    origin: str
    events: int
    checked: int
    taken: int
    #: Why it was stopped.
    why: Said | None
    asked_by: str
    asked_at: str
    finished_at: str | None
    outcome: Found | None


class Winner(TypedDict):
    """Who was 1st."""

    player: str
    name: str


class WonRequest(TypedDict):
    """A game that somebody is assumed to win."""

    number: int
    #: The key of his entry.
    winner: str


class WriteUp(TypedDict):
    """A text. `written_for` is the version of the table, of a game the last event, for which it was
    written; `is_current` whether that still stands.
    """

    text: Said
    expected: str
    state: WriteUpStateEnum
    written_for: int
    is_current: bool


class YoungestRequest(TypedDict):
    """Who is said to be the youngest; nobody: the dates of birth decide, as far as they are known."""

    #: Keys of entries; of several the throw decides (rulebook §10).
    entries: list[str]
