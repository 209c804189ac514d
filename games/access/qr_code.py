"""Links as QR codes."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(link: str) -> SafeString:
    """Return the link as an SVG that any camera reads, with what is missing when a corner is torn off."""
    drawn = segno.make_qr(link, error="m").svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(drawn)
