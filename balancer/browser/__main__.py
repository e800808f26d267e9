"""The command that writes the modules shipped with balancer: `python -m balancer.browser` (`make browser`)."""

from __future__ import annotations

import functools
import sys

from balancer import browser, games
from balancer.browser import shipping


def main() -> None:
    """Write the modules of all games and that of sums, and delete those of other sources."""
    shipping.FOLDER.mkdir(exist_ok=True)
    own_games = map(games.load, games.own_names())
    modules = {shipping.path_of(game): functools.partial(browser.module_of, game) for game in own_games}
    modules[shipping.path_of_sums(1)] = functools.partial(browser.sums_module, 1)  # others have more than 64 parts
    for path, module in modules.items():
        path.write_bytes(module())
        sys.stdout.write(f"{path.name}: {path.stat().st_size // 1000} kB\n")
        if path.stat().st_size > shipping.MAX_BYTES:
            sys.exit(f"{path.name} is larger than {shipping.MAX_BYTES} bytes")
    for path in shipping.FOLDER.glob("*.wasm"):
        if path not in modules:
            path.unlink()


if __name__ == "__main__":
    main()
