"""Conclusions from several figures together: typed facts, with simultaneous intervals for all that is compared."""
