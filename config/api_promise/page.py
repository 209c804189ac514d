"""docs/reference/api-changes.md: what has changed in the interface since the last release, and before."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator

from config.api_promise.differences import ApiDifference, differences

_HERE = Path(__file__).parent
#: The description of the last release, without words: ``{"release": …, "paths": …, "schemas": …}``.
RELEASED = _HERE / "released.json"
#: Breaking differences that are meant: what they are called → why, and since when it was announced.
BREAKING = _HERE / "breaking.json"
PAGE = Path(settings.BASE_DIR) / "docs/reference/api-changes.md"
#: What begins the releases before; above it stands what has changed since.
EARLIER = "<!-- earlier releases -->\n"
_WORDS = ("description", "summary", "example", "examples", "title", "tags", "x-sunset")
_HEAD = """# Changes of the REST interface

Made by `make api-changes` from the differences between the descriptions (OpenAPI) of the last release and of now.
What they may be is [promised](api.md#what-is-promised).
New members, operations, statuses, and new values in answers break no program that keeps to it.

"""


def described() -> dict[str, Any]:
    """Return the description of the interface as it is, in English and without words."""
    with translation.override("en"):
        schema = SchemaGenerator().get_schema(request=None, public=True)
    bare: dict[str, Any] = _without_words(json.loads(json.dumps(schema, default=str)))
    return {"paths": bare["paths"], "components": {"schemas": bare["components"]["schemas"]}}


def released() -> tuple[str, dict[str, Any]]:
    """Return the name of the last release, and its description."""
    kept = json.loads(RELEASED.read_text(encoding="utf-8"))
    return kept["release"], {"paths": kept["paths"], "components": {"schemas": kept["schemas"]}}


def meant() -> dict[str, str]:
    """Map breaking differences that are meant to why they are."""
    found: dict[str, str] = json.loads(BREAKING.read_text(encoding="utf-8"))
    return found


def unexplained(found: Iterable[ApiDifference], reasons: Mapping[str, str]) -> list[ApiDifference]:
    """List the breaking differences of which nobody says why."""
    return [each for each in found if each.is_breaking and not reasons.get(str(each), "").strip()]


def since_release() -> list[ApiDifference]:
    """List what has changed since the last release."""
    return differences(released()[1], described())


def section(release: str, found: Sequence[ApiDifference], reasons: Mapping[str, str]) -> str:
    """Write the section of the differences since a release."""
    lines = [f"## Since {release}", ""]
    breaking = [each for each in found if each.is_breaking]
    lines += _listed(
        "Breaking", [f"{_line(each)}: {reasons.get(str(each), 'not explained')}" for each in breaking]
    )
    for kind in ("deprecated", "added", "removed", "changed"):
        of_kind = [each for each in found if each.kind == kind and not each.is_breaking]
        together = groupby(of_kind, key=lambda each: each.where)
        told = [f"`{where}`: {', '.join(each.what for each in group)}" for where, group in together]
        lines += _listed(kind.capitalize(), told)
    return "\n".join(lines if found else [*lines, "Nothing.", ""])


def write_page(*, release: str = "") -> None:
    """Bring the page up to date; ``release``: what has changed so far becomes that release, and all begins anew."""
    before, text = released()[0], PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    told = section(before, since_release(), meant())
    earlier = text.partition(EARLIER)[2]
    if release:
        earlier = told.replace(f"## Since {before}", f"## {release}", 1) + "\n" + earlier
        keep_release(release, described())
        BREAKING.write_text("{}\n", encoding="utf-8")
        told = section(release, [], {})
    PAGE.write_text(f"{_HEAD}{told}\n{EARLIER}{earlier}", encoding="utf-8")


def keep_release(release: str, schema: Mapping[str, Any]) -> None:
    """Keep a description as that of the last release."""
    parts = {"paths": schema["paths"], **schema["components"]}
    told = ",\n".join(f"{json.dumps(name)}: {{\n{_one_a_line(part)}\n}}" for name, part in parts.items())
    RELEASED.write_text(f'{{"release": {json.dumps(release)},\n{told}}}\n', encoding="utf-8")


def _one_a_line(values: Mapping[str, Any]) -> str:
    """Write each on a line of its own, so that whoever compares two versions sees what is otherwise."""
    lines = (f"{json.dumps(key)}: {json.dumps(values[key], sort_keys=True)}" for key in sorted(values))
    return ",\n".join(lines)


def _listed(title: str, lines: Sequence[str]) -> list[str]:
    return [f"**{title}**", "", *(f"* {line}" for line in lines), ""] if lines else []


def _line(difference: ApiDifference) -> str:
    return f"`{difference.where}`: {difference.what} {difference.kind}"


def _without_words(value: Any, *, is_of_names: bool = False) -> Any:
    """Leave out what only people read; the keys of ``properties`` and the like are names, whatever they are."""
    if isinstance(value, dict):
        return {
            key: _without_words(inside, is_of_names=key in ("properties", "schemas", "paths", "responses"))
            for key, inside in value.items()
            if is_of_names or key not in _WORDS
        }
    return [_without_words(each) for each in value] if isinstance(value, list) else value
