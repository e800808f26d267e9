"""All that games share; knows no game.  See docs/architecture.md, and docs/engine.md for how a game is written.

A game's declaration: declarations, knobs, definition, game, authoring/; component_table with text_table, table_file,
workbook.  Its rules: compile, record, table, dice, decision, events, bits, cards/, part_sets, arithmetic/.
The course of games: game_loop, seating, dealing, leader_metrics, result_row, rule_errors, tallies/.
Playing on from a decision, forcing, counting, believing: thinking/, taking, belief, memory.
Machine code: jit, rule_compiler, numba_compiler, intrinsics, cache/.

Keys of kept machine code hold names of modules with kernels and of rule_compiler.py: after a move all is compiled anew.
"""
