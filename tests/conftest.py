"""What every test may ask for: real servers, a running site, a browser.

Which tests `make quick`, `make test` and `make test-all` run stands in tests/run.py and docs/develop/testing.md.
`DATABASE_URL` says which of the two databases it is; a plain `pytest` takes SQLite.
"""

import gc
import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import caches
from django.utils import translation

from tests import servers
from tests.endurance.size import sized

# The same examples on every run and every machine, however slow: a failure is never a matter of luck.
EXAMPLES = sized(20, 100, thorough=100)
hypothesis.settings.register_profile("rauswurf", derandomize=True, deadline=None, max_examples=EXAMPLES)
hypothesis.settings.load_profile("rauswurf")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ON_POSTGRESQL = settings.DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql"
#: Where tests that use the database begin with an event, its entries, its draw and its games.
TOURNAMENTS = servers.ROOT / "tests" / "tournaments"
#: What starts servers and browsers.
PROCESS_FIXTURES = {"live_asgi_server", "site_database", "redis_url", "chromium"}
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "site_database"}
BROWSER_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark tests by what they use, leave out what speaks of the other database only, put the long files first."""
    for item in items:
        mark_by_fixtures(item)
    other = "sqlite" if ON_POSTGRESQL else "postgresql"
    left_out = [item for item in items if item.get_closest_marker(other)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker(other)]
    yield  # pytest-django puts last what uses no database of its own
    # So that no core waits at the end for a file that another one has just begun.
    long = {item.path for item in items if is_long(item)}
    items.sort(key=lambda item: item.path not in long)


def pytest_collection_finish() -> None:
    """Have garbage looked for seldom, and not among the site and the tests: that was a fifth of a run."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def mark_by_fixtures(item: pytest.Item) -> None:
    """Add the markers that follow from what a test asks for."""
    fixtures = set(getattr(item, "fixturenames", ()))
    if fixtures & DATABASE_FIXTURES or item.get_closest_marker("django_db"):
        item.add_marker("database")
        if item.path.is_relative_to(TOURNAMENTS):
            item.add_marker("whole_event")
    if fixtures & PROCESS_FIXTURES:
        item.add_marker("process")
    if "chromium" in fixtures:  # what a browser shows does not depend on the database: once is enough
        item.add_marker("sqlite")
    if has_real_transactions(item):
        item.add_marker("both_databases")


def is_long(item: pytest.Item) -> bool:
    """Whether its file is one of those that take their time."""
    return bool(item.get_closest_marker("long") or item.get_closest_marker("process"))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing on a PostgreSQL server that was there before the run and is there after it."""
    if ON_POSTGRESQL and not hasattr(config, "workerinput"):
        servers.forget_migrated_postgresql(os.environ["DATABASE_URL"])


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Begin with a copy of a migrated database: to migrate takes longer than most files of tests."""
    wanted = settings.DATABASES["default"]["TEST"]
    if ON_POSTGRESQL:
        wanted["TEMPLATE"] = servers.migrated_postgresql(os.environ["DATABASE_URL"])
    else:
        shutil.copy(servers.migrated_sqlite(), wanted["NAME"])


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Take the copy as it is; it goes with the folder of the run."""
    return not ON_POSTGRESQL


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A real Redis-compatible server of this process."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(servers.redis())
        except Exception as reason:
            pytest.skip(f"no Redis-compatible server can run here: {reason}")
        yield url


@pytest.fixture(scope="module")
def site_database() -> Iterator[dict[str, str]]:
    """The variables that give a running site a database of its own, of the kind this pass is about."""
    if ON_POSTGRESQL:
        name = f"site_{uuid.uuid4().hex}"
        with servers.postgresql_database(os.environ["DATABASE_URL"], name) as url:
            yield {"DATABASE_URL": url}
    else:
        yield {}  # a file in the site's own folder


@pytest.fixture(scope="session")
def console() -> Iterator[servers.Console]:
    """What the sites of this process are forked from."""
    # Which kind of database it is must be known before a fork is told which one.
    kind = {"DATABASE_URL": os.environ["DATABASE_URL"]} if ON_POSTGRESQL else {}
    with servers.console({"DATABASE_CONNECTIONS": "pool", **kind}) as console:
        yield console


@pytest.fixture(scope="module")
def live_asgi_server(site_database: dict[str, str], console: servers.Console) -> Iterator[servers.Site]:
    """A running site, one embedded process; killed after the module's last test."""
    with servers.forked_site(console, site_database) as site:
        yield site


@contextmanager
def running_chromium() -> Iterator["Browser"]:
    """The system's Chromium, driven by Playwright's synchronous interface; skips where there is none."""
    program = servers.chromium()
    if program is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium-headless-shell)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    """A browser, only for tests that meet the site over HTTP.

    While it runs, Django forbids database queries in the test's own thread.
    """
    with running_chromium() as browser:
        yield browser


@pytest.fixture
def page(chromium: "Browser") -> Iterator["Page"]:
    """A page with a fresh profile. Anything its console reports as an error fails the test at the end."""
    errors: list[str] = []
    with chromium.new_context(locale="en-GB") as context:
        opened = context.new_page()
        opened.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        opened.on("pageerror", lambda error: errors.append(str(error)))
        yield opened
    assert errors == []


@pytest.fixture(autouse=True)
def no_language_chosen() -> None:
    """Begin every test in the site's own language: a request leaves the reader's to whatever comes after it."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Begin every test without parts of pages that another one has made (games/remembered.py)."""
    caches["parts"].clear()


@pytest.fixture(scope="session", autouse=True)
def pages_say_texts_in_the_language_of_the_reader() -> Iterator[None]:
    """Fail where a page shows a `Text` as it is: that is English, whatever the catalogue has."""
    from django.template import base, defaulttags
    from django.templatetags import i18n

    from rules import Text

    render = base.render_value_in_context

    def checked(value: object, context: Any) -> str:
        assert not isinstance(value, Text), f"shown in English only, use |localized: {value}"
        return render(value, context)

    with pytest.MonkeyPatch.context() as patch:
        for module in (base, defaulttags, i18n):
            patch.setattr(module, "render_value_in_context", checked)
        yield


def has_real_transactions(item: pytest.Item) -> bool:
    """Whether the tables are emptied after a test, and not just everything taken back."""
    marker = item.get_closest_marker("django_db")
    return bool(marker and marker.kwargs.get("transaction")) or "transactional_db" in getattr(
        item, "fixturenames", ()
    )


@pytest.fixture(autouse=True)
def steps_that_can_be_replayed(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let what tests begin with be written again as it was (tests/replay.py), where a test is in a transaction."""
    if not (request.node.get_closest_marker("django_db") or "db" in request.fixturenames):
        yield  # a site of its own has the database, or nobody
        return
    from tests import replay

    if has_real_transactions(request.node):
        replay.forget()
        yield
        return
    request.getfixturevalue("db")
    with replay.history():
        yield


@pytest.fixture(autouse=True)
def halls_seated_quickly(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat every hall as the day before, by a short search: how good it is, tests of the seating itself show."""
    if request.node.get_closest_marker("django_db") or "db" in request.fixturenames:
        from tests import replay

        replay.begin_seeds()
        monkeypatch.setattr("tournaments.services.seeds.new_seed", replay.next_seed)
        planning = import_module("tournaments.seating.plan")
        monkeypatch.setattr(planning, "STEPS", 60_000)
        monkeypatch.setattr(planning, "WAYS", planning.WAYS[:1])


@pytest.fixture(scope="session", autouse=True)
def tables_emptied_quickly() -> Iterator[None]:
    """Have tests with real transactions followed by `empty`, which costs a tenth of what Django does."""
    from django.test import TransactionTestCase

    def fixture_teardown(case: TransactionTestCase) -> None:
        from tests.emptying import empty

        empty()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", fixture_teardown)
        yield
