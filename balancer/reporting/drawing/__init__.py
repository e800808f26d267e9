"""Charts as SVG: marks, ticks, colours."""
