"""The secret key: none in the repository, one made on the first run."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from config.environment import stored_secret_key


def test_the_first_run_makes_a_key_that_stays(tmp_path: Path) -> None:
    key = stored_secret_key(tmp_path / "secret-key")
    assert len(key) >= 50
    assert stored_secret_key(tmp_path / "secret-key") == key


def test_two_installations_have_different_keys(tmp_path: Path) -> None:
    assert stored_secret_key(tmp_path / "one") != stored_secret_key(tmp_path / "other")


def test_processes_that_start_together_share_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: stored_secret_key(tmp_path / "secret-key"), range(32)))
    assert len(keys) == 1
