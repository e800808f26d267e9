"""Metrics as people call them: `the share of games that are won at once`, not `ending_share.instant`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balancer.analysis.estimates.metric import PERCENTILES, least_of
from balancer.analysis.estimates.metric_names import Offer
from balancer.analysis.figure_ref import FigureRef
from balancer.reporting import numbers
from balancer.sides import TABLE

_STATISTICS = {  # statistic other than the mean -> the beginning of its phrase
    "sd": "the standard deviation of",
    **{stat: f"the {percent}th percentile of" for stat, percent in PERCENTILES.items()},
    "median": "the median of",
    "cv": "the coefficient of variation of",
    "tail_ratio": "the tail ratio (p90 - p10, over the median) of",
}

_SUFFIXES = {"per_player": "per player", "relative": "in standard deviations of all scores"}  # -> the end of a phrase


def phrase(offer: Offer, ref: FigureRef, *, one_loses: bool = False) -> str:
    """Return a figure as the subject of a sentence, always singular."""
    words, title, stat = offer.metric.words, offer.metric.title, ref.stat or offer.metric.stat
    side = offer.of[0] if offer.metric.of == "side" and len(offer.of) == 1 else ref.of  # of one side, each is that one
    if side:
        subject = of_item(offer, item(offer, side))
    elif offer.metric.per_item:
        subject = words.each or title
    else:
        subject = (words.one_loses if one_loses else "") or words.whole or f"the figure '{title}'"
    if stat in _SUFFIXES:
        return f"{subject}, {_SUFFIXES[stat]}"
    if least_of(stat) is not None:
        return f"the share of games in which {subject} is {stat}"
    return f"{_STATISTICS[stat]} {subject}" if stat in _STATISTICS else subject


def of_item(offer: Offer, shown: str) -> str:
    """Return a metric of one item as the subject of a sentence: `the win rate of seat 1 (starts)`.

    shown: the item as `item` returns it.
    """
    template = offer.metric.words.item or f"{offer.metric.title} of {{}}"
    return template.format(offer.item_words.get(shown, shown))


def item(offer: Offer, name: str) -> str:
    """Return the shown name of an item of a metric: `seat 1 (starts)`, `team 0 (seats 1 and 3)`; others keep theirs."""
    match offer.metric.of:
        case "seat":
            return numbers.seat(int(name), offer.starter)
        case "side":
            return side(name, offer.team_seats.get(name, ()))
        case "quarter":
            return f"{name}% of the game"
    return name


def side(name: str, seats: Sequence[int] = ()) -> str:
    """Return the shown name of a side: `the table`, `team 0`, or with its seats `team 0 (seats 1 and 3)`."""
    return f"the {name}" if name == TABLE else numbers.team(name, seats)


def label(offer: Offer, ref: FigureRef) -> str:
    """Return a figure as the label of a row or an axis: `endings: instant`, `rounds (p90)`."""
    title, stat = offer.metric.title, ref.stat or offer.metric.stat
    named = f"{title}: {item(offer, ref.of)}" if ref.of else title
    return f"{named} ({stat.replace('_', ' ')})" if stat not in ("value", "mean") else named


def half_width(confidence: float) -> str:
    """Return the note that explains ±."""
    return f"±: the longer side of a {numbers.confidence(confidence)} interval"


def rules_changed(rules: Mapping[str, Any], defaults: Mapping[str, Any]) -> list[str]:
    """Return the names of the knobs that differ from the printed rules."""
    return [name for name, value in rules.items() if name in defaults and _plain(value) != _plain(defaults[name])]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value  # JSON has no tuples
