"""Parts offered and taken (core/taking.py), against every option of every decision, asked for one by one."""

import functools
import importlib
import pathlib
from collections import Counter
from typing import Any

import numpy as np
import pytest

from balancer import games
from balancer.core.authoring.game_checks import GameError, collect
from balancer.core.jit import PLAIN
from balancer.core.taking import NO_PART
from balancer.plain.declared import Card
from balancer.plain.taking import parts_in
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob

GAMES = {"oktoberfest": 3, "devils_tarok": 3, "shit_head": 2, "bartender": 3, "biergarten": 1, "festo": 1}
SLOW = {"biergarten", "festo"}
"""Games whose personas think for seconds as plain Python; there the dice choose."""
WINDFALL = pathlib.Path(__file__).parents[2] / "examples" / "plain_windfall.py"


@pytest.mark.skipif(not PLAIN, reason="compiled choices can not be listened to")
@pytest.mark.parametrize("name", GAMES)
def test_a_part_is_offered_where_an_option_gives_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each option is forced in turn after the choice: the parts of all of them are those offered."""
    cell = plan.base_cell(load({"game": name, "seed": 11, **({"lineup": ["random"]} if name in SLOW else {})}))
    job = CellJob.of(cell)
    decisions = importlib.import_module(f"{job.game.package.__name__}.decisions")
    offered: Counter[tuple[str, int]] = Counter()
    taken: Counter[tuple[str, int]] = Counter()

    def watched(node: str, number: int, choose: Any) -> Any:
        part_of = getattr(decisions, f"part_of_{node}")

        @functools.wraps(choose)
        def chosen(table: Any, seat: int, *others: Any) -> Any:
            before, counted = int(table.decision.number), int(table.decision.options[number])
            option = choose(table, seat, *others)
            if table.decision.number == before:
                return option
            parts = set()
            for k in range(int(table.decision.options[number]) - counted):
                table.decision.again = 1 + k
                parts.add(int(part_of(table, seat, choose(table, seat, *others))))
            offered.update((node, part) for part in parts - {NO_PART})
            if (part := int(part_of(table, seat, option))) != NO_PART:
                taken[node, part] += 1
            return option

        return chosen

    for number, node in enumerate(job.game.nodes):
        if node.name in job.game.counted_nodes:
            choose = f"choose_{node.name}"
            monkeypatch.setattr(decisions, choose, watched(node.name, number, getattr(decisions, choose)))
    sums = job.game.taken(job.new_table(), cell.rules, cell.seed, range(GAMES[name]))
    for place, node_name in enumerate(job.game.counted_nodes):
        assert counts(offered, node_name) == {k: n for k, n in enumerate(sums[1, place]) if n}, node_name
        assert counts(taken, node_name) == {k: n for k, n in enumerate(sums[0, place]) if n}, node_name
    assert sum(taken.values()) > 10


def counts(found: Counter[tuple[str, int]], node: str) -> dict[int, int]:
    return {part: number for (at, part), number in found.items() if at == node}


def test_sums_are_over_games_which_are_played_as_ever() -> None:
    """In Oktoberfest every option of `take` gives a card, so as many are taken as there are decisions."""
    job = CellJob.of(plan.base_cell(load({"game": "oktoberfest", "seed": 3})))
    rows = np.asarray(job.play(0, 6))
    (take,) = (number for number, node in enumerate(job.game.nodes) if node.name == "take")
    table = job.new_table()
    each = np.array([job.game.taken(table, job.cell.rules, 3, [number])[:, 0] for number in range(6)])
    x, m, xx, xm, mm = np.moveaxis(each, 1, 0)
    assert (x.sum(axis=1) == rows["node_decisions"][:, take]).all()
    assert (np.asarray(job.game.play(table, job.game.history(job.cell.rules), 3, 0, 6)) == rows).all()
    assert ((x <= m) & (xx == x * x) & (xm == x * m) & (mm == m * m)).all()
    assert (job.game.taken(table, job.cell.rules, 3, range(6))[:, 0] == each.sum(axis=0)).all()


def test_cards_in_the_options_of_a_plain_game() -> None:
    name = games.add_file(WINDFALL)
    job = CellJob.of(plan.base_cell(load({"game": name, "seed": 3})))
    sums = job.game.taken(job.new_table(), job.cell.rules, 3, range(20))
    give = job.game.counted_nodes.index("give")
    rows = np.asarray(job.play(0, 20))
    (number,) = (number for number, node in enumerate(job.game.nodes) if node.name == "give")
    assert sums[0, give].sum() == rows["node_decisions"][:, number].sum() > 0  # who gives gives one of several kinds
    assert (sums[0] <= sums[1]).all()
    pick = job.game.counted_nodes.index("pick")
    assert not sums[:, pick].any()  # to stop or to pick on is no card
    apple, pear = (Card.made(number, {"name": name}) for number, name in enumerate(("apple", "pear")))
    assert parts_in((apple, 3, [pear])) == {0, 1}
    assert parts_in("apple") == parts_in(0) == set()


def test_half_of_what_is_offered_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from balancer.games.oktoberfest import decisions

    monkeypatch.setattr(decisions, "offered_discard", decisions.offered_take, raising=False)
    with pytest.raises(
        GameError, match="offered_discard, which is never called: define both offered_discard and part_of_discard"
    ):
        collect("balancer.games.oktoberfest")
