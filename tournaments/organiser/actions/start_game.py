"""Starting a game at the desk: by the rules, by throws where they decide, or by the organiser's decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.domain.events.special_fields import waits_for_furniture
from games.enums import GameState
from games.services.starters import due_of
from rules import RuleSet
from rules.rule_sets import Starter
from tournaments import services
from tournaments.formats import NextGame, phrases, roll_offs
from tournaments.models import Entry
from tournaments.models.event_game import LONGEST_BOARD
from tournaments.organiser.actions.base import GameAction, OrganiserAction
from tournaments.organiser.actions.fields import LineField
from tournaments.organiser.actions.special_fields import board_to_lay, entered_furniture, furniture_fields
from tournaments.organiser.dice_fields import Rounds, ask_for_throws
from tournaments.organiser.i18n import translate_text
from tournaments.services import FurnitureInput, Override, StartedGame


class BeginningForm(forms.Form):
    """How a game begins, or has begun: where, by which throws, or by the organiser's decision."""

    def __init__(self, *args: Any, due: NextGame, faces: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.due = due
        self.rounds: Rounds = []
        self.thrown = roll_offs.RollOff(due.starter, (), due.starter_reason)
        if due.starter is None:
            self._ask_for_throws(faces)
        colours = [(colour, translate_text(phrases.colour(colour))) for colour in due.seating.colours]
        self.fields["board"] = forms.CharField(
            label=_("board"),
            required=False,
            max_length=LONGEST_BOARD,
            help_text=_("The table at which it is played, as its sign says."),
        )
        self.fields["override"] = forms.ChoiceField(
            label=_("another colour starts"), choices=[("", "–"), *colours], required=False
        )
        self.fields["override_reason"] = LineField(label=_("because"), required=False, max_length=200)

    def _ask_for_throws(self, faces: Sequence[int]) -> None:
        contenders = self.due.contenders
        names = {colour: translate_text(name) for colour, name in contenders.items()}
        self.rounds = ask_for_throws(
            self,
            names,
            faces,
            lambda rounds: roll_offs.highest_throw(contenders, rounds, faces).to_throw,
        )
        self.thrown = roll_offs.highest_throw(contenders, self.rounds, faces)

    @property
    def override(self) -> Override | None:
        """The organiser's decision, if there is one."""
        starter = self.cleaned_data["override"]
        return Override(starter, self.cleaned_data["override_reason"]) if starter else None

    def clean(self) -> dict[str, Any]:
        """A decision needs its reason."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("override") and not cleaned.get("override_reason", "").strip():
            self.add_error("override_reason", _("Why another colour starts is needed."))
        return cleaned


class YoungestForm(forms.Form):
    """Who is said to be the youngest."""

    def __init__(self, *args: Any, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entries"] = forms.MultipleChoiceField(
            label=_("the youngest"),
            choices=list(names.items()),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            help_text=_(
                "Of several the throw decides; if nobody is ticked, the dates of birth as far as known."
            ),
        )


class SayYoungest(OrganiserAction):
    """The organiser says who is the youngest, where the rules let the youngest start."""

    part = "players"
    form_class = YoungestForm
    is_tried = False
    title = _("Who is the youngest?")
    button = _("Keep it")
    about = _(
        "By these rules the youngest player's colour starts (rulebook §10). Nobody needs a date of birth here if you "
        "say who it is."
    )

    def blocked(self) -> str:
        """Only where it decides who starts."""
        if self.event.format.starter_by_rules and self.event.rules.starter is Starter.YOUNGEST:
            return ""
        return gettext("Who is the youngest decides nothing in this event.")

    def get_form_kwargs(self) -> dict[str, Any]:
        """With the entries."""
        return super().get_form_kwargs() | {"names": self.names}

    def get_initial(self) -> dict[str, Any]:
        """As it is said now."""
        return {"entries": [entry.key for entry in self.course.entries if entry.youngest]}

    def do(self, form: YoungestForm) -> Sequence[Entry]:
        """Keep it."""
        return services.say_youngest(keys=form.cleaned_data["entries"], **self.who)

    def done(self, made: Sequence[Entry]) -> str:
        """Who it is."""
        youngest = ", ".join(self.course.name(entry) for entry in made if entry.youngest)
        return gettext("The youngest: %(names)s") % {"names": youngest or "–"}


class StartForm(BeginningForm):
    """How the next game begins; what lies on its board, where something is still to be laid."""

    def __init__(self, *args: Any, rules: RuleSet, is_laid: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.furniture = rules, FurnitureInput()
        if not is_laid:
            self.fields |= furniture_fields(rules)

    def clean(self) -> dict[str, Any]:
        """Somebody must start: by the rules, by all throws, or by a decision."""
        cleaned = super().clean()
        self.furniture = entered_furniture(self, self.rules)
        if not cleaned.get("override") and self.thrown.starter is None:
            raise forms.ValidationError(translate_text(self.thrown.reason), code="throw")
        return cleaned


class StartGame(GameAction):
    """A game that is due begins."""

    form_class = StartForm
    template_name = "organise/steps/start_game.html"
    is_tried = False
    title = _("start the game")
    button = _("Start the game")

    def blocked(self) -> str:
        """The game must be due."""
        return "" if self.due else gettext("No such game can be started now.")

    @cached_property
    def begins(self) -> NextGame:
        """The game that is due; where its recorder has recorded the throws for the start, with whom they name."""
        assert self.due is not None
        if self.state != GameState.CREATED:
            return self.due
        found = due_of(self.game).beginning
        return (
            replace(self.due, starter=found.colour, starter_reason=found.reason) if found.colour else self.due
        )

    def get_form_kwargs(self) -> dict[str, Any]:
        """With the game that is due."""
        rules, is_laid = self._rules, self._is_laid
        return super().get_form_kwargs() | {
            "due": self.begins,
            "faces": rules.die_faces,
            "rules": rules,
            "is_laid": is_laid,
        }

    @property
    def _rules(self) -> RuleSet:
        return self.event.rules_of(self.begins.rules)

    @property
    def _is_laid(self) -> bool:
        """Whether the game was prepared with its furniture."""
        waiting = [each.game for each in self.course.games if each.number == self.number]
        return any(game.state == GameState.CREATED and not waits_for_furniture(game) for game in waiting)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With the seats, and the board where something is to be laid."""
        more["board"] = None if self._is_laid else board_to_lay(self._rules, self.begins.seating)
        seats = [(self.names[seat.entrant], seat.colours) for seat in self.begins.seating.seats]
        return super().get_context_data(due=self.begins, seats=seats, **more)

    def do(self, form: StartForm) -> StartedGame:
        """Start it."""
        return services.start_next_game(
            number=self.number,
            rounds=form.rounds,
            override=form.override,
            furniture=form.furniture,
            board=form.cleaned_data["board"],
            **self.who,
        )

    def done(self, made: StartedGame) -> str:
        """Who starts, and why."""
        played = self.public_game(made.played)
        return f"{translate_text(played.name)}: {translate_text(played.starter_reason)}"
