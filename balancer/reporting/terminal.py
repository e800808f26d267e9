"""The summary of `balancer run` and `balancer sweep` on the terminal: fits 80 columns, plain text when piped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balancer.analysis.catalogue import LENGTHS
from balancer.analysis.figure import Figure
from balancer.analysis.metric_names import names_for
from balancer.analysis.results import CellResult
from balancer.reporting import numbers, phrases
from balancer.reporting.console import Console, column_width
from balancer.reporting.figure_reader import HeadlineFigure
from balancer.reporting.findings import verdict_matrix
from balancer.reporting.findings.effect_words import figure_words
from balancer.reporting.findings.single_changes import HEADINGS, SingleChanges
from balancer.reporting.findings.verdict_answer import VerdictAnswer
from balancer.reporting.findings.verdict_matrix import MatrixCell
from balancer.reporting.numbers import ERROR, NARROW, VALUE, text
from balancer.reporting.reports.run_report import Report
from balancer.reporting.sweep_grid import BASE_LABEL

MAX_CELLS, EXTREME = 60, 10
"""Cells in the table of a sweep; of more the base and so many with the lowest and the highest figures."""

Texts = tuple[str, Sequence[str]]
"""A column of the table of cells: its heading, and the figure of every cell that is shown."""

MAX_CHANGES = 12
"""Single changes in a table; the page has all."""

MAX_SENTENCES = 4
"""Sentences per headline metric; the page has all."""


def show(report: Report, console: Console) -> None:
    """Print the summary of a run or a sweep."""
    Summary(report, console).show()


class Summary:
    """Prints a report."""

    def __init__(self, report: Report, console: Console) -> None:
        """Print to `console`."""
        self.report, self.console = report, console

    def show(self) -> None:
        """Print everything; a sweep ends with its table, next to the prompt."""
        self.head()
        self.who_plays()
        if len(self.report.cells) == 1:
            self.one_cell()
        self.verdicts()
        self.answer()
        self.other_players()
        self.notes()
        if self.report.changes:
            self.changes(self.report.changes)
        elif len(self.report.cells) > 1:
            self.all_cells()

    # Parts ------------------------------------------------------------------------------------------------------------
    def head(self) -> None:
        """Print the question and what was played."""
        report, cells = self.report, self.report.cells
        self.console.title(report.title)
        many = f" in each of {len(cells)} cells" if len(cells) > 1 else ""
        many += ", until decided" if report.question.until_decided else ""
        games, players = (numbers.counts(found) for found in ([c.games for c in cells], [c.players for c in cells]))
        spent = f", {numbers.seconds(report.seconds)} of simulation" if report.seconds else ""
        self.console.sentence(
            f"{report.game_title}, {players} players, {games} games{many}, seed {cells[0].seed}{spent}; "
            f"{phrases.half_width(report.reader.confidence)}"
        )

    def who_plays(self) -> None:
        """Print that the players are weak, if they are."""
        if self.report.weak_sentences:
            self.console.blank()
            self.console.sentence(" ".join(self.report.weak_sentences), "bold yellow")

    def verdicts(self) -> None:
        """Print where the checks hold, and the verdict of every cell."""
        sentences = self.report.answer
        if not sentences or (len(self.report.cells) < 2 and not self.report.verdicts.found.judged):
            return
        self.console.blank()
        for place, sentence in enumerate(sentences[len(self.report.weak_sentences) :]):
            if place:
                self.console.bullet(sentence)
            else:
                self.console.sentence(sentence, "bold")
        self._matrices(self.report.verdicts)
        if self.report.weak and self.report.weak.verdict:
            self.console.blank()
            self.console.sentence(self.report.weak.verdict, "bold")
            self._matrices(self.report.weak.verdicts)
        if self.report.verdicts.found.judged and len(self.report.cells) > 1:
            self.console.sentence(
                "● all checks hold, ○ undecided, ✕ a check fails: ↑ above its bound, ↓ below it; +1: one more", "dim"
            )

    def _matrices(self, answer: VerdictAnswer) -> None:
        """Print the verdict of every cell."""
        for matrix in verdict_matrix.matrices(answer):
            rows = [
                [self._row_name(name, cells), *(numbers.NO_VALUE if cell is None else cell.text for cell in cells)]
                for name, cells in matrix.rows
            ]
            columns = matrix.named if len(matrix.columns) > 1 else matrix.columns
            self.console.blank()
            self.console.figures([matrix.down, *columns], rows, matrix.facet, texts=len(columns) + 1)

    @staticmethod
    def _row_name(name: str, cells: Sequence[MatrixCell | None]) -> str:
        base = any(cell is not None and cell.is_base for cell in cells)
        return f"{name} *" if base and not name.startswith(BASE_LABEL) else name

    def answer(self) -> None:
        """Print the findings."""
        self.console.title("Answer")
        for finding in self.report.findings:
            said = self.report.answer if len(self.report.cells) > 1 else []
            sentences = finding.besides(said) or finding.sentences
            for place, sentence in enumerate(sentences[:MAX_SENTENCES]):
                self.console.sentence(("- " if place == 0 else "  ") + sentence, indent=2)

    def other_players(self) -> None:
        """Print what holds among other players, where a better player beats the table, and what real people do."""
        robustness, retuned = self.report.robustness, self.report.retuned
        if self.report.ladder is not None:
            first, *more = self.report.ladder.sentences or [""]
            self._listed("From random players to the best", first, more)
        if robustness is not None:
            self._listed("Other players", robustness.summary, robustness.brief)
        if retuned is not None:
            self._listed("Tuned players", retuned.summary, retuned.sentences)
        if (real := self.report.real_plays) is not None:
            self._listed("Real plays", real.summary, real.sentences)

    def _listed(self, title: str, summary: str, sentences: Sequence[str]) -> None:
        self.console.title(title)
        self.console.sentence(summary)
        for sentence in sentences:
            self.console.bullet(sentence)

    def notes(self) -> None:
        """Print caveats, notable games, and what other commands play."""
        if self.report.caveats:
            self.console.title("Caveats", "bold yellow")
            for caveat in self.report.caveats:
                self.console.bullet(caveat)
        self.trace()
        for sentence in self.report.not_played:
            self.console.blank()
            self.console.sentence(sentence)

    def _command(self, text: str) -> None:
        self.console.whole(f"  {text}", "cyan")

    def trace(self) -> None:
        """Print the command that narrates a notable game of the base cell."""
        base = self.report.sweep.base
        notable = self.report.notable(base)
        if notable:
            where = " of the base cell" if len(self.report.cells) > 1 else ""
            games = ", ".join(f"{name.replace('_', ' ')} {game}" for name, game in notable.items())
            self.console.blank()
            self.console.sentence(f"Notable games{where}: {games}")
            self._command(self.report.trace_command(base, next(iter(notable.values()))))
            for ending in self.report.endings_to_trace(base)[:1]:
                self._command(self.report.trace_command(base, ending))

    # One cell ---------------------------------------------------------------------------------------------------------
    def one_cell(self) -> None:
        """Print seats, personas, length, endings and the metrics of the summary."""
        cell = self.report.cells[0]
        self.seats(cell)
        result = "loss" if cell.one_loses else "win"
        if len(set(cell.lineup)) > 1:
            self.family(cell, f"persona_{result}_rate", "Personas", "persona", f"{result} rate per seat")
        self.family(cell, "ending_share", "Endings", "ending", "share of games")
        self.length(cell)
        self.metrics(cell)

    def seats(self, cell: CellResult) -> None:
        """Print win rate (loss rate where one player loses) and score."""
        reader, one_loses = self.report.reader, cell.one_loses
        names = ("seat_loss_rate" if one_loses else "seat_win_rate", "score")
        rows = []
        for seat in range(1, cell.players + 1):
            rate, score = (reader.figure(cell, name, str(seat)) for name in names)
            rows.append([numbers.seat(seat), *_two(rate, numbers.SHARE), *_two(score)])
        self.console.figures(["seat", "loss rate" if one_loses else "win rate", "±", "score", "±"], rows, "Seats")

    def family(self, cell: CellResult, name: str, title: str, kind: str, what: str) -> None:
        """Print a metric of each persona or ending."""
        found = self.report.reader.family(cell, name)
        if found:
            rows = [[of, *_two(figure, numbers.SHARE)] for of, figure in found.items()]
            self.console.figures([kind, what, "±"], rows, title)

    def length(self, cell: CellResult) -> None:
        """Print the length of a game."""
        statistics = ("median", "p5", "p95")
        rows = []
        for name in LENGTHS:
            mean = self.report.reader.figure(cell, name)
            if mean.defined:
                others = [self.report.reader.figure(cell, name, stat=stat) for stat in statistics]
                rows.append([name, *_two(mean), *(f"{other.value:g}" for other in others)])
        self.console.figures(["length", "mean", "±", *statistics], rows, "Length of a game")

    def metrics(self, cell: CellResult) -> None:
        """Print the metrics of the summary, and the game's own."""
        offers = names_for(cell)
        rows = []
        for name in (name for name, offer in offers.items() if offer.metric.summary or offer.metric.number == 0):
            figure, unit = self.report.reader.figure(cell, name), numbers.unit_of(offers[name].metric.unit)
            if figure.defined:
                rows.append([offers[name].metric.title, *_two(figure, unit), "" if numbers.suffix(unit) else unit])
        self.console.figures(["metric", "value", "±", "of"], rows, "Metrics")

    # Single changes ---------------------------------------------------------------------------------------------------
    def changes(self, changes: SingleChanges) -> None:
        """Print what every single change does to each figure, the largest effect first."""
        for figure in changes.figures:
            ranked = changes.ranked(figure)
            self.console.figures(HEADINGS, [one.row for one in ranked[:MAX_CHANGES]], figure_words(ranked[0]), texts=2)
            if len(ranked) > MAX_CHANGES:
                self.console.sentence(f"… {len(ranked) - MAX_CHANGES} more in changes.csv")

    # Several cells ----------------------------------------------------------------------------------------------------
    def all_cells(self) -> None:
        """Print the headline figures of every cell, one line per cell; the base cell is marked."""
        report, sweep = self.report, self.report.sweep
        columns: list[tuple[str, str, Sequence[Figure]]] = []
        for one in report.headline:
            for item, values in one.read(report.reader, sweep.cells, report.reader.confidence).items():
                columns.append((_heading(one, item), one.unit, values))
        cells, left = self._cells_shown(columns[0][2])
        at = [self._at(cell) for cell in cells]
        axes = [axis.label for axis in sweep.axes]
        taken = sum(column_width(axis, [line[k] for line in at]) for k, axis in enumerate(axes))
        texts = [(name, [text(values[cell], unit, NARROW) for cell in cells]) for name, unit, values in columns]
        for part in _fitting(texts, self.console.width - taken):
            rows = [[*at[k], *(column[k] for _, column in part)] for k in range(len(cells))]
            self.console.blank()
            self.console.figures([*axes, *(name for name, _ in part)], rows, texts=len(axes))
        if left:
            least = f"lowest and highest {columns[0][0].partition(',')[0]}"
            self.console.sentence(
                f"The base and the {EXTREME} cells with the {least}; {left} more are in metrics.csv.", "dim"
            )
        if sweep.base_played and not sweep.base_apart:
            self.console.sentence("* the base rules", "dim")

    def _cells_shown(self, ranked_by: Sequence[Figure]) -> tuple[list[int], int]:
        """All cells of a small sweep; of a large one the base and those with the extreme figures; how many are left."""
        number = len(self.report.sweep.cells)
        if number <= MAX_CELLS:
            return list(range(number)), 0
        known = sorted((cell for cell in range(number) if ranked_by[cell].defined), key=lambda c: ranked_by[c].value)
        shown = sorted({self.report.sweep.base, *known[:EXTREME], *known[-EXTREME:]})
        return shown, number - len(shown)

    def _at(self, cell: int) -> list[str]:
        sweep = self.report.sweep
        at = [axis.shown(sweep.places[cell][k]) for k, axis in enumerate(sweep.axes)]
        if cell == sweep.base and sweep.base_played:
            at[0] += f" ({BASE_LABEL})" if sweep.base_apart else " *"
        return at


def _fitting(columns: Sequence[Texts], width: int) -> Iterator[Sequence[Texts]]:
    """The columns in parts that fit into a width, with at least one column each."""
    part: list[Texts] = []
    taken = 0
    for name, texts in columns:
        wide = column_width(name, texts)
        if part and taken + wide > width:
            yield part
            part, taken = [], 0
        part.append((name, texts))
        taken += wide
    if part:
        yield part


def _heading(one: HeadlineFigure, item: str) -> str:
    """The heading of a column, with the unit that its figures leave out."""
    label = one.label + (f" {item}" if item else "")
    unit = numbers.suffix(one.unit).strip()
    return f"{label}, {unit}" if unit else label


def _two(figure: Figure, unit: str = "") -> list[str]:
    """Return value and uncertainty for columns of their own."""
    return [text(figure, unit, VALUE), text(figure, unit, ERROR) if figure.defined else ""]
