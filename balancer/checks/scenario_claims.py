"""All claims of one scenario: bounds of its checks, and that accepted figures have not moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balancer.analysis.verdicts import Bound
from balancer.checks import baseline as baselines
from balancer.checks import claims as claiming
from balancer.checks.baseline import Baseline
from balancer.checks.claims import BASELINE, CheckedSetting, Claim
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.plan import axes_name
from balancer.scenario.resolved import Scenario
from balancer.simulation.experiments.comparison_plan import name_of
from balancer.simulation.jobs import Job
from balancer.wording import some


@dataclass(frozen=True)
class ScenarioClaims:
    """All claims of one scenario, and what can be said before playing."""

    scenario: Scenario
    claims: tuple[Claim, ...]
    baseline: Baseline | None = None
    new: tuple[Claim, ...] = ()  # on figures without an accepted value
    changes: tuple[str, ...] = ()  # what changed since the baseline was accepted
    notes: tuple[str, ...] = ()

    @property
    def jobs(self) -> list[Job]:
        """The jobs of the first look."""
        return claiming.jobs_of((*self.claims, *self.new))


def claims_of(scenario: Scenario) -> ScenarioClaims:
    """Return the claims of a scenario; ScenarioError: there are none, or the baseline can't be used."""
    baseline = baselines.read(scenario)
    claims = claiming.check_claims(scenario)
    if not claims and baseline is None:
        raise ScenarioError([Fault(name_of(scenario), _nothing(scenario))])
    notes = claiming.left_out(scenario)
    notes += [f"{path.name} has no scenario: was {name_of(scenario)} renamed?" for path in baselines.orphans(scenario)]
    if baseline is None:
        notes.insert(0, f'no baseline yet; balancer check {name_of(scenario)} --accept "why" writes one')
        return ScenarioClaims(scenario, tuple(claims), notes=tuple(notes))
    settings = claiming.baseline_settings(scenario)
    if baselines.collapsed(baseline, scenario):
        settings = settings[:1]
        notes.append("with these options only the base rules are compared with the baseline, not the sweep")
    drifts, new, removed = _drift_claims(scenario, baseline, settings)
    renamed = baselines.renamed(baseline, scenario)
    return ScenarioClaims(
        scenario,
        (*claims, *drifts),
        baseline,
        tuple(new),
        tuple(baselines.changes(baseline, scenario, settings)),
        (*([renamed] if renamed else []), *removed, *notes),
    )


def _nothing(scenario: Scenario) -> str:
    if scenario.file is None:
        return f"a game has neither checks nor a baseline: write a scenario (balancer new {scenario.game.name})"
    old = baselines.orphans(scenario)
    hint = f"; {old[0].name} has no scenario: was this one renamed?" if old else ""
    return f'no checks and no baseline; write checks:, or accept the present figures with --accept "why"{hint}'


def _drift_claims(
    scenario: Scenario, baseline: Baseline, settings: Sequence[CheckedSetting]
) -> tuple[list[Claim], list[Claim], list[str]]:
    """Return claims that accepted figures have not moved, claims on new figures, and notes on removed ones."""
    claims, new = [], []
    lost = [] if baselines.collapsed(baseline, scenario) else baselines.removed_cells(baseline, settings)
    names = some([axes_name(axes) for axes in lost])
    removed = [f"accepted, but no longer in the sweep: {names}"] if lost else []
    for setting in settings:
        accepted, before = baseline.of(setting), baselines.setting_as_accepted(baseline, scenario, setting)
        figures = accepted.figures if accepted is not None else {}
        for name, then in figures.items():
            figure = claiming.figure_named(name, setting)
            if figure is None:
                removed.append(f"accepted, but no longer available: {name} ({setting.name})")
                continue
            unit = setting.unit(figure)
            margin = claiming.margin_of(scenario, figure, unit, then.value)
            bound = Bound(-margin, margin)
            claims.append(Claim(BASELINE, BASELINE, figure, setting, bound, unit, accepted=then, before=before))
        new += [
            Claim(BASELINE, BASELINE, figure, setting, Bound(), setting.unit(figure))
            for figure in claiming.headline_figures(scenario, setting.cell.lineup, setting.offers)
            if figure.name not in figures
        ]
    return claims, new, removed
