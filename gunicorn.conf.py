"""How gunicorn serves config.wsgi, read by itself where it is started in this folder; docs/install/settings.md."""

wsgi_app = "config.wsgi"
# Threads that a half-sent request does not hold for ever (config/gunicorn_worker.py).
worker_class = "config.gunicorn_worker.PatientWorker"
threads = 8
# No header is believed about the scheme or the path of a request, whoever sends it: PROXIES decides.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""
# It is steered by signals alone; web and record would make one file of the same name.
control_socket_disable = True
