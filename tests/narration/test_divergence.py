"""Where two told games part: at a decision, at a rule's consequence, in the setup."""

import re
from typing import Any

from balancer.analysis.figure_ref import ReportSpec
from balancer.narration import divergence
from balancer.simulation.jobs import PairJob
from balancer.simulation.store import Store
from tests.simulation.cells import cell, play

HEAD = ["Game, game 7 of seed 1, 2 players", "  seat 1 (starts): bully", "  seat 2: calm"]
SETUP = ["Setup", "  seat 1 has 3"]


def told(*lines: str, head: Any = HEAD, end: str = "End: over after 2 turns") -> list[str]:
    return [*head, *SETUP, *lines, end, "  seat 1 (bully): score 0, win share 1"]


ROUND = ["Round 1", "  turn 1", "    seat 1 (bully) – take: apple", "        >      3  apple", "    seat 1 eats"]


def test_another_decision() -> None:
    one = told(*ROUND, "  turn 2", "    seat 2 (calm) – take: pear  (all 2 options alike, at 0)")
    two = told(*ROUND, "  turn 2", "    seat 2 (calm) – take: plum")
    found = divergence.parted(one, two)

    assert (found["where"], found["same"]) == ("in round 1, turn 2", False)
    assert found["decision"] == [
        "seat 2 (calm) – take: pear  (all 2 options alike, at 0)",
        "seat 2 (calm) – take: plum",
    ]
    assert found["base"][0] == "  turn 2"
    assert found["variant"][-1].endswith("win share 1")


def test_what_only_tells_of_the_game_is_no_parting() -> None:
    """Options weighed, reasons, the names of personas and standings may differ in games that go the same way."""
    weighed = [line.replace("3  apple", "4  apple") for line in ROUND]
    named = [line.replace("(bully)", "(timid)") for line in weighed]
    standings = ["  standings after round 1", "    seat 1: 5", "      12 |A|", "    seat 2: 0", "     13 | "]
    others = ["  standings after round 1", "    seat 1: 9", "      12 |B|", "      13 | ", "    seat 2: 7"]
    one = told(*ROUND, *standings, "Round 2", "  turn 2", "    seat 2 (calm) – take: pear")
    two = told(*named, *others, "Round 2", "  turn 2", "    seat 2 (calm) – take: plum")
    found = divergence.parted(one, two)

    assert (found["where"], found["same"]) == ("in round 2, turn 2", False)


def test_a_consequence_after_the_standings_is_a_parting() -> None:
    standings = ["  standings after round 1", "    seat 1: 5", "    seat 2: 0"]
    found = divergence.parted(
        told(*ROUND, *standings, "    seat 1 loses the cake"), told(*ROUND, *standings, "    seat 2 loses the cake")
    )

    assert found["same"]
    assert found["decision"] == ["seat 1 (bully) – take: apple"] * 2
    assert found["then"] == ["seat 1 loses the cake", "seat 2 loses the cake"]


def test_a_decision_that_one_side_does_not_have() -> None:
    found = divergence.parted(told(*ROUND, "    seat 1 (bully) – fight: seat 2", "  turn 2"), told(*ROUND, "  turn 2"))

    assert not found["same"]
    assert found["decision"] == ["seat 1 (bully) – fight: seat 2", "nothing of the kind; turn 2 begins"]


def test_in_the_setup_and_at_the_end() -> None:
    two = told(*ROUND)
    two[two.index("  seat 1 has 3")] = "  seat 1 has 4"
    found = divergence.parted(told(*ROUND), two)
    assert (found["where"], found["decision"]) == ("in the setup", None)

    late = divergence.parted(told(*ROUND), told(*ROUND, end="End: cut after 2 turns"))
    assert late["where"] == "at the end"


def test_a_long_game_is_cut_in_the_middle() -> None:
    turns = [line for turn in range(2, 90) for line in (f"  turn {turn}", "    seat 1 eats")]
    one = told(*ROUND, *turns)
    two = told(*[line.replace("apple", "plum") for line in ROUND], *turns)
    found = divergence.parted(one, two)

    assert len(found["base"]) <= divergence.MOST_LINES + 1
    left = next(int(number) for line in found["base"] if (number := re.sub(r"\D", "", line)) and "left out" in line)
    assert left + len(found["base"]) - 1 == len(one) - one.index("  turn 1")
    assert found["base"][-1].endswith("win share 1")


def test_a_divergence_is_narrated_once_and_kept(tmp_path: Any, monkeypatch: Any) -> None:
    job = PairJob.of("draw", cell(games=50), cell(games=50, rules={"order": "draw"}), ReportSpec())
    results = play([job])
    (found,) = divergence.added([job], results, Store(tmp_path))

    parted = found.divergence
    assert parted is not None
    assert parted["error"] is None
    assert parted["game"] == found.pairs["first_winner_changed"]
    assert parted["where"].startswith("in round")
    assert parted["base"] != parted["variant"]
    monkeypatch.setattr(divergence, "told", None)
    (again,) = divergence.added([job], results, Store(tmp_path))
    assert again.divergence == parted


def test_a_game_that_can_not_be_told_says_why(monkeypatch: Any) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    known = {"first_winner_changed": None, "first_apart": 3}
    found = divergence.told(cell(), cell(rules={"order": "draw"}), known)

    assert found is not None
    assert (found["game"], found["winner_changed"]) == (3, False)
    assert "nowhere" in found["error"]
