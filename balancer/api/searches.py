"""`balancer.exploit` and `balancer.tune`: habits that beat a table, as tidy tables."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from balancer.api.playing import Answered, Target, loaded, open_runner
from balancer.players import exploit as searches
from balancer.players import position_worth as position_worths
from balancer.players import tournament, tuning
from balancer.reporting.reports import position_worth_report, tuning_report
from balancer.scenario.resolved import Scenario, usual_games

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client

    from balancer.players.exploit import Exploit, Tuned
    from balancer.players.position_worth import PositionWorth
    from balancer.players.tuning import Response


def _row(response: Response) -> dict[str, Any]:
    """The shares of a search as columns."""
    held, known, gain = response.held_out, response.incumbent_share, response.gain
    return {
        "base": response.base,
        "fair": response.fair,
        "in_sample": response.in_sample,
        "held_out": held.value,
        "held_out_se": held.se,
        "incumbent": response.incumbent,
        "incumbent_share": known.value,
        "incumbent_se": known.se,
        "gain": gain.value,
        "gain_se": gain.se,
        "kept": response.kept,
        "exploitability": response.exploitability.value,
    }


class Searched(Answered):
    """What all searches have; found: the search, of a scenario as resolved."""

    found: Any

    @property
    def scenario(self) -> Scenario:
        """As resolved."""
        resolved: Scenario = self.found.scenario
        return resolved

    def to_json(self) -> dict[str, Any]:
        """What the command of that name writes with ``--json``."""
        content: dict[str, Any] = self.found.to_json()
        return content


@dataclass(frozen=True, repr=False)
class Exploits(Searched):
    """What the best habits found win against a table; found: the search, with the persona."""

    found: Exploit
    shown: ClassVar[str] = "shares"

    @property
    def exploitability(self) -> float:
        """Share of the best player found, held out, less that of equals."""
        return self.found.exploitability.value

    @functools.cached_property
    def shares(self) -> pd.DataFrame:
        """One row: shares of the habits found and of the best persona, with their standard errors."""
        import pandas as pd

        return pd.DataFrame([_row(self.found.response)])

    @property
    def habits(self) -> dict[str, int]:
        """The habits found."""
        return dict(self.found.response.persona.habits)

    def __repr__(self) -> str:
        """What ``balancer exploit`` prints."""
        return "\n".join(tuning_report.exploit_words(self.found))


@dataclass(frozen=True, repr=False)
class Tunings(Searched):
    """Personas tuned against each other, round by round; found: the searches."""

    found: Tuned
    shown: ClassVar[str] = "rounds"

    @property
    def settled(self) -> bool:
        """Whether the last round gained nothing."""
        return self.found.settled

    @functools.cached_property
    def rounds(self) -> pd.DataFrame:
        """One row per round: shares of the habits found and of the best persona, with their standard errors."""
        import pandas as pd

        return pd.DataFrame([{"name": one.name, **_row(one.response)} for one in self.found.rounds])

    @property
    def personas(self) -> dict[str, dict[str, Any]]:
        """The personas found, as ``personas=`` of the other functions takes them."""
        return {
            one.name: {"base": self.found.base_of(one).name, "habits": dict(one.response.persona.habits)}
            for one in self.found.found
        }

    def yaml(self) -> str:
        """The personas found, to paste into a scenario; '' if there are none."""
        return self.found.yaml()

    def __repr__(self) -> str:
        """What ``balancer tune`` prints."""
        return "\n".join(tuning_report.tuned_words(self.found))

    def to_json(self) -> dict[str, Any]:
        """What ``balancer tune --json`` writes."""
        return {**self.found.to_json(), "yaml": self.yaml()}


def exploit(
    scenario: Target,
    *,
    players: int | None = None,
    lineup: Any = None,
    rules: Mapping[str, Any] | None = None,
    personas: Mapping[str, Any] | None = None,
    variant: str = "",
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
) -> Exploits:
    """Search for habits that win most in one player's place at a table, confirmed on games held out.

    variant: by its rules and line-up; games: of the confirmation, 40 000 by default, the search scales.
    ScenarioError, also where the game has no habits.
    """
    found, stop = _setting(scenario, variant, players=players, lineup=lineup, rules=rules, personas=personas, seed=seed)
    with open_runner(jobs=jobs, backend=backend, store=None) as runner:
        return Exploits(searches.exploit(found, stop, runner, tuning.scaled(games, found.game)))


def tune(
    scenario: Target,
    *,
    persona: str = "",
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    personas: Mapping[str, Any] | None = None,
    variant: str = "",
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
) -> Tunings:
    """Search for better habits, round by round, against the mixture on which the personas known so far settle.

    persona: the only one to start from, all by default; variant, games: as in `exploit`.  ScenarioError.
    """
    found, stop = _setting(scenario, variant, players=players, rules=rules, personas=personas, seed=seed)
    with open_runner(jobs=jobs, backend=backend, store=None) as runner:
        return Tunings(searches.tune(found, stop, runner, persona, tuning.scaled(games, found.game)))


@dataclass(frozen=True, repr=False)
class PositionWorths(Searched):
    """What a position is worth to a seat; found: the fits."""

    found: PositionWorth
    shown: ClassVar[str] = "weights"

    @functools.cached_property
    def weights(self) -> pd.DataFrame:
        """What one of each quantity is worth, a row per target (score, win) and quantity, with its interval."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"target": target, "name": name, "value": one.value, "low": one.low, "high": one.high}
                for target, fit in self.found.fits.items()
                for name, one in fit.weights.items()
            ]
        )

    def __repr__(self) -> str:
        """What was played; the table has the rest."""
        return f"{position_worth_report.played_words(self.found)}\n  table: .weights"


def position_worth(
    scenario: Target,
    *,
    players: int | None = None,
    lineup: Any = None,
    rules: Mapping[str, Any] | None = None,
    personas: Mapping[str, Any] | None = None,
    variant: str = "",
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
) -> PositionWorths:
    """What a point of the standing, and whatever else a game names, is worth at the end of a round.

    By least squares of the final score, and of the win; games: 4000 by default.  ScenarioError: too few positions.
    """
    found, stop = _setting(scenario, variant, players=players, lineup=lineup, rules=rules, personas=personas, seed=seed)
    count = games or usual_games(found.game, position_worths.GAMES, is_plain=True)
    with open_runner(jobs=jobs, backend=backend, store=None) as runner:
        return PositionWorths(position_worths.position_worth(found, stop, runner, count))


def _setting(scenario: Target, variant: str, **changes: Any) -> tuple[Scenario, tournament.Stop]:
    """The scenario with those changes, and the setting that is played."""
    found = loaded(scenario, **changes)
    return found, tournament.stops(found, [variant] if variant else [])[-1]
