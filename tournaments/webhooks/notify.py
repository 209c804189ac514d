"""Whoever sends is told that there is something to send: best effort, the next sweep finds it anyway."""

from __future__ import annotations

import logging
import time

from celery import current_app
from django.conf import settings
from django.dispatch import Signal
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

#: Heard where the process that writes also sends (``tournaments.webhooks.worker``).
rung = Signal()
#: The task of the workers, by its name: who only writes needs nothing of what sends.
SERVE = "tournaments.tasks.serve_webhook"
#: After a failure the broker is not asked for so long, so that writes do not wait for it in turn.
SILENT_SECONDS = 5.0


def wake(*, webhook_id: int) -> None:
    """After the commit: there is something to send to this webhook. Never raises."""
    if settings.REDIS_URL:
        _broker.ask(webhook_id)
    else:
        rung.send_robust(None)


class WebhookNotifier:
    """Hands on to the workers what is to be sent; silent for a while after a failure."""

    def __init__(self) -> None:
        self._silent_until = 0.0

    def ask(self, webhook_id: int) -> None:
        """Have a webhook served; only logged where the broker does not answer."""
        if time.monotonic() < self._silent_until:
            return
        try:
            current_app.send_task(SERVE, kwargs={"webhook_id": webhook_id})
        except (OperationalError, OSError) as error:
            self._silent_until = time.monotonic() + SILENT_SECONDS
            logger.warning(
                "webhooks: the broker does not answer, messages are sent a little later: %s", error
            )


_broker = WebhookNotifier()
