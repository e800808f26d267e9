"""Tells one game in words and ends: ``python -m balancer.narration.worker``, as `balancer.narration.divergence` does.

In comes a pickled (cell, game number) in base64 - from our own process, never from outside - out go the lines as JSON.
"""

from __future__ import annotations

import base64
import json
import pickle
import sys


def main() -> None:
    """Read what to tell, tell it."""
    cell, number = pickle.loads(base64.b64decode(sys.stdin.buffer.read()))  # noqa: S301  written by `parting.telling`
    from balancer.narration.narrate import tell
    from balancer.simulation.jobs import CellJob

    json.dump(list(tell(CellJob.of(cell), number)), sys.stdout)


if __name__ == "__main__":
    main()
