"""Pairs of rows reduced to sums of products: against a slow sum, in any order, to the last unit."""

import json
import random

import numpy as np
import pytest

from balancer.analysis.tally import CellTally, Group, TallyQuantity
from balancer.core.part_sets import part_words
from balancer.core.result_row import CREDIT, LARGEST, MAX_CHUNK, RESULT
from balancer.core.table import UNDEFINED
from balancer.core.tallies import paired_tally
from balancer.core.tallies.paired_tally import Gauge, Joint, LinkTally, PairTally, Products
from balancer.core.tallies.tally import Tally
from tests.core import slow_tally
from tests.core.test_tally import LINEUP, ONE_LOSER, PARTS, WINNERS, some_rows

FEWER = LINEUP[:3]
PARTS_LEFT = PARTS[:5]


def begin(game, players=4, other_players=4, lineup=LINEUP, parts=PARTS):
    base, variant = Tally(game, players, LINEUP, PARTS), Tally(game, other_players, lineup, parts)
    return PairTally(base, variant, LinkTally(Products(Gauge(base), Gauge(variant))))


def reduced(total, rows, others):
    return total.reduced(rows, others, Gauge(total.base).measured(rows), Gauge(total.variant).measured(others))


def paired(game, rows, others, size=MAX_CHUNK, order=1, **kinds):
    total = begin(game, **kinds)
    for first in list(range(0, len(rows), size))[::order]:
        total.merge(reduced(total, rows[first : first + size], others[first : first + size]))
    return total


def variant_rows(game, players, count, *, wild=False):
    """Rows of the same game numbers, some of them the same games."""
    rows = some_rows(game, players, count, seed=2, wild=wild)
    if players == 4:
        rows[::3] = some_rows(game, 4, count, seed=1, wild=wild)[::3]
    return rows


@pytest.mark.parametrize("wild", [False, True], ids=["small", "large"])
@pytest.mark.parametrize("game", [WINNERS, ONE_LOSER], ids=["one wins or several", "one loses"])
@pytest.mark.parametrize("others", [4, 3])
def test_every_product_is_that_of_a_slow_sum(game, others, wild):
    count = 40
    kinds = {"other_players": others, "lineup": FEWER, "parts": PARTS_LEFT}
    rows, theirs = some_rows(game, 4, count, wild=wild), variant_rows(game, others, count, wild=wild)
    theirs["entry"] %= len(FEWER)
    content = paired(game, rows, theirs, **kinds).to_dict()

    singles = [slow_tally.tally(game, 4, LINEUP, PARTS, rows[k : k + 1]) for k in range(count)]
    other_singles = [slow_tally.tally(game, others, FEWER, PARTS_LEFT, theirs[k : k + 1]) for k in range(count)]
    assert {
        *("moment.rounds", "moment.extras.extra0", "ratio.persona.rusher", "ratio.part.part 4", "ending.unfinished"),
        *("loss.3", "shared", "runaway.25", "runaway.75", "comebacks"),
    } <= set(content["products"])
    assert "ratio.persona.bully" not in content["products"]  # the variant's table has none
    assert ("loss.4" in content["products"]) == (others == 4)
    for name, sums in content["products"].items():
        group, _, member = name.partition(".")
        quantity = TallyQuantity(Group(group), member)
        assert quantity.key == name
        mine = [CellTally(**single).sums(quantity) for single in singles]
        other = [CellTally(**single).sums(quantity) for single in other_singles]
        expected = [
            sum(getattr(a, left) * getattr(b, right) for a, b in zip(mine, other, strict=True))
            for left in "xm"
            for right in "xm"
        ]
        assert sums == expected, name
    credits_ = [
        [
            sum(a["credit"][s] * b["credit"][t] for a, b in zip(singles, other_singles, strict=True))
            for t in range(others)
        ]
        for s in range(4)
    ]
    assert content["credit"] == credits_


@pytest.mark.parametrize("kinds", [64, 392])
def test_pairs_of_tables_with_more_kinds_than_a_word_has_bits(kinds):
    """The base has 392 kinds of parts; the variant, whose table is another, has as many or fewer."""
    names = [f"part {k}" for k in range(392)]
    rows, theirs = (some_rows(WINNERS, 4, 30, seed, words=part_words(n)) for seed, n in ((1, 392), (2, kinds)))
    base, variant = Tally(WINNERS, 4, LINEUP, names), Tally(WINNERS, 4, LINEUP, names[:kinds])
    total = reduced(PairTally(base, variant, LinkTally(Products(Gauge(base), Gauge(variant)))), rows, theirs)
    products = total.to_dict()["products"]

    singles = [slow_tally.tally(WINNERS, 4, LINEUP, names, rows[k : k + 1]) for k in range(30)]
    other_singles = [slow_tally.tally(WINNERS, 4, LINEUP, names[:kinds], theirs[k : k + 1]) for k in range(30)]
    assert [name for name in products if name.startswith("ratio.part.")] == [f"ratio.part.{n}" for n in names[:kinds]]
    for name in (f"part.part {k}" for k in (0, 63, 64, 127, 128, kinds - 1) if k < kinds):
        mine = [single["ratios"][name] for single in singles]
        other = [single["ratios"][name] for single in other_singles]
        pairs = ((0, 0), (0, 1), (1, 0), (1, 1))
        expected = [sum(a[i] * b[j] for a, b in zip(mine, other, strict=True)) for i, j in pairs]
        assert products[f"ratio.{name}"] == expected, name


def test_the_two_tallies_are_those_of_each_side_alone():
    rows, theirs = some_rows(WINNERS, 4, 90), variant_rows(WINNERS, 4, 90)
    found = paired(WINNERS, rows, theirs, 40)

    assert found.base.to_dict() == slow_tally.tally(WINNERS, 4, LINEUP, PARTS, rows)
    assert found.variant.to_dict() == slow_tally.tally(WINNERS, 4, LINEUP, PARTS, theirs)


@pytest.mark.parametrize("wild", [False, True], ids=["small", "large"])
def test_any_chunks_merged_in_any_order_are_the_same(wild, monkeypatch):
    monkeypatch.setattr(paired_tally, "MAX_CELLS", 50)  # so that bins have to be widened on the way
    rows, theirs = some_rows(WINNERS, 4, 300, wild=wild), variant_rows(WINNERS, 4, 300, wild=wild)
    whole = paired(WINNERS, rows, theirs).to_dict()

    assert max(joint["width"] for joint in whole["joint"].values()) > 1
    for size, order in ((1, -1), (7, 1), (128, -1), (299, 1)):
        assert paired(WINNERS, rows, theirs, size, order).to_dict() == whole


@pytest.mark.parametrize("most", [50, 2**15])
def test_more_pairs_can_be_added_to_a_tally_read_from_its_dict(most, monkeypatch):
    monkeypatch.setattr(paired_tally, "MAX_CELLS", most)
    rows, theirs = some_rows(WINNERS, 4, 300), variant_rows(WINNERS, 4, 300)
    whole, some = paired(WINNERS, rows, theirs), paired(WINNERS, rows[:200], theirs[:200])
    kept = json.loads(json.dumps([some.to_dict(), some.base.to_dict(), some.variant.to_dict()]))

    sides = [
        side.restored(content, side.longest[1], side.closest[1])
        for side, content in zip((some.base, some.variant), kept[1:], strict=True)
    ]
    found = begin(WINNERS).restored(kept[0], *sides)
    assert found.to_dict() == some.to_dict()
    found.merge(reduced(found, rows[200:], theirs[200:]))
    assert found.to_dict() == whole.to_dict()


def test_pairs_alike_and_first_games_apart():
    rows = some_rows(WINNERS, 4, 60)
    theirs = rows.copy()
    content = paired(WINNERS, rows, theirs, 25).to_dict()
    assert (content["alike"], content["winner_changed"]) == (60, 0)
    assert (content["first_apart"], content["first_winner_changed"]) == (None, None)

    theirs["turns"][20] += 1
    theirs["winners"][33] ^= 1
    content = paired(WINNERS, rows, theirs, 25, -1).to_dict()
    assert (content["alike"], content["winner_changed"]) == (58, 1)
    assert (content["first_apart"], content["first_winner_changed"]) == (60, 73)  # games are numbered from 40


def test_joint_counts_are_those_of_the_games():
    rows, theirs = some_rows(WINNERS, 4, 200), variant_rows(WINNERS, 4, 200)
    joint = paired(WINNERS, rows, theirs, 64).to_dict()["joint"]

    assert list(joint) == ["rounds", "turns", "decisions", "margin", "winner_score", "score"]
    naive: dict[tuple[int, int], int] = {}
    for mine, other in zip(rows["rounds"].tolist(), theirs["rounds"].tolist(), strict=True):
        naive[mine, other] = naive.get((mine, other), 0) + 1
    assert {(a, b): count for a, b, count in joint["rounds"]["counts"]} == naive
    assert sum(count for *_, count in joint["score"]["counts"]) == 4 * 200
    undefined = sum(count for a, _, count in joint["margin"]["counts"] if a is None)
    assert undefined == int((rows["ending"] == 1).sum())
    assert joint["margin"]["unit"] == 3


def test_scores_of_seats_that_are_not_on_both_sides_have_no_pairs():
    found = paired(WINNERS, some_rows(WINNERS, 4, 20), some_rows(WINNERS, 3, 20), other_players=3)

    assert "score" not in found.to_dict()["joint"]
    assert "rounds" in found.to_dict()["joint"]


def test_bins_hold_every_pair_and_depend_on_no_order(monkeypatch):
    monkeypatch.setattr(paired_tally, "MAX_CELLS", 30)
    chance = random.Random(3)
    values = [(chance.randint(-300, 300), chance.choice([UNDEFINED, 5, 77])) for _ in range(500)]
    found = []
    for _ in range(4):
        joint = Joint()
        for a, b in values:
            joint.add(np.array([a]), np.array([b]))
        found.append(joint.to_dict(1))
        chance.shuffle(values)

    assert all(content == found[0] for content in found)
    width = found[0]["width"]
    assert 1 < width <= 64
    assert all(a % width == 0 for a, _, _ in found[0]["counts"])
    assert sum(count for *_, count in found[0]["counts"]) == 500
    assert {b for _, b, _ in found[0]["counts"]} == {None, 5 // width * width, 77 // width * width}


def test_the_largest_figures_of_a_whole_chunk_are_multiplied_exactly():
    rows = np.zeros(MAX_CHUNK, RESULT)
    rows["seats"], rows["ending"], rows["winners"], rows["share"], rows["side"][:, 1] = 2, 2, 1, CREDIT, 1
    rows["turns"] = rows["options"] = LARGEST
    rows["score"][:, 0], rows["score"][:, 1] = LARGEST, -LARGEST
    rows["extras"][:, :9] = -LARGEST
    content = reduced(begin(WINNERS, 2, 2), rows, rows).to_dict()

    assert content["products"]["moment.margin"][0] == MAX_CHUNK * (2 * LARGEST) ** 2
    assert content["products"]["moment.extras.extra3"][0] == MAX_CHUNK * LARGEST**2
    assert content["credit"] == [[MAX_CHUNK * CREDIT**2, 0], [0, 0]]
