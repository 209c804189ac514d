"""`manage.py` without the seconds of its start: reads commands, runs each in a fork, answers what it printed.

A request is one line of JSON: the ``arguments`` of a command and what its ``environment`` has else than this process.
The answer is what it printed, or null where it failed (then it has said on stderr why). A command that ``stays`` runs
on by itself, and the answer is its process id; asked for what has ``ended``, it waits for that process and answers
with its status.
"""

import gc
import io
import json
import os
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout, suppress
from importlib import import_module, reload
from typing import Any

import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.db import connections
from django.urls import reverse


def main() -> None:
    """Answer until nobody asks any more. Commands share nothing but what was imported before."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    import_module("config.asgi")
    reverse("admin:index")  # reads all addresses
    if (
        "RAUSWURF_TEST_PASSWORDS" in os.environ
    ):  # quick instead of lasting: servers that are forked from here know them
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    gc.freeze()  # what forks share is not to be looked through, and so copied, by each of them
    for line in sys.stdin:
        request = json.loads(line)
        if "ended" in request:
            say(os.waitstatus_to_exitcode(os.waitpid(request["ended"], 0)[1]))
            continue
        child = os.fork()
        if not child:
            answer(request)
        if request.get("stays"):
            say(child)
        elif os.waitpid(child, 0)[1]:
            say(None)


def answer(request: Mapping[str, Any]) -> None:
    """Do what was asked for in this process, say what was printed, and end."""
    status = 1
    try:
        use(request["environment"])
        command = ["manage.py", *request["arguments"]]
        if request.get("stays"):
            os.setsid()
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            os.dup2(0, 1)
            execute_from_command_line(command)
        else:
            with redirect_stdout(io.StringIO()) as printed:
                try:
                    execute_from_command_line(command)
                except BaseException:
                    sys.stderr.write(printed.getvalue())  # why it has failed
                    raise
            say(printed.getvalue())
        status = 0
    except SystemExit:
        pass  # the command has said why
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(status)


def say(what: str | int | None) -> None:
    """Answer with one line."""
    os.write(1, json.dumps(what).encode() + b"\n")


def use(environment: Mapping[str, str]) -> None:
    """Have everything after this happen in another environment: read the settings again.

    Nothing that was imported may have kept what they said before. The database is that of the connection that all have.
    """
    os.environ.update(environment)
    told = import_module("config.settings")
    if environment.keys() - {"DATABASE_URL"}:
        told = reload(told)
        for name in filter(str.isupper, dir(told)):
            if name != "DATABASES":
                setattr(settings, name, getattr(told, name))
    settings.DATABASES["default"].update(told.database())
    with suppress(AttributeError):  # made for the kind of database that the console has, and not connected
        del connections["default"]


if __name__ == "__main__":
    main()
