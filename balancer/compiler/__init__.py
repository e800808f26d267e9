"""Games of one plain Python file as machine code: observed, lowered, compiled, proven equal to plain Python.

`observations.py` notes what plain games hold; the file is lowered by that to flat code, and the flat code made machine
code; `engine.py` decides who plays a game, and compares what both play.
"""
