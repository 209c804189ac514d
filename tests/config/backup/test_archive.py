"""The file of a backup: whatever is not as it was written is refused with its place, before anything is loaded."""

import gzip
import json
import random
import tarfile
import zlib
from dataclasses import asdict
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from config.backup import archive
from config.backup.encryption import WrongPassphrase
from config.backup.errors import BackupError, Damaged, Unknown
from config.backup.seal import MADE_HERE, NOT_PROVEN, maker_of
from tests.config.backup.files import ROWS, Change, changed, written

LINES = "tables/games_player/000002.ndjson"


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return written(tmp_path / "b.tar.gz")


def test_a_whole_backup_says_what_is_in_it(backup: Path) -> None:
    head, manifest = archive.check(backup)
    assert {name: content.rows for name, content in manifest.tables.items()} == ROWS
    assert [table.name for table in head.layout()] == list(ROWS)
    assert len(tarfile.open(backup).getnames()) > 10  # noqa: SIM115 – several parts, for any tar


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (
            lambda _, content: content.replace(b'"player 150"', b'"player 151"'),
            r"table games_player, line 150: its check is [0-9a-f]{8}, what .* has [0-9a-f]{8}",
        ),
        (
            lambda name, content: content.partition(b"\n")[2] if name == LINES else content,
            r"table games_player, line \d+: its check is",
        ),
        (
            lambda name, content: (
                content[: content.rindex(b"\n", 0, -1) + 1] if b'"player 300"' in content else content
            ),
            "table games_player, after line 299: lines written: 300",
        ),
        (
            lambda name, content: (
                content.replace(b'"games_empty"', b'"games_other"') if name == "manifest.json" else content
            ),
            r"table games_other: is none of the tables that backup\.json lists",
        ),
        (lambda _, content: content.replace(b'"sqlite"', b'"oracle"'), r"backup\.json: SHA-256 expected"),
    ],
    ids=["changed row", "missing row", "missing last row", "table more", "changed head"],
)
def test_what_was_changed_is_told_with_its_place(backup: Path, change: Change, place: str) -> None:
    changed(backup, change)
    with pytest.raises(Damaged, match=place):
        archive.check(backup)


def test_a_row_with_a_check_that_fits_alone_is_told(backup: Path) -> None:
    def forged(name: str, content: bytes) -> bytes:
        rest = content.partition(b"\n")[2]
        if name != "tables/games_game/000001.ndjson":
            return content
        row = b'[1,"somebody"]'
        return b'%s,"%08x"]\n' % (row[:-1], zlib.crc32(row)) + rest

    changed(backup, forged)
    with pytest.raises(Damaged, match="table games_game, line 2:"):
        archive.check(backup)


def test_the_last_row_forged_is_told_by_the_hash_of_its_table(backup: Path) -> None:
    last: list[bytes] = []

    def forged(name: str, content: bytes) -> bytes:
        if name.startswith("tables/games_game/"):
            last.append(content)
        if name == "manifest.json":
            told = json.loads(content)
            told["tables"]["games_game"]["sha256"] = "0" * 64
            return json.dumps(told).encode()
        return content

    changed(backup, forged)
    with pytest.raises(Damaged, match=r"table games_game: SHA-256 expected 0{64}, found [0-9a-f]{64}"):
        archive.check(backup)


@pytest.mark.parametrize(
    ("left_out", "place"),
    [
        ("backup.json", "at its beginning: backup.json is missing"),
        (
            "files/site-name",
            "file site-name: is missing\nDie Sicherung ist beschädigt: Datei site-name: fehlt$",
        ),
        (LINES, r"table games_player, after line \d+: tables/games_player/000002.ndjson is missing"),
        ("tables/games_empty/000001.ndjson", "table games_empty: is missing"),
        ("manifest.json", "table games_empty, after line 0: the rest is missing"),
    ],
)
def test_a_missing_member_is_told(backup: Path, left_out: str, place: str) -> None:
    changed(backup, lambda name, content: None if name == left_out else content)
    with pytest.raises(Damaged, match=place):
        archive.check(backup)


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


def test_a_backup_of_a_newer_format_is_refused(backup: Path) -> None:
    changed(backup, lambda _, content: content.replace(b'"format": 2', b'"format": 3'))
    with pytest.raises(Unknown, match="newer version: its format is 3, this one reads 2"):
        archive.check(backup)


def test_only_its_passphrase_opens_an_encrypted_backup_and_any_damage_is_told(tmp_path: Path) -> None:
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
    flipped[-3000] ^= 1
    for damaged in (whole[: len(whole) // 2], flipped, whole[:100]):
        backup.write_bytes(damaged)
        with pytest.raises(Damaged, match=r"damaged: .+: .+"):
            archive.check(backup, "vier Pferde")


# -- whoever made it ------------------------------------------------------------------------------------


def maker(backup: Path) -> Any:
    return maker_of(asdict(archive.check(backup)[1]))


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
    changed(backup, lambda _, content: content.replace(b'"games": 200', b'"games": 201'))
    assert maker(backup) == NOT_PROVEN


def test_a_backup_of_before_there_were_seals_is_read_and_shows_no_maker() -> None:
    path = Path(__file__).parents[2] / "data/backup-2026-11-23.tar.gz"
    assert archive.check(path)[0].format == 1
    assert maker(path) == NOT_PROVEN


def test_whoever_restores_is_told_who_made_it(backup: Path, settings: Any) -> None:
    out = StringIO()
    call_command("restore", str(backup), "--check", stdout=out)
    assert str(MADE_HERE.en) in out.getvalue()
    settings.SECRET_KEY = "another"
    call_command("restore", str(backup), "--check", stdout=out)
    assert str(NOT_PROVEN.en) in out.getvalue()
