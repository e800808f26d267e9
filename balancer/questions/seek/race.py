"""The race that finds the smallest change of the rules with which all checks of a scenario pass.

All candidates are played with the same dice.  Those that change one knob come first, in batches from the closest to
the base rules.  A few games drop all of a batch that clearly fail.  Then the undecided ones get more games, the closest
first, until the closest that passes is known.  A candidate that passes is judged again with all checks on games of
another seed (fresh games), as `balancer check` would.  Only these decide that it passes: having won the race would
otherwise make it look better than it is.

Error probabilities.  Half of 1 - confidence is spent on the race: the probability that any candidate fails there which
should pass.  Level n (candidates that change n knobs; the base rules belong to level 1) gets 1 / (n (n + 1)) of it.
Within a level Holm's procedure steps it down over all looks (Holm 1979; `verdicts.Holm`), and the figures of a
candidate share their part equally (Bonferroni).  The other half is spent on fresh games: the probability that any
verdict there is wrong.  The n-th candidate that is judged there gets 1 / (n (n + 1)) of it.
"""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from balancer.analysis.intervals import sequential
from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED, Holm
from balancer.checks.claims import Budget, check_claims
from balancer.checks.judge import Checking
from balancer.checks.scenario_claims import ScenarioClaims
from balancer.questions.seek.candidates import Candidate, SearchSpace
from balancer.questions.seek.contender import Contender, play
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import sentence
from balancer.scenario.plan import fresh_seed
from balancer.scenario.resolved import Scenario
from balancer.simulation.experiments.comparison_plan import name_of
from balancer.simulation.runner import Runner
from balancer.wording import plural

FEW_GAMES = 1_000  # games of the first look at least, if candidates may play that many
BATCH = 60  # candidates of a level that are judged together; further ones follow if none passes
HALVINGS = 5  # of the scenario's games at most, for the first look


@dataclass(frozen=True)
class SeekResult:
    """The answer of a goal seek."""

    scenario: Scenario
    space: SearchSpace
    base: Contender
    contenders: tuple[Contender, ...]  # in the order in which they were tried
    chosen: tuple[Contender, ...]  # the smallest change that passes, or equally small ones; () if the base passes
    confidence: float  # simultaneous, of all verdicts
    looks: tuple[int, ...]  # numbers of games after which candidates are judged
    seconds: float

    @property
    def verdict(self) -> str:
        """`pass` if the smallest change is known or none is needed, `fail` if no candidate passes, else `undecided`."""
        if self.base.final == PASS:
            return PASS
        if UNDECIDED in {contender.final for contender in (self.base, *self.closer)}:
            return UNDECIDED
        return PASS if self.chosen else FAIL

    @property
    def closer(self) -> list[Contender]:
        """The candidates closer to the base than the chosen one; all if none is chosen."""
        if not self.chosen:
            return list(self.contenders)
        return [contender for contender in self.contenders if contender.candidate.rank < self.chosen[0].candidate.rank]


def first_look(budget: Budget) -> int:
    """Return the games of the first look: those of the confirmation, halved until FEW_GAMES or HALVINGS is reached."""
    games = budget.first
    for _ in range(HALVINGS):
        if games // 2 < FEW_GAMES:
            break
        games //= 2
    return games


def batches(level: Sequence[Candidate]) -> Iterator[list[Candidate]]:
    """Yield the candidates of a level in batches, the closest first; equally small changes stay together."""
    batch: list[Candidate] = []
    for _, group in itertools.groupby(level, key=lambda candidate: candidate.rank):
        batch += group
        if len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def looks_of(budget: Budget) -> tuple[int, ...]:
    """Return the numbers of games after which candidates are judged."""
    return tuple(sequential.looks(budget.most, first_look(budget)))


class Seek:
    """A goal seek in progress."""

    def __init__(
        self,
        scenario: Scenario,
        space: SearchSpace,
        budget: Budget,
        runner: Runner,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Prepare a seek; ScenarioError: no check applies to the base rules.

        budget: games of the confirmation, and at most per candidate.  report: receives news of a long race.
        """
        self.scenario, self.space, self.budget, self.runner, self.report = scenario, space, budget, runner, report
        self.looks = looks_of(budget)
        self.error = (1 - scenario.report.confidence) / 2
        self.replays = 0
        self.base = checked_base(scenario, space)

    def run(self) -> SeekResult:
        """Play until the smallest change that passes is known, or the budget is spent."""
        began = time.perf_counter()
        tried: list[Contender] = []
        levels = list(self.space.levels())
        holm = self._suite(1, 1 + len(levels[0]) if levels else 1)
        chosen = self._race([self.base], holm)
        for number, level in enumerate(() if chosen else levels, 1):
            suite = holm if number == 1 else self._suite(number, len(level))  # the base rules share that of level 1
            for batch in batches(level):
                contenders = [Contender.of(candidate, self.scenario) for candidate in batch]
                tried += contenders
                chosen = self._race([contender for contender in contenders if contender.scenario.checks], suite)
                if chosen:
                    break
            if chosen:
                break
        return SeekResult(
            self.scenario, self.space, self.base, tuple(tried), () if self.base in chosen else tuple(chosen),
            self.scenario.report.confidence, self.looks, round(time.perf_counter() - began, 3),
        )  # fmt: skip

    def _suite(self, level: int, candidates: int) -> Holm:
        return Holm(1 - self.error / (level * (level + 1)), candidates)

    def _race(self, contenders: Sequence[Contender], holm: Holm) -> list[Contender]:
        """Return the closest contenders of a batch that pass, equally small ones together; [] if none does so far."""
        if not contenders:
            return []
        self._look(contenders, 1, holm)
        left = sum(contender.verdict != FAIL for contender in contenders)
        self.report(f"{left} of {plural(len(contenders), 'candidate')} left after {self.looks[0]:_} games each")
        for _, group in itertools.groupby(contenders, key=lambda contender: contender.candidate.rank):
            closest = list(group)
            self._decide(closest, holm)
            chosen = [contender for contender in closest if contender.verdict == PASS and self._replay(contender)]
            if chosen:
                return chosen
        return []

    def _decide(self, contenders: Sequence[Contender], holm: Holm) -> None:
        """Play more games of the undecided contenders, up to the budget."""
        for look in range(2, len(self.looks) + 1):
            undecided = [contender for contender in contenders if contender.verdict == UNDECIDED]
            if not undecided:
                break
            self._look(undecided, look, holm)

    def _look(self, contenders: Sequence[Contender], look: int, holm: Holm) -> None:
        """Play contenders up to a look and store their verdicts."""
        played = play(self.runner, contenders, self.looks[look - 1])
        verdicts = holm.look(look, contenders, lambda contender, level: contender.judged(played, level))
        for contender in contenders:
            contender.record(verdicts[contender], look, contender.judge(played, holm.confidence(look), look))

    def _replay(self, contender: Contender) -> bool:
        """Judge a contender by all its checks on fresh games, and return whether it passes."""
        self.replays += 1
        name, race_games = contender.candidate.name, self.looks[contender.look - 1]
        reseeded = dataclasses.replace(contender.scenario, seed=seed_of(contender.candidate, self.scenario))
        question = ScenarioClaims(reseeded, tuple(check_claims(reseeded)))
        first = max(self.budget.first, race_games)
        budget = Budget(first, max(first, self.budget.most))
        confidence = 1 - self.error / (self.replays * (self.replays + 1))
        contender.replayed = Checking(question, budget, self.runner, confidence).run()
        self.report(f"{name}: {contender.replayed.verdict} on fresh games")
        return contender.replayed.verdict == PASS


def seed_of(candidate: Candidate, scenario: Scenario) -> int:
    """Return the seed of a candidate's fresh games, which neither the race nor another candidate uses."""
    return fresh_seed(f"seek {scenario.seed} {candidate.name}", scenario.seed)


def checked_base(scenario: Scenario, space: SearchSpace) -> Contender:
    """Return the base rules with the checks that apply to them; ScenarioError if there are none."""
    require_checks(scenario)
    base = Contender.of(space.base, scenario)
    if not base.scenario.checks:
        reasons = "; ".join(f"{check}: {why}" for check, why in base.not_about.items())
        wrong = f"no check applies to the base rules ({reasons})"
        raise ScenarioError([Fault(name_of(scenario), sentence(wrong, "write a check without cells"))])
    return base


def require_checks(scenario: Scenario) -> None:
    """Raise ScenarioError if a scenario has no checks."""
    if scenario.checks:
        return
    wrong = "no checks: seek looks for the smallest change with which they pass"
    game = scenario.game.name
    hint = "write checks: in it" if scenario.file else f"write a scenario with checks: (balancer new {game})"
    raise ScenarioError([Fault(name_of(scenario), sentence(wrong, hint))])
