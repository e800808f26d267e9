"""What a seat sees of a narrated game: all of its own, nothing that others hide from it."""

import os
import re
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from balancer import games
from balancer.core import dice
from balancer.core.record import empty, record
from balancer.narration.narrate import Narrator
from balancer.narration.narrated import Narration
from balancer.narration.seat_view import SeatView, known_part
from balancer.narration.steps import Step
from balancer.questions.trace.report import TraceReport, chapters
from balancer.reporting import writer
from balancer.reporting.document.html import to_html


@pytest.mark.parametrize(
    ("line", "others", "known"),
    [
        ("seat 1: 3 cards", ["seat 1: 3 cards"], "seat 1: 3 cards"),
        ("seat 1 holds A", ["seat 1 holds B"], "…"),
        ("seat 1 -5 (A, Death)", ["seat 1 -5 (A, K)", "seat 1 -5 (A, Death)"], "seat 1 -5 (…)"),
        ("seat 1: hand A; face up K", ["seat 1: hand B; face up K"], "seat 1: …; face up K"),
        ("seat 1: hand A; face up K", ["seat 1: hand A, B; face up Q"], "seat 1: …; …"),
        ("seat 1: A", ["seat 1: A; B"], "seat 1: …"),
        ("seat 1: A", ["seat 1: AB"], "seat 1: …"),
    ],
)
def test_what_differs_between_worlds_is_left_out(line, others, known):
    """Back to the bracket or colon before the first difference, part by part."""
    assert known_part(line, others) == known


LAYOUT = record(("game_number", np.int64), ("seats", np.int64), ("dice", np.int64), ("hands", np.int64, 3))


def view(monkeypatch, seat):
    """Return the eyes of a seat in a game of three hands, each of which its owner alone sees."""

    def reshuffle_unseen(world, viewer):
        for other in range(3):
            if other != viewer:
                world.hands[other] += world.dice

    monkeypatch.setattr(dice, "start", lambda *_: None)

    game: Any = SimpleNamespace(title="Game", table=LAYOUT, reshuffle_unseen=reshuffle_unseen)
    made = SeatView(game, seat)
    table = empty(LAYOUT)
    table.seats, table.dice, table.hands[:] = 3, 1, (5, 6, 7)
    return made, table


@pytest.mark.parametrize("seat", range(3))
def test_a_seat_sees_its_own_hand_alone(monkeypatch, seat):
    """Lines about others are cut; the table itself stays as it is; the worlds are dealt once for it."""
    made, table = view(monkeypatch, seat)
    before = table.tobytes()

    def words(laid):
        return [f"seat {k}: {laid.hands[k]}" for k in range(3)]

    assert made.lines(table, words) == [f"seat {k}: {5 + k if k == seat else '…'}" for k in range(3)]
    assert table.tobytes() == before
    table.hands[seat] = 9
    assert made.lines(table, words)[seat] == f"seat {seat}: 9"
    assert made.line(table, lambda laid: words(laid)[(seat + 1) % 3]) == f"seat {(seat + 1) % 3}: …"


@pytest.mark.parametrize(
    ("viewer", "lines"), [(None, ["0 draws 8", "all see"]), (0, ["0 draws 8", "all see"]), (2, ["0 draws", "all see"])]
)
def test_sentences_are_hidden_from_those_who_do_not_see_them(viewer, lines):
    """By the rules' own declaration; without another sentence for the others they see nothing."""
    table: Any = SimpleNamespace(rounds=0)
    narrator = Narrator(games.load("black_death"), table, [], viewer=viewer)
    narrator.begun = True
    narrator.on_say("0 draws 8", [0], "0 draws")
    narrator.on_say("all see", None, "")
    narrator.on_say("nobody sees" if viewer is not None else "", [], "")
    assert [step.text for step in narrator.steps] == lines


HIDDEN = {
    "bartender": r"seat (?!2)\d (draws|picks|receives) (?!a (card|hand))",
    "biergarten": r"seat (?!2)\d draws (?!a card).* from the (deck|hand of seat (?!2))",
    "black_death": r"seat (?!2)\d takes (?!a card).* from seat (?!2)",
    "devils_tarok": r"seat (?!2)\d draws (?!a card)",
    "festo": r"$^",
    "oktoberfest": r"unseen by seat 2|seat 2: .*\(tipsiness",
    "shit_head": r"draws (?!\d)",
}
"""Lines that seat 2 must not read; what it knows of hands by having seen it is another matter."""


@pytest.mark.verify
@pytest.mark.parametrize("name", games.own_names())
def test_nothing_hidden_is_narrated(name):
    """A whole game, and no decision of another seat."""
    command = [sys.executable, "-m", "balancer", "trace", name, "--seat", "2", "--players", "3"]
    text = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, "COLUMNS": "200"}
    ).stdout
    assert re.search(r"seat 2 \(\w+\) – ", text)
    assert not re.search(r"seat (?!2)\d \(\w+\) – ", text)
    found = [line for line in text.splitlines() if re.search(HIDDEN[name], line)]
    assert found == []


def test_the_page_of_a_game_has_every_line(tmp_path):
    """By rounds and turns; options below their decision; nothing is taken for markup."""
    steps = [
        Step("setup", 0, 0, "Setup"),
        Step("layout", 0, 0, "3 cards <lie>"),
        Step("round", 1, 0, "Round 1"),
        Step("turn", 1, 1, "turn 1"),
        Step("decision", 1, 1, "slot 7", 0, "take", "seat 1 (bully)", "a mistake"),
        Step("option", 1, 1, ">  5  slot 7"),
        Step("event", 1, 1, "seat 1 takes a card"),
        Step("standings", 1, 1, "standings after round 1"),
        Step("standing", 1, 1, "seat 1 -3"),
        Step("end", 1, 1, "End: out after 1 turn"),
        Step("score", 1, 1, "score 3", 0, "", "seat 1 (bully)"),
    ]
    told = list(chapters(steps))
    assert [chapter.title for chapter in told] == ["Setup", "Round 1", "End: out after 1 turn"]
    (turn,) = told[1].turns
    assert [(line.actor, line.text, line.options) for line in turn.lines] == [
        ("seat 1 (bully) – take", "slot 7", [">  5  slot 7"]),
        ("", "seat 1 takes a card", []),
    ]
    assert told[1].standings == ["seat 1 -3"]
    html = to_html(TraceReport(Narration("Seat 1 wins", ["Game, game 0"], steps), "A <question>").document())
    for text in ("3 cards &lt;lie&gt;", "A &lt;question&gt;", "slot 7", "seat 1 -3", "score 3", "a mistake"):
        assert text in html
    assert "Round 1" not in to_html(TraceReport(Narration("", ["Game"], steps), "q", range(2, 3)).document())
    report = TraceReport(Narration("Seat 1 wins", ["Game, game 0"], steps), "A question", command="balancer trace x")
    writer.write(report, tmp_path / "out")
    assert "seat 1 (bully) – take: slot 7  (a mistake)\n" in (tmp_path / "out/report.md").read_text(encoding="utf-8")
    assert report.to_json()["steps"][4] == {
        "kind": "decision", "round": 1, "turn": 1, "seat": 1, "who": "seat 1 (bully)", "node": "take", "text": "slot 7",
        "reason": "a mistake",
    }  # fmt: skip
