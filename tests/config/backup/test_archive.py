"""The file of a backup: whatever is not as it was written is refused with its place, before anything is loaded."""

import gzip
import random
import re
import tarfile
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pyrage
import pytest
from django.core.management import call_command

from config.backup import archive, encryption
from config.backup.archive import MADE_HERE, NOT_PROVEN
from config.backup.encryption import WrongPassphrase
from config.backup.errors import BackupError, Damaged, Unknown
from config.backup.tables import LAST_TO_MIGRATE
from tests.config.backup.files import ROWS, Change, changed, written


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return written(tmp_path / "b.tar.gz")


def test_a_whole_backup_says_what_is_in_it(backup: Path) -> None:
    head, manifest = archive.check(backup)
    assert {name: content.rows for name, content in manifest.tables.items()} == ROWS
    assert [table.name for table in head.tables] == list(ROWS)
    assert len(tarfile.open(backup).getnames()) > 8  # noqa: SIM115 – several parts, for any tar


def test_each_member_that_is_changed_missing_or_of_somebody_is_told(backup: Path, tmp_path: Path) -> None:
    """Whatever is in the file: a law for the tables, the files, what it is of and what belongs to it."""
    with archive.members(backup, "") as found:
        members = dict(found)
    for name, content in members.items():
        thing = name.rpartition("/")[0] if name.startswith("tables/") else name
        expected = rf"damaged: {re.escape(thing)}: "
        if content:
            with pytest.raises(Damaged, match=expected):
                archive.check(changed(written(tmp_path / "other"), replaced(name, content[:-2] + b"!")))
        without = changed(written(tmp_path / "other"), replaced(name, None))
        with pytest.raises(Damaged, match=expected):
            archive.check(without)
    changed(backup, lambda name, content: content.replace(b'"games_empty": {', b'"games_other": {'))
    with pytest.raises(Damaged, match=r"its tables are not those that backup\.json lists\nDie Sicherung ist"):
        archive.check(backup)


def test_what_no_manifest_names_is_told(backup: Path) -> None:
    changed(
        backup,
        lambda name, content: (
            content.replace(b'"site-name"', b'"site-names"') if name == "manifest.json" else content
        ),
    )
    with pytest.raises(Damaged, match=r"files/site-names: is missing"):
        archive.check(backup)


def replaced(name: str, content: bytes | None) -> Change:
    return lambda each, whole: content if each == name else whole


def test_it_is_refused_cut_off_anywhere(backup: Path) -> None:
    whole = backup.read_bytes()
    for size in [0, 1, 9, 30, len(whole) // 2, len(whole) - 9, len(whole) - 1]:
        backup.write_bytes(whole[:size])
        with pytest.raises(Damaged, match=r"The backup is damaged: .*: "):
            archive.check(backup)


def test_it_is_refused_with_any_bit_flipped(backup: Path) -> None:
    whole = backup.read_bytes()
    lots = random.Random(15)
    # Bytes 3 to 9 of gzip are a name, a moment and the system: nothing of the backup.
    for place in [0, 1, 2, *(lots.randrange(10, len(whole)) for _ in range(150))]:
        flipped = bytearray(whole)
        flipped[place] ^= 1 << lots.randrange(8)
        backup.write_bytes(flipped)
        try:
            archive.check(backup)
        except BackupError:
            continue
        assert gzip.decompress(flipped) == gzip.decompress(whole), place  # a bit that says nothing


def test_a_backup_of_an_older_format_is_refused_with_the_commit_that_reads_it(backup: Path) -> None:
    changed(backup, lambda _, content: content.replace(b'"format": 3', b'"format": 2'))
    with pytest.raises(Unknown, match=rf"older version \(format 2\)\. Commit {LAST_TO_MIGRATE} is the last"):
        archive.check(backup)


def test_a_backup_of_a_newer_format_is_refused(backup: Path) -> None:
    changed(backup, lambda _, content: content.replace(b'"format": 3', b'"format": 4'))
    with pytest.raises(Unknown, match="newer version: its format is 4, this one reads 3"):
        archive.check(backup)


@pytest.mark.parametrize("refused", [1, encryption.TRIES - 1, encryption.TRIES])
def test_a_busy_moment_does_not_keep_a_backup_closed(monkeypatch: pytest.MonkeyPatch, refused: int) -> None:
    """Age refuses a passphrase where it takes the machine for too slow."""
    identity, tries = str(pyrage.x25519.Identity.generate()), iter(range(refused))

    def decrypt(key: bytes, passphrase: str) -> bytes:
        if next(tries, None) is not None:
            raise pyrage.DecryptError("Excessive work parameter for passphrase.")
        return identity.encode()

    monkeypatch.setattr(pyrage.passphrase, "decrypt", decrypt)
    if refused < encryption.TRIES:
        assert str(encryption._identity(b"", "vier Pferde")) == identity
    else:
        with pytest.raises(WrongPassphrase, match="Excessive work parameter"):
            encryption._identity(b"", "vier Pferde")


@pytest.mark.long
def test_only_its_passphrase_opens_an_encrypted_backup_and_any_damage_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # To try a passphrase takes a second of work: once for each.
    monkeypatch.setattr(encryption, "_identity", cache(encryption._identity))
    backup = written(tmp_path / "b.age.tar", passphrase="vier Pferde")
    _, manifest = archive.check(backup, "vier Pferde")
    assert {name: content.rows for name, content in manifest.tables.items()} == ROWS
    assert b"player" not in backup.read_bytes()
    with pytest.raises(WrongPassphrase, match="does not open this backup"):
        archive.check(backup, "fünf Pferde")
    with pytest.raises(BackupError, match="needs the passphrase"):
        archive.check(backup)
    whole = backup.read_bytes()
    flipped = bytearray(whole)
    flipped[4000] ^= 1
    for damaged in (whole[:4000], flipped, whole[:100]):
        backup.write_bytes(damaged)
        with pytest.raises(Damaged, match=r"damaged: .+: .+"):
            archive.check(backup, "vier Pferde")


def test_a_passphrase_is_the_first_line_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "passphrase"
    with pytest.raises(BackupError, match="cannot be read"):
        encryption.passphrase_in(str(file))
    file.write_text(" \nvier Pferde\n", "utf-8")
    with pytest.raises(BackupError, match="no passphrase in its first line"):
        encryption.passphrase_in(str(file))
    file.write_text(" vier Pferde \nfünf Pferde\n", "utf-8")
    assert encryption.passphrase_in(str(file)) == "vier Pferde"
    assert encryption.passphrase_in("") == ""


# -- whoever made it ------------------------------------------------------------------------------------


def maker(backup: Path) -> Any:
    return archive.check(backup)[1].maker


def test_a_backup_made_anew_with_hashes_that_fit_is_told_from_one_of_this_site(
    backup: Path, settings: Any
) -> None:
    assert maker(backup) == MADE_HERE
    own = settings.SECRET_KEY
    settings.SECRET_KEY = "the key of a forger"
    written(backup)
    settings.SECRET_KEY = own
    assert maker(backup) == NOT_PROVEN


def test_a_seal_fits_one_manifest_only(backup: Path) -> None:
    changed(backup, lambda _, content: content.replace(b'"last_id": 200', b'"last_id": 201'))
    assert maker(backup) == NOT_PROVEN


def test_whoever_restores_is_told_who_made_it(backup: Path, settings: Any) -> None:
    out = StringIO()
    call_command("restore", str(backup), "--check", stdout=out)
    assert str(MADE_HERE.en) in out.getvalue()
    settings.SECRET_KEY = "another"
    call_command("restore", str(backup), "--check", stdout=out)
    assert str(NOT_PROVEN.en) in out.getvalue()
