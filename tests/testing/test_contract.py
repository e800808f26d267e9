"""What the contract of all games says where a room breaks it, and what it does not let through."""

import json
import os
import pathlib
import subprocess
import sys
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from balancer.core.authoring import row_checks
from balancer.core.record import empty
from balancer.core.result_row import RESULT
from balancer.games import load
from balancer.testing import agreement, cases, contract, naive_dice, plain_runner
from balancer.testing.cases import Case
from balancer.testing.contract import Contract
from tests.games.games_under_test import BLACK_DEATH

ROOT = pathlib.Path(__file__).parents[2]
GAME = load("black_death")
CASE = Case(GAME.defaults, 4, cases.usual_lineup(GAME))


class OfBlackDeath(Contract):
    """Its tests are called one by one here."""

    __test__ = False
    trial = BLACK_DEATH


def honesty(**changed: Any) -> Any:
    """Return a plain run in which all is well but what is changed."""
    sound = {
        "seen": {"offer": 60, "take": 60},
        "redealt": {"offer": 60, "take": 60},
        "changed": {"offer": [], "take": []},
        "pieces": {"who holds Death": 60, "the others' hands": 120},
    }
    caught = {"changed": {"offer": ["game 1"], "take": ["game 2"]}}
    content = {"honest": {**sound, **changed.pop("honest", {})}, "offer": caught, "take": caught, **changed}
    return SimpleNamespace(honesty=lambda: content)


# What is hidden -------------------------------------------------------------------------------------------------------
def test_an_honest_room_passes() -> None:
    OfBlackDeath().test_no_choice_depends_on_what_is_unseen(honesty())
    OfBlackDeath().test_a_planted_cheat_is_caught(honesty())


@pytest.mark.parametrize(
    ("honest", "expected"),
    [
        ({"pieces": {"the deck": 7, "the others' hands": 0}}, "the others' hands: never dealt again in 120 choices"),
        ({"changed": {"offer": ["game 3"], "take": []}}, "game 3"),
        ({"redealt": {"offer": 29, "take": 60}}, "offer: too little changed"),
        ({"seen": {"offer": 0, "take": 60}}, "never called: does rules.py call it as an attribute of decisions"),
        ({"seen": {"offer": 59, "take": 60}}, "a node comes up too seldom"),
    ],
)
def test_what_is_wrong_with_honesty_is_reported(honest: dict[str, Any], expected: str) -> None:
    with pytest.raises(AssertionError, match=expected):
        OfBlackDeath().test_no_choice_depends_on_what_is_unseen(honesty(honest=honest))


def test_a_cheat_who_is_not_caught_is_reported_with_both_reasons() -> None:
    blind = honesty(offer={"changed": {"offer": [], "take": []}})

    with pytest.raises(AssertionError, match=r"not caught: looks_at_hand_of_taker .* or decisions.choose_offer"):
        OfBlackDeath().test_a_planted_cheat_is_caught(blind)


def test_a_piece_that_is_never_dealt_anew_is_seen_though_others_are() -> None:
    """An appraisal looks into hands that the reshuffle leaves alone: nothing changes, so only the count can show it."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.testing.peeking"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)

    assert seen["changed"]["offer"] == []
    assert seen["redealt"]["take"] > 0
    assert seen["pieces"]["the others' hands"] == 0
    assert seen["pieces"]["who holds Death"] > 0


def test_pieces_are_copies_by_name_or_by_place() -> None:
    table = SimpleNamespace(row=np.arange(3))
    named = SimpleNamespace(hidden=lambda laid, _seat: {"the row": laid.row, "all": [laid.row[:1], 7]})
    listed = SimpleNamespace(hidden=lambda laid, _seat: [laid.row, (laid.row[1],)])
    pieces = type(BLACK_DEATH).pieces

    before = pieces(named, table, 0)  # type: ignore[arg-type]
    table.row[:] = 9

    assert before == {"the row": [0, 1, 2], "all": [[0], 7]}
    assert pieces(listed, table, 0) == {"hidden()[0]": [9, 9, 9], "hidden()[1]": [9]}  # type: ignore[arg-type]


def test_a_cheat_for_whom_there_is_no_appraisal_is_refused() -> None:
    with pytest.raises(LookupError, match=r"no appraise_bid in .*appraisal.py or .*decisions.py: which function"):
        plain_runner.planted(GAME, "bid", lambda *_: 0).__enter__()


# Rows -----------------------------------------------------------------------------------------------------------------
def test_rows_that_differ_are_reported_by_game_and_figure() -> None:
    one = cases.play(GAME, CASE, 0, 5)
    other = one.copy()

    assert row_checks.difference(GAME, one, other) == ""
    other["turns"][3], other["extras"][3, 0], other["lead"]["drama"][3] = 7, 9, 5
    turns, moves, drama = (int(figure) for figure in (one[3].turns, one[3].extras[0], one[3].lead.drama))
    assert row_checks.difference(GAME, one, other) == (
        f"game 3 of black_death: turns is {turns} and 7; lead.drama is {drama} and 5; "
        f"extra {GAME.extras[0].name} is {moves} and 9"
    )
    other["winners"][3] += 1
    assert row_checks.difference(GAME, one, other).endswith("; 1 more")
    winners = one.copy()
    one["winners"][0], winners["winners"][0] = 0b1000, 0b101
    assert row_checks.difference(GAME, one, winners) == "game 0 of black_death: the winner is seat 4 and seat 1, 3"
    winners["winners"][0] = 0
    assert row_checks.difference(GAME, one, winners).endswith("the winner is seat 4 and nobody")
    one["winners"][0], other["winners"][0] = 0, 0
    with pytest.raises(AssertionError, match=r"game 3 of .*\(do rules change what `prepare` has set"):
        contract.assert_alike(GAME, one, other, contract.NOT_CLEARED)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("mistake", 1, "a choice among 0 options"),
        ("ending", 0, "it is over, but table.ending is RUNNING"),
        ("ending", 7, "no ending 7 in GAME.endings"),
        ("rounds", 1001, "1001 rounds; max_rounds is 1000"),
        ("turns", 0, "begin_turn begins each"),
        ("winners", 0, r"winners \[\] at the ending death_held"),
        ("winners", 2**9, r"winners are seats \[9\]"),
    ],
)
def test_a_row_that_is_not_sound_is_reported_by_game(field: str, value: int, expected: str) -> None:
    rows = cases.play(GAME, CASE, 4, 1)
    contract.assert_sound(GAME, CASE, rows[0])
    rows[field] = value

    with pytest.raises(AssertionError, match=f"game 4 of black_death, 4 players: .*{expected}"):
        contract.assert_sound(GAME, CASE, rows[0])


def test_missing_leader_metrics_are_reported_where_somebody_led() -> None:
    rows = cases.play(GAME, CASE)
    k = int(np.argmax(rows["lead"]["defined"]))
    rows["lead"]["defined"][k] = 0

    with pytest.raises(AssertionError, match=f"game {k} of .*: leader metrics are missing, though somebody is ahead"):
        contract.assert_sound(GAME, CASE, rows[k])


def test_what_was_not_written_is_reported_by_name() -> None:
    clean, used = empty(RESULT), empty(RESULT)
    clean.seats = used.seats = 2
    used.extras[1], used.winners = 4, 3
    names = contract.looked_at(GAME, clean)

    left = [name for name, value in names.items() if contract.looked_at(GAME, used)[name] != value]
    assert left == ["row.winners", f"extra {GAME.extras[1].name}"]


# The naive reference --------------------------------------------------------------------------------------------------
def test_the_first_figure_in_which_a_game_and_its_reference_differ_is_reported() -> None:
    found = {"turns": 4, "scores": [Fraction(1, 2), Fraction(3)], "extras": {"share": Fraction(1, 3)}}
    expected = {"turns": 4, "scores": [Fraction(1), Fraction(3)], "winners": [0]}

    assert agreement.in_words(12, found, expected) == (
        "game 12: scores differ (and so do extras, winners):\n  the game:      [1/2, 3]\n  the reference: [1, 3]"
    )
    assert agreement.in_words(1, agreement.by_round([[1, 2], [3]]), agreement.by_round([[1, 2]])) == (
        "game 1: standings after round 2 differ:\n  the game:      [3]\n  the reference: missing"
    )


def test_a_reference_that_chooses_among_nothing_is_reported() -> None:
    lot = naive_dice.RandomPlayers(naive_dice.NaiveDice(1, 2), ["take"])

    with pytest.raises(ValueError, match="take: a choice among 0 options"):
        lot.choose(0, 1, "take", 0)
