"""Where two narrated games separate: at a decision, at a rule's consequence, in the setup."""

import re
from typing import Any

from balancer.analysis.figure_ref import ReportSpec
from balancer.narration import divergence
from balancer.narration.steps import (
    DECISION,
    END,
    EVENT,
    LAYOUT,
    OPTION,
    ROUND,
    SCORE,
    SETUP,
    STANDING,
    STANDINGS,
    STATE,
    TURN,
    Step,
)
from balancer.simulation.jobs import PairJob
from balancer.simulation.store import Store
from tests.simulation.cells import cell, play


def game(*course: tuple[Any, ...], setup: str = "seat 1 has 3", end: str = "End: over after 2 turns") -> list[Step]:
    """Return the steps of a game: (kind, text, ...); rounds and turns are counted."""
    steps, round_, turn = [Step(SETUP, 0, 0, "Setup"), Step(LAYOUT, 0, 0, setup)], 0, 0
    for kind, text, *more in course:
        if kind == ROUND:
            round_, turn = round_ + 1, 0
        turn += kind == TURN
        seat, node, who, reason = [*more, "", ""][:4] if more else (-1, "", "", "")
        steps.append(Step(kind, round_, turn, text, seat, node, who, reason))
    score = Step(SCORE, round_, turn, "score 0, win share 1", 0, "", "seat 1 (bully)")
    return [*steps, Step(END, round_, turn, end), score]


def decision(seat: int, persona: str, node: str, text: str, reason: str = "") -> tuple[Any, ...]:
    return DECISION, text, seat - 1, node, f"seat {seat} ({persona})", reason


def first_round(persona: str = "bully", value: int = 3) -> list[tuple[Any, ...]]:
    return [
        (ROUND, "Round 1"),
        (TURN, "turn 1"),
        decision(1, persona, "take", "apple"),
        (OPTION, f"> {value:>8}  apple"),
        (EVENT, "seat 1 eats"),
    ]


PEAR = decision(2, "calm", "take", "pear", "all 2 options alike, at 0")
PLUM = decision(2, "calm", "take", "plum")


def test_another_decision() -> None:
    found = divergence.divergence(
        game(*first_round(), (TURN, "turn 2"), PEAR), game(*first_round(), (TURN, "turn 2"), PLUM)
    )

    assert (found["where"], found["same"]) == ("in round 1, turn 2", False)
    assert found["decision"] == [
        "seat 2 (calm) – take: pear  (all 2 options alike, at 0)",
        "seat 2 (calm) – take: plum",
    ]
    assert found["base"][0] == "  turn 2"
    assert found["variant"][-1] == "  seat 1 (bully): score 0, win share 1"


def test_comments_are_no_divergence() -> None:
    """Options weighed, reasons, the names of personas and standings may differ in games that go the same way."""
    standings = [(STANDINGS, "standings after round 1"), (STANDING, "seat 1: 5"), (STANDING, "  12 |A|")]
    others = [(STANDINGS, "standings after round 1"), (STANDING, "seat 1: 9")]
    second = [(ROUND, "Round 2"), (TURN, "turn 2")]
    one = game(*first_round(), *standings, *second, PEAR)
    two = game(*first_round("timid", 4), *others, *second, PLUM)

    found = divergence.divergence(one, two)

    assert (found["where"], found["same"]) == ("in round 2, turn 1", False)


def test_the_same_text_of_another_seat_is_a_divergence() -> None:
    one, two = decision(1, "calm", "take", "pear"), decision(2, "calm", "take", "pear")
    found = divergence.divergence(
        game(*first_round(), (TURN, "turn 2"), one), game(*first_round(), (TURN, "turn 2"), two)
    )

    assert found["decision"] == ["seat 1 (calm) – take: pear", "seat 2 (calm) – take: pear"]


def test_a_consequence_after_the_standings_is_a_divergence() -> None:
    standings = [(STANDINGS, "standings after round 1"), (STANDING, "seat 1: 5")]
    found = divergence.divergence(
        game(*first_round(), *standings, (EVENT, "seat 1 loses the cake")),
        game(*first_round(), *standings, (EVENT, "seat 2 loses the cake")),
    )

    assert found["same"]
    assert found["decision"] == ["seat 1 (bully) – take: apple"] * 2
    assert found["then"] == ["seat 1 loses the cake", "seat 2 loses the cake"]


def test_a_decision_that_one_side_does_not_have() -> None:
    fight = decision(1, "bully", "fight", "seat 2")
    found = divergence.divergence(game(*first_round(), fight, (TURN, "turn 2")), game(*first_round(), (TURN, "turn 2")))

    assert not found["same"]
    assert found["decision"] == ["seat 1 (bully) – fight: seat 2", "no such decision; turn 2 begins"]


def test_what_happens_on_one_side_only_precedes_the_table_after_the_turn() -> None:
    state = (STATE, "seat 1: coins 3")
    found = divergence.divergence(game(*first_round(), (EVENT, "seat 2 pays")), game(*first_round(), state))

    assert found["what"] == "what happens"
    assert found["then"] == ["seat 2 pays", "no such event; the turn ends"]


def test_in_the_setup_and_at_the_end() -> None:
    found = divergence.divergence(game(*first_round()), game(*first_round(), setup="seat 1 has 4"))
    assert (found["where"], found["decision"]) == ("in the setup", None)

    late = divergence.divergence(game(*first_round()), game(*first_round(), end="End: cut after 2 turns"))
    assert late["where"] == "at the end"


def test_a_long_game_is_cut_in_the_middle() -> None:
    turns = [step for turn in range(2, 90) for step in ((TURN, f"turn {turn}"), (EVENT, "seat 1 eats"))]
    one = game(*first_round(), *turns)
    two = game(*[(kind, text.replace("apple", "plum"), *more) for kind, text, *more in first_round()], *turns)
    found = divergence.divergence(one, two)

    assert len(found["base"]) <= divergence.MAX_LINES + 1
    left = next(int(number) for line in found["base"] if (number := re.sub(r"\D", "", line)) and "left out" in line)
    begin = next(k for k, step in enumerate(one) if step.kind == TURN)
    assert left + len(found["base"]) - 1 == len(one) - begin
    assert found["base"][-1].endswith("win share 1")


def test_a_divergence_is_narrated_once_and_kept(tmp_path: Any, monkeypatch: Any) -> None:
    job = PairJob.of("draw", cell(games=50), cell(games=50, rules={"order": "draw"}), ReportSpec())
    results = play([job])
    (found,) = divergence.added([job], results, Store(tmp_path))

    result = found.divergence
    assert result is not None
    assert result["error"] is None
    assert result["game"] == found.pairs["first_winner_changed"]
    assert result["where"].startswith("in round")
    assert result["base"] != result["variant"]
    monkeypatch.setattr(divergence, "narrated", None)
    (again,) = divergence.added([job], results, Store(tmp_path))
    assert again.divergence == result


def test_a_game_that_can_not_be_narrated_says_why(monkeypatch: Any) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    known = {"first_winner_changed": None, "first_apart": 3}
    found = divergence.narrated(cell(), cell(rules={"order": "draw"}), known)

    assert found is not None
    assert (found["game"], found["winner_changed"]) == (3, False)
    assert "nowhere" in found["error"]
