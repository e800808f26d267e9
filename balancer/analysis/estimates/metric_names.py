"""The metrics that a game offers, with their items and statistics; dotted names and their references.

Wrong names raise `UnknownNameError`, with the most similar right one.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.metric import (
    ABOVE_FAIR,
    NO_WORDS,
    SPREAD_OUT,
    UNEVEN_TEAMS,
    Kind,
    Metric,
    MetricWords,
    least_of,
)
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.results import CellResult, Scope, remembered
from balancer.analysis.tally import QUARTERS, Group, TallyQuantity
from balancer.sides import BANK, DECLARED, RIVALS, SCORE, SEAT_1, TEAMS, TOGETHER, WIN
from balancer.wording import nearest

STARTERS = ("starter_win_rate", "starter_advantage")  # metrics of who begins

MAX_SEATS_NAMED = 4  # seats whose scores are a headline, where points are played for: their mean may always be 0

MAX_LISTED = 12  # allowed names listed in a message; `balancer metrics GAME` lists all
EXTRA_PREFIX = "extras."  # marks a game's own metric; required where the catalogue has the same name


class UnknownNameError(ValueError):
    """A metric, a statistic or an `of` that does not exist.

    wrong: the word as given; allowed: the right words; nearest: the most similar of them, or ''.
    """

    def __init__(self, what: str, wrong: str, allowed: Iterable[str]) -> None:
        """Compose the message from the wrong word and the most similar right ones."""
        self.wrong = wrong
        self.allowed = tuple(allowed)
        self.nearest = nearest(wrong, self.allowed)
        hints = [f"did you mean '{self.nearest}'?"] if self.nearest else []
        if len(self.allowed) <= MAX_LISTED:
            hints.append(f"allowed: {', '.join(self.allowed) or 'nothing'}")
        else:
            hints.append(f"`balancer metrics GAME` lists all {len(self.allowed)}")
        super().__init__("; ".join([f"{what}: '{wrong}'" if wrong else what, *hints]))


@dataclass(frozen=True)
class Offer:
    """A metric in the form in which one game offers it."""

    metric: Metric
    meaning: str
    of: tuple[str, ...] = ()  # its seats ('1', '2', ...), personas, endings ...; () for the game as a whole
    reason: str = ""  # why this game has no value of it, '' if it has
    item_words: Mapping[str, str] = field(default_factory=dict)  # phrases for items that are not called by their name
    starter: str = SEAT_1  # who begins (sides.py)
    team_seats: Mapping[str, Sequence[int]] = field(default_factory=dict)  # team -> its seats, if they never differ

    @property
    def name(self) -> str:
        """Name of the metric, the first part of dotted names."""
        return self.metric.name

    def has(self, figure: FigureRef) -> bool:
        """Return whether a figure of this metric has a value here, also for its seat, persona ..., if it names one."""
        return not self.reason and (not figure.of or figure.of in self.of)

    def resolve(self, of: object = None, stat: str | None = None) -> tuple[str | None, str]:
        """Return `of` as text (None: the game as a whole) and the statistic; UnknownNameError if either is wrong."""
        return self._of(of), self.statistic(stat, of)

    def reference(self, of: object = None, stat: str | None = None) -> FigureRef:
        """Return the only reference of a figure of this metric; UnknownNameError if `of` or `stat` is wrong."""
        which, statistic = self.resolve(of, stat)
        return FigureRef(self.name, which or "", "" if statistic == self.metric.stat else statistic)

    def references(self, of: str = "", stat: str = "") -> list[FigureRef]:
        """Return the figure, or that of each seat (persona ...) if none is named."""
        each = self.of if self.metric.per_item and not of else (of,)
        return [FigureRef(self.name, item, stat) for item in each]

    def _of(self, item: object) -> str | None:
        metric = self.metric
        if item is None and metric.of == "side" and len(self.of) == 1:
            return self.of[0]
        if item is None:
            if metric.per_item:
                example = f": name one, as in {metric.name}.{self.of[0]}" if self.of else ""
                raise UnknownNameError(f"{metric.name} is per {metric.of}{example}", "", self.of)
            return None
        if metric.of is None:
            raise UnknownNameError(f"{metric.name} is of the game as a whole and has no 'of'", str(item), ())
        name = str(item).removeprefix("seat ") if metric.of == "seat" else str(item)  # tables print "seat 1"
        if name not in self.of:
            counted = " (seats count from 1)" if metric.of == "seat" else ""
            raise UnknownNameError(f"unknown {metric.of} of {metric.name}{counted}", str(item), self.of)
        return name

    def statistic(self, stat: str | None, of: object = None) -> str:
        """Return the statistic of that name, or the usual one; UnknownNameError."""
        metric = self.metric
        stats: Sequence[str] = ("mean",) if metric.of_optional and of is not None else metric.stats
        if stat is None or (len(stats) == 1 and stat in {"mean", "value"}):
            return metric.stat
        if metric.counts_games and len(stats) > 1:
            least, stats = least_of(stat), metric.stats_offered
            if least is not None:
                return f"at least {least:g}"
        if stat not in stats:
            raise UnknownNameError(f"unknown statistic of {metric.name}", stat, stats)
        return stat


# What a game offers -------------------------------------------------------------------------------------------------
def names_for(described: CellResult | Scope) -> dict[str, Offer]:
    """Return all metrics of a game or cell, by name: the catalogue's, then the game's own."""
    if isinstance(described, Scope):
        return _names_for(_Shared(described))
    offers: dict[str, Offer] = remembered(described, "names", lambda: _names_for(_Shared(described.scope)))
    return offers


class _Shared:
    """A scope as the key of a cache: two scopes with the same content are equal.

    Cells of a sweep share the same metrics, and listing these takes a tenth of a millisecond.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope, self.text = scope, json.dumps([vars(scope), *CATALOGUE], default=dict)

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shared) and self.text == other.text


@functools.lru_cache(maxsize=64)
def _names_for(shared: _Shared) -> dict[str, Offer]:
    scope = shared.scope
    offers = {name: _offer(metric, scope) for name, metric in CATALOGUE.items()}
    if scope.players and scope.sides in {RIVALS, BANK}:
        del offers["win_rate"]  # each seat is a side
    for name, extra in scope.extras.items():
        group = str(extra.get("group", ""))
        metric = extra_metric(group or name, extra)
        places = tuple(by_place(scope.extras, group)) if group else ()
        offers.setdefault(metric.name, Offer(metric, metric.meaning, places))
    return offers


def by_place(extras: Mapping[str, Mapping[str, Any]], group: str) -> Iterator[str]:
    """Yield the places of a tally, whose figures are called GROUP.PLACE."""
    return (name.removeprefix(f"{group}.") for name, extra in extras.items() if extra.get("group") == group)


def usual_headline(
    lineup: Sequence[str], players: int, *, one_loses: bool, sides: str = RIVALS, aim: str = WIN
) -> list[FigureRef]:
    """Return the figures that matter in every such game, for scenarios that name none."""
    seats, personas = ("seat_loss_rate", "persona_loss_rate") if one_loses else ("seat_spread", "persona_win_rate")
    if sides in {TEAMS, TOGETHER}:
        seats = "win_rate"
    elif sides == BANK:
        seats = "player_win_rate"
    several = len(set(lineup)) > 1
    if sides == RIVALS and players == 1:  # nobody to win against
        solo = [FigureRef("rounds"), FigureRef("score")]
        return solo[::-1] if aim == SCORE else solo
    if aim == SCORE:
        few = sides in {RIVALS, BANK} and players <= MAX_SEATS_NAMED
        scores = [FigureRef("score", str(seat + 1)) for seat in range(players)] if few else [FigureRef("score")]
        return [*([FigureRef("persona_score")] if several else scores), FigureRef("rounds")]
    names = [seats, *([personas] if several and sides != TOGETHER else []), "rounds"]
    return [FigureRef(name) for name in names]


def usual_headline_of(cell: CellResult) -> list[FigureRef]:
    """Return the same for a cell."""
    return usual_headline(cell.lineup, cell.players, one_loses=cell.one_loses, sides=cell.sides, aim=cell.aim)


def _offer(metric: Metric, scope: Scope) -> Offer:
    items: tuple[str, ...] = ()
    if metric.of:
        items = QUARTERS if metric.of == "quarter" else scope.items(metric.of)
    words = {name: phrase or f"end by '{name}'" for name, phrase in scope.endings.items()}
    reason = metric.reason_in(one_loses=scope.one_loses, sides=scope.sides)
    if metric.line is ABOVE_FAIR and not scope.even_teams:
        reason = reason or UNEVEN_TEAMS
    if metric.name in STARTERS and scope.starter != DECLARED:
        begins = "seat 1 begins" if scope.starter == SEAT_1 else "nobody begins"
        reason = f"{begins}, as the rules never set self.starts"
    return Offer(
        metric,
        metric.meaning_in(one_loses=scope.one_loses),
        items,
        reason,
        words if metric.of == "ending" else {},
        scope.starter,
        scope.team_seats,
    )


SPREAD = " Quantiles: order statistics. Shares of games: Wilson's."


def extra_metric(name: str, extra: Mapping[str, Any]) -> Metric:
    """Return a game's own figure as a metric, with the prefix 'extras.' if the catalogue has one of that name.

    The extras of a tally are one metric, which exists for each place.
    """
    whole = TallyQuantity(Group.EXTRA, extra["against"]) if extra.get("against") else None
    measure = str(extra.get("measure", ""))
    yes_or_no = measure == "share" and extra.get("unit") == 1  # a mean says all
    spread_out, subject, places = not (whole or yes_or_no), _subject(extra), bool(extra.get("group"))
    quantity = TallyQuantity(Group.EXTRA, "" if places else name)
    return Metric(
        name=f"{EXTRA_PREFIX}{name}" if name in CATALOGUE else name,
        number=0,
        title=str(extra.get("title") or name.replace("_", " ")),
        meaning=str(extra.get("meaning", "")),
        definition="as the rules of the game count it; games where it is undefined are left out"
        + (", and are those that it is compared with" if whole else ""),
        source="the rules of the game",
        uncertainty="Interval of the mean as of all means; Wilson's where all values are 0 or 1." + SPREAD * spread_out,
        unit=measure,
        kind=Kind.EFFECT if whole else Kind.DISTRIBUTION if spread_out else Kind.MEAN,
        histogram=f"{EXTRA_PREFIX}{name}{'.' * places}" if spread_out else "",
        quantity=quantity,
        member_prefix=f"{name}." if places else "",
        of="place" if places else None,
        whole=whole,
        stats=SPREAD_OUT if spread_out else ("mean",),
        stat="mean",
        words=MetricWords(subject, f"{subject} (place {{}})", f"{subject} at each place") if subject else NO_WORDS,
    )


def _subject(extra: Mapping[str, Any]) -> str:
    """Return a figure as a sentence's subject: by its meaning, or, for a difference, by its title if it has one."""
    title, measure, compared = str(extra.get("title", "")), str(extra.get("measure", "")), bool(extra.get("against"))
    if title and (compared or measure == "difference"):
        return f"the {title}"
    return subject_of(str(extra.get("meaning", "")), measure, compared=compared)


# Names --------------------------------------------------------------------------------------------------------------
def parse(offers: Mapping[str, Offer], dotted: str) -> FigureRef:
    """Parse a reference: 'ending_share.instant', 'rounds.p90', 'seat_spread' or 'extras.contests'.

    UnknownNameError if there is no such metric, or the rest after the dot is neither an `of` nor a statistic of it.
    """
    prefix = EXTRA_PREFIX if dotted.startswith(EXTRA_PREFIX) else ""
    name, _, rest = dotted.removeprefix(prefix).partition(".")
    if dotted.removeprefix(prefix) in offers:  # a place of a tally, as in landed.17
        name, rest = dotted.removeprefix(prefix), ""
    offer = find_metric(offers, prefix + name)
    if not rest:
        alike = name == "win_rate" == dotted and "win_rate" not in offers and not offers["player_win_rate"].reason
        return FigureRef("player_win_rate" if alike else offer.name)  # seats that are alike are spoken of as one
    item, _, item_stat = rest.partition(".")
    if offer.metric.per_item and item in offer.of and item_stat:
        return offer.reference(item, item_stat)
    is_stat = rest in offer.metric.stats or (offer.metric.counts_games and least_of(rest) is not None)
    if offer.metric.of and (rest in offer.of or not is_stat):
        return offer.reference(of=rest)
    stat = offer.statistic(rest)
    return FigureRef(offer.name, "", "" if stat == offer.metric.stat else stat)


def find_metric(offers: Mapping[str, Offer], name: str) -> Offer:
    """Return the offer of that name ('extras.' may precede any extra's); UnknownNameError suggests the nearest name."""
    offer = offers.get(name)
    if name == "win_rate" and offer is None:  # each seat is a side
        return offers["seat_win_rate"]
    if offer is None and name.startswith(EXTRA_PREFIX):
        offer = offers.get(name.removeprefix(EXTRA_PREFIX))
        offer = None if offer is None or offer.metric.number else offer
    if offer is None:
        raise UnknownNameError("unknown metric", name, offers)
    return offer


# Phrases of the figures of a game -------------------------------------------------------------------------------------
MAX_LETTERS = 100  # of a phrase; a figure with a longer meaning is called by its title
PLURAL = re.compile(r"[A-Z]?[a-z]+[^s\W]s")  # a plural: `contests`, but neither `tipsiness` nor `bar's`
MEASURE_WORDS = 3  # first words that may contain the measure: `wild cards`, `GOOD NIGHT tokens`
NOUN_WORDS = 2  # first words that may contain a plural noun: `Contests held`, `Absolute majorities`

DETERMINERS = ("the ", "a ", "an ", "how ")


def subject_of(meaning: str, measure: str = "", *, compared: bool = False) -> str:
    """Turn a figure's meaning into a singular subject: `the number of contests held`; '' if that is impossible.

    The meaning ends at its first comma, semicolon, colon or bracket; the rest describes the games in which it is
    defined, or the players over which it is averaged.  measure: its unit; compared: it is a difference between games,
    and its first comma introduces the other games.
    """
    clause = re.split(r"[;:(.]" if compared else r"[,;:(.]", meaning, maxsplit=1)[0].strip()
    if not clause or len(clause) > MAX_LETTERS:
        return ""
    first, _, rest = clause.partition(" ")
    if first == "Whether":
        return f"the share of games in which {rest}"
    words = f"{first if first.isupper() and len(first) > 1 else first[0].lower() + first[1:]} {rest}".strip()
    counted = clause.lower().split()[:MEASURE_WORDS]
    counts_measure = bool(PLURAL.fullmatch(measure.rpartition(" ")[2])) and measure.rsplit(maxsplit=1)[-1] in counted
    if counts_measure or any(PLURAL.fullmatch(word) for word in clause.split()[:NOUN_WORDS]):
        return f"the number of {words}"
    return words if words.startswith(DETERMINERS) else f"the {words}"
