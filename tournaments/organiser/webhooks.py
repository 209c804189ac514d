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
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import SITE, Scope, is_allowed, require_permission, scope_around
from games.access.decorators import caller_of
from games.enums import Action
from tournaments.models import Event, Receiving, Season, Webhook
from tournaments.models.webhook import OFFERED, chat_of_telegram
from tournaments.organiser.refusals import complaining, saved
from tournaments.webhook_address import sendable
from tournaments.webhooks import services

#: The latest messages of a webhook that are listed.
LATEST = 25


class WebhookForm(forms.Form):
    """Where messages go, and what they tell."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        validators=[sendable],
        help_text=_("Messages are sent there by POST, such as https://league.example/rauswurf."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Tells of"),
        choices=[(str(kind), kind.label) for kind in OFFERED],
        widget=forms.CheckboxSelectMultiple,
    )


class ChatForm(forms.Form):
    """The messages that a chat gets, and their language."""

    kinds = forms.MultipleChoiceField(
        label=_("Tells of"),
        choices=[(str(kind), kind.label) for kind in OFFERED],
        widget=forms.CheckboxSelectMultiple,
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


class DiscordForm(ChatForm):
    """A channel of Discord."""

    field_order = ("url", "kinds", "language")

    url = forms.CharField(
        label=_("Webhook URL"),
        max_length=500,
        validators=[sendable],
        help_text=_("In Discord: channel, Edit channel, Integrations, Webhooks, Copy webhook URL."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )


class TelegramForm(ChatForm):
    """A chat of Telegram."""

    field_order = ("token", "chat", "kinds", "language")

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


class _ActiveField(forms.Form):
    active = forms.BooleanField(
        label=_("Active"), required=False, help_text=_("What happens while it is off is not told afterwards.")
    )


class ChangeForm(WebhookForm, _ActiveField):
    """The same of one that there is; it can be switched off."""

    field_order = ("url", "kinds", "active")


class _ChangeOfChat:
    """Secrets are not shown: an empty field leaves them unchanged."""

    secret_field: str
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields[self.secret_field]
        field.required, field.help_text = False, _("Leave empty to keep the current one.")


class ChangeDiscordForm(_ChangeOfChat, DiscordForm, _ActiveField):
    """A channel of Discord that there is."""

    secret_field = "url"


class ChangeTelegramForm(_ChangeOfChat, TelegramForm, _ActiveField):
    """A chat of Telegram that there is."""

    secret_field = "token"


_NEW: dict[str, type[forms.Form]] = {
    Receiving.PROGRAM: WebhookForm,
    Receiving.DISCORD: DiscordForm,
    Receiving.TELEGRAM: TelegramForm,
}
_CHANGED: dict[str, type[forms.Form]] = {
    Receiving.PROGRAM: ChangeForm,
    Receiving.DISCORD: ChangeDiscordForm,
    Receiving.TELEGRAM: ChangeTelegramForm,
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
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.ORGANISE, _scope)
def webhooks_page(request: HttpRequest, kind: str, slug: str = "") -> HttpResponse:
    """List the webhooks of a place, and make another; its secret is shown once."""
    of = _event_or_season(kind, slug)
    asked = request.GET.get("receiver", "")
    receiver = Receiving(asked) if asked in Receiving.values else Receiving.PROGRAM
    data = request.POST if request.method == "POST" else None
    form = _NEW[receiver](data, initial={"language": get_language()}, label_suffix="")
    if request.method == "POST" and form.is_valid():
        with complaining(form):
            wanted = {"url": "", "receiver": receiver, **form.cleaned_data}
            keys = {f"{name}_id": each.pk for name, each in of.items() if each}
            made = services.subscribe(**keys, **wanted, **_who(request))
            if not made.is_chat:
                _show_secret(request, made)
            return redirect(address_of(made.place, made.pk))
    place = _place(kind, slug)
    hooks = [(hook, address_of(place, hook.pk), _kinds(hook)) for hook in Webhook.objects.filter(**of)]
    receivers = [(each, each.label, each == receiver) for each in Receiving]
    shown = _frame(of, _("Webhooks"), hooks=hooks, form=form, receivers=receivers, kind=kind)
    return render(request, "organise/webhooks.html", shown | {"places": _places(request, of)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.ORGANISE, _scope)
def webhook_page(request: HttpRequest, kind: str, pk: int, slug: str = "") -> HttpResponse:
    """Show a webhook with its latest messages; change, test or remove it, make a new secret."""
    of = _event_or_season(kind, slug)
    hook = get_object_or_404(Webhook.objects.filter(**of), pk=pk)
    entered = request.POST if request.POST.get("do") == "save" else None
    initial = {each: getattr(hook, each) for each in ("kinds", "active", "chat", "language")}
    if not hook.is_chat:
        initial["url"] = hook.url
    form = _CHANGED[hook.receiver](entered, initial=initial, label_suffix="")
    place = _place(kind, slug)
    if request.method == "POST" and _done(request, hook, form):
        is_gone = request.POST.get("do") == "remove"
        return redirect(address_of(place) if is_gone else address_of(place, pk))
    deliveries = [(each, _indented(each.body)) for each in hook.deliveries.all()[:LATEST]]
    shown = _frame(of, hook.name, hook=hook, form=form, deliveries=deliveries, list=address_of(place))
    return render(request, "organise/webhook.html", shown)


def _event_or_season(kind: str, slug: str) -> dict[str, Any]:
    """Return what the webhooks of a place have as ``event`` and ``season``; of the site neither."""
    events = Event.objects.select_related("season").defer("projection")
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


def _kinds(hook: Webhook) -> str:
    labels = {str(kind): str(kind.label) for kind in OFFERED}
    return ", ".join(labels.get(kind, kind) for kind in hook.kinds)


def _indented(body: str) -> str:
    return json.dumps(json.loads(body), indent=1, ensure_ascii=False)


def _who(request: HttpRequest) -> dict[str, Any]:
    return {"actor": caller_of(request).actor, "now": timezone.now()}
