"""The committed description of the REST interface: `make openapi` writes it as the site answers it."""

import json
import os
from typing import Any

import django
from django.test import Client
from django.test.utils import setup_test_environment

from tests.servers import ROOT

FILE = ROOT / "docs/reference/openapi.json"


def committed() -> dict[str, Any]:
    """Return the description as it is kept; tests/config/test_openapi_cache.py says when the site answers otherwise."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def described() -> str:
    """Return the site's description in English, with sorted keys."""
    answer = Client().get("/api/v1/schema/")
    return json.dumps(json.loads(answer.content), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    setup_test_environment()
    FILE.write_text(described(), encoding="utf-8")
