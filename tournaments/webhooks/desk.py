"""Webhooks at the desk of an event, of a season and of the site: receivers, messages, deliveries."""

import json
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache

from games.access import SITE, Scope, caller_of, is_allowed, require_permission, scope_around
from games.enums import Action
from tournaments.kit.desk import complaining, saved, takes_form
from tournaments.models import Event, Receiving, Season, Webhook
from tournaments.models.webhook import OFFERED, chat_of_telegram
from tournaments.webhook_address import sendable
from tournaments.webhooks import services

#: The latest messages of a webhook that are listed.
LATEST = 25


class WebhookForm(forms.Form):
    """Where messages go, and which: to a program, a channel of Discord or a chat of Telegram."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        validators=[sendable],
        help_text=_("Messages are sent there by POST, such as https://league.example/rauswurf."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    token = forms.CharField(
        label=_("Token of the bot"),
        max_length=100,
        help_text=_("From @BotFather; the bot must be a member of the chat."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    chat = forms.CharField(
        label=_("Chat"),
        max_length=40,
        validators=[chat_of_telegram],
        help_text=_("Its number, such as -1001234567890, or its public name, such as @league."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Tells of"),
        choices=[(str(kind), kind.label) for kind in OFFERED],
        widget=forms.CheckboxSelectMultiple,
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    active = forms.BooleanField(
        label=_("Active"), required=False, help_text=_("What happens while it is off is not told afterwards.")
    )

    def __init__(self, data: Any, *, receiver: str, is_new: bool, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        wanted = _FIELDS[receiver] if is_new else (*_FIELDS[receiver], "active")
        self.fields = {name: field for name, field in self.fields.items() if name in wanted}
        if receiver == Receiving.DISCORD:
            self.fields["url"].label = _("Webhook URL")
            self.fields["url"].help_text = _(
                "In Discord: channel, Edit channel, Integrations, Webhooks, Copy webhook URL."
            )
        if not is_new and receiver != Receiving.PROGRAM:
            # Secrets are not shown: an empty field leaves them unchanged.
            secret = self.fields[wanted[0]]
            secret.required, secret.help_text = False, _("Leave empty to keep the current one.")


#: Receiver → what is needed of it; of a chat its secret comes first.
_FIELDS: dict[str, tuple[str, ...]] = {
    Receiving.PROGRAM: ("url", "kinds"),
    Receiving.DISCORD: ("url", "kinds", "language"),
    Receiving.TELEGRAM: ("token", "chat", "kinds", "language"),
}


#: Kind of place → how the names of the addresses of its pages begin.
_ADDRESSES = {"event": "", "season": "season-", SITE: "site-"}


def address_of(place: str, *webhook: int) -> str:
    kind, _colon, slug = place.partition(":")
    name = f"tournaments:{_ADDRESSES[kind]}webhook{'' if webhook else 's'}"
    return reverse(name, args=[*([slug] if slug else []), *webhook])


def _place(kind: str, slug: str = "") -> str:
    return f"{kind}:{slug}" if slug else kind


def _scope(kind: str, slug: str = "", pk: int = 0) -> Scope:
    return scope_around(_place(kind, slug))


@never_cache
@takes_form
@require_permission(Action.ORGANISE, _scope)
def webhooks_page(request: HttpRequest, kind: str, slug: str = "") -> HttpResponse:
    """List the webhooks of a place, and make another; its secret is shown once."""
    of = _event_or_season(kind, slug)
    asked = request.GET.get("receiver", "")
    receiver = Receiving(asked) if asked in Receiving.values else Receiving.PROGRAM
    data = request.POST if request.method == "POST" else None
    form = WebhookForm(data, receiver=receiver, is_new=True, initial={"language": get_language()})
    if request.method == "POST" and form.is_valid():
        with complaining(form):
            wanted = {"url": "", "receiver": receiver, **form.cleaned_data}
            keys = {f"{name}_id": each.pk for name, each in of.items() if each}
            made = services.subscribe(**keys, **wanted, **_who(request))
            if not made.is_chat:
                _show_secret(request, made)
            return redirect(address_of(made.place, made.pk))
    place = _place(kind, slug)
    labels = {str(kind): str(kind.label) for kind in OFFERED}
    hooks = [
        (hook, address_of(place, hook.pk), ", ".join(labels.get(kind, kind) for kind in hook.kinds))
        for hook in Webhook.objects.filter(**of)
    ]
    receivers = [(each, each.label, each == receiver) for each in Receiving]
    shown = _frame(of, _("Webhooks"), hooks=hooks, form=form, receivers=receivers, kind=kind)
    return render(request, "organise/webhooks.html", shown | {"places": _places(request, of)})


@never_cache
@takes_form
@require_permission(Action.ORGANISE, _scope)
def webhook_page(request: HttpRequest, kind: str, pk: int, slug: str = "") -> HttpResponse:
    """Show a webhook with its latest messages; change, test or remove it, make a new secret."""
    of = _event_or_season(kind, slug)
    hook = get_object_or_404(Webhook.objects.filter(**of), pk=pk)
    entered = request.POST if request.POST.get("do") == "save" else None
    initial = {each: getattr(hook, each) for each in ("kinds", "active", "chat", "language")}
    if not hook.is_chat:
        initial["url"] = hook.url
    form = WebhookForm(entered, receiver=hook.receiver, is_new=False, initial=initial)
    place = _place(kind, slug)
    if request.method == "POST" and _done(request, hook, form):
        is_gone = request.POST.get("do") == "remove"
        return redirect(address_of(place) if is_gone else address_of(place, pk))
    deliveries = [(each, _indented(each.body)) for each in hook.deliveries.all()[:LATEST]]
    shown = _frame(of, hook.name, hook=hook, form=form, deliveries=deliveries, list=address_of(place))
    return render(request, "organise/webhook.html", shown)


def _event_or_season(kind: str, slug: str) -> dict[str, Any]:
    """Return what the webhooks of a place have as ``event`` and ``season``; of the site neither."""
    events = Event.objects.without_table()
    return {
        "event": get_object_or_404(events, slug=slug) if kind == "event" else None,
        "season": get_object_or_404(Season, slug=slug) if kind == "season" else None,
    }


def _places(request: HttpRequest, of: dict[str, Any]) -> list[tuple[str, Any, bool]]:
    """Return address and name of the place and those around it that the caller organises, and which this is."""
    event, season = of["event"], of["season"] or (of["event"] and of["event"].season)
    around = [
        (f"event:{event.slug}", event.name) if event else None,
        (f"season:{season.slug}", season.name) if season else None,
        (SITE, _("the whole site")),
    ]
    here = next(place for place in around if place)[0]
    caller = caller_of(request)
    return [
        (address_of(place), name, place == here)
        for place, name in filter(None, around)
        if is_allowed(caller, Action.ORGANISE, scope_around(place))
    ]


def _done(request: HttpRequest, hook: Webhook, form: forms.Form) -> bool:
    """Do what the pressed button says; whether it was done."""
    who = {"webhook_id": hook.pk, **_who(request)}
    match request.POST.get("do", ""):
        case "save":
            return saved(request, form, services.change_webhook, **who)
        case "test":
            services.ping(**who)
            messages.success(request, gettext("The test is being sent; the list says how it went."))
        case "secret" if not hook.is_chat:
            _show_secret(request, services.rotate_secret(**who))
        case "remove":
            services.unsubscribe(**who)
            messages.success(request, gettext("The webhook is removed."))
        case _:
            raise Http404
    return True


def _show_secret(request: HttpRequest, hook: Webhook) -> None:
    sentence = gettext("The secret for %(url)s is shown this once, note it now: %(secret)s")
    messages.warning(request, sentence % {"url": hook.url, "secret": hook.secret})


def _frame(of: dict[str, Any], heading: Any, **more: Any) -> dict[str, Any]:
    """Return what the desk of the event shows, or the page of a season or the site."""
    if of["event"]:
        return {
            "frame": "organise/event.html",
            "event": of["event"],
            "part": "files",
            "heading": heading,
            **more,
        }
    name = of["season"].name if of["season"] else _("the whole site")
    return {"frame": "organise/place.html", "place_name": name, "heading": heading, **more}


def _indented(body: str) -> str:
    return json.dumps(json.loads(body), indent=1, ensure_ascii=False)


def _who(request: HttpRequest) -> dict[str, Any]:
    return {"actor": caller_of(request).actor, "now": timezone.now()}
