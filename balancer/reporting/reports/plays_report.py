"""What plays of real people say of a figure, and who plays like them."""

from __future__ import annotations

from typing import Any, NamedTuple

from balancer.analysis.few_plays import Fit, Held
from balancer.analysis.figure import Figure
from balancer.analysis.sheet import Sheet, column, number
from balancer.reporting import numbers
from balancer.reporting.document.model import Column
from balancer.reporting.findings.real_plays import DIFFERS, FITS, OPEN

UNSEEN = 3
"""An event that none of n plays shows occurs in less than 3 / n of them, at 95%: half of any share's interval."""


class Compared(NamedTuple):
    """A figure of the plays against the tables as set up, and against players who make mistakes as people seem to."""

    name: str
    label: str
    unit: str
    margin: float
    setup: Held
    fitted: Held | None

    @property
    def verdict(self) -> str:
        """Whether it differs from the tables as set up."""
        return verdict(self.setup, self.half, self.margin)

    @property
    def half(self) -> float:
        """Half the width of the interval of the difference from the tables as set up."""
        return _half(self.setup, self.unit)

    @property
    def change(self) -> Figure:
        """The difference from the tables as set up."""
        return Figure.around(self.setup.difference.value, self.half, self.setup.plays)

    @property
    def half_fitted(self) -> float | None:
        """The same of the table that plays most like people."""
        return _half(self.fitted, self.unit) if self.fitted else None

    @property
    def verdict_fitted(self) -> str | None:
        """Whether it differs from the table that plays most like people, too."""
        return verdict(self.fitted, _half(self.fitted, self.unit), self.margin) if self.fitted else None

    @property
    def wanted(self) -> int:
        """How many plays can tell the margin from no difference; two digits."""
        unseen = UNSEEN / self.margin if self.unit == numbers.SHARE else 1.0
        return round(numbers.round_up(max(unseen, self.setup.plays * (self.setup.half / self.margin) ** 2)))


def verdict(held: Held, half: float, margin: float) -> str:
    """Differs, fits within a margin, or neither is known; half: of the interval."""
    if held.differs:
        return DIFFERS
    return FITS if abs(held.difference.value) + half <= margin else OPEN


def _half(held: Held, unit: str) -> float:
    """Half of an interval: of a share that does not differ at least what plays without the event leave open."""
    rare = unit == numbers.SHARE and not held.differs
    return max(held.half, UNSEEN / held.plays) if rare else held.half


class Player(NamedTuple):
    """A table that may play as people do, and its rate of mistakes."""

    name: str
    fit: Fit

    @property
    def words(self) -> str:
        """``builder with 8% mistakes (3 to 15)``."""
        rate = self.fit.rate
        return f"{self.name} with {rate.value:.0%} mistakes ({100 * rate.low:.0f} to {100 * rate.high:.0f})"

    def to_json(self) -> dict[str, Any]:
        """Return it as `--json` prints it."""
        rate = self.fit.rate
        ends = {"rate": rate.value, "low": rate.low, "high": rate.high}
        return {"table": self.name, **ends, "deviance": self.fit.deviance}


class Pace(NamedTuple):
    """How fast people play."""

    seconds: Figure  # of a decision, from so many plays
    minutes: float  # of a game at that pace

    def to_json(self) -> dict[str, Any]:
        """Return it as `--json` prints it."""
        pace = self.seconds
        return {"plays": pace.games, "seconds": pace.value, "low": pace.low, "high": pace.high, "minutes": self.minutes}


COLUMNS = [
    Column("figure"),
    *(Column(heading, number=True) for heading in ("plays", "yours", "simulated", "difference")),
    Column("verdict"),
]
"""Columns of the table that people read."""

FIGURES = Sheet(
    "figures",
    "each figure of the plays, and what is simulated",
    [
        column("figure", "name of the figure, as checks have it", "name"),
        column("unit", "share, points, rounds ..."),
        number("plays", "plays that know it", "setup.plays"),
        number("value", "its mean over these plays", "setup.value"),
        number("simulated", "its mean over games by the same rules, players as set up", "setup.expected"),
        number("difference", "plays less simulation", "change.value"),
        number("half_width", "of the interval of the difference; the intervals of all figures hold together", "half"),
        number("margin", "the difference that counts as none"),
        column("verdict", f"{DIFFERS}, {FITS} (the interval lies within the margin), {OPEN}"),
        number("plays_wanted", "plays that can tell the margin from no difference", "wanted"),
        number(
            "simulated_fitted", "the same as simulated, of the table that plays most like people", "fitted.expected"
        ),
        number("half_width_fitted", "the same as half_width, of that table", "half_fitted"),
        column("verdict_fitted", "the same as verdict, of that table", "verdict_fitted"),
    ],
)
