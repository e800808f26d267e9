"""Games of plain Python as machine code: a designer's file is lowered to flat code, and flat code is compiled.

Flat code (`flat.py`) is the seam: a subset of Python over 64-bit words and one block of memory (`block.py`), so that it
can be read, run by Python itself, changed by tests, and made machine code (`machine_code.py`).  What lowered games call
is written in it too (`runtime/`).
"""
