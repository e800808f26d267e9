"""Estimates: from the tally of a cell to figures with their uncertainty, each under the name of a metric."""
