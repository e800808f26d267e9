"""`balancer cards`, as users call it."""

import json
import pathlib
import re
import shutil
from typing import Any, NamedTuple

import pandas as pd
import pytest
from click.testing import CliRunner, Result

import balancer.cli
from balancer.analysis.figure import Figure
from balancer.analysis.play.worth import Taken
from balancer.core.component_table import ComponentColumn, ComponentTable
from balancer.questions.cards.report import choice_sentence, not_told_apart
from balancer.questions.cards.study import _varied

DRAFT = pathlib.Path(__file__).parents[2] / "core" / "draft" / "plain_draft.py"
WINDFALL = str(pathlib.Path(__file__).parents[3] / "examples" / "plain_windfall.py")


class CardName(NamedTuple):
    part: str


def balance(*words: str) -> Result:
    return CliRunner().invoke(balancer.cli.balancer, words)


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


def test_of_very_many_parts_the_terminal_has_the_ends_and_the_page_all(folder: pathlib.Path) -> None:
    rows = [f"card {k},{k}" for k in range(70)]
    (folder / "components.csv").write_text("\n".join(["name,value", *rows, ""]), encoding="utf-8")
    shutil.copy(DRAFT, folder)
    done = balance("cards", "plain_draft.py", "--games", "40", "-q", "-o", "out")
    assert done.exit_code == 0, done.output
    table = pd.read_csv(folder / "out" / "cards.csv")
    assert len(table) == 70
    assert done.output.count("… 6 more") == 2
    shown = [line.strip() for line in done.output.splitlines() if re.match(r"card \d", line)]
    assert len(shown) == 2 * 64
    assert shown[31].startswith(table["part"][31])
    assert shown[32].startswith(table["part"][38])
    page = (folder / "out" / "index.html").read_text(encoding="utf-8")
    assert page.count("All 70 cards") == 2


def test_every_part_with_its_figures_and_the_answer_first(folder: pathlib.Path) -> None:
    done = balance("cards", WINDFALL, "--games", "400", "-q", "--json", "cards.json", "-o", "out")
    assert done.exit_code == 0, done.output
    extremes = (
        r"Win rate lost if the card is secretly blank: \w+ [\d.]+ ± [\d.]+ pp, the most of .*?; the least: \w+ [\d.]+ ±"
    )
    assert re.search(extremes, " ".join(done.output.split()))
    table = pd.read_csv(folder / "out" / "cards.csv")
    assert sorted(table["part"]) == ["apple", "cherry", "medlar", "pear", "plum", "quince"]
    assert table["axis"][0] == f"parts.{table['part'][0]}.value"
    assert (table["times_dealt"] == table["times_held"]).all()  # the wish, dealt and held
    assert table["blank"].is_monotonic_decreasing
    assert (table["blank_low"] < table["blank"]).all()
    page = (folder / "out" / "index.html").read_text(encoding="utf-8")
    assert page.index("Win rate lost if the card is secretly blank") < page.index('id="worth"') < page.index(">quince<")
    assert f"{table['axis'][0]}: {{from: {table['points'][0] - 1}, to: {table['points'][0] + 1}}}" in page
    assert page.count('class="bullet cell ') == 6 * 4
    assert page.count('class="bullet cell more"') >= int((table["blank_low"] > 0).sum()) > 0
    assert "Reproduce it" in page
    taken = pd.read_csv(folder / "out" / "taken.csv")
    assert set(taken["node"]) == {"give"}
    assert (taken["taken_low"] <= taken["taken"]).all()
    assert (taken["taken"] <= taken["taken_high"]).all()
    assert taken.set_index("part")["taken"]["apple"] > 0.9  # worth least, and given away
    assert "At give, apple is chosen most readily (" in done.output
    assert page.index('id="taken"') < page.index("give: taken")
    refused = balance("report", "out")
    assert refused.exit_code == 2
    assert "an answer of `balancer cards`, which keeps only some of its games" in refused.output
    content = json.loads((folder / "cards.json").read_text(encoding="utf-8"))
    assert len(content["cards"]) == 6
    assert len(content["taken"]) == 6
    assert content["dealt_when"] == "dealt in setup"
    again = balance("cards", WINDFALL, "--games", "400", "-o", "out", "--json", "-", "-q")
    assert json.loads(again.output)["cards"] == content["cards"]


def test_the_axis_of_a_part_stays_in_what_its_table_allows() -> None:
    points = ComponentTable(
        columns=(ComponentColumn("points", "its points", 0, 3, may_be_empty=True),),
        points="points",
        build=lambda rows: ((), rows),
    )
    found = [dict(_varied(points, value)).get("varied") for value in (0, 2, 3, None)]
    assert found == [[0, 1], [1, 3], [2, 3], None]


def test_one_part_alone_has_one_interval(folder: pathlib.Path) -> None:
    done = balance("cards", WINDFALL, "--part", "apple", "--games", "100", "-q", "-o", str(folder / "out"))
    assert "in each column, the interval is at 95% confidence" in " ".join(done.output.split())


def test_no_such_part(folder: pathlib.Path) -> None:
    done = balance("cards", WINDFALL, "--part", "appel", "-o", str(folder / "out"))
    assert done.exit_code == 2
    said = " ".join(done.output.split())
    assert "no such card; there are apple, pear" in said
    assert "did you mean apple?" in said


def test_a_game_without_parts_says_so(folder: pathlib.Path) -> None:
    file = folder / "bare.py"
    file.write_text(
        "from balancer.plain import Game, Persona, ending\n\n\nclass Bare(Game):\n    seats = range(2, 4)\n"
        "    over = ending('It is over.')\n\n    def turn(self, player):\n        player.choose('go', [1, 2])\n"
        "        self.end('over')\n\n    def score(self, player):\n        return player.seat\n",
        encoding="utf-8",
    )
    done = balance("cards", str(file))
    assert done.exit_code == 2
    assert "names no cards, so none has a worth" in done.output.replace("\n", " ")


def test_what_has_no_meaning_is_said(folder: pathlib.Path) -> None:
    found: Any = balancer.cards("black_death", games=500)
    why = "no component table of Black Death has a column of points, called points or value (docs/cards.md)"
    assert f"No card was tested by making it blank: {why}." in found.answer
    assert found.parts["dealt"].notna().sum() >= 14
    assert found.parts["blank"].isna().all()
    thinking = {
        "version": 1,
        "game": WINDFALL,
        "lineup": ["deep", "bold"],
        "personas": {"deep": {"base": "careful", "search": 10}},
        "games": 20,
    }
    scenario = folder / "s.yaml"
    scenario.write_text(json.dumps(thinking), encoding="utf-8")
    answer = " ".join(balancer.cards(str(scenario), games=4).answer)
    assert "No card was tested by making it blank: deep thinks ahead and would notice in its trial games." in answer


def test_fewer_games_or_cards_leave_the_page_of_more(folder: pathlib.Path) -> None:
    assert balance("cards", WINDFALL, "--games", "60", "-q", "-o", "out").exit_code == 0
    page = (folder / "out" / "index.html").read_bytes()
    fewer = balance("cards", WINDFALL, "--games", "40", "-q", "-o", "out")
    one = balance("cards", WINDFALL, "--games", "60", "--part", "apple", "-q", "-o", "out")

    assert (fewer.exit_code, one.exit_code) == (0, 0)
    assert "out holds a page with 60 games per setting where this command plays 40; that page stays" in fewer.stderr
    assert "out holds a page with 6 cards where this command plays 1; that page stays as it is" in one.stderr
    assert "raw lift" in fewer.stdout, "the answer is printed all the same"
    assert (folder / "out" / "index.html").read_bytes() == page
    assert balance("cards", WINDFALL, "--games", "40", "-q", "-o", "out", "--force").exit_code == 0
    assert (folder / "out" / "index.html").read_bytes() != page


def test_the_highest_estimate_is_not_said_to_be_the_highest_worth() -> None:
    """Baccarat's nine (+10.2 pp) beats the eight (+9.5 pp), but in 20 000 games the eight may be ahead."""
    worths: Any = {
        CardName(part="eight"): Figure.around(0.108, 0.017),
        CardName(part="nine"): Figure.around(0.098, 0.017),
        CardName(part="two"): Figure.around(-0.028, 0.017),
    }
    eight, _, two = worths
    assert not_told_apart(eight, worths) == " (too few games to tell it from nine)"
    assert not_told_apart(two, worths) == ""


def test_only_cards_told_from_all_others_are_chosen_most_or_least_readily() -> None:
    """A3 and B3, the same card in two colours, were 69.2% and 69.1% ± 5 pp: neither is known to be the first."""

    def said(**shares: float) -> str:
        return choice_sentence("heap", {part: Taken("heap", Figure.around(x, 0.05), 2) for part, x in shares.items()})

    assert said(A3=0.69, A2=0.5, E1=0.2) == (
        "At heap, A3 is chosen most readily (69% ± 5 pp of the 2 times per game it is on offer), "
        "E1 least (20% ± 5 pp of the 2 times per game)."
    )
    assert said(A3=0.69, B3=0.68, A2=0.4, E1=0.2, D1=0.21) == (
        "At heap, one of A3 and B3 is chosen most readily (69% ± 5 pp of the times that it is on offer, or about as "
        "often), one of D1 and E1 least (20% ± 5 pp, or about as often)."
    )
    assert said(A3=0.69, B3=0.68) == "Too few games to tell which card is chosen most readily at heap."


def test_where_points_are_played_for_a_card_is_worth_points(folder: pathlib.Path) -> None:
    """A point more on a card that is its holder's is worth about the number of times that the holder has it."""
    done = balance("cards", WINDFALL, "--aim", "score", "--games", "200", "-q", "--json", "cards.json", "-o", "out")
    assert done.exit_code == 0, done.output
    words, written = " ".join(done.output.split()), json.loads((folder / "cards.json").read_text(encoding="utf-8"))

    assert re.search(r"Score lost if the card is secretly blank: \w+ [\d.]+ ± [\d.]+ points", words)
    assert "Changes in score, in points" in words
    assert "win rate" not in words
    assert written["unit"] == "points"
    assert written["margin"] > 0.05, "1% of the usual score"
    for card in written["cards"]:
        assert card["point"] >= 1 - 0.1, "who has a card has one of it or more"
        assert card["blank"] == pytest.approx(card["points"] * card["point"], rel=0.35)
    page = (folder / "out" / "index.html").read_text(encoding="utf-8")
    assert "score that its holders lose" in page
    assert "win rate" not in page
