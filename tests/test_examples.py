"""The examples that people copy work: README, the package's own, and the evening by curl."""

import doctest
import os
import re
import shutil
import subprocess

import pytest

import rules
from tests import transcript
from tests.servers import ROOT, Site

#: Two referees, a board that has begun, and the final of a cup that Bert has won; prints what the examples need.
EVENING = """
from datetime import date
from django.utils import timezone
from games.services import recorder

from games.models import AccessToken, Player
from games.services.commands import Throw, Wanted
from rules import RULE_SETS
from tournaments import services
by = {"actor": "command", "now": timezone.now()}
anna, bert, cora = (Player.objects.create(name=name) for name in ("Anna", "Bert", "Cora"))
board = recorder.create_game(
    rules=RULE_SETS["schmidt"], seats=[(anna, ["yellow"]), (bert, ["red"])], title="Board 3", **by
)
recorder.start_game(game_id=board.pk, starter="yellow", **by)
season = services.create_season(
    slug="2026", name="2026", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), **by
)
event = services.create_event(
    season=season, slug="cup", name="Cup", format_key="championship", rules_name="xmadn-3t",
    starts_on=date(2026, 11, 21), settings={"wins": 1}, **by
)
for player in (anna, bert, cora):
    services.enter(event_id=event.pk, player=player, **by)
services.draw_in_seed_order(event_id=event.pk, **by)
dice = {"yellow": 6, "green": 1, "red": 2, "black": 3, "violet": 4, "blue": 5}
final = services.start_next_game(event_id=event.pk, rounds=[dice], **by).played.game
told = {
    "position": "6x8 B,B,B,6/45,b,c,d/B,B,3,a/47,b,c,d/B,B,B,B/B,B,A,12 R0",
    "finished": None,
    "reason": "the rest of the game",
}
final = recorder.record(
    game_id=final.pk, wanted=Wanted(EventKind.POSITION, told), expected=final.number, **by
).game
recorder.record_throws(game_id=final.pk, throws=[Throw(1, "1:47-a")], expected=final.number, **by)
referees = [AccessToken.issue(name=name, role="referee", place="site")[1] for name in ("first", "second")]
print(board.pk, final.pk, *referees)
"""
#: A game on it has a few hundred throws instead of more than a thousand.
SMALL_BOARD = '{"board": "6x2"}'


def test_the_python_example_of_the_readme_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    body, _, last = code.strip().rpartition("\n")
    names: dict[str, object] = {}
    exec(body, names)
    tokens, why, record = eval(last, names)
    assert tokens == ["3:6-9"]
    assert "Gelb" in why
    assert record.startswith('[Rules "schmidt"]')


def test_the_example_of_the_rules_package_is_true() -> None:
    assert doctest.testmod(rules) == (0, 5)


def test_every_page_that_the_readme_names_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^):]+)\)", text):
        assert (ROOT / target).exists(), target


@pytest.mark.sqlite
def test_the_evening_by_curl_ends_with_a_table(live_asgi_server: Site) -> None:
    if not shutil.which("curl"):
        pytest.skip("no curl on this machine (Debian: apt-get install curl)")
    token = live_asgi_server.manage("create_token", "curl", "--role", "organiser").split()[-1]
    done = subprocess.run(
        [str(ROOT / "docs/examples/evening.sh")],
        env={**os.environ, "TOKEN": token, "OPTIONS": SMALL_BOARD, "API": f"{live_asgi_server.url}/api/v1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=110,
    )
    assert '"status":"finished"' in done.stdout


@pytest.mark.sqlite
def test_what_a_referee_does_by_curl_prints_what_the_page_says(live_asgi_server: Site) -> None:
    if not shutil.which("curl"):
        pytest.skip("no curl on this machine (Debian: apt-get install curl)")
    ids = live_asgi_server.manage("shell", "--verbosity", "0", "--command", EVENING).split()
    names = dict(zip(("GAME", "FINAL", "TOKEN", "SECOND"), ids, strict=True))
    environment = {**os.environ, **names, "API": f"{live_asgi_server.url}/api/v1", "LC_ALL": "C.UTF-8"}
    commands = transcript.commands_of(ROOT / "docs/use/referee.md")
    printed = transcript.run(commands, environment)
    assert len(commands) == len(printed) > 20
    for command, answer in zip(commands, printed, strict=True):
        assert transcript.is_as_told(command, answer), f"$ {command.text}\n{answer}"
