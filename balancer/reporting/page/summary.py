"""The short form of a run or a sweep, for terminals, Markdown and notebooks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from balancer.analysis.estimates.catalogue import LENGTHS
from balancer.analysis.estimates.metric_names import names_for
from balancer.analysis.figure import Figure
from balancer.analysis.results import CellResult
from balancer.reporting import numbers, phrases
from balancer.reporting.document.model import Brief, Code, Item, Section, Sentences, Table, TableColumn, TableRow, Text
from balancer.reporting.document.parts import table_of_words
from balancer.reporting.figure_reader import HeadlineFigure
from balancer.reporting.findings import verdict_matrix
from balancer.reporting.findings.effect_words import figure_words
from balancer.reporting.findings.single_changes import HEADINGS, SingleChanges
from balancer.reporting.findings.verdict_answer import VerdictAnswer
from balancer.reporting.numbers import ERROR, NARROW, VALUE, text
from balancer.reporting.run_report import RunReport
from balancer.reporting.sweep_grid import BASE_LABEL
from balancer.sides import BANK, SCORE, TEAMS, TOGETHER
from balancer.wording import bare, capital

MAX_CELLS, EXTREME = 60, 10  # cells in the table of a sweep; of more the base and those with extreme figures

MAX_CHANGES = 12  # single changes in a table; the page has all
MAX_PLACES = 25  # places of a tally in a table, as a board of 5 by 5 has; the page has all
MAX_SENTENCES = 4  # sentences per headline metric; the page has all

LEGEND = "● all checks pass, ○ undecided, ✕ a check fails; ↑ above its bound, ↓ below it; +1: one more check"


def sections(report: RunReport) -> list[Section]:
    """Return the sections, the answer first; a sweep ends with its table, next to the prompt."""
    several = len(report.cells) > 1
    answer = report.answer() if several else []
    findings = [
        "\n".join((finding.besides(answer) or finding.sentences)[:MAX_SENTENCES]) for finding in report.findings
    ]
    titled: list[tuple[str, list[Item]]] = [
        ("", [Text(" ".join(report.weak_sentences), "verdict weak")]),
        ("", _verdicts(report)),
        ("Answer", [Sentences(findings), Text(phrases.half_width(report.reader.confidence), "note")]),
        *_other_players(report),
        *([] if several else _one_cell(report)),
        ("Caveats", [Sentences(report.caveats)]),
        ("", _notable(report)),
        ("", list(map(Text, report.not_played))),
    ]
    if report.changes:
        titled += _changes(report.changes)
    elif several:
        titled.append(("", _all_cells(report)))
    return [Section("brief", title, [Brief(items)]) for title, items in titled]


def _verdicts(report: RunReport) -> list[Item]:
    """Return the settings that pass the checks, and the verdict of every cell."""
    sentences = report.answer()
    judged, several = report.verdicts.found.judged, len(report.cells) > 1
    if not sentences or not (several or judged):
        return []
    first, *others = sentences[len(report.weak_sentences) :] or [""]
    items: list[Item] = [Text(first, "verdict"), Sentences(others), *_matrices(report.verdicts)]
    if report.weak and report.weak.verdict:
        items += [Text(report.weak.verdict, "verdict"), *_matrices(report.weak.verdicts)]
    return [*items, Text(LEGEND, "note")] if any(isinstance(item, Table) for item in items) else items


def _matrices(answer: VerdictAnswer) -> Iterator[Table]:
    """Yield the verdict of every cell."""
    for matrix in verdict_matrix.matrices(answer):
        rows = []
        for name, cells in matrix.rows:
            is_base = any(cell is not None and cell.is_base for cell in cells)
            marked = f"{name} *" if is_base and not name.startswith(BASE_LABEL) else name
            rows.append(TableRow([marked, *(numbers.NO_VALUE if cell is None else cell.text for cell in cells)]))
        columns = matrix.named if len(matrix.columns) > 1 else matrix.columns
        yield Table(matrix.facet, [*map(TableColumn, (matrix.down, *columns))], rows)


def _other_players(report: RunReport) -> Iterator[tuple[str, list[Item]]]:
    """Yield sections on skill, other players, tuned players and real plays."""
    if report.ladder is not None and report.ladder.sentences:
        first, *others = report.ladder.sentences
        yield "From random players to the best", [Text(first), Sentences(others)]
    if report.robustness is not None:
        yield "Other players", [Text(report.robustness.summary), Sentences(report.robustness.brief)]
    if report.retuned is not None:
        yield "Tuned players", [Text(report.retuned.summary), Sentences(report.retuned.sentences)]
    if report.real_plays is not None:
        yield "Real plays", [Text(report.real_plays.summary), Sentences(report.real_plays.sentences)]


def _notable(report: RunReport) -> list[Item]:
    """Return the commands that narrate notable games of the base cell."""
    base = report.sweep.base
    notable = report.notable(base)
    if not notable:
        return []
    where = " of the base setting" if len(report.cells) > 1 else ""
    games = ", ".join(f"game {game} ({name.replace('_', ' ')})" for name, game in notable.items())
    traced: list[int | str] = [next(iter(notable.values())), *report.endings_to_trace(base)[:1]]
    return [Text(f"Games to read{where}: {games}"), *(Code(report.trace_command(base, game)) for game in traced)]


# One cell -------------------------------------------------------------------------------------------------------------
def _one_cell(report: RunReport) -> Iterator[tuple[str, list[Item]]]:
    """Yield seats, personas, endings, length and the metrics of the summary."""
    cell = report.cells[0]
    result = "loss" if cell.one_loses else "win"
    if cell.sides in {TEAMS, TOGETHER}:
        yield "Who wins", [_family(report, cell, "win_rate", "side", "win rate")]
    yield "Seats", [_seats(report, cell)]
    if len(set(cell.lineup)) > 1:
        yield "Personas", [_personas(report, cell, f"persona_{result}_rate", f"{result} rate per seat")]
    yield "Endings", [_family(report, cell, "ending_share", "ending", "share of games")]
    yield "Length of a game", [_length(report, cell)]
    yield "Metrics", [_metrics(report, cell)]
    if own := _own_figures(report, cell):
        yield f"Figures of {cell.title}", [own]
    for name, offer in names_for(cell).items():
        if offer.metric.of == "place":
            yield f"{capital(offer.metric.title)}, by place", [_places(report, cell, name)]


def _seats(report: RunReport, cell: CellResult) -> Table:
    """Return win rate (loss rate where one player loses) and score of each seat; the score where sides are others."""
    rate, heading = ("seat_loss_rate", "loss rate") if cell.one_loses else ("seat_win_rate", "win rate")
    has_rate = not names_for(cell)[rate].reason and (cell.players > 1 or cell.sides == BANK)
    columns = [("score", "score", ""), *([(rate, heading, numbers.SHARE)] if has_rate else [])]
    columns = columns if cell.aim == SCORE else columns[::-1]  # what is played for comes first
    rows = []
    for seat in range(1, cell.players + 1):
        name = numbers.seat(seat, cell.starter) if cell.players > 1 else "the player"
        figures = (_two(report.reader.figure(cell, metric, str(seat)), unit) for metric, _, unit in columns)
        rows.append([name, *itertools.chain(*figures)])
    if cell.sides == TOGETHER and len({tuple(row[1:]) for row in rows}) == 1:
        rows = [["each seat", *rows[0][1:]]]
    headings = itertools.chain(*((title, "±") for _, title, _ in columns))
    return table_of_words("", ["seat", *headings], rows)


def _personas(report: RunReport, cell: CellResult, rate: str, heading: str) -> Table:
    """Return the rate of each persona, and its score where that is played for."""
    rates, has_score = report.reader.family(cell, rate), cell.aim == SCORE
    scores = report.reader.family(cell, "persona_score") if has_score else {}
    rows = [
        [name, *(_two(scores[name]) if has_score else ()), *_two(figure, numbers.SHARE)]
        for name, figure in rates.items()
    ]
    return table_of_words("", ["persona", *(["score per seat", "±"] if has_score else []), heading, "±"], rows)


def _family(report: RunReport, cell: CellResult, name: str, kind: str, what: str) -> Table:
    figures, offer = report.reader.family(cell, name), names_for(cell)[name]
    return table_of_words(
        "",
        [kind, what, "±"],
        [[phrases.item(offer, item), *_two(figure, numbers.SHARE)] for item, figure in figures.items()],
    )


def _length(report: RunReport, cell: CellResult) -> Table:
    """Return mean and percentiles of rounds, turns and minutes."""
    statistics = ("median", "p5", "p95")
    rows = []
    for name in LENGTHS:
        mean = report.reader.figure(cell, name)
        if mean.defined:
            others = [report.reader.figure(cell, name, stat=stat) for stat in statistics]
            rows.append([name, *_two(mean), *(bare(other.value) for other in others)])
    return table_of_words("", ["length", "mean", "±", *statistics], rows)


def _metrics(report: RunReport, cell: CellResult) -> Table:
    """Return the metrics of the summary; where scores are played for, those of wins come last."""
    rows, of_wins = list[list[str]](), list[list[str]]()
    for name, offer in names_for(cell).items():
        if offer.metric.summary and not offer.metric.per_item:
            figure, unit = report.reader.figure(cell, name), numbers.unit_of(offer.metric.unit)
            if figure.defined:
                last = cell.aim == SCORE and offer.metric.absent
                row = [offer.metric.title, *_two(figure, unit), "" if numbers.suffix(unit) else unit]
                (of_wins if last else rows).append(row)
    return table_of_words("", ["metric", "value", "±", "of"], [*rows, *of_wins])


def _places(report: RunReport, cell: CellResult, name: str) -> Table:
    """Return a figure by place, in their order: its mean, and how many games have any there.

    Of many places: the first and the last, and between them those with the highest figures.
    """
    means = list(report.reader.family(cell, name).items())
    title = ""
    if len(means) > MAX_PLACES:
        title = f"{MAX_PLACES} of {len(means)} places, those with the highest figures, the first and the last"
        inner = sorted(means[1:-1], key=lambda place: -place[1].value)[: MAX_PLACES - 2]
        shown = {means[0][0], means[-1][0], *(place for place, _ in inner)}
        means = [place for place in means if place[0] in shown]
    unit, reached = names_for(cell)[name].metric.unit, report.reader.family(cell, name, "at least 1")
    rows = [[place, *_two(mean), *_two(reached[place], numbers.SHARE)] for place, mean in means]
    return table_of_words(title, ["place", f"{unit} per game".strip(), "±", "games with any", "±"], rows)


def _own_figures(report: RunReport, cell: CellResult) -> Table | None:
    """Return the mean and the percentiles of the game's own figures; None without any."""
    statistics, rows = ("median", "p5", "p95"), []
    for name, offer in names_for(cell).items():
        figure, unit = report.reader.figure(cell, name), numbers.unit_of(offer.metric.unit)
        if offer.metric.number == 0 and figure.defined:
            offered = set(statistics) <= set(offer.metric.stats)
            spread = [report.reader.figure(cell, name, stat=stat) for stat in statistics] if offered else []
            percentiles = [bare(figure.value) if figure.defined else "" for figure in spread] or [""] * len(statistics)
            rows.append([offer.metric.title, *_two(figure, unit), *percentiles, "" if numbers.suffix(unit) else unit])
    return table_of_words("", ["figure", "mean", "±", *statistics, "of"], rows) if rows else None


# Several cells --------------------------------------------------------------------------------------------------------
def _changes(changes: SingleChanges) -> Iterator[tuple[str, list[Item]]]:
    """Yield the effects of single changes on each figure, the largest first."""
    columns = [TableColumn(heading, number=heading in {"figure", "change"}) for heading in HEADINGS]
    for figure in changes.figures:
        ranked = changes.ranked(figure)
        table = Table("", columns, [TableRow(effect.row) for effect in ranked], most=MAX_CHANGES)
        yield figure_words(ranked[0]), [table]


def _all_cells(report: RunReport) -> list[Item]:
    """Return the headline figures of every cell, one line per cell; the base cell is marked."""
    sweep = report.sweep
    columns: list[tuple[str, str, Sequence[Figure]]] = [
        (_heading(headline, item), headline.unit, values)
        for headline in report.headline
        for item, values in headline.read(report.reader, sweep.cells, report.reader.confidence).items()
    ]
    first_heading, _, first_figures = columns[0]
    cells = _cells_shown(report, first_figures)
    rows = [
        TableRow([*_at(report, cell), *(text(values[cell], unit, NARROW) for _, unit, values in columns)])
        for cell in cells
    ]
    headings = [
        *(TableColumn(axis.label) for axis in sweep.axes),
        *(TableColumn(name, number=True) for name, _, _ in columns),
    ]
    items: list[Item] = [Table("", headings, rows)]
    if left := len(sweep.cells) - len(cells):
        least = f"lowest and highest {first_heading.partition(',')[0]}"
        note = f"The base and the {EXTREME} settings with the {least}; {left} more are in metrics.csv."
        items.append(Text(note, "note"))
    if sweep.base_played and not sweep.base_apart:
        items.append(Text("* the base rules", "note"))
    return items


def _cells_shown(report: RunReport, ranked_by: Sequence[Figure]) -> list[int]:
    """Return all cells of a small sweep, or the base and the cells with extreme figures of a large one."""
    every = range(len(report.sweep.cells))
    if len(every) <= MAX_CELLS:
        return list(every)
    ranked = sorted((cell for cell in every if ranked_by[cell].defined), key=lambda cell: ranked_by[cell].value)
    return sorted({report.sweep.base, *ranked[:EXTREME], *ranked[-EXTREME:]})


def _at(report: RunReport, cell: int) -> list[str]:
    """Return the values of a cell on the axes; the base is marked."""
    sweep = report.sweep
    at = [axis.shown(sweep.places[cell][k]) for k, axis in enumerate(sweep.axes)]
    if cell == sweep.base and sweep.base_played:
        at[0] += f" ({BASE_LABEL})" if sweep.base_apart else " *"
    return at


def _heading(headline: HeadlineFigure, item: str) -> str:
    """Return the heading of a column, with the unit that its figures omit."""
    label = f"{headline.label}: {item}" if item else headline.label
    unit = numbers.suffix(headline.unit).strip()
    return f"{label}, {unit}" if unit else label


def _two(figure: Figure, unit: str = "") -> list[str]:
    return [text(figure, unit, VALUE), text(figure, unit, ERROR) if figure.defined else ""]
