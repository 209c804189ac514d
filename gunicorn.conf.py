"""How gunicorn serves config.wsgi, read by itself where it is started in this folder; docs/install/settings.md."""

import os
from typing import Any

from prometheus_client.multiprocess import mark_process_dead

wsgi_app = "config.wsgi"
worker_class = "gthread"
threads = 8
# A proxy lets kept connections go first (nginx after 60 s, Caddy after 120), or a throw could go into one that is just
# being closed. Their number has gunicorn's own bound (1,000 for each process): with a smaller one, requests on kept
# connections would be answered again and again before those on connections that are not accepted yet.
keepalive = 130
# No header is believed about the scheme or the path of a request, whoever sends it: PROXIES decides.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""
# It is steered by signals alone; web and record would make one file of the same name.
control_socket_disable = True


def child_exit(server: Any, worker: Any) -> None:
    """When a process has ended: what it alone knew, such as its open streams, is no more."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        mark_process_dead(worker.pid)


def post_worker_init(worker: Any) -> None:
    """When a process has loaded the program: whoever reads waits for whoever records, but nobody for its start."""
    from config.priority import stand_back  # by now gunicorn knows where the program lies

    stand_back(os.environ.get("RAUSWURF_PROCESS", "web"), head=os.getppid())
