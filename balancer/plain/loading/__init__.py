"""The class that a designer wrote, read from its file with all that belongs to it."""
