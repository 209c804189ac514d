"""Who may do what by REST: every view says what it takes, and where; and a repeated request is answered as before."""

import hashlib
import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.status import is_success
from rest_framework.views import APIView

from games.access import ANONYMOUS, EVERYWHERE, Scope, actor_of, check_allowed, rest_caller_of
from games.enums import Action
from games.errors import BadRequest
from games.models import RememberedAnswer
from games.services.idempotency import claim_key
from rules import Text, quote_value

HEADER = "Idempotency-Key"
#: What a key is for; a PUT is repeatable by itself.
METHODS = {"POST", "PATCH", "DELETE"}
_KEY = re.compile(r"[\x21-\x7e]{1,200}")


class RemembersAnswers(APIView):
    """Honours ``Idempotency-Key`` on every request that writes; every view of the interface that writes is one."""

    #: Off for actions that recognise repeats by themselves, or whose answer must not be stored.
    remembers_answers = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Once it is known who asks and that they may: see to it that the request has its effect once."""
        super().initial(request, *args, **kwargs)
        key = request.headers.get(HEADER)
        if key is not None and self.remembers_answers and request.method in METHODS:
            method = request.method.lower()
            if handler := getattr(self, method, None):
                setattr(self, method, partial(self._answered_once, handler, _checked(key)))

    def _answered_once(
        self, handler: Callable[..., Response], key: str, request: Request, /, **kwargs: Any
    ) -> HttpResponse:
        """The answer of the handler, or the one it gave before; a refusal takes the key back with all else."""
        asked, fingerprint = _asked(request), _fingerprint(request)
        with transaction.atomic():
            first = claim_key(
                who=actor_of(request), key=key, request=asked, fingerprint=fingerprint, now=timezone.now()
            )
            if first.status is not None:
                return _again(first)
            answer = self.finalize_response(request, handler(request, **kwargs), **kwargs)
            if is_success(answer.status_code):
                answer.render()
                first.status, first.headers, first.body = (
                    answer.status_code,
                    dict(answer.headers),
                    answer.content,
                )
                first.save()
            else:
                transaction.set_rollback(True)
            return answer


def _asked(request: Request) -> str:
    return f"{request.method} {request.get_full_path()}"


def _fingerprint(request: Request) -> str:
    """The hash of what a request asks: method, address and the JSON value that was sent, however it is spelled."""
    return hashlib.sha256(json.dumps([_asked(request), request.data], sort_keys=True).encode()).hexdigest()


def _again(first: RememberedAnswer) -> HttpResponse:
    answer = HttpResponse(bytes(first.body), status=first.status)
    del answer["Content-Type"]  # an answer without content has none
    for name, value in {**first.headers, "Idempotent-Replayed": "true"}.items():
        answer[name] = value
    return answer


def _checked(key: str) -> str:
    """A key that can be remembered; ``BadRequest`` for anything else."""
    if not _KEY.fullmatch(key):
        raise BadRequest(
            Text(
                "{header}: 1 to 200 visible ASCII characters are needed, not {key}",
                header=HEADER,
                key=quote_value(key),
            ),
            field=HEADER,
        )
    return key


class ActionPermission(BasePermission):
    """Whether the caller has a role that allows what a ``GuardedView`` view does, in its place."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Refused with 401 for unknown callers, with the roles that it takes for known ones."""
        assert isinstance(view, GuardedView), f"{view} does not say what it takes"
        reads = request.method in SAFE_METHODS
        action = view.read_permission if reads else view.write_permission
        if action is None:
            return reads
        caller = rest_caller_of(request)
        if caller == ANONYMOUS:
            return False
        check_allowed(caller, action, view.where())
        return True


class GuardedView(RemembersAnswers):
    """A view that says what it takes: an action to read, one to write, and the place in which they are done.

    A single endpoint of a viewset says otherwise by ``@action(…, write_permission=Action.RULE)``.
    """

    permission_classes = [ActionPermission]
    #: ``None``: all may read.
    read_permission: Action | None = None
    #: ``None``: none may write.
    write_permission: Action | None = None

    def where(self) -> Scope:
        """The place, from the address; the whole site unless a view knows better."""
        return EVERYWHERE


class ReadByEverybody(APIView):
    """A public view; the caller matters only where something is not public."""

    permission_classes: list[Any] = []

    def perform_authentication(self, request: Request) -> None:
        """Not before it matters."""
