"""Webhooks made, changed and tested by organisers."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.access.site_name import site_name
from rules import ENGLISH, Text
from tournaments.db import check_row, delete_row, locked, refused, save_row
from tournaments.models import Delivery, Event, Kind, Receiving, Webhook
from tournaments.models.webhook import NEW_SECRET
from tournaments.webhook_signing import new_secret
from tournaments.webhooks import chats, outbox
from tournaments.webhooks.chats import lines_of_test, render_lines

#: For so long messages are signed with the secret before, too.
OVERLAP = timedelta(hours=24)


@transaction.atomic
def subscribe(
    *,
    event_id: int | None = None,
    season_id: int | None = None,
    url: str,
    kinds: Sequence[str],
    actor: str,
    now: datetime,
    receiver: str = Receiving.PROGRAM,
    token: str = "",
    chat: str = "",
    language: str = "",
) -> Webhook:
    """A new webhook, for what happens from now on. Its ``secret`` is shown once, to its author.

    It reports an event, all events of a season, or, where neither is given, all of the site.

    Of a chat the secret is a part of its address: of ``url``, or the ``token`` of a bot, whose ``chat`` it is.
    Raises ``BadRequest`` (url, kinds, token, chat, language).
    """
    event = None if event_id is None else locked(event_id)
    webhook = Webhook(
        event=event, season_id=season_id, url=url, kinds=kinds, created_by=actor, created_at=now
    )
    webhook.receiver, webhook.chat = receiver, chat
    if webhook.is_chat:
        webhook.language = language or ENGLISH
        webhook.url, webhook.secret = chats.parted(receiver, url, token)
    check_row(webhook)
    save_row(webhook, actor)
    return webhook


@transaction.atomic
def change_webhook(*, webhook_id: int, changes: Mapping[str, Any], actor: str, now: datetime) -> Webhook:
    """Give ``url``, ``kinds`` or ``active`` other values, of a chat ``token``, ``chat`` or ``language`` too.

    What waits is sent to the new address. What happened while it was off, or before a kind was chosen, is not sent.
    Raises ``BadRequest``.
    """
    webhook = _locked(webhook_id)
    wanted = dict(changes)
    if webhook.is_chat:
        url, token = wanted.pop("url", ""), wanted.pop("token", "")
        if url not in ("", webhook.url) or token:
            webhook.url, webhook.secret = chats.parted(webhook.receiver, url or webhook.url, token)
    for field, value in wanted.items():
        setattr(webhook, field, value)
    check_row(webhook)
    save_row(webhook, actor)
    return webhook


@transaction.atomic
def rotate_secret(*, webhook_id: int, actor: str, now: datetime) -> Webhook:
    """A new ``secret``; for a day messages are signed with the one before as well.

    Raises ``BadRequest`` for a chat, whose program makes the address.
    """
    webhook = _locked(webhook_id)
    if webhook.is_chat:
        raise refused(
            "receiver",
            Text(
                "make a new address in {program}, and enter it here", program=webhook.get_receiver_display()
            ),
        )
    webhook.previous_secret, webhook.previous_until = webhook.secret, now + OVERLAP
    webhook.secret = new_secret()
    save_row(webhook, actor, NEW_SECRET)
    return webhook


@transaction.atomic
def unsubscribe(*, webhook_id: int, actor: str, now: datetime) -> None:
    """Tell nothing more; the log of the deliveries goes too."""
    delete_row(_locked(webhook_id, with_events=True), actor)


@transaction.atomic
def ping(*, webhook_id: int, actor: str, now: datetime) -> Delivery:
    """A test message. Of an event that is not public it says nothing."""
    webhook = _locked(webhook_id)
    is_hidden = webhook.event is not None and not webhook.event.is_public
    if webhook.is_chat:
        place = site_name() if is_hidden else _place_name(webhook)
        text = render_lines(lines_of_test(place), webhook.language)
        body = outbox.message(kind=Kind.PING, text=text, now=now)
    else:
        kind, _, slug = webhook.place.partition(":")
        data = {kind: slug} if slug and not is_hidden else {}
        body = outbox.message(kind=Kind.PING, data=data, now=now)
    return outbox.put(webhook=webhook, kind=Kind.PING, body=body, now=now)


def _locked(webhook_id: int, *, with_events: bool = False) -> Webhook:
    """The webhook, locked; before it the row of its event, as every writer of its messages holds it.

    ``with_events``: of a webhook of many events the rows of all of them.
    """
    found = Webhook.objects.select_related("event", "season").get(pk=webhook_id)
    if found.event is not None:
        locked(found.event.pk)
    elif with_events:
        events = Event.objects.select_for_update(of=("self",)).order_by("pk")
        if found.season is not None:
            events = events.filter(season=found.season)
        list(events.values_list("pk", flat=True))
    # Not FOR UPDATE: deliveries that are being written elsewhere refer to the webhook and must not wait.
    webhooks = Webhook.objects.select_for_update(no_key=True, of=("self",))
    return webhooks.select_related("event", "season").get(pk=webhook_id)


def _place_name(webhook: Webhook) -> str:
    return webhook.event.name if webhook.event else webhook.season.name if webhook.season else site_name()
