"""Statistics of play beyond tallies of cells: chances, choices, luck, worth of parts and positions, logged plays."""
