"""Prints and calendars are made one at a time, and the last ones cached.

They can cost a good deal more than a page. However many ask, a process makes each one once as long as nothing
has changed, and never two at once.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable

#: The number of cached files in a process, each of some ten to hundred kilobytes.
MOST_FILES = 64

_files: OrderedDict[str, bytes] = OrderedDict()
_one_at_a_time = threading.Lock()


def get_or_render(etag: str, made: Callable[[], bytes]) -> bytes:
    with _one_at_a_time:
        if etag not in _files:
            _files[etag] = made()
            if len(_files) > MOST_FILES:
                _files.popitem(last=False)
        _files.move_to_end(etag)
        return _files[etag]
