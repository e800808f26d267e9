"""The command line: commands of the questions, and of files; heavy imports are late, in the command that needs them."""

from __future__ import annotations

import atexit
import gc
import os

import click

from balancer.cli.app import Balancer, raise_on_sigterm
from balancer.cli.commands.games import games
from balancer.cli.commands.metrics import metrics
from balancer.cli.commands.new import new
from balancer.cli.commands.report import report
from balancer.cli.commands.schema import schema
from balancer.cli.commands.validate import validate
from balancer.questions.cards.command import cards
from balancer.questions.chances.command import chances
from balancer.questions.check.command import check
from balancer.questions.compare.command import compare
from balancer.questions.exploit.command import exploit
from balancer.questions.page.command import page
from balancer.questions.plays.command import plays
from balancer.questions.seek.command import seek
from balancer.questions.sensitivity.command import sensitivity
from balancer.questions.sweep.command import run, sweep
from balancer.questions.tournament.command import tournament
from balancer.questions.trace.command import trace
from balancer.questions.tryout.command import try_out
from balancer.questions.tune.command import tune


@click.group(cls=Balancer, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(None, "-V", "--version", package_name="balancer", message="%(prog)s %(version)s")
def balancer() -> None:
    """Play a tabletop design millions of times and see where it is out of balance.

    \b
    balancer games                    which games there are
    balancer run oktoberfest          one game as printed
    balancer new oktoberfest          a scenario, oktoberfest.yaml, to edit
    balancer sweep oktoberfest.yaml   the question in it: tables, charts, a page
    """  # noqa: D301  click wants the character itself: "don't fill this paragraph"


GROUPS = {  # the commands as --help lists them
    "Ask what a rule does": (sweep, run, compare, sensitivity, cards, page),
    "Judge and design": (check, seek),
    "Players": (tournament, exploit, tune, plays),
    "One game": (chances, trace),
    "What there is": (games, metrics),
    "Your game": (try_out,),
    "Files": (new, validate, report, schema),
}

for title, group in GROUPS.items():
    for command in group:
        balancer.add(title, command)


def main() -> None:
    """Run the program `balancer` on the command line."""
    # Python ends with a search for garbage, an eighth of the time of a short command; frozen objects are not searched.
    atexit.register(gc.freeze)
    # Matrices are small here: threads that numpy starts for large ones would spin for a fifth of a second.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Results of ten thousand settings stay in memory: searching them for garbage took a tenth of their time.
    gc.set_threshold(20_000, 50)
    raise_on_sigterm()
    balancer(prog_name="balancer")
