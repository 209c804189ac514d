"""Starting a game at the desk: by the rules, by throws where they decide, or by the organiser's decision."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _

from games.access import translate_text
from games.domain.events.fields import LONGEST_SEED
from games.domain.events.special_fields import has_furniture, waits_for_furniture
from games.drawing import BoardState
from games.enums import GameState
from games.presenters.game import drawn_board
from games.services.starters import due_of
from rules import IN_YARD, PositionError, RuleSet, Starter
from rules.special_fields import furniture
from tournaments import services
from tournaments.formats import EntrantSeating, NextGame, phrases
from tournaments.kit.desk import LineField
from tournaments.models import LONGEST_BOARD, Entry
from tournaments.organiser.actions.base import GameAction, OrganiserAction, StepForm
from tournaments.organiser.throws import Throws
from tournaments.services import FurnitureInput, Override, StartedGame

# -- special fields --------------------------------------------------------------------------------


def kind_of(rules: RuleSet) -> str:
    """The kind of special fields by these rules: ``trapdoors`` or ``wormholes``; empty for neither."""
    if not has_furniture(rules):
        return ""
    return "trapdoors" if rules.trapdoors else "wormholes"


def furniture_fields(rules: RuleSet) -> dict[str, forms.Field]:
    """The form fields for the special fields of these rules; none where they have none."""
    kind = kind_of(rules)
    if not kind:
        return {}
    most = rules.trapdoors + 2 * rules.wormholes
    marks = {"data-lay": kind, "data-most": most, "autocomplete": "off"}
    by_hand = forms.CharField(
        label=_("trapdoors") if kind == "trapdoors" else _("wormholes"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs=marks),
        help_text=_(
            "To lay them by hand, tap the fields on the board above, or write them, counted from Yellow's A as 0: four "
            "trapdoors as 5, 13, 21, 29, wormholes as 3-27, 9-41. Left empty they are drawn."
        ),
    )
    seed = forms.CharField(
        label=_("published seed"),
        required=False,
        max_length=LONGEST_SEED,
        widget=forms.TextInput(attrs={"data-seed": ""}),
        help_text=_(
            "To draw them: a text that was fixed beforehand, such as lottery numbers; left empty, one is made now. "
            "Anybody can draw again from it, with nothing but SHA-256."
        ),
    )
    return {kind: by_hand, "published_seed": seed}


def entered_furniture(form: forms.Form, rules: RuleSet) -> FurnitureInput:
    """What is entered in these fields; what cannot lie so becomes an error of its field."""
    kind = kind_of(rules)
    text: str = form.cleaned_data.get(kind, "") if kind else ""
    seed: str = form.cleaned_data.get("published_seed", "")
    if not text.strip():
        return FurnitureInput(published_seed=seed)
    if seed.strip():
        form.add_error("published_seed", _("Either the fields or a seed, not both."))
    fields = [int(number) for number in re.findall(r"[0-9]{1,4}", text)]
    pairs = [fields[at : at + 2] for at in range(0, len(fields), 2)]
    wanted = FurnitureInput(trapdoors=fields) if kind == "trapdoors" else FurnitureInput(wormholes=pairs)
    try:
        furniture(rules, wanted.trapdoors, wanted.wormholes)
    except PositionError as error:
        form.add_error(kind, translate_text(error.message))
    return wanted


def board_to_lay(rules: RuleSet, seating: EntrantSeating) -> SafeString | None:
    """The board before the game begins, to tap on; None where the rules have no special fields."""
    if not has_furniture(rules):
        return None
    layout = rules.layout()
    here = {*seating.colours, rules.neutral}
    yards: list[Any] = [[IN_YARD] * 4 if colour in here else None for colour in layout.colours]
    return drawn_board(BoardState(layout, yards), prefix="laying")


# -- the start -------------------------------------------------------------------------------------


class YoungestForm(StepForm):
    """Who is said to be the youngest."""

    def ask(self) -> None:
        self.fields["entries"] = forms.MultipleChoiceField(
            label=_("the youngest"),
            choices=list(self.step.event_state.names.items()),
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
    title = _("Who is the youngest?")
    button = _("Save")
    about = _("By these rules the youngest player's colour starts (rulebook §10).")

    def blocked(self) -> str:
        if self.event.format.starter_by_rules and self.event.rules.starter is Starter.YOUNGEST:
            return ""
        return gettext("Who is the youngest decides nothing in this event.")

    def get_initial(self) -> dict[str, Any]:
        return {"entries": [entry.key for entry in self.event_state.entries if entry.youngest]}

    def do(self, form: YoungestForm) -> Sequence[Entry]:
        return services.say_youngest(keys=form.cleaned_data["entries"], **self.who)

    def done(self, made: Sequence[Entry]) -> str:
        youngest = ", ".join(self.event_state.name(entry) for entry in made if entry.youngest)
        return gettext("The youngest: %(names)s") % {"names": youngest or "–"}


class StartForm(StepForm):
    """How the next game begins: where, by which throws or by the organiser's decision, with its special fields."""

    board = forms.CharField(
        label=_("board"), required=False, max_length=LONGEST_BOARD, help_text=_("Table number.")
    )

    def ask(self) -> None:
        """The colours that could start; special fields where they are still to be chosen."""
        due: NextGame = self.step.begins
        #: As far as they are tapped; None where the rules say who starts.
        self.throws = Throws.from_page(self.step.event, due, self.data)
        self.starter, self.reason = due.starter or "", due.starter_reason
        if self.throws:
            self.starter, self.reason = self.throws.starter, self.throws.reason
        self.furniture = FurnitureInput()
        colours = [(colour, translate_text(phrases.colour(colour))) for colour in due.seating.colours]
        self.fields["override"] = forms.ChoiceField(
            label=_("another colour starts"), choices=[("", "–"), *colours], required=False
        )
        self.fields["override_reason"] = LineField(label=_("reason"), required=False, max_length=200)
        if not self.step.has_special_fields:
            self.fields |= furniture_fields(self.step.rules)

    @property
    def override(self) -> Override | None:
        starter = self.cleaned_data["override"]
        return Override(starter, self.cleaned_data["override_reason"]) if starter else None

    @property
    def is_decided(self) -> bool:
        return not self.throws or bool(self.starter or self.cleaned_data.get("override"))

    def clean(self) -> dict[str, Any]:
        """A starter is required; as long as throws are being tapped nothing is wrong."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("override") and not cleaned.get("override_reason", "").strip():
            self.add_error("override_reason", _("Why another colour starts is needed."))
        self.furniture = entered_furniture(self, self.step.rules)
        if not self.is_decided and not self.data.get("dice") and "die" not in self.data:
            raise forms.ValidationError(translate_text(self.reason), code="throw")
        return cleaned


class StartGame(GameAction):
    """A game that is due begins."""

    form_class = StartForm
    template_name = "organise/steps/start_game.html"
    title = _("start game")

    def blocked(self) -> str:
        return "" if self.due else gettext("No such game can be started now.")

    @cached_property
    def begins(self) -> NextGame:
        """The game that is due; where its recorder has recorded the throws for the start, with their starter."""
        assert self.due is not None
        if self.state != GameState.CREATED:
            return self.due
        found = due_of(self.game)
        return (
            replace(self.due, starter=found.colour, starter_reason=found.reason) if found.colour else self.due
        )

    @property
    def rules(self) -> RuleSet:
        return self.event.rules_of(self.begins.rules)

    @property
    def has_special_fields(self) -> bool:
        waiting = [each.game for each in self.event_state.games if each.number == self.number]
        return any(game.state == GameState.CREATED and not waits_for_furniture(game) for game in waiting)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        more["board"] = None if self.has_special_fields else board_to_lay(self.rules, self.begins.seating)
        seats = [
            {"name": self.event_state.names[seat.entrant], "colours": seat.colours}
            for seat in self.begins.seating.seats
        ]
        return super().get_context_data(due=self.begins, seats=seats, **more)

    def form_valid(self, form: StartForm) -> HttpResponse:
        if not form.is_decided or "undo" in self.request.POST:
            return self.render_to_response(self.get_context_data(form=form))
        return super().form_valid(form)

    def do(self, form: StartForm) -> StartedGame:
        return services.start_next_game(
            number=self.number,
            rounds=form.throws.rounds if form.throws else (),
            override=form.override,
            furniture=form.furniture,
            board=form.cleaned_data["board"],
            **self.who,
        )

    def done(self, made: StartedGame) -> str:
        played = self.public_game(made.played)
        return f"{translate_text(played.name)}: {translate_text(played.starter_reason)}"
