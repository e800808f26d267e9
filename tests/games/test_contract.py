"""Every room keeps the contract; what is hidden in it and how one would cheat stands in trials.py."""

from balancer.games import own_names
from balancer.testing.contract import Contract
from tests.games import games_under_test


class TestBartender(Contract):
    trial = games_under_test.BARTENDER


class TestBiergarten(Contract):
    trial = games_under_test.BIERGARTEN


class TestBlackDeath(Contract):
    trial = games_under_test.BLACK_DEATH


class TestDevilsTarok(Contract):
    trial = games_under_test.DEVILS_TAROK


class TestFesto(Contract):
    trial = games_under_test.FESTO


class TestOktoberfest(Contract):
    trial = games_under_test.OKTOBERFEST


class TestShitHead(Contract):
    trial = games_under_test.SHIT_HEAD


def test_every_room_is_on_trial() -> None:
    tested = (TestBartender, TestBiergarten, TestBlackDeath, TestDevilsTarok, TestFesto, TestOktoberfest, TestShitHead)
    assert [room.trial.game.name for room in tested] == own_names()
