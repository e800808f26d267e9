"""Games of one plain Python file as machine code: observed, lowered, compiled, proven equal to plain Python.

A map of the modules, in the order in which a file passes through them:

1. Decide: who plays a game?
   engine          plain Python or compiled code; engine_trials: the same for trial games; choice: what users request
   making          when code is made, and its proof; builds, workshop: what makes it; kept_code: what is stored of it
2. Observe: what do plain games hold?
   observing       plays a few games; observations: kinds of values, lengths of lists; reach: lines that none reached
3. Analyse: what may each name hold, and what may the rules do?
   sources         syntax trees; shared_names, generators, generated_methods, prelude: functions written in another way;
                   inner_imports: imports in functions
   program         facts about one game, on places (types of names and containers) and routines (its functions)
   kinds           types and how they are joined; classes, enums, constant_rows, dict_classes: types of classes
   effects         what code changes; every_path: what it does for certain; unset_names: what it reads too early
   iterator_reads  where order matters, as in iterator_names, using_up, unchanged_loops, caching, commuting and
                   stale_names
   kept_iterators  those of attributes as objects; special_methods, own_hashes, set_slots: what Python does by itself
4. Lower: flat code of every function.
   lowering        passes until no type changes, then code; errors: what can't be compiled, with its line
   emitter         one function while it is written.  The classes of the modules below are built on it one by one:
                   static_values, letters, texts, python_classes, rows, tuples, hashing, stepping, iterating,
                   collecting, conditions, operators, expressions, attributes, displays, numeric, instances, searches,
                   functions, sorting, iterators, cursors, zipping, repeating, container_methods, dict_methods,
                   collection_types, spreading, own_functions, dict_records, own_operators, flag_members, own_members,
                   copies, game_methods, partials, named_calls, function_values, methods, matching, assignments,
                   yielding, managers, statements
   builtin_names   names of Python's functions, signatures: their parameters; catching: `try`
   allocating      whether code takes memory
   whole           flat code around the rules: choosing, taking, idle_turns, winning, movers, deep_copies
   block, layout   where everything lies; packing: tuples in a word
5. Compile: from flat code to machine code.
   flat            the language, a subset of Python over 64-bit words; intrinsics, flags; runtime/: what games call
   llvm_ir         text for LLVM; machine_code: compiled by it; first_use: in a process of its own
6. Run and prove: rows of games.
   machine_play    compiled games on a block; trials: trial games; result_rows: RESULT rows
   proof           compares with plain Python; proof_games, spot_checks: which games at first, and later

Flat code is the seam between a designer's rules and machine code: both stages can be tested without the other.
"""
