"""Mail to people with accounts: plain text in the reader's language, sent beside the request, never stored.

Nothing is sent where ``DEFAULT_FROM_EMAIL`` is empty, and everything works without it.
"""

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest
from django.template.loader import render_to_string

from games.access.client_ip import address_of
from games.access.rate_limit import MAILING
from games.access.site_name import site_name

logger = logging.getLogger(__name__)
#: One letter after the other: a mail server that is slow keeps no request waiting.
_LETTERBOX = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def is_on() -> bool:
    """Check whether this site sends mail."""
    return bool(settings.DEFAULT_FROM_EMAIL)


def post(request: HttpRequest, letter: str, to: str, **context: Any) -> bool:
    """Send a letter of ``templates/games/mail/`` after the transaction; return whether it will be tried.

    The first line of the template is the subject. Links in it are whole: ``path`` is given as ``link``, too.
    """
    if not (is_on() and to) or MAILING.wait(address_of(request), settings.MAILS_PER_MINUTE):
        return False
    mail_context = {"site_name": site_name(), "site": request.build_absolute_uri("/"), **context}
    if "path" in context:
        mail_context["link"] = request.build_absolute_uri(context["path"])
    subject, _, body = render_to_string(f"games/mail/{letter}.txt", mail_context).strip().partition("\n")
    message = EmailMessage(" ".join(subject.split()), f"{body.strip()}\n", to=[to])
    transaction.on_commit(lambda: _LETTERBOX.submit(_send, message))
    return True


def delivered() -> None:
    """Wait until what was posted so far has been tried."""
    waited: Future[None] = _LETTERBOX.submit(lambda: None)
    waited.result()


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except Exception as error:
        # What a mail server answers often names the person.
        logger.warning("A mail could not be sent: %s", type(error).__name__)
