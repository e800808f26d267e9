"""A metric is one row of the catalogue: everything else follows from it."""

from typing import Any

import pytest

from balancer.analysis import cell_json, tables
from balancer.analysis.comparisons import comparison
from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.metric import COMPLEMENT, STUDENT, Kind, Metric, MetricWords, Page
from balancer.analysis.estimates.metric_names import names_for, parse
from balancer.analysis.estimates.metrics import estimate
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.tally import Group, TallyQuantity
from balancer.reporting import phrases
from balancer.reporting.figure_reader import FigureReader
from balancer.reporting.page.cell_section import CellBlocks
from balancer.scenario.question import GameCard
from docs import make_metrics
from tests.analysis.sample import sample_cell
from tests.analysis.test_comparison import sample_pair

CALM = Metric(
    name="calm",
    number=9,
    title="calm",
    meaning="How little happens.",
    definition="1 - drama",
    source="-",
    uncertainty=STUDENT,
    unit="index",
    kind=Kind.MEAN,
    quantity=TallyQuantity(Group.LEAD, "drama"),
    line=COMPLEMENT,
    limits=(0, 1),
    stats=("mean",),
    stat="mean",
    words=MetricWords("the calm of a game"),
    page=Page.COURSE,
    summary=True,
)
WITHOUT_VICTORY = Metric(
    name="seat_draw_rate",
    number=1,
    title="lost by seat",
    meaning="How often a seat loses.",
    definition="-",
    source="-",
    uncertainty=STUDENT,
    unit="share",
    of="seat",
    kind=Kind.SHARE,
    quantity=TallyQuantity(Group.LOSS),
)


@pytest.fixture
def cell(monkeypatch: pytest.MonkeyPatch) -> Any:
    for metric in (CALM, WITHOUT_VICTORY):
        monkeypatch.setitem(CATALOGUE, metric.name, metric)
    return sample_cell()


def test_its_estimate_follows(cell: Any) -> None:
    calm, drama = estimate(cell, "calm"), estimate(cell, "drama")

    assert (calm.value, calm.se, calm.unit) == (1 - drama.value, drama.se, "index")  # type: ignore[operator]
    assert (calm.low, calm.high) == (1 - drama.high, 1 - drama.low)  # type: ignore[operator]
    assert estimate(cell, "seat_draw_rate", of=2).value == cell.tally["losses"][1] / cell.tally["games"]


def test_its_paired_difference_follows(cell: Any) -> None:
    del cell
    found = {one.name: one for one in comparison.effects(sample_pair(), ReportSpec())}

    assert found["calm"].value == -(found["drama"].value or 0)
    assert found["calm"].gain == found["drama"].gain
    assert found["seat_draw_rate.3"].value is not None


def test_tables_and_json_have_it(cell: Any) -> None:
    rows = tables.table("metrics", [cell])
    lost = rows[rows["metric"] == "seat_draw_rate"]

    assert rows[rows["metric"] == "calm"]["value"].tolist() == [estimate(cell, "calm").value]
    assert lost["of"].tolist() == ["1", "2", "3", "4"]
    result = cell_json.to_json(cell)["metrics"]
    assert result["calm"]["mean"] == estimate(cell, "calm").value
    assert len(result["seat_draw_rate"]) == 4


def test_sentences_page_and_documentation_have_it(cell: Any) -> None:
    offers = names_for(cell)
    calm, lost = offers["calm"], offers["seat_draw_rate"]

    assert phrases.phrase(calm, parse(offers, "calm")) == "the calm of a game"
    assert phrases.phrase(lost, FigureRef("seat_draw_rate", "1")) == "lost by seat of seat 1 (starts)"
    course = CellBlocks(cell, FigureReader(), "cell-1", GameCard(), ()).course().tables[0]
    assert "calm" in [row.cells[0] for row in course.rows]
    assert make_metrics.entry(CALM) == "| `calm` | *How little happens.* 1 - drama | means |"
