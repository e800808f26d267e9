"""Black Death (kin: Old Maid): the example room.  Verbose on purpose: copy it when you add a game."""

import pathlib
import sys

from balancer.core.game import Ending, Extra, Game, Node, Parts
from balancer.games.black_death import rules
from balancer.games.black_death.batch import play_games
from balancer.games.black_death.knobs import RULES
from balancer.games.black_death.personas import HABITS, PERSONAS
from balancer.games.black_death.table import TABLE


def read_parts(path: pathlib.Path | None) -> Parts:
    """No component table: the deck follows from `suits` and `ranks`."""
    del path
    return Parts(names=(), data=None, digest="", path=pathlib.Path())


GAME = Game(
    name="black_death",
    title="Black Death",
    summary="Old Maid with a tarot deck: whoever is left with Death loses.",
    source="The rules of Alcohol Tarot, third game",
    reconstructed="",
    least_players=2,
    most_players=10,
    usual_players=4,
    lineup=("middler", "baiter", "reader", "even"),
    knobs=RULES,
    habits=HABITS,
    personas=PERSONAS,
    nodes=(
        Node("offer", "offerer holding Death and another card", "the slot at which Death lies"),
        Node("take", "taker", "the slot taken"),
    ),
    endings=(Ending("death_held", "One player alone holds cards, just Death, and loses."),),
    extras=(
        Extra("death_moves", "How often Death changed hands.", "moves"),
        Extra(
            "loss_given_death_dealt",
            "Whether the player who held Death after the deal lost; finished games only.",
            "share",
        ),
        Extra("out_in_setup", "Players whose cards all paired off in the deal.", "players"),
    ),
    score_meaning="order of getting out: the first player out scores players - 1, the loser 0",
    standing_meaning="minus the number of cards held",
    score_unit=rules.HALVES,
    one_loses=True,
    table=TABLE,
    room=sys.modules[__name__],
    read_parts=read_parts,
    check=rules.check,
    lay=rules.lay,
    play_games=play_games,
    reshuffle_unseen=rules.reshuffle_unseen,
)
