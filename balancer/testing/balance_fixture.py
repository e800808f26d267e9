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
from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.estimates.metric import least_of
from balancer.analysis.estimates.metric_names import Offer, UnknownNameError, find_metric
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.intervals import sequential
from balancer.analysis.verdicts import FAIL, PASS, Bound
from balancer.checks.claims import Budget, CheckedSetting, job_of, measured
from balancer.questions import check_results
from balancer.questions.playing import ChangeOptions, declared
from balancer.reporting import numbers, phrases
from balancer.scenario.load import load_with
from balancer.scenario.plan import variant_cell
from balancer.scenario.question import BASE
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import Job
from balancer.simulation.runner import Runner, open_runner
from balancer.simulation.stopping import FixedGames
from balancer.testing.settings import UNDECIDED
from balancer.wording import did_you_mean, hint

COMPARISONS = 50  # simultaneous at the scenario's confidence: each takes a fiftieth of its error

# arguments of `balance` that are no knobs of the game
KEYS = (*(key for key in declared(ChangeOptions) if key != "rules"), "games", "seating", "variant")


class Balance:
    """The fixture: figures of a scenario's base rules, with changes."""

    def __init__(
        self, runner: Runner, first: int | None, most: int | None, root: pathlib.Path, *, strict: bool
    ) -> None:
        """first, most: games at the first look and at most; None: the scenario's own."""
        self.runner, self.first, self.most, self.root, self.strict = runner, first, most, root, strict
        self.all_games: dict[tuple[str, int, int], SharedGames] = {}

    def __call__(self, scenario: str | Mapping[str, Any] | pathlib.Path, **changes: Any) -> BalanceFigures:
        """Return the figures of a scenario (a file, a game's name, or a dict of its keys) with some changes.

        changes: players, lineup, seating, seed, games, personas, variant (the name of one); anything else is a knob of
        the game.  Paths are searched here, then next to the project's settings.  Raises ScenarioError for what is
        wrong.
        """
        target = self._target(scenario)
        variant = changes.pop("variant", BASE)
        base = load_with(target, self._changes(target, changes))
        if variant not in {BASE, *base.variants}:
            names = [BASE, *base.variants]
            raise ValueError(f"unknown variant {variant!r}; allowed: {', '.join(names)}{hint(variant, names)}")
        name = "base rules" if variant == BASE else f"variant {variant}"
        label = ", ".join([name, *(f"{key} {value}" for key, value in changes.items())])
        place = CheckedSetting(label, variant_cell(base, variant))
        return BalanceFigures(base, place, self)

    def _target(self, scenario: Any) -> Any:
        if isinstance(scenario, Mapping) or str(scenario) in games.names() or pathlib.Path(scenario).exists():
            return scenario
        next_to_settings = self.root / scenario
        return next_to_settings if next_to_settings.exists() else scenario

    def _changes(self, target: Any, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Return the changes as a scenario has them, knobs under `rules`; raise TypeError for an unknown name."""
        names = [knob.name for knob in load_with(target, {}).game.knobs]
        given: dict[str, Any] = {key: value for key, value in changes.items() if key in KEYS}
        rules = {key: value for key, value in changes.items() if key not in KEYS}
        for key in rules:
            if key not in names:
                near = did_you_mean(key, [*names, *KEYS]) or f"allowed: {', '.join([*KEYS, *names])}"
                raise TypeError(f"balance() has no knob {key!r}; {near}")
        if self.first is not None:
            given.setdefault("games", self.first)
        return {**given, **({"rules": rules} if rules else {})}

    def shared_games(
        self, scenario: Scenario, place: CheckedSetting, against: CheckedSetting | None = None
    ) -> SharedGames:
        """Return the games of a setting (or a pair), shared by all figures that need the same games."""
        job, budget = job_of(place, against), Budget.of(scenario, self.most)
        return self.all_games.setdefault((job.key, budget.first, budget.most), SharedGames(self.runner, job, budget))

    def undecided(self, figure: str) -> NoReturn:
        """End the test: neither passed nor failed."""
        if self.strict:
            pytest.fail(UNDECIDED + figure, pytrace=False)
        raise pytest.xfail.Exception(UNDECIDED + figure)


@contextlib.contextmanager
def opened(first: int | None, most: int | None, root: pathlib.Path, *, strict: bool) -> Iterator[Balance]:
    """Open the fixture's value, with threads of its own."""
    with open_runner() as runner:
        yield Balance(runner, first, most, root, strict=strict)


class NoSuchFigureError(AttributeError):
    """An unknown metric, seat, persona ... or statistic."""


class SharedGames:
    """A setting, or a pair of settings, that is played look by look."""

    def __init__(self, runner: Runner, job: Job, budget: Budget) -> None:
        self.runner, self.job, self.played = runner, job, None
        self.looks = list(sequential.looks(budget.most, budget.first))
        self.look = 0

    def play_on(self) -> bool:
        """Play to the next look; return False if the budget is spent."""
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
        """Return the confidence of an interval at this look; COMPARISONS of them are simultaneous over all looks."""
        alpha = (1 - scenario.report.confidence) / COMPARISONS
        return sequential.confidence_at(1 - alpha, max(1, self.look))


class BalanceFigures:
    """All figures of one set of rules: ``.rounds``, ``.ending_share.instant``, ``.seat_win_rate[1]``."""

    def __init__(self, scenario: Scenario, place: CheckedSetting, owner: Balance) -> None:
        self._scenario, self._place, self._owner = scenario, place, owner

    def __getattr__(self, name: str) -> BalanceFigure:
        """Return the metric of that name."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            offer = find_metric(self._place.offers, name)
        except UnknownNameError as error:
            raise NoSuchFigureError(str(error)) from None
        return BalanceFigure(self._scenario, self._place, self._owner, offer)

    def __dir__(self) -> list[str]:
        """Return the names of all metrics, for completion."""
        return [name for name, offer in self._place.offers.items() if not offer.reason]


class BalanceFigure:
    """A figure known by its interval; comparing it with a number gives a `Judgement`.

    ``.p90``, ``["instant"]``, ``[1]`` choose one; minus the same under other rules it is their difference, over pairs
    of games on the same dice.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, scenario: Scenario, place: CheckedSetting, owner: Balance, offer: Offer, item: str = "", stat: str = "",
        against: CheckedSetting | None = None,
    ) -> None:  # fmt: skip
        """Name a metric of a setting; item: seat, persona ...; stat: statistic; '': not chosen; against: subtracted."""
        self.scenario, self.place, self.owner, self.against = scenario, place, owner, against
        self._offer, self._item, self._stat = offer, item, stat

    # Choosing ---------------------------------------------------------------------------------------------------------
    def __getattr__(self, name: str) -> BalanceFigure:
        """Choose the item (``.instant``), or the statistic (``.p90``)."""
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, item: object) -> BalanceFigure:
        """Choose the item: ``["instant"]``; seats count from 1."""
        metric, word = self._offer.metric, str(item)
        is_stat = word in metric.stats or least_of(word) is not None
        is_of = metric.of is not None and not self._item and not self._stat and not is_stat
        chosen = (word, "") if is_of else (self._item, word)
        self._require(*chosen)
        return BalanceFigure(self.scenario, self.place, self.owner, self._offer, *chosen, self.against)

    def _require(self, item: str, stat: str) -> None:
        """Raise NoSuchFigureError if there is no such figure."""
        try:
            self._offer.resolve(item or None, stat or None)
        except UnknownNameError as error:
            raise NoSuchFigureError(str(error)) from None

    def figure(self) -> FigureRef:
        """Return its figure reference; raise NoSuchFigureError if the choice is incomplete."""
        self._require(self._item, self._stat)
        if self._offer.reason:
            raise NoSuchFigureError(f"{self._offer.name} is not assessed: {self._offer.reason}")
        return self._offer.reference(self._item or None, self._stat or None)

    def __sub__(self, other: object) -> BalanceFigure:
        """Subtract the same figure under other rules."""
        same = isinstance(other, BalanceFigure) and self.against is other.against is None
        if not same or not isinstance(other, BalanceFigure) or other.figure() != self.figure():
            raise TypeError("only the same figure under other rules can be subtracted from a figure")
        if (other.scenario.game.name, other.scenario.seed) != (self.scenario.game.name, self.scenario.seed):
            raise TypeError("a difference takes two sets of rules of one game and one seed")
        return BalanceFigure(self.scenario, self.place, self.owner, self._offer, self._item, self._stat, other.place)

    # Reading ----------------------------------------------------------------------------------------------------------
    @property
    def shared_games(self) -> SharedGames:
        """The games that its estimate uses."""
        return self.owner.shared_games(self.scenario, self.place, self.against)

    def estimate(self) -> Estimate:
        """Return its estimate from the games played so far."""
        figure, shared_games, pace = self.figure(), self.shared_games, self.scenario.report.seconds_per_decision
        return measured(shared_games.result, figure, shared_games.confidence(self.scenario), pace)

    @property
    def value(self) -> float | None:
        """Its value in the games played so far; None if it is undefined."""
        return self.estimate().value

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """Its interval, at the confidence of a comparison."""
        now = self.estimate()
        return now.low, now.high

    def __repr__(self) -> str:
        """Return the figure in words."""
        figure, now, name = self.figure(), self.estimate(), self.place.name
        unit, games = numbers.unit_of(self.place.unit(figure)), "games"
        if self.against is not None:
            name, unit, games = f"{name} − {self.against.name}", numbers.as_difference(unit), "pairs of games"
        value = check_results.spread_words(now.value, (now.low, now.high), unit)
        return f"{phrases.label(self._offer, figure)}, {name}: {value}, {numbers.count(now.games)} {games}"

    # Comparing --------------------------------------------------------------------------------------------------------
    def __le__(self, most: float) -> Judgement:
        return Judgement(self, Bound(high=_number(most)))

    def __lt__(self, most: float) -> Judgement:
        return Judgement(self, Bound(high=_number(most), high_open=True))

    def __ge__(self, least: float) -> Judgement:
        return Judgement(self, Bound(low=_number(least)))

    def __gt__(self, least: float) -> Judgement:
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
    """The verdict of a comparison: true (passed), false (failed), or the end of the test (undecided)."""

    def __init__(self, quantity: BalanceFigure, bound: Bound) -> None:
        """Play until the comparison is decided or the budget is spent."""
        self.quantity = quantity
        while True:
            self.verdict = verdicts.of_figure(quantity.estimate(), bound)
            if self.verdict in {PASS, FAIL} or not quantity.shared_games.play_on():
                break

    def __bool__(self) -> bool:
        """Return whether it passed; an undecided comparison ends the test."""
        if self.verdict not in {PASS, FAIL}:
            self.quantity.owner.undecided(repr(self.quantity))
        return self.verdict == PASS

    def __repr__(self) -> str:
        """Return the verdict and the figure in words."""
        return f"{self.verdict}: {self.quantity!r}"


def explain(op: str, left: object, right: object) -> Sequence[str]:
    """Return a failed comparison in words."""
    return [f"{left!r} {op} {right!r}", "the whole interval is on the wrong side"]
