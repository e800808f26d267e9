"""The sections of the pages of runs and sweeps, and the index of reports."""
