"""Windfall: push your luck in an orchard."""

import sys

from balancer.core.game import Ending, Extra, Game, Node
from windfall import rules
from windfall.batch import play_games
from windfall.components import COLUMNS, read_parts
from windfall.knobs import RULES
from windfall.personas import HABITS, PERSONAS
from windfall.table import MAX_PLAYERS, TABLE

GAME = Game(
    name="windfall",
    title="Windfall",
    summary="Pick fruit until you stop or a wasp stings you; a secret wish counts double.",
    source="Made up for this example",
    reconstructed="",
    least_players=2,
    most_players=MAX_PLAYERS,
    usual_players=4,
    lineup=("careful", "bold", "counter", "counter"),
    knobs=RULES,
    habits=HABITS,
    personas=PERSONAS,
    nodes=(
        Node("pick", "player whose turn it is, after each fruit", "stop; pick on"),
        Node("give", "player who stopped with two cards or more", "each kind picked in this turn"),
    ),
    endings=(
        Ending("bare", "No card was left in the tree after a turn."),
        Ending("full_basket", "A round was over, and a basket was full."),
    ),
    extras=(
        Extra("stings", "Turns that ended with a wasp.", "turns"),
        Extra("given", "Points given away, at face value.", "points"),
    ),
    part_columns=COLUMNS,
    part_holding="as secret wish",
    score_meaning="values of the cards in the basket, those wished for counted more often",
    standing_meaning="the score so far, secret wish included",
    table=TABLE,
    room=sys.modules[__name__],
    read_parts=read_parts,
    check=rules.check,
    lay=rules.lay,
    play_games=play_games,
    reshuffle_unseen=rules.reshuffle_unseen,
)
