"""One module per report: what a run, a check, a comparison, a tournament ... says, for terminal, page and JSON."""
