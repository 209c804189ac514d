"""One thing that is done at the desk: a form, shown with what follows from it, confirmed, done.

What would follow is not computed separately: the step is done, its effect is read, and it is rolled back."""

from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from django import forms
from django.contrib import messages
from django.db import transaction
from django.forms import BoundField
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.views.generic import FormView

from games.access import caller_of, translate_text
from games.enums import Action
from games.models import Game
from games.views.refusals import Refusal
from tournaments.formats import NextGame
from tournaments.kit.desk import REFUSED, LineField, event_at_desk, part_of, who_acts
from tournaments.models import LONGEST_REASON, Entry, Event, EventGame
from tournaments.standings.event_state import EventState
from tournaments.standings.impact import Consequence, ConsequenceKind, impact_of

# -- fields ----------------------------------------------------------------------------------------


class StepForm(forms.Form):
    """A form whose fields follow from the step on whose page it stands."""

    def __init__(self, *args: Any, step: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.step = step
        self.ask()

    def ask(self) -> None:
        """Add the fields."""


def reason_field() -> LineField:
    return LineField(label=_("reason"), max_length=LONGEST_REASON, help_text=_("Shown publicly."))


class ReasonForm(forms.Form):
    """Why."""

    reason = reason_field()


# -- steps -----------------------------------------------------------------------------------------


#: What a result changes by itself; one that is changed afterwards also changes who is where and needs a confirmation.
_OF_A_RESULT = (ConsequenceKind.FIGURES, ConsequenceKind.PLANNED, ConsequenceKind.NOTHING)
_OF_A_NEW_RESULT = (*_OF_A_RESULT, ConsequenceKind.ORDER, ConsequenceKind.DRAW)
Found = TypeVar("Found")
#: Names of what a page sends beside its form.
CONFIRMED, EDIT, SEEN = "confirmed", "edit", "seen"


#: What would follow from a step: what changes, and what is still needed then.
ActionPreview = dict[str, Any]


class OrganiserAction(FormView):
    """A page of the desk on which one thing is done, for those who may."""

    template_name = "organise/steps/step.html"
    http_method_names = ["get", "post", "head"]
    #: The part of the desk to which it belongs, and to which it leads back.
    part: ClassVar[str] = "overview"
    #: What it takes, around the event.
    permission: ClassVar[Action] = Action.ORGANISE
    #: Whether it is tried first, and shown where it changes more than it says; so is what touches the past.
    is_tried: ClassVar[bool] = False
    #: Whether it touches what has been played, so that what would follow is a warning.
    touches_the_past: ClassVar[bool] = False
    #: What is said on the page: its name, what it means by the regulations, and on its button.
    title: ClassVar[Any]
    event: Event
    about: ClassVar[Any] = ""
    #: The title where there is none.
    button: ClassVar[Any] = ""
    #: What is said once it is done.
    said: ClassVar[Any]

    def dispatch(self, request: HttpRequest, *args: Any, **address: Any) -> Any:
        """Refused without the permission or an account; back to the desk where it is not the time for it."""
        self.event = event_at_desk(request, self.kwargs["slug"], self.permission)
        if why := self.blocked():
            messages.warning(request, why)
            return self.back()
        return super().dispatch(request, *args, **address)

    @cached_property
    def event_state(self) -> EventState:
        return EventState.load(self.event)

    @cached_property
    def games_shown(self) -> list[EventGame]:
        return [self.public_game(game) for game in self.event_state.games]

    def public_game(self, game: EventGame) -> EventGame:
        return game.with_names(self.event_state.players)

    def blocked(self) -> str:
        return ""

    def get_form_kwargs(self) -> dict[str, Any]:
        of_step = {"step": self} if issubclass(self.get_form_class(), StepForm) else {}
        return super().get_form_kwargs() | of_step

    def do(self, form: Any) -> Any:
        """Do it; what it has made. Raises one of ``REFUSED``."""
        raise NotImplementedError

    def complain(self, form: Any, error: Refusal) -> None:
        form.add_error(None, translate_text(error.message))

    def done(self, made: Any) -> str:
        return str(self.said) % self.named

    @property
    def named(self) -> dict[str, str]:
        """What the words of the step name."""
        return {}

    def say(self, made: Any) -> None:
        messages.success(self.request, self.done(made))

    @property
    def who(self) -> dict[str, Any]:
        return who_acts(self.request, self.event)

    @property
    def actor(self) -> str:
        return caller_of(self.request).actor

    # -- asked, tried, done ------------------------------------------------------------------------

    def form_valid(self, form: Any) -> HttpResponse:
        """Show what would follow, or do it where that has been confirmed as it still is."""
        if EDIT in self.request.POST:
            return self.render_to_response(self.get_context_data(form=form))
        try:
            made, outcome = self._tried(form) if self._is_to_try else (self.do(form), None)
        except REFUSED as error:
            self.complain(form, error)
            return self.form_invalid(form)
        if outcome is not None:
            return self.render_to_response(self.get_context_data(form=form, outcome=outcome))
        self.say(made)
        return self.back()

    @property
    def _is_to_try(self) -> bool:
        return (self.is_tried or self.touches_the_past) and not self._is_confirmed

    @property
    def _is_confirmed(self) -> bool:
        """Whether the consequences have been confirmed, and nothing has happened in the event since."""
        sent = self.request.POST
        return CONFIRMED in sent and sent.get(SEEN) == str(self.event.version)

    def _tried(self, form: Any) -> tuple[Any, ActionPreview | None]:
        """Do it, unless it changes more than it says: what it has made, or what would follow."""
        before = self.event_state.verdict
        with transaction.atomic():
            made = self.do(form)
            after = EventState.of(self.event.pk).verdict
            more = [
                each for each in impact_of(before, after, self.event_state.names) if not self.is_itself(each)
            ]
            if more:
                transaction.set_rollback(True)
        return made, {"consequences": more, "outlook": after.outlook} if more else None

    def is_itself(self, each: Consequence) -> bool:
        """Whether a consequence is the step itself, and so needs no confirmation."""
        return each.kind is ConsequenceKind.NOTHING

    # -- the page ----------------------------------------------------------------------------------

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """The page in the frame of the desk; once it has been tried, with everything that was entered."""
        entered = [
            (name, value)
            for name, values in self.request.POST.lists()
            for value in values
            if name not in ("csrfmiddlewaretoken", CONFIRMED, EDIT, SEEN)
        ]
        return super().get_context_data(
            event=self.event,
            part=self.part,
            about=self.about,
            button=self.button or capfirst(self.title),
            heading=self.heading,
            entered=entered,
            shown_fields=_shown(more.get("form")),
            warns=self.touches_the_past,
            cancelled=self.way_back,
            **more,
        )

    @property
    def heading(self) -> str:
        return str(self.title)

    def back(self) -> HttpResponse:
        return HttpResponseRedirect(self.way_back)

    @property
    def way_back(self) -> str:
        return part_of(self.part).address(self.event)


class OfEntry(OrganiserAction):
    """A step about one player of the event."""

    part = "players"
    #: The title of the page, which names them.
    asked: ClassVar[Any]

    @cached_property
    def entry(self) -> Entry:
        return first_or_404(each for each in self.event_state.entries if each.pk == self.kwargs["entry"])

    @property
    def named(self) -> dict[str, str]:
        return {"player": self.event_state.name(self.entry)}

    @property
    def heading(self) -> str:
        return str(self.asked) % self.named


def first_or_404(found: Iterable[Found]) -> Found:
    for each in found:
        return each
    raise Http404


def name_of(step: type[OrganiserAction]) -> str:
    return f"desk-{step.__name__.lower()}"


def _shown(form: Any) -> list[tuple[str, str]]:
    """The entered values of a form, for confirmation: label and text."""
    if form is None or not form.is_bound:
        return []
    entered = [(field, field.value()) for field in form.visible_fields()]
    return [(str(field.label), _words(field, value)) for field, value in entered if value not in (None, "")]


def _words(field: BoundField, value: Any) -> str:
    """The text of an entered value; of a choice its label."""
    names = {str(key): str(name) for key, name in getattr(field.field, "choices", ())}
    values = value if isinstance(value, list | tuple) else [value]
    return ", ".join(names.get(str(each), str(each)) for each in values)


class GameAction(OrganiserAction):
    """A step about one game of the event, named by its number in the address."""

    @property
    def number(self) -> int:
        number: int = self.kwargs["number"]
        return number

    @cached_property
    def due(self) -> NextGame | None:
        return next((game for game in self.event_state.due if game.number == self.number), None)

    @cached_property
    def played(self) -> EventGame | None:
        return next((game for game in self.games_shown if game.number == self.number), None)

    @property
    def game(self) -> Game:
        assert self.played is not None
        return self.played.game

    def is_itself(self, each: Consequence) -> bool:
        """Consequences that say only that the game counts or not, and what follows from that in the table."""
        if each.kind is ConsequenceKind.COUNTED:
            return each.games == (self.number,)
        return each.kind in (_OF_A_RESULT if self.touches_the_past else _OF_A_NEW_RESULT)

    @property
    def state(self) -> str:
        """The state of the game, empty where it has not been made."""
        return str(self.played.game.state) if self.played else ""

    @property
    def named(self) -> dict[str, str]:
        return {"game": self.name}

    @property
    def name(self) -> str:
        if self.played is not None:
            return translate_text(self.played.name)
        return translate_text(self.due.name) if self.due else str(self.number)

    @property
    def heading(self) -> str:
        return f"{self.name}: {self.title}"
