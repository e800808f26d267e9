"""Metrics: their words, the quantity they rest on, and the map from that to their value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from balancer.analysis.tally import Group, TallyQuantity
from balancer.sides import BANK, TEAMS, TOGETHER

# percent, by the name of the statistic
PERCENTILES = {"p5": 5, "p10": 10, "p25": 25, "median": 50, "p75": 75, "p90": 90, "p95": 95}

# statistics of a whole distribution
DISTRIBUTION = ("mean", "sd", "median", "p5", "p10", "p25", "p75", "p90", "p95", "cv", "tail_ratio")

SPREAD_OUT = DISTRIBUTION[:-2]  # the same without ratios to the mean, for quantities that may be 0 or negative
RATIOS = ("cv", "tail_ratio", "relative")  # statistics without a unit

AT_LEAST = re.compile(r"at[ _]least[ _](-?\d+(?:\.\d+)?)")  # a statistic: the share of games that reach a value

STATISTICS = {  # what each statistic is
    "value": "the metric itself",
    "mean": "mean over games",
    "sd": "standard deviation over games",
    "median": "half of the games don't exceed it",
    **{f"p{percent}": f"{percent} % of the games don't exceed it" for percent in (5, 10, 25, 75, 90, 95)},
    "cv": "coefficient of variation: sd / mean",
    "tail_ratio": "(p90 - p10) / median",
    "per_player": "mean over games, divided by the number of players",
    "relative": "mean, divided by the standard deviation of all scores",
    "at least N": "share of games with that value or a higher one, as in 'at least 3'",
}


def least_of(stat: str) -> float | None:
    """Return the value that games must reach to count in a statistic such as `at least 3`; None for all others."""
    match = AT_LEAST.fullmatch(stat)
    return float(match[1]) if match else None


# Why some metrics are absent, by who wins together
AS_SIDES = {
    TEAMS: "players win as teams: see win_rate",
    TOGETHER: "all win or lose together: see win_rate",
}
NO_RIVALS = {
    TOGETHER: "all win or lose together: there are no rivals",
    BANK: "each player wins or not against the bank: there are no rivals",
}
UNEVEN_TEAMS = "teams differ in size, so that equally good players win as often as the team in most of their seats"

# How uncertainty is computed: sentences that several metrics share.
WILSON = (
    "Wilson's score interval, of rare events the exact binomial limit; simultaneous for the family by Bonferroni "
    "(Goodman 1965)."
)
CREDIT = (
    "Wilson's score interval (of rare events the exact binomial limit) with the effective number of games "
    "n p (1 - p) / s^2 if victories are shared, plain Wilson if not; simultaneous for the family by Bonferroni "
    "(Goodman 1965)."
)
EQUAL = (
    "if nobody wins some games: the figure in the games that somebody wins, times their share; both errors add up "
    "(Zou & Donner 2008)."
)
STUDENT = (
    "Interval of the mean over games from three moments, with one extreme game added and one removed (Fay & Feuer "
    "1997)."
)
RATIO = (
    "Ratio estimator over games (delta method; Cochran 1977, 6.4), one extreme game added, with the effective number "
    "of games (Kish 1965)."
)
ORDER = (
    "Mean, sd, cv: three moments, with one extreme game added and one removed. Quantiles: order statistics (binomial "
    "ranks, no assumption). tail_ratio: from simultaneous intervals of its three quantiles (conservative)."
)
RATIO_CREDIT = (
    "Ratio estimator over games (a game may seat several of the kind), turned into Wilson's interval with the "
    "effective number of games; simultaneous for the family by Bonferroni."
)


class Kind(StrEnum):
    """The computation of a metric from its quantity; each kind has an estimator and an estimator of differences."""

    SHARE = "share"  # games of a kind / games
    SEAT_CREDIT = "seat credit"  # mean credit of a seat
    CREDIT = "credit"  # credit of some seats / number of these seats
    MEAN = "mean"  # mean over the games that have a value
    EFFECT = "effect"  # mean over these games less the mean of `whole` over all others
    RATIO = "ratio"  # sum over games / sum over games
    DISTRIBUTION = "distribution"  # mean, quantiles, spread
    SPREAD = "spread"  # code of its own, as are all below
    FAIRNESS = "fairness"
    SEAT_ENTROPY = "seat entropy"
    PERSONA_ENTROPY = "persona entropy"
    NONE = "none"  # not assessed


class LinearMap(NamedTuple):
    """A linear map from a quantity's figure to the metric's."""

    at: Callable[[float, int, float], float]  # value, players, seconds per decision -> value
    slope: Callable[[int, float], float]  # players, seconds per decision -> slope


ITSELF = LinearMap(lambda value, _n, _pace: value, lambda _n, _pace: 1)
# if somebody won every game; otherwise see `estimators._above_equal`
ABOVE_FAIR = LinearMap(lambda value, n, _pace: value - 1 / n, lambda _n, _pace: 1)
FROM_FAIR_TO_ONE = LinearMap(lambda value, n, _pace: (value - 1 / n) / (1 - 1 / n), lambda n, _pace: 1 / (1 - 1 / n))
COMPLEMENT = LinearMap(lambda value, _n, _pace: 1 - value, lambda _n, _pace: -1)
LOSSES = LinearMap(lambda value, n, _pace: 1 - (n - 1) * value, lambda n, _pace: 1 - n)
PER_PLAYER = LinearMap(lambda value, n, _pace: value / n, lambda n, _pace: 1 / n)
MINUTES = LinearMap(lambda value, _n, pace: value * pace / 60, lambda _n, pace: pace / 60)


class Page(StrEnum):
    """The part of a cell's page section that lists a metric of the game as a whole."""

    FAIRNESS = "how even the seats are"
    PERSONAS = "personas against each other"
    COURSE = "who led when"
    ELSEWHERE = ""


class MetricWords(NamedTuple):
    """Phrases for a metric as the singular subject of a sentence; '' where its title is the phrase."""

    whole: str = ""  # of the game as a whole
    item: str = ""  # of a seat, persona ...; {} stands for its name
    each: str = ""  # of all items, without a name
    one_loses: str = ""  # `whole` in games where one player loses


NO_WORDS = MetricWords()
UNDEFINED = "defined in none of the games"


@dataclass(frozen=True)
class Metric:
    """A metric: one row of the catalogue.

    kind, quantity, line: how its value follows from the tally; a quantity without a member takes it from `of`.
    """

    name: str
    number: int  # in docs/metrics.md; 0: a game's own
    title: str
    meaning: str  # plain English, for designers
    definition: str
    source: str
    uncertainty: str
    unit: str  # share, difference, index, rounds, turns, decisions, options, points, changes, minutes, or a game's own
    kind: Kind = Kind.NONE
    quantity: TallyQuantity | None = None
    whole: TallyQuantity | None = None  # what all games have, where these games are compared with all others
    histogram: str = ""  # name of the distribution in the tally; of a tally by place, what precedes the place's name
    member_prefix: str = ""  # precedes the name of an item in the tally: figures by place are called GROUP.PLACE
    line: LinearMap = ITSELF
    limits: tuple[float, float] | None = None  # to which its interval is cut
    min_players: int = 1
    undefined: str = UNDEFINED  # why it has no value where the quantity never occurred
    of: str | None = None  # seat, persona, ending, part, node, quarter, place: the items it exists for
    of_optional: bool = False  # it exists for the game as a whole, too
    stats: tuple[str, ...] = ("value",)
    stat: str = "value"  # the usual statistic
    words: MetricWords = NO_WORDS
    page: Page = Page.ELSEWHERE
    summary: bool = False  # whether the terminal lists it
    reason: str = ""  # why it is not assessed; '' if it is
    meaning_one_loses: str = ""  # the meaning in games where one player loses and all others win, if it differs
    reason_one_loses: str = ""  # why it is not assessed in such games
    reason_one_wins: str = ""  # why it is not assessed in all others
    absent: Mapping[str, str] = field(default_factory=dict)  # why it is not assessed, by who wins together (`sides`)

    @property
    def per_item(self) -> bool:
        """Whether it exists only per seat, persona ..., not for the game as a whole."""
        return self.of is not None and not self.of_optional

    @property
    def assessed(self) -> bool:
        """Whether this release assesses it at all."""
        return not self.reason

    @property
    def counts_games(self) -> bool:
        """Whether it has a statistic `at least N` for each number N."""
        return bool(self.histogram) and self.line is ITSELF

    @property
    def stats_offered(self) -> tuple[str, ...]:
        """Its statistics as they are listed."""
        return (*self.stats, "at least N") if self.counts_games else self.stats

    @property
    def leads(self) -> bool:
        """Whether it rests on leads, that is, on standings after each round."""
        return self.quantity is not None and self.quantity.group in {Group.LEAD, Group.RUNAWAY, Group.COMEBACKS}

    def quantity_of(self, of: str | None) -> TallyQuantity:
        """Return the quantity of the game as a whole, or of one item."""
        if self.quantity is None:
            raise TypeError(f"{self.name} does not rest on one quantity")
        if self.quantity.member or of is None:
            return self.quantity
        return TallyQuantity(self.quantity.group, self.member_prefix + of)

    def histogram_of(self, item: str | None) -> str:
        """Return the name of the distribution of the game as a whole, or of one item; '' if there is none."""
        return self.histogram if item is None else f"{self.histogram}{item}" if self.per_item else ""

    def unit_of(self, stat: str) -> str:
        """Return the unit of one of its statistics."""
        if least_of(stat) is not None:
            return "share"
        return "ratio" if stat in RATIOS else self.unit

    def reason_in(self, *, one_loses: bool, sides: str) -> str:
        """Return the reason why it is not assessed in such a game; '' if it is."""
        by_sides = self.absent.get(sides, "")
        return self.reason or by_sides or (self.reason_one_loses if one_loses else self.reason_one_wins)

    def meaning_in(self, *, one_loses: bool) -> str:
        """Return the meaning in such a game."""
        return (self.meaning_one_loses if one_loses else "") or self.meaning
