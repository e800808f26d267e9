"""The command line: thin commands, one file each; everything heavy is imported by the command that needs it."""

from __future__ import annotations

import click

from balancer.cli.app import Balancer
from balancer.cli.check import check
from balancer.cli.compare import compare
from balancer.cli.exploit import exploit, tune
from balancer.cli.games import games
from balancer.cli.metrics import metrics
from balancer.cli.new import new
from balancer.cli.report import report
from balancer.cli.run import run
from balancer.cli.schema import schema
from balancer.cli.sensitivity import sensitivity
from balancer.cli.sweep import sweep
from balancer.cli.tournament import tournament
from balancer.cli.trace import trace
from balancer.cli.validate import validate


@click.group(cls=Balancer, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(None, "-V", "--version", package_name="balancer", message="%(prog)s %(version)s")
def balancer() -> None:
    """Play a tabletop design millions of times and see where it is out of balance.

    \b
    balancer games                              which games there are
    balancer run oktoberfest                    one game as printed
    balancer sweep scenarios/oktoberfest.yaml   a question: tables, charts, a page
    """  # noqa: D301  click wants the character itself: "don't fill this paragraph"


for command in (
    sweep,
    run,
    compare,
    check,
    sensitivity,
    tournament,
    exploit,
    tune,
    report,
    trace,
    games,
    metrics,
    validate,
    schema,
    new,
):
    balancer.add_command(command)


def main() -> None:
    """The program `balancer`."""
    balancer(prog_name="balancer")
