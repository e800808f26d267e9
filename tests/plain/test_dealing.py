"""Where piles take only some cards, every possible deal comes up, each as often: against all deals, enumerated."""

import itertools
import random
import string
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from scipy.stats import chi2

from balancer.core.dice import CHANCE
from balancer.plain import Pile, dealing
from balancer.plain.dealing import deal_anew
from balancer.plain.dice import Dice
from balancer.plain.errors import PlainError
from tests.plain.test_hidden import ME

DEALS = 1500
FALSE_ALARM = 1e-9  # of one case; of all below together less than one in a million

Deal = tuple[tuple[Any, ...], ...]
Only = Callable[[Any], bool] | None


def sorted_deal(piles: Sequence[Sequence[Any]]) -> Deal:
    return tuple(tuple(sorted(pile)) for pile in piles)


def possible(piles: Sequence[Sequence[Any]], only: Sequence[Only]) -> Counter[Deal]:
    """Return all deals, each as often as it comes up among the orders of cards of which each is another one."""
    ends = list(itertools.accumulate(map(len, piles)))
    found: Counter[Deal] = Counter()
    for order in itertools.permutations([card for pile in piles for card in pile]):
        deal = [order[end - len(pile) : end] for pile, end in zip(piles, ends, strict=True)]
        if all(takes is None or all(map(takes, pile)) for pile, takes in zip(deal, only, strict=True)):
            found[sorted_deal(deal)] += 1
    return found


def dealt(piles: Sequence[Sequence[Any]], only: Sequence[Only], deals: int) -> Counter[Deal]:
    found: Counter[Deal] = Counter()
    for number in range(deals):
        dice = Dice(7, number)
        dice.go_to(CHANCE, 0)
        laid = [Pile(pile, only=takes) for pile, takes in zip(piles, only, strict=True)]
        deal_anew(laid, ME, dice, CHANCE)
        found[sorted_deal(laid)] += 1
    return found


def assert_as_likely(piles: Sequence[Sequence[Any]], only: Sequence[Only]) -> None:
    """Compare deals with all possible ones by chi-squared."""
    expected = possible(piles, only)
    found, total = dealt(piles, only, DEALS), expected.total()
    assert set(found) <= set(expected)
    distance = sum((found[deal] - DEALS * n / total) ** 2 / (DEALS * n / total) for deal, n in expected.items())
    assert distance <= chi2.isf(FALSE_ALARM, max(1, len(expected) - 1)), (piles, found, expected)


def without(suits: str) -> Only:
    return lambda card: card[0] not in suits


def cases() -> dict[str, tuple[list[list[Any]], list[Only]]]:
    """Deals by name: cards by pile, and what each pile takes."""
    three_voids = [without("a"), without("b"), without("c")]
    found: dict[str, tuple[list[list[Any]], list[Only]]] = {
        "three hands of one card, each void": ([["b1"], ["c1"], ["a1"]], three_voids),
        "three hands of two cards, each void": ([["b1", "b2"], ["c1", "c2"], ["a1", "a2"]], three_voids),
        "with a stock": ([["b1", "b2"], ["c1"], ["a1"], ["a2", "c2"]], [*three_voids, None]),
        "equal cards": ([["b1", "b1"], ["c1", "c1"], ["a1", "b1"]], three_voids),
        "one deal alone": ([["b1"], ["a1"]], [without("a"), without("b")]),
        "a circle of five": (
            [[letter] for letter in "abcde"],
            [f"{a}{b}".__contains__ for a, b in zip("abcde", "bcdea", strict=True)],
        ),
    }
    # Most ways to find some deal find the one in which nothing goes round more often than the others.
    star = ["abcdef", "ab", "ac", "ad", "ae", "af"]
    found["a star of six"] = [[letter] for letter in "abcdef"], [cards.__contains__ for cards in star]
    chance = random.Random(5)
    for number in range(10):
        sizes = [chance.randint(1, 3) for _ in range(chance.randint(2, 4))]
        cards = [chance.choice("abcd") + str(k) for k in range(min(7, sum(sizes)))]
        piles = [[cards.pop() for _ in range(min(size, len(cards)))] for size in sizes]
        only: list[Only] = []
        for pile in piles:
            taken = {
                *pile,
                *(string.ascii_lowercase[k] + str(n) for k in range(4) for n in range(7) if chance.random() < 0.4),
            }
            only.append(chance.choice([None, taken.__contains__, taken.__contains__]))
        found[f"random {number}"] = piles, only
    return found


CASES = cases()


@pytest.fixture(params=["exactly", "by walks"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yield both ways to deal: walks where no table of ways is large enough."""
    if request.param == "by walks":
        monkeypatch.setattr(dealing, "MAX_SPLITS", 0)
    dealing._ways_of.cache_clear()
    yield
    dealing._ways_of.cache_clear()


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("name", CASES)
def test_every_possible_deal_is_as_likely(name: str) -> None:
    assert_as_likely(*CASES[name])


def test_a_card_where_it_may_not_lie_is_an_error() -> None:
    with pytest.raises(PlainError, match="a1 lies in a Pile whose `only` says that it can't"):
        dealt([["a1"], ["b1"]], [without("a"), None], 1)
