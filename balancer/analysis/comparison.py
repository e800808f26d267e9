"""Everything that a change of rules did: every figure of base and variant, its difference and what that says.

The main table has what the scenario asks for (headline, `better`, `margins`) and every seat's win rate; the intervals
of its differences hold together.  The other table has every further metric; its intervals hold together among
themselves.  Both are Bonferroni's, of one variant at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from balancer.analysis.differences import Difference, difference
from balancer.analysis.effects import EQUIVALENT, UNDECIDED, effect
from balancer.analysis.intervals import critical_z, wilson
from balancer.analysis.metric_names import Offer, UnknownNameError, names_for, split, usual_headline
from balancer.analysis.metrics import confidence_of
from balancer.analysis.paired_intervals import Pair

if TYPE_CHECKING:
    import pandas as pd

Wishes = Mapping[str, Any]
"""The `report` section of a scenario: confidence, headline, better, margins, seconds_per_decision; none is needed."""

PLAYED = ("players", "lineup", "seating", "personas", "resolved", "parts_digest")
"""All of a cell that decides its games, but for the seed."""

LENGTHS = (("rounds", "median"), ("rounds", "p90"))
"""Statistics that the table of all metrics has beside each metric's usual one."""


class Key(NamedTuple):
    """One figure: a metric, of what ('' where it stands alone), which statistic."""

    metric: str
    of: str
    stat: str

    def name(self, offer: Offer) -> str:
        """As scenarios write it: the usual statistic is left out."""
        stat = [] if self.stat == offer.metric.stat else [self.stat]
        return ".".join([self.metric, *([self.of] if self.of else []), *stat])


@dataclass(frozen=True)
class Effect:
    """What became of one figure.

    main: whether it stands in the main table; family: how many intervals hold together with its own, itself included.
    """

    key: Key
    name: str
    offer: Offer
    difference: Difference
    verdict: str
    margin: float | None
    better: str
    main: bool
    family: int

    @property
    def undecided(self) -> bool:
        """Whether the scenario says what counts as the same, and it is not known yet."""
        return self.margin is not None and self.verdict == UNDECIDED and self.difference.value is not None


def effects(pair: Pair, wishes: Wishes) -> list[Effect]:
    """Every figure that base and variant have in common, those of the main table first."""
    main = main_keys(pair, wishes)
    others = [key for key in other_keys(pair, wishes) if key not in main]
    return [*_effects(pair, wishes, main, main=True), *_effects(pair, wishes, others, main=False)]


def main_effects(pair: Pair, wishes: Wishes) -> list[Effect]:
    """Those of the main table."""
    return list(_effects(pair, wishes, main_keys(pair, wishes), main=True))


def _effects(pair: Pair, wishes: Wishes, keys: Sequence[Key], *, main: bool) -> Iterator[Effect]:
    offers, same = names_for(pair["base"]), same_rules(pair)
    for key in keys:
        offer = offers[key.metric]
        found = difference(
            pair,
            key.metric,
            of=key.of or None,
            stat=None if key.stat == offer.metric.stat else key.stat,
            confidence=float(wishes.get("confidence") or 0.95),
            family=len(keys),
            seconds_per_decision=wishes.get("seconds_per_decision"),
        )
        margin, better = (_wish(wishes.get(what), key, offer) for what in ("margins", "better"))
        verdict = EQUIVALENT if same else effect(found.interval, margin=margin, better=better or "")
        yield Effect(key, key.name(offer), offer, found, verdict, margin, better or "", main, len(keys))


def same_rules(pair: Pair) -> bool:
    """Whether both sides are the same table, so that no number of games could tell them apart."""
    base, variant = pair["base"], pair["variant"]
    return all(key in base and base[key] == variant[key] for key in PLAYED)


def _wish(wished: Mapping[str, Any] | None, key: Key, offer: Offer) -> Any:
    """What is wished of a figure: by its own name, else (usual statistic) by that of its metric, of whatever it is."""
    known = wished or {}
    name = key.name(offer)
    return known.get(name, known.get(key.metric) if key.stat == offer.metric.stat else None)


# Which figures --------------------------------------------------------------------------------------------------------
def main_keys(pair: Pair, wishes: Wishes) -> list[Key]:
    """What the main table tells: headline, every seat's win rate, what `better` and `margins` name; each once."""
    offers = common_offers(pair)
    seats = "seat_loss_rate" if pair["base"].get("one_loses") else "seat_win_rate"
    headline = wishes.get("headline") or [{"metric": name} for name in usual_headline(pair["base"])]
    named = [(wish["metric"], wish.get("of") or None, wish.get("stat") or None) for wish in headline]
    named += [(seats, None, None)]
    for dotted in (*(wishes.get("better") or {}), *(wishes.get("margins") or {})):
        try:
            named.append(split(offers, dotted))
        except UnknownNameError:
            continue  # of a seat or a persona that one side doesn't have: `missing` tells it
    return list(dict.fromkeys(key for name, of, stat in named for key in _expanded(offers, name, of, stat)))


def _expanded(offers: Mapping[str, Offer], name: str, of: str | None, stat: str | None) -> Iterator[Key]:
    """A figure, or that of each seat, persona ... where none is named; none where one side doesn't have it."""
    offer = offers.get(name)
    if offer is None or offer.reason or (of is not None and of not in offer.of):
        return
    statistic = stat or offer.metric.stat
    if of is None and offer.metric.of and not offer.metric.of_optional:
        yield from (Key(name, each, statistic) for each in offer.of)
    else:
        yield Key(name, of or "", statistic)


def other_keys(pair: Pair, wishes: Wishes) -> list[Key]:
    """Every metric that both sides know, by its usual statistic."""
    offers = common_offers(pair)
    paced = wishes.get("seconds_per_decision") is not None
    names = [name for name in offers if paced or name != "minutes"]
    keys = [key for name in names for key in _expanded(offers, name, None, None)]
    return keys + [Key(name, "", stat) for name, stat in LENGTHS]


def common_offers(pair: Pair) -> dict[str, Offer]:
    """The metrics that both sides know, each of what both have (seats, personas, parts ...)."""
    mine, theirs = names_for(pair["base"]), names_for(pair["variant"])
    return {
        name: Offer(offer.metric, offer.meaning, tuple(of for of in offer.of if of in theirs[name].of), offer.reason)
        for name, offer in mine.items()
        if name in theirs
    }


def missing(pair: Pair) -> list[str]:
    """What one side alone has, so that nothing can be compared: seats, personas, parts; a sentence each."""
    told = []
    for kind, metric in (("seat", "seat_win_rate"), ("persona", "persona_win_rate"), ("part", "part_lift")):
        mine, theirs = (names_for(pair[side])[metric].of for side in ("base", "variant"))
        for one, other, side in ((mine, theirs, "base"), (theirs, mine, "variant")):
            alone = [name for name in one if name not in other]
            if alone:
                told.append(f"{kind}{'s' if len(alone) > 1 else ''} of the {side} alone: {', '.join(alone)}")
    return told


def unused_wishes(pair: Pair, wishes: Wishes) -> list[str]:
    """Names under `better` and `margins` that one side doesn't know; a phrase each."""
    offers, told = common_offers(pair), []
    for section in ("better", "margins"):
        for dotted in wishes.get(section) or {}:
            try:
                split(offers, dotted)
            except UnknownNameError:
                told.append(f"{dotted} ({section}), which one side doesn't have")
    return told


# The games themselves -------------------------------------------------------------------------------------------------
class Share(NamedTuple):
    """A share of the pairs, with its interval."""

    value: float
    low: float
    high: float


def share_of_pairs(pair: Pair, count: str, confidence: float) -> Share:
    """How many of the pairs are `alike`, or had another winner (`winner_changed`): Wilson's interval."""
    games = pair["pairs"]["games"]
    value = pair["pairs"][count] / games
    low, high = wilson(value, games, critical_z(confidence_of(pair, confidence)))
    return Share(value, low, high)


# Tables ---------------------------------------------------------------------------------------------------------------
COLUMNS = {
    "differences": {
        "variant": "which variant is compared with the base rules",
        "table": "main: what the scenario asks for and the seats; other: every further metric",
        "figure": "the figure as scenarios write it",
        "metric": "name of the metric",
        "of": "of whom or what: seat (from 1), persona, ending, part ...; empty: of the game as a whole",
        "stat": "which statistic of it",
        "unit": "unit of the difference; of shares: a difference of shares",
        "base": "the figure under the base rules",
        "base_low": "lower end of its own interval",
        "base_high": "upper end",
        "variant_value": "the figure under the variant's rules",
        "variant_low": "lower end of its own interval",
        "variant_high": "upper end",
        "difference": "variant minus base",
        "difference_se": "its standard error over pairs of games; empty where the method gives none",
        "difference_low": "lower end of its interval; all of the same variant and table hold together",
        "difference_high": "upper end",
        "verdict": "better, worse, moved, equivalent (the whole interval within the margin) or undecided",
        "margin": "what counts as the same (report: margins)",
        "better": "which way is good (report: better)",
        "gain": "variance of the difference without pairs over that with pairs: how many times fewer games it took",
        "games": "pairs of games",
        "note": "what to know of it",
    },
    "pairs": {
        "variant": "which variant is compared with the base rules",
        "games": "pairs of games",
        "alike": "share of pairs with the same winners and the same figures throughout",
        "alike_low": "lower end of its interval",
        "alike_high": "upper end",
        "winner_changed": "share of pairs with other winners",
        "winner_changed_low": "lower end of its interval",
        "winner_changed_high": "upper end",
        "first_apart": "number of the first game that is not alike",
        "first_winner_changed": "number of the first game with other winners",
        "looks": "how often the comparison was looked at, where it was played to a precision",
        "half_width": "half-width reached, of the widest interval of the differences of the seats' win rates",
    },
}
"""What every column of the tables means."""


def differences_table(pairs: Sequence[Pair], wishes: Wishes) -> pd.DataFrame:
    """A row a variant and figure, columns as `COLUMNS` explains."""
    import pandas as pd

    rows = [_row(pair["name"], one) for pair in pairs for one in effects(pair, wishes)]
    return pd.DataFrame(rows, columns=list(COLUMNS["differences"]))


def _row(variant: str, one: Effect) -> dict[str, Any]:
    found = one.difference
    return {
        "variant": variant,
        "table": "main" if one.main else "other",
        "figure": one.name,
        "metric": one.key.metric,
        "of": one.key.of or None,
        "stat": one.key.stat,
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


def pairs_table(pairs: Sequence[Pair], wishes: Wishes) -> pd.DataFrame:
    """A row a variant, columns as `COLUMNS` explains."""
    import pandas as pd

    confidence = float(wishes.get("confidence") or 0.95)
    return pd.DataFrame([_games_row(pair, confidence) for pair in pairs], columns=list(COLUMNS["pairs"]))


def _games_row(pair: Pair, confidence: float) -> dict[str, Any]:
    known = pair["pairs"]
    told: dict[str, Any] = {"variant": pair["name"], "games": known["games"]}
    for count in ("alike", "winner_changed"):
        share = share_of_pairs(pair, count, confidence)
        told |= {count: share.value, f"{count}_low": share.low, f"{count}_high": share.high}
    precision = pair.get("precision") or {}
    return {
        **told,
        "first_apart": known["first_apart"],
        "first_winner_changed": known["first_winner_changed"],
        "looks": precision.get("looks"),
        "half_width": precision.get("half_width"),
    }


def columns_table() -> pd.DataFrame:
    """What every column of all tables means."""
    import pandas as pd

    rows = [(table, name, meaning) for table, told in COLUMNS.items() for name, meaning in told.items()]
    return pd.DataFrame(rows, columns=["table", "column", "meaning"])


def all_to_json(scenario: Mapping[str, Any], pairs: Sequence[Pair]) -> dict[str, Any]:
    """What `--json` says; scenario: as resolved, plain values; docs/compare.md explains every key."""
    wishes = scenario.get("report") or {}
    return {
        **{key: scenario[key] for key in ("name", "title", "game", "seed")},
        "confidence": float(wishes.get("confidence") or 0.95),
        "variants": [to_json(pair, wishes) for pair in pairs],
    }


def to_json(pair: Pair, wishes: Wishes) -> dict[str, Any]:
    """What `--json` says of one variant; docs/compare.md explains every key."""
    told = _games_row(pair, float(wishes.get("confidence") or 0.95))
    cells = {side: pair[side] for side in ("base", "variant")}
    keys = ("players", "lineup", "seating", "rules")
    rows = [_row(pair["name"], one) for one in effects(pair, wishes)]
    return {
        "variant": pair["name"],
        "games": told["games"],
        **({"precision": pair["precision"]} if pair.get("precision") else {}),
        "seconds": pair["seconds"],
        "base": {key: cells["base"][key] for key in keys},
        "changed": {key: cells["variant"][key] for key in keys},
        **{key: {"value": told[key], "low": told[f"{key}_low"], "high": told[f"{key}_high"]} for key in _COUNTS},
        "first_apart": told["first_apart"],
        "first_winner_changed": told["first_winner_changed"],
        "not_compared": missing(pair),
        "figures": [{key: value for key, value in row.items() if key != "variant"} for row in rows],
    }


_COUNTS = ("alike", "winner_changed")
