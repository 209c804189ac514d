"""The settings of the tests: those of config, in a folder of their own, quick instead of lasting."""

import atexit
import os
import shutil
import tempfile

if "RAUSWURF_TEST_DATA" not in os.environ:
    # Made once for a run: pytest-xdist's workers inherit it from the process that started them.
    os.environ["RAUSWURF_TEST_DATA"] = tempfile.mkdtemp(prefix="rauswurf-test-")
    atexit.register(shutil.rmtree, os.environ["RAUSWURF_TEST_DATA"], ignore_errors=True)
os.environ["DATA_DIR"] = os.environ["RAUSWURF_TEST_DATA"]
os.environ.pop("REDIS_URL", None)
os.environ["LOG_LEVEL"] = "WARNING"

from config.settings import *  # noqa: F403
from config.settings import DATA_DIR, DATABASES

# Tests ask quicker than anybody; those of the limits set their own.
READS_PER_MINUTE = WRITES_PER_MINUTE = LOGINS_PER_MINUTE = PICTURES_PER_MINUTE = 0
REGISTRATIONS_PER_MINUTE = ARRIVALS_PER_MINUTE = MAILS_PER_MINUTE = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if DATABASES["default"]["ENGINE"] == "config.sqlite":
    # A file, not memory: only a file has WAL and real concurrency.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
# Every client of a test has a handler of its own: it looks for a static file once it is asked for one.
WHITENOISE_AUTOREFRESH = True
