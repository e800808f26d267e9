"""Dice: the published generator, the same as the naive ones, fair, and unrelated wherever they are addressed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.core import dice
from balancer.core.dice import CHANCE, CHOICES, DICE, SETUP
from balancer.core.jit import PLAIN
from balancer.core.record import empty
from balancer.testing import naive_dice
from tests.core import kernels
from tests.core.chance import assert_even, assert_unrelated

GOLDEN = 0x9E3779B97F4A7C15

statistics = pytest.mark.skipif(PLAIN, reason="too many words for plain Python")


def some_dice(seed=1, game=0):
    found = empty(DICE)
    dice.start(found, seed, game, 10)
    return found


# The generator --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("seed", "words"),
    [
        # the first outputs of SplitMix64 as published with the C reference (Vigna 2015), seed 0 ...
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B]),
        # ... and in Rosetta Code, task "Pseudo-random numbers/Splitmix64", seed 1234567
        (
            1234567,
            [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821],
        ),
    ],
)
def test_mixer_gives_the_words_of_splitmix64(seed, words):
    """Output number i (from 1) of SplitMix64 is mix64(seed + i * GOLDEN)."""
    states = [(seed + i * GOLDEN) % 2**64 for i in range(1, 6)]

    assert [int(dice.mix64(state if PLAIN else np.uint64(state))) for state in states] == words


def test_words_of_a_stream_are_a_splitmix64_sequence():
    thrown = some_dice()
    place = int(thrown.place[CHANCE])

    words = [int(dice.word(thrown, CHANCE)) for _ in range(50)]

    assert words == [naive_dice.mix((place + i * GOLDEN) % 2**64) for i in range(50)]


throws = st.tuples(
    st.integers(0, CHOICES + 9),  # stream
    st.sampled_from([0, 0, 1, 1, 2, 17, 2**20, 2**36]),  # address
    st.one_of(st.integers(1, 60), st.just(2**31 - 1)),
)


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1), st.lists(throws, max_size=60))
def test_every_throw_is_that_of_the_naive_dice(seed, game, draws):
    ours, naive = some_dice(seed, game), naive_dice.NaiveDice(seed, game)

    for stream, address, n in draws:
        dice.go_to(ours, stream, address)
        assert dice.below(ours, stream, n) == naive.below(stream, address, n)


visits = st.tuples(st.integers(0, 9), st.sampled_from([0, 0, 0, 1]), st.integers(0, 15), st.integers(1, 60))


@given(st.integers(0, 2**63 - 1), st.lists(visits, max_size=60))
def test_every_choice_at_a_node_is_that_of_the_naive_dice(seed, visits):
    """Seats come to nodes, leave them and come back, within turns."""
    ours, naive, turn = some_dice(seed), naive_dice.NaiveDice(seed, 0), 0

    for seat, turns, node, n in visits:
        turn += turns
        dice.go_to_node(ours, seat, turn, node)
        naive.come(seat, turn, node)
        assert dice.below(ours, CHOICES + seat, n) == naive.choose(seat, n)


def test_words_at_a_node_are_never_the_same_however_often_a_seat_comes_back():
    thrown, words = some_dice(), []
    for visit in range(300):
        dice.go_to_node(thrown, 1, 5, visit % 3)
        words += [int(dice.word(thrown, CHOICES + 1)) for _ in range(4)]

    assert len(set(words)) == len(words)


# Addresses ------------------------------------------------------------------------------------------------------------
def test_a_stream_sent_where_it_stands_goes_on():
    once, twice = some_dice(), some_dice()
    dice.go_to(once, CHANCE, 3)
    expected = [int(dice.word(once, CHANCE)) for _ in range(4)]

    found = []
    for _ in range(4):
        dice.go_to(twice, CHANCE, 3)
        found.append(int(dice.word(twice, CHANCE)))

    assert found == expected


def test_a_stream_that_comes_back_begins_anew():
    thrown = some_dice()
    dice.go_to(thrown, CHANCE, 3)
    first = int(dice.word(thrown, CHANCE))
    dice.word(thrown, CHANCE)
    dice.go_to(thrown, CHANCE, 4)
    dice.go_to(thrown, CHANCE, 3)

    assert int(dice.word(thrown, CHANCE)) == first


def test_a_new_game_begins_all_streams_anew():
    """Wherever the last game left them; also those of seats that it did not have."""
    thrown = some_dice(1, 0)
    for stream in range(CHOICES + 10):
        dice.go_to(thrown, stream, 7)
        dice.word(thrown, stream)
    dice.start(thrown, 1, 1, 10)
    fresh = some_dice(1, 1)

    for stream in range(CHOICES + 10):
        assert int(dice.word(thrown, stream)) == int(dice.word(fresh, stream))


def test_streams_do_not_disturb_each_other():
    alone, among = some_dice(), some_dice()
    expected = [int(dice.word(alone, SETUP)) for _ in range(5)]

    found = []
    for i in range(5):
        dice.go_to(among, CHANCE, i)
        dice.word(among, CHANCE)
        dice.word(among, CHOICES + i)
        found.append(int(dice.word(among, SETUP)))

    assert found == expected


def test_an_address_is_4096_words_after_the_one_before():
    thrown = some_dice()
    dice.go_to(thrown, CHANCE, 5)
    for _ in range(4096):
        dice.word(thrown, CHANCE)
    next_word = int(dice.word(thrown, CHANCE))
    dice.go_to(thrown, CHANCE, 6)

    assert int(dice.word(thrown, CHANCE)) == next_word


# Fairness -------------------------------------------------------------------------------------------------------------
@statistics
@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 57, 72, 1000])
def test_below_is_fair(n):
    """20 words of each of 20,000 games."""
    counts = np.zeros(n, np.int64)
    kernels.count_below(empty(kernels.TABLE), n, 20_000, 20, counts)

    assert_even(counts)


@statistics
def test_all_24_orders_of_4_cards_are_alike():
    counts = np.zeros(256, np.int64)
    kernels.count_orders(empty(kernels.TABLE), 240_000, counts)

    assert (counts > 0).sum() == 24
    assert_even(counts[counts > 0])


@statistics
def test_every_card_comes_to_every_place():
    counts = np.zeros((8, 8), np.int64)
    kernels.count_places(empty(kernels.TABLE), 8, 50_000, counts)

    for line in (*counts, *counts.T):
        assert_even(line)


N = 40_000
NUMBERS = np.arange(N, dtype=np.int64)
WHERE = {"seeds": 3, "games": 11, "streams": CHANCE, "addresses": 2, "words": 0}


def words_at(**where):
    """Return the words at N places; what is not said is as in WHERE."""
    places = [np.broadcast_to(np.int64(where.get(name, usual)), N).copy() for name, usual in WHERE.items()]
    out = np.zeros(N, np.uint64)
    kernels.first_words(empty(kernels.TABLE), *places, out)
    return out


@statistics
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"games": NUMBERS}, {"games": NUMBERS + 1}),
        ({"games": NUMBERS}, {"games": NUMBERS, "streams": SETUP}),
        ({"games": NUMBERS}, {"games": NUMBERS, "streams": CHOICES}),
        ({"games": NUMBERS, "streams": CHOICES}, {"games": NUMBERS, "streams": CHOICES + 1}),
        ({"games": NUMBERS, "streams": CHOICES}, {"games": NUMBERS, "streams": CHOICES + 9}),
        ({"games": NUMBERS}, {"games": NUMBERS, "addresses": 3}),
        ({"games": NUMBERS}, {"games": NUMBERS, "words": 1}),
        ({"games": NUMBERS}, {"games": NUMBERS, "seeds": 4}),
        ({"games": NUMBERS}, {"games": NUMBERS + 1, "seeds": 2}),
        ({"seeds": NUMBERS}, {"seeds": NUMBERS + 1}),
        ({"seeds": NUMBERS}, {"seeds": NUMBERS, "games": 12}),
        ({"addresses": NUMBERS}, {"addresses": NUMBERS + 1}),
        ({"addresses": NUMBERS}, {"addresses": NUMBERS, "streams": CHOICES}),
        ({"games": NUMBERS * 2**20}, {"games": NUMBERS * 2**20, "words": 1}),
    ],
    ids=[
        "adjacent games",
        "setup and chance",
        "chance and choices",
        "adjacent seats",
        "far seats",
        "adjacent addresses",
        "adjacent words",
        "adjacent seeds, same game",
        "adjacent seeds, adjacent games",
        "a row of seeds",
        "a row of seeds, two games",
        "a row of addresses",
        "a row of addresses, two streams",
        "far game numbers",
    ],
)
def test_words_are_unrelated(one, other):
    """Over 40,000 places: chi-square at 1e-8, bits at 6.5 sigma (14 pairs, 3 + 256 comparisons each: below 1e-6)."""
    assert_unrelated(words_at(**one), words_at(**other))


@statistics
def test_no_two_games_begin_alike():
    """A million first words: 1,000 games of 1,000 seeds.  By chance two agree once in 37 million such tests."""
    seeds, games = np.divmod(np.arange(1_000_000, dtype=np.int64), 1000)
    nothing = np.zeros(1_000_000, np.int64)
    out = np.zeros(1_000_000, np.uint64)
    kernels.first_words(empty(kernels.TABLE), seeds, games, nothing, nothing, nothing, out)

    assert len(np.unique(out)) == 1_000_000


def test_no_two_streams_of_a_game_overlap():
    """All 12 streams of 100 games are 2**30 words apart at least (6,600 pairs: by chance fewer once in a million)."""
    inverse = pow(GOLDEN, -1, 2**64)
    for game in range(100):
        places = [int(place) * inverse % 2**64 for place in some_dice(2, game).place]
        ranked = sorted(places)
        gaps = [(after - before) % 2**64 for before, after in zip(ranked, ranked[1:] + ranked[:1], strict=True)]
        assert min(gaps) > 2**30
