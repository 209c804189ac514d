"""What of a site is in no table: the small files of its data folder, and how it is set up, without secrets."""

import json
import os
import re
from pathlib import Path

from django.conf import settings

from games.services import erased_list

CONFIGURATION = "configuration.json"
SECRET_KEY = "secret-key"
#: Larger files of the data folder are none that the site cannot do without.
LARGEST = 1_000_000
#: Databases, with what SQLite writes beside them, drafts, and backups themselves.
_LEFT_OUT = re.compile(r"\.sqlite3|\.tar\.gz|\.draft|^\.")
#: What marks a secret: by the name of a variable, and within what it says.
_SECRET_NAME = re.compile(r"SECRET|PASS|PWD|TOKEN(?!_DAYS)|KEY|DSN|CREDENTIAL")
_SECRET_VALUE = re.compile(r"secret|passw|passphrase|token", re.IGNORECASE)
#: Of an address, all before the host.
_LOGIN = re.compile(r"(://)\S*@")
_VARIABLE = re.compile(r'env\.\w+\(\s*"([A-Z][A-Z0-9_]*)"')


def site_files(*, with_secrets: bool) -> dict[str, bytes]:
    """Return the files by name; the key that signs what is printed on slips goes along only where all is encrypted."""
    found = {CONFIGURATION: json.dumps(configuration(), indent=1, sort_keys=True).encode()}
    for path in sorted(Path(settings.DATA_DIR).iterdir()):
        if _belongs(path) and (with_secrets or path.name != SECRET_KEY):
            found[path.name] = path.read_bytes()
    return found


def configuration() -> dict[str, str]:
    """Return the variables of the environment that set this site up, without secrets."""
    source = (Path(settings.BASE_DIR) / "config" / "settings.py").read_text(encoding="utf-8")
    names = sorted(set(_VARIABLE.findall(source)) & os.environ.keys())
    return without_secrets({name: os.environ[name] for name in names})


def without_secrets(variables: dict[str, str]) -> dict[str, str]:
    """Leave out what is or holds a secret; of an address, the login."""
    return {
        name: _LOGIN.sub(r"\1…@", value)
        for name, value in variables.items()
        if not _SECRET_NAME.search(name) and not _SECRET_VALUE.search(value)
    }


def put_back(files: dict[str, bytes]) -> list[str]:
    """Write the files of a backup into the data folder, but for how that site was set up; the names of those.

    People erased here since stay on the list of the erased.
    """
    written = []
    for name, content in files.items():
        path = Path(settings.DATA_DIR) / name
        if path == erased_list.path_of_list():
            content = erased_list.merged_with(content)
        if name == CONFIGURATION or path.name != name or _LEFT_OUT.search(name):
            continue
        draft = path.with_name(f"{name}.draft")
        draft.write_bytes(content)
        draft.chmod(0o600)
        draft.replace(path)
        written.append(name)
    return written


def _belongs(path: Path) -> bool:
    if path == erased_list.path_of_list():
        return path.is_file()
    return path.is_file() and not _LEFT_OUT.search(path.name) and path.stat().st_size <= LARGEST
