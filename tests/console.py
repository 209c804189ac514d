"""`manage.py` without the seconds of its start: reads commands, runs each in a fork, answers what it printed.

A request is one line of JSON: the ``arguments`` of a command and the ``database`` on which it runs. The answer is
what it printed, or null where it failed (then it has said on stderr why). A command that ``stays`` runs on by itself,
and the answer is its process id.
"""

import gc
import io
import json
import os
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout, suppress
from importlib import import_module
from typing import Any

import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.urls import reverse


def main() -> None:
    """Answer until nobody asks any more. Commands share nothing but what was imported before."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    import_module("config.asgi")
    reverse("admin:index")  # reads all addresses
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick instead of lasting
    gc.freeze()  # what forks share is not to be looked through, and so copied, by each of them
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if not child:
            answer(request)
        if request.get("stays"):
            say(child)
        elif os.waitpid(child, 0)[1]:
            say(None)
        with suppress(ChildProcessError):  # those that stayed, and have ended since
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def answer(request: Mapping[str, Any]) -> None:
    """Do what was asked for in this process, say what was printed, and end."""
    status = 1
    try:
        use_database(request["database"])
        command = ["manage.py", *request["arguments"]]
        if request.get("stays"):
            os.setsid()
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            os.dup2(0, 1)
            execute_from_command_line(command)
        else:
            with redirect_stdout(io.StringIO()) as printed:
                execute_from_command_line(command)
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


def use_database(url: str) -> None:
    """Have everything after this happen on another database than that of the settings."""
    os.environ["DATABASE_URL"] = url
    settings.DATABASES["default"].update(import_module("config.settings").database())


if __name__ == "__main__":
    main()
