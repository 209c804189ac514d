"""What is answered where no view could: the database is away, or we have made a mistake.

A database that is away, is starting, or keeps a lock too long is nobody's mistake and passes: 503, and when
to come again. The client repeats its request, which is safe (docs/reference/api.md). Programs get a problem
document, people a page; what happened stands in the log.
"""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from games.api import problems, query_params


def request_failed(request: HttpRequest) -> HttpResponse:
    """Django's handler for errors that nobody has caught, middleware's too; it asks nothing of the database."""
    away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    return query_params.for_the_reader(request, problems.no_database() if away else problems.broken())
