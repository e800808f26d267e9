"""The effect of a change of rules: every figure of base and variant, their difference and its verdict.

The main table has what the scenario names (headline, `better`, `margins`) and every seat's win rate; the intervals of
its differences hold simultaneously.  The other table has all further metrics; its intervals hold simultaneously among
themselves.  Both by Bonferroni, for one variant at a time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from balancer.analysis.column_docs import COMPARISON
from balancer.analysis.differences import Difference, difference
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.intervals.elementary import critical_z, share_interval
from balancer.analysis.metric_names import Offer, UnknownNameError, names_for, parse, usual_headline
from balancer.analysis.metrics import confidence_of
from balancer.analysis.results import PairResult
from balancer.analysis.verdicts import EQUIVALENT, UNDECIDED, effect, usual_margin
from balancer.wording import plural

if TYPE_CHECKING:
    import pandas as pd

SETTING = ("players", "lineup", "seating", "personas", "resolved", "parts_digest")
"""The fields of a cell that determine its games, except the seed."""

LENGTHS = (FigureRef("rounds", stat="median"), FigureRef("rounds", stat="p90"))
"""Figures that the table of other metrics has beside each metric's usual statistic."""

COUNTS = ("alike", "winner_changed")
"""Shares of pairs that are reported: identical in every figure; with other winners."""


@dataclass(frozen=True)
class Effect:
    """The effect on one figure.

    name: its dotted name; main: whether it belongs to the main table; family: number of intervals that hold
    simultaneously with its own, itself included; margin: the scenario's, or the usual one (`margin_given` tells).
    """

    ref: FigureRef
    offer: Offer
    difference: Difference
    verdict: str
    margin: float
    better: str
    main: bool
    family: int
    margin_given: bool = False

    @property
    def name(self) -> str:
        """The dotted name of the figure."""
        return self.ref.name

    @property
    def stat(self) -> str:
        """The statistic, named even where it is the usual one."""
        return self.ref.stat or self.offer.metric.stat

    @property
    def undecided(self) -> bool:
        """Whether the scenario gives it a margin, and more games may decide whether it is kept."""
        return self.margin_given and self.verdict == UNDECIDED and self.difference.value is not None


def effects(pair: PairResult, report: ReportSpec) -> list[Effect]:
    """Every figure that base and variant have in common, those of the main table first."""
    main = main_figures(pair, report)
    others = [ref for ref in other_figures(pair, report) if ref not in main]
    return [*_effects(pair, report, main, main=True), *_effects(pair, report, others, main=False)]


def main_effects(pair: PairResult, report: ReportSpec) -> list[Effect]:
    """Those of the main table."""
    return list(_effects(pair, report, main_figures(pair, report), main=True))


def _effects(pair: PairResult, report: ReportSpec, refs: Sequence[FigureRef], *, main: bool) -> Iterator[Effect]:
    offers, same = names_for(pair.base), same_rules(pair)
    for ref in refs:
        found = difference(
            pair,
            ref.metric,
            of=ref.of or None,
            stat=ref.stat or None,
            confidence=report.confidence,
            family=len(refs),
            seconds_per_decision=report.seconds_per_decision,
        )
        given, better = report.margin_of(ref), report.better_of(ref)
        margin = usual_margin(found.unit, ref.stat, found.base.value) if given is None else given
        verdict = EQUIVALENT if same else effect(found.interval, margin=margin, better=better)
        yield Effect(ref, offers[ref.metric], found, verdict, margin, better, main, len(refs), given is not None)


def same_rules(pair: PairResult) -> bool:
    """Whether both sides have the same setting, so that their games are identical."""
    base, variant = pair.base, pair.variant
    return all(getattr(base, key) == getattr(variant, key) for key in SETTING)


# Which figures --------------------------------------------------------------------------------------------------------
def main_figures(pair: PairResult, report: ReportSpec) -> list[FigureRef]:
    """The figures of the main table: headline, every seat's win rate, those of `better` and `margins`; each once."""
    offers = common_offers(pair)
    seats = "seat_loss_rate" if pair.base.one_loses else "seat_win_rate"
    headline = report.headline or [
        FigureRef(name) for name in usual_headline(pair.base.lineup, one_loses=pair.base.one_loses)
    ]
    named = [*headline, FigureRef(seats)]
    for dotted in (*report.better, *report.margins):
        try:
            named.append(parse(offers, dotted))
        except UnknownNameError:
            continue  # of a seat or a persona that one side lacks: `unused_names` reports it
    if pair.base.players != pair.variant.players:
        named = [dataclasses.replace(ref, metric=FAIR_OF.get(ref.metric, ref.metric)) for ref in named]
    return list(dict.fromkeys(one for ref in named for one in _common(offers, ref)))


FAIR_OF = {"seat_win_rate": "seat_advantage", "persona_win_rate": "persona_lift"}
"""What is compared where the numbers of players differ: win rates fall with the number of players by themselves."""


def _common(offers: Mapping[str, Offer], ref: FigureRef) -> list[FigureRef]:
    """A figure, or that of each seat, persona ... where none is named; [] where one side lacks it."""
    offer = offers.get(ref.metric)
    if offer is None or offer.reason or (ref.of and ref.of not in offer.of):
        return []
    stat = "" if ref.stat == offer.metric.stat else ref.stat
    return offer.references(ref.of, stat)


def other_figures(pair: PairResult, report: ReportSpec) -> list[FigureRef]:
    """Every metric that both sides have, by its usual statistic, and `LENGTHS`."""
    offers = common_offers(pair)
    paced = report.seconds_per_decision is not None
    names = [name for name in offers if paced or name != "minutes"]
    return [*(ref for name in names for ref in _common(offers, FigureRef(name))), *LENGTHS]


def common_offers(pair: PairResult) -> dict[str, Offer]:
    """The metrics that both sides have, each of the items (seats, personas, parts ...) that both have."""
    mine, theirs = names_for(pair.base), names_for(pair.variant)
    return {
        name: Offer(offer.metric, offer.meaning, tuple(of for of in offer.of if of in theirs[name].of), offer.reason)
        for name, offer in mine.items()
        if name in theirs
    }


def missing(pair: PairResult) -> list[str]:
    """Seats, personas and parts that one side alone has, so that they can't be compared; a phrase per kind and side."""
    phrases = []
    for kind, metric in (("seat", "seat_win_rate"), ("persona", "persona_win_rate"), ("part", "part_lift")):
        mine, theirs = (names_for(side)[metric].of for side in (pair.base, pair.variant))
        for one, other, side in ((mine, theirs, "base"), (theirs, mine, "variant")):
            alone = [name for name in one if name not in other]
            if alone:
                noun = plural(len(alone), kind).partition(" ")[2]
                phrases.append(f"{noun} only in the {side}: {', '.join(alone)}")
    return phrases


def unused_names(pair: PairResult, report: ReportSpec) -> list[str]:
    """Names under `better` and `margins` that one side lacks; a phrase each."""
    offers, phrases = common_offers(pair), []
    for section, names in (("better", report.better), ("margins", report.margins)):
        for dotted in names:
            try:
                parse(offers, dotted)
            except UnknownNameError:
                phrases.append(f"{dotted} ({section}), which one side does not have")
    return phrases


# The games ------------------------------------------------------------------------------------------------------------
class Share(NamedTuple):
    """A share of the pairs, with its interval."""

    value: float
    low: float
    high: float


def share_of_pairs(pair: PairResult, count: str, confidence: float) -> Share:
    """The share of pairs that are `alike`, or had other winners (`winner_changed`), with Wilson's interval."""
    games = pair.pairs["games"]
    value = pair.pairs[count] / games
    low, high = share_interval(value, games, critical_z(confidence_of(pair, confidence)))
    return Share(value, low, high)


# Tables and JSON ------------------------------------------------------------------------------------------------------
def differences_table(pairs: Sequence[PairResult], report: ReportSpec) -> pd.DataFrame:
    """One row per variant and figure, columns as `column_docs.COMPARISON` explains them."""
    import pandas as pd

    rows = [_row(pair.name, one) for pair in pairs for one in effects(pair, report)]
    return pd.DataFrame(rows, columns=list(COMPARISON["differences"]))


def _row(variant: str, one: Effect) -> dict[str, Any]:
    found = one.difference
    return {
        "variant": variant,
        "table": "main" if one.main else "other",
        "figure": one.name,
        "metric": one.ref.metric,
        "of": one.ref.of or None,
        "stat": one.stat,
        "unit": found.unit,
        "base": found.base.value,
        "base_low": found.base.low,
        "base_high": found.base.high,
        "variant_value": found.variant.value,
        "variant_low": found.variant.low,
        "variant_high": found.variant.high,
        "difference": found.value,
        "difference_se": found.se,
        "difference_low": found.low,
        "difference_high": found.high,
        "verdict": one.verdict if found.value is not None else None,
        "margin": one.margin,
        "better": one.better or None,
        "gain": found.gain,
        "games": found.pairs,
        "note": found.note or None,
    }


def pairs_table(pairs: Sequence[PairResult], report: ReportSpec) -> pd.DataFrame:
    """One row per variant, columns as `column_docs.COMPARISON` explains them."""
    import pandas as pd

    return pd.DataFrame([_games_row(pair, report.confidence) for pair in pairs], columns=list(COMPARISON["pairs"]))


def _games_row(pair: PairResult, confidence: float) -> dict[str, Any]:
    known = pair.pairs
    row: dict[str, Any] = {"variant": pair.name, "games": known["games"]}
    for count in COUNTS:
        share = share_of_pairs(pair, count, confidence)
        row |= {count: share.value, f"{count}_low": share.low, f"{count}_high": share.high}
    precision = pair.precision or {}
    return {
        **row,
        "first_apart": known["first_apart"],
        "first_winner_changed": known["first_winner_changed"],
        "looks": precision.get("looks"),
        "half_width": precision.get("half_width"),
    }


def columns_table() -> pd.DataFrame:
    """The meaning of every column of both tables."""
    import pandas as pd

    rows = [(table, name, meaning) for table, columns in COMPARISON.items() for name, meaning in columns.items()]
    return pd.DataFrame(rows, columns=["table", "column", "meaning"])


def all_to_json(scenario: Mapping[str, Any], pairs: Sequence[PairResult]) -> dict[str, Any]:
    """The content of `--json`; scenario: as resolved, plain values; docs/compare.md explains every key."""
    report = ReportSpec.from_json(scenario.get("report") or {})
    return {
        **{key: scenario[key] for key in ("name", "title", "game", "seed")},
        "confidence": report.confidence,
        "variants": [to_json(pair, report) for pair in pairs],
    }


def to_json(pair: PairResult, report: ReportSpec) -> dict[str, Any]:
    """The part of `--json` about one variant; docs/compare.md explains every key."""
    games = _games_row(pair, report.confidence)
    setting = ("players", "lineup", "seating", "rules")
    rows = [_row(pair.name, one) for one in effects(pair, report)]
    return {
        "variant": pair.name,
        "games": games["games"],
        **({"precision": pair.precision} if pair.precision else {}),
        "seconds": pair.seconds,
        "base": {key: getattr(pair.base, key) for key in setting},
        "changed": {key: getattr(pair.variant, key) for key in setting},
        **{key: {"value": games[key], "low": games[f"{key}_low"], "high": games[f"{key}_high"]} for key in COUNTS},
        "first_apart": games["first_apart"],
        "first_winner_changed": games["first_winner_changed"],
        "not_compared": missing(pair),
        "figures": [{key: value for key, value in row.items() if key != "variant"} for row in rows],
    }
