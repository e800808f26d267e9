"""Which metrics a game offers, of whom or what, by which statistics; dotted names and their references.

Wrong names raise `UnknownNameError`, with the nearest right one.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.analysis.catalogue import CATALOGUE
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.metric import Kind, Metric, MetricWords
from balancer.analysis.results import CellResult, Scope, remembered
from balancer.analysis.tally import QUARTERS, Group, TallyQuantity
from balancer.wording import nearest

MAX_LISTED = 12  # allowed names that are listed after a near name; `balancer metrics GAME` lists all
EXTRA_PREFIX = "extras."  # marks a game's own metric; required where the catalogue has the same name


class UnknownNameError(ValueError):
    """A metric, a statistic or an `of` that does not exist.

    wrong: the word as given; allowed: the right words; nearest: the one most like it, or ''.
    """

    def __init__(self, what: str, wrong: str, allowed: Iterable[str]) -> None:
        """Compose the message."""
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
    """A metric as one game offers it.

    of: each seat ('1', '2', ...), persona, ending ... it exists for, () if for the game as a whole; reason: why this
    game has no value of it, '' if it has; item_words: how sentences call one of `of`, where not by its name.
    """

    metric: Metric
    meaning: str
    of: tuple[str, ...] = ()
    reason: str = ""
    item_words: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The metric's name."""
        return self.metric.name

    def has(self, figure: FigureRef) -> bool:
        """Whether a figure of this metric has a value here: for its seat, persona, ending ..., if it is of one."""
        return not self.reason and (not figure.of or figure.of in self.of)

    def resolve(self, of: object = None, stat: str | None = None) -> tuple[str | None, str]:
        """`of` as text (None: all together) and the statistic, both checked; UnknownNameError."""
        return self._of(of), self.statistic(stat, of)

    def reference(self, of: object = None, stat: str | None = None) -> FigureRef:
        """The one reference of a figure of this metric, checked; UnknownNameError."""
        which, statistic = self.resolve(of, stat)
        return FigureRef(self.name, which or "", "" if statistic == self.metric.stat else statistic)

    def references(self, of: str = "", stat: str = "") -> list[FigureRef]:
        """The figure itself, or that of each seat (persona ...) where none is named."""
        each = self.of if self.metric.per_item and not of else (of,)
        return [FigureRef(self.name, one, stat) for one in each]

    def _of(self, of: object) -> str | None:
        metric = self.metric
        if of is None:
            if metric.per_item:
                example = f": name one, as in {metric.name}.{self.of[0]}" if self.of else ""
                raise UnknownNameError(f"{metric.name} is per {metric.of}{example}", "", self.of)
            return None
        if metric.of is None:
            raise UnknownNameError(f"{metric.name} is of the game as a whole and has no 'of'", str(of), ())
        name = str(of).removeprefix("seat ") if metric.of == "seat" else str(of)  # tables print "seat 1"
        if name not in self.of:
            counted = " (seats count from 1)" if metric.of == "seat" else ""
            raise UnknownNameError(f"unknown {metric.of} of {metric.name}{counted}", str(of), self.of)
        return name

    def statistic(self, stat: str | None, of: object = None) -> str:
        """The statistic of that name, or the usual one; UnknownNameError."""
        metric = self.metric
        stats: Sequence[str] = ("mean",) if metric.of_optional and of is not None else metric.stats
        if stat is None or (len(stats) == 1 and stat in {"mean", "value"}):
            return metric.stat
        if stat not in stats:
            raise UnknownNameError(f"unknown statistic of {metric.name}", stat, stats)
        return stat


# What a game offers -------------------------------------------------------------------------------------------------
def names_for(described: CellResult | Scope) -> dict[str, Offer]:
    """All metrics of a game, by name: the catalogue's, then the game's own; in a cell those of its setting."""
    if isinstance(described, Scope):
        return _names_for(_Shared(described))
    found: dict[str, Offer] = remembered(described, "names", lambda: _names_for(_Shared(described.scope)))
    return found


class _Shared:
    """A scope by what is in it: cells of a sweep have the same metrics, which take a tenth of a millisecond to list."""

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
    for name, extra in scope.extras.items():
        metric = extra_metric(name, extra)
        offers[metric.name] = Offer(metric, metric.meaning)
    return offers


def usual_headline(lineup: Sequence[str], *, one_loses: bool) -> list[str]:
    """The metrics that matter in every game, for scenarios that name none."""
    seats, personas = ("seat_loss_rate", "persona_loss_rate") if one_loses else ("seat_spread", "persona_win_rate")
    return [seats, *([personas] if len(set(lineup)) > 1 else []), "rounds"]


def _offer(metric: Metric, scope: Scope) -> Offer:
    of: tuple[str, ...] = ()
    if metric.of:
        of = QUARTERS if metric.of == "quarter" else scope.items(metric.of)
    words = {name: phrase or f"end by '{name}'" for name, phrase in scope.endings.items()}
    return Offer(
        metric,
        metric.meaning_in(one_loses=scope.one_loses),
        of,
        metric.reason_in(one_loses=scope.one_loses),
        words if metric.of == "ending" else {},
    )


def extra_metric(name: str, extra: Mapping[str, Any]) -> Metric:
    """A game's own figure as a metric; its name gets the prefix 'extras.' where the catalogue has one of that name."""
    whole = TallyQuantity(Group.EXTRA, extra["against"]) if extra.get("against") else None
    return Metric(
        name=f"{EXTRA_PREFIX}{name}" if name in CATALOGUE else name,
        number=0,
        title=str(extra.get("title") or name.replace("_", " ")),
        meaning=str(extra.get("meaning", "")),
        definition="as the game's rulebook.md says; games where it is undefined are left out"
        + (", and are those that it is compared with" if whole else ""),
        source="the game's specification",
        uncertainty="Interval of the mean as of all means; Wilson's where all values are 0 or 1.",
        unit=str(extra.get("measure", "")),
        kind=Kind.EFFECT if whole else Kind.MEAN,
        quantity=TallyQuantity(Group.EXTRA, name),
        whole=whole,
        stats=("mean",),
        stat="mean",
        words=MetricWords(alone=_subject(extra)),
    )


def _subject(extra: Mapping[str, Any]) -> str:
    """A figure as the subject of a sentence: a difference by its title, where it has one, others by their meaning."""
    title, measure, compared = str(extra.get("title", "")), str(extra.get("measure", "")), bool(extra.get("against"))
    if title and (compared or measure == "difference"):
        return f"the {title}"
    return subject_of(str(extra.get("meaning", "")), measure, compared=compared)


# Names --------------------------------------------------------------------------------------------------------------
def parse(offers: Mapping[str, Offer], dotted: str) -> FigureRef:
    """The reference of 'ending_share.instant', 'rounds.p90', 'seat_spread' or 'extras.contests'.

    UnknownNameError if there is no such metric, or what follows the dot is neither an `of` of it nor a statistic.
    """
    prefix = EXTRA_PREFIX if dotted.startswith(EXTRA_PREFIX) else ""
    name, _, rest = dotted.removeprefix(prefix).partition(".")
    offer = find_metric(offers, prefix + name)
    if not rest:
        return FigureRef(offer.name)
    if offer.metric.of and (rest in offer.of or rest not in offer.metric.stats):
        return offer.reference(of=rest)
    stat = offer.statistic(rest)
    return FigureRef(offer.name, "", "" if stat == offer.metric.stat else stat)


def find_metric(offers: Mapping[str, Offer], name: str) -> Offer:
    """The offer of that name ('extras.' may always precede an extra's); UnknownNameError with the nearest right one."""
    offer = offers.get(name)
    if offer is None and name.startswith(EXTRA_PREFIX):
        offer = offers.get(name.removeprefix(EXTRA_PREFIX))
        offer = None if offer is None or offer.metric.number else offer
    if offer is None:
        raise UnknownNameError("unknown metric", name, offers)
    return offer


# Phrases of the figures of a game -------------------------------------------------------------------------------------
MAX_LENGTH = 100  # letters of a phrase; a meaning without a short beginning is named by its figure
MANY = re.compile(r"[A-Z]?[a-z]+[^s\W]s")  # a plural: `contests`, but neither `tipsiness` nor `bar's`
COUNTED = 3  # words at the beginning among which that of the measure makes a number: `wild cards`, `GOOD NIGHT tokens`
NOUN = 2  # words at the beginning of which one is the noun: `Contests held`, `Absolute majorities`

ALREADY = ("the ", "a ", "an ", "how ")


def subject_of(meaning: str, measure: str = "", *, compared: bool = False) -> str:
    """A figure's meaning as a singular subject: `the number of contests held`; '' where it does not begin as one.

    The meaning ends where its first comma, semicolon, colon or bracket begins; what follows says in which games it is
    defined or over whom it is averaged.  measure: what one of it is; compared: it is a difference between games, and
    its first comma says from which.
    """
    begun = re.split(r"[;:(.]" if compared else r"[,;:(.]", meaning, maxsplit=1)[0].strip()
    if not begun or len(begun) > MAX_LENGTH:
        return ""
    first, _, rest = begun.partition(" ")
    if first == "Whether":
        return f"the share of games in which {rest}"
    words = f"{first if first.isupper() and len(first) > 1 else first[0].lower() + first[1:]} {rest}".strip()
    counted = begun.lower().split()[:COUNTED]
    named = bool(MANY.fullmatch(measure.rpartition(" ")[2])) and measure.rsplit(maxsplit=1)[-1] in counted
    if named or any(MANY.fullmatch(word) for word in begun.split()[:NOUN]):
        return f"the number of {words}"
    return words if words.startswith(ALREADY) else f"the {words}"
