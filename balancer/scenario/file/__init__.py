"""A scenario file: the keys and values that may be written, and the position of each."""
