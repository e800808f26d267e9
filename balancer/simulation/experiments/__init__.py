"""What is played besides single cells: comparisons, single changes, linked cells, observed games, positions."""
