"""`balancer chances`: what it prints and writes."""

import html
import json
import pathlib
import re
from types import SimpleNamespace
from typing import cast

import pytest

import balancer
from balancer.analysis.figure import Figure
from balancer.analysis.play.chances import CalibrationClass, Chances
from balancer.questions.chances.report import came_words
from tests.cli.test_commands import balance

SCENARIO = """\
title: Who is left with Death?
game: black_death
players: 3
seed: 5
lineup: [deep, even]
personas: {deep: {base: middler, search: 20}}
rules: {ranks: 6, suits: 2}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    (tmp_path / "one.yaml").write_text(SCENARIO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_answer_leads_and_json_and_python_say_the_same(here: pathlib.Path) -> None:
    done = balance("chances", "one.yaml", "--games", "6", "--trials", "10", "--json", "out.json")
    words = done.stdout.replace("\n", " ")
    written = json.loads((here / "out.json").read_text(encoding="utf-8"))

    assert done.exit_code == 0, done.output
    answer = written["answer"].replace("\u202f", " ")
    assert done.stdout.split("\n\n")[1].replace("\n", " ").replace("\u202f", " ").startswith(answer)
    assert answer.startswith(
        "Too few games to tell when half of the uncertainty about who loses is resolved: so far in"
    )
    assert re.search(r"about [\d ]+ games \(--games\) would tell to ± 10 pp", answer)
    assert "deep thinks ahead in other commands; here it plays as its base persona." in words
    assert sum(one["value"] for one in written["luck"]["sources"].values()) == pytest.approx(1)
    known = [written["chances"][name]["value"] for name in ("who_plays", "deal")]
    assert sum(known) + sum(one["value"] for one in written["chances"]["tenths"]) == pytest.approx(1)
    found = balancer.chances("one.yaml", games=6, trials=10, jobs=1)
    assert found.to_json() == {name: value for name, value in written.items() if name != "generated_by"}
    assert found.answer == [written["answer"]]
    assert found.choices.empty
    assert found.luck["value"].sum() == pytest.approx(1)
    assert list(found.known["name"])[:3] == ["who_plays", "deal", "tenth 1"]


def test_a_page_says_the_same(here: pathlib.Path) -> None:
    words = ["chances", "one.yaml", "--games", "6", "--trials", "10", "-o", "told"]
    done = balance(*words, "--json", "out.json")
    answer = json.loads((here / "out.json").read_text(encoding="utf-8"))["answer"]
    page = (here / "told" / "index.html").read_text(encoding="utf-8")

    assert done.stdout.rstrip().endswith(f"Page: {pathlib.Path('told', 'index.html')}")
    assert answer in html.unescape(page).replace("\u00a0", " ")
    assert page.count("<svg role=") == 3
    assert "What choices are worth" not in page
    assert "balancer chances one.yaml --games 6" in page
    beside = {path.name for path in (here / "told").iterdir()}
    assert beside >= {"known.csv", "choices.csv", "columns.csv", "report.md", "report.json"}
    assert (here / "told" / "report.json").read_bytes() == (here / "out.json").read_bytes()
    again = balance(*words)
    assert again.exit_code == 0, "a page of ours is replaced"
    (here / "theirs").mkdir()
    (here / "theirs" / "notes.txt").write_text("mine", encoding="utf-8")
    refused = balance(*words[:-1], "theirs")
    assert refused.exit_code == 2
    assert "theirs holds other files (notes.txt)" in refused.stderr


def test_choices_are_examined_on_demand(here: pathlib.Path) -> None:
    done = balance("chances", "one.yaml", "--games", "3", "--trials", "10", "--choices", "--json", "out.json")
    written = json.loads((here / "out.json").read_text(encoding="utf-8"))
    words = done.stdout.replace("\n", " ")

    assert "The worth of choices Differences of the chance to win " in " ".join(words.split())
    assert "Kingmaking: " in words
    assert list(written["choices"]) == ["offer", "take", "all"]
    assert list(written["kingmaking"]) == ["hopeless", "rate", "games"]
    per_node = [one["per_game"] for one in written["choices"].values()]
    assert per_node[0] + per_node[1] == pytest.approx(per_node[2])


def test_what_is_wrong_is_said() -> None:
    assert "1 is not in the range" in balance("chances", "one.yaml", "--games", "1").stderr
    assert "black_death" in balance("chances", "black_deth").stderr
    with pytest.raises(ValueError, match="1 games of 10 trials: at least 2 of 2"):
        balancer.chances("one.yaml", games=1, trials=10)


SETTLED = '''\
from balancer.plain import Game, ending, knob


class Settled(Game):
    """The setup decides who wins, and whether somebody does."""

    seats, usual = range(2, 5), 3
    max_rounds = 4
    won = knob(True, "Whether somebody wins.")
    over = ending("Over.")

    def setup(self):
        self.luck = [self.below(10_000) for _ in self.players]

    def turn(self, player):
        player.choose("go", ["a", "b"])
        if self.won and player is self.players[-1]:
            self.end("over")

    def score(self, player):
        return self.luck[player.seat]
'''


def test_what_the_setup_decides_alone_does_not_become_known_in_the_rounds(here: pathlib.Path) -> None:
    (here / "settled.py").write_text(SETTLED, encoding="utf-8")
    words = " ".join(balance("chances", "settled.py", "--games", "10", "--trials", "10").stdout.split())

    assert "it falls below 10% in 0% (0 to 31%) of the games" in words
    assert "More than half of the uncertainty about who wins is resolved before the first round:" in words
    assert "do not come true" not in words


def test_fewer_games_leave_the_page_of_more(here: pathlib.Path) -> None:
    few = ("chances", "black_death", "--trials", "4", "-q", "-o", "out", "--games")
    assert balance(*few, "4").exit_code == 0
    page = (here / "out" / "index.html").read_bytes()
    fewer = balance(*few, "3")

    assert fewer.exit_code == 0
    assert "out holds a page with 4 games per setting where this command plays 3" in fewer.stderr
    assert "half of the uncertainty" in fewer.stdout or "More than half" in fewer.stdout
    assert (here / "out" / "index.html").read_bytes() == page


def test_a_plan_counts_trial_games_and_plays_nothing() -> None:
    plan = balance("chances", "black_death", "--games", "10", "--trials", "20", "--players", "3", "--plan").stdout
    assert "10 games observed, each with up to about 30 rounds × 3 seats × 20 trial games" in plan
    assert "estimated time: about" in plan
    assert balance("chances", "black_death", "--plan", "-o", "out").exit_code == 2


POINTS = '''\
from balancer.plain import Game, ending


class Points(Game):
    """Who throws most in two rounds."""

    seats, usual, aim = range(2, 3), 2, "score"
    over = ending("Over.")

    def setup(self):
        for player in self.players:
            player.sum = 0

    def turn(self, player):
        player.sum += self.roll(player.choose("die", [2, 10]))

    def finished(self):
        if self.rounds == 2:
            return "over"

    def score(self, player):
        return player.sum
'''


def test_where_points_are_played_for_scores_are_predicted(here: pathlib.Path) -> None:
    """A die of two sides is 1.5 points on average, one of ten 5.5: the best option less the other is worth 4."""
    (here / "points.py").write_text(POINTS, encoding="utf-8")
    words = ("chances", "points.py", "--games", "8", "--trials", "60", "--choices")
    done = balance(*words, "--json", "out.json", "-o", "told")
    said, written = " ".join(done.stdout.split()), json.loads((here / "out.json").read_text(encoding="utf-8"))

    assert "about the scores is resolved" in said
    assert "When the scores become known" in said
    assert "Nobody is a favourite to win where points are played for" in said
    assert "Kingmaking" not in said
    assert (written["aim"], written["unit"]) == ("score", "points")
    gap = written["choices"]["die"]["choice_gap"]
    assert gap["low"] - 1 < 4 < gap["high"] + 1
    assert written["chances"]["lead_changes"]["value"] is None
    assert all(0 < row["said"] < 25 for row in written["chances"]["calibration"])
    assert "Do the predicted scores come true?" in (here / "told" / "index.html").read_text(encoding="utf-8")
    won = balancer.chances("points.py", games=4, trials=10, aim="win", jobs=1)
    assert "who wins" in won.answer[0]


@pytest.mark.parametrize(
    ("rules", "matter"),
    [
        ("together = True\n    won = lambda self: self.players[0].sum > 6", "whether the table wins"),
        ("team = lambda self, player: player.seat % 2", "which team wins"),
        ("team = lambda self, player: (player.seat + self.players[0].sum) % 2", "which players win"),
        (
            "against_bank = True\n    winners = lambda self: [p for p in self.players if p.sum > 6]",
            "who wins against the bank",
        ),
    ],
)
def test_what_is_uncertain_is_said_by_sides(here: pathlib.Path, rules: str, matter: str) -> None:
    text = POINTS.replace("aim = ", "sought = ").replace("    over =", f"    {rules}\n    over =")
    file = here / f"sides_{len(matter)}.py"
    file.write_text(text.replace("range(2, 3), 2,", "range(2, 5), 4,"), encoding="utf-8")
    done = balance("chances", file.name, "--games", "8", "--trials", "10")
    said = " ".join(done.stdout.split())

    assert done.exit_code == 0, done.output
    assert f"half of the uncertainty about {matter} is resolved" in said.replace("Half", "half")
    assert ("favourite changes" in said) == ("which" in matter)


ALWAYS = POINTS.replace("aim = ", "sought = ").replace(
    "    over =", "    together = True\n    won = lambda self: self.players[0].sum > {least}\n    over ="
)


def test_a_result_that_is_always_the_same_has_nothing_to_resolve(here: pathlib.Path) -> None:
    (here / "sure.py").write_text(ALWAYS.format(least=0), encoding="utf-8")
    said = " ".join(balance("chances", "sure.py", "--games", "8", "--trials", "10").stdout.split())

    assert (
        "All 8 games ended with the same result: there is hardly anything to resolve about whether the table wins."
        in said
    )
    assert "add up to" not in said
    assert "outside the interval" not in said
    assert "of the rounds –" not in said
    assert "who plays in which seat" not in said.partition("Luck and skill")[0]


def test_who_plays_in_which_seat_is_nothing_where_all_play_alike_and_win_together(here: pathlib.Path) -> None:
    (here / "often.py").write_text(ALWAYS.format(least=4), encoding="utf-8")
    report = balancer.chances("often.py", games=8, trials=10, jobs=1)
    said = " ".join(repr(report).split())

    assert "before the setup: who plays in which seat" not in said
    assert report.known["name"].tolist()[:2] == ["who_plays", "deal"], "in data files all phases stay"


def test_alone_there_are_no_others_whose_choices_decide(here: pathlib.Path) -> None:
    (here / "alone.py").write_text(POINTS.replace("range(2, 3), 2", "range(1, 2), 1"), encoding="utf-8")
    said = " ".join(balance("chances", "alone.py", "--games", "4", "--trials", "10").stdout.split())

    assert "own random choices (odds, ties, mistakes)" in said
    assert "the others' random choices" not in said


def test_a_class_whose_mean_lies_outside_says_why() -> None:
    row = CalibrationClass(0.7, 0.9, 5, 0.91, 1.0, Figure(0.09, -0.3, 0.5))
    inside = row._replace(predicted=0.85)
    said = [came_words(cast("Chances", SimpleNamespace(calibration=[each])), "share") for each in (row, inside)]

    assert "the mean of few moments may lie outside their class" in said[0]
    assert "outside" not in said[1]


def test_classes_of_few_moments_tell_nothing() -> None:
    """Two moments can be out by anything; that is no agreement."""
    few = CalibrationClass(0.1, 0.3, 2, 0.24, 0.6, Figure(0.36, -1.0, 1.0))
    many = CalibrationClass(0.7, 0.9, 500, 0.8, 0.82, Figure(0.02, -0.04, 0.08))
    alone, mixed = (
        came_words(cast("Chances", SimpleNamespace(calibration=rows)), "share") for rows in ([few], [few, many])
    )

    assert alone == "Too few games to tell whether predicted chances come true."
    assert mixed == (
        "Predictions and results agree within their simultaneous intervals (the widest is ± 6 pp); "
        "too few games to tell for 1 class of chances."
    )
