"""A report about an event, or about one of its games, drafted from facts: to be copied, and edited elsewhere."""

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import pairwise

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import require_permission, translate_text
from games.domain.event_text import ranked
from games.domain.place_points import FOR_PLACES
from games.enums import Action, Decision, GameState
from games.presenters.game import GamePresenter
from rules import COLOUR_NAMES, Plural, Text, Verbatim, join_names, joined, opening, rule_set_name
from tournaments.formats import Verdict, phrases
from tournaments.kit.desk import desk_response
from tournaments.models import Event, EventGame, EventPoints
from tournaments.organiser.actions.base import first_or_404
from tournaments.players.update import event_winners
from tournaments.ranking_rules.formatting import format_points
from tournaments.ranking_rules.points import WHOLE
from tournaments.scopes import around_event
from tournaments.services.events import HELD
from tournaments.standings.event_state import EventState
from tournaments.visibility import event_of

#: Players, games and rows that a report names one by one; longer lists stand on the event's page.
MOST_NAMED = 12
_MONTHS = (
    Text("January"),
    Text("February"),
    Text("March"),
    Text("April"),
    Text("May"),
    Text("June"),
    Text("July"),
    Text("August"),
    Text("September"),
    Text("October"),
    Text("November"),
    Text("December"),
)


@never_cache
@require_safe
@require_permission(Action.ORGANISE, lambda slug, number=None: around_event(slug))
def draft_report(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The current event, or a game of it that has a result, in sentences of each language."""
    event_state = EventState.load(event_of(slug))
    heading = gettext("Draft a report")
    if number is None:
        report, part = report_on_event(event_state), "settings"
    else:
        ended = (each for each in event_state.games if each.game.state == GameState.ENDED)
        played = first_or_404(each for each in ended if each.number == number)
        played = played.with_names(event_state.players)
        report, part = report_on_game(played, event_state.players), "games"
        heading = f"{translate_text(played.name)}: {heading}"
    languages = sorted(settings.LANGUAGES, key=lambda language: language[0] != get_language())
    drafts = [(code, name, report.of(code)) for code, name in languages]
    return desk_response(request, "draft_report", event_state.event, part, heading, drafts=drafts)


def _paragraphs(parts: Iterable[Iterable[Text]]) -> Text:
    """Join sentences, with a blank line between paragraphs; empty paragraphs are left out."""
    return joined("\n\n", [joined(" ", part) for part in map(list, parts) if part])


def _day(when: date) -> Text:
    """``21 November 2026``, ``21. November 2026``."""
    return Text("{day} {month} {year}", day=when.day, month=_MONTHS[when.month - 1], year=when.year)


def _sentence(text: Text) -> Text:
    return opening(text).map(lambda words: words if words.endswith((".", "!", "?")) else f"{words}.")


def _named(names: Iterable[str]) -> Text:
    return join_names([Verbatim(name) for name in names])


# -- a game ----------------------------------------------------------------------------------------


def report_on_game(played: EventGame, names: dict[str, str]) -> Text:
    game = GamePresenter(played.game)
    game.names = names
    return _paragraphs([_players_of(played, game), _play_of(game), _end_of(played, game)])


def _players_of(played: EventGame, game: GamePresenter) -> Iterator[Text]:
    sides = [
        Text(
            "{side} ({colours})",
            side=game.names[player],
            colours=join_names([COLOUR_NAMES[colour] for colour in colours]),
        )
        for player, colours in game.game.seating.items()
    ]
    who, rules, started = join_names(sides), game.rules_text, game.game.started_at
    if started is None:
        yield Text("{who} played by {rules} rules.", who=who, rules=rules)
    else:
        when = _day(timezone.localdate(started))
        yield Text("On {when}, {who} played by {rules} rules.", when=when, who=who, rules=rules)
    if played.game.starter:
        beginning = Text("{colour} started", colour=opening(COLOUR_NAMES[played.game.starter]))
        yield Text("{said} ({why}).", said=beginning, why=played.starter_reason)


def _play_of(game: GamePresenter) -> Iterator[Text]:
    if not game.throw_count:
        if game.verdict is None:
            yield Text("The game was not recorded throw by throw; its result is known.")
        return
    yield Plural("{n} throw was recorded.", "{n} throws were recorded.", game.throw_count)
    counted = game.game.tallies.get("colours", {})
    captures = {
        player: sum(counted.get(colour, {}).get("captures", 0) for colour in colours)
        for player, colours in game.game.seating.items()
    }
    by = [
        Text("{captures} by {side}", side=game.names[player], captures=number)
        for player, number in captures.items()
    ]
    yield Text("Pawns captured: {by}.", by=join_names(by))


def _end_of(of_event: EventGame, game: GamePresenter) -> Iterator[Text]:
    played, minutes = game.game, game.minutes
    if game.verdict is not None:
        yield _sentence(game.verdict)
    winners = event_winners(of_event.event, played) or [str(played.winner_id)]
    if len(winners) > 1:
        tied = _named(game.names[winner] for winner in winners)
        yield Text("{game} was tied between {names}.", game=of_event.name, names=tied)
    elif played.winner_id is not None:
        winner = game.names[winners[0]]
        if minutes is None:
            yield Text("{winner} won.", winner=winner)
        else:
            lasted = Plural("{n} minute", "{n} minutes", minutes)
            yield Text("{winner} won after {lasted}.", winner=winner, lasted=lasted)
    if played.ranking:
        yield Text("The players in order: {order}.", order=ranked(played.ranking, game.names))
    elif played.decided_by == Decision.PLAY and played.rules.ends in FOR_PLACES:
        order = ranked([(player,) for player in played.play().ranking], game.names)
        yield Text("The players in order: {order}.", order=order)
    elif len(played.places) > 1:
        colours = join_names([COLOUR_NAMES[colour] for colour in played.places])
        yield Text("The colours came home in this order: {colours}.", colours=colours)


# -- an event --------------------------------------------------------------------------------------


def report_on_event(event_state: EventState) -> Text:
    """Who played what and when, the games, the table with its reasons, and the ranking points."""
    parts = (_players_of_event, _course, _table, _points)
    return _paragraphs(part(event_state) for part in parts)


def _players_of_event(event_state: EventState) -> Iterator[Text]:
    event = event_state.event
    names = event_state.names.values()
    who = Text(": {who}", who=_named(names)) if 0 < len(names) <= MOST_NAMED else Text("")
    first, last = _day(event.starts_on), event.ended_on
    if last is None or last == event.starts_on:
        when = Text("on {first}", first=first)
    else:
        when = Text("from {first} to {last}", first=first, last=_day(last))
    yield Text(
        "{name} ({format}, {rules}, level {level}, season {season}) was played {when} with {many}{names}.",
        name=event.name,
        format=event.format.name,
        rules=rule_set_name(event.rules_name),
        level=str(event.level),
        season=event.season.name,
        when=when,
        many=Plural("{n} player", "{n} players", len(names), context="dative"),
        names=who,
    )
    if event.hold:
        yield _sentence(HELD[Event.Hold(event.hold)])


def _course(event_state: EventState) -> Iterator[Text]:
    verdict = event_state.verdict
    if not verdict.games:
        yield Text("No game counts yet.")
        return
    yield Plural("{n} game counts.", "{n} games count.", len(verdict.games))
    names = event_state.names
    if len(verdict.games) <= MOST_NAMED:
        for game in verdict.games:
            if len(game.winners) == 1:
                yield Text("{game} went to {name}.", game=game.name, name=names[game.winners[0]])
            elif game.winners:
                tied = _named(names[winner] for winner in game.winners)
                yield Text("{game} was tied between {names}.", game=game.name, names=tied)
    if verdict.finished is None:
        yield Text("It is not decided yet. {said}", said=_sentence(verdict.outlook))
        return
    number, winner = verdict.finished.number, names[verdict.finished.winner]
    name = next((each.name for each in verdict.games if each.number == number), phrases.games([number]))
    yield Text("{winner} won the event, decided by {game}.", winner=winner, game=name)
    yield _sentence(verdict.finished.reason)


def _table(event_state: EventState) -> Iterator[Text]:
    verdict = event_state.verdict
    if not verdict.games:
        return
    names = event_state.names
    rows = verdict.standings.rows
    shown = rows[:MOST_NAMED]
    lines = [
        Text("{place}. {name} ({figure})", place=row.place, name=names[row.entrant], figure=figure)
        for row, figure in zip(shown, _figures(verdict), strict=False)
    ]
    more = len(rows) - MOST_NAMED
    rest = Text("; {more} more follow", more=more) if more > 0 else Text("")
    head = Text("The final table") if verdict.finished else Text("The table")
    yield Text("{head}: {lines}{rest}.", head=head, lines=joined(", ", lines), rest=rest)
    for above, row in pairwise(shown):
        if above.main == row.main and above.place != row.place:
            yield Text(
                "{above} is above {row} with the same figure: {reason}.",
                above=names[above.entrant],
                row=names[row.entrant],
                reason=above.reason,
            )


def _figures(verdict: Verdict) -> Iterator[Text]:
    column = verdict.standings.columns[0]
    for row in verdict.standings.rows:
        unit = column.one if row.main == 1 else column.many
        yield Text("{figure} {unit}", figure=format_points(row.main), unit=unit)


def _points(event_state: EventState) -> Iterator[Text]:
    of_event = EventPoints.objects.filter(unit__event=event_state.event, unit__key=WHOLE)
    rows = of_event.select_related("player")
    totals = [
        (row.player.shown_as, row.tp + row.wp + row.cp) for row in rows.order_by("place", "pk")[:MOST_NAMED]
    ]
    if given := [f"{name} {format_points(total)}" for name, total in totals if total]:
        yield Text("Ranking points: {given}.", given=", ".join(given))
