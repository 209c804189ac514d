"""Texts that the host of the site has written: files of plain text, empty lines between paragraphs."""

from pathlib import Path


def paragraphs_of(file: str) -> list[str]:
    """Return the paragraphs of a file; none where there is no such file."""
    if not file or not Path(file).is_file():
        return []
    text = Path(file).read_text(encoding="utf-8", errors="replace")
    return [part.strip() for part in text.split("\n\n") if part.strip()]
