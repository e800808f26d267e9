"""Write docs/metrics.md from the catalogue of metrics: ``python docs/make_metrics.py``."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

from balancer.analysis.catalogue import CATALOGUE
from balancer.analysis.intervals import sequential
from balancer.analysis.metric import STATISTICS, Metric

PAGE = pathlib.Path(__file__).parent / "metrics.md"

HEAD = """# Metrics

Written by `python docs/make_metrics.py` from the catalogue (`balancer/analysis/catalogue/`); do not edit.
`balancer metrics GAME` prints the names that a game offers, its own figures among them.

## Notation

Games g = 0 .. N − 1, n players. A seat's **credit** in a game is its part of the victory: 1 for the only winner,
split equally among several, 0 where nobody wins; p_s is the mean credit of seat s. A game that was cut off is won by
nobody and stays in every denominator.

t = 1 .. T are the complete rounds of a game. The **standing** of a player after a round is what each game's
`rulebook.md` says; in a plain file it is the score, or minus the score where the lowest wins, unless the file says
otherwise. The **leader** has the highest standing; a tie keeps the old leader if among the tied, else the
lowest seat leads. ρ ranks tied players alike (mean rank). Metrics 8–12 are defined for games with exactly one winner
and two rounds at least; the number of games they rest on is shown. Where one player loses and all others
win, they describe the loser: "leading" then means being last, and every text says so.

## How sure is a figure?

Every figure comes with a standard error or an interval and the number of games behind it. **The unit is always the
game**: seats of one game depend on each other, games don't. All sums are of whole numbers, exact at any size.

| of | method |
| --- | --- |
| shares of games | Wilson's score interval (Wilson 1927); of rare events the exact binomial limit on the side of the end (Brown, Cai & DasGupta 2001, 4.1.1; Clopper & Pearson 1934) |
| shares of credit, victories shared | Wilson's with the effective number of games n p (1 − p) / s², s² the variance of the credit, one all-or-nothing game thought added; plain Wilson where victories are never shared |
| credit of a persona or of holders of a part, several seats a game | ratio of sums over games (delta method; Cochran 1977, 6.4), turned into Wilson's with the effective number of games; where the share is 0 or 1, (Σm)² / Σm² games (Kish 1965) |
| means | three moments (a gamma distribution, exact for rare jumps of one size, normal in the limit), an extreme game thought added at one end and one taken away at the other (Fay & Feuer 1997); `balancer/analysis/intervals/mean_intervals.py` |
| branching and other ratios | ratio of sums over games (delta method; Cochran 1977, 6.4) |
| differences between seats | Agresti & Min (2005) for matched proportions: the covariance within a game is in it |
| quantiles | order statistics with binomial ranks; nothing is assumed about the shape (David & Nagaraja 2003, 7.1). A quantile is the smallest value that is enough (type 1 of Hyndman & Fan 1996) |
| standard deviation, coefficient of variation | the same of the squared deviations, in a game that may be endless with one game thought added that `max_rounds` cuts off; ten games at least |
| entropy | least and largest entropy within simultaneous intervals of the shares |

**Intervals of one metric hold simultaneously**: those of all seats contain all true values with the stated confidence, and
so do those of all personas, endings, parts, kinds of decision or quarters (Bonferroni; for shares this is Goodman
1965). A check of a single one may ask for its own interval.

With `seating: rotate` the figures of a persona are means over its neighbours. A table has places: the line-up, repeated
until it fills the seats. M places are seated in all their (M − 1)! circular orders, each for M games in which everybody
sits everywhere once, none again before all have been played; where there are more orders than games, these are a
balanced part of them. Rates over such games vary a little less than rates over games drawn independently, so intervals
are a little wider than they need be; never narrower.

An interval without a bound on one side means that there are too few games to give it. A figure that is undefined is
empty (`null` in JSON), with the reason.

### Playing until a precision is reached

`precision: 0.2pp` asks for a half-width of the widest simultaneous interval of the seats' win rates. The cell is looked
at after {first:,}, {second:,}, {third:,}, … games, at last after `max_games`. Look k spends α / (k (k + 1)) of the
error α; as these sum to α, the intervals of all looks hold simultaneously, whenever playing stops. All intervals of such a
cell are given at the confidence of its last look. Neither threads nor chunks nor a larger `max_games` change an
earlier look.

Games that takes with four even seats and 95 %: {needed}.

## Statistics

| name | what it is |
| --- | --- |
{statistics}

`cv`, `tail_ratio` and `relative` have no unit.

## The metrics
"""  # noqa: E501 - rows of a table in Markdown

TAIL = """
## A game's own figures

Each game adds figures of its own (`balancer games GAME` lists them). They are metrics by their own names: mean over the
games in which they are defined, its interval as of all means, or Wilson's where all values are 0 or 1. A figure named
as one of the metrics above is reached with `extras.` before its name, which may stand before any of them.

## The arc of a game

`arc.csv`, `arc` in `--json` and the chart "The course of a game" show how a game goes: for each tenth τ of its rounds
(round ⌈τT⌉), over the games for which metrics 8–12 are defined, all of those played in the cell.

| curve | definition |
| --- | --- |
| `leads` | P(the leader after that round wins); 1/n if leading meant nothing; at one half as in `runaway_index` |
| `stays` | P(the winner leads after that round and every later one); the rest of the games is still open there |
| `last` | P(the winner is last there: nobody lower, somebody higher); at one half it is `comeback_rate` |

`leads` is the chance of the one who leads, to be compared with 1/n. Several may be last at once, early in a game above
all, so that one of them wins more often than 1/n: `last` says where winners come from, not what a single last one may
hope for.

Where one player loses, the curves describe the loser, as metrics 8–12 do. Uncertainty: Wilson's score interval (of rare
events the exact binomial limit), the ten points of a curve simultaneously.

The curves compare places, not standings, whose scale each game defines for itself: a chance to win means the same in
every game. The mean rank of the winner has no curve of its own: of three players
or fewer it follows from the other two (ρ = (1 + leads − last) / 2 but for ties), of more it says little else, in a
unit that has to be explained. Nor has the rate of lead changes: a game of fewer than ten rounds has tenths in which no
round ends, so that changes per tenth show the grid, not the game; `stays` shows how much is still open without that.
In such games neighbouring points are the same round, and the curves have steps.

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
    """The whole page."""
    statistics = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in STATISTICS.items())
    first, second, third = list(sequential.looks(2**40))[:3]
    looks = {"first": first, "second": second, "third": third, "needed": needed()}
    entries = "\n".join(line for metric in CATALOGUE.values() for line in entry(metric))
    return HEAD.format(statistics=statistics, **looks) + entries + "\n" + TAIL


def needed() -> str:
    """How many games some precisions take."""
    return ", ".join(f"{games_for(width):,} for {100 * width:.1f} pp" for width in (0.01, 0.005, 0.002, 0.001))


def games_for(width: float) -> int:
    """Games after which four even seats are known to that half-width."""
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
    """One metric."""
    yield f"\n### {metric.number}. `{metric.name}`: {metric.title}\n"
    yield metric.meaning
    if metric.meaning_one_loses:
        yield f"Where one player loses: {metric.meaning_one_loses[0].lower()}{metric.meaning_one_loses[1:]}"
    yield ""
    if not metric.assessed:
        yield f"- **Not assessed:** {metric.reason}."
    yield f"- Definition: {metric.definition}"
    yield f"- Unit: {metric.unit}{of_each(metric)}"
    if len(metric.stats) > 1:
        yield f"- Statistics: {', '.join(f'`{stat}`' for stat in metric.stats)}; `{metric.stat}` if none is named"
    if metric.reason_one_loses:
        yield f"- Not where {metric.reason_one_loses}"
    if metric.assessed:
        yield f"- Uncertainty: {metric.uncertainty}"
    if metric.source != "-":
        yield f"- Source: {metric.source}"


def of_each(metric: Metric) -> str:
    """What there is one of each of."""
    if metric.of is None:
        return ""
    kind = "quarter (`of`: 25, 50, 75)" if metric.of == "quarter" else metric.of
    return f", of all together or of each {kind}" if metric.of_optional else f", of each {kind}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
