"""What observed games show: kinds, lengths, texts, lists under two names."""

import pathlib
from typing import Any

import pytest

from balancer.compiler import observing
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import lower
from balancer.compiler.observations import GameObserver, Name, Observations, Shared
from balancer.plain.files import load_file
from tests.compiler.both_ways import file_of

GAME = """
from dataclasses import dataclass
from balancer.plain import Game

@dataclass
class Lot:
    price: int
    bids: list

class Auction(Game):
    max_rounds = 5

    def setup(self):
        self.lots = [Lot(price, []) for price in (3, 5)]
        self.heap = list(range(11))
        self.other = self.heap if {shared} else []
        self.last = None
        for player in self.players:
            player.hand = []

    def turn(self, player):
        player.hand.append((self.heap.pop(), "seen"))
        self.last = player.choose("bid", ["pass", 2])
        self.lots[0].bids.append(player)

    def score(self, player):
        return len(player.hand)
"""


@pytest.fixture
def observe(tmp_path: pathlib.Path) -> Any:
    def observe(*, shared: bool = False, games: int = 1) -> Observations:
        path = tmp_path / "auction.py"
        path.write_text(GAME.format(shared=shared))
        game = load_file(path)
        observations = Observations()
        table = game.lay_table(game.defaults, 2, game.read_parts(), [game.persona("random")])
        table.listener = observer = GameObserver(observations)
        for number in range(games):
            observer.begin(number, table.constants)
            game.played(table, 1, number)
        return observations

    return observe


def test_kinds_lengths_and_texts(observe: Any) -> None:
    found = observe()
    game, player = found.of("game"), found.of("player")
    assert game["heap"].kinds == {"list"}
    assert game["heap"].longest == 11
    assert game["heap"].items.kinds == {"int"}
    assert (game["heap"].items.least, game["heap"].items.most) == (0, 10)
    assert {"none"} < game["last"].kinds <= {"none", "text", "int"}
    first, second = player["hand"].items.places[2]
    assert (first.kinds, second.kinds, second.texts) == ({"int"}, {"text"}, {"seen"})
    assert "pass" in found.texts
    assert found.options["bid"].longest == 2
    assert found.games == 1


def test_objects_in_lists_and_what_they_hold(observe: Any) -> None:
    found = observe()
    (lot,) = found.objects
    assert lot.__name__ == "Lot"
    assert found.objects[lot] == 2
    assert found.of(lot)["price"].kinds == {"int"}
    assert found.of(lot)["bids"].items.kinds == {"player"}


def test_later_games_are_looked_at_for_lengths(observe: Any) -> None:
    assert observe(games=3).of("player")["hand"].longest == 5


def test_a_list_under_two_names_is_noted(observe: Any) -> None:
    assert observe().shared == set()
    names = {Name("game", "heap"), Name("game", "other")}
    assert any(set(pair) == names for pair in observe(shared=True).shared)
    assert all(isinstance(pair, Shared) for pair in observe(shared=True).shared)


def test_room_has_a_margin_and_is_widened(observe: Any) -> None:
    found = observe()
    heap = found.of("game")["heap"]
    assert found.room(heap) > heap.longest
    assert found.widened(ErrorFlag.LIST_FULL).room(heap) == 2 * found.room(heap)
    more = found.widened(ErrorFlag.MEMORY_FULL)
    assert (more.room(heap), more.memory) == (found.room(heap), 2)


def test_a_list_of_options_has_room_for_as_many_as_were_offered(tmp_path: pathlib.Path) -> None:
    rules = "row = []\nfor k in range(90):\n    row.append(k)\nself.out = self.players[0].choose('act', row)"
    game = load_file(file_of(tmp_path, rules))
    constants = lower(game, observing.observe(game)[0]).constants
    assert max(room for name, room in constants.items() if name.startswith("ROOM_")) > 90
