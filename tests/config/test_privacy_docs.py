"""What is kept of people stands in one table: no model with something personal is missing from it."""

import re

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import models

from games.models import Player
from tests.servers import ROOT

#: Columns that name people, tell where they are, or hold what somebody has typed or sent about them.
PERSONAL = re.compile(
    r"name|nickname|born|birth|mail|phone|username|first_name|last_name|address|network|ip|user_agent|"
    r"actor|(?:made|granted|created|asked|started)_by|person|people|players|claimant|whose|who|team|wishes|"
    r"text|reason|said|body|content|payload|session_data|change_message|object_repr|title|projection"
)
#: Names of things, and texts of the organisers that speak of nobody.
OF_THINGS = {"Season", "EventUnit", "Hall", "HallSlide", "Group", "Permission"}


def is_personal(model: type[models.Model]) -> bool:
    """Whether a model has a column that says something of a person."""
    people = (Player, get_user_model())
    return model in people or any(
        field.related_model in people or PERSONAL.fullmatch(field.name)
        for field in model._meta.concrete_fields
    )


def missing(found: list[type[models.Model]], table: str) -> set[str]:
    """The models with something personal that a table does not name."""
    named = set(re.findall(r"`(\w+)`", table))
    return {model.__name__ for model in found if is_personal(model)} - named - OF_THINGS


def the_table() -> str:
    text = (ROOT / "docs/install/privacy.md").read_text(encoding="utf-8")
    return text.split("<!-- kept -->")[1].split("<!-- /kept -->")[0]


def own_models() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if not model.__module__.startswith("tests.")]


def test_every_model_with_something_personal_stands_in_the_table() -> None:
    assert missing(own_models(), the_table()) == set()


def test_a_model_that_the_table_does_not_name_is_found() -> None:
    shorter = the_table().replace("`Entry`", "").replace("`User`", "").replace("`SecurityEvent`", "")
    assert missing(own_models(), shorter) == {"Entry", "User", "SecurityEvent"}


def test_every_model_that_the_table_names_exists() -> None:
    known = {model.__name__ for model in apps.get_models()}
    named = {name for name in re.findall(r"`([A-Z]\w+)`", the_table()) if not name.isupper()}
    assert named <= known
