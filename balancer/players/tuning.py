"""Search for habits that win against given opponents; what it finds is confirmed on games held out of the search.

Many starts (the personas, vectors near them, and random ones) are sorted out by successive halving (Jamieson &
Talwalkar 2016).  The best of each basin is polished by CMA-ES (`evolution`), on fresh deals in every generation.  The
games of the scenario itself are never used, and reported figures come from games held out.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import RatioSums, critical_z
from balancer.core.game import Game, Habit, Persona
from balancer.core.record import empty
from balancer.core.result_row import CREDIT, won_by_seat
from balancer.core.table import MAX_LINEUP
from balancer.core.tallies.layout import PERSONA_SCORES, PERSONAS
from balancer.plain.loading.reading import STYLE
from balancer.players.evolution import Evolution
from balancer.players.opponents import CANDIDATE, Opponents
from balancer.players.payoffs import Floats, Payoff
from balancer.players.stakes import SHARE, Stakes
from balancer.players.tournament import Stop
from balancer.scenario import plan as plans
from balancer.scenario.resolved import Scenario, usual_games
from balancer.simulation.backends.backend import Ranges, ranges
from balancer.simulation.backends.threads import threads
from balancer.simulation.jobs import CellJob, Chunk, joined
from balancer.simulation.runner import Runner

MIN_GAIN, ERRORS = 0.005, 2.0  # a gain counts if it exceeds half a percentage point and two standard errors
MIN_GAIN_OF_SPREAD = 0.01  # the same for scores: the part of the standard deviation of a seat's score
POWER = 0.84  # standard errors beyond a bound with which a gain passes it in four of five searches
MAX_CONFIRMATION = 5_000_000  # games of a confirmation with a precision, unless the command says otherwise
SPARE_GAMES = 1.05  # times the games expected to reach a precision, so that one further block suffices

KEPT, NONE, UNDECIDED = "kept", "none", "undecided"  # outcomes of a search, as `--json` has them

STEP = 0.12  # the first standard deviation of the polish, as a fraction of each habit's range


@dataclass(frozen=True)
class SearchBudget:
    """The size of a search."""

    starts: int = 160  # vectors to begin with, in addition to the personas
    first: int = 300  # games of each of them in the first stage
    keep: int = 3  # one vector in `keep` survives a stage, and plays `keep` times as many games in the next
    basins: int = 3  # vectors that are polished
    generations: int = 12  # of the polish
    tries: int = 14  # per generation
    polish: int = 2_000  # games per try
    held_out: int = 40_000  # games of the confirmation
    precision: float | None = None  # half-width of the gain's interval, until which the confirmation goes on
    max_games: int = MAX_CONFIRMATION  # of the confirmation with a precision

    @property
    def games(self) -> int:
        """Games of one search, roughly: stages of equal cost, the polish of each basin, the confirmation."""
        stages = 1 + round(math.log(max(2, self.starts / self.basins), self.keep))
        polish = self.basins * self.generations * self.tries * self.polish
        confirmation = 0 if self.precision is None else 2 * max(0, self.max_games - self.held_out)
        return self.starts * self.first * stages + polish + (self.basins + 2) * 2 * self.held_out + confirmation


def scaled(
    held_out: int | None, game: Game | None = None, precision: float | None = None, max_games: int | None = None
) -> SearchBudget:
    """Return the usual budget of a game, or one in proportion to the games of the confirmation.

    precision, max_games: see `SearchBudget`.
    """
    usual = SearchBudget(precision=precision, max_games=max_games or MAX_CONFIRMATION)
    if held_out is None and game is not None:
        held_out = usual_games(game, usual.held_out)
    if held_out is None or held_out == usual.held_out:
        return usual
    part = min(4.0, held_out / usual.held_out)
    return dataclasses.replace(
        usual,
        held_out=held_out,
        starts=max(12, round(usual.starts * min(1.0, math.sqrt(part)))),
        first=max(24, round(usual.first * part)),
        polish=max(48, round(usual.polish * part)),
        generations=max(3, round(usual.generations * min(1.0, math.sqrt(part)))),
    )


class Share(NamedTuple):
    """The share of a persona per seat, or a difference of shares, with its standard error."""

    value: float
    se: float

    def less(self, other: Share) -> Share:
        """Return the difference to another share, from independent games; nothing if it is the same."""
        return Share(0.0, 0.0) if other is self else Share(self.value - other.value, math.hypot(self.se, other.se))

    def at(self, confidence: float) -> Figure:
        """Return the value with its interval."""
        return Figure.around(self.value, critical_z(confidence) * self.se)


# Vectors --------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Space:
    """The habits of a game as points of a unit cube; ranges from 0 or more on the scale of square roots."""

    habits: Sequence[Habit]

    def point(self, persona: Persona) -> Floats:
        """Return a persona's habits as a point."""
        parts = [(persona.habits.get(h.name, h.default) - h.low) / max(1, h.high - h.low) for h in self.habits]
        return np.array([math.sqrt(p) if h.low >= 0 else p for h, p in zip(self.habits, parts, strict=True)])

    def persona(self, point: Floats, name: str = CANDIDATE) -> Persona:
        """Return the persona whose habits are nearest to a point."""
        parts = np.clip(point, 0.0, 1.0).tolist()
        habits = {
            h.name: round(h.low + (p * p if h.low >= 0 else p) * (h.high - h.low))
            for h, p in zip(self.habits, parts, strict=True)
        }
        return Persona(name, "found by a search", habits)

    def near(self, point: Floats, personas: Mapping[str, Persona]) -> str:
        """Return the name of the persona whose habits are nearest."""
        return min(personas, key=lambda name: float(np.abs(self.point(personas[name]) - point).sum()))


# Playing --------------------------------------------------------------------------------------------------------------
@dataclass
class ShareSums:
    """x, m, xx, xm, mm of `RatioSums`, and the games that somebody won, by persona: int64[personas, 6]."""

    by_persona: npt.NDArray[np.int64]

    def merge(self, other: ShareSums) -> None:
        """Add the sums of other games."""
        self.by_persona += other.by_persona


@dataclass(frozen=True)
class CandidateGames:
    """Games of personas in the free place, a task of a backend; game g of persona k has the number k * games + g."""

    job: CellJob  # of the setting; it knows the opponents
    personas: Sequence[Persona]
    tables: Sequence[tuple[tuple[str, ...], int]]  # see `Opponents.tables`
    games: int  # per persona

    @property
    def holds_interpreter(self) -> bool:
        """Whether a task keeps other threads of its process from playing."""
        return self.job.holds_interpreter

    def __call__(self, first: int, count: int) -> Chunk[Any]:
        """Play consecutive games of one persona and return their sums."""
        cell, game = self.job.cell, self.job.game
        candidate, number = divmod(first, self.games)
        groups = list(self._groups(number, number + count))
        lineup = (CANDIDATE, *sorted({name for group, _ in groups for name in group} - {CANDIDATE}))
        seated = {**cell.personas, CANDIDATE: self.personas[candidate]}
        job = dataclasses.replace(self.job, cell=dataclasses.replace(cell, lineup=lineup, personas=seated))
        members = job.lineup
        # A table has room for MAX_LINEUP personas; if there are more, half of the games are played at a time.
        most = MAX_LINEUP - len(game.imagined(members))
        if len(members) > most and count > 1:
            half = count // 2
            return joined([self(first, half), self(first + half, count - half)])
        table, history, stakes = job.new_table(), game.history(cell.rules), Stakes.of(game, cell)
        rows, done = empty(game.row_layout(job.parts), count), 0
        by_team = cell.seating == "fixed" and stakes.is_share  # see `Arena.team_of_seats`
        team_credits: list[npt.NDArray[np.int64]] = []  # of the candidate's team, in each game
        for group, games in groups:  # at one table, as laying it takes as long as hundreds of games
            game.seat(table, [lineup.index(name) for name in group])
            thinkers = game.thinkers(table, members, cell.aim)
            rows[done : done + games] = game.play(table, history, cell.seed, number + done, games, thinkers)
            if by_team:
                seat = group.index(CANDIDATE)
                played = np.asarray(rows[done : done + games])
                team_credits.append(won_by_seat(played, cell.players)[:, seat] * played["share"].astype(np.int64))
            done += games
        tally = job.empty_tally().reduced(rows)
        sums = np.zeros((len(self.personas), 6), np.int64)
        first_sum = PERSONAS if stakes.is_share else PERSONA_SCORES
        own = tally.sums_of("ratios")[first_sum + tally.personas.index(CANDIDATE)]
        if by_team:  # a team counts once, however many seats it has
            x = np.concatenate(team_credits)
            own = [x.sum(), count, (x * x).sum(), x.sum(), count]
        sums[candidate] = [*map(int, own), int(tally.sums_of("won"))]
        return Chunk(first, count, ShareSums(sums), ())

    def _groups(self, begin: int, end: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield the tables of games begin .. end-1, one by one."""
        done = 0
        for group, games in self.tables:
            if (here := min(done + games, end) - max(done, begin)) > 0:
                yield group, here
            done += games


@dataclass(frozen=True)
class Arena:
    """A free place in a setting, in which personas play against opponents."""

    scenario: Scenario
    stop: Stop
    runner: Runner

    def prepare(self) -> None:
        """Compile the game, after trying rules from outside; raises RuleError."""
        self.runner.play([self._job(self.seed("compile"))])

    def seed(self, purpose: str) -> int:
        """Return a seed for a purpose, never that of the scenario."""
        return plans.fresh_seed(f"tuning {self.scenario.seed} {purpose}", self.scenario.seed)

    def shares(self, personas: Sequence[Persona], opponents: Opponents, games: int, purpose: str) -> list[Payoff]:
        """Return the payoff of each persona, all against the same opponents on the same deals; games: per persona."""
        job = self._job(self.seed(purpose), "fixed" if self.team_of_seats else "rotate")
        players = self.stop.setting.players
        games = math.ceil(games / players) * players
        tried = [dataclasses.replace(persona, name=CANDIDATE, habits=dict(persona.habits)) for persona in personas]
        trials = CandidateGames(job, tried, opponents.tables(games, job.cell.seed), games)
        parts = (part for k in range(len(tried)) for part in ranges(k * games, (k + 1) * games, job.chunk))
        answers = [answer for _, answer in self.runner.backend.play(Ranges(trials, parts))]
        total = joined(answers).tally.by_persona.tolist()
        stakes = self.stakes
        unit = CREDIT // (players - 1 if job.game.one_loses else 1) if stakes.is_share else job.game.score_unit
        return [
            Payoff(RatioSums(x, m, xx, xm, mm, unit), games, won, stakes.is_share, stakes.low_is_best)
            for x, m, xx, xm, mm, won in total
        ]

    @property
    def stakes(self) -> Stakes:
        """The payoffs of its seats, as `Stakes` describe them."""
        return Stakes.of(self.scenario.game, self.stop.setting)

    @property
    def team_of_seats(self) -> tuple[int, ...]:
        """The team of each seat, whose seats a candidate plays together; () where it plays one seat."""
        return self.scenario.game.team_of_seats(self.stop.setting.players, self.stop.setting.rules)

    def share_of_line_up(self, games: int, purpose: str) -> Share:
        """Return the mean payoff of all seats where the setting's own line-up plays."""
        job = self._job(self.seed(purpose))
        means = []
        with threads(1) as pool:
            for first in range(0, games, job.chunk):
                rows = pool.call(functools.partial(job.play, first, min(job.chunk, games - first)))
                means.append(self.stakes.seat_payoffs(rows, job.game.score_unit).mean(1))
        values = np.concatenate(means)
        return Share(float(values.mean()), float(values.std(ddof=1)) / math.sqrt(len(values)))

    def _job(self, seed: int, seating: str = "rotate") -> CellJob:
        setting = dataclasses.replace(self.stop.setting, seating=seating)
        cell = plans.cell_of(self.scenario, setting, {}).with_games(1)
        return CellJob.of(dataclasses.replace(cell, seed=seed, personas=dict(setting.personas)))


# Searching ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Response:
    """The best habits found against opponents, and the best known persona (the incumbent) in the same games."""

    persona: Persona
    base: str  # the persona with the nearest habits
    in_sample: float  # share in the games by which the habits were chosen
    held_out: Share  # in games that took no part in the search
    incumbent: str
    incumbent_share: Share  # in the same games
    games: int
    above: Share  # above the equal share of the same games; without one, better than what the line-up itself gets
    incumbent_above: Share
    confirmed: int = 0  # games held out, of each of the two
    known_habits: bool = False  # whether the habits found are those of the incumbent
    unit: str = SHARE  # of payoffs
    decides_as: str = ""  # in a game with several classes of personas, the one whose methods decide
    idle: frozenset[str] = frozenset()  # habits that this persona does not have
    low_is_best: bool = False  # payoffs are scores, and low ones are best

    @property
    def min_gain(self) -> float:
        """The smallest gain that counts: half a point, a hundredth of the spread of single wins; the same of scores."""
        if self.unit == SHARE:
            return MIN_GAIN
        return MIN_GAIN_OF_SPREAD * self.incumbent_share.se * math.sqrt(self.confirmed)

    @property
    def gain(self) -> Share:
        """The gain over the best known persona."""
        error = math.hypot(self.held_out.se, self.incumbent_share.se)
        more = self.held_out.value - self.incumbent_share.value
        return Share(-more if self.low_is_best else more, error)

    @property
    def kept(self) -> bool:
        """Whether the gain exceeds both the smallest that counts and its error."""
        return self.gain.value > max(self.min_gain, ERRORS * self.gain.se)

    def outcome(self, confidence: float) -> str:
        """Return KEPT; NONE if the whole interval of the gain lies below `min_gain`; UNDECIDED otherwise."""
        return KEPT if self.kept else NONE if self.gain.at(confidence).high < self.min_gain else UNDECIDED

    @property
    def detectable(self) -> float:
        """The smallest gain that these games would have confirmed in four of five searches."""
        return max(self.min_gain + POWER * self.gain.se, (ERRORS + POWER) * self.gain.se)

    def games_to_tell(self, confidence: float) -> float:
        """Return about how many games held out would decide, if the gain is what it seems; may be infinite.

        The standard error falls with the square root of the games, to a bound with room for chance: for a gain worth
        keeping the gain over ERRORS, otherwise the distance to `min_gain` over the deviate of the interval.
        """
        value, se = self.gain
        errors, distance = (ERRORS, value) if value > self.min_gain else (critical_z(confidence), self.min_gain - value)
        return self.confirmed * ((errors + POWER) * se / distance) ** 2 if distance > 0 else math.inf

    @property
    def best(self) -> tuple[str, Share]:
        """The best player: the habits found if they are kept, else the incumbent."""
        return (CANDIDATE, self.held_out) if self.kept else (self.incumbent, self.incumbent_share)

    @property
    def exploitability(self) -> Share:
        """The share of that player above the equal share of its games."""
        return self.above if self.kept else self.incumbent_above

    @property
    def fair(self) -> float:
        """The equal share in the games of that player."""
        above = self.exploitability.value
        return self.best[1].value - (-above if self.low_is_best else above)


def best_response(
    arena: Arena,
    opponents: Opponents,
    personas: Mapping[str, Persona],
    budget: SearchBudget | None = None,
    *,
    purpose: str = "response",
    reference: Share | None = None,
    report: Callable[[str], None] = lambda _: None,
) -> Response:
    """Search for the best habits against opponents; personas: those to start from and to compare with.

    reference: the payoff that exploitability is measured from if equals have no share; by default the incumbent's.
    """
    budget = budget or SearchBudget()
    space = Space(arena.scenario.game.habits)
    rng = np.random.default_rng(arena.seed(f"{purpose} starts") % 2**32)
    finalists = _halve(
        arena, opponents, _starting_points(space, personas, budget.starts, rng), (space, personas, budget, purpose)
    )
    report(f"{budget.starts + len(personas)} starts, {len(finalists)} left to polish")
    polished = [
        _polish(arena, opponents, point, (space, budget, f"{purpose} polish {number}"), rng)
        for number, point in enumerate(finalists)
    ]
    chosen = [space.persona(point) for point in (*finalists, *polished)]
    names = list(personas)
    tried = [*chosen, *personas.values()]
    selected = arena.shares(tried, opponents, budget.held_out, f"{purpose} selection")
    best = max(range(len(chosen)), key=lambda k: selected[k].worth)
    incumbent = max(range(len(names)), key=lambda k: selected[len(chosen) + k].worth)
    # The games that selected the best flatter it, so it and the incumbent are compared in others.
    pair = [chosen[best], personas[names[incumbent]]]
    confirmed = _confirm(arena, opponents, pair, budget, f"{purpose} held out")
    held_out, other = (Share(payoff.value, payoff.se) for payoff in confirmed)
    stakes = arena.stakes
    fair, unit = stakes.fair, stakes.unit
    if fair is None:
        above, incumbent_above = (
            Share(stakes.worth(more), se) for more, se in (p.less(reference or other) for p in (held_out, other))
        )
    else:
        above, incumbent_above = (Share(*payoff.above_equal(fair)) for payoff in confirmed)
    base = space.near(space.point(chosen[best]), personas)
    in_sample = selected[best].value
    report(f"held out {payoff_text(held_out.value, unit)}, in sample {payoff_text(in_sample, unit)}")
    return Response(
        chosen[best],
        base,
        in_sample,
        held_out,
        names[incumbent],
        other,
        budget.games,
        above,
        incumbent_above,
        confirmed[0].games,
        chosen[best].habits == space.persona(space.point(pair[1])).habits,
        unit,
        *_decides_as(arena.scenario.game, chosen[best]),
        stakes.low_is_best,
    )


def _decides_as(game: Game, persona: Persona) -> tuple[str, frozenset[str]]:
    """Return the persona whose methods decide where a habit of a plain game chooses it, and the habits it lacks."""
    if not game.is_plain or STYLE not in persona.habits:
        return "", frozenset()
    decider = next(each for each in game.personas if each.habits.get(STYLE) == persona.habits[STYLE])
    return decider.name, frozenset(persona.habits) - frozenset(decider.habits)


def payoff_text(value: float, unit: str) -> str:
    """Return a payoff in short: `51.2%`, `0.31 points`."""
    return f"{value:.1%}" if unit == SHARE else f"{value:.3g} {unit}"


def _confirm(
    arena: Arena, opponents: Opponents, pair: Sequence[Persona], budget: SearchBudget, purpose: str
) -> list[Payoff]:
    """Return the payoffs of two personas in games of their own; with a precision, play on until their gain has it."""
    payoffs = arena.shares(pair, opponents, budget.held_out, purpose)
    z = critical_z(arena.scenario.report.confidence)
    for block in itertools.count(1):
        games, half_width = payoffs[0].games, z * math.hypot(*(payoff.se for payoff in payoffs))
        if budget.precision is None or half_width <= budget.precision or games >= budget.max_games:
            break
        needed = min(budget.max_games, math.ceil(SPARE_GAMES * games * (half_width / budget.precision) ** 2))
        more = arena.shares(pair, opponents, needed - games, f"{purpose} {block}")
        payoffs = [first.joined(second) for first, second in zip(payoffs, more, strict=True)]
    return payoffs


def _starting_points(
    space: Space, personas: Mapping[str, Persona], number: int, rng: np.random.Generator
) -> list[Floats]:
    """Return the points of the personas, points near them, and random points."""
    points = [space.point(persona) for persona in personas.values()]
    near = [points[k % len(points)] + 0.2 * rng.standard_normal(len(space.habits)) for k in range(number // 2)]
    anywhere = [rng.random(len(space.habits)) for _ in range(number - number // 2)]
    return [np.clip(point, 0.0, 1.0) for point in (*points, *near, *anywhere)]


def _halve(
    arena: Arena,
    opponents: Opponents,
    points: list[Floats],
    how: tuple[Space, Mapping[str, Persona], SearchBudget, str],
) -> list[Floats]:
    """Sort points out by stages of fewer points and more games; return the best of each of the best basins."""
    space, personas, budget, purpose = how
    games, stage = budget.first, 0
    while True:
        values = arena.shares([space.persona(p) for p in points], opponents, games, f"{purpose} stage {stage}")
        ranked = [points[k] for k in sorted(range(len(points)), key=lambda k: -values[k].worth)]
        if len(points) <= budget.basins * budget.keep:
            break
        points, games, stage = ranked[: max(budget.basins, len(points) // budget.keep)], games * budget.keep, stage + 1
    by_basin: dict[str, Floats] = {}
    for point in ranked:
        by_basin.setdefault(space.near(point, personas), point)
    return list(by_basin.values())[: budget.basins]


def _polish(
    arena: Arena, opponents: Opponents, start: Floats, how: tuple[Space, SearchBudget, str], rng: np.random.Generator
) -> Floats:
    """Improve a point by CMA-ES, on fresh deals in every generation."""
    space, budget, purpose = how
    evolution = Evolution(start, STEP, budget.tries, rng)
    for generation in range(budget.generations):
        tries = evolution.ask()
        values = arena.shares(
            [space.persona(point) for point in tries], opponents, budget.polish, f"{purpose} generation {generation}"
        )
        evolution.tell([tries[k] for k in sorted(range(len(tries)), key=lambda k: -values[k].worth)])
    return np.clip(evolution.mean, 0.0, 1.0)


def yaml_of(persona: Persona, name: str, base: Persona, remark: str) -> str:
    """Return a persona as lines of a scenario: the habits in which it differs from its base."""
    habits = ", ".join(f"{key}: {value}" for key, value in persona.habits.items() if value != base.habits.get(key))
    return f"personas:\n  # {remark}\n  {name}: {{base: {base.name}, habits: {{{habits}}}}}"


def as_json(response: Response, confidence: float) -> dict[str, Any]:
    """Return a response as `--json` prints it; confidence: of the interval that decides the outcome."""
    return {
        "habits": dict(response.persona.habits),
        "base": response.base,
        "fair": response.fair,
        "in_sample": response.in_sample,
        "held_out": response.held_out._asdict(),
        "incumbent": {"name": response.incumbent, **response.incumbent_share._asdict()},
        "gain": response.gain._asdict(),
        "kept": response.kept,
        "unit": response.unit,
        "low_is_best": response.low_is_best,
        "outcome": response.outcome(confidence),
        "games_held_out": response.confirmed,
        "detectable": response.detectable,
        "exploitability": response.exploitability.value,
    }
