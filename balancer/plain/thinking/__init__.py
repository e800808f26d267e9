"""Games played on, observed and noted, as core/thinking does it with compiled ones."""
