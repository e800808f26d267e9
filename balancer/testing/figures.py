"""Figures for a designer's own tests: each carries its interval, and a comparison passes, fails or is undecided.

def test_ales_are_shorter(balance):
    assert balance("scenarios/biergarten.yaml", board="ales").rounds.p90 <= 9
"""

from __future__ import annotations

import contextlib
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

import pytest

from balancer import games
from balancer.analysis import stopping, verdicts
from balancer.analysis.asked import Estimate
from balancer.analysis.names import Offer, UnknownNameError, asked_of, find_metric, nearest
from balancer.analysis.verdicts import FAIL, PASS, Bound
from balancer.experiment import checking
from balancer.experiment.checking import Budget, Hall, Table
from balancer.experiment.claims import Place, unit_of
from balancer.experiment.model import BASE, Figure, Scenario
from balancer.experiment.plan import variant_cell
from balancer.experiment.scenario import load, load_with
from balancer.reporting import checked, figures, words
from balancer.reporting.reading import unit_of as written_unit
from balancer.testing.plugin import UNDECIDED

ROOM = 50
"""So many comparisons hold together with the scenario's confidence: each takes a fiftieth of its error."""

KEYS = ("players", "lineup", "seating", "seed", "games", "variant", "personas")
"""What `balance` takes besides the knobs of the game."""


class Balance:
    """The fixture: gives the figures of a scenario's base rules, changed as one says."""

    def __init__(self, room: Hall, first: int | None, most: int | None, root: pathlib.Path, *, strict: bool) -> None:
        """Play in `room`; first, most: games at the first look and at most, None for the scenario's own."""
        self.room, self.first, self.most, self.root, self.strict = room, first, most, root, strict

    def __call__(self, scenario: str | Mapping[str, Any] | pathlib.Path, **changes: Any) -> Figures:
        """The figures of a scenario (a file, a game's name, or a dict of its keys) with these changes.

        changes: players, lineup, seating, seed, games, personas, variant (the name of one); anything else is a knob of
        the game.  Paths are looked for here, then beside the project's settings.  ScenarioError for what is wrong.
        """
        target = self._target(scenario)
        variant = changes.pop("variant", BASE)
        found = load_with(target, self._changes(target, changes))
        if variant not in {BASE, *found.variants}:
            there = [BASE, *found.variants]
            hint = f"; did you mean {nearest(variant, there)}?" if nearest(variant, there) else ""
            raise ValueError(f"unknown variant {variant!r}; allowed: {', '.join(there)}{hint}")
        name = "base rules" if variant == BASE else f"variant {variant}"
        told = ", ".join([name, *(f"{key} {value}" for key, value in changes.items())])
        place = Place(told, variant_cell(found, variant))
        return Figures(found, self.room.table(place), place, self._budget(found), self)

    def _target(self, scenario: Any) -> Any:
        if isinstance(scenario, Mapping) or str(scenario) in games.names() or pathlib.Path(scenario).exists():
            return scenario
        beside = self.root / scenario
        return beside if beside.exists() else scenario

    def _changes(self, target: Any, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Knobs under `rules`, all else as it is; TypeError for what is neither."""
        knobs = load(target).game.knobs if not isinstance(target, Mapping) else load_with(target, {}).game.knobs
        names = [knob.name for knob in knobs]
        made: dict[str, Any] = {key: value for key, value in changes.items() if key in KEYS}
        rules = {key: value for key, value in changes.items() if key not in KEYS}
        for key in rules:
            if key not in names:
                near = nearest(key, [*names, *KEYS])
                hint = f"did you mean {near}?" if near else f"allowed: {', '.join([*KEYS, *names])}"
                raise TypeError(f"balance() has no knob {key!r}; {hint}")
        if self.first is not None:
            made.setdefault("games", self.first)
        return {**made, **({"rules": rules} if rules else {})}

    def _budget(self, scenario: Scenario) -> Budget:
        return Budget.of(scenario, self.most)

    def undecided(self, told: str) -> NoReturn:
        """End the test: not passed, not failed."""
        if self.strict:
            pytest.fail(UNDECIDED + told, pytrace=False)
        raise pytest.xfail.Exception(UNDECIDED + told)


@contextlib.contextmanager
def opened(first: int | None, most: int | None, root: pathlib.Path, *, strict: bool) -> Iterator[Balance]:
    """The fixture's value, with threads of its own."""
    with checking.hall() as room:
        yield Balance(room, first, most, root, strict=strict)


class NoSuchFigureError(AttributeError):
    """A metric, a seat, a persona ... or a statistic that isn't there."""


class Figures:
    """All figures of one set of rules: ``.rounds``, ``.ending_share.instant``, ``.seat_win_rate[1]``."""

    def __init__(self, scenario: Scenario, table: Table, place: Place, budget: Budget, owner: Balance) -> None:
        """Those of a place; nothing is played before a figure is compared or read."""
        self._scenario, self._table, self._place, self._owner = scenario, table, place, owner
        self._looks = list(stopping.looks(budget.most, budget.first))
        self._look = 0

    def __getattr__(self, name: str) -> Quantity:
        """The metric of that name."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return Quantity(self, find_metric(self._place.offers, name))
        except UnknownNameError as error:
            raise NoSuchFigureError(str(error)) from None

    def __dir__(self) -> list[str]:
        """The metrics there are, for completion."""
        return [name for name, offer in self._place.offers.items() if not offer.reason]

    def _play_on(self) -> bool:
        """Play to the next look; False where the budget is at its end."""
        if self._look == len(self._looks):
            return False
        self._owner.room.play([self._table], self._looks[self._look])
        self._look += 1
        return True

    def _estimate(self, figure: Figure, confidence: float) -> Estimate:
        if not self._look:
            self._play_on()
        elif self._table.games != self._looks[self._look - 1]:  # the same rules were played on elsewhere
            self._owner.room.play([self._table], self._looks[self._look - 1])
        return checking.figure_in(self._table.told, figure, self._scenario, confidence)


class Quantity:
    """A figure with its interval.  Comparing it gives a `Judgement`; ``.p90``, ``["instant"]``, ``[1]`` choose one."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, source: Figures, offer: Offer, of: str = "", stat: str = "") -> None:
        """A metric of some rules."""
        self._source, self._offer, self._of, self._stat = source, offer, of, stat

    # Choosing ---------------------------------------------------------------------------------------------------------
    def __getattr__(self, name: str) -> Quantity:
        """Of whom or what (``.instant``), or which statistic (``.p90``)."""
        if name.startswith("_"):
            raise AttributeError(name)
        return self._chosen(name)

    def __getitem__(self, of: object) -> Quantity:
        """Of whom or what: ``["instant"]``; seats count from 1."""
        return self._chosen(str(of))

    def _chosen(self, word: str) -> Quantity:
        metric = self._offer.metric
        try:
            if metric.of is not None and not self._of and not self._stat and word not in metric.stats:
                asked_of(self._offer, word)
                return Quantity(self._source, self._offer, word)
            asked_of(self._offer, self._of or None, word)
        except UnknownNameError as error:
            raise NoSuchFigureError(str(error)) from None
        return Quantity(self._source, self._offer, self._of, word)

    def _figure(self) -> Figure:
        try:
            asked_of(self._offer, self._of or None, self._stat or None)
        except UnknownNameError as error:
            raise NoSuchFigureError(str(error)) from None
        if self._offer.reason:
            raise NoSuchFigureError(f"{self._offer.name} is not assessed: {self._offer.reason}")
        return Figure(self._offer.name, self._of, self._stat)

    # Reading ----------------------------------------------------------------------------------------------------------
    def _told(self) -> Estimate:
        return self._source._estimate(self._figure(), self._confidence)  # noqa: SLF001  one thing in two classes

    @property
    def value(self) -> float | None:
        """The figure itself, of the games played so far; None where it is undefined."""
        return self._told().value

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """Its interval, at the confidence of a comparison."""
        told = self._told()
        return told.low, told.high

    @property
    def _confidence(self) -> float:
        source = self._source
        alpha = (1 - source._scenario.report.confidence) / ROOM  # noqa: SLF001
        return stopping.confidence_at(1 - alpha, max(1, source._look))  # noqa: SLF001

    def __repr__(self) -> str:
        """The figure in words."""
        figure, told = self._figure(), self._told()
        unit = written_unit(unit_of(self._offer, figure.stat))
        label = words.label(self._offer, figure.of or None, figure.stat or "mean")
        value = checked.spread_words(told.value, (told.low, told.high), unit)
        return f"{label}, {self._source._place.name}: {value}, {figures.count(told.games)} games"  # noqa: SLF001

    # Comparing --------------------------------------------------------------------------------------------------------
    def __le__(self, most: float) -> Judgement:
        """At most."""
        return Judgement(self, Bound(high=_number(most)))

    def __lt__(self, most: float) -> Judgement:
        """Below."""
        return Judgement(self, Bound(high=_number(most), high_open=True))

    def __ge__(self, least: float) -> Judgement:
        """At least."""
        return Judgement(self, Bound(low=_number(least)))

    def __gt__(self, least: float) -> Judgement:
        """Above."""
        return Judgement(self, Bound(low=_number(least), low_open=True))

    def __eq__(self, other: object) -> bool:
        """Nothing is: TypeError."""
        raise TypeError("no number of games shows that a figure equals a number: say 0.2 <= figure <= 0.3")

    def __ne__(self, other: object) -> bool:
        """As `==`: TypeError."""
        return not self == other

    def __bool__(self) -> bool:
        """Neither: TypeError."""
        raise TypeError(f"{self!r} is neither true nor false: compare it, as in figure <= 9")


def _number(value: Any) -> float:
    if isinstance(value, bool) or not hasattr(value, "__float__") or isinstance(value, Quantity):
        raise TypeError(f"a figure is compared with a number, not with {value!r}")
    return float(value)


class Judgement:
    """What came of comparing a figure: true (passed), false (failed), or the end of the test (undecided)."""

    def __init__(self, quantity: Quantity, bound: Bound) -> None:
        """Look, and play on while it is undecided and the budget lasts."""
        self.quantity = quantity
        source = quantity._source  # noqa: SLF001
        while True:
            told = quantity._told()  # noqa: SLF001
            undefined = told.value is None
            self.verdict = verdicts.UNDECIDED if undefined else verdicts.verdict((told.low, told.high), bound)
            if self.verdict in {PASS, FAIL} or not source._play_on():  # noqa: SLF001
                break

    def __bool__(self) -> bool:
        """Whether it passed; what is undecided ends the test."""
        if self.verdict not in {PASS, FAIL}:
            self.quantity._source._owner.undecided(repr(self.quantity))  # noqa: SLF001
        return self.verdict == PASS

    def __repr__(self) -> str:
        """The verdict and the figure."""
        return f"{self.verdict}: {self.quantity!r}"


def explain(op: str, left: object, right: object) -> Sequence[str]:
    """A failed comparison in words."""
    return [f"{left!r} {op} {right!r}", "the whole interval is on the wrong side"]
