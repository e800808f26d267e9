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
from balancer.analysis import verdicts
from balancer.analysis.estimate import Estimate
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.intervals import sequential
from balancer.analysis.metric_names import Offer, UnknownNameError, find_metric
from balancer.analysis.verdicts import FAIL, PASS, Bound
from balancer.checks.claims import Budget, CheckedSetting, job_of, measured
from balancer.questions.playing import ChangeOptions, declared
from balancer.reporting import numbers, phrases
from balancer.reporting.reports import check_report
from balancer.scenario.load import load_with
from balancer.scenario.plan import variant_cell
from balancer.scenario.question import BASE
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import Job
from balancer.simulation.runner import Runner, open_runner
from balancer.simulation.stopping import FixedGames
from balancer.testing.settings import UNDECIDED
from balancer.wording import did_you_mean, hint

ROOM = 50  # comparisons that hold together with the scenario's confidence: each takes a fiftieth of its error

KEYS = (*(key for key in declared(ChangeOptions) if key != "rules"), "games", "seating", "variant")
"""Arguments of `balance` besides the knobs of the game."""


class Balance:
    """The fixture: gives the figures of a scenario's base rules, with changes."""

    def __init__(
        self, runner: Runner, first: int | None, most: int | None, root: pathlib.Path, *, strict: bool
    ) -> None:
        """first, most: games at the first look and at most; None: the scenario's own."""
        self.runner, self.first, self.most, self.root, self.strict = runner, first, most, root, strict
        self.grounds: dict[tuple[str, int, int], Ground] = {}

    def __call__(self, scenario: str | Mapping[str, Any] | pathlib.Path, **changes: Any) -> BalanceFigures:
        """The figures of a scenario (a file, a game's name, or a dict of its keys) with these changes.

        changes: players, lineup, seating, seed, games, personas, variant (the name of one); anything else is a knob of
        the game.  Paths are looked for here, then beside the project's settings.  ScenarioError for what is wrong.
        """
        target = self._target(scenario)
        variant = changes.pop("variant", BASE)
        base = load_with(target, self._changes(target, changes))
        if variant not in {BASE, *base.variants}:
            there = [BASE, *base.variants]
            raise ValueError(f"unknown variant {variant!r}; allowed: {', '.join(there)}{hint(variant, there)}")
        name = "base rules" if variant == BASE else f"variant {variant}"
        label = ", ".join([name, *(f"{key} {value}" for key, value in changes.items())])
        place = CheckedSetting(label, variant_cell(base, variant))
        return BalanceFigures(base, place, self)

    def _target(self, scenario: Any) -> Any:
        if isinstance(scenario, Mapping) or str(scenario) in games.names() or pathlib.Path(scenario).exists():
            return scenario
        beside = self.root / scenario
        return beside if beside.exists() else scenario

    def _changes(self, target: Any, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Knobs under `rules`, all else as it is; TypeError for what is neither."""
        names = [knob.name for knob in load_with(target, {}).game.knobs]
        made: dict[str, Any] = {key: value for key, value in changes.items() if key in KEYS}
        rules = {key: value for key, value in changes.items() if key not in KEYS}
        for key in rules:
            if key not in names:
                near = did_you_mean(key, [*names, *KEYS]) or f"allowed: {', '.join([*KEYS, *names])}"
                raise TypeError(f"balance() has no knob {key!r}; {near}")
        if self.first is not None:
            made.setdefault("games", self.first)
        return {**made, **({"rules": rules} if rules else {})}

    def ground(self, scenario: Scenario, place: CheckedSetting, against: CheckedSetting | None = None) -> Ground:
        """The games of a place (or a pair), shared by all figures that need the same games."""
        job, budget = job_of(place, against), Budget.of(scenario, self.most)
        return self.grounds.setdefault((job.key, budget.first, budget.most), Ground(self.runner, job, budget))

    def undecided(self, figure: str) -> NoReturn:
        """End the test: neither passed nor failed."""
        if self.strict:
            pytest.fail(UNDECIDED + figure, pytrace=False)
        raise pytest.xfail.Exception(UNDECIDED + figure)


@contextlib.contextmanager
def opened(first: int | None, most: int | None, root: pathlib.Path, *, strict: bool) -> Iterator[Balance]:
    """The fixture's value, with threads of its own."""
    with open_runner() as runner:
        yield Balance(runner, first, most, root, strict=strict)


class NoSuchFigureError(AttributeError):
    """An unknown metric, seat, persona ... or statistic."""


class Ground:
    """A place, or a pair of places, that is played look by look."""

    def __init__(self, runner: Runner, job: Job, budget: Budget) -> None:
        """Play nothing yet."""
        self.runner, self.job, self.played = runner, job, None
        self.looks = list(sequential.looks(budget.most, budget.first))
        self.look = 0

    def play_on(self) -> bool:
        """Play to the next look; False where the budget is spent."""
        if self.look == len(self.looks):
            return False
        (self.played,) = self.runner.play([self.job], FixedGames(self.looks[self.look]))
        self.look += 1
        return True

    @property
    def result(self) -> Any:
        """The result; plays to the first look if nothing was played yet."""
        if not self.look:
            self.play_on()
        return self.played

    def confidence(self, scenario: Scenario) -> float:
        """Confidence of an interval at this look, so that ROOM comparisons hold simultaneously over all looks."""
        alpha = (1 - scenario.report.confidence) / ROOM
        return sequential.confidence_at(1 - alpha, max(1, self.look))


class BalanceFigures:
    """All figures of one set of rules: ``.rounds``, ``.ending_share.instant``, ``.seat_win_rate[1]``."""

    def __init__(self, scenario: Scenario, place: CheckedSetting, owner: Balance) -> None:
        """The figures of a place; nothing is played before one is compared or read."""
        self._scenario, self._place, self._owner = scenario, place, owner

    def __getattr__(self, name: str) -> BalanceFigure:
        """The metric of that name."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            offer = find_metric(self._place.offers, name)
        except UnknownNameError as error:
            raise NoSuchFigureError(str(error)) from None
        return BalanceFigure(self._scenario, self._place, self._owner, offer)

    def __dir__(self) -> list[str]:
        """The names of all metrics, for completion."""
        return [name for name, offer in self._place.offers.items() if not offer.reason]


class BalanceFigure:
    """A figure known by its interval; comparing it with a number gives a `Judgement`.

    ``.p90``, ``["instant"]``, ``[1]`` choose one; minus the same under other rules it is their difference, over pairs
    of games on the same dice.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, scenario: Scenario, place: CheckedSetting, owner: Balance, offer: Offer, of: str = "", stat: str = "",
        against: CheckedSetting | None = None,
    ) -> None:  # fmt: skip
        """A metric of a place; of: seat, persona ...; stat: statistic; '' if not chosen yet; against: subtracted."""
        self.scenario, self.place, self.owner, self.against = scenario, place, owner, against
        self._offer, self._of, self._stat = offer, of, stat

    # Choosing ---------------------------------------------------------------------------------------------------------
    def __getattr__(self, name: str) -> BalanceFigure:
        """Choose of whom or what (``.instant``), or the statistic (``.p90``)."""
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, of: object) -> BalanceFigure:
        """Choose of whom or what: ``["instant"]``; seats count from 1."""
        metric, word = self._offer.metric, str(of)
        is_of = metric.of is not None and not self._of and not self._stat and word not in metric.stats
        chosen = (word, "") if is_of else (self._of, word)
        self._require(*chosen)
        return BalanceFigure(self.scenario, self.place, self.owner, self._offer, *chosen, self.against)

    def _require(self, of: str, stat: str) -> None:
        """NoSuchFigureError where there is no such figure."""
        try:
            self._offer.resolve(of or None, stat or None)
        except UnknownNameError as error:
            raise NoSuchFigureError(str(error)) from None

    def figure(self) -> FigureRef:
        """Its figure reference; NoSuchFigureError where the choice is incomplete."""
        self._require(self._of, self._stat)
        if self._offer.reason:
            raise NoSuchFigureError(f"{self._offer.name} is not assessed: {self._offer.reason}")
        return self._offer.reference(self._of or None, self._stat or None)

    def __sub__(self, other: object) -> BalanceFigure:
        """The difference to the same figure under other rules."""
        same = isinstance(other, BalanceFigure) and self.against is other.against is None
        if not same or not isinstance(other, BalanceFigure) or other.figure() != self.figure():
            raise TypeError("only the same figure under other rules can be subtracted from a figure")
        if (other.scenario.game.name, other.scenario.seed) != (self.scenario.game.name, self.scenario.seed):
            raise TypeError("a difference takes two sets of rules of one game and one seed")
        return BalanceFigure(self.scenario, self.place, self.owner, self._offer, self._of, self._stat, other.place)

    # Reading ----------------------------------------------------------------------------------------------------------
    @property
    def ground(self) -> Ground:
        """The games it is estimated from."""
        return self.owner.ground(self.scenario, self.place, self.against)

    def estimate(self) -> Estimate:
        """Its estimate from the games played so far."""
        figure, ground, pace = self.figure(), self.ground, self.scenario.report.seconds_per_decision
        return measured(ground.result, figure, ground.confidence(self.scenario), pace)

    @property
    def value(self) -> float | None:
        """Its value in the games played so far; None where it is undefined."""
        return self.estimate().value

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """Its interval, at the confidence of a comparison."""
        now = self.estimate()
        return now.low, now.high

    def __repr__(self) -> str:
        """The figure in words."""
        figure, now, there = self.figure(), self.estimate(), self.place.name
        unit, games = numbers.unit_of(self.place.unit(figure)), "games"
        if self.against is not None:
            there, unit, games = f"{there} − {self.against.name}", numbers.as_difference(unit), "pairs of games"
        value = check_report.spread_words(now.value, (now.low, now.high), unit)
        return f"{phrases.label(self._offer, figure)}, {there}: {value}, {numbers.count(now.games)} {games}"

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
        """Raise TypeError, as `!=` does."""
        raise TypeError("no number of games can show that a figure equals a number: write 0.2 <= figure <= 0.3")

    def __bool__(self) -> bool:
        """Raise TypeError: only a comparison is true or false."""
        raise TypeError(f"{self!r} is neither true nor false: compare it, as in figure <= 9")


def _number(value: Any) -> float:
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise TypeError(f"a figure is compared with a number, not with {value!r}")
    return float(value)


class Judgement:
    """Verdict of a comparison: true (passed), false (failed), or the end of the test (undecided)."""

    def __init__(self, quantity: BalanceFigure, bound: Bound) -> None:
        """Play until the comparison is decided or the budget is spent."""
        self.quantity = quantity
        while True:
            self.verdict = verdicts.of_figure(quantity.estimate(), bound)
            if self.verdict in {PASS, FAIL} or not quantity.ground.play_on():
                break

    def __bool__(self) -> bool:
        """Whether it passed; an undecided comparison ends the test."""
        if self.verdict not in {PASS, FAIL}:
            self.quantity.owner.undecided(repr(self.quantity))
        return self.verdict == PASS

    def __repr__(self) -> str:
        """The verdict and the figure."""
        return f"{self.verdict}: {self.quantity!r}"


def explain(op: str, left: object, right: object) -> Sequence[str]:
    """A failed comparison in words."""
    return [f"{left!r} {op} {right!r}", "the whole interval is on the wrong side"]
