"""The engine that all games share; it knows no game.  docs/engine.md explains it, docs/architecture.md its place.

Declaration of a game: declarations, knobs, definition, game, authoring/; component_table with text_table, table_file,
workbook.  Rules: compile, record, table, dice, decision, events, bits, cards/, part_sets, arithmetic/.
Course of games: game_loop, seating, dealing, leader_metrics, result_row, rule_errors, tallies/.
Trial games, forced choices, counts and beliefs: thinking/, taking, belief, memory.
Machine code: jit, rule_compiler, numba_compiler, intrinsics, cache/.

Keys of cached machine code contain the names of modules with kernels, and of rule_compiler.py: after such a module is
moved, everything is compiled again.
"""
