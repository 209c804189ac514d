"""The WSGI entry: REST, admin and pages in production, on threads that live long."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("DATABASE_CONNECTIONS", "kept")

django = get_wsgi_application()

import config.urls  # noqa: E402, F401 - all of the program now: its files may be another version's tomorrow
from config.body_limits import with_limited_wait, with_whole_bodies  # noqa: E402 - reads models, which Django must have set up
from config.not_modified import with_not_modified  # noqa: E402
from config.priority import look_for_garbage_rarely  # noqa: E402
from config.watch.servers import watched_wsgi  # noqa: E402

look_for_garbage_rarely()
application = watched_wsgi(with_limited_wait(with_not_modified(with_whole_bodies(django))))
