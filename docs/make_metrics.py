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
This page has the definitions. `balancer metrics GAME` lists the metrics of a game in plain words, with its own figures;
`balancer metrics GAME METRIC` explains one.

## Notation

n: the number of players. A seat's **credit** in a game is its part of the victory: 1 for the only winner, split equally
among several, 0 where nobody wins. p_s: the mean credit of seat s. Nobody wins a game that was cut off; it stays in
every denominator. An **equal share** is (games that somebody wins) / games / n.

t = 1 .. T: the complete rounds of a game. Each game's `rulebook.md` defines a player's **standing** after a round.
In a plain file it is the score (minus the score where the lowest wins), unless the file says otherwise. The **leader**
has the highest standing; in a tie the old leader if among the tied, else the lowest seat. ρ ranks players from 0 (last)
to 1; tied players get their mean rank.

Where one player loses and all others win, metrics of wins count losses, and metrics 8–12 describe the loser: "leading"
means being last.

## How sure is a figure?

Every figure has an interval or a standard error, and the number of games behind it. **The unit is the game**: seats of
one game depend on each other, games don't. The tables below name these methods.

| method | how it works |
| --- | --- |
| shares of games | Wilson's score interval (1927); for rare events the exact binomial limit (Brown, Cai & DasGupta 2001, 4.1.1; Clopper & Pearson 1934) |
| shares of credit | Wilson's with the effective number of games n p (1 − p) / s², s² the variance of the credit, with one all-or-nothing game added; plain Wilson if victories are never shared |
| shares less an equal share | that of the share, shifted; if nobody wins some games, that in the games that somebody wins, times their share: both errors add up (Zou & Donner 2008) |
| credit per seat taken | ratio of sums over games, as a game may seat several of the kind, turned into Wilson's; where the share is 0 or 1, (Σm)² / Σm² games (Kish 1965) |
| means | three moments (a gamma distribution, exact for rare jumps of one size), with an extreme game added at one end and one removed at the other (Fay & Feuer 1997) |
| ratios | ratio of sums over games (delta method; Cochran 1977, 6.4), with one extreme game added and the effective number of games (Kish 1965) |
| differences between seats | Agresti & Min (2005) for matched proportions: the covariance within a game is in it |
| quantiles | order statistics with binomial ranks (David & Nagaraja 2003, 7.1). A quantile is the smallest value that is enough (type 1 of Hyndman & Fan 1996); `tail_ratio` from simultaneous intervals of its three |
| standard deviation, `cv` | as for means, of the squared deviations; ten games at least. If a game may be endless, with one game added that `max_rounds` cuts off |

**Intervals of one metric are simultaneous**: those of all seats (personas, endings, parts, decisions, quarters) contain
all true values with the stated confidence (Bonferroni; for shares Goodman 1965). A check of one may use its own.

With `seating: rotate` M places sit in all (M − 1)! circular orders, each for M games in which everybody sits everywhere
once; if there are more orders than games, in a balanced part of them. Such rates vary a little less than over
independent games, so intervals are never too narrow.

No bound on one side means: too few games to give it. An undefined figure is empty (`null` in JSON), with the reason.

`precision: 0.2pp` asks for a half-width of the widest simultaneous interval of the seats' win rates. The setting is
judged after {first:,}, {second:,}, {third:,}, … games, at last after `max_games`. Look k spends α / (k (k + 1)) of the
error α, so the intervals hold whenever playing stops. Four even seats at 95 % take {needed}.

## Statistics

| name | what it is |
| --- | --- |
{statistics}

`cv`, `tail_ratio` and `relative` have no unit. *Distribution* below means all of these as far as `tail_ratio`; *without
ratios*: without `cv` and `tail_ratio`. If you name none, you get `mean`.

## The metrics

`balancer metrics` prints their units. `balancer tournament` plays the tournament that some metrics need;
`balancer exploit` makes the search.
"""  # noqa: E501 - rows of a table in Markdown

# Sections of the page: the title, the numbers of its metrics, and what their definitions do not say.
SECTIONS = (
    ("Seats and sides", range(1, 5), ""),
    (
        "Personas",
        range(5, 8),
        "In points, or without rivals, `exploitability` is what is gained over the line-up itself.",
    ),
    (
        "Who led when",
        range(8, 13),
        "Defined for games with exactly one winner and at least two rounds; the number of such games is shown.",
    ),
    ("Decisions", range(14, 15), "A node is a kind of decision. The decisions of all players count together."),
    ("Length and endings", range(15, 17), "Unfinished games count with the rounds that they lasted."),
    ("Scores", range(17, 18), ""),
    (
        "Parts and skill",
        range(18, 21),
        "A lift is no causal effect but a hint: having a part also depends on how long and how well a player plays.",
    ),
)

# Methods that several metrics share, as the table of methods names them.
METHODS = {
    WILSON: "shares of games",
    CREDIT: "shares of credit",
    RATIO_CREDIT: "credit per seat taken",
    STUDENT: "means",
    RATIO: "ratios",
    ORDER: "means and quantiles",
}
SHIFTED = re.compile(rf"As \w+, shifted; {re.escape(EQUAL)}")
EQUAL_SHARE = re.compile(r"\(games that somebody wins\) / games / n\b")
SHORTER = {TOURNAMENT: "from a tournament", EXPLOIT: "from a search"}

TAIL = """
## A game's own figures

Each game adds figures of its own (`balancer games GAME` lists them). The value is the mean over the games in which the
figure is defined, with the interval of means, or of shares if all values are 0 or 1. If the name is also a metric
above, write `extras.` before it. Other values also have a spread, quantiles and shares of games: `contests.p90`,
`contests.at least 3`.

## The arc of a game

`arc.csv`, `arc` in `--json` and the chart "The course of a game" cover the games for which metrics 8–12 are defined.
Each tenth τ of the rounds, round ⌈τT⌉, is a point of three curves, with simultaneous intervals as for shares of games.

| curve | definition |
| --- | --- |
| `leads` | P(the leader after that round wins); 1/n if leading meant nothing; at one half as in `runaway_index` |
| `stays` | P(the winner leads after that round and every later one); the rest of the games is still open there |
| `last` | P(the winner is last there: nobody lower, somebody higher); at one half it is `comeback_rate` |

Several players may be last at once, so `last` says where winners come from, not the chance of a single last player. In
a game of fewer than ten rounds curves have steps.

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
    first, second, third = list(sequential.looks(2**40))[:3]
    looks = {"first": first, "second": second, "third": third, "needed": needed()}
    sections = "\n".join(line for title, numbers, note in SECTIONS for line in section(title, numbers, note))
    return HEAD.format(statistics="\n".join(statistics()), **looks) + sections + "\n" + TAIL


def statistics() -> Iterator[str]:
    """Yield the rows of the table of statistics; all percentiles share one."""
    percentiles = [name for name in STATISTICS if re.fullmatch(r"p\d+", name)]
    for name, meaning in STATISTICS.items():
        if name == percentiles[0]:
            yield f"| {', '.join(f'`{other}`' for other in percentiles)} | {meaning}, and so on |"
        elif name not in percentiles:
            yield f"| `{name}` | {meaning} |"


def section(title: str, numbers: range, note: str) -> Iterator[str]:
    """Yield the lines of the metrics with these numbers."""
    yield f"\n### {numbers[0]}–{numbers[-1]}. {title}\n" if len(numbers) > 1 else f"\n### {numbers[0]}. {title}\n"
    if note:
        yield f"{note}\n"
    yield "| metric | definition | interval |"
    yield "| --- | --- | --- |"
    yield from (entry(metric) for metric in CATALOGUE.values() if metric.number in numbers)


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


def entry(metric: Metric) -> str:
    """Return the row of one metric; of an index also what its values mean, which formulas rarely tell."""
    meaning = f"*{metric.meaning}* " if metric.unit == "index" else ""
    definition = f"{EQUAL_SHARE.sub('equal share', metric.definition)}{source_of(metric)}"
    absent = f"; not where {metric.reason_one_loses.partition(':')[0]}" if metric.reason_one_loses else ""
    interval = uncertainty_of(metric) if metric.assessed else SHORTER.get(metric.reason, f"none: {metric.reason}")
    cells = (f"`{metric.name}`{of_each(metric)}{statistics_of(metric)}", f"{meaning}{definition}{absent}", interval)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def uncertainty_of(metric: Metric) -> str:
    """Return how the metric's intervals are computed, with the names of methods that the page explains."""
    text = SHIFTED.sub("shares less an equal share", metric.uncertainty)
    for method, name in METHODS.items():
        text = text.replace(method, f"{name}.")
    return (text if text.startswith("Wilson") else text[0].lower() + text[1:]).rstrip(".")


def source_of(metric: Metric) -> str:
    """Return the source of a definition in brackets; '' if it has none."""
    return "" if metric.source in {"-", "standard", "this project"} else f" ({metric.source})"


def statistics_of(metric: Metric) -> str:
    """Return the statistics of a metric, as the page names them; '' if it has one."""
    if len(metric.stats) == 1:
        return ""
    for name, shared in (("distribution", DISTRIBUTION), ("distribution without ratios", SPREAD_OUT)):
        if metric.stats[: len(shared)] == shared:
            return "; " + ", ".join([name, *(f"`{stat}`" for stat in metric.stats[len(shared) :])])
    return "; " + ", ".join(f"`{stat}`" for stat in metric.stats)


def of_each(metric: Metric) -> str:
    """Return the items that a metric has one figure for."""
    if metric.of is None:
        return ""
    kind = "quarter (`of`: 25, 50, 75)" if metric.of == "quarter" else metric.of
    return f", of all together or of each {kind}" if metric.of_optional else f", of each {kind}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
