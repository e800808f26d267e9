"""The study of `chances`: observed games with each seat's chance to win, and replays that separate luck from skill."""

from __future__ import annotations

from balancer.analysis.play.chances import Chances
from balancer.analysis.play.choices import Choices
from balancer.analysis.play.luck import SUBSETS
from balancer.questions.chances.report import ChancesReport
from balancer.reporting import numbers
from balancer.scenario import plan
from balancer.scenario.resolved import Scenario
from balancer.sides import SCORE
from balancer.simulation.experiments.observed_games import (
    GAMES,
    LOOKS,
    LUCK_GAMES,
    PLAIN_LUCK_GAMES,
    TRIALS,
    ObservedGames,
    luck,
    observe,
    without_thought,
)
from balancer.simulation.progress import Watch, unwatched
from balancer.simulation.time_estimate import estimate_seconds

REST = 0.5  # length of a trial game, roughly, as a share of a whole game

MIN_GAMES, MIN_TRIALS = 2, 2  # games that give an interval; trial games that make two halves


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

    choices: also measure what options are worth; command: reproduces the report, for its page.
    ValueError: too few games or trials.  RuleError: the rules are wrong.
    """
    if games < MIN_GAMES or trials < MIN_TRIALS:
        message = f"{games} games of {trials} trials: at least {MIN_GAMES} of {MIN_TRIALS} are needed"
        raise ValueError(message)
    cell, confidence = plan.base_cell(scenario), scenario.report.confidence
    observed = ObservedGames.of(cell, trials, trials if choices else 0, cell.aim)
    games_seen = observe(observed, games, jobs=jobs, watch=watch)
    nodes = [node.name for node in scenario.game.nodes]
    return ChancesReport(
        scenario,
        Chances.of([course for course, _ in games_seen], confidence),
        luck(observed, PLAIN_LUCK_GAMES if scenario.game.is_plain else LUCK_GAMES, confidence, jobs=jobs, watch=watch),
        observed.trials,
        observed.every,
        [name for name, persona in cell.personas.items() if persona.search],
        Choices.of(
            [observed.decisions(decisions) for _, decisions in games_seen], nodes, confidence, kings=cell.aim != SCORE
        )
        if choices
        else None,
        command,
    )


def plan_lines(scenario: Scenario, games: int, trials: int, *, choices: bool, jobs: int | None = None) -> list[str]:
    """Return the lines of --plan: games and trial games, and about how long they take."""
    cell = without_thought(plan.base_cell(scenario))
    luck_games = PLAIN_LUCK_GAMES if scenario.game.is_plain else LUCK_GAMES
    tried = games * LOOKS * cell.players * trials
    estimate = estimate_seconds([cell.with_games(games + round(REST * tried) + luck_games * len(SUBSETS))], jobs)
    guess = "" if estimate.measured else " (a guess: this game was not compiled here yet)"
    options = [f"--choices: {trials} more trial games for each option of each decision, not in the time below"]
    trial_games = f"about {LOOKS} rounds × {cell.players} seats × {trials} trial games"
    return [
        scenario.title,
        f"{scenario.game.title}: {games} games observed, each with up to {trial_games}",
        f"luck and skill: {luck_games} games, each on {len(SUBSETS)} mixtures of two games' dice",
        *(options if choices else []),
        f"estimated time: about {numbers.seconds(estimate.seconds)}{guess}",
    ]
