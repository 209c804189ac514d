"""Whether this site has made a backup: its manifest, which has the hash of everything, is sealed with the secret key.

An open backup does not contain the key, so that none can be forged with a seal that fits. On another machine the
seal says nothing unless the key was brought along; an encrypted backup needs none, as its maker knew the
passphrase.
"""

import json
from typing import Any

from django.utils.crypto import constant_time_compare, salted_hmac

from rules import Text

_SALT = "config.backup.seal"
MADE_HERE = Text("This site has made the backup: it is sealed with the secret key of this site.")
NOT_PROVEN = Text(
    "Nothing shows who has made the backup: it is not sealed with the secret key of this site."
    " Restore it only where you know that it is yours."
)


def seal_of(manifest: dict[str, Any]) -> str:
    """Return the HMAC-SHA256 of all members of a manifest but its seal."""
    sealed = {name: value for name, value in manifest.items() if name != "seal"}
    return salted_hmac(_SALT, json.dumps(sealed, sort_keys=True), algorithm="sha256").hexdigest()


def maker_of(manifest: dict[str, Any]) -> Text:
    """Return whether this site has made a backup, in words."""
    is_ours = constant_time_compare(str(manifest["seal"]), seal_of(manifest))
    return MADE_HERE if is_ours else NOT_PROVEN
