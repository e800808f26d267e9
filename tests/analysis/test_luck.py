"""Luck and skill by source, where it is known what decides."""

from collections.abc import Callable

import numpy as np
import pytest

from balancer.analysis.play.luck import SOURCES, SUBSETS, Luck, shapley

Rule = Callable[[np.ndarray], np.ndarray]
GAMES = 6000


def results(rule: Rule) -> np.ndarray:
    """Results by a rule of four fair signs, one per source, with sets of them kept and the others drawn anew."""
    rng = np.random.default_rng(5)
    signs = rng.choice([-1, 1], (GAMES, len(SOURCES)))
    found = np.empty((GAMES, len(SUBSETS)))
    for kept in SUBSETS:
        anew = rng.choice([-1, 1], signs.shape)
        keep = np.array([kept >> source & 1 for source in range(len(SOURCES))], bool)
        found[:, kept] = rule(np.where(keep, signs, anew))
    return found


def luck_of(rule: Rule, seatings: np.ndarray | None = None, fair: float = 0.5) -> Luck:
    names = np.zeros(GAMES, np.int64) if seatings is None else seatings
    return Luck.of(results(rule), names, fair, 1 - 1e-6)


@pytest.mark.parametrize("source", range(4))
def test_what_one_source_decides_is_all_its_own(source: int) -> None:
    found = luck_of(lambda signs: (signs[:, source] > 0).astype(float))

    assert found.sources[SOURCES[source]].value == pytest.approx(1, abs=0.05)
    for name, share in found.sources.items():
        assert name == SOURCES[source] or share.low <= 0 <= share.high


def test_what_two_sources_decide_together_is_divided_between_them() -> None:
    """The product of two signs: neither alone says anything."""
    found = luck_of(lambda signs: (signs[:, 1] * signs[:, 2] > 0).astype(float))

    for name in ("chance", "own"):
        assert found.sources[name].low <= 0.5 <= found.sources[name].high
        assert found.sources[name].half_width < 0.2
    assert sum(share.value for share in found.sources.values()) + found.who_plays.value == pytest.approx(1)


def test_who_plays_where_is_a_source_of_its_own() -> None:
    """One seating always wins, the other never: nothing is left to the dice."""
    seatings = np.arange(GAMES) // 2 % 2
    found = luck_of(lambda _: seatings.astype(float), seatings)

    assert found.who_plays.value == pytest.approx(1)
    assert all(share.value == 0 for share in found.sources.values())


def thirds(kinds: np.ndarray) -> Rule:
    """Return a seat that never wins, wins as it chooses, or always wins."""
    return lambda signs: np.where(kinds == 1, signs[:, 2] > 0, kinds == 2).astype(float)


def test_seatings_of_few_games_are_neither_luck_nor_skill() -> None:
    """A third of the seatings always wins, a third never, in a third the own choice decides: 1/6 of 1/4, 1/12 of it.

    All seatings have one game, or two or three: too few to know what any of them is worth.
    """
    for games in (1, 2, 3, 1000):
        seatings = np.arange(GAMES) // games
        found = luck_of(thirds(seatings % 3), seatings)

        assert found.who_plays.value == pytest.approx(2 / 3, abs=0.04)
        assert found.sources["own"].value == pytest.approx(1 / 3, abs=0.04)
        assert all(abs(share.value) < share.half_width for name, share in found.sources.items() if name != "own")


def test_where_nobody_plays_better_few_games_of_a_seating_are_no_reason_to_think_so() -> None:
    for games in (1, 2, 5):
        found = luck_of(lambda signs: (signs[:, 1] > 0).astype(float), np.arange(GAMES) // games)

        assert found.who_plays.low <= 0 <= found.who_plays.high
        assert found.who_plays.half_width < 0.1
        assert found.sources["chance"].value == pytest.approx(1, abs=0.05)


def test_shapley_effects_are_averages_over_all_orders() -> None:
    """Worth of sets of four where the first two matter only together: 6 each; the third alone adds 8.

    Where three matter only together, a third each.
    """
    three = np.array([12.0 * (kept & 7 == 7) for kept in SUBSETS])
    worth = np.array([12.0 * (kept & 3 == 3) + 8.0 * (kept >> 2 & 1) for kept in SUBSETS])

    assert [shapley(worth, source) for source in range(4)] == pytest.approx([6, 6, 8, 0])
    assert [shapley(three, source) for source in range(4)] == pytest.approx([4, 4, 4, 0])
