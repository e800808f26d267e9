"""`balancer.seek`: the smallest change of the rules that keeps all checks, as tidy tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from balancer.analysis.sheet import explained
from balancer.api.playing import Answered, Folder, Target, carried_out, loaded
from balancer.questions.seek.even_seats import WITHIN
from balancer.questions.seek.race import Found
from balancer.questions.seek.report import SeekReport
from balancer.questions.seek.study import SeekStudy
from balancer.scenario.yaml_source import from_mapping

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client


@dataclass(frozen=True, repr=False)
class Seeks(Answered):
    """The smallest change that passes, and all candidates."""

    report: SeekReport
    shown: ClassVar[str] = "candidates"

    @property
    def found(self) -> Found:
        """The race, candidate by candidate."""
        return self.report.found

    @property
    def verdict(self) -> str:
        """Pass: the smallest change is known, or the base rules pass; fail: no candidate passes; undecided."""
        return self.found.verdict

    @property
    def smallest(self) -> list[dict[str, Any]]:
        """The new values of the smallest change that passes, by knob; several where they are as small, else []."""
        return [one.candidate.changed for one in self.found.chosen]

    @property
    def answer(self) -> list[str]:
        """The answer in sentences."""
        return self.report.sentences

    @property
    def candidates(self) -> pd.DataFrame:
        """One row per candidate, the smallest change first: values, distance, verdict and the figure that decides."""
        return self.report.frame()

    @property
    def columns(self) -> pd.DataFrame:
        """What every column of the table means."""
        return explained([self.report.sheet])

    def __repr__(self) -> str:
        """The answer."""
        return "\n  ".join([self.found.scenario.title, *self.answer])


def seek(
    scenario: Target,
    *,
    knobs: Iterable[str] | Mapping[str, Any] | None = None,
    even_seats: bool = False,
    within: str | float = WITHIN,
    players: int | None = None,
    lineup: Any = None,
    rules: Mapping[str, Any] | None = None,
    games: int | None = None,
    max_games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
    output: Folder | None = None,
) -> Seeks:
    """Find the smallest change of the rules that keeps all checks of a scenario.

    knobs: what may change in place of the sweep's axes: names, or names with the values to be tried (None: the axis of
    the sweep, else the declared range); even_seats: in place of the checks all seats are to win as often, `within` that
    spread, and the game's head starts may change where nothing else is named; players, lineup, rules: of the base;
    games: on which the change found is confirmed; max_games: of a candidate at most; output: a folder that keeps what
    was played.
    ScenarioError, a ValueError, lists all that is wrong.
    """
    found = loaded(scenario, players=players, lineup=lineup, rules=rules, games=games, seed=seed)
    values = None if knobs is None else _values(knobs)
    study = SeekStudy.of(found, most=max_games, values=values, even_within=within if even_seats else None)
    return Seeks(carried_out(study, jobs=jobs, backend=backend, output=output))


def _values(knobs: Iterable[str] | Mapping[str, Any]) -> dict[str, list[Any] | None]:
    """Names with their values as plain lists; a single value is a list of one."""
    if isinstance(knobs, str):
        return {knobs: None}
    if not isinstance(knobs, Mapping):
        return dict.fromkeys(knobs)
    return {name: None if values is None else _plain(values) for name, values in knobs.items()}


def _plain(values: Any) -> list[Any]:
    several = isinstance(values, Iterable) and not isinstance(values, (str, bytes))
    found: list[Any] = from_mapping({"values": list(values) if several else [values]}).value["values"]
    return found
