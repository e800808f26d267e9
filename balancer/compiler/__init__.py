"""Games of one plain Python file as machine code: observed, lowered, compiled, proven equal to plain Python.

`observations.py` notes what plain games hold; the file is lowered by that to flat code, and the flat code made machine
code; `engine.py` decides who plays a game, and compares what both play.

Flat code (`flat.py`) is the seam between a designer's rules and machine code (`machine_code.py`): a subset of Python
over 64-bit words and one block of memory (`block.py`).  What lowered games call is written in it, too (`runtime/`).
"""
