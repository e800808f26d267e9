"""The page: complete, well-formed, self-contained, right for any run."""

import dataclasses
import html as html_text
import itertools
import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from balancer.questions.check.report import document_of
from balancer.questions.sweep.report import SweepReport
from balancer.reporting import numbers
from balancer.reporting.document.html import picture, to_html
from balancer.reporting.figure_reader import FigureReader
from balancer.reporting.page.cell_section import CellBlocks
from balancer.scenario.question import GameCard
from balancer.simulation.manifest import Manifest
from tests.analysis.sample import play, sample_cell
from tests.questions.check import test_check_lines
from tests.reporting import made, made_comparison

SECTIONS = ("answer", "cells", "checks", "basis", "reproduce", "glossary")
VOID = {"meta", "link", "br", "hr", "img", "input", "wbr"}


class Reader(HTMLParser):
    """Checks that what is opened is closed, and gathers ids, links and headings."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.headings, self.faults, self.loaded = [], [], [], [], [], []

    def handle_starttag(self, tag, attrs):
        content = dict(attrs)
        if "id" in content:
            self.ids.append(content["id"])
        if tag == "a":
            self.links.append(content["href"])
        self.loaded += [content[name] for name in ("src", "srcset", "data") if name in content]
        if tag in {"link", "use", "image"}:
            self.loaded += [value for name, value in attrs if name.endswith("href")]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")


def read(html):
    """Return the page, parsed."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


@pytest.fixture(params=made.RUNS, scope="module")
def page(request):
    """Return the page of each kind of run."""
    return made.html(request.param)


def compared():
    """Return the page of a comparison."""
    return made_comparison.comparison().document()


def checked():
    """Return the page of a check of which one figure fails."""
    return document_of(test_check_lines.outcome(rounds=(12, 17, 12, 12)))


@pytest.fixture(params=[*made.RUNS, compared, checked], scope="module")
def any_page(request):
    """Return a page of each kind of run, and of each other question."""
    return made.html(request.param) if isinstance(request.param, str) else to_html(request.param())


def test_every_section_is_there(page):
    """Also where it has little to say."""
    for section in SECTIONS:
        assert f'<section id="{section}"' in page


def test_the_games_own_figures_have_distributions():
    """Those that vary, and are more than 0 or 1."""
    page = made.html("single")
    assert "distribution of contests, instant round, tipsiness at end and winner score" in page
    assert ">p5 to p95<" in page


def test_well_formed(any_page):
    """Tags nest; no id stands twice; every link inside the page arrives."""
    found = read(any_page)
    assert found.faults == []
    assert found.open == []
    assert len(found.ids) == len(set(found.ids))
    inside = [link[1:] for link in found.links if link.startswith("#")]
    assert set(inside) <= set(found.ids)


def test_headings_skip_no_level(any_page):
    """For readers who hear the page."""
    found = read(any_page).headings
    assert found[0] == 1
    assert found.count(1) == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(found))


def test_nothing_is_fetched_from_elsewhere(any_page):
    """One file that works offline: no address but names of XML dialects."""
    assert all(link.startswith(("#", "data:")) for link in read(any_page).loaded)
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", any_page))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "@import" not in any_page


def test_nothing_unfinished_is_shown(any_page):
    """No NaN, None or template left-overs."""
    text = re.sub(r"<style>.*?</style>|<script>.*?</script>", "", any_page, flags=re.DOTALL)
    assert not re.search(r"\bnan\b|\bNone\b|\{\{|\{%|&lt;function", text)


def test_every_chart_says_what_it_shows(any_page):
    """And the page says it in words, for who can't see it."""
    assert any_page.count("<svg ") == any_page.count('role="img" aria-label="')


def test_nothing_is_listed_that_has_no_value(page):
    """No rows of metrics that this run does not assess, no words that nothing on the page uses."""
    assert "not assessed" not in page.lower()
    entries = set(re.findall(r'<div id="term-([^"]+)">', page))
    assert entries == set(re.findall(r'href="#term-([^"]+)"', page))


def test_the_first_screen_has_the_answer(page):
    """The page's description is its first sentence, which comes before charts and tables of detail."""
    (description,) = re.findall(r'<meta name="description" content="([^"]+)">', page)
    assert len(description) > 10
    assert '<div class="first">' in page
    if '<p class="verdict">' in page:
        verdict = re.findall(r'<p class="verdict">(.*?)</p>', page)[0]
        assert re.sub("<[^>]+>", "", verdict).replace("\N{NO-BREAK SPACE}", " ") == description
    assert page.index('class="first"') < page.index("<figure")


def test_values_of_charts_can_be_read_and_lead_to_their_cell():
    """Every tile of a heat map is a link with its words; every point of a line has its value."""
    html = made.html("two axes")
    tiles = re.findall(r'<a href="#cell-(\d+)"><rect class="pt"[^>]*><title>([^<]*)</title>', html)
    assert {number for number, _ in tiles} == {"1", "2", "3", "4"}
    report = made.two_axes()
    spread = report.headline[0].read(report.reader, report.cells, report.reader.confidence)[""]
    for number, words in tiles[:4]:
        axes = report.cells[int(number) - 1].axes
        assert f"win_threshold {axes['rules.win_threshold']}" in words
        assert f"players {axes['players']}" in words
        assert words.endswith(numbers.text(spread[int(number) - 1], report.headline[0].unit, numbers.CELL))
    assert html.count('<circle class="pt"') > 8


def test_every_cell_has_a_verdict(page):
    """A mark in the first table, and the check with its counts below."""
    marks = re.findall(r'<td class="(pass|open|fail)[^>]*>(?:<a [^>]*>)?<span class="symbol">(.)', page)
    assert {word + mark for word, mark in marks} <= {"pass●", "open○", "fail✕"}
    assert len(marks) == (page.count("data-at=") if "Which settings pass the checks" in page else 0)
    assert "seat advantage of each seat −3 to 3 pp" in page
    assert "1 variant: <code>balancer compare" in page
    assert "not run" not in page


def test_a_base_beside_the_axes_is_shown_and_distorts_no_chart():
    """Its figures are the tiles' and the line to compare with; tables name it, heat maps have no tile for it."""
    report, html = made.base_apart(), made.html("base apart")
    spread = report.headline[0].read(report.reader, report.cells, report.reader.confidence)[""]
    assert report.findings[0].base[""] == spread[4]
    tiles = re.findall(r'<a href="#cell-(\d+)"><rect class="pt"', html)
    assert set(tiles) == {"1", "2", "3", "4"}
    assert "roken line: the base (win_threshold 20, 4 players)" in html
    assert html.count("20 (base)") >= 2
    assert f"he base (win_threshold 20, 4 players) is {numbers.text(spread[4], report.headline[0].unit)}" in html
    assert "taken as base" not in html


@pytest.mark.parametrize(("axes", "lines"), [({"players": (2, 4, 10)}, 0), ({"rules.win_threshold": (14, 18)}, 1)])
def test_an_equal_share_is_drawn_where_all_tables_have_the_same(axes, lines):
    """Not over the number of players, where it is another for each."""
    name, values = next(iter(axes.items()))
    cells = [sample_cell(axes={name: n}, players=n if name == "players" else 4, games=60) for n in values]
    page = SweepReport(made.manifest(axes, headline=[made.headline("turns")]), cells).document()
    (seats,) = (chart for chart in page.charts if chart.name == "sweep-seats")
    assert picture(seats).count("stroke-dasharray") == lines


def test_what_the_designer_writes_is_shown_as_text():
    """Not as HTML."""
    manifest = made.kept()
    manifest["scenario"]["title"] = "<script>alert(1)</script> & co"
    html = to_html(SweepReport(Manifest.from_json(manifest), made.single().cells).document())
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co" in html
    assert "title: &lt;Where&gt; &amp; why" in html


def test_reconstruction_personas_and_reproduction_are_reported():
    """What the conclusions rest on, and how to get them again."""
    html = made.html("one axis")
    for text in (
        "the component table",
        "Plays like a bully.",
        "balancer sweep scenarios/made.yaml --seed 7",
        "abc",
        "Points that win at once.",
    ):
        assert text in html


def test_a_compiled_game_says_how_to_play_it_in_a_page():
    """With the options of the run; a plain file, which no page plays, says nothing."""
    report = made.one_axis()
    for game, command in (("oktoberfest", "balancer page scenarios/made.yaml --seed 7"), ("my_game", "")):
        of_game = dataclasses.replace(report.question, game=game)
        other = dataclasses.replace(report, manifest=dataclasses.replace(report.manifest, question=of_game))
        assert other.page_command == command
        assert ("balancer page" in to_html(other.document())) == bool(command)


def test_trace_commands_name_game_cell_and_dice():
    """The options of the run that change its games go along, and the cell's own rules."""
    report = made.one_axis()
    assert report.trace_command(1, 5) == "balancer trace scenarios/made.yaml --seed 7 --game 5"
    assert report.trace_command(0, 5) == "balancer trace scenarios/made.yaml --seed 7 --set win_threshold=14 --game 5"
    html = made.html("one axis")
    assert "balancer trace scenarios/made.yaml --seed 7 --set win_threshold=22 --game" in html
    report = made.lineups()
    assert "--lineup rusher,builder" in report.trace_command(0, 0)


def test_many_cells_keep_the_page_small():
    """Forty cells with eight seats: under three megabytes, and all of them in its table."""
    cell = sample_cell(games=60, players=8)
    axes = {"rules.win_threshold": tuple(range(10)), "rules.max_rounds": (9, 10, 11, 12)}
    cells = [
        dataclasses.replace(cell, axes={"rules.win_threshold": t, "rules.max_rounds": r})
        for t in range(10)
        for r in (9, 10, 11, 12)
    ]
    html = to_html(SweepReport(made.manifest(axes), cells).document())
    assert len(html.encode()) < 3_000_000
    assert html.count("data-at=") == 40
    assert "picker" in html


def test_losing_is_called_so():
    """Where one player loses, the headline is the loss rate, and there are no leader metrics of a winner."""
    html = made.html("one loses")
    assert "Who loses: by seat" in html
    assert "These figures are about the loser" in html
    assert "Who wins: by seat" not in html


def test_the_largest_effect_follows_the_verdict_and_is_said_once(page):
    """In the first screen; the block of the figure begins with what comes next."""
    found = re.search(r'<p class="second">(.*?)</p>', page)
    judged = "Which settings pass the checks" in page
    assert bool(found) == judged
    if found:
        assert page.index('class="verdict"') < found.start() < page.index('class="tiles-of-figures"')
        assert page.count(found[1]) == 1 or "nothing to compare" in found[1]


def test_the_charts_of_later_figures_lie_under_their_sentence():
    """The first three lie open; of the others the sentence is the label, and is not repeated below it."""
    names = ["seat_spread", "ending_share.instant", "rounds", "turns", "lead_changes"]
    headline = [made.headline(name) for name in names]
    run = made.two_axes()
    axes = {axis.name: axis.values for axis in run.question.axes}
    run = dataclasses.replace(run, manifest=made.manifest(axes, headline=headline, margins={}))
    html = to_html(run.document())
    folded = dict(re.findall(r'<details class="more folded"><summary>([^:<]*): (.*?)</summary>', html))
    assert [name for name in ("Rounds", "Turns", "Lead changes") if name in folded] == ["Turns", "Lead changes"]
    for said in folded.values():
        assert html.count(said) == 1


def test_a_longest_game_is_news_only_where_few_are_as_long():
    """And rare endings come with a command that finds one."""
    run = made.single()
    cell = run.cells[0]
    alike = {**cell.tally, "histograms": {**cell.tally["histograms"]}}
    alike["histograms"]["turns"] = {**cell.tally["histograms"]["turns"], "counts": {"20": 10, "60": 190}}
    rare = {
        **alike,
        "histograms": {**alike["histograms"]},
        "endings": {"instant": 3, "exhausted": 197, "unfinished": 0},
    }
    rare["histograms"]["turns"] = {**alike["histograms"]["turns"], "counts": {"20": 199, "60": 1}}
    many, one = (SweepReport(run.manifest, [dataclasses.replace(cell, tally=tally)]) for tally in (alike, rare))
    assert "longest" not in many.notable(0)
    assert one.notable(0)["longest"] == cell.notable["longest"]
    assert one.endings_to_trace(0) == ["instant"]
    assert one.trace_command(0, "instant").endswith("--ending instant")
    assert "--ending instant" in to_html(one.document())


def test_cells_bear_their_headings_only_in_tables_that_a_phone_stacks():
    """A phone shows a row of such a table as lines, each with its heading."""
    found = re.findall(r"<table[^>]*>.*?</table>", made.html("single"), re.DOTALL)
    stacked = [table for table in found if 'class="stack"' in table]

    assert stacked
    assert all('data-of="' in table for table in stacked if "<td" in table)
    assert not any('data-of="' in table for table in found if table not in stacked)


def test_parts_are_compared_with_the_average_part():
    """By the games themselves: credit of all seats that have any part, a share for each part that a seat has."""
    records = play(games=200)
    held = [(len(parts), credit) for one in records for parts, credit in zip(one["parts"], one["credit"], strict=True)]
    average = sum(number * credit for number, credit in held) / sum(number for number, _ in held) - Fraction(1, 4)
    block = CellBlocks(sample_cell(games=200), FigureReader(), "cell-1", GameCard(), ()).parts()
    assert block is not None
    assert f"average {numbers.signed(float(average), numbers.DIFFERENCE)}: compare" in block.text


def test_the_page_of_one_cell_says_nothing_twice():
    """The verdict is the first sentence of the answer; it is not repeated below."""
    run = made.kept()
    manifest = Manifest.from_json({**run, "scenario": {**run["scenario"], "checks": []}})
    report = SweepReport(manifest, [sample_cell(games=500)])
    first = report.answer()[0]
    assert first == report.findings[0].lead
    body = re.sub(r"<(head|style|script).*?</\1>", " ", to_html(report.document()), flags=re.DOTALL)
    page = " ".join(html_text.unescape(re.sub(r"<[^>]+>", " ", body)).replace("\N{NO-BREAK SPACE}", " ").split())
    assert page.count(first) == 1
