"""Every cell of a scenario's sweep; a run is a sweep of one cell, the base rules."""
