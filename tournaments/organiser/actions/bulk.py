"""Several games in one go: begun, or their results confirmed. Each by itself: what cannot be leaves the others alone.

Before it is done the page shows of every game what would become of it, tried and undone again.
"""

import uuid
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from games.access import translate_text
from games.enums import Action, EventKind, GameState
from games.services import recorder
from games.services.commands import EventCommand
from tournaments import services
from tournaments.formats import phrases
from tournaments.kit.desk import REFUSED, LineField
from tournaments.models import EventGame
from tournaments.models.event_game import board_name
from tournaments.organiser.actions.base import ActionPreview, OrganiserAction, StepForm
from tournaments.standings.event_state import EventState

#: Of one game what it is called, what becomes of it, or why it cannot be, and whether it is done.
BulkLine = tuple[str, str, bool]


class BulkAction(OrganiserAction):
    """A step that does the same to several games, each in a transaction of its own."""

    is_tried = True
    template_name = "organise/steps/together.html"

    def lines(self, form: Any) -> Iterable[tuple[str, Callable[[], str]]]:
        raise NotImplementedError

    def do(self, form: Any) -> list[BulkLine]:
        return [self._done(name, act) for name, act in self.lines(form)]

    def _done(self, name: str, act: Callable[[], str]) -> BulkLine:
        try:
            with transaction.atomic():
                return name, act(), True
        except REFUSED as error:
            return name, translate_text(error.message), False

    def _tried(self, form: Any) -> tuple[Any, ActionPreview]:
        with transaction.atomic():
            self.report = self.do(form)
            transaction.set_rollback(True)
        return None, {"outlook": self.event_state.verdict.outlook}

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(report=getattr(self, "report", ()), **more)

    def say(self, made: Sequence[BulkLine]) -> None:
        for game, text, is_done in made:
            tell = messages.success if is_done else messages.warning
            tell(self.request, f"{game}: {text}")


def _ticked(
    field: type[forms.MultipleChoiceField], label: Any, choices: Sequence[tuple[str, str]]
) -> forms.Field:
    every = [value for value, _name in choices]
    return field(label=label, choices=choices, initial=every, widget=forms.CheckboxSelectMultiple)


# -- begun -----------------------------------------------------------------------------------------


class StartGamesForm(StepForm):
    """Which of the games that are due, and at which boards."""

    def ask(self) -> None:
        """The games that are due, and as many free numbers of boards."""
        state: EventState = self.step.event_state
        due = [(str(game.number), translate_text(game.name)) for game in state.due]
        taken = {played.board for played in state.games if played.game.state == GameState.RUNNING}
        numbers = [str(number) for number in range(1, len(due) + len(taken) + 1)]
        free = [number for number in numbers if number not in taken][: len(due)]
        self.fields["games"] = _ticked(forms.MultipleChoiceField, _("games"), due)
        self.fields["boards"] = LineField(
            label=_("boards"),
            required=False,
            initial=", ".join(free),
            max_length=1000,
            help_text=_(
                "Their names in the order of the games, separated by commas; games beyond the last get none."
            ),
        )

    def clean_boards(self) -> list[str]:
        """The names, each once."""
        names = [name.strip() for name in self.cleaned_data["boards"].split(",") if name.strip()]
        for name in names:
            board_name(name)
        if len(set(names)) < len(names):
            raise forms.ValidationError(_("Each board is named once."), code="twice")
        return names


class StartGames(BulkAction):
    """All games that are due begin at once, board after board."""

    form_class = StartGamesForm
    title = _("Start several games")
    button = _("Start games")
    about = _("A game that cannot begin is named and stays due; the others begin (§3.5).")

    def blocked(self) -> str:
        return "" if self.event_state.due and not self.event.hold else gettext("No game can be started now.")

    def lines(self, form: StartGamesForm) -> Iterable[tuple[str, Callable[[], str]]]:
        """The games in order, at the boards in order; a board whose game cannot begin goes to the next."""
        names = {str(game.number): translate_text(game.name) for game in self.event_state.due}
        self._free = list(form.cleaned_data["boards"])
        for number in form.cleaned_data["games"]:
            yield names[number], partial(self._start, int(number))

    def _start(self, number: int) -> str:
        board = self._free[0] if self._free else ""
        started = services.start_next_game(number=number, board=board, **self.who)
        self._free = self._free[1:]
        reason = translate_text(self.public_game(started.played).starter_reason)
        return (
            gettext("board %(board)s: %(reason)s") % {"board": board, "reason": reason} if board else reason
        )


# -- confirmed -------------------------------------------------------------------------------------


class ResultsField(forms.MultipleChoiceField):
    """Results to tick, each as its game's number and the last event of its log that was looked at: ``3-12``."""

    def valid_value(self, value: str) -> bool:
        """One of the games; whether its log has grown since is checked for each when it is confirmed."""
        number, _dash, seen = value.partition("-")
        known = {choice.partition("-")[0] for choice, _name in self.choices}  # type: ignore[misc, union-attr]
        return number in known and seen.isascii() and seen.isdigit() and len(seen) < 9


class ConfirmResultsForm(StepForm):
    """Which results, and who confirms them."""

    def ask(self) -> None:
        self.fields["games"] = _ticked(ResultsField, _("results"), self.step.open)
        self.fields["official"] = LineField(
            label=_("official"),
            max_length=100,
            help_text=_("Who has seen the signed slips; the name stands in the log of each game."),
        )


class ConfirmResults(BulkAction):
    """An official confirms several results."""

    permission = Action.RECORD
    part = "games"
    form_class = ConfirmResultsForm
    title = _("Confirm several results")
    button = _("Confirm results")
    about = _("From then on a result is changed by a correction only.")

    def blocked(self) -> str:
        return "" if self.open else gettext("All results are confirmed.")

    @property
    def open(self) -> list[tuple[str, str]]:
        """The results to confirm: number and what was looked at – and what they are called."""
        return [
            (
                f"{played.number}-{played.game.number}",
                f"{translate_text(played.name)}: {self._result(played)}",
            )
            for played in self.games_shown
            if played.game.state == GameState.ENDED and not played.game.confirmations
        ]

    def _result(self, played: EventGame) -> str:
        places = played.game.places
        order = [translate_text(phrases.colours(places))] if len(places) > 1 else []
        return " · ".join([self._outcome(played), *order])

    def _outcome(self, played: EventGame) -> str:
        outcome = self.event_state.outcome(played)
        return "–" if outcome is None else translate_text(outcome)

    def lines(self, form: ConfirmResultsForm) -> Iterable[tuple[str, Callable[[], str]]]:
        games = {played.number: played for played in self.games_shown}
        for ticked in form.cleaned_data["games"]:
            number, seen = map(int, ticked.split("-"))
            played, official = games[number], form.cleaned_data["official"]
            yield translate_text(played.name), partial(self._confirm, played, seen, official)

    def _confirm(self, played: EventGame, seen: int, official: str) -> str:
        wanted = EventCommand(EventKind.CONFIRMATION, {"player": None, "official": official}, uuid.uuid4())
        recorder.record(
            game_id=played.game_id, wanted=wanted, expected=seen, actor=self.actor, now=timezone.now()
        )
        return gettext("%(outcome)s, confirmed by %(official)s") % {
            "outcome": self._outcome(played),
            "official": official,
        }
