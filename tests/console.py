"""`manage.py` without the seconds of its start: reads commands, runs each in a fork, answers what it printed.

A command is one line of JSON, the list of its arguments; so is the answer, what was printed or null where the
command failed (then it has said on stderr why).
"""

import io
import json
import os
import sys
from contextlib import redirect_stdout

import django
from django.core.management import execute_from_command_line
from django.urls import get_resolver


def main() -> None:
    """Answer until nobody asks any more. Commands share nothing but what was imported before."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    _ = get_resolver().url_patterns  # the system checks of most commands ask for them
    for line in sys.stdin:
        child = os.fork()
        if not child:
            answer(json.loads(line))
        _, status = os.waitpid(child, 0)
        if status:
            os.write(1, b"null\n")


def answer(arguments: list[str]) -> None:
    """Run one command in this process, say what it printed, and end."""
    status = 1
    try:
        with redirect_stdout(io.StringIO()) as printed:
            execute_from_command_line(["manage.py", *arguments])
        os.write(1, json.dumps(printed.getvalue()).encode() + b"\n")
        status = 0
    except SystemExit:
        pass  # the command has said why
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main()
