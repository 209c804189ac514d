"""The picture of a board in dots, for programs that do not know SVG."""

import importlib.resources
from functools import cache, lru_cache

import resvg_py

#: How wide a picture may be, in dots.
WIDTHS = range(64, 2049)
USUAL_WIDTH = 800
#: The letters come along, so that a picture is the same on every machine.
_FAMILY = "Fira Sans"


# A picture takes some hundredths of a second, and many ask for the same one at the same time.
@lru_cache(maxsize=64)
def png(svg: str, width: int) -> bytes:
    """The picture that ``svg`` describes as PNG, ``width`` dots wide (one of ``WIDTHS``), on transparent ground.

    Only for what ``games.drawing`` has drawn: pictures of strangers may name files.
    """
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[_letters()],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )


@cache
def _letters() -> str:
    return str(importlib.resources.files("fontpkg_fira_sans") / "files" / "FiraSans-Bold.ttf")
