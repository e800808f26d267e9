"""The Python interface for analysts: the same as the command line, without YAML and files."""

from balancer.api.checks import Checks, check
from balancer.api.comparisons import Comparisons, compare
from balancer.api.results import Results, run, sweep
from balancer.api.tournaments import Tournaments, tournament
from balancer.api.traces import trace

__all__ = [
    "Checks", "Comparisons", "Results", "Tournaments", "check", "compare", "run", "sweep", "tournament", "trace",
]  # fmt: skip
