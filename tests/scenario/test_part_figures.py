"""A card's figure as an axis, in a variant, at the base and on the command line; what is wrong with one is said."""

from balancer import games
from balancer.scenario import plan
from balancer.scenario.file.json_schema import scenario_schema
from balancer.scenario.levers import differing
from balancer.scenario.overrides import Overrides
from balancer.simulation.jobs import parts_of
from tests.scenario.test_load import read

STEIN = ("parts", "Stein", "value")


def scenario(tmp_path, text, **options):
    """Return the scenario of a file with that text."""
    return read(text, tmp_path, Overrides(**options))


def test_an_axis_changes_the_rows_of_that_name(tmp_path):
    found = scenario(tmp_path, "game: oktoberfest\nsweep: {axes: {parts.Stein.value: [5, 6, 7], players: [3, 4]}}\n")
    cells = plan.cells(found)

    assert [(cell.axes["parts.Stein.value"], cell.players) for cell in cells] == [
        (value, players) for value in (5, 6, 7) for players in (3, 4)
    ]
    digests = [parts_of(cell.game, cell.table_files, cell.figures).digest for cell in cells]
    own = games.load("oktoberfest").read_parts()
    assert digests[4] == digests[5] == own.digest, "7 is the printed value: the very same games"
    assert len(set(digests)) == 3
    changed = parts_of("oktoberfest", {}, cells[0].figures)
    assert changed.names == own.names
    assert cells[0].determined_by() == {**cells[4].determined_by(), "players": 3}


def test_a_card_of_several_rows_changes_in_all_of_them(tmp_path):
    rows = "Pint,food,1,0,2,9\nPint,music,2,1,2,9\nRing,games,3,3,3,9\nStein,wild,7,4,2,9\n"
    table = f"name,suit,value,tipsiness,banked,count\n{rows}"
    (tmp_path / "cards.csv").write_text(table, encoding="utf-8")
    text = "game: oktoberfest\nrules: {parts: cards.csv}\nparts: {Pint: {banked: 1}}\n"
    cell = plan.base_cell(scenario(tmp_path, text))
    changed = parts_of(cell.game, cell.table_files, cell.figures)
    (tmp_path / "cards.csv").write_text(table.replace(",0,2,9", ",0,1,9").replace(",1,2,9", ",1,1,9"), encoding="utf-8")

    assert changed.digest == parts_of(cell.game, cell.table_files).digest


def test_base_variants_and_options_change_figures(tmp_path):
    text = "game: oktoberfest\nparts: {Bench: {tipsiness: 3}}\nvariants: {heavy: {parts: {Stein: {tipsiness: 8}}}}\n"
    found = scenario(tmp_path, text, sets=("parts.Stein.value=5",))
    assert found.base.figures == {
        ("parts", "Bench", "tipsiness"): 3,
        STEIN: 5,
        ("parts", "Stein", "tipsiness"): 4,
    }
    question = found.question
    assert differing(question.base, question.variants["heavy"]) == {"parts.Stein.tipsiness": [4, 8]}


def test_an_option_replaces_the_axis(tmp_path):
    text = "game: oktoberfest\nsweep: {axes: {parts.Stein.value: [5, 6], players: [3, 4]}}\n"
    found = scenario(tmp_path, text, sets=("parts.Stein.value=9",))

    assert [axis.name for axis in found.axes] == ["players"]
    assert {cell.figures[STEIN] for cell in plan.cells(found)} == {9}
    assert any("replaces the axis parts.Stein.value" in warning for warning in found.warnings)


def test_one_at_a_time_begins_at_the_printed_figure(tmp_path):
    text = "game: oktoberfest\nsweep: {mode: one_at_a_time, axes: {parts.Stein.value: [5, 7, 9], players: [3]}}\n"
    found = plan.cells(scenario(tmp_path, text))
    assert [cell.axes["parts.Stein.value"] for cell in found] == [7, 5, 9, 7]


def test_of_several_tables_the_one_with_that_row_is_meant(tmp_path):
    text = "game: festo\nparts: {Generous Merchants: {amount: 2}}\n"
    by_name = scenario(tmp_path, text).base.figures
    by_table = scenario(
        tmp_path, "game: festo\nparts: {events_table: {Generous Merchants: {amount: 2}}}\n"
    ).base.figures
    assert by_name == by_table == {("events_table", "Generous Merchants", "amount"): 2}


def test_the_schema_offers_names_and_limits():
    definitions = scenario_schema()["$defs"]
    stein = definitions["oktoberfest.parts"]["properties"]["Stein"]["properties"]

    assert (stein["value"]["minimum"], stein["value"]["maximum"]) == (0, 99)
    assert "name" not in stein
    (pattern,) = (one for one in definitions["oktoberfest.axes"]["patternProperties"] if one.startswith("^parts"))
    assert "value" in pattern
    assert definitions["black_death.parts"]["maxProperties"] == 0
