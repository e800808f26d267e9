"""The command that writes the modules shipped with balancer: `python -m balancer.browser` (`make browser`)."""

from __future__ import annotations

import sys

from balancer import browser, games
from balancer.browser import shipping


def main() -> None:
    """Write the modules of all games, and delete those of other sources."""
    shipping.FOLDER.mkdir(exist_ok=True)
    names = {shipping.path_of(games.load(name)): name for name in games.own_names()}
    for path, name in names.items():
        path.write_bytes(browser.module_of(games.load(name)))
        sys.stdout.write(f"{path.name}: {path.stat().st_size // 1000} kB\n")
        if path.stat().st_size > shipping.MAX_BYTES:
            sys.exit(f"{path.name} is larger than {shipping.MAX_BYTES} bytes")
    for path in shipping.FOLDER.glob("*.wasm"):
        if path not in names:
            path.unlink()


if __name__ == "__main__":
    main()
