"""A scenario file: what may be written in it, and where everything stands."""
