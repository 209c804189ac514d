"""The tables of the docs that the code says: `python -m tests.tables` writes them."""

import os
from collections.abc import Callable, Iterable, Mapping

import django

from tests.servers import ROOT


def roles() -> str:
    """Return who may do what."""
    from games.access import PERMISSIONS
    from games.enums import Action, Role

    rows = [
        [action.value.en, *("yes" if action in PERMISSIONS[role] else "–" for role in Role)]
        for action in Action
    ]
    return _table(["", *(role.text.en for role in Role)], rows, ":-:")


def kinds() -> str:
    """Return what can happen to a game: when, with which members (required ones in bold), guard and permission."""
    from games.domain.events import EVENT_TYPES
    from games.domain.events.fields import NEEDED
    from games.enums import GameState

    rows = []
    for each in EVENT_TYPES.values():
        phases = "always" if len(each.phases) == len(GameState) else ", ".join(map(str, each.phases))
        names = (
            f"**`{field.name}`**" if field.usual is NEEDED else f"`{field.name}`" for field in each.fields
        )
        guard = (each.precondition.value, each.permission.name.lower()) if each.by_client else ("–", "–")
        rows.append([each.kind, each.description, phases, ", ".join(names) or "–", *guard])
    return _table(["kind", "what it is", "when", "payload", "guard", "takes"], rows, "---")


def _table(heading: Iterable[str], rows: Iterable[Iterable[str]], rule: str) -> str:
    first, *others = heading
    lines = [[first, *others], *rows]
    written = [f"| {' | '.join(cells)} |".replace("|  |", "| |") for cells in lines]
    return "\n".join([written[0], "|---|" + f"{rule}|" * len(others), *written[1:]]) + "\n"


#: File of the docs → what stands around its table, and what makes it.
TABLES: Mapping[str, tuple[str, Callable[[], str]]] = {
    "docs/reference/access.md": ("roles", roles),
    "docs/use/referee.md": ("kinds", kinds),
}


def in_docs(file: str) -> str:
    """Return the table as it stands in the docs."""
    mark = TABLES[file][0]
    text = (ROOT / file).read_text(encoding="utf-8")
    return text.partition(f"<!-- {mark} -->\n")[2].partition(f"<!-- /{mark} -->")[0]


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    for file, (_mark, made) in TABLES.items():
        text = (ROOT / file).read_text(encoding="utf-8")
        (ROOT / file).write_text(text.replace(in_docs(file), made()), encoding="utf-8")
