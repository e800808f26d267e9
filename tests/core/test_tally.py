"""Rows reduced to tallies: against a slow sum, in any order, to the last unit."""

import dataclasses
import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.core.game import Ending, Extra, Node
from balancer.core.part_sets import part_words
from balancer.core.record import empty
from balancer.core.result_row import CREDIT, LARGEST, MAX_CHUNK, RESULT, result_record
from balancer.core.rule_errors import RuleError
from balancer.core.table import UNDEFINED, UNFINISHED
from balancer.core.tallies.layout import BINS, NO_GAME
from balancer.core.tallies.tally import ExactSums, Tally
from balancer.games import load
from tests.core import slow_tally

PARTS = [f"part {k}" for k in range(64)]

WINNERS = dataclasses.replace(
    load("black_death"),
    one_loses=False,
    score_unit=3,
    nodes=tuple(Node(f"node{k}", "", "") for k in range(5)),
    endings=(Ending("first", ""), Ending("second", "")),
    extras=tuple(Extra(f"extra{k}", "", "", 7 * k + 1) for k in range(9)),
)
LOWEST = dataclasses.replace(WINNERS, lowest_wins=True)
ONE_LOSER = dataclasses.replace(WINNERS, one_loses=True)

TEAM_GAME = dataclasses.replace(WINNERS, sides="teams", starter="declared")
TOGETHER = dataclasses.replace(WINNERS, sides="together")
BANK = dataclasses.replace(WINNERS, sides="bank", starter="declared")

LINEUP = ["rusher", "builder", "rusher", "rusher", "bully"]
"""Some personas more than once: in one game several seats are played by the same."""


def some_rows(game, players, count, seed=1, *, wild=False, words=1):
    """Rows of any figures; wild: many beyond the bins of the histograms; words: of sets of parts."""
    chance = random.Random(seed)
    most = LARGEST if wild else 900
    top = min(most, 2 * most // players)  # the scores of a persona's seats may add up to twice the largest figure
    rows = np.zeros(count, result_record(words))
    for number, row in enumerate(rows):
        seats = list(range(players))
        row["game_number"], row["seats"] = 40 + number, players
        row["ending"] = chance.choice([UNFINISHED, 2, 2, 3])
        if row["ending"] != UNFINISHED:
            winners = chance.sample(seats, players - 1 if game.one_loses else chance.choice([1, 1, 2, players, 0]))
            row["winners"] = sum(1 << seat for seat in winners)
        row["starter"] = chance.choice(seats)
        sides = {"teams": [chance.randint(0, 2) for _ in seats], "together": [0] * players}.get(game.sides, seats)
        row["side"][:players] = sides
        if game.sides in ("teams", "together"):  # sides win as a whole
            won = {sides[seat] for seat in seats if int(row["winners"]) >> seat & 1}
            row["winners"] = sum(1 << seat for seat in seats if sides[seat] in won)
        won = {sides[seat] for seat in seats if int(row["winners"]) >> seat & 1}
        row["share"] = CREDIT if game.sides == "bank" else CREDIT // max(1, len(won))
        for name in ("rounds", "turns", "decisions", "forced"):
            row[name] = chance.choice([0, 1, BINS - 1, BINS, most]) if wild else chance.randint(0, most)
        row["options"] = 2 * int(row["decisions"]) if not wild else most
        for k in range(5):
            row["node_decisions"][k] = chance.choice([0, BINS - 1, BINS, most]) if wild else chance.randint(0, 9)
            row["node_options"][k] = chance.randint(0, 50)
        for seat in seats:
            row["score"][seat] = chance.choice([-top, -BINS // 2, 0, BINS // 2 - 1, BINS // 2, top, 3, 4])
            row["entry"][seat] = (number + seat) % len(LINEUP)
            row["parts"][seat] = chance.getrandbits(64) & chance.getrandbits(64)
            if words > 1:
                row["more_parts"][seat] = [chance.getrandbits(64) & chance.getrandbits(64) for _ in range(words - 1)]
        for k in range(9):
            row["extras"][k] = chance.choice([UNDEFINED, -most, 0, chance.randint(-9, 9), most])
        lead = row["lead"]
        lead["defined"], lead["changes"], lead["comeback"] = chance.random() < 0.7, number % 40, number % 2
        lead["changes_per_round"], lead["drama"], lead["decisiveness"] = number, 2**20 - number, 2**20
        lead["led"] = [chance.randint(0, 1) for _ in range(3)]
        lead["leader_won"] = [chance.randint(0, 1) for _ in range(3)]
        lead["arc"] = chance.choice([chance.getrandbits(30), 2**30 - 1])
    return rows


def tallied(game, players, rows, size=MAX_CHUNK, order=1):
    """Chunks of `size` rows, merged from the first (order 1) or the last (-1)."""
    total = Tally(game, players, LINEUP, PARTS)
    for first in list(range(0, len(rows), size))[::order]:
        total.merge(total.reduced(rows[first : first + size]))
    return total


@pytest.mark.parametrize("wild", [False, True], ids=["in the bins", "beyond the bins"])
@pytest.mark.parametrize("players", [2, 3, 7, 10])
@pytest.mark.parametrize(
    "game",
    [WINNERS, LOWEST, ONE_LOSER, TEAM_GAME, TOGETHER, BANK],
    ids=["one wins or several", "the lowest wins", "one loses", "teams", "together", "bank"],
)
def test_every_figure_is_that_of_a_slow_sum(game, players, wild):
    rows = some_rows(game, players, 200, wild=wild)

    content = tallied(game, players, rows).to_dict()

    expected = slow_tally.tally(game, players, LINEUP, PARTS, rows)
    assert list(content) == list(expected)
    for name, figures in expected.items():
        assert content[name] == figures, name


@pytest.mark.parametrize("kinds", [63, 64, 65, 128, 129, 392, 1024])
def test_parts_of_any_number_of_kinds(kinds):
    """Sets of all words are full of parts, of seats that are not there, too: those of the kinds named are counted."""
    words = part_words(kinds)
    rows = some_rows(WINNERS, 3, 40, words=words)
    rows["parts"][:, 3:] = 2**64 - 1
    if words > 1:
        rows["more_parts"][:, 3:] = 2**64 - 1
    names = [f"part {k}" for k in range(kinds)]
    total = Tally(WINNERS, 3, LINEUP, names)
    total.merge(total.reduced(rows[:7]))
    total.merge(total.reduced(rows[7:]))
    wanted = slow_tally.tally(WINNERS, 3, LINEUP, names, rows)
    assert total.to_dict() == wanted
    assert total.restored(total.to_dict(), 40, None).to_dict() == wanted


def test_any_seating_is_tallied():
    """Games of many seatings, so that some share a slot of those that are counted first."""
    rows = some_rows(WINNERS, 10, 400)
    chance = random.Random(2)
    for row in rows:
        row["entry"][:] = [chance.randrange(len(LINEUP)) for _ in range(10)]

    content = tallied(WINNERS, 10, rows).to_dict()

    assert content == slow_tally.tally(WINNERS, 10, LINEUP, PARTS, rows)


@pytest.mark.parametrize("wild", [False, True], ids=["in the bins", "beyond the bins"])
def test_any_chunks_merged_in_any_order_are_the_same(wild):
    rows = some_rows(WINNERS, 4, 300, wild=wild)
    whole = tallied(WINNERS, 4, rows)

    for size, order in ((1, -1), (7, 1), (128, -1), (299, 1)):
        other = tallied(WINNERS, 4, rows, size, order)
        assert other.to_dict() == whole.to_dict()
        assert (other.longest, other.closest) == (whole.longest, whole.closest)


@pytest.mark.parametrize("wild", [False, True], ids=["in the bins", "beyond the bins"])
@pytest.mark.parametrize("game", [WINNERS, LOWEST, ONE_LOSER], ids=["one wins or several", "lowest", "one loses"])
def test_more_games_can_be_added_to_a_tally_read_from_its_dict(game, wild):
    rows = some_rows(game, 4, 300, wild=wild)
    whole, some = tallied(game, 4, rows), tallied(game, 4, rows[:200])
    kept = json.loads(json.dumps(some.to_dict()))

    longest, closest = some.longest[1], some.closest[1]
    found = Tally(game, 4, LINEUP, PARTS).restored(kept, longest, None if closest == NO_GAME else closest)
    assert found.to_dict() == some.to_dict()
    found.merge(found.reduced(rows[200:]))
    assert found.to_dict() == whole.to_dict()
    assert (found.longest, found.closest) == (whole.longest, whole.closest)


def test_the_longest_and_the_closest_game_are_the_first_of_their_kind():
    rows = some_rows(WINNERS, 3, 200)
    finished = [row for row in rows if row["ending"] != UNFINISHED]

    def margin(row):
        _, second, first = sorted(int(score) for score in row["score"][:3])
        return first - second

    total = tallied(WINNERS, 3, rows, 30, -1)

    assert total.longest[1] == max(rows, key=lambda row: (row["turns"], -row["game_number"]))["game_number"]
    assert total.closest[1] == min(finished, key=lambda row: (margin(row), row["game_number"]))["game_number"]


def test_the_longest_of_games_without_a_turn_is_the_first():
    """A game may end in the setup."""
    rows = some_rows(WINNERS, 3, 5)
    rows["turns"] = 0

    assert tallied(WINNERS, 3, rows).longest[1] == 40


def test_no_games_are_a_tally_too():
    nothing = Tally(WINNERS, 3, LINEUP, PARTS)
    rows = some_rows(WINNERS, 3, 20)
    total = tallied(WINNERS, 3, rows)
    before = total.to_dict()
    total.merge(nothing)

    assert nothing.to_dict()["games"] == 0
    assert total.to_dict() == before


def test_the_largest_figures_of_a_whole_chunk_are_summed_exactly():
    """As many rows as a chunk holds, each figure as large as it may be: sums of squares still fit."""
    rows = np.zeros(MAX_CHUNK, RESULT)
    rows["seats"], rows["ending"], rows["winners"], rows["share"], rows["side"][:, 1] = 2, 2, 1, CREDIT, 1
    for name in ("turns", "options", "forced"):
        rows[name] = LARGEST
    rows["rounds"] = rows["decisions"] = LARGEST // 2
    rows["score"][:, 0], rows["score"][:, 1] = LARGEST, -LARGEST
    rows["extras"][:, :9] = -LARGEST
    rows["lead"]["defined"], rows["lead"]["arc"] = 1, 2**30 - 1

    content = tallied(WINNERS, 2, rows).to_dict()

    of_one = slow_tally.tally(WINNERS, 2, LINEUP, PARTS, rows[:1])
    for name, sums in of_one["moments"].items():
        assert content["moments"][name] == {
            key: value if key == "unit" else MAX_CHUNK * value for key, value in sums.items()
        }
    for name, sums in of_one["ratios"].items():
        assert content["ratios"][name] == [MAX_CHUNK * value for value in sums]
    assert content["lead"]["arc"] == {name: [MAX_CHUNK] * 10 for name in ("leads", "stays", "last")}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("turns", LARGEST + 1),
        ("options", LARGEST + 1),
        ("forced", LARGEST + 1),
        ("score", LARGEST + 1),
        ("score", -LARGEST - 1),
        ("score", -(2**31)),
        ("extras", LARGEST + 1),
        ("extras", -LARGEST - 1),
        ("extras", -(2**31) + 1),
    ],
)
def test_a_figure_too_large_is_refused(name, value):
    rows = some_rows(WINNERS, 3, 5)
    if rows[name].ndim == 1:
        rows[name][3] = value
    else:
        rows[name][3, 1] = value

    with pytest.raises(RuleError, match="too large"):
        tallied(WINNERS, 3, rows)


def test_seats_that_are_not_there_are_not_read():
    rows = some_rows(WINNERS, 3, 50)
    expected = tallied(WINNERS, 3, rows).to_dict()
    rows["score"][:, 3:] = LARGEST + 1
    rows["entry"][:, 3:] = 99
    rows["parts"][:, 3:] = 2**64 - 1

    assert tallied(WINNERS, 3, rows).to_dict() == expected


def test_rows_of_plain_python_are_tallied_alike():
    rows = some_rows(WINNERS, 3, 5)
    copy = empty(RESULT, 5)
    copy[:] = rows

    assert tallied(WINNERS, 3, copy).to_dict() == tallied(WINNERS, 3, rows).to_dict()


@given(st.lists(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=3, max_size=3), max_size=20))
def test_sums_are_those_of_pythons_integers(rows):
    sums = ExactSums(3)
    for row in rows:
        sums.add(ExactSums.of(np.array(row, np.int64)))

    expected = [sum(column) for column in zip(*rows, strict=True)] or [0, 0, 0]
    assert sums.ints().tolist() == expected
    assert sums.ints(slice(1, 2)).tolist() == expected[1:2]
    assert ExactSums.of(sums.ints()).ints().tolist() == expected
