"""The task of the workers in production."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from config.work import KINDS
from games.work.bells import options
from games.work.claims import take


@shared_task
def work(*, kind: str, **later: Any) -> None:
    """Do what is most urgent of this kind, and have workers look for more.

    It takes more keywords than it knows, so that an older worker can run what a newer process asks for.
    """
    kind_of_work = KINDS[kind]
    claim = take(kind_of_work, timezone.now())
    if claim is None:
        return
    # One more task for each that found something: with two of them there would soon be nothing else.
    if kind_of_work.at_once == 1:
        claim.perform()
    work.apply_async(kwargs={"kind": kind}, **options(kind_of_work.lane))
    if kind_of_work.at_once > 1:
        claim.perform()
