"""Write docs/metrics.md from the catalogue of metrics: ``python docs/make_metrics.py``."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator

from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.catalogue.seats_and_personas import EXPLOIT, TOURNAMENT
from balancer.analysis.estimates.metric import (
    CREDIT,
    DISTRIBUTION,
    EQUAL,
    ORDER,
    RATIO,
    RATIO_CREDIT,
    SPREAD_OUT,
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

n is the number of players. A seat's **credit** in a game is its part of the victory: 1 for the only winner, split
equally among several, 0 where nobody wins. p_s is the mean credit of seat s. Nobody wins a game that was cut off; it
stays in every denominator. An **equal share** is (games that somebody wins) / games / n.

t = 1 .. T are the complete rounds of a game. Each game's `rulebook.md` defines a player's **standing** after a round.
In a plain file it is the score (minus the score where the lowest wins), unless the file says otherwise. The **leader**
has the highest standing. In a tie the old leader stays if among the tied, else the lowest seat leads. ρ ranks players;
tied players get their mean rank.

Metrics 8–12 need exactly one winner and two rounds; the number of such games is shown. Where one player loses and all
others win, metrics of wins count losses, and metrics 8–12 describe the loser: "leading" means being last.

## How sure is a figure?

Every figure has an interval or a standard error, and the number of games behind it. **The unit is always the game**:
seats of one game depend on each other, games don't. The lists below name these methods.

| method | how it works |
| --- | --- |
| shares of games | Wilson's score interval (1927); for rare events the exact binomial limit (Brown, Cai & DasGupta 2001, 4.1.1; Clopper & Pearson 1934) |
| shares of credit | Wilson's with the effective number of games n p (1 − p) / s², s² the variance of the credit, with one all-or-nothing game added; plain Wilson if victories are never shared |
| shares less an equal share | that of the share, shifted; if nobody wins some games, that in the games that somebody wins, times their share: both errors add up (Zou & Donner 2008) |
| credit per seat taken | ratio of sums over games, as a game may seat several of the kind, turned into Wilson's; where the share is 0 or 1, (Σm)² / Σm² games (Kish 1965) |
| means | three moments (a gamma distribution, exact for rare jumps of one size), with an extreme game added at one end and one removed at the other (Fay & Feuer 1997) |
| ratios | ratio of sums over games (delta method; Cochran 1977, 6.4), with one extreme game added and the effective number of games (Kish 1965) |
| differences between seats | Agresti & Min (2005) for matched proportions: the covariance within a game is in it |
| quantiles | order statistics with binomial ranks, whatever the shape (David & Nagaraja 2003, 7.1). A quantile is the smallest value that is enough (type 1 of Hyndman & Fan 1996); `tail_ratio` from simultaneous intervals of its three |
| standard deviation, `cv` | as for means, of the squared deviations; ten games at least. If a game may be endless, with one game added that `max_rounds` cuts off |
| entropy | least and largest entropy within simultaneous intervals of the shares |

**Intervals of one metric are simultaneous**: those of all seats (personas, endings, parts, decisions, quarters) contain
all true values with the stated confidence (Bonferroni; for shares Goodman 1965). A check of one may use its own.

With `seating: rotate` a persona's figures are means over its neighbours. M places sit in all (M − 1)! circular orders,
each for M games in which everybody sits everywhere once. If there are more orders than games, a balanced part is played.
Such rates vary a little less than over independent games, so intervals are never too narrow.

No bound on one side means: too few games to give it. An undefined figure is empty (`null` in JSON), with the reason.

### Playing until a precision is reached

`precision: 0.2pp` asks for a half-width of the widest simultaneous interval of the seats' win rates. The setting is
judged after {first:,}, {second:,}, {third:,}, … games, at last after `max_games`. Look k spends α / (k (k + 1)) of the
error α. These sum to α, so the intervals hold whenever playing stops. All intervals of such a setting have the
confidence of its last look. Four even seats at 95 % take these games: {needed}.

## Statistics

| name | what it is |
| --- | --- |
{statistics}

`cv`, `tail_ratio` and `relative` have no unit. *Distribution* below means
{distribution};
*without ratios*: without `cv` and `tail_ratio`. If you name none, you get `mean`.

## The metrics

In italics stands the unit, and whether you get a figure for each seat, persona or other item. `balancer tournament` plays
the tournament that some metrics need; `balancer exploit` makes the search.
"""  # noqa: E501 - rows of a table in Markdown

# Methods that several metrics share, as the table of methods names them.
METHODS = {
    WILSON: "shares of games",
    CREDIT: "shares of credit",
    RATIO_CREDIT: "credit per seat taken",
    STUDENT: "means",
    RATIO: "ratios",
    ORDER: "means and quantiles",
}
LESS_EQUAL = "where nobody wins some games, as for shares less an equal share."
EQUAL_SHARE = re.compile(r"\(games that somebody wins\) / games / n\b")
SHORTER = {TOURNAMENT: "needs a tournament", EXPLOIT: "needs a search"}

TAIL = """
## A game's own figures

Each game adds figures of its own (`balancer games GAME` lists them), which are metrics, too. The value is the mean over
the games in which the figure is defined. Its interval is that of means, or of shares if all values are 0 or 1. If the
name is also a metric above, write `extras.` before it. Other values also have a spread, quantiles and shares of games:
`contests.p90`, `contests.at least 3`.

## The arc of a game

`arc.csv`, `arc` in `--json` and the chart "The course of a game" cover the games for which metrics 8–12 are defined.
Each tenth τ of the rounds, round ⌈τT⌉, is a point of three curves.

| curve | definition |
| --- | --- |
| `leads` | P(the leader after that round wins); 1/n if leading meant nothing; at one half as in `runaway_index` |
| `stays` | P(the winner leads after that round and every later one); the rest of the games is still open there |
| `last` | P(the winner is last there: nobody lower, somebody higher); at one half it is `comeback_rate` |

Several players may be last at once. So `last` says where winners come from, not the chance of a single last player. The
ten points of a curve have simultaneous intervals as shares of games. In a game of fewer
than ten rounds curves have steps.

## Sources

- Agresti, Min (2005), Simple improved confidence intervals for comparing matched proportions, *Stat. Med.* 24.
- Balduzzi, Tuyls, Pérolat, Graepel (2018), Re-evaluating evaluation, *NeurIPS*.
- Brown, Cai, DasGupta (2001), Interval estimation for a binomial proportion, *Statist. Sci.* 16.
- Browne (2008), *Automatic generation and evaluation of recombination games*, thesis, QUT.
- CardStock: Bell, Goadrich (2016), Automated playtesting with RECYCLEd CARDSTOCK, *Game & Puzzle Design* 2.
- Cochran (1977), *Sampling Techniques*, 3rd ed.
- David, Nagaraja (2003), *Order Statistics*, 3rd ed.
- Fay & Feuer (1997), Confidence intervals for directly standardized rates, *Stat. Med.* 16.
- Goodman (1965), On simultaneous confidence intervals for multinomial proportions, *Technometrics* 7.
- Hyndman, Fan (1996), Sample quantiles in statistical packages, *Amer. Statist.* 50.
- Kish (1965), *Survey Sampling*.
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
    distribution = ", ".join(f"`{name}`" for name in DISTRIBUTION)
    return HEAD.format(statistics=statistics, distribution=distribution, **looks) + entries + "\n" + TAIL


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
    title = "" if metric.title == metric.name.replace("_", " ") else f": {metric.title}"
    yield f"\n### {metric.number}. `{metric.name}`{title}\n"
    yield f"{metric.meaning} *{metric.unit}{of_each(metric)}.*{statistics_of(metric)}"
    yield ""
    if not metric.assessed:
        yield f"- **Not assessed:** {SHORTER.get(metric.reason, metric.reason)}."
    yield f"- Definition: {EQUAL_SHARE.sub('equal share', metric.definition)}{source_of(metric)}"
    if metric.assessed:
        yield f"- Interval: {uncertainty_of(metric)}"
    if metric.reason_one_loses:
        yield f"- Not where {metric.reason_one_loses.partition(':')[0]}"


def uncertainty_of(metric: Metric) -> str:
    """Return how the metric's intervals are computed, with the names of methods that the page explains."""
    text = metric.uncertainty.replace(EQUAL, LESS_EQUAL)
    for method, name in METHODS.items():
        text = text.replace(method, f"as for {name}.")
    return text[0].lower() + text[1:]


def source_of(metric: Metric) -> str:
    """Return the source of a definition in brackets; '' if it has none."""
    return "" if metric.source in {"-", "standard", "this project"} else f" ({metric.source})"


def statistics_of(metric: Metric) -> str:
    """Return a sentence with the statistics of a metric; '' if it has one."""
    if len(metric.stats) == 1:
        return ""
    for name, shared in (("Distribution", DISTRIBUTION), ("Distribution without ratios", SPREAD_OUT)):
        if metric.stats[: len(shared)] == shared:
            more = "".join(f", `{stat}`" for stat in metric.stats[len(shared) :])
            return f" {name}{more}."
    return f" Statistics: {', '.join(f'`{stat}`' for stat in metric.stats)}."


def of_each(metric: Metric) -> str:
    """Return the items that a metric has one figure for."""
    if metric.of is None:
        return ""
    kind = "quarter (`of`: 25, 50, 75)" if metric.of == "quarter" else metric.of
    return f", of all together or of each {kind}" if metric.of_optional else f", of each {kind}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
