"""Any garden anywhere on the grid: the room counts it, lists what can be done with it and does it as the reference."""

from collections.abc import Callable
from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st

from balancer.core.game import Persona
from balancer.games.biergarten import GAME, appraisal, decisions, rearrangements_appraised, rearrangements_legal
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.table import NOBODY
from balancer.testing import cases
from tests.games.biergarten import naive, position
from tests.games.biergarten.naive import Biergarten, Card, Garden

RULES: dict[str, Any] = {"umbrella_run": 3, "color_bonus": 5}


@st.composite
def any_gardens(draw: st.DrawFn) -> Garden:
    """Connected cards of all kinds, near a corner of the grid more often than not: each beside one laid before."""
    cells = [draw(st.sampled_from([(12, 12), (0, 0), (0, 23), (23, 0), (23, 23), (0, 11), (13, 23)]))]
    for _ in range(draw(st.integers(0, 13))):
        around = [naive.neighbour(cell, edge) for cell in cells for edge in "NESW"]
        free = [cell for cell in around if cell not in cells and naive.on_grid(cell)]
        cells.append(draw(st.sampled_from(sorted(free))))
    return {cell: draw(cards(number)) for number, cell in enumerate(cells)}


def cards(number: int) -> st.SearchStrategy[Card]:
    """Return a card of one colour, of two, or wild; few walls, so that much is matched, or walls all around."""
    colors = st.lists(st.sampled_from("GYRB"), min_size=1, max_size=2, unique=True).map("".join)
    walls = st.sampled_from(["", "", "N", "E", "SW", "NEW", "NESW", "NESW"])
    colored = st.builds(
        Card, st.just(number), st.just("common"), colors, walls, st.sampled_from(["", "G", "GB", "YYR"])
    )
    wild = st.builds(Card, st.just(number), st.just("common"), st.just("W"), walls, st.just(""))
    return st.one_of(colored, colored, wild)


def laid_out(garden: Garden, persona: Persona | None = None, **knobs: Any) -> tuple[Any, Any]:
    """Return a table of the room for these cards, and the garden on it."""
    rows = [(card.kind, card.colors, card.walls, card.umbrellas, 1) for card in garden.values()]
    table = position.table_of(rows, persona, **{**RULES, **knobs})
    return table, position.lay_garden(table, 0, garden)


def numbers_on(garden: Garden) -> dict[naive.Cell, int]:
    return {cell: card.number for cell, card in garden.items()}


def score(garden: Garden) -> int:
    return sum(Biergarten(1, 0, 2, RULES, []).barrels(garden).values())


@given(garden=any_gardens())
def test_barrels(garden: Garden) -> None:
    expected = Biergarten(1, 0, 2, RULES, []).barrels(garden)
    event("bonuses: " + ", ".join(name for name, worth in expected.items() if worth))
    _, laid = laid_out(garden)

    assert laid.score == sum(expected.values())
    assert gardens.matches_of(laid.match_counts) == expected["matches"]
    assert gardens.has_all_colours(laid.match_counts, laid.pairs) == (expected["color"] > 0)
    assert (gardens.exposed_of(laid.match_counts) == 0) == (expected["garden"] > 0)
    assert laid.wilds == sum(card.is_wild() for card in garden.values())


@given(garden=any_gardens())
def test_cells_to_play_on(garden: Garden) -> None:
    table, laid = laid_out(garden)
    expected = naive.empty_cells_around(garden)
    rearrangements_legal.look(table, laid)

    assert [
        position.cell_of(rearrangements_legal.nth_frontier(table, k)) for k in range(table.mind.frontier)
    ] == expected


@given(garden=any_gardens())
def test_every_rearrangement_is_listed_carried_out_and_taken_back(garden: Garden) -> None:
    ways: dict[str, Callable[..., Garden]] = {"swap": naive.swapped, "move": naive.moved, "shift": naive.shifted}
    listed: list[tuple[Any, ...]] = [("none",), *(("swap", *how) for how in naive.swaps(garden))]
    listed += [("move", *how) for how in naive.moves(garden)] + [("shift", *how) for how in naive.shifts(garden)]
    table, laid = laid_out(garden)
    before = position.contents(laid)

    found = position.rearrangements(table, laid)
    assert [position.rearrangement(option) for option in found] == listed
    for option, (kind, *how) in zip(found[1:], listed[1:], strict=True):
        after = ways[kind](garden, *how)
        rearrangements_legal.carry_out(table, laid, option)

        assert position.cards_on(laid) == numbers_on(after)
        assert gardens.score(table, laid) == score(after)
        rearrangements_legal.take_back(table, laid, option)
    assert position.contents(laid) == before, "nothing is left of what was tried"


@st.composite
def rules_of_rearranging(draw: st.DrawFn) -> dict[str, Any]:
    """Return what may be rearranged, and what bonuses are worth: they decide what may be passed over."""
    return {
        "rearrange": draw(st.sampled_from(["both", "swap", "move"])),
        "shift": draw(st.booleans()),
        "end_at": draw(st.sampled_from([3, 8, 15, 60])),
        "garden_bonus": draw(st.sampled_from([0, 6, 20])),
        "color_bonus": draw(st.sampled_from([0, 3])),
        "umbrella_bonus": draw(st.sampled_from([0, 2])),
    }


@given(
    garden=any_gardens(),
    persona=cases.personas(GAME).filter(lambda persona: not persona.at_random),
    knobs=rules_of_rearranging(),
    best_other=st.integers(0, 20),
    final=st.booleans(),
)
def test_the_best_rearrangements_are_found_by_difference(
    garden: Garden, persona: Persona, knobs: dict[str, Any], best_other: int, final: bool
) -> None:
    """What is passed over is worth less than what is not: the best is found, and all that are as good are offered."""
    table, laid = laid_out(garden, persona, **knobs)
    table.players[1].garden.score = best_other
    table.initiator = 1 if final else NOBODY
    before = position.contents(laid)
    options = position.rearrangements(table, laid)
    if not rearrangements_appraised.is_considered(table, table.lineup[0].habits):
        options = options[:1]
    appraisal.prepare(table, 0)
    values = [int(appraisal.appraise_rearrange(table, 0, option)) for option in options]
    best = [option for option, value in zip(options, values, strict=True) if value == max(values)]

    rearrangements_legal.look(table, laid)
    if len(options) > 1:
        for least in (-10_000, max(values) - 1, max(values)):
            assert rearrangements_appraised.best_of_all(table, 0, least) == max(values)
        assert rearrangements_appraised.best_of_all(table, 0, max(values) + 1) == values[0]
    for foreseen in (0, 1):  # whoever has thought the play through knows what to look for
        table.mind.foreseen, table.mind.expected = foreseen, max(values)
        assert decisions.appraise_rearrangements(table, 0) in best
        assert table.decision.value == max(values)
        assert table.decision.ties == len(best)
        assert table.mind.foreseen == 0
    assert position.contents(laid) == before
