"""Write docs/metrics.md from the catalogue of metrics: ``python docs/make_metrics.py``."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.metric import STATISTICS, Metric
from balancer.analysis.intervals import sequential

PAGE = pathlib.Path(__file__).parent / "metrics.md"

HEAD = """# Metrics

Written by `python docs/make_metrics.py` from the catalogue (`balancer/analysis/estimates/catalogue/`); do not edit.
`balancer metrics GAME` prints the names that a game offers, its own figures among them.

## Notation

Games g = 0 .. N − 1, n players. A seat's **credit** in a game is its part of the victory: 1 for the only winner,
split equally among several, 0 where nobody wins; p_s is the mean credit of seat s. Nobody wins a game that was cut
off; it stays in every denominator.

t = 1 .. T are the complete rounds of a game. A player's **standing** after a round is defined in each game's
`rulebook.md`; in a plain file it is the score (minus the score where the lowest wins), unless the file says
otherwise. The **leader** has the highest standing. In a tie the old leader stays if among the tied, else the
lowest seat leads. ρ ranks players; tied players get their mean rank. Metrics 8–12 are defined for games with exactly
one winner and at least two rounds; the number of these games is shown. If one player loses and all others win, they
describe the loser: "leading" then means being last, and every text says so.

## How sure is a figure?

Every figure has a standard error or an interval, and the number of games behind it. **The unit is always the game**:
seats of one game depend on each other, games don't. All sums are whole numbers, exact at any size.

| of | method |
| --- | --- |
| shares of games | Wilson's score interval (Wilson 1927); of rare events the exact binomial limit on the side of the end (Brown, Cai & DasGupta 2001, 4.1.1; Clopper & Pearson 1934) |
| shares of credit, victories shared | Wilson's with the effective number of games n p (1 − p) / s², s² the variance of the credit, with one all-or-nothing game added; plain Wilson if victories are never shared |
| credit of a persona or of holders of a part, several seats a game | ratio of sums over games (delta method; Cochran 1977, 6.4), turned into Wilson's with the effective number of games; where the share is 0 or 1, (Σm)² / Σm² games (Kish 1965) |
| means | three moments (a gamma distribution, exact for rare jumps of one size, normal in the limit), with an extreme game added at one end and one taken away at the other (Fay & Feuer 1997); `balancer/analysis/intervals/mean_intervals.py` |
| branching and other ratios | ratio of sums over games (delta method; Cochran 1977, 6.4) |
| differences between seats | Agresti & Min (2005) for matched proportions: the covariance within a game is in it |
| quantiles | order statistics with binomial ranks; nothing is assumed about the shape (David & Nagaraja 2003, 7.1). A quantile is the smallest value that is enough (type 1 of Hyndman & Fan 1996) |
| standard deviation, coefficient of variation | as for means, of the squared deviations; ten games at least. If a game may be endless, with one game added that `max_rounds` cuts off |
| entropy | least and largest entropy within simultaneous intervals of the shares |

**Intervals of one metric are simultaneous**: those of all seats contain all true values with the stated confidence, and
so do those of all personas, endings, parts, kinds of decision or quarters (Bonferroni; for shares: Goodman 1965). A
check of a single one may use its own interval.

With `seating: rotate` the figures of a persona are means over its neighbours. The line-up is repeated until it fills
the seats, M places. They are seated in all their (M − 1)! circular orders, each for M games in which everybody sits
everywhere once. If there are more orders than games, a balanced part of them is played. Rates over such games vary a
little less than over independent games, so intervals are a little wider than necessary, never narrower.

An interval without a bound on one side means: too few games to give it. A figure that is undefined is empty (`null` in
JSON), with the reason.

### Playing until a precision is reached

`precision: 0.2pp` asks for a half-width of the widest simultaneous interval of the seats' win rates. The setting is
judged after {first:,}, {second:,}, {third:,}, … games, at last after `max_games`. Look k spends α / (k (k + 1)) of the
error α. These sum to α, so the intervals of all looks are simultaneous, whenever playing stops. All intervals of such a
setting are given at the confidence of its last look. Threads, chunks and a larger `max_games` do not change an earlier
look.

Games that this takes with four even seats and 95 %: {needed}.

## Statistics

| name | what it is |
| --- | --- |
{statistics}

`cv`, `tail_ratio` and `relative` have no unit.

## The metrics
"""  # noqa: E501 - rows of a table in Markdown

TAIL = """
## A game's own figures

Each game adds figures of its own (`balancer games GAME` lists them). They are metrics by their own names: the mean over
the games in which they are defined, with an interval as for all means (Wilson's if all values are 0 or 1). If its name
is also a metric above, write `extras.` before it. A figure that is more than 0 or 1 also has a spread, quantiles and
shares of games, as lengths have: `contests.p90`, `contests.at least 3`. Pages draw its distribution.

## The arc of a game

`arc.csv`, `arc` in `--json` and the chart "The course of a game" show how a game goes: for each tenth τ of its rounds
(round ⌈τT⌉), over the games for which metrics 8–12 are defined, all of those played in the cell.

| curve | definition |
| --- | --- |
| `leads` | P(the leader after that round wins); 1/n if leading meant nothing; at one half as in `runaway_index` |
| `stays` | P(the winner leads after that round and every later one); the rest of the games is still open there |
| `last` | P(the winner is last there: nobody lower, somebody higher); at one half it is `comeback_rate` |

Compare `leads` with 1/n. Several players may be last at once, mostly early in a game, so one of them may win more often
than 1/n: `last` says where winners come from, not the chance of a single last player.

Where one player loses, the curves describe the loser, as metrics 8–12 do. Uncertainty: Wilson's score interval (of rare
events the exact binomial limit), the ten points of a curve simultaneously.

The curves are shares, not standings, because each game defines its own scale of standings. In a game of fewer than ten
rounds neighbouring points are the same round, and the curves have steps.

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
    """Return the items that a metric has one figure for."""
    if metric.of is None:
        return ""
    kind = "quarter (`of`: 25, 50, 75)" if metric.of == "quarter" else metric.of
    return f", of all together or of each {kind}" if metric.of_optional else f", of each {kind}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
