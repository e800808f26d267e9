"""Game by game, the fast room and the naive reference (same dice, no shared code) agree under random players."""

from fractions import Fraction
from typing import Any

import pytest

from balancer.core.result import UNDEFINED
from balancer.games.black_death import GAME
from tests.games import contract, naive_lead
from tests.games.black_death import naive
from tests.games.contract import Case
from tests.games.naive_dice import Dice

SEED = 7

VARIANTS: dict[str, dict[str, Any]] = {
    "printed rules": {},
    "to the right": {"offer_to": "right"},
    "drawing": {"order": "draw"},
    "drawing to the right": {"order": "draw", "offer_to": "right"},
    "the smallest deck": {"suits": 2, "ranks": 5},
    "the largest deck": {"suits": 6, "ranks": 26},
    "six suits": {"suits": 6, "ranks": 7},
    "old maid": {"suits": 2, "ranks": 26, "order": "draw"},
    "cut off": {"max_rounds": 10},
    "cut off, drawing to the right": {"max_rounds": 11, "order": "draw", "offer_to": "right", "suits": 2},
    "small, to the right": {"suits": 2, "ranks": 6, "offer_to": "right"},
}


def as_naive_says(row):
    """The fields of a RESULT row in the words of naive.play."""
    seats = range(row.seats)
    extras = {extra.name: int(row.extras[k]) for k, extra in enumerate(GAME.extras) if row.extras[k] != UNDEFINED}
    return {
        "winners": [seat for seat in seats if int(row.winners) >> seat & 1],
        "ending": GAME.endings_by_number[row.ending],
        "rounds": row.rounds,
        "turns": row.turns,
        "decisions": row.decisions,
        "options": row.options,
        "forced": row.forced,
        "node_decisions": {node.name: row.node_decisions[k] for k, node in enumerate(GAME.nodes)},
        "node_options": {node.name: row.node_options[k] for k, node in enumerate(GAME.nodes)},
        "scores": [Fraction(int(row.score[seat]), GAME.score_unit) for seat in seats],
        "extras": extras,
    }


def assert_same_story(story, standings, winners):
    """Rounding: the nearest 1 / 2**20; drama loses less than two of these."""
    expected = naive_lead.story(standings, winners, one_loses=True)
    assert story.defined == (expected is not None)
    if expected is None:
        return
    assert story.changes == expected["lead_changes"]
    assert abs(int(story.changes_per_round) - 2**20 * expected["lead_changes_per_round"]) <= 0.5
    assert abs(int(story.decisiveness) - 2**20 * expected["decisiveness"]) <= 0.5
    assert -2.001 < int(story.drama) - 2**20 * expected["drama"] < 0.001
    assert [bool(v) for v in story.leader_won] == [expected["leader_won"][percent] for percent in (25, 50, 75)]
    assert story.comeback == expected["comeback"]


@pytest.mark.parametrize("players", [2, 3, 4, 6, 10])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_is_the_same(variant, players):
    knobs = VARIANTS[variant]
    case = Case({**GAME.defaults, **knobs}, players, (GAME.persona("random"),))
    table, history = contract.lay(GAME, case), GAME.history(case.rules)

    for game in range(4 if variant == "the largest deck" else 12):
        row = GAME.play(table, history, SEED, game, 1)[0]
        expected = naive.play(SEED, game, players, knobs)
        standings = expected.pop("standings")

        assert as_naive_says(row) == expected, game
        assert history[: row.rounds, :players].tolist() == standings, game
        assert_same_story(row.story, standings, expected["winners"])


def test_games_that_end_in_the_setup_are_the_same():
    """So few cards that all of them may pair off in the deal: no turn, no round, no standings."""
    knobs: dict[str, Any] = {"suits": 2, "ranks": 5}
    seen = 0
    for game in range(400):
        if ends_in_setup(game, knobs):
            (row,) = contract.play(GAME, Case({**GAME.defaults, **knobs}, 2, (GAME.persona("random"),)), game, 1, SEED)
            expected = naive.play(SEED, game, 2, knobs)
            expected.pop("standings")

            assert row.turns == row.rounds == 0
            assert as_naive_says(row) == expected
            seen += 1
    assert seen > 0


def ends_in_setup(game, knobs):
    hands = [naive.without_pairs(cards) for cards in naive.deal(Dice(SEED, game), 2, {**naive.DEFAULTS, **knobs})]
    return any(not hand for hand in hands)
