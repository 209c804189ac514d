"""The ASGI entry: everything in the embedded default, the streams in production."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Every request runs on a fresh thread here: connections stored by thread would leak.
os.environ.setdefault("DATABASE_CONNECTIONS", "pool")

django = get_asgi_application()

import config.urls  # noqa: E402, F401 - all of the program now: its files may be another version's tomorrow
from config.asgi_layers import (  # noqa: E402
    with_streams,
    without_threads_for_streams,
)
from config.body_limits import with_limited_bodies  # noqa: E402 - reads models, which Django must have set up
from config.priority import look_for_garbage_rarely  # noqa: E402
from config.watch.servers import watched  # noqa: E402

look_for_garbage_rarely()
application = with_streams(watched(with_limited_bodies(without_threads_for_streams(django))))
