"""Biergarten: gardens of cards, matched by colour and rearranged every turn; the score is what they are worth now."""

import sys

from balancer.core.game import Ending, Extra, Game, Node, Whole
from balancer.games.biergarten import rules
from balancer.games.biergarten.batch import play_games
from balancer.games.biergarten.components import COLUMNS, read_parts
from balancer.games.biergarten.knobs import RULES
from balancer.games.biergarten.personas import HABITS, PERSONAS
from balancer.games.biergarten.table import MAX_PLAYERS, MEANS, TABLE
from balancer.games.biergarten.unseen import reshuffle_unseen

STARTED = "games in which it began only"

GAME = Game(
    name="biergarten",
    title="Biergarten",
    summary="Lay cards so that colours match, and swap or move one every turn; walls, colours and umbrellas earn more.",
    source="Biergarten, 2025 (author not named in the rulebook)",
    reconstructed="which cards there are: the table keeps all that the rulebook's text says, the rest is ours",
    least_players=2,
    most_players=MAX_PLAYERS,
    usual_players=4,
    lineup=("tidy", "gardener", "painter", "umbrella"),
    knobs=RULES,
    habits=HABITS,
    personas=PERSONAS,
    nodes=(
        Node("home", "each player, before the first turn", "each home card still lying"),
        Node("refresh", "active player, if nobody drew from the supply for a round", "keep; a new supply"),
        Node("draw", "active player", "each supply card; the deck; each opponent with a card in hand"),
        Node("play", "active player", "each hand card on each empty cell next to the garden"),
        Node(
            "rearrange",
            "active player; whoever began the final round once more at its end",
            "none; swap of two cards; move of a card to an empty cell; shift of a card between others",
        ),
    ),
    endings=(
        Ending("final_round", "Somebody had barrels enough; the others took one more turn, and most barrels won."),
        Ending("deck_out", "Deck and supply were empty after a round, nobody having barrels enough; most barrels won."),
    ),
    extras=(
        Extra("trigger_turn", f"Turn that began the final round; {STARTED}.", "turns"),
        Extra("trigger_round", f"Round in which the final round began; {STARTED}.", "rounds"),
        Extra("trigger_wins", f"Win share of whoever began the final round; {STARTED}.", "share", MEANS),
        *(
            Extra(f"trigger_seat_{seat}", f"Whether seat {seat} began the final round; {STARTED}.", "share")
            for seat in range(1, MAX_PLAYERS + 1)
        ),
        Extra("barrels_matches", "Barrels of matches at the end, mean of the players.", "barrels", MEANS),
        Extra("barrels_color", "Barrels of the colour bonus at the end, mean of the players.", "barrels", MEANS),
        Extra("barrels_garden", "Barrels of the walled garden at the end, mean of the players.", "barrels", MEANS),
        Extra("barrels_umbrella", "Barrels of umbrellas at the end, mean of the players.", "barrels", MEANS),
        Extra("winner_score", "Barrels of the winner; games that somebody won.", "barrels"),
        Extra("ties_at_top", "Whether several had the most barrels, before the tie-break; finished games.", "share"),
        Extra("swaps", "Swaps of two cards, all players together.", "swaps"),
        Extra("moves", "Moves of a card to an empty cell, all players together.", "moves"),
        Extra("shifts", "Moves of a card between others, which gave way, all players together.", "shifts"),
        Extra("rearrange_gain", "Barrels gained by rearranging, all players together.", "barrels"),
        Extra("from_supply", "Cards drawn from the supply, all players together.", "cards"),
        Extra("from_deck", "Cards drawn from the deck, all players together.", "cards"),
        Extra("steals", "Cards drawn from opponents, all players together.", "cards"),
        Extra("refreshes", "New supplies that somebody chose.", "supplies"),
        Extra("skipped_draws", "Turns in which there was nothing to draw.", "turns"),
        Extra("skipped_plays", "Turns in which there was nothing to play.", "turns"),
        Extra("wilds_in_gardens", "Wild cards in gardens at the end, all players together.", "cards"),
        Extra("wild_matches", "Matches of wild cards at the end, all players together.", "matches"),
        Extra("walled_players", "Share of the players whose garden is walled at the end.", "share", MEANS),
        Extra(
            "walled_winners", "Share of the winners whose garden is walled; games that somebody won.", "share", MEANS
        ),
    ),
    wholes=(
        Whole(
            "Barrels by source",
            "What a garden is worth at the end, mean of all players: matches and the three bonuses.",
            {
                "barrels_matches": "matches",
                "barrels_color": "all colours",
                "barrels_garden": "walled garden",
                "barrels_umbrella": "umbrellas",
            },
        ),
        Whole(
            "Who begins the final round",
            "Whose garden is the first to be worth enough, of the games in which one is.",
            {f"trigger_seat_{seat}": f"seat {seat}" for seat in range(1, MAX_PLAYERS + 1)},
        ),
    ),
    part_columns=COLUMNS,
    part_holding="in the garden at the end, the home card too",
    score_meaning="barrels of the garden at the end, bonuses included",
    standing_meaning="barrels of the garden, bonuses included",
    table=TABLE,
    room=sys.modules[__name__],
    read_parts=read_parts,
    check=rules.check,
    lay=rules.lay,
    play_games=play_games,
    reshuffle_unseen=reshuffle_unseen,
)
