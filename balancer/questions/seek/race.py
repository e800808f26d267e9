"""Goal seek: the smallest change of the rules that keeps all checks of a scenario.

Candidates race on the same dice.  Those that change one knob come first, in batches from the closest to the base rules
on: all of a batch are looked at after a few games, and those that clearly fail are dropped; then games are added to the
undecided ones, the closest first, until the closest that passes is known.  It is judged once more, by all that
`balancer check` does, on games of another seed: only these say that it passes, so having been chosen by the other games
makes it no better than it is.

Errors.  Half of 1 - confidence is spent on the race: with that probability at most any candidate that keeps all checks
fails.  The candidates that change fewest knobs take 1 / 2 of it, with the base rules; those of the n-th level take
1 / (n (n + 1)).  In a level it is stepped down as Holm's procedure does (Holm 1979), over all looks (`verdicts.Holm`),
and the figures of a candidate share it equally (Bonferroni).  The other half is spent on games of another seed: with
that probability at most a change is said to pass that misses a bound, or one that keeps all is said to fail.  The n-th
candidate that gets so far takes 1 / (n (n + 1)) of it.
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

FEW_GAMES = 1_000  # games of the first look at least, if a candidate may be played so often
BATCH = 60  # candidates of a level that are looked at together; further ones follow if none passes
HALVINGS = 5  # the first look takes the scenario's games, halved at most so often


@dataclass(frozen=True)
class SeekResult:
    """The answer of a goal seek.

    base: the base rules; contenders: the candidates looked at, in order; chosen: the smallest changes that pass,
    several where they are as small, none where the base passes; confidence: of all verdicts together; looks: the
    numbers of games after which candidates are looked at.
    """

    scenario: Scenario
    space: SearchSpace
    base: Contender
    contenders: tuple[Contender, ...]
    chosen: tuple[Contender, ...]
    confidence: float
    looks: tuple[int, ...]
    seconds: float

    @property
    def verdict(self) -> str:
        """Pass: the smallest change is known (none, if the base passes); fail: no candidate passes; else undecided."""
        if self.base.final == PASS:
            return PASS
        if UNDECIDED in {one.final for one in (self.base, *self.closer)}:
            return UNDECIDED
        return PASS if self.chosen else FAIL

    @property
    def closer(self) -> list[Contender]:
        """The candidates that are closer to the base than the one chosen; all where none is chosen."""
        if not self.chosen:
            return list(self.contenders)
        return [one for one in self.contenders if one.candidate.rank < self.chosen[0].candidate.rank]


def first_look(budget: Budget) -> int:
    """Return the games at the first look: those that confirm, halved until few are left."""
    games = budget.first
    for _ in range(HALVINGS):
        if games // 2 < FEW_GAMES:
            break
        games //= 2
    return games


def batches(level: Sequence[Candidate]) -> Iterator[list[Candidate]]:
    """Yield the candidates of a level some at a time, the closest first; those that are as small stay together."""
    batch: list[Candidate] = []
    for _, group in itertools.groupby(level, key=lambda one: one.rank):
        batch += group
        if len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def looks_of(budget: Budget) -> tuple[int, ...]:
    """Return the numbers of games after which candidates are looked at."""
    return tuple(sequential.looks(budget.most, first_look(budget)))


class Seek:
    """One goal seek; ScenarioError where no check is about the base rules."""

    def __init__(
        self,
        scenario: Scenario,
        space: SearchSpace,
        budget: Budget,
        runner: Runner,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        """budget: games of the confirmation, and at most per candidate; report: gets news of a long race."""
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
            suite = holm if number == 1 else self._suite(number, len(level))
            for batch in batches(level):
                contenders = [Contender.of(candidate, self.scenario) for candidate in batch]
                tried += contenders
                chosen = self._race([one for one in contenders if one.scenario.checks], suite)
                if chosen:
                    break
            if chosen:
                break
        return SeekResult(
            self.scenario, self.space, self.base, tuple(tried), tuple(one for one in chosen if one is not self.base),
            self.scenario.report.confidence, self.looks, round(time.perf_counter() - began, 3),
        )  # fmt: skip

    def _suite(self, level: int, candidates: int) -> Holm:
        """Return the verdicts on candidates of one level; the base rules are one of the first."""
        return Holm(1 - self.error / (level * (level + 1)), candidates)

    def _race(self, contenders: Sequence[Contender], holm: Holm) -> list[Contender]:
        """Return the closest that pass, of contenders of one batch; [] if none does, or it is not known."""
        if not contenders:
            return []
        self._look(contenders, 1, holm)
        left = sum(one.verdict != FAIL for one in contenders)
        self.report(f"{left} of {plural(len(contenders), 'candidate')} left after {self.looks[0]:_} games each")
        for _, group in itertools.groupby(contenders, key=lambda one: one.candidate.rank):
            closest = list(group)
            self._decide(closest, holm)
            chosen = [one for one in closest if one.verdict == PASS and self._replay(one)]
            if chosen:
                return chosen
        return []

    def _decide(self, contenders: Sequence[Contender], holm: Holm) -> None:
        """Add games to those that are undecided, up to the budget."""
        for look in range(2, len(self.looks) + 1):
            undecided = [one for one in contenders if one.verdict == UNDECIDED]
            if not undecided:
                break
            self._look(undecided, look, holm)

    def _look(self, contenders: Sequence[Contender], look: int, holm: Holm) -> None:
        """Play contenders up to a look, and judge them."""
        played = play(self.runner, contenders, self.looks[look - 1])
        found = holm.look(look, contenders, lambda one, level: one.judged(played, level))
        for one in contenders:
            one.record(found[one], look, one.judge(played, holm.confidence(look), look))

    def _replay(self, contender: Contender) -> bool:
        """Judge a contender on games of its own, by all its checks; whether it passes."""
        self.replays += 1
        name, known = contender.candidate.name, self.looks[contender.look - 1]
        there = dataclasses.replace(contender.scenario, seed=seed_of(contender.candidate, self.scenario))
        question = ScenarioClaims(there, tuple(check_claims(there)))
        first = max(self.budget.first, known)
        budget = Budget(first, max(first, self.budget.most))
        confidence = 1 - self.error / (self.replays * (self.replays + 1))
        contender.replayed = Checking(question, budget, self.runner, confidence).run()
        self.report(f"{name}: {contender.replayed.verdict} on games of its own")
        return contender.replayed.verdict == PASS


def seed_of(candidate: Candidate, scenario: Scenario) -> int:
    """Return the seed of the games that judge a candidate once more: not that of the race or another candidate."""
    return fresh_seed(f"seek {scenario.seed} {candidate.name}", scenario.seed)


def checked_base(scenario: Scenario, space: SearchSpace) -> Contender:
    """Return the base rules with the checks that are about them; ScenarioError where there are none."""
    require_checks(scenario)
    base = Contender.of(space.base, scenario)
    if not base.scenario.checks:
        reasons = "; ".join(f"{check}: {why}" for check, why in base.apart.items())
        wrong = f"no check is about the base rules ({reasons})"
        raise ScenarioError([Fault(name_of(scenario), sentence(wrong, "write a check without cells"))])
    return base


def require_checks(scenario: Scenario) -> None:
    """ScenarioError where a scenario has no checks."""
    if scenario.checks:
        return
    wrong = "no checks: seek looks for the smallest change that keeps them"
    game = scenario.game.name
    hint = "write checks: in it" if scenario.file else f"write a scenario with checks: (balancer new {game})"
    raise ScenarioError([Fault(name_of(scenario), sentence(wrong, hint))])
