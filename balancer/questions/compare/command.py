"""`balancer compare`: what a change of rules does, game by game on the same dice."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Any

import click

from balancer.questions import playing
from balancer.questions.playing import PlayOptions
from balancer.shell import OK, UNDECIDED, completion, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balancer.analysis.results import PairResult
    from balancer.questions.compare.report import CompareReport

MAX_TARGETS = 2


@click.command()
@click.argument("targets", metavar="SCENARIO [SCENARIO]", nargs=-1, shell_complete=completion.targets)
@click.option(
    "--variant",
    "names",
    multiple=True,
    metavar="NAME",
    help="Only this variant; may be repeated.",
    shell_complete=completion.variants,
)
@click.option(
    "--charts",
    type=click.Choice(("png", "svg", "pdf")),
    help="Also write pictures of the main changes of each variant for slides, into pictures/ next to the page.",
)
@playing.takes(playing.DecidingOptions, playing.TerminalOptions, "keep_games")
@click.pass_context
def compare(
    ctx: click.Context, /, targets: tuple[str, ...], names: tuple[str, ...], charts: str | None, **given: Any
) -> int:
    """Compare a scenario's base rules with its variants, or with a second scenario.

    Both sides play the same game numbers on the same dice, so that differences are estimated from pairs of games.  With
    --precision they play on until the intervals of the seats' differences are that narrow and every figure with a
    margin is decided, or --max-games is reached.  Results go to reports/NAME-compare/ unless -o says otherwise.
    """
    chosen = PlayOptions(**given)
    if len(targets) > MAX_TARGETS:
        raise click.UsageError(f"{len(targets)} scenarios; compare one with its variants, or two with each other")
    if not targets:
        playing.target_or_help(None, "compare")
    if len(targets) == MAX_TARGETS and names:
        raise click.UsageError("--variant needs a single scenario; omit it, or the second scenario")

    from balancer.questions import answering
    from balancer.questions.compare.study import CompareStudy
    from balancer.simulation.experiments import comparison_plan

    scenario = chosen.scenario(targets[0])
    other = chosen.scenario(targets[1]) if len(targets) == MAX_TARGETS else None
    study = CompareStudy.of(scenario, other, names, targets)
    for note in comparison_plan.notes(scenario, other):
        chosen.note(note)
    second = f"-{pathlib.Path(targets[1]).stem}" if other else ""
    folder = chosen.output or answering.folder_of(study, second)

    def draw(report: CompareReport, page_folder: pathlib.Path) -> None:
        from balancer.questions.compare import pictured
        from balancer.reporting import pictures  # matplotlib

        written = pictures.write(pictured.charts(report), page_folder, str(charts))
        chosen.note(f"{len(written)} pictures in {written[0].parent}: {', '.join(path.name for path in written)}")

    inputs = [scenario, *([other] if other else [])]
    report = answering.answer(ctx, chosen, study, folder=folder, inputs=inputs, also=draw if charts else None)
    return _outcome(report.pairs) if report else OK


def _outcome(pairs: Sequence[PairResult]) -> int:
    """Return the exit code: whether the precision and every requested decision were reached."""
    short = [pair for pair in pairs if pair.precision and not pair.precision["reached"]]
    for pair in short:
        precision = pair.precision or {}
        reasons = []
        if precision["half_width"] > precision["wanted"]:
            reasons.append(
                f"±{precision['half_width'] * 100:.3g}pp where ±{precision['wanted'] * 100:.3g}pp was requested"
            )
        if precision["undecided"]:
            reasons.append(f"undecided: {', '.join(precision['undecided'])}")
        say(f"{pair.name}: {'; '.join(reasons)}; allow more games with --max-games")
    return UNDECIDED if short else OK
