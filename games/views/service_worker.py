"""The service worker of the referees' pages: with it they open without a connection.

It is served below ``/games/``, as a browser lets a worker serve only what lies below its own address.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

#: The scripts of the referee's page, without the one that the page names itself.
MODULES = (
    "games/special-fields.js",
    "games/site-time.js",
    "games/game.js",
    "games/places.js",
    "games/generated/clock.js",
    "games/generated/rules.js",
    *(
        f"games/referee/{name}.js"
        for name in (
            "board",
            "board-editor",
            "clock",
            "conflict",
            "controls",
            "desk",
            "feedback",
            "forms",
            "hands",
            "http",
            "i18n",
            "keyboard",
            "kinds",
            "live",
            "messages",
            "offline-notice",
            "outbox",
            "panel",
            "roll-off",
            "session",
            "single-tab",
            "state",
            "status",
            "submit",
            "sync",
            "throws",
            "timekeeping",
            "touch",
        )
    ),
)
#: The scripts of the page to practise on: nothing is sent or stored there.
PRACTICE_MODULES = tuple(
    name for name in MODULES if not name.endswith(("/live.js", "/outbox.js", "/single-tab.js", "/sync.js"))
)
#: Everything that the page is made of.
SHELL = (
    "games/style.css",
    "games/board.css",
    "games/referee.css",
    "games/icon.svg",
    "games/clock.js",
    "games/referee/main.js",
    *MODULES,
)


@require_safe
@cache_control(no_cache=True)
def script(request: HttpRequest) -> HttpResponse:
    """The worker, with the addresses of all that it keeps; another one as soon as any of that has changed."""
    return HttpResponse(_script(), content_type="text/javascript; charset=utf-8")


@cache
def _script() -> str:
    """Its text, headed by a fingerprint of the shell."""
    version = sha256("".join(map(_text, SHELL)).encode()).hexdigest()[:16]
    shell = json.dumps([static(name) for name in SHELL])
    return f"// Shell {version}\nself.SHELL = {shell};\n" + _text("games/referee/service-worker.js")


def _text(name: str) -> str:
    return Path(str(finders.find(name))).read_text(encoding="utf-8")
