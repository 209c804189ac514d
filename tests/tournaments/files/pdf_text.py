"""Prints, read back."""

import io

import pypdf


def pages(printed: bytes) -> list[str]:
    """The text of every page, a line a line."""
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(printed)).pages]
