"""Every room keeps the contract; what is hidden in it and how one would cheat stands in trials.py."""

from balancer.games import own_names
from balancer.testing.contract import Contract
from tests.games import trials


class TestBiergarten(Contract):
    trial = trials.BIERGARTEN


class TestBlackDeath(Contract):
    trial = trials.BLACK_DEATH


class TestOktoberfest(Contract):
    trial = trials.OKTOBERFEST


def test_every_room_is_on_trial() -> None:
    assert [room.trial.game.name for room in (TestBiergarten, TestBlackDeath, TestOktoberfest)] == own_names()
