"""Windfall with charms planted in it, whose worth is known by construction.

Each of four players is dealt one of four charms.  After a single round a point of a charm wins the game in 1 of 500
by itself; where no charm does, Windfall decides, by which a charm makes no difference.  So a player with p points wins
p / 500 + (1 - 100 / 500) / 4 of the games, and loses 3/4 of p / 500 with a blank charm.
"""

import importlib.util
import pathlib
import sys

from balancer.plain import cards

POINTS = {"plus": 50, "zero": 25, "rest": 15, "minus": 10}
DEALT = {charm: points / 500 + 0.2 - 0.25 for charm, points in POINTS.items()}
BLANK = {charm: 0.75 * points / 500 for charm, points in POINTS.items()}
POINT = 0.75 / 500

_FILE = pathlib.Path(__file__).parents[2] / "examples" / "plain_windfall.py"
_SPEC = importlib.util.spec_from_file_location("planted_windfall", _FILE)
assert _SPEC is not None
assert _SPEC.loader is not None
windfall = importlib.util.module_from_spec(_SPEC)
sys.modules["planted_windfall"] = windfall
_SPEC.loader.exec_module(windfall)


class Planted(windfall.Windfall):  # type: ignore[name-defined, misc]
    """Windfall with charms."""

    title = "Planted"
    seats = range(4, 5)
    lineup = ("careful", "bold")
    dealt_when = "as charm"
    part_holding = "as charm"
    fruit = cards(str(_FILE.with_suffix(".csv")), value=range(100), count=range(1, 129))
    charms = cards(str(pathlib.Path(__file__).with_suffix(".csv")), points=range(100))

    def setup(self):
        super().setup()
        charms = list(self.charms)
        self.shuffle(charms)
        for player, charm in zip(self.players, charms, strict=True):
            player.charm = charm

    def finished(self):
        return "full_basket"

    def winners(self):
        lot = self.below(500)
        for player in self.players:
            lot -= player.charm.points
            if lot < 0:
                return [player]
        return super().winners()

    def parts(self, player):
        return [player.charm]

    def dealt(self, player):
        return [player.charm]


class Careful(windfall.Careful):  # type: ignore[name-defined, misc]
    """Stops with three cards."""


class Bold(windfall.Bold):  # type: ignore[name-defined, misc]
    """Never stops before five."""
