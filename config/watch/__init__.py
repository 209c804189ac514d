"""Seeing how the site is: series for Prometheus, logs with request ids, reports of errors, and what is missing."""
