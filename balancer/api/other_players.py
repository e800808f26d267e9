"""`balancer.robustness`: which conclusions hold where other players sit at the table, as tidy tables."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from balancer.api.playing import Answered, Folder, Target, carried_out, loaded
from balancer.questions.sweep.study import RunStudy, SweepStudy
from balancer.reporting.findings.robustness import Robustness
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import sentence
from balancer.scenario.resolved import Scenario
from balancer.wording import did_you_mean

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client


@dataclass(frozen=True, repr=False)
class OtherPlayers(Answered):
    """Conclusions as set up and among other players; found: the comparison, scenario: as resolved."""

    scenario: Scenario
    found: Robustness
    shown: ClassVar[str] = "conclusions"

    @functools.cached_property
    def conclusions(self) -> pd.DataFrame:
        """One row per conclusion: value and interval as set up (dice), lowest and highest elsewhere (people)."""
        import pandas as pd

        rows = [{**one.to_json(), "where": one.where} for one in self.found.conclusions]
        return pd.DataFrame(rows).drop(columns=["tables"], errors="ignore")

    @property
    def by_table(self) -> pd.DataFrame:
        """One row per conclusion and table, as robustness.csv has them."""
        import pandas as pd

        return pd.DataFrame(self.found.rows())

    @functools.cached_property
    def tables(self) -> pd.DataFrame:
        """Who sat at the other tables, whether these count, and why."""
        import pandas as pd

        return pd.DataFrame(
            [{"table": one.name, "competent": one.competent, "reason": one.reason} for one in self.found.tables]
        )

    def __repr__(self) -> str:
        """What the terminal says below *Other players*."""
        return "\n  ".join([self.found.summary, *self.found.brief])

    def to_json(self) -> dict[str, Any]:
        """What ``balancer sweep --json`` writes as ``robustness``."""
        return self.found.to_json()


def robustness(
    scenario: Target,
    *,
    tables: Sequence[str] = (),
    sweep: bool = True,
    players: int | None = None,
    lineup: str | Sequence[str] | None = None,
    rules: Mapping[str, Any] | None = None,
    personas: Mapping[str, Any] | None = None,
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
    output: Folder | None = None,
) -> OtherPlayers:
    """Play a scenario's sweep, or its base rules, again at tables of other players and draw every conclusion there.

    tables: personas, each of which fills a table of its own; where none are named those of the scenario's
    ``report: robustness``, else all competent ones; a persona that thinks ahead takes part where it is named.
    sweep: False for the base rules alone.  Other tables play a tenth of `games`, 1000 at least.  ScenarioError.
    """
    seated = lineup if lineup is None or isinstance(lineup, str) else list(lineup)
    changes = {"players": players, "lineup": seated, "rules": rules, "personas": personas}
    found = _with_tables(loaded(scenario, **changes, games=games, seed=seed), tables)
    study = SweepStudy.of(found) if sweep and found.axes else RunStudy.of_base(found)
    report = carried_out(study, jobs=jobs, backend=backend, output=output)
    assert report.robustness is not None  # noqa: S101  the scenario wants other tables now
    return OtherPlayers(found, report.robustness)


def _with_tables(scenario: Scenario, names: Sequence[str]) -> Scenario:
    """The scenario with the other tables named, or with those it wants anyway; ScenarioError: an unknown persona."""
    known = list(scenario.base.personas)
    faults = [
        Fault(f"tables: {name}", sentence(f"unknown persona {name!r}", f"allowed: {', '.join(known)}", hint))
        for name in names
        if name not in known
        for hint in [did_you_mean(name, known)]
    ]
    if faults:
        raise ScenarioError(faults)
    wanted = tuple(names) or scenario.report.robustness or ()
    return dataclasses.replace(scenario, report=dataclasses.replace(scenario.report, robustness=wanted))
