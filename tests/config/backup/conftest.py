"""A version of the program that comes after this one."""

from collections.abc import Iterator

import pytest

from tests.config.backup.versions import install_next_version
from tests.servers import Console


@pytest.fixture(scope="module")
def next_version(tmp_path_factory: pytest.TempPathFactory, console: Console) -> Iterator[Console]:
    """Commands of that version."""
    folder = tmp_path_factory.mktemp("next") / "program"
    install_next_version(folder)
    version = Console(console.environment, folder)
    yield version
    version.end()
