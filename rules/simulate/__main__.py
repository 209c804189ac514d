"""`python -m rules.simulate`: compile playouts now, at install, so that no server has to (docs/develop/playouts.md)."""

import sys
import time

from rules.simulate import backend, jit


def main() -> int:
    """Compile, or read what was compiled before, and tell; 1 where playouts stay interpreted."""
    if not jit.available():
        print("numba is not installed: playouts stay interpreted")
        return 1
    started = time.perf_counter()
    backend.warm_up().join()
    ready = backend.best(0)
    if ready is backend.INTERPRETED:
        return 1  # why has been logged
    folder = ready.run.stats.cache_path  # type: ignore[attr-defined]
    cache = f"cached in {folder}" if folder else "not cached: NUMBA_CACHE_DIR may name a folder for it"
    print(f"playouts are compiled ({time.perf_counter() - started:.1f} s), {cache}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
