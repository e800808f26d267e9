"""Steps as lines: whole, one line per turn, of some rounds."""

from balancer.narration import steps
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
    TURN,
    Step,
)

BULLY, CALM = "seat 1 (bully)", "seat 2 (calm)"
GAME = [
    Step(SETUP, 0, 0, "Setup"),
    Step(LAYOUT, 0, 0, "seat 1 has 3"),
    Step(ROUND, 1, 0, "Round 1"),
    Step(TURN, 1, 1, "turn 1"),
    Step(DECISION, 1, 1, "apple", 0, "take", BULLY, "all 2 options alike, at 0"),
    Step(EVENT, 1, 1, "seat 1 eats"),
    Step(DECISION, 1, 1, "seat 2", 0, "fight", BULLY),
    Step(OPTION, 1, 1, ">        3  seat 2"),
    Step(DECISION, 1, 1, "nothing", 1, "give", CALM),
    Step(TURN, 1, 2, "turn 2"),
    Step(EVENT, 1, 2, "seat 2 sleeps"),
    Step(TURN, 1, 3, "turn 3"),
    Step(STANDINGS, 1, 3, "standings after round 1"),
    Step(STANDING, 1, 3, "seat 1: 5"),
    Step(ROUND, 2, 0, "Round 2"),
    Step(EVENT, 2, 0, "the lamps go out"),
    Step(TURN, 2, 4, "turn 4"),
    Step(EVENT, 2, 4, "x" * 200),
    Step(END, 2, 4, "End: over"),
    Step(SCORE, 2, 4, "score 5, win share 1", 0, "", BULLY),
]


def test_lines_are_indented_and_say_who_and_why() -> None:
    assert [step.line for step in GAME[:9]] == [
        "Setup",
        "  seat 1 has 3",
        "Round 1",
        "  turn 1",
        "    seat 1 (bully) – take: apple  (all 2 options alike, at 0)",
        "    seat 1 eats",
        "    seat 1 (bully) – fight: seat 2",
        "        >        3  seat 2",
        "    seat 2 (calm) – give: nothing",
    ]
    assert GAME[-1].line == "  seat 1 (bully): score 5, win share 1"


def test_brief_is_one_line_per_turn_and_the_standings() -> None:
    lines = list(steps.brief_lines(GAME))

    assert lines[:-3] == [
        "Setup",
        "Round 1",
        "  turn 1  seat 1 (bully): take apple; fight seat 2; seat 2 (calm): give nothing",
        "  turn 2  seat 2 sleeps",
        "  turn 3",
        "  standings after round 1",
        "    seat 1: 5",
        "Round 2",
        "  before the first turn  the lamps go out",
    ]
    assert lines[-3] == f"  turn 4  {'x' * (steps.BRIEF_WIDTH - 12)} …"
    assert len(lines[-3]) == steps.BRIEF_WIDTH
    assert lines[-2:] == ["End: over", "  seat 1 (bully): score 5, win share 1"]


def test_of_some_rounds_the_end_is_shown_too() -> None:
    found = [step.text for step in steps.of_rounds(GAME, range(2, 3))]

    assert found == ["Round 2", "the lamps go out", "turn 4", "x" * 200, "End: over", "score 5, win share 1"]
    assert [step.text for step in steps.of_rounds(GAME, range(7, 8))] == ["End: over", "score 5, win share 1"]
