"""The examples that people copy work: that of the rules, and the evening by curl."""

import doctest
import os
import shutil

import pytest

import rules
from tests import transcript
from tests.curl_evening import EVENING
from tests.servers import ROOT, Site


def test_the_example_of_the_rules_package_is_true() -> None:
    assert doctest.testmod(rules) == (0, 8)


@pytest.mark.sqlite
def test_what_a_referee_does_by_curl_prints_what_the_page_says(live_asgi_server: Site) -> None:
    if not shutil.which("curl"):
        pytest.skip("no curl on this machine (Debian: apt-get install curl)")
    ids = live_asgi_server.shell(EVENING).split()
    names = dict(zip(("GAME", "FINAL", "TOKEN", "SECOND"), ids, strict=True))
    environment = {**os.environ, **names, "API": f"{live_asgi_server.url}/api/v1", "LC_ALL": "C.UTF-8"}
    commands = transcript.commands_of(ROOT / "docs/use/referee.md")
    printed = transcript.run(commands, environment)
    assert len(commands) == len(printed) > 20
    for command, answer in zip(commands, printed, strict=True):
        assert transcript.is_as_told(command, answer), f"$ {command.text}\n{answer}"
