"""`chances`: each seat's chance to win along games, and what it says of drama, luck and skill."""

from __future__ import annotations

from balancer.analysis.chances import Chances
from balancer.analysis.choices import Choices
from balancer.questions.chances.report import ChancesReport
from balancer.scenario import plan
from balancer.scenario.resolved import Scenario
from balancer.simulation.experiments.observed_games import (
    GAMES,
    LUCK_GAMES,
    PLAIN_LUCK_GAMES,
    TRIALS,
    ObservedGames,
    luck,
    observe,
)
from balancer.simulation.progress import Watch, unwatched

LEAST_GAMES, LEAST_TRIALS = 2, 2  # games that give an interval; trial games that make two halves


def chances_of(
    scenario: Scenario,
    *,
    games: int = GAMES,
    trials: int = TRIALS,
    choices: bool = False,
    jobs: int | None = None,
    watch: Watch = unwatched,
    command: str = "",
) -> ChancesReport:
    """Observe games of the base rules and report them.

    choices: what their options are worth, too; command: reproduces it, for the page.

    ValueError: too few games or trials.  RuleError: the rules are wrong.
    """
    if games < LEAST_GAMES or trials < LEAST_TRIALS:
        message = f"{games} games of {trials} trials: at least {LEAST_GAMES} of {LEAST_TRIALS} are needed"
        raise ValueError(message)
    cell, confidence = plan.base_cell(scenario), scenario.report.confidence
    observed = ObservedGames.of(cell, trials, trials if choices else 0)
    found = observe(observed, games, jobs=jobs, watch=watch)
    nodes = [node.name for node in scenario.game.nodes]
    return ChancesReport(
        scenario,
        Chances.of([course for course, _ in found], confidence),
        luck(observed, PLAIN_LUCK_GAMES if scenario.game.is_plain else LUCK_GAMES, confidence, jobs=jobs, watch=watch),
        observed.trials,
        observed.every,
        [name for name, persona in cell.personas.items() if persona.search],
        Choices.of([observed.decisions(one) for _, one in found], nodes, confidence) if choices else None,
        command,
    )
