"""The REST interface does what its description says, whatever it is asked: no 5xx, no answer that is not described.

Schemathesis reads the description, makes up requests that fit it and requests that do not, with a real token
and the things that are really there, and holds every answer against it: status, type, headers, shape.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.endurance.size import WHOLE, patient, sized
from tests.endurance.wire import Wire
from tests.games.viewing import Referee, token_of
from tests.servers import Site

pytestmark = [pytest.mark.slow, pytest.mark.process, pytest.mark.database, patient]
PHASES = "examples,coverage,fuzzing,stateful" if WHOLE else "fuzzing"


def configuration(site: Site) -> str:
    """What Schemathesis is to know of the site, as TOML: the token, and what there is to be asked for."""
    token = token_of(site)
    wire = Wire(site, token)

    def there(path: str, key: str) -> list[Any]:
        return [row[key] for row in wire.get(f"/api/v1/{path}/?limit=20")["results"]]

    referees = [Referee(site, token) for _ in range(3)]
    referees[0].play_to_the_end()
    found = {
        "games": there("games", "id"),
        "players": there("players", "id"),
        "events": there("events", "slug"),
        "seasons": there("seasons", "slug"),
        "colours": ["yellow", "green", "red", "black", "blue", "violet"],
        "moves": ["6:B-A", "1:A-1", "2:A-2", "6", "1"],
        "numbers": list(range(1, 20)),
        "dice": [1, 2, 3, 4, 5, 6],
    }
    dictionaries = "\n".join(
        f"{name} = {{ values = {json.dumps(values)} }}" for name, values in found.items()
    )
    return f"""
warnings = false
continue-on-failure = true
request-timeout = 60
headers = {{ Authorization = "Bearer {token}" }}
generation.max-examples = {sized(1, 60)}

[checks]
# The rules of the game refuse more than a schema can say.
positive_data_acceptance.enabled = false

[dictionaries]
{dictionaries}

[parameters]
"path.id" = {{ dictionary = "games", probability = 0.9 }}
"path.slug" = {{ dictionary = "events", probability = 0.9 }}
"query.expected" = {{ dictionary = "numbers", probability = 0.9 }}
"body.expected" = {{ dictionary = "numbers", probability = 0.9 }}
"body.player" = {{ dictionary = "players", probability = 0.9 }}
"body.seats[*].player" = {{ dictionary = "players", probability = 0.9 }}
"body.season" = {{ dictionary = "seasons", probability = 0.9 }}
"body.starter" = {{ dictionary = "colours", probability = 0.9 }}
"body.colour" = {{ dictionary = "colours", probability = 0.9 }}
"body.die" = {{ dictionary = "dice", probability = 0.9 }}
"body.move" = {{ dictionary = "moves", probability = 0.9 }}

[[operations]]
include-path-regex = "/players/"
parameters = {{ "path.id" = {{ dictionary = "players", probability = 0.9 }} }}

[[operations]]
include-path-regex = "/seasons/"
parameters = {{ "path.slug" = {{ dictionary = "seasons", probability = 0.9 }} }}

[[operations]]
# An empty filter filters nothing; a number for streams is not looked at where none is asked for.
include-method = "GET"
checks.negative_data_rejection.enabled = false
"""


def test_every_answer_is_as_described_whatever_is_asked(live_asgi_server: Site, tmp_path: Path) -> None:
    site = live_asgi_server
    site.manage("demo")
    told = tmp_path / "schemathesis.toml"
    told.write_text(configuration(site), encoding="utf-8")
    program = [str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(told), "--no-color"]
    done = subprocess.run(
        [*program, "run", f"{site.url}/api/v1/schema/", "--phases", PHASES, "--seed", "7"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**site.environment, "COLUMNS": "120"},
    )
    assert done.returncode == 0, done.stdout
    assert ", 0 differed" in site.manage("rebuild_projections", "--check")
    assert ", 0 broken" in site.manage("check_chains")
