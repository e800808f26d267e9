"""The effect of a change of rules: every figure of base and variant, their difference and its verdict.

The main table has the figures that the scenario names (headline, `better`, `margins`) and every seat's win rate; the
other table has all further metrics.  Within each table the intervals of one variant are simultaneous (Bonferroni).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from balancer.analysis.comparisons.differences import difference
from balancer.analysis.comparisons.effect import Effect
from balancer.analysis.estimates.estimate import Estimate, share_estimate
from balancer.analysis.estimates.metric_names import Offer, UnknownNameError, names_for, parse, usual_headline_of
from balancer.analysis.estimates.metrics import confidence_of
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.intervals.elementary import bonferroni, critical_z
from balancer.analysis.results import PairResult
from balancer.analysis.sheet import NOTE, OF, Column, Sheet, column
from balancer.analysis.verdicts import EQUIVALENT, effect, usual_margin
from balancer.wording import plural

MAX_NAMES = 12  # listed in a phrase, of those that only one side has
SETTING = ("players", "lineup", "seating", "personas", "parts_digest")  # with the rules, determines the games of a seed
LENGTHS = (FigureRef("rounds", stat="median"), FigureRef("rounds", stat="p90"))  # also in the table of other metrics

COUNTS = ("alike", "winner_changed")  # pairs that are identical in every figure; pairs with other winners


def effects(pair: PairResult, report: ReportSpec) -> list[Effect]:
    """Return every figure that base and variant have in common, those of the main table first."""
    main = main_figures(pair, report)
    others = [ref for ref in other_figures(pair, report) if ref not in main]
    return [*_effects(pair, report, main, main=True), *_effects(pair, report, others, main=False)]


def main_effects(pair: PairResult, report: ReportSpec) -> list[Effect]:
    """Return the effects in the main table."""
    return list(_effects(pair, report, main_figures(pair, report), main=True))


def main_effects_together(pairs: Sequence[PairResult], report: ReportSpec) -> list[list[Effect]]:
    """Return the main effects of each pair, with intervals simultaneous over all figures and pairs."""
    joint = dataclasses.replace(report, confidence=bonferroni(report.confidence, len(pairs))) if pairs else report
    return [main_effects(pair, joint) for pair in pairs]


def _effects(pair: PairResult, report: ReportSpec, refs: Sequence[FigureRef], *, main: bool) -> Iterator[Effect]:
    offers, same = names_for(pair.base), same_rules(pair)
    for ref in refs:
        estimated = difference(
            pair,
            ref.metric,
            of=ref.of or None,
            stat=ref.stat or None,
            confidence=report.confidence,
            family=len(refs),
            seconds_per_decision=report.seconds_per_decision,
        )
        given, better = report.margin_of(ref), report.better_of(ref)
        margin = usual_margin(estimated.unit, ref.stat, estimated.base.value) if given is None else given
        verdict = EQUIVALENT if same else effect(estimated.interval, margin=margin, better=better)
        yield Effect(
            **vars(estimated),
            ref=ref,
            offer=offers[ref.metric],
            verdict=verdict,
            margin=margin,
            better=better,
            main=main,
            family=len(refs),
            margin_given=given is not None,
        )


def same_rules(pair: PairResult) -> bool:
    """Return whether both sides have the same setting, so that their games are identical."""
    # Values of `auto` are known where they are whole numbers; words and lists are what they are.
    base, variant = ({**cell.rules, **cell.resolved} for cell in (pair.base, pair.variant))
    return base == variant and all(getattr(pair.base, key) == getattr(pair.variant, key) for key in SETTING)


# Which figures --------------------------------------------------------------------------------------------------------
def main_figures(pair: PairResult, report: ReportSpec) -> list[FigureRef]:
    """Return the figures of the main table: headline, every seat's win rate, `better` and `margins`; each once."""
    offers = common_offers(pair)
    seats = "seat_loss_rate" if pair.base.one_loses else "seat_win_rate"
    named = [*_headline(pair, report), *([] if pair.is_solo_for_score else [FigureRef(seats)])]
    for dotted in (*report.better, *report.margins):
        try:
            named.append(parse(offers, dotted))
        except UnknownNameError:
            continue  # of a seat or a persona that one side lacks: `unused_names` reports it
    return _each_once(pair, named)


def headline_figures(pair: PairResult, report: ReportSpec) -> list[FigureRef]:
    """Return the figures of the headline; for every seat, persona ... if it names none."""
    return _each_once(pair, _headline(pair, report))


def _headline(pair: PairResult, report: ReportSpec) -> Sequence[FigureRef]:
    return report.headline or usual_headline_of(pair.base)


def _each_once(pair: PairResult, named: Sequence[FigureRef]) -> list[FigureRef]:
    offers = common_offers(pair)
    if pair.base.players != pair.variant.players:
        named = [fair(ref) for ref in named]
    figures: dict[FigureRef, FigureRef] = {}
    for ref in named:
        for item in _common(offers, ref):
            figures.setdefault(fair(item), item)
    return list(figures.values())


# compared if the numbers of players differ: win rates fall with the number of players
FAIR_OF = {"seat_win_rate": "seat_advantage", "persona_win_rate": "persona_lift"}


def fair(ref: FigureRef) -> FigureRef:
    """Return the figure relative to an equal share; both have the same effect, so only one of them is listed."""
    return dataclasses.replace(ref, metric=FAIR_OF.get(ref.metric, ref.metric))


def _common(offers: Mapping[str, Offer], ref: FigureRef) -> list[FigureRef]:
    """Return a figure, or that of each seat, persona ... if it names none; [] if one side lacks it."""
    offer = offers.get(ref.metric)
    if offer is None or not offer.has(ref):
        return []
    stat = "" if ref.stat == offer.metric.stat else ref.stat
    return offer.references(ref.of, stat)


def other_figures(pair: PairResult, report: ReportSpec) -> list[FigureRef]:
    """Return every metric that both sides have, by its usual statistic, and `LENGTHS`."""
    offers = common_offers(pair)
    paced = report.seconds_per_decision is not None
    names = [name for name in offers if paced or name != "minutes"]
    return [*(ref for name in names for ref in _common(offers, FigureRef(name))), *LENGTHS]


def common_offers(pair: PairResult) -> dict[str, Offer]:
    """Return the metrics that both sides have, each with the items (seats, personas, parts ...) that both have."""
    mine, theirs = names_for(pair.base), names_for(pair.variant)
    return {
        name: Offer(
            offer.metric, offer.meaning, tuple(item for item in offer.of if item in theirs[name].of), offer.reason
        )
        for name, offer in mine.items()
        if name in theirs
    }


def missing(pair: PairResult) -> list[str]:
    """Return a phrase per kind and side about seats, personas and parts that only this side has."""
    phrases = []
    for kind, metric in (("seat", "seat_win_rate"), ("persona", "persona_win_rate"), ("part", "part_lift")):
        mine, theirs = (names_for(side)[metric].of for side in (pair.base, pair.variant))
        for names, other, side in ((mine, theirs, "base"), (theirs, mine, "variant")):
            rest = [name for name in names if name not in other]
            if rest:
                noun = plural(len(rest), kind).partition(" ")[2]
                more = [f"and {len(rest) - MAX_NAMES} more"] if len(rest) > MAX_NAMES else []
                phrases.append(f"{noun} only in the {side}: {', '.join([*rest[:MAX_NAMES], *more])}")
    return phrases


def unused_names(pair: PairResult, report: ReportSpec) -> list[str]:
    """Return a phrase for each name under `better` and `margins` that one side lacks."""
    offers, phrases = common_offers(pair), []
    for section, names in (("better", report.better), ("margins", report.margins)):
        for dotted in names:
            try:
                parse(offers, dotted)
            except UnknownNameError:
                phrases.append(f"{dotted} ({section}), which one side does not have")
    return phrases


# The games ------------------------------------------------------------------------------------------------------------
def share_of_pairs(pair: PairResult, count: str, confidence: float) -> Estimate:
    """Return the share of pairs that are `alike`, or had other winners (`winner_changed`), with Wilson's interval."""
    return share_estimate(pair.pairs[count], pair.pairs["games"], critical_z(confidence_of(pair, confidence)))


def share_of_other_scores(pair: PairResult, confidence: float) -> Estimate | None:
    """Return the share of pairs of a game for one with different scores; None if their distribution is in bins."""
    joint = pair.pairs["joint"].get("score")
    if joint is None or joint["width"] > 1:
        return None
    changed = sum(count for base, variant, count in joint["counts"] if base != variant)
    return share_estimate(changed, pair.pairs["games"], critical_z(confidence_of(pair, confidence)))


# Tables and JSON -----------------------------------------------------------------------------------------------------
class Changed(NamedTuple):
    """A row of the differences."""

    variant: str
    effect: Effect


DIFFERENCES = Sheet(
    "differences",
    "one row per variant and figure: base, variant, difference, verdict",
    (
        column("variant", "the variant that is compared with the base rules"),
        column(
            "table",
            "main: the figures that the scenario names, and the seats; other: every further metric",
            lambda row: "main" if row.effect.main else "other",
        ),
        column("figure", "dotted name of the figure", "effect.name"),
        column("metric", "name of the metric", "effect.ref.metric"),
        column("of", OF, lambda row: row.effect.ref.of or None),
        column("stat", "statistic", "effect.stat"),
        column("unit", "unit of the difference; of shares: a difference of shares", "effect.unit"),
        column("base", "the figure under the base rules", "effect.base.value"),
        column("base_low", "lower end of its own interval", "effect.base.low"),
        column("base_high", "upper end", "effect.base.high"),
        column("variant_value", "the figure under the variant's rules", "effect.variant.value"),
        column("variant_low", "lower end of its own interval", "effect.variant.low"),
        column("variant_high", "upper end", "effect.variant.high"),
        column("difference", "variant minus base", "effect.value"),
        column(
            "difference_se", "its standard error over pairs of games; empty where the method gives none", "effect.se"
        ),
        column(
            "difference_low",
            "lower end of its interval; all of the same variant and table are simultaneous",
            "effect.low",
        ),
        column("difference_high", "upper end", "effect.high"),
        column(
            "verdict",
            "better, worse, moved, equivalent (the whole interval within the margin) or undecided",
            lambda row: row.effect.verdict if row.effect.value is not None else None,
        ),
        column("margin", "difference that counts as none (report: margins)", "effect.margin"),
        column("better", "direction that is good (report: better)", lambda row: row.effect.better or None),
        column(
            "gain",
            "variance without pairs / variance with pairs: how many times more games it would take without pairs",
            "effect.gain",
        ),
        column("games", "pairs of games", "effect.pairs"),
        column("note", NOTE, lambda row: row.effect.note or None),
    ),
)


def _share(count: str, meaning: str) -> Iterator[Column]:
    yield column(count, meaning, f"{count}.value")
    yield column(f"{count}_low", "lower end of its interval", f"{count}.low")
    yield column(f"{count}_high", "upper end", f"{count}.high")


class Played(NamedTuple):
    """A row of the pairs of games."""

    variant: str
    counts: Mapping[str, Any]  # `PairTally.to_dict`
    alike: Estimate
    winner_changed: Estimate
    looks: int | None
    half_width: float | None

    @classmethod
    def of(cls, pair: PairResult, confidence: float) -> Self:
        """Return the row of one variant; confidence: of the intervals of its shares."""
        alike, winner_changed = (share_of_pairs(pair, count, confidence) for count in COUNTS)
        precision = pair.precision or {}
        return cls(pair.name, pair.pairs, alike, winner_changed, precision.get("looks"), precision.get("half_width"))


PAIRS = Sheet(
    "pairs",
    "one row per variant: how many games are identical",
    (
        column("variant", "the variant that is compared with the base rules"),
        column("games", "pairs of games", lambda row: row.counts["games"]),
        *_share("alike", "share of pairs with the same winners and the same figures"),
        *_share("winner_changed", "share of pairs with other winners"),
        column(
            "first_apart", "number of the first game that differs in any figure", lambda row: row.counts["first_apart"]
        ),
        column(
            "first_winner_changed",
            "number of the first game with other winners",
            lambda row: row.counts["first_winner_changed"],
        ),
        column("looks", "number of looks, if the comparison was played to a precision"),
        column("half_width", "half-width of the widest interval of the differences of the seats' win rates"),
    ),
)


def tables(pairs: Sequence[PairResult], report: ReportSpec) -> list[tuple[Sheet, list[Any]]]:
    """Return each table with the items of its rows."""
    changes = [Changed(pair.name, effect) for pair in pairs for effect in effects(pair, report)]
    return [(DIFFERENCES, changes), (PAIRS, [Played.of(pair, report.confidence) for pair in pairs])]


def all_to_json(scenario: Mapping[str, Any], pairs: Sequence[PairResult]) -> dict[str, Any]:
    """Return the content of `--json`; scenario: as resolved, plain values; docs/compare.md explains every key."""
    report = ReportSpec.from_json(scenario.get("report") or {})
    return {
        **{key: scenario[key] for key in ("name", "title", "game", "seed")},
        "confidence": report.confidence,
        "variants": [to_json(pair, report) for pair in pairs],
    }


def to_json(pair: PairResult, report: ReportSpec) -> dict[str, Any]:
    """Return the part of `--json` about one variant; docs/compare.md explains every key."""
    games = PAIRS.row(Played.of(pair, report.confidence))
    setting = ("players", "lineup", "seating", "rules")
    rows = [DIFFERENCES.row(Changed(pair.name, effect)) for effect in effects(pair, report)]
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
