"""Before the first game: players, their order, and the draws; a draw is void as long as no game rests on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from games.access import caller_of, translate_text
from games.queries.name_matching import Person
from games.templatetags.board import localized
from rules import Verbatim
from tournaments import services
from tournaments.formats import DrawNeeded, roll_offs
from tournaments.formats.open.rounds import seats_people
from tournaments.kit.desk import reverse_desk
from tournaments.kit.people_forms import NamesField, PlayerNamesForm
from tournaments.models import Draw, Entry, Event
from tournaments.organiser.actions.base import (
    OfEntry,
    OrganiserAction,
    ReasonForm,
    StepForm,
    first_or_404,
    name_of,
)
from tournaments.organiser.throws import ask_for_throws
from tournaments.services.draws import rests_on_draw, why_final

# -- players ---------------------------------------------------------------------------------------


class NewNamesField(NamesField):
    """Names of players who are added: one is enough."""

    least = 1


class AddPlayersForm(PlayerNamesForm):
    """Who is added."""

    names = NewNamesField(
        label=_("Names"),
        help_text=_("One name on each line. Known players are recognised."),
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
    )

    def clean_names(self) -> Sequence[Person]:
        found = super().clean_names()
        if not self.is_each_once(found):
            raise forms.ValidationError(_("Two of the names are the same person."), code="twice")
        return found


class _BeforeTheDraw(OrganiserAction):
    """A step for an event whose entries are open."""

    def blocked(self) -> str:
        why = services.why_closed(self.event)
        return translate_text(why) if why else ""


class AddPlayers(_BeforeTheDraw):
    """Players are entered by their names."""

    part = "players"
    form_class = AddPlayersForm
    template_name = "organise/steps/add_players.html"
    title = _("Add players")

    def get_form(self, form_class: Any = None) -> Any:
        form = super().get_form(form_class)
        form.viewer = caller_of(self.request)
        return form

    def do(self, form: AddPlayersForm) -> Sequence[Entry]:
        players = [person.player or person.typed for person in form.cleaned_data["names"]]
        return services.enter_all(players=players, **self.who)

    def done(self, made: Sequence[Entry]) -> str:
        names = ", ".join(entry.player.shown_as for entry in made)
        return ngettext("Added: %(names)s", "Added: %(names)s", len(made)) % {"names": names}


class RemovePlayer(_BeforeTheDraw, OfEntry):
    """A player does not come after all."""

    form_class = forms.Form
    title = _("Remove")
    asked = _("Remove %(player)s")
    said = _("%(player)s is removed.")

    def do(self, form: Any) -> None:
        services.withdraw(key=self.entry.key, **self.who)


# -- the order of the players ----------------------------------------------------------------------


class SeedsForm(StepForm):
    """Of every entry its place in the order."""

    def ask(self) -> None:
        self.entries: Sequence[Entry] = self.step.event_state.entries
        for seed, entry in enumerate(self.entries, start=1):
            self.fields[_seed_field(entry.key)] = forms.IntegerField(
                label=self.step.event_state.name(entry), initial=seed, min_value=1, max_value=999
            )

    @property
    def order(self) -> list[str]:
        """Return the keys in the order of the numbers; a player given another's number pushes that player along."""
        wanted = {entry.key: self.cleaned_data[_seed_field(entry.key)] for entry in self.entries}
        was = {entry.key: place for place, entry in enumerate(self.entries, start=1)}
        way = {key: (wanted[key] > was[key]) - (wanted[key] < was[key]) for key in wanted}
        return sorted(wanted, key=lambda key: (wanted[key], way[key]))


def _seed_field(key: str) -> str:
    return f"seed-{key}"


class Seeding(OrganiserAction):
    """Who is seeded where, until the draw."""

    form_class = SeedsForm
    template_name = "organise/steps/seeding.html"
    part = "players"
    title = _("Order players")
    button = _("Save order")
    said = _("Order saved.")
    about = _("The first is seeded highest. A random draw does not use the order (§2, §3.5).")

    def blocked(self) -> str:
        if self.event_state.draws or self.event_state.games:
            return gettext("The draw has been held: the entries stay as they are.")
        return "" if len(self.event_state.entries) > 1 else gettext("There is nobody yet to put in order.")

    def do(self, form: SeedsForm) -> Sequence[Entry]:
        return services.reseed(order=form.order, **self.who)


# -- draws -----------------------------------------------------------------------------------------


class WayForm(StepForm):
    """What is needed to hold a draw in one way; in the ways that need nothing it has no fields."""

    @property
    def needed(self) -> DrawNeeded:
        needed: DrawNeeded = self.step.needed
        return needed

    @cached_property
    def names(self) -> dict[str, str]:
        return {item: self.step.event_state.names.get(item, item) for item in self.needed.items}

    def hold(self, who: Mapping[str, Any]) -> Draw:
        raise NotImplementedError


class SeedForm(WayForm):
    """A published seed."""

    published_seed = forms.CharField(
        label=_("random text"),
        required=False,
        max_length=200,
        help_text=_(
            "Optional: a text fixed beforehand, such as lottery numbers. Left empty, one is made now. Anybody can "
            "draw again from it (SHA-256)."
        ),
    )

    def hold(self, who: Mapping[str, Any]) -> Draw:
        return services.draw_from_seed(seed=self.cleaned_data["published_seed"], **who)


class SeedOrderForm(WayForm):
    """Nothing is needed."""

    def hold(self, who: Mapping[str, Any]) -> Draw:
        return services.draw_in_seed_order(**who)


class ThrownForm(WayForm):
    """Rounds of throws; ties throw again."""

    def ask(self) -> None:
        faces = self.step.event.rules.die_faces
        contenders = {item: Verbatim(name) for item, name in self.names.items()}
        self.rounds = ask_for_throws(
            self, self.names, faces, lambda rounds: roll_offs.by_throws(contenders, rounds, faces).to_throw
        )

    def hold(self, who: Mapping[str, Any]) -> Draw:
        return services.draw_by_throws(rounds=self.rounds, **who)


class ChosenForm(WayForm):
    """What each has taken, in seed order; the last one gets what is left."""

    def ask(self) -> None:
        places = [("", "–"), *((str(n), translate_text(place)) for n, place in enumerate(self.needed.places))]
        for number, entry in enumerate(self._choosers[:-1]):
            self.fields[f"choice-{number}"] = forms.TypedChoiceField(
                label=self.names[entry], choices=places, coerce=int
            )

    @property
    def _choosers(self) -> list[str]:
        return [key for key in self.step.event_state.contest.keys if key in self.needed.items]

    def hold(self, who: Mapping[str, Any]) -> Draw:
        choices = [self.cleaned_data[f"choice-{n}"] for n in range(len(self._choosers) - 1)]
        return services.draw_chosen(choices=choices, **who)


class ByHandForm(WayForm):
    """Who got which place, in a draw that was held at the table."""

    def ask(self) -> None:
        choices = [("", "–"), *((item, self.names[item]) for item in self.needed.items)]
        for number, place in enumerate(self.needed.places):
            self.fields[f"place-{number}"] = forms.ChoiceField(label=translate_text(place), choices=choices)

    def hold(self, who: Mapping[str, Any]) -> Draw:
        order = [self.cleaned_data[f"place-{n}"] for n in range(len(self.needed.places))]
        return services.draw_by_hand(order=order, **who)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to hold a draw: as its address calls it, what it is, and whether only players can be drawn so."""

    key: str
    name: Any
    about: Any
    form: type[WayForm]
    of_players: bool = False


WAYS = (
    Way(
        "seed",
        _("Random draw"),
        _("Verifiable: anybody can recompute it."),
        SeedForm,
    ),
    Way(
        "thrown",
        _("Throw for it"),
        _("The highest throw gets the first place; ties throw again (§3.5)."),
        ThrownForm,
    ),
    Way(
        "by-hand",
        _("Enter drawn lots"),
        _("Lots drawn at the table: who got what."),
        ByHandForm,
    ),
    Way(
        "seed-order",
        _("By ranking"),
        _("In the order of the players: the first gets the first place (§2)."),
        SeedOrderForm,
        of_players=True,
    ),
    Way(
        "chosen",
        _("Choose in turn"),
        _("The first of the players chooses first; the last gets what is left (§2)."),
        ChosenForm,
        of_players=True,
    ),
)


class _OfDraws(OrganiserAction):
    """A step about draws; in a hall it leads back to where its rounds are planned."""

    part = "draws"

    @property
    def way_back(self) -> str:
        return (
            reverse_desk("desk-seating", self.event) if self.event.format.seats_a_hall else super().way_back
        )

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        part = {"part": "seating"} if self.event.format.seats_a_hall else {}
        return super().get_context_data(**more) | part


class _AboutDraw(_OfDraws):
    """A step for the draw that is due."""

    def blocked(self) -> str:
        verdict = self.event_state.verdict
        if verdict.missing:
            return translate_text(verdict.missing[0])
        if not verdict.draws:
            return gettext("Nothing is to be drawn now.")
        is_planned = self.event.format.seats_a_hall and seats_people(self.needed.subject)
        return gettext("Plan the round first.") if is_planned else ""

    @property
    def needed(self) -> DrawNeeded:
        return self.event_state.verdict.draws[0]

    @property
    def ways(self) -> list[Way]:
        players = set(self.needed.items) <= set(self.event_state.names)
        return [way for way in WAYS if players or not way.of_players]

    @property
    def heading(self) -> str:
        return translate_text(self.needed.name)

    @property
    def about(self) -> str:
        if self.event.status == Event.Status.OPEN:
            return gettext("After the draw nobody can be added; once a game has begun it is final.")
        return gettext("Once a game has begun the draw is final.")


class ChooseWay(_AboutDraw):
    """How a draw is held: the ways to choose from."""

    template_name = "organise/steps/ways.html"
    http_method_names = ["get", "head"]
    form_class = forms.Form
    title = _("Draw")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        ways = [(way, reverse_desk(name_of(HoldDraw), self.event, way.key)) for way in self.ways]
        return super().get_context_data(ways=ways, **more)


class HoldDraw(_AboutDraw):
    """A draw, held in one way."""

    title = _("Draw")
    button = _("Draw now")

    @cached_property
    def way(self) -> Way:
        return first_or_404(each for each in self.ways if each.key == self.kwargs["way"])

    def get_form_class(self) -> type[WayForm]:
        return self.way.form

    @property
    def heading(self) -> str:
        return f"{translate_text(self.needed.name)} – {self.way.name}"

    def back(self) -> HttpResponse:
        return redirect("tournaments:desk", self.event.slug)

    def do(self, form: WayForm) -> Draw:
        return form.hold({**self.who, "subject": self.needed.subject})

    def done(self, made: Draw) -> str:
        outcome = "; ".join(
            f"{self.event_state.names.get(item, item)} – {localized(place)}"
            for item, place in zip(made.order, made.places, strict=True)
        )
        name = translate_text(made.with_names(self.event_state.players).name)
        return f"{name}: {outcome}"


class VoidDraw(_OfDraws):
    """A draw that is to be held again."""

    form_class = ReasonForm
    title = _("Draw again")
    said = _("The draw is void. Draw again.")
    about = _("The draw becomes void; nothing was played on it.")

    @property
    def draw(self) -> Draw | None:
        draws = (draw.with_names(self.event_state.players) for draw in self.event_state.draws)
        return next((draw for draw in draws if draw.subject == self.kwargs["subject"]), None)

    def blocked(self) -> str:
        if self.draw is None:
            return gettext("This has not been drawn.")
        rests = rests_on_draw(self.draw.made_at, self.event_state.games)
        return translate_text(why_final(rests)) if rests else ""

    @property
    def heading(self) -> str:
        return f"{translate_text(self.draw.name)}: {self.title}" if self.draw else str(self.title)

    def do(self, form: Any) -> None:
        services.void_draw(subject=self.kwargs["subject"], reason=form.cleaned_data["reason"], **self.who)
