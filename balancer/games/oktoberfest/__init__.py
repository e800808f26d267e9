"""Oktoberfest: drafting with hidden own tipsiness, contests, and two ways to win."""

import sys

from balancer.core.game import Ending, Extra, Game, Node
from balancer.games.oktoberfest import rules
from balancer.games.oktoberfest.batch import play_games
from balancer.games.oktoberfest.components import COLUMNS, read_parts
from balancer.games.oktoberfest.knobs import RULES
from balancer.games.oktoberfest.personas import HABITS, PERSONAS
from balancer.games.oktoberfest.table import MAX_PLAYERS, TABLE
from balancer.games.oktoberfest.unseen import reshuffle_unseen

GAME = Game(
    name="oktoberfest",
    title="Oktoberfest",
    summary="Take cards whose backs only the others see, and contest who is less tipsy; two ways to win.",
    source="Oktoberfest, Jeff Warrender, 2025",
    reconstructed="the 72 activity cards: pictures are lost; the table keeps all that the rulebook's text says",
    least_players=3,
    most_players=MAX_PLAYERS,
    usual_players=4,
    lineup=("rusher", "builder", "bully", "balanced"),
    knobs=RULES,
    habits=HABITS,
    personas=PERSONAS,
    nodes=(
        Node("take", "active player", "each pile"),
        Node("contest", "active player", "none; each opponent with cards and each hand card but the one just taken"),
        Node(
            "discard", "loser of a contest", "cards of the challenge suit or wild, in hand or banked; else any in hand"
        ),
    ),
    endings=(
        Ending("instant", "Somebody began a turn with a hand worth the threshold or more, and won at once."),
        Ending("exhausted", "As many cards as piles were left: the highest lowest suit total won."),
    ),
    extras=(
        Extra("contests", "Contests held.", "contests"),
        Extra("contests_won_by_challenger", "Contests that the challenger won.", "contests"),
        Extra("discards", "Cards discarded by losers of contests.", "cards"),
        Extra("banked_at_end", "Banked cards at the end, all players together.", "cards"),
        Extra("hand_at_end", "Cards in hand at the end, all players together, after the tipsiest's loss.", "cards"),
        Extra(
            "winner_score",
            "Lowest suit total of the winner, or of the first of several; games that somebody won.",
            "points",
        ),
        Extra(
            "tipsiness_at_end",
            "Backs in hand, mean of the players, before the tipsiest's loss.",
            "tipsiness",
            rules.MEANS,
        ),
        Extra("instant_round", "Round in which somebody won at once; such games only.", "rounds"),
        Extra(
            "penalty_changed_winners",
            "Whether the tipsiest's loss changed who won; exhausted games only.",
            "share",
        ),
    ),
    part_columns=COLUMNS,
    part_holding="in hand or banked at the end",
    score_meaning="lowest of the three suit totals, hand and banked cards, wild cards best assigned",
    standing_meaning="per mille of the way to the instant win or to a lowest total of 12, whichever is more",
    table=TABLE,
    room=sys.modules[__name__],
    read_parts=read_parts,
    check=rules.check,
    lay=rules.lay,
    play_games=play_games,
    reshuffle_unseen=reshuffle_unseen,
)
