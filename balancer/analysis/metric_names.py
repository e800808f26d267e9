"""Which names a game offers: metric, of what, which statistic; and the nearest right word for a wrong one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.catalogue import CATALOGUE, QUARTERS, Metric
from balancer.wording import nearest

MOST_TOLD = 12
"""As many names are all told where one of them is near; of more, `balancer metrics GAME` does that."""


class UnknownNameError(ValueError):
    """A metric, a statistic or an `of` that isn't there.

    wrong: the word as given; allowed: what may stand there; nearest: the likeliest of them, or ''.
    """

    def __init__(self, what: str, wrong: str, allowed: Iterable[str]) -> None:
        """Say what is wrong and what would be right."""
        self.wrong = wrong
        self.allowed = tuple(allowed)
        self.nearest = nearest(wrong, self.allowed)
        hints = [f"did you mean '{self.nearest}'?"] if self.nearest else []
        if len(self.allowed) <= MOST_TOLD or not self.nearest:
            hints.append(f"allowed: {', '.join(self.allowed) or 'nothing'}")
        else:
            hints.append(f"`balancer metrics GAME` lists all {len(self.allowed)}")
        super().__init__("; ".join([f"{what}: '{wrong}'" if wrong else what, *hints]))


@dataclass(frozen=True)
class Offer:
    """A metric as one game offers it.

    of: what there is one of each of ('1', '2' for seats; names otherwise), () if the metric stands alone; reason: why
    this game has no value of it, '' if it has.
    """

    metric: Metric
    meaning: str
    of: tuple[str, ...] = ()
    reason: str = ""

    @property
    def name(self) -> str:
        """The name that scenarios and tables use."""
        return self.metric.name


def names_for(game: Mapping[str, Any]) -> dict[str, Offer]:
    """All metrics a game offers, by name: the catalogue's, then the game's extras.

    game: a cell, or a description with some of the keys `players`, `personas`, `endings`, `nodes`, `parts` (names),
    `extras` (name -> {"meaning", "measure"}), `one_loses`.
    """
    offers = {name: _offer(metric, game) for name, metric in CATALOGUE.items()}
    for name, extra in dict(game.get("extras") or {}).items():
        metric = extra_metric(name, extra)
        offers[metric.name] = Offer(metric, metric.meaning)
    return offers


def usual_headline(game: Mapping[str, Any]) -> list[str]:
    """The metrics that concern every game, where a scenario names none; game: a cell, or `one_loses` and `lineup`."""
    one_loses = bool(game.get("one_loses"))
    seats, personas = ("seat_loss_rate", "persona_loss_rate") if one_loses else ("seat_spread", "persona_win_rate")
    return [seats, *([personas] if len(set(game["lineup"])) > 1 else []), "rounds"]


def offer_of(game: Mapping[str, Any], name: str) -> Offer:
    """The one metric of that name, as `names_for` and `find_metric` would give it."""
    metric = CATALOGUE.get(name)
    return _offer(metric, game) if metric else find_metric(names_for(game), name)


def _offer(metric: Metric, game: Mapping[str, Any]) -> Offer:
    one_loses = bool(game.get("one_loses", False))
    of = family_of(game, metric.of) if metric.of else ()
    return Offer(metric, metric.meaning_in(one_loses=one_loses), of, metric.reason_in(one_loses=one_loses))


def extra_metric(name: str, extra: Mapping[str, Any]) -> Metric:
    """A game's own figure as a metric; 'extras.' goes before a name that the catalogue has already."""
    measure = str(extra.get("measure", ""))
    return Metric(
        name=f"extras.{name}" if name in CATALOGUE else name,
        number=0,
        title=name.replace("_", " "),
        meaning=str(extra.get("meaning", "")),
        definition="as the game's rulebook.md says; a game where it is undefined is left out",
        source="the game's specification",
        uncertainty="Student's t interval of the mean over games; Wilson's where all values are 0 or 1.",
        unit=measure,
        stats=("mean",),
        stat="mean",
    )


def family_of(game: Mapping[str, Any], kind: str) -> tuple[str, ...]:
    """What metrics of that kind may be told of: seats from 1, personas, endings, nodes, parts, quarters."""
    if kind == "quarter":
        return QUARTERS
    if kind == "seat":
        return tuple(str(seat + 1) for seat in range(int(game.get("players") or 0)))
    tally: Mapping[str, Any] = game.get("tally", {})
    plural = f"{kind}s"
    if kind in {"persona", "ending"}:
        return tuple(game.get(plural) or tally.get(plural, ()))
    ratios: Mapping[str, Any] = tally.get("ratios", {})
    return tuple(game.get(plural) or (name.removeprefix(f"{kind}.") for name in ratios if name.startswith(f"{kind}.")))


# Asking --------------------------------------------------------------------------------------------------------------
def find(
    offers: Mapping[str, Offer],
    name: str,
    of: object = None,
    stat: str | None = None,
) -> tuple[Offer, str | None, str]:
    """The offer of that name, `of` as text (None: all together) and the statistic; or an UnknownNameError."""
    return asked_of(find_metric(offers, name), of, stat)


def asked_of(offer: Offer, of: object = None, stat: str | None = None) -> tuple[Offer, str | None, str]:
    """The offer, `of` as text and the statistic, both checked; or an UnknownNameError."""
    return offer, _of(offer, of), _stat(offer, stat, of)


def _of(offer: Offer, of: object) -> str | None:
    metric = offer.metric
    if of is None:
        if metric.of and not metric.of_optional:
            raise UnknownNameError(f"{metric.name} is told of each {metric.of}: say of which", "", offer.of)
        return None
    if metric.of is None:
        raise UnknownNameError(f"{metric.name} stands alone and has no 'of'", str(of), ())
    if str(of) not in offer.of:
        raise UnknownNameError(f"unknown {metric.of} of {metric.name}", str(of), offer.of)
    return str(of)


def _stat(offer: Offer, stat: str | None, of: object) -> str:
    metric = offer.metric
    stats: Sequence[str] = ("mean",) if metric.of_optional and of is not None else metric.stats
    if stat is None or (len(stats) == 1 and stat in {"mean", "value"}):
        return metric.stat
    if stat not in stats:
        raise UnknownNameError(f"unknown statistic of {metric.name}", stat, stats)
    return stat


def split(offers: Mapping[str, Offer], dotted: str) -> tuple[str, str | None, str | None]:
    """'ending_share.instant', 'rounds.p90', 'seat_spread', 'extras.contests' as (name, of, stat).

    UnknownNameError if there is no such metric, or what follows the dot is neither an `of` of it nor a statistic.
    """
    prefix = "extras." if dotted.startswith("extras.") else ""
    name, _, rest = dotted.removeprefix(prefix).partition(".")
    offer = find_metric(offers, prefix + name)
    if not rest:
        return offer.name, None, None
    if offer.metric.of and (rest in offer.of or rest not in offer.metric.stats):
        return offer.name, _of(offer, rest), None
    return offer.name, None, _stat(offer, rest, None)


def find_metric(offers: Mapping[str, Offer], name: str) -> Offer:
    """The offer of that name ('extras.' may always precede an extra's); UnknownNameError with the nearest right one."""
    offer = offers.get(name)
    if offer is None and name.startswith("extras."):
        offer = offers.get(name.removeprefix("extras."))
        offer = None if offer is None or offer.metric.number else offer
    if offer is None:
        raise UnknownNameError("unknown metric", name, offers)
    return offer
