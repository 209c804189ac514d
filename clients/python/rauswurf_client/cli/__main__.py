"""`python -m rauswurf_client.cli` is `rauswurf-cli`."""

import sys

from rauswurf_client.cli import main

sys.exit(main())
