"""Write docs/metrics.md from the catalogue of metrics: ``python docs/make_metrics.py``."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.metric import (
    CREDIT,
    EQUAL,
    ORDER,
    RATIO,
    RATIO_CREDIT,
    STATISTICS,
    STUDENT,
    WILSON,
    Metric,
)
from balancer.analysis.intervals import sequential

PAGE = pathlib.Path(__file__).parent / "metrics.md"

HEAD = """# Metrics

Written by `python docs/make_metrics.py` from the catalogue (`balancer/analysis/estimates/catalogue/`); do not edit.
`balancer metrics GAME` prints the names that a game offers, with its own figures and in its own words.

## Notation

There are games g = 0 .. N − 1 and n players. A seat's **credit** in a game is its part of the victory: 1 for the only
winner, split equally among several, 0 where nobody wins. p_s is the mean credit of seat s. Nobody wins a game that was
cut off; it stays in every denominator.

t = 1 .. T are the complete rounds of a game. Each game's `rulebook.md` defines a player's **standing** after a round.
In a plain file it is the score (minus the score where the lowest wins), unless the file says otherwise. The **leader**
has the highest standing. In a tie the old leader stays if among the tied, else the lowest seat leads. ρ ranks players;
tied players get their mean rank.

Metrics 8–12 need exactly one winner and two rounds; the number of such games is shown. Where one player loses and all
others win, metrics of wins count losses, and metrics 8–12 describe the loser: "leading" means being last.

## How sure is a figure?

Every figure has an interval or a standard error, and the number of games behind it. **The unit is always the game**:
seats of one game depend on each other, games don't. All sums are whole numbers, exact at any size.

| figures | method |
| --- | --- |
| shares of games | Wilson's score interval (Wilson 1927); of rare events the exact binomial limit (Brown, Cai & DasGupta 2001, 4.1.1; Clopper & Pearson 1934) |
| shares of credit | Wilson's with the effective number of games n p (1 − p) / s², s² the variance of the credit, with one all-or-nothing game added; plain Wilson if victories are never shared |
| shares less an equal share | those of the share, shifted; if nobody wins some games, those in the games that somebody wins, times their share: both errors add up (Zou & Donner 2008) |
| credit per seat taken | ratio of sums over games, as a game may seat several of the kind, turned into Wilson's; where the share is 0 or 1, (Σm)² / Σm² games (Kish 1965) |
| means | three moments (a gamma distribution, exact for rare jumps of one size), with an extreme game added at one end and one removed at the other (Fay & Feuer 1997) |
| ratios | ratio of sums over games (delta method; Cochran 1977, 6.4), with one extreme game added and the effective number of games (Kish 1965) |
| differences between seats | Agresti & Min (2005) for matched proportions: the covariance within a game is in it |
| quantiles | order statistics with binomial ranks, whatever the shape (David & Nagaraja 2003, 7.1). A quantile is the smallest value that is enough (type 1 of Hyndman & Fan 1996); `tail_ratio` from simultaneous intervals of its three |
| standard deviation, `cv` | as for means, of the squared deviations; ten games at least. If a game may be endless, with one game added that `max_rounds` cuts off |
| entropy | least and largest entropy within simultaneous intervals of the shares |

**Intervals of one metric are simultaneous**: those of all seats contain all true values with the stated confidence. So
do those of all personas, endings, parts, decisions or quarters (Bonferroni; for shares Goodman 1965). A check of a
single one may use its own interval.

With `seating: rotate` the figures of a persona are means over its neighbours: places sit in all their (M − 1)! circular
orders, each for M games in which everybody sits everywhere once. Of more orders than games, a balanced part is played.
Rates over such games vary a little less than over independent games, so intervals are never too narrow.

No bound on one side means: too few games to give it. An undefined figure is empty (`null` in JSON), with the reason.

### Playing until a precision is reached

`precision: 0.2pp` asks for a half-width of the widest simultaneous interval of the seats' win rates. The setting is
judged after {first:,}, {second:,}, {third:,}, … games, at last after `max_games`. Look k spends α / (k (k + 1)) of the
error α. These sum to α, so the intervals of all looks are simultaneous, whenever playing stops. All intervals of such a
setting have the confidence of its last look.

Games that this takes with four even seats and 95 %: {needed}.

## Statistics

| name | what it is |
| --- | --- |
{statistics}

`cv`, `tail_ratio` and `relative` have no unit.

## The metrics
"""  # noqa: E501 - rows of a table in Markdown

# Methods that several metrics share, as the table of methods names them.
METHODS = {
    WILSON: "as for shares of games",
    CREDIT: "as for shares of credit",
    RATIO_CREDIT: "as for credit per seat taken",
    STUDENT: "as for means",
    RATIO: "as for ratios",
    ORDER: "as for means and quantiles",
}
LESS_EQUAL = "where nobody wins some games, as for shares less an equal share."

TAIL = """
## A game's own figures

Each game adds figures of its own (`balancer games GAME` lists them), which are metrics by their own names. Their value
is the mean over the games in which they are defined, with an interval as for means (for shares if all values are 0 or
1). If the name is also a metric above, write `extras.` before it. A figure that is more than 0 or 1 also has a spread,
quantiles and shares of games: `contests.p90`, `contests.at least 3`.

## The arc of a game

`arc.csv`, `arc` in `--json` and the chart "The course of a game" show how a game goes, over the games for which metrics
8–12 are defined. Each tenth τ of the rounds, round ⌈τT⌉, is a point of three curves.

| curve | definition |
| --- | --- |
| `leads` | P(the leader after that round wins); 1/n if leading meant nothing; at one half as in `runaway_index` |
| `stays` | P(the winner leads after that round and every later one); the rest of the games is still open there |
| `last` | P(the winner is last there: nobody lower, somebody higher); at one half it is `comeback_rate` |

Several players may be last at once, so one of them may win more often than 1/n: `last` says where winners come from,
not the chance of a single last player. The ten points of a curve are simultaneous, with intervals as for shares of
games. In a game of fewer than ten rounds neighbouring points are the same round, and the curves have steps.

## Sources

- Agresti, Min (2005), Simple improved confidence intervals for comparing matched proportions, *Stat. Med.* 24.
- Balduzzi, Tuyls, Pérolat, Graepel (2018), Re-evaluating evaluation, *NeurIPS*.
- Brown, Cai, DasGupta (2001), Interval estimation for a binomial proportion, *Statist. Sci.* 16.
- Browne (2008), *Automatic generation and evaluation of recombination games*, thesis, QUT.
- CardStock: Bell, Goadrich (2016), Automated playtesting with RECYCLEd CARDSTOCK, *Game & Puzzle Design* 2.
- Cochran (1977), *Sampling Techniques*, 3rd ed.
- David, Nagaraja (2003), *Order Statistics*, 3rd ed.
- Fay & Feuer (1997), Confidence intervals for directly standardized rates: a method based on the gamma distribution,
  *Stat. Med.* 16, 791–801.
- Goodman (1965), On simultaneous confidence intervals for multinomial proportions, *Technometrics* 7.
- Hyndman, Fan (1996), Sample quantiles in statistical packages, *Amer. Statist.* 50.
- Kish (1965), *Survey Sampling*.
- Lan, DeMets (1983), Discrete sequential boundaries for clinical trials, *Biometrika* 70.
- Ludii: Piette et al. (2020), Ludii – the ludemic general game system, *ECAI*.
- Omidshafiei et al. (2019), α-Rank: multi-agent evaluation by evolution, *Sci. Rep.* 9.
- TAG: Gaina et al. (2020), TAG: a tabletop games framework, *AIIDE workshops*.
- Wilson (1927), Probable inference, the law of succession, and statistical inference, *JASA* 22.
"""


def page() -> str:
    """Return the whole page."""
    statistics = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in STATISTICS.items())
    first, second, third = list(sequential.looks(2**40))[:3]
    looks = {"first": first, "second": second, "third": third, "needed": needed()}
    entries = "\n".join(line for metric in CATALOGUE.values() for line in entry(metric))
    return HEAD.format(statistics=statistics, **looks) + entries + "\n" + TAIL


def needed() -> str:
    """Return how many games some precisions take."""
    return ", ".join(f"{games_for(width):,} for {100 * width:.1f} pp" for width in (0.01, 0.005, 0.002, 0.001))


def games_for(width: float) -> int:
    """Return the games after which four even seats are known to that half-width."""
    for look, games in enumerate(sequential.looks(2**40), start=1):
        tally = {
            "games": games,
            "credit": [games // 4] * 4,
            "credit_products": [[games // 4] * 4] * 4,
            "credit_unit": 1,
        }
        if sequential.half_width(tally, 0.95, look) <= width:
            return games
    raise AssertionError


def entry(metric: Metric) -> Iterator[str]:
    """Yield the lines of one metric."""
    yield f"\n### {metric.number}. `{metric.name}`: {metric.title}\n"
    yield f"{metric.meaning} Unit: {metric.unit}{of_each(metric)}.{statistics_of(metric)}"
    yield ""
    if not metric.assessed:
        yield f"- **Not assessed:** {metric.reason}."
    yield f"- Definition: {metric.definition}"
    if metric.reason_one_loses:
        yield f"- Not where {metric.reason_one_loses}"
    if metric.assessed:
        yield f"- Uncertainty: {METHODS.get(metric.uncertainty, metric.uncertainty).replace(EQUAL, LESS_EQUAL)}"
    if metric.source not in {"-", "standard"}:
        yield f"- Source: {metric.source}"


def statistics_of(metric: Metric) -> str:
    """Return a sentence with the statistics of a metric; '' if it has one."""
    if len(metric.stats) == 1:
        return ""
    return f" Statistics: {', '.join(f'`{stat}`' for stat in metric.stats)}; `{metric.stat}` if none is named."


def of_each(metric: Metric) -> str:
    """Return the items that a metric has one figure for."""
    if metric.of is None:
        return ""
    kind = "quarter (`of`: 25, 50, 75)" if metric.of == "quarter" else metric.of
    return f", of all together or of each {kind}" if metric.of_optional else f", of each {kind}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
