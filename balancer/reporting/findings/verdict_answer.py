"""The settings of a sweep that pass its checks, in sentences: the beginning of most answers."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED
from balancer.checks.cell_verdicts import NOT_ASKED, CellVerdict, SweptChecks, offer_in
from balancer.reporting import numbers
from balancer.reporting.axis import SweepAxis
from balancer.reporting.findings.effect_words import JudgedFigure, enough_words
from balancer.reporting.findings.lead import with_reservation
from balancer.reporting.sweep_grid import BASE_NAME, Sweep, without_axis
from balancer.wording import capital, listed, plural

MAX_MISSES = 3  # nearest misses named
MAX_WHERE = 120  # letters of a list of places; longer ones are counted, and the table of cells shows them
MAX_TABLED = 400  # cells in tables of verdicts; of a larger sweep verdicts.csv has the rest
SYMBOLS = {PASS: "●", UNDECIDED: "○", FAIL: "✕", NOT_ASKED: numbers.NO_VALUE}  # told apart without colours


@dataclass(frozen=True)
class VerdictAnswer:
    """The verdicts of a run in words."""

    sweep: Sweep
    found: SweptChecks
    among: str = ""  # who plays, where every verdict has to say it
    reservation: str = ""  # what is otherwise among the best players, in a clause

    @property
    def checks(self) -> str:
        """The checks as a subject: `Both checks`, `All checks that apply`."""
        number = len(self.found.deciding)
        if self.partial and number > 1 and len(self.passed) not in {0, self._judged}:
            return "All checks that apply"
        if number == 1:
            return f"The check ({self.check_label(self.found.deciding[0])})"
        judged = " that can be judged" if number > 1 and self._unjudged else ""
        return f"{capital(all_checks(number))}{judged}"

    @property
    def _unjudged(self) -> set[int]:
        # checks that count in no cell
        return {verdict.check for verdict in self.found.unseen} - set(self.found.deciding)

    @property
    def _judged(self) -> int:
        return len(self.passed) + len(self.undecided) + len(self.failed)

    @property
    def hold(self) -> str:
        """The verb that follows this subject."""
        return f"{'passes' if len(self.found.deciding) == 1 else 'pass'}{self.among}"

    @functools.cached_property
    def passed(self) -> list[int]:
        """Cells that pass all checks."""
        return self.found.cells_with(PASS)

    @functools.cached_property
    def undecided(self) -> list[int]:
        """Cells that fail no check, with some undecided."""
        return self.found.cells_with(UNDECIDED)

    @functools.cached_property
    def failed(self) -> list[int]:
        """Cells that fail some check."""
        return self.found.cells_with(FAIL)

    # Sentences --------------------------------------------------------------------------------------------------------
    @property
    def sentences(self) -> list[str]:
        """The verdict, then failing variants, what is undecided, the nearest misses, and where no value helps."""
        if not self.found.deciding:
            return self._unseen()
        if len(self.sweep.cells) == 1:
            return [self._single(), *self._unseen()]
        more = (self._variants, self._undecided, self._misses, self._hopeless, self._never, self._unseen)
        return [self.verdict, *(sentence for sentences_of in more for sentence in sentences_of())]

    @property
    def verdict(self) -> str:
        """The settings that pass all checks."""
        if len(self.sweep.cells) == 1:
            return self._single()
        if len(self.passed) == self._judged:
            they = "it applies" if len(self.found.deciding) == 1 else "they apply"
            everywhere = f"wherever {they}" if self.partial else "in every setting"
            return with_reservation(f"{self.checks} {self.hold} {everywhere}{self._unplayed}.", self.reservation)
        if self.passed and len(where(self.sweep, self.passed)) > MAX_WHERE:
            marked = f"{self.checks} {self.hold} in {self._marked(self.passed)}{self._unplayed}."
            return with_reservation(marked, self.reservation)
        if self.passed:
            base = ""
            if self.sweep.base_played and len(self.passed) > 1 and self.sweep.base in self.passed:
                name = "" if self.sweep.base_apart else self.sweep.base_values
                base = f" The base rules ({name}) are among them." if name else ""
            places = f"{where(self.sweep, self.passed)}{self._unplayed}"
            if base and self.reservation:
                places, base = f"{places}, the base rules among them", ""
            return with_reservation(f"{self.checks} {self.hold} {places}.{base}", self.reservation)
        all_ = all_checks(len(self.found.deciding))
        if not self.undecided:
            return f"No setting passes {all_}{self.among}."
        places = "every setting" if len(self.undecided) == self._judged else self._places(self.undecided)
        return f"No setting is certain to pass {all_} yet{self.among}{self._unplayed}. Still possible: {places}."

    @functools.cached_property
    def partial(self) -> bool:
        """Whether some check judges only some of the cells."""
        judged = {(verdict.check, verdict.cell) for verdict in self.found.verdicts}
        of_variants = [number for number in self.found.deciding if self.found.checks[number].left_out]
        # Variants are played only in cells that pass all other checks.
        expected = {(number, cell) for number in of_variants for cell in self.passed} | {
            (number, cell)
            for number in self.found.deciding
            if number not in of_variants
            for cell in range(self.found.cells)
        }
        return not expected <= judged

    def _places(self, cells: Sequence[int]) -> str:
        places = where(self.sweep, cells).removeprefix("at ").removeprefix("with ")
        return places if len(places) <= MAX_WHERE else self._marked(cells)

    def _marked(self, cells: Sequence[int]) -> str:
        """Count cells and name their mark in the table, where their names are too many to read."""
        seen = len(self.sweep.cells) <= MAX_TABLED
        where_ = f"marked {SYMBOLS[self.found.verdict(cells[0])]}" if seen else "named in verdicts.csv"
        base = ", the base rules among them" if self.sweep.base_played and self.sweep.base in cells else ""
        return f"{len(cells)} of {len(self.sweep.cells)} settings, {where_}{base}"

    @property
    def _unplayed(self) -> str:
        """A clause on the checks that need other games than these; '' if all were played."""
        left, fixed = len(self.found.left_out), len(self._with_own_players)
        parts = []
        if left:
            parts = [f"{plural(left, 'other check')} {'needs' if left == 1 else 'need'} games of a variant or a search"]
        if fixed:
            played = (
                f"{'is' if fixed == 1 else 'are'} played with {self.sweep.cells[self.sweep.base].players} players only"
            )
            parts.append(f"{plural(fixed, 'check')} of {'a variant' if fixed == 1 else 'variants'} {played}")
        return f" ({'; '.join(parts)})" if parts and not self.among else ""

    @property
    def _with_own_players(self) -> list[int]:
        """Checks of variants with a line-up of their own, which passing settings with other players can't have."""
        judged = {(verdict.check, verdict.cell) for verdict in self.found.verdicts}
        return [
            number
            for number in self.found.deciding
            if (check := self.found.checks[number]).of_variant
            and any(
                (number, cell) not in judged and check.concerns(self.sweep.cells[cell].axes) for cell in self.passed
            )
        ]

    def _single(self) -> str:
        wrong = [verdict for verdict in self.found.of_cell(0) if verdict.verdict != PASS]
        if not wrong:
            return with_reservation(f"{self.checks} {self.hold}{self._unplayed}.", self.reservation)
        fails = [self.figure(verdict).miss for verdict in wrong if verdict.verdict == FAIL]
        opens = [
            self.figure(verdict).miss + _games_words([verdict]) for verdict in wrong if verdict.verdict == UNDECIDED
        ]
        parts = [f"fails: {'; '.join(fails)}"] if fails else []
        parts += [f"undecided: {'; '.join(opens)}"] if opens else []
        if len(self.found.deciding) == 1:
            return f"The check {'fails' if fails else 'is undecided'}{self.among}: {'; '.join([*fails, *opens])}."
        passing = len(self.found.deciding) - len({verdict.check for verdict in wrong})
        return (
            f"{passing} of {plural(len(self.found.deciding), 'check')} pass{'es' if passing == 1 else ''}{self.among}; "
            f"{'; '.join(parts)}."
        )

    def _undecided(self) -> list[str]:
        """Name what is undecided, with the games that would decide it."""
        if not self.undecided:
            return []
        open_ = [
            verdict for cell in self.undecided for verdict in self.found.of_cell(cell) if verdict.verdict == UNDECIDED
        ]
        if not self.passed:
            return [f"{capital(_games_words(open_, 'the undecided settings').removeprefix('; '))}."]
        if len(self.undecided) > MAX_MISSES:
            return [f"Undecided: {self._places(self.undecided)}{_games_words(open_)}."]
        misses = {cell: self.figure(self.found.of_cell(cell)[0]).miss for cell in self.undecided}
        named = "; ".join(f"{self.sweep.name(cell)} ({miss})" for cell, miss in misses.items())
        return [f"Undecided: {named}{_games_words(open_)}."]

    @functools.cached_property
    def _failed_by_variants(self) -> list[int]:
        """Cells that fail only checks of variants."""
        fails = {
            cell: [verdict for verdict in self.found.of_cell(cell) if verdict.verdict == FAIL] for cell in self.failed
        }
        return [cell for cell, failed in fails.items() if all(verdict.variant for verdict in failed)]

    def _variants(self) -> list[str]:
        """Name the cells that fail only checks of variants, with the worst of them."""
        cells = self._failed_by_variants
        if not cells:
            return []
        nearest = sorted(cells, key=self.distance)[:MAX_MISSES]
        named = [f"{self.sweep.name(cell)} ({self._reasons(cell)})" for cell in nearest]
        more = [f"{len(cells) - len(nearest)} more"] if len(cells) > len(nearest) else []
        return [f"Only a check of a variant fails at {'; '.join([*named, *more])}."]

    def _misses(self) -> list[str]:
        """Name the failing cells that are nearest to passing, or all of them where they are few."""
        failed = [cell for cell in self.failed if cell not in self._failed_by_variants]
        ranked = sorted(failed, key=self.distance)[:MAX_MISSES]
        if not ranked:
            return []
        named = [f"{self.sweep.name(cell)} ({self._reasons(cell)})" for cell in ranked]
        are_all = len(ranked) == len(self.failed)
        if len(named) == 1:
            return [f"{'The only setting that fails' if are_all else 'Nearest miss'}: {named[0]}."]
        title = "All settings that fail" if are_all else "Nearest misses"
        alike = len({self.distance(cell)[0] for cell in ranked}) == 1
        order = "smallest excess relative to the bound" if alike else "fewest failed checks"
        return [f"{title} ({order} first): {'; '.join(named)}."]

    def _reasons(self, cell: int) -> str:
        failed = [verdict for verdict in self.found.of_cell(cell) if verdict.verdict == FAIL]
        worst = max(failed, key=self.missed)
        more = len({verdict.check for verdict in failed}) - 1
        return self.figure(worst).miss + (f", and {plural(more, 'more check')}" if more else "")

    def distance(self, cell: int) -> tuple[int, float]:
        """Return how far a failing cell is from passing: the number of failed checks, and the largest miss."""
        failed = [verdict for verdict in self.found.of_cell(cell) if verdict.verdict == FAIL]
        return len({verdict.check for verdict in failed}), max(map(self.missed, failed))

    def missed(self, verdict: CellVerdict) -> float:
        """Return by how much a figure misses its bound (`JudgedFigure.relative_excess`)."""
        return self.figure(verdict).relative_excess

    def _hopeless(self) -> list[str]:
        """Name the values of other axes for which no value of the main axis passes."""
        if not (self.passed or self.undecided) or self.sweep.mode != "grid" or len(self.sweep.axes) < 2:
            return []
        main = self.sweep.main_axis
        lines: dict[tuple[int, ...], list[int]] = {}
        for cell in (*self.passed, *self.undecided, *self.failed):
            lines.setdefault(without_axis(self.sweep.places[cell], main), []).append(cell)
        lost = [cells[0] for cells in lines.values() if len(cells) > 1 and set(cells) <= set(self.failed)]
        if not lost or len(lost) > MAX_GROUPS:
            return []
        places = self.sweep.phrases(lost, without=main)
        checks = "the check" if len(self.found.deciding) == 1 else "all checks"
        return [f"{capital(places)}, no {self.sweep.axes[main].label} passes {checks}."]

    def _never(self) -> list[str]:
        """Name the check that fails most often."""
        number = len(self.failed)
        if number < 2 or len(self.found.deciding) < 2:
            return []
        fails = {check: self.found.counts(check)[FAIL] for check in self.found.deciding}
        worst = max(fails, key=fails.__getitem__)
        often = f"(in {fails[worst]} of {len(self.sweep.cells)} settings)"
        return [f"The check that fails most often: {self.check_label(worst)} {often}."]

    def _unseen(self) -> list[str]:
        """Name the guards against events that have not happened: they are not proven and decide no cell."""
        guards: dict[int, list[CellVerdict]] = {}
        for verdict in self.found.unseen:
            guards.setdefault(verdict.check, []).append(verdict)
        named = [f"{self.check_label(check)}{_proof_words(some)}" for check, some in guards.items()]
        if not named:
            return []
        return [f"Not judged yet, because it has not happened in any game: {'; '.join(named)}."]

    # Words ------------------------------------------------------------------------------------------------------------
    def check_label(self, check: int) -> str:
        """Name a check: its own name, its figure and its bound, as `instant 0.65 to 1.5%`."""
        given = self.found.checks[check].name
        first = next(verdict for verdict in self.found.verdicts if verdict.check == check)
        each = self.found.checks[check].each
        name = self.figure(first).name
        if each:
            offer = offer_in(self.sweep.cells[first.cell], first.figure.metric)
            title = offer.metric.title if offer else first.figure.metric
            name = f"{title.removesuffix(f' by {each}')} of each {each}"
        return f"{f'{given}: ' if given else ''}{name} {self.figure(first).bound_text}"

    def figure(self, verdict: CellVerdict) -> JudgedFigure:
        """Return a judged figure, which has the words for it."""
        offer = offer_in(self.sweep.cells[verdict.cell], verdict.figure.metric)
        return JudgedFigure(verdict.figure, offer, verdict.now, verdict.bound, verdict.verdict, variant=verdict.variant)


def all_checks(number: int) -> str:
    """Return `the check`, `both checks` or `all 3 checks`."""
    return {1: "the check", 2: "both checks"}.get(number, f"all {number} checks")


def _games_words(open_: Iterable[CellVerdict], them: str = "them") -> str:
    """Return the games per setting that would decide all of them; them: how the sentence names them."""
    games = [verdict.games_to_decide for verdict in open_]
    them = "it" if len(games) == 1 and them == "them" else them
    enough = enough_words(games, " per setting", them)
    return f"; {enough or 'on the bound, where no number of games decides'}"


def _proof_words(guards: Iterable[CellVerdict]) -> str:
    """Return the games that would bound how rare an event is that has not happened."""
    alike = {
        (guard.games, guard.confidence): guard for guard in guards
    }.values()  # none was seen in either: the same proof
    enough = [games for guard in alike if (games := guard.games_to_decide) is not None]
    return (
        f" (about {numbers.short_count(numbers.round_up(max(enough)))} games per setting would prove it)"
        if enough
        else ""
    )


# Where cells are ------------------------------------------------------------------------------------------------------
MAX_GROUPS = 5  # groups of cells named in a sentence; the others are counted


def where(sweep: Sweep, cells: Sequence[int]) -> str:
    """Name cells in a sentence: `at win_threshold 22 with 4 players and 18 with 5 players`."""
    if sweep.base_apart and sweep.base in cells:
        base = f"under the {BASE_NAME} ({sweep.base_values})"
        others = [cell for cell in cells if cell != sweep.base]
        return f"{where(sweep, others)}, and {base}" if others else base
    if sweep.mode == "sample" and len(sweep.axes) > 1:
        named = [f"({sweep.name(cell)})" for cell in cells]
        return f"in {plural(len(cells), 'setting')}: {listed(some_of(named))}"
    if sweep.lists_changes:
        return listed(some_of(_changes(sweep, cells)))
    main = sweep.main_axis
    axis = sweep.axes[main]
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell in cells:
        groups.setdefault(without_axis(sweep.places[cell], main), []).append(cell)
    along: dict[tuple[int, ...], list[int]] = {}
    for _, group in sorted(groups.items()):
        places = tuple(sorted((sweep.places[cell][main] for cell in group), key=axis.order))
        along.setdefault(places, []).append(group[0])
    # Numbers by themselves name values only where the part before names some, too, not all of them.
    were_named = [False, *(len(places) < len(axis.values) for places in along)]
    parts = [_part(sweep, *part, first=not after) for part, after in zip(along.items(), were_named, strict=False)]
    several = any(" and " in part or ", " in part for part in parts)
    return "; ".join(some_of(parts)) if several else listed(some_of(parts))


def _changes(sweep: Sweep, cells: Sequence[int]) -> list[str]:
    """Name single changes, those of one axis together: `under the base rules`, `with 1 to 4 dice`."""
    named = [sweep.phrase(sweep.base)] if sweep.base in cells else []
    for k, axis in enumerate(sweep.axes):
        base = sweep.places[sweep.base][k]
        places = sorted({sweep.places[cell][k] for cell in cells} - {base}, key=axis.order)
        named += [axis.phrases(places)] if places else []
    return named


def _part(sweep: Sweep, places: Sequence[int], cells: Sequence[int], *, first: bool) -> str:
    """Name values of the main axis with those of the others: `at win_threshold 18 and 20 with 4 players`."""
    main = sweep.main_axis
    axis = sweep.axes[main]
    rest = sweep.phrases(cells, without=main) if len(sweep.axes) > 1 else ""
    is_pair = len(sweep.axes) == 2 and rest.startswith("at ")
    values = _values(axis, places, first=first or is_pair)
    if not rest:
        return values
    if is_pair:  # `at a 3 at b 1 and 2 at b 2` would be read twice
        values = values if first else values.removeprefix("at ")
        rest = f"with{rest.removeprefix('at')}"
    if axis.name == "players" and len(cells) == 1:
        return f"{values}{',' if ' and ' in rest else ' and'} {rest.removeprefix('with ')}"
    return f"{values}{',' if rest.startswith('whatever') else ''} {rest}"


def _values(axis: SweepAxis, places: Sequence[int], *, first: bool) -> str:
    """Name values of an axis: `with any number of players`; only numbers where the axis was named before."""
    if len(places) == len(axis.values) > 1:
        if axis.name == "players":
            return f"with any {axis.label}"
        return f"{'at ' if first else ''}every value of {axis.noun}" if axis.numeric else axis.whatever
    if first or not axis.numeric:
        return axis.phrases(places)
    return listed(axis.ranges(places))


def some_of(names: Sequence[str]) -> list[str]:
    """Return the first few names, and how many more there are."""
    if len(names) <= MAX_GROUPS:
        return list(names)
    return [*names[:MAX_GROUPS], f"{len(names) - MAX_GROUPS} more"]
