"""Compiled rules that never end, waited for as `balancer run` does: ``python -m tests.simulation.spinning``."""

import sys

from balancer.cli.app import ending, raise_on_sigterm
from balancer.core.compile import rule
from balancer.core.record import empty
from balancer.simulation.backends.threads import threads
from tests.core.kernels import TABLE


@rule
def spin(table):
    """Return a turn that goes on as long as the turn is not over, which it never is."""
    while table.turn < 9:
        table.rounds = 1 - table.rounds
    return table.rounds


def play() -> None:
    """Play at a table; nothing stops it."""
    table = empty(TABLE)
    table.turn = 9
    spin(table)  # compiles it
    table.turn = 1
    sys.stdout.write("playing\n")
    sys.stdout.flush()
    spin(table)


if __name__ == "__main__":
    raise_on_sigterm()
    with ending(), threads(1) as pool:
        pool.call(play)
